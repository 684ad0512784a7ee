"""The project's own files, to be checked."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOUSES = ("wargame", "tests", "benchmarks")


@cache
def python_files(*folders: str) -> tuple[Path, ...]:
    """Python files below these folders of the project, in order."""
    return tuple(sorted(p for folder in folders for p in (ROOT / folder).rglob("*.py")))


@cache
def tree(path: Path) -> ast.Module:
    """A file parsed."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def name_of(path: Path) -> str:
    """The file as it is told: wargame/flow/ask.py."""
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> list[str]:
    """Modules that a file imports, those for type checking included."""
    found: list[str] = []
    for node in ast.walk(tree(path)):
        match node:
            case ast.Import(names=names):
                found += [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), names=names):
                found.append(module)
                found += [f"{module}.{alias.name}" for alias in names]
    return found
