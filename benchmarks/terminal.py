"""A program in a pseudo-terminal: keys go in, what it draws is read; time, CPU and memory."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parent.parent
SIZE = (120, 40)
_LONGEST = 30.0
"""Seconds after which a program that goes on drawing, or does nothing, is given up."""
_WORK = 0.05
"""Seconds of processor time that are more than a clock that ticks."""


class Terminal:
    """A terminal in true colours that runs one program."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str] | None = None,
        size: tuple[int, int] = SIZE,
    ) -> None:
        self._master, slave = pty.openpty()
        width, height = size
        self._whole = width * height
        """A screen takes at least so many bytes."""
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.shown = bytearray()
        """Everything that was drawn."""
        self.began = self._last = time.perf_counter()
        """When the program was started."""
        self._worked = self.began, 0.0
        """When it was last seen to have worked, and how much by then."""
        self._program = subprocess.Popen(  # noqa: S603 - our own programs
            command, stdin=slave, stdout=slave, stderr=slave, env=_environment(env), cwd=ROOT
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._program.terminate()
        self.settle(0.2)
        self._program.wait()
        os.close(self._master)

    def settle(self, quiet: float) -> float:
        """Wait until nothing was drawn for *quiet* seconds; when the last cell was drawn.

        In seconds from the start of the program; raises TimeoutError if it draws on and on.
        """
        began = time.perf_counter()
        while select.select([self._master], [], [], quiet)[0]:
            try:
                self.shown += os.read(self._master, 1 << 16)
            except OSError:  # the program has ended
                break
            self._last = time.perf_counter()
            if self._last - began > _LONGEST:
                raise TimeoutError("The program does not come to rest.")
        return self._last - self.began

    def start(self, quiet: float) -> float:
        """Wait for a whole screen and until it is at rest; seconds from the start of the program.

        A busy machine may keep a program waiting for as long as it likes: TimeoutError is raised
        only where the program has ended, or draws nothing although it had the time to.
        """
        while len(self.shown) < self._whole:
            if self._program.poll() is not None:
                raise TimeoutError(f"The program has ended: {bytes(self.shown[-500:])!r}")
            if self._idle() or self.cpu > _LONGEST:
                raise TimeoutError("The program draws nothing.")
            self.settle(0.05)
        return self.settle(quiet)

    def _idle(self) -> bool:
        """Whether the program waits, and has used hardly any time for so long that it is done."""
        now, used = time.perf_counter(), self.cpu
        if used - self._worked[1] > _WORK:
            self._worked = now, used
        waits = _state(self._program.pid) == "S"
        return waits and now - self._worked[0] > _LONGEST

    def press(self, keys: str, quiet: float = 0.06) -> float:
        """Type, and wait for the last cell that changes: seconds from the key to the frame."""
        began = time.perf_counter() - self.began
        os.write(self._master, keys.encode())
        return max(self.settle(quiet) - began, 0.0)

    @property
    def cpu(self) -> float:
        """Seconds of processor time the program has used, in all its threads."""
        tasks = Path(f"/proc/{self._program.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    @property
    def memory(self) -> float:
        """Megabytes of the program that are in memory."""
        lines = Path(f"/proc/{self._program.pid}/status").read_text().splitlines()
        size = next(line for line in lines if line.startswith("VmRSS"))
        return int(size.split()[1]) / 1024


def _state(pid: int) -> str:
    """What the system says of a program: R for one that runs or wants to, S for one that waits."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def _environment(more: Mapping[str, str] | None) -> dict[str, str]:
    env = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": "."}
    env.pop("NO_COLOR", None)
    return env | dict(more or {})
