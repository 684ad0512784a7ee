"""Paths: pick who goes, see where it may end, preview the cheapest route, commit."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.ask import Option, PathAsk, Refusal
from wargame.hexes.grid import Hex
from wargame.tui.asks.course import Course, set_stop
from wargame.tui.asks.desk import Desk, Move, Say, instead, marked, stands, told
from wargame.tui.asks.listed import Listed
from wargame.tui.asks.view import Item, View


class PathController:
    """Presents a question answered by a head ("move uk-4rtr-a") and a path."""

    def __init__(self, desk: Desk, ask: PathAsk, cursor: Hex) -> None:
        self.desk, self.ask, self.cursor = desk, ask, cursor
        self._list = Listed(desk, _by_hex(desk, ask.heads()), cursor)
        self._out = desk.way_out()
        self._led: Course | None = None
        self._seen: Course | None = None
        """The course of the unit highlighted last, kept for its reach."""
        self._focus: Hex | None = None

    # -- the player acts ----------------------------------------------------------------------

    def look(self, where: Hex) -> None:
        """The cursor moved."""
        self.cursor = where
        self._focus = None
        if self._led is None:
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
                return set_stop(self._led, self.cursor)
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
        option = self._current()
        course = self._led or (self._course(option) if option else None)
        if course is None:
            return self.desk.refusal(self.desk.game.grid.name(where)) or "It is legal."
        return course.why(where)

    # -- what is shown ------------------------------------------------------------------------

    def view(self) -> View:
        """What to show now."""
        return self._picking() if self._led is None else self._leading(self._led)

    def _picking(self) -> View:
        option = self._current()
        here = self._list.here if option else []
        can = self._list.places() if option else []
        layers = [marked(can, "choice")]
        if option and (here or self._list.focus is not None):
            layers.append(self._course(option).reach_layer())
        keys: list[tuple[str, str]] = []
        if option:
            keys += [("Enter", f"take {option.label}"), ("Tab", "next unit")]
        return View(
            hint="Pick a unit: put the cursor on a marked hex, or press {next}.",
            keys=(*keys, *self._leave_key()),
            items=self._items(),
            at=self._list.at if option else -1,
            preview=tuple(self.desk.about(unit) for unit in option.units) if option else (),
            layers=tuple(layers),
            focus=self._focus,
        )

    def _leading(self, led: Course) -> View:
        lead = led.lead(self.cursor, self._other())
        return View(
            hint=f"{led.head.label}: move the cursor to where it shall go.",
            keys=(*lead.keys, ("Esc", "another unit"), *self._leave_key()),
            items=self._items(),
            at=self._list.at,
            preview=lead.preview,
            layers=lead.layers,
            answer=lead.answer,
            refusal=lead.refusal.reason if lead.refusal else "",
            focus=self._focus,
        )

    def _items(self) -> tuple[Item, ...]:
        here = set(self._list.here) if self._led is None else ()
        listed = enumerate(self._list.options)
        return tuple(Item(o.label, self._place(o), here=n in here) for n, o in listed)

    def _leave_key(self) -> tuple[tuple[str, str], ...]:
        return (("p", f"{self._out}: end this segment"),) if self._out else ()

    def _place(self, option: Option) -> str:
        starts = Course(self.desk, self.ask, option).starts
        return self.desk.game.grid.name(starts[0]) if starts else ""

    # -- choosing -----------------------------------------------------------------------------

    def _current(self) -> Option | None:
        return self._list.current if self._list.options else None

    def _course(self, option: Option) -> Course:
        if self._seen is None or self._seen.head.answer != option.answer:
            self._seen = Course(self.desk, self.ask, option)
        return self._seen

    def _commit(self) -> Move:
        if self._led is None:
            return self._take()
        move = self._led.go(self.cursor)
        if not isinstance(move, Refusal):
            return move
        other = self._other()
        if other is None:
            return told(move)
        self._release()
        self._list.show(other)
        self._take()
        return instead(move, other)

    def _other(self) -> Option | None:
        """The first unit on the cursor's hex that can be taken instead of the one that is led."""
        found = (o for o in self._list.options if self.cursor in stands(self.desk, o))
        return next((o for o in found if o.units and self.desk.at(o.units[0]) is not None), None)

    def _take(self) -> Move:
        """Lead the highlighted unit."""
        option = self._current()
        if option is None:
            return Say("Nothing can move now.")
        near = self._list.here or self._list.focus is not None or not stands(self.desk, option)
        if not near:
            return Say("No unit that can move is here; {next} goes to the next one.")
        self._led = led = self._course(option)
        self._focus = None
        led.stops.clear()
        if not led.starts and self.cursor not in led.reach and led.reach:
            self._focus = min(led.reach)
        elif led.starts and self.cursor not in led.starts:
            self._focus = led.starts[0]
        return None

    def _step(self, by: int) -> None:
        """The next unit; while one is led, the next of the same hex."""
        if not self._list.options:
            return
        if self._led is None:
            self._list.step(by)
            self._focus = self._list.focus
            return
        courses = [Course(self.desk, self.ask, option) for option in self._list.options]
        same = [n for n, course in enumerate(courses) if course.starts == self._led.starts]
        self._list.at = same[(same.index(self._list.at) + by) % len(same)]
        self._led = self._course(self._list.current)
        self._led.stops.clear()

    def _cancel(self) -> None:
        if self._led is not None and self._led.stops:
            self._led.stops.pop()
        else:
            self._release()

    def _release(self) -> None:
        if self._led is not None:
            self._led.stops.clear()
            self._focus = self._led.starts[0] if self._led.starts else None
        self._led = None


def _by_hex(desk: Desk, heads: Sequence[Option]) -> list[Option]:
    """Units of a hex one after the other, the hexes in the order in which they first come."""
    hexes = list(dict.fromkeys(stands(desk, head) for head in heads))
    return sorted(heads, key=lambda head: hexes.index(stands(desk, head)))
