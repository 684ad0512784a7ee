"""Air missions of the Initial Phase, ground and defensive support, status made good (EF-AR, EF-SP-01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from wargame.content.figures import counted
from wargame.flow.ask import DONE_WORD, Odds, Option, Pick, Refusal, allow, refuse
from wargame.flow.imagined import imagined
from wargame.flow.notation import Words
from wargame.flow.orders import MixedAsk, Verb
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront.air import (
    REST_ORDER,
    flyers,
    in_range,
    operative,
    plane,
    rest,
    rests,
    ways_out,
)
from wargame.games.eastfront.data.files import SIDES, Side
from wargame.games.eastfront.declared import battle_of, due, listed
from wargame.games.eastfront.flight import (
    fight,
    flak,
    intercept,
    landed,
    read_base,
    told_base,
    will_land,
)
from wargame.games.eastfront.missions import GRAMMAR, codes, missions, ready
from wargame.games.eastfront.nets import fed_hexes
from wargame.games.eastfront.odds import odds
from wargame.games.eastfront.state import (
    DUMP,
    FLEW,
    FLOWN,
    HIT,
    MISSION,
    OTHER,
    SURPRISE,
    EfGame,
    level,
    place_name,
    unit_name,
    weather_at,
)
from wargame.games.eastfront.strength import EXPLOIT, HASTY
from wargame.games.eastfront.supply import supply_of
from wargame.games.eastfront.support import given, is_escort, points
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import Unit, UnitId
from wargame.rules.choose import some


@segment("eastfront.air.missions")
async def initial(g: EfGame, side: Side, phase: int, turn: int = 0) -> Next:
    """EF-IN-04  The phasing player flies first, then the other."""
    if turn > 1:
        return DONE
    await missions(g, side if turn == 0 else OTHER[side], phase)
    g.keep(turn=turn + 1)
    return AGAIN


def somebody_flies(g: EfGame, side: str) -> bool:
    """EF-IN-04"""
    return any(ready(g, who) and codes(g, who, 1) for who in SIDES) and bool(side)


# -- support of attacks -----------------------------------------------------------------------------


class Support(NamedTuple):
    """Air units given to an attack, or to its defence."""

    letter: str
    units: tuple[UnitId, ...]
    target: Hex
    base: Hex = -1


def most_over(g: EfGame, kind: str) -> int:
    """EF-AR-26, EF-CB-11  Air units of a side over an attack of a type, interceptors among them."""
    return 1 if kind in (HASTY, EXPLOIT) else g.content.limits.air.most


STAGES = ("GS own", "DS other", "GS other", "DS own")
"""EF-AR-14  In this order; then the interceptions, the phasing player's first."""


