"""Exports of a game: report, recording, page and still."""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import Run
from wargame.flow.face import Counter
from wargame.picture.svg_counters import badge_svg, counter_svg


@pytest.fixture
def fought(wg: Run, battle: str) -> str:
    """The lab save after its attack, in which the defender did not dig in."""
    assert wg(f"answer {battle} 'attack 0503 from r1' no").code == 0
    return battle


def events_of(out: str) -> tuple[dict[str, Any], list[list[Any]]]:
    """Header and events of a recording."""
    head, *rest = out.splitlines()
    return json.loads(head), [json.loads(line) for line in rest]


# -- the report ----------------------------------------------------------------------------------


def test_the_report_tells_fights_losses_ground_and_luck(wg: Run, fought: str) -> None:
    result = wg(f"log {fought} --format report")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "Crossroads: Crossroads"
    assert {"After-action report", "Losses", "Ground", "Luck"} <= set(lines)
    assert "Turn 2" in result.out
    assert re.search(r"  2\. Attack 0503 from Red 1: rolled 6; .*column", result.out)
    assert max(map(len, lines)) <= 100


def test_dice_laid_out_are_named_in_the_report(wg: Run, fought: str) -> None:
    lines = wg(f"log {fought} --format report").out.splitlines()
    assert "Dice laid out by the position file, left out here: 1." in lines
    assert "No dice were left to chance." in lines


def test_the_report_of_a_game_just_begun(wg: Run, save: str) -> None:
    out = wg(f"log {save} --format report").out
    assert "Not finished: " in out
    assert "At the end" not in out
    assert "Now, " in out
    assert "no unit lost" in out


# -- the recording -------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "size"), [("", (80, 24)), ("--size 120x40", (120, 40))])
def test_the_recording_is_json_lines_in_order(
    wg: Run, fought: str, option: str, size: tuple[int, int]
) -> None:
    result = wg(f"log {fought} --format cast {option}")
    assert (result.code, result.err) == (0, "")
    head, events = events_of(result.out)
    assert (head["version"], head["width"], head["height"]) == (2, *size)
    assert all(a[0] <= b[0] for a, b in pairwise(events))
    assert {kind for _, kind, _ in events} == {"o", "m"}
    assert all(isinstance(text, str) and "\n" not in text for _, _, text in events)


def test_a_recording_stays_on_its_screen(wg: Run, fought: str) -> None:
    _, events = events_of(wg(f"log {fought} --format cast").out)
    text = "".join(out for _, kind, out in events if kind == "o")
    places = [(int(y), int(x)) for y, x in re.findall(r"\x1b\[(\d+);(\d+)H", text)]
    assert all(1 <= y <= 24 and 1 <= x <= 80 for y, x in places)
    assert {1, 24} <= {y for y, _ in places}
    assert "attack 0503 from r1" in text


def test_a_plain_recording_has_no_colours(
    wg: Run, save: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = wg(f"log {save} --format cast --plain").out
    assert "38;2" in wg(f"log {save} --format cast").out
    assert "38;2" not in plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert wg(f"log {save} --format cast").out == plain


def test_a_recording_goes_into_a_file(wg: Run, save: str, tmp_path: Path) -> None:
    result = wg(f"log {save} --format cast --out film.cast")
    assert (result.code, result.out) == (0, "The recording is in film.cast.\n")
    head, _ = events_of((tmp_path / "film.cast").read_text())
    assert head["width"] == 80


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--format cast --size big", '"big" is no size'),
        ("--format cast --size 79x24", "from 80x24 to 250x80"),
        ("--format cast --size 120x9000", "out of range"),
        ("--format film", "is not one of"),
        ("--format cast --out nowhere/film.cast", "cannot be written"),
        ("--format report --out saves/a.wg", "is a save and stays"),
    ],
)
def test_what_cannot_be_exported_is_refused(wg: Run, save: str, options: str, says: str) -> None:
    result = wg(f"log {save} {options}")
    assert (result.code, result.out) == (2, "")
    assert says in result.sentence


# -- the page ------------------------------------------------------------------------------------


