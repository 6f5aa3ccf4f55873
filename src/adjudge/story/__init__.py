"""The story table: what games with a GM and a conversation share, in the engine's own terms.

Nothing here knows a game. A session is told on one open floor: whatever anybody may do now is an `Offer`, and a turn is
one offer taken. What is being resolved, what is owed and what has been told are plain data in the state, so that a
resolution can be left and resumed while others speak, and is undone step by step like anything else.

- `floor`: offers, who speaks for whom, one act to a turn
- `journal`: narration that is pending, disputed, canon or struck, and every effect with its rule
- `ledger`: what is owed, where it comes from, who must settle it
- `proposals`: what a player asks for and the GM grants or refuses
- `scenes`: a scene ends loudly if anything is still owed
- `sessions`: what happened before and what is still owed, from one session to the next
- `tellings`: what is owed is put into words; what others told may be let stand
- `overrides`: a result set aside with a reason, and put back
- `screen`: what the GM keeps behind the screen
- `powers`: what every GM may do: menus within the menu, presence, waiving, the last word
- `oracle`: any decision of the GM may be left to the dice
- `people`: one person has one name, however it is typed
- `sheets`: character sheets as data, with refusals that name entry and field
- `bots`: how a bot finds its way on the floor
- `retelling`: the session told again as a story, from the beats that the rules leave
- `panels`, `export`: what is seen of all this, and what is kept of it
"""

from adjudge.story.floor import Offer, Speaker, take_the_floor
from adjudge.story.journal import effect, narrate
from adjudge.story.ledger import owe
from adjudge.story.proposals import propose
from adjudge.story.state import GM, Beat, Entry, Item, Proposal, Story, Told

__all__ = [
    "GM",
    "Beat",
    "Entry",
    "Item",
    "Offer",
    "Proposal",
    "Speaker",
    "Story",
    "Told",
    "effect",
    "narrate",
    "owe",
    "propose",
    "take_the_floor",
]