class SupportVerb(Verb[Support]):
    """`support GS A-STG1+A-JG51 1135`; GB, DB for fighters that drop bombs."""

    words, form = ("support",), "support MISSION UNIT HEX [to BASE]"

    def __init__(self, g: EfGame, side: Side, letter: str, phase: int) -> None:
        self.g, self.side, self.letter = g, side, letter
        self.attacker: Side = side if letter == "G" else OTHER[side]
        self.targets = dict(due(g, self.attacker, phase))

    def why(self, unit: UnitId, target: Hex, code: str) -> Refusal | None:
        """EF-AR-14, EF-AR-15, EF-AR-26  Why an air unit does not support there."""
        g, kind, name = self.g, plane(self.g, unit), unit_name(self.g, unit)
        stands = g.state.units[unit]
        if target not in self.targets:
            return Refusal(f"No attack on {place_name(g, target)} waits for that.", "EF-AR-14")
        if not operative(stands) or FLEW in stands.states or stands.ties.get(MISSION):
            return Refusal(f"{name} is not ready to fly.", "EF-AR-11")
        if weather_at(g, target) == "B":
            return Refusal("Nobody flies in a blizzard.", "EF-WX-03")
        if kind.type == "T" or (code[1] == "B" and kind.type != "F"):
            return Refusal(f"{name} does not fly that.", "EF-AR-27")
        if not in_range(g, unit, target):
            return Refusal(f"{place_name(g, target)} is beyond the range of {name}.", "EF-AR-12")
        there = given(g, self.side, target, attacker=self.letter == "G")
        most = most_over(g, self.targets[target])
        if len(there) >= most:
            return Refusal(_too_many(most), "EF-AR-26")
        return None

    def heads(self) -> Iterator[Option]:
        """Units that may be given."""
        for unit in ready(self.g, self.side) if self.targets else ():
            for code in self._codes(unit.id):
                near = (h for h in self.targets if in_range(self.g, unit.id, h))
                found = [h for h in near if self.why(unit.id, h, code) is None]
                if found:
                    head = f"support {code} {unit.id}"
                    yield Option(head, self._said(unit.id, code), (unit.id,), tuple(found))

    def _said(self, unit: UnitId, code: str) -> str:
        """EF-AR-27  What it does over an attack; a fighter escorts, or drops bombs and does not."""
        if plane(self.g, unit).type == "F":
            does = "bombs on" if code[1] == "B" else "escort over"
        else:
            does = "for the attack on" if code[0] == "G" else "for the defence of"
        return f"{unit_name(self.g, unit)}: {does}"

    def _short(self, head: Option, target: Hex) -> str:
        """EF-AR-10  That the points of an attack do not come to a modifier yet; "" for an escort, or in defence."""
        (unit,), least = head.units, min(self.g.content.limits.air.net)
        code = head.answer.split()[1]
        if self.letter != "G" or (code == "GS" and plane(self.g, unit).type == "F"):
            return ""
        there = points(self.g, self.side, target, attacker=True, more=unit)
        return "" if there >= least else f" (no +1: {there} of {least} bombing points)"

    def _codes(self, unit: UnitId) -> tuple[str, ...]:
        both = (f"{self.letter}S", f"{self.letter}B")
        return both if plane(self.g, unit).type == "F" else both[:1]

    def orders(self, head: Option) -> Iterator[Option]:
        """Attacks in reach."""
        for target in head.hexes:
            label = f"{head.label} {place_name(self.g, target)}{self._short(head, target)}"
            yield Option(f"{head.answer} {self.g.grid.name(target)}", label, head.units, (target,))

    def sample(self, pick: Pick) -> str:
        """Some unit over some attack."""

        def flown(unit: Unit) -> str | None:
            codes = self._codes(unit.id)
            code = codes[pick(len(codes))]
            to = some(
                self.targets, lambda h: h if self.why(unit.id, h, code) is None else None, pick
            )
            return None if to is None else f"support {code} {unit.id} {self.g.grid.name(to)}"

        return some(ready(self.g, self.side) if self.targets else (), flown, pick) or ""

    def read(self, words: Words) -> tuple[str, Support]:
        """The support; raises IllegalAnswer."""
        known = (f"{self.letter}S", f"{self.letter}B")
        code = words.one_of("mission", known).upper()
        units, target = tuple(sorted(words.stack())), words.hex()
        base = read_base(self.g, words, units, target)
        words.end()
        for unit in units:
            if unit not in self.g.content.air or self.g.state.units[unit].side != self.side:
                raise refuse(f"{unit} is no air unit of yours.", "EF-AR-10")
            allow(self.why(unit, target, code))
        there = given(self.g, self.side, target, attacker=self.letter == "G")
        most = most_over(self.g, self.targets[target])
        if len(there) + len(units) > most:
            raise refuse(_too_many(most), "EF-AR-26")
        said = f"support {code} {'+'.join(units)} {self.g.grid.name(target)}"
        return said + told_base(self.g, base), Support(code, units, target, base)

    def odds(self, words: Words) -> Odds | None:
        """EF-AR-10  What the attack comes to with them, if nobody intercepts."""
        order = self.read(words)[1]
        to = f"{order.letter} {self.g.grid.name(order.target)}"
        with imagined(self.g, [ev.Tied(u, MISSION, to, "EF-AR-14") for u in order.units]) as g:
            found = odds(g, battle_of(g, self.attacker, order.target, self.targets[order.target]))
        return replace(found, basis=f"{found.basis}, if nobody intercepts") if found else None


@segment("eastfront.air.combat")
async def support(g: EfGame, side: Side, phase: int, stage: int = 0) -> Next:
    """EF-AR-14, EF-CB-02, EF-XC-02  One pass: an order of support, or the interceptions of a side."""
    if stage >= len(STAGES) + 2:
        return DONE
    if stage >= len(STAGES):
        await _interceptions(g, side if stage == len(STAGES) else OTHER[side], phase)
        g.keep(stage=stage + 1)
        return AGAIN
    code, whose = STAGES[stage].split()
    who: Side = side if whose == "own" else OTHER[side]
    verb = SupportVerb(g, who, code[0], phase)
    order: Support | str = DONE_WORD
    if not rests(g, who) and verb.is_open():
        verbs: list[Verb[Support | str]] = [verb, *ways_out("No more support", ready(g, who))]
        what = "Ground support" if code == "GS" else "Defensive support"
        order = await g.ask(
            MixedAsk(
                g,
                verbs,
                side=who,
                key="air.support",
                rule="EF-AR-14",
                grammar=GRAMMAR,
                prompt=f"{what}? {REST_ORDER}",
            )
        )
    if isinstance(order, str):
        rest(g, who, order)
        g.keep(stage=stage + 1)
        return AGAIN
    will_land(g, order.units, order.base)
    for unit in order.units:
        _give(g, who, unit, order)
    return AGAIN


