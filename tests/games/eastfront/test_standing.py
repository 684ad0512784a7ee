"""EF-AU-01 to EF-AU-12, EF-SQ-07, EF-SQ-12  Standing orders do what the same acts by hand would do, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.eastfront.laid import (
    GAME,
    answers,
    asked,
    by_seat,
    equal_by_hand,
    given,
    laid,
    play_to,
    where,
)
from wargame.flow.ask import IllegalAnswer
from wargame.flow.session import Session
from wargame.flow.verify import verify
from wargame.games.eastfront.standing.book import AT_FIRST, is_quiet, mode
from wargame.games.eastfront.state import DUMP, LEVEL, SP
from wargame.model import events as ev
from wargame.rules.march import WATCH

FAR = {"S-63": "4030"}
"""A rifle corps that nobody will meet."""
GROUND, TRUCKS = "eastfront.axis.movement.ground", "eastfront.axis.supply.movement"
Units = Mapping[str, str | Mapping[str, Any]]


# -- giving them ----------------------------------------------------------------------------------


def peace(**more: Any) -> Session:
    """An army behind the front in the movement of September 1941."""
    units: dict[str, Any] = {"A-H4": "0635", "G-VII": "0935", "G-RE1": "1035", **FAR}
    return laid(GROUND, units, **more)


def test_orders_are_given_changed_and_taken_back_at_any_decision_of_their_side() -> None:
    """EF-AU-02"""
    session = peace()
    given(session, "quiet off", "supply A-H4 3 1", "supply 0635 9", "march a-h4 0535")
    assert list(session.state.lists["standing.axis"])[1:] == [
        "supply A-H4 3 1", "supply 0635 9", "march A-H4 0535",
    ]  # fmt: skip
    given(session, "supply A-H4 2")
    session.answer("revoke 1")
    assert "supply A-H4 2" in session.state.lists["standing.axis"]
    assert "quiet off" not in session.state.lists["standing.axis"]
    play_to(session, "axis", "supply.move")
    session.answer("revoke all")
    assert not session.state.lists.get("standing.axis")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("order bogus x", "There is no kind of order"),
        ("order", "There are convert, supply"),
        ("order march G-VII 9999", "not on the map"),
        ("order march XX 1533", 'No unit of yours is called "XX"'),
        ("order march S-63 1533", "No unit of yours"),
        ("order march G-VII", "Write order march UNIT ... HEX"),
        ("order march G-VII XX 1135", 'No unit of yours is called "XX"'),
        ("order march G-XLVI 0935", "is not on the map to march"),
        ("order convert G-VII 1533", "no railway or construction engineer"),
        ("order convert G-RE1 0934", "No railway runs through"),
        ("order convert G-RE1 0934 1435", "No railway runs through"),
        ("order convert G-RE1 2032 1435", "lies on no railway that you may use"),
        ("order supply A-H4 many", "Write order supply"),
        ("order replace ZZ", "no unit of yours and no class"),
        ("order air follow A-KG2 G-VII", "is no HQ"),
        ("order air intercept sometimes", "Write order air"),
        ("order naval react perhaps", "Write order naval"),
        ("order partisans mark 1135", "Write order partisans"),
        ("order reserve keep A-HP2", "Write order reserve"),
        ("order combat stand often", "Write order combat"),
        ("order quiet softly", "Write order quiet"),
        ("order rear rail G-VII 1135", "There is no kind of order"),
        ("watch", "Say which hexes"),
        ("watch 9999", "not on the map"),
    ],
)
def test_a_wrong_order_is_refused_with_what_would_be_right(text: str, said: str) -> None:
    """EF-AU-02"""
    session = peace()
    before = session.n
    with pytest.raises(IllegalAnswer) as error:
        session.answer(text)
    assert said in str(error.value)
    assert session.n == before


def test_every_kind_can_be_off_on_or_propose_and_a_new_game_starts_as_written() -> None:
    """EF-AU-02"""
    session = peace()
    proposing = {kind for kind in AT_FIRST if mode(session.state, "axis", kind) == "propose"}
    assert proposing == {"convert", "supply", "replace", "quiet"}
    for kind in sorted(set(AT_FIRST) - {"rear"}):
        for word in ("propose", "on", "off"):
            given(session, f"{kind} {word}")
            assert mode(session.state, "axis", kind) == word
    assert len(session.state.lists["standing.axis"]) == len(AT_FIRST) - 1
    assert mode(session.state, "soviet", "quiet") == "propose"


def test_a_proposal_is_filled_in_and_confirmed_and_nothing_happens_before() -> None:
    """EF-AU-02"""
    session = given(peace(), "march propose", "march G-VII 1135")
    assert session.proposal is not None
    assert (where(session, "G-VII"), session.proposal.answer.split()[:2]) == (
        "0935",
        ["move", "G-VII"],
    )
    session.answer("accept")
    assert where(session, "G-VII") == "1135"
    assert not by_seat(session), "what its player accepts is his own"


def test_an_order_that_is_off_does_nothing() -> None:
    """EF-AU-02"""
    session = given(peace(), "march off", "march G-VII 1135")
    assert (where(session, "G-VII"), answers(session)) == ("0935", [])


def test_only_their_owner_sees_them() -> None:
    """EF-AU-02, EF-SQ-07, EF-SQ-12"""
    session = peace()
    given(session, "air intercept never", "march G-VII 1135")
    session.answer("watch 1135")
    own, other = session.seen_by("axis").state, session.seen_by("soviet").state
    assert "air intercept never" in own.lists["standing.axis"]
    assert WATCH + "axis" in own.lists
    assert not any(name.startswith(("standing.", WATCH)) for name in other.lists)
    told = session.told_to("soviet")
    heard = [entry.answer for entry in told if entry.key == "aside"]
    assert heard == ["hidden"] * 3
    events = [event for entry in told for event in entry.events]
    lists = [event.name for event in events if isinstance(event, ev.ListSet)]
    assert not any(name.startswith(("standing.", WATCH)) for name in lists)
    assert not any(isinstance(event, ev.Decided) for event in events)
    assert any(isinstance(event, ev.UnitMoved) for event in events), "the march itself is seen"
    assert session.told_to("axis")[-1].answer == "watch 1135"


def test_a_stock_is_held_and_released_at_any_question_of_its_owner() -> None:
    """EF-SP-15  A held dump or HQ feeds nobody in 12.4, and spends nothing; `hold nothing` releases all."""
    units: Units = {"G-XII": "2836", "A-H4": {"hex": "0936", "sp": 2}, "S-28": "2841"}
    for answers_, level, left in (
        (["hold 2836 a-h4"], 1, 1),
        (["hold 2836", "hold nothing"], 0, 0),
    ):
        session = laid(TRUCKS, units, layout={"sp": {"2836": 1}})
        for answer in answers_:
            session.answer(answer)
        assert asked(session) == ("axis", "supply.move"), "the question stays open"
        session.answer("done")
        unit = session.state.units["G-XII"]
        assert (level, left) == (
            unit.numbers.get(LEVEL, 0),
            session.state.layers[DUMP].get(unit.hex, 0),
        )
        assert verify(GAME, session.header, session.entries[1:]).ok
    session = laid(TRUCKS, units)
    for wrong in ("hold", "hold S-28", "hold 2841", "hold G-XII"):
        assert session.why_not(wrong) is not None


def test_watching_nothing_is_verified_like_any_answer() -> None:
    """EF-SQ-12"""
    session = peace()
    for answer in ("watch 1135", "watch nothing"):
        session.answer(answer)
    assert "watch nothing" == session.entries[-1].answer
    assert verify(GAME, session.header, session.entries[1:]).ok


def test_what_asks_nothing_is_passed_and_logged() -> None:
    """EF-AU-01  No bands, no air units, no ships: those segments put no question."""
    session = laid(GROUND, {"A-H4": "0635", "G-VII": "0935", **FAR})
    play_to(session, "axis", "supply.move")
    keys = {entry.key for entry in session.entries[1:]}
    assert keys == {"move", "reserve"}
    left = {
        e.name for entry in session.entries for e in entry.events if isinstance(e, ev.SegmentLeft)
    }
    assert {GROUND, "eastfront.axis.movement"} <= left


# -- marches, railways, quiet sectors -------------------------------------------------------------


def test_a_march_goes_on_turn_by_turn_until_it_is_there_and_is_then_forgotten() -> None:
    """EF-AU-11, EF-AU-02  As if each move had been typed."""
    session = given(_afoot(), "quiet off", "march G-VII 0737")
    for _ in range(2):
        play_to(session, "axis", "move", GROUND)
    assert len(answers(session)) > 1
    assert {answer.split()[0] for answer in answers(session)} <= {"move", "rail"}
    equal_by_hand(session, _afoot())
    for _ in range(6):
        if where(session, "G-VII") == "0737":
            break
        play_to(session, "axis", "move", GROUND)
    assert where(session, "G-VII") == "0737"
    play_to(session, "axis", "supply.move")
    assert session.state.lists["standing.axis"] == ["quiet off"]


def _afoot() -> Session:
    return laid(GROUND, {"A-H4": "0635", "G-VII": "1238", **FAR})


def test_a_march_takes_the_train_where_one_goes() -> None:
    """EF-AU-11"""
    session = given(peace(), "march A-H4 1035")
    assert answers(session) == ["rail A-H4 1035"]


def test_an_enemy_within_three_hexes_stops_a_march_and_its_player_is_asked() -> None:
    """EF-AU-02"""
    near = {"G-VII": "0935", "A-H4": "0635", "S-63": "1235"}
    assert answers(given(laid(GROUND, near), "march G-VII 0331")) == []
    off = {**near, "S-63": "1335"}
    assert answers(given(laid(GROUND, off), "march G-VII 0331")) != []


def test_quiet_units_are_passed_over_and_can_be_chosen_by_hand() -> None:
    """EF-AU-12  No EZOC, no enemy within three hexes, no order, U0."""
    session = peace()
    quiet = session.definition.face.is_quiet
    assert quiet(session.game, "G-VII")
    assert session.proposal is not None
    assert session.proposal.answer == "done"
    session.answer("move G-VII 0935-1035")
    cases: tuple[Units, ...] = (
        {"G-VII": "0935", "S-63": "1235"},
        {"G-VII": {"hex": "0935", "level": 1}, **FAR},
    )
    for units in cases:
        other = laid(GROUND, {"A-H4": "0635", **units})
        assert not is_quiet(other.game, "G-VII")
        assert other.proposal is None
    ordered = given(peace(), "march propose", "march G-VII 1135")
    assert not is_quiet(ordered.game, "G-VII")
    assert not is_quiet(given(peace(), "quiet off").game, "G-VII")
    given(session, "quiet on")
    assert asked(session) == ("axis", "move"), "it never ends a segment by itself"


# -- supply and replacements ----------------------------------------------------------------------


def trucks() -> Session:
    """Two HQs near a stock, and a city down the line."""
    units: dict[str, Any] = {
        "A-H4": {"hex": "0736", "sp": 0}, "A-H9": {"hex": "0735", "sp": 0}, "G-VII": "0935", **FAR,
    }  # fmt: skip
    return laid(
        TRUCKS, units, layout={"sp": {"0340": 0, "0727": 0, "1357": 0, "1814": 0, "0635": 6}}
    )


def stocks(session: Session) -> tuple[int, int, int, int]:
    """SP of the two HQs, of Warsaw and of Siedlce."""
    dump, g = session.state.layers[DUMP], session.game
    hqs = (session.state.units[u].numbers.get(SP, 0) for u in ("A-H4", "A-H9"))
    first, second = hqs
    return first, second, dump.get(g.grid.hex("0635"), 0), dump.get(g.grid.hex("0935"), 0)


def test_stocks_are_filled_by_rank_and_the_rest_stays() -> None:
    """EF-AU-04"""
    session = trucks()
    assert session.state.layers[DUMP][session.game.grid.hex("0635")] == 6
    given(session, "supply A-H4 3 2", "supply A-H9 2 1", "supply 0935 9 3", "supply on")
    assert stocks(session)[:2] == (3, 2)
    assert stocks(session)[2] + stocks(session)[3] == 1
    first = next(entry.answer for entry in by_seat(session) if entry.key == "supply.move")
    assert first.endswith("A-H9"), "rank 1 comes first"
    equal_by_hand(session, trucks())


def test_a_stock_that_shall_be_kept_feeds_nobody() -> None:
    """EF-AU-04"""
    session = given(trucks(), "supply 0635 5 1", "supply A-H4 3 2", "supply on")
    assert stocks(session)[0] == 1
    assert stocks(session)[2] == 5


def test_replacements_go_down_the_list_and_points_left_are_saved() -> None:
    """EF-AU-05"""

    def lame() -> Session:
        units: dict[str, Any] = {
            "A-H4": "0635", "G-VII": {"hex": "0935", "steps": 1}, "G-LIII": {"hex": "0935", "steps": 1}, **FAR,
        }  # fmt: skip
        return laid("eastfront.axis.replacement.ground", units, layout={"rp": {"axis inf": 3}})

    session = lame()
    assert asked(session)[1] == "replacements", asked(session)
    options = [option.answer for option in session.ask.options()] if session.ask else []
    assert {"restore G-VII", "restore G-LIII"} <= set(options)
    given(session, "replace G-LIII GM", "replace on")
    assert answers(session)[0] == "restore G-LIII"
    assert answers(session)[-1] == "done"
    assert "restore G-VII" not in answers(session)
    equal_by_hand(session, lame())
