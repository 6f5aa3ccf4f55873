"""The papers of a campaign: the record sheets of its parties, as they stand (campaign.party-record-sheet)."""

from __future__ import annotations

from dataclasses import replace

from adjudge.games.mdrg.campaign.state import Campaign
from adjudge.games.mdrg.papers import PARTY
from adjudge.games.mdrg.party import to_toml


def sheets(state: Campaign) -> dict[str, str]:
    """The party of each seat as a file: to print, to keep, to begin another campaign with."""
    return {seat: to_toml(camp.party) for seat, camp in state.camps.items()}


PAPERS = (replace(PARTY, held=sheets),)
