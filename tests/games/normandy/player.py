"""A scripted player of Normandy: sensible enough to read, and the same in every run.

The Allies land all they can, march on the nearest city or port that is not theirs, and attack at good odds; the
Germans bar the way to what is nearest to the Allies, from ground that shelters. Points go where the questions propose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from wargame.flow.ask import Ask, Odds, Option
from wargame.flow.orders import DeclareAsk, MixedAsk
from wargame.flow.session import Session
from wargame.games.normandy.score import prizes
from wargame.games.normandy.state import NorGame, combat_units, kind_of, on_map, strength
from wargame.hexes.grid import Hex

WORTH_IT = Fraction(1, 2)
"""An attack that need not be made is made where it costs the enemy so much more than oneself."""
SHELTER = {"bocage", "town", "city", "woods", "forest", "swamp", "marsh"}
HQ_BEHIND = 2


def reply(session: Session) -> str:
    """The scripted player's answer to the open question."""
    ask, g = session.ask, session.game
    assert ask is not None
    if isinstance(ask, DeclareAsk):
        return attack(ask)
    if ask.key.startswith("movement."):
        assert isinstance(ask, MixedAsk)
        return move(g, ask)
    found = _REPLIES.get(ask.key, first)(g, ask)
    return found if session.why_not(found) is None else first(g, ask)


def first(_: NorGame, ask: Ask[Any]) -> str:
    """What is offered first: the proposal of an allotment, a retreat that costs least."""
    return ask.options()[0].answer


# -- movement ---------------------------------------------------------------------------------------


def move(g: NorGame, ask: MixedAsk[Any]) -> str:
    """Whoever waits lands; then the first unit that gains by it moves, those in front first."""
    landing = [o.answer for o in ask.others() if o.answer in ("land all", "enter all")]
    entering = [o.answer for o in ask.others() if o.answer.startswith(("enter ", "land "))]
    if landing or entering:
        return (landing or entering)[0]
    for head in sorted(ask.heads(), key=lambda h: _from_goal(g, h)):
        goal = _better(g, ask, head)
        if goal is not None:
            return ask.route(head.answer, [goal])
    return "done"


def _from_goal(g: NorGame, head: Option) -> tuple[int, str]:
    unit = g.state.units[head.units[0]]
    return (_nearest(g, unit.hex, _enemies(g, unit.side)) if unit.hex >= 0 else -1, unit.id)


def _better(g: NorGame, ask: MixedAsk[Any], head: Option) -> Hex | None:
    """Where a unit stands better than now, by more than a hex of way; None where it stays."""
    unit = g.state.units[head.units[0]]
    ends = ask.reach(head.answer)
    if not ends:
        return None
    ranked = {h: _worth(g, unit.id, h) for h in ends}
    best = min(ranked, key=lambda h: (-ranked[h], -ends[h], h))
    now = _worth(g, unit.id, unit.hex) if unit.hex >= 0 else Fraction(-999)
    return best if ranked[best] > now + 1 else None


def _worth(g: NorGame, unit_id: str, where: Hex) -> Fraction:
    """How well a unit would stand in a hex: near its goal, not alone before many, out of the fire if it is no fighter."""
    unit, kind = g.state.units[unit_id], kind_of(g, unit_id)
    enemies = _enemies(g, unit.side)
    far = _nearest(g, where, enemies)
    if kind.hq or not kind.combat_unit:
        return -Fraction(abs(far - HQ_BEHIND)) - 4 * (far <= 1)
    value = -Fraction(_nearest(g, where, _goals(g, unit.side)))
    beside = [h for h in g.grid.neighbours[where] if combat_units(g, h, _other(unit.side))]
    if beside:
        value += _balance(g, unit_id, where, beside)
    friends = combat_units(g, where, unit.side)
    crowd = sum(u.id != unit_id for u in friends)
    if unit.side == "german":
        sheltered = g.content.map.terrain[where] in SHELTER
        value += 1 * sheltered + 2 * bool(beside) - 2 * crowd
    return value


