"""A step is a sub-rule whose result is all that matters: a plain call in play, and seen by tables that care."""

from typing import Any

from adjudge.engine import Choose, Deed, Script, Table, step, total


@step
def resolve(table: Table[Any], bonus: int) -> str:
    """A test of strength."""
    return "lifts" if table.roll(total(1, 6, bonus), "strength") >= 5 else "drops"


class Watchful(Script[Any]):
    """A table that notes every step."""

    __slots__ = ("seen",)

    def step(self, rule: Any, *args: Any, **kwargs: Any) -> Any:
        result = super().step(rule, *args, **kwargs)
        self.seen: list[Any] = [(rule.__name__, args, result)]
        return result


def test_in_play_a_step_is_a_plain_call():
    assert resolve(Script(None, faces=[4]), 1) == "lifts"
    assert resolve(Script(None, faces=[4]), bonus=0) == "drops"


def test_a_table_sees_where_a_step_ends():
    table = Watchful(None, faces=[4])
    resolve(table, 1)
    assert table.seen == [("resolve", (1,), "lifts")]


def test_an_option_says_what_it_is_whatever_it_is_called():
    question = Choose(
        ["shoot:b1"],
        lambda key: "shoot at Bill",
        about=lambda key: Deed("shoot", figure="r1", target="b1", item="bow"),
        facts={"actions": 2},
        prompt="What does Rex do?",
    )
    assert question.about("shoot:b1") == Deed("shoot", figure="r1", target="b1", item="bow")
    (option,) = question.shown().options  # type: ignore[attr-defined]
    assert (option.label, option.deed.target) == ("shoot at Bill", "b1")
    assert question.shown().facts == {"actions": 2}  # type: ignore[attr-defined]


def test_an_option_without_data_says_nothing_of_itself():
    question = Choose(["yes", "no"])
    assert question.about("yes") is None
    assert question.describe("yes").deed is None


def test_a_step_may_have_parameters_of_any_name() -> None:
    @step
    def cited(table: Table[None], rule: str, defaults: int = 2, *, step: str = "once") -> tuple[str, int, str]:
        return rule, defaults, step

    assert cited(Script(None), "attack.hit") == ("attack.hit", 2, "once")
    assert cited(Script(None), "attack.hit", 3, step="twice") == ("attack.hit", 3, "twice")
