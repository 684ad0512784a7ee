"""What lies over the map of East Front: supply, railways, headquarters, bases, attacks."""

from __future__ import annotations

from tests.games.eastfront.table import MINSK, table
from wargame.flow.face import OverlayView
from wargame.flow.standings import Announced
from wargame.games.eastfront.declared import announced, declare
from wargame.games.eastfront.overlays import OVERLAYS
from wargame.games.eastfront.state import EfGame


def view(g: EfGame, name: str, where: str = "") -> OverlayView:
    """One overlay, with the cursor on a hex or nowhere."""
    overlay = next(overlay for overlay in OVERLAYS if overlay.id == name)
    return overlay.view(g, g.grid.hex(where) if where else -1)


def test_supply_names_sources_levels_and_what_feeds_the_units_of_the_cursor() -> None:
    """EF-SP-15, EF-SP-16, EF-SP-27"""
    g = table(
        {"A-HP2": "1036", "G-XII": "1136", "S-4": "1735"},
        scenario=MINSK,
        numbers={"S-4": {"level": 2}},
    )
    found, at = view(g, "supply", "1136"), g.grid.hex
    assert ("S", "U2") == (found.labels[at("0935")], found.labels[at("1735")])
    assert found.lines[0].startswith("XII Corps: U0, path costs to ")
    assert "2nd Panzer Group (1)" in found.lines[0]
    assert "Axis without supply now: nobody" in found.lines
    lost = view(table({"G-XII": "2035"}, scenario=MINSK), "supply", "2035")
    assert "XII Corps: U0, nothing feeds it" in lost.lines
    assert 2 == lost.tinted[at("2035")]


def test_supply_draws_the_line_of_a_unit_and_where_its_railway_is_narrow() -> None:
    """EF-SP-15, EF-SP-27"""
    rail = ["0935", "1035", "1135", "1235"]
    gauge = {"gauge": dict.fromkeys(rail[2:], 1)}
    g = table(
        {"A-HP2": "1235", "G-XII": "1334", "G-XLIII": "1335"},
        scenario=MINSK,
        own={"axis": rail},
        layers=gauge,
    )
    found, at = view(g, "supply", "1334"), g.grid.hex
    assert {"*3"} == {found.labels[at(h)] for h in ("1035", "1135")}
    assert (
        "0935 Siedlce cuts the railway to 2nd Panzer Group; XII Corps; XLIII Corps, as would 2 more hexes"
        == found.lines[1]
    )
    assert "*3" not in view(g, "supply", "2032").labels.values()


def test_railways_show_breaks_demolitions_foreign_gauge_and_conversion() -> None:
    """EF-RA-10, EF-RA-17, EF-EN-10"""
    g = table(scenario=MINSK, own={"axis": ["1235", "1135"]}, broken=["0935"])
    labels = {g.grid.name(h): text for h, text in view(g, "rails").labels.items()}
    assert ("x", "g") == (labels["0935"], labels["1235"])


def test_headquarters_show_their_range_and_who_is_in_reserve() -> None:
    """EF-SP-13, EF-RX-10"""
    g = table(
        {"A-HP2": "1036", "A-H4": "0835", "G-XII": "1035"},
        scenario=MINSK,
        states={"G-XII": ["reserve"]},
    )
    here, every, at = view(g, "hqs", "1036"), view(g, "hqs"), g.grid.hex
    assert ("H", "R") == (every.labels[at("0835")], every.labels[at("1035")])
    assert (1, 2) == (len(here.lines), len(every.lines))
    assert here.lines[0].startswith("2nd Panzer Group in 1036: 4 SP, range 5, rating 3")
    assert at("1035") in here.tinted


def test_bases_count_who_is_ready_and_show_how_far_they_fly() -> None:
    """EF-AR-11, EF-AR-12"""
    g = table({"A-KG3": "0935", "A-JG51": "0935"}, scenario=MINSK, states={"A-KG3": ["flown"]})
    found = view(g, "air", "0935")
    assert "1/2" == found.labels[g.grid.hex("0935")]
    assert "KG 3: bombers, range 14, not ready" in found.lines
    assert g.grid.hex("2035") in found.tinted
    assert set(view(g, "air", "2035").tinted) == {g.grid.hex("0935")}


def test_declared_attacks_stand_on_the_map_in_their_order() -> None:
    """EF-CB-17"""
    g = table({"G-XII": "1136", "S-4": "1135"}, scenario=MINSK)
    assert ("none is declared",) == tuple(view(g, "attacks").lines)
    declare(g, "axis", g.grid.hex("1135"), "delayed", ["G-XII"])
    found = view(g, "attacks")
    assert [Announced(g.grid.hex("1135"), [g.grid.hex("1136")], "D1")] == announced(g)
    assert ["1 delayed on 1135 Brest: XII Corps"] == list(found.lines)


def test_every_overlay_draws_a_table_wherever_the_cursor_is() -> None:
    """EF-ZC-01, EF-WX-04, EF-VP-01"""
    g = table(scenario=MINSK, clear=False, turn=1)
    for overlay in OVERLAYS:
        for where in ("1135", "2032", "0935"):
            found = overlay.view(g, g.grid.hex(where))
            assert found.title
            assert found.signs
