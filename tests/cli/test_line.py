"""Line mode: a conversation by text lines."""

from __future__ import annotations

import errno
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Result, Run
from wargame import games
from wargame.cli.line.loop import OF_THE_TABLE, LineMode
from wargame.cli.line.queries import QUERIES
from wargame.cli.question import numbered, shortlist
from wargame.store import rescue
from wargame.store.campaign import Campaign
from wargame.store.load import load
from wargame.tui.typed_line import WORDS

Talk = Callable[..., Result]


@pytest.fixture
def talk(wg: Run, monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Run line mode on a command line with these lines of input."""

    def call(line: str, *inputs: str) -> Result:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{text}\n" for text in inputs)))
        return wg(line)

    return call


def test_a_new_game_asks_its_first_question_and_ends_with_the_input(talk: Talk) -> None:
    result = talk("line toy/crossroads --seed 3")
    assert result.code == 0
    assert "Red, turn 1, Red movement: Move which unit? [TOY-MV-01]" in result.out
    assert "   1  pass: End movement" in result.out
    assert "      move r1 PATH: Red 1" in result.out
    assert "`reach ID` tells where" in result.out
    assert "stands after answer 0, saved in" in result.out


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes no more appends, only new files elsewhere."""

    def refuse(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("wargame.store.save.os.write", refuse)


@pytest.mark.usefixtures("full")
def test_what_the_disk_refused_is_saved_elsewhere_before_it_is_left(
    talk: Talk, save: str, saves: Path
) -> None:
    result = talk(f"line {save}", "pass", "quit", "save", "quit", "save elsewhere", "quit", "pass")
    assert result.out.count("`save NAME` saves elsewhere") == 2
    assert result.out.count("No: NOT SAVED") == 1
    assert f"saved in {saves / 'elsewhere.wg'}" in result.out
    assert (result.code, len(load(saves / "elsewhere.wg").entries)) == (0, 2)


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("last", [("quit", "quit"), ()])
def test_what_the_disk_refused_is_kept_for_the_next_start(
    talk: Talk, save: str, last: tuple[str, ...]
) -> None:
    result = talk(f"line {save}", "pass", *last)
    assert "the next start offers it" in result.out
    assert result.code == 2
    assert "NOT SAVED" in result.err
    assert [len(load(kept.path).entries) for kept in rescue.waiting()] == [2]


def test_answers_and_numbers_are_taken_and_told(talk: Talk, save: str, saves: Path) -> None:
    result = talk(f"line {save}", "Move R1 0102-0101", "1", "quit", "pass")
    assert "1. move r1 0102-0101" in result.out
    assert "Red 1 moves 0102-0101 [TOY-MV-01]" in result.out
    assert "2. pass" in result.out
    assert [e.answer for e in load(saves / "a.wg").entries] == ["", "move r1 0102-0101", "pass"]


def test_a_number_counts_only_while_it_stands_on_the_screen(
    talk: Talk, save: str, saves: Path
) -> None:
    told = talk(f"line {save}", "2", "60", "odds 2", "why 2").out
    assert told.count("No: There is no option 2: choose 1, or type an answer.") == 3
    assert "No: There is no option 60: choose 1, or type an answer." in told
    assert len(load(saves / "a.wg").entries) == 1
    listed = talk(f"line {save}", "options", "2").out
    second = next(line.split()[1:] for line in listed.splitlines() if line.startswith("   2  "))
    assert load(saves / "a.wg").entries[-1].answer == " ".join(second).partition(":")[0]


def test_a_short_list_has_the_numbers_of_the_whole_one() -> None:
    session = Campaign.new("toy/crossroads", 3, None).session
    most = len(numbered(session)) - 1
    short, whole = shortlist(session, most), numbered(session)
    assert [option.answer for option in short] == ["pass"]
    assert whole[: len(short)] == short
    assert sorted(whole) == sorted(session.ask.options() if session.ask else ())
    assert shortlist(session, most + 1) == whole


def test_a_number_works_wherever_an_answer_does(talk: Talk, save: str) -> None:
    told = talk(f"line {save}", "why 1", "odds 1", "options", "why 2").out
    assert "Yes, this is legal now: pass." in told
    assert "Chance has no part in this answer." in told
    assert "Yes, this is legal now: move r1 " in told


def test_the_way_may_be_left_out_and_names_stand_for_ids(
    talk: Talk, save: str, saves: Path
) -> None:
    told = talk(
        f"line {save}", "why red 1 0101", "unit RED 1", "hex crossroads", "reach Red 1",
        "why move r1 0202", "move r1 0202", "move r2 0203 0303",
    ).out  # fmt: skip
    assert "Yes: move r1 0102-0101" in told
    assert "Red 1 may go to " in told
    assert "Yes, this is legal now: move r1 0102-0202." in told
    given = [entry.answer for entry in load(saves / "a.wg").entries]
    assert given == ["", "move r1 0102-0202", "move r2 0103-0203-0303"]


def test_a_query_without_its_word_says_what_is_missing(talk: Talk, save: str) -> None:
    told = talk(f"line {save}", "hex", "unit", "why", "reach", "what", "odds", "rule").out
    assert "No: Say which hex, by its number, place or a unit in it." in told
    assert told.count("No: Say which unit, by its id or name.") == 2
    assert "No: Say what: a unit and a hex, or an answer." in told
    assert "No: Say what of which hex, by its number, place or a unit in it." in told
    assert "No: Say of which answer." in told
    assert "No: Say which rule, or words to look for." in told


def test_what_can_be_brought_and_how_far_the_enemy_gets_is_told(
    talk: Talk, wg: Run, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.MODULES, "arras", "wargame.games.arras:GAME")
    save = saves / "b.wg"
    talk(f"new arras/campaign --seed 1 --out {save}")
    told = talk(f"line {save}", "what 0708", "what de-k7", "what 0101", "reach de-k7").out
    first = "Allied, this turn: 0708 at 4:1, 100% to strike, 17% with losses"
    assert 2 == told.count(first)
    assert "No: Nobody stands in 0101 whom anybody could attack." in told
    assert "Kradschuetzen-Btl. 7 could get to " in told
    asked = f"ask {save} --what 0708"
    assert first in wg(asked).out
    found = wg(f"{asked} --json").json["what"]
    assert ("allied", "this", "4:1") == (found["side"], found["turn"], found["column"])
    assert {"unit": "uk-7rtr-d", "from": "0808", "moves": True} in found["by"]


def test_the_odds_of_a_plan_are_told_as_one_distribution(
    talk: Talk, wg: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.MODULES, "arras", "wargame.games.arras:GAME")
    Path("two.toml").write_text(
        'scenario = "arras/campaign"\nsegment = "arras.allied.combat"\nclear = true\nseed = 1\n[units]\n'
        'uk-7rtr-d.hex = "0808"\nde-k7.hex = "0708"\nuk-1wg.hex = "1111"\nde-sr6-1.hex = "1112"\n',
        encoding="utf-8",
    )
    wg("lab two.toml --out two")
    plan = "attack 0708 from uk-7rtr-d; attack 1112 from uk-1wg"
    # 3:2 by the village and 1:2: a 5 or 6 clears the one, nothing the other
    told = talk("line two", f"odds {plan}", "odds attack 0708 from uk-7rtr-d; done").out
    assert "2 orders: nobody is ordered to hold, nobody advances" in told
    assert "33.3%  (1/3)" in told
    assert "0708 cleared 33%; 1112 cleared 0%" in told
    assert "No: done: Combat is mandatory: 1112 must still be attacked." in told
    found = wg(f'odds two "{plan}" --json').json
    assert ["2/3", "1/3"] == [outcome["exact"] for outcome in found["outcomes"]]
    assert "0708 cleared 33%; 1112 cleared 0%" in found["lines"]


def test_the_map_around_a_hex_is_a_part_of_the_whole(talk: Talk, save: str) -> None:
    whole = talk(f"line {save}", "map").out.splitlines()
    part = talk(f"line {save}", "map 0105").out.splitlines()
    assert len(part) < len(whole)
    assert "0105" in "".join(part)
    assert "0802" not in "".join(part)


def test_the_map_of_line_mode_is_the_board_in_play(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.MODULES, "hannut", "wargame.games.hannut:GAME")
    shown = talk("line hannut/orp --seed 1", "map close").out
    for name in ("0603", "1903"):
        assert name in shown
    for name in ("0401", "2201"):
        assert name not in shown


def test_the_log_names_sides_by_their_titles(talk: Talk, save: str) -> None:
    assert "1. Red: pass" in talk(f"line {save}", "pass", "log").out


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?", "exact chances"),
        ("help", "exact chances"),
        ("options", "move r3 0104-0204-0303-0403-0503-0603-0703"),
        ("status", "weather: "),
        ("map", "0403"),
        ("map wide", ""),
        ("map 0102", "0203"),
        ("map around red 1", "0102"),
        ("map close crossroads", "0403"),
        ("go crossroads", "Crossroads"),
        ("rules enemy", "TOY-"),
        ("zoom wide", ""),
        ("theme dark", 'No: "theme" is a word of the table; `?` lists what can be asked here.'),
        ("near 0101", "0102, clear, 1 hex away"),
        ("near crossroads", "0403 Crossroads"),
        ("hex 0403", "Crossroads"),
        ("hex 0102", "Red 1"),
        ("unit r1", "strength 4"),
        ("why r1 0101", "Yes: move r1 0102-0101"),
        ("why r1 0806", "No: r1 cannot reach 0806. [TOY-MV-01]"),
        ("why b1 0101", "No: Blue 1 cannot go now. Who can: Red 1 (r1), Red 2 (r2), Red 3 (r3)."),
        ("why pass", "Yes, this is legal now."),
        ("reach r1", "0101: 3 MP left"),
        ("why attack", "No: "),
        ("odds pass", "Chance has no part"),
        ("charts", "combat: "),
        ("charts combat", "1:1"),
        ("rule TOY-MV-01", "TOY-MV-01"),
        ("rule enemy", "TOY-"),
        ("log", "0. The opening"),
        ("log 1", "0. The opening"),
        ("save", "Everything is saved"),
        ("redo", "No: There is nothing to give again."),
        ("undo", "No: There is no answer"),
    ],
)
def test_a_query_is_answered_and_changes_nothing(
    talk: Talk, save: str, saves: Path, query: str, says: str
) -> None:
    before = (saves / "a.wg").read_bytes()
    result = talk(f"line {save}", query)
    assert says in result.out
    assert (result.code, result.err) == (0, "")
    assert (saves / "a.wg").read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ["nonsense", "hex", "hex 9999", "unit", "unit r99", "why", "why r1 zzzz", "reach", "reach b1", "odds", "odds r1", "rule",
     "rule TOY-XX-01", "charts nosuch", "map huge", "undo x", "undo 77", "0", "99999999999", "²",
     "move r1 0102-0806", "x" * 9000, "\x1b[2J", "log x"],
)  # fmt: skip
def test_bad_input_gets_a_sentence_and_loses_nothing(talk: Talk, save: str, text: str) -> None:
    result = talk(f"line {save}", text, "status")
    assert (result.code, result.err) == (0, "")
    assert "Red, turn 1" in result.out
    assert "\x1b" not in result.out
    if not text.startswith("log"):
        assert "No: " in result.out


