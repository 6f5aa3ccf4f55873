"""The papers of a campaign: the record sheet of a party, as in the game of battles."""

from adjudge.games.mdrg.papers import PARTY

PAPERS = (PARTY,)
