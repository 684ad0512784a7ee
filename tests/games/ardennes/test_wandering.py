"""Wandering stacks behind enemy lines (ARD-AA-05 to -08)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.ardennes.table import CAMPAIGN, at, events, position, rolls, states, table, unit
from wargame.flow.session import Session
from wargame.games.ardennes.automaton.wander import aim, rearward, wandering
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.front import is_wandering
from wargame.games.ardennes.state import ArdGame
from wargame.model import events as ev

CONTENT = load_content(CAMPAIGN)
ACTION_CARDS = CONTENT.action_cards
LOST, OTHER, RECON = "us.424.106", "us.423.106", "de.2aa.2"
RING = {
    "de.2.2": "3011", "de.304.2": "2812", "de.77.26": "2815", "de.39.26": "3015", "de.78.26": "3214",
    "de.3pz.2": "3212",
}  # fmt: skip
"""Germans around 3013: no way out, six hexes open."""


def board(**more: Any) -> ArdGame:
    """A table on December 19 with the 424th cut off in 3013."""
    units = {LOST: "3013", **RING, **more.pop("units", {})}
    return table(units, **{"mode": "gs", "turn": 19, **more})


def impulse(dice: Sequence[int], cards: Sequence[str] = ("A06",), **more: Any) -> Session:
    """The Allied impulse, a draw of the 106th's card; *dice* follow that draw."""
    units = {LOST: "3013", **RING, **more.pop("units", {})}
    return position(
        "ops.allied.command",
        units,
        dice=[1, *dice, 1, 1, 1, 1, 1, 1],
        cups={"allied deck": [*cards, "AS07"], "actions": sorted(ACTION_CARDS)},
        **{"mode": "gs", "turn": 19, "tracks": {"played": 1}, **more},
    )


def test_who_wanders() -> None:
    """ARD-AA-05: out of Communication, not in a City/Town, not Surrounded."""
    g = board()
    assert is_wandering(g, g.grid.hex("3013"))
    assert [[LOST]] == wandering(g, [LOST])
    town = table({LOST: "3012", **RING}, mode="gs", turn=19)
    assert wandering(town, [LOST]) == []
    free = table({LOST: "3013"}, mode="gs", turn=19)
    assert wandering(free, [LOST]) == []


def test_stack_by_stack_in_ascending_number() -> None:
    """ARD-AA-05: by the lowest # of the formation; the whole hex goes."""
    g = board(units={OTHER: "3014", "us.422.106": "3013"})
    assert [["us.422.106", LOST], [OTHER]] == wandering(g, [LOST, OTHER, "us.422.106"])


def walled(centre: str, **more: Any) -> ArdGame:
    """A table on which Germans fill every hex four away from the 424th."""
    grid = CONTENT.grid
    wall = [x for x in sorted(CONTENT.board) if grid.distance(x, grid.hex(centre)) == 4]
    germans = [k.id for k in CONTENT.units.values() if k.side == "german" and not k.bracketed]
    units = {u: grid.name(x) for u, x in zip(germans, wall, strict=False)}
    return table({LOST: centre, **units, **more.pop("units", {})}, mode="gs", turn=19, **more)


def aims(g: ArdGame) -> tuple[str, list[Any]]:
    """Where the 424th goes, and the candidates that were told."""
    found = aim(g, [LOST])
    told = [e for e in g.journal if isinstance(e, ev.Decided) and e.what.startswith("wandering")]
    rows = [list(row) for row in told[-1].working] if told else []
    return (g.grid.name(found.path[-1]) if found.path else "", rows)


def test_the_first_aim_is_communication() -> None:
    """ARD-AA-06, ARD-AA-08: the fewest MP, then westernmost, though St. Vith is nearer; told with the others."""
    goal, rows = aims(board())
    assert (goal, [row[:2] for row in rows]) == (
        "2813",
        [["Communication", "2813"], ["Communication", "2814"]],
    )


def test_the_second_aim_is_the_westwall() -> None:
    """ARD-AA-06: no way out within four hexes, but the Schnee Eifel."""
    goal, rows = aims(walled("3412"))
    assert (goal, {row[0] for row in rows}) == ("3413", {"Westwall"})
    assert next(row[1] for row in rows) == "3413"
    assert {row[1] for row in rows} <= {CONTENT.grid.name(x) for x in CONTENT.westwall}


