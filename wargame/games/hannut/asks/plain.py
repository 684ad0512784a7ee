"""Orders of a verb and a unit: load, unload, take or leave column, stage; and clearing mines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from wargame.flow.ask import Option, Pick, Refusal, allow
from wargame.flow.notation import Words
from wargame.flow.orders import UnitVerb, Verb
from wargame.games.hannut.asks.acting import (
    fresh_units,
    overfull,
    why_no_stand,
    why_not_fresh,
)
from wargame.games.hannut.asks.assault import why_no_assault
from wargame.games.hannut.state import (
    COLUMN,
    LOADED,
    NEUTRALIZED,
    OTHER,
    HannutGame,
    acting,
    has,
    holds,
    kind_of,
    mine_at,
    where_is,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId


@dataclass(frozen=True, slots=True)
class Plain:
    """A verb and a unit, and for "clear" a hex."""

    verb: str
    unit: UnitId
    hex: Hex = OFF


def plain_verbs(g: HannutGame) -> list[Verb[Plain]]:
    """HAN-SP-16, HAN-CO-01, HAN-MI-02, HAN-AS-01"""

    def verb(word: str, does: str, why: partial[Refusal | None], one_in: int = 9) -> Verb[Plain]:
        return UnitVerb(
            word,
            lambda: acting(g) if word == "stage" else fresh_units(g),
            why=why,
            value=partial(Plain, word),
            label=lambda u: f"{kind_of(g, u).name} {does}",
            one_in=one_in,
        )

    return [
        verb("load", "loads", partial(why_no_load, g, loads=True)),
        verb("unload", "unloads", partial(why_no_load, g, loads=False)),
        ClearMines(g),
        verb("column", "takes column, and nothing else", partial(_why_same, g, column=True)),
        verb("open", "leaves column, and nothing else", partial(_why_same, g, column=False)),
        verb("stage", "waits here to join an assault", partial(why_no_stage, g), 3),
    ]


def why_no_load(g: HannutGame, unit: UnitId, *, loads: bool) -> Refusal | None:
    """HAN-SP-16, HAN-LO-02, HAN-LO-03  Why a unit may not load or unload; None if it may."""
    kind, idle = kind_of(g, unit), why_not_fresh(g, unit)
    if idle is not None:
        return idle
    if not kind.loads:
        rule = "HAN-LO-03" if kind.side == "allied" else "HAN-LO-01"
        return Refusal(f"{kind.name} has no lorries to load.", rule)
    if has(g, unit, NEUTRALIZED):
        said = f"{kind.name} is Neutralized: it neither loads nor unloads."
        return Refusal(said, "HAN-LO-02")
    if has(g, unit, LOADED) == loads:
        said = f"{kind.name} is already {'loaded' if loads else 'unloaded'}."
        return Refusal(said, "HAN-LO-02")
    return None


def _why_same(g: HannutGame, unit: UnitId, *, column: bool) -> Refusal | None:
    """HAN-CO-01  Why a change of posture may not be the whole action; None if it may."""
    idle = why_not_fresh(g, unit)
    if idle is None and has(g, unit, COLUMN) == column:
        return Refusal(f"{kind_of(g, unit).name} has that posture already.", "HAN-CO-01")
    return idle or why_no_stand(g, unit, column=column)


def why_no_stage(g: HannutGame, unit: UnitId) -> Refusal | None:
    """HAN-AS-01, HAN-ST-01  Why a mover may not be staged; None if it may."""
    if unit not in acting(g):
        return Refusal("Only a unit that has just moved is staged.", "HAN-AS-01")
    kind, where = kind_of(g, unit), where_is(g, unit)
    near = [h for h in g.grid.neighbours[where] if holds(g, h, OTHER[kind.side])]
    if not any(why_no_assault(g, unit, h) is None for h in near):
        said = f"{kind.name} could assault no hex from {g.grid.name(where)}."
        return Refusal(said, "HAN-AS-01")
    if overfull(g, (unit,)):
        return Refusal(f"{g.grid.name(where)} is over-full.", "HAN-ST-01")
    return None


class ClearMines(Verb[Plain]):
    """HAN-MI-02  "clear UNIT HEX"."""

    words, form, one_in = ("clear",), "clear UNIT HEX", 9

    def __init__(self, g: HannutGame) -> None:
        self.g = g

    def heads(self) -> Iterator[Option]:
        """Units with mines in their hex or next to it."""
        for u in [] if acting(self.g) else fresh_units(self.g):
            if kind_of(self.g, u).pioneer:
                around = (where_is(self.g, u), *self.g.grid.neighbours[where_is(self.g, u)])
                mines = tuple(h for h in around if self.why(u, h) is None)
                if mines:
                    yield Option(self.head([u]), kind_of(self.g, u).name, (u,), mines)

    def orders(self, head: Option) -> Iterator[Option]:
        """Each hex."""
        for h in head.hexes:
            name = self.g.grid.name(h)
            label = f"{head.label} clears the mines in {name}"
            yield Option(f"{head.answer} {name}", label, head.units, (h,))

    def read(self, words: Words) -> tuple[str, Plain]:
        """The unit and the hex."""
        unit, where = words.unit(), words.hex()
        words.end()
        allow(self.why(unit, where))
        return f"clear {unit} {self.g.grid.name(where)}", Plain("clear", unit, where)

    def sample(self, pick: Pick) -> str:
        """Any."""
        found = [order.answer for head in self.heads() for order in self.orders(head)]
        return found[pick(len(found))] if found else ""

    def why(self, u: UnitId, where: Hex) -> Refusal | None:
        """HAN-MI-02  Why mines may not be cleared; None if they may."""
        g, kind = self.g, kind_of(self.g, u)
        idle = why_not_fresh(g, u)
        if idle is not None:
            return idle
        if not kind.pioneer or has(g, u, LOADED) or has(g, u, NEUTRALIZED):
            said = "cannot clear mines: that takes a Stu.Pio unit, unloaded, not Neutralized"
            return Refusal(f"{kind.name} {said}.", "HAN-MI-02")
        name = g.grid.name(where)
        if g.grid.distance(where_is(g, u), where) > 1 or not mine_at(g, where):
            return Refusal(f"No mines lie in {name}, or not within one hex.", "HAN-MI-02")
        if holds(g, where, OTHER[kind.side]):
            return Refusal(f"An enemy stands in {name}.", "HAN-MI-02")
        return None
