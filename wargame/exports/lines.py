"""Lines as they leave the program: safe for a terminal, with the id of their rule."""

from __future__ import annotations

_KEPT = "\n\t"


def clean(text: str) -> str:
    """Text without control characters: a save from elsewhere must not steer the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _KEPT else "?" for c in text)


def ruled(text: str, rule: str) -> str:
    """A sentence with the id of its rule."""
    return f"{text} [{rule}]" if rule else text
