"""The GM's moves: general, terrain, enemy, battle. Each carries out what it says, then the question is: what do you do?

The GM moves on a miss, when everybody looks to the GM, and on an opening (gm.when). Maps and the scale of time are in
the GM's hands as well (gm.maps, gm.time-scale).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from adjudge.engine import Choose, ChooseSome, Deed, Table, Write
from adjudge.games.regiment.data import BANDS, gm_moves, numbers, weapons
from adjudge.games.regiment.places import is_there
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import conditions, engagement
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.attack import (
    carry_out,
    carry_out_all,
    lower_cover,
    resolve_fire,
    resolve_volley,
    take_position,
    volley,
)
from adjudge.games.regiment.rules.battle import (
    ask_who_fires,
    best_shot,
    enemies_in_sight,
    go,
    leave_the_fight,
    people_in_sight,
    tell_of,
)
from adjudge.games.regiment.rules.core import GM_MOVE, give_forward, spend_gear
from adjudge.games.regiment.rules.equipment import lay_smoke
from adjudge.games.regiment.rules.npcs import new_marks
from adjudge.games.regiment.rules.peripheral import spend_smokes
from adjudge.games.regiment.rules.playbooks import draw
from adjudge.games.regiment.state import Clock, Fire, Held, Place, Session, Soldier, Team, Vehicle
from adjudge.story import GM, Beat, Item, Speaker, effect, narrate
from adjudge.story.journal import enter
from adjudge.story.ledger import find, mark, open_items

Carry = Callable[[Table[Session], Speaker, str], None]
"""What a move does; the text is the soldier it is about, if it is about one."""

KINDS = {"general": "gm.general", "terrain": "gm.terrain", "enemy": "gm.enemy", "battle": "gm.battle"}
"""Each kind with the rule that lists it."""


class Does(NamedTuple):
    """What a move does, and when it can."""

    carry: Carry
    fits: Callable[[Session], bool] = lambda session: True


# ---------------------------------------------------------------------- when the GM moves


def owed(session: Session) -> list[Item]:
    """The moves that misses and openings have brought (gm.when)."""
    return [item for item in open_items(session.story) if item.kind == GM_MOVE]


def answer_item(number: int, table: Table[Session], speaker: Speaker) -> None:
    """The GM makes the move that is owed: first a kind, then one of it."""
    item = find(table.state.story, number)
    make_move(table, speaker, item.text)
    mark(table.state.story, number, "settled", item.source)


def answer_by_dice(number: int, table: Table[Session], speaker: Speaker) -> None:
    """story.oracle: a die picks among the moves that fit the moment."""
    item = find(table.state.story, number)
    titles = {id: title_of(id) for id in fitting(table.state)}
    carry(table, speaker, draw(table, speaker.hand, "story.oracle", titles), item.text)
    mark(table.state.story, number, "settled", item.source)


def make_move(table: Table[Session], speaker: Speaker, about: str = "") -> None:
    """gm.general, gm.terrain, gm.enemy, gm.battle."""
    kinds = [kind for kind in KINDS if any(id.startswith(f"{kind}/") for id in fitting(table.state))]
    kind = table.ask(speaker.hand, "gm.when", Choose(kinds, str.capitalize, prompt="Which kind of move?"))
    move_of_kind(kind, table, speaker, about)


def move_of_kind(kind: str, table: Table[Session], speaker: Speaker, about: str) -> None:
    ids = [id for id in fitting(table.state) if id.startswith(f"{kind}/")]
    if not ids:
        effect(table, KINDS[kind], "no such move fits now")
        return
    question = Choose(ids, lambda id: gm_moves()[id].title, prompt="Which move?")
    carry(table, speaker, table.ask(speaker.hand, KINDS[kind], question), about)


def title_of(id: str) -> str:
    """A move with its kind: some stand in two lists."""
    return f"{gm_moves()[id].kind}: {gm_moves()[id].title}"


def fitting(session: Session) -> list[str]:
    """The moves that can be carried out as things stand."""
    return [id for id in gm_moves() if MOVES[id].fits(session)]


def carry(table: Table[Session], speaker: Speaker, id: str, about: str) -> None:
    """The move happens; then, after every one: what do you do? (gm.what-do-you-do)"""
    rule, move = KINDS[id.partition("/")[0]], gm_moves()[id]
    session = table.state
    whom = (about,) if about in session.soldiers or about in session.teams or about in session.vehicles else ()
    words = "the GM's move on {whom}: {what}" if whom else "the GM's move: {what}"
    table.tell(rule, words, on=whom, whom=session.name(about) if whom else "", what=move.title)
    if move.told:
        effect(table, rule, "{told}", beat=Beat("gm", session.name(about) if whom else "", what=id), told=move.told)
    MOVES[id].carry(table, speaker, about)
    if table.state.engagement:
        table.state.engagement.answered = True
    table.tell("gm.what-do-you-do", "What do you do?")


# ---------------------------------------------------------------------- whom it is about


def victims(session: Session) -> list[str]:
    return [it.id for it in session.able_soldiers()]


def ask_soldier(table: Table[Session], speaker: Speaker, about: str, rule: str, prompt: str) -> Soldier | None:
    """One of the players' soldiers; the one who gave the opening comes first."""
    session = table.state
    ids = sorted(victims(session), key=lambda id: id != about)
    if not ids:
        return None
    return session.soldiers[table.ask(speaker.hand, rule, Choose(ids, session.name, prompt=prompt))]


