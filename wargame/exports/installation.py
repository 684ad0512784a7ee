"""What this installation is and where it runs: for the doctor, and for reports that players send."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from importlib.metadata import version
from typing import Any, TypeAlias

from wargame.content.toml import asset
from wargame.store.folder import saves_folder
from wargame.store.home import config_folder, reports_folder

Facts: TypeAlias = dict[str, dict[str, Any]]
"""Facts by name, under headings."""
SMALLEST = (80, 24)
_PARTS = ("wargame", "textual", "rich", "pydantic", "click", "platformdirs")


def installation() -> Facts:
    """Terminal, colours, versions and folders; nothing is asked of the terminal itself."""
    return {
        "terminal": _terminal(),
        "colours": _colours(),
        "versions": {"python": platform.python_version(), **{p: version(p) for p in _PARTS}},
        "folders": _folders(),
    }


def fact_lines(facts: Facts) -> list[str]:
    """Facts as lines, those of a heading under it."""
    lines = []
    for heading, found in facts.items():
        lines += [f"{heading}:", *(f"  {name}: {value}" for name, value in found.items())]
    return lines


def _terminal() -> dict[str, Any]:
    size = shutil.get_terminal_size()
    enough = size.columns >= SMALLEST[0] and size.lines >= SMALLEST[1]
    return {
        "columns": size.columns,
        "lines": size.lines,
        "large enough": "yes" if enough else f"no: the table wants {SMALLEST[0]} x {SMALLEST[1]}",
        "is a terminal": "yes" if sys.stdin.isatty() and sys.stdout.isatty() else "no",
        "TERM": os.environ.get("TERM", ""),
        "encoding": getattr(sys.stdout, "encoding", ""),  # the table has put its own there
    }


def _colours() -> dict[str, Any]:
    if "NO_COLOR" in os.environ:
        depth = "none (NO_COLOR is set); sides differ by letters and frames"
    elif os.environ.get("COLORTERM", "") in {"truecolor", "24bit"}:
        depth = "16 million"
    elif "256" in os.environ.get("TERM", ""):
        depth = "256"
    else:
        depth = "16"
    return {"depth": depth}


def _folders() -> dict[str, Any]:
    saves = saves_folder()
    here = saves
    while not here.exists() and here != here.parent:
        here = here.parent
    return {
        "saves": str(saves),
        "saves can be written": "yes" if os.access(here, os.W_OK) else "no",
        "settings and keys": str(config_folder()),
        "reports of faults": str(reports_folder()),
        "maps and rulebooks": str(asset("maps").parent),
    }
