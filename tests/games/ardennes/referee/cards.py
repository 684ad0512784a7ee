"""The action cards: which line fires for which stack, and what it does (4.11, 5.15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from . import ground
from .assault import Plan, attackable, best_rank, defender_value, may_go
from .front import (
    communication,
    exerts,
    in_danger,
    out_of_contact,
    plug_hexes,
    proximate,
    proximate_from,
    sources,
    surrounded,
    unsafe,
    within,
)
from .march import destinations, room
from .position import Position, Unit, steps
from .supply import supplied


def _lines(text: str) -> tuple[tuple[str, str], ...]:
    """Situation and action of each line."""
    pairs = (part.split() for part in text.split(", "))
    return tuple((pair[0], pair[1]) for pair in pairs)


CARDS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "AC01": ("artillery", _lines("DANGER WITHDRAW, WEAK ATTACK, GAP PLUG")),
    "AC02": ("artillery", _lines("VPOPEN OCCUPY, DANGER WITHDRAW, ROUTE BLOCK")),
    "AC03": ("none", _lines("GAP PLUG, VPOPEN OCCUPY, IDLE CLOSE")),
    "AC04": ("tank battalion", _lines("FLANK ATTACK, WEAK ATTACK, ROUTE BLOCK")),
    "AC05": ("none", _lines("OUT RESTORE, DANGER WITHDRAW, VPOPEN OCCUPY")),
    "AC06": ("artillery", _lines("VPLOST ATTACK, WEAK ATTACK, IDLE CLOSE")),
    "AC07": ("none", _lines("ROUTE BLOCK, GAP PLUG, VPTHIN JOIN")),
    "AC08": ("none", _lines("VPTHIN JOIN, VPOPEN OCCUPY, GAP PLUG")),
    "AC09": ("artillery", _lines("WEAK ATTACK, ROUTE BLOCK, IDLE CLOSE")),
    "AC10": ("none", _lines("DANGER WITHDRAW, OUT RESTORE, VPTHIN JOIN")),
    "AC11": ("tank battalion", _lines("VPLOST ATTACK, FLANK ATTACK, VPOPEN OCCUPY")),
    "AC12": ("none", _lines("ROUTE BLOCK, VPOPEN OCCUPY, DANGER WITHDRAW")),
    "AC13": ("airpower", _lines("FLANK ATTACK, VPLOST ATTACK, ROUTE BLOCK")),
    "AC14": ("none", _lines("GAP PLUG, DANGER WITHDRAW, VPTHIN JOIN")),
    "AC15": ("artillery", _lines("WEAK ATTACK, VPTHIN JOIN, GAP PLUG")),
    "AC16": ("none", _lines("OUT RESTORE, GAP PLUG, IDLE CLOSE")),
    "AC17": ("airpower", _lines("WEAK ATTACK, FLANK ATTACK, VPOPEN OCCUPY")),
    "AC18": ("none", _lines("VPOPEN OCCUPY, VPTHIN JOIN, IDLE CLOSE")),
    "AC19": ("tank battalion", _lines("FLANK ATTACK, ROUTE BLOCK, GAP PLUG")),
    "AC20": ("none", _lines("DANGER WITHDRAW, VPTHIN JOIN, ALWAYS HOLD")),
}


@dataclass(frozen=True)
class Done:
    """What a card does: line 1 to 3, lead unit, action, hex (moved to or attacked)."""

    line: int
    lead: str
    action: str
    hex: str = ""
    force: tuple[tuple[str, str], ...] = ()  # lead unit and hex of every attacking stack


def active_stacks(pos: Position, formation: Iterable[str]) -> list[list[Unit]]:
    """Active stacks in ascending lead #; the lead unit first."""
    own = {i for i in formation if pos.units[i].hex[:1].isdigit()}
    leads: dict[str, Unit] = {}
    for u in sorted((pos.units[i] for i in own), key=lambda u: u.order):
        leads.setdefault(u.hex, u)
    return [[u, *(o for o in pos.at(u.hex) if o.id != u.id)] for u in leads.values()]


