"""The project's own files, to be checked."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
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


def defined(path: Path) -> set[str]:
    """Names of functions and classes of a file, and everything that is assigned in it."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                found.add(name)
    return found


def private_names(path: Path) -> set[str]:
    """Names with one underscore in front that a file imports or asks of something."""
    asked = {node.attr for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)}
    taken = {part for name in imports(path) for part in name.split(".")}
    return {name for name in asked | taken if re.match("_[^_]", name)}


@cache
def needed(path: Path) -> frozenset[Path]:
    """Files of the program that a file imports from, wherever in it and for whatever."""
    found: set[Path | None] = set()
    for node in ast.walk(tree(path)):
        match node:
            case ast.Import(names=names):
                found |= {_file_of(alias.name) for alias in names}
            case ast.ImportFrom(module=str(module), names=names):
                parts = [_file_of(f"{module}.{alias.name}") for alias in names]
                found |= {part or _file_of(module) for part in parts}
    return frozenset(file for file in found if file and file != path)


def _file_of(module: str) -> Path | None:
    """The file of a module of the program, None if it is none."""
    base = ROOT / module.replace(".", "/")
    files = (base.with_suffix(".py"), base / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def circles(arrows: Mapping[Path, AbstractSet[Path]]) -> list[list[Path]]:
    """Files that need each other: what is left when all that need none of the others are gone."""
    left = {path: set(needs) & arrows.keys() for path, needs in arrows.items()}
    while True:
        free = {path for path, needs in left.items() if not needs}
        free |= left.keys() - {need for needs in left.values() for need in needs}
        if not free:
            break
        left = {path: needs - free for path, needs in left.items() if path not in free}
    found: list[list[Path]] = []
    for path in sorted(left):
        if not any(path in circle for circle in found):
            circle = {to for to in _reached(left, path) if path in _reached(left, to)}
            found += [sorted(circle)] if circle else []
    return found


def _reached(arrows: Mapping[Path, AbstractSet[Path]], start: Path) -> set[Path]:
    """What can be reached from a file by one arrow or more."""
    found: set[Path] = set()
    todo = list(arrows[start])
    while todo:
        here = todo.pop()
        if here not in found:
            found.add(here)
            todo += arrows[here]
    return found
