"""Where positions, bridges and Entrenchments may be begun: one Allotment (NOR-EN-06 to -10, -12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from wargame.flow.allot import Allotment, Amounts, Purse, Share
from wargame.flow.ask import Refusal
from wargame.games.normandy.armies import heard, hears, is_supported
from wargame.games.normandy.data.files import NATION_TITLES, Nation, Side
from wargame.games.normandy.state import (
    BUILDING,
    DISORGANIZED,
    DOWN,
    FOUGHT,
    ISOLATED,
    NATIONS,
    OTHER,
    OUT,
    WORKS,
    NorGame,
    combat_units,
    nation_of,
    place_name,
    strength,
    touches_enemy,
    unit_name,
)
from wargame.games.normandy.works import (
    IMPROVED,
    NOTHING,
    UNDUG,
    bridge_state,
    bridges,
    builder,
    builders_of,
    near_bridge,
    soft,
    works,
)
from wargame.hexes.bits import members
from wargame.hexes.grid import Grid, Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.model.state import Unit


def name_of(g: NorGame, bridge: HexsideKey) -> str:
    """A bridge as answers write it: "1411-1510"."""
    return g.grid.write(bridge)


def shown_as(g: NorGame, bridge: HexsideKey) -> str:
    """A bridge as people read it."""
    return " - ".join(place_name(g, h) for h in bridge)


# -- positions --------------------------------------------------------------------------------------


def diggers(g: NorGame, where: Hex, side: Side) -> list[Unit]:
    """NOR-EN-06, NOR-EN-09, NOR-SL-07  Units in a hex that let one dig there, by id (R-120)."""
    return [u for u in combat_units(g, where, side) if _what_keeps(g, u) is None]


def _what_keeps(g: NorGame, unit: Unit) -> tuple[str, str] | None:
    """What keeps a unit from digging, and the rule; None if nothing does."""
    if g.content.limits.engineering.builder not in g.content.units[unit.id].flags:
        return "is no infantry", "NOR-EN-06"
    if found := next((why for state, why in _IDLE.items() if state in unit.states), None):
        return found
    return None if is_supported(g, unit.id) else ("belongs to an Unsupported HQ", "NOR-SL-07")


_IDLE = {
    OUT: ("is not In Supply", "NOR-EN-06"),
    ISOLATED: ("is not In Supply", "NOR-EN-06"),
    DISORGANIZED: ("is Disorganized", "NOR-EN-06"),
    FOUGHT: ("has attacked in this player-turn", "NOR-EN-06"),
}
"""States that keep anybody from digging."""
_IDLE_STATES = frozenset(_IDLE)


def why_not_dug(g: NorGame, where: Hex, side: Side) -> Refusal | None:
    """NOR-EN-06, NOR-EN-09, NOR-EN-12  Why nothing can be dug in a hex; None if it can."""
    place, kind = place_name(g, where), g.content.map.terrain[where]
    units = combat_units(g, where, side)
    if not units:
        return Refusal(f"No combat unit of yours stands in {place}.", "NOR-EN-06")
    if kind in UNDUG:
        return Refusal(f"Nobody digs in a {kind} hex, as {place} is.", "NOR-EN-06")
    if _is_dug(g, where, side):
        rule = "NOR-EN-12" if side == "german" or works(g, where) != IMPROVED else "NOR-EN-09"
        return Refusal(f"{place} has its position marker already.", rule)
    kept = _what_keeps(g, units[0])
    if kept is None or diggers(g, where, side):
        return None
    return Refusal(f"{unit_name(g, units[0].id)} {kept[0]}.", kept[1])


def _is_dug(g: NorGame, where: Hex, side: Side) -> bool:
    """NOR-EN-09, NOR-EN-12  Whether nothing more can be begun where something is dug."""
    found = works(g, where)
    return found != NOTHING and not (side == "german" and found == IMPROVED)


def dug_sites(g: NorGame, side: Side) -> dict[Hex, Nation]:
    """NOR-EN-06, NOR-EN-09  Hexes where digging may begin, with the nation that digs, ascending."""
    at, units, able, found = g.board.at, g.state.units, heard(g, side), dict[Hex, Nation]()
    dug, builders = g.state.layers.get(WORKS, {}), builders_of(g.content, side)
    for h in members(g.board.holding[side] & soft(g.content)):
        if dug.get(h) and _is_dug(g, h, side):
            continue
        for u in at[h]:
            idle = u not in builders or not units[u].states.isdisjoint(_IDLE_STATES)
            if not idle and hears(g, units[u], able):
                found[h] = nation_of(g, u)
                break
    return found


# -- bridges ----------------------------------------------------------------------------------------


def _is_barred(g: NorGame, bridge: HexsideKey, side: Side) -> bool:
    """NOR-EN-10  An enemy combat unit on either end."""
    held = g.board.held[OTHER[side]]
    return bool(held[bridge[0]] or held[bridge[1]])


def is_ready(g: NorGame, bridge: HexsideKey, side: Side) -> bool:
    """NOR-EN-10  A bridge the side has begun stands again if what it took is still true."""
    own = builder(g, bridge) == side
    return own and not _is_barred(g, bridge, side) and bool(near_bridge(g, bridge, side))


def ready_bridges(g: NorGame, side: Side) -> list[HexsideKey]:
    """NOR-EN-10  Its bridges under construction that stand again now, ascending."""
    return [bridge for bridge in bridges(g, BUILDING) if is_ready(g, bridge, side)]


def bridge_nations(g: NorGame, bridge: HexsideKey, side: Side) -> list[Nation]:
    """NOR-EN-10, NOR-SL-07, NOR-DR-03  The nations that may begin a bridge; none if nobody may (R-120)."""
    if _is_barred(g, bridge, side):
        return []
    able = {
        nation_of(g, u.id)
        for u in near_bridge(g, bridge, side)
        if DISORGANIZED not in u.states and is_supported(g, u.id)
    }
    return [nation for nation in NATIONS[side] if nation in able]


def why_not_bridged(g: NorGame, bridge: HexsideKey, side: Side) -> Refusal | None:
    """NOR-EN-10  Why no bridge can be begun on a hexside; None if one can."""
    name = shown_as(g, bridge)
    if bridge not in g.content.map.bridges or not bridge_state(g, *bridge):
        return Refusal(f"No destroyed bridge lies between {name}.", "NOR-EN-10")
    if bridge_state(g, *bridge) == BUILDING:
        return Refusal(f"The bridge {name} is under construction.", "NOR-EN-10")
    if _is_barred(g, bridge, side):
        return Refusal(f"An enemy stands at an end of the bridge {name}.", "NOR-EN-10")
    if not bridge_nations(g, bridge, side):
        said = "No combat unit In Supply, in good order and of a Supported HQ is near the bridge"
        return Refusal(f"{said} {name}.", "NOR-EN-10")
    return None


# -- the question of new works ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sites:
    """NOR-EN-12  Where a side may begin something, each with the nations that may."""

    dig: Mapping[Hex, Nation]
    bridges: Mapping[HexsideKey, Sequence[Nation]]
    entrench: Mapping[Hex, Nation]

    @property
    def any(self) -> bool:
        """Whether there is any."""
        return bool(self.dig or self.bridges or self.entrench)


def sites(g: NorGame, side: Side) -> Sites:
    """NOR-EN-06, NOR-EN-09, NOR-EN-10  All there are, ascending."""
    found = dug_sites(g, side)
    down = {b: bridge_nations(g, b, side) for b in bridges(g, DOWN)}
    return Sites(
        {h: nation for h, nation in found.items() if works(g, h) == NOTHING},
        {b: nations for b, nations in down.items() if nations},
        {h: nation for h, nation in found.items() if works(g, h) == IMPROVED},
    )


@lru_cache(maxsize=1024)
def share(grid: Grid, places: tuple[Hex, ...], purse: str, rule: str) -> Share:
    """The row of a hex or a bridge; whoever shows it describes it."""
    return Share(grid.write(places), "", 1, purse=purse, hexes=places, rule=rule)


class WorksAsk(Allotment):
    """NOR-EN-02, NOR-EN-04, NOR-EN-05  New works of a phase, by hex and bridge, in one answer."""

    def __init__(self, g: NorGame, side: Side, found: Sites) -> None:
        self.g, self.sites, self._who = g, found, side
        super().__init__(
            side,
            "engineering.place",
            lambda: f"Which works are begun? {self._limits(side)}.",
            self._shares(),
            self._purses_of(side),
            rule="NOR-EN-02",
            proposed=lambda: _proposed(g, side, found),
            why_not=self._too_many_bridges,
            explain=self._why_no_site,
            nothing="Begin nothing",
            described=self._described,
        )

    def amounts(self, text: str) -> Amounts:
        """The hexes and bridges named, those "1411/1510" too; raises IllegalAnswer."""
        return super().amounts(text.replace("/", "-"))

    def _why_no_site(self, word: str) -> Refusal | None:
        """What keeps anybody from a hex or a bridge."""
        g, side = self.g, self._who
        if not word[0].isdigit():
            return None
        try:
            hexes = [g.grid.hex(part) for part in word.split("-")]
        except ValueError as error:
            return Refusal(str(error), self.rule)
        if len(hexes) == 1:
            return why_not_dug(g, hexes[0], side)
        bridge = side_key(hexes[0], hexes[1])
        name = name_of(g, bridge)
        if name != word and name in {r.key for r in self.rows()}:
            return Refusal(f"Write it {name}.", "NOR-EN-10", (name,))
        return why_not_bridged(g, bridge, side)

    def _limits(self, side: Side) -> str:
        rules = self.g.content.limits.engineering
        said = [
            f"{NATION_TITLES[n]} at most {rules.improved[n]} positions,"
            f" {rules.bridges[n]} bridge{'s' * (rules.bridges[n] > 1)}"
            for n in NATIONS[side]
            if any(n == nation for nation in self._nations())
        ]
        more = rules.entrenchments["ge"] if side == "german" and self.sites.entrench else 0
        return "; ".join(said) + (f", {more} Entrenchments" if more else "")

    def _nations(self) -> list[Nation]:
        bridged = [nation for nations in self.sites.bridges.values() for nation in nations]
        return [*self.sites.dig.values(), *self.sites.entrench.values(), *bridged]

    def _shares(self) -> list[Share]:
        found, grid = self.sites, self.g.grid
        return [
            *[share(grid, (h,), f"dig {n}", "NOR-EN-06") for h, n in found.dig.items()],
            *[
                share(grid, b, f"bridge {ns[0]}" if len(ns) == 1 else "", "NOR-EN-10")
                for b, ns in found.bridges.items()
            ],
            *[share(grid, (h,), f"entrench {n}", "NOR-EN-09") for h, n in found.entrench.items()],
        ]

    def _described(self, row: Share) -> Share:
        g, side = self.g, self._who
        if len(row.hexes) > 1:
            return row._replace(title=f"bridge {shown_as(g, side_key(*row.hexes))}")
        (where,) = row.hexes
        what = "position" if where in self.sites.dig else "Entrenchment"
        return row._replace(
            title=f"{what} in {place_name(g, where)}",
            units=tuple(u.id for u in combat_units(g, where, side)),
            note="next to the enemy" if touches_enemy(g, where, side) else "",
        )

    def _purses_of(self, side: Side) -> dict[str, Purse]:
        rules, found = self.g.content.limits.engineering, self.sites
        kinds: tuple[tuple[str, str, Mapping[Nation, int], object], ...] = (
            ("dig", "positions", rules.improved, found.dig.values()),
            ("bridge", "bridges", rules.bridges, [n[0] for n in found.bridges.values()]),
            ("entrench", "Entrenchments", rules.entrenchments, found.entrench.values()),
        )
        return {
            f"{kind} {nation}": Purse(f"{NATION_TITLES[nation]} {title}", most[nation])
            for kind, title, most, used in kinds
            for nation in NATIONS[side]
            if nation in list(used)  # type: ignore[call-overload]
        }

    def _too_many_bridges(self, amounts: Mapping[str, int]) -> Refusal | None:
        """NOR-EN-10  Bridges that either nation may build count for the one that has some left."""
        most = self.g.content.limits.engineering.bridges
        given = [n for b, n in self.sites.bridges.items() if amounts.get(name_of(self.g, b))]
        nations = sorted({nation for ns in given for nation in ns})
        for count in range(1, len(nations) + 1):
            for some in combinations(nations, count):
                only = sum(set(ns) <= set(some) for ns in given)
                holds = sum(most[nation] for nation in some)
                if only > holds:
                    who = " and ".join(NATION_TITLES[n] for n in some)
                    said = f"{who} may begin {holds} bridges, not {only}."
                    return Refusal(said, "NOR-EN-10")
        return None


def _proposed(g: NorGame, side: Side, found: Sites) -> Amounts:
    """What faces the most enemies is dug first; bridges where both banks are one's own."""
    rules, chosen = g.content.limits.engineering, Amounts()
    for hexes, most in ((found.dig, rules.improved), (found.entrench, rules.entrenchments)):
        left = dict(most)
        front = [h for h in hexes if touches_enemy(g, h, side)]
        for h in sorted(front, key=lambda h: (-_faced(g, h, side), h)):
            if left[hexes[h]]:
                left[hexes[h]] -= 1
                chosen[g.grid.name(h)] = 1
    built = dict(rules.bridges)
    for bridge, nations in found.bridges.items():
        nation = next((n for n in nations if built[n]), None)
        if nation and side == "allied" and all(g.state.control.get(h) == side for h in bridge):
            built[nation] -= 1
            chosen[name_of(g, bridge)] = 1
    return chosen


def _faced(g: NorGame, where: Hex, side: Side) -> int:
    """Enemy strength around a hex."""
    near = (u for h in g.grid.neighbours[where] for u in combat_units(g, h, OTHER[side]))
    return sum(strength(g, u.id) for u in near)
