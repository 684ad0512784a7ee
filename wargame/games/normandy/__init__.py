"""Normandy 1944: weather, purses of support points, Operations, mandatory combat, Withdrawal."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from wargame.flow.definition import GameDefinition, Layout, Limits, Wording
from wargame.flow.lab_kit import LabKit
from wargame.flow.menu import scenarios, sides
from wargame.flow.standing_orders import Orders
from wargame.games.normandy import invariants, lab
from wargame.games.normandy.content import RULESET, NormandyContent, load_content
from wargame.games.normandy.data.charts import normandy_charts
from wargame.games.normandy.data.files import FILES
from wargame.games.normandy.face import NormandyFace
from wargame.games.normandy.prospects import NormandyAttacks
from wargame.games.normandy.score import prizes
from wargame.games.normandy.segments import (
    advance,
    air,
    army,
    carpet,
    combat,
    end,
    engineering,
    interdiction,
    losses,
    movement,
    operations,
    regroup,
    replacement,
    retreat,
    supply,
    support,
    weather,
)
from wargame.games.normandy.state import (
    AIR_UNIT,
    BOXES,
    BRIDGE,
    CADRE,
    DISORGANIZED,
    ELIMINATED,
    MUST,
    OPERATION,
    PASSING,
    REDUCED,
    REGROUP,
    REPLACED,
    RESERVE,
    STATES,
    STRUCK,
    SUPPORTED,
    NorGame,
    beside_bridges,
    holds,
    setup,
    zoc,
)
from wargame.games.normandy.veil import VEIL
from wargame.games.normandy.words import words
from wargame.model.state import UnitId

SEGMENTS: tuple[ModuleType, ...] = (
    weather,
    air,
    support,
    operations,
    army,
    supply,
    replacement,
    interdiction,
    movement,
    carpet,
    combat,
    losses,
    retreat,
    advance,
    engineering,
    regroup,
    end,
)
"""The modules of the segment scripts, in the order of play; each names its conditions in WHEN."""


def _words_for(g: NorGame, unit: UnitId) -> tuple[str, ...]:
    """6.1, 6.3  Its class, its flags and its formation."""
    kind = g.content.units[unit]
    return kind.kind.casefold(), *sorted(kind.flags), kind.formation_id


ORDERS = Orders(
    ("yes", "no", "retreat", "advance", "displace"),
    ("stand", "retreat", "advance", "displace"),
    _words_for,
    lambda g: [prize.hex for prize in prizes(g)],
)
"""NOR-CO-21, NOR-RT-01, NOR-AD-04  What units can be ordered to do when they are asked."""


def _player_turns(g: NorGame, ids: tuple[str, ...]) -> tuple[str, ...]:
    """NOR-SQ-03, NOR-OP-06, NOR-OP-16  The German block first where the German has chosen so."""
    return tuple(reversed(ids)) if g.state.tracks.get("first") == "german" else ids


def _order_of_battle(content: NormandyContent) -> list[dict[str, Any]]:
    """Every counter as JSON values."""
    return [
        {
            "id": kind.id, "name": kind.name, "formation": kind.formation, "side": kind.side,
            "nation": kind.nation, "type": kind.kind, "state": kind.state,
            "hex": content.grid.name(kind.setup) if kind.setup is not None else None,
            "turn": kind.arrival, "area": kind.area or None,
        }
        for kind in content.units.values()
    ]  # fmt: skip


GAME = GameDefinition(
    id="normandy",
    title="Normandy 1944",
    blurb="From the beaches to Paris: bocage, ports, armies with purses, and a pocket at Falaise.",
    ruleset=RULESET,
    sides=sides(FILES),
    scenarios=scenarios(FILES),
    load=load_content,
    table=Layout(
        setup, zoc, holds, reads=(BRIDGE,), marks=(CADRE, DISORGANIZED), near=beside_bridges
    ),
    predicates={name: asked for module in SEGMENTS for name, asked in module.WHEN.items()},
    orders={"player_turns": _player_turns},
    face=NormandyFace(),
    charts=normandy_charts,
    order_of_battle=_order_of_battle,
    veil=VEIL,
    seats=(ORDERS,),
    asides=ORDERS.asides,
    attacks=NormandyAttacks(),
    journal=Wording(
        words,
        states={
            **{state.id: state.title for state in NormandyContent.printed_states.state},
            REDUCED: "reduced",
            CADRE: "a cadre",
        },
        shifts={row.id: row.title for row in NormandyContent.combat.modifier},
        shifted="modifiers",
        quiet=(
            *PASSING,
            REGROUP,
            RESERVE,
            REPLACED,
            SUPPORTED,
            OPERATION,
            MUST,
            STRUCK,
            AIR_UNIT,
        ),
        quiet_lost=(REDUCED, CADRE, DISORGANIZED),
        kept=tuple(box for box in BOXES if box != ELIMINATED),
    ),
    lab=LabKit(STATES, lab.SET, lab.UNIT, BOXES, ready=lab.ready),
    limits=Limits(40, invariants.broken, ("points", "beaches_lost", "field_force_gone")),
    segments=SEGMENTS,
)
