"""Moments: a rule asks, abilities answer what they mean, and the core knows none of them by name."""

import pytest

from adjudge.engine.moments import NOBODY, Voices, answers, any_of, chain, each, first_of, gather, highest_of, sum_of


@any_of
def sees_in_the_dark(distance: int) -> bool:
    """Whether darkness does not matter."""
    raise NotImplementedError


@sum_of
def bonus(distance: int) -> int:
    """What is added to a shot."""
    raise NotImplementedError


@highest_of
def armour(blow: int) -> int:
    """The best armour counts."""
    raise NotImplementedError


@first_of
def excuse(who: str) -> str | None:
    """Why somebody need not go."""
    raise NotImplementedError


@chain
def softened(damage: int, factor: int) -> int:
    """What is left of the damage."""
    raise NotImplementedError


@each
def woke_up(heard: list[str]) -> None:
    """The night is over."""
    raise NotImplementedError


class Owl:
    @answers(sees_in_the_dark)
    def big_eyes(self, distance: int) -> bool:
        return distance < 10

    @answers(bonus)
    def silent(self, distance: int) -> int:
        return 1

    @answers(woke_up)
    def yawns(self, heard: list[str]) -> None:
        heard.append("hoo")


class EagleOwl(Owl):
    def silent(self, distance: int) -> int:
        return 2


class Turtle:
    @answers(armour)
    def shell(self, blow: int) -> int:
        return blow

    @answers(bonus)
    def patience(self, distance: int) -> int:
        return distance

    @answers(softened)
    def ducks(self, damage: int, factor: int) -> int:
        return damage // factor

    @answers(excuse)
    def slow(self, who: str) -> str | None:
        return f"{who} is slow" if who == "turtle" else None


def test_nobody_has_nothing_to_say():
    assert not sees_in_the_dark(NOBODY, 5)
    assert bonus(NOBODY, 5) == armour(NOBODY, 5) == 0
    assert excuse(NOBODY, "turtle") is None
    assert softened(NOBODY, 9, 2) == 9


def test_each_moment_collects_as_it_says():
    both = Voices([Owl(), Turtle(), Turtle()])
    assert sees_in_the_dark(both, 9)
    assert not sees_in_the_dark(both, 10)
    assert bonus(both, 5) == 11
    assert armour(both, 5) == 5
    assert excuse(both, "turtle") == "turtle is slow"
    assert softened(both, 9, 2) == 2
    heard: list[str] = []
    woke_up(both + both, heard)
    assert heard == ["hoo", "hoo"]


def test_an_ability_is_only_asked_at_the_moments_it_answers():
    assert not armour.is_answered(Voices([Owl()]))
    assert armour.is_answered(Voices([Turtle()]))


def test_who_answered_can_be_cited():
    owl, turtle = Owl(), Turtle()
    assert bonus.said(Voices([turtle, owl]), 3) == [(turtle, 3), (owl, 1)]
    assert sees_in_the_dark.who(Voices([turtle, owl]), 3) is owl
    assert sees_in_the_dark.who(Voices([turtle, owl]), 30) is None


def test_a_derived_ability_answers_in_its_own_way():
    assert bonus(Voices([EagleOwl()]), 5) == 2


def test_answering_a_moment_twice_is_refused():
    class Doubtful:
        @answers(bonus)
        def one(self, distance: int) -> int:
            return 1

        @answers(bonus)
        def two(self, distance: int) -> int:
            return 2

    with pytest.raises(TypeError, match="Doubtful answers bonus twice: one, two"):
        bonus(Voices([Doubtful()]), 5)


@gather
def carries(size: int) -> list[str]:
    """What somebody has about him."""
    raise NotImplementedError


class Squirrel:
    @answers(carries)
    def cheeks(self, size: int) -> list[str]:
        return ["nut"] * size


def test_gathering_makes_one_list_of_what_all_have():
    assert carries(Voices([Squirrel(), Owl(), Squirrel()]), 2) == ["nut"] * 4
    assert carries(NOBODY, 2) == []