def _balance(g: NorGame, unit_id: str, where: Hex, beside: Iterable[Hex]) -> Fraction:
    """Enough friends around the weakest of the enemies, or too few."""
    side = g.state.units[unit_id].side

    def against(target: Hex) -> Fraction:
        ring = {*g.grid.neighbours[target], where}
        ours = {u.id for h in ring for u in combat_units(g, h, side)} | {unit_id}
        mine = sum(strength(g, u) for u in ours)
        theirs = sum(strength(g, u.id) for u in combat_units(g, target, _other(side)))
        return Fraction(mine, max(theirs, 1))

    best = max(against(h) for h in beside)
    if side == "german":
        return Fraction(0) if best >= 1 else Fraction(-1)
    return Fraction(2) if best >= 2 else Fraction(-3)


def _goals(g: NorGame, side: str) -> list[Hex]:
    """Hexes that count and are the enemy's; for the German his own that the Allies are nearest to."""
    found = [prize.hex for prize in prizes(g)]
    if side == "allied":
        return [h for h in found if g.state.control.get(h) != "allied"] or _enemies(g, side)
    own = [h for h in found if g.state.control.get(h) == "german"]
    allies = _enemies(g, side)
    return sorted(own, key=lambda h: (_nearest(g, h, allies), h))[:6] or allies


def _enemies(g: NorGame, side: str) -> list[Hex]:
    return sorted({u.hex for u in on_map(g, _other(side)) if kind_of(g, u.id).combat_unit})


def _nearest(g: NorGame, where: Hex, hexes: Iterable[Hex]) -> int:
    return min((g.grid.distance(where, h) for h in hexes), default=0)


def _other(side: str) -> str:
    return "german" if side == "allied" else "allied"


# -- combat -----------------------------------------------------------------------------------------


def attack(ask: DeclareAsk[Any]) -> str:
    """The best attack that pays, then whatever must be made; nothing more otherwise."""
    must = set(ask.obligatory())
    found = []
    for target in ask.targets():
        hexes, units = ask.offered([target])
        if units:
            answer = ask.compose(hexes, units)
            found.append((target in must, _gain(ask.odds(answer), ask.side), answer))
    paying = [row for row in found if row[1] >= WORTH_IT] or [row for row in found if row[0]]
    if paying:
        return max(paying, key=lambda row: (row[1], row[2]))[2]
    return "done"


def _gain(odds: Odds | None, side: str) -> Fraction:
    """Steps and retreats of the enemy against those of one's own, on average."""
    if odds is None:
        return Fraction(0)
    lost = {who: 2 * n for who, n in odds.loss.items()}
    for who, n in odds.back.items():
        lost[who] = lost.get(who, Fraction(0)) + n / 2
    return lost.get(_other(side), Fraction(0)) - lost.get(side, Fraction(0))


def _operation(g: NorGame, ask: Ask[Any]) -> str:
    """What runs goes on; where half a purse of 8 pays for it the corps with most units begins one."""
    proposed = ask.options()[0].answer
    if proposed != "done" or not hasattr(ask, "rows"):
        return proposed
    rows = [row for row in ask.rows() if row.note.startswith("begins")]
    rich = [row for row in rows if int(g.state.tracks.get(f"sp {_army(g, row.key)}", 0)) >= 8]
    if not rich:
        return "done"
    best = max(rich, key=lambda row: (_units_of(row.note), row.key))
    return f"allocate {best.key}"


def _units_of(note: str) -> int:
    return int(note.split("; ")[1].split(maxsplit=1)[0])


def _army(g: NorGame, hq: str) -> str:
    return g.state.units[hq].ties.get("army", "")


def _advance(_: NorGame, ask: Ask[Any]) -> str:
    """The first who may."""
    return next(
        (o.answer for o in ask.options() if o.answer not in ("pass", "done")),
        ask.options()[0].answer,
    )


def _stay(_: NorGame, ask: Ask[Any]) -> str:
    """Leave it as it is."""
    return next(
        (o.answer for o in ask.options() if o.answer in ("done", "pass", "no")),
        ask.options()[0].answer,
    )


_REPLIES: dict[str, Callable[[NorGame, Ask[Any]], str]] = {
    "supply.attach": _stay,
    "replacement.boundary": _stay,
    "replacement.transfer": _stay,
    "operation.allied": _operation,
    "operation.german": _operation,
    "combat.advance": _advance,
    "combat.stand": _stay,
    "withdrawal": _stay,
    "interdiction.target": _stay,
}
