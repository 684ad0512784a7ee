"""NOR-CO-19 to 21, NOR-DR  Losses, disorganization and the determined stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tests.games.normandy.referee.position import Position, Unit

Losses = tuple[tuple[str, int], ...]
"""Unit and steps it loses, in the order of ids; units that lose nothing are left out."""


def loss_options(
    units: Iterable[Unit], steps: int, taken: Mapping[str, int] | None = None
) -> set[Losses]:
    """NOR-CO-19  Every way to share out steps.

    `taken` are steps lost before in the same attack. Nobody takes a second step before all
    have taken one; beyond that the owner is free. Steps beyond all that are left are ignored.
    """
    group = sorted((u for u in units if u.combat), key=lambda u: u.id)
    before = dict(taken or {})
    left = {u.id: u.steps for u in group}
    wanted = min(steps, sum(left.values()))
    found = set()
    for shares in _shares([left[u.id] for u in group], wanted):
        losses = {u.id: n for u, n in zip(group, shares, strict=True)}
        sums = {i: before.get(i, 0) + n for i, n in losses.items()}
        if (
            max(sums.values(), default=0) > 1
            and min(sums.values()) == 0
            and any(sums[i] > 1 and losses[i] > 0 for i in sums)
        ):
            continue
        found.add(tuple((i, n) for i, n in losses.items() if n))
    return found


def _shares(limits: list[int], wanted: int) -> Iterator[tuple[int, ...]]:
    if not limits:
        if wanted == 0:
            yield ()
        return
    for first in range(min(limits[0], wanted) + 1):
        for rest in _shares(limits[1:], wanted - first):
            yield (first, *rest)


def reduced(unit: Unit, steps: int) -> Unit | None:
    """5.9  The unit after losses, None when it is eliminated."""
    if steps >= unit.steps:
        return None
    order = [s for s in "FRC" if s in unit.cls.values]
    return replace(unit, shown=order[order.index(unit.shown) + steps])


def shaken(unit: Unit) -> tuple[Unit, int]:
    """NOR-DR-05, 07  The unit after it is disorganized, and the steps it loses instead."""
    if unit.flag("hq"):
        return unit, 0
    if unit.flag("art"):
        return replace(unit, shown="R"), 0
    if unit.has("disorganized"):
        return unit, 1
    states = (unit.states - {"regroup"}) | {"disorganized"}
    return replace(unit, states=states), 0


def may_stand(pos: Position, hex_: str, units: Iterable[Unit], hexes: int) -> bool:
    """NOR-CO-21  A covered defender may refuse a retreat of 1 or 2 and keep a unit alive.

    `units` are the survivors after the losses of the result.
    """
    covered = pos.ground.terrain[hex_] in "tC" or hex_ in pos.positions
    left = sum(u.steps for u in units if u.combat)
    return covered and 1 <= hexes <= 2 and left > hexes


def regroup_allowed(unit: Unit, die: int | None = None) -> bool:
    """NOR-DR-06  Whether a Disorganized unit of the non-phasing side flips to Regroup."""
    if not unit.has("disorganized") or unit.supply == "isolated":
        return False
    return unit.supply == "in" or (die is not None and die <= 3)


def after_regroup(
    pos: Position, phasing: str, flips: Mapping[str, int | None] | None = None
) -> Position:
    """NOR-DR-01, 02  The phasing side's Regroup markers go; the other side flips what it names.

    `flips` gives the die of NOR-DR-06 for units that need one; left out, all In Supply flip.
    """
    after = pos
    for unit_id, unit in pos.units.items():
        if unit.side == phasing:
            after = after.changed(unit_id, states=unit.states - {"regroup"})
        elif (flips is None or unit_id in flips) and regroup_allowed(
            unit, (flips or {}).get(unit_id)
        ):
            states = (unit.states - {"disorganized"}) | {"regroup"}
            after = after.changed(unit_id, states=states)
    return after
