"""How commands speak: results on stdout, diagnostics on stderr, JSON as one document."""

from __future__ import annotations

import json
from typing import Any

import click

from wargame.exports.lines import clean


def say(text: str = "") -> None:
    """A line of the result."""
    click.echo(clean(text))


def warn(text: str) -> None:
    """A line for the person, not for a program that reads the result."""
    click.echo(clean(text), err=True)


def document(value: Any) -> None:
    """The result as one JSON document, in ASCII so that it survives any terminal."""
    click.echo(json.dumps(value, indent=1))
