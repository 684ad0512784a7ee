"""Advance after combat: into the hex, and on along the path of retreat (ARD-AD-01 to -11, 5.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from wargame.flow.ask import DONE_WORD, About, Choice, Option, Refusal
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.ardennes.asks.listed import because, form
from wargame.games.ardennes.automaton import advance as rules
from wargame.games.ardennes.battle import Battle, alive, battle, remember
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.harm import entered, left
from wargame.games.ardennes.retreat import MOST
from wargame.games.ardennes.roadblocks import stops
from wargame.games.ardennes.segments.react import come
from wargame.games.ardennes.state import (
    DISPERSED,
    OTHER,
    OUT_OF_FUEL,
    ArdGame,
    army_of,
    automated,
    day,
    hexside_key,
    in_enemy_zoc,
    kind_of,
    place_name,
    unit_name,
    why_full,
)
from wargame.games.ardennes.works import has_roadblock, is_major, is_river, is_wet, road, stands
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


@segment("ardennes.ops.advance")
async def advances(g: ArdGame, side: Side, asked: tuple[UnitId, ...] = ()) -> Next:
    """ARD-AD-01, ARD-AD-02  One pass: a unit advances a hex."""
    fight = battle(g)
    if automated(g, side):
        return await _automatic(g, fight, asked)
    options = [*_into(g, side, fight), *_on(g, side, fight)]
    if not options:
        return DONE
    rows = [
        (
            Option(
                f"advance {unit} {g.grid.name(h)}",
                f"{unit_name(g, unit)} into {place_name(g, h)}",
                (unit,),
                (h,),
            ),
            (unit, h),
        )
        for unit, h in options
    ]
    rows.append((Option(DONE_WORD, "Nobody goes on"), ("", -1)))
    ask: Choice[tuple[UnitId, Hex]] = Choice(
        side, "advance", f"Advance after the combat for {place_name(g, fight.target)}?",
        rows, rule="ARD-AD-01", each=True,
        explain=because(rows, form(g, "advance UNIT HEX", "ARD-AD-01", partial(_why_no_advance, g, fight))),
        about=About(tuple(u for u, _ in options), (fight.target,), in_order=True),
    )  # fmt: skip
    unit, where = await g.ask(ask)
    if not unit:
        return DONE
    await go(g, [unit], where)
    return AGAIN


async def go(g: ArdGame, units: Sequence[UnitId], where: Hex) -> None:
    """ARD-AD-01, ARD-HC-01, ARD-RB-20  Units advance into a hex; Germans call for the checks of a move."""
    fight, start = battle(g), g.state.units[units[0]].hex
    side = kind_of(g, units[0]).side
    for unit in units:
        g.move(unit, (start, where), how="advances", rule="ARD-AD-01")
    entered(g, [where], side)
    left(g, [start])
    over, wet = is_river(g, start, where), is_wet(g, start, where)
    crossed = (*fight.crossed, hexside_key(g.content, start, where)) if over else fight.crossed
    advanced = (*fight.advanced, *units)
    remember(g, advanced=advanced, crossed=crossed, groups=fight.groups + 1)
    if side == "german":
        await come(g, units, where, [start])
    if wet or (side == "german" and stops(g, where)):  # ARD-AD-05, ARD-RB-05
        remember(g, halted=(*fight.halted, *units))


def fit(g: ArdGame, fight: Battle) -> list[UnitId]:
    """ARD-AD-01  Attackers that survive, not Dispersed, not OutOfFuel."""
    return [
        u for u in alive(g, fight.units) if not g.state.units[u].states & {DISPERSED, OUT_OF_FUEL}
    ]


def is_vacated(g: ArdGame, fight: Battle) -> bool:
    """ARD-AD-01  Whether no enemy is left in the combat hex."""
    return not g.board.here[fight.defender][fight.target]


def _into(g: ArdGame, side: Side, fight: Battle) -> list[tuple[UnitId, Hex]]:
    """ARD-AD-01, -04, -05, -06  Who may enter the combat hex."""
    del side
    target = fight.target
    return [(u, target) for u in fit(g, fight) if _why_not_in(g, fight, u) is None]


def _why_not_in(g: ArdGame, fight: Battle, unit: UnitId) -> Refusal | None:
    """ARD-AD-01, -04, -05, -06, ARD-RB-02, ARD-ST-01  Why an attacker may not enter the combat hex."""
    target, where, side = fight.target, g.state.units[unit].hex, fight.attacker
    name, place = unit_name(g, unit), place_name(g, fight.target)
    if has_roadblock(g, target) and side == "german":
        return Refusal(f"A Roadblock bars {place}.", "ARD-RB-02")
    if unit in fight.advanced or where == target:
        return Refusal(f"{name} has advanced.", "ARD-AD-01")
    if not g.grid.adjacent(where, target) or _shut(g, where, target):
        return Refusal(f"{name} has no way into {place}.", "ARD-AD-01")
    if rules.over_limit(g, fight, [unit]):
        rule = "ARD-AD-05" if is_wet(g, where, target) else "ARD-AD-04"
        return Refusal(f"One attacker alone advances from {place_name(g, where)}.", rule)
    return _why_foreign(g, unit, target) or why_full(g, side, target, [unit])


def _shut(g: ArdGame, a: Hex, b: Hex) -> bool:
    return is_major(g, a, b) and is_wet(g, a, b)


def _why_foreign(g: ArdGame, unit: UnitId, h: Hex) -> Refusal | None:
    """ARD-AD-06, ARD-SS-18  Another army's sector, for Germans through December 19; a City, for the paratroops."""
    if unit == g.content.limits.paratroops.unit and h in g.content.cities:
        return Refusal(f"{unit_name(g, unit)} may not enter a City.", "ARD-SS-18")
    early = day(g) <= g.content.limits.early.boundaries_until
    german = kind_of(g, unit).side == "german"
    if german and early and g.content.army_sector[h] != army_of(g, unit):
        return Refusal(f"{place_name(g, h)} lies in another army's sector.", "ARD-AD-06")
    return None


