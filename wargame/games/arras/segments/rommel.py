"""Rommel: arriving, going along, finding a new escort (ARR-EV-05, ARR-EV-09)."""

from __future__ import annotations

from wargame.flow.ask import PASS, Choice, Option, yes_or_no
from wargame.games.arras.state import (
    DISRUPTED,
    LOST,
    MOVED,
    OFF_MAP,
    ROMMEL,
    ArrasGame,
    combat_units,
    ground_units,
    grounds_at,
    kind_of,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.choose import nearest

RULE = "ARR-EV-09"


async def follow(g: ArrasGame, start: Hex, unit_id: UnitId, *, moving: bool = False) -> None:
    """ARR-EV-09  Rommel may go with a combat unit that leaves his hex, and must with the last."""
    rommel, unit = g.state.units[ROMMEL], g.state.units[unit_id]
    kind = kind_of(g, unit_id)
    if rommel.hex != start or start < 0 or unit.hex in (start, -1):
        return
    if kind.side != "german" or not kind.combat_unit:
        return
    if combat_units(g, start, "german"):
        prompt = f"Does Rommel go with {kind.name} to {g.grid.name(unit.hex)}?"
        if not await g.ask(yes_or_no("german", "rommel.follow", prompt, rule=RULE)):
            return
    if moving:
        g.gain(ROMMEL, MOVED, rule=RULE)
    g.move(ROMMEL, (start, unit.hex), how="goes_along", rule=RULE)


async def seek_escort(g: ArrasGame) -> None:
    """ARR-EV-09  When no German combat unit is left in his hex: lost on a 1, else to the nearest."""
    rommel = g.state.units[ROMMEL]
    if rommel.hex < 0 or combat_units(g, rommel.hex, "german"):
        return
    lonely = rommel.hex
    die = g.roll("rommel_alone", unit=ROMMEL, rule=RULE)
    places = nearest(g, lonely, sorted({u.hex for u in _fighting(g)}))
    if die == 1 or not places:
        g.note("rommel_lost", rule=RULE)
        g.box(ROMMEL, LOST, rule=RULE)
        return
    choices = [(_place(g, h), h) for h in places]
    prompt = "Rommel joins the nearest German combat unit: which of these?"
    where = await g.settle(Choice("german", "rommel.escort", prompt, choices, rule=RULE))
    g.place(ROMMEL, where, rule=RULE)


async def arrive(g: ArrasGame) -> None:
    """ARR-EV-05  The German player places Rommel, or moves him if he is here already."""
    rommel = g.state.units[ROMMEL]
    hosts = host_hexes(g)
    if rommel.box == LOST or not hosts:
        g.note("rommel_was_lost" if rommel.box == LOST else "no_host", rule="ARR-EV-02")
        return
    fresh = rommel.box == OFF_MAP
    g.enter("arras.end.rommel", rule="ARR-EV-05")
    choices: list[tuple[Option, Hex | None]] = [(_place(g, h), h) for h in hosts if h != rommel.hex]
    if not fresh:
        choices.append((Option(PASS, "Rommel stays where he is", (ROMMEL,)), None))
    arrives = "Rommel arrives: which unit does he join?"
    prompt = arrives if fresh else "Rommel may change his place: where to?"
    ask = Choice("german", "rommel.arrive", prompt, choices, rule="ARR-EV-05")
    where = await g.settle(ask)
    if where is None:
        g.note("rommel_stays", rule="ARR-EV-05")
        return
    g.place(ROMMEL, where, rule="ARR-EV-05")
    if fresh:
        for unit in grounds_at(g, where, "german"):
            if DISRUPTED in unit.states:
                g.shed(unit.id, DISRUPTED, rule="ARR-EV-05")


def host_hexes(g: ArrasGame) -> list[Hex]:
    """ARR-EV-05  Hexes with a combat unit of 7. Panzer-Division, else of any German formation."""
    fighting = _fighting(g)
    own = [u for u in fighting if kind_of(g, u.id).formation_id == "de-7pz"]
    return sorted({u.hex for u in own or fighting})


def _fighting(g: ArrasGame) -> list[Unit]:
    """The German combat units on the map, by id."""
    return [u for u in ground_units(g, "german") if kind_of(g, u.id).combat_unit]


def _place(g: ArrasGame, where: Hex) -> Option:
    units = tuple(u.id for u in combat_units(g, where, "german"))
    names = ", ".join(kind_of(g, u).name for u in units)
    return Option(
        f"place {ROMMEL} {g.grid.name(where)}", f"{g.grid.name(where)}: {names}", units, (where,)
    )
