"""Adjudge: an umpire that knows rulebooks.

A rule is an ordinary Python function. It reaches the outside world through the table alone, with three calls:
`ask` a seat, `roll` dice, `tell` what happened. Everything else here is a way of answering those calls: by a bot,
by a person, from a recording, with every result at its exact weight, or from a list.

This package imports none of its rooms; `tests/test_architecture.py` says which room may import which.
"""

__version__ = "0.1.0"
