"""The party record sheet, to print: plain text, or a page for typst."""

from __future__ import annotations

from collections import Counter
from textwrap import fill

from adjudge.engine.rulebook import rulebook_of
from adjudge.games.mdrg.book import GEAR, SPECIALS, SPECIES, TYPES, name_of, split
from adjudge.games.mdrg.party import Party, Profile, inborn_rules
from adjudge.games.mdrg.rules.profiles import rate, upkeep
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings

WIDTH = 78


def record_sheet(party: Party, rulings: Rulings = AS_WRITTEN) -> str:
    """record.party-sheet, campaign.party-record-sheet: as plain text."""
    head = f"{party.name}\n{'=' * len(party.name)}\n"
    flesh = f" and {party.flesh} for Wretched" if party.flesh else ""
    stock = f"Food {total_of(party, 'food')}{flesh}   Energy Cells {total_of(party, 'cells')}"
    loot = f"   Loot: {', '.join(map(name_of, party.loot))}" if party.loot else ""
    models = "\n".join([head + stock + loot, "", *(_block(model, rulings) for model in party.models)]).rstrip()
    return f"{models}\n\nWhat it does\n------------\n" + "\n".join(map(_explained, explained(party))) + "\n"


def explained(party: Party) -> list[tuple[str, str]]:
    """Every special rule and thing on the sheet, by its name, with what it does; each once."""
    texts = {rule.id: rule.text for rule in rulebook_of("adjudge.games.mdrg").rule}
    found = [(split(name)[0]) for model in party.models for name in _special_ids(model)]
    entries = [(SPECIALS.get(name) or GEAR.get(name)) for name in dict.fromkeys(found)]
    known = [entry for entry in entries if entry and entry.rule in texts]
    return sorted((entry.name, texts[entry.rule].removeprefix(f"{entry.name}: ")) for entry in known)


def _special_ids(model: Profile) -> list[str]:
    leader = ["leader"] if model.leader else []
    return [*inborn_rules(model.type, model.species), *model.traits, *leader, *model.gear]


def _explained(row: tuple[str, str]) -> str:
    return fill(f"{row[0]}: {row[1]}", WIDTH, subsequent_indent="  ")


def total_of(party: Party, stock: str) -> int:
    """Food or cells, in stock and carried."""
    carried = sum(getattr(model, stock) for model in party.models)
    return int(getattr(party, stock)) + int(carried)


def _block(model: Profile, rulings: Rulings) -> str:
    line = f"{model.name}  ({kind_of(model)})"
    numbers = f"Quality {model.quality}+  Combat {model.combat}  Move {rate(model).capitalize()}"
    paid = f"Upkeep {upkeep(model, rulings)}"
    matter = [f"  ({', '.join(condition(model))})"] if condition(model) else []
    return "\n".join([line, f"  {numbers}  {paid}", *_wrapped(special_rules(model)), *matter, ""])


def condition(model: Profile) -> list[str]:
    """What the games behind it have left: for the next game, and for good."""
    lost = model.sickness + model.scars
    cure = f", {model.sickness} of it to be fed away" if model.sickness else ""
    words = {
        "wounded": model.health == "wounded",
        "misses the next game": model.health == "absent",
        "shut down": model.shut_down,
        f"without Upkeep, {model.hungry} in a row": model.hungry > 0,
        "infected": model.infected,
        "immune to the disease": model.immune,
        f"Quality {model.quality + lost}+ by radiation{cure}": lost > 0,
    }
    things = [
        f"{name_of(item)} {word}"
        for word, items in (("empty", model.empty), ("broken", model.broken), ("tainted", model.tainted))
        for item in items
    ]
    learnt = [f"Advances: {', '.join(model.advances)}"] if model.advances else []
    return [*(word for word, is_so in words.items() if is_so), *things, *learnt]


def kind_of(model: Profile) -> str:
    """The type, and of an animal the species if there is such a one."""
    return SPECIES[model.species].name if model.species in SPECIES else TYPES[model.type].name


def special_rules(model: Profile) -> list[str]:
    """Everything in the last column of a record sheet; the readied weapon is marked R."""
    gear = Counter(model.gear)
    items = [(f"{count} x " if count > 1 else "") + name_of(item) + _mark(model, item) for item, count in gear.items()]
    cells = f"{model.cells} cell{'s' * (model.cells > 1)}"
    stock = [words for words, amount in ((cells, model.cells), (f"{model.food} food", model.food)) if amount]
    marks = [word for word, given in (("Leader", model.leader), ("Combat bonus", model.champion)) if given]
    traits = [name_of(trait) for trait in (*inborn_rules(model.type, model.species), *model.traits)]
    return [*dict.fromkeys(traits), *marks, *items, *stock]


def _mark(model: Profile, item: str) -> str:
    return " (R)" if item == model.ready else ""


def _wrapped(words: list[str]) -> list[str]:
    lines, line = [], "  "
    for word in words:
        if len(line) + len(word) + 2 > WIDTH:
            lines.append(line.rstrip())
            line = "  "
        line += word + ", "
    return [*lines, line.rstrip(", ")] if words else []


def typst_page(party: Party, rulings: Rulings = AS_WRITTEN) -> str:
    """The record sheet as a typst document."""
    rows = "".join(_typst_row(model, rulings) for model in party.models)
    return (
        '#set page(paper: "a4", margin: 1.5cm)\n#set text(size: 9pt)\n'
        f"= {_typst(party.name)}\n\n"
        f"Food {total_of(party, 'food')}, Energy Cells {total_of(party, 'cells')}{_loot(party)}\n\n"
        "#table(columns: (auto, auto, auto, auto, auto, 1fr),\n"
        "  [*Name*], [*Type*], [*Upkeep*], [*Q*], [*C*], [*Special rules*],\n"
        f"{rows})\n\n== What it does\n\n"
        + "\n\n".join(f"*{_typst(name)}*: {_typst(text)}" for name, text in explained(party))
        + "\n"
    )


def _loot(party: Party) -> str:
    return f", Loot: {_typst(', '.join(map(name_of, party.loot)))}" if party.loot else ""


def _typst_row(model: Profile, rulings: Rulings) -> str:
    rules = ", ".join([f"{rate(model).capitalize()} move", *special_rules(model), *condition(model)])
    cells = (model.name, kind_of(model), str(upkeep(model, rulings)), f"{model.quality}+", str(model.combat), rules)
    return "  " + ", ".join(f"[{_typst(cell)}]" for cell in cells) + ",\n"


def _typst(text: str) -> str:
    """Text with typst's own signs set aside."""
    return "".join(f"\\{sign}" if sign in '\\#$*_`<>@[]"=-/+~' else sign for sign in text)


def pdf(party: Party, rulings: Rulings = AS_WRITTEN) -> bytes:
    """The record sheet as a PDF. Needs the extra `print`."""
    import typst

    compiled: bytes = typst.compile(typst_page(party, rulings).encode())
    return compiled
