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
    dice = g.roll_many("Random event", 2, rule="ARR-EV-01")
    event = g.content.events[g.content.event_by_roll[sum(dice)]]
    row = ", ".join(str(roll) for roll in event.rolls)
    g.read_chart("events", column="", row=row, result=event.title, rule=event.rule)
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
        margin = score(g).margin
        shown = f"{margin:+d}" if margin else "0"
        g.note(f"No sudden death; the margin stands at {shown}.", rule="ARR-VI-02")
    return DONE


def _why_sudden(g: ArrasGame, winner: str) -> str:
    """ARR-VI-02  What has ended the game before its time."""
    if not winner:
        return "every unit of both sides is disrupted"
    if ground_units(g, OTHER[winner]):
        return "every enemy unit is disrupted"
    return "no enemy unit is left or to come"


def _count(g: ArrasGame) -> None:
    """ARR-VI-03  The margin gives the level."""
    found = score(g)
    held, kills = found.objectives, found.kills
    bonus = f", bonus {found.bonus}" if found.bonus else ""
    g.note(
        f"Allied: objectives {held['allied']}, kills {kills['allied']}{bonus}. "
        f"German: objectives {held['german']}, kills {kills['german']}. "
        f"Margin {found.margin:+d}.",
        rule="ARR-VI-03",
    )
    band = g.content.band(found.margin)
    winner = "" if band.winner == "draw" else band.winner
    g.end(winner, band.level, "victory points", rule="ARR-VI-03")
