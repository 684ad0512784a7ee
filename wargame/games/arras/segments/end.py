"""End segment: random events and victory determination (ARR-SQ-04)."""

from __future__ import annotations

from wargame.flow.script import DONE, Next, segment
from wargame.games.arras.score import score, sudden_death
from wargame.games.arras.segments.rommel import arrive
from wargame.games.arras.state import OTHER, ArrasGame, ground_units


@segment("arras.end.events")
async def random_events(g: ArrasGame) -> Next:
    """ARR-EV-01, ARR-EV-08  Two dice, one event; it acts in the next turn, Rommel at once."""
    if g.state.turn() not in g.content.scenario.event_turns:
        return DONE
    dice = g.roll_many("random_event", 2, rule="ARR-EV-01")
    event = g.content.events[g.content.event_by_roll[sum(dice)]]
    row = ", ".join(str(roll) for roll in event.rolls)
    total = sum(dice)
    g.read_chart("events", column="", row=row, result=event.id, total=total, rule=event.rule)
    if event.id == "rommel":
        await arrive(g)
    elif event.id != "none":
        coming = {*str(g.state.tracks["coming"]).split(), event.id}
        g.set_track("coming", " ".join(sorted(coming)), rule=event.rule)
    return DONE


@segment("arras.end.victory")
async def victory(g: ArrasGame) -> Next:
    """ARR-VI-01, ARR-VI-02  Sudden death every turn; points after the last."""
    winner = sudden_death(g) if g.content.scenario.sudden_death else None
    if winner is not None:
        level = "sudden death" if winner else "draw"
        g.end(winner, level, _why_sudden(g, winner), rule="ARR-VI-02")
    elif g.state.turn() >= g.content.scenario.last_turn:
        _count(g)
    else:
        g.note("margin", rule="ARR-VI-02", margin=score(g).margin)
    return DONE


def _why_sudden(g: ArrasGame, winner: str) -> str:
    """ARR-VI-02  What has ended the game before its time."""
    if not winner:
        return "all_disrupted"
    if ground_units(g, OTHER[winner]):
        return "enemy_disrupted"
    return "enemy_gone"


def _count(g: ArrasGame) -> None:
    """ARR-VI-03  The margin gives the level."""
    found = score(g)
    held, kills = found.objectives, found.kills
    g.note(
        "counted_bonus" if found.bonus else "counted", rule="ARR-VI-03", margin=found.margin,
        allied=held["allied"], allied_kills=kills["allied"], bonus=found.bonus,
        german=held["german"], german_kills=kills["german"],
    )  # fmt: skip
    band = g.content.band(found.margin)
    g.end(band.side, band.level, "points", rule="ARR-VI-03")
