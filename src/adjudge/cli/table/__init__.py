"""The terminal table: plays any game from its scenes, its questions and what happened; nothing of one game inside.

`screen` is the person's terminal (keys, or lines when piped), `scene` and `story` draw, `asking` puts a question,
`pages` are what a person may look up without leaving the match, and `session` is the loop.
"""
