"""The order of battle: counters listed under their formations, which lend them what they share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field

from wargame.content.errors import DataError
from wargame.content.scenario import check_once
from wargame.content.toml import HexNumber, TomlModel, checked
from wargame.hexes.grid import OFF, Grid, Hex

Unit = TypeVar("Unit", bound=TomlModel)
_OWN = ("id", "name", "units")
"""Keys that a formation does not lend."""


class CounterModel(TomlModel):
    """What every counter has, with what its formation lends it; a game adds what is printed on it."""

    id: str
    name: str
    formation: str = ""
    """The name of its formation."""
    formation_id: str = ""
    order: int = 0
    """Its place in the order of battle, from 0."""
    side: str
    setup: HexNumber | None = Field(alias="hex", default=None)
    arrival: int | None = Field(alias="turn", default=None)
    """Earliest turn of a reinforcement."""
    area: str = ""
    """Entry area of a reinforcement."""

    @property
    def start(self) -> Hex:
        """The hex it is set up in, OFF for a reinforcement."""
        return OFF if self.setup is None else self.setup


class UnitsFile(TomlModel):
    """units.toml"""

    formation: tuple[dict[str, Any], ...]


def _nothing(_row: Mapping[str, Any]) -> Mapping[str, Any]:
    return {}


def roster(
    file: Path,
    formations: Iterable[Mapping[str, Any]],
    model: type[Unit],
    grid: Grid,
    also: Callable[[Mapping[str, Any]], Mapping[str, Any]] = _nothing,
) -> dict[str, Unit]:
    """Every counter by id in the order of the file.

    A counter takes from its formation what its model knows and it does not say itself, with
    `formation`, `formation_id` and `order`, its place in the file. *also* adds what other files say.
    """
    fields = {f.alias or name for name, f in model.model_fields.items()}
    found: dict[str, Unit] = {}
    rows = [(formation, row) for formation in formations for row in formation["units"]]
    check_once(file, "unit", [str(row.get("id")) for _, row in rows])
    for order, (formation, row) in enumerate(rows):
        lent = {key: value for key, value in formation.items() if key not in _OWN}
        lent |= {"formation": formation["name"], "formation_id": formation["id"], "order": order}
        whole = {**{key: lent[key] for key in lent if key in fields}, **row}
        key = f"unit.{row.get('id')}"
        unit = checked(file, key, model, {**whole, **also(whole)}, grid)
        found[row["id"]] = unit
    return found


def check_arrival(file: Path, unit: CounterModel, areas: Collection[str]) -> None:
    """A unit has a set-up hex, or a turn and an area."""
    on_map = unit.setup is not None
    if on_map == (unit.arrival is not None) or on_map == bool(unit.area):
        raise DataError(file, f"unit.{unit.id}", "needs either hex, or turn and area")
    if unit.area and unit.area not in areas:
        raise DataError.unknown(file, f"unit.{unit.id}.area", unit.area, areas)


def check_on_board(file: Path, unit: CounterModel, board: Collection[Hex]) -> None:
    """A unit that stands on the map stands in the part that is played."""
    if unit.setup is not None and unit.setup not in board:
        raise DataError(file, f"unit.{unit.id}.hex", "is not on the board in play")


def listing(columns: str) -> Callable[[Any], list[dict[str, Any]]]:
    """The order of battle of a content: its units in these columns."""
    return lambda content: as_json(content.units.values(), columns, content.grid)


def as_json(units: Iterable[TomlModel], columns: str, grid: Grid) -> list[dict[str, Any]]:
    """Counters as JSON values, nothing as null; a column "hex:setup" is called otherwise there."""
    names = [column.partition(":")[::2] for column in columns.split()]

    def shown(name: str, value: Any) -> Any:
        if name == "setup" and value is not None:
            return grid.name(value)
        return None if value == "" else value

    return [
        {key: shown(name or key, getattr(unit, name or key)) for key, name in names}
        for unit in units
    ]
