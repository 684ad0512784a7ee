"""Orders: pick a unit, see where it may go and what else it may do, read the odds, commit."""

from __future__ import annotations

from wargame.flow.ask import PASS, Option, OrdersAsk, Refusal
from wargame.hexes.grid import Hex
from wargame.tui.asks.actors import Actor, actors, head_text, order_text, own, plainness, together
from wargame.tui.asks.course import Course, set_stop
from wargame.tui.asks.desk import Desk, Give, Move, Say, brief, instead, marked, told
from wargame.tui.asks.view import Item, Layer, View


class OrdersController:
    """Presents a question answered by a head and a path, or by another order."""

    def __init__(self, desk: Desk, ask: OrdersAsk, cursor: Hex) -> None:
        self.desk, self.ask, self.cursor = desk, ask, cursor
        self._out = desk.way_out()
        self._leave_label = desk.way_out_label()
        self._actors = _by_hex(actors(desk, ask, self._out), cursor)
        self._by_row = {actor.option.answer: actor for actor in self._actors}
        self._orders = tuple(dict.fromkeys(o for actor in self._actors for o in actor.orders))
        self._all = together(self._actors)
        """All units as one, where picking one first would only be in the way."""
        self._taken: Actor | None = None
        self._courses: dict[str, Course] = {}
        self._course: Course | None = None
        """The move that the cursor leads."""
        self._rows: list[Option] = []
        self._at = 0
        self._focus: Hex | None = None
        self._leaving = False
        """Whether the key that ends everything was pressed once."""
        if self._all:
            self._take(self._all)
        else:
            self._sort(cursor)

    # -- the player acts ----------------------------------------------------------------------

    def look(self, where: Hex) -> None:
        """The cursor moved: what goes with its hex comes first."""
        led = where in (self._focus, self.cursor)
        self.cursor = where
        if not led:
            self._focus = None
            self._sort(where)

    def pick(self, at: int) -> None:
        """A row was highlighted: it leads the cursor to where it belongs."""
        if 0 <= at < len(self._rows):
            self._at = at
            self._focus = self._place_of(self._rows[at])

    def act(self, action: str) -> Move:
        """A key was pressed."""
        leaving, self._leaving = self._leaving, False
        match action:
            case "commit":
                return self._commit()
            case "next" | "back":
                self._step(1 if action == "next" else -1)
            case "waypoint":
                return set_stop(self._course, self.cursor)
            case "cancel":
                self._cancel()
            case "pass":
                return self._leave(sure=leaving)
            case _ if action.isdigit():
                self.pick(int(action) - 1)
                if self._taken is None and self._current and self._current.answer in self._by_row:
                    return self._commit()
        return None

    def why(self, where: Hex) -> Refusal | str:
        """Why the highlighted unit or order does not go with *where*."""
        row = self._current
        if row is None:
            return "Nothing is left to do here."
        if not self._is_unit(row):
            return self._why_order(row, where)
        choices = self._by_row[row.answer].orders if self._taken is None else self._taken.orders
        aimed = [order for order in choices if where in order.hexes]
        if aimed:
            return f"It is legal: {aimed[0].label}."
        refusals = self._refusals(where)
        if refusals:
            return refusals[0]
        course = self._shown_course()
        if course is None:
            return f"{row.label} has no move, and nothing to do with {self.desk.hex(where)}."
        return course.why(where)

    def _is_unit(self, row: Option) -> bool:
        """Whether a row is a unit or its move, not another order."""
        return row.answer in self._by_row or bool(self._taken and row in self._taken.heads)

    def _why_order(self, order: Option, where: Hex) -> Refusal | str:
        """Why an order does not go with a hex: it may want none, or another one."""
        if where in order.hexes:
            return f"It is legal: {order.label}."
        if not order.hexes:
            return f"It is legal and needs no hex: {order.label}."
        refusals = self._refusals(where)
        if refusals:
            return refusals[0]
        return f"It is legal, but not about {self.desk.hex(where)}: {order.label}."

    # -- what is shown ------------------------------------------------------------------------

    def view(self) -> View:
        """What to show now."""
        row = self._current
        if row is None:
            return View(hint="Nothing is left to do here.", keys=self._leave_key())
        if row.answer in self._by_row:
            return self._picking(self._by_row[row.answer])
        if self._course is not None and row == self._course.head:
            return self._leading(self._course)
        return self._ordering(row)

    def _picking(self, actor: Actor) -> View:
        """A unit is highlighted and not yet taken."""
        course = self._shown_course()
        layers = [self._can_act(), self._targets(actor.orders)]
        if course is not None:
            layers.append(course.reach_layer())
        return View(
            hint="Pick a unit (framed on the map), or put the cursor on an enemy to attack.",
            keys=(
                ("Enter", brief(f"take {actor.option.label}")),
                ("Tab", "next"),
                *self._leave_key(),
            ),
            items=self._items(),
            at=self._at,
            preview=tuple(self.desk.about(unit) for unit in actor.option.units),
            layers=tuple(layers),
            focus=self._focus,
        )

    def _leading(self, course: Course) -> View:
        """A move is highlighted: the cursor shows where to."""
        other = self._other()
        lead = course.lead(self.cursor, other.option if other else None)
        more = len(self._rows) > 1
        name = course.head.label
        return View(
            hint=f"Move {name}: choose a hex" + ("; {next}: its other orders." if more else "."),
            keys=(*lead.keys, *self._other_keys()),
            items=self._items(),
            at=self._at,
            preview=lead.preview,
            layers=(self._targets(self._choices()), *lead.layers),
            answer=lead.answer,
            refusal=self._refusal_text(lead.refusal) if lead.refusal else "",
            focus=self._focus,
        )

    def _ordering(self, order: Option) -> View:
        """Another order is highlighted: what it would do."""
        units = own(self.desk, order)
        at = [h for unit in units if (h := self.desk.at(unit)) is not None]
        odds = self.desk.odds(order.answer)
        layers = [] if self._course is None else [self._course.reach_layer()]
        layers += [marked(at, "selection"), marked(order.hexes, "target")]
        return View(
            hint=f"{order.label}.",
            keys=(("Enter", "do it"), *self._other_keys()),
            items=self._items(),
            at=self._at,
            preview=() if odds else tuple(self.desk.about(unit) for unit in order.units),
            layers=tuple(layers),
            answer=order.answer,
            odds=odds,
            focus=self._focus,
        )

    def _other_keys(self) -> tuple[tuple[str, str], ...]:
        keys = [("Tab", "next order")] if len(self._rows) > 1 else []
        keys += self._leave_key()
        if self._taken is not self._all:
            keys.append(("Esc", "another unit"))
        return tuple(keys)

    def _leave_key(self) -> tuple[tuple[str, str], ...]:
        return (("p", self._leave_label),) if self._out else ()

    def _items(self) -> tuple[Item, ...]:
        return tuple(self._item(row) for row in self._rows)

    def _item(self, row: Option) -> Item:
        actor = self._by_row.get(row.answer)
        here = self.cursor in row.hexes
        if actor is not None:
            place = actor.place
            where = "" if place is None else f"{self.desk.game.grid.name(place)} "
            return Item(row.label, f"{where}{actor.summary}", here=here)
        if self._taken is None:
            return Item(row.label, here=here)
        if row not in self._taken.heads:
            return Item(order_text(self.desk, self._taken, row), here=here)
        led = self._course is not None and row == self._course.head
        mark = ("on" if led else "off") if len(self._taken.heads) > 1 else ""
        return Item(head_text(self._taken, row), "", mark)

    def _can_act(self) -> Layer:
        return marked(sorted({h for a in self._actors for h in a.option.hexes}), "choice")

    def _targets(self, orders: tuple[Option, ...]) -> Layer:
        return marked(sorted({h for order in orders for h in order.hexes}), "target")

    def _refusal_text(self, route: Refusal) -> str:
        return " ".join(r.reason for r in self._refusals(self.cursor)) or route.reason

    def _refusals(self, where: Hex) -> list[Refusal]:
        """Why what pointing at *where* could mean is not legal."""
        row = self._taken.option if self._taken else self._current
        units = row.units if row else ()
        tried = [self.desk.refusal(text) for text in self.ask.meant(units, where)]
        return [refusal for refusal in tried if refusal is not None]

    # -- choosing -----------------------------------------------------------------------------

    @property
    def _current(self) -> Option | None:
        return self._rows[self._at] if self._rows else None

    def _choices(self) -> tuple[Option, ...]:
        """The orders without a path that can be given now."""
        return self._taken.orders if self._taken else self._orders

    def _sort(self, where: Hex) -> None:
        """The highlight goes to the rows of a hex, or to the move that is led; none is renumbered."""
        if self._taken is None:
            aimed = [order for order in self._orders if where in order.hexes]
            aimed.sort(key=lambda order: plainness(self.desk, order))
            before = self._current
            self._rows = [*(actor.option for actor in self._actors), *aimed]
            here = [row for row in self._rows if where in row.hexes]
            if before not in here:
                before = here[0] if here else None
            self._at = self._nearest(where) if before is None else self._rows.index(before)
            return
        aimed = [order for order in self._taken.orders if where in order.hexes]
        course = self._course
        if self._current in aimed:
            return
        if course is not None and not (aimed and where not in course.reach):
            self._at = self._rows.index(course.head)
        elif aimed:
            self._at = self._rows.index(aimed[0])

    def _list_orders(self, actor: Actor) -> None:
        """The rows of a unit that is taken: its moves, its orders hex by hex, moves with others."""
        alone = [head for head in actor.heads if head.units == actor.option.units]
        joint = [head for head in actor.heads if head not in alone]
        hexes = list(dict.fromkeys(order.hexes for order in actor.orders))
        orders = sorted(actor.orders, key=lambda order: hexes.index(order.hexes))
        self._rows, self._at = [*alone, *orders, *joint], 0

    def _nearest(self, where: Hex) -> int:
        far = [
            min((self.desk.game.grid.distance(where, h) for h in row.hexes), default=99)
            for row in self._rows
        ]
        return far.index(min(far)) if far else 0

    def _place_of(self, row: Option) -> Hex | None:
        """Where a row leads the cursor; a move keeps a destination it can reach."""
        if row.answer in self._by_row:
            return self._by_row[row.answer].place
        if self._taken is None or row not in self._taken.heads:
            stands = [h for unit in own(self.desk, row) if (h := self.desk.at(unit)) is not None]
            return (*stands, *row.hexes)[-1] if stands or row.hexes else None
        self._course = course = self._course_of(row)
        if self.cursor in course.reach or self.cursor in course.starts:
            return None
        return next(iter(course.starts or sorted(course.reach)), None)

    def _course_of(self, head: Option) -> Course:
        if head.answer not in self._courses:
            self._courses[head.answer] = Course(self.desk, self.ask, head)
        return self._courses[head.answer]

    def _shown_course(self) -> Course | None:
        """The move that is led, or the first of the unit that is highlighted."""
        if self._taken is not None:
            return self._course
        row = self._current
        actor = self._by_row.get(row.answer) if row else None
        return self._course_of(actor.heads[0]) if actor and actor.heads else None

    def _take(self, actor: Actor) -> None:
        """Command a unit: its first move is led, or its first order highlighted."""
        self._taken = actor
        self._course = self._course_of(actor.heads[0]) if actor.heads else None
        if self._course is not None:
            self._course.stops.clear()
        place = actor.place
        self._list_orders(actor)
        self._sort(self.cursor if place is None else place)
        led = self._place_of(self._rows[self._at])
        self._focus = led if place is None or self._course is None else place

    def _release(self) -> None:
        """Back to the units."""
        actor, self._taken, self._course = self._taken, self._all, None
        if self._all is not None:
            self._take(self._all)
        elif actor is not None:
            self._sort(self.cursor if actor.place is None else actor.place)
            self._at = self._rows.index(actor.option)
            self._focus = actor.place

    def _commit(self) -> Move:
        row = self._current
        if row is None:
            return self.desk.leave()
        if row.answer in self._by_row:
            self._take(self._by_row[row.answer])
            return None
        if self._course is None or row != self._course.head:
            return Give(row.answer)
        move = self._course.go(self.cursor)
        if not isinstance(move, Refusal):
            return move
        refusal = Refusal(self._refusal_text(move), move.rule)
        other = self._other()
        if other is None:
            return told(refusal)
        self._take(other)
        return instead(refusal, other.option)

    def _other(self) -> Actor | None:
        """The first unit on the cursor's hex that can be taken instead of the one that is led."""
        if self._all is not None:
            return None
        here = (a for a in self._actors if self.cursor in a.option.hexes)
        return next((a for a in here if self.desk.at(a.option.units[0]) is not None), None)

    def _step(self, by: int) -> None:
        """The next row, or first the one that is marked where the cursor is elsewhere."""
        if not self._rows:
            return
        row = self._rows[self._at]
        away = self._taken is None and self.cursor not in row.hexes and self._focus is None
        self.pick(self._at if away else (self._at + by) % len(self._rows))

    def _cancel(self) -> None:
        if self._course is not None and self._course.stops:
            self._course.stops.pop()
        else:
            self._release()

    def _leave(self, *, sure: bool) -> Move:
        """Pass or done; a pass that leaves units without their turn wants the key twice."""
        n = len(self._actors)
        if self._out == PASS and n and not sure:
            self._leaving = True
            can = "1 unit can" if n == 1 else f"{n} units can"
            return Say(f"{can} still act. Press {{pass}} again to {self._leave_label}.", bad=False)
        return self.desk.leave()


def _by_hex(found: list[Actor], cursor: Hex) -> list[Actor]:
    """Units of a hex one after the other; those where the question found the cursor come first."""
    hexes = list(dict.fromkeys(actor.option.hexes for actor in found))
    hexes.sort(key=lambda places: cursor not in places)
    return sorted(found, key=lambda actor: hexes.index(actor.option.hexes))
