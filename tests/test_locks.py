"""What is built is built from pinned, hashed packages, from whichever index the machine uses."""

import json
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_package_of_the_client_is_pinned_by_hash_and_names_no_registry():
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    brought = {name: it for name, it in packages.items() if name}
    assert len(brought) > 100
    assert [name for name, it in brought.items() if "integrity" not in it] == []
    assert [name for name, it in brought.items() if "resolved" in it] == []


def test_no_lock_names_an_index():
    for lock in ("requirements.lock", "requirements-site.lock"):
        assert "://" not in (ROOT / lock).read_text()
