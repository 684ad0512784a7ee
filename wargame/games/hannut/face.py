"""How a position of Hannut reads to people: names, counters, panels, victory."""

from __future__ import annotations

from typing import Any

from wargame.flow.face import Counter, Face, Overlay
from wargame.flow.standings import Prize, Standings
from wargame.games.hannut.checks import formation_factor
from wargame.games.hannut.data.counters import UnitType
from wargame.games.hannut.data.files import SIDE_TITLES
from wargame.games.hannut.overlays import OVERLAYS
from wargame.games.hannut.score import score
from wargame.games.hannut.state import (
    ACTED,
    ACTIVATED,
    CUP,
    DEMORALIZED,
    DRAWN,
    ELIMINATED,
    LASTING,
    LOADED,
    NEUTRALIZED,
    REDUCED,
    SAVED,
    STAGED,
    HannutGame,
    acting,
    active,
    attack,
    current_ma,
    formation_of,
    full_ma,
    has,
    is_dispersed,
    kind_of,
    mine_at,
    mined,
    on_map,
    spent,
    weapon_range,
)
from wargame.games.hannut.walk import alone
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.overlays import reach_of

CODES: dict[str, tuple[str, str]] = {
    "tank": ("ARM", "()"),
    "assault_gun": ("STG", "(|)"),
    "infantry": ("INF", "><"),
    "motorized": ("MOT", ">o<"),
    "armoured_car": ("ARC", "(/)"),
    "at_gun": ("ATG", "/\\"),
    "hq": ("HQ", "|>"),
}
"""Code and symbol of each type."""
_WORDS = {"at_gun": "anti-tank gun", "hq": "headquarters"}
"""Types that are not called by their id."""


