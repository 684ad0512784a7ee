"""What a shell offers: asked as the shells ask."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from tests.cli.conftest import Run
from wargame.cli.app import COMMANDS, wargame


def offered(line: str) -> list[str]:
    """The words offered for the last one of a command line, "" for one not begun."""
    *before, incomplete = line.split(" ")
    shell = ShellComplete(wargame, {}, "wargame", "_WARGAME_COMPLETE")
    return [item.value for item in shell.get_completions(before, incomplete)]


def test_commands_games_scenarios_and_saves(save: str) -> None:
    assert offered("rep") == ["replay", "report"]
    assert offered("units T") == ["toy"]
    assert offered("new toy/cr") == ["toy/crossroads"]
    assert offered("show ") == [save]
    assert set(offered("play ")) >= {save, "toy/crossroads"}
    assert offered("log a --format h") == ["html"]


def test_rules_and_charts(save: str) -> None:  # noqa: ARG001 - rules are found beside saves
    assert offered("rules toy TOY-MV-01") == ["TOY-MV-01"]
    assert offered("table toy ") == ["combat"]
    assert offered("rules tay T") == []
    assert offered("table tay c") == []


def test_sides_of_a_save_and_games_of_an_option(save: str) -> None:
    assert offered(f"show {save} --side ") == ["red", "blue"]
    assert offered(f"ask {save} --side b") == ["blue"]
    assert offered(f"send {save} --to r") == ["red"]
    assert offered("show --side r") == []
    assert offered("lab --keys t") == ["toy"]


def test_answers_word_by_word(save: str) -> None:
    first = offered(f"answer {save} ")
    assert "move" in first
    assert "r1" in offered(f"why {save} move ")
    assert offered(f"odds {save} no-such-verb x") == []
    assert offered("answer gone m") == []


def test_a_damaged_save_offers_nothing_and_says_nothing(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saves.mkdir()
    (saves / "odd.wg").write_text("no save\n")
    assert offered("answer odd ") == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_reads_says_where_it_belongs(shell: str, wg: Run, tmp_path: Path) -> None:
    script = wg(f"completion {shell}").out
    assert "_WARGAME_COMPLETE" in script
    assert "# Belongs in ~/." in script
    assert shell != "zsh" or script.startswith("#compdef wargame")
    if shutil.which(shell):
        path = tmp_path / "script"
        path.write_text(script)
        assert subprocess.run([shell, "-n", str(path)], check=False).returncode == 0


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_is_answered_by_the_program() -> None:
    environment = {**os.environ, "_WARGAME_COMPLETE": "bash_complete"}
    environment |= {"COMP_WORDS": "wargame new arras/l", "COMP_CWORD": "2"}
    asked = [sys.executable, "-m", "wargame"]
    done = subprocess.run(
        asked, env=environment, cwd=Path(__file__).parents[2], capture_output=True, check=False
    )
    assert done.stdout.decode().split() == ["plain,arras/learning"]
    assert done.stderr == b""


def test_the_manual_page_is_that_of_the_help(wg: Run) -> None:
    page = wg("man").out
    for command in COMMANDS:
        assert f".SS {command}" in page
    assert r".B \-\-format" in page
    assert "Take back to the last die" in page
    if shutil.which("groff"):
        read = ["groff", "-man", "-Tutf8", "-ww", "-z"]
        done = subprocess.run(read, input=page.encode(), capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
