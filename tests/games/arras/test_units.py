"""Counters, stacking and zones of control: ARR-UN-01..03, ARR-ST-01..02, ARR-ZC-01..03."""

from __future__ import annotations

import pytest

from tests.games.arras.table import (
    answers,
    attacks,
    costs,
    crt,
    disrupted,
    is_legal,
    names,
    odds,
    play,
    position,
    reach,
    refusal,
    retreat_routes,
    unit,
    where,
)
from wargame.flow.session import Session
from wargame.games.arras import GAME
from wargame.games.arras.state import attack, defence

# -- values --------------------------------------------------------------------------------------


def test_ARR_UN_01_french_tanks_are_3_3_german_infantry_2_3() -> None:
    session = position("allied.combat", units={"fr-1cuir-1": "0409", "de-sr7-1": "0410"})
    g = session.game
    assert (3, 3) == (attack(g, "fr-1cuir-1"), defence(g, "fr-1cuir-1"))
    assert (2, 3) == (attack(g, "de-sr7-1"), defence(g, "de-sr7-1"))
    assert "3 against 3 = 1:1" == odds(session, "attack 0410 from fr-1cuir-1")[0]


@pytest.mark.parametrize(
    ("attacker", "defender", "basis"),
    [
        ("uk-7rtr-d", "de-sr14-1", "4 against 3 = 1:1"),
        ("uk-4rtr-m2", "de-ss3-1", "3 against 2 = 3:2"),
        ("uk-1wg", "de-aa37", "3 against 1 = 3:1"),
        ("uk-206at", "de-88-1", "1 against 3 = 1:3"),
    ],
)
def test_ARR_UN_02_the_printed_values_fight(attacker: str, defender: str, basis: str) -> None:
    session = position("allied.combat", units={attacker: "0409", defender: "0410"})
    assert basis == odds(session, f"attack 0410 from {attacker}")[0]


def test_ARR_UN_02_only_a_refit_changes_them() -> None:
    session = position(
        "allied.combat",
        units={"fr-1cuir-1": "0409", "de-sr7-1": "0410"},
        states={"fr-1cuir-1": ["refit"], "de-sr7-1": ["refit", "disrupted"]},
    )
    assert "2 against 2 = 1:1" == odds(session, "attack 0410 from fr-1cuir-1")[0]
    counter = GAME.face.counter(session.game, "de-sr7-1")
    assert counter.short.startswith("1")


# -- stacking ------------------------------------------------------------------------------------

FULL = {"uk-4rtr-a": "1108", "uk-4rtr-b": "1108", "uk-4rtr-c": "1108"}
LORRIES = {"uk-tr-1": "1108", "uk-tr-2": "1108", "uk-tr-3": "1108"}


def test_ARR_ST_01_three_combat_units_and_three_transports() -> None:
    units = {**FULL, **LORRIES, "uk-12l-a": "1107", "uk-tr-4": "1107"}
    session = position("allied.movement", units=units)
    for mover in ("uk-12l-a", "uk-tr-4"):
        assert "ARR-ST-01" == refusal(session, f"move {mover} 1108").rule
        assert "1108" not in reach(session, f"move {mover}")
        assert is_legal(session, f"move {mover} 1108-1109")  # passing is free


def test_ARR_ST_01_combat_units_and_transports_count_apart() -> None:
    session = position("allied.movement", units={**FULL, "uk-tr-4": "1107"})
    assert is_legal(session, "move uk-tr-4 1108")
    session = position("allied.movement", units={**LORRIES, "uk-12l-a": "1107"})
    assert is_legal(session, "move uk-12l-a 1108")


def test_ARR_ST_01_a_pair_counts_twice() -> None:
    units = {**FULL, "uk-tr-4": "1107", "uk-2cam": "1107"}
    session = position("allied.movement", units=units)
    assert "ARR-ST-01" == refusal(session, "move uk-tr-4 with uk-2cam 1108").rule


