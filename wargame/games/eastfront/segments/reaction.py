"""Reaction of the non-phasing side, in the Reaction Phase and in a bonus turn (EF-RX-12 to EF-RX-15, EF-SU-14)."""

from __future__ import annotations

from wargame.content.figures import counted
from wargame.flow.ask import DONE_WORD
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.games.eastfront.asks.move import GRAMMAR, Move, Reactions
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import (
    REACTING,
    reaction_hqs,
    reactors,
    why_no_reaction,
    why_no_reaction_hq,
)
from wargame.games.eastfront.missions import missions
from wargame.games.eastfront.segments.movement import arrived
from wargame.games.eastfront.state import OTHER, REACTED, SURPRISE, EfGame
from wargame.games.eastfront.supply import supply_of
from wargame.games.eastfront.walk import BONUS_MOVE, REACTION

REACTING_NOW = "reacting"
"""Track: 1 while the reaction of a bonus turn is played."""


@segment("eastfront.reaction.move")
async def react(
    g: EfGame, side: Side, phase: int, begun: int = 0, went: tuple[int | str, ...] = ()
) -> Next:
    """EF-RX-01, EF-RX-14  One pass: missions before the first move, then a unit that reacts."""
    bonus = phase == BONUS_MOVE
    if not begun:
        g.keep(begun=1)
        g.set_list(REACTING, (), rule="EF-RX-12")
        g.set_track(REACTING_NOW, int(bonus), rule="EF-SU-14")
        await missions(g, OTHER[side], phase)
        await missions(g, side, phase)
        return AGAIN
    if went:
        g.keep(went=())
        arrived(g, went, REACTION, over=False)
        return AGAIN
    order = await _order(g, side, bonus=bonus)
    if order is None:
        g.set_track(REACTING_NOW, 0, rule="EF-SU-14")
        return DONE
    if not _goes(g, side, order, bonus=bonus):
        return AGAIN
    return then(
        "eastfront.march",
        side=side, into="went", units=order.units, rest=order.path[1:], phase=REACTION,
    )  # fmt: skip


async def _order(g: EfGame, side: Side, *, bonus: bool) -> Move | None:
    """EF-RX-14  The next unit that reacts; None for no more."""
    verb = Reactions(
        g, side, REACTION, bonus=bonus,
        fit=lambda: reactors(g, side),
        why=lambda u: why_no_reaction(g, u) or why_no_reaction_hq(g, u, supply_of(g, side)),
    )  # fmt: skip
    if not verb.is_open():
        return None
    out: Done[Move | None] = Done(DONE_WORD, "No more reaction", None, one_in=3)
    verbs: list[Verb[Move | None]] = [verb, out]
    ask = MixedAsk(
        g, verbs, side=side, key="react", rule="EF-RX-12", grammar=GRAMMAR,
        prompt=lambda: f"React: {counted(len(verb.fit), 'unit')} may.",
    )  # fmt: skip
    return await g.ask(ask)


def _goes(g: EfGame, side: Side, order: Move, *, bonus: bool) -> bool:
    """EF-RX-12, EF-SU-14  The unit uses an HQ's rating, and in a bonus turn must pass its roll."""
    (unit,) = order.units
    hq = order.by or reaction_hqs(g, unit, supply_of(g, side))[0]
    g.set_list(REACTING, (*g.state.lists.get(REACTING, ()), hq), rule="EF-RX-12")
    if bonus and not _passes(g, unit):
        g.gain(unit, REACTED, rule="EF-SU-14")
        return False
    return True


def _passes(g: EfGame, unit: str) -> bool:
    """EF-SU-14  In a bonus turn each unit must roll before it moves; in June 1941 it is harder."""
    rows = g.content.limits.surprise
    first = g.state.tracks.get(SURPRISE) == "axis" and g.state.turn() == 1
    needed = rows.react_first if first else rows.react
    return g.roll("reaction", sides=10, unit=unit, needed=needed, rule="EF-SU-14") >= needed


def may_react(g: EfGame, side: str) -> bool:
    """EF-RX-12  Whether anybody may, before the phase begins; the side of the step is the one that reacts."""
    own: Side = "axis" if side == "axis" else "soviet"
    return any(True for _ in reactors(g, own, begun=False))


WHEN = {"may_react": may_react}
