"""Orders of engineers within movement: `start convert G-RE3 1235`, `evacuate 3643` (EF-EN-13)."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.flow.ask import Option, Pick, allow, refuse
from wargame.flow.notation import Words
from wargame.flow.orders import Verb
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.labour import Start, builder, evacuable, why_not_start
from wargame.games.eastfront.state import FACTORY, EfGame, on_map, place_name, unit_name
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


class StartVerb(Verb[Start]):
    """EF-EN-13  `start WORK UNIT HEX`; a function of two words is written with a dash: fort-1."""

    words, form, one_in = ("start",), "start WORK UNIT HEX", 5

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side

    def _able(self, unit: UnitId) -> list[tuple[str, Hex]]:
        g, where = self.g, self.g.state.units[unit].hex
        who = builder(g, unit)
        return [
            (work.id, h)
            for work in g.content.works.work
            if who in work.by
            for h in ((where, *g.grid.neighbours[where]) if work.id == "convert" else (where,))
            if why_not_start(g, work, unit, h) is None
        ]

    def heads(self) -> Iterator[Option]:
        """Units that may start something, engineers first."""
        g = self.g
        for unit in sorted(self._builders(), key=lambda u: (builder(g, u) == "X", u)):
            if able := self._able(unit):
                yield Option(
                    f"start {unit}",
                    f"{unit_name(g, unit)} starts work",
                    (unit,),
                    tuple(sorted({h for _, h in able})),
                )

    def _builders(self) -> list[UnitId]:
        return [u.id for u in on_map(self.g, self.side) if builder(self.g, u.id)]

    def sample(self, pick: Pick) -> str:
        """Some work of the first unit that may start one, from a random one on."""
        units = self._builders()
        first = pick(len(units)) if units else 0
        for unit in (*units[first:], *units[:first]):
            if able := self._able(unit):
                work, where = able[pick(len(able))]
                return self._write(work, unit, where)
        return ""

    def orders(self, head: Option) -> Iterator[Option]:
        """What a unit may start."""
        g, (unit,) = self.g, head.units
        for work, h in self._able(unit):
            title = g.content.work[work].title
            label = f"{unit_name(g, unit)}: {title} in {place_name(g, h)}"
            yield Option(self._write(work, unit, h), label, (unit,), (h,))

    def _write(self, work: str, unit: UnitId, where: Hex) -> str:
        return f"start {work.replace(' ', '-')} {unit} {self.g.grid.name(where)}"

    def read(self, words: Words) -> tuple[str, Start]:
        """Function, unit and hex; raises IllegalAnswer."""
        known = {
            work.id.replace(" ", "-"): work.id for work in self.g.content.works.work if work.by
        }
        work = words.one_of("function", known)
        work = known.get(work, work)
        unit, where = words.unit(), words.hex()
        words.end()
        if unit not in self.g.content.units or self.g.state.units[unit].side != self.side:
            raise refuse(f"{unit} is no ground unit of yours.", "EF-EN-10")
        allow(why_not_start(self.g, self.g.content.work[work], unit, where))
        return self._write(work, unit, where), Start(work, unit, where)


class EvacuateVerb(Verb[Start]):
    """4.10  `evacuate HEX`, `evacuate HEX 2`: factory points leave by rail, all that can or fewer."""

    words, form, one_in = ("evacuate",), "evacuate HEX [N]", 30

    def __init__(self, g: EfGame) -> None:
        self.g = g

    def heads(self) -> Iterator[Option]:
        """Factories that can leave."""
        g = self.g
        for where in sorted(g.state.layers.get(FACTORY, {})):
            for n in range(evacuable(g, where), 0, -1):
                label = f"Evacuate {n} factory point{'s'[: n > 1]} from {place_name(g, where)}"
                yield Option(f"evacuate {g.grid.name(where)} {n}", label, (), (where,))

    def read(self, words: Words) -> tuple[str, Start]:
        """The hex, and how many points: all if none are named; raises IllegalAnswer."""
        where = words.hex()
        text = words.word()
        words.end()
        most, place = evacuable(self.g, where), place_name(self.g, where)
        if not most:
            said = "No factory can leave {}: it takes a fed net, an SRP and rail capacity a point."
            raise refuse(said.format(place), "EF-EN-10")
        if text and (not text.isdigit() or not 0 < int(text) <= most):
            raise refuse(f"1 to {most} factory points can leave {place}.", "EF-EN-10")
        points = int(text or most)
        return f"evacuate {self.g.grid.name(where)} {points}", Start("evacuate", "", where, points)


def start_verbs(g: EfGame, side: Side) -> list[Verb[Start]]:
    """The orders of engineers of a side."""
    verbs: list[Verb[Start]] = [StartVerb(g, side)]
    if side == "soviet" and g.content.plays("evacuation"):
        verbs.append(EvacuateVerb(g))
    return verbs