def _on(g: ArdGame, side: Side, fight: Battle) -> list[tuple[UnitId, Hex]]:
    """ARD-AD-02, ARD-AD-03  Mechanized units in the combat hex that may go a hex farther."""
    if automated(g, side):
        return []
    return [
        (unit, h)
        for unit in fit(g, fight)
        for h in sorted(g.grid.neighbours[fight.target])
        if _why_not_on(g, fight, unit, h) is None
    ]


def _why_not_on(g: ArdGame, fight: Battle, unit: UnitId, h: Hex) -> Refusal | None:
    """ARD-AD-02  Why an attacker does not go a hex farther than the combat hex."""
    name, here = unit_name(g, unit), place_name(g, fight.target)
    gone = not alive(g, fight.defenders)
    if fight.bugged_out or not (gone or len(fight.path) >= MOST):
        return Refusal("The defenders went back fewer than two hexes: nobody goes on.", "ARD-AD-02")
    if not kind_of(g, unit).mech:
        return Refusal(f"{name} is not mechanized: it goes no farther.", "ARD-AD-02")
    if g.state.units[unit].hex != fight.target:
        return Refusal(f"{name} is not in {here}.", "ARD-AD-02")
    if fight.advanced.count(unit) != 1:
        return Refusal(f"{name} has gone as far as it may.", "ARD-AD-02")
    if unit in fight.halted:
        return Refusal(f"{name} was stopped in {here}.", "ARD-AD-05")
    return _why_not_after(g, fight, unit, h, along=not gone and h in fight.first_hexes)


