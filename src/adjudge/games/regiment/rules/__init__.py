"""The rules, chapter by chapter as the book has them.

- `playbooks`: how a soldier is made
- `soldier`, `medic`, `sniper`, `operator`: the moves of the four playbooks
- `experience`: xp and improvements
- `core`: how a move is rolled, with help inside the roll
- `attack`, `battle`: battle moves
- `support`, `liberty`, `peripheral`: the other moves that everybody has
- `harm`: recovery and healing
- `engagement`: how a fight begins, its exchanges, its end
- `fire`: volume of fire, defensive factors, ranges, tags
- `conditions`: suppressed and pinned
- `equipment`: using what one carries
- `gm`: the GM's moves
- `vehicles`, `npcs`: everybody who is no player's soldier
- `plans`: battle plans and unit maneuvers
- `operations`: ours: the briefing, objectives and the debriefing
- `overrides`: ours: a roll that the GM sets aside
- `sessions`: ours: the squad from one session to the next
- `table`: the floor, where anybody does any of this
"""

from adjudge.games.regiment.rules import medic, operator, sniper, soldier

ALL = (soldier, medic, sniper, operator)
"""The modules that enter playbook moves."""