def ask_team(table: Table[Session], speaker: Speaker, rule: str, prompt: str) -> Team | None:
    session = table.state
    ids = [it.id for it in session.teams.values() if it.side == "enemy" and it.is_able]
    return session.teams[table.ask(speaker.hand, rule, Choose(ids, session.name, prompt=prompt))] if ids else None


def ask_place(table: Table[Session], speaker: Speaker, rule: str, prompt: str, but: str = "") -> Place | None:
    session = table.state
    ids = [id for id in session.places if id != but]
    if not ids:
        return None
    words = {id: place.name for id, place in session.places.items()}
    return session.places[table.ask(speaker.hand, rule, Choose(ids, words.__getitem__, prompt=prompt))]


def has_enemies(session: Session) -> bool:
    return any(it.side == "enemy" and it.is_able for it in session.teams.values())


def has_fight(session: Session) -> bool:
    """Somebody to fire, and somebody to be fired at."""
    return bool(session.able_soldiers()) and any(it.is_able for it in enemies_in_sight(session))


def has_soldiers(session: Session) -> bool:
    return bool(session.able_soldiers())


# ---------------------------------------------------------------------- telling


def tell_it(suggestions: Sequence[str], table: Table[Session], speaker: Speaker, about: str) -> None:
    """A move that is told: the GM's words, which stand as they are. Words to begin with come one after the other."""
    told = [entry.text for entry in table.state.story.journal if entry.kind == "narration"]
    fresh = [it for it in suggestions if it not in told] or suggestions
    words = Write("Tell it", limit=1000, suggestion=fresh[0])
    narrate(table, GM, table.ask(speaker.hand, "gm.general", words), "gm.general", earned_by="a GM move")


def warn_and_ask(table: Table[Session], speaker: Speaker, about: str) -> None:
    """Tell the possible consequences, and ask whether they go on."""
    soldier = ask_soldier(table, speaker, about, "gm.general", "Who is warned?")
    tell_it(("This will cost something", "Nobody gets away with this for nothing"), table, speaker, about)
    if soldier:
        ask_player(table, soldier, "gm.general", "Do you go on?", "Go on all the same", "Think better of it")


def ask_player(table: Table[Session], soldier: Soldier, rule: str, prompt: str, yes: str, no: str) -> bool:
    words = {"no": no, "yes": yes}
    question = Choose(list(words), words.__getitem__, prompt=prompt)
    is_yes = table.ask(table.state.hand(soldier), rule, question) == "yes"
    effect(table, rule, "{who}: {what}", on=(soldier.id,), beat="decides", who=soldier.name, what=yes if is_yes else no)
    return is_yes


def offer_opportunity(table: Table[Session], speaker: Speaker, about: str) -> None:
    """An opportunity, with or without cost; who takes it gets +1 forward."""
    soldier = ask_soldier(table, speaker, about, "gm.general", "Who gets the opportunity?")
    if soldier is None:
        return
    tell_it(
        ("There is a chance, right now", "Now would be the moment", "For once nobody is looking"), table, speaker, about
    )
    prices = [it for it in PRICES if can_pay(table.state, soldier, it)]
    price = table.ask(speaker.hand, "gm.general", Choose(prices, PRICES.__getitem__, prompt="At what cost?"))
    if ask_player(table, soldier, "gm.general", f"Take it? Cost: {PRICES[price].lower()}", "Take it", "Leave it"):
        take_price(table, soldier, price, "gm.general")
        give_forward(table, soldier, "an opportunity", "gm.general")


