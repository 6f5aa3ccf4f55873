"""The book's rules, chapter by chapter, in its order and words.

`sequence` and `actions` are its Turn Sequence; then come active zeds, the zombie grab, vehicles, tanks, liches and
witches, spawn points, shooting, hand-to-hand combat and infection. `zeds` moves the zeds, `harm` removes figures, and
`victory` tells how a scenario ends: that much the book leaves to an umpire.
"""