def _why_not_after(
    g: ArdGame, fight: Battle, unit: UnitId, h: Hex, *, along: bool
) -> Refusal | None:
    """ARD-AD-02 to -06  Along the path of retreat, ignoring ZOC; or split off from it."""
    start, side, name = fight.target, fight.attacker, place_name(g, h)
    if h not in g.content.board or not g.grid.adjacent(start, h):
        return Refusal(f"{name} is not next to {place_name(g, start)}.", "ARD-AD-02")
    if g.board.here[OTHER[side]][h]:
        return Refusal(f"The enemy stands in {name}.", "ARD-AD-02")
    if _shut(g, start, h):
        return Refusal(f"A major river without Bridge lies before {name}.", "ARD-AD-03")
    if side == "german" and has_roadblock(g, h):
        return Refusal(f"A Roadblock bars {name}.", "ARD-RB-02")
    if refusal := _why_foreign(g, unit, h) or why_full(g, side, h, [unit]):
        return refusal
    if hexside_key(g.content, start, h) in fight.crossed and _crosses(g, fight, h):
        return Refusal(f"One attacker alone goes on to {name}.", "ARD-AD-04")
    return None if along else _why_not_apart(g, side, start, h)


def _why_not_apart(g: ArdGame, side: Side, start: Hex, h: Hex) -> Refusal | None:
    """ARD-AD-03  Split off from the path: not from ZOC to ZOC, over a river or into Forest without Bridge or Road."""
    name = place_name(g, h)
    if in_enemy_zoc(g, start, side) and in_enemy_zoc(g, h, side):
        return Refusal(f"{place_name(g, start)} and {name} are both in an enemy ZOC.", "ARD-AD-03")
    if is_wet(g, start, h):
        return Refusal(f"A river without Bridge lies before {name}.", "ARD-AD-03")
    if g.content.ground.rows[h].last_resort and not road(g, start, h):
        return Refusal(f"{name} is Forest, and no Road leads there.", "ARD-AD-03")
    return None


def _why_no_advance(g: ArdGame, fight: Battle, unit: UnitId, h: Hex) -> Refusal | None:
    """ARD-AD-01 to -06  Why a unit does not advance into a hex."""
    name = unit_name(g, unit)
    if unit not in alive(g, fight.units):
        return Refusal(f"{name} has not attacked here.", "ARD-AD-01")
    if unit not in fit(g, fight):
        dispersed = DISPERSED in g.state.units[unit].states
        rule = "ARD-US-05" if dispersed else "ARD-US-10"
        return Refusal(f"{name} is {'Dispersed' if dispersed else 'OutOfFuel'}.", rule)
    if h == fight.target:
        return _why_not_in(g, fight, unit)
    return _why_not_on(g, fight, unit, h)


def _crosses(g: ArdGame, fight: Battle, h: Hex) -> bool:
    """ARD-AD-04, ARD-AD-05  Whether going on takes a Bridge into an enemy ZOC, or an unbridged river, a second time."""
    bridge = stands(g, fight.target, h) and g.board.zoc[fight.defender][h] > 0
    return is_wet(g, fight.target, h) or bridge


# -- the automated Allies ---------------------------------------------------------------------------


async def _automatic(g: ArdGame, fight: Battle, asked: tuple[UnitId, ...]) -> Next:
    """ARD-AD-07 to -11  In ascending #, a roll each by the units that have advanced."""
    left_ = [own for own in rules.groups(g, fight) if own[0] not in asked]
    if not left_:
        return DONE
    own = left_[0]
    g.keep(asked=(*asked, *own))
    tried = rules.attempt(g, fight, own)
    if not tried.needed:
        return AGAIN
    goes = tried.needed >= _SURE
    if not goes:
        roll = g.roll("advance", rule="ARD-AD-11", sides=_SURE, by="allied", unit=own[0])
        goes = roll <= tried.needed
        result = "advances" if goes else "stays"
        g.read_chart(
            "advance",
            column=str(tried.needed),
            row=tried.route,
            result=result,
            rule="ARD-AD-11",
            total=roll,
        )
    if goes:
        await go(g, own, fight.target)
    return AGAIN


_SURE = 10


def _advance_possible(g: ArdGame, _side: str) -> bool:
    """ARD-AD-01  The combat hex is empty of defenders and somebody could follow."""
    fight = battle(g)
    return is_vacated(g, fight) and bool(fit(g, fight))


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {"advance_possible": _advance_possible}
"""The conditions of its steps."""
