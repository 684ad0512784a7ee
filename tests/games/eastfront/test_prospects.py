"""What can be brought against a hex, and what several attacks come to (EF-MV-11, EF-CB-10 to EF-CB-20)."""

from __future__ import annotations

import pytest

from wargame import games
from wargame.flow.ask import AttackAsk, PathAsk
from wargame.flow.fuzz import Picker
from wargame.flow.planned import plan_told
from wargame.flow.session import Session, new_header
from wargame.flow.whatif import what_if, what_if_lines
from wargame.games.eastfront.prospects import EastFrontAttacks, stage
from wargame.games.eastfront.state import MP

GAME = games.game("eastfront")


def at(key: str, *, seed: int = 4) -> Session:
    """The Minsk Pocket at the first question of this key, everything before it passed."""
    session = Session.start(GAME, new_header(GAME, "minsk", seed))
    while session.ask is not None and session.ask.key != key:
        session.answer("done")
    return session


def test_the_best_attack_that_can_still_come_has_the_odds_it_has_when_it_is_made() -> None:
    """EF-MV-11, EF-CB-15, EF-CB-20"""
    session = at("move")
    brest = session.game.grid.hex("1135")
    found = what_if(session, brest)
    assert found.odds is not None
    assert stage(session.game, "axis") == (2, 3), "the bonus turn"
    for way in found.ways:
        ask: object = session.ask
        if way.facts:
            assert isinstance(ask, PathAsk)
            session.answer(ask.route(f"move {way.unit}", [way.hex]))
    while session.ask is not None and session.ask.key != "attack":
        session.answer("done")
    units = " ".join(sorted(way.unit for way in found.ways))
    assert session.ask is not None
    kind = "hasty" if "hasty" in dict(found.odds.shifts) else "normal"
    made = session.ask.odds(f"attack 1135 {kind} from {units}")
    assert made is not None
    assert (made.column, made.outcomes) == (found.odds.column, found.odds.outcomes)


def test_pointing_at_ones_own_tells_what_the_enemy_could_bring_in_his_turn() -> None:
    """EF-SQ-02, EF-PE-05: of the unprepared before Brest only combat-motorised corps attack."""
    session = at("move")
    g = session.game
    g.place("G-XLII", g.grid.hex("1237"), rule="T")
    lines = what_if_lines(session, what_if(session, g.grid.hex("1237")))
    assert lines[0].startswith("Soviet, next turn: 1237 at ")
    assert "from 1236: 14th Mechanised Corps" in "".join(lines)
    assert "Rifle" not in "".join(lines)


def test_who_has_spent_more_than_half_attacks_in_haste() -> None:
    """EF-CB-10, EF-CB-11: the type, and with it the odds, go by the MP that the way takes."""
    session = at("move")
    g, attacks = session.game, EastFrontAttacks()
    near, brest = "G-XII", g.grid.hex("1135")
    assert g.grid.adjacent(g.state.units[near].hex, brest)
    fresh = attacks.odds(g, brest, [near])
    g.set_number(near, MP, 4, rule="T")
    g.gain(near, "moved", rule="T")
    tired = attacks.odds(g, brest, [near])
    assert fresh is not None
    assert tired is not None
    assert "hasty" not in dict(fresh.shifts)
    assert "hasty" in dict(tired.shifts)


def test_the_odds_of_a_plan_are_told_as_one() -> None:
    """EF-CB-17, EF-CB-24"""
    session = at("attack")
    told = plan_told(session, "attack 0932 normal from G-XIII; attack 1135 normal from G-XII")
    assert told is not None
    assert "nobody stands fast" in told.odds.basis
    assert told.lines[0].startswith("0932 cleared ")


def test_an_army_that_cannot_touch_it_brings_nothing() -> None:
    """EF-CB-15"""
    session = at("move")
    found = what_if(session, session.game.grid.hex("2532"))
    assert (found.ways, found.odds) == ((), None)


@pytest.mark.parametrize(("key", "found"), [("air.mission", (2, 3)), ("attack", (0, 3))])
def test_how_a_side_still_comes_up_goes_by_the_segment(key: str, found: tuple[int, int]) -> None:
    """EF-SQ-03"""
    assert found == stage(at(key).game, "axis")
    assert stage(at(key).game, "soviet") == (0, 0)


def test_who_strikes_in_the_turn_of_the_other_side_is_told_what_he_can_strike() -> None:
    """EF-CB-14: hasty attacks of the non-phasing side, by units that reacted or are combat-motorised."""
    seen = 0
    for seed in range(1, 12):
        session, pick = Session.start(GAME, new_header(GAME, "minsk", seed)), Picker(seed)
        while (ask := session.ask) is not None and session.n < 400:
            if ask.key == "strike":
                assert isinstance(ask, AttackAsk)
                for target in ask.targets():
                    found = what_if(session, target)
                    assert (ask.side, False) == (found.side, found.fresh)
                    assert {way.unit for way in found.ways} <= set(ask.attackers([target]))
                    assert "this turn: " in what_if_lines(session, found)[0]
                    if session.why_not(ask.compose(*ask.offered([target]))) is None:
                        assert found.odds is not None
                        seen += 1
            session.answer(ask.sample(pick))
    assert seen


def test_an_order_to_stay_where_one_stands_is_refused_without_itself_as_the_way_out() -> None:
    """EF-MV-11"""
    session = at("move")
    ask: object = session.ask
    assert isinstance(ask, PathAsk)
    head = next(iter(ask.heads()))
    here = session.game.grid.name(session.state.units[head.units[0]].hex)
    refusal = session.why_not(f"{head.answer} {here}")
    assert refusal is not None
    assert "at least one hex" in refusal.reason
    assert () == refusal.nearest
