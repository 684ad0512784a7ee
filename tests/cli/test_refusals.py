"""Bad usage and bad saves: one clear sentence, the right exit code, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from wargame import games
from wargame.cli import look
from wargame.content.errors import DataError
from wargame.flow.verify import Verdict

BAD = [
    "frobnicate", "--frobnicate", "new", "new toy/crossroad --seed 1", "new toy --seed 1",
    "new toy/crossroads --seed x", "new toy/crossroads --seed -1", "new toy/crossroads --out ..",
    "new toy/crossroads --out a", "ask", "ask nosuch", "ask a@99", "ask .", "ask /dev/null", "ask ''",
    "answer a", "answer a nonsense", "answer a ''", "why a @9", "odds a nonsense", "undo a",
    "undo a --to -1", "undo a --to 5", "show a --side green", "log a --format pdf", "verify nosuch",
    "replay nosuch", "sequence tay", "table tay", "table toy crt", "rules tay", "units tay",
    "map tay", "map toy --zoom huge", "map toy --svg nowhere/map.svg", "fuzz toy/crossroads",
    "fuzz toy/crossroads --games 0 --seed 1", "fuzz nosuch --games 1 --seed 1",
    "fuzz toy --games 1 --seed 1 --mode gs", "fuzz toy --guided", "fuzz tay --guided --games 1",
    "fuzz toy/crossroads --games 1 --seed 1 --answers 5", "fuzz toy --guided --games 1 --state saves/a.wg/x",
    "fuzz toy --guided --games 1 --state .", "fuzz all --games 1 --seed 1",
    "lab nosuch.toml --out b", "branch a", "branch a --out a", "play nosuch", "play a",
    "play toy/crossroads --name ../x", "line nosuch", "replay a", "",
]  # fmt: skip


@pytest.mark.parametrize("line", BAD)
@pytest.mark.usefixtures("save")
def test_bad_input_is_refused_in_a_sentence(wg: Run, line: str) -> None:
    result = wg(line)
    assert result.code == 2
    assert result.sentence
    assert result.out == ""
    assert wg("verify a").code == 0


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ask a --what 9999", '"9999" is not on the map: hexes run from 0101 to'),
        ("ask a --what north", '"north" is not a hex number'),
        ("ask a --what ''", "A hex is missing"),
        ("show fresh@3", "has no answer yet, so there is no answer 3"),
        ("new toy/crossroads --seed x", "'x' is not a valid whole number"),
        ("undo a --to x", "'x' is not a valid whole number"),
    ],
)
@pytest.mark.usefixtures("save")
def test_a_refusal_says_what_was_wanted(wg: Run, line: str, says: str) -> None:
    assert wg("new toy/crossroads --seed 1 --out fresh").code == 0
    result = wg(line)
    assert result.code == 2
    assert says in result.sentence


def test_a_list_of_names_that_is_cut_says_how_many_more_there_are() -> None:
    few, many = [list("abcdefgh"), list("abcdefghijk")]
    assert str(DataError.typed("game", "?", few)).endswith("there are a, b, c, d, e, f, g, h.")
    assert str(DataError.typed("game", "?", many)).endswith(
        "there are a, b, c, d, e, f, g, h and 3 more."
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ('segment = "toy.red.combat"|segment = "toy.red.comba"', "toy.red.combat"),
        ("[units.r1]|[units.r11]", "r1"),
        ('hex = "0403"|hex = "0999"', "0806"),
        ("turn = 2|tern = 2", "turn"),
        ('hex = "0403"|states = ["shakn"]', "shaken"),
        ("scenario|}{", "fight.toml"),
    ],
)
@pytest.mark.usefixtures("battle")
def test_a_bad_position_file_names_the_key(wg: Run, tmp_path: Path, change: str, says: str) -> None:
    old, new = change.split("|")
    file = tmp_path / "fight.toml"
    file.write_text(file.read_text().replace(old, new, 1))
    result = wg("lab fight.toml --out other")
    assert result.code == 2
    assert says in result.sentence
    assert "fight.toml" in result.sentence
    assert wg("ask other").code == 2


def test_a_damaged_save_gives_3_and_what_could_be_recovered(
    wg: Run, save: str, saves: Path
) -> None:
    wg(f"answer {save} 'move r1 0102-0101' 'move r2 0103-0102' pass")
    file = saves / f"{save}.wg"
    file.write_bytes(file.read_bytes().replace(b'"n":2,', b'"n":7,'))
    for line in ("ask a", "show a --json", "log a", "why a pass"):
        result = wg(line)
        assert result.code == 3
        assert "recovered up to answer 1" in result.err
        assert result.out
    assert wg("show a --json").json["n"] == 1
    verdict = wg("verify a --json")
    assert (verdict.code, verdict.json["ok"], verdict.json["first_bad"]) == (3, False, 2)
    assert wg("answer a pass").code == 3
    assert wg("undo a").code == 3
    rescued = wg("branch a --out rescued")
    assert rescued.code == 3
    assert "recovered" in rescued.err
    assert wg("verify rescued").code == 0


def test_a_torn_line_is_reported_and_harmless(wg: Run, save: str, saves: Path) -> None:
    wg(f"answer {save} pass")
    file = saves / f"{save}.wg"
    file.write_bytes(file.read_bytes()[:-9])
    result = wg(f"ask {save} --json")
    assert (result.code, result.json["n"]) == (0, 0)
    assert "cut off" in result.sentence
    assert wg(f"answer {save} pass").code == 0
    assert wg(f"verify {save}").err == ""


def test_verify_tells_the_first_answer_that_differs(
    wg: Run, save: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = Verdict(False, 3, 5, "00", 3, "it caused other events than the record says")
    monkeypatch.setattr("wargame.store.proof.verify", lambda *_: bad)
    result = wg(f"verify {save} --json")
    assert (result.code, result.json["first_bad"]) == (1, 3)
    assert wg(f"verify {save}").code == 1


def test_a_fuzz_failure_gives_1(wg: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    failure = {"seed": 1, "n": 2, "error": "boom", "save": "x.wg"}
    report = {
        "scenario": "", "games": 1, "answers": 2, "seconds": 0.1, "answers_per_second": 20,
        "ends": {}, "chain": "0", "failures": [failure],
    }  # fmt: skip
    monkeypatch.setattr("wargame.cli.fuzz.run_fuzz", lambda *_, **__: report)
    assert wg("fuzz toy/crossroads --games 1 --seed 1").code == 1


def test_a_fault_of_the_program_is_a_sentence_and_a_report(
    wg: Run, save: str, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look, "show_lines", lambda *_: 1 / 0)
    result = wg(f"show {save}")
    assert result.code == 1
    assert "ZeroDivisionError" in result.sentence
    (report,) = (saves.parent / "state" / "wargame" / "reports").iterdir()
    assert "Traceback" in report.read_text()
    assert '{"wargame":' in report.read_text()


def test_control_characters_of_a_save_do_not_reach_the_terminal(
    wg: Run, monkeypatch: pytest.MonkeyPatch, save: str
) -> None:
    monkeypatch.setattr("tests.toy.face.ToyFace.turn_label", lambda *_: "\x1b[2J\x9bturn")
    assert "\x1b" not in wg(f"show {save}").out
    assert "\x9b" not in wg(f"show {save}").out


def test_help_lists_every_command(wg: Run) -> None:
    result = wg("--help")
    assert result.code == 0
    for name in ("play", "line", "answer", "fuzz", "doctor"):
        assert name in result.out
    assert wg("--version").out.startswith("wargame")


def test_no_command_but_the_table_loads_textual() -> None:
    program = (
        "import sys; from wargame import games; games.MODULES.clear(); "
        'games.MODULES["toy"] = "tests.toy:TOY"; '
        "from wargame.cli.app import run, COMMANDS; run(['--help']); "
        "run(['map', 'toy']); run(['games']); "
        "sys.exit('textual' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", program], cwd=root, check=True, capture_output=True)


def test_a_reader_that_stops_early_is_no_fault() -> None:
    root = Path(__file__).parents[2]
    line = f"{sys.executable} -m wargame --help | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", line], cwd=root, capture_output=True, text=True, check=True
    )
    assert (done.stdout.strip(), done.stderr) == ("0", "")


def test_the_help_of_lab_shows_a_position_that_can_be_laid_out(
    wg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.MODULES, "arras", "wargame.games.arras:GAME")
    lines = wg("lab --help").out.splitlines()
    first = next(n for n, line in enumerate(lines) if line.strip().startswith("scenario ="))
    last = next(n for n, line in enumerate(lines) if line.strip().startswith("states ="))
    (tmp_path / "help.toml").write_text("\n".join(lines[first : last + 1]))
    assert wg("lab help.toml --out helped").code == 0
    assert wg("show helped --json").json["segment"].startswith("arras.allied.combat")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("turn = 1", "these keys are missing: scenario, segment"),
        (
            'scenario = "toy/crossroads"\n[units.red-1]\nhex = "0101"\n[units.red-1]\nhex = "0102"',
            "units.red-1: this stands twice, the second time in line 4",
        ),
        ('{"scenario": "toy/crossroads"}', "this is not TOML"),
        ('{"scenario": "toy/crossroads"}', "a position file looks like scenario = "),
        (
            'scenario = "toy/crossroads"\nsegment = 3',
            "segment: a text in quotes is wanted here, not 3",
        ),
        (
            'scenario = "toy/crossroads"\nsegment = "toy.red.move"\nunits = [1]',
            "units: a table is wanted here, not a list",
        ),
        ('scenario = "toy/crossroad"\nsegment = "x"', 'There is no scenario "toy/crossroad"'),
        ('scenario = "toy/crossroads"\nsegment = "toy.red.moev"', "toy.red.move"),
    ],
)
def test_a_wrong_position_file_is_told_by_its_whole_name(
    wg: Run, tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "deep" / "down" / "wrong.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    refused = wg(f"lab {path} --out b")
    assert refused.code == 2
    assert says in refused.sentence
    assert str(path) in refused.sentence


def test_a_missing_position_file_is_told(wg: Run, tmp_path: Path) -> None:
    (tmp_path / "fight.toml").write_text("")
    sentence = wg("lab figth.toml --out b").sentence
    assert sentence == (
        'wargame: There is no file "figth.toml"; the nearest valid one is "fight.toml".'
    )


def test_a_mistyped_command_is_answered_with_the_nearest(wg: Run) -> None:
    assert 'There is no command "paly". The nearest: play, replay.' in wg("paly").sentence
