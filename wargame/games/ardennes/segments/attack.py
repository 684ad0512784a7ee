"""Attacks of an Activation: one declaration a pass opens a combat (ARD-AT-01, ARD-AC-08)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.script import DONE, Next, segment, then
from wargame.games.ardennes.activation import activation, remember
from wargame.games.ardennes.asks.attack import Attack, attack_ask
from wargame.games.ardennes.battle import FRAMES
from wargame.games.ardennes.chits import Forces
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.state import ATTACKED, ArdGame, automated


@segment("ardennes.ops.attack")
async def attacks(g: ArdGame, side: Side) -> Next:
    """ARD-AT-01, ARD-AC-08  One pass: an attack is declared, until no more are wanted."""
    if automated(g, side) or activation(g).night:
        return DONE
    ask = attack_ask(g, side)
    declared = await g.ask(ask) if ask.is_open() else None
    return begin(g, declared) if declared else DONE


def begin(g: ArdGame, forces: Forces, *, bonus: str = "") -> Next:
    """ARD-AT-01  Units and hex are used up; the combat is fought."""
    g.note("declared", rule="ARD-AT-01", units=forces.units, hexes=(forces.target,))
    g.mark(forces.units, ATTACKED, rule="ARD-AT-01")
    remember(g, struck=(*activation(g).struck, forces.target))
    return then(
        FRAMES[forces.side],
        attacker=forces.side,
        target=forces.target,
        units=forces.units,
        defenders=forces.defenders,
        bonus=bonus,
        origins=tuple(sorted({g.state.units[u].hex for u in forces.units})),
    )


def _possible(g: ArdGame, side: Side) -> bool:
    """ARD-AT-01  Whether an attack may be declared."""
    by_hand = not automated(g, side) and not activation(g).night
    return by_hand and Attack(g, side).is_open()


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {"attack_possible": _possible}
"""The conditions of its steps."""
