"""What can be brought against a hex before anybody has moved, and what it comes to (ARD-AT-01, ARD-MV-04)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.ardennes.combat import FOOT, MECH, MECH2, PZ, R110, R112, RECON
from tests.games.ardennes.table import asked, play, position
from wargame.flow.ask import Odds, PathAsk
from wargame.flow.planned import plan_told
from wargame.flow.prospects import Prospect
from wargame.flow.session import Session
from wargame.flow.whatif import what_if, what_if_lines
from wargame.games.ardennes.state import LOW


def found(session: Session, name: str) -> Prospect:
    """The best attack on a hex."""
    return what_if(session, session.game.grid.hex(name))


def test_the_best_attack_that_can_still_come_has_its_odds_when_it_is_made() -> None:
    """ARD-AT-01, ARD-CH-01"""
    session = position("ops.german.move", {MECH: "2916", MECH2: "2917", R110: "2918"})
    best = found(session, "2918")
    assert {way.unit for way in best.ways} == {MECH, MECH2}
    for way in best.ways:
        ask: object = asked(session)
        assert isinstance(ask, PathAsk)
        if way.facts:
            play(session, ask.route(f"move {way.unit}", [way.hex]))
    play(session, "done")
    made = asked(session).odds(f"attack 2918 from {' '.join(sorted([MECH, MECH2]))}")
    assert isinstance(made, Odds)
    assert best.odds is not None
    assert best.odds.outcomes == made.outcomes
    assert what_if_lines(session, best)[-1] == made.basis


def test_one_unit_crosses_a_river_without_bridge() -> None:
    """ARD-MV-04"""
    session = position("ops.german.move", {MECH: "3119", FOOT: "3119", R110: "2919"})
    best = found(session, "2919")
    crossings = [bar for way in best.ways for bar in way.bars]
    assert crossings
    assert len(crossings) == len(set(crossings))


def test_units_in_brackets_attack_with_others_only() -> None:
    """ARD-US-01"""
    session = position("ops.german.attack", {RECON: "2917", R110: "2918"})
    assert found(session, "2918").odds is None


def test_before_a_card_is_played_a_corps_can_come() -> None:
    """ARD-AC-02"""
    session = position("ops.german.command", {MECH: "2917", PZ: "2916", R110: "2918"})
    best = found(session, "2918")
    assert {way.group for way in best.ways} == {"XLVII"}
    assert best.odds is not None


def test_a_plan_of_attacks_adds_up() -> None:
    """ARD-AT-01"""
    session = position(
        "ops.german.attack", {MECH: "2917", MECH2: "3019", R110: "2918", R112: "2919"}
    )
    told = plan_told(session, f"attack 2918 from {MECH}; attack 2919 from {MECH2}")
    assert told is not None
    chances = [outcome.chance for outcome in told.odds.outcomes]
    assert sum(chances, Fraction(0)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("turn", "states", "made"), [(18, [], False), (19, [], True), (18, [LOW], True)]
)
def test_the_automated_allies_attack_at_the_ratio_of_an_action_card(
    turn: int, states: list[str], made: bool
) -> None:
    """ARD-AA-20: WEAK at 2:1, before December 19 at 3:1; FLANK at 1:1 those who are short of Supply"""
    here = {"us.cca-9.9ad": "3018", FOOT: "2918"}
    alone, two = (
        position("ops.german.command", here, mode=mode, turn=turn, states={FOOT: states})
        for mode in ("gs", "2p")
    )
    assert bool(found(two, "2918").odds)
    assert bool(found(alone, "2918").odds) is made
