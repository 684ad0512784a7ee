"""What is imagined counts at once, and nothing of it is left."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.flow.table import asked, play, start
from tests.model.samples import GRID, possible, table
from tests.model.test_events import exact
from tests.night.story import TRUTH, tell
from wargame.flow.game import Game
from wargame.flow.imagined import imagined
from wargame.flow.script import RulesBug
from wargame.model import events as ev

RULE = "R-1"


def sample() -> Game[Any]:
    content: Any = SimpleNamespace(grid=GRID)
    return Game(table(), content)


@given(st.data())
def test_the_table_is_exactly_as_before(data: st.DataObject) -> None:
    """Nested in one another, each fact drawn from what can happen where it is imagined."""
    g = sample()
    before = exact(g.state)

    def deeper(left: int) -> None:
        here = exact(g.state)
        event = data.draw(possible(g.state))
        while isinstance(event, ev.BARRIERS):
            event = data.draw(possible(g.state))
        with imagined(g, [event]):
            if left:
                deeper(left - 1)
        assert here == exact(g.state)

    deeper(data.draw(st.integers(0, 4)))
    assert (before, [], False) == (exact(g.state), g.journal, g.imagining)


def test_the_lookups_count_what_is_imagined() -> None:
    g = sample()
    with imagined(g, [ev.UnitMoved("r1", (0, 1), "moves", RULE)]) as there:
        assert (["r1"], ["r2"]) == (there.board.at[1], there.board.at[0])
        assert GRID.neighbours[1] == there.board.covers("red", 1)
        with imagined(there, [ev.UnitBoxed("r2", "lost", RULE)]):
            assert [] == g.board.at[0]
        assert ["r2"] == there.board.at[0]
    assert (["r1", "r2"], ()) == (g.board.at[0], g.board.covers("red", 1))


def test_no_cache_takes_what_was_imagined_for_true() -> None:
    g = sample()
    seen = [(g.board.version, g.board.version_of("ice"))]
    facts: list[ev.Event] = [ev.MarkerRemoved("m1", RULE), ev.LayerSet("ice", ((1, 1),), RULE)]
    with imagined(g, facts):
        seen.append((g.board.version, g.board.version_of("ice")))
    seen.append((g.board.version, g.board.version_of("ice")))
    assert seen == sorted(set(seen))
    assert 3 == len({version for version, _ in seen}) == len({version for _, version in seen})


def test_a_cache_of_what_counts_units_knows_the_table_again() -> None:
    g = sample()
    before = g.board.ground
    numbers = []
    for where in (3, 7):
        with imagined(g, [ev.UnitPlaced("r1", where, RULE)]):
            numbers.append(g.board.ground)
        assert before == g.board.ground
    ev.UnitPlaced("r1", 3, RULE).apply(g.state)
    assert 4 == len({before, *numbers, g.board.ground})


def test_an_exception_inside_leaves_the_table_as_it_was() -> None:
    g = sample()
    before = exact(g.state)
    with pytest.raises(ZeroDivisionError), imagined(g, [ev.UnitBoxed("r1", "lost", RULE)]):
        _ = 1 // 0
    assert (before, False) == (exact(g.state), g.imagining)


def test_a_fact_that_cannot_be_takes_back_those_before_it() -> None:
    g = sample()
    before = exact(g.state)
    facts: list[ev.Event] = [ev.UnitBoxed("r1", "lost", RULE), ev.UnitPlaced("nobody", 3, RULE)]
    with pytest.raises(KeyError), imagined(g, facts):
        pytest.fail("nothing is imagined")
    assert (before, False) == (exact(g.state), g.imagining)


def test_chance_cannot_be_imagined() -> None:
    die = ev.DiceRolled("x", (2,), 6, (), "red", "r1", (), RULE)
    with pytest.raises(RulesBug, match="DiceRolled is chance"), imagined(sample(), [die]):
        pytest.fail("nothing is imagined")


def test_no_die_no_record_and_no_question_inside() -> None:
    session = play(start(), 3)
    g, ask = session.game, asked(session)
    position = exact(g.state), len(g.journal)
    unit = min(g.state.units)
    with imagined(g, [ev.UnitBoxed(unit, "lost", RULE)]) as there:
        with pytest.raises(RulesBug, match="DiceRolled on a table that is only imagined"):
            there.roll("fire", rule=RULE)
        with pytest.raises(RulesBug, match="UnitPlaced on a table"):
            g.place(unit, 3, rule=RULE)
        with pytest.raises(RulesBug, match="recorded"):
            there.emit_all([])
        with pytest.raises(RulesBug, match="taken back"):
            there.unwind(0)
        with pytest.raises(RulesBug, match=f"{ask.key} is asked"):
            there.ask(ask).send(None)
    assert position == (exact(g.state), len(g.journal))
    session.answer(ask.sample(lambda _n: 0))


def test_a_face_imagines_on_what_its_side_knows() -> None:
    session = tell(12, TRUTH)
    seen = session.seen_by("blue")
    truth, known = exact(session.state), exact(seen.state)
    unit = min(u.id for u in seen.state.units.values() if u.hex >= 0)
    with imagined(seen, [ev.UnitBoxed(unit, "lost", RULE)]) as there:
        assert "lost" == there.state.units[unit].box
        assert truth == exact(session.state)
    assert (truth, known) == (exact(session.state), exact(seen.state))
