"""Position files: what is refused and why; how a position reads."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.hannut.table import actions, asked, orders, position
from wargame.content.errors import DataError
from wargame.flow.ask import PathAsk
from wargame.games.hannut import GAME
from wargame.games.hannut.overlays import OVERLAYS

PAIR = {"g.pr35.1": "1411", "a.2rc.1": "1311"}


def refusal_of(segment: str = "german.ops.actions", **wanted: Any) -> str:
    """The sentence with which a position is refused."""
    wanted.setdefault("drawn", "G-PR35")
    with pytest.raises(DataError) as caught:
        position(segment, **{"units": PAIR, **wanted})
    return str(caught.value)


@pytest.mark.parametrize(
    ("wanted", "word"),
    [
        ({"states": {"g.pr35.1": ["fatigued", "demoralized"]}}, "Fatigued and Demoralized"),
        ({"states": {"g.pr35.1": ["neutralized", "in column"]}}, "HAN-CO-04"),
        ({"states": {"g.pr35.1": ["loaded"]}}, "no lorries"),
        ({"states": {"g.pr35.1": ["activated"]}}, "only an HQ"),
        ({"states": {"g.pr35.1": ["asleep"]}}, "asleep"),
        ({"units": {"g.pr35.1": "1513"}, "states": {"g.pr35.1": ["in column"]}}, "HAN-CO-01"),
        ({"units": {"g.pr35.hq": "1411"}, "states": {"g.pr35.hq": ["reduced"]}}, "one step"),
        ({"units": {"g.pr35.hq": "1411"}, "states": {"g.pr35.hq": ["out of command"]}}, "HAN-CM-02"),
        ({"units": {"g.pr35.1": "1311", "a.2rc.1": "1311"}}, "HAN-ST-03"),
        ({"units": {f"g.pr35.{n}": "1411" for n in (1, 2, 4, 5)}}, "HAN-ST-01"),
        ({"units": {"g.pr35.1": "1411", "g.pr35.2": "waiting"}}, "HAN-EN-01"),
        ({"drawn": "G-PR99"}, "there is no marker"),
        ({"drawn": "F-2RC"}, "does not open this segment"),
        ({"drawn": ""}, "set.drawn"),
        ({"drawn": "G-PR36"}, "has no unit on the map"),
        ({"cup": ["G-PR35", "G-PR36"]}, "two of cup"),
        ({"saved": "F-9"}, "there is no marker"),
        ({"mines": ["9999"]}, "9999"),
        ({"control": {"german": ["1411"]}}, "no hex whose control counts"),
        ({"control": {"dutch": ["1204"]}}, "there is no side"),
        ({"cup": 36}, "list"),
        ({"weather": "rain"}, "weather"),
        ({"more": {"g.pr35.1": {"spent": -1}}}, "parts of 1/2"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(wanted: dict[str, Any], word: str) -> None:
    """HAN-ST-01, HAN-ST-03, HAN-CO-01, HAN-CU-01: with the reason."""
    assert word in refusal_of(**wanted)


@pytest.mark.parametrize("segment", ["both.ops.save_last", "both.ops.close"])
def test_what_ends_with_a_marker_wants_one(segment: str) -> None:
    """HAN-SP-20, HAN-SP-22"""
    assert "set.drawn" in refusal_of(segment, drawn="")


def test_a_unit_outside_the_scenarios_area_is_refused() -> None:
    """HAN-SC-01"""
    with pytest.raises(DataError, match="outside the scenario"):
        actions("G-PR5", {"g.pr5.1": "2405"}, scenario="orp")


def test_the_order_question_is_a_path_question_too() -> None:
    """HAN-SP-08, HAN-SP-12"""
    session = actions("G-PR35", {**PAIR, "g.pr35.8": "2411"})
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    heads = [head.answer for head in ask.heads()]
    assert heads[:2] == ["move g.pr35.1", "move g.pr35.1 column"]
    goal = session.game.grid.hex("2412")
    answer = ask.route("move g.pr35.8", [goal])
    assert answer == "move g.pr35.8 2411-2412"
    assert sum(cost for _, cost, _ in ask.costs(answer)) == 4
    assert orders(session).read("MOVE  g.PR35.8 2412")[0] == answer


def test_the_face_tells_everything() -> None:
    """HAN-TM-09, HAN-DI-01, HAN-CM-01: inspector, hex panel, status, overlays."""
    session = actions("G-PR35", {**PAIR, "g.pr35.hq": "2411"}, states={"a.2rc.1": ["fatigued"]})
    g, face = session.game, GAME.face
    assert any("formation factor 5 (Fatigued -2)" in line for line in face.unit_lines(g, "a.2rc.1"))
    assert any("HQ 10 hexes away" in line for line in face.unit_lines(g, "g.pr35.1"))
    lines = face.hex_lines(g, g.grid.hex("1609"))
    assert any("village" in line for line in lines)
    assert any("stream towards 1709 (bridge)" in line for line in lines)
    assert any("HAN-VP-04" in line for line in lines)
    assert dict(face.status(g))["marker"] == "G-PR35"
    assert face.counter(g, "a.2rc.1").letters == "F"
    for overlay in OVERLAYS:
        assert overlay.view(g, g.grid.hex("1411")).title
    assert GAME.face.track(g)["drawn"] == ["G-PR35"]
    assert len(GAME.order_of_battle(g.content)) == 129
    assert "crt" in GAME.charts(g.content)
