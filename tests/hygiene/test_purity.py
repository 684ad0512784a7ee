"""Rules change the position by verbs only, take chance from the game, and never lean on sets."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.hygiene.purity import FORBIDDEN, functions, set_walks, state_writes
from tests.hygiene.source import imports, name_of, python_files, tree

RULES = python_files("wargame/rules", "wargame/games", "tests/toy")
KERNEL = tuple(
    path
    for path in python_files("wargame/hexes", "wargame/model", "wargame/flow")
    if path.name != "fuzz.py"  # it tells how long it took
)


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_never_write_the_state(path: Path) -> None:
    assert list(state_writes(tree(path))) == []


@pytest.mark.parametrize("path", [*RULES, *KERNEL], ids=name_of)
def test_rules_and_kernel_know_no_clock_and_no_other_chance(path: Path) -> None:
    assert [name for name in imports(path) if name.split(".")[0] in FORBIDDEN] == []


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_the_order_of_a_set_decides_nothing(path: Path) -> None:
    assert list(set_walks(tree(path))) == []


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_do_not_hash_evaluate_or_open(path: Path) -> None:
    calls = [node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    names = [func.id for func in calls if isinstance(func, ast.Name)]
    assert [name for name in names if name in ("hash", "eval", "exec", "open")] == []


@pytest.mark.parametrize(
    "body",
    [
        "g.state.tracks['x'] = 1",
        "g.state.units['a'].hex = 3",
        "g.state.units['a'].states.add('moved')",
        "unit = g.state.units['a']\n    unit.hex = 3",
        "for unit in g.state.units.values():\n        unit.box = 'lost'",
        "del g.state.markers['m']",
        "self.g.state.drawn += 1",
        "g.board.refresh(1)",
        "event.apply(g.state) if False else g.state.cups['a'].pop()",
    ],
)
def test_the_check_sees_a_write(body: str) -> None:
    assert list(state_writes(ast.parse(f"def f(g):\n    {body}\n")))


@pytest.mark.parametrize(
    "body",
    [
        "x = g.state.tracks['x']",
        "found = []\n    found.append(g.state.units)",
        "names = [u.id for u in g.state.units.values()]\n    names.sort()",
        "left = dict(g.state.tracks)\n    left['x'] = 1",
    ],
)
def test_the_check_lets_reading_pass(body: str) -> None:
    assert list(state_writes(ast.parse(f"def f(g):\n    {body}\n"))) == []


@pytest.mark.parametrize(
    "body",
    [
        "return [x for x in {1, 2}]",
        "for x in set(y): pass",
        "return [s for s in unit.states]",
        "return ', '.join(unit.states)",
        "a = {1} | b\n    return list(a)",
        "a: set[int] = set()\n    return tuple(a)",
        "return {x: 1 for x in frozenset(y)}",
    ],
)
def test_the_check_sees_an_unsorted_set(body: str) -> None:
    assert list(set_walks(ast.parse(f"def f(unit, y, b):\n    {body}\n")))


@pytest.mark.parametrize(
    "body",
    [
        "return sorted(x for x in {1, 2})",
        "for x in sorted(set(y)): pass",
        "return any(s for s in unit.states)",
        "return {s for s in unit.states}",
        "return y.union(*(x for x in {1, 2}))",
        "return [x for x in y if x in {1, 2}]",
    ],
)
def test_the_check_lets_sorted_sets_pass(body: str) -> None:
    tree = ast.parse(f"def f(unit, y):\n    {body}\n")
    assert list(set_walks(tree)) == []
    assert len(list(functions(tree))) == 1
