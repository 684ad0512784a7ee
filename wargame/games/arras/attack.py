"""Mandatory combat: which hexes must be attacked, which declarations are legal (ARR-CO-09)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from wargame.flow.ask import DONE_WORD, Option, Pick, nearest_words, normal
from wargame.games.arras.assess import assess, basis, kinds_named
from wargame.games.arras.data.files import Side
from wargame.games.arras.orders import refuse
from wargame.games.arras.state import (
    ATTACKED,
    DISRUPTED,
    DUTY,
    FIRED,
    FOUGHT,
    MUST,
    OTHER,
    ArrasGame,
    attack,
    combat_units,
    ground_units,
    kind_of,
    place_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId


@dataclass(frozen=True, slots=True)
class Attack:
    """A declared attack."""

    targets: tuple[Hex, ...]
    units: tuple[UnitId, ...]


# -- obligations -------------------------------------------------------------------------------


def snapshot(g: ArrasGame, side: Side) -> tuple[list[Unit], list[Hex]]:
    """ARR-CO-09  Attacker-able units, and the hexes that must be attacked."""
    able = [
        u
        for u in ground_units(g, side)
        if DISRUPTED not in u.states and kind_of(g, u.id).attack_duty
    ]
    touched = {h for u in able for h in g.content.contact[u.hex]}
    return able, sorted(h for h in touched if _holds_undisrupted(g, h, OTHER[side]))


def obligations(g: ArrasGame, side: Side) -> dict[Hex, tuple[UnitId, ...]]:
    """ARR-CO-09  Hexes still to be attacked, each with the unused able units that touch it."""
    fought = _fought(g)
    found: dict[Hex, tuple[UnitId, ...]] = {}
    able = [u for u in ground_units(g, side) if DUTY in u.states and ATTACKED not in u.states]
    for marker in sorted(g.state.markers.values(), key=lambda m: m.hex):
        if marker.kind != MUST or marker.hex in fought:
            continue
        if _holds_undisrupted(g, marker.hex, OTHER[side]):
            near = tuple(u.id for u in able if marker.hex in g.content.contact[u.hex])
            if near:
                found[marker.hex] = near
    return found


def _holds_undisrupted(g: ArrasGame, where: Hex, side: str) -> bool:
    if not g.board.at[where]:
        return False
    return any(DISRUPTED not in u.states for u in combat_units(g, where, side))


def _fought(g: ArrasGame) -> set[Hex]:
    return {m.hex for m in g.state.markers.values() if m.kind == FOUGHT}


# -- the question ------------------------------------------------------------------------------


class AttackAsk:
    """Which hexes are attacked by which units; done once nothing must be attacked."""

    kind = "attack"
    key = "combat.attack"
    rule = "ARR-CO-01"
    complete = False

    def __init__(self, g: ArrasGame, side: Side) -> None:
        self.g, self.side = g, side
        self.must = obligations(g, side)
        self._units = {
            u.id: u
            for u in ground_units(g, side)
            if ATTACKED not in u.states and FIRED not in u.states and attack(g, u.id) > 0
        }
        fought = _fought(g)
        self._touch: dict[UnitId, tuple[Hex, ...]] = {}
        enemy = OTHER[side]
        for unit in self._units.values():
            near = [
                h
                for h in g.content.contact[unit.hex]
                if h not in fought and g.board.at[h] and combat_units(g, h, enemy)
            ]
            if near:
                self._touch[unit.id] = tuple(near)

    @property
    def prompt(self) -> str:
        """What is to be decided, with the obligations."""
        if not self.must:
            return "Which hex is attacked, and by whom? Or end the phase (done)."
        names = ", ".join(self.g.grid.name(h) for h in self.must)
        return f"Which hex is attacked, and by whom? Still to be attacked: {names}."

    def is_open(self) -> bool:
        """Whether there is anything to attack with and at."""
        return bool(self._touch)

    def options(self) -> Sequence[Option]:
        """A sample: each hex by all who touch it, each hex by each unit, done."""
        found: dict[str, Option] = {}
        if not self.must:
            found[DONE_WORD] = Option(DONE_WORD, "End the phase")
        for target in self.targets():
            units = self.attackers([target])
            for chosen in [units, *[(u,) for u in units]]:
                self._offer(found, (target,), chosen)
        for unit, touched in sorted(self._touch.items()):
            for count in range(2, len(touched) + 1):
                for hexes in combinations(sorted(touched), count):
                    self._offer(found, hexes, (unit,))
        return list(found.values())

    def _offer(
        self, found: dict[str, Option], hexes: Sequence[Hex], units: Sequence[UnitId]
    ) -> None:
        answer = self.compose(hexes, units)
        if answer not in found and self._strands(hexes, units) is None:
            odds = basis(self.g, assess(self.g, hexes, units))
            found[answer] = Option(answer, odds, tuple(units), tuple(hexes))

    def read(self, text: str) -> tuple[str, Attack | None]:
        """A legal declaration or done; raises IllegalAnswer naming the obligation."""
        words = normal(text)
        if words in (DONE_WORD, "pass"):
            if self.must:
                names = ", ".join(self.g.grid.name(h) for h in self.must)
                raise refuse(f"Combat is mandatory: {names} must still be attacked.", "ARR-CO-01")
            return DONE_WORD, None
        targets, units = self._parse(words)
        for unit in units:
            self._check_unit(unit, targets)
        stranded = self._strands(targets, units)
        if stranded is not None:
            name = self.g.grid.name(stranded)
            raise refuse(
                f"That would leave {name}, which must be attacked, to nobody.", "ARR-CO-01"
            )
        return self.compose(targets, units), Attack(tuple(sorted(targets)), tuple(sorted(units)))

    def sample(self, pick: Pick) -> str:
        """A legal declaration at random; done now and then where it may be."""
        if not self.must and (not self._touch or pick(3) == 0):
            return DONE_WORD
        for _ in range(4):
            targets, units = self._random(pick)
            if units and self._strands(targets, units) is None:
                return self.compose(targets, units)
        if not self.must:
            return DONE_WORD
        hexes = list(self.must)
        return self._safe(hexes[pick(len(hexes))])

    def _random(self, pick: Pick) -> tuple[list[Hex], list[UnitId]]:
        hexes = list(self.must) or self.targets()
        targets = [hexes[pick(len(hexes))]]
        able = list(self.attackers(targets))
        units = [u for u in able if pick(3)] or able[:1]
        if pick(4) == 0 and len(self._touch[units[0]]) > 1:
            targets = list(self._touch[units[0]])
            units = list(self.attackers(targets))
        return targets, units

    def _safe(self, target: Hex) -> str:
        """ARR-CO-09  There is always a way on: one unit takes all that only it can take."""
        unit = self.must[target][0]
        targets = [target]
        while (stranded := self._strands(targets, [unit])) is not None:
            targets.append(stranded)
        return self.compose(targets, [unit])

    # -- AttackAsk ----------------------------------------------------------------------------

    def targets(self) -> list[Hex]:
        """Hexes that may be attacked now, the obligatory ones first."""
        every = {h for touched in self._touch.values() for h in touched}
        return [*self.must, *sorted(every - set(self.must))]

    def obligatory(self) -> Sequence[Hex]:
        """ARR-CO-09  Hexes that must still be attacked."""
        return list(self.must)

    def attackers(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """ARR-CO-10  Units that are contact-adjacent to every one of *targets*, by id."""
        wanted = set(targets)
        return [u for u in sorted(self._touch) if wanted <= set(self._touch[u])]

    def compose(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer in canonical notation."""
        hexes = " ".join(self.g.grid.name(h) for h in sorted(targets))
        return f"attack {hexes} from {' '.join(sorted(units))}"

    # -- legality -----------------------------------------------------------------------------

    def _parse(self, words: str) -> tuple[list[Hex], list[UnitId]]:
        head, found, tail = words.partition(" from ")
        parts = head.split()
        if parts[:1] != ["attack"] or not found or len(parts) < 2 or not tail.split():
            raise refuse(
                f'"{words}" is no declaration; write attack HEX from UNIT UNIT, or done.',
                "ARR-CO-10", *self._examples(),
            )  # fmt: skip
        try:
            targets = [self.g.grid.hex(name) for name in parts[1:]]
        except ValueError as error:
            raise refuse(str(error), "ARR-CO-10") from error
        for name, target in zip(parts[1:], targets, strict=True):
            self._check_target(name, target)
        return sorted(set(targets)), sorted(set(tail.split()))

    def _examples(self) -> list[str]:
        return [o.answer for o in self.options()[:3]]

    def _check_target(self, name: str, target: Hex) -> None:
        if not combat_units(self.g, target, OTHER[self.side]):
            raise refuse(f"{name} holds no enemy combat unit.", "ARR-CO-10")
        if target in _fought(self.g):
            raise refuse(f"{name} has been attacked in this phase.", "ARR-CO-10")

    def _check_unit(self, unit_id: UnitId, targets: Sequence[Hex]) -> None:
        g, unit = self.g, self.g.state.units.get(unit_id)
        if unit is None:
            close = nearest_words(unit_id, list(self._touch))
            raise refuse(f'There is no unit "{unit_id}".{close}', "ARR-UN-02")
        if unit.side != self.side or unit_id not in g.content.units or unit.hex < 0:
            raise refuse(f"{unit_id} is not a unit of yours on the map.", "ARR-CO-02")
        name = kind_of(g, unit_id).name
        if ATTACKED in unit.states:
            raise refuse(f"{name} has attacked in this phase.", "ARR-CO-10")
        if FIRED in unit.states:
            raise refuse(f"{name} has bombarded in this player turn.", "ARR-CO-18")
        if attack(g, unit_id) <= 0:
            raise refuse(f"{name} has no attack factor.", "ARR-CO-17")
        for target in targets:
            if target not in g.content.contact[unit.hex]:
                river = g.grid.adjacent(unit.hex, target)
                why = "an unbridged river lies between" if river else "it is not adjacent"
                raise refuse(
                    f"{name} cannot attack {g.grid.name(target)}: {why}.",
                    "ARR-CO-16" if river else "ARR-CO-10",
                )

    def _strands(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> Hex | None:
        """ARR-CO-09  A must-attack hex that the declaration would leave to nobody."""
        for where, near in self.must.items():
            if where not in targets and all(u in units for u in near):
                return where
        return None


def describe(g: ArrasGame, declared: Attack) -> str:
    """The declaration in words."""
    hexes = " and ".join(place_name(g, h) for h in declared.targets)
    return f"Attack on {hexes} by {kinds_named(g, declared.units)}."
