"""`python -m tests.torture`: every class of harm, so many cases each; goes on where it stopped."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.torture.classes import CLASSES, Class
from tests.torture.examine import MEGABYTES, peak
from wargame import games

KEPT = Path("build/torture")
"""Figures, and the files that the program was wrong about."""


def main() -> int:
    """Run until each class has its cases, or the time is up; 1 if anything ever failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, help="of each class, in all runs")
    parser.add_argument("--seconds", type=float, default=1e9, help="of this run")
    parser.add_argument("--only", choices=list(CLASSES), help="one class")
    wanted = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + wanted.seconds
    names = [wanted.only] if wanted.only else list(CLASSES)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WARGAME_SAVES"] = folder
        games.MODULES = {**games.MODULES, "toy": "tests.toy:TOY"}
        for number, name in enumerate(names):
            share = (until - time.monotonic()) / (len(names) - number)
            _run(name, CLASSES[name](Path(folder)), wanted.cases, time.monotonic() + share)
    return _told()


def _run(name: str, one: Class, cases: int, until: float) -> None:
    figures = _figures()
    mine = figures.setdefault(name, {"tried": 0, "failures": 0, "megabytes": 0})
    while mine["tried"] < cases and time.monotonic() < until:
        number = mine["tried"]
        found = one.case(number)
        mine["tried"] += 1
        if mine["megabytes"] <= MEGABYTES < peak():
            found.append(f"{peak()} MB of memory")
        mine["megabytes"] = max(mine["megabytes"], peak())
        if found:
            mine["failures"] += 1
            _keep(f"{name}-{number}", one.file, found)
        if found or mine["tried"] % 50 == 0:
            _write(figures)
    _write(figures)


def _figures() -> dict[str, dict[str, int]]:
    path = KEPT / "figures.json"
    found: dict[str, dict[str, int]] = json.loads(path.read_text()) if path.exists() else {}
    return found


def _write(figures: dict[str, dict[str, int]]) -> None:
    new = KEPT / "figures.new"
    new.write_text(json.dumps(figures, indent=1))
    new.replace(KEPT / "figures.json")


def _keep(name: str, file: Path, found: list[str]) -> None:
    (KEPT / f"{name}.txt").write_text("\n".join(found))
    if file.exists():
        (KEPT / f"{name}.wg").write_bytes(file.read_bytes())


def _told() -> int:
    """The figures of all runs, a line a class."""
    figures = _figures()
    for name, mine in figures.items():
        sys.stdout.write(
            f"{name:22} tried {mine['tried']:7}  failures {mine['failures']:4}  "
            f"at most {mine['megabytes']} MB\n"
        )
    return int(any(mine["failures"] for mine in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
