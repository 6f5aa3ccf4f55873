"""Battles of a campaign: tables that open from a question, and results that come back exactly once.

The campaign's keys hold which table was opened for which battle; the battle's own keys say whose it is. A table tells
nobody that it is over: the campaign looks, in the store, for what was stored there. So the two may live in different
processes, and whatever is killed in between, the next look finds the same result. What a campaign has taken stands in
its log under the match's id, and an id that stands there, even taken back, is not taken again.

Links are pulled too: a battle's table looks into its campaign's keys whenever somebody comes, and now and then, so a
fresh invitation counts there wherever the two live.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from adjudge.engine.errors import AdjudgeError, BadInput, Refused
from adjudge.engine.fights import Fight, Fought, battle_match, is_taken
from adjudge.engine.log import Answered
from adjudge.engine.match import Match
from adjudge.server.journal import note
from adjudge.server.keys import Inherited, keys_in
from adjudge.server.protocol import BattleCard, Opened
from adjudge.server.room import OUT, UMPIRE_SPEAKS, Room
from adjudge.store import StoreFailed, UnknownMatch
from adjudge.store.notes import note_of

if TYPE_CHECKING:
    from adjudge.server.hub import Hub
    from adjudge.server.keys import Keys


def battles_to_fight(match: Match[Any]) -> dict[str, tuple[Fight, str]]:
    """The battles that a match waits for by their keys, each with a seat that may tell its result."""
    pending = match.pending
    if pending is None:
        return {}
    asked = ((seat, pending.for_seat(seat)) for seat in reversed(pending.seats))
    return {it.key: (it, seat) for seat, it in asked if isinstance(it, Fight)}


def overview(match: Match[Any], keys: Keys) -> list[BattleCard]:
    """The battles of a campaign: those to be fought first, then those fought, the last one first."""
    waiting = [_open_card(match, keys, fight) for fight, _ in battles_to_fight(match).values()]
    return [*waiting, *reversed(list(_past_cards(match)))]


def _open_card(match: Match[Any], keys: Keys, fight: Fight) -> BattleCard:
    shown: Any = fight.shown()
    linked = keys.battles.get(fight.key, "")
    table = "" if is_taken(match, linked) else linked
    return BattleCard(fight.key, fight.name, fight.game, shown.title, "open", seats=shown.seats, match=table)


def _past_cards(match: Match[Any]) -> Iterator[BattleCard]:
    for position, entry in enumerate(match.line):
        if isinstance(entry, Answered) and entry.is_result:
            _, game, name, key, _ = entry.asked
            fought = msgspec.convert(entry.answer, Fought)
            yield BattleCard(
                key,
                name,
                game,
                game,
                "fought",
                by=fought.by,
                match=fought.match,
                text=fought.outcome.text,
                position=position,
            )


class Battles:
    """What the hub does for campaigns."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._offers: dict[tuple[str, str], set[str]] = {}

    async def overview(self, match_id: str) -> list[BattleCard]:
        room = await self._hub.room(match_id)
        async with self._hub.held(room):
            return overview(room.match, self._hub.keys[match_id])

    async def form(self, match_id: str, token: str, key: str) -> dict[str, Any]:
        """The form of a result that is typed in: for those who may tell it."""
        room = await self._hub.room(match_id)
        async with self._hub.held(room):
            fight, _ = self._find(room, token, key)
            return fight.form({it.id: it.name for it in room.match.header.seats})

    def _find(self, room: Room, token: str, key: str) -> tuple[Fight, str | None]:
        """A battle that is to be fought, and the seat of whoever asks, who must be its host or have a part in it."""
        opened = self._hub.opens(room.match.header.id, token)
        fight, _ = battles_to_fight(room.match).get(key, (None, ""))
        if fight is None:
            raise UnknownMatch("no such battle is to be fought here now: it may have been fought just now")
        if not opened.is_host and opened.seat not in fight.played_by:
            raise self._hub.not_yours("token: only those who fight in it, and the host, may do that")
        return fight, opened.seat

    # ------------------------------------------------------------------ a table for a battle

    async def open(self, match_id: str, token: str, key: str) -> Opened:
        """The table of a battle: the one that was opened before, or a new one with the same tokens."""
        room = await self._hub.room(match_id)
        async with self._hub.held(room):
            fight, seat = self._find(room, token, key)
            if room.is_paused:
                raise AdjudgeError("the host has paused the campaign")
            side = next((it for it, holder in fight.seats.items() if holder == seat), "")
            linked = self._hub.keys[match_id].battles.get(key, "")
            if linked and not is_taken(room.match, linked) and await self._hub.has_table(linked):
                await self._hub.renew(linked, self._battle_keys(room, fight))
                return Opened(linked, side)
            return Opened(await self._open_new(room, fight), side)

    async def _open_new(self, room: Room, fight: Fight) -> str:
        """First the table is stored, then that it is the battle's: a table without a campaign is nobody's loss."""
        campaign = room.match.header.id
        hub = self._hub
        battle = await hub.setup.run(battle_match, fight, room.match, hub.new_secret(), hub.new_id())
        keys = self._battle_keys(room, fight)
        await self._hub.add(battle, keys)
        links = {**self._hub.keys[campaign].battles, fight.key: battle.header.id}
        await self._hub.put_keys(room, battles=links)
        note("battle opened", match=battle.header.id, game=battle.header.game, campaign=campaign)
        room.announce(UMPIRE_SPEAKS, f"The table is open: {fight.name or fight.rules.title}")
        return battle.header.id

    def _battle_keys(self, room: Room, fight: Fight) -> Keys:
        """Those who hold a seat of the campaign hold theirs in the battle by the same token."""
        mine = self._hub.keys[room.match.header.id]
        seats = {seat: mine.seats[holder] for seat, holder in fight.seats.items() if holder in mine.seats}
        return msgspec.structs.replace(
            mine,
            seats=seats,
            is_paused=False,
            battles={},
            campaign=room.match.header.id,
            fight=fight.key,
            inherited=Inherited(dict(fight.seats), mine.host, seats),
            warned=None,
        )

    async def heed_invitations(self, room: Room) -> None:
        """Lets in those who hold the campaign's seats by now, and shows out those who held them before."""
        match_id = room.match.header.id
        known = self._hub.keys[match_id].inherited
        if known is None:
            return
        campaign = await self._campaign_keys(self._hub.keys[match_id].campaign)
        if campaign is None:
            return
        seats = {seat: campaign.seats[holder] for seat, holder in known.holders.items() if holder in campaign.seats}
        if (campaign.host, seats) != (known.host, known.seats):
            async with self._hub.held(room):
                await self._take_over(room, msgspec.structs.replace(known, host=campaign.host, seats=seats))

    async def _campaign_keys(self, match_id: str) -> Keys | None:
        """None if its host has removed the campaign, or the store does not say just now: play goes on meanwhile."""
        with suppress(StoreFailed):
            kept = await self._hub.stored(note_of, self._hub.store, match_id)
            return None if kept is None else keys_in(kept, match_id)
        return None

    async def _take_over(self, room: Room, new: Inherited) -> None:
        """Only what changed at the campaign: the battle's own host may have invited somebody too. The room is held."""
        keys = self._hub.keys[room.match.header.id]
        known = keys.inherited
        if known is None or known == new:
            return
        changed = {it for it in new.holders if known.seats.get(it) != new.seats.get(it)}
        seats = {seat: token for seat, token in keys.seats.items() if seat not in changed}
        seats |= {seat: token for seat, token in new.seats.items() if seat in changed}
        hands_over = known.host != new.host
        await self._hub.put_keys(room, seats=seats, host=new.host if hands_over else keys.host, inherited=new)
        room.show_out([it for it in room.guests if it.seat in changed or (it.is_host and hands_over)], OUT)
        await room.show_all()

    # ------------------------------------------------------------------ results

    async def collect(self, match_id: str) -> None:
        """Takes the results of all tables of a campaign that are over. One that sleeps does so when it wakes."""
        room = self._hub.rooms.get(match_id)
        if room is None:
            return
        async with self._hub.held(room):
            while not room.is_paused and await self._collect_one(room):
                pass

    async def _collect_one(self, room: Room) -> bool:
        links = self._hub.keys[room.match.header.id].battles
        waiting = {
            links[key]: (fight, seat)
            for key, (fight, seat) in battles_to_fight(room.match).items()
            if key in links and not is_taken(room.match, links[key])
        }
        for battle in await self._hub.stored(self._hub.store.over, list(waiting)) if waiting else ():
            fight, seat = waiting[battle]
            try:
                fought = await self._result(room.match.header.id, fight, battle)
                await room.take(seat, msgspec.to_builtins(fought))
            except AdjudgeError as error:
                note("result refused", logging.ERROR, error=error, match=battle, campaign=room.match.header.id)
                continue
            note("result taken", match=battle, campaign=room.match.header.id)
            return True
        return False

    async def _result(self, campaign: str, fight: Fight, battle: str) -> Fought:
        """What a stored match says of a battle, if it was opened for that one."""
        match, keys = await self._hub.load(battle)
        if (keys.campaign, keys.fight) != (campaign, fight.key):
            raise BadInput("match", battle, "one that was opened for this battle")
        return await self._hub.play.run(fight.from_match, match)

    async def by_bots(self, match_id: str, token: str, key: str) -> str:
        """Bots fight a battle once all people in it want that. Returns who still has to agree, by name."""
        room = await self._hub.room(match_id)
        async with self._hub.held(room):
            fight, seat = self._find(room, token, key)
            if seat is None:
                raise self._hub.not_yours("token: only those who fight in it may leave it to bots")
            if room.is_paused:
                raise AdjudgeError("the host has paused the campaign")
            missing = self._agree(room, fight, seat)
        if not missing:
            await self._let_bots_fight(room, fight)
        return missing

    def _agree(self, room: Room, fight: Fight, seat: str) -> str:
        campaign, still = room.match.header.id, battles_to_fight(room.match)
        for key in [it for it in self._offers if it[0] == campaign and it[1] not in still]:
            del self._offers[key]  # fought in another way meanwhile
        agreed = self._offers.setdefault((campaign, fight.key), set())
        agreed.add(seat)
        names = {it.id: it.name for it in room.match.header.seats}
        missing = [names[it] for it in fight.played_by if it in room.match.people and it not in agreed]
        if missing:
            who = " and ".join(missing)
            room.announce(UMPIRE_SPEAKS, f"{names[seat]} would let bots fight {fight.name}; {who} has to agree")
        return " and ".join(missing)

    async def _let_bots_fight(self, room: Room, fight: Fight) -> None:
        """The campaign goes on meanwhile: it is not held while bots think."""
        fought = await self._hub.play.run(fight.by_bots, room.match.battle_seed(fight.key))
        async with self._hub.held(room):
            self._offers.pop((room.match.header.id, fight.key), None)
            _, seat = battles_to_fight(room.match).get(fight.key, (None, ""))
            if not seat:
                raise Refused(room.match.pending.rule if room.match.pending else "", "this battle has been fought")
            await room.take(seat, msgspec.to_builtins(fought))
