"""Statistics of a recorded game, against numbers worked out by hand."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from tests.flow.table import header, play, start
from tests.toy import TOY
from wargame.content.chart import Chart, read_charts
from wargame.flow.record import Header, write_entry
from wargame.flow.replay import Replay
from wargame.flow.session import Session, new_header
from wargame.flow.tally import (
    Loss,
    Rolls,
    Taken,
    Tally,
    chance_of_straying,
    column_chances,
    in_words,
    tally,
    ways_of,
)
from wargame.model import events as ev

pytestmark = pytest.mark.kernel


def combat() -> Chart:
    """The toy's combat chart."""
    return read_charts(Path(__file__).parents[1] / "toy" / "data" / "charts.toml")["combat"]


def of(*events: ev.Event, start_at: Header | None = None) -> Tally:
    """The sums of a record of one entry with these events."""
    opening = start_at or header()
    entry = write_entry("", (0, "", "", "", ""), events, (0, 0))
    return tally(TOY, Replay(TOY, opening, [entry]))


def rolled(kind: str, *dice: int, by: str = "") -> ev.DiceRolled:
    """Dice of six."""
    return ev.DiceRolled(kind, dice, 6, (), by, "", (), "R")


def read(column: str, row: str, result: str) -> ev.ChartRead:
    """A result read on the toy's chart."""
    return ev.ChartRead("combat", column, row, result, 0, (), (), (), "R")


# -- dice ----------------------------------------------------------------------------------------


def test_two_dice_have_their_chances() -> None:
    ways = ways_of(2, 6)
    assert ways[2] == pytest.approx(1 / 36)
    assert ways[7] == pytest.approx(6 / 36)
    assert sum(ways.values()) == pytest.approx(1)


def test_expectation_and_spread_of_ten_dice() -> None:
    rolls = Rolls("red", "Combat", 6, 10, 45)
    assert (rolls.mean, rolls.expected) == (4.5, 35)
    assert rolls.spread == pytest.approx(sqrt(10 * 35 / 12))


@pytest.mark.parametrize(
    ("count", "total", "ways", "of_all"),
    [(1, 6, 2, 6), (2, 12, 2, 36), (2, 3, 6, 36), (2, 7, 36, 36), (3, 18, 2, 216), (1, 4, 6, 6)],
)
def test_the_chance_of_straying_counts_both_sides(
    count: int, total: int, ways: int, of_all: int
) -> None:
    assert chance_of_straying(count, 6, total) == pytest.approx(ways / of_all)


def test_many_dice_are_rated_by_the_normal_curve_as_exactly() -> None:
    exact = chance_of_straying(400, 6, 1400 + 60)
    near = chance_of_straying(402, 6, 1407 + 60)
    assert near == pytest.approx(exact, rel=0.02)


@pytest.mark.parametrize(
    ("rolls", "words"),
    [
        (Rolls("red", "", 6, 2, 7), "as expected"),
        (Rolls("red", "", 6, 2, 12), "rather high: 1 game in 18 is as far off"),
        (Rolls("red", "", 6, 2, 3), "a little low: 1 game in 6 is as far off"),
        (Rolls("red", "", 6, 3, 3), "very low: 1 game in 108 is as far off"),
        (Rolls("red", "", 6, 60, 360), "extremely high: hardly ever seen"),
    ],
)
def test_luck_in_plain_words(rolls: Rolls, words: str) -> None:
    assert in_words(rolls) == words


# -- whose and what ------------------------------------------------------------------------------


def test_the_kind_of_a_roll_is_its_name_and_prose_counts_under_its_segment() -> None:
    combat_of_red = ev.SegmentEntered("toy.red.combat", (("side", "red"),), ())
    sums = of(combat_of_red, rolled("fire", 2), rolled("Red 1 fires", 3), rolled("Red 2 fires", 4))
    assert [(r.kind, r.count) for r in sums.rolls] == [("Fire", 1), ("Red combat", 2)]


