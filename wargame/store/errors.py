"""What can go wrong with a save, each as one sentence a player understands."""

from __future__ import annotations

_LONGEST = 120


class SaveError(ValueError):
    """A save cannot be read or written as asked."""


class DamagedSaveError(SaveError):
    """A save was changed or broken; the sentence says what could be recovered."""


class LockedSaveError(SaveError):
    """Another program is playing this save now."""


def shown(text: object) -> str:
    """A foreign text fit for a message: one line, printable, not too long."""
    clean = "".join(c if c.isprintable() else "?" for c in str(text))
    return clean if len(clean) <= _LONGEST else clean[: _LONGEST - 1] + "…"


def because(error: OSError) -> str:
    """The system's reason in its own words: "no space left on device"."""
    return (error.strerror or str(error)).lower()