class HannutFace(Face):
    """Names, counters and panels."""

    def counter(self, g: HannutGame, unit: UnitId) -> Counter:
        """The counter as it stands."""
        kind = kind_of(g, unit)
        code, symbol = CODES[kind.kind]
        return Counter(
            side=kind.side,
            code="PIO" if kind.pioneer else code,
            strength=self.strength(g, unit),
            short=f"{attack(g, unit)}-{kind.defence}",
            name=_designation(kind),
            letters=state_letters(g, unit),
            spent=self._is_spent(g, unit),
            symbol=symbol,
        )

    def reach(self, g: HannutGame, unit: UnitId) -> dict[Hex, int]:
        """HAN-MV-02  By itself, in its posture, with what is left of its allowance."""
        return reach_of(g, unit, alone)

    def unit_lines(self, g: HannutGame, unit: UnitId) -> list[str]:
        """Everything about a unit."""
        kind, here = kind_of(g, unit), g.state.units[unit]
        formation = formation_of(g, unit)
        cls = "motorized (loaded)" if has(g, unit, LOADED) else kind.mobility
        lines = [
            f"{kind.name} ({kind.id}), {formation.name}",
            ", ".join(dict.fromkeys(_kinds(kind, cls))),
            f"A {attack(g, unit)}  D {kind.defence}  R {weapon_range(g, unit)} (printed {kind.range})",
            f"MA {current_ma(g, unit) / 2:g} of {full_ma(g, unit) // 2}, spent {spent(g, unit) / 2:g}",
        ]
        marked = [title for state, title in _titles(g) if state in here.states]
        if is_dispersed(g, unit) and "dispersed" not in here.states:
            marked.append("Dispersed by its terrain [HAN-DI-01]")
        lines.append("; ".join(marked) if marked else "in good order")
        needed, shifts = formation_factor(g, unit)
        why = ", ".join(f"{name} {value:+d}" for name, value in shifts)
        lines.append(f"formation factor {needed}{f' ({why})' if why else ''}")
        if not kind.hq:
            lines.append(_command_line(g, unit))
        if here.box:
            arrival = f", turn {kind.arrival} at {kind.area}" if here.box == WAITING else ""
            lines.append(f"{here.box}{arrival}")
        return lines

    def hex_lines(self, g: HannutGame, where: Hex) -> list[str]:
        """Terrain and its effects, elevation, hexsides, control, markers."""
        terrain, printed = g.content.map.terrain[where], g.content.map
        lines = [
            f"{g.grid.name(where)} {printed.name(where) if where in printed.places else ''}".strip(),
            f"{terrain}, level {g.content.map.elevation[where]}",
        ]
        if where not in g.content.board:
            lines.append("outside the scenario's area")
        if where in g.content.rough:
            cover = g.content.cover
            values = "/".join(
                f"{cover[how][where]:+d}" for how in ("direct", "indirect", "assault")
            )
            lines.append(
                f"soft target {values} (direct/indirect/assault); AFV Dispersed; blocks sight"
            )
        if where in g.content.road_hexes:
            lines.append("road: column may be taken here")
        lines += printed.side_lines(where)
        if mine_at(g, where):
            lines.append("mines [HAN-MI-02]")
        for objective in g.content.objectives:
            if objective.hex == where:
                holder = SIDE_TITLES[g.state.control[where]]
                lines.append(f"victory hex, {objective.vp} VP: {holder} [{objective.rule}]")
        return lines

    def hex_marks(self, g: HannutGame) -> dict[Hex, str]:
        """Mines x, victory hexes by their VP."""
        return {o.hex: f"*{o.vp}" for o in g.content.objectives} | dict.fromkeys(mined(g), "x")

    def signs(self, g: HannutGame) -> list[tuple[str, str]]:
        """Kinds of unit, states, marks."""
        found = [(code, _spelled(kind)) for kind, (code, _) in CODES.items()]
        found += [("PIO", "pioneers"), ("8-3", "attack (fire) and defence")]
        found += [(row.letter, row.title) for row in g.content.states.values() if row.letter]
        found += [("r", "reduced"), ("(x)", "mines"), ("(*2)", "a victory hex and its points")]
        return found

    def turn_label(self, g: HannutGame) -> str:
        """Turn and hour."""
        turn = g.state.turn()
        return f"Turn {turn} of {g.content.scenario.last_turn}, {g.content.turns[turn].time}"

    def status(self, g: HannutGame) -> list[tuple[str, str]]:
        """Markers, who still has to act."""
        cups = g.state.cups
        drawn = cups[DRAWN][0] if cups[DRAWN] else "none"
        found = [("marker", drawn)]
        formation = active(g)
        if formation is not None:
            left = [u for u in on_map(g, formation) if not self._is_spent(g, u)]
            found.append(("to act", str(len(left))))
            found.append(("active", formation.name))
        if acting(g):
            names = ", ".join(kind_of(g, u).name for u in acting(g))
            found.append(("acting", names))
        found.append(("in the cup", ", ".join(cups.get(CUP, [])) or "empty"))
        found.append(("in the Saved box", ", ".join(cups[SAVED]) or "none"))
        return found

    def standing(self, g: HannutGame) -> Standings:
        """HAN-VC-01  Sudden death goes before the score, which counts for the Germans alone."""
        now, content = score(g), g.content
        return Standings.scored(
            g.state, now.total, content.scenario.band,
            points={"german": now.total, "allied": 0},
            prizes=[Prize(o.hex, o.name, o.vp) for o in content.objectives],
        )  # fmt: skip

    def victory(self, g: HannutGame) -> dict[str, Any]:
        """HAN-VC-01  The score as JSON values."""
        now, standing = score(g), self.standing(g)
        return {
            "score": now.total,
            "level": standing.level,
            "winner": standing.winner,
            "hexes": now.hexes,
            "french_tanks_lost": now.french_lost,
            "german_tanks_lost": now.german_lost,
            "controlled": {
                g.grid.name(o.hex): g.state.control.get(o.hex, "") for o in g.content.objectives
            },
        }

    def reckoning(self, g: HannutGame) -> list[str]:
        """HAN-VC-01  Who holds which victory hex, the tanks lost, then the score."""
        now, lines = score(g), []
        for side, title in SIDE_TITLES.items():
            held = [o for o in g.content.objectives if g.state.control.get(o.hex) == side]
            names = ", ".join(f"{o.name} {o.vp}" for o in held) or "no victory hex"
            lines.append(f"{title}: {names}.")
        told = f"The Germans hold victory hexes worth {now.hexes}"
        if g.content.scenario.tank_losses:
            told += f"; tank units lost: French {now.french_lost}, German {now.german_lost}"
        return [*lines, f"{told}.", f"Score {now.total}: {self.standing(g).sentence}."]

    def allowance(self, g: HannutGame, unit: UnitId) -> float:
        """HAN-MV-02, HAN-NE-01  Movement points left in this segment; 1, a hex, if Neutralized."""
        states = g.state.units[unit].states
        if ACTED in states or DEMORALIZED in states:
            return 0.0
        if NEUTRALIZED in states:
            return 0.0 if spent(g, unit) else 1.0
        return max(current_ma(g, unit) - spent(g, unit), 0) / 2

    def strength(self, g: HannutGame, unit: UnitId) -> str:
        """A, D, R and MA."""
        kind = kind_of(g, unit)
        return f"{attack(g, unit)}-{kind.defence}-{kind.range}-{full_ma(g, unit) // 2}"

    def overlays(self) -> tuple[Overlay, ...]:
        """Line of sight, range, command, the active formation, mines and control."""
        return OVERLAYS

    def track(self, g: HannutGame) -> dict[str, Any]:
        """Cup, Saved box, the marker in play, mines, losses."""
        cups, units = g.state.cups, g.state.units.values()
        return {
            "drawn": list(cups[DRAWN]),
            "cup": list(cups.get(CUP, [])),
            "saved": list(cups[SAVED]),
            "activated": [u.id for u in units if ACTIVATED in u.states],
            "acting": acting(g),
            "staged": [u.id for u in units if STAGED in u.states],
            "mines": sorted(g.grid.name(m.hex) for m in g.state.markers.values() if m.hex >= 0),
            "eliminated": [u.id for u in units if u.box == ELIMINATED],
            "reduced": [u.id for u in units if REDUCED in u.states],
        }

    @staticmethod
    def _is_spent(g: HannutGame, unit: UnitId) -> bool:
        """Has nothing to do: acted, or its formation is the active one and it never acts."""
        formation = active(g)
        mine = formation is not None and formation_of(g, unit).id == formation.id
        return has(g, unit, ACTED) or (mine and has(g, unit, DEMORALIZED))


