"""What can be brought against a hex: ARR-CO-10, ARR-MV-07, ARR-MV-11, in numbers worked out by hand."""

from __future__ import annotations

import pytest

from tests.games.arras.table import play, position
from wargame.flow.ask import IllegalAnswer
from wargame.flow.reasons import reach_lines
from wargame.flow.session import Session
from wargame.flow.whatif import what_if, what_if_lines

D, LANCERS, DLI, LIGHT = (
    "7 RTR D Company (Matilda II)",
    "12th Royal Lancers, A Squadron",
    "8th Durham Light Infantry",
    "4 RTR light tanks (Mk VI)",
)
K7 = "Kradschuetzen-Btl. 7"


def told(session: Session, name: str) -> list[str]:
    """What stands beside a hex."""
    return what_if_lines(session, what_if(session, session.game.grid.hex(name)))


def test_ARR_CO_11_the_fewest_who_bring_the_best_odds_are_named() -> None:
    # 4 + 3 + 1 against 2 is 4:1, the village makes it 3:1; one more factor changes nothing, one
    # less is 3:1 and so 2:1.  In column 3:1 each die strikes, a 6 eliminates.
    units = {
        "uk-7rtr-d": "0808", "uk-8dli": "0909", "uk-12l-a": "1009", "uk-4rtr-lt": "1009",
        "de-k7": "0708",
    }  # fmt: skip
    assert [
        "Allied, this turn: 0708 at 3:1, 100% to strike, 17% with losses",
        f"  from 0808: {D}",
        f"  to 0709: {DLI}; {LANCERS}",
        f"could too: {LIGHT}",
    ] == told(position("allied.movement", units=units), "0708")


def test_ARR_SQ_02_who_has_moved_attacks_from_where_it_stands_or_not_at_all() -> None:
    units = {"uk-12l-a": "0909", "uk-12l-b": "0909", "de-k7": "0708"}
    session = position("allied.movement", units=units)
    play(session, "move uk-12l-a 0909-0908-0808", "move uk-12l-b 0909-0910")
    # 1 against 2 is 1:2, the village makes it 1:3: a 6 disrupts, and every die strikes the attacker
    assert [
        "Allied, this turn: 0708 at 1:3, 17% to strike",
        f"  from 0808: {LANCERS}",
        f"{K7}: 100% to strike back",
    ] == told(session, "0708")


def test_ARR_MV_11_a_passenger_comes_with_the_transport_that_carries_it() -> None:
    # on foot 2 MP, with transport 4
    units = {"uk-8dli": "0911", "uk-tr-1": "0911", "de-k7": "0708"}
    first, by, _ = told(position("allied.movement", units=units), "0708")
    # 3 against 2 is 3:2, the village makes it 1:1: of 4 to 6 each strikes
    assert "Allied, this turn: 0708 at 1:1, 50% to strike" == first
    assert f"  to 0808: {DLI} with 151st Brigade troop carriers (1)" == by


def test_ARR_CO_10_the_enemy_comes_in_his_next_turn_whatever_he_did_in_this() -> None:
    units = {"uk-12l-a": "0909", "de-k7": "0708"}
    states = {"de-k7": ["moved", "attacked"]}
    session = position("allied.movement", units=units, states=states)
    # 2 against 1 in the open: 1 does nothing, the rest strike
    assert ["German, next turn: 0909 at 2:1, 83% to strike", f"  to 0908: {K7}"] == told(
        session, "0909"
    )
    assert {"moved", "attacked"} == session.state.units["de-k7"].states


def test_ARR_MV_13_the_reach_of_a_disrupted_enemy_is_the_hex_beside_it() -> None:
    # of the six 0809 lies in the ZOC of the lancers, which it may not enter
    units = {"uk-12l-a": "0909", "de-k7": "0708"}
    session = position("allied.movement", units=units, states={"de-k7": ["disrupted"]})
    first, *hexes = reach_lines(session, "de-k7")
    assert f"{K7} could get to 5 hexes:" == first
    assert not any(line.startswith("  0809") for line in hexes)


def test_ARR_EX_01_nobody_attacks_after_the_combat_phase() -> None:
    units = {"uk-12l-a": "0909", "de-k7": "0708"}
    session = position("allied.exploitation", units=units)
    assert ["Allied, this turn: nobody can attack 0708"] == told(session, "0708")


def test_ARR_VI_03_no_turn_follows_the_last() -> None:
    units = {"uk-12l-a": "0808", "de-k7": "0708"}
    now = position("german.movement", units=units)
    assert told(now, "0708")[0].startswith("Allied, next turn:")
    last = now.game.content.scenario.last_turn
    with pytest.raises(IllegalAnswer, match="ends before the Allied side can attack again"):
        told(position("german.movement", units=units, turn=last), "0708")
    assert told(position("allied.movement", units=units, turn=last), "0808")[0].startswith(
        "German, next turn:"
    )
