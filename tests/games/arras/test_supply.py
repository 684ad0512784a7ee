"""Supply and recovery: ARR-SU-01..04, ARR-RC-01..02."""

from __future__ import annotations

import pytest

from tests.games.arras.table import (
    LEARNING,
    disrupted,
    events_of,
    position,
    recovered,
    where,
)
from wargame.flow.session import Session
from wargame.games.arras.data.files import Side
from wargame.games.arras.supply import supply_of
from wargame.hexes.grid import Hex
from wargame.model import events as ev

RING = {"uk-9dli": "1412", "de-sr6-2": "1312", "de-sr14-1": "1511"}
"""uk-9dli is cut off: every hex around it is enemy-held or in an enemy ZOC."""
POCKET = {"de-sr7-1": "1103", "uk-5gh": "1102", "uk-8nf": "1005", "uk-1wg": "1205"}
"""de-sr7-1 is deep in the Allied rear, between three battalions."""


def test_ARR_SU_01_the_phasing_player_checks_his_own_units() -> None:
    session = position("allied.supply", units={**RING, **POCKET})
    assert {"uk-9dli"} == disrupted(session)
    session = position("german.supply", units={**RING, **POCKET})
    assert {"de-sr7-1"} == disrupted(session)


def test_ARR_SU_01_transports_are_checked_too() -> None:
    session = position("allied.supply", units={**RING, "uk-tr-1": "1412"})
    assert {"uk-9dli", "uk-tr-1"} == disrupted(session)


def test_ARR_SU_02_out_of_supply_is_disrupted_without_a_die() -> None:
    session = position("allied.supply", units={**RING, "uk-6dli": "1207"})
    gained = [e for e in events_of(session, ev.StateGained) if e.state == "disrupted"]
    assert [("uk-9dli", "ARR-SU-02")] == [(e.unit, e.rule) for e in gained]
    assert [] == events_of(session, ev.DiceRolled)


def test_ARR_SU_02_all_are_judged_before_any_is_disrupted() -> None:
    # uk-9dli and uk-1wg hold each other's way home; German ZOCs leave both cut off.
    units = {**RING, "uk-4ey": "1412", "uk-tr-1": "1412"}
    session = position("allied.supply", units=units)
    assert {"uk-9dli", "uk-4ey", "uk-tr-1"} == disrupted(session)


def test_ARR_SU_04_arras_is_always_in_supply() -> None:
    ring = {"de-sr6-1": "1111", "de-sr6-2": "1209", "de-sr7-1": "1410", "de-sr7-2": "1009"}
    session = position(
        "allied.supply", units={**ring, "uk-5gh": "1110", "uk-tr-1": "1210", "uk-1wg": "1310"}
    )
    assert set() == disrupted(session)
    session = position("german.supply", units={"de-sr6-1": "1210", "uk-6dli": "1207"})
    net = supply_of(session.game, "allied")
    assert net.reaches(session.game.grid.hex("1110"))


# -- lines of supply, against a search written from the text -----------------------------------


def lines_of(session: Session, side: Side) -> dict[Hex, int]:
    """ARR-SU-03  Steps of the first leg that a unit in each hex would need."""
    g = session.game
    other = "german" if side == "allied" else "allied"
    kinds = g.content.units
    held = {s: set[Hex]() for s in ("allied", "german")}
    zoc = {s: set[Hex]() for s in ("allied", "german")}
    for u in g.state.units.values():
        if u.hex >= 0 and u.id in kinds and kinds[u.id].combat_unit:
            held[u.side].add(u.hex)
            if "disrupted" not in u.states:
                zoc[u.side].update(g.content.contact[u.hex])

    def blocked(h: Hex) -> bool:
        return h in held[other] or (h in zoc[other] and h not in held[side])

    def road(start: Hex) -> bool:
        seen, pending = {start}, [start]
        while pending:
            here = pending.pop()
            if here in g.content.sources[side] and (here == start or not blocked(here)):
                return True
            near = {h for h in g.content.road_links[here] if not blocked(h)} - seen
            seen |= near
            pending += near
        return False

    found: dict[Hex, int] = {}
    for start in g.content.board:
        seen, front = {start}, {start}
        for steps in range(5):
            if any(h in g.content.road_hexes and road(h) for h in front):
                found[start] = steps
                break
            front = {n for h in front for n in g.content.contact[h] if not blocked(n)} - seen
            seen |= front
        if start in g.content.depot[side]:
            found[start] = 0
    return found


WALL = {
    "de-sr6-1": "1110", "de-sr6-2": "1310", "de-sr7-1": "0910", "de-sr7-2": "1410",
    "de-pi58": "1012", "de-k7": "1209", "uk-6dli": "1107", "uk-8dli": "1112", "uk-tr-1": "1211",
}  # fmt: skip