def test_ARR_ST_01_entry_and_exploitation_too() -> None:
    entry = {"uk-2rsf": "waiting", "uk-9dli": "1401", "uk-8dli": "1401", "uk-6dli": "1401"}
    session = position("allied.movement", units=entry, states={"uk-2rsf": ["passed"]})
    assert "ARR-RE-05" == refusal(session, "enter uk-2rsf 1401").rule
    session = position("allied.exploitation", units={**FULL, "uk-12l-a": "1107"})
    assert "ARR-ST-01" == refusal(session, "exploit uk-12l-a 1108").rule


def test_ARR_ST_01_leaders_do_not_count() -> None:
    units = {"de-sr6-1": "1112", "de-sr6-2": "1112", "de-sr7-1": "1112", "de-rommel": "1113"}
    session = position("german.movement", units={**units, "de-pi58": "1113"})
    assert is_legal(session, "move de-rommel 1112")
    units["de-rommel"] = "1112"
    del units["de-sr7-1"]
    session = position("german.movement", units={**units, "de-pi58": "1113"})
    assert is_legal(session, "move de-pi58 1112")


def test_ARR_ST_02_british_and_french_do_not_stop_together() -> None:
    units = {"fr-1cuir-1": "1108", "uk-12l-a": "1107", "fr-tr-1": "1008", "uk-tr-1": "1207"}
    session = position("allied.movement", units=units)
    refused = refusal(session, "move uk-12l-a 1108")
    assert refused.rule == "ARR-ST-02"
    assert is_legal(session, "move uk-12l-a 1108-1109")  # they may pass through
    assert "ARR-ST-02" == refusal(session, "move uk-tr-1 1208-1108").rule  # transports as well
    assert is_legal(session, "move fr-tr-1 1108")


# -- zones of control ----------------------------------------------------------------------------


def test_ARR_ZC_01_a_disrupted_unit_has_no_zoc() -> None:
    units = {"de-k7": "0708", "uk-12l-a": "0908"}
    session = position("allied.movement", units=units, states={"de-k7": ["disrupted"]})
    assert [1, 2] == costs(session, "move uk-12l-a 0808-0809")
    session = position("allied.movement", units=units)
    assert "ARR-MV-01" == refusal(session, "move uk-12l-a 0808-0809").rule


def test_ARR_ZC_01_it_is_lost_at_once() -> None:
    units = {"de-sr6-1": "1112", "uk-365fb": "1109", "uk-1wg": "1110", "uk-12l-a": "1111"}
    session = position("allied.artillery", units=units, dice=[5])
    grid = session.game.grid
    assert 1 == session.game.board.zoc["german"][grid.hex("1111")]
    play(session, "bombard de-sr6-1 with uk-365fb")
    assert {"de-sr6-1"} == disrupted(session)
    assert 0 == session.game.board.zoc["german"][grid.hex("1111")]
    assert [] == attacks(session).obligatory()


@pytest.mark.parametrize("unit_id", ["de-88-1", "de-ar78-1", "de-pj42-1", "de-sr6-1", "de-pz25-1"])
def test_ARR_ZC_02_every_combat_unit_has_a_zoc(unit_id: str) -> None:
    session = position("allied.movement", units={unit_id: "0708", "uk-12l-a": "0908"})
    board, grid = session.game.board, session.game.grid
    near = {h for h in range(grid.size) if board.zoc["german"][h]}
    assert set(grid.neighbours[grid.hex("0708")]) == near


def test_ARR_ZC_02_transports_and_leaders_have_none() -> None:
    units = {"de-tr-1": "0708", "de-rommel": "1317", "de-sr6-1": "1317", "uk-12l-a": "0908"}
    session = position("allied.movement", units=units, states={"de-sr6-1": ["disrupted"]})
    assert 0 == sum(session.game.board.zoc["german"])
    assert is_legal(session, "move uk-12l-a 0808-0809")


