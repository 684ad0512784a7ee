"""How a position of Ardennes reads to people: counters, hexes, hands, the score."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from wargame.content.figures import counted
from wargame.flow.face import Counter, Face, Overlay
from wargame.flow.standings import Due, Prize, Standings
from wargame.flow.veil import UNKNOWN
from wargame.games.ardennes import cards
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.counting import BARS, why_cut, why_short
from wargame.games.ardennes.data.counters import UnitType
from wargame.games.ardennes.data.files import SIDE_TITLES
from wargame.games.ardennes.overlays import OVERLAYS, alone, can_march
from wargame.games.ardennes.score import score
from wargame.games.ardennes.state import (
    ACTED,
    ATTACKED,
    BOXES,
    BRIDGE,
    BUILT,
    DEPLOYED,
    DOWN,
    ELIMINATED,
    FORMER,
    IMPROVED,
    LASTING,
    LOST,
    MOVED,
    TODAY,
    ArdGame,
    army_of,
    automated,
    day,
    due_of,
    hexside_of,
    kind_of,
    mode_of,
    place_name,
    reserve,
    steps,
    strength,
    unit_name,
)
from wargame.games.ardennes.walk import allowance
from wargame.games.ardennes.works import has_position, has_roadblock, roadblocks
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.model.state import UnitId
from wargame.rules import decks
from wargame.rules.arrivals import WAITING
from wargame.rules.overlays import reach_of

_CODES = {
    "armor": ("ARM", "(-)", "armour"),
    "mech": ("MEC", "[X)", "mechanized infantry"),
    "recon": ("REC", "[/]", "reconnaissance"),
    "inf": ("INF", "[X]", "infantry"),
    "eng": ("ENG", "[E]", "engineers"),
}
"""Kind of unit: code, symbol, words."""
_QUALITY = {"green": "G", "regular": "", "elite": "E"}
"""A letter on the counter; regular troops have none."""
_SPENT = (MOVED, ATTACKED, ACTED, FORMER, DEPLOYED)
_MODES = {"2p": "two players", "gs": "a German against Allies run by the rules"}
_MARKS = (
    ("#", "a Roadblock"),
    ("P", "an improved position (IP)"),
    ("x", "a Bridge of the hex is destroyed"),
    ("1 2 3", "a VP hex: its points"),
)
_BRIDGES = {DOWN: "destroyed", BUILT: "built by engineers"}


class ArdennesFace(Face):
    """Names, counters and panels."""

    worn = LOST

    def unit_name(self, g: ArdGame, unit: UnitId) -> str:
        """The unit with its division."""
        return unit_name(g, unit)

    def counter(self, g: ArdGame, unit: UnitId) -> Counter:
        """The counter as it stands: strength, MA and steps left; letters for states and quality."""
        kind, here = kind_of(g, unit), g.state.units[unit]
        code, symbol, _ = _CODES[kind.kind]
        letters = "".join(
            row.letter for row in g.content.printed_states.state if row.id in here.states
        )
        return Counter(
            side=kind.side,
            code=code,
            strength=self.strength(g, unit),
            short=self.strength(g, unit).partition("-")[0],
            name=kind.title[:9],
            letters=letters + _QUALITY[kind.quality],
            spent=not here.states.isdisjoint(_SPENT),
            symbol=symbol,
        )

    def strength(self, g: ArdGame, unit: UnitId) -> str:
        """Strength, in brackets that of a [unit], MA and steps left: "3-7-2", "[1]-4-1"."""
        kind = kind_of(g, unit)
        left = steps(g, unit)
        now = strength(g, unit) if left else 0
        shown = f"[{now}]" if kind.bracketed else str(now)
        return f"{shown}-{kind.allowance}-{left}"

    def steps(self, g: ArdGame, unit: UnitId) -> int:
        """The steps it has left."""
        return 0 if g.state.units[unit].box == ELIMINATED else steps(g, unit)

    def allowance(self, g: ArdGame, unit: UnitId) -> float:
        """Movement points of a whole move; 0 where it may not move."""
        return allowance(g, unit) / 2 if can_march(g, unit) else 0

    def reach(self, g: ArdGame, unit: UnitId) -> dict[Hex, int]:
        """ARD-MV-01  By itself, as if it had not moved."""
        return reach_of(g, unit, alone) if can_march(g, unit) else {}

    # -- panels -------------------------------------------------------------------------------

    def unit_lines(self, g: ArdGame, unit: UnitId) -> list[str]:
        """Everything printed on and marked on a counter."""
        kind, here = kind_of(g, unit), g.state.units[unit]
        group = f"{kind.corps} Corps" if kind.corps else ""
        formation = ", ".join(word for word in (kind.div, group, army_of(g, unit)) if word)
        left = steps(g, unit)
        bracketed = ", a [unit]" if kind.bracketed else ""
        now = strength(g, unit) if left else 0
        lines = [
            f"{unit_name(g, unit)}  [{unit}]",
            f"{kind.quality} {_CODES[kind.kind][2]}, {formation}, #{kind.number}",
            f"strength {now}{bracketed}, {left} of {kind.steps} steps, MA {kind.allowance}",
        ]
        titles = {row.id: row.title for row in g.content.printed_states.state}
        marked = [titles.get(state, state) for state in LASTING if state in here.states]
        lines.append("; ".join(marked) or "In Supply, in good order")
        if cut := why_short(g, unit):
            lines.append(cut)
        if here.numbers.get(TODAY):
            most = g.content.limits.activation.a_day
            lines.append(f"activated {here.numbers[TODAY]} of {most} times today")
        if here.box == WAITING:
            lines.append(f"enters Reserve on December {due_of(g, unit)}")
        elif here.hex < 0:
            lines.append(here.box)
        return lines

    def hex_lines(self, g: ArdGame, where: Hex) -> list[str]:
        """Terrain, hexsides, Position, points, works, routes, areas, who holds it."""
        content = g.content
        lines = [place_name(g, where), content.map.terrain[where]]
        if where not in content.board:
            return [*lines, "not in play"]
        if where in content.westwall:
            lines[1] += ", Westwall"
        lines += content.map.side_lines(where)
        lines += [f"Bridge to {name} {what}" for name, what in _bridges_of(g, where)]
        if where in content.hold:
            lines.append(f"Position, Hold Value {content.hold[where]}")
        holder = SIDE_TITLES[g.state.control[where]]
        if where in content.points:
            lines.append(f"VP hex: {content.points[where]} VP, {_counts(g, where)}")
        lines.append(f"held by the {holder} side")
        for holds, said in (
            (has_roadblock(g, where), "Roadblock"),
            (has_position(g, where), "improved position (IP)"),
            (where in content.routes[0], "on a Primary route"),
            (where in content.routes[1], "on a Secondary route"),
        ):
            if holds:
                lines.append(said)
        found = (SIDE_TITLES[s] for s, sources in content.sources.items() if where in sources)
        lines += [f"{title} source of Supply" for title in found]
        area, sector = content.corps_area[where], content.army_sector[where]
        return [*lines, f"area of {area} Corps; sector of {sector}"]

    def hex_marks(self, g: ArdGame) -> dict[Hex, str]:
        """# Roadblock, P improved position, x a Bridge is destroyed, the points of a VP hex."""
        marks = {h: str(points) for h, points in g.content.points.items() if points}
        marks |= dict.fromkeys(chain.from_iterable(_bridges(g, DOWN)), "x")
        marks |= dict.fromkeys(g.state.laid(IMPROVED), "P")
        return marks | dict.fromkeys(roadblocks(g), "#")

    def signs(self, g: ArdGame) -> list[tuple[str, str]]:
        """Kinds of unit, factors, states, marks."""
        titles = [(code, title) for code, _, title in _CODES.values()]
        titles += [("3-7-2", "strength, movement, steps left"), ("[1]", "strength of a [unit]")]
        titles += [(row.letter, row.title) for row in g.content.printed_states.state]
        return [*titles, ("G", "green troops"), ("E", "elite troops"), *_MARKS]

    # -- the day ------------------------------------------------------------------------------

    def turn_label(self, g: ArdGame) -> str:
        """The date."""
        first, last = g.content.scenario.first_turn, g.content.scenario.last_turn
        return f"December {day(g)}, day {day(g) - first + 1} of {last - first + 1}"

    def date(self, turn: int) -> str:
        """A day of the calendar."""
        return f"December {turn}"

    def status(self, g: ArdGame) -> list[tuple[str, str]]:
        """Mode, sky, fuel, what the impulse has left, hands as far as they are seen, piles, the cup."""
        tracks = g.state.tracks
        facts = [("mode", _MODES[mode_of(g)]), ("sky", _sky(g))]
        if dry := cards.dry(g):
            facts.append(("without fuel", ", ".join(dry)))
        if automated(g, "allied") and tracks.get("level"):
            facts.append(("Command Level", f"{counted(tracks['level'], 'card')} left to draw"))
        for side, title in SIDE_TITLES.items():
            facts += _cards_of(g, side, title)
        left = len(decks.cards(g, "chits"))
        facts.append(("chits in the cup", f"{left} of {len(g.content.chits)}"))
        if laid := roadblocks(g):
            facts.append(("Roadblocks", ", ".join(place_name(g, h) for h in laid)))
        for side, title in SIDE_TITLES.items():
            if units := reserve(g, side):
                facts.append((f"{title} Reserve", counted(len(units), "unit")))
        return facts

    def standing(self, g: ArdGame) -> Standings:
        """ARD-VC-01  German VP on the bands of the scenario."""
        content, found = g.content, score(g)
        total, bars = (
            found.total,
            {h: f"no German Supply: {BARS[why_cut(g, h)]}" for h in found.cut},
        )
        places = sorted(content.points.items())
        prizes = [Prize(h, content.map.name(h), n, bars.get(h, "")) for h, n in places]
        bands = content.scenario.band
        return Standings.scored(g.state, total, bands, points={"german": total}, prizes=prizes)

    def victory(self, g: ArdGame) -> dict[str, Any]:
        """Points, what they are for, and the level as they stand."""
        now, found = self.standing(g), score(g)
        return {
            "margin": found.total,
            "level": now.level,
            "winner": now.winner,
            "points": dict(now.points),
            "held": {g.grid.name(h): n for h, n in found.held.items()},
            "cut off": [g.grid.name(h) for h in found.cut],
            "exits": found.exits,
        }

    def reckoning(self, g: ArdGame) -> list[str]:
        """ARD-VC-01  What the Germans have and for what."""
        found = score(g)
        held = ", ".join(f"{place_name(g, h)} {n}" for h, n in found.held.items()) or "none"
        lines = [f"VP hexes held in German Supply: {held}."]
        points = g.content.points
        for h in found.cut:
            why = BARS[why_cut(g, h)]
            said = f"{place_name(g, h)} {points[h]} is German and counts nothing"
            lines.append(f"{said}, for German Supply does not reach it: {why}.")
        allied = [h for h in points if h not in found.held and h not in found.cut]
        lines.append(
            f"In Allied hands, counting for nobody: {len(allied)} VP hexes worth {sum(points[h] for h in allied)}."
        )
        if g.content.plays("exit"):
            lines.append(f"For steps over the Meuse: {found.exits}.")
        return [*lines, f"German VP {found.total}: {self.standing(g).sentence}."]

    def comes(self, g: ArdGame, unit: UnitId) -> tuple[int, str]:
        """ARD-CA-01  The day on which it enters Reserve, and its corps."""
        return due_of(g, unit), f"Reserve of {kind_of(g, unit).corps} Corps"

    def due(self, g: ArdGame) -> list[Due]:
        """ARD-FU-01, ARD-WE-01  The calendar of fuel, and days on which aircraft fly."""
        cards = g.content.cards.values()
        titles = {c.formation: c.title for c in cards if c.commands and c.side == "german"}
        found = []
        for number, of in g.content.days.items():
            if number <= day(g):
                continue
            if of.out_of_fuel and g.content.plays("fuel"):
                dry = ", ".join(titles.get((div,), div) for div in of.out_of_fuel)
                found.append(Due(number, f"German, no fuel: {dry}"))
            if of.clear:
                found.append(Due(number, "clear sky, aircraft fly"))
        return found

    def track(self, g: ArdGame) -> dict[str, Any]:
        """Tracks, boxes, works, hands as far as they are seen, open piles of cards."""
        state, grid = g.state, g.grid
        boxes: dict[str, list[UnitId]] = {}
        for unit in sorted(state.units.values(), key=lambda u: u.id):
            if unit.box in BOXES and unit.box != WAITING:
                boxes.setdefault(unit.box, []).append(unit.id)
        coming = [u.id for u in state.units.values() if u.box == WAITING]
        shown = {
            cup: list(items)
            for cup, items in sorted(state.cups.items())
            if cup.endswith((" hand", " discards", " aside", " out"))
        }
        return {
            **state.tracks,
            "waiting": {u: due_of(g, u) for u in sorted(coming)},
            **boxes,
            **shown,
            "roadblocks": [grid.name(h) for h in roadblocks(g)],
            "improved": [grid.name(h) for h in sorted(g.content.board) if has_position(g, h)],
            "bridges down": [grid.write(side) for side in _bridges(g, DOWN)],
            "bridges built": [grid.write(side) for side in _bridges(g, BUILT)],
        }

    def overlays(self) -> tuple[Overlay, ...]:
        """Overlays of this game."""
        return OVERLAYS


