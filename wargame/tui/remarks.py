"""Notes and bookmarks of a save: leaving one, as entries of a list."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.remark import Remark, RemarkKind
from wargame.store.shelf import annotate

_LONGEST = 48
_KEYS = "123456789abcdefghijklmnopqrstuvwxyz"


def author_of(campaign: Campaign, viewer: Side | None) -> dict[str, str]:
    """Where there are secrets a mark belongs to who leaves it, and the other side cannot read it."""
    return {"by": viewer} if viewer and campaign.session.secrets else {}


def leave_mark(
    campaign: Campaign, kind: RemarkKind, text: str, n: int, viewer: Side | None = None
) -> str:
    """Keep a note or bookmark at answer *n* in the save; why that failed, or ""."""
    by = author_of(campaign, viewer)
    try:
        if not campaign.read_only:
            campaign.remark(kind, text, n=n, **by)
        elif campaign.path is None:
            return "This game is kept nowhere, so nothing can be noted in it."
        else:
            remark = Remark(kind, {"n": n, "text": text, **by})
            annotate(campaign.path, remark)
            campaign.remarks.append(remark)
    except SaveError as error:
        return str(error)
    return ""


def mark_entries(marks: Sequence[tuple[int, str]]) -> list[tuple[str, str, str]]:
    """Key, text and answer of each, for a list."""
    keys = [*_KEYS, *(" " * max(len(marks) - len(_KEYS), 0))]
    return [
        (key, f"{place:>4}  {_short(text)}", str(place))
        for key, (place, text) in zip(keys, marks, strict=False)
    ]


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
