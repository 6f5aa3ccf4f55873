"""A scene as a typst document on A4. Every word of it goes over as a quoted string: no sign in it commands typst."""

from __future__ import annotations

from collections.abc import Iterable

from adjudge.engine.scene import Bar, Board, Card, Cards, Facts, Panel, Prose, Scene, Spread, Track
from adjudge.sheets.pictures import drawing
from adjudge.sheets.plain import MOST_BOXES, heap_in_words

FORM = """#set page(paper: "a4", margin: 1.5cm, numbering: "1 / 1")
#set text(size: 9.5pt, lang: "en")
#show heading.where(level: 2): it => block(above: 1.4em, below: 0.7em, it)
#let boxes(label, gone, start) = [#text(fill: luma(90), label) #h(3pt)#for n in range(start) [#box(
  width: 7pt, height: 7pt, stroke: 0.6pt, fill: if n >= start - gone { luma(120) }) ]#start \\ ]
#let card(title, note, bars, lines, tags, picture) = block(
  width: 100%, breakable: false, stroke: 0.5pt + luma(130), radius: 3pt, inset: 7pt)[
  #if picture != "" { place(right + bottom, image(bytes(picture), format: "svg", height: 30pt)) }
  #strong(title) #h(1fr) #text(fill: luma(90), note) \\
  #for bar in bars { bar }
  #for line in lines [#line \\ ]
  #if tags != "" { text(size: 8.5pt, style: "italic", tags) }
]
"""


def as_typst(scene: Scene, picture: str = "") -> str:
    """The whole document, with a picture below its title if there is one."""
    parts = [FORM, f"#set document(title: {quoted(scene.headline)})", f"= #{quoted(scene.headline)}"]
    if scene.note:
        parts.append(f"#{quoted(scene.note)}")
    if picture:
        parts.append(f'#align(center, image(bytes({quoted(picture)}), format: "svg", height: 45%))')
    return "\n\n".join([*parts, *map(_panel, scene.panels)]) + "\n"


def quoted(text: str) -> str:
    """Text as a string of typst."""
    signs = "".join(sign if sign.isprintable() else " " for sign in text)
    return '"' + signs.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _list(parts: Iterable[str]) -> str:
    """A list of typst, which wants a comma behind the last as well."""
    return "(" + "".join(f"{part}, " for part in parts) + ")"


def _panel(panel: Panel) -> str:
    title = f"== #{quoted(panel.title)}\n\n" if panel.title else ""
    match panel:
        case Cards():
            cards = ",\n  ".join(map(_card, panel.cards))
            return f"{title}#grid(columns: (1fr, 1fr), gutter: 8pt,\n  {cards})" if cards else title
        case Facts():
            cells = ", ".join(f"strong({quoted(name)}), {_value(value)}" for name, value in panel.rows)
            return f"{title}#grid(columns: (auto, 1fr), column-gutter: 12pt, row-gutter: 6pt, {cells})"
        case Prose():
            return title + "\n\n".join(f"#{quoted(line)}" for line in panel.lines)
        case Spread():
            cells = ", ".join(f"strong({quoted(it.title)}), {quoted(heap_in_words(it))}" for it in panel.heaps)
            return f"{title}#grid(columns: (auto, 1fr), column-gutter: 12pt, row-gutter: 6pt, {cells})"
        case Track():
            return title + " ".join(f"#box(stroke: 0.5pt, inset: 4pt, {quoted(step.label)})" for step in panel.steps)
        case Board():
            return title


def _value(value: str) -> str:
    """A fact, or a line to write one on."""
    return quoted(value) if value else "line(length: 100%, start: (0pt, 9pt), stroke: 0.4pt)"


def _card(card: Card) -> str:
    bars, lines = _list(map(_bar, card.bars)), _list(map(quoted, card.lines))
    tags, picture = quoted(", ".join(card.tags)), quoted(drawing(card.picture))
    return f"card({quoted(card.title)}, {quoted(card.note)}, {bars}, {lines}, {tags}, {picture})"


def _bar(bar: Bar) -> str:
    if bar.start > MOST_BOXES:
        return f"[#{quoted(f'{bar.label} {bar.now} of {bar.start}')} \\ ]"
    return f"boxes({quoted(bar.label)}, {bar.start - bar.now}, {bar.start})"
