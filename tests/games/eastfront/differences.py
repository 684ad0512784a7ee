"""Where the program and the referee differ; each difference is a line."""

from __future__ import annotations

from collections import Counter
from typing import Any


class Differences(list[str]):
    """Lines that tell what differs, and how much was compared."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: Counter[str] = Counter()

    def same(self, what: str, program: Any, referee: Any, of: str = "") -> None:
        """Compare one answer."""
        self.seen[what] += 1
        if program != referee:
            if isinstance(program, set | frozenset) and isinstance(referee, set | frozenset):
                program, referee = sorted(program - referee), sorted(referee - program)
            self.append(f"{what} {of}: program {program}, referee {referee}")