@pytest.mark.parametrize("scenario", ["campaign", LEARNING])
@pytest.mark.parametrize("side", ["allied", "german"])
def test_ARR_SU_03_every_hex_of_the_first_turn(scenario: str, side: Side) -> None:
    session = position("allied.movement", turn=1, clear=False, scenario=scenario)
    net, lines = supply_of(session.game, side), lines_of(session, side)
    assert set(lines) == {h for h in session.game.content.board if net.reaches(h)}


@pytest.mark.parametrize("side", ["allied", "german"])
@pytest.mark.parametrize("shaken", [[], ["de-sr6-1", "uk-6dli"], ["de-k7", "uk-8dli"]])
def test_ARR_SU_03_every_hex_around_a_wall(side: Side, shaken: list[str]) -> None:
    states = {u: ["disrupted"] for u in shaken}
    session = position("allied.movement", units=WALL, states=states)
    net, lines = supply_of(session.game, side), lines_of(session, side)
    assert set(lines) == {h for h in session.game.content.board if net.reaches(h)}


@pytest.mark.parametrize(
    ("more", "cut_off"), [({}, set[str]()), ({"de-sr6-1": "2303"}, {"uk-8dli"})]
)
def test_ARR_SU_03_four_hexes_to_a_road_and_no_more(
    more: dict[str, str], cut_off: set[str]
) -> None:
    # 2301 and 2401 are the map's loneliest corner, four hexes from the nearest road; the ZOC of a
    # German in 2303 makes it five from 2401.
    units = {"uk-9dli": "2301", "uk-8dli": "2401", "uk-6dli": "1207"}
    session = position("allied.supply", units={**units, **more})
    assert cut_off == disrupted(session)
    lines = lines_of(session, "allied")
    assert 4 == lines[session.game.grid.hex("2301")]


def test_ARR_SU_03_a_source_must_be_free_or_ones_own() -> None:
    # uk-9dli stands on the source 0701, which the Germans around it would shut for anybody else.
    ring = {"de-k7": "0602", "de-sr6-1": "0702", "de-sr6-2": "0802", "de-aa37": "0801"}
    session = position("allied.supply", units={"uk-9dli": "0701", "uk-6dli": "1207", **ring})
    assert set() == disrupted(session)
    session = position("allied.supply", units={"uk-9dli": "0601", "uk-6dli": "1207", **ring})
    assert {"uk-9dli"} == disrupted(session)


def test_ARR_SU_03_no_line_crosses_an_unbridged_river() -> None:
    # South of the Scarpe, every road west and south is under a German ZOC or held.
    units = {"uk-9dli": "1909", "de-sr6-1": "1810", "de-sr6-2": "1911", "de-sr7-1": "2010"}
    session = position("allied.supply", units={**units, "uk-2cam": "1908"})
    assert {"uk-9dli"} == disrupted(session)


# -- recovery ----------------------------------------------------------------------------------


def test_ARR_RC_01_whoever_traces_supply_recovers() -> None:
    session = position(
        "allied.recovery",
        units={**RING, "uk-6dli": "1207", "uk-tr-1": "1207"},
        states={u: ["disrupted"] for u in ("uk-9dli", "uk-6dli", "uk-tr-1")},
    )
    assert {"uk-6dli", "uk-tr-1"} == recovered(session)
    assert {"uk-9dli"} == disrupted(session)


def test_ARR_RC_01_an_enemy_zoc_does_not_prevent_it() -> None:
    session = position(
        "allied.recovery",
        units={"uk-8dli": "0707", "de-k7": "0708"},
        states={"uk-8dli": ["disrupted"]},
    )
    assert {"uk-8dli"} == recovered(session)


def test_ARR_RC_01_zocs_count_as_they_stand_before_any_marker_is_removed() -> None:
    # uk-4ey in 1411 is disrupted but still a combat unit: it holds the hex open for uk-9dli.
    session = position(
        "allied.recovery",
        units={**RING, "uk-4ey": "1411"},
        states={"uk-9dli": ["disrupted"], "uk-4ey": ["disrupted"]},
    )
    assert {"uk-9dli", "uk-4ey"} == recovered(session)


def test_ARR_RC_02_automatic_and_for_the_phasing_side_only() -> None:
    session = position(
        "allied.recovery",
        units={"uk-6dli": "1207", "de-sr6-1": "1317"},
        states={"uk-6dli": ["disrupted"], "de-sr6-1": ["disrupted"]},
    )
    assert [] == events_of(session, ev.DiceRolled)
    assert {"de-sr6-1"} == disrupted(session)
    assert session.segment.startswith("arras.german")  # nobody was asked
    assert "1207" == where(session, "uk-6dli")


def test_ARR_RC_02_rommels_companions_recover_out_of_supply() -> None:
    session = position(
        "german.recovery",
        turn=1,
        units={**POCKET, "de-rommel": "1103", "de-sr6-1": "1317"},
        states={"de-sr7-1": ["disrupted"]},
        dice=[3, 4],
    )
    assert "de-sr7-1" in recovered(session)