def _too_many(most: int) -> str:
    return f"{counted(most, 'air unit is/air units are')} the most over this attack."


def _give(g: EfGame, side: Side, unit: UnitId, order: Support) -> None:
    """EF-SU-15  In June 1941 Soviet defensive support must roll to come."""
    first = (
        g.state.tracks.get(SURPRISE) == "axis"
        and g.state.turn() == 1
        and g.state.tracks.get("bonus")
    )
    g.gain(unit, FLEW, rule="EF-AR-11")
    if side == "soviet" and order.letter[0] == "D" and first:
        needed = g.content.limits.surprise.soviet_support
        if g.roll("scramble", sides=10, unit=unit, needed=needed, rule="EF-SU-15") < needed:
            landed(g, [unit])
            return
    g.tie(unit, MISSION, f"{order.letter} {g.grid.name(order.target)}", rule="EF-AR-14")


async def _interceptions(g: EfGame, side: Side, phase: int) -> None:
    """EF-AR-14  A side intercepts what the other flies over attacks, hex by hex."""
    other = OTHER[side]
    found = sorted((h, kind, who) for who in SIDES for h, kind in due(g, who, phase))
    for target, kind, who in found:
        attacker = who == other
        flown = given(g, other, target, attacker=attacker)
        if flown:
            own = given(g, side, target, attacker=not attacker)
            room = most_over(g, kind) - len(own)
            others = await intercept(g, side, target, flown, room)
            if others:
                escorts = [u for u in flown if is_escort(g, u)]
                bombers = [u for u in flown if u not in escorts]
                await fight(g, other, escorts, bombers, others)
            flak(g, target, given(g, other, target, attacker=attacker))


def end_support(g: EfGame, target: Hex) -> None:
    """EF-AR-11, EF-AR-22  After an attack, or when it is dropped, its air units are I1."""
    for who in SIDES:
        for attacker in (True, False):
            landed(g, given(g, who, target, attacker=attacker))


def attacks_wait(g: EfGame, _side: str) -> bool:
    """EF-CB-02  Whether an attack may be supported."""
    return any(listed(g, who) for who in SIDES)


# -- status -----------------------------------------------------------------------------------------


@segment("eastfront.supply.air_status")
async def status(g: EfGame) -> Next:
    """EF-SP-01, EF-AR-17  I2 becomes I1 and I1 operative, on both sides, where the base is in supply and no blizzard blows."""
    for side in SIDES:
        fed, spent = _fed_bases(g, side), dict[Hex, int]()
        for unit in flyers(g, side):
            if (
                unit.states & {FLOWN, HIT}
                and weather_at(g, unit.hex) != "B"
                and _served(g, side, unit.hex, fed, spent)
                and _weather(g, unit.id)
            ):
                if HIT in unit.states:
                    g.shed(unit.id, HIT, rule="EF-AR-17")
                    g.gain(unit.id, FLOWN, rule="EF-AR-17")
                else:
                    g.shed(unit.id, FLOWN, rule="EF-AR-17")
    return DONE


def _fed_bases(g: EfGame, side: Side) -> int:
    """EF-AR-17  Hexes of fed nets and of HQs in supply: a set of hexes."""
    found, supply = fed_hexes(g, side), supply_of(g, side)
    for hq in supply.hqs():
        if not level(hq):
            found |= 1 << hq.hex
    for source in supply.heads:
        found |= 1 << source
    return found


def _served(g: EfGame, side: Side, base: Hex, fed: int, spent: dict[Hex, int]) -> bool:
    """EF-AR-17  A base in supply; else an SP in the hex is used up for four units."""
    if fed >> base & 1:
        return True
    if spent.get(base, 0) % g.content.limits.supply.units_a_point:
        spent[base] += 1
        return True
    stock = g.state.layers.get(DUMP, {}).get(base, 0)
    if not stock or g.state.control.get(base) != side:
        return False
    g.set_layer(DUMP, {base: stock - 1}, rule="EF-AR-17")
    spent[base] = spent.get(base, 0) + 1
    return True


def _weather(g: EfGame, unit: UnitId) -> bool:
    """EF-AR-17  In mud and snow a roll decides."""
    kind = plane(g, unit)
    weather = weather_at(g, g.state.units[unit].hex)
    hardy = kind.nation == "F" or (kind.side == "soviet" and weather == "S")
    if weather not in ("M", "S") or hardy:
        return True
    needed = g.content.limits.air.mend
    return g.roll("air_status", sides=10, unit=unit, needed=needed, rule="EF-AR-17") >= needed


WHEN = {"somebody_flies": somebody_flies, "attacks_wait": attacks_wait}
