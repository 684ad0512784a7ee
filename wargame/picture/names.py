"""Place names short enough for a hex."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from wargame.hexes.grid import Hex

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


def told_apart(names: Mapping[Hex, str], fit: Callable[[str], str]) -> dict[Hex, str]:
    """What is printed in each hex; two places whose names fit alike get what sets them apart."""
    found = {h: fit(name) for h, name in names.items()}
    meant: defaultdict[str, set[str]] = defaultdict(set)
    for h, name in names.items():
        meant[found[h]].add(name)
    for h, name in names.items():
        if found[h] and len(meant[found[h]]) > 1:
            taken = {form for other, form in found.items() if names[other] != name}
            own = (fit(form) for form in _own_forms(name))
            found[h] = next((form for form in own if form and form not in taken), found[h])
    return found


def _own_forms(name: str) -> Iterator[str]:
    """Forms that say what other places of the name have not: "A.Centre" for "Arras (Centre)"."""
    first, last = name[0], re.split(r"[- ]", name.rstrip(")"))[-1].lstrip("(")
    inner = re.search(r"\((.*)\)", name)
    if inner:
        yield f"{first}.{inner[1]}"
        yield inner[1]
    yield f"{first}.{last}"
    yield last


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
