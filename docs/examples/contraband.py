"""Contraband: draw as often as you dare, sell what you have, or press your rival for what you think is in that hand."""

from random import Random

from msgspec import Struct

from adjudge.engine import (
    Asked, Bar, Card, Cards, Choose, Deed, Game, Option, Outcome, Pack, Rule, Rulebook, Scene, Seat, Table, card_id,
)

RIVAL = {"red": "blue", "blue": "red"}
GOODS, PATROL = {"silk": 8, "spice": 7, "rum": 6, "tea": 5}, "patrol"
RULES = {
    "contraband.deal": "Deal each smuggler two goods. Then shuffle the six patrols into the deck.",
    "contraband.act": "On your turn draw a card, sell one kind of goods, or press your rival for a kind that you hold.",
    "contraband.draw": "Goods go into your hand. A patrol is shown: throw your whole hand overboard.",
    "contraband.sell": "Discard all goods of one kind. They bring in their number times itself: 1, 4, 9, 16 coins.",
    "contraband.press": "The rival hands over all goods of that kind. If there are none, you discard one of yours.",
    "contraband.end": "The first with 25 coins wins; once the deck is empty, whoever has more.",
}

class Cove(Struct):
    pack: Pack
    coins: dict[str, int]
    up: str = ""

def start(options: object) -> Cove:
    return Cove(Pack.new([kind for kind, many in GOODS.items() for _ in range(many)], RIVAL), dict.fromkeys(RIVAL, 0))

def turn(table: Table[Cove]) -> None:
    cove, seat = table.state, table.state.up
    if not seat:
        for who in RIVAL:
            cove.pack.draw(table, "contraband.deal", who, 2)
        cove.pack.deck.add([PATROL] * 6)
    else:
        acts = Choose(options(cove, seat), lambda act: words(seat, act), prompt="What now?",
                      forecast=lambda act: lambda odds: do(odds, seat, act))
        do(table, seat, table.ask(seat, "contraband.act", acts))
    cove.up = RIVAL[seat] if seat else "red"

def options(cove: Cove, seat: str) -> list[str]:
    held = [kind for kind in GOODS if kind in cove.pack.hand(seat).cards]
    pressed = held if cove.pack.hand(RIVAL[seat]).size else []
    return ["draw", *(f"sell {kind}" for kind in held), *(f"press {kind}" for kind in pressed)]

def words(seat: str, act: str) -> Option:
    verb, _, kind = act.partition(" ")
    label = {"draw": "Draw a card", "sell": f"Sell {kind}", "press": f"Press for {kind}"}[verb]
    return Option(act, label, figure=card_id(seat, kind) if kind else "deck", deed=Deed(verb, item=kind))

def do(table: Table[Cove], seat: str, act: str) -> str:
    verb, _, kind = act.partition(" ")
    return draw(table, seat) if verb == "draw" else (sell if verb == "sell" else press)(table, seat, kind)

def draw(table: Table[Cove], seat: str) -> str:
    pack = table.state.pack
    (card,) = pack.draw(table, "contraband.draw", seat)
    if card == PATROL:
        table.tell("contraband.draw", "A patrol! {seat} throws everything overboard", reveal=True, seat=seat)
        for lost in [*pack.hand(seat).cards]:
            pack.move(lost, seat)
    return card

def sell(table: Table[Cove], seat: str, kind: str) -> str:
    cove, sold = table.state, table.state.pack.hand(seat).cards.count(kind)
    for _ in range(sold):
        cove.pack.move(kind, seat)
    cove.coins[seat] += sold * sold
    table.tell("contraband.sell", "{seat} sells {sold} {kind}", reveal=True, seat=seat, sold=sold, kind=kind)
    return f"{sold * sold} coins"

def press(table: Table[Cove], seat: str, kind: str) -> str:
    pack, rival = table.state.pack, RIVAL[seat]
    found = pack.look(table, "contraband.press", rival).count(kind)
    for _ in range(found):
        pack.move(kind, rival, seat)
    if not found:
        pack.move(kind, seat)
    table.tell("contraband.press", "{seat} gets {found} {kind}", reveal=True, seat=seat, kind=kind, found=found)
    return f"{found} {kind}" if found else "nothing"

def outcome(cove: Cove) -> Outcome | None:
    is_out = bool(cove.up) and not cove.pack.deck.size
    rich = [seat for seat, coins in cove.coins.items() if coins >= (max(cove.coins.values()) if is_out else 25)]
    return Outcome("{winners} got rich", "contraband.end", tuple(rich)) if rich else None

def view(cove: Cove, seat: str | None) -> Cove:
    return Cove(cove.pack.seen_by(seat, deck=[PATROL]), dict(cove.coins), cove.up)

def imagine(seen: Cove, seat: str | None, rng: Random) -> Cove:
    return Cove(seen.pack.imagined(rng), dict(seen.coins), seen.up)

def scene(cove: Cove, seat: str | None) -> Scene:
    mine = seat if seat in RIVAL else "red"
    titles = {"deck": "Deck", "discard": "Overboard", **{who: f"{who.title()}'s hand" for who in RIVAL}}
    cards = cove.pack.spread(mine, "deck", "discard", RIVAL[mine], titles=titles)
    purses = [Card(f"{who} purse", who.title(), seat=who, bars=(Bar("coins", coins, 25),),
                   mood="active" if who == cove.up else "") for who, coins in cove.coins.items()]
    return Scene("In the cove", (cards, Cards("Purses", tuple(purses))))

def broker(asked: Asked) -> str:
    """Sells three of a kind, or two once a patrol is likely; else draws."""
    pack: Pack = asked.view.pack
    hand, risk = pack.hand(asked.seat).cards, pack.deck.cards.count(PATROL) / pack.deck.size
    best = max(GOODS, key=hand.count)
    return f"sell {best}" if hand.count(best) >= (2 if risk > 0.2 else 3) else "draw"

game = Game(
    id="contraband", title="Contraband", version="1", players="2", family="cards", state=Cove, start=start, turn=turn,
    blurb="Draw, sell, or press your rival for what you think is in that hand. A patrol takes it all.",
    seats=lambda options: [Seat(seat, seat.title()) for seat in RIVAL], outcome=outcome, view=view, imagine=imagine,
    scene=scene, goal=lambda cove, seat: " · ".join(f"{who} {coins} of 25 coins" for who, coins in cove.coins.items()),
    rules=Rulebook("contraband", "Contraband", tuple(Rule(id, text) for id, text in RULES.items())),
    measures=lambda cove: {f"{seat}'s coins": coins for seat, coins in cove.coins.items()},
    bots={"broker": broker}, default_bot="broker",
)
