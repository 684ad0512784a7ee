"""Runs every bench module beside this file and prints one table; words pick modules by name."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main(words: list[str]) -> int:
    """Run the modules whose name holds one of *words*, or all."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    chosen = [name for name in names if not words or any(word in name for word in words)]
    if not chosen:
        print(f"No bench is called {' or '.join(words)}; there are {', '.join(names)}.")
        return 2
    for name in chosen:
        print(f"\n{name.removeprefix('bench_')}", flush=True)
        for what, value in import_module(f"benchmarks.{name}").run():
            print(f"  {what:<48} {value}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
