"""What can go wrong with a save, each as one sentence a player understands."""

from __future__ import annotations

from typing import Any
from unicodedata import category

_LONGEST = 120
_BLANKS = str.maketrans("\r\n\t", "   ")
_STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")


class SaveError(ValueError):
    """A save cannot be read or written as asked."""


class DamagedSaveError(SaveError):
    """A save was changed or broken; the sentence says what could be recovered."""


class LockedSaveError(SaveError):
    """Another program is playing this save now."""


class ForeignSaveError(SaveError):
    """The file of a running campaign is no longer the one this program wrote."""


def shown(text: object) -> str:
    """A foreign text fit for a message: one line, printable, not too long."""
    clean = "".join(c if c.isprintable() else "?" for c in str(text))
    return clean if len(clean) <= _LONGEST else clean[: _LONGEST - 1] + "…"


def visible(text: str) -> str:
    """A foreign text without signs that steer a terminal or turn its writing round: each is shown as "?".

    Line ends and tabs are shown as blanks.
    """
    if text.isprintable():
        return text
    return "".join("?" if steers(c) else c for c in text.translate(_BLANKS))


def steers(text: str) -> bool:
    """Whether a text holds signs that are no part of any word: control, format, line and surrogate ones."""
    return not text.isprintable() and any(category(c) in _STEERING for c in text)


def all_seen(text: str) -> bool:
    """Whether a line of JSON plainly holds no character that `visible` would replace: none is there, none is written as an escape."""
    return "\\" not in text and text.rstrip("\n").isprintable()


def all_visible(value: Any) -> Any:
    """JSON values with every text in them made visible."""
    match value:
        case str():
            return visible(value)
        case list():
            return [all_visible(each) for each in value]
        case dict():
            return {visible(key): all_visible(each) for key, each in value.items()}
    return value


def because(error: OSError) -> str:
    """The system's reason in its own words: "no space left on device"."""
    return (error.strerror or str(error)).lower()