PRICES = {"none": "Nothing", "gear": "1 gear", "smokes": "1 smoke", "supply": "1 supply", "stress": "1 stress"}


def can_pay(session: Session, soldier: Soldier, price: str) -> bool:
    has = {"gear": soldier.gear, "smokes": soldier.smokes, "supply": session.squad.supply}
    return has.get(price, 1) > 0


def take_price(table: Table[Session], soldier: Soldier, price: str, rule: str) -> None:
    """gm.buy-it: supply, gear or smokes; other prices are stress."""
    session = table.state
    if price == "gear":
        spend_gear(table, soldier, 1, rule)
    elif price == "smokes":
        spend_smokes(table, soldier, 1, rule)
    elif price == "supply":
        session.squad.supply -= 1
        effect(table, rule, "the unit gives 1 supply ({left} left)", beat="supply-gone", left=session.squad.supply)
    elif price == "stress":
        tracks.suffer(table, soldier, Harm(1, 0), rule)


# ---------------------------------------------------------------------- fire and harm


def inflict_fire(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.inflict-fire: an attack as established, worked out like any other (ruling.vehicle-npc-attacks)."""
    session = table.state
    ids = sorted((it.id for it in session.figures() if it.side == "friend" and it.is_able), key=lambda id: id != about)
    question = Choose(ids, session.name, prompt="Who is fired at?", about=lambda id: Deed("fire at", target=id))
    target = session.figure(table.ask(speaker.hand, "gm.inflict-fire", question))
    volley(table, ask_who_fires(table, target, "", "gm.inflict-fire"))


def friends_fire(table: Table[Session], speaker: Speaker) -> None:
    """attack.trigger: a friendly team or vehicle fires, and only NPCs are in it (ruling.who-rolls-vof)."""
    session = table.state
    question = Choose(under_friendly_fire(session), session.name, prompt="Who is fired at?")
    target = session.figure(table.ask(speaker.hand, "attack.trigger", question))
    volley(table, ask_who_fires(table, target, "", "attack.trigger"))
    if session.engagement:
        session.engagement.attacked += [it.id for it in enemies_in_sight(session, "friend")]


def has_friends_to_fire(session: Session) -> bool:
    return bool(under_friendly_fire(session))


def under_friendly_fire(session: Session) -> list[str]:
    """Enemies whom a friendly team or vehicle can fire at."""
    friends = [it for it in enemies_in_sight(session, "friend") if it.is_able]
    return [it.id for it in enemies_in_sight(session) if any(best_shot(session, friend, it) for friend in friends)]


def trade_harm(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.trade-harm: both suffer the other's attack."""
    session, rule = table.state, "gm.trade-harm"
    soldier = ask_soldier(table, speaker, about, rule, "Who trades harm?")
    if soldier is None:
        return
    replies = ask_who_fires(table, soldier, "", rule)
    given = [order for it in replies if (order := best_shot(session, soldier, session.figure(it.attacker)))]
    results = [resolve_volley(table, [order]) for order in (*given, *replies)]
    carry_out_all(table, [each for result in results for each in result])


def ambush(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.terrain: hidden enemies show themselves by firing; without any, the ground hides a new team."""
    reveal_hidden(table, speaker, about)
    inflict_fire(table, speaker, about)


def weak_point(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: fire at whoever has the least cover."""
    exposed = min(table.state.able_soldiers(), key=lambda it: (it.cover, not it.critical))
    volley(table, ask_who_fires(table, exposed, "", "gm.enemy"))


def eliminate(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: fire at whoever is most dangerous: the most dice in hand."""
    soldiers = table.state.able_soldiers()
    threat = max(soldiers, key=lambda it: max((weapons()[held.weapon].dice for held in it.weapons), default=0))
    volley(table, ask_who_fires(table, threat, "", "gm.enemy"))


def artillery(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.battle: a heavy mortar on a place, incidental for everybody there."""
    session = table.state
    place = ask_place(table, speaker, "gm.battle", "Where do the shells fall?")
    if place is None:
        return
    victims = [it for it in session.figures() if it.place == place.id and is_there(it)]
    for victim in victims:
        order = Fire("mortar-heavy", victim.id, splash=True, occasion="charge")
        carry_out(table, order, resolve_fire(table, order))


def suppress_them(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.suppress-them: the suppressed or pinned condition, as established."""
    session, rule = table.state, "gm.suppress-them"
    ids = sorted(victims(session), key=lambda id: id != about)
    question = ChooseSome(ids, session.name, least=1, prompt="Who is kept down?")
    chosen = table.ask(speaker.hand, rule, question)
    how = table.ask(speaker.hand, rule, Choose(["suppressed", "pinned"], str.capitalize, prompt="How?"))
    for id in chosen:
        put = conditions.suppress if how == "suppressed" else conditions.pin
        put(table, session.soldiers[id], "", rule)


def degrade_cover(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.degrade-cover: the cover of a soldier is lower."""
    soldier = ask_soldier(table, speaker, about, "gm.degrade-cover", "Whose cover is shot away?")
    if soldier:
        lower_cover(table, soldier, 1, "gm.degrade-cover")


# ---------------------------------------------------------------------- things


def consume(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.consume-resources: gear of a soldier, or supply of the unit."""
    session, rule = table.state, "gm.consume-resources"
    options = {f"gear/{it.id}": f"1 gear of {it.name}" for it in session.able_soldiers() if it.gear}
    if session.squad.supply:
        options["supply/"] = "1 supply of the unit"
    if not options:
        return
    ids = sorted(options, key=lambda key: key.partition("/")[2] != about)
    kind, _, id = table.ask(speaker.hand, rule, Choose(ids, options.__getitem__, prompt="What is used up?")).partition(
        "/"
    )
    soldier = session.soldiers[id] if id else session.able_soldiers()[0]
    take_price(table, soldier, kind, rule)


def has_things(session: Session) -> bool:
    return has_soldiers(session) and (session.squad.supply > 0 or any(it.gear for it in session.able_soldiers()))


def gear_fails(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.gear-can-fail: a weapon jams, and takes an action to make ready."""
    rule = "gm.gear-can-fail"
    soldier = ask_soldier(table, speaker, about, rule, "Whose gear fails?")
    if soldier is None or not soldier.weapons:
        return
    names = list(dict.fromkeys(held.weapon for held in soldier.weapons))
    question = Choose(names, lambda id: weapons()[id].title, prompt="What fails?")
    failed = table.ask(speaker.hand, rule, question)
    at = next(at for at, held in enumerate(soldier.weapons) if held.weapon == failed)
    soldier.weapons[at] = replace(soldier.weapons[at], loaded=False)
    effect(
        table,
        rule,
        "{who}'s {what} fails",
        on=(soldier.id,),
        beat="jams",
        who=soldier.name,
        what=weapons()[failed].title.lower(),
    )


def buy_it(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.buy-it: a price in supply, gear or smokes, to be paid or left."""
    soldier = ask_soldier(table, speaker, about, "gm.buy-it", "Who has to pay?")
    if soldier is None:
        return
    prices = [it for it in ("gear", "smokes", "supply") if can_pay(table.state, soldier, it)]
    if not prices:
        return
    price = table.ask(speaker.hand, "gm.buy-it", Choose(prices, PRICES.__getitem__, prompt="What is the price?"))
    if ask_player(table, soldier, "gm.buy-it", f"It costs {PRICES[price]}", "Pay", "Go without"):
        take_price(table, soldier, price, "gm.buy-it")


def steal(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: the enemy takes or destroys what the unit has."""
    consume(table, speaker, about)


# ---------------------------------------------------------------------- people and places


def separate(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.general: a soldier is somewhere else than the others."""
    soldier = ask_soldier(table, speaker, about, "gm.general", "Who is cut off?")
    place = soldier and ask_place(table, speaker, "gm.general", "Where are they?", soldier.place)
    if soldier and place:
        go(table, soldier, place.id, "gm.general")


def expose(rule: str, table: Table[Session], speaker: Speaker, about: str) -> None:
    """A soldier is out in the open: no cover, no concealment."""
    soldier = ask_soldier(table, speaker, about, rule, "Who is in the open?")
    if soldier:
        soldier.cover, soldier.concealed = 0, False
        effect(table, rule, "{who} is in the open", on=(soldier.id,), beat="in-the-open", who=soldier.name)


def corner(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.general: a soldier is cornered and cannot leave; or somebody is captured, which is told."""
    words = {"corner": "Corner a soldier: pinned", "capture": "Capture someone"}
    how = table.ask(speaker.hand, "gm.general", Choose(list(words), words.__getitem__, prompt="Which?"))
    if how == "capture":
        tell_it(("They have taken one of ours",), table, speaker, about)
        return
    soldier = ask_soldier(table, speaker, about, "gm.general", "Who is cornered?")
    if soldier:
        conditions.pin(table, soldier, "", "gm.general")


def hamper(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.terrain: the ground holds a soldier where they are."""
    soldier = ask_soldier(table, speaker, about, "gm.terrain", "Who is stuck in the ground?")
    if soldier:
        conditions.pin(table, soldier, "", "gm.terrain")


def limit_visibility(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.terrain: a place is hard to see into and out of."""
    place = ask_place(table, speaker, "gm.terrain", "Where can nobody see?")
    if place:
        place.concealment = True
        for figure in table.state.figures():
            if figure.place == place.id:
                figure.concealed = True
        effect(table, "gm.terrain", "{where} lies in haze", beat="haze", where=place.name)


def partisans(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.terrain: people of the country, for or against."""
    words = {"friend": "They are on our side", "enemy": "They are against us"}
    side = table.ask(speaker.hand, "gm.terrain", Choose(list(words), words.__getitem__, prompt="Partisans"))
    bring(table, speaker, "Partisans", side, "carbine", "gm.terrain")


def bring(table: Table[Session], speaker: Speaker, name: str, side: str, weapon: str, rule: str) -> None:
    """A new team of five on the field, as long as the GM's sheet has room (npc.team-notes)."""
    session = table.state
    if len(session.teams) >= numbers().teams_on_the_sheet:
        effect(table, "npc.team-notes", "the sheet holds no more teams")
        return
    place = ask_place(table, speaker, rule, "Where do they appear?")
    id = f"team-{session.story.number()}"
    team = Team(
        id=id, name=f"{name} {sum(it.name.startswith(name) for it in session.teams.values()) + 1}",
        side="friend" if side == "friend" else "enemy", place=place.id if place else "",
        marks=new_marks(numbers().team), weapons=[Held(weapon)],
    )  # fmt: skip
    session.teams[id] = team
    take_position(session, team)
    effect(
        table,
        rule,
        "{who} appears{where}",
        on=(team.id,),
        mark="appear",
        beat=Beat("appears" if side == "enemy" else "joins-in", team.name, where=place.name if place else ""),
        who=team.name,
        where=f" at {place.name}" if place else "",
    )


def reinforce(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: one more team."""
    bring(table, speaker, "Reinforcements", "enemy", "battle-rifle", "gm.enemy")


def fortify(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: a team digs in: its cover is 1 higher, up to a bunker's."""
    team = ask_team(table, speaker, "gm.enemy", "Who digs in?")
    if team:
        team.cover = min(team.cover + 1, 3)
        tell_of(table, team, "gm.enemy", "{who}: cover {cover} now", "digs-in", who=team.name, cover=team.cover)


def seize_position(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: a team takes a better place."""
    team = ask_team(table, speaker, "gm.enemy", "Who moves?")
    place = team and ask_place(table, speaker, "gm.enemy", "Where to?", team.place)
    if team and place:
        go(table, team, place.id, "gm.enemy")


def fall_back(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: a team falls back, to come again; or leaves the field."""
    team = ask_team(table, speaker, "gm.enemy", "Who falls back?")
    if team is None:
        return
    session = table.state
    options = [*(id for id in session.places if id != team.place), "off"]
    words = {id: place.name for id, place in session.places.items()} | {"off": "Off the field"}
    where = table.ask(speaker.hand, "gm.enemy", Choose(options, words.__getitem__, prompt="Where to?"))
    if where == "off":
        leave_the_fight(table, team, "withdrawn", "gm.enemy")
    else:
        go(table, team, where, "gm.enemy")


def support(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: one team's fire lets another raise their heads again."""
    held = [it for it in table.state.teams.values() if it.side == "enemy" and it.is_able and it.is_suppressed]
    for team in held[:1]:
        conditions.clear_one(table, team, "gm.enemy")
    if not held:
        inflict_fire(table, speaker, about)


def use_smoke(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: smoke over a place."""
    place = ask_place(table, speaker, "gm.enemy", "Where is the smoke?")
    if place:
        lay_smoke(table, place.id, "gm.enemy")


def gather_intel(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.enemy: the enemy learns; what the unit knew is worth less."""
    session = table.state
    if session.squad.intel:
        session.squad.intel -= 1
        effect(table, "gm.enemy", "the enemy is forewarned: 1 intel is worth nothing now", beat="forewarned")
    else:
        tell_it(("They know where the squad is", "Somebody over there is counting heads"), table, speaker, about)


def reveal_hidden(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.battle: units that nobody knew of."""
    hidden = hidden_units(table.state)
    if hidden:
        hidden[0].hidden = False
        where = table.state.places[hidden[0].place].name if hidden[0].place in table.state.places else "the field"
        unit = hidden[0]
        words = "{who} shows up at {where}"
        table.tell("gm.battle", words, reveal=True, on=(unit.id,), mark="appear", who=unit.name, where=where)
        enter(
            table.state.story, "gm.battle", f"{unit.name} shows up at {where}", Beat("appears", unit.name, where=where)
        )


def hidden_units(session: Session) -> list[Team | Vehicle]:
    units: list[Team | Vehicle] = [*session.teams.values(), *session.vehicles.values()]
    return [it for it in units if it.hidden and it.is_able]


def has_hidden(session: Session) -> bool:
    return bool(hidden_units(session))


def divert_support(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.battle: a friendly team is called away, or supply does not come."""
    session = table.state
    friends = [it for it in session.teams.values() if it.side == "friend" and it.is_able]
    options = [*(it.id for it in friends), *(["supply"] if session.squad.supply else [])]
    if not options:
        return
    question = Choose(options, lambda id: "1 supply" if id == "supply" else session.name(id), prompt="What is lost?")
    lost = table.ask(speaker.hand, "gm.battle", question)
    if lost == "supply":
        session.squad.supply -= 1
        effect(table, "gm.battle", "1 supply is lost", beat="supply-gone")
    else:
        leave_the_fight(table, session.teams[lost], "withdrawn", "gm.battle")


def fog_of_war(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.battle: nobody knows where an enemy team is any more."""
    seen = [it.id for it in people_in_sight(table.state)]
    if not seen:
        return
    question = Choose(seen, table.state.name, prompt="Who is lost from sight?")
    team = table.state.teams[table.ask(speaker.hand, "gm.battle", question)]
    team.concealed = True
    effect(table, "gm.battle", "{who} is hard to make out", on=(team.id,), beat="lost-from-sight", who=team.name)


# ---------------------------------------------------------------------- time


def downtime(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.downtime, on any scale of time (gm.time-scale)."""
    scale = list(numbers().time_scale[2:])
    question = Choose(scale, str.capitalize, prompt="How long?")
    table.ask(speaker.hand, "gm.time-scale", question)
    engagement.give_downtime(table)


def is_quiet(session: Session) -> bool:
    return session.engagement is None and not session.downtime


def new_clock(table: Table[Session], speaker: Speaker) -> None:
    """ruling.missing-countdown: six steps and a stated end."""
    session, rule = table.state, "gm.countdown-clock"
    title = table.ask(speaker.hand, rule, Write("What does the clock count?", limit=80, suggestion="Reinforcements"))
    end = table.ask(speaker.hand, rule, Write("What happens at its end?", limit=200, suggestion="They arrive"))
    session.clocks.append(Clock(session.story.number(), title, end, engagement.clock_size(), goes_on=True))


def advance_clock(table: Table[Session], speaker: Speaker, about: str) -> None:
    """gm.countdown-clock: the next step; at the last its end comes true."""
    session = table.state
    running = {it.id: it for it in session.clocks if it.marked < it.steps}
    question = Choose(list(running), lambda id: running[id].title, prompt="Which clock?")
    clock = running[table.ask(speaker.hand, "gm.countdown-clock", question)]
    tick(table, clock)


def tick(table: Table[Session], clock: Clock) -> None:
    session = table.state
    after = replace(clock, marked=clock.marked + 1)
    session.clocks[session.clocks.index(clock)] = after
    effect(
        table,
        "gm.countdown-clock",
        "{title}: {marked} of {steps}",
        beat=Beat("clock", what=clock.title, how=clock_stage(after), number=after.marked),
        title=clock.title,
        marked=after.marked,
        steps=clock.steps,
    )
    if after.marked == after.steps:
        effect(
            table,
            "gm.countdown-clock",
            "{title} runs out: {end}",
            beat=Beat("clock-out", what=clock.end),
            title=clock.title,
            end=clock.end,
        )


def clock_stage(clock: Clock) -> str:
    """How near its end is, in a word."""
    left = clock.steps - clock.marked
    return "last" if left <= 1 else "early" if clock.marked * 2 < clock.steps else "late"


def has_clock(session: Session) -> bool:
    return any(it.marked < it.steps for it in session.clocks)


# ---------------------------------------------------------------------- the lists


def _told(*suggestions: str) -> Does:
    return Does(partial(tell_it, suggestions))


MOVES: dict[str, Does] = {
    "general/chaos": _told("The noise is everywhere", "Somebody runs past, the wrong way", "Nobody hears the order"),
    "general/danger": _told("Something is coming", "Engines, not far off", "There are voices where nobody should be"),
    "general/inflict-fire": Does(inflict_fire, has_fight),
    "general/consequences-and-ask": Does(warn_and_ask),
    "general/opportunity": Does(offer_opportunity, has_soldiers),
    "general/separate": Does(separate, lambda it: has_soldiers(it) and len(it.places) > 1),
    "general/tough-spot": Does(partial(expose, "gm.general"), has_soldiers),
    "general/trade-harm": Does(trade_harm, has_fight),
    "general/news": _told("A letter has come", "The radio has news from another front"),
    "general/downtime": Does(downtime, is_quiet),
    "general/consume": Does(consume, has_things),
    "general/gear-fails": Does(gear_fails, has_soldiers),
    "general/corner": Does(corner, has_soldiers),
    "general/buy-it": Does(buy_it, has_things),
    "general/turn-back": _told("It turns against the squad", "It was the wrong thing to do"),
    "general/show-consequences": _told("This is what came of it", "Afterwards the ground looks different"),
    "general/battle-move": Does(partial(move_of_kind, "battle")),
    "general/enemy-move": Does(partial(move_of_kind, "enemy"), has_enemies),
    "general/clock": Does(advance_clock, has_clock),
    "general/what-do-you-do": _told("What do you do?"),
    "terrain/ambush": Does(ambush, has_fight),
    "terrain/exposure": Does(partial(expose, "gm.terrain"), has_soldiers),
    "terrain/hampered": Does(hamper, has_soldiers),
    "terrain/visibility": Does(limit_visibility, lambda it: bool(it.places)),
    "terrain/lost": Does(separate, lambda it: has_soldiers(it) and len(it.places) > 1),
    "terrain/partisans": Does(partisans),
    "enemy/weak-point": Does(weak_point, has_fight),
    "enemy/eliminate": Does(eliminate, has_fight),
    "enemy/recon": Does(gather_intel, has_enemies),
    "enemy/fortify": Does(fortify, has_enemies),
    "enemy/steal": Does(steal, lambda it: has_enemies(it) and has_things(it)),
    "enemy/suppress": Does(suppress_them, has_fight),
    "enemy/superior": Does(seize_position, lambda it: has_enemies(it) and len(it.places) > 1),
    "enemy/degrade-cover": Does(degrade_cover, has_fight),
    "enemy/support": Does(support, has_fight),
    "enemy/reinforce": Does(reinforce, has_enemies),
    "enemy/smoke": Does(use_smoke, lambda it: has_enemies(it) and bool(it.places)),
    "enemy/fall-back": Does(fall_back, has_enemies),
    "battle/dangerous-opportunity": Does(offer_opportunity, has_soldiers),
    "battle/hidden-units": Does(reveal_hidden, has_hidden),
    "battle/artillery": Does(artillery, lambda it: bool(it.places)),
    "battle/divert-support": Does(divert_support),
    "battle/orders": _told(
        "New orders come in, and they contradict the old", "The radio wants the squad somewhere else"
    ),
    "battle/gear-fails": Does(gear_fails, has_soldiers),
    "battle/fog": Does(fog_of_war, has_fight),
}
"""Every move of the four lists, by its id."""

assert set(MOVES) == set(gm_moves())


def bands_in_words(session: Session, place: Place) -> str:
    """gm.maps: how far a place is from the others, for the GM's map."""
    by_band = {
        band: [session.places[id].name for id in session.places if place.bands.get(id) == band] for band in BANDS
    }
    return "; ".join(f"{band}: {', '.join(names)}" for band, names in by_band.items() if names)
