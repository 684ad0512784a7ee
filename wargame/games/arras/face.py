"""How a position of Arras reads to people: counters, inspector, status, victory."""

from __future__ import annotations

from typing import Any

from wargame.content.figures import counted, signed
from wargame.flow.face import Counter, Face, Overlay
from wargame.flow.standings import Standings
from wargame.games.arras.asks.orders import unit_name
from wargame.games.arras.data.files import SIDE_TITLES, Kind
from wargame.games.arras.overlays import OVERLAYS, alone
from wargame.games.arras.score import SIDES, prizes, score
from wargame.games.arras.state import (
    DISRUPTED,
    ELIMINATED,
    FOUGHT,
    INTERDICTION,
    MOVED,
    MUST,
    PASSED,
    REFIT,
    ROMMEL,
    ArrasGame,
    area_of,
    attack,
    defence,
    in_force,
)
from wargame.games.arras.supply import supply_of
from wargame.games.arras.walk import allowance
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import waiting
from wargame.rules.overlays import reach_of

CODES: dict[Kind, tuple[str, str]] = {
    "heavy_tank": ("HVY", "(=)"),
    "tank": ("TNK", "(-)"),
    "light_tank": ("LTK", "(.)"),
    "recon": ("REC", "[/]"),
    "infantry": ("INF", "[X]"),
    "artillery": ("ART", "[o]"),
    "gun_88": ("88", "[^]"),
    "anti_tank": ("AT", "[A]"),
    "light_flak": ("FLK", "[v]"),
    "transport": ("TRN", "oo"),
    "leader": ("LDR", "*"),
}
"""Three letters, and the NATO-like symbol, by kind of unit."""
_WORDS = {"gun_88": "88 mm gun", "anti_tank": "anti-tank gun"}
"""Kinds that are not called by their id."""

LETTERS = ((DISRUPTED, "D"), (REFIT, "r"), ("fired", "f"), ("attacked", "a"), (MOVED, "m"))
"""Which letter shows which state, the most important first."""


_MARKS = (
    ("(!)", "must be attacked"),
    ("(x)", "interdicted"),
    ("(2)", "an objective and its points, between the edges of who holds it"),
)


