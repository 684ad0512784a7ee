"""Hannut 1940: chit-pull activations, opportunity fire and reactions, one table for all fire."""

from __future__ import annotations

from wargame.content.roster import listing
from wargame.flow.definition import GameDefinition, Layout, Limits, Wording
from wargame.flow.lab_kit import LabKit
from wargame.flow.menu import scenarios, sides
from wargame.flow.standing_orders import Orders
from wargame.games.hannut import lab
from wargame.games.hannut.content import RULESET, HannutContent, load_content
from wargame.games.hannut.data.charts import hannut_charts
from wargame.games.hannut.data.counters import UnitType
from wargame.games.hannut.data.files import FILES
from wargame.games.hannut.face import HannutFace
from wargame.games.hannut.invariants import broken
from wargame.games.hannut.prospects import HannutAttacks
from wargame.games.hannut.segments import (
    actions,
    admin,
    assault,
    end,
    indirect,
    operations,
)
from wargame.games.hannut.segments import (
    setup as opening,
)
from wargame.games.hannut.segments.admin import returning
from wargame.games.hannut.segments.end import is_last_turn
from wargame.games.hannut.segments.operations import needs_rally, needs_recovery
from wargame.games.hannut.segments.setup import mines_left
from wargame.games.hannut.state import COLUMN, ELIMINATED, LOADED, QUIET, STATES, kind_of, setup
from wargame.games.hannut.words import words
from wargame.rules.arrivals import WAITING


def _words_for(kind: UnitType) -> tuple[str, ...]:
    """HAN-CRT-10  Its class, its formation, and whether it is armoured."""
    return kind.kind, kind.formation_id.casefold(), "soft" if kind.soft else "armoured"


ORDERS = Orders(
    ("fire", "retreat", "back", "stand"),
    ("opportunity", "return", "retreat", "between", "fallback", "target"),
    lambda g, u: _words_for(kind_of(g, u)),
    lambda g: g.state.control,
)
"""HAN-RE-01  What units can be ordered to do when they are asked."""
COUNTER = (
    "id name side formation:formation_id type:kind class:mobility afv:family steps attack reduced "
    "defence range ma:allowance loaded_ma:loaded_allowance stu_pio:pioneer setup arrival area"
)
"""What is listed of a counter, as it is called there and inside."""


GAME = GameDefinition(
    id="hannut",
    title="Hannut 1940",
    blurb="Panzers against the Cavalry Corps, 13 May 1940: a cup of markers, units that fire back.",
    ruleset=RULESET,
    sides=sides(FILES),
    scenarios=scenarios(FILES),
    load=load_content,
    table=Layout(setup, marks=()),
    predicates={
        "mines_to_place": lambda g, _: mines_left(g) > 0,
        "hqs_to_return": lambda g, _: bool(returning(g)),
        "formation_to_recover": lambda g, _: needs_recovery(g),
        "formation_to_rally": lambda g, _: needs_rally(g),
        "turns_remain": lambda g, _: not is_last_turn(g),
        "last_turn": lambda g, _: is_last_turn(g),
    },
    face=HannutFace(),
    charts=hannut_charts,
    order_of_battle=listing(COUNTER),
    seats=(ORDERS,),
    asides=ORDERS.asides,
    attacks=HannutAttacks(),
    journal=Wording(
        words,
        states={key: row.title for key, row in HannutContent.states.items()},
        quiet=QUIET,
        chosen=frozenset({COLUMN, LOADED}),
        goal_first=frozenset({"assaults"}),
    ),
    lab=LabKit(
        STATES,
        lab.SET,
        lab.UNIT,
        boxes=(WAITING, ELIMINATED),
        ready=lab.ready,
        later=lambda g: g.content.markers,
    ),
    limits=Limits(40, broken, ("points", "tanks_lost", "nobody_left", "wiped_out", "gette")),
    segments=(opening, admin, operations, actions, assault, indirect, end),
)
