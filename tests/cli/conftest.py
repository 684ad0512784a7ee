"""The toy as the only game, an empty saves folder, and a way to run commands."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from wargame import games
from wargame.cli.app import run

TOY_RULES = Path(__file__).parents[1] / "toy" / "rules.md"


@dataclass(frozen=True)
class Result:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its one JSON document."""
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """Its complaint: one line, nothing on stdout but what went before."""
        lines = self.err.strip().splitlines()
        assert len(lines) == 1, self.err
        assert re.match(r"wargame: .+[.!?)]", lines[0]), lines[0]
        return lines[0]


Run = Callable[[str], Result]


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The saves folder of this test."""
    monkeypatch.setattr(games, "MODULES", {"toy": "tests.toy:TOY"})
    monkeypatch.setattr("wargame.content.rulings.asset", lambda *_: TOY_RULES)
    monkeypatch.setenv("WARGAME_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "saves"


@pytest.fixture
def wg(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line."""

    def call(line: str) -> Result:
        capsys.readouterr()
        code = run(shlex.split(line))
        return Result(code, *capsys.readouterr())

    return call


@pytest.fixture
def save(wg: Run) -> str:
    """A fresh save called "a"."""
    assert wg("new toy/crossroads --seed 7 --out a").code == 0
    return "a"


@pytest.fixture
def battle(wg: Run, tmp_path: Path) -> str:
    """A lab save called "fight", with two units about to fight and a six laid out."""
    (tmp_path / "fight.toml").write_text(
        'scenario = "toy/crossroads"\nturn = 2\nsegment = "toy.red.combat"\nclear = true\n'
        'seed = 7\ndice = [6, 5]\n[units.r1]\nhex = "0403"\n[units.b1]\nhex = "0503"\n'
    )
    assert wg("lab fight.toml --out fight").code == 0
    return "fight"
