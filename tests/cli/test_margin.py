"""Notes, bookmarks and takebacks stand in every form of a game where they were made."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.night.story import TRUTH, tell, write
from wargame import games
from wargame.exports.margin import margin
from wargame.flow.fuzz import Picker
from wargame.flow.journal import Line
from wargame.store.campaign import Campaign
from wargame.tui.widgets.book import EARLIER, Book

NOTE = "Note: hold? the road"
MARK = "Bookmark: begun"
TAKEN = "The Red side took back answer 2: Red 2 moves 0103-0102"


@pytest.fixture
def noted(saves: Path) -> str:
    """A save with a bookmark, a note that would steer a terminal, and a takeback."""
    with Campaign.new("toy/crossroads", 7, saves / "noted.wg") as campaign:
        campaign.remark("bookmark", "begun")
        campaign.answer("move r1 0102-0101")
        campaign.remark("note", "hold\x1b\n the\troad")
        campaign.answer("move r2 0103-0102")
        campaign.undo()
        campaign.answer("move r2 0103-0203")
    return "noted"


def beside(campaign: Campaign, viewer: str | None = None) -> list[tuple[int, str]]:
    """What stands in the margin, as text."""
    found = margin(campaign, viewer)
    return [(n, line.text) for n in sorted(found) for line in found[n]]


def test_the_log_tells_them_at_their_answer(wg: Run, noted: str) -> None:
    parts = wg(f"log {noted}").out.split("\n\n")
    assert f"   {MARK}" in parts[1].splitlines()
    assert parts[2].splitlines()[-2:] == [f"   {NOTE}", f"   {TAKEN}"]
    assert "took back" not in parts[3]
    lines = wg(f"log {noted} --format json").json["entries"][1]["lines"]
    assert {"text": TAKEN, "rule": "", "kind": "remark"} == lines[-1]


def test_the_page_tells_them_at_their_answer(wg: Run, noted: str) -> None:
    text = wg(f"log {noted} --format html").out
    found = re.search(r'<script id="data"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert found
    steps: list[dict[str, Any]] = json.loads(found[1])["steps"]
    assert [[NOTE, "", "remark"], [TAKEN, "", "remark"]] == steps[1]["lines"][-2:]
    assert f"Answer 0: {MARK}\n  Answer 1: {NOTE}\n  Answer 1: {TAKEN}" in text


@pytest.mark.parametrize(("form", "answer"), [("report", "  1. "), ("course", "  Answer 1: ")])
def test_report_and_course_tell_them(wg: Run, noted: str, form: str, answer: str) -> None:
    lines = wg(f"log {noted} --format {form}").out.splitlines()
    at = lines.index(f"{answer}{NOTE}")
    assert lines[at + 1] == f"{answer}{TAKEN}"
    assert f"{answer.replace('1', '0')}{MARK}" in lines[:at]


def test_a_recording_shows_them(wg: Run, noted: str) -> None:
    out = wg(f"log {noted} --format cast").out
    assert NOTE in out
    assert "took back answer 2" in out


def test_a_position_of_the_past_knows_nothing_of_what_came_later(noted: str, saves: Path) -> None:
    assert [(0, MARK)] == beside(Campaign.at(saves / f"{noted}.wg", 0))


def test_what_was_left_at_an_answer_taken_back_stands_before_it(noted: str, saves: Path) -> None:
    path = saves / f"{noted}.wg"
    with Campaign.open(path) as campaign:
        campaign.undo(0, consent=True)
        told = beside(campaign)
    assert {0} == {n for n, _ in told}
    moves = "Red 1 moves 0102-0101; Red 2 moves 0103-0203"
    assert [MARK, NOTE, TAKEN] == [text for _, text in told[:3]]
    assert f"The Red side took back answers 1 to 2: {moves}" == told[3][1]
    with Campaign.open(path) as again:
        assert told == beside(again)


def test_a_long_takeback_tells_its_first_answers(saves: Path) -> None:
    with Campaign.new("toy/crossroads", 7, saves / "long.wg") as campaign:
        for _ in range(5):
            ask = campaign.session.ask
            assert ask
            campaign.answer(ask.sample(lambda _: 0))
        campaign.undo(0, consent=True)
        text = beside(campaign)[0][1]
    assert re.match(
        r"The Blue side took back answers 1 to 5, the other side consenting: .+; .+; .+; and 2 more$",
        text,
    )


def test_a_side_is_told_neither_the_notes_nor_the_answers_of_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "MODULES", {"night": "tests.night:NIGHT"})
    path = tmp_path / "night.wg"
    write(path, tell(2, TRUTH))
    with Campaign.open(path) as campaign:
        campaign.remark("note", "trap", by="red")
        campaign.undo(0, consent=True)
        count = len(campaign.takebacks[0].taken)
        told = f"The {campaign.definition.sides[0].title} side took back answers 1 to {count}"
        red, blue = beside(campaign, "red"), beside(campaign, "blue")
    assert [text for _, text in red] == ["Note: trap", *(text for _, text in blue)]
    assert len(blue) == 1
    assert re.fullmatch(rf"{told}(, the other side consenting)?", blue[0][1])


def test_the_journal_of_the_table_tells_what_is_left_beside_an_answer() -> None:
    with Campaign.new("toy/crossroads", 7, None) as campaign:
        book = Book(campaign.lines, lambda: margin(campaign))
        campaign.answer("move r1 0102-0101")
        book.follow(campaign.session.told)
        plain = len(book.told)
        campaign.remark("note", "here")
        book.forget(1)
        assert book.follow(campaign.session.told) < plain
        assert Line("Note: here", "", "remark") == book.told[-1].line
        assert (plain + 1, 1) == (len(book.told), book.told[-1].n)


def test_a_long_journal_begins_with_the_last_answers_and_reaches_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wargame.tui.widgets.book.RECENT", 4)
    with Campaign.new("toy/crossroads", 7, None) as campaign:
        whole = Book(campaign.lines, dict)
        pick = Picker(1)
        for _ in range(4):
            campaign.answer(campaign.session.ask.sample(pick) if campaign.session.ask else "")
        told = campaign.session.told
        whole.follow(told[:4])
        whole.follow(told)
        assert 0 == whole.told[0].n
        book = Book(campaign.lines, dict)
        assert 1 == book.follow(told), "the line that stands for what came before"
        assert (0, EARLIER, "... 1 answer before") == (
            book.told[0].n, book.told[0].line.kind, book.told[0].line.text,
        )  # fmt: skip
        assert [each for each in whole.told if each.n > 0] == book.told[1:]
        assert len(book.told) == book.follow(told)
        book.forget(3)
        assert book.follow(told) < len(book.told)
        book.reach_back()
        book.follow(told)
        assert whole.told == book.told
        late = Book(campaign.lines, dict)
        late.follow(told)
        late.follow(told[:1])
        assert whole.told[: len(late.told)] == late.told
