"""Border raid: a toy for what no real game uses yet: orders by seats, asides, marches, battles in frames."""

from __future__ import annotations

from functools import partial

from tests.border import battles, marches, orders
from tests.border.content import (
    HERE,
    TURNS,
    by_turn,
    can_attack,
    has_passed,
    is_emptied,
    load,
    setup,
    turns_are_over,
)
from tests.border.seats import ASIDES, BorderVeil, Fire
from tests.toy import TOY
from tests.toy.content import BLUE, RED, zoc
from tests.toy.face import ToyFace
from wargame.content.words import read_words
from wargame.flow.definition import (
    GameDefinition,
    Layout,
    OptionInfo,
    ScenarioInfo,
    SideInfo,
    Wording,
)
from wargame.flow.lab_kit import LabKit

__all__ = ["BORDER", "battles", "marches", "orders"]

BORDER = GameDefinition(
    id="border",
    title="Border raid",
    blurb="Six units, two hands of tactics and a minefield.",
    ruleset="1",
    sides=(SideInfo(RED, "Red", 0), SideInfo(BLUE, "Blue", 1)),
    segments=(battles, marches, orders),
    scenarios=(ScenarioInfo("border/raid", "Border raid", turns=TURNS["long"], minutes=10),),
    load=load,
    table=Layout(setup, zoc),
    predicates={
        "turns_are_over": turns_are_over,
        "has_passed": has_passed,
        "can_attack": can_attack,
        "is_emptied": is_emptied,
    },
    orders={"by_turn": by_turn},
    options=(OptionInfo("length", "Length", {"long": "three turns", "short": "one turn"}),),
    face=ToyFace(),
    charts=lambda _content: {},
    order_of_battle=TOY.order_of_battle,
    seats=(Fire(),),
    asides=ASIDES,
    veil=BorderVeil(),
    journal=Wording(partial(read_words, HERE / "words.toml"), quiet=("moved", "fought")),
    lab=LabKit(states=("shaken", "moved", "fought"), boxes=("lost",)),
)