def _counts(g: ArdGame, where: Hex) -> str:
    """ARD-VC-01  Whether a VP hex counts for the German, and what keeps it from it."""
    found = score(g)
    if where in found.held:
        return "counts for the German"
    if where in found.cut:
        return f"counts for nobody: no German Supply, {BARS[why_cut(g, where)]}"
    return "counts for nobody in Allied hands"


def order_of_battle(content: ArdennesContent) -> list[dict[str, Any]]:
    """Every counter as JSON values."""
    return [
        {
            "id": kind.id, "name": kind.title, "side": kind.side, "army": kind.army,
            "corps": kind.corps, "division": kind.div, "number": kind.number, "type": kind.kind,
            "strength": _printed(kind), "ma": kind.allowance,
            "quality": kind.quality, "due": kind.due, "event": kind.event,
            "hex": content.grid.name(kind.start) if kind.start >= 0 else None,
        }
        for kind in content.units.values()
    ]  # fmt: skip


def _printed(kind: UnitType) -> str:
    """Strength by step as it is printed: "3-2-1", "[2]-[1]"."""
    return "-".join(f"[{n}]" if kind.bracketed else str(n) for n in kind.strength)


def _sky(g: ArdGame) -> str:
    """ARD-WE-01, ARD-EV-01  Whether aircraft fly, and whether the ground is frozen."""
    today = g.content.days.get(day(g))
    sky = "clear, aircraft fly" if today and today.clear else "overcast, no aircraft"
    return f"{sky}; the ground is frozen" if g.state.tracks.get("freeze") else sky


