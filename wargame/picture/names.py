"""Place names short enough for a hex."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

_SMALL_WORDS: Final = {"de", "du", "des", "la", "le", "les", "sur", "sous", "au", "aux", "en", "of"}
_SHORTER: Final = {"Saint": "St", "Sainte": "Ste", "Mont": "Mt"}
_KEEP: Final = 4
"""A first word of fewer letters says too little alone."""


@cache
def shortened(name: str, width: int) -> str:
    """The fullest form of *name* that fits without cutting a word, "" if none does."""
    return next((form for form in _forms(name) if len(form) <= width), "")


@cache
def squeezed(name: str, width: int, dots: str) -> str:
    """The fullest form that fits, cut if need be."""
    if width < _KEEP:
        return ""
    fit = shortened(name, width)
    if fit:
        return fit
    *_, last = _forms(name)
    return last[: width - 1].rstrip(" -'") + dots


def _forms(name: str) -> Iterator[str]:
    yield name
    bare = _bare(name)
    yield bare
    yield re.sub(r"\w+", lambda found: _SHORTER.get(found[0], found[0]), bare)
    words = [word for word in re.split(r"[- ]|(?<=d')", bare) if word and word != "d'"]
    big = [word for word in words if word not in _SMALL_WORDS]
    if "-" in bare and len(big[0]) >= _KEEP and big[0] not in _SHORTER:
        yield big[0]
    if len(big) > 1:
        yield f"{big[0][0]}.{' '.join(big[1:])}"
        yield f"{big[0][0]}.{big[-1]}"


def _bare(name: str) -> str:
    return re.sub(r"\s*\(.*\)", "", name) or name
