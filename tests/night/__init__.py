"""Night patrol: the toy's map and counters with secrets of every kind, to test what a side sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.night import segments
from tests.night.content import SCENARIO, load, setup
from tests.night.face import NightFace
from tests.night.veil import VEIL
from tests.toy import TOY
from tests.toy.content import BLUE, RED, zoc
from wargame.content.words import read_words
from wargame.flow.definition import GameDefinition, Layout, ScenarioInfo, SideInfo, Wording

__all__ = ["NIGHT"]


_QUIET: Sequence[str] = ("moved", "fought", "face down", "mine")

NIGHT = GameDefinition(
    id="night",
    title="Night patrol",
    blurb="Face down, with mines, cards and a plan.",
    ruleset="1",
    sides=(SideInfo(RED, "Red", 0), SideInfo(BLUE, "Blue", 1)),
    scenarios=(ScenarioInfo(SCENARIO, "Night patrol", turns=2, minutes=10),),
    load=load,
    table=Layout(setup, zoc),
    predicates={},
    face=NightFace(),
    charts=TOY.charts,
    order_of_battle=TOY.order_of_battle,
    veil=VEIL,
    journal=Wording(partial(read_words, Path(__file__).parent / "words.toml"), quiet=_QUIET),
    segments=(segments,),
)