def test_dice_are_summed_by_side_and_kind() -> None:
    sums = of(
        rolled("fire", 6, by="red"), rolled("fire", 5, by="red"), rolled("fire", 1, by="blue")
    )
    assert [(r.side, r.count, r.total) for r in sums.rolls] == [("red", 2, 11), ("blue", 1, 1)]
    assert sums.of_side("red") == [Rolls("red", "", 6, 2, 11)]


def test_a_roll_nobody_makes_counts_for_the_side_of_the_segment() -> None:
    combat_of_red = ev.SegmentEntered("toy.red.combat", (("side", "red"),), ())
    sums = of(rolled("Weather", 3), combat_of_red, rolled("Combat", 4))
    assert [r.side for r in sums.rolls] == ["", "red"]


def test_dice_that_were_laid_out_are_no_luck() -> None:
    laid = new_header(TOY, "toy/crossroads", 1, dice=[6, 6])
    sums = of(rolled("Combat", 6), read("1:1", "6", "R"), rolled("Combat", 6), rolled("Combat", 2),
              start_at=laid)  # fmt: skip
    assert (sums.laid_out, sums.readings) == (2, [])
    assert [(r.count, r.total) for r in sums.rolls] == [(1, 2)]


# -- charts --------------------------------------------------------------------------------------


def test_a_column_gives_the_chance_of_each_cell() -> None:
    chances = column_chances(combat(), "2:1", rolled("Combat", 1))
    assert chances == pytest.approx({"-": 1 / 6, "R": 4 / 6, "E": 1 / 6})


def test_a_chart_without_a_row_for_every_total_gives_none() -> None:
    assert column_chances(combat(), "2:1", rolled("Combat", 1, 1)) is None
    assert column_chances(combat(), "7:1", rolled("Combat", 1)) is None


def test_results_against_expectation() -> None:
    sums = of(
        rolled("Combat", 6), read("2:1", "6", "E"), rolled("Combat", 3), read("1:1", "3", "-")
    )  # fmt: skip
    (found,) = sums.readings
    assert (found.side, found.chart, found.count) == ("", "combat", 2)
    cells = {cell.cell: cell for cell in found.cells}
    assert {name: cell.had for name, cell in cells.items()} == {"-": 1, "R": 0, "E": 1, "A": 0}
    assert cells["R"].expected == pytest.approx(4 / 6 + 3 / 6)
    assert cells["R"].spread == pytest.approx(sqrt(4 / 6 * 2 / 6 + 3 / 6 * 3 / 6))


def test_a_reading_at_a_modified_number_is_left_out() -> None:
    sums = of(rolled("Combat", 5), read("2:1", "6", "E"))
    assert (sums.readings, sums.outside) == ([], 1)


# -- losses and ground ---------------------------------------------------------------------------


def test_a_unit_that_leaves_the_map_is_a_loss_until_it_comes_back() -> None:
    at = start().state.units["r1"].hex
    gone = ev.UnitBoxed("r1", "lost", "R")
    assert of(gone).losses == [Loss(0, 0, "red", "r1", "lost", at)]
    assert of(gone, ev.UnitPlaced("r1", at, "R")).losses[0].returned


def test_ground_taken_tells_from_whom() -> None:
    sums = of(ev.HexTaken(3, "red", "R"), ev.HexTaken(3, "blue", "R"))
    assert [(t.side, t.before) for t in sums.ground] == [("red", ""), ("blue", "red")]
    assert isinstance(sums.ground[0], Taken)


@pytest.mark.parametrize("seed", [3, 8])
def test_a_whole_game_adds_up(seed: int) -> None:
    session: Session = play(start(seed), seed=seed)
    sums = tally(TOY, Replay(TOY, session.header, session.entries))
    dice = [e for e in session.game.journal if isinstance(e, ev.DiceRolled)]
    assert sum(rolls.count for rolls in sums.rolls) == sum(len(e.dice) for e in dice)
    assert sum(rolls.total for rolls in sums.rolls) == sum(sum(e.dice) for e in dice)
    for found in sums.readings:
        assert sum(cell.had for cell in found.cells) == found.count
        assert sum(cell.expected for cell in found.cells) == pytest.approx(found.count)
