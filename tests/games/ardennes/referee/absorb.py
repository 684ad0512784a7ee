"""The automated Allied defender takes its hits one after another (5.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .hits import choose, hold_target, lose, loses_zoc, routes, weaker
from .position import Position, steps


@dataclass(frozen=True)
class Attack:
    """The combat hex, the hexes attacked from, and the losses taken so far by unit."""

    combat: str
    origins: list[str]
    taken: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """The position after the hits, the path of retreat, and the words of the log."""

    pos: Position
    path: tuple[str, ...]
    log: tuple[str, ...]


def can_retreat(pos: Position, h: str, combat: str, attackers: list[str], gone: int) -> bool:
    """The whole stack has a hex to go to (splitting stacks are not judged here)."""
    return gone < 2 and bool(choose(pos, h, combat, attackers, gone))


def absorb(
    pos: Position, combat: str, attackers: list[str], hits: int, rolls: Sequence[int]
) -> Outcome:
    """Hits on the stack in `combat`; rolls are the HoldCheck dice in order."""
    h, dice, attack = combat, list(rolls), Attack(combat, attackers)
    path: list[str] = []
    log: list[str] = []
    taken = attack.taken
    names = [u.id for u in pos.at(combat, "allied")]
    for left in range(hits, 0, -1):
        if not pos.at(h, "allied") or not any(n in pos.units for n in names):
            break
        word = _word(pos, h, attack, (left, len(path)), dice)
        log.append(word)
        if word == "retreat":
            pos, h = _go(pos, h, attack, len(path))
            path.append(h)
        else:
            hurt = weaker([pos.units[n] for n in names if n in pos.units], taken)
            taken[hurt] = taken.get(hurt, 0) + 1
            pos = lose(pos, hurt)
    if len(path) == 2:
        units = {k: replace(u, dispersed=u.dispersed or k in names) for k, u in pos.units.items()}
        pos = replace(pos, units=units)
    return Outcome(pos, tuple(path), tuple(log))


def _word(pos: Position, h: str, attack: Attack, count: tuple[int, int], dice: list[int]) -> str:
    """Step or retreat, for one hit; count = hits left, hexes retreated."""
    left, gone = count
    if not can_retreat(pos, h, attack.combat, attack.origins, gone):
        return "step"
    if left >= steps(pos.at(h, "allied")) or loses_zoc(pos, h, attack.taken):
        return "retreat"
    roll = dice.pop(0)
    return "step" if roll <= hold_target(pos, h, attack.origins, attack.combat, gone) else "retreat"


def _go(pos: Position, h: str, attack: Attack, gone: int) -> tuple[Position, str]:
    """The stack goes 1 hex back and pays for it where the hex costs a step."""
    taken = attack.taken
    way = choose(pos, h, attack.combat, attack.origins, gone)[0]
    names = [u.id for u in pos.at(h, "allied")]
    if way.cost:
        hurt = weaker(pos.at(h, "allied"), taken)
        taken[hurt] = taken.get(hurt, 0) + 1
        pos = lose(pos, hurt)
    return pos.put([n for n in names if n in pos.units], way.hex), way.hex


def bug_out(pos: Position, h: str, *, ratio_3: bool, endangered: bool, vp: bool) -> bool:
    """The automated defender bugs out (5.9c); not if every way costs a step."""
    ways = routes(pos, h, "allied", h)
    return not vp and (endangered or ratio_3) and any(not w.cost for w in ways)
