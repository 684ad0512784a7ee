"""The sequence of play, the night and open play: ARR-SQ-01..06, ARR-NI-01, ARR-PL-01."""

from __future__ import annotations

import pytest

from tests.games.arras.table import (
    CAMPAIGN,
    answers,
    asked,
    attacks,
    crt,
    dice_of,
    events_of,
    heads,
    is_legal,
    names,
    notes,
    play,
    position,
    refusal,
    unit,
    where,
)
from wargame.flow.session import Session, new_header
from wargame.games.arras import GAME
from wargame.model import events as ev

APART = {
    "uk-4rtr-lt": "1107", "uk-365fb": "1107", "de-pz25-1": "1317", "de-ar78-1": "1317",
    "fr-tr-1": "0606", "de-tr-1": "2016",
}  # fmt: skip
NO_EVENT = [3, 4]


def whole_turn(turn: int) -> Session:
    """A game-turn in which everybody passes whatever may be passed."""
    session = position("turn", turn=turn, units=APART, dice=NO_EVENT)
    while session.state.turn() == turn and session.ask is not None:
        play(session, "done")
    return session


def entered(session: Session, turn: int) -> list[str]:
    """Segments of the turn that were entered, in order."""
    found = [e.name.removeprefix("arras.") for e in events_of(session, ev.SegmentEntered)]
    first = found.index("turn.start")
    second = found.index("turn.start", first + 1)
    assert turn in range(1, 11)
    return found[first:second]


PHASES = ["supply_phase", "movement", "bombardment", "combat", "exploitation", "recovery_phase"]


def test_ARR_SQ_01_allied_turn_german_turn_end() -> None:
    found = entered(whole_turn(2), 2)
    assert ["turn.start", "allied", "german", "end"] == [
        name for name in found if name in ("turn.start", "allied", "german", "end")
    ]


def test_ARR_SQ_02_the_allied_phases() -> None:
    found = entered(whole_turn(2), 2)
    assert PHASES == [p for p in (n.removeprefix("allied.") for n in found) if p in PHASES][:6]
    inner = [n for n in found if n.startswith("allied.") and n.split(".")[1] not in PHASES[::5]]
    assert ["supply", "reinforcement", "movement", "bombardment", "air", "artillery"] == [
        n.removeprefix("allied.") for n in inner[:6]
    ]


def test_ARR_SQ_03_the_german_bombards_before_he_moves() -> None:
    found = entered(whole_turn(2), 2)
    german = [n.removeprefix("german.") for n in found if n.startswith("german.")]
    assert [
        "supply_phase", "supply", "reinforcement", "bombardment", "air", "artillery", "movement",
        "combat", "exploitation", "recovery_phase", "recovery",
    ] == german  # fmt: skip


def test_ARR_SQ_04_events_then_victory() -> None:
    found = entered(whole_turn(2), 2)
    assert ["end", "end.events", "end.victory"] == found[-3:]


def test_ARR_SQ_05_the_start_of_a_turn() -> None:
    session = position(
        "end.victory",
        turn=3,
        units=APART,
        states={"uk-air": ["down"], "fr-air": ["grounded"], "de-jg27": ["intercepted", "down"]},
        more={"uk-air": {"returns": 4}, "de-jg27": {"returns": 5}, "de-stg2": {"flown": 1}},
        set_={"events": ["allied_paralysis"], "coming": ["refugees"]},
    )
    assert 4 == session.state.turn()
    assert set() == unit(session, "uk-air").states | unit(session, "fr-air").states
    assert {"down"} == unit(session, "de-jg27").states
    assert 0 == unit(session, "de-stg2").numbers["flown"]
    assert ("refugees", "") == (session.state.tracks["events"], session.state.tracks["coming"])


def test_ARR_SQ_06_an_empty_phase_is_passed_and_logged() -> None:
    session = position("allied.artillery", units=APART)
    assert session.segment == "arras.allied.exploitation"  # nobody to bombard, nobody to attack
    assert "Combat: nothing to do." in notes(session)


def test_ARR_SQ_06_a_phase_may_be_passed() -> None:
    session = position("allied.movement", units=APART)
    assert is_legal(session, "pass")
    play(session, "done")
    assert session.segment == "arras.allied.air"
    assert {"1107"} == {where(session, u) for u in ("uk-4rtr-lt", "uk-365fb")}


def test_ARR_SQ_06_every_unit_moves_once() -> None:
    session = play(position("allied.movement", units=APART), "move uk-4rtr-lt 1106")
    assert "move uk-4rtr-lt" not in heads(session)
    assert "ARR-SQ-02" == refusal(session, "move uk-4rtr-lt 1105").rule


def test_ARR_SQ_06_nobody_moves_the_other_sides_units() -> None:
    session = position("allied.movement", units=APART)
    assert "ARR-SQ-02" == refusal(session, "move de-pz25-1 1316").rule


# -- night -------------------------------------------------------------------------------------


def test_ARR_NI_01_no_aircraft_and_no_exploitation() -> None:
    found = entered(whole_turn(5), 5)
    flights = [n for n in found if n.endswith((".air", ".exploitation"))]
    assert [] == flights
    skipped = [n for n in notes(whole_turn(5)) if n.endswith("skipped.")]
    assert {"Air missions: skipped.", "Mechanised exploitation: skipped."} <= set(skipped)


@pytest.mark.parametrize(("place", "legal"), [("1109", True), ("1110", False)])
def test_ARR_NI_01_guns_reach_two_hexes(place: str, *, legal: bool) -> None:
    units = {"uk-365fb": "1107", "uk-6dli": "1209", "de-sr6-1": place, "de-k7": "1109"}
    session = position("allied.artillery", turn=5, units=units)
    if legal:
        assert is_legal(session, "bombard de-sr6-1 with uk-365fb")
    else:
        assert "ARR-BO-02" == refusal(session, "bombard de-sr6-1 with uk-365fb").rule


def test_ARR_NI_01_attacks_lose_a_column_and_stay_mandatory() -> None:
    units = {"uk-4rtr-a": "1008", "uk-4rtr-b": "1008", "de-aa37": "1007"}
    session = position("allied.combat", turn=5, units=units, dice=[1])
    assert ["1007"] == names(session, attacks(session).obligatory())
    assert "ARR-CO-01" == refusal(session, "done").rule
    play(session, "attack 1007 from uk-4rtr-a uk-4rtr-b", "yes")
    assert crt(session)[:3] == ("4 against 1 = 4:1", "3:1", {"night": -1})


# -- open play ---------------------------------------------------------------------------------


def test_ARR_PL_01_nothing_is_set_up_or_hidden() -> None:
    session = Session.start(GAME, new_header(GAME, CAMPAIGN, 1))
    g = session.game
    assert session.segment == "arras.allied.movement"  # no question before the first move
    assert [] == dice_of(session)
    for unit_id, kind in g.content.units.items():
        if kind.setup is not None:
            assert kind.setup == g.state.units[unit_id].hex
        assert GAME.face.counter(g, unit_id).strength
        assert GAME.face.unit_lines(g, unit_id)


def test_ARR_PL_01_both_sides_read_the_same_table() -> None:
    session = position("allied.movement", units=APART)
    seen = {u: GAME.face.unit_lines(session.game, u) for u in APART}
    play(session, "done", "done", "done")
    assert "german" == asked(session).side
    assert seen == {u: GAME.face.unit_lines(session.game, u) for u in APART}
    assert "done" in answers(session)
