"""Air missions outside of combat: transfer, airfield attack, rail bombing, harassment, strikes, supply (EF-AR)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from wargame.flow.ask import Odds, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import MixedAsk, Verb
from wargame.games.eastfront.air import (
    LANDS,
    REST_ORDER,
    TITLES,
    around,
    base_hexes,
    based,
    fighter,
    flyers,
    has_room,
    in_range,
    operative,
    others_near,
    plane,
    rest,
    rests,
    ways_out,
)
from wargame.games.eastfront.air_odds import (
    mission_odds,
    mission_told,
    surprised,
)
from wargame.games.eastfront.bombing import effect
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.flight import (
    carriers,
    fight,
    flak,
    intercept,
    landed,
    load,
    read_base,
    told_base,
    why_no_load,
    will_land,
)
from wargame.games.eastfront.nets import railway
from wargame.games.eastfront.sea import groups, ships
from wargame.games.eastfront.state import (
    AIRFIELD,
    BREAK,
    DUMP,
    FLEW,
    FLOWN,
    HARASSED,
    HIT,
    OTHER,
    EfGame,
    place_name,
    stack,
    unit_name,
    weather_at,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import Unit, UnitId

PHASES: dict[str, tuple[int, ...]] = {
    "TF": (1, 5, 6, 8), "AF": (1,), "RB": (1, 5, 8), "HA": (2, 5, 6, 8), "NS": (1, 5, 8), "AS": (1, 5, 8),
}  # fmt: skip
"""Table 4.8  The phases in which each mission is flown; 2 is movement and reaction of a bonus turn."""
GRAMMAR = Grammar("EF-AR-10", unit="EF-AR-10", name=unit_name)
BOMBERS = frozenset(("A", "D", "B", "N"))
CARRIERS = frozenset(("T", "B"))


class Flight(NamedTuple):
    """A mission: its code, who flies, where to, and the base they return to, -1 for their own."""

    code: str
    units: tuple[UnitId, ...]
    target: Hex
    base: Hex = -1


def phasing_side(g: EfGame) -> str:
    """The side whose player-turn it is."""
    return "axis" if any(f.name == "eastfront.axis" for f in g.state.frames) else "soviet"


def codes(g: EfGame, side: Side, phase: int) -> list[str]:
    """Table 4.8  What a side may fly in a phase; nothing when it rests."""
    if rests(g, side):
        return []
    own = phasing_side(g) == side
    found = [code for code, phases in PHASES.items() if phase in phases]
    mover = own if phase != 6 else not own
    if phase == 2 and g.state.tracks.get("reacting"):
        mover = not own
    return [code for code in found if (own or code != "AS") and not (mover and code == "HA")]


def ready(g: EfGame, side: Side) -> list[Unit]:
    """EF-AR-11  Operative air units that have not flown in this player-turn."""
    return [u for u in flyers(g, side) if u.states.isdisjoint(_DOWN)]


_DOWN = frozenset((FLOWN, HIT, FLEW))
"""EF-AR-11  States of air units that do not fly now."""


def why_not_fly(g: EfGame, code: str, unit_id: UnitId, target: Hex) -> Refusal | None:
    """EF-AR-10, EF-AR-12, EF-AR-15  Why an air unit does not fly a mission to a hex; None if it does."""
    kind, unit = plane(g, unit_id), g.state.units[unit_id]
    name, where = unit_name(g, unit_id), partial(place_name, g, target)
    if not operative(unit) or FLEW in unit.states:
        return Refusal(f"{name} is not ready to fly.", "EF-AR-11")
    if code == "TF":
        far = g.grid.distance(unit.hex, target)
        if far > 2 * kind.range:
            said = f"{where()} is {far} hexes from {name}; it transfers {2 * kind.range}."
            return Refusal(said, "EF-AR-12")
        if not has_room(g, unit_id, target) or target == unit.hex:
            return Refusal(f"{where()} has no room for {name}.", "EF-AR-12")
        return None
    if weather_at(g, target) == "B":
        return Refusal("Nobody flies in a blizzard.", "EF-WX-03")
    if not in_range(g, unit_id, target):
        return Refusal(f"{where()} is beyond the range of {name} ({kind.range}).", "EF-AR-12")
    if kind.type not in (CARRIERS if code == "AS" else BOMBERS) | {"F"}:
        return Refusal(f"{name} does not fly that.", "EF-AR-10")
    if _is_target(g, kind.side, code, target):
        return None
    return Refusal(f"{where()} is no target of that mission.", "EF-AR-10")


def _is_target(g: EfGame, side: Side, code: str, target: Hex) -> bool:
    """Table 4.8  Whether a mission may be flown against a hex by anybody of a side."""
    enemy, layers, control = OTHER[side], g.state.layers, g.state.control
    match code:
        case "TF":
            return control.get(target) == side
        case "AF":
            return bool(based(g, enemy, target))
        case "RB":
            return (
                control.get(target) == enemy
                and railway(g, target)
                and not layers.get(BREAK, {}).get(target)
            )
        case "HA":
            return target in g.content.land and not layers.get(HARASSED, {}).get(target)
        case "NS":
            port = target in g.content.ports and control.get(target) == enemy
            return port or bool(ships(g, enemy, target))
    base = g.content.place_kind(target) or layers.get(AIRFIELD, {}).get(target)
    return control.get(target) == side and bool(base or stack(g, target, side))


class Fly(Verb[Flight]):
    """`fly RB A-KG1+A-JG54 1235`: units that fly a mission together; fighters escort."""

    words, form, staged = ("fly",), "fly MISSION UNIT HEX [to BASE]", True

    def __init__(self, g: EfGame, side: Side, phase: int) -> None:
        self.g, self.side = g, side
        self._codes, self._finds = codes(g, side, phase), dict[tuple[str, Hex, int, str], bool]()

    def heads(self) -> Iterator[Option]:
        """Who may fly what; transfers come last."""
        for code, unit in self._leaders():
            if self._any(code, unit):
                name = unit_name(self.g, unit.id)
                yield Option(f"fly {code} {unit.id}", f"{name}: {TITLES[code]}", (unit.id,))

    def _leaders(self) -> Iterator[tuple[str, Unit]]:
        """Units that could fly a mission for its sake, were there a target; supply: who has some to carry."""
        stocks = self.g.state.layers.get(DUMP, {})
        for code in sorted(self._codes, key="TF".__eq__):
            if code == "AS":
                able = [u for u in self.ready if stocks.get(u.hex) and self._leads(code, u.id)]
            else:
                able = self.ready if code == "TF" else self._bombers
            for unit in able:
                yield code, unit

    def _any(self, code: str, unit: Unit) -> bool:
        """Whether it finds a target, looked for once for units alike."""
        g, far = self.g, plane(self.g, unit.id).range * (2 if code == "TF" else 1)
        alike = code, unit.hex, far, unit.ties.get(LANDS, "")
        if alike not in self._finds:
            fit = (h for h in self._near(code, unit, far) if _is_target(g, self.side, code, h))
            able = (h for h in fit if why_not_fly(g, code, unit.id, h) is None)
            self._finds[alike] = any(code != "AS" or self._carrying(unit.id, h) for h in able)
        return self._finds[alike]

    def _near(self, code: str, unit: Unit, far: int) -> Iterable[Hex]:
        """Hexes among which a target in reach must be, were it one."""
        grid = self.g.grid
        if code == "TF":
            known = base_hexes(self.g, self.side)
            return (h for h in known if grid.distance(unit.hex, h) <= far)
        if code in ("AF", "NS"):
            return (h for h in self._targets(code, unit.id) if grid.distance(unit.hex, h) <= far)
        return around(grid, unit.hex, far)

    @cached_property
    def ready(self) -> list[Unit]:
        """EF-AR-11  Who may still fly, looked for once."""
        return ready(self.g, self.side)

    @cached_property
    def _bombers(self) -> list[Unit]:
        """EF-AR-27  Those of them that drop bombs of themselves."""
        return [u for u in self.ready if plane(self.g, u.id).type in BOMBERS]

    def _leads(self, code: str, unit: UnitId) -> bool:
        if code == "AS":
            return bool(self._carrying(unit))
        return code == "TF" or plane(self.g, unit).type in BOMBERS

    def _carrying(self, unit: UnitId, target: Hex = OFF) -> tuple[UnitId, ...]:
        """EF-AR-10, EF-AR-12  A transport, or a bomber with another of its base, that reach *target*; () for nobody."""
        g, base = self.g, self.g.state.units[unit].hex
        near = [u.id for u in self.ready if u.hex == base and u.id != unit]
        able = [u for u in near if target == OFF or why_not_fly(g, "AS", u, target) is None]
        return next((found for found in carriers(g, (unit, *able)) if unit in found), ())

    def orders(self, head: Option) -> Iterator[Option]:
        """Targets in reach."""
        g, code, (unit,) = self.g, head.answer.split()[1], head.units
        for target in self._targets(code, unit):
            if why_not_fly(g, code, unit, target) is not None:
                continue
            for units in dict.fromkeys(self._together(code, unit, target)):
                names = ", ".join(unit_name(g, u) for u in units)
                label = f"{names}: {mission_told(g, code, units, target)}"
                answer = f"fly {code} {'+'.join(sorted(units))} {g.grid.name(target)}"
                yield Option(answer, label, units, (target,))

    def _together(self, code: str, unit: UnitId, target: Hex) -> Iterator[tuple[UnitId, ...]]:
        """EF-AR-26, EF-AR-27  It alone, with the best escort, with all of its base who may."""
        g, most = self.g, self.g.content.limits.air.most
        yield from filter(None, [self._carrying(unit, target) if code == "AS" else (unit,)])
        if code in ("TF", "AS"):
            return
        able = [u for u in self.ready if why_not_fly(g, code, u.id, target) is None]
        guards = [u.id for u in able if plane(g, u.id).type == "F"]
        if guards:
            yield unit, max(guards, key=lambda u: fighter(g, u))
        if code != "HA":
            here = g.state.units[unit].hex
            mates = [u.id for u in able if u.hex == here and u.id != unit and u.id not in guards]
            yield unit, *mates[: most - 1]

    def _targets(self, code: str, unit: UnitId) -> Sequence[Hex]:
        g, base, far = self.g, self.g.state.units[unit].hex, plane(self.g, unit).range
        if code == "TF":
            return others_near(g.grid, base, 2 * far, base_hexes(g, self.side))
        if code == "AF":
            return sorted({u.hex for u in flyers(g, OTHER[self.side])})
        if code == "NS":
            return sorted({*g.content.ports, *(u.hex for u in groups(g, OTHER[self.side]))})
        return around(g.grid, base, far)

    def sample(self, pick: Pick) -> str:
        """Some mission of some unit against some target."""
        leaders = list(self._leaders())
        for _ in range(6 if leaders else 0):
            code, unit = leaders[pick(len(leaders))]
            targets = self._targets(code, unit.id)
            for _ in range(4 if targets else 0):
                target = targets[pick(len(targets))]
                fits = why_not_fly(self.g, code, unit.id, target) is None
                if fits and (units := next(self._together(code, unit.id, target), ())):
                    return f"fly {code} {'+'.join(sorted(units))} {self.g.grid.name(target)}"
        return ""

    def read(self, words: Words) -> tuple[str, Flight]:
        """The mission; raises IllegalAnswer."""
        if (code := words.next.upper()) in PHASES and code not in self._codes:
            raise refuse(f"Your side does not fly {code} ({TITLES[code]}) now.", "EF-AR-10")
        code = words.one_of("mission", self._codes).upper()
        units, target = tuple(sorted(words.stack())), words.hex()
        base = -1 if code == "TF" else read_base(self.g, words, units, target)
        words.end()
        most = self.g.content.limits.air.most
        if len(units) > most:
            raise refuse(f"{most} air units are the most in a mission.", "EF-AR-26")
        if code == "TF" and len(units) > 1:
            raise refuse("Air units transfer one by one.", "EF-AR-10")
        for unit in units:
            if unit not in self.g.content.air or self.g.state.units[unit].side != self.side:
                raise refuse(f"{unit} is no air unit of yours.", "EF-AR-10")
            allow(why_not_fly(self.g, code, unit, target))
        if code == "AS":
            allow(why_no_load(self.g, units))
        elif not any(self._leads(code, u) for u in units):
            raise refuse("Fighters alone drop no bombs; they escort others.", "EF-AR-27")
        said = f"fly {code} {'+'.join(units)} {self.g.grid.name(target)}{told_base(self.g, base)}"
        return said, Flight(code, units, target, base)

    def odds(self, words: Words) -> Odds | None:
        """Table 4.8  What it comes to if nobody intercepts."""
        flight = self.read(words)[1]
        return mission_odds(self.g, flight.code, _parts(self.g, flight)[1], flight.target)


def _parts(g: EfGame, flight: Flight) -> tuple[list[UnitId], list[UnitId]]:
    """EF-AR-27  Those who escort, and the others; in a transfer nobody does."""
    escorts = [u for u in flight.units if plane(g, u).type == "F" and flight.code != "TF"]
    return escorts, [u for u in flight.units if u not in escorts]


def mission_ask(g: EfGame, side: Side, phase: int) -> MixedAsk[Flight | str]:
    """The question of missions of a side in a phase."""
    verb = Fly(g, side, phase)
    verbs: list[Verb[Flight | str]] = [verb, *ways_out("No more missions", verb.ready)]
    return MixedAsk(
        g, verbs, side=side, key="air.mission", rule="EF-AR-10", grammar=GRAMMAR,
        prompt=lambda: f"Air missions: {len(verb.ready)} ready. {REST_ORDER}",
    )  # fmt: skip


async def missions(g: EfGame, side: Side, phase: int) -> None:
    """EF-IN-04, EF-RX-02, EF-EX-03, EF-SQ-12  A side flies what it wants in a phase."""
    while codes(g, side, phase) and (ask := mission_ask(g, side, phase)).is_open():
        flight = await g.ask(ask)
        if isinstance(flight, str):
            rest(g, side, flight)
            return
        await fly(g, side, flight)


async def fly(g: EfGame, side: Side, flight: Flight) -> None:
    """EF-AR-13  Interception, air combat, anti-air fire, effect."""
    code, target = flight.code, flight.target
    for unit in flight.units:
        g.gain(unit, FLEW, rule="EF-AR-11")
        g.note("flies", unit=unit, mission=code, hex=target, rule="EF-AR-13")
    will_land(g, flight.units, flight.base)
    cargo = load(g, flight.units) if code == "AS" else []
    escorts, bombers = _parts(g, flight)
    there = list(flight.units)
    if not (code == "AF" and surprised(g, side)):
        others = await intercept(g, OTHER[side], target, flight.units, g.content.limits.air.most)
        if others:
            there = await fight(g, side, escorts, bombers, others)
    if code == "TF":
        for unit in there:
            if has_room(g, unit, target):
                g.place(unit, target, rule="EF-AR-10")
        return
    through = [u for u in flak(g, target, there) if u in bombers]
    effect(g, side, code, target, through, cargo=cargo)
    landed(g, there)
