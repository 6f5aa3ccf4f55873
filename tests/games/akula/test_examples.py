"""The worked examples of the index, one test each."""

from __future__ import annotations

import pytest

from adjudge.games.akula.data import WEAPONS
from adjudge.games.akula.places import touch
from adjudge.games.akula.rules import actions, activation, melee, sequence, shooting, vehicles, zeds
from adjudge.games.akula.rules.activation import make_noise, silence
from adjudge.games.akula.state import Rulings
from tests.games.akula.table import battle, car, crowd, go, hurt, person, script, shoot, told, zed

RED, NUMBER, JOKER = 1, 6, 15
"""Faces of the deck die for the first card of a whole deck: red 1-5, number 6-9, royal 10-12, ace 13-14, Joker 15."""


@pytest.mark.rules("deck.card-driven", "deck.red", "deck.black-number", "deck.joker-ends-round")
def test_deck_order():
    state = battle(need=1)
    person(state, (30, 30))
    near = zed(state, "shambler", (30, 36))
    idle = [zed(state, kind, (30, 40)) for kind in ("fast", "tank", "horde")]
    table = script(state, [RED, NUMBER - 1, JOKER - 2], ["pass"])
    for _ in range(3):
        sequence.turn(table)
    assert {"deck.red", "deck.black-number", "deck.joker-ends-round"} <= told(table)
    assert near.stand.y == pytest.approx(33)
    assert [it.stand.at for it in idle] == [(30, 40)] * 3
    assert state.round == 2


@pytest.mark.rules("active.loud-noise", "active.noise-expires", "active.idle", "active.noise-list")
def test_activation_by_noise():
    state = battle()
    person(state, (30, 49))
    shambler = zed(state, "shambler", (30, 30))
    assert activation.why_active(state, shambler) == ""
    make_noise(script(state), state.survivors["Ana"].stand, "a gunshot")
    assert activation.why_active(state, shambler) == activation.NOISE
    silence(state)
    assert activation.why_active(state, shambler) == ""


@pytest.mark.rules("active.relevant-card", "zed.fast")
def test_a_fast_zed_ignores_a_number_card():
    state = battle()
    person(state, (30, 30))
    fast = zed(state, "fast", (30, 35))
    state.card = "number"
    zeds.zed_card(script(state))
    assert fast.stand.at == (30, 35)
    state.card = "royal"
    zeds.zed_card(script(state, [4, 3]))
    assert touch(fast.stand, state.survivors["Ana"].stand)


@pytest.mark.rules("grab.trigger", "grab.effect", "grab.no-attack", "action.move")
def test_grab():
    state = battle()
    ana = person(state, (10, 10))
    first, second = zed(state, "shambler", (13.8, 11.2)), zed(state, "shambler", (15.8, 8.8))
    goes = go(state, ana)
    table = script(state, [4, 3], ["move", (15, 10)])
    actions.act(table, ana)
    table.finish()
    assert ana.grabbed
    assert not touch(ana.stand, first.stand)
    assert touch(ana.stand, second.stand)
    assert goes.actions == 1
    assert ana.injuries == 0


@pytest.mark.rules("wrestle.roll", "wrestle.extra-zeds", "wrestle.needs-more", "wrestle.failure", "action.escape-grab")
def test_wrestling_with_two_zeds():
    state = battle()
    ana = person(state, (10, 10), grabbed=True)
    crowd(state, ana, "shambler", "shambler")
    goes = go(state, ana)
    table = script(state, [4, 3], ["wrestle"])
    actions.act(table, ana)
    table.finish()
    assert ana.grabbed
    assert goes.actions == 1


@pytest.mark.rules("vehicle.first-action", "vehicle.speed-change", "vehicle.speed-carries-over", "action.enter-vehicle")
def test_vehicle_speeds():
    state = battle()
    ana = person(state, (5, 28.5))
    van = car(state, (5, 30))
    go(state, ana)
    table = script(state, answers=["enter:car"])
    actions.act(table, ana)
    assert van.running
    speeds = []
    for wanted in (5, 10, 15, 20):
        assert vehicles.speed_limits(van)[1] == wanted
        vehicles.drive(script(state, answers=[wanted, "straight"]), ana, van)
        speeds.append(van.speed)
        state.round += 1
    assert speeds == [5, 10, 15, 20]
    assert van.stand.x == 55


