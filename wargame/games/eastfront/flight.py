"""Air combat and what bombs do: pairs, anti-air fire, hits (EF-AR-10, EF-AR-13, EF-AR-25)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wargame.flow.ask import DONE_WORD, About, Choice, Odds, Option, Refusal, refuse
from wargame.flow.notation import Words
from wargame.games.eastfront.air import (
    LANDS,
    fighter,
    flyers,
    has_room,
    hit,
    in_range,
    operative,
    plane,
    rests,
)
from wargame.games.eastfront.air_odds import Shot, meets_fire, pair_odds, shot
from wargame.games.eastfront.asks.refusals import intercepts_not
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import eliminate, lose_steps
from wargame.games.eastfront.sea import ships
from wargame.games.eastfront.state import (
    DUMP,
    FLEW,
    FLOWN,
    MISSION,
    OTHER,
    PORT_HITS,
    EfGame,
    place_name,
    unit_name,
    weather_at,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

INTERCEPTS = frozenset(("F", "A"))


def interceptors(g: EfGame, side: Side, target: Hex) -> list[UnitId]:
    """EF-AR-10  Air units of a side that may intercept over a hex, by id."""
    return [
        u.id
        for u in flyers(g, side)
        if plane(g, u.id).type in INTERCEPTS
        and operative(u)
        and FLEW not in u.states
        and not u.ties.get(MISSION)
        and in_range(g, u.id, target)
    ]


async def intercept(
    g: EfGame, side: Side, target: Hex, flown: Sequence[UnitId], most: int
) -> list[UnitId]:
    """EF-SQ-12, EF-AR-13, EF-AR-26  The other side names interceptors of a mission, *most* of them; who came."""
    chosen = list[UnitId]()
    names = ", ".join(unit_name(g, u) for u in flown)
    while len(chosen) < most and not rests(g, side):
        able = [u for u in interceptors(g, side, target) if u not in chosen]
        if not able or weather_at(g, target) == "B":
            break
        choices = [
            (Option(f"intercept {u}", f"{unit_name(g, u)} (fighter {fighter(g, u)})", (u,)), u)
            for u in able
        ]
        out = (Option(DONE_WORD, "No more interceptors" if chosen else "No interception"), "")
        prompt = f"{names} over {place_name(g, target)}: intercept?"
        about = About(tuple(chosen), (target,), tuple(flown))
        ask = Choice(
            side,
            "air.intercept",
            prompt,
            [out, *choices],
            rule="EF-SQ-12",
            quiet=DONE_WORD,
            explain=intercepts_not(g, side, target, sorted(INTERCEPTS)),
            odds=partial(_met_odds, g, flown, tuple(chosen)),
            about=about,
        )
        unit = await g.ask(ask)
        if not unit:
            break
        chosen.append(unit)
    for unit in chosen:
        g.gain(unit, FLEW, rule="EF-AR-11")
        g.note("intercepts", unit=unit, hex=target, rule="EF-AR-13")
    return chosen


def _met_odds(
    g: EfGame, flown: Sequence[UnitId], chosen: Sequence[UnitId], unit: UnitId
) -> Odds | None:
    """EF-AR-13  The chances of the only pair there can be, if nobody else joins."""
    who = (*chosen, unit) if unit else chosen
    return pair_odds(g, flown[0], who[0]) if len(flown) == len(who) == 1 else None


async def fight(
    g: EfGame,
    side: Side,
    escorts: Sequence[UnitId],
    bombers: Sequence[UnitId],
    others: Sequence[UnitId],
) -> list[UnitId]:
    """EF-AR-13  Pairs are made, escorts first, and fought; who of the mission is still there."""
    pairs = await _paired(g, side, escorts, others)
    met = {enemy for _, enemy in pairs}
    pairs += await _paired(g, side, bombers, [u for u in others if u not in met])
    results = [(a, b, _shoot(g, a, b), _shoot(g, b, a)) for a, b in pairs]
    for a, b, by_a, by_b in results:
        _suffer(g, b, by_a)
        _suffer(g, a, by_b)
    lost = {a for a, _, _, by_b in results if by_b != "nothing"}
    for unit in others:
        if g.state.units[unit].hex >= 0 and operative(g.state.units[unit]):
            g.gain(unit, FLOWN, rule="EF-AR-11")
    return [u for u in (*escorts, *bombers) if u not in lost]


async def _paired(
    g: EfGame, side: Side, mine: Sequence[UnitId], others: Sequence[UnitId]
) -> list[tuple[UnitId, UnitId]]:
    """EF-AR-13  Pairs of units of a mission and interceptors, one to one, as the mission's owner chooses."""
    few, many = sorted((list(mine), list(others)), key=len)
    pairs = []
    for unit in few:
        choices = [
            (Option(f"pair {unit} {u}", f"{unit_name(g, unit)} and {unit_name(g, u)}", (unit, u)), u)
            for u in many
        ]  # fmt: skip
        prompt = f"Whom does {unit_name(g, unit)} meet?"
        odds = partial(pair_odds, g, unit)
        ask = Choice(side, "air.pair", prompt, choices, rule="EF-AR-13", odds=odds)
        other = await g.settle(ask)
        many.remove(other)
        pairs.append((unit, other) if unit in mine else (other, unit))
    return pairs


