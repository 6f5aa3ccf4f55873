"""The umpire's desk: rulings and odds for a described situation, for a terminal, a browser, a program or a test.

The law of this room: the desk adds nothing to the rules. A situation comes in as plain data, the procedure builds a
small legal table from it, and the game's own rule runs there. What the rules refuse is refused here, by the same rule.
What was not said is asked for, never guessed: a choice, or the faces of the next roll. Odds are exact, or labelled an
estimate.

How an answer looks, and where a file comes from, is the business of screens: nothing here prints, reads or sends.
"""

from adjudge.desk.chances import Odd, Odds, estimated, exact, odds
from adjudge.desk.choices import Choices
from adjudge.desk.rulings import Attendant, Ruling, Throw, Wants, attended, rule_on, throws
from adjudge.desk.situations import Figure, Papers, example_papers, examples_of, figures, laid_over, situation

__all__ = [
    "Attendant",
    "Choices",
    "Figure",
    "Odd",
    "Odds",
    "Papers",
    "Ruling",
    "Throw",
    "Wants",
    "attended",
    "estimated",
    "exact",
    "example_papers",
    "examples_of",
    "figures",
    "laid_over",
    "odds",
    "rule_on",
    "situation",
    "throws",
]
