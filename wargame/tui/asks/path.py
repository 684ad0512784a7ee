"""Paths: pick who goes, see where it may end, preview the cheapest route, commit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame.flow.ask import IllegalAnswer, Option, PathAsk, Refusal
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import Desk, Give, Move, Say, halves, marked, stands, told
from wargame.tui.asks.listed import Listed
from wargame.tui.asks.view import Item, Layer, View


class PathController:
    """Presents a question answered by a head ("move uk-4rtr-a") and a path."""

    def __init__(self, desk: Desk, ask: PathAsk, cursor: Hex) -> None:
        self.desk, self.ask, self.cursor = desk, ask, cursor
        self._list = Listed(desk, ask.heads(), cursor)
        self._out = desk.way_out()
        self._head: Option | None = None
        self._stops: list[Hex] = []
        self._reach: Mapping[Hex, int] = {}
        self._reach_of = ""
        self._focus: Hex | None = None

    # -- the player acts ----------------------------------------------------------------------

    def look(self, where: Hex) -> None:
        """The cursor moved."""
        self.cursor = where
        self._focus = None
        if self._head is None:
            self._list.look(where)

    def pick(self, at: int) -> None:
        """A row was highlighted: another unit is meant."""
        self._release()
        self._list.pick(at)
        self._focus = self._list.focus

    def act(self, action: str) -> Move:
        """A key was pressed."""
        match action:
            case "commit":
                return self._commit()
            case "next" | "back":
                self._step(1 if action == "next" else -1)
            case "waypoint":
                return self._waypoint()
            case "cancel":
                self._cancel()
            case "pass":
                return self.desk.leave()
            case _ if action.isdigit():
                self.pick(int(action) - 1)
                return self._take()
        return None

    def why(self, where: Hex) -> Refusal | str:
        """Why the chosen unit cannot go to *where*."""
        option = self._head or self._current()
        if option is None:
            return self.desk.refusal(self.desk.game.grid.name(where)) or "It is legal."
        route = self._route(option, where)
        if isinstance(route, Refusal):
            return route
        left = self._reach_for(option).get(where)
        rest = f" with {halves(left)} MP left" if left is not None else ""
        return f"{option.label} may go to {self.desk.hex(where)}{rest}."

    # -- what is shown ------------------------------------------------------------------------

    def view(self) -> View:
        """What to show now."""
        return self._picking() if self._head is None else self._leading(self._head)

    def _picking(self) -> View:
        option = self._current()
        here = self._list.here if option else 0
        can = self._list.places() if option else []
        layers = [marked(can, "choice")]
        if option and (here or self._list.focus is not None):
            layers.append(self._reach_layer(option))
        keys: list[tuple[str, str]] = []
        if option:
            keys += [("Enter", f"take {option.label}"), ("Tab", "next unit")]
        return View(
            hint="Pick a unit: put the cursor on a marked hex, or press Tab.",
            keys=(*keys, *self._leave_key()),
            items=tuple(Item(o.label, self._place(o)) for o in self._list.shown()),
            at=self._list.at if option else -1,
            preview=tuple(self.desk.about(unit) for unit in option.units) if option else (),
            layers=tuple(layers),
            focus=self._focus,
        )

    def _leading(self, head: Option) -> View:
        route = self._route(head, self.cursor)
        legal = isinstance(route, str)
        going = self.cursor not in self._starts(head)
        keys: list[tuple[str, str]] = []
        if legal and going:
            keys += [("Enter", f"go to {self.desk.hex(self.cursor)}"), ("w", "waypoint")]
        keys += [("?", "why not?")] if not legal and going else []
        refusal = route.reason if isinstance(route, Refusal) and going else ""
        return View(
            hint=f"{head.label}: move the cursor to where it shall go.",
            keys=(*keys, ("Esc", "another unit"), *self._leave_key()),
            items=tuple(Item(o.label, self._place(o)) for o in self._list.shown()),
            at=self._list.at,
            preview=self._costs(route) if isinstance(route, str) and going else (),
            layers=self._route_layers(head, route if isinstance(route, str) and going else ""),
            answer=route if isinstance(route, str) and going else "",
            refusal=refusal,
            focus=self._focus,
        )

    def _leave_key(self) -> tuple[tuple[str, str], ...]:
        return (("p", f"{self._out}: end this segment"),) if self._out else ()

    def _place(self, option: Option) -> str:
        places = self._starts(option)
        return self.desk.game.grid.name(places[0]) if len(places) == 1 else ""

    def _reach_layer(self, option: Option) -> Layer:
        return Layer("reach", {h: halves(n) for h, n in self._reach_for(option).items()})

    def _route_layers(self, head: Option, answer: str) -> tuple[Layer, ...]:
        layers = [self._reach_layer(head), marked(self._starts(head), "selection")]
        if answer:
            layers.append(marked([h for h, _, _ in self.ask.costs(answer)], "route"))
        if self._stops:
            layers.append(marked(self._stops, "stop", "*"))
        return tuple(layers)

    def _costs(self, answer: str) -> tuple[str, ...]:
        steps = self.ask.costs(answer)
        name = self.desk.game.grid.name
        lines = [f"{name(where)}  {halves(cost):>3}  {why}" for where, cost, why in steps]
        total = sum(cost for _, cost, _ in steps)
        left = self._reach.get(self.cursor) if not self._stops else None
        rest = f", {halves(left)} left" if left is not None else ""
        return (*lines, f"in all {halves(total)} MP{rest}")

    # -- choosing -----------------------------------------------------------------------------

    def _current(self) -> Option | None:
        return self._list.current if self._list.options else None

    def _starts(self, option: Option) -> Sequence[Hex]:
        """Where the first of its units stands; () for one that is still to enter."""
        where = self.desk.at(option.units[0]) if option.units else None
        return () if where is None else (where,)

    def _reach_for(self, option: Option) -> Mapping[Hex, int]:
        if self._reach_of != option.answer:
            self._reach, self._reach_of = self.ask.reach(option.answer), option.answer
        return self._reach

    def _route(self, option: Option, where: Hex) -> str | Refusal:
        stops = self._stops if self._stops and self._stops[-1] == where else [*self._stops, where]
        try:
            return self.ask.route(option.answer, stops)
        except IllegalAnswer as error:
            return error.refusal

    def _commit(self) -> Move:
        if self._head is None:
            return self._take()
        if self.cursor in self._starts(self._head):
            return Say("Move the cursor to the hex where it shall go.", bad=False)
        route = self._route(self._head, self.cursor)
        if isinstance(route, str):
            return Give(route)
        if self._others_here():
            self._release()
            self._list.look(self.cursor)
            return self._take()
        return told(route)

    def _take(self) -> Move:
        """Lead the highlighted unit."""
        option = self._current()
        if option is None:
            return Say("Nothing can move now.")
        near = self._list.here or self._list.focus is not None or not stands(self.desk, option)
        if not near:
            return Say("No unit that can move is here; Tab goes to the next one.")
        self._head, self._stops = option, []
        self._reach_for(option)
        starts = self._starts(option)
        if not starts and self.cursor not in self._reach and self._reach:
            self._focus = min(self._reach)
        elif starts and self.cursor not in starts:
            self._focus = starts[0]
        return None

    def _others_here(self) -> bool:
        return any(self.cursor in self._starts(option) for option in self._list.options)

    def _step(self, by: int) -> None:
        """The next unit; while one is led, the next of the same hex."""
        if not self._list.options:
            return
        if self._head is None:
            self._list.step(by)
            self._focus = self._list.focus
            return
        start = self._starts(self._head)
        same = [n for n, o in enumerate(self._list.shown()) if self._starts(o) == start]
        after = same[(same.index(self._list.at) + by) % len(same)]
        self._list.at = after
        self._head, self._stops = self._list.current, []
        self._reach_for(self._head)

    def _waypoint(self) -> Move:
        if self._head is None:
            return Say("Take a unit first; then w sets points it must pass.")
        route = self._route(self._head, self.cursor)
        if isinstance(route, Refusal):
            return told(route)
        if not self._stops or self._stops[-1] != self.cursor:
            self._stops.append(self.cursor)
        return None

    def _cancel(self) -> None:
        if self._stops:
            self._stops.pop()
        else:
            self._release()

    def _release(self) -> None:
        if self._head is not None:
            starts = self._starts(self._head)
            self._focus = starts[0] if starts else None
        self._head, self._stops = None, []