@pytest.mark.rules("vehicle.brake", "vehicle.lose-control")
def test_braking():
    state = battle()
    ana = person(state, (30, 30))
    van = car(state, (30, 30), people=["Ana"], driver="Ana", running=True, speed=15.0)
    table = script(state, [3], [0])
    vehicles.drive(table, ana, van)
    table.finish()
    assert van.speed == 0
    assert van.stand.at == (30, 30)


@pytest.mark.rules("vehicle.drag-out", "vehicle.drag-result")
def test_dragging_out():
    state = battle()
    person(state, (30, 30))
    person(state, (30, 30), "Bob")
    car(state, (30, 30), people=["Ana", "Bob"], driver="Ana", running=True)
    crowd_ = [zed(state, "shambler", (x, 33)) for x in (29, 30.5, 32)]
    state.card = "number"
    table = script(state, [2, 6, 1, 5])
    zeds.zed_card(table)
    table.finish()
    ana = state.survivors["Ana"]
    assert not ana.vehicle
    assert ana.grabbed
    assert touch(ana.stand, crowd_[1].stand)
    assert state.survivors["Bob"].vehicle == "car"
    assert ana.injuries == 0


@pytest.mark.rules(
    "tank.debris-roll", "tank.debris-target", "tank.debris-hit", "injury.bitten", "melee.armour", "zed.tank"
)
def test_tank_debris():
    state = battle()
    ana = person(state, (30, 38), armour=True)
    tank = zed(state, "tank", (30, 30))
    state.card = "royal"
    table = script(state, [5, 4, 5])
    zeds.zed_card(table)
    table.finish()
    assert ana.injuries == 1
    assert tank.stand.at == (30, 30)


@pytest.mark.rules(
    "shooting.range-bands", "shooting.damage-roll", "shooting.knock-back", "shooting.dice", "action.fire"
)
def test_handgun_at_medium_range():
    state = battle()
    ana = person(state, (30, 30), weapons=("Handgun",))
    target = zed(state, "shambler", (30, 35))
    go(state, ana)
    table = script(state, [5, 4], ["fire:Handgun", target.id])
    actions.act(table, ana)
    table.finish()
    assert target.down


@pytest.mark.rules(
    "shooting.hit-aimed",
    "shooting.hit-skill",
    "shooting.damage-aimed",
    "shooting.damage-skill",
    "shooting.headshot",
    "action.aim",
)
def test_aimed_and_skilled_with_a_rifle():
    state = battle()
    ana = person(state, (30, 30), weapons=("Bolt Action Rifle",), skills=("firearms",))
    target = zed(state, "shambler", (30, 46))
    go(state, ana)
    table = script(state, [4, 3], ["aim", "fire:Bolt Action Rifle", target.id])
    actions.act(table, ana)
    actions.act(table, ana)
    table.finish()
    assert target.id not in state.zeds


@pytest.mark.rules("shooting.hit-injury", "shooting.damage-roll")
def test_injured_shooter():
    state = battle()
    ana = person(state, (30, 30), weapons=("Shotgun",), injuries=1)
    target = zed(state, "shambler", (30, 36))
    table = script(state, [4])
    assert shoot(table, ana, "Shotgun", target.id) == "miss"
    table.finish()


@pytest.mark.rules("shooting.damage-shotgun")
def test_shotgun_damage():
    state = battle()
    ana = person(state, (30, 30), weapons=("Shotgun",))
    target = zed(state, "shambler", (30, 36))
    shooting.shoot(script(state, [4, 4]), ana, WEAPONS["Shotgun"], target.id, aimed=False)
    assert target.id not in state.zeds


@pytest.mark.rules("tank.wounds", "tank.ignores-knock-back", "tank.third-wound")
def test_third_wound_of_a_tank():
    state = battle()
    ana = person(state, (30, 30), weapons=("Assault Rifle",))
    tank = zed(state, "tank", (30, 34), wounds=2)
    table = script(state, [5, 4, 6, 6], [tank.id, tank.id])
    shooting.fire(table, ana, "Assault Rifle", aimed=False)
    table.finish()
    assert "tank.ignores-knock-back" in told(table)
    assert tank.id not in state.zeds


