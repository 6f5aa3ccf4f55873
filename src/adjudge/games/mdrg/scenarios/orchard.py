"""Battle in the Orchard: fruit trees, one of which is like no other, and attackers from all sides."""

from __future__ import annotations

from math import hypot

from adjudge import engine
from adjudge.engine import Choose, Table, step, total
from adjudge.engine.moments import answers
from adjudge.engine.questions import Point
from adjudge.field import Circle, Piece
from adjudge.field.layout import Sketch, gap, middle_of
from adjudge.field.maps import Battlemap
from adjudge.field.points import Box
from adjudge.games.mdrg.ability import Special, special
from adjudge.games.mdrg.aims import comes_from, heads_for, worth_doing
from adjudge.games.mdrg.book import Scale
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import clings, enemies_of, is_artificial, named, refresh
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import apart, base_of, ground, length
from adjudge.games.mdrg.rules.actions import aftermath, invites
from adjudge.games.mdrg.rules.battlefield import SIDES, comes_from_all_sides, laid, placing, zone_in
from adjudge.games.mdrg.rules.lurkers import lets_lurk
from adjudge.games.mdrg.rules.quality import quality_roll, steadies
from adjudge.games.mdrg.scenarios.occasion import Scenario, beside, having, is_able, wrong_number
from adjudge.games.mdrg.state import Battle, Figure, Item, Side
from adjudge.games.mdrg.sticks import flies
from adjudge.games.mdrg.view import landmarks, prize

ID = "battle-in-the-orchard"
TREE, PATCH = "tree", "vegetables"
FRUIT, FED = "fruit", "nourished"
THIRDS = (0.2, 0.5, 0.8)


