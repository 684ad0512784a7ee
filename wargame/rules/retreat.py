"""Ways after combat, back or forward: which hexes a step may enter, why another is refused.

A game says in `Rules` what shuts a hex, which of the open ones go before the others, and where a way
may not end; the same three answer for what is offered and for what is refused.  `steps` is for those
who go hex by hex, judged anew each time; `ways` for whole ways, of which the owner takes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from wargame.flow.ask import Option, Refusal
from wargame.flow.game import Game
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import UnitId

T = TypeVar("T")
Path: TypeAlias = tuple[Hex, ...]


def _open(_: object) -> None:
    return None


def _alike(_path: Path, _where: Hex) -> int:
    return 0


class Once(dict[Hex, T]):
    """What is asked of a hex, reckoned when it is first wanted: ways cross the same hexes again."""

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[Hex], T]) -> None:
        self._ask = ask

    def __missing__(self, where: Hex) -> T:
        found = self[where] = self._ask(where)
        return found


class Rules(NamedTuple):
    """What binds one unit that goes back or follows; a path holds the hex it starts from."""

    grid: Grid
    rule: str
    """The rule of a hex that another goes before."""
    shut: Callable[[Path, Hex], Refusal | None]
    """Why the step behind a path may not enter a hex next to its end."""
    rank: Callable[[Path, Hex], int] = _alike
    """The class of an open hex: a step enters one of the lowest there is."""
    ends: Callable[[Hex], Refusal | None] = _open
    """Why a way may not end in a hex."""


def steps(rules: Rules, path: Path) -> list[Hex]:
    """The hexes that the step behind a path may enter, ascending."""
    classes: dict[int, list[Hex]] = {}
    for near in sorted(rules.grid.neighbours[path[-1]]):
        if rules.shut(path, near) is None:
            classes.setdefault(rules.rank(path, near), []).append(near)
    return classes[min(classes)] if classes else []


def ways(rules: Rules, start: Hex, least: int, most: int, *, whole: bool = False) -> list[Path]:
    """The ways of *least* to *most* hexes, in the order of their hexes, without the start.

    With *whole* only those that cannot go on.
    """
    found: list[Path] = []
    open_: list[Path] = [(start,)]
    while open_:
        path = open_.pop()
        on = steps(rules, path) if len(path) <= most else []
        if len(path) > least and not (whole and on) and rules.ends(path[-1]) is None:
            found.append(path[1:])
        open_ += [(*path, near) for near in reversed(on)]
    return found


def why_no_step(rules: Rules, start: Hex, way: Path) -> Refusal | None:
    """The first step of a way that may not be taken, each next to the one before; None if all may."""
    for n, where in enumerate(way):
        path = (start, *way[:n])
        refusal = rules.shut(path, where)
        if refusal is not None:
            return refusal
        if where not in (better := steps(rules, path)):
            names = " or ".join(map(rules.grid.name, better))
            return Refusal(f"{rules.grid.name(where)} is open, but {names} goes first.", rules.rule)
    return None


def told(grid: Grid, way: Path) -> str:
    """Where a way ends, and what it leads through: "1305", "1305 via 1206"."""
    via = f" via {grid.write(way[:-1])}" if len(way) > 1 else ""
    return f"{grid.name(way[-1])}{via}"


def offered(
    g: Game[Any], unit: UnitId, found: Iterable[Path], answer: str, label: str
) -> list[tuple[Option, Path]]:
    """Ways of a unit to choose from; {path} in *answer* and {way} in *label* are filled in."""
    grid = g.grid
    texts = ((answer.format(path=grid.write(w)), label.format(way=told(grid, w)), w) for w in found)
    return [(Option(text, said, (unit,), way), way) for text, said, way in texts]
