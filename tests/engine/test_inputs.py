"""What comes in from outside is typed, or refused with the field, what was given and what is allowed."""

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from adjudge.engine.errors import BadInput
from adjudge.engine.inputs import TextFile, convert, known, merged, nested, parse_toml, scalar, text_file_fields


class Side(Enum):
    RED = "red"
    BLUE = "blue"


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    shots: int = 1
    damage: int = 2


class Wound(Struct, frozen=True):
    place: Literal["arm", "leg"]
    depth: int


class Soldier(Struct, forbid_unknown_fields=True):
    name: str = ""
    weapon: Weapon = Weapon()
    stance: Literal["prone", "standing"] = "prone"
    side: Side = Side.RED
    life: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    pace: float = 1.0
    brave: bool = True
    wounds: list[Wound] = []
    spare: dict[str, Weapon] = {}
    best: Weapon | None = None
    at: tuple[int, int] = (0, 0)


class Bare(Struct, forbid_unknown_fields=True):
    pass


FIELDS = "name, weapon, stance, side, life, pace, brave, wounds, spare, best, at (did you mean name?)"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"nam": "x"}, f"nam: not a field here; use one of {FIELDS}"),
        ({"weapon": {"shot": 3}}, "weapon.shot: not a field here; use one of shots, damage (did you mean shots?)"),
        ({"weapon": {"shots": "many"}}, "weapon.shots: 'many' doesn't fit; use a whole number"),
        ({"best": {"shot": 3}}, "best.shot: not a field here; use one of shots, damage (did you mean shots?)"),
        ({"weapon": 3}, "weapon: 3 doesn't fit; use names with values"),
        ({"name": 3}, "name: 3 doesn't fit; use text"),
        ({"stance": "flying"}, "stance: 'flying' doesn't fit; use one of prone, standing"),
        ({"stance": 3}, "stance: 3 doesn't fit; use one of prone, standing"),
        ({"side": "green"}, "side: 'green' doesn't fit; use one of red, blue"),
        ({"life": 9}, "life: 9 doesn't fit; use a whole number, at most 6"),
        ({"life": "long"}, "life: 'long' doesn't fit; use a whole number or nothing"),
        ({"pace": "slow"}, "pace: 'slow' doesn't fit; use a number"),
        ({"brave": "very"}, "brave: 'very' doesn't fit; use true or false"),
        ({"wounds": 2}, "wounds: 2 doesn't fit; use a list"),
        ({"wounds": [{"place": "arm"}]}, "wounds[0].depth: missing; use a whole number"),
        ({"wounds": [{"depth": 1}]}, "wounds[0].place: missing; use one of arm, leg"),
        ({"wounds": [{"place": "ear", "depth": 1}]}, "wounds[0].place: 'ear' doesn't fit; use one of arm, leg"),
        ({"at": [1]}, "at: [1] doesn't fit; use a list of length 2"),
        ({"at": [1, "b"]}, "at[1]: 'b' doesn't fit; use a whole number"),
        (["a", "list"], "soldier: ['a', 'list'] doesn't fit; use names with values"),
        (None, "soldier: None doesn't fit; use names with values"),
    ],
)
def test_a_refusal_names_the_field_what_was_given_and_what_is_allowed_there(data, sentence):
    with pytest.raises(BadInput) as refused:
        convert(Soldier, data, "soldier")
    assert str(refused.value) == sentence


def test_within_names_with_values_the_whole_is_shown():
    with pytest.raises(BadInput, match=r"spare\[\.\.\.\]\.shots: .*'left'.* doesn't fit; use a whole number"):
        convert(Soldier, {"spare": {"left": {"shots": "x"}}}, "soldier")


def test_where_there_are_no_fields_an_unknown_one_is_refused_all_the_same():
    with pytest.raises(BadInput, match="a field that exists"):
        convert(Bare, {"x": 1}, "bare")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3) | st.sampled_from(FIELDS.split(", ")), inner, max_size=4)
    ),
)


@given(json_values)
def test_whatever_comes_in_is_typed_or_refused_in_one_line(data: Any):
    try:
        assert isinstance(convert(Soldier, data, "soldier"), Soldier)
    except BadInput as refused:
        assert str(refused).isprintable()  # noqa: PT017


def test_settings_with_dots_become_nested_data():
    settings = ["attacker.combat=3", "attacker.name=Bo", "aimed=true", "note=a=b", 'list=[1, "x"]', "empty="]
    assert nested(settings) == {
        "attacker": {"combat": 3, "name": "Bo"},
        "aimed": True,
        "note": "a=b",
        "list": [1, "x"],
        "empty": "",
    }


