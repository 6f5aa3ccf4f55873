"""The whole API from its own description: whatever fits it or nearly fits it, the answers are those it promises."""

from __future__ import annotations

import time
from collections.abc import MutableMapping
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from adjudge.engine import game as registry
from adjudge.field.paper import MAP
from adjudge.server.app import make_app
from adjudge.store import Store
from tests.engine.feud import brawl, feud
from tests.mind.examples import pig
from tests.server.conftest import WAIT, Club

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


SCHEMA = schemathesis.openapi.from_dict(make_app(cast("Store", None)).openapi_schema.to_schema())
OPERATIONS: dict[str, Any] = {it.ok().label: it.ok() for it in cast("Any", SCHEMA).get_all_operations()}


SEEDS = (6, 7, 8, 9)
"""Where few bodies that are drawn fit, others are drawn."""


@pytest.fixture
def real(club: Club) -> dict[str, Any]:
    """Things that exist, for the parameters that name one."""
    made = club.create()
    return {
        "game_id": "duel",
        "rule_id": "duel.hit",
        "name": "strike",
        "seat": "red",
        "match_id": made["id"],
        "Adjudge-Token": made["host_token"],
        "game": "duel",
        "bot": "random",
        "position": 0,
        "paper_name": "challenge",
        "example": "insult",
        "map_name": "the-ford",
        "text": MAP.sample("the-ford"),
    }


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (brawl, feud, pig):
        monkeypatch.setitem(registry._known, game.id, game)


def _fitting(club: Club, label: str) -> dict[str, Any]:
    """What exists for an operation that wants more than a table of the duel."""
    if "/battles" in label:
        made = club.create(game="feud", seats={"bob": {"bot": "random"}, "cat": {"bot": "random"}})
        (battle,) = club.http.get(f"/api/matches/{made['id']}/battles").json()
        return {"match_id": made["id"], "key": battle["key"], "Adjudge-Token": made["seat_tokens"]["ann"]}
    if "/studies" in label:
        wish = {"game": "pig", "a": {"bot": "hold"}, "b": {"bot": "random"}, "games": 2}
        while "id" not in (begun := club.http.post("/api/studies", json=wish).json()):
            time.sleep(0.1)  # one study at a time
        return {"study_id": begun["id"]}
    if label.endswith("/form"):
        return {"game_id": "mdrg", "paper_name": "party"}
    if label.endswith("/sequel"):
        made = club.create(game="regulus", seats={"p1": {"bot": "player"}, "gm": {"bot": "storyteller"}})
        return {"match_id": made["id"], "Adjudge-Token": made["host_token"]}
    if "/reference" in label:
        return {"game_id": "rdz"}
    if label.endswith("/analysis/agreed"):
        made = club.create(game="pig", seats={"blue": {"bot": "hold"}})
        return {"match_id": made["id"], "Adjudge-Token": made["seat_tokens"]["red"]}
    if "/analysis" in label:
        made = club.create(game="rdz")
        return {"match_id": made["id"], "Adjudge-Token": made["host_token"]}
    if label.endswith("/hint"):
        made = club.create(game="pig", seats={"blue": {"bot": "hold"}})
        club.host("PUT", made, "/hints", json=True)
        return {"match_id": made["id"], "Adjudge-Token": made["seat_tokens"]["red"]}
    return {"match_id": club.create(game="rdz")["id"]} if "/briefing" in label else {}


def _made_real(drawn: Any, real: dict[str, Any], *, all_of_it: bool) -> None:
    """All or most parameters name things that exist; the rest stays as it was drawn."""
    if isinstance(drawn, MutableMapping):
        for name in real.keys() & drawn.keys():
            if all_of_it or len(str(drawn[name])) % 4:
                drawn[name] = real[name]


@pytest.mark.parametrize("label", OPERATIONS)
def test_every_answer_is_as_the_api_describes_it(club: Club, real: dict[str, Any], label: str):
    @settings(
        max_examples=4 if label.endswith("/hint") else 25,  # it is thought about for a while
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[label].as_strategy())
    def every_answer(case: Any) -> None:
        for part in (case.path_parameters, case.headers, case.body):
            _made_real(part, real, all_of_it=len(statuses) % 2 == 0)
        answer = case.call_and_validate(base_url=f"http://{club.address}", checks=CHECKS, timeout=WAIT)
        statuses.append(answer.status_code)

    real |= _fitting(club, label)
    statuses: list[int] = []
    for number in SEEDS:
        seed(number)(every_answer)()
        if {200, 201, 204} & set(statuses):
            return
    pytest.fail(f"nothing that was sent ever fitted: {set(statuses)}")


def test_every_operation_says_what_it_may_be_refused_with(club: Club):
    described = club.http.get("/api/schema/openapi.json").json()
    operations = [it for path in described["paths"].values() for it in path.values()]
    assert len(operations) > 10
    for operation in operations:
        refusals = {status for status in operation["responses"] if status[0] in "45"}
        assert refusals >= {"400", "403", "413", "421", "429", "500", "503"}
        for status in refusals:
            shown = operation["responses"][status]["content"]["application/json"]["schema"]
            assert shown["$ref"].endswith("Refusal")
