"""Targeted Air Interdiction: which hexes, and what of it is worth offering (NOR-IT-05, NOR-IT-06)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from wargame.flow.ask import DONE_WORD, Choice, Option, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.games.normandy.asks.building import name_of, shown_as
from wargame.games.normandy.state import NorGame, on_map, place_name
from wargame.games.normandy.works import is_targeted, standing_at
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.model.state import UnitId

Targets: TypeAlias = tuple[Hex, ...]
_OFFERED, _REACH = 60, 10
"""So many hexes are listed at most, so near to an Allied unit; every other one is read."""


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
    place = place_name(g, where)
    if where not in g.content.board or where not in g.content.road_hexes:
        return Refusal(f"No road runs through {place}.", "NOR-IT-05")
    if any(u.side == "allied" for u in g.state.at(where)):
        return Refusal(f"An Allied unit stands in {place}.", "NOR-IT-05")
    if is_targeted(g, where):
        return Refusal(f"{place} is targeted already.", "NOR-IT-05")
    return None


def worth_targeting(g: NorGame) -> list[Hex]:
    """Hexes worth offering: behind the front, those with bridges first, then the nearest."""
    own = sorted({u.hex for u in on_map(g, "allied")})
    foes = {u.hex for u in on_map(g, "german")}
    far = g.grid.distance
    near: list[tuple[bool, int, Hex]] = []
    for h in sorted(g.content.road_hexes & g.content.board):
        if g.state.control.get(h) == "german" and why_no_target(g, h) is None:
            away = min((far(h, o) for o in own), default=_REACH + 1)
            if away <= _REACH or h in foes:
                near.append((not standing_at(g, h), away, h))
    return [h for _, _, h in sorted(near)[:_OFFERED]]


class TargetVerb(Verb[Targets]):
    """NOR-IT-05  "target 3321", or several hexes at once."""

    words, form, one_in = ("target",), "target HEX HEX", 2

    def __init__(self, g: NorGame, laid: int) -> None:
        self.g, self._laid = g, laid

    def heads(self) -> Iterable[Option]:
        """One hex an answer."""
        for h in worth_targeting(self.g):
            fallen = len(standing_at(self.g, h))
            added = f" ({fallen} bridge{'s' * (fallen > 1)})" if fallen else ""
            label = f"Target {place_name(self.g, h)}{added}"
            yield Option(f"target {self.g.grid.name(h)}", label, (), (h,))

    def read(self, words: Words) -> tuple[str, Targets]:
        """The hexes in the order named; raises IllegalAnswer."""
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
        most = most_targets(g)
        if self._laid + count > most:
            weather = str(g.state.tracks["weather"])
            said = f"In {weather} weather {most} hexes are the most in a turn, not {self._laid + count}."
            return Refusal(said, "NOR-IT-05")
        if price * count > points:
            rule = "NOR-IT-06" if pool(g) == "aside" else "NOR-IT-05"
            said = f"{count} hexes cost {price * count} points; {points} are left."
            return Refusal(said, rule)
        return None

    def meant(self, units: Sequence[UnitId], where: Hex) -> Iterable[str]:  # noqa: ARG002 - a hex alone
        """Pointing at a hex targets it."""
        return (f"target {self.g.grid.name(where)}",)


def target_ask(g: NorGame, laid: int) -> MixedAsk[Targets]:
    """NOR-IT-01, NOR-IT-05  Which hexes are targeted; done for no more."""
    price, left = g.content.air.targeted.price, room(g, laid)
    out: Verb[Targets] = Done(DONE_WORD, "Target no more", ())
    prompt = f"Which hexes are targeted? {points_left(g)} points are left, {price} a hex, {left} at most."
    return MixedAsk(
        g,
        [out, TargetVerb(g, laid)],
        side="allied",
        key="interdiction.target",
        prompt=prompt,
        rule="NOR-IT-01",
        grammar=Grammar("NOR-IT-05"),
    )


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
    )  # fmt: skip