@special(ID)
class Orchard(Scenario):
    """scenario.orchard-terrain, scenario.orchard-deployment, scenario.orchard-mutant-tree."""

    def draw(self, sketch: Sketch, scale: Scale) -> None:
        """Eight trees in rows around the middle, and vegetables between them (sp-orchard-scenery)."""
        short, number = scale.sticks.short, 0
        for across in THIRDS:
            for up in THIRDS:
                if across == up == THIRDS[1]:
                    continue
                number += 1
                x = sketch.width * across + sketch.between(-0.3, 0.3) * short
                y = sketch.depth * up + sketch.between(-0.3, 0.3) * short
                sketch.lay(tree(number, (x, y), 0.2 * short, short))
        sketch.strew(
            "patch",
            ((PATCH, "vegetables"),),
            5,
            long=(1.2 * short, 2.0 * short),
            deep=(0.6 * short, 1.0 * short),
            margin=short,
            fits=lambda piece: all(gap(piece, other) >= 0.2 * short for other in sketch.pieces),
        )

    def objections(self, battlemap: Battlemap, scale: Scale) -> list[str]:
        """At least six trees, in every quarter of the table, and vegetables."""
        trees = having(battlemap, TREE)
        found = wrong_number(trees, "fruit trees: pieces of the kind tree", 6)
        found += wrong_number(having(battlemap, PATCH), "patches of vegetables", 1)
        x, y = battlemap.width / 2, battlemap.depth / 2
        quarters = {(a >= x, b >= y) for a, b in map(middle_of, trees)}
        return found if len(quarters) == 4 else [*found, "the trees are not spread over all quarters of the table"]

    @answers(laid)
    def laid(self, table: Table[Battle]) -> None:
        """One tree at random bears the fruit; everybody sees which (sp-orchard-fruit)."""
        trees = sorted(piece.id for piece in having(table.state.map, TREE))
        rule = "scenario.orchard-mutant-tree"
        table.state.site.special = trees[table.roll(total(1, len(trees)), rule) - 1]
        table.tell(rule, "one of the trees is a mutant and bears nourishing fruit")

    # Deployment

    @answers(comes_from_all_sides)
    def comes_from_all_sides(self) -> bool:
        return True

    @answers(placing)
    def placing(self, table: Table[Battle], figure: Figure) -> None:
        """scenario.orchard-deployment: once the defender stands, attackers come from any side, each model as it likes;
        all are set up before the first turn (sp-deployment-default)."""
        if figure.seat == table.state.defender:
            return
        question = Choose(
            list(SIDES),
            prompt=f"from which side does {named(figure)} come?",
            about=lambda side: engine.Deed("side", figure.id, item=side),
            facts={"figure": figure.id},
        )
        table.state.site.entries[figure.id] = table.ask(figure.seat, "scenario.orchard-deployment", question)

    @answers(zone_in)
    def zone_in(self, state: Battle, figure: Figure) -> Box | None:
        """The defender anywhere that is Long from every side."""
        if figure.seat != state.defender:
            return None
        margin, field = length(state, "long") + base_of(state, figure).diameter / 2, ground(state)
        return (margin, margin, field.width - margin, field.depth - margin)

    @answers(lets_lurk)
    def lets_lurk(self, state: Battle) -> bool:
        """Every Mutated Plant may lurk here, unless the table plays otherwise (sp-orchard-lurkers)."""
        return state.rulings.sp_orchard_lurkers == "every-plant"

    # Fruit

    @answers(invites)
    def invites(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        deeds = _with_fruit(figure)
        if not is_able(figure) or not actions:
            return deeds
        if may_pick(state, figure):
            deeds.append(_pick_deed(state, figure))
        return deeds + [_take_deed(state, number) for number in fruit_beside(state, figure)]

    @answers(aftermath)
    def aftermath(self, table: Table[Battle]) -> None:
        """The fruit of one that is killed lies where it died."""
        for death in table.state.deaths:
            figure = by_id(table.state, death.figure)
            while figure.gear.get(FRUIT):
                put_down(table, figure)

    @answers(landmarks)
    def landmarks(self, state: Battle) -> list[engine.Piece]:
        if not state.site.special:
            return []
        at = middle_of(ground(state).by_id[state.site.special])
        return [engine.Piece("fruit-tree", *at, "fruit tree", radius=8.0, mood="good", tags=("nourishing fruit",))]

    @answers(prize)
    def prize(self, state: Battle) -> str:
        fed = dict.fromkeys(state.seats, 0)
        for figure in state.figures.values():
            if figure.seat in fed:
                fed[figure.seat] += FED in figure.effects
        return "Fed on fruit: " + ", ".join(f"{seat.capitalize()} {count}" for seat, count in fed.items())

    @answers(heads_for)
    def heads_for(self, state: Battle, figure: Figure) -> Point | None:
        """The tree, for those who could use a fruit, as long as it is nearer than the enemy."""
        if not wants_fruit(state, figure):
            return None
        at = middle_of(ground(state).by_id[state.site.special])
        away = hypot(at[0] - figure.x, at[1] - figure.y)
        foe = min((apart(state, figure, enemy) for enemy in enemies_of(state, figure)), default=999.0)
        return at if away < min(foe, 1.5 * length(state, "long")) else None

    @answers(comes_from)
    def comes_from(self, state: Battle, figure: Figure) -> Side:
        """The side nearest to the tree."""
        field, (x, y) = ground(state), middle_of(ground(state).by_id[state.site.special])
        away: dict[Side, float] = {"south": y, "north": field.depth - y, "west": x, "east": field.width - x}
        return min(SIDES, key=lambda side: away[side])

    @answers(worth_doing)
    def worth_doing(self, state: Battle, figure: Figure, deed: engine.Deed) -> float:
        if deed.kind == "eat":
            return 0.9
        return 0.35 if deed.kind in ("pick-fruit", "take-fruit") and wants_fruit(state, figure) else 0.0


def tree(number: int, at: Point, radius: float, height: float) -> Piece:
    """A small solid thing that can be climbed (sp-orchard-scenery)."""
    traits = frozenset({TREE, "climbable"})
    return Piece(f"{TREE}-{number}", (Circle(at, radius),), traits, f"tree {number}", height=height)


def wants_fruit(state: Battle, figure: Figure) -> bool:
    """Whether a model has something to gain by a fruit."""
    return bool(state.site.special) and not is_artificial(figure) and FED not in figure.effects


def may_pick(state: Battle, figure: Figure) -> bool:
    """Beside the tree, one fruit for each picker."""
    special = state.site.special
    return bool(special) and figure.id not in state.site.picked and beside(state, figure, special)


def needs_no_roll(figure: Figure) -> bool:
    """Whoever clings or flies gets up there as it likes."""
    return clings(figure) or flies(figure)


@step
def resolve_picking(table: Table[Battle], figure: Figure) -> bool:
    """scenario.orchard-mutant-tree: a Quality roll on one die to climb up (sp-orchard-fruit)."""
    rule = "scenario.orchard-mutant-tree"
    picked = needs_no_roll(figure) or quality_roll(table, figure, 1, "climb", rule).successes == 1
    words = "picks a fruit" if picked else "does not get up the tree"
    table.tell(rule, "{name} {words}", name=named(figure), words=words)
    return picked


def _pick_deed(state: Battle, figure: Figure) -> Deed:
    me, special = figure.id, state.site.special

    def do(table: Table[Battle], figure: Figure) -> None:
        if resolve_picking(table, figure):
            table.state.site.picked.append(figure.id)
            figure.gear[FRUIT] = figure.gear.get(FRUIT, 0) + 1

    def outcome(table: Table[Battle]) -> Outcome:
        return Outcome("works" if resolve_picking(table, by_id(table.state, me)) else "nothing")

    rule = "scenario.orchard-mutant-tree"
    return Deed("pick-fruit", "climb up and pick a fruit", 1, rule, do, thing=special, forecast=outcome)


def _with_fruit(figure: Figure) -> list[Deed]:
    """Free, at any moment: to eat a fruit, or to put it down for another (passing-items)."""
    if not figure.gear.get(FRUIT):
        return []
    rule = "scenario.orchard-mutant-tree"
    eating = [Deed("eat", "eat the fruit", 0, rule, eat, item=FRUIT)] if FED not in figure.effects else []
    return [*eating, Deed("put-down", "put the fruit down", 0, "actions.drop", put_down, item=FRUIT)]


def eat(table: Table[Battle], figure: Figure) -> None:
    """One for each eater; machines gain nothing by it."""
    figure.gear[FRUIT] -= 1
    figure.effects.append(FED)
    refresh(figure)
    table.tell("scenario.orchard-mutant-tree", "{name} eats the fruit", name=named(figure))


def put_down(table: Table[Battle], figure: Figure) -> None:
    figure.gear[FRUIT] -= 1
    table.state.items.append(Item(FRUIT, figure.x, figure.y))
    table.tell("actions.drop", "{name} puts the fruit down", name=named(figure))


def fruit_beside(state: Battle, figure: Figure) -> list[int]:
    """The fruit that lies within a model's reach, by its place among the things on the table."""
    near = base_of(state, figure).diameter
    return [
        number
        for number, one in enumerate(state.items)
        if one.item == FRUIT and abs(one.x - figure.x) <= near and abs(one.y - figure.y) <= near
    ]


def _take_deed(state: Battle, number: int) -> Deed:
    at = (state.items[number].x, state.items[number].y)

    def do(table: Table[Battle], figure: Figure) -> None:
        table.state.items.pop(number)
        figure.gear[FRUIT] = figure.gear.get(FRUIT, 0) + 1
        table.tell("actions.pick-up", "{name} takes the fruit", name=named(figure))

    return Deed(f"take-fruit:{number}", "take the fruit", 1, "actions.pick-up", do, item=FRUIT, at=at)


@special(FED)
class Nourished(Special):
    """scenario.orchard-mutant-tree: +1 on the Quality rolls of an organic model for the rest of the game."""

    rule = "scenario.orchard-mutant-tree"
    lasts = True

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return 0 if is_artificial(figure) else 1
