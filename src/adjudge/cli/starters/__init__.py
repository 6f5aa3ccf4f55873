"""What `adjudge new` begins a project with: small, whole games, each a package that plays as it stands.

They are copied with `starter` and `Starter` replaced by the new game's name, so they import what lies beside them
relatively, and nothing else of ours but what any author may: `adjudge.engine` and `adjudge.field`. `project/` holds
what every project has around its package.
"""
