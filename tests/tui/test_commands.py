"""The typed command line: what a line means and how it can go on."""

from __future__ import annotations

import pytest

from tests.toy import TOY
from wargame.flow.session import Session, new_header
from wargame.tui.commands import Typed, complete, find_place, read_line


@pytest.fixture
def session() -> Session:
    """The toy at its first question."""
    return Session.start(TOY, new_header(TOY, "toy/crossroads", 3))


def test_an_answer_stays_as_it_was_typed(session: Session) -> None:
    assert Typed("", "move r2 0103-0203") == read_line(session, " move  r2 0103-0203 ")


def test_a_unit_and_a_hex_become_the_cheapest_route(session: Session) -> None:
    assert Typed("", "move r2 0103-0203-0303") == read_line(session, "move r2 0303")


def test_a_route_through_points_is_found(session: Session) -> None:
    assert "move r2 0103-0204-0303" == read_line(session, "move r2 0204 0303").text


@pytest.mark.parametrize("line", ["undo", "UNDO", "undo 3", "rule TOY-MV-01", "go 0404", "quit"])
def test_words_of_the_table_are_commands(session: Session, line: str) -> None:
    assert line.split(maxsplit=1)[0].casefold() == read_line(session, line).command


def test_nonsense_is_left_to_the_question(session: Session) -> None:
    assert Typed("", "mvoe r9") == read_line(session, "mvoe r9")


def test_completion_offers_answers_before_commands(session: Session) -> None:
    assert "pass" == complete(session, "")[0]
    assert ["move r1", "move r2", "move r3"] == complete(session, "mo")


def test_completion_goes_on_with_the_hexes_in_reach(session: Session) -> None:
    found = complete(session, "move r2 03")
    assert "move r2 0303" in found
    assert all(line.startswith("move r2 03") for line in found)


@pytest.mark.parametrize("text", ["0403", "Crossroads", "cross"])
def test_a_place_is_found_by_number_or_name(session: Session, text: str) -> None:
    assert session.game.grid.hex("0403") == find_place(session, text)


def test_a_unit_is_found_by_id_or_name(session: Session) -> None:
    where = session.game.grid.hex("0102")
    assert where == find_place(session, "r1") == find_place(session, "red 1")
    assert find_place(session, "nowhere") is None
