"""How commands speak: results on stdout, diagnostics on stderr, JSON as one document."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from wargame.exports.lines import clean
from wargame.store.errors import SaveError, shown
from wargame.store.whole import write_over


def say(text: str = "") -> None:
    """A line of the result."""
    click.echo(clean(text))


def warn(text: str) -> None:
    """A line for the person, not for a program that reads the result."""
    click.echo(clean(text), err=True)


def document(value: Any) -> None:
    """The result as one JSON document, in ASCII so that it survives any terminal."""
    click.echo(json.dumps(value, indent=1))


def write_out(path: Path, text: str | bytes) -> None:
    """Write a file that a player named; whoever can be asked is asked before another goes for it."""
    if path.is_file() and not path.is_symlink() and sys.stdin.isatty():
        question = f"{shown(path)} exists; replace it?"
        if not click.confirm(question, err=True):
            raise SaveError(f"{shown(path)} stays as it was.")
    write_over(path, text.encode() if isinstance(text, str) else text)
