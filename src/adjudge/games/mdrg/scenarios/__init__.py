"""The six scenarios of the book, each as one object that answers moments: a page for each, in the book's order.

    `smoke`           Smoke on the Water: a well, a river or a lake
    `orchard`         Battle in the Orchard: fruit trees, and attackers from all sides
    `rustlers`        Rustlers: livestock in a pen
    `artifact_hunt`   Artifact Hunt: rubble to dig in, and what lives there
    `installation`    Military Installation: caches, and guns that still watch over them
    `wasteland`       Radioactive Wasteland: irradiated ground

Importing this package registers them all. The core rules ask the scenario of a battle by `occasion(state)` and know
none by name; the moments are declared beside the procedures that ask: laying terrain, setting up, moving, actions, the
beginning of a turn, the end. `occasion` has what the six share, `finds` what comes to light.
"""

from adjudge.games.mdrg.scenarios import artifact_hunt, installation, orchard, rustlers, smoke, wasteland

__all__ = ["artifact_hunt", "installation", "orchard", "rustlers", "smoke", "wasteland"]
