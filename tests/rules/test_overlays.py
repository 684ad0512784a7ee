"""What overlays draw on the toy's table: tones by side, labels, and lines that say it in words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from tests.flow.table import start
from tests.toy.content import BLUE, RED
from wargame.flow.ask import Refusal
from wargame.flow.face import Overlay, OverlayView
from wargame.hexes.field import Barriers, Costs
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import BAD, CHOKE, GOOD, control, ranges, reaches, supply, threat, zones
from wargame.rules.supply import Net
from wargame.rules.walk import Member, Mover

TITLES = {RED: "Red", BLUE: "Blue"}


@dataclass
class _Foot(Mover):
    grid: Grid
    costs: Costs
    rule: str = "TOY-MV-01"
    bars: tuple[()] = ()
    single: Refusal | None = None

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """The map's edge."""
        return Refusal(f"No way from {self.grid.name(a)} to {self.grid.name(b)}.", self.rule)

    def ground(self, a: Hex, b: Hex) -> str:
        """Nothing that anybody reads here."""
        return f"{self.grid.name(a)} {self.grid.name(b)}"


def _mover(g: Any, _: UnitId) -> Member:
    return _Foot(g.grid, Costs(g.grid, g.content.entry)), 8


def _units(g: Any, side: str) -> list[UnitId]:
    return list(g.board.on_map[side])


def _view(overlay: Overlay, where: str = "0403", **content: object) -> tuple[OverlayView, Grid]:
    """What it draws for a cursor on the table as it is laid out; *content* is printed besides."""
    g: Any = start().game
    known = SimpleNamespace(**content, entry=g.content.entry)
    table = SimpleNamespace(state=g.state, board=g.board, grid=g.grid, content=known)
    return overlay.view(table, g.grid.hex(where)), g.grid  # type: ignore[arg-type]


def _named(grid: Grid, hexes: dict[Hex, Any]) -> dict[str, Any]:
    return {grid.name(h): value for h, value in hexes.items()}


def test_a_zone_counts_the_units_that_reach_a_hex_and_has_the_tone_of_its_side() -> None:
    red, blue = zones(TITLES, "TOY-MV-04")
    assert ("zoc-red", "Red ZOC") == (red.id, red.title)
    found, grid = _view(red)
    assert found.labels[grid.hex("0203")] == "2"
    assert set(found.tinted.values()) == {GOOD}
    assert set(_view(blue)[0].tinted.values()) == {BAD}


def test_supply_draws_lines_and_names_whom_the_net_does_not_reach() -> None:
    def net(g: Any, _: str) -> Net:
        # a road 0103-0203-0303-0403 from the source 0103, nothing passes beyond column 4
        grid, links = g.grid, [()] * g.grid.size
        for a, b in pairwise(map(grid.hex, ("0103", "0203", "0303", "0403"))):
            links[a], links[b] = (*links[a], b), (*links[b], a)
        west = grid.mask(h for h in range(grid.size) if grid.name(h) < "0500")
        return Net(grid, [grid.hex("0103")], west, links, 1, Barriers(grid, [0] * grid.size))

    def units(g: Any, side: str) -> list[str]:
        return [*_units(g, side), *(["b1"] if side == RED else [])]

    red, _ = supply(TITLES, "TOY-SQ-01", net, units, name=lambda _, u: u.upper())
    found, grid = _view(red, board=range(48))
    named = _named(grid, dict(found.tinted))
    # r1 in 0102 and r3 in 0104 stand beside the source, r2 in it: r2 itself is never tested
    assert (GOOD, BAD, CHOKE) == (named["0102"], named["0101"], named["0103"])
    assert {"0103": "*2"} == _named(grid, dict(found.labels))
    assert ["TOY-SQ-01", "out of supply: B1", "0103 cuts off R1; R3"] == found.lines
    assert "R1: 0102-0103" in _view(red, "0102", board=range(48))[0].lines


def test_a_threat_tells_what_it_costs_to_reach_a_hex_or_touch_it() -> None:
    overlay = threat(
        TITLES, _units, _mover, lambda g, h: g.grid.neighbours[h], name=lambda _, u: u, far=5
    )
    found, grid = _view(overlay, "0403")
    assert {"0102": "1½", "0103": "1", "0104": "2", "0803": "1½"}.items() <= _named(
        grid, dict(found.labels)
    ).items()
    assert "r2: 1 MP" == found.lines[0]
    assert (GOOD, BAD) == (found.tinted[grid.hex("0103")], found.tinted[grid.hex("0803")])
    assert "MP it takes them; + Red, ! Blue" == found.signs
    near, _ = _view(
        threat(TITLES, _units, _mover, lambda *_: (), name=lambda _, u: u, far=3), "0403"
    )
    assert {RED[0]} == {line[0] for line in near.lines}


def test_those_who_stand_beside_a_hex_come_after_those_who_have_to_move() -> None:
    overlay = threat(
        TITLES, _units, _mover, lambda g, h: g.grid.neighbours[h], name=lambda _, u: u, far=9
    )
    *_, last = _view(overlay, "0203")[0].lines
    assert "there or beside it: r1; r2" == last


def test_control_tints_hexes_by_their_holder() -> None:
    overlay = control("Objectives", TITLES, lambda _: {4: "3"}, "points", rule="TOY-VC-02")
    g = start().game
    g.take(4, BLUE, rule="TOY-VC-02")
    found = overlay.view(g, 0)
    assert {4: "3"} == found.labels
    assert {4: BAD} == found.tinted
    assert "points, + Red, ! Blue" == found.signs


def test_ranges_go_as_far_as_the_longest_gun_and_say_when_nobody_fires() -> None:
    def tones(g: Any, where: Hex, far: int) -> dict[Hex, int]:
        return dict.fromkeys(g.grid.within(where, far)[1:], GOOD)

    overlay = ranges("Range", lambda *_: [("a gun", 2), ("a rifle", 1)], tones, "hexes away")
    found, grid = _view(overlay, "0403")
    assert ["a gun: range 2", "a rifle: range 1"] == found.lines
    assert ("1", "2") == (found.labels[grid.hex("0402")], found.labels[grid.hex("0401")])
    empty, _ = _view(ranges("Range", lambda *_: [], tones, ""))
    assert (["nobody here fires so far"], {}) == (empty.lines, empty.labels)


def test_the_reach_of_a_hex_tells_what_is_left_of_those_who_stand_there() -> None:
    unit = start().state.units["r1"]
    overlay = reaches(TITLES, _units, _mover, name=lambda _, u: u)
    found, grid = _view(overlay, start().game.grid.name(unit.hex))
    assert unit.hex not in found.labels
    assert {GOOD} == set(found.tinted.values())
    near = {found.labels[h] for h in grid.neighbours[unit.hex] if h in found.labels}
    assert near <= {"3", "2", "1"}
    assert any(line.startswith("r1: 4 MP") for line in found.lines)
    empty, _ = _view(overlay, "0106")
    assert ({}, ["nobody here who could go"]) == (empty.labels, empty.lines)