class ArrasFace(Face):
    """Tells positions of Arras."""

    def unit_name(self, g: ArrasGame, unit: UnitId) -> str:
        """The unit's name in running text."""
        return unit_name(g, unit)

    def counter(self, g: ArrasGame, unit: UnitId) -> Counter:
        """The counter as it stands: A-D-MA, letters for states."""
        s = g.state.units[unit]
        if unit == ROMMEL:
            return Counter("german", "LDR", "Rommel", "Rml", "Rommel", symbol="*")
        if unit in g.content.air:
            air = g.content.air[unit]
            rating = self.strength(g, unit)
            letters = "".join(x[0].upper() for x in ("down", "grounded") if x in s.states)
            return Counter(
                air.side, "AIR", rating, rating, _designation(unit), letters, symbol="-+-"
            )
        kind = g.content.units[unit]
        code, symbol = CODES[kind.kind]
        letters = "".join(letter for state, letter in LETTERS if state in s.states)
        return Counter(
            side=kind.side,
            code=code,
            strength=self.strength(g, unit),
            short=f"{attack(g, unit)}-{defence(g, unit)}",
            name=_designation(unit),
            letters=letters,
            spent=MOVED in s.states,
            symbol=symbol,
        )

    def strength(self, g: ArrasGame, unit: UnitId) -> str:
        """A-D-MA of a ground unit, air-strike ratings of an air unit."""
        if unit == ROMMEL:
            return ""
        kind = g.content.units.get(unit)
        if kind is None:
            air = g.content.air[unit]
            return f"{air.air:+d}/{air.strike:+d}"
        return f"{attack(g, unit)}-{defence(g, unit)}-{kind.allowance}"

    def allowance(self, g: ArrasGame, unit: UnitId) -> float:
        """Movement points of the unit now, alone."""
        if unit == ROMMEL:
            return float(g.content.rommel.allowance)
        if unit not in g.content.units:
            return 0.0
        where = g.state.units[unit].hex
        return allowance(g, unit, where) / 2 if where >= 0 else g.content.units[unit].allowance

    def reach(self, g: ArrasGame, unit: UnitId) -> dict[Hex, int]:
        """ARR-MV-07  By itself, as if it had not moved."""
        return reach_of(g, unit, alone) if unit in g.content.units else {}

    def unit_lines(self, g: ArrasGame, unit: UnitId) -> list[str]:
        """Everything printed on and marked on a counter."""
        s = g.state.units[unit]
        states = ", ".join(x for x in sorted(s.states) if not x.startswith("_")) or "none"
        if unit == ROMMEL:
            return ["Rommel, leader, 6 MP", "+1 column attacking, -1 defending  ARR-EV-09"]
        kind = g.content.units.get(unit)
        if kind is None:
            air = g.content.air[unit]
            return [
                air.name,
                f"air {air.air:+d}, strike {air.strike:+d}  ARR-AR-13",
                f"states: {states}",
            ]
        halved = " (halved)" if DISRUPTED in s.states else ""
        lines = [
            f"{kind.name}  [{unit}]",
            f"{_spelled(kind.kind)}, {kind.size}, {kind.formation}",
            (
                f"attack {attack(g, unit)}{halved}, defence {defence(g, unit)}, "
                f"MP {self.allowance(g, unit):g}"
            ),
        ]
        if kind.range:
            lines.append(f"range {kind.range}, bombardment {signed(kind.bombard)}")
        lines.append(f"states: {states}")
        if s.hex >= 0:
            lines.append(_supply_line(g, unit))
        return lines

    def hex_lines(self, g: ArrasGame, where: Hex) -> list[str]:
        """Terrain, its effects, water, control and markers."""
        content = g.content
        terrain = content.map.terrain[where]
        hill = ", hill" if where in content.hill else ""
        lines = [content.map.numbered(where), f"{terrain}{hill}"]
        shift, bomb = content.combat_shift[where], content.bombard_modifier[where]
        effects = [f"defender {counted(signed(shift), 'column')}"] if shift else []
        effects += [f"bombardment {signed(bomb)}"] if bomb else []
        lines.append(", ".join(effects) or "no effect on combat or bombardment")
        lines += content.map.side_lines(where)
        objective = next((o for o in content.objectives if o.hex == where), None)
        if objective:
            lines.append(
                f"objective, {objective.vp} VP, held by {SIDE_TITLES[g.state.control[where]]}"
            )
        lines += [f"marker: {m.kind}" for m in _markers(g, where)]
        if where not in content.board:
            lines.append("outside this scenario's board")
        return lines

    def hex_marks(self, g: ArrasGame) -> dict[Hex, str]:
        """! must be attacked, x interdicted, else the points of an objective."""
        points = {o.hex: str(o.vp) for o in g.content.objectives if o.hex in g.state.control}
        interdicted, due = map(g.state.marked_hexes, (INTERDICTION, MUST))
        due -= g.state.marked_hexes(FOUGHT)
        return points | dict.fromkeys(interdicted, "x") | dict.fromkeys(due, "!")

    def signs(self, g: ArrasGame) -> list[tuple[str, str]]:
        """Kinds of unit, states, marks."""
        kinds = {kind.kind for kind in g.content.units.values()}
        found = [(code, _spelled(kind)) for kind, (code, _) in CODES.items() if kind in kinds]
        found += [("3-3-4", "attack, defence, movement"), ("AIR", "air unit, its strike rating")]
        found += [(letter, state) for state, letter in LETTERS]
        return [*found, *_MARKS]

    def turn_label(self, g: ArrasGame) -> str:
        """Turn, date, time and light."""
        turn = g.content.turns.get(g.state.turn())
        if turn is None:
            return "before the first turn"
        return f"Turn {turn.number} of {g.content.scenario.last_turn}, {turn.date} {turn.time}, {turn.light}"

    def status(self, g: ArrasGame) -> list[tuple[str, str]]:
        """Events in force and coming, aircraft, waiting units."""
        titles = {key: event.title for key, event in g.content.events.items()}
        acting = [title for key, title in sorted(titles.items()) if in_force(g, key)]
        later = [titles[e] for e in str(g.state.tracks["coming"]).split() if e in titles]
        facts = []
        if acting:
            facts.append(("in force", ", ".join(acting)))
        if later:
            facts.append(("next turn", ", ".join(later)))
        for side in SIDES:
            coming = waiting(g, side)
            passed = sum(1 for u in coming if PASSED in u.states)
            if coming:
                facts.append((f"{SIDE_TITLES[side]} waiting", f"{len(coming)}, {passed} may enter"))
        facts += [("aircraft", ", ".join(_air_word(g, a))) for a in SIDES if _air_word(g, a)]
        return facts

    def standing(self, g: ArrasGame) -> Standings:
        """ARR-VI-02, ARR-VI-03  Sudden death goes before the points."""
        found, content = score(g), g.content
        return Standings.scored(
            g.state, found.margin, content.scenario.band,
            points={side: found.total(side) for side in SIDES}, prizes=prizes(g),
        )  # fmt: skip

    def comes(self, g: ArrasGame, unit: UnitId) -> tuple[int, str]:
        """ARR-RE-01, ARR-RF-07  A refitted unit has another turn, and may have another area."""
        return g.state.number(unit, "earliest", 1), g.content.areas[area_of(g, unit)].name

    def victory(self, g: ArrasGame) -> dict[str, Any]:
        """Points by side, margin and level as they stand."""
        found, standing = score(g), self.standing(g)
        bonus = {"allied": found.bonus, "german": 0}
        return {
            "margin": found.margin,
            "level": standing.level,
            "points": {
                side: {
                    "objectives": found.objectives[side],
                    "kills": found.kills[side],
                    "bonus": bonus[side],
                    "total": standing.points[side],
                }
                for side in SIDES
            },
            "control": {g.grid.name(h): side for h, side in sorted(g.state.control.items())},
        }

    def reckoning(self, g: ArrasGame) -> list[str]:
        """ARR-VI-03  What each side holds and has destroyed, then the margin."""
        found, lines = score(g), []
        for side in SIDES:
            held = [o for o in g.content.objectives if g.state.control.get(o.hex) == side]
            scores = side in g.content.scenario.scoring
            names = ", ".join(f"{o.name} {o.vp}" if scores else o.name for o in held)
            lines.append(f"{SIDE_TITLES[side]}: {names or 'no objective'}.")
            sums = [f"{found.objectives[side]} for objectives"] if scores else []
            sums.append(f"{found.kills[side]} for enemy units destroyed")
            if side == "allied" and found.bonus:
                sums.append(f"{found.bonus} for the day gained")
            lines.append(f"{SIDE_TITLES[side]} points: {', '.join(sums)}: {found.total(side)}.")
        return [*lines, f"Margin {found.margin:+d}: {self.standing(g).sentence}."]

    def track(self, g: ArrasGame) -> dict[str, Any]:
        """Events, aircraft, boxes."""
        units = sorted(g.state.units.values(), key=lambda u: u.id)
        return {
            "events": str(g.state.tracks["events"]).split(),
            "coming": str(g.state.tracks["coming"]).split(),
            "eliminated": {
                u.id: u.numbers.get("eliminated", 0) for u in units if u.box == ELIMINATED
            },
            "waiting": {u.id: u.numbers.get("earliest", 1) for u in waiting(g)},
            "air": {
                u.id: {"states": sorted(u.states), **u.numbers}
                for u in units
                if u.id in g.content.air
            },
        }

    def overlays(self) -> tuple[Overlay, ...]:
        """Overlays of this game."""
        return OVERLAYS


def _short(name: str) -> str:
    """The name of an air unit without its machines."""
    return name.partition(" (")[0]


def _designation(unit: UnitId) -> str:
    """What fits on a counter: the id without its nation."""
    return unit.split("-", 1)[1].upper()[:9]


def _supply_line(g: ArrasGame, unit: UnitId) -> str:
    kind = g.content.units[unit]
    reached = supply_of(g, kind.side).reaches(g.state.units[unit].hex)
    return f"{'in' if reached else 'OUT OF'} supply  ARR-SU-03"


def _markers(g: ArrasGame, where: Hex) -> list[Any]:
    return [m for m in sorted(g.state.markers.values(), key=lambda m: m.id) if m.hex == where]


def _air_word(g: ArrasGame, side: str) -> list[str]:
    found = []
    for air in sorted(g.content.air.values(), key=lambda a: a.id):
        if air.side == side:
            unit = g.state.units[air.id]
            states = sorted(unit.states & {"down", "grounded"})
            found.append(f"{_short(air.name)} {states[0] if states else 'ready'}")
    return found


def _spelled(kind: Kind) -> str:
    """A kind of unit in words."""
    return _WORDS.get(kind, kind.replace("_", " "))
