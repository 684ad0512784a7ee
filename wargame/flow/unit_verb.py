"""Orders that need no class of their own: a verb with a unit and perhaps a hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from wargame.flow.ask import Odds, Option, Pick, Refusal, allow
from wargame.flow.notation import Words
from wargame.flow.orders import Verb
from wargame.hexes.grid import OFF, Grid, Hex
from wargame.model.state import UnitId

T = TypeVar("T")


class UnitVerb(Verb[T]):
    """A unit and perhaps a hex, as *form* says: "load UNIT", "clear UNIT HEX", "shell HEX by UNIT"."""

    def __init__(
        self,
        grid: Grid,
        form: str,
        units: Callable[[], Iterable[UnitId]],
        hexes: Callable[[UnitId], Iterable[Hex]] = lambda _: (OFF,),
        *,
        why: Callable[[UnitId, Hex], Refusal | None],
        value: Callable[[UnitId, Hex], T],
        label: Callable[[UnitId, Hex], str],
        odds: Callable[[T], Odds | None] = lambda _: None,
        one_in: int = 1,
    ) -> None:
        self.words, self.form, self.one_in = (form.split(maxsplit=1)[0],), form, one_in
        self._grid, self._units, self._hexes = grid, units, hexes
        self._why, self._value, self._label, self._odds = why, value, label, odds

    def heads(self) -> Iterable[Option]:
        """Those of *units* with nothing in their way, and the hexes that they may name."""
        for u in self._units():
            able = self._able(u)
            if able:
                yield Option(self.head([u]), self.head([u]), (u,), able)

    def orders(self, head: Option) -> Iterable[Option]:
        """A hex an order."""
        (u,) = head.units
        for h in head.hexes:
            yield Option(self._write(u, h), self._label(u, h), (u,), (h,) if h >= 0 else ())

    def is_open(self) -> bool:
        """Whether anything stands in nobody's way."""
        return any(self._why(u, h) is None for u in self._units() for h in self._hexes(u))

    def sample(self, pick: Pick) -> str:
        """Any order of the first unit that has one, from a random one on."""
        units = list(self._units())
        first = pick(len(units)) if units else 0
        for u in (*units[first:], *units[:first]):
            able = self._able(u)
            if able:
                return self._write(u, able[pick(len(able))])
        return ""

    def _able(self, u: UnitId) -> tuple[Hex, ...]:
        """The hexes that a unit may name; OFF stands for none."""
        return tuple([h for h in self._hexes(u) if self._why(u, h) is None])

    def read(self, words: Words) -> tuple[str, T]:
        """The unit and the hex."""
        given = dict(words.parts(self.form))
        unit, where = given.get("UNIT", ""), given.get("HEX", OFF)
        allow(self._why(unit, where))
        return self._write(unit, where), self._value(unit, where)

    def odds(self, words: Words) -> Odds | None:
        """Exact chances of the value, where the game tells any."""
        return self._odds(self.read(words)[1])

    def _write(self, unit: UnitId, where: Hex) -> str:
        named = self.form.replace("UNIT", unit)
        return named.replace("HEX", self._grid.name(where)) if where >= 0 else named
