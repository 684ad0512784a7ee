"""One mover on its way: where it may end, the points it must pass, and what the route costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wargame.content.figures import points
from wargame.flow.ask import IllegalAnswer, Option, PathAsk, Refusal
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import Desk, Give, Move, Say, brief, marked, told
from wargame.tui.asks.view import Layer


@dataclass(frozen=True, slots=True)
class Lead:
    """What the hex under the cursor means for a mover on its way."""

    answer: str
    """The whole answer that Enter gives; "" where there is none."""
    refusal: Refusal | None
    """Why there is none, for a hex it does not stand in."""
    keys: tuple[tuple[str, str], ...]
    preview: tuple[str, ...]
    layers: tuple[Layer, ...]


class Course:
    """The routes of one head ("move uk-4rtr-a")."""

    def __init__(self, desk: Desk, ask: PathAsk, head: Option) -> None:
        self.desk, self.ask, self.head = desk, ask, head
        self.stops: list[Hex] = []
        """Hexes it must pass, in order."""
        where = desk.at(head.units[0]) if head.units else None
        self.starts: tuple[Hex, ...] = () if where is None else (where,)
        """Where the first of its units stands; () for one that is still to enter."""
        self._reach: Mapping[Hex, int] | None = None

    @property
    def reach(self) -> Mapping[Hex, int]:
        """Where it may end, and the half movement points left there."""
        if self._reach is None:
            self._reach = self.ask.reach(self.head.answer)
        return self._reach

    def route(self, where: Hex) -> str | Refusal:
        """The cheapest whole answer to *where* through the stops."""
        stops = self.stops if self.stops[-1:] == [where] else [*self.stops, where]
        try:
            return self._route(stops)
        except IllegalAnswer as error:
            return error.refusal

    def stop_at(self, where: Hex) -> Refusal | None:
        """Set a point it must pass, or say why it cannot."""
        route = self.route(where)
        if isinstance(route, Refusal):
            return route
        if self.stops[-1:] != [where]:
            self.stops.append(where)
        return None

    def why(self, where: Hex) -> Refusal | str:
        """Why it cannot go to *where*, or that it can."""
        if where in self.starts:
            return f"{self.head.label} stands in {self.desk.hex(where)} already."
        route = self.route(where)
        if isinstance(route, Refusal):
            return route
        left = self.reach.get(where)
        rest = f" with {points(left)} MP left" if left is not None else ""
        return f"{self.head.label} may go to {self.desk.hex(where)}{rest}."

    def costs(self, answer: str, where: Hex) -> tuple[str, ...]:
        """What waits there, then each step with its cost and why, then the sum."""
        steps = self.steps(answer)
        name = self.desk.game.grid.name
        lines = [f"{name(at)}  {points(cost):>3}  {why}" for at, cost, why in steps]
        total = sum(cost for _, cost, _ in steps)
        left = self.reach.get(where) if not self.stops else None
        rest = f", {points(left)} left" if left is not None else ""
        return (*self.waits(answer), *lines, f"in all {points(total)} MP{rest}")

    def steps(self, answer: str) -> Sequence[tuple[Hex, int, str]]:
        """What each step of an answer costs."""
        return self.ask.costs(answer)

    def waits(self, answer: str) -> Sequence[str]:
        """What waits on the way of an answer and at its end."""
        return self.ask.waits(answer)

    def _route(self, stops: Sequence[Hex]) -> str:
        return self.ask.route(self.head.answer, stops)

    def reach_layer(self) -> Layer:
        """Destinations with the movement left there."""
        return Layer("reach", {h: points(n) for h, n in self.reach.items()})

    def lead(self, where: Hex, other: Option | None) -> Lead:
        """What *where* means; *other* is a unit there that can be taken instead."""
        route = "" if where in self.starts else self.route(where)
        answer, refusal = (route, None) if isinstance(route, str) else ("", route)
        keys: list[tuple[str, str]] = []
        if answer:
            goes = "on" if answer == self.desk.onward else "go"
            keys = [("Enter", f"{goes} to {self.desk.hex(where)}"), ("w", "waypoint")]
        elif refusal is not None:
            keys = [("Enter", brief(f"take {other.label}"))] if other else []
            keys.append(("?", "why not?"))
        preview = self.costs(answer, where) if answer else ()
        return Lead(answer, refusal, tuple(keys), preview, self.layers(answer))

    def go(self, where: Hex) -> Give | Say | Refusal:
        """Go to *where*, or why that cannot be."""
        if where in self.starts:
            return Say("Move the cursor to the hex where it shall go.", bad=False)
        route = self.route(where)
        return Give(route) if isinstance(route, str) else route

    def layers(self, answer: str) -> tuple[Layer, ...]:
        """Destinations, start, the route of *answer* ("" for none), stops."""
        top = [Layer("top", dict.fromkeys(self.starts, unit)) for unit in self.head.units[:1]]
        layers = [self.reach_layer(), marked(self.starts, "selection"), *top]
        if answer:
            layers.append(marked([h for h, _, _ in self.steps(answer)], "route"))
        if self.stops:
            layers.append(marked(self.stops, "stop", "*"))
        return tuple(layers)


def set_stop(course: Course | None, where: Hex) -> Move:
    """The key that sets a point the way must pass."""
    if course is None:
        return Say("Take a unit first; then {waypoint} sets points it must pass.")
    refusal = course.stop_at(where)
    return told(refusal) if refusal else None