def _shoot(g: EfGame, unit: UnitId, at: UnitId) -> Shot:
    """EF-AR-10  One unit of a pair: its roll with both fighter values."""
    return shot(g, unit, at, g.roll("air_combat", sides=10, unit=unit, target=at, rule="EF-AR-10"))


def _suffer(g: EfGame, unit: UnitId, what: str) -> None:
    if what == "eliminated":
        eliminate(g, unit, rule="EF-AR-10")
    elif what == "aborted" and g.state.units[unit].hex >= 0:
        g.note("aborted", unit=unit, rule="EF-AR-10")
        hit(g, unit, rule="EF-AR-10")
        for tie in (MISSION, LANDS):
            g.tie(unit, tie, "", rule="EF-AR-10")


def flak(g: EfGame, target: Hex, units: Sequence[UnitId]) -> list[UnitId]:
    """EF-AR-25  Anti-air fire over cities, ports, fortresses and HQs of the enemy; who gets through."""
    if not (units and meets_fire(g, plane(g, units[0]).side, target)):
        return list(units)
    through = []
    for unit in units:
        roll = g.roll(
            "flak", sides=10, unit=unit, needed=g.content.limits.air.flak, rule="EF-AR-25"
        )
        if roll <= g.content.limits.air.flak:
            _suffer(g, unit, "aborted")
        else:
            through.append(unit)
    return through


def strike(g: EfGame, side: Side, target: Hex) -> None:
    """Table 4.8, EF-NV-18  A step of a group there, or a hit on the port."""
    needed = g.content.limits.air.ship
    if g.roll("strike", sides=10, by=side, hex=target, needed=needed, rule="EF-NV-18") < needed:
        return
    if there := ships(g, OTHER[side], target):
        lose_steps(g, there[0], 1, rule="EF-NV-18")
    elif target in g.content.ports:
        hits = g.state.layers.get(PORT_HITS, {}).get(target, 0)
        g.set_layer(PORT_HITS, {target: hits + 1}, rule="EF-NV-18")


def landed(g: EfGame, units: Sequence[UnitId]) -> None:
    """EF-AR-11, EF-AR-12  Units that flew become I1, at their base or at the one they were told."""
    for unit in units:
        stands = g.state.units[unit]
        if stands.hex >= 0 and operative(stands):
            g.gain(unit, FLOWN, rule="EF-AR-11")
        if stands.hex >= 0 and (base := stands.ties.get(LANDS)):
            g.tie(unit, LANDS, "", rule="EF-AR-12")
            if has_room(g, unit, g.grid.hex(base)):
                g.place(unit, g.grid.hex(base), rule="EF-AR-12")
        g.tie(unit, MISSION, "", rule="EF-AR-11")


def read_base(g: EfGame, words: Words, units: Sequence[UnitId], target: Hex) -> Hex:
    """EF-AR-12  "to 1135" at the end of an order: another base that has room, in range of the target; else -1."""
    if not words.takes("to"):
        return -1
    base = words.hex()
    for unit in units:
        far = g.grid.distance(base, target) > plane(g, unit).range
        if far or not has_room(g, unit, base, len(units)):
            where = place_name(g, base)
            raise refuse(
                f"{unit_name(g, unit)} does not land in {where}: too far or full.", "EF-AR-12"
            )
    return base


def told_base(g: EfGame, base: Hex) -> str:
    """The same as it is written."""
    return f" to {g.grid.name(base)}" if base >= 0 else ""


def will_land(g: EfGame, units: Sequence[UnitId], base: Hex) -> None:
    """EF-AR-12  Units that come back elsewhere are told where."""
    for unit in units if base >= 0 else ():
        g.tie(unit, LANDS, g.grid.name(base), rule="EF-AR-12")


# -- supply by air ----------------------------------------------------------------------------------


def carriers(g: EfGame, units: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """EF-AR-10  Who carries an SP each: a transport, or two bombers of one base."""
    found: list[tuple[UnitId, ...]] = [(u,) for u in units if plane(g, u).type == "T"]
    bombers = [u for u in units if plane(g, u).type == "B"]
    for base in sorted({g.state.units[u].hex for u in bombers}):
        here = [u for u in bombers if g.state.units[u].hex == base]
        found += zip(here[::2], here[1::2], strict=False)
    return found


def why_no_load(g: EfGame, units: Sequence[UnitId]) -> Refusal | None:
    """EF-AR-10, EF-AR-16  Why a flight would carry nothing; None if an SP goes with it."""
    carrying = carriers(g, units)
    if not carrying:
        return Refusal("One bomber carries nothing: two of one base carry an SP.", "EF-AR-10")
    bases = dict.fromkeys(g.state.units[some[0]].hex for some in carrying)
    if not any(g.state.layers.get(DUMP, {}).get(base) for base in bases):
        names = ", ".join(place_name(g, base) for base in bases)
        return Refusal(f"No SP lie in {names}, from where they would be flown.", "EF-AR-16")
    return None


def load(g: EfGame, units: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """EF-AR-16  The carriers of each SP taken from a base."""
    cargo = []
    for some in carriers(g, units):
        base = g.state.units[some[0]].hex
        if stock := g.state.layers.get(DUMP, {}).get(base, 0):
            g.set_layer(DUMP, {base: stock - 1}, rule="EF-AR-16")
            cargo.append(some)
    return cargo