def test_ARR_ZC_02_streams_and_bridges_do_not_stop_it_the_river_does() -> None:
    session = position("allied.movement", units={"de-sr6-1": "1709", "uk-6dli": "1207"})
    board, grid = session.game.board, session.game.grid
    zoc = board.zoc["german"]
    assert zoc[grid.hex("1609")]  # the bridge at Athies
    assert not zoc[grid.hex("1708")]  # the Scarpe, no bridge
    session = position("allied.movement", units={"de-k7": "0708", "uk-6dli": "1207"})
    assert session.game.board.zoc["german"][grid.hex("0808")]
    assert session.game.board.zoc["german"][grid.hex("0707")]  # over the Gy


RING = {"uk-9dli": "1412", "de-sr6-2": "1312", "de-sr14-1": "1511"}


def test_ARR_ZC_03_a_friend_opens_a_zoc_hex_for_supply() -> None:
    session = position("allied.supply", units={**RING, "uk-4ey": "1411"})
    assert set() == disrupted(session)
    session = position(
        "allied.supply", units={**RING, "uk-4ey": "1411"}, states={"uk-4ey": ["disrupted"]}
    )
    assert {"uk-4ey"} == disrupted(session)  # a disrupted combat unit opens it as well


DUISANS = {"de-k7": "0708", "uk-8dli": "0707", "uk-7rtr-d": "0707", "uk-7rtr-a": "0808"}


def routed(**more: str) -> Session:
    """de-k7 must retreat out of 0708; 0608 is in the ZOC of 0707."""
    units = {**DUISANS, **{name.replace("_", "-"): place for name, place in more.items()}}
    session = position("allied.combat", turn=1, units=units, dice=[4])
    return play(session, "attack 0708 from uk-7rtr-d uk-7rtr-a", "no")


def test_ARR_ZC_03_a_friend_opens_a_zoc_hex_for_retreat() -> None:
    session = routed(de_aa37="0608")
    assert ("6 against 2 = 3:1", "2:1", {"village": -1}, "-/R1") == crt(session)
    assert "0608" in retreat_routes(session)["de-k7"]
    assert "0608" not in retreat_routes(routed(de_tr_1="0608"))["de-k7"]  # a transport does not


def test_ARR_ZC_03_and_for_nothing_else() -> None:
    units = {"de-k7": "0708", "uk-7rtr-a": "0808", "uk-12l-a": "0908"}
    session = position("allied.movement", units=units)
    assert "ARR-MV-01" == refusal(session, "move uk-12l-a 0808-0807").rule
    session = position("allied.exploitation", units=units)
    assert "ARR-EX-02" == refusal(session, "exploit uk-12l-a 0808").rule


def test_ARR_ZC_02_combat_is_only_with_contact() -> None:
    units = {"de-sr6-1": "1709", "uk-12l-a": "1708", "uk-4nf-y": "1609"}
    session = position("allied.combat", units=units)
    assert ["1709"] == names(session, attacks(session).obligatory())
    assert "ARR-CO-16" == refusal(session, "attack 1709 from uk-12l-a").rule
    assert "attack 1709 from uk-4nf-y" in answers(session)
    assert "1708" == where(session, "uk-12l-a")
    assert set() == unit(session, "uk-12l-a").states & {"disrupted"}


# -- the panel -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("0406", "no effect on combat or bombardment"),
        ("1112", "defender -1 column, bombardment -1"),
        ("1110", "defender -2 columns, bombardment -2"),
    ],
)
def test_the_effects_of_a_hex_are_told_where_it_has_some(number: str, told: str) -> None:
    game = position("allied.movement").game
    assert told in GAME.face.hex_lines(game, game.grid.hex(number))


def test_a_rating_of_nothing_has_no_sign() -> None:
    game = position("allied.movement", units={"uk-368fb": "1107"}).game
    assert "range 5, bombardment 0" in GAME.face.unit_lines(game, "uk-368fb")
