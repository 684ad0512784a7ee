"""Lines of a save that are no answers: notes, bookmarks, PINs, what it was branched from, whether lessons come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from wargame.flow.record import compact

RemarkKind: TypeAlias = Literal["note", "bookmark", "pin", "branch", "rules", "lessons"]
REMARK_KINDS: tuple[RemarkKind, ...] = ("note", "bookmark", "pin", "branch", "rules", "lessons")
MARKS: tuple[RemarkKind, ...] = ("note", "bookmark")
"""What players leave to be read again."""


@dataclass(frozen=True, slots=True)
class Remark:
    """{"note": {...}}, {"bookmark": {...}}, {"pin": {...}}...: kept as it stands, outside the chain."""

    kind: RemarkKind
    data: dict[str, Any]
    """Free; "n" is the answer it belongs to, "text" what it says, "by" the side it is kept for."""

    @property
    def place(self) -> int:
        """The answer it belongs to."""
        n = self.data.get("n")
        return n if isinstance(n, int) else 0

    @property
    def text(self) -> str:
        """What it says."""
        return str(self.data.get("text", ""))

    @property
    def author(self) -> str:
        """The side that alone may read it while the game has secrets; "" for everybody."""
        return str(self.data.get("by", ""))

    def line(self) -> str:
        """The remark as one line of a save."""
        return compact({self.kind: self.data})
