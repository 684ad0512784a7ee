"""Guided play: it keeps what it found, goes on the same way, and tells what was never reached."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.fuzz.test_fuzz import _two_questions
from tests.toy import TOY
from wargame.cli.guided import asks_in, read_record, save_record
from wargame.content.chart import Chart, ChartRow
from wargame.content.errors import DataError
from wargame.flow.coverage import Observer, cells_read, known, report
from wargame.flow.definition import Limits
from wargame.flow.fuzz import Picker, sample
from wargame.flow.guided import Arena, Record, play_next
from wargame.flow.lab import prepare_lab
from wargame.flow.scattered import scattered
from wargame.flow.script import SEGMENTS
from wargame.flow.session import Session, new_header
from wargame.model import events as ev
from wargame.model.dice import mix
from wargame.store.load import load
from wargame.store.whole import keep

ARENA = Arena("toy/crossroads", TOY, TOY.scenarios[0])
HOME = Path(__file__).parents[1] / "toy"


def played(games: int, record: Record | None = None) -> Record:
    """A record after so many more games."""
    record = record or Record(1)
    for _ in range(games):
        play_next([ARENA], record)
    return record


@pytest.fixture(scope="module")
def thirty() -> Record:
    """Thirty games."""
    return played(30)


def test_it_goes_on_from_a_file_as_if_it_had_not_stopped(thirty: Record, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state.json"
    for _ in range(3):
        record = read_record(path, 1)
        save_record(played(10, record), path)
    assert read_record(path, None) == thirty


def test_a_record_is_not_mixed_with_another_seed_nor_read_from_any_file(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    save_record(Record(5), path)
    with pytest.raises(DataError, match="seed 5"):
        read_record(path, 6)
    for text in ("{", "[]", '{"guided": 0}', '{"guided": 1, "arenas": 3}'):
        path.write_text(text)
        with pytest.raises(DataError, match="no record"):
            read_record(path, None)


def test_it_tells_what_it_never_reached(thirty: Record) -> None:
    seen = thirty.arenas["toy/crossroads"].seen
    there = known(TOY, ["TOY-CB-02", "TOY-XX-99"], asks_in(HOME))
    found = report(there, seen)
    assert [] == thirty.failures
    assert (found["segments"]["never"], found["asks"]["never"]) == ([], [])
    assert found["rules"] == {"known": 2, "reached": 1, "never": ["TOY-XX-99"]}
    assert set(found["ended"]) == {"nobody", "holds"}
    assert found["charts"]["combat"]["reached"] + len(found["charts"]["combat"]["never"]) == 24


def test_it_reaches_more_cells_than_even_play_in_as_many_answers(thirty: Record) -> None:
    even: Counter[str] = Counter()
    answers, number = 0, 0
    while answers < thirty.answers:
        session = Session.start(TOY, new_header(TOY, "crossroads", mix(1, number)))
        pick, number = Picker(number), number + 1
        while session.ask is not None:
            session.answer(sample(TOY, session, pick))
        answers += session.n
        observer = Observer("crossroads", TOY.charts(session.game.content), session.steps)
        for entry in session.entries:
            even.update(observer.reached(entry))
    assert _cells(even) < _cells(thirty.arenas["toy/crossroads"].seen)


def _cells(seen: Counter[str]) -> int:
    return sum(name.startswith("cell:") for name in seen)


def test_a_start_leads_to_what_was_found_and_one_the_rules_refuse_is_left(thirty: Record) -> None:
    starts = thirty.arenas["toy/crossroads"].starts
    assert starts
    for start in starts:
        header = new_header(TOY, "crossroads", start["seed"], lab=start["lab"])
        session = Session.start(TOY, header, prepare_lab(TOY, start["lab"]))
        for answer in start["answers"]:
            session.answer(answer)
        assert session.ask is not None
    broken = Record(1, arenas=played(1).arenas)
    broken.arenas["toy/crossroads"].starts[:] = [{**starts[0], "answers": ["fly home"]}]
    assert [] == played(6, broken).failures


def test_a_failure_is_kept_as_a_save_with_its_position(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(SEGMENTS, "toy.end", _two_questions)
    record = Record(1)
    for _ in range(8):
        play_next([ARENA], record, partial(keep, tmp_path))
    assert record.failures
    for failure in record.failures:
        loaded = load(Path(failure["save"]))
        assert (failure["arena"], loaded.problems) == ("toy/crossroads", [])
        Session.resume(TOY, loaded.header, loaded.entries)
    assert any(load(Path(one["save"])).header.lab for one in record.failures)


def test_a_long_game_is_left_when_it_has_been_played_long_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wargame.flow.guided._LONG", 3)
    record = played(5)
    assert (record.failures, record.games) == ([], 5)
    assert record.answers <= 15


def test_an_ending_for_no_known_reason_is_a_failure() -> None:
    record, odd = Record(1), replace(TOY, limits=Limits(reasons=("boredom",)))
    play_next([replace(ARENA, definition=odd)], record)
    assert "no game ends for" in record.failures[0]["error"]


def test_positions_at_random_are_refused_or_can_be_played() -> None:
    laid = 0
    for lab in scattered(TOY, ARENA.info, {}, Picker(4), [{"weather": "rain"}]):
        header = new_header(TOY, "crossroads", 1, lab=lab)
        try:
            Session.start(TOY, header, prepare_lab(TOY, lab))
        except DataError:
            continue
        laid += 1
    assert laid > 2


@pytest.mark.parametrize(
    ("column", "row", "total", "cells"),
    [
        ("2:1", "3", 3, ["c 3 / 2:1"]),
        ("", "3", 3, ["c 3 / 1:1", "c 3 / 2:1"]),
        ("1:1", "5", 6, ["c 4 or more / 1:1"]),
        ("Rain", "1:1", 1, ["c rain / 1:1"]),
        ("die", "9", 2, []),
    ],
)
def test_the_cell_that_was_read(column: str, row: str, total: int, cells: list[str]) -> None:
    rows = tuple(ChartRow(label, ("A", "R")) for label in ("3", "4 or more", "rain"))
    chart = Chart("c", "C", "TOY-CB-02", ("1:1", "2:1"), rows)
    event = ev.ChartRead("c", column, row, "R", total, (), (), (), "TOY-CB-02")
    assert cells == cells_read(chart, event)