def test_the_page_needs_nothing_from_outside(wg: Run, fought: str) -> None:
    page = wg(f"log {fought} --format html").out
    links = set(re.findall(r"[a-z]+://[^\"'<> ]*", page))
    assert links == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(?:link|img|iframe)|<script src|@import|url\(", page)
    assert not re.search(r"@[A-Z]{3,}@", page)
    assert "default-src 'none'" in page


def test_the_page_holds_every_answer_and_its_dice(wg: Run, fought: str) -> None:
    page = wg(f"log {fought} --format html").out
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page)
    assert found
    data = json.loads(found[1])
    assert len(data["steps"]) == wg(f"show {fought} --json").json["n"] + 1
    step = data["steps"][1]
    assert step["answer"] == "Red: Attack 0503 from Red 1"
    told = [line for one in data["steps"] for line in one.get("lines", [])]
    assert any(kind == "dice" and rule for _, rule, kind in told)
    looks = [
        place[1] for one in data["steps"] for place in one.get("units", {}).values() if place[1:]
    ]
    assert looks
    assert max(looks) < len(data["looks"])


def test_text_of_a_save_cannot_become_markup(wg: Run, save: str) -> None:
    page = wg(f"log {save} --format html").out
    data = page.partition('type="application/json">')[2].partition("</script>")[0]
    assert "<" not in data


# -- the still -----------------------------------------------------------------------------------


def test_a_still_of_a_position(wg: Run, fought: str, tmp_path: Path) -> None:
    result = wg(f"show {fought}@0 --svg still.svg")
    assert (result.code, result.out) == (0, "The position is drawn in still.svg.\n")
    root = ET.fromstring((tmp_path / "still.svg").read_text())  # noqa: S314 - our own
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Crossroads: Crossroads" in texts
    assert any("after answer 0" in (text or "") for text in texts)
    assert {"Red", "Blue", "Red 1", "Blue 1"} <= set(texts)


def test_a_still_beside_json(wg: Run, save: str, tmp_path: Path) -> None:
    assert wg(f"show {save} --json --svg s.svg").json["n"] == 0
    assert (tmp_path / "s.svg").is_file()


def test_a_position_is_drawn_as_a_bitmap(wg: Run, save: str, tmp_path: Path) -> None:
    assert "drawn in still.png" in wg(f"show {save} --png still.png").out
    raw = (tmp_path / "still.png").read_bytes()
    assert raw.startswith(b"\x89PNG\r\n\x1a\n")
    drawing = ET.fromstring(wg_svg(wg, save, tmp_path))  # noqa: S314 - our own
    wide, high = (int.from_bytes(raw[at : at + 4]) for at in (16, 20))
    assert [str(wide), str(high)] == [drawing.get("width"), drawing.get("height")]


def wg_svg(wg: Run, save: str, folder: Path) -> str:
    """The same position as a drawing."""
    assert wg(f"show {save} --svg same.svg").code == 0
    return (folder / "same.svg").read_text()


def test_without_the_extra_a_sentence_says_how_to_get_bitmaps(
    wg: Run, save: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert "pip install 'wargame[pictures]'" in wg(f"show {save} --png still.png").sentence
    assert not (tmp_path / "still.png").exists()


def test_a_still_never_overwrites_a_save(wg: Run, save: str, saves: Path) -> None:
    result = wg(f"show {save} --svg {saves / 'a.wg'}")
    assert (result.code, result.out) == (2, "")
    assert "is a save and stays" in result.sentence


def counter(code: str, letters: str = "") -> Counter:
    """A counter with a name that needs escaping."""
    return Counter("red", code, "3-3-4", "3-3", "A<&B", letters)


def test_sides_differ_in_shape_without_colour() -> None:
    first, second = (counter_svg(counter("INF"), colour) for colour in (0, 1))
    assert 'href="#c0"' in first
    assert 'href="#c1"' in second
    assert badge_svg("2", 0) != badge_svg("2", 1) != badge_svg("2", -1)


def test_a_counter_shows_symbol_factors_and_states() -> None:
    drawn = counter_svg(counter("INF", "Dm"), 0)
    ET.fromstring(drawn)  # noqa: S314 - our own
    assert "#n-cross" in drawn
    assert "3-3-4" in drawn
    assert "A&lt;&amp;B" in drawn
    assert ">D</text>" in drawn
    assert ">m</text>" in drawn


def test_an_unknown_kind_of_unit_stands_in_its_box_by_its_code() -> None:
    assert ">ZEP</text>" in counter_svg(counter("ZEP"), 1)


# -- the course of the battle ----------------------------------------------------------------------


def test_the_course_of_the_battle_is_half_a_page(wg: Run, fought: str) -> None:
    lines = wg(f"log {fought} --format course").out.splitlines()
    assert lines[0].startswith("Crossroads: Crossroads. Red against Blue")
    assert {"Losses:", "Ground:"} <= set(lines)
    assert len(lines) < 30


def test_the_page_holds_the_course_of_the_battle(wg: Run, fought: str) -> None:
    page = wg(f"log {fought} --format html").out
    assert "The course of the battle" in page
    assert "Red against Blue" in page
