"""Arras 1940: I-go-you-go with interception, No Retreat orders, exploitation and refit."""

from __future__ import annotations

from typing import Any

from wargame.content.chart import Chart
from wargame.flow.definition import GameDefinition, ScenarioInfo, SideInfo
from wargame.games.arras import lab, segments
from wargame.games.arras.content import RULESET, ArrasContent, load_content, scenarios
from wargame.games.arras.data.files import read_tables
from wargame.games.arras.face import ArrasFace
from wargame.games.arras.invariants import broken
from wargame.games.arras.state import (
    AIR_BOX,
    QUIET,
    SIDE_TITLES,
    ArrasGame,
    holds,
    is_night,
    setup,
    zoc,
)
from wargame.games.arras.words import words
from wargame.model.state import Side

__all__ = ["GAME", "segments"]


def _is_day(g: ArrasGame, _side: Side) -> bool:
    """ARR-NI-01  Air missions and exploitation happen by day only."""
    return not is_night(g)


def _is_refit_turn(g: ArrasGame, _side: Side) -> bool:
    """ARR-RF-01  Once a game, on the night turn."""
    return is_night(g) and g.content.scenario.refit


def _charts(content: ArrasContent) -> dict[str, Chart]:
    return content.charts


def _order_of_battle(content: ArrasContent) -> list[dict[str, Any]]:
    """ARR-UN-02  Every counter as JSON values."""
    name = content.grid.name
    ground = [
        {
            "id": kind.id,
            "name": kind.name,
            "formation": kind.formation,
            "side": kind.side,
            "nation": kind.nation,
            "type": kind.kind,
            "size": kind.size,
            "attack": kind.attack,
            "defence": kind.defence,
            "allowance": kind.allowance,
            "range": kind.range,
            "bombard": kind.bombard,
            "hex": name(kind.setup) if kind.setup is not None else None,
            "turn": kind.arrival,
            "area": kind.area or None,
        }
        for kind in (*content.units.values(), content.rommel)
    ]
    air = [
        {
            "id": a.id,
            "name": a.name,
            "side": a.side,
            "type": "air",
            "air": a.air,
            "strike": a.strike,
        }
        for a in content.air.values()
    ]
    return ground + air


GAME = GameDefinition(
    id="arras",
    title="Arras 1940",
    blurb="The Allied counter-attack of 21 May 1940 and the German reply: tanks, 88s and nerve.",
    ruleset=RULESET,
    sides=(
        SideInfo("allied", SIDE_TITLES["allied"], 0),
        SideInfo("german", SIDE_TITLES["german"], 1),
    ),
    scenarios=tuple(ScenarioInfo(s.id, s.title, s.turns, s.minutes, s.blurb) for s in scenarios()),
    load=load_content,
    setup=setup,
    zoc=zoc,
    predicates={"day": _is_day, "refit_turn": _is_refit_turn},
    face=ArrasFace(),
    charts=_charts,
    order_of_battle=_order_of_battle,
    quiet_states=QUIET,
    words=words,
    shift_words={
        **{shift.id: shift.title for shift in read_tables().combat.shift},
        "interceptor": "interceptor's rating",
        "mission": "mission's rating",
        "effort": "air effort",
    },
    plural_units=frozenset(
        unit.id for row in read_tables().units.formation for unit in row.units if unit.plural
    ),
    lab_states=lab.STATES,
    lab_set=lab.SET,
    lab_unit=lab.UNIT,
    lab_boxes=lab.BOXES,
    lab_kept=(AIR_BOX,),
    lab_ready=lab.ready,
    holds=holds,
    pass_answers=40,
    invariants=broken,
)
