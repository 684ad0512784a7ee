"""Imports run downward only."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hygiene.source import (
    ROOT,
    circles,
    defined,
    imports,
    name_of,
    needed,
    private_names,
    python_files,
    tree,
)

LAYERS = (
    "system", "hexes", "model", "content", "flow", "rules", "games", "store", "picture", "exports", "tui",
    "cli", "__main__",
)  # fmt: skip
"""Each may import itself and what stands before it."""
STRANGERS = {
    "content": {"model"},
    "store": {"rules"},
    "picture": {"rules", "games", "store"},
    "exports": {"rules"},
    "tui": {"rules"},
    "cli": {"rules", "tui"},
}
"""What stands before a layer and is none of its business all the same."""
DOOR = "wargame.tui.run"
"""The one file of the table that the commands open, and only when it is wanted."""
FILES = python_files("wargame")


def layer(path: Path) -> str:
    """The layer of a file: wargame/<layer>/... or wargame/<layer>.py."""
    return path.relative_to(ROOT / "wargame").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_run_downward(path: Path) -> None:
    own = layer(path)
    if own == "__init__":
        assert not [name for name in imports(path) if name.startswith("wargame")]
        return
    allowed = LAYERS[: LAYERS.index(own) + 1]
    others = {name.split(".")[1] for name in imports(path) if name.startswith("wargame.")}
    # `from wargame import games` reads as wargame.games; wargame.__version__ is no layer
    assert sorted(others & {*LAYERS} - {*allowed}) == []
    if own == "cli":
        others -= _through_the_door(path)
    assert sorted(others & STRANGERS.get(own, set())) == []


def _through_the_door(path: Path) -> set[str]:
    """The table, if a file imports of it only the door, and that inside a function."""
    known = [name for name in imports(path) if name.startswith("wargame.tui")]
    top = [node for node in tree(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
    early = [node for node in top if "wargame.tui" in ast.unparse(node)]
    return {"tui"} if not early and all(name.startswith(DOOR) for name in known) else set()


def test_one_file_knows_what_differs_between_systems() -> None:
    """And the one that takes Textual's drivers, of which there is one for each."""
    own = {"fcntl", "msvcrt", "pwd", "resource", "termios", "tty", "winreg"}
    asking = [p for p in FILES if own & {*imports(p)} or "sys.platform ==" in ast.unparse(tree(p))]
    assert [name_of(path) for path in asking] == ["wargame/system.py", "wargame/tui/private.py"]


def test_no_files_need_each_other() -> None:
    found = circles({path: needed(path) for path in FILES})
    assert [[name_of(path) for path in circle] for circle in found] == []


def test_the_check_sees_a_circle() -> None:
    a, b, c, d = (Path(name) for name in "abcd")
    assert circles({a: {b}, b: {c}, c: {d}, d: set()}) == []
    assert circles({a: {b}, b: {c}, c: {b}, d: {c}}) == [[b, c]]
    assert circles({a: {b}, b: {a, c}, c: {d}, d: {c}}) == [[a, b], [c, d]]


@pytest.mark.parametrize("path", python_files("wargame/games"), ids=name_of)
def test_games_do_not_know_each_other(path: Path) -> None:
    parts = path.relative_to(ROOT / "wargame" / "games").parts
    own = parts[0] if len(parts) > 1 else ""
    known = {p.name for p in (ROOT / "wargame" / "games").iterdir() if p.is_dir()}
    others = {name.split(".")[2] for name in imports(path) if name.startswith("wargame.games.")}
    assert sorted(others & known - {own}) == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_only_the_table_knows_textual(path: Path) -> None:
    if layer(path) not in ("tui", "cli"):
        assert [name for name in imports(path) if name.split(".")[0] in ("textual", "rich")] == []


def test_private_parts_of_textual_lie_in_one_file() -> None:
    table = [path for path in python_files("wargame/tui") if path.name != "private.py"]
    ours = {name for path in table for name in defined(path)} | {"_asdict", "_exit", "_replace"}
    strays = {name_of(path): sorted(private_names(path) - ours) for path in table}
    assert {path: names for path, names in strays.items() if names} == {}


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_nothing_of_the_program_needs_the_tests(path: Path) -> None:
    wrong = ("tests", "pytest", "hypothesis", "networkx", "chess")
    assert [name for name in imports(path) if name.split(".")[0] in wrong] == []


def test_the_kernel_loads_without_textual() -> None:
    modules = [
        name_of(path).removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        for path in FILES
        if layer(path) in ("hexes", "model", "content", "flow", "rules")
    ]
    program = (
        f"import importlib, sys; [importlib.import_module(m) for m in {modules!r}];"
        "sys.exit(any(m.split('.')[0] in ('textual', 'rich', 'click') for m in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
