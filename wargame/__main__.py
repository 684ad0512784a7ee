"""Starts the program: `wargame`, `python -m wargame`."""

from __future__ import annotations

import sys

from wargame.cli.app import run


def main() -> int:
    """Carry out the command line; the exit code."""
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
