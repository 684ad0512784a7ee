"""Headquarters filled up with supply points in one answer: `fill A-HP2 A-H4` (EF-SP-11, EF-SP-12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargame.flow.ask import Option, Pick, refuse
from wargame.flow.notation import Words
from wargame.flow.orders import Verb
from wargame.games.eastfront.asks.supply import CARRIED_SP, Fill
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.segments.chits import holds
from wargame.games.eastfront.state import DUMP, SP, EfGame, kind_of, unit_name
from wargame.games.eastfront.supply import supply_of
from wargame.model.state import UnitId

MOST: Final = 99
"""More SP than any HQ holds."""


class FillVerb(Verb[Fill]):
    """`fill A-HP2 A-H4`: each in turn gets what it can hold and its trucks carry, as far as it can be brought (R-294)."""

    words, form, one_in = ("fill",), "fill HQ [HQ ...]", 6

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side

    def _room(self, hq: UnitId) -> int:
        numbers, kind = self.g.state.units[hq].numbers, kind_of(self.g, hq)
        return min(
            holds(self.g.content, hq) - numbers.get(SP, 0), kind.lift - numbers.get(CARRIED_SP, 0)
        )

    def _needy(self) -> list[UnitId]:
        """HQs with room, those with the fewest SP first."""
        g, stocks = self.g, self.g.state.layers.get(DUMP, {})
        if not any(n and g.state.control.get(h) == self.side for h, n in stocks.items()):
            return []
        found = [hq for hq in supply_of(g, self.side).hqs() if self._room(hq.id) > 0]
        return [hq.id for hq in sorted(found, key=lambda hq: (hq.numbers.get(SP, 0), hq.id))]

    def heads(self) -> Iterator[Option]:
        """All who have room, the poorest first."""
        if hqs := self._needy():
            names = ", ".join(unit_name(self.g, hq) for hq in hqs)
            yield Option(f"fill {' '.join(hqs)}", f"Fill up in this order: {names}", tuple(hqs))

    def sample(self, pick: Pick) -> str:
        """Some of them."""
        hqs = self._needy()
        return f"fill {' '.join(hqs[pick(len(hqs)) :])}" if hqs else ""

    def read(self, words: Words) -> tuple[str, Fill]:
        """Who is filled up, the first first; raises IllegalAnswer."""
        able, named = self._needy(), list[UnitId]()
        while words.more or not named:
            hq = words.unit()
            if hq not in able:
                raise refuse(
                    f"{unit_name(self.g, hq)} is no HQ of yours with room for SP.", "EF-SP-12"
                )
            named += [hq] if hq not in named else []
        return f"fill {' '.join(named)}", Fill(tuple(named))
