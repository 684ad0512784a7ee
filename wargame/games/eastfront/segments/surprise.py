"""Surprise turns are declared (EF-SU-10 to EF-SU-12)."""

from __future__ import annotations

from itertools import combinations

from wargame.flow.ask import PASS, Choice, Option
from wargame.flow.script import DONE, Next, segment
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import SURPRISE_HQS
from wargame.games.eastfront.state import (
    READY_CHIT,
    SURPRISE,
    USED_CHIT,
    EfGame,
    level,
    unit_name,
    weather_at,
)
from wargame.games.eastfront.supply import supply_of
from wargame.games.eastfront.unplaced import why_no_surprise
from wargame.model.state import UnitId

DECLARED: dict[str, str] = {"axis": "surprises axis", "soviet": "surprises soviet"}
"""Lists: the turns in which a side had a surprise turn."""


def window(g: EfGame, side: str) -> tuple[int, int] | None:
    """EF-SU-10  The window of a chance that is open now and not used; that of June 1941 is an event."""
    rows = (
        g.content.limits.surprise.axis[1:] if side == "axis" else g.content.limits.surprise.soviet
    )
    turn, used = g.state.turn(), g.state.lists.get(DECLARED[side], ())
    return next(
        (
            (first, last) for first, last in rows
            if first <= turn <= last and not any(first <= int(t) <= last for t in used)
        ),
        None,
    )  # fmt: skip


def pairs(g: EfGame, side: Side) -> list[tuple[UnitId, UnitId]]:
    """EF-SU-11  Two HQs in supply with ready chits, near each other, in clear, frost or snow."""
    rows, supply = g.content.limits.surprise, supply_of(g, side)
    able = [
        hq
        for hq in supply.hqs()
        if READY_CHIT in hq.states and level(hq) == 0 and weather_at(g, hq.hex) in ("C", "F", "S")
    ]
    return [
        (a.id, b.id)
        for a, b in combinations(able, 2)
        if g.grid.distance(a.hex, b.hex) <= rows.apart
    ]


@segment("eastfront.initial.surprise")
async def declare(g: EfGame, side: Side) -> Next:
    """EF-SU-11  Two chits are spent for a surprise turn, or the chance waits."""
    choices: list[tuple[Option, tuple[UnitId, ...]]] = [(Option(PASS, "No surprise now"), ())]
    for a, b in pairs(g, side):
        label = f"Surprise by {unit_name(g, a)} and {unit_name(g, b)}"
        choices.append((Option(f"surprise {a} {b}", label, (a, b)), (a, b)))
    ask = Choice(
        side, "initial.surprise", "Declare a surprise turn?", choices, rule="EF-SU-11", quiet=PASS,
        explain=lambda text: why_no_surprise(g, side, text), meant=_by_id,
    )  # fmt: skip
    hqs = await g.ask(ask)
    if not hqs:
        return DONE
    for hq in hqs:
        g.shed(hq, READY_CHIT, rule="EF-SU-11")
        g.gain(hq, USED_CHIT, rule="EF-SU-11")
    begin(g, side, hqs)
    return DONE


def _by_id(text: str) -> str:
    """Two HQs by id, however they were named."""
    verb, *hqs = text.split()
    return " ".join((verb, *sorted(hqs))) if verb == "surprise" else text


def begin(g: EfGame, side: Side, hqs: tuple[UnitId, ...]) -> None:
    """EF-SU-01  The player-turn is one of surprise."""
    g.set_track(SURPRISE, side, rule="EF-SU-01")
    g.set_list(SURPRISE_HQS, hqs, rule="EF-SU-12")
    old = g.state.lists.get(DECLARED[side], ())
    g.set_list(DECLARED[side], (*old, g.state.turn()), rule="EF-SU-10")
    g.note("surprise", side=side, rule="EF-SU-01")


def may_surprise(g: EfGame, side: str) -> bool:
    """EF-SU-10, EF-SU-11"""
    own: Side = "axis" if side == "axis" else "soviet"
    return window(g, side) is not None and bool(pairs(g, own))


WHEN = {"may_surprise": may_surprise}