def _cards_of(g: ArdGame, side: str, title: str) -> Iterator[tuple[str, str]]:
    """ARD-CD-02, ARD-CD-03  A hand as far as it is seen, and how many cards lie where."""
    if automated(g, side):
        aside = decks.cards(g, cards.aside(side))
        told = f"{len(decks.cards(g, cards.deck(side)))} in the deck"
        yield f"{title} cards", f"{told}, {len(aside)} laid aside" if aside else told
        return
    held = decks.cards(g, cards.hand(side))
    seen = [card for card in sorted(held) if card != UNKNOWN]
    unseen = len(held) - len(seen)
    hidden = f"{counted(unseen, 'card')} face down" if unseen else ""
    yield f"{title} hand", ", ".join([*seen, *filter(None, [hidden])]) or "empty"
    used = len(decks.cards(g, cards.discards(side)))
    yield f"{title} pile", f"{counted(cards.left(g, side), 'card')} to draw, {used} discarded"


def _bridges(g: ArdGame, value: int) -> list[HexsideKey]:
    """Bridges in a state, ascending."""
    layer = sorted(g.state.layers.get(BRIDGE, {}).items())
    return [hexside_of(g.content, place) for place, state in layer if state == value]


def _bridges_of(g: ArdGame, where: Hex) -> list[tuple[str, str]]:
    """Bridges of a hex that are not as printed: where they lead, and how they stand."""
    return [
        (g.grid.name(b if a == where else a), said)
        for value, said in _BRIDGES.items()
        for a, b in _bridges(g, value)
        if where in (a, b)
    ]
