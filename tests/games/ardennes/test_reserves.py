"""Where a player deploys Reserves (ARD-RD-11, ARD-RD-12, 5.13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.ardennes.table import table
from wargame.games.ardennes import cards
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.reserves import Places, why_no_card
from wargame.games.ardennes.state import ArdGame

FBB, SS, MATE = "de.fbbpz.fbb", "de.9sspz.9ss", "de.19ss.9ss"
ALLIED, FRIEND = "us.501.101", "us.110.28"
FAR = {"us.112.28": "1018"}


def laid(units: Mapping[str, str] | None = None, **more: Any) -> ArdGame:
    """A table with Reserves."""
    return table({**FAR, FBB: "reserve", SS: "reserve", **(units or {})}, **{"turn": 18, **more})


def why(g: ArdGame, unit: str, where: str, side: Side = "german") -> str:
    """The rule that keeps a unit out of a hex, "" for none."""
    found = Places(g, side).why_not(unit, g.grid.hex(where))
    return found.rule if found else ""


@pytest.mark.parametrize(
    ("card", "turn", "rule"),
    [
        ("G21", 18, "ARD-RD-12"),
        ("G34", 18, "ARD-RD-12"),
        ("G43", 18, ""),
        ("G46", 18, ""),
        ("G21", 19, ""),
    ],
)
def test_rd_12_the_okw_reserve(card: str, turn: int, rule: str) -> None:
    """ARD-RD-12  An army or army group card on the first day, any card afterwards."""
    g = laid(turn=turn)
    found = why_no_card(g, cards.card_of(g, card), FBB)
    assert rule == (found.rule if found else "")


def test_rd_12_who_is_of_the_okw_reserve() -> None:
    """ARD-RD-12, note 5 of 6.2"""
    divisions = {k.div for k in laid().content.units.values() if k.okw}
    assert {"3 PG", "9 Pz", "15 PG", "167", "9", "FBB", "FGB"} == divisions


def test_rd_12_entry_hexes_of_the_army() -> None:
    """ARD-RD-12  6th Panzer Army in the north, 5th 4014, 7th 4021; II SS also 4014 from the 20th."""
    g = laid()
    for where in ("3501", "3601", "4005", "4010"):
        assert not why(g, SS, where)
    assert why(g, SS, "4014")
    assert not why(g, FBB, "4014")
    assert not why(g, "de.208.79", "4021")
    assert not why(laid(turn=20), SS, "4014")


def test_rd_12_within_three_of_its_corps() -> None:
    """ARD-RD-12  In Supply, not Proximate to an Allied unit; the friend In Supply."""
    g = laid({MATE: "3311"}, turn=20)
    assert not why(g, SS, "3512")
    assert why(g, SS, "3711")
    assert why(laid({MATE: "3311"}, turn=20, states={MATE: ["low supply"]}), SS, "3512")
    near = laid({MATE: "3311", FRIEND: "3211"}, turn=20)
    assert why(near, SS, "3310")


def test_rd_12_sectors_of_armies_bind_through_december_19() -> None:
    """ARD-MV-09  Beside its corps, but in the sector of the 6th Panzer Army; entry hexes lie in one's own."""
    for turn, rule in ((19, "ARD-MV-09"), (20, "")):
        g = laid({"de.293.18": "3611", FBB: "reserve"}, turn=turn)
        found = Places(g, "german").hexes(FBB)
        for name, sector, bar in (("3610", "6PzA", rule), ("3612", "5PzA", "")):
            where = g.grid.hex(name)
            assert sector == g.content.army_sector[where]
            assert bar == why(g, FBB, name), (turn, name)
            assert (where in found) is not bool(bar)
        for army, hexes in g.content.limits.okw.entries.items():
            assert {army} == {g.content.army_sector[h] for h in hexes}


def test_rd_12_not_in_an_allied_zoc_nor_over_the_limit() -> None:
    """ARD-RD-12, ARD-ST-01"""
    assert why(laid({FRIEND: "4013"}), FBB, "4014")
    full = {"de.2.2": "4014", "de.304.2": "4014", "de.3pz.2": "4014"}
    assert "ARD-ST-01" == why(laid(full), FBB, "4014")


def test_rd_11_the_corps_area() -> None:
    """ARD-RD-11, ARD-MV-10"""
    g = laid({ALLIED: "reserve"}, mode="2p")
    corps = g.content.units[ALLIED].corps
    inside = Places(g, "allied").hexes(ALLIED)
    assert inside
    assert {corps} == {g.content.corps_area[h] for h in inside}
    outside = next(h for h in sorted(g.content.board) if g.content.corps_area[h] not in ("", corps))
    assert "ARD-MV-10" == why(g, ALLIED, g.grid.name(outside), "allied")


def test_rd_11_the_british_west_of_the_meuse() -> None:
    """ARD-RD-11, ARD-MV-12"""
    g = laid({"br.5gds.gds": "reserve"}, turn=22)
    found = Places(g, "allied").hexes("br.5gds.gds")
    assert found
    assert {*found} <= g.content.left_bank


def test_rd_11_joined_by_road_and_away_from_germans() -> None:
    """ARD-RD-11  On the Road net of an Allied source; beside a German only where an Allied unit stands."""
    g = laid({ALLIED: "reserve"})
    places = Places(g, "allied")
    assert all(places.lines.road >> h & 1 for h in places.hexes(ALLIED))
    near = laid({ALLIED: "reserve", "de.3pz.2": "2618"})
    hexes = {near.grid.name(h) for h in Places(near, "allied").hexes(ALLIED)}
    assert "2419" not in hexes
    assert "2419" in {g.grid.name(h) for h in places.hexes(ALLIED)}
    held = laid({ALLIED: "reserve", "de.3pz.2": "2618", FRIEND: "2419"})
    assert "2419" in {held.grid.name(h) for h in Places(held, "allied").hexes(ALLIED)}


def test_ss_14_an_isolated_enemy_is_nobody() -> None:
    """ARD-SS-14"""
    g = laid({ALLIED: "reserve", "de.3pz.2": "2618"}, states={"de.3pz.2": ["isolated"]})
    assert "2419" in {g.grid.name(h) for h in Places(g, "allied").hexes(ALLIED)}
