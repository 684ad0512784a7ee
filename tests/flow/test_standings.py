"""The score on the scale of the levels of victory: what it is, and how far the next level lies."""

from __future__ import annotations

import pytest

from wargame.content.scenario import Band
from wargame.flow.standings import Standings
from wargame.model.state import Ending, State

BANDS = (
    Band(level="Red win", winner="red", at_least=6),
    Band(level="draw", winner="draw", at_least=-5),
    Band(level="Blue win", winner="blue"),
)
PLAIN = (Band(level="Red win", winner="red", at_least=3), Band(level="Blue win", winner="blue"))


def at(score: int, bands: tuple[Band, ...] = BANDS, ended: Ending | None = None) -> Standings:
    """The standings at a score."""
    state = State("toy", "x", 1)
    state.ended = ended
    return Standings.scored(state, score, bands, points={"red": score}, prizes=())


@pytest.mark.parametrize(
    ("score", "side", "told"),
    [
        (1, "red", "VP +1 (Red win at +6)"),
        (1, "blue", "VP +1 (Blue win at -6)"),
        (6, "red", "VP +6 (draw at +5)"),
        (-6, "blue", "VP -6 (draw at -5)"),
        (-9, "red", "VP -9 (draw at -5)"),
    ],
)
def test_the_next_threshold_is_that_of_the_side_asked(score: int, side: str, told: str) -> None:
    assert told == at(score).brief(side)


def test_the_outlook_names_both_neighbours() -> None:
    assert "0, draw; Red win at +6; Blue win at -6" == at(0).outlook
    assert "0, Blue win; Red win at 3" == at(0, PLAIN).outlook


def test_the_ladder_shows_every_level_and_how_far_it_is() -> None:
    assert [
        ("Red win", "+6", "2 more"),
        ("draw", "-5 to +5", "here"),
        ("Blue win", "-6", "10 less"),
    ] == at(4).rungs()
    assert [("Red win", "3 or more", "here"), ("Blue win", "2", "1 less")] == at(3, PLAIN).rungs()


def test_an_ending_goes_before_the_score() -> None:
    over = at(0, ended=Ending("red", "sudden death", "beaten"))
    assert ("sudden death", "red") == (over.level, over.winner)
    assert "sudden death" == over.brief("blue")
    assert over.outlook.startswith("0, sudden death (by points alone: draw)")


def test_without_a_scale_the_level_is_all_there_is() -> None:
    plain = Standings.of(State("toy", "x", 1), "marginal", "red", {})
    assert ("marginal", "marginal", []) == (
        plain.brief("red"), plain.outlook, plain.next_levels()
    )  # fmt: skip