def test_undo_and_redo(talk: Talk, save: str) -> None:
    result = talk(f"line {save}", "move r1 0102-0101", "undo", "redo", "undo 0", "log")
    assert result.out.count("Taken back: answers 1 to 1.") == 2
    assert result.out.count("1. move r1 0102-0101") == 2
    assert "after answer 0" in result.out


def test_a_game_that_is_over_can_still_be_asked_about(talk: Talk, save: str) -> None:
    result = talk(f"line {save}", *["1"] * 60, "status", "pass")
    assert "The game is over" in result.out
    assert "nothing to answer" in result.out


def test_a_damaged_save_can_be_looked_at(talk: Talk, save: str, saves: Path) -> None:
    file = saves / "a.wg"
    file.write_bytes(file.read_bytes() + b"rubbish\n")
    result = talk(f"line {save}", "pass", "status")
    assert result.code == 3
    assert "Line 3" in result.err
    assert "No: This save is damaged" in result.out


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    texts=st.lists(
        st.one_of(
            st.text(max_size=30),
            st.builds(
                " ".join,
                st.lists(
                    st.sampled_from(
                        [
                            "why",
                            "odds",
                            "hex",
                            "unit",
                            "map",
                            "undo",
                            "redo",
                            "log",
                            "rule",
                            "charts",
                            "move",
                            "attack",
                            "from",
                            "pass",
                            "r1",
                            "b1",
                            "0102",
                            "0102-0101",
                            "0403",
                            "1",
                            "2",
                            "99",
                            "x",
                            "-1",
                            "?",
                            "@",
                            "save",
                            "status",
                            "options",
                        ]
                    ),
                    max_size=5,
                ),
            ),
        ),
        max_size=8,
    )
)
def test_no_line_causes_a_traceback(texts: list[str]) -> None:
    campaign = Campaign.new("toy/crossroads", 3, None)
    told: list[str] = []
    inputs = iter(texts)
    LineMode(campaign, lambda: next(inputs, None), told.append).run()
    assert told


