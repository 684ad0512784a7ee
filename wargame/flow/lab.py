"""Position files: a table arranged by hand, for tests, studies and reported positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from wargame.content.errors import DataError, PlayersFileError
from wargame.content.sequence import Step, walk
from wargame.content.toml import read_toml
from wargame.flow.ask import nearest
from wargame.flow.definition import GameDefinition
from wargame.flow.game import DRAWS
from wargame.flow.session import Session
from wargame.flow.walker import todo_of
from wargame.model import events as ev

LAB = "LAB"
"""The rule id under which a position's own changes are recorded."""
_FEW = 30
"""So many valid words are all named where none is near."""
_LOOKS = 'scenario = "arras/campaign", segment = "arras.allied.combat", a line each'
_TWICE = re.compile(r"Cannot declare \((.+)\) twice \(at line (\d+)")
"""What the reader of TOML says of a table that stands twice."""
_QUOTED = re.compile(r"'([^']*)'")


class Position(BaseModel):
    """A position file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scenario: str
    options: dict[str, str] = {}
    turn: int | None = Field(default=None, ge=1, le=999)
    """The first of the scenario where none is said."""
    segment: str
    clear: bool = False
    seed: int = 1
    dice: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()
    """Markers, chits or cards that are drawn next, by name, each out of the cup it lies in."""
    units: dict[str, dict[str, Any]] = {}
    set: dict[str, Any] = {}

    @model_validator(mode="before")
    @classmethod
    def _mode(cls, written: Any) -> Any:
        """`mode = "gs"` is short for the option of that name."""
        if not isinstance(written, dict) or "mode" not in written:
            return written
        rest = {key: value for key, value in written.items() if key != "mode"}
        return {**rest, "options": {**rest.get("options", {}), "mode": written["mode"]}}


def read_position(path: Path) -> Position:
    """The position in a TOML file; raises DataError, which names the whole path."""
    if not path.exists():
        beside = [p.name for p in path.parent.glob("*.toml")] if path.parent.is_dir() else []
        raise DataError("", "", f'There is no file "{path}"', valid=beside, word=path.name)
    try:
        return read_toml(path, Position)
    except DataError as error:
        if error.key == "syntax":
            twice = _TWICE.match(error.message)
            if twice is not None:
                key = ".".join(_QUOTED.findall(twice[1]))
                said = f"this stands twice, the second time in line {twice[2]}"
                raise PlayersFileError(path, key, said) from error
            said = f"this is not TOML ({error.message}); a position file looks like {_LOOKS}"
            raise PlayersFileError(path, "", said) from error
        raise error.of_player() from error


def prepare_lab(
    definition: GameDefinition, lab: dict[str, Any] | None, name: str = "position"
) -> Callable[[Session], None] | None:
    """What `Session.start` needs to lay out a position; None for an ordinary campaign."""
    if lab is None:
        return None
    position = Position.model_validate(lab)
    return lambda session: _Layout(definition, session, position, name).lay()


class _Layout:
    """Lays one position on a fresh table, by events."""

    def __init__(
        self, definition: GameDefinition, session: Session, position: Position, name: str
    ) -> None:
        self.definition, self.session = definition, session
        self.position, self.name = position, name
        self.game = session.game

    def lay(self) -> None:
        position, game = self.position, self.game
        path = self._path_to(position.segment)
        game.set_track("turn", self._turn(), rule=LAB)
        self._dice()
        if position.clear:
            self._clear()
        for unit_id, wanted in self._units("", position.units, {}).items():
            self._unit(unit_id, wanted)
        for key, value in position.set.items():
            handler = self._known("set", key, self.definition.lab.set)
            self._guard(f"set.{key}", value, partial(handler, game))
        self._frames(path)
        if self.definition.lab.ready:
            ready = partial(self.definition.lab.ready, game)
            self._guard("segment", path[-1].id, ready)
        self._guard("segment", position.segment, self._whole)
        self._draws()

    def _draws(self) -> None:
        """Names of what lies in some cup, each as often as it lies there, or is put into one later."""
        left = [item for items in self.game.state.cups.values() for item in items]
        later = self.definition.lab.later
        left += [item for item in (later(self.game) if later else ()) if item not in left]
        for n, name in enumerate(self.position.draws):
            self._member(f"draws.{n}", name, left)
            left.remove(name)
        self.game.set_list(DRAWS, self.position.draws, rule=LAB)

    def _whole(self, _: str) -> None:
        """What must hold after every answer holds here."""
        broken = self.definition.limits.broken
        for fault in broken(self.game) if broken else ():
            raise ValueError(fault)

    def _turn(self) -> int:
        """The turn that is laid out, the first of the scenario where none is said."""
        here, said = self.session.header.scenario, self.position.turn
        known = {info.id: (info.first, info.last) for info in self.definition.scenarios}
        first, last = known.get(here, (1, said or 1))
        if said is not None and said > last:
            message = f"the scenario ends with turn {last}, before turn {said}"
            raise self._error("turn", message, (str(last),))
        return first if said is None else said

    def _dice(self) -> None:
        highest = self.definition.lab.die
        for n, die in enumerate(self.position.dice):
            if not 1 <= die <= highest:
                message = f"a die shows 1 to {highest}, not {die}"
                raise self._error(f"dice.{n}", message, (str(min(max(die, 1), highest)),))

    def _clear(self) -> None:
        for unit in sorted(self.game.state.units.values(), key=lambda u: u.id):
            if unit.box not in self.definition.lab.kept or unit.hex >= 0:
                self.game.box(unit.id, "", rule=LAB)
                for state in sorted(unit.states):
                    self.game.shed(unit.id, state, rule=LAB)

    def _units(
        self, prefix: str, table: dict[str, Any], found: dict[str, dict[str, Any]]
    ) -> dict[str, dict[str, Any]]:
        """What is said of each unit; an id with dots that stands unquoted comes as tables in tables."""
        for name, value in table.items():
            unit_id, said = f"{prefix}{name}", value
            if not isinstance(value, dict):
                raise self._error(f"units.{unit_id}", f"a table is wanted, not {value!r}", ())
            below = {k: v for k, v in value.items() if self._begins(f"{unit_id}.{k}", v)}
            if below:
                self._units(f"{unit_id}.", below, found)
                said = {k: v for k, v in value.items() if k not in below}
            if said or not below:
                if unit_id in found:
                    raise self._error(f"units.{unit_id}", "this unit stands here twice", ())
                found[unit_id] = said
        return found

    def _begins(self, name: str, value: Any) -> bool:
        """Whether a table says something of a unit with this id, or of one whose id begins so."""
        if not isinstance(value, dict):
            return False
        before = name.rpartition(".")[0]
        return before not in self.game.state.units or any(
            unit == name or unit.startswith(f"{name}.") for unit in self.game.state.units
        )

    def _unit(self, unit_id: str, wanted: dict[str, Any]) -> None:
        game = self.game
        key = f"units.{unit_id}"
        self._known("units", unit_id, game.state.units)
        if {"hex", "box"} <= set(wanted):
            raise self._error(key, "a unit stands in a hex or in a box, not in both", ())
        for name, value in wanted.items():
            where = f"{key}.{name}"
            if name == "hex":
                self._guard(where, value, partial(self._place, unit_id))
            elif name == "box":
                self._member(where, value, self.definition.lab.boxes)
                game.box(unit_id, value, rule=LAB)
            elif name == "states":
                self._states(unit_id, where, value)
            else:
                known = {"hex": None, "box": None, "states": None, **self.definition.lab.unit}
                handler = self._known(key, name, known)
                self._guard(where, value, partial(handler, game, unit_id))

    def _states(self, unit_id: str, where: str, value: Any) -> None:
        if not isinstance(value, list):
            raise self._error(where, f"a list of states is wanted, not {value!r}", ())
        for state in value:
            self._member(where, state, self.definition.lab.states)
            self.game.gain(unit_id, state, rule=LAB)

    def _place(self, unit_id: str, value: Any) -> None:
        self.game.place(unit_id, self.game.grid.hex(str(value)), rule=LAB)

    def _frames(self, path: Sequence[Step]) -> None:
        """Open the sequence down to the segment, with everything before it counted as done.

        The kernel itself then walks into the segment, or past it where it is not played now; only
        a segment that a script opens is entered here, after the script that has opened it.
        """
        game, last, opened = self.game, len(path) - 1, self.definition.lab.opened
        walked = last > 0 and not path[-2].script
        for n, step in enumerate(path[:-1] if walked else path):
            todo = todo_of(self.definition, game, step)
            below = path[n + 1].id if n < last else ""
            below = opened.get(below, below)
            if below in todo:
                at = todo.index(below)
                todo = todo[at if walked and n == last - 1 else at + 1 :]
            if step.id in opened:
                opener = self._path_to(opened[step.id])[-1]
                game.emit(ev.SegmentEntered(opener.id, opener.args, ()))
            game.emit(ev.SegmentEntered(step.id, step.args, todo))

    def _path_to(self, segment: str) -> list[Step]:
        root = self.game.content.sequence
        opened = self.definition.lab.opened
        path = _find(root, segment, opened)
        if path is None:
            every = [step.id for step in walk(root)]
            known = [step for step in every if _find(root, step, opened)]
            said = f'there is no segment "{segment}"'
            if segment in every:
                said = (
                    f'"{segment}" is opened by another segment; a position stands before that one'
                )
            raise self._error("segment", said, nearest(segment, known, 1))
        return path

    def _known(self, key: str, name: str, table: Any) -> Any:
        if name not in table:
            where = f"{key}.{name}"
            raise self._error(where, f'"{name}" is not known here', _close(name, list(table)))
        return table[name]

    def _member(self, key: str, value: Any, allowed: Sequence[str]) -> None:
        if value not in allowed:
            close = _close(str(value), list(allowed))
            raise self._error(key, f'"{value}" is not possible here', close)

    def _guard(self, key: str, value: Any, change: Callable[[Any], None]) -> None:
        try:
            change(value)
        except ValueError as error:
            raise self._error(key, str(error), ()) from error
        except (TypeError, LookupError, AssertionError) as error:
            raise self._error(key, f"{value!r} is not possible: {error}", ()) from error

    def _error(self, key: str, message: str, close: Sequence[str]) -> DataError:
        hint = f" (nearest: {', '.join(close)})" if close else ""
        return PlayersFileError(self.name, key, message.removesuffix(".") + hint)


def _close(word: str, known: Sequence[str]) -> Sequence[str]:
    """The nearest known word; all of them where none is near and they are few."""
    return nearest(word, known, 1) or (known if len(known) <= _FEW else ())


def _find(step: Step, segment: str, opened: Container[str]) -> list[Step] | None:
    """Steps from the root down to *segment*, through those that a script has *opened*."""
    if segment and segment in (step.id, step.also):
        return None if step.interrupt else [step]
    for child in step.children:
        shut = child.interrupt and child.id not in opened
        below = None if shut else _find(child, segment, opened)
        if below is not None:
            return [step, *below]
    return None
