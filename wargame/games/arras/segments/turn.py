"""The start of a game-turn: turn marker, aircraft, events that come into force (ARR-SQ-05)."""

from __future__ import annotations

from wargame.flow.script import DONE, Next, segment
from wargame.games.arras.state import (
    DOWN,
    FLOWN,
    GROUNDED,
    INTERCEPTED,
    INTERDICTION,
    ArrasGame,
    is_night,
)
from wargame.rules.phases import lift, next_turn

RULE = "ARR-SQ-05"


@segment("arras.turn.start")
async def turn_start(g: ArrasGame) -> Next:
    """ARR-SQ-05  Advance the turn, ready the aircraft, put last turn's event in force."""
    next_turn(g, rule=RULE)
    _events(g)
    _aircraft(g)
    if is_night(g):
        lift(g, INTERDICTION, rule="ARR-GE-03")
    return DONE


def _events(g: ArrasGame) -> None:
    """ARR-EV-08  Last turn's event acts now; the air effort waits for daylight."""
    coming = str(g.state.tracks["coming"]).split()
    held = [e for e in coming if e == "max_air" and is_night(g)]  # ARR-EV-06
    acting = sorted({e for e in coming if e not in held})
    g.set_track("events", " ".join(acting), rule="ARR-EV-08")
    g.set_track("coming", " ".join(held), rule="ARR-EV-08")
    for event in acting:
        g.note("in_force", rule="ARR-EV-08", event=event)
    if held:
        g.note("held_over", rule="ARR-EV-06")


def _aircraft(g: ArrasGame) -> None:
    """ARR-AR-05, ARR-AR-12  Aircraft whose turn has come are ready again."""
    effort = "max_air" in str(g.state.tracks["events"]).split()
    for air in sorted(g.content.air.values(), key=lambda a: a.id):
        unit = g.state.units[air.id]
        back = unit.numbers.get("returns", 0) <= g.state.turn()
        if DOWN in unit.states and (back or (effort and air.side == "allied")):
            g.shed(air.id, DOWN, rule="ARR-AR-05" if back else "ARR-EV-06")
        g.shed(air.id, GROUNDED, rule="ARR-AR-12")
        g.shed(air.id, INTERCEPTED, rule=RULE)
        g.set_number(air.id, FLOWN, 0, rule=RULE)
