"""Units come out of Reserve, or out of the line, onto the map; and off it to the calendar (ARD-AC-07, ARD-RD-11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from wargame.flow.ask import Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.ardennes import cards
from wargame.games.ardennes.asks.listed import Written, because, form
from wargame.games.ardennes.contact import Contact, contact
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.harm import enter, left
from wargame.games.ardennes.reserves import Places, why_no_card
from wargame.games.ardennes.state import (
    DEPLOYED,
    DUE,
    GONE,
    STATES,
    ArdGame,
    automated,
    day,
    kind_of,
    place_name,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING


@dataclass(frozen=True, slots=True)
class Deployment:
    """What a deployment remembers."""

    card: str
    left: int
    """How many more units may come on."""
    corps: str = ""


@segment("ardennes.ops.deploy")
async def deploy(g: ArdGame, side: Side) -> Next:
    """ARD-AC-07, ARD-RD-11, ARD-RD-12  One pass: a unit out of Reserve is placed."""
    frame = f"ardennes.ops.{side}.deploy"
    kept = g.kept(frame, Deployment)
    if not kept.left:
        return DONE
    places = Places(g, side)
    played = cards.card_of(g, kept.card)
    units = [u for u in cards.to_deploy(g, played, kept.corps) if why_no_card(g, played, u) is None]
    where = {u: found for u in units if (found := places.hexes(u))}
    if not where:
        return DONE
    values = [(u, h) for u, hexes in where.items() for h in hexes]
    values.append(("", -1))
    rows = Written(values, partial(_placing, g))
    why = form(g, "place UNIT HEX", places.rule, partial(places.why_none, units))
    ask: Choice[tuple[UnitId, int]] = Choice(
        side,
        "deploy.place",
        f"Place a unit out of Reserve ({min(kept.left, len(where))} more).",
        rows,
        rule=places.rule,
        explain=because(rows, why),
    )
    unit, h = await g.ask(ask)
    if not unit:
        return DONE
    enter_from_reserve(g, unit, h, rule=places.rule)
    g.keep(frame, left=kept.left - 1)
    return AGAIN


def _placing(g: ArdGame, placed: tuple[UnitId, Hex]) -> Option:
    """A unit placed in a hex, or no more of them."""
    unit, h = placed
    if not unit:
        return Option("done", "No more")
    label = f"{unit_name(g, unit)} to {place_name(g, h)}"
    return Option(f"place {unit} {g.grid.name(h)}", label, (unit,), (h,))


def leave_map(g: ArdGame, unit: UnitId, due: int) -> None:
    """ARD-AA-07, ARD-CA-01  A unit goes to the calendar at its present strength; beyond the last day it is gone."""
    for state in STATES:
        g.shed(unit, state, rule="ARD-AA-07")
    where = g.state.units[unit].hex
    if due > g.content.scenario.last_turn:
        g.box(unit, GONE, rule="ARD-CA-01")
    else:
        g.box(unit, WAITING, rule="ARD-AA-07")
        g.set_number(unit, DUE, due, rule="ARD-AA-07")
    left(g, [where])


def enter_from_reserve(
    g: ArdGame, unit: UnitId, where: int, free: Contact | None = None, *, rule: str
) -> None:
    """ARD-AC-07  A unit is deployed: it takes its hex and may not act in this impulse.

    *free*: by what one on the map is OutOfContact.
    """
    before = g.state.units[unit].hex
    if before >= 0:
        found = free or contact(g, unit)
        g.note(
            "taken_out_of_contact", rule=rule, unit=unit, clause=found.clause,
            steps=found.steps, points=found.points,
        )  # fmt: skip
    elif automated(g, "allied") and day(g) == g.content.scenario.first_turn:
        g.set_track("early reserve", 1, rule="ARD-DX-13")
    g.place(unit, where, rule=rule)
    left(g, [before])
    g.gain(unit, DEPLOYED, rule=rule)
    enter(g, where, kind_of(g, unit).side)


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {}
"""The conditions of its steps."""
