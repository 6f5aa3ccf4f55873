"""The state of a battle, and its rules in the order of the rulebook. A rule asks, rolls and tells, and nothing else."""

from typing import Annotated

from msgspec import Meta, Struct

from adjudge.engine import Choose, Deed, Outcome, PickPoint, Procedure, Reading, Table, at_least, step
from adjudge.engine.questions import Forecast
from adjudge.field.kit import Standing

from .field import FIELD, Fighter

MOVE, RANGE = 6.0, 12.0
RIVAL = {"red": "blue", "blue": "red"}
NAMES = {"red": ("Rosa", "Rami", "Ruth"), "blue": ("Bela", "Bryn", "Bo")}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set before a match: `adjudge play … --option rounds=10`."""

    rounds: Annotated[int, Meta(ge=1, le=30, description="rounds until it is a draw")] = 8


class Battle(Struct):
    """Plain data. What never changes, such as the map, stays out of it."""

    figures: dict[str, Fighter]
    rounds: int
    round: int = 1
    up: str = "red"

    def standing(self, seat: str = "") -> list[Fighter]:
        return [it for it in self.figures.values() if it.life > 0 and seat in ("", it.seat)]


def start(options: Options) -> Battle:
    """Each band along its edge of the table."""
    row = {"red": 2.0, "blue": 22.0}
    fighters = [
        Fighter(f"{seat}-{number}", 6.0 * number, row[seat], seat, name)
        for seat, names in NAMES.items()
        for number, name in enumerate(names, 1)
    ]
    return Battle({it.id: it for it in fighters}, options.rounds)


def turn(table: Table[Battle]) -> None:
    """One activation: a figure walks, then shoots or holds its fire."""
    seat = table.state.up
    ready = [it.id for it in table.state.standing(seat) if not it.acted]
    names = {it.id: it.name for it in table.state.standing()}
    question = Choose(ready, names.__getitem__, prompt="Who acts?", about=lambda id: Deed("act", figure=id))
    actor = table.ask(seat, "turn.activate", question)
    walk(table, actor)
    fire(table, actor)
    table.state.figures[actor].acted = True
    pass_on(table)


def walk(table: Table[Battle], actor: str) -> None:
    figure, enemies = table.state.figures[actor], table.state.standing(RIVAL[table.state.up])
    spot = PickPoint(
        FIELD.walk(figure, table.state.standing(), MOVE),
        prompt=f"{figure.name} walks where?",
        figure=actor,
        outlook=FIELD.outlook(figure, enemies, attack=attack, note=in_cover, rule="shoot.sight"),
    )
    figure.x, figure.y = table.ask(figure.seat, "move.walk", spot)
    table.tell("move.walk", "{name} walks", name=figure.name, on=(actor,), mark="move", at=figure.at)


def attack(shooter: Standing, target: Standing) -> Forecast | None:
    """The rule that a shot would run, for the odds on the screen; None out of range."""
    return (lambda odds: shoot(odds, shooter.id, target.id)) if FIELD.is_within(shooter, target, RANGE) else None


def in_cover(shooter: Standing, target: Standing) -> str:
    return "in cover" if FIELD.cover(shooter, target) else ""


def fire(table: Table[Battle], actor: str) -> None:
    battle = table.state
    shooter = battle.figures[actor]
    targets = [it.id for it in battle.standing(RIVAL[shooter.seat]) if may_shoot(shooter, it)]
    if not targets:
        return
    question = Choose(
        [*targets, "hold"],
        lambda id: "Hold your fire" if id == "hold" else f"Shoot {battle.figures[id].name}",
        prompt=f"{shooter.name} shoots at whom?",
        about=lambda id: Deed("hold", figure=actor) if id == "hold" else Deed("shoot", figure=actor, target=id),
        forecast=lambda id: None if id == "hold" else lambda odds: shoot(odds, actor, id),
    )
    target = table.ask(shooter.seat, "shoot.target", question)
    if target != "hold":
        carry_out(table, actor, target, shoot(table, actor, target))


def may_shoot(shooter: Standing, target: Standing) -> bool:
    return FIELD.is_within(shooter, target, RANGE) and FIELD.sees(shooter, target)


@step
def shoot(table: Table[Battle], actor: str, target: str) -> str:
    """Finds out what comes of a shot and changes nothing: play, odds and the desk all run this very function."""
    shooter, figure = table.state.figures[actor], table.state.figures[target]
    hits = table.roll(aim(bool(FIELD.cover(shooter, figure))), "shoot.hit", shooter.seat)
    if not hits:
        return "misses"
    return "drops" if figure.life <= hits else "wounds"


def aim(is_covered: bool) -> Reading[int]:
    """How many of two dice hit: on 4 or more, in cover on 5 or more."""
    return at_least(2, 5 if is_covered else 4)


def carry_out(table: Table[Battle], actor: str, target: str, verdict: str) -> None:
    figure = table.state.figures[target]
    figure.life -= {"misses": 0, "wounds": 1, "drops": figure.life}[verdict]
    table.tell(
        "shoot.hit",
        f"{{shooter}} {verdict} {{target}}",
        on=(actor, target),
        mark="miss" if verdict == "misses" else "hit",
        shooter=table.state.figures[actor].name,
        target=figure.name,
    )


def pass_on(table: Table[Battle]) -> None:
    """The bands take turns as long as both have somebody left to act; then the round is over."""
    battle = table.state
    waiting = {seat for seat in RIVAL if any(not it.acted for it in battle.standing(seat))}
    if not waiting:
        for figure in battle.figures.values():
            figure.acted = False
        battle.round += 1
        waiting = {seat for seat in RIVAL if battle.standing(seat)}
        table.tell("turn.round", "round {round} begins", round=battle.round)
    battle.up = RIVAL[battle.up] if RIVAL[battle.up] in waiting else battle.up


def outcome(battle: Battle) -> Outcome | None:
    """How the battle ended, or None while it goes on."""
    left = [seat for seat in RIVAL if battle.standing(seat)]
    if len(left) == 1:
        return Outcome("{winners} holds the farm", "end.last", tuple(left))
    return Outcome("The night parts them", "end.night") if battle.round > battle.rounds else None


class Shot(Struct, frozen=True, forbid_unknown_fields=True):
    """A shot for the desk: `adjudge odds … shot --set cover=true`."""

    cover: Annotated[bool, Meta(description="whether the target is in cover")] = False
    life: Annotated[int, Meta(ge=1, le=2, description="life that the target has left")] = 2


def situate(shot: Shot) -> Battle:
    """A small table for the desk: the target stands behind the low wall, or in the open."""
    shooter = Fighter("red-1", 12.0, 6.0, "red", "the shooter")
    target = Fighter("blue-1", 12.0, 13.0 if shot.cover else 9.0, "blue", "the target", shot.life)
    return Battle({it.id: it for it in (shooter, target)}, 1)


PROCEDURES = (
    Procedure(
        name="shot",
        title="A shot",
        rule="shoot.hit",
        params=Shot,
        situate=situate,
        run=lambda table, shot: shoot(table, "red-1", "blue-1"),
    ),
)