@pytest.mark.rules("shooting.blast", "shooting.scatter")
def test_scatter():
    state = battle()
    ana = person(state, (30, 30), weapons=("Pipebomb",))
    target = zed(state, "shambler", (30, 39))
    hit = zed(state, "shambler", (30 + 3 * 0.8660254, 40.5))
    table = script(state, [4, 2, 3, 6])
    shooting.shoot(table, ana, WEAPONS["Pipebomb"], target.id, aimed=False)
    table.finish()
    assert target.id in state.zeds
    assert hit.id not in state.zeds


@pytest.mark.rules("melee.survivor-wins", "melee.highest-wins", "action.close-combat")
def test_the_books_combat():
    state = battle()
    ana = person(state, (30, 30), weapons=("bat",), skills=("melee",))
    three = crowd(state, ana, "shambler", "shambler", "shambler")
    table = script(state, [5, 3], [three[0].id, three[2].id])  # 5 + 2 against 3 + 2: two points ahead
    assert melee.fight(table, ana, three).result == melee.WON
    table.finish()
    assert list(state.zeds) == [three[1].id]


@pytest.mark.rules("melee.extra-zeds", "melee.barehanded", "melee.zeds-win", "injury.eaten")
def test_a_lost_combat():
    state = battle()
    ana = person(state, (30, 30))
    three = crowd(state, ana, "shambler", "shambler", "shambler")
    table = script(state, [5, 3, 5])
    assert melee.fight(table, ana, three).result == melee.LOST
    table.finish()
    assert ana.fate == "dead"


@pytest.mark.rules("melee.draw", "melee.weapon", "melee.skill", "melee.tank", "melee.one-die-per-side")
def test_a_standoff_with_a_tank():
    state = battle()
    ana = person(state, (30, 30), weapons=("sword",), skills=("melee",))
    tank = crowd(state, ana, "tank")
    assert melee.fight(script(state, [4, 4]), ana, tank).result == melee.STANDOFF
    assert tank[0].wounds == 0


@pytest.mark.rules("zed.horde-contact", "deck.black-ace", "zed.horde-move")
def test_a_horde():
    state = battle()
    ana = person(state, (30, 30))
    horde = zed(state, "horde", (30, 34.5))
    state.card = "ace"
    zeds.zed_card(script(state))
    assert ana.fate == "dead"
    assert horde.stand.y == pytest.approx(32)


@pytest.mark.rules("liche.call", "liche.call-duration", "active.call", "liche.always-active", "zed.liche-witch-card")
def test_a_liches_call():
    state = battle()
    ana = person(state, (30, 10))
    liche = zed(state, "liche", (30, 23))
    fast = zed(state, "fast", (30, 46))
    state.card = "number"
    zeds.zed_card(script(state))
    assert liche.stand.y - ana.stand.y - 1 == pytest.approx(9)
    assert activation.why_active(state, fast) == activation.CALL
    state.card = "royal"
    zeds.zed_card(script(state))
    assert fast.stand.y == pytest.approx(40)


@pytest.mark.rules("infection.roll", "infection.pass-out", "infection.death", "infection.turning")
def test_infection():
    state = battle(Rulings(infection_default="on"), rounds=30)
    ana = person(state, (30, 30))
    person(state, (50, 50), "Bob")
    state.infectious, state.round = True, 2
    hurt(script(state, [4, 1, 2, 1]), ana)
    assert ana.infection == "infected"

    def joker(dice: list[int] | None = None) -> None:
        state.card = "joker"
        sequence.turn(script(state, dice))

    joker()
    for _ in range(3):
        joker()
    assert ana.infection == "infected"
    joker([3])
    assert (state.round, str(ana.infection)) == (7, "out")
    for _ in range(3):
        joker()
    assert str(ana.fate) == "rising"
    joker()
    assert ana.fate == "turned"
    assert [it.kind for it in state.zeds.values()] == ["shambler"]
    assert next(iter(state.zeds.values())).stand.at == (30, 30)
