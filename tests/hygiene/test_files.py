"""Size, unfinished work, and words that do not belong."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.hygiene.source import HOUSES, ROOT, imports, name_of, python_files, tree

LONGEST, LONGEST_FUNCTION = 400, 50
LONG_YET = {
    "wargame/games/arras/content.py",
    "wargame/games/hannut/content.py",
}
"""Files whose functions are still too long."""
FILES = python_files(*HOUSES)
_TEXT = (".py", ".md", ".toml", ".html", ".css", ".tcss", ".json", "")
_SKIPPED = {".venv", ".git", "saves", "__pycache__", "build", "dist"}
TEXTS = tuple(
    sorted(
        path
        for path in ROOT.rglob("*")
        if path.is_file()
        and path.suffix in _TEXT
        and not any(part in _SKIPPED or part.endswith("_cache") or part == ".hypothesis"
                    for part in path.relative_to(ROOT).parts)
    )
)  # fmt: skip
MARKS = re.compile(
    r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X(?! Corps)", "HA" + "CK")) + r")\b"
)
"""A corps may be the thirtieth."""
STRAYS = ("../" + "shared", "/wo" + "rk/", "/ro" + "ot/", "index" + "-url")


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_function_is_longer_than_a_screen(path: Path) -> None:
    functions = [
        n for n in ast.walk(tree(path)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    longest = max(((f.end_lineno or 0) - f.lineno + 1 for f in functions), default=0)
    assert longest <= LONGEST_FUNCTION or name_of(path) in LONG_YET


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_nothing_is_unfinished(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert MARKS.findall(text) == []
    assert "NotImplemented" + "Error" not in text


@pytest.mark.parametrize("path", python_files("wargame"), ids=name_of)
def test_only_the_command_line_prints(path: Path) -> None:
    if name_of(path).startswith("wargame/cli"):
        return
    calls = [node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    assert [c.lineno for c in calls if isinstance(c, ast.Name) and c.id == "print"] == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_file_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not text.strip() or ast.get_docstring(tree(path))


def test_no_test_measures_time() -> None:
    """Only what waits for another program, and a run that is given so many seconds, looks at a clock."""
    patient = {"tests/tui/test_terminal.py", "tests/torture/__main__.py"}
    found = {
        name_of(path) for path in python_files("tests") if {"time", "timeit"} & set(imports(path))
    }
    assert found == patient


def test_no_stray_words() -> None:
    assert len(TEXTS) > 50
    found = [
        f"{name_of(path)}: {word}"
        for path in TEXTS
        for word in STRAYS
        if word in path.read_text(encoding="utf-8", errors="replace")
    ]
    assert found == []


def test_nothing_was_left_behind() -> None:
    odd = ("*.orig", "*.rej", "*.bak", "*~", "*.tmp")
    assert [name_of(p) for glob in odd for p in ROOT.glob(f"[!.]*/**/{glob}")] == []


def test_every_dependency_and_every_exception_has_a_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"^dependencies = \[\n(.*?)^\]", text, re.DOTALL | re.MULTILINE)
    ignored = re.search(r"^ignore = \[\n(.*?)^\]", text, re.DOTALL | re.MULTILINE)
    assert listed is not None
    assert ignored is not None
    for line in (*listed[1].splitlines(), *ignored[1].splitlines()):
        assert re.search(r'",?\s+# \w', line), line


def test_every_dependency_is_bounded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [name for name in project["dependencies"] if "<" not in name or ">" not in name] == []
