"""Targeted Air Interdiction: which hexes, and what of it is worth offering (NOR-IT-05, NOR-IT-06)."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from wargame.content.figures import counted
from wargame.flow.ask import (
    DONE_WORD,
    Choice,
    Listed,
    Odds,
    Option,
    Outcome,
    Pick,
    Refusal,
    allow,
    refuse,
)
from wargame.flow.notation import Grammar, Words
from wargame.games.normandy import dice
from wargame.games.normandy.asks.building import name_of, shown_as
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.state import NorGame, on_map, place_name
from wargame.games.normandy.works import is_targeted, standing_at
from wargame.hexes.grid import OFF, Hex
from wargame.hexes.hexside import Side as HexsideKey

Targets: TypeAlias = tuple[Hex, ...]
_REACH = 10
"""Hexes so near to an Allied unit are offered first."""


def pool(g: NorGame) -> str:
    """NOR-AA-05, NOR-IT-06  The track the points come from: those set aside if the German went first."""
    return "aside" if g.state.tracks.get("first") == "german" else "interdiction"


def points_left(g: NorGame) -> int:
    """NOR-IT-05  Interdiction points that may be spent on hexes."""
    return int(g.state.tracks.get(pool(g), 0))


def most_targets(g: NorGame) -> int:
    """NOR-IT-05  Hexes the weather allows in a turn."""
    return g.content.weathers[g.state.tracks["weather"]].targeted  # type: ignore[index]


def room(g: NorGame, laid: int) -> int:
    """NOR-IT-05  Hexes that can still be targeted, by points and weather."""
    return min(points_left(g) // g.content.air.targeted.price, most_targets(g) - laid)


def why_no_target(g: NorGame, where: Hex) -> Refusal | None:
    """NOR-IT-05  Why a hex cannot be targeted; None if it can."""
    said = ""
    if where not in g.content.board or where not in g.content.road_hexes:
        said = "No road runs through {}."
    elif any(g.state.units[u].side == "allied" for u in g.board.at[where]):
        said = "An Allied unit stands in {}."
    elif is_targeted(g, where):
        said = "{} is targeted already."
    return Refusal(said.format(place_name(g, where)), "NOR-IT-05") if said else None


def legal_targets(g: NorGame) -> list[Hex]:
    """Every hex that can be targeted: behind the front first, bridges before mere roads, then the nearest."""
    away = _from_allies(g)

    def rank(h: Hex) -> tuple[bool, bool, int, Hex]:
        behind = h in away and g.state.control.get(h) == "german"
        return not behind, not standing_at(g, h), away.get(h, _REACH), h

    return sorted((h for h in _roads(g.content) if why_no_target(g, h) is None), key=rank)


@cache
def _roads(content: NormandyContent) -> tuple[Hex, ...]:
    return tuple(sorted(content.road_hexes & content.board))


def _from_allies(g: NorGame) -> dict[Hex, int]:
    """Hexes near an Allied unit, each with how far."""
    away = {unit.hex: 0 for unit in on_map(g, "allied")}
    ring = list(away)
    for far in range(1, _REACH + 1):
        near = sorted({n for h in ring for n in g.grid.neighbours[h]})
        ring = [n for n in near if n not in away]
        away.update(dict.fromkeys(ring, far))
    return away


class TargetAsk(Choice[Targets]):
    """NOR-IT-01, NOR-IT-05  "target 3321", or several hexes at once; done for no more."""

    complete = False
    """Several hexes in one answer are legal too."""

    def __init__(self, g: NorGame, laid: int) -> None:
        self.g, self._laid = g, laid
        price, left = g.content.air.targeted.price, room(g, laid)
        there = counted(points_left(g), "point is/points are")
        super().__init__(
            "allied",
            "interdiction.target",
            f"Which hex is targeted? {there} left, {price} a hex, {left} at most.",
            Listed((Option(DONE_WORD, "Target no more"), ()), self._listed),
            rule="NOR-IT-01",
            quiet=DONE_WORD,
        )

    def sample(self, pick: Pick) -> str:
        """Every other time a hex at random."""
        roads = _roads(self.g.content)
        legal = (
            h for h in (roads[pick(len(roads))] for _ in range(8)) if not why_no_target(self.g, h)
        )
        where = OFF if pick(2) else next(legal, OFF)
        return DONE_WORD if where < 0 else f"target {self.g.grid.name(where)}"

    def _listed(self) -> list[tuple[Option, Targets]]:
        return [(self._option(h), (h,)) for h in legal_targets(self.g)]

    def _option(self, where: Hex) -> Option:
        bridges = len(standing_at(self.g, where))
        added = f" ({bridges} bridge{'s' * (bridges > 1)})" if bridges else ""
        label = f"Target {place_name(self.g, where)}{added}"
        return Option(f"target {self.g.grid.name(where)}", label, (), (where,))

    def read(self, text: str) -> tuple[str, Targets]:
        """The hexes in the order named, () for no more; raises IllegalAnswer."""
        words = Words(self.g, text, Grammar("NOR-IT-05"))
        return self._hexes(words) if words.takes("target") else super().read(text)

    def _hexes(self, words: Words) -> tuple[str, Targets]:
        found: list[Hex] = []
        while words.more:
            where = words.hex()
            if where in found:
                raise refuse(f"{self.g.grid.name(where)} is named twice.", "NOR-IT-05")
            allow(why_no_target(self.g, where))
            found.append(where)
        if not found:
            raise refuse("Name the hex: target HEX.", "NOR-IT-05")
        allow(self._too_many(len(found)))
        named = " ".join(map(self.g.grid.name, found))
        return f"target {named}", tuple(found)

    def _too_many(self, count: int) -> Refusal | None:
        g, price, points = self.g, self.g.content.air.targeted.price, points_left(self.g)
        most, named = most_targets(g), self._laid + count
        if named > most:
            weather = str(g.state.tracks["weather"])
            said = f"In {weather} weather {counted(most, 'hex is/hexes are')} the most in a turn, not {named}."
            return Refusal(said, "NOR-IT-05")
        if price * count > points:
            rule = "NOR-IT-06" if pool(g) == "aside" else "NOR-IT-05"
            cost = f"{counted(count, 'hex costs/hexes cost')} {counted(price * count, 'point')}"
            said = f"{cost}; {counted(points, 'is/are')} left."
            return Refusal(said, rule)
        return None


def bridge_ask(g: NorGame, where: Hex) -> Choice[HexsideKey]:
    """NOR-IT-05  Which bridge of a targeted hex falls."""
    options = [
        (
            Option(
                f"destroy {name_of(g, b)}", f"The bridge {shown_as(g, b)}", (), b, hexsides=(b,)
            ),
            b,
        )
        for b in standing_at(g, where)
    ]
    prompt = f"Which bridge at {place_name(g, where)} is destroyed?"
    return Choice("allied", "interdiction.bridge", prompt, options, rule="NOR-IT-05")


def level_odds(g: NorGame, points: int) -> Odds:
    """NOR-IT-04  How likely each Interdiction Level is with so many points."""
    levels = {str(row.level): Outcome(f"Level {row.level}") for row in g.content.air.level}
    found = dice.interdiction(g.content, points).outcomes(levels)
    return Odds(counted(points, "point"), (), tuple(o for o in found if o.chance))


def aside_ask(g: NorGame) -> Choice[int]:
    """NOR-IT-06  How many points are kept for targets when the German goes first."""
    points, price = int(g.state.tracks.get("interdiction", 0)), g.content.air.targeted.price
    options = [
        (Option(f"aside {n}", f"{n} for targets, {points - n} for the Level"), n)
        for n in range(0, points + 1, price)
    ]
    prompt = f"How many of {points} Interdiction points are set aside for targets?"

    def explain(text: str) -> Refusal | None:
        word = text.removeprefix("aside ")
        if not word.isdecimal():
            return None
        said = f"An even number from 0 to {points} may be set aside, not {word}."
        return Refusal(said, "NOR-IT-06")

    return Choice(
        "allied", "interdiction.aside", prompt, options, rule="NOR-IT-06", explain=explain,
        meant=lambda text: f"aside {text}" if text.isdecimal() else text, quiet="aside 0",
        odds=lambda kept: level_odds(g, points - kept),
    )  # fmt: skip
