"""Ardennes 1944: cards, combat chits, roadblocks, and Allies who may be run by the rules."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from wargame.flow.definition import GameDefinition, Layout, Limits, OptionInfo, Wording
from wargame.flow.lab_kit import LabKit
from wargame.flow.menu import scenarios, sides
from wargame.games.ardennes import invariants, lab
from wargame.games.ardennes.citing import cites
from wargame.games.ardennes.content import RULESET, ArdennesContent, load_content
from wargame.games.ardennes.counting import judge
from wargame.games.ardennes.data.charts import ardennes_charts
from wargame.games.ardennes.data.files import FILES
from wargame.games.ardennes.face import ArdennesFace, order_of_battle
from wargame.games.ardennes.prospects import ArdennesAttacks
from wargame.games.ardennes.standing import ASIDES, SEAT
from wargame.games.ardennes.state import (
    BOXES,
    BRIDGE,
    DISPERSED,
    IDLE,
    IMPROVED,
    ISOLATED,
    MODE,
    PASSING,
    ROADBLOCK,
    STATES,
    automated,
    beside_bridges,
    setup,
    zoc,
)
from wargame.games.ardennes.summed import summed
from wargame.games.ardennes.veil import VEIL
from wargame.games.ardennes.words import words

_ORDER = (
    "supply", "cards", "command", "deploy", "impulse", "move", "attack", "tactics", "chits",
    "hits", "advance", "end",
)  # fmt: skip
# By name: some are called like modules of the game itself, which importing them here would hide.
SEGMENTS: tuple[ModuleType, ...] = tuple(
    import_module(f"wargame.games.ardennes.segments.{name}") for name in _ORDER
)
"""The modules of the segment scripts, in the order of play; each names its conditions in WHEN."""

MODES = OptionInfo(
    MODE,
    "Who plays",
    {
        "2p": "Two players, each with a secret hand of cards",
        "gs": "A German player alone, against Allies run by the rules",
    },
)
"""ARD-SQ-05"""

GAME = GameDefinition(
    id="ardennes",
    title="Ardennes 1944",
    blurb="From the Our to the Meuse: command cards, combat chits, Roadblocks, and fuel running out.",
    ruleset=RULESET,
    sides=sides(FILES),
    scenarios=scenarios(FILES),
    load=load_content,
    table=Layout(setup, zoc, reads=(BRIDGE,), marks=(DISPERSED, ISOLATED), near=beside_bridges),
    predicates={
        name: asked for module in SEGMENTS for name, asked in getattr(module, "WHEN", {}).items()
    },
    face=ArdennesFace(),
    charts=ardennes_charts,
    order_of_battle=order_of_battle,
    options=(MODES,),
    attacks=ArdennesAttacks(),
    automated=automated,
    judged=judge,
    veil=VEIL,
    seats=(SEAT,),
    asides=ASIDES,
    journal=Wording(
        words,
        states={row.id: row.title for row in ArdennesContent.printed_states.state},
        quiet=(*PASSING, *IDLE),
        cites=cites,
        layers={
            IMPROVED: (
                "An improved position is built on {}",
                "The improved position on {} is gone",
            ),
            ROADBLOCK: ("", "The Roadblock in {} is gone"),
        },
        sums_up=summed,
    ),
    lab=LabKit(STATES, lab.SET, lab.UNIT, BOXES, ready=lab.ready, opened=lab.OPENED, die=10),
    limits=Limits(60, invariants.broken, ("points", "enough", "meuse", "stopped")),
    segments=SEGMENTS,
)
