"""The inter-army boundary: how it is drawn, bent and refused (NOR-BD-01 to -03, NOR-BD-06)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import answers, asked, notes, play, position, refusal, refused_by
from wargame.flow.session import Session
from wargame.games.normandy.asks.boundary import BoundaryAsk
from wargame.games.normandy.overlays import OVERLAYS
from wargame.games.normandy.state import (
    NorGame,
)
from wargame.games.normandy.words import words
from wargame.games.normandy.zones import is_foreign, zone_of

INF, CW = "us.90.357th", "cw.50.69th"


def drawing(units: dict[str, str] | None = None, **more: Any) -> Session:
    """At the question of the boundary."""
    placed = {INF: "2516", "ge.331.gr559": "5130", **(units or {})}
    session = position("allied.replacement", placed, dice=(1, 1), **more)
    assert asked(session).key == "replacement.boundary"
    return session


def columns(session: Session) -> list[int]:
    """The column of each row."""
    return [int(str(column)) for column in session.state.lists["boundary"]]


def test_it_begins_along_column_27() -> None:
    """NOR-BD-02  Smaller columns are US, larger CW, the column itself is shared."""
    g = drawing().game
    assert [int(str(c)) for c in g.state.lists["boundary"]] == [27] * 40
    assert [zone_of(g, g.grid.hex(h)) for h in ("2620", "2720", "2820")] == ["us", None, "cw"]


def test_the_overlay_names_one_column_or_from_which_to_which() -> None:
    """NOR-BD-02"""
    shown = next(overlay for overlay in OVERLAYS if overlay.title == "Inter-army boundary")

    def told(g: NorGame) -> tuple[str, ...]:
        return tuple(shown.view(g, g.grid.hex("2620")).lines)

    g = drawing().game
    assert "column 27 in every row" in told(g)
    g.set_list("boundary", [*range(26, 28), *[27] * 38], rule="LAB")
    assert "columns 26 to 27" in told(g)


def test_it_may_stay() -> None:
    """NOR-BD-01"""
    session = play(drawing(), "done")
    assert columns(session) == [27] * 40
    assert asked(session).key == "movement.tactical"


def test_the_whole_line_is_shifted() -> None:
    """NOR-BD-03  By up to 3 columns either way."""
    session = drawing()
    offered = [f"boundary shift {n}" for n in (-1, 1, -2, 2, -3, 3)]
    assert answers(session) == ["done", *offered]
    assert columns(play(session, "boundary shift -3")) == [24] * 40
    assert notes(session, "boundary") == [{"column": 24, "first": 1, "last": 40}]


def test_rows_are_bent() -> None:
    """NOR-BD-03  Several ranges are one change; the answer is written one way."""
    session = drawing()
    play(session, "boundary 14-22=25 23-39 26 40=26")
    assert columns(session) == [27] * 13 + [25] * 9 + [26] * 18
    assert session.entries[-1].answer == "boundary 14-22=25 23-40=26"
    assert asked(session).key == "movement.tactical"


def test_a_signed_column_counts_from_the_old_one() -> None:
    """NOR-BD-03"""
    assert columns(play(drawing(), "boundary 1-10=-2 11-40=+0")) == [25] * 10 + [27] * 30


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("boundary shift 4", "Row 1 would go 4 columns, from 27 to 31; 3 is the most."),
        ("boundary 20=24", "Rows 19 and 20 would differ by 3 columns; 2 is the most."),
        ("boundary 20=23", "Row 20 would go 4 columns"),
        ("boundary 41=27", '"41" names no rows; they run from 1 to 40.'),
        ("boundary 9-7=27", '"9-7" names no rows'),
        ("boundary 9=west", '"west" is no column'),
        ("boundary 9", "Rows and columns are wanted in pairs."),
        ("boundary 9=27", "That changes nothing."),
        ("boundary shift 0", "That changes nothing."),
    ],
)
def test_lines_that_cannot_be(answer: str, said: str) -> None:
    """NOR-BD-03  The row is named, with its numbers."""
    session = drawing()
    assert refused_by(session, answer) == "NOR-BD-03"
    assert refusal(session, answer).reason.startswith(said)


@pytest.mark.parametrize(("column", "by", "said"), [(53, 2, 55), (2, -2, 0)])
def test_it_stays_on_the_map(column: int, by: int, said: int) -> None:
    """NOR-BD-03  1 to 54."""
    session = drawing(boundary=column)
    reason = refusal(session, f"boundary shift {by}").reason
    assert reason == f"Row 1: column {said} lies outside 1 to 54."


def test_nobody_is_forced_to_leave() -> None:
    """NOR-BD-06  The line moves over a unit: it is told, and stays."""
    session = drawing({CW: "2914"})
    play(session, "boundary shift 3")
    g = session.game
    assert g.grid.name(g.state.units[CW].hex) == "2914"
    assert is_foreign(g, g.state.units[CW].hex, "cw")
    assert notes(session, "wrong_side") == [{"units": (CW,)}]


def test_one_change_a_phase() -> None:
    """NOR-BD-03  The question is put once."""
    assert asked(play(drawing(), "boundary shift 1")).key == "movement.tactical"


def test_the_overlay_of_the_boundary_names_its_columns() -> None:
    """NOR-BD-02"""
    overlay = next(each for each in OVERLAYS if each.id == "boundary")
    game = position("allied.replacement", {"us.1.16th": "2513"}).game
    assert "column 27 in every row" in overlay.view(game, 0).lines
    bent = position("allied.replacement", {"us.1.16th": "2513"}, boundary=[27] * 20 + [28] * 20)
    assert "columns 27 to 28" in overlay.view(bent.game, 0).lines


def test_a_run_of_one_row_is_told_as_one() -> None:
    """NOR-BD-03  In the question and in the journal."""
    session = drawing()
    session.game.set_list("boundary", [26, *[27] * 39], rule="LAB")
    assert BoundaryAsk(session.game).prompt.endswith("row 1 column 26, rows 2-40 column 27.")
    says = words()["boundary"]
    assert callable(says)
    row, rows = {"column": 26, "first": 1, "last": 1}, {"column": 27, "first": 2, "last": 40}
    assert says(session.game, row) == "The boundary runs along column 26 in row 1."
    assert says(session.game, rows) == "The boundary runs along column 27 in rows 2 to 40."