@pytest.mark.parametrize("setting", ["combat", "=3", "a..b=3", "a b=3", ".a=1", "a.=1", "ä=1"])
def test_a_setting_that_is_none_is_refused(setting):
    with pytest.raises(BadInput, match=r"--set: .* doesn't fit; use name=value, with dots between the parts"):
        nested([setting])


def test_a_value_has_no_parts():
    with pytest.raises(BadInput, match="a name whose part 'a' was not given a value before"):
        nested(["a=1", "a.b=2"])


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(BadInput, match="use text in UTF-8"):
        nested(["name=caf\udce9"])


@given(st.text())
def test_any_text_is_a_value(text: str):
    assert msgspec.json.decode(msgspec.json.encode(scalar(text))) == scalar(text)


def test_later_settings_are_laid_over_earlier_ones():
    assert merged({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 9}, "e": 4}) == {"a": {"b": 9, "c": 2}, "d": 3, "e": 4}


def test_options_that_take_the_text_of_a_file_are_known_by_name():
    class Settings(Struct, frozen=True):
        book: TextFile = ""
        name: str = ""
        parties: tuple[TextFile, ...] = ()

    assert text_file_fields(Settings) == ("book", "parties")


def test_a_described_choice_is_refused_with_its_choices():
    class Described(Struct, forbid_unknown_fields=True):
        colour: Annotated[Literal["red", "blue"], Meta(description="of the flag")] = "red"

    with pytest.raises(BadInput, match="colour: 'pink' doesn't fit; use one of blue, red"):
        convert(Described, {"colour": "pink"}, "flag")


@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "x = {{{} = 1}}"])
@pytest.mark.parametrize("step", ["a", '"a b"', "'a'", "a ", "1"])
def test_a_key_of_very_many_steps_is_refused_before_the_parser_sees_it(step, form):
    with pytest.raises(msgspec.DecodeError, match="more steps"):
        parse_toml(form.format(".".join([step] * 50_000)))


def test_a_document_that_people_write_is_read():
    numbers = ", ".join(f"{it / 7:.3f}" for it in range(2_000))
    prose = "e.g. " * 50
    text = f'a.b.c.d = "{prose}"\npoints = [{numbers}]\nlong = "{"x" * 90_000}"\n'
    assert parse_toml(text)["a"] == {"b": {"c": {"d": prose}}}
    with pytest.raises(msgspec.DecodeError, match="line 1"):
        parse_toml("a = ?")


@pytest.mark.parametrize("text", ['name = "\\u001b[2J"', 'a = [{b = "\\u0007"}]', '"\\u009b" = 1'])
def test_a_document_cannot_command_a_terminal(text: str):
    with pytest.raises(msgspec.DecodeError, match="command a terminal"):
        parse_toml(text)


class Duellist(Struct, frozen=True, forbid_unknown_fields=True):
    weapon: Annotated[str, known({"laser-gun": "Laser Gun", "bow": "Longbow"})] = "bow"
    traits: tuple[Annotated[str, known(("savage", "hero"))], ...] = ()
    stance: Literal["wild", "calm"] = "calm"


class Duel(Struct, frozen=True, forbid_unknown_fields=True):
    red: Duellist = Duellist()
    others: tuple[Duellist, ...] = ()


@pytest.mark.parametrize("spelling", ["laser-gun", "Laser Gun", "LASERGUN", "laser_gun"])
def test_a_name_is_understood_in_any_clear_spelling(spelling: str):
    assert convert(Duel, {"red": {"weapon": spelling}}, "duel").red.weapon == "laser-gun"


def test_a_name_is_understood_by_its_title_and_inside_lists():
    duel = convert(Duel, {"others": [{"weapon": "longbow", "traits": ["Savage", "HERO"], "stance": "Wild"}]}, "duel")
    assert duel.others == (Duellist("bow", ("savage", "hero"), "wild"),)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"red": {"traits": ["savgae"]}}, "red.traits[0]: 'savgae' doesn't fit.*did you mean savage"),
        ({"red": {"weapon": "lazer gun"}}, "red.weapon: 'lazer gun' doesn't fit.*did you mean laser-gun"),
        ({"red": {"stance": "mild"}}, "red.stance: 'mild' doesn't fit.*did you mean wild"),
        ({"red": {"trait": ["hero"]}}, "red.trait: .*did you mean traits"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(data: dict[str, Any], message: str):
    with pytest.raises(BadInput, match=message.replace("[0]", r"\[0\]")):
        convert(Duel, data, "duel")