PAST = """
scenario = "toy/crossroads"
turn = 2
segment = "toy.red.move"
clear = true
units = { r1.hex = "0202", r2.hex = "0203", r3.hex = "0204", b1.hex = "0403" }
"""


def test_a_standing_answer_lets_questions_pass_and_goes_back_with_them(
    talk: Talk, wg: Run, saves: Path, tmp_path: Path
) -> None:
    (tmp_path / "past.toml").write_text(PAST)
    wg("lab past.toml --out past")
    result = talk(
        "line past", "standing", "move r1 0202-0302", "standing", "standing never", "standing end",
        "move r2 0203-0303", "undo", "redo", "standing off", "standing", "quit",
    )  # fmt: skip
    told = result.out
    assert "Nothing is let pass unasked." in told
    assert "`standing new` lets blue opportunity fire pass until something new is on offer." in told
    assert 'There is no limit "never"' in told
    assert "passes on blue opportunity fire until the segment ends. `standing off` ends it." in told
    assert "Taken back: answers 3 to 4." in told
    assert "From now on everything is asked again." in told
    given = [entry.answer for entry in load(saves / "past.wg").entries]
    assert ["", "move r1 0202-0302", "pass", "move r2 0203-0303", "pass"] == given


def test_every_word_of_the_table_is_known_as_one() -> None:
    assert set(WORDS) - set(QUERIES) == OF_THE_TABLE


def test_an_overlay_is_told_in_words(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    told = talk("line toy/crossroads --seed 3", "overlay", "overlay zoc", "overlay blue 0403").out
    assert "No: The overlays of this game: zoc-red (Red ZOC)" in told
    assert "Red zones of control" in told
    assert told.count("signs: how many units reach the hex") == 2
    monkeypatch.setitem(games.MODULES, "arras", "wargame.games.arras:GAME")
    told = talk("line arras/campaign --seed 3", "overlay supply 0605", "overlay range").out
    assert "3e DLM lorries (1): 0605-0704-0703-0702-0701" in told
    assert "\n• 0701 0702 0703 0704\n" in told
    assert "No: Say of which hex: overlay range HEX." in told
