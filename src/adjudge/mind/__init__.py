"""The mind: a bot that plays any game, and the analysis of a match. A mind is a way of answering, too.

It runs the game's own rules on copies of what a seat can know, from the very question on: the open turn is run again
with its record, hidden things are imagined (`Game.imagine`), bots play on, and what comes of it is counted. It knows no
game and never sees a state that its seat could not have imagined.

- `worlds`: the positions that a seat takes for possible
- `playouts`: a position played on, after an answer, to its end or to a horizon
- `candidates`: which answers are worth weighing
- `search`: a budget spent where it matters
- `tree`: what the seats learn in playouts, where a question comes again
- `results`: what the end of a playout is worth
- `think`: the bot
- `thoughts`: what bots considered, and a hint, for people
- `pool`: thinking in other processes, for servers
- `analysis`, `lessons`: a match with what each roll and each decision did to it
- `ladder`: bots and levels against one another

How good an answer is, is always said with its interval.
"""

from adjudge.mind.think import Level, think

__all__ = ["Level", "think"]
