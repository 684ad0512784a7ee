"""The real program in a real terminal: stopped in any way it leaves the terminal clean."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.store.poison import CLEAR as WIPE
from tests.store.poison import CLIPBOARD, COLOUR, DEVICE, EVIL, TITLE, TURNED, poisoned
from tests.tui.driver import press, running, screen_text
from wargame.store.campaign import Campaign
from wargame.store.load import load
from wargame.tui.app import TableApp

PATIENCE = 60.0
COLON = 2.0
"""How long a key has to show its effect before it is pressed again."""
CLEAR = b"\x15"
"""Ctrl-U: empties the line, should a second colon have got into it."""
WRITES = 60
"""More than Textual keeps for a terminal that does not take them."""
ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"
FAULTY = """
import sys
from textual._xterm_parser import XTermParser
from wargame.cli.app import run
feed = XTermParser.feed
def faulty(self, data):
    if "\\a" in data:
        raise OSError("no more keys")
    return feed(self, data)
XTermParser.feed = faulty
sys.exit(run(sys.argv[1:]))
"""
"""The program, whose keyboard breaks at Ctrl-G."""
MENU = "import sys; from wargame.cli.app import run; sys.exit(run([]))"
COOKED = termios.ICANON | termios.ECHO | termios.ISIG


class Terminal:
    """A program in a terminal of 120 x 24."""

    def __init__(self, saves: Path, *program: str) -> None:
        """*program*: what Python is to run, the program itself if nothing is said."""
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.seen = self.written = b""
        self.open = True
        environment = {**os.environ, "WARGAME_SAVES": str(saves), "TERM": "xterm-256color"}
        for size in ("COLUMNS", "LINES"):  # what the tests run in is none of its business
            environment.pop(size, None)
        self.process = subprocess.Popen(
            [
                sys.executable,
                *(program or ("-m", "wargame")),
                "play",
                "arras/learning",
                "--name",
                "pty",
            ],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment,
            start_new_session=True,
        )

    def wait_for(self, text: bytes) -> None:
        """Read until the program has written *text*; what came before is forgotten."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, self.seen[-2000:]
            self._read(0.2)
        self.seen = self.seen.partition(text)[2]

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Read until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, self.seen[-2000:]
            self._read(0.2)

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.master, keys)

    def command(self, line: bytes) -> None:
        """Type *line* on the command line; a colon that came before the question is pressed again."""
        end = time.monotonic() + PATIENCE
        while b"completes" not in self.seen:
            assert time.monotonic() < end, self.seen[-2000:]
            self.type(b":")
            self._read_for(COLON)
        self.type(CLEAR + line + b"\r")

    def _read_for(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and b"completes" not in self.seen:
            self._read(left)

    def end(self) -> int:
        """The exit code, once the program is gone."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end
            self._read(0.05)
        self._read(0.05)
        return self.process.returncode

    def stopped(self) -> bool:
        """Wait until the program is stopped."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self._read(0.02)
            done, status = os.waitpid(self.process.pid, os.WUNTRACED | os.WNOHANG)
            if done:
                return os.WIFSTOPPED(status)
        return False

    def clean(self) -> bool:
        """Whether the terminal reads lines again, as before."""
        return bool(termios.tcgetattr(self.slave)[3] & COOKED == self.before[3] & COOKED)

    def close(self) -> None:
        """Leave nothing running."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.hang_up()

    def hang_up(self) -> None:
        """Close the terminal, if it is open."""
        if self.open:
            self.open = False
            os.close(self.master)
            os.close(self.slave)

    def _read(self, patience: float) -> None:
        if select.select([self.master], [], [], patience)[0]:
            new = os.read(self.master, 1 << 16)
            self.seen, self.written = self.seen + new, self.written + new


@pytest.fixture
def terminal(saves: Path) -> Iterator[Terminal]:
    """The table, open and ready."""
    found = Terminal(saves)
    try:
        found.wait_for(b"Orders")
        yield found
    finally:
        found.close()


def test_suspended_resumed_and_told_to_stop_it_leaves_a_clean_terminal(
    terminal: Terminal, saves: Path
) -> None:
    assert not terminal.clean()
    terminal.command(b"pass")
    terminal.wait_until(lambda: len(load(saves / "pty.wg").entries) == 2)
    terminal.type(b"\x1a")  # Ctrl-Z
    assert terminal.stopped()
    assert terminal.clean()
    assert LEAVE in terminal.seen
    terminal.process.send_signal(signal.SIGCONT)
    terminal.wait_for(ENTER)
    terminal.wait_for(b"Orders")
    terminal.process.send_signal(signal.SIGTERM)
    assert 128 + signal.SIGTERM == terminal.end()
    assert terminal.clean()
    assert LEAVE in terminal.seen
    assert b"Traceback" not in terminal.seen
    assert (2, []) == (len(load(saves / "pty.wg").entries), load(saves / "pty.wg").problems)


@pytest.mark.parametrize("number", [signal.SIGQUIT, signal.SIGABRT])
def test_a_signal_that_would_dump_core_leaves_a_clean_terminal(
    terminal: Terminal, saves: Path, number: signal.Signals
) -> None:
    terminal.process.send_signal(number)
    assert 128 + number == terminal.end()
    assert terminal.clean()
    assert LEAVE in terminal.seen
    assert [] == load(saves / "pty.wg").problems


def test_bytes_that_are_no_text_are_dropped(terminal: Terminal, saves: Path) -> None:
    """A click right of column 95 as terminals without SGR mouse reports tell it."""
    terminal.type(b"\x1b[M \xe8\x2a" + b"\xff\xc3\x28")
    terminal.command(b"pass")
    terminal.wait_until(lambda: len(load(saves / "pty.wg").entries) == 2)


def test_a_fault_while_keys_are_read_ends_it_with_a_notice(saves: Path) -> None:
    terminal = Terminal(saves, "-c", FAULTY)
    try:
        terminal.wait_for(b"Orders")
        terminal.type(b"\x07")
        assert 1 == terminal.end()
        assert terminal.clean()
        assert b"Every answer up to 0 is kept" in terminal.seen
        assert b"Traceback" not in terminal.seen
        assert [] == load(saves / "pty.wg").problems
    finally:
        terminal.close()


def test_a_terminal_that_goes_away_ends_it(terminal: Terminal, saves: Path) -> None:
    terminal.hang_up()
    for _ in range(WRITES):  # the table draws, and nobody reads
        terminal.process.send_signal(signal.SIGWINCH)
        time.sleep(0.02)
    terminal.process.send_signal(signal.SIGHUP)
    assert 128 + signal.SIGHUP == terminal.process.wait(PATIENCE)
    assert [] == load(saves / "pty.wg").problems


def test_a_terminal_that_is_gone_without_a_word_ends_it(terminal: Terminal, saves: Path) -> None:
    """The program whose terminal was another's hears no signal; it must not read on for ever."""
    terminal.hang_up()
    assert terminal.process.wait(PATIENCE) in {128 + signal.SIGHUP, -signal.SIGHUP}
    assert [] == load(saves / "pty.wg").problems


async def test_ctrl_c_asks_and_a_second_one_leaves() -> None:
    async with running("toy/crossroads") as (app, pilot):
        await press(pilot, "ctrl+c")
        assert "Leave the program?" in screen_text(app)
        await press(pilot, "escape")
        assert app.is_running
        await press(pilot, "ctrl+c", "ctrl+c")
        assert 0 == app.return_value


async def test_the_mouse_is_given_back_by_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[bool] = []
    monkeypatch.setattr("wargame.tui.private.capture_mouse", lambda _, *, on: told.append(on))
    async with running() as (app, _):
        app.change_settings(app.settings.turned("mouse"))
        app.change_settings(app.settings.turned("theme"))
        app.change_settings(app.settings.turned("mouse"))
    assert [False, True] == told


def test_the_mouse_is_left_alone_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    from wargame.tui import run as module

    asked: list[object] = []
    monkeypatch.setattr(TableApp, "run", lambda _, **how: asked.append(how["mouse"]))
    module.run_table(mouse=False)
    module.run_table()
    assert [False, True] == asked


def test_nothing_in_a_save_or_its_name_steers_the_terminal(saves: Path) -> None:
    """Through the menu, the list of saves and the table of a game that was played under hostile names."""
    name = "x\x1b]0;EVIL\x07\x9b2J\x1bPEVIL\x1b\\\u202eEVIL"
    path = saves / "arras.wg"
    with Campaign.new("arras/learning", 7, path) as campaign:
        campaign.answer("pass")
        campaign.remark("note", "mine")
        campaign.remark("bookmark", "here")

    def edit(_: int, line: dict[str, Any]) -> None:
        if "wargame" in line:
            line["players"] = {"german": EVIL, "allied": EVIL}
        for kind in ("note", "bookmark"):
            if kind in line:
                line[kind]["text"] = EVIL

    poisoned(path, edit)
    path.rename(saves / f"{name}.wg")
    terminal = Terminal(saves, "-c", MENU)
    try:
        terminal.wait_for(b"EVIL")
        terminal.wait_for(b"Quit")
        terminal.type(b"l")
        terminal.wait_for(b"EVIL")
        terminal.type(b"\r")
        terminal.wait_for(b"Orders")
    finally:
        terminal.close()
    for sign in (TITLE, CLIPBOARD, COLOUR, DEVICE, WIPE, *TURNED):
        assert sign in "EVIL" or sign.encode() not in terminal.written, sign
