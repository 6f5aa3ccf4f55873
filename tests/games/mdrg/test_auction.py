"""The auction of characters."""

from __future__ import annotations

import pytest

from adjudge.engine import Playout, Script, random_bot
from adjudge.engine.chance import FastDice
from adjudge.engine.table import one_bot
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules.auction import auction_turn, make_a_lot, musters_of, open_auction, sell
from adjudge.games.mdrg.rules.creation import muster_turn
from adjudge.games.mdrg.state import Lot

ANN_AND_BEN = ("ann", "ben")


def lot():
    return Lot("ann", [Profile(name="Rex", type="human", quality=3, combat=2)])


@pytest.mark.rules("optional.auction-bidding", "optional.auction-ties")
def test_after_equal_bids_everybody_bids_once_more():
    """ex.sp-auction: 30 each, then 35 and 40."""
    auction = open_auction(ANN_AND_BEN)
    table = Script(auction, answers=[{"ann": 30, "ben": 30}, {"ann": 35, "ben": 40}])
    sell(table, auction, lot())
    table.finish()
    assert auction.coins == {"ann": 100, "ben": 60}
    assert [model.name for model in auction.won["ben"]] == ["Rex"]


@pytest.mark.rules("optional.auction-ties")
def test_if_the_second_bids_are_equal_too_the_high_bidders_roll():
    auction = open_auction(("ann", "ben", "cat"))
    bids = {"ann": 0, "ben": 0, "cat": 0}
    table = Script(auction, faces=[4, 5, 5, 2, 1], answers=[bids, bids])
    sell(table, auction, lot())
    table.finish()
    assert auction.places == {"ann": 0, "ben": 1, "cat": 0}


@pytest.mark.rules("optional.auction-bidding", "optional.auction-creation")
def test_a_player_without_coins_bids_no_more_and_takes_what_is_left():
    """ex.sp-auction-broke."""
    auction = open_auction(ANN_AND_BEN, size=1)
    auction.coins["ann"] = 0
    table = Script(auction, answers=[7])
    auction.lots = [lot(), lot()]
    auction.step = "bidding"
    table._answers = [{"ben": 7}]
    auction_turn(table, auction)
    assert auction.places == {"ann": 0, "ben": 1}
    auction_turn(table, auction)  # Ben's party is full and Ann has nothing to bid with
    assert (auction.places, auction.step) == ({"ann": 1, "ben": 1}, "done")


@pytest.mark.rules("optional.auction-creation")
def test_plants_are_made_and_sold_in_pairs():
    auction = open_auction(ANN_AND_BEN)
    table = Script(
        auction,
        dice=FastDice(2),
        policy=lambda asked: "plant" if asked.rule == "optional.auction-creation" else random_bot(asked),
    )
    make_a_lot(table, auction)
    assert [model.type for model in auction.lots[0].models] == ["plant", "plant"]


def test_a_whole_auction_fills_every_party_and_spends_no_coin_twice():
    for seed in range(20):
        auction = open_auction(("ann", "ben", "cat"), size=3)
        table = Playout(auction, one_bot(random_bot), FastDice(seed))
        while auction.step != "done":
            auction_turn(table, auction)
        assert set(auction.places.values()) == {3}
        assert all(0 <= coins <= 100 for coins in auction.coins.values())
        for muster in musters_of(auction):
            muster_turn(table, muster)
            assert (muster.step, sum(model.leader for model in muster.models) <= 1) == ("done", True)
