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

ACTION_CARDS = load_content(CAMPAIGN).action_cards
LOST, OTHER = "us.424.106", "us.423.106"
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


def test_the_first_aim_with_a_hex_in_reach() -> None:
    """ARD-AA-06, ARD-AA-08: Communication, else Westwall, else City/Town; the nearest, told with the others."""
    g = board()
    found = aim(g, [LOST])
    told = [e for e, _ in g.journal if isinstance(e, ev.Decided)]
    if found.path:
        assert told[-1].working[0][1] == g.grid.name(found.path[-1])
        assert len({row[0] for row in told[-1].working}) == 1


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
    """ARD-AA-06"""
    session = impulse([], states={})
    reached = [e for e in events(session, ev.Decided) if e.what == f"wandering {LOST}"]
    assert bool(reached) == (rolls(session, "wandering") == [])
