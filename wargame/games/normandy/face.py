"""How a position of Normandy reads to people: names, counters, panels, purses, victory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from wargame.flow.face import Counter, Face, Overlay
from wargame.flow.standings import Standings
from wargame.games.normandy import works as wk
from wargame.games.normandy.armies import (
    armies_of,
    hq_of,
    in_operation,
    is_supported,
    operation,
    sp,
    turns_run,
)
from wargame.games.normandy.asks.idle import Phase
from wargame.games.normandy.data.counters import UnitType
from wargame.games.normandy.data.files import NATION_TITLES, SIDE_TITLES
from wargame.games.normandy.entry import holder
from wargame.games.normandy.overlays import OVERLAYS, alone
from wargame.games.normandy.score import (
    campaign_facts,
    last_turn,
    net,
    noted_hexes,
    odon,
    points_of,
    standings,
    vp,
)
from wargame.games.normandy.state import (
    AIR_UNIT,
    ARMY,
    BOMBED,
    BUILDING,
    DOWN,
    ELIMINATED,
    FORTIFICATION,
    ISOLATED,
    MARCHED,
    MOVED,
    MUST,
    OPERATION,
    OUT,
    RODE,
    RUBBLE,
    STRUCK,
    TARGETED,
    WORKS,
    NorGame,
    due,
    kind_of,
    on_map,
    place_name,
    rating,
    shown,
    steps,
    strength,
    unit_name,
    waiting,
)
from wargame.games.normandy.walk import allowance, reserve_allowance, strategic_allowance
from wargame.games.normandy.zones import zone_of
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import reach_of

_CODES: tuple[tuple[str, str, str], ...] = (
    ("hq", "HQ", "|>"),
    ("art", "ART", "[o]"),
    ("hvy", "HVY", "(=)"),
    ("arm", "ARM", "(-)"),
    ("rec", "REC", "[/]"),
)
"""Flag, code and symbol; what has none of them is infantry, on wheels or on foot."""
_OWN_CODES = {
    "US-ABN": "ABN", "CW-PAR": "PAR", "CW-CDO": "CDO", "US-RGR": "RGR", "G-FJ": "FJ",
    "G-WRF": "WRF", "G-FLK": "FLK", "G-STG": "STG", "G-STA": "STA", "G-GAR": "GAR",
}  # fmt: skip
"""Classes with a code that players know."""
_LYING = {"forts": FORTIFICATION, "rubble": RUBBLE, "bombed": BOMBED, "targeted": TARGETED}
"""What else lies on hexes, under the names of position files."""
_HIDDEN = (MOVED, MARCHED, RODE)
_MARKS = (
    ("(!)", "must be attacked"),
    ("(A)", "Air Unit of a carpet bombing"),
    ("(B) (%)", "Bombed; rubble"),
    ("(T)", "targeted interdiction"),
    ("(p) (P)", "Improved Position under construction; finished"),
    ("(e) (E)", "Entrenchment under construction; finished"),
    ("(x) (c)", "a bridge of the hex is destroyed; under construction"),
    ("(1)", "a city or beach: a point, between the edges of who holds it"),
)
_WORKS = {wk.DIGGING: "p", wk.IMPROVED: "P", wk.DEEPENING: "e", wk.ENTRENCHED: "E"}
_WORK_NAMES = {
    wk.DIGGING: "Improved Position under construction",
    wk.IMPROVED: "Improved Position",
    wk.DEEPENING: "Improved Position, Entrenchment under construction",
    wk.ENTRENCHED: "Entrenchment",
}


def codes_of(kind: UnitType) -> tuple[str, str]:
    """Three letters and a symbol."""
    found = next(((code, sign) for flag, code, sign in _CODES if flag in kind.flags), None)
    code, sign = found or (("MOT", "[X)") if kind.mech else ("INF", "[X]"))
    return _OWN_CODES.get(kind.kind, code), sign


class NormandyFace(Face):
    """Names, counters and panels."""

    def unit_name(self, g: NorGame, unit: UnitId) -> str:
        """The unit with its division."""
        return unit_name(g, unit)

    def counter(self, g: NorGame, unit: UnitId) -> Counter:
        """The counter as it stands: strength and MA, or rating and range; letters for states."""
        kind, here = kind_of(g, unit), g.state.units[unit]
        code, symbol = codes_of(kind)
        letters = "".join(
            row.letter for row in g.content.printed_states.state if row.id in here.states
        )
        return Counter(
            side=kind.side,
            code=code,
            strength=self.strength(g, unit),
            short=self.strength(g, unit).partition("-")[0] or code,
            name=_designation(kind),
            letters=letters,
            spent=any(state in here.states for state in _HIDDEN),
            symbol=symbol,
        )

    def strength(self, g: NorGame, unit: UnitId) -> str:
        """Strength and MA, rating and range, or of an HQ its MA."""
        kind = kind_of(g, unit)
        if kind.hq:
            return f"-{kind.allowance}"
        if kind.support:
            return f"{rating(g, unit)}-{kind.cls.range}"
        return f"{strength(g, unit)}-{kind.allowance}"

    def steps(self, g: NorGame, unit: UnitId) -> int:
        """NOR-ST-01, NOR-ST-04  The steps it has left."""
        return 0 if g.state.units[unit].box == ELIMINATED else steps(g, unit)

    def allowance(self, g: NorGame, unit: UnitId) -> float:
        """Movement points of the unit in the segment that is played."""
        phase: Phase = "tactical"
        name = g.state.frames[-1].name if g.state.frames else ""
        if name.endswith(".strategic"):
            phase = "strategic"
        elif ".reserve" in name:
            phase = "reserve"
        budgets = {"strategic": strategic_allowance, "reserve": reserve_allowance}
        return budgets.get(phase, allowance)(g, unit) / 2

    def is_quiet(self, g: NorGame, unit: UnitId) -> bool:
        """On the map outside the Operations of its side, while one runs (NOR-OP-13)."""
        found = g.state.units[unit]
        runs = any(OPERATION in u.states for u in on_map(g, found.side))
        leads = OPERATION in found.states or in_operation(g, unit)
        return runs and found.hex >= 0 and not leads

    def reach(self, g: NorGame, unit: UnitId) -> dict[Hex, int]:
        """NOR-MV-03  By itself, as if it had not moved."""
        return reach_of(g, unit, alone)

    # -- panels -------------------------------------------------------------------------------

    def unit_lines(self, g: NorGame, unit: UnitId) -> list[str]:
        """Everything printed on and marked on a counter."""
        kind, here = kind_of(g, unit), g.state.units[unit]
        lines = [f"{kind.name}  [{unit}]", f"{kind.cls.title}, {kind.formation}"]
        if kind.combat_unit:
            left = f"{steps(g, unit)} of {kind.steps} steps"
            lines.append(f"strength {strength(g, unit)} ({shown(here)}, {left})")
        elif kind.support:
            lines.append(f"rating {rating(g, unit)} ({shown(here)}), range {kind.cls.range}")
        points = f"MA {kind.allowance}, strategic {kind.strategic}, stacking {kind.stacking}"
        lines.append(f"{points}, {kind.mobility}")
        marked = [row.title for row in g.content.printed_states.state if row.id in here.states]
        lines.append("; ".join(marked) or "in good order")
        if here.hex >= 0:
            lines.append(self._command_line(g, unit))
        elif here.box == "waiting":
            lines.append(f"arrives on turn {due(g, unit)}")
        else:
            lines.append(here.box)
        return lines

    def _command_line(self, g: NorGame, unit: UnitId) -> str:
        here = g.state.units[unit]
        supply = (
            "Isolated"
            if ISOLATED in here.states
            else "Out of Supply"
            if OUT in here.states
            else "In Supply"
        )
        support = "Supported" if is_supported(g, unit) else "Unsupported"
        if unit in g.content.hqs:
            army = here.ties.get(ARMY) or g.content.hqs[unit].army
            return f"{supply}, {support}, {g.content.armies[army].title}"
        hq = hq_of(g, unit)
        return f"{supply}, attached to {unit_name(g, hq) if hq else 'no HQ'}, {support}"

    def hex_lines(self, g: NorGame, where: Hex) -> list[str]:
        """Terrain and its effects, water, works, control, zone."""
        content = g.content
        lines = [place_name(g, where), content.map.terrain[where]]
        if where not in content.land:
            return [*lines, "not in play"]
        row = content.ground.rows[where]
        drm = row.drm + (content.terrain.added.heights.drm if where in content.heights else 0)
        high = ", heights" if where in content.heights else ""
        lines[1] = f"{lines[1]}{high}: attacks {drm:+d}" if drm else f"{lines[1]}{high}"
        lines += content.map.side_lines(where)
        lines += [f"bridge to {name} {what}" for name, what in _bridges(g, where)]
        if works := wk.works(g, where):
            lines.append(_WORK_NAMES[works] + (", fortification" if wk.is_fort(g, where) else ""))
        for holds, said in (
            (wk.is_rubble(g, where), "rubble"),
            (wk.is_bombed(g, where), "bombed in this player-turn"),
            (wk.is_targeted(g, where), "targeted by air interdiction"),
        ):
            if holds:
                lines.append(said)
        lines.append(f"held by the {SIDE_TITLES[g.state.control[where]]} side")
        zone = zone_of(g, where)
        if zone:
            lines.append(f"{NATION_TITLES[zone]} zone")
        return lines

    def hex_marks(self, g: NorGame) -> dict[Hex, str]:
        """! must be attacked, A bombers, B bombed, T targeted, works, broken bridges, a point."""
        marks = dict.fromkeys(g.content.cities, "1")
        for stage, sign in ((DOWN, "x"), (BUILDING, "c")):
            marks |= dict.fromkeys(chain.from_iterable(wk.bridges(g, stage)), sign)
        state = g.state
        marks |= dict.fromkeys(state.laid(RUBBLE), "%")
        marks |= {h: _WORKS[wk.works(g, h)] for h in state.laid(WORKS)}
        marks |= dict.fromkeys(state.laid(TARGETED), "T")
        marks |= dict.fromkeys(state.laid(BOMBED), "B")
        marks |= dict.fromkeys(state.marked_hexes(AIR_UNIT), "A")
        due = state.marked_hexes(MUST) - state.marked_hexes(STRUCK)
        return marks | dict.fromkeys(due, "!")

    def signs(self, g: NorGame) -> list[tuple[str, str]]:
        """Kinds of unit, states, marks."""
        kinds = {kind.kind: kind for kind in g.content.units.values()}
        found = {codes_of(kind)[0]: kind.cls.title for kind in kinds.values()}
        plain = {"INF": "infantry", "ARM": "armour", "MOT": "motorized infantry", "ART": "artillery",
                 "HQ": "corps headquarters", "REC": "cavalry", "HVY": "heavy tanks"}  # fmt: skip
        titles = [(code, plain.get(code, title)) for code, title in sorted(found.items())]
        titles += [("4-6", "strength and movement"), ("2-3", "rating and range of artillery")]
        titles += [("-8", "movement of a headquarters, which has no strength")]
        titles += [(row.letter, row.title) for row in g.content.printed_states.state]
        return [*titles, *_MARKS]

    # -- the turn -----------------------------------------------------------------------------

    def turn_label(self, g: NorGame) -> str:
        """Turn and date; a shaded turn counts the cities."""
        turn = g.content.turns.get(g.state.turn())
        if turn is None:
            return f"Turn {g.state.turn()}"
        shaded = ", cities count" if turn.shaded and g.content.plays("victory") else ""
        return f"Turn {turn.number} of {last_turn(g)}, {turn.date}{shaded}"

    def status(self, g: NorGame) -> list[tuple[str, str]]:
        """Weather, sea, air, purses, Operations, capacity, Withdrawal."""
        tracks = g.state.tracks
        facts = [("weather", f"{tracks['weather']}, sea {tracks['sea']}")]
        if tracks.get("forecast"):
            facts.append(("next turn", str(tracks["forecast"])))
        air = f"{tracks.get('interdiction', 0)} interdiction, {tracks.get('ground', 0)} ground support"
        facts.append(("air points", air))
        if tracks.get("level"):
            facts.append(("interdiction level", str(tracks["level"])))
        for army in (a for side in SIDE_TITLES for a in armies_of(g, side)):
            facts.append((f"support points of {g.content.armies[army].title}", str(sp(g, army))))
        facts += self._operations(g)
        return [*facts, *campaign_facts(g)]

    def _operations(self, g: NorGame) -> Iterator[tuple[str, str]]:
        for side in SIDE_TITLES:
            for army in armies_of(g, side):
                if run := turns_run(g, army):
                    names = ", ".join(unit_name(g, hq) for hq in operation(g, army))
                    yield f"Operation of {g.content.armies[army].title}", f"turn {run}: {names}"

    def standing(self, g: NorGame) -> Standings:
        """NOR-VP-10, section 8.2"""
        return standings(g)

    def victory(self, g: NorGame) -> dict[str, Any]:
        """Net, tracks and level as they stand."""
        found = self.standing(g)
        return {
            "margin": net(g),
            "level": found.level,
            "points": dict(points_of(g)),
            "cities": sorted(
                g.grid.name(h) for h in g.content.cities if g.state.control.get(h) == "allied"
            ),
            "areas": {a.id: holder(g, a.id) for a in self._areas(g)},
        }

    def _areas(self, g: NorGame) -> tuple[Any, ...]:
        return g.content.off_map.area if g.content.plays("areas") else ()

    def reckoning(self, g: NorGame) -> list[str]:
        """NOR-VP-10  The tracks, or in the small scenario what the points are for."""
        if g.content.scenario.points is None:
            tracks = [f"{title} track: {vp(g, s)}." for s, title in SIDE_TITLES.items()]  # type: ignore[arg-type]
            return [*tracks, f"Net {net(g):+d}: {self.standing(g).sentence}."]
        now = odon(g)
        parts = f"{now.hexes} for hexes, {now.beyond} beyond the Orne"
        return [
            f"Allied: {parts}, {now.german_lost // now.per} for {now.german_lost} German steps lost.",
            f"German: {now.allied_lost // now.per} for {now.allied_lost} Allied steps lost.",
            f"Difference {net(g):+d}: {self.standing(g).sentence}.",
        ]

    def comes(self, g: NorGame, unit: UnitId) -> tuple[int, str]:
        """NOR-RF-01, NOR-RF-03  Turn and beach or area."""
        kind = kind_of(g, unit)
        area = g.content.areas.get(kind.area)
        return due(g, unit), area.name if area else ""

    def track(self, g: NorGame) -> dict[str, Any]:
        """Every track and list, who waits and who is off the map, works, marked hexes, bridges, Operations."""
        state, names = g.state, g.grid.name
        boxes: dict[str, list[UnitId]] = {}
        for unit in sorted(state.units.values(), key=lambda u: u.id):
            if unit.box and unit.box != "waiting":
                boxes.setdefault(unit.box, []).append(unit.id)
        coming = [u for side in SIDE_TITLES for u in waiting(g, side)]
        return {
            **state.tracks,
            "waiting": {u.id: due(g, u.id) for u in coming},
            **boxes,
            "works": {
                names(h): _WORK_NAMES[n] for h, n in sorted(state.layers.get(WORKS, {}).items())
            },
            "operations": {
                army: {
                    "turn": run,
                    "hqs": operation(g, army),
                    "hexes": [names(int(h)) for h in state.lists.get(noted_hexes(g, army), ())],
                }
                for side in SIDE_TITLES
                for army in armies_of(g, side)
                if (run := turns_run(g, army))
            },
            **{name: wk.lying(g, layer) for name, layer in _LYING.items()},
            "bridges down": [g.grid.write(side) for side in wk.bridges(g, 1)],
            "bridges building": [g.grid.write(side) for side in wk.bridges(g, 2)],
            "boundary": list(state.lists.get("boundary", ())),
        }

    def overlays(self) -> tuple[Overlay, ...]:
        """Overlays of this game."""
        return OVERLAYS


def _bridges(g: NorGame, where: Hex) -> list[tuple[str, str]]:
    """Broken bridges of a hex: where they lead, and how they stand."""
    names = {1: "destroyed", 2: "under construction"}
    near = sorted(g.grid.neighbours[where])
    return [(g.grid.name(h), names[state]) for h in near if (state := wk.bridge_state(g, where, h))]


def _designation(kind: UnitType) -> str:
    """What fits on a counter: division and regiment, or the end of its id."""
    parts = kind.id.split(".")[1:]
    return " ".join(parts[-2:]).upper()[:9]
