"""NPCs: one strength track in place of wounds and stress, for enemies and friends alike (ruling.npc-allies).

A team is five soldiers of three marks each (npc.team; other sizes: ruling.friendly-npc-team-size). The GM's sheet holds
twelve teams, each with a line of notes (npc.team-notes).
"""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.games.regiment.data import numbers
from adjudge.games.regiment.state import Session, Team
from adjudge.story import Beat, effect


def new_marks(soldiers: int) -> list[int]:
    """npc.team, npc.soldier: nobody hurt yet."""
    return [0] * soldiers


def take_damage(marks: list[int], damage: int) -> list[int]:
    """npc.team: left to right, soldier by soldier; what is left over is lost (ruling.npc-team-reading)."""
    after = []
    for taken in marks:
        more = min(damage, numbers().strength - taken)
        after.append(taken + more)
        damage -= more
    return after


def take_area(marks: list[int], damage: int) -> list[int]:
    """tag.area: everybody in it takes the result (ruling.area-on-team)."""
    return [min(taken + damage, numbers().strength) for taken in marks]


def hurt(table: Table[Session], team: Team, marks: list[int], damage: int, rule: str) -> int:
    """Enters the marks and tells who is down and who is out; returns how many went out."""
    able, out = team.able, team.out
    team.marks = marks
    if damage:
        effect(
            table,
            rule,
            "{who}: {damage} damage, {able} able, {out} out",
            on=(team.id,),
            mark="hit",
            beat=Beat("losses", team.name, how="out" if team.out > out else "", number=able - team.able),
            who=team.name,
            damage=damage,
            able=team.able,
            out=team.out,
        )
    else:
        effect(table, rule, "{who}: no damage", on=(team.id,), mark="safe", beat="unharmed", who=team.name)
    if able and not team.able:
        effect(
            table,
            "npc.out-of-strength",
            "{who} can no longer fight",
            on=(team.id,),
            mark="dead",
            beat="finished",
            who=team.name,
        )
    return team.out - out


def state_in_words(team: Team) -> str:
    """The team as the GM's sheet shows it: able, down, out (ruling.npc-one-mark: a single mark does nothing else)."""
    down = len(team.marks) - team.able - team.out
    return team.gone or f"{team.able} able, {down} down, {team.out} out"
