"""How commands speak: results on stdout, diagnostics on stderr, JSON as one document."""

from __future__ import annotations

import json
from typing import Any

import click

_KEPT = "\n\t"


def clean(text: str) -> str:
    """Text without control characters: a save from elsewhere must not steer the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _KEPT else "?" for c in text)


def say(text: str = "") -> None:
    """A line of the result."""
    click.echo(clean(text))


def warn(text: str) -> None:
    """A line for the person, not for a program that reads the result."""
    click.echo(clean(text), err=True)


def document(value: Any) -> None:
    """The result as one JSON document, in ASCII so that it survives any terminal."""
    click.echo(json.dumps(value, indent=1))


def ruled(text: str, rule: str) -> str:
    """A sentence with the id of its rule."""
    return f"{text} [{rule}]" if rule else text
