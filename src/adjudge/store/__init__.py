"""The store: matches at rest, in a database (`open_store`) and as plain files (`files`).

The law: what was acknowledged is kept. `sync` returns when the new entries of a match's log are on the disk, and a
match killed at any moment resumes with all of them. The log is only ever added to, entry by entry under its number, so
two writers on one match collide at the first number they both use and nothing is lost; the second is told to load anew.

Nothing here knows a rule or a screen. Only `sqlite` knows that SQLite is special.
"""

from adjudge.store.database import Store, Summary, open_store
from adjudge.store.errors import (
    LeaseLost,
    LivesElsewhere,
    MatchExists,
    PerhapsStored,
    StoreBusy,
    StoreFailed,
    UnknownMatch,
    WrittenElsewhere,
)

__all__ = [
    "LeaseLost",
    "LivesElsewhere",
    "MatchExists",
    "PerhapsStored",
    "Store",
    "StoreBusy",
    "StoreFailed",
    "Summary",
    "UnknownMatch",
    "WrittenElsewhere",
    "open_store",
]
