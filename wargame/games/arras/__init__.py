"""Arras 1940: I-go-you-go with interception, No Retreat orders, exploitation and refit."""

from __future__ import annotations

from typing import Any

from wargame.content.roster import as_json
from wargame.flow.definition import GameDefinition, Layout, Limits, Wording
from wargame.flow.lab_kit import LabKit
from wargame.flow.menu import scenarios, sides
from wargame.flow.standing_orders import Orders
from wargame.games.arras import lab
from wargame.games.arras.content import RULESET, ArrasContent, load_content
from wargame.games.arras.data.charts import arras_charts
from wargame.games.arras.data.files import FILES
from wargame.games.arras.face import ArrasFace
from wargame.games.arras.invariants import broken
from wargame.games.arras.prospects import ArrasAttacks
from wargame.games.arras.segments import (
    air,
    artillery,
    combat,
    end,
    movement,
    reinforcement,
    supply,
    turn,
)
from wargame.games.arras.state import (
    AIR_BOX,
    BOXES,
    DISRUPTED,
    DOWN,
    QUIET,
    STATES,
    ArrasGame,
    holds,
    is_night,
    setup,
    zoc,
)
from wargame.games.arras.words import words
from wargame.model.state import Side, UnitId


def _words_for(g: ArrasGame, unit: UnitId) -> tuple[str, ...]:
    """ARR-UN-02  Its class and its formation; aircraft go by "air", Rommel by his id alone."""
    kind = g.content.units.get(unit)
    if kind is None:
        return ("air",) if unit in g.content.air else ()
    return kind.kind, kind.formation_id.casefold()


ORDERS = Orders(
    ("yes", "no", "intercept", "retreat", "bombard"),
    ("no_retreat", "intercept", "retreat", "fire"),
    _words_for,
    lambda g: g.state.control,
)
"""ARR-CO-05, ARR-AR-03  What units can be ordered to do when they are asked."""
COUNTER = (
    "id name formation side nation type:kind size attack defence allowance range bombard "
    "hex:setup turn:arrival area"
)
"""What is listed of a counter, as it is called there and inside."""


def _is_day(g: ArrasGame, _side: Side) -> bool:
    """ARR-NI-01  Air missions and exploitation happen by day only."""
    return not is_night(g)


def _is_refit_turn(g: ArrasGame, _side: Side) -> bool:
    """ARR-RF-01  Once a game, on the night turn."""
    return is_night(g) and g.content.scenario.refit


def _order_of_battle(content: ArrasContent) -> list[dict[str, Any]]:
    """ARR-UN-02  Every counter as JSON values."""
    ground = (*content.units.values(), content.rommel)
    air = as_json(content.air.values(), "id name side air strike", content.grid)
    return as_json(ground, COUNTER, content.grid) + [{**row, "type": "air"} for row in air]


GAME = GameDefinition(
    id="arras",
    title="Arras 1940",
    blurb="The Allied counter-attack of 21 May 1940 and the German reply: tanks, 88s and nerve.",
    ruleset=RULESET,
    sides=sides(FILES),
    scenarios=scenarios(FILES),
    load=load_content,
    table=Layout(setup, zoc, holds, marks=(DISRUPTED,)),
    predicates={"day": _is_day, "refit_turn": _is_refit_turn},
    face=ArrasFace(),
    charts=arras_charts,
    order_of_battle=_order_of_battle,
    seats=(ORDERS,),
    asides=ORDERS.asides,
    attacks=ArrasAttacks(),
    journal=Wording(
        words,
        shifts={
            **{shift.id: shift.title for shift in ArrasContent.combat.shift},
            "interceptor": "interceptor's rating",
            "mission": "mission's rating",
            "effort": "air effort",
        },
        quiet=QUIET,
        only_in={"returns": DOWN},
        plural_units=frozenset(
            row["id"]
            for f in ArrasContent.listed.formation
            for row in f["units"]
            if row.get("plural")
        ),
    ),
    lab=LabKit(STATES, lab.SET, lab.UNIT, BOXES, kept=(AIR_BOX,), ready=lab.ready),
    limits=Limits(40, broken, ("points", "enemy_gone", "enemy_disrupted", "all_disrupted")),
    segments=(turn, supply, air, artillery, reinforcement, movement, combat, end),
)
