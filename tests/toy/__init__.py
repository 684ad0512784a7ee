"""Crossroads: the smallest complete game, for the kernel's tests and as an example to read."""

from __future__ import annotations

from typing import Any

from tests.toy.content import FILES, ToyContent, ToyGame, load, setup, zoc
from tests.toy.face import ToyFace
from tests.toy.segments import combat, movement, turn
from tests.toy.segments.turn import is_clear
from wargame.content.roster import listing
from wargame.flow.definition import GameDefinition, Layout, Wording
from wargame.flow.lab_kit import LabKit
from wargame.flow.menu import scenarios, sides
from wargame.flow.standing_orders import Orders

__all__ = ["TOY", "ToyContent", "ToyGame"]


def _set_weather(g: ToyGame, value: Any) -> None:
    """TOY-WX-01  The weather of a position."""
    if value not in g.content.scenario.weather:
        raise ValueError(f'"{value}" is no weather: clear or rain')
    g.set_track("weather", value, rule="LAB")


ORDERS = Orders(
    ("fire", "yes", "no"), ("who", "dig_in"), lambda _g, _u: (), lambda g: (g.content.objective,)
)
"""TOY-FI-01, TOY-CB-03  What units can be ordered to do when they are asked."""
TOY = GameDefinition(
    id="toy",
    title="Crossroads",
    blurb="Six units and a crossroads.",
    ruleset="1",
    sides=sides(FILES),
    scenarios=scenarios(FILES),
    load=load,
    table=Layout(setup, zoc),
    predicates={"is_clear": is_clear},
    face=ToyFace(),
    charts=lambda content: {"combat": content.chart},
    order_of_battle=listing("id side name strength hex:setup"),
    journal=Wording(FILES.words, quiet=("moved", "fought", "_tried")),
    lab=LabKit(("shaken", "moved", "fought"), {"weather": _set_weather}, boxes=("lost",)),
    seats=(ORDERS,),
    asides=ORDERS.asides,
    segments=(turn, movement, combat),
)
