"""Orders of a verb and a unit: load, unload, take or leave column, stage; and clearing mines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from wargame.flow.ask import Refusal
from wargame.flow.orders import Verb
from wargame.flow.unit_verb import UnitVerb
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

STAGE = -1
"""Which of the verbs is "stage", the only one of an action that is open."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A verb and a unit, and for "clear" a hex."""

    verb: str
    unit: UnitId
    hex: Hex = OFF


@lru_cache(maxsize=8)
def plain_verbs(g: HannutGame) -> tuple[Verb[Plain], ...]:
    """HAN-SP-16, HAN-CO-01, HAN-MI-02, HAN-AS-01  They hold nothing of the position."""

    def verb(form: str, does: str, why: Callable[[UnitId, Hex], Refusal | None]) -> Verb[Plain]:
        word, clears = form.split(maxsplit=1)[0], form.endswith("HEX")
        return UnitVerb(
            g.grid,
            form,
            lambda: acting(g) if word == "stage" else () if acting(g) else fresh_units(g),
            lambda u: _mines_near(g, u) if clears else (OFF,),
            why=why,
            value=partial(Plain, word),
            label=lambda u, h: f"{kind_of(g, u).name} {does}{g.grid.name(h) if clears else ''}",
            one_in=3 if word == "stage" else 9,
        )

    return (
        verb("load UNIT", "loads", lambda u, _: why_no_load(g, u, loads=True)),
        verb("unload UNIT", "unloads", lambda u, _: why_no_load(g, u, loads=False)),
        verb("clear UNIT HEX", "clears the mines in ", partial(why_no_clear, g)),
        verb(
            "column UNIT",
            "takes column, and nothing else",
            lambda u, _: _why_same(g, u, column=True),
        ),
        verb(
            "open UNIT",
            "leaves column, and nothing else",
            lambda u, _: _why_same(g, u, column=False),
        ),
        verb("stage UNIT", "waits here to join an assault", lambda u, _: why_no_stage(g, u)),
    )


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


def _mines_near(g: HannutGame, unit: UnitId) -> list[Hex]:
    if not kind_of(g, unit).pioneer:
        return []
    where = where_is(g, unit)
    return [h for h in (where, *g.grid.neighbours[where]) if mine_at(g, h)]


def why_no_clear(g: HannutGame, unit: UnitId, where: Hex) -> Refusal | None:
    """HAN-MI-02  Why mines may not be cleared; None if they may."""
    kind, idle, name = kind_of(g, unit), why_not_fresh(g, unit), g.grid.name(where)
    if idle is not None:
        return idle
    if not kind.pioneer or has(g, unit, LOADED) or has(g, unit, NEUTRALIZED):
        said = "cannot clear mines: that takes a Stu.Pio unit, unloaded, not Neutralized"
        return Refusal(f"{kind.name} {said}.", "HAN-MI-02")
    if g.grid.distance(where_is(g, unit), where) > 1 or not mine_at(g, where):
        return Refusal(f"No mines lie in {name}, or not within one hex.", "HAN-MI-02")
    if holds(g, where, OTHER[kind.side]):
        return Refusal(f"An enemy stands in {name}.", "HAN-MI-02")
    return None
