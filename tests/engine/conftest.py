from hypothesis import settings

settings.register_profile("unhurried", deadline=None)  # a busy machine is no failing claim
settings.load_profile("unhurried")
