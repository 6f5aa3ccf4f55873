"""The battlefield, made ready from the map beside this file. Whatever is measured is asked of `FIELD`."""

from importlib.resources import files

from adjudge.field.kit import Battlefield, Figure

FIELD = Battlefield.from_text((files(__package__) / "map.toml").read_text("utf-8"))


class Fighter(Figure):
    """Someone on the table: where and whose a figure is, and what this game adds to that."""

    name: str = ""
    life: int = 2
    acted: bool = False
