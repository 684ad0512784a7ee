"""Advance after combat: `advance us.30.117th+us.30.119th 1818-1718` (NOR-AD-01 to -04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from wargame.content.figures import counted
from wargame.flow.ask import PASS, About, Option, Refusal, allow
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.games.normandy.attackers import why_not_crossed
from wargame.games.normandy.battle import Battle, alive
from wargame.games.normandy.data.limits import Advance as AdvanceRow
from wargame.games.normandy.state import (
    DISORGANIZED,
    OTHER,
    NorGame,
    in_enemy_zoc,
    kind_of,
    nation_of,
    strength,
    unit_name,
    why_full,
)
from wargame.games.normandy.zones import is_foreign, to_own_zone
from wargame.hexes.grid import Hex
from wargame.model.state import Scalar, UnitId
from wargame.rules.retreat import Path, Rules, ways, why_no_step

GRAMMAR = Grammar("NOR-AD-01", name=unit_name)
ELIMINATED = "eliminated"


class Order(NamedTuple):
    """Who advances by which hexes, the emptied one first."""

    units: tuple[UnitId, ...]
    path: Path


def emptied(g: NorGame, fight: Battle) -> list[Hex]:
    """NOR-AD-01  Attacked hexes in which no defender is left, ascending."""
    held = g.board.held[OTHER[fight.attacker]]
    return [h for h in fight.targets if not held[h]]


class Advances:
    """NOR-AD-01 to -03  Who may advance where after an attack."""

    def __init__(self, g: NorGame, fight: Battle) -> None:
        self.g, self.fight, self.side = g, fight, fight.attacker
        self.open = emptied(g, fight)
        self._paths: dict[UnitId, list[Path]] = {}

    def units(self) -> list[UnitId]:
        """Attackers that could still go somewhere, by id."""
        return [u for u in alive(self.g, self.fight.units) if self.paths(u)]

    def is_open(self) -> bool:
        """Whether any could."""
        return bool(self.open) and any(self.paths(u) for u in alive(self.g, self.fight.units))

    def length(self, unit: UnitId, target: Hex) -> int:
        """NOR-AD-02  Hexes, the emptied one included, by what emptied it (R-129)."""
        return self._rows[target].length(kind_of(self.g, unit).mobility)

    @cached_property
    def _rows(self) -> dict[Hex, AdvanceRow]:
        """NOR-AD-02  The row of the table that holds for each emptied hex."""
        fight, rows = self.fight, self.g.content.limits.advance
        every: dict[str, AdvanceRow] = {row.result: row for row in rows}
        back = f"DR{fight.cell(self.g).retreat}"
        return {h: every[back if h in fight.routed else ELIMINATED] for h in self.open}

    def paths(self, unit: UnitId) -> list[Path]:
        """Every way of a unit that it may end on alone, in the order of its hexes."""
        if unit not in self._paths:
            start, able = self.g.state.units[unit].hex, self.why_no_part(unit) is None
            most = max((self.length(unit, h) for h in self.open), default=0)
            self._paths[unit] = ways(self._rules(unit), start, 1, most) if able else []
        return self._paths[unit]

    def _rules(self, unit: UnitId) -> Rules:
        full = partial(why_full, self.g, self.side, coming=(unit,))
        return Rules(self.g.grid, "NOR-AD-02", partial(self.why_no_step, unit), ends=full)

    # -- why not ------------------------------------------------------------------------------

    def why_no_part(self, unit_id: UnitId) -> Refusal | None:
        """NOR-AD-01  Attackers that survive in good order and have not advanced yet."""
        unit, name = self.g.state.units[unit_id], unit_name(self.g, unit_id)
        if unit_id not in self.fight.units or unit.hex < 0:
            return Refusal(f"{name} took no part in the attack.", "NOR-AD-01")
        if DISORGANIZED in unit.states:
            return Refusal(f"{name} is Disorganized.", "NOR-AD-01")
        if unit.hex not in self.fight.origins or unit_id in self.fight.advanced:
            return Refusal(f"{name} has left the hex it attacked from.", "NOR-AD-01")
        return None

    def why_no_step(self, unit: UnitId, path: Path, where: Hex) -> Refusal | None:
        """NOR-AD-02, NOR-AD-03, NOR-BD-04, NOR-MV-07  Why a step may not be taken (R-99)."""
        g, name = self.g, self.g.grid.name
        here, entered = path[-1], path[1:]
        if not entered and where not in self.open:
            return Refusal(f"{name(where)} is not a hex that the attack has emptied.", "NOR-AD-02")
        if not g.grid.adjacent(here, where):
            return Refusal(f"{name(where)} is not next to {name(here)}.", "NOR-AD-02")
        if where not in g.content.land:
            return Refusal(f"{name(where)} is no land hex in play.", "NOR-MV-07")
        if g.board.held[OTHER[self.side]][where]:
            return Refusal(f"{name(where)} is held by the enemy.", "NOR-MV-07")
        if where in path:
            return Refusal(f"{name(where)} would be entered twice.", "NOR-AD-02")
        if entered and in_enemy_zoc(g, here, self.side):
            return Refusal(f"The advance ends in {name(here)}, in enemy ZOC.", "NOR-AD-03")
        if entered and len(entered) >= self.length(unit, entered[0]):
            said = f"{unit_name(g, unit)} advances {len(entered)} at most."
            return Refusal(said, "NOR-AD-02")
        if refusal := why_not_crossed(g, unit, here, where):
            return Refusal(refusal.reason, "NOR-AD-02")
        nation = nation_of(g, unit)
        away = to_own_zone(g, where, nation) if is_foreign(g, where, nation) else 0
        if away and away >= to_own_zone(g, here, nation):
            return Refusal(f"{name(where)} is in the zone of the other nation.", "NOR-BD-04")
        return None

    def why_no_way(self, unit: UnitId, path: Path) -> Refusal | None:
        """Why a unit may not take a way, stacking apart; None if it may."""
        start = self.g.state.units[unit].hex
        return self.why_no_part(unit) or why_no_step(self._rules(unit), start, path)


class Advance(Verb[Order | None]):
    """NOR-AD-01  Units that go the same way, together or one after the other."""

    words, form = ("advance",), "advance UNIT+UNIT PATH"

    def __init__(self, advances: Advances) -> None:
        self.g, self.advances = advances.g, advances
        self.able = advances.units()

    def heads(self) -> Iterator[Option]:
        """As many as fit, then each unit."""
        groups = [self._together(path) for path in self._ways()]
        for units in dict.fromkeys([*groups, *((u,) for u in self.able)]):
            yield Option(f"advance {'+'.join(units)}", self._called(units), units)

    def is_open(self) -> bool:
        """Whether anybody could."""
        return bool(self.able)

    def orders(self, head: Option) -> Iterator[Option]:
        """Every way that all of the head may take."""
        for path in self._ways():
            if all(path in self.advances.paths(u) for u in head.units) and self._fits(
                head.units, path
            ):
                to = self.g.grid.write(path)
                label = f"{self._called(head.units)} to {to}"
                yield Option(f"{head.answer} {to}", label, head.units, path)

    def read(self, words: Words) -> tuple[str, Order | None]:
        """A legal advance; raises IllegalAnswer."""
        units = tuple(sorted(words.stack()))
        path = words.path()
        words.end()
        if path[0] in {self.g.state.units[u].hex for u in units}:
            path = path[1:]
        for unit in units:
            allow(self.advances.why_no_way(unit, path))
        allow(why_full(self.g, self.advances.side, path[-1], units))
        text = f"advance {'+'.join(units)} {self.g.grid.write(path)}"
        return text, Order(units, path)

    def meant(self, units: Sequence[UnitId], where: Hex) -> Iterator[str]:
        """The ways of units that end in a hex."""
        for path in self._ways():
            if path[-1] == where:
                yield f"advance {'+'.join(sorted(units))} {self.g.grid.write(path)}"

    def _ways(self) -> list[Path]:
        found = {path for unit in self.able for path in self.advances.paths(unit)}
        return sorted(found, key=lambda path: (len(path), path))

    def _together(self, path: Path) -> tuple[UnitId, ...]:
        """As many as may take a way and fit where it ends, the strongest first."""
        able = [u for u in self.able if path in self.advances.paths(u)]
        found: list[UnitId] = []
        for unit in sorted(able, key=lambda u: (-strength(self.g, u), u)):
            if self._fits([*found, unit], path):
                found.append(unit)
        return tuple(sorted(found))

    def _fits(self, units: Sequence[UnitId], path: Path) -> bool:
        return why_full(self.g, self.advances.side, path[-1], units) is None

    def _called(self, units: Sequence[UnitId]) -> str:
        return "; ".join(unit_name(self.g, u) for u in units)


def advances_of(g: NorGame, fight: Battle) -> Advances:
    """Who may advance: the same as before where nothing has changed since."""
    return _advances(g, fight, g.board.changes, tuple(g.state.lists.get("boundary", ())))


@lru_cache(maxsize=1)
def _advances(
    g: NorGame, fight: Battle, _changes: tuple[int, int], _boundary: tuple[Scalar, ...]
) -> Advances:
    return Advances(g, fight)


def advance_ask(g: NorGame, fight: Battle) -> MixedAsk[Order | None]:
    """NOR-AD-04  Who follows, and how far; pass for nobody else."""
    advances = advances_of(g, fight)
    verb = Advance(advances)
    ask = MixedAsk(
        g,
        [Done(PASS, f"Nobody {'else ' if fight.advanced else ''}advances", None), verb],
        side=fight.attacker,
        key="combat.advance",
        prompt=partial(_prompt, advances, verb.able),
        rule="NOR-AD-01",
        grammar=GRAMMAR,
    )
    ask.about = About(tuple(verb.able), tuple(advances.open))
    return ask


def _prompt(advances: Advances, able: Sequence[UnitId]) -> str:
    """NOR-AD-02  The emptied hexes, and how far units of either mobility may go."""
    g, places = advances.g, [advances.g.content.map.numbered(h) for h in advances.open]
    far = dict[str, int]()
    for unit in able:
        most = max(advances.length(unit, h) for h in advances.open)
        far[kind_of(g, unit).mobility] = most
    if len({*far.values()}) > 1:
        limit = f" Mech units go {counted(far['mech'], 'hex/hexes')} at most, foot {far['foot']}."
    else:
        limit = f" At most {counted(max(far.values()), 'hex/hexes')}." if far else ""
    empty = f"{' and '.join(places)} {'is' if len(places) == 1 else 'are'} empty."
    return f"{empty} Who {'else ' if advances.fight.advanced else ''}advances?{limit}"
