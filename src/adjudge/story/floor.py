"""The open floor: whatever a seat may do now is an offer, and a turn is one offer taken.

An absent player's offers go to the GM, who then speaks in that player's name: `Speaker.seat` is whose act it is and
`Speaker.hand` who answers the questions and rolls the dice of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from adjudge.engine import EVERYONE, Choose, Deed, Floor, Option, Table
from adjudge.engine.questions import Forecast
from adjudge.story.state import GM, S, Story

Offers = Mapping[str, Sequence["Offer"]]
Do = Callable[[Table[Any], "Speaker"], None]


class Speaker(NamedTuple):
    """Whose act it is, and who carries it out."""

    seat: str
    hand: str


class Offer(NamedTuple):
    """Something that a seat may do now.

    Keys tell its nature: `now/` is what others wait for, `do/` is an initiative of one's own, the rest are remarks.
    """

    key: str
    label: str
    rule: str
    do: Do
    note: str | Callable[[], str] = ""
    """More about it; a function if it is worth working out only when somebody looks."""
    forecast: Forecast | None = None
    seat: str = ""
    """In whose name, if not in the own."""
    prompt: str = ""
    """What is asked, if others wait for it: the heading of a menu on which it stands first."""
    matter: str = ""
    """What it is about, in a few words: said in the heading, or beside each option if there are several matters."""

    deed: Deed | None = None
    """What it is, as data, if its key does not say it all."""
    starts: bool = True
    """For an initiative: whether it starts something new, which has to wait while too much is owed."""

    @property
    def own_key(self) -> str:
        """The key without the name of the player in whose name it is done."""
        return self.key.removeprefix(f"for/{self.seat}/") if self.seat else self.key

    @property
    def nature(self) -> str:
        return self.own_key.partition("/")[0]

    def about(self) -> Deed:
        """What it is, as data: what is done, in whose name (`figure`), to which matter (`target`), with what (`item`).

        Among the facts is its nature: `now`, `do`, or nothing for a remark.
        """
        nature, _, name = self.own_key.partition("/")
        is_remark = nature not in ("now", "do")
        deed = self.deed or Deed(self.own_key if is_remark else name)
        return replace(deed, figure=self.seat, facts={"nature": "" if is_remark else nature, **deed.facts})


def step(
    matter: int, name: str, label: str, rule: str, do: Do, note: str = "", *, prompt: str = "", about: str = ""
) -> Offer:
    """What the resolution of that number waits for."""
    kind, _, item = name.partition("/")
    deed = Deed(kind, target=str(matter), item=item)
    return Offer(f"now/{matter}/{name}", label, rule, do, note, prompt=prompt, matter=about, deed=deed)


def take_the_floor(table: Table[S], rule: str, offers: Offers) -> None:
    """Anybody acts, once."""
    everybody = _with_the_absent(table.state.story, offers)
    menus = {seat: _menu(mine) for seat, mine in everybody.items() if mine}
    seat, key = table.ask(EVERYONE, rule, Floor(menus, prompt="The floor is open"))
    taken = next(offer for offer in everybody[seat] if offer.key == key)
    speaker = Speaker(taken.seat or seat, seat)
    if taken.nature == "do":
        _note_initiative(table.state.story, speaker.seat)
    taken.do(table, speaker)


def _note_initiative(story: Story, seat: str) -> None:
    story.last_word = seat
    story.words[seat] = story.words.get(seat, 0) + 1


def _with_the_absent(story: Story, offers: Offers) -> dict[str, list[Offer]]:
    present = {seat: list(offers.get(seat, ())) for seat in (*story.players, GM) if seat not in story.away}
    for seat in story.away:
        present[GM] += [_in_the_name_of(story, seat, offer) for offer in offers.get(seat, ())]
    return {seat: sorted(mine, key=_due_first) for seat, mine in present.items()}


def _due_first(offer: Offer) -> bool:
    return offer.nature != "now"


def _in_the_name_of(story: Story, seat: str, offer: Offer) -> Offer:
    return offer._replace(key=f"for/{seat}/{offer.key}", label=f"for {story.name(seat)}: {offer.label}", seat=seat)


def _menu(offers: Sequence[Offer]) -> Choose[str]:
    by_key = {offer.key: offer for offer in offers}
    if len(by_key) != len(offers):
        raise ValueError(f"two offers share a key: {[offer.key for offer in offers]}")
    due = [offer for offer in offers if offer.nature == "now"]
    matters = {offer.matter for offer in due}
    return Choose(
        list(by_key),
        lambda key: _shown(by_key[key], says_matter=len(matters) > 1),
        prompt=_heading(due, matters),
        about=lambda key: by_key[key].about(),
        forecast=lambda key: by_key[key].forecast,
    )


def _heading(due: Sequence[Offer], matters: Collection[str]) -> str:
    """What the first of those things that others wait for asks, and what it is about."""
    prompts = {offer.prompt for offer in due} - {""}
    if not due or not prompts:
        return "What do you do?"
    if len(matters) > 1 or len(prompts) > 1:
        return "What do you see to first?"
    (prompt,), (matter,) = prompts, matters
    return f"{matter}{'' if matter.endswith(('.', '?', '!')) else '.'} {prompt}" if matter else prompt


def _shown(offer: Offer, *, says_matter: bool) -> Option:
    note = offer.note if isinstance(offer.note, str) else offer.note()
    said = (offer.matter if says_matter else "", note)
    return Option(offer.key, offer.label, rule=offer.rule, note=" · ".join(filter(None, said)))


def together(*groups: Offers) -> dict[str, list[Offer]]:
    """Several groups of offers as one, seat by seat."""
    merged: dict[str, list[Offer]] = {}
    for group in groups:
        for seat, offers in group.items():
            merged.setdefault(seat, []).extend(offers)
    return merged


MOST_OWED = 12
"""When so many things are owed, nobody starts anything new."""


def is_overdue(story: Story) -> bool:
    """story.floor: whether what is owed comes first."""
    return sum(item.status == "open" for item in story.ledger) >= MOST_OWED


def debts_first(story: Story, offers: Offers) -> dict[str, list[Offer]]:
    """story.floor: while too much is owed, what nobody waits for must wait itself. So it never piles up without end."""
    if not is_overdue(story):
        return {seat: list(mine) for seat, mine in offers.items()}
    return {seat: [it for it in mine if it.nature != "do" or not it.starts] for seat, mine in offers.items()}


def awaited(offers: Offers) -> list[str]:
    """The seats that others wait for."""
    return [seat for seat, mine in offers.items() if any(offer.nature == "now" for offer in mine)]


def patience(offers: Offers, seats: Iterable[str], wait: Offer | None = None) -> dict[str, list[Offer]]:
    """Anybody may let others go on with what waits for them: in company with bots, that is how they get their turn."""
    busy = awaited(offers)
    return {seat: [wait or listen()] for seat in seats if any(other != seat for other in busy)}


def listen(label: str = "Wait for the others") -> Offer:
    """To do nothing, so that others have their turn."""
    return Offer("listen", label, "story.floor", lambda table, speaker: None)


def leave_the_table(table: Table[S], seat: str) -> None:
    """A player is away: the GM acts in their name until they are back."""
    table.state.story.away.append(seat)
    table.tell("story.absent", "{who} is away; the GM acts for them", who=table.state.story.name(seat))


def come_back(table: Table[S], seat: str) -> None:
    """A player returns to their seat."""
    table.state.story.away.remove(seat)
    table.tell("story.absent", "{who} is back", who=table.state.story.name(seat))
