"""Looks at a file through the commands, as a player would, and says what the program did wrong."""

from __future__ import annotations

import contextlib
import io
import re
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from wargame.cli.app import run
from wargame.tui.save_facts import all_saves, look_into

SECONDS = 2.0
"""Longer than this no command may reckon over a save of this size, however busy the machine is."""
MEGABYTES = 200
"""More than this a process that looks at such files may not hold."""
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What a terminal could obey: C0 but tab and line feed, C1, the marks that turn text round."""
_SCREEN = io.StringIO()
"""One stream for all: click keeps every stream that it ever wrote to."""
COMMANDS = (("show",), ("log",), ("verify",), ("ask",), ("saves",))
MORE = (
    ("why",), ("orders",), ("show", "--json"), ("ask", "--json"), ("saves", "--json"),
    *(("log", "--format", form) for form in ("json", "html", "report", "course")),
)  # fmt: skip


class TooLongError(BaseException):
    """A command hangs."""


class _Watch:
    """Files opened for writing, by the interpreter's own account; a hook is there for good."""

    on = False
    written: list[str] = []  # noqa: RUF012 - one watch for the program

    @classmethod
    def hook(cls, event: str, facts: tuple[Any, ...]) -> None:
        if cls.on and event == "open" and isinstance(facts[2], int) and facts[2] & 3:
            cls.written.append(str(facts[0]))


sys.addaudithook(_Watch.hook)


def examine(path: Path, *, deeply: bool = False) -> list[str]:
    """What went wrong with a file, a line each; [] if every command was fit for it."""
    found: list[str] = []
    for command in (*COMMANDS, *MORE) if deeply else COMMANDS:
        words = [*command] if command[0] == "saves" else [command[0], str(path), *command[1:]]
        code, text, written = called(words)
        name = " ".join(command)
        found += faults_of(name, code, text, told="Not verified")
        found += [f"{name} writes {file}" for file in written]
    return found + (_looked_into(path) if deeply else [])


def _looked_into(path: Path) -> list[str]:
    """What fails where the list of saves at the table shows a file."""
    try:
        for save in all_saves():
            look_into(save.path)
        look_into(path)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a find
        return [f"the list at the table fails: {error!r}"]
    return []


def faults_of(name: str, code: int | None, text: str, *, told: str) -> list[str]:
    """What is wrong with how a command ended; with 1 it may end if it says what is *told*."""
    found = []
    if code is None:
        found.append(f"{name} hangs")
    elif "the program failed" in text or (code == 1 and told not in text):
        found.append(f"{name} failed: {text[-300:].strip()}")
    elif code not in (0, 1, 2, 3):
        found.append(f"{name} ends with {code}")
    if hit := _OBEYED.search(text):
        found.append(f"{name} prints {hit[0]!r}: {text[max(hit.start() - 60, 0) :][:120]!r}")
    return found


def peak() -> int:
    """The most memory that this process ever held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def called(words: list[str]) -> tuple[int | None, str, list[str]]:
    """The exit code of a command (None: it hangs), all it printed, the files it wrote."""
    out = _SCREEN
    out.seek(0)
    out.truncate()
    _Watch.written.clear()
    try:
        with _limited(), _as_at_a_terminal(out):
            _Watch.on = True
            code = run(words)
    except TooLongError:
        return None, out.getvalue(), []
    finally:
        _Watch.on = False
    return code, out.getvalue(), list(_Watch.written)


@contextlib.contextmanager
def _as_at_a_terminal(out: io.StringIO) -> Iterator[None]:
    """Everything printed goes to *out* as a terminal would get it, escape sequences and all."""
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        patch("click.utils.should_strip_ansi", return_value=False),
    ):
        yield


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
