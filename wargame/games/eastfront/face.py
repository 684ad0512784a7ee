"""How a position of East Front reads to people: counters, hexes, rails, the score."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from wargame.content.figures import counted
from wargame.flow.face import Counter, Face, Overlay
from wargame.flow.standings import Announced, Due, Prize, Standings
from wargame.games.eastfront import score
from wargame.games.eastfront.air import fighter
from wargame.games.eastfront.almanac import dated, forecast
from wargame.games.eastfront.calendar import date_of
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.counters import AIR_TITLES
from wargame.games.eastfront.data.files import SIDE_TITLES, SIDES, WEATHER_TITLES, ZONES, Side
from wargame.games.eastfront.declared import announced
from wargame.games.eastfront.harm import TOLL
from wargame.games.eastfront.lab import lying
from wargame.games.eastfront.missions import phasing_side
from wargame.games.eastfront.nets import left, nets
from wargame.games.eastfront.overlays import OVERLAYS, alone, can_march
from wargame.games.eastfront.production import rp_track
from wargame.games.eastfront.sea import reduced
from wargame.games.eastfront.segments.chits import chits_of, most_chits
from wargame.games.eastfront.segments.reinforcement import date_of as due_of
from wargame.games.eastfront.standing.book import is_quiet
from wargame.games.eastfront.state import (
    AIRFIELD,
    BREAK,
    DEMOLISHED,
    DUMP,
    FACTORY,
    FORT,
    FROZEN,
    GAUGE,
    GONE,
    HARASSED,
    LASTING,
    LEVEL,
    MOVED,
    POOL,
    PORT_HITS,
    RESOURCES,
    SP,
    EfGame,
    class_of,
    fort_level,
    kind_of,
    level,
    place_name,
    steps,
    unit_name,
    weather_in,
)
from wargame.games.eastfront.supply import HELD_BACK
from wargame.games.eastfront.walk import INITIAL, allowance, moving_phase, mp_left, spent
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.overlays import reach_of

_SYMBOLS = {
    "GP": "(-)", "GX": "(-)", "RA": "(-)", "HR": "(-)", "SM": "(-)", "ST": "(-)", "SC": "(-)",
    "CV": "[/]", "GM": "[^]", "RM": "[^]", "AC": "[o]", "SI": "[o]", "HQ": "[H]", "RE": "[E]",
    "CE": "[E]", "FR": "[#]", "PA": "[*]",
}  # fmt: skip
"""Symbols of classes; the others are infantry."""
_MARKS = (
    ("1 2 3", "a fort, or a printed fortress"),
    ("b", "a Rail Break"),
    ("d", "a demolished railway"),
    ("s", "supply points lie there"),
    ("x", "harassed"),
    ("N1", "a declared attack, its type and place: N normal, H hasty, D delayed, E exploitation"),
)
_NATIONS = {
    "S": "USSR", "G": "Germany", "F": "Finland", "R": "Romania", "H": "Hungary", "K": "Slovakia",
    "B": "Bulgaria", "Y": "Serbia",
}  # fmt: skip


def _held(g: EfGame, stock: str) -> str:
    """EF-SP-15  What is said of a dump or an HQ that feeds nobody."""
    held = (g.state.lists.get(name, ()) for name in HELD_BACK.values())
    return ", held back" if any(stock in found for found in held) else ""


class EastFrontFace(Face):
    """Names, counters and panels."""

    def unit_name(self, g: EfGame, unit: UnitId) -> str:
        """As printed."""
        return unit_name(g, unit)

    def is_quiet(self, g: EfGame, unit: UnitId) -> bool:
        """EF-AU-12"""
        return is_quiet(g, unit)

    def counter(self, g: EfGame, unit: UnitId) -> Counter:
        """The counter as it stands: attack and defence now, MA; letters for states and level."""
        here = g.state.units[unit]
        letters = "".join(
            row.letter for row in g.content.printed_states.state if row.id in here.states
        )
        if unit in g.content.air:
            air = g.content.air[unit]
            return Counter(
                here.side, "AIR", f"{fighter(g, unit)}-{air.tac}-{air.range}",
                f"{fighter(g, unit)}-{air.tac}", air.name[:9], letters, False, "[>]", True,
            )  # fmt: skip
        if unit in g.content.naval:
            group = g.content.naval[unit]
            guns = f"{reduced(g, unit, group.surface)}-{reduced(g, unit, group.bombard)}"
            return Counter(
                here.side, "SEA", f"{guns}-{steps(g, unit)}", guns, group.name[:9], letters, False, "<->", True,
            )  # fmt: skip
        cls = class_of(g, unit)
        shown = f"U{level(here)}" if level(here) else ""
        strength = f"{steps(g, unit) * cls.attack}-{steps(g, unit) * cls.defence}"
        return Counter(
            here.side, cls.id, f"{strength}-{cls.ma}", strength, kind_of(g, unit).name[:9],
            letters + shown, MOVED in here.states, _SYMBOLS.get(cls.id, "[X]"),
        )  # fmt: skip

    def steps(self, g: EfGame, unit: UnitId) -> int:
        """The steps it has left; an air unit is one."""
        if g.state.units[unit].box in (POOL, GONE):
            return 0
        return 1 if unit in g.content.air else steps(g, unit)

    def allowance(self, g: EfGame, unit: UnitId) -> float:
        """EF-SU-13, EF-RX-12  MP that a ground unit has left in the phase that is played, else in the Initial one."""
        phase, bonus = moving_phase(g)
        return mp_left(g, unit, phase, bonus=bonus) if can_march(g, unit) else 0

    def reach(self, g: EfGame, unit: UnitId) -> dict[Hex, int]:
        """EF-MV-11  By itself, in the Initial Movement Phase."""
        return reach_of(g, unit, alone) if can_march(g, unit) else {}

    # -- panels -------------------------------------------------------------------------------

    def unit_lines(self, g: EfGame, unit: UnitId) -> list[str]:
        """Everything printed on and marked on a counter."""
        here = g.state.units[unit]
        titles = {row.id: row.title for row in g.content.printed_states.state}
        marked = [titles.get(state, state) for state in LASTING if state in here.states]
        lines = [f"{unit_name(g, unit)}  [{unit}]", *self._printed(g, unit)]
        if here.numbers.get(LEVEL):
            marked.insert(0, f"supply level U{here.numbers[LEVEL]}")
        if marked:
            lines.append("; ".join(marked))
        if here.box == WAITING:
            lines.append(f"comes in {date_of(max(1, due_of(g, unit)))}")
        elif here.hex < 0:
            lines.append(here.box)
        return lines

    def _printed(self, g: EfGame, unit: UnitId) -> list[str]:
        if unit in g.content.air:
            air = g.content.air[unit]
            return [
                f"{AIR_TITLES[air.type]}: fighter {fighter(g, unit)}, Tac {air.tac}, range {air.range}"
            ]
        if unit in g.content.naval:
            group = g.content.naval[unit]
            guns, shells, holds = (
                reduced(g, unit, value) for value in (group.surface, group.bombard, group.transport)
            )
            return [
                f"{group.type}: surface {guns}, bombard {shells}, transport {holds}",
                f"{steps(g, unit)} of {group.steps} steps, MA {group.ma}, {group.sea}",
            ]
        kind, cls, here = kind_of(g, unit), class_of(g, unit), g.state.units[unit]
        n = steps(g, unit)
        ma = allowance(g, unit, INITIAL) if here.hex >= 0 else cls.ma
        strengths = f"attack {n * cls.attack}, defence {n * cls.defence}, {n} of {kind.steps} steps, MA {ma}"
        lines = [
            cls.title if kind.formation == cls.title else f"{cls.title}, {kind.formation}",
            strengths,
        ]
        if here.hex >= 0 and spent(g, unit, INITIAL):
            lines.append(f"{spent(g, unit, INITIAL)} MP spent")
        if kind.hq:
            lines.append(
                f"lift {kind.lift}, range {kind.range}, {here.numbers.get(SP, 0)} SP{_held(g, unit)}"
            )
        return lines

    def hex_lines(self, g: EfGame, where: Hex) -> list[str]:
        """Terrain, hexsides, nation, forts, railways, stocks, who holds it."""
        content, layers = g.content, g.state.layers
        lines = [place_name(g, where), content.map.terrain[where]]
        if where not in content.board:
            return [*lines, "not in play"]
        lines += content.map.side_lines(where)
        if content.nation[where] in _NATIONS:
            lines.append(_NATIONS[content.nation[where]])
        gauge = layers.get(GAUGE, {}).get(where)
        facts = (
            (fort_level(g, where), f"fort of level {fort_level(g, where)}"),
            (gauge, f"railway, {'standard' if gauge == 1 else 'broad'} gauge"),
            (layers.get(BREAK, {}).get(where), "Rail Break"),
            (layers.get(DEMOLISHED, {}).get(where), "railway demolished"),
            (
                layers.get(DUMP, {}).get(where),
                f"{layers.get(DUMP, {}).get(where)} SP{_held(g, g.grid.name(where))}",
            ),
            (layers.get(RESOURCES, {}).get(where), f"{layers.get(RESOURCES, {}).get(where)} SRP"),
            (
                layers.get(FACTORY, {}).get(where),
                f"{layers.get(FACTORY, {}).get(where)} factory points",
            ),
            (layers.get(AIRFIELD, {}).get(where), "airfield"),
            (
                layers.get(PORT_HITS, {}).get(where),
                f"port hit {layers.get(PORT_HITS, {}).get(where)} times",
            ),
            (layers.get(HARASSED, {}).get(where), "harassed"),
            (content.points.get(where), counted(content.points.get(where, 0), "victory point")),
        )
        lines += [said for holds, said in facts if holds]
        lines += [
            f"{m.id[0]}{m.count}: {content.work[m.kind].title}"
            for m in g.state.markers.values()
            if m.hex == where and m.kind in content.work
        ]
        holder = g.state.control.get(where)
        return [*lines, f"held by the {SIDE_TITLES[holder]} side"] if holder else lines

    def hex_marks(self, g: EfGame) -> dict[Hex, str]:
        """A fort's level, b Rail Break, d demolished, x harassed, s supply points."""
        marks = dict.fromkeys(g.state.laid(DUMP), "s")
        forts = sorted({*g.content.geography.fortresses, *g.state.laid(FORT)})
        marks |= {h: str(level_) for h in forts if (level_ := fort_level(g, h))}
        for layer, mark in ((HARASSED, "x"), (DEMOLISHED, "d"), (BREAK, "b")):
            marks |= dict.fromkeys(g.state.laid(layer), mark)
        return marks

    def signs(self, g: EfGame) -> list[tuple[str, str]]:
        """Classes, states, marks."""
        classes = [(cls.id, cls.title) for cls in g.content.classes_in(g.state.turn()).values()]
        states = [(row.letter, row.title) for row in g.content.printed_states.state]
        return [*classes, ("U1-U4", "level of want of supply"), *states, *_MARKS]

    # -- the turn -----------------------------------------------------------------------------

    def turn_label(self, g: EfGame) -> str:
        """The date."""
        turn, last = g.state.turn(), g.content.scenario.last_turn
        return f"{date_of(turn)}, turn {turn} of {last}"

    def track(self, g: EfGame) -> dict[str, Any]:
        """Every track, who is off the map, and what lies on hexes."""
        return {**super().track(g), **lying(g)}

    def status(self, g: EfGame) -> list[tuple[str, str]]:
        """Weather, rail capacity, chits, replacement points; those of the phasing side first."""
        sky = ", ".join(
            f"{zone} {WEATHER_TITLES[weather_in(g, zone)]}"
            + (" frozen" if g.state.tracks[FROZEN[zone]] else "")
            for zone in ZONES
        )
        facts = [("weather", sky)]
        first = phasing_side(g)
        for side, title in sorted(SIDE_TITLES.items(), key=lambda row: row[0] != first):
            own: Side = "axis" if side == "axis" else "soviet"
            rails = [str(n) for net in nets(g, own) if (n := left(g, own, net))]
            if rails:
                facts.append((f"{title} rail", ", ".join(rails)))
            facts.append((f"{title} chits", f"{chits_of(g, own)} of {most_chits(g, own)}"))
            points = [
                f"{kind} {g.state.tracks.get(rp_track(side, kind), 0)}"
                for kind in ("inf", "arm", "air")
            ]
            facts.append((f"{title} replacements", ", ".join(points)))
        return facts

    def standing(self, g: EfGame) -> Standings:
        """EF-VP-04, EF-VP-07, EF-SC-07  The score on the bands of the scenario."""
        content, total = g.content, score.score_now(g)
        prizes = [Prize(h, content.map.name(h), n) for h, n in sorted(content.points.items())]
        points = {side: score.total(g, side) for side in ("axis", "soviet")}
        return Standings.scored(g.state, total, content.scenario.band, points=points, prizes=prizes)

    def victory(self, g: EfGame) -> dict[str, Any]:
        """The VP each side holds, and the score that decides the scenario."""
        return {**super().victory(g), "score": score.score_now(g)}

    def reckoning(self, g: EfGame) -> list[str]:
        """EF-SC-07, EF-VP-01  What the small scenario's points are for, or the VP that each side holds."""
        level = self.standing(g).sentence
        if g.content.scenario.score is None:
            held = [f"{SIDE_TITLES[s]} holds {score.total(g, s)} VP." for s in SIDES]
            return [*held, f"Score {score.score_now(g)}: {level}."]
        now = score.points(g)
        steps_lost = f"{now.steps} for Soviet steps lost, {now.isolated} for those isolated"
        return [
            f"For the Axis: {now.places} for places held, {steps_lost}.",
            f"Against it: {now.lost} for its own steps lost.",
            f"Score {now.total}: {level}.",
        ]

    def comes(self, g: EfGame, unit: UnitId) -> tuple[int, str]:
        """EF-RF-10  The turn, and where."""
        content = g.content
        if unit in content.units:
            entry = content.units[unit].entry
            return due_of(g, unit), place_name(g, entry) if entry is not None else ""
        where = content.air[unit].base if unit in content.air else content.naval[unit].port
        return due_of(g, unit), place_name(g, where)

    toll = MappingProxyType(TOLL)

    def due(self, g: EfGame) -> list[Due]:
        """EF-PE, EF-VP-02  What is still to come."""
        return [
            due for due in dated(g) if g.state.turn() <= due.turn <= g.content.scenario.last_turn
        ]

    def forecast(self, g: EfGame) -> list[str]:
        """EF-WX-01, EF-WX-04"""
        return forecast(g)

    def date(self, turn: int) -> str:
        """EF-SQ-01"""
        return f"Turn {turn}, {date_of(turn)}"

    def announced(self, g: EfGame) -> list[Announced]:
        """EF-CB-17  Declared attacks, of either side."""
        return announced(g)

    def overlays(self) -> tuple[Overlay, ...]:
        """Overlays of this game."""
        return OVERLAYS


def order_of_battle(content: EastFrontContent) -> list[dict[str, Any]]:
    """Every counter as JSON values."""
    name = content.grid.name
    ground = [
        {
            "id": kind.id, "name": kind.name, "side": kind.side, "formation": kind.formation,
            "class": kind.cls, "steps": kind.steps, "turn": kind.arrival, "force": kind.force or None,
            "hex": name(kind.start) if kind.start >= 0 else None,
            "entry": name(kind.entry) if kind.entry is not None else None,
        }
        for kind in content.units.values()
    ]  # fmt: skip
    air = [
        {
            "id": a.id,
            "name": a.name,
            "side": a.side,
            "type": a.type,
            "turn": a.turn,
            "hex": name(a.base),
        }
        for a in content.air.values()
    ]
    naval = [
        {
            "id": n.id,
            "name": n.name,
            "side": n.side,
            "type": n.type,
            "turn": n.turn,
            "hex": name(n.port),
        }
        for n in content.naval.values()
    ]
    return [*ground, *air, *naval]
