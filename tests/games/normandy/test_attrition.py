"""Attrition Numbers and exact chances (NOR-CO-18)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from tests.games.normandy.look import CALM, OPEN, look
from tests.games.normandy.table import table
from wargame.games.normandy.odds import Assessment, Stake, assess, odds

# -- Attrition Numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("defenders", "number"),
    [
        ({"ge.ost642": "full"}, 1),
        ({"ge.716.gr736": "full"}, 1),
        ({"ge.12ss.ss-pzgr25": "full"}, 2),
        ({"ge.12ss.ss-pzgr25": "full", "ge.716.gr736": "full"}, 2),
        ({"ge.12ss.ss-pzgr25": "full", "ge.12ss.ss-pzr12": "full"}, 3),
        ({"ge.12ss.ss-pzgr25": "full", "ge.12ss.ss-pzr12": "full", "ge.21.pzgr192": "full"}, 4),
    ],
)
def test_the_attackers_number(defenders: Mapping[str, str], number: int) -> None:
    """NOR-CO-18, table 4.15: by the defender's steps; HQs and guns count for none."""
    units = {"cw.3c.9th": "3415", **dict.fromkeys(defenders, "3416"), "ge.wrf7": "3416"}
    assert look(units, "3416").white == number


def test_what_changes_the_attackers_number() -> None:
    """Table 4.15: cover, works, aircraft; marsh is no cover."""
    assert look(OPEN, "3416").white == 2
    assert look(OPEN, "3416", works={"3416": "improved"}).white == 3
    assert look(OPEN, "3416", works={"3416": "entrenchment"}).white == 3
    assert look(OPEN, "3416", stake=Stake(1, ground=1)).white == 2
    assert look(OPEN, "3416", stake=Stake(1, ground=2)).white == 1
    assert look({"us.1.16th": "1718", "ge.352.gr914": "1818"}, "1818").white == 3


def test_the_defenders_number() -> None:
    """NOR-CO-18, table 4.15: by the attacker's steps; works shield him, guns find him."""
    assert look(OPEN, "3416").black == 1
    more = {**OPEN, "cw.3c.8th": "3415"}
    assert look(more, "3416").black == 2
    more["cw.3c.7th"] = "3415"
    assert look(more, "3416").black == 3
    more["cw.15.44th"] = "3315"
    assert look(more, "3416").black == 4
    assert look(more, "3416", works={"3416": "improved"}).black == 3
    assert look(more, "3416", works={"3416": "entrenchment"}).black == 2
    assert look(OPEN, "3416", works={"3416": "entrenchment"}).black == 0
    guns = {**more, "cw.art.4agra": "3414", "ge.wrf7": "3417"}
    fire = Stake(1, guns=("cw.art.4agra",))
    assert look(guns, "3416", stake=fire).black == 5
    assert look(guns, "3416", {"cw.art.4agra": ["reduced"]}, stake=fire).black == 4
    reply = Stake(guns=("ge.wrf7",))
    assert look(guns, "3416", stake=fire, answer=reply).black == 4


# -- chances --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "drm_", "numbers", "means", "retreat"),
    [
        ("1:1", 0, (3, 2), (1.28, 0.44), 8),
        ("2:1", 0, (3, 3), (0.89, 0.75), 42),
        ("3:1", 0, (3, 3), (0.83, 0.81), 58),
        ("3:1", -1, (4, 3), (1.06, 0.75), 42),
        ("2:1", -1, (4, 3), (1.17, 0.72), 28),
        ("4:1", 2, (3, 4), (0.61, 1.44), 92),
        ("6:1", -3, (4, 4), (1.03, 0.92), 42),
        ("8:1", 4, (2, 5), (0.33, 2.92), 100),
    ],
)
def test_the_lines_under_the_results_table(
    column: str, drm_: int, numbers: tuple[int, int], means: tuple[float, float], retreat: int
) -> None:
    """Table 4.11: mean steps lost and the chance of a retreat."""
    g = table(OPEN)
    number = [c.name for c in g.content.combat.columns].index(column)
    found = Assessment(
        "allied", 2, 2, number, (), *numbers, drm_, steps=(99, 99), units=(1, 1)
    )  # fmt: skip
    told = odds(g, found)
    assert round(float(told.loss["allied"]), 2) == means[0]
    assert round(float(told.loss["german"]), 2) == means[1]
    assert round(100 * told.back.get("german", Fraction(0))) == retreat


def test_odds_tell_of_both_dice() -> None:
    """NOR-CO-18: 36 throws, each outcome once, losses within the steps that are there."""
    g = table(OPEN, **CALM)
    hexes, units = [g.grid.hex("3416")], ["cw.3c.9th"]
    told = odds(g, assess(g, hexes, units, Stake(1)))
    assert sum(o.chance for o in told.outcomes) == 1
    assert len({o.code for o in told.outcomes}) == len(told.outcomes)
    assert told.column == "1:1"
    assert told.needs == "3:2 needs 2 more strength."
    assert max(o.loss.get("allied", 0) for o in told.outcomes) == 3
