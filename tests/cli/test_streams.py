"""Commands whose input or output was closed before they began, or who ask before they write."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from wargame.cli.app import run


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_a_closed_stream_is_no_failure(
    name: str, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(sys, name, None)
        assert run(["new", "toy/crossroads", "--out", "closed"]) == 0
        assert run(["show", "closed"]) == 0
        getattr(sys, name).close()
    assert (saves / "closed.wg").is_file()
    assert not (saves.parent / "state" / "wargame" / "reports").exists()


@pytest.mark.parametrize(("reply", "code", "left"), [(True, 0, "<svg"), (False, 2, "mine")])
def test_who_can_be_asked_is_asked_before_a_file_is_replaced(
    reply: bool, code: int, left: str, wg: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert wg("new toy/crossroads --out a").code == 0
    Path("s.svg").write_text("mine")
    with monkeypatch.context() as terminal:
        terminal.setattr("sys.stdin.isatty", lambda: True, raising=False)
        terminal.setattr("click.confirm", lambda *_, **__: reply)
        assert wg("show a --svg s.svg").code == code
    assert Path("s.svg").read_text().startswith(left)
