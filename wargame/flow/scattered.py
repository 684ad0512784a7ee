"""Positions laid out at random within what the position files of a game may say: where guided play begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wargame.content.sequence import walk
from wargame.flow.ask import Pick
from wargame.flow.definition import GameDefinition, ScenarioInfo
from wargame.flow.game import Game
from wargame.flow.lab import Position
from wargame.flow.opening import new_header, open_table
from wargame.hexes.grid import OFF, Grid, Hex
from wargame.model.state import State, UnitId

_TRIES = 12
_MOST = 10
"""So many units at most are put elsewhere."""
_NEAR = 2
"""So far from an enemy at most."""
_FACTORS = (1, 1, 0, -1, 5, 10)
"""By one of them a number that a position may set is multiplied."""
_CONTROL = "control"
"""What a position calls who holds which hex, where it may say so."""


def scattered(
    definition: GameDefinition,
    info: ScenarioInfo,
    options: Mapping[str, str],
    pick: Pick,
    extras: Sequence[Mapping[str, Any]] = (),
) -> Iterator[dict[str, Any]]:
    """Some position files, each of which the game may refuse.

    Units are put near enemies, in a random segment of a random turn; *extras* are entries of [set].
    """
    content = definition.load(info.id)
    g = open_table(definition, new_header(definition, info.id, 1, options=options))
    segments = [step.id for step in walk(content.sequence) if step.script]
    for _ in range(_TRIES):
        yield Position(
            scenario=info.id,
            options=dict(options),
            turn=info.last if pick(2) else info.first + pick(info.turns),
            segment=segments[pick(len(segments))],
            units=_units(definition, g.state, g.grid, pick),
            set=_settings(definition, g, pick, extras),
        ).model_dump(mode="json")


def _settings(
    definition: GameDefinition, g: Game[Any], pick: Pick, extras: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """One entry of *extras* at times, its number another; at times the hexes that count are dealt out."""
    found: dict[str, Any] = {}
    if extras and pick(2):
        found = {
            key: value * _FACTORS[pick(len(_FACTORS))] if isinstance(value, int) else value
            for key, value in extras[pick(len(extras))].items()
        }
    prizes = definition.face.standing(g).prizes
    if prizes and _CONTROL in definition.lab.set and pick(2):
        sides = [info.id for info in definition.sides]
        likes = pick(9)
        dealt: dict[str, list[str]] = {side: [] for side in sides}
        for prize in prizes:
            dealt[sides[pick(8) < likes]].append(g.grid.name(prize.hex))
        found[_CONTROL] = dealt
    return found


def _units(
    definition: GameDefinition, laid: State, grid: Grid, pick: Pick
) -> dict[str, dict[str, Any]]:
    """Some units, each near one of the other side's, some of them with a state."""
    names = sorted(laid.units)
    found: dict[str, dict[str, Any]] = {}
    where = {name: laid.units[name].hex for name in names if laid.units[name].hex != OFF}
    for _ in range(pick(_MOST + 1)):
        unit = names[pick(len(names))]
        goal = _near_an_enemy(laid, where, unit, grid, pick)
        if goal is None:
            continue
        where[unit] = goal
        states = definition.lab.states
        worn = [states[pick(len(states))]] if states and pick(4) == 0 else []
        found[unit] = {"hex": grid.name(goal), **({"states": worn} if worn else {})}
    return found


def _near_an_enemy(
    laid: State, where: Mapping[UnitId, Hex], unit: UnitId, grid: Grid, pick: Pick
) -> Hex | None:
    """A hex without enemies, close to one; None where there is none."""
    side = laid.units[unit].side
    held = sorted({at for name, at in where.items() if laid.units[name].side != side})
    if not held:
        return None
    around = [h for h in grid.within(held[pick(len(held))], _NEAR) if h not in held]
    return around[pick(len(around))] if around else None
