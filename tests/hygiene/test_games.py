"""Each game hangs together: sequence, scripts, predicates and rulebook know each other."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.border import BORDER
from tests.night import NIGHT
from tests.toy import TOY
from wargame import games
from wargame.content.rulebook import RULE_ID, Rulebook
from wargame.content.sequence import Step, walk
from wargame.content.toml import asset
from wargame.flow.definition import GameDefinition
from wargame.flow.script import SEGMENTS

_HERE = Path(__file__).resolve().parents[1]
_TOYS = {"toy": TOY, "night": NIGHT, "border": BORDER}


@dataclass(frozen=True)
class House:
    """A game, where its code lies, and its rulebook."""

    game: GameDefinition
    folder: Path
    rulebook: Rulebook

    def source(self, *suffixes: str) -> dict[str, str]:
        """The text of its files by name."""
        files = (p for p in sorted(self.folder.rglob("*")) if p.suffix in suffixes)
        return {p.relative_to(self.folder).as_posix(): p.read_text(encoding="utf-8") for p in files}

    def steps(self) -> list[Step]:
        """The steps of its turn sequence, over all scenarios."""
        found = {}
        for info in self.game.scenarios:
            for step in walk(self.game.load(info.id).sequence):
                found[step.id] = step
        return list(found.values())

    def segments(self) -> dict[str, Callable[..., object]]:
        """Its registered scripts."""
        return {
            name: script
            for name, script in SEGMENTS.items()
            if self.folder in Path(inspect.getfile(script)).parents
        }


def _house(game_id: str) -> House:
    if game_id in _TOYS:
        text = (_HERE / game_id / "rules.md").read_text(encoding="utf-8")
        return House(_TOYS[game_id], _HERE / game_id, Rulebook.of(text))
    game = games.game(game_id)
    module = games.MODULES[game_id].partition(":")[0]
    file = sys.modules[module].__file__
    assert file is not None
    text = asset("rules", f"{game_id}.md").read_text(encoding="utf-8")
    return House(game, Path(file).parent, Rulebook.of(text))


@pytest.fixture(scope="module", params=[*_TOYS, *games.MODULES])
def house(request: pytest.FixtureRequest) -> House:
    return _house(request.param)


def test_every_script_of_the_sequence_is_registered(house: House) -> None:
    assert [s.script for s in house.steps() if s.script and s.script not in SEGMENTS] == []
    assert [s.id for s in house.steps() if s.script and s.interrupt] == []


def test_every_registered_script_is_used(house: House) -> None:
    code = "\n".join(house.source(".py").values())
    listed = {step.script for step in house.steps()}
    opened = set(re.findall(r"""\bthen\(\s*["']([^"']+)["']""", code))
    assert sorted(set(house.segments()) - listed - opened) == []
    assert sorted(opened - set(SEGMENTS) - {step.id for step in house.steps()}) == []


def test_every_module_of_scripts_is_listed_by_its_game(house: House) -> None:
    """Nothing is registered by an import that nobody sees."""
    listed = [module.__name__ for module in house.game.segments]
    assert sorted({script.__module__ for script in house.segments().values()}) == sorted(listed)


ROOMS = {
    "asks", "content.py", "state.py", "walk.py", "odds.py", "retreat.py", "supply.py", "score.py",
    "invariants.py", "face.py", "overlays.py", "lab.py", "lab.toml", "words.py", "segments", "data", "scenarios",
}  # fmt: skip
"""What a reader who knows one game finds in the other."""
WITHOUT = {"hannut": {"supply.py": "HAN has no rules of supply"}}
"""Rooms that a game has no use for, and why."""


@pytest.mark.parametrize("game_id", games.MODULES)
def test_every_game_has_the_same_rooms(game_id: str) -> None:
    there = {path.name for path in games.folder(game_id).iterdir()}
    assert there >= ROOMS - set(WITHOUT.get(game_id, {}))
    assert not there & set(WITHOUT.get(game_id, {}))


SCAFFOLDING = 150
"""Lines of a new game that are neither rules, data nor words, the most: docs/adding-a-game.md tells how they are counted."""


def test_what_a_new_game_must_write_beside_its_rules_stays_small() -> None:
    files = (_HERE / "toy" / name for name in ("__init__.py", "content.py", "face.py"))
    assert sum(scaffolding(path.read_text(encoding="utf-8")) for path in files) <= SCAFFOLDING


def scaffolding(source: str) -> int:
    """The lines of a file outside functions that open with a rule and models of data files."""
    return len(source.splitlines()) - sum(
        (node.end_lineno or 0) - _first_line(node) + 1
        for node in _rules_and_data(ast.parse(source))
    )


def _rules_and_data(tree: ast.AST) -> Iterator[Definition]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Definition):
            bases = node.bases if isinstance(node, ast.ClassDef) else []
            models = [base.id for base in bases if isinstance(base, ast.Name) if base.id in _MODELS]
            if models or re.match(RULE_ID, ast.get_docstring(node) or ""):
                yield node
            else:
                yield from _rules_and_data(node)


def _first_line(node: Definition) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_MODELS = ("TomlModel", "CounterModel", "ScenarioFile")


def test_scripts_carry_the_name_of_their_game(house: House) -> None:
    assert house.segments()
    assert [name for name in house.segments() if not name.startswith(f"{house.game.id}.")] == []


def test_every_script_is_async_and_opens_with_its_rule(house: House) -> None:
    for name, script in house.segments().items():
        assert inspect.iscoroutinefunction(script), name
        assert re.match(RULE_ID, inspect.getdoc(script) or ""), name


def test_scripts_take_the_side_that_the_sequence_gives(house: House) -> None:
    segments = house.segments()
    for step in house.steps():
        if step.script in segments:
            script = SEGMENTS[step.script]
            names = list(inspect.signature(script).parameters)[1:]
            assert names[: len(step.args)] == [name for name, _ in step.args], step.id


def test_every_condition_is_a_predicate_and_every_predicate_a_condition(house: House) -> None:
    conditions = {name for step in house.steps() for name in (step.when, step.until) if name}
    assert conditions == set(house.game.predicates)
    assert {step.order for step in house.steps() if step.order} == set(house.game.orders)


def test_sides_of_the_sequence_exist(house: House) -> None:
    sides = {side.id for side in house.game.sides}
    assert [step.id for step in house.steps() if step.side and step.side not in sides] == []


def test_every_interrupt_entered_is_listed(house: House) -> None:
    code = "\n".join(house.source(".py").values())
    entered = set(re.findall(r"""\.enter\(\s*["']([^"']+)["']""", code))
    listed = {
        name
        for step in house.steps()
        if step.interrupt
        for name in (step.id, step.id.rpartition(".")[2])
    }
    assert sorted(entered - listed) == []


def test_every_rule_id_stands_in_the_rulebook(house: House) -> None:
    known = set(house.rulebook.rules)
    unknown = [
        f"{file}: {rule}"
        for file, text in house.source(".py", ".toml").items()
        for rule in sorted(set(re.findall(rf"\b{RULE_ID}\b", text)) - known)
    ]
    assert unknown == []


def test_every_question_of_the_rulebook_is_answered_in_itself(house: House) -> None:
    mentioned = {
        rule for section in house.rulebook.sections for rule in Rulebook.links(section.text)
    }
    assert sorted(mentioned - set(house.rulebook.rules)) == []


def test_every_chart_names_a_rule_that_exists(house: House) -> None:
    for info in house.game.scenarios:
        for chart in house.game.charts(house.game.load(info.id)).values():
            assert chart.rule in house.rulebook.rules, chart.name
            assert chart.rows, chart.name