def test_the_third_aim_is_a_town() -> None:
    """ARD-AA-06: Vielsalm; not one that the Germans fill."""
    goal, rows = aims(walled("2613"))
    assert (goal, [row[:2] for row in rows]) == ("2612", [["City/Town", "2612"]])
    assert aims(walled("2613", units={RECON: "2612"})) == ("", [])


def test_ties_of_an_aim() -> None:
    """ARD-AA-08: of hexes for as many MP the one closest to an Allied unit In Supply."""
    goal, _ = aims(board(units={OTHER: "2816"}))
    assert goal == "2814"


def test_who_cannot_move_reaches_nothing() -> None:
    """ARD-US-05, ARD-AA-07: a Dispersed stack has no aim and goes nowhere by a 1."""
    g = board(states={LOST: ["dispersed"]})
    assert aim(g, [LOST]).path == ()
    assert rearward(g, [LOST]) == -1


def test_rearward_is_nearer_to_its_source() -> None:
    """ARD-AA-07: an adjacent hex nearer to the closest source, by a legal step."""
    g = board()
    start, far = g.grid.hex("3013"), g.grid.distance
    source = min(g.content.sources["allied"], key=lambda x: (far(start, x), x))
    found = rearward(g, [LOST])
    assert found >= 0
    assert far(found, source) < far(start, source)


@pytest.mark.parametrize("roll", [2, 3, 6])
def test_w15_back_on_the_calendar(roll: int) -> None:
    """W15, ARD-AA-07, ARD-CA-01: placed that many days ahead, at present strength, without markers."""
    session = impulse([roll], states={LOST: ["dispersed", "low supply"]}, lost={LOST: 1})
    assert [roll] == rolls(session, "wandering")
    assert at(session, LOST) == "waiting"
    gone = unit(session, LOST)
    assert 19 + roll == gone.numbers["due"]
    assert (set(), 1) == (states(session, LOST), gone.numbers["lost"])


def test_beyond_the_last_day() -> None:
    """ARD-CA-01"""
    session = impulse([6], states={LOST: ["dispersed"]}, turn=24)
    assert at(session, LOST) == "gone"


@pytest.mark.parametrize("roll", [7, 10])
def test_it_stays(roll: int) -> None:
    """ARD-AA-07: on 7 to 10; it has acted and does nothing else."""
    session = impulse([roll], states={LOST: ["dispersed"]})
    assert at(session, LOST) == "3013"
    assert unit(session, LOST).numbers["today"] == 1


def test_a_stack_that_reaches_its_aim_rolls_nothing() -> None:
    """ARD-AA-06, 5.14.5: it goes there and does nothing else in this Activation."""
    session = impulse([])
    assert (rolls(session, "wandering"), at(session, LOST)) == ([], "2813")
    assert unit(session, LOST).numbers["today"] == 1
    acted = [e.chosen for e in events(session, ev.Decided) if e.what.startswith("action")]
    assert acted == ["nothing"] * 3


@pytest.mark.parametrize(
    ("roll", "where", "shaken"),
    [(1, "2712", ["dispersed"]), (1, "2613", []), (2, "waiting", []), (7, "2613", [])],
)
def test_w15_no_aim(roll: int, where: str, shaken: list[str]) -> None:
    """W15, ARD-AA-07: a step nearer to its source, if it can be taken (not from ZOC to ZOC); the calendar; nothing."""
    state = walled("2613", units={RECON: "2612"}).state
    units = {u.id: CONTENT.grid.name(u.hex) for u in state.units.values() if u.hex >= 0}
    session = position(
        "ops.allied.command", units, dice=[1, roll], mode="gs", turn=19, tracks={"played": 1},
        states={RECON: shaken},
        cups={"allied deck": ["A06", "AS07"], "actions": sorted(ACTION_CARDS)},
    )  # fmt: skip
    assert (rolls(session, "wandering"), at(session, LOST)) == ([roll], where)
