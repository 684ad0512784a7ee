"""East Front 1941-45: rail nets, supply by points, reaction in every combat, air, ships and partisans."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from wargame.flow.definition import GameDefinition, Layout, Limits, OptionInfo, Wording
from wargame.flow.lab_kit import LabKit
from wargame.flow.menu import scenarios, sides
from wargame.games.eastfront import invariants, lab, reached
from wargame.games.eastfront.content import RULESET, EastFrontContent, load_content
from wargame.games.eastfront.data.charts import eastfront_charts
from wargame.games.eastfront.data.files import FILES
from wargame.games.eastfront.face import EastFrontFace, order_of_battle
from wargame.games.eastfront.prospects import EastFrontAttacks
from wargame.games.eastfront.standing.book import REAR_ORDERS
from wargame.games.eastfront.standing.form import ASIDES
from wargame.games.eastfront.standing.seat import SEAT
from wargame.games.eastfront.state import (
    BOXES,
    MARKS,
    PASSING,
    READY_CHIT,
    STATES,
    ZONE_READS,
    holds,
    setup,
    zoc,
)
from wargame.games.eastfront.veil import VEIL
from wargame.games.eastfront.words import words

_ORDER = (
    "weather", "events", "judgement", "surprise", "air", "movement", "reaction", "combat", "battle", "gunfire",
    "reinforcement", "engineering", "naval", "partisans", "replacement", "supply", "chits", "end",
)  # fmt: skip
# By name: some are called like modules of the game itself, which importing them here would hide.
SEGMENTS: tuple[ModuleType, ...] = tuple(
    import_module(f"wargame.games.eastfront.segments.{name}") for name in _ORDER
)
"""The modules of the segment scripts, in the order of play; each names its conditions in WHEN."""

GAME = GameDefinition(
    id="eastfront",
    title="East Front 1941-45",
    blurb="From the Bug to the Volga and back: rail nets, supply by points, reaction, reserves, surprise.",
    ruleset=RULESET,
    sides=sides(FILES),
    scenarios=scenarios(FILES),
    load=load_content,
    table=Layout(setup, zoc, holds, reads=ZONE_READS, marks=MARKS, blank=0),
    predicates={
        name: asked for module in SEGMENTS for name, asked in getattr(module, "WHEN", {}).items()
    },
    face=EastFrontFace(),
    charts=eastfront_charts,
    order_of_battle=order_of_battle,
    options=(
        OptionInfo(
            REAR_ORDERS,
            "Orders for the rear while the other side moves",
            {"off": "none", "on": "allowed"},
        ),
    ),
    seats=(SEAT,),
    asides=ASIDES,
    veil=VEIL,
    attacks=EastFrontAttacks(),
    journal=Wording(
        words,
        states={
            row.id: row.said or row.title.lower() for row in EastFrontContent.printed_states.state
        },
        quiet_lost=frozenset({READY_CHIT}),
        quiet=PASSING,
    ),
    lab=LabKit(STATES, lab.SET, lab.UNIT, BOXES, ready=reached.ready, die=10),
    limits=Limits(120, invariants.broken, ("points", "concedes", "cities", "capitals", "collapse")),
    segments=SEGMENTS,
)