def play(
    pos: Position,
    card: str,
    formation: Iterable[str],
    acted: Iterable[str] = (),
    struck: frozenset[str] = frozenset(),
) -> Done | None:
    """What an action card does; None if no line fits; struck: hexes attacked in this Activation."""
    gone = set(acted)
    stacks = [s for s in active_stacks(pos, formation) if not any(u.id in gone for u in s)]
    for number, (situation, action) in enumerate(CARDS[card][1], 1):
        for stack in stacks:
            rest = [s for s in stacks if s is not stack]
            found = fits(pos, stack, rest, situation, struck)
            if found is not None:
                where, force = found
                action_done = "ATTACK" if force else "MOVE" if action == "ATTACK" else action
                return Done(number, stack[0].id, action_done, where, force)
    return None


Found = tuple[str, tuple[tuple[str, str], ...]]


def fits(
    pos: Position,
    stack: list[Unit],
    rest: list[list[Unit]],
    situation: str,
    struck: frozenset[str] = frozenset(),
) -> Found | None:
    """The hex of the action (and the force of an attack) if the line fits."""
    if situation == "ALWAYS":
        return stack[0].hex, ()
    targets = {u.hex for u in pos.on_map("german")} - struck
    if situation in ("WEAK", "FLANK"):
        return _strike(pos, (stack, rest), situation, targets)
    if situation == "VPLOST":
        return _vplost(pos, stack, rest, targets)
    hexes = MOVES[situation](pos, stack)
    return (hexes[0], ()) if hexes else None


def _bound(pos: Position, stack: list[Unit], *, risk: bool = False) -> dict[str, int]:
    """Reach of a stack under Protect VP, the Line and (but for risk) danger."""
    ids = tuple(u.id for u in stack)
    return {h: c for h, c in destinations(pos, stack).items() if may_go(pos, ids, h, risk=risk)}


def _named(pos: Position, reach: dict[str, int], hexes: Iterable[str]) -> list[str]:
    """Highest VP, highest HV, westernmost, then AA-17 (ruling R-204)."""

    def key(h: str) -> tuple[int, int, str, tuple[bool, int, int, str]]:
        return -ground.vp(h), -ground.hv(h), h[:2], best_rank(pos, h, reach[h])

    return sorted(hexes, key=key)


def _near_german(pos: Position, h: str, hexes: int) -> bool:
    return within(pos, h, "german", hexes)


def _danger(pos: Position, stack: list[Unit]) -> list[str]:
    h = stack[0].hex
    if ground.vp(h) or surrounded(pos, h, "allied") or not in_danger(pos, h, "allied"):
        return []
    ids = [u.id for u in stack]
    reach = destinations(pos, stack)
    safe = [n for n in reach if not unsafe(pos.put(ids, n), n, "allied")]

    def key(n: str) -> tuple[int, int, tuple[bool, int, int, str]]:
        far = min(ground.distance(n, s) for s in sources(pos, "allied"))
        return -ground.hv(n), far, best_rank(pos, n, reach[n])

    return sorted(safe, key=key)


def _out(pos: Position, stack: list[Unit]) -> list[str]:
    h = stack[0].hex
    poor = stack[0].supply != "in" or not communication(pos, h, "allied")
    if not poor or supplied(pos, h, "allied"):
        return []
    reach = _bound(pos, stack)
    ids = [u.id for u in stack]
    good = [n for n in reach if supplied(pos.put(ids, n), n, "allied")]
    return sorted(good, key=lambda n: (ground.distance(h, n), best_rank(pos, n, reach[n])))


def _vpopen(pos: Position, stack: list[Unit]) -> list[str]:
    reach = _bound(pos, stack, risk=True)
    own = (h for h in reach if ground.vp(h) and not pos.at(h) and pos.owned_by(h) == "allied")
    return _named(
        pos, reach, (h for h in own if _near_german(pos, h, 4) or proximate(pos, h, "allied"))
    )


def _vpthin(pos: Position, stack: list[Unit]) -> list[str]:
    reach = _bound(pos, stack, risk=True)
    own = (h for h in reach if ground.vp(h) and pos.owned_by(h) == "allied")
    thin = (h for h in own if steps(pos.at(h)) < 4 and room(pos, stack, h))
    return _named(pos, reach, (h for h in thin if _near_german(pos, h, 3)))


def _gap(pos: Position, stack: list[Unit]) -> list[str]:
    ids = tuple(u.id for u in stack)
    reach = _bound(pos, stack)
    after = {h: pos.put(ids, h) for h in plug_hexes(pos, ids, reach)}
    good = (h for h, p in after.items() if any(exerts(p, p.units[i]) for i in ids))
    return _named(pos, reach, good)