def state_letters(g: HannutGame, unit: UnitId) -> str:
    """One letter a state: N F D O U C S L, r for a reduced unit."""
    states, table = g.state.units[unit].states, g.content.states
    found = "".join(table[s].letter for s in LASTING if s in states and s in table)
    return found + ("r" if REDUCED in states else "")


def _titles(g: HannutGame) -> list[tuple[str, str]]:
    """States with the words the inspector uses."""
    found = [(row.id, f"{row.title} [{row.rule}]") for row in g.content.states.values()]
    more = [
        (REDUCED, "reduced"),
        (ACTED, "has acted"),
        (STAGED, "staged"),
        (ACTIVATED, "activated"),
    ]
    return found + more


def _command_line(g: HannutGame, unit: UnitId) -> str:
    """HAN-CM-01  How far its HQ is."""
    formation, here = formation_of(g, unit), g.state.units[unit].hex
    hq = g.state.units[formation.hq].hex
    if hq < 0 or here < 0:
        return f"HQ off the map; command range {formation.command}"
    away = g.grid.distance(here, hq)
    hexes = "1 hex" if away == 1 else f"{away} hexes"
    return f"HQ {hexes} away; command range {formation.command}"


def _kinds(kind: UnitType, cls: str) -> list[str]:
    """What a unit is, how it moves, what fire does to it."""
    found = [_spelled(kind.kind), cls, "AFV" if kind.afv else "soft"]
    return [*found, "Stu.Pio"] if kind.pioneer else found


def _designation(kind: UnitType) -> str:
    """The id without its side, as on the counter."""
    return kind.id.partition(".")[2][:9]


def _spelled(kind: str) -> str:
    """A type of unit in words."""
    return _WORDS.get(kind, kind.replace("_", " "))
