"""Lines of a save that are no answers: notes and bookmarks players leave at a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from wargame.flow.record import compact

RemarkKind: TypeAlias = Literal["note", "bookmark"]
REMARK_KINDS: tuple[RemarkKind, ...] = ("note", "bookmark")


@dataclass(frozen=True, slots=True)
class Remark:
    """{"note": {...}} or {"bookmark": {...}}: kept as it stands, outside the chain."""

    kind: RemarkKind
    data: dict[str, Any]
    """Free; "n" is the answer it belongs to, "text" what it says."""

    def line(self) -> str:
        """The remark as one line of a save."""
        return compact({self.kind: self.data})