def _route(pos: Position, stack: list[Unit]) -> list[str]:
    reach = _bound(pos, stack)
    good = (h for h in reach if ground.hv(h) and not pos.at(h) and h in ground.PRIMARY)
    return _named(pos, reach, (h for h in good if proximate(pos, h, "allied")))


def _idle(pos: Position, stack: list[Unit]) -> list[str]:
    if not out_of_contact(pos, stack[0]):
        return []
    reach = _bound(pos, stack)
    germans = [u.hex for u in pos.on_map("german")]
    good = [h for h in reach if ground.hv(h) and not pos.at(h)]

    def key(h: str) -> tuple[int, tuple[bool, int, int, str]]:
        near = min((ground.distance(h, g) for g in germans), default=99)
        return near, best_rank(pos, h, reach[h])

    return sorted(good, key=key)


MOVES: dict[str, Callable[[Position, list[Unit]], list[str]]] = {
    "DANGER": _danger,
    "OUT": _out,
    "VPOPEN": _vpopen,
    "VPTHIN": _vpthin,
    "GAP": _gap,
    "ROUTE": _route,
    "IDLE": _idle,
}


def _poor(pos: Position, h: str) -> bool:
    """Every German in h short of Supply or fuel."""
    return all(u.supply != "in" or u.no_fuel for u in pos.at(h, "german"))


def _strike(
    pos: Position,
    force: tuple[list[Unit], list[list[Unit]]],
    situation: str,
    targets: set[str],
) -> Found | None:
    """WEAK and FLANK."""
    stack, rest = force
    want = Fraction(1 if situation == "FLANK" else 2 if pos.date >= 19 else 3)
    lead = stack[0].hex
    if situation == "FLANK":
        targets = {h for h in targets if _poor(pos, h)}
    targets = {h for h in targets if proximate_from(pos, lead, h, "allied")}
    return _pick(pos, stack, rest, targets, want)


def _vplost(
    pos: Position, stack: list[Unit], rest: list[list[Unit]], targets: set[str]
) -> Found | None:
    reach = _bound(pos, stack)
    empty = (h for h in reach if ground.vp(h) and not pos.at(h))
    lost = _named(pos, reach, (h for h in empty if pos.owned_by(h) == "german"))
    if lost:
        return lost[0], ()
    return _pick(pos, stack, rest, {h for h in targets if ground.vp(h)}, Fraction(2))


def _pick(
    pos: Position, stack: list[Unit], rest: list[list[Unit]], targets: set[str], want: Fraction
) -> Found | None:
    """The target by 5.16.1: by a VP hex, highest ratio, westernmost, lowest id."""
    plans: list[Plan] = []
    for h in sorted(targets):
        plan = attackable(pos, h, stack, rest)
        if plan and plan.ratio >= want:
            plans.append(plan)
    if not plans:
        return None

    def key(p: Plan) -> tuple[bool, Fraction, str, str]:
        by_vp = any(ground.vp(n) for n in (p.target, *ground.neighbours(p.target)))
        return not by_vp, -p.ratio, p.target[:2], p.target

    best = min(plans, key=key)
    return best.target, best.force


def may_improve(pos: Position, stack: list[Unit], acted: Iterable[str] = ()) -> bool:
    """Item 6 of 5.14: an IP may be placed under an active stack."""
    h = stack[0].hex
    if any(u.id in set(acted) for u in stack) or stack[0].supply != "in":
        return False
    if stack[0].dispersed:  # US-05
        return False
    return not ground.built_up(h) and h not in pos.improved and _near_german(pos, h, 3)


def level(date: int, *, first: bool, used: int) -> int:
    """Allied Command Level after a German impulse (SQ-06, DX-04)."""
    return 10 if date == 16 and first else min(7, used + 1)


def counted(date: int, draws: list[str]) -> int:
    """How many of these draws count for the Level (CD-07); "none" = No Command."""
    free = date >= 19 and "none" in draws
    return len(draws) - int(free)


def wander(roll: int) -> tuple[str, int]:
    """Wandering roll (4.4): what happens, and the days of the calendar."""
    if roll == 1:
        return "rearward", 0
    return ("calendar", roll) if roll <= 6 else ("stay", 0)


__all__ = ["CARDS", "Done", "active_stacks", "defender_value", "fits", "may_improve", "play"]
