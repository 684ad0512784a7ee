"""Orders: pick a unit, see where it may go and what else it may do, read the odds, commit."""

from __future__ import annotations

from dataclasses import replace

from wargame.flow.ask import Option, OrdersAsk, Refusal
from wargame.hexes.grid import Hex
from wargame.tui.asks.actors import (
    Actor,
    actors,
    beside,
    by_hex,
    next_in,
    next_mate,
    of_all,
    own,
    pick_hint,
    row_for,
    standing_at,
    still_able,
    together,
    why_order,
)
from wargame.tui.asks.aims import HINTS, Aims, targets
from wargame.tui.asks.course import Course, set_stop
from wargame.tui.asks.desk import Desk, Give, Move, brief, instead, marked, told
from wargame.tui.asks.group import whole_stack
from wargame.tui.asks.view import Item, View


class OrdersController:
    """Presents a question answered by a head and a path, or by another order."""

    def __init__(self, desk: Desk, ask: OrdersAsk, cursor: Hex) -> None:
        self.desk, self.ask, self.cursor = desk, ask, cursor
        self._out, self._leave_label = desk.way_out(), desk.way_out_label()
        self.actors, self._awake = by_hex(desk, actors(desk, ask, self._out), cursor)
        self._way_out = (("p", self._leave_label),) if self._out else ()
        self._can_act = marked(sorted({h for a in self.actors for h in a.option.hexes}), "choice")
        self._alike = len({verb for actor in self.actors for verb in actor.verbs}) == 1
        self._by_row = {a.option.answer: a for a in self.actors if not a.is_order(ask)}
        self._orders = tuple(dict.fromkeys(o for actor in self.actors for o in actor.orders))
        self._all = together(ask, self.actors)
        """All units as one, where picking one first would only be in the way."""
        self._aims = self._of_all = Aims(desk, self._orders)
        """What can be given now without a path: by all, or by the unit that is taken."""
        self._opened: Option | None = None
        """The target whose ways are listed."""
        self._taken: Actor | None = None
        self._courses: dict[str, Course] = {}
        self._course: Course | None = None
        """The move that the cursor leads."""
        self._rows, self._at = list[Option](), 0
        self._focus: Hex | None = None
        self._leaving = False
        """Whether the key that ends everything was pressed once."""
        first = self._all or next_in(desk, desk.left, self.actors)
        if first:
            self._take(first)
        else:
            self._sort(cursor)

    # -- the player acts ----------------------------------------------------------------------

    def look(self, where: Hex) -> None:
        """The cursor moved: what goes with its hex comes first."""
        led, self.cursor = where in (self._focus, self.cursor), where
        if not led:
            self._focus = None
            self._sort(where)

    def lead(self) -> None:
        """The question is new: the cursor goes to the nearest unit, or where a move was going."""
        if self.desk.onward and self._course is not None:
            self._focus = self.desk.game.grid.hex(self.desk.onward[-4:])
        elif self._taken in (None, self._all):
            self._mark(0 if self._taken else row_for(self.desk, self._rows, self.cursor, None))

    def pick(self, at: int) -> None:
        """A row was highlighted: it leads the cursor to where it belongs."""
        if 0 <= at < len(self._listed):
            self._mark(self._listed[at])

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
            case "all":
                self._gather()
            case "pass":
                return self._leave(sure=leaving)
            case _ if action.isdigit():
                return self._number(int(action) - 1)
        return None

    def _number(self, at: int) -> Move:
        """A unit is taken, a target opened, one of its ways done; any other order is highlighted."""
        if not 0 <= at < len(self._listed):
            return None
        self.pick(at)
        row = self._rows[self._at]
        done = self._opened is not None or self._opens(row)
        return self._commit() if done or row.answer in self._by_row else None

    def why(self, where: Hex) -> Refusal | str:
        """Why the highlighted unit or order does not go with *where*."""
        row = self._current
        if row is None:
            return "Nothing is left to do here."
        leads = self._taken is not None and row in self._taken.heads
        if row.answer not in self._by_row and not leads:
            about = f"It is legal, but not about {self.desk.hex(where)}: {row.label}."
            return why_order(self.ask, row, where) or next(iter(self._refusals(where)), about)
        choices = self._by_row[row.answer].orders if self._taken is None else self._taken.orders
        if aimed := [order for order in choices if where in order.hexes]:
            return f"It is legal: {aimed[0].label}."
        course = self._shown_course()
        none = f"{row.label} has no move, and nothing to do with {self.desk.hex(where)}."
        refusals = self._refusals(where)
        return refusals[0] if refusals else course.why(where) if course else none

    # -- what is shown ------------------------------------------------------------------------

    def view(self) -> View:
        """What to show now."""
        row = self._current
        if row is None:
            return View(hint="Nothing is left to do here.", keys=self._way_out)
        if row.answer in self._by_row:
            view = self._picking(self._by_row[row.answer])
        elif self._course is not None and row == self._course.head:
            view = self._leading(self._course)
        else:
            view = self._ordering(row)
        listed = self._listed
        items = tuple(self._item(self._rows[n]) for n in listed)
        more = len(self._rows) - len(listed)
        return replace(view, items=items, more=more, at=listed.index(self._at), focus=self._focus)

    def _picking(self, actor: Actor) -> View:
        """A unit is highlighted and not yet taken."""
        course = self._shown_course()
        about = sorted({h for order in actor.orders for h in order.hexes})
        reach = [course.reach_layer()] if course is not None else []
        every = (("a", brief(order.label)) for order in of_all(self._orders))
        keys = (("Enter", brief(f"take {actor.option.label}")), ("Tab", "next"), *every)
        return View(
            hint=pick_hint(self.desk, self._orders, len(self.actors), self._awake),
            keys=(*keys, *self._way_out),
            preview=tuple(self.desk.about(unit) for unit in actor.option.units),
            layers=(self._can_act, *targets(self.desk, dict.fromkeys(about, "")), *reach),
        )

    def _leading(self, course: Course) -> View:
        """A move is highlighted: the cursor shows where to."""
        other = None if self._all else standing_at(self.desk, self.actors, self.cursor)
        lead = course.lead(self.cursor, other.option if other else None)
        more = "; {next}: its other orders." if len(self._rows) > 1 else "."
        return View(
            hint=f"Move {course.head.label}: choose a hex{more}",
            keys=(*lead.keys, *self._other_keys()),
            preview=lead.preview or tuple(map(self.desk.about, course.head.units)),
            layers=(*self._aims.heat(), *lead.layers),
            answer=lead.answer,
            refusal=self._refusal_text(lead.refusal) if lead.refusal else "",
        )

    def _ordering(self, order: Option) -> View:
        """Another order is highlighted: what it would do."""
        at = [h for unit in own(self.desk, order) if (h := self.desk.at(unit)) is not None]
        odds = self.desk.odds(order.answer)
        layers = [] if self._course is None else [self._course.reach_layer()]
        layers += self._aims.heat() if self._taken and self._opened is None else ()
        struck = self._aims.percent(order)
        layers += [marked(at, "selection"), marked(order.hexes, "target", struck)]
        opens, name = self._opens(order), self.desk.unit(order.units[0]) if order.units else ""
        return View(
            hint=HINTS.get(opens, f"{order.label}." if self._opened is None else HINTS["ways"]),
            keys=(("Enter", opens or brief(order.label, name)), *self._other_keys()),
            preview=() if odds else tuple(self.desk.about(unit) for unit in order.units),
            layers=tuple(layers),
            answer="" if opens else order.answer,
            odds=odds,
        )

    def _other_keys(self) -> tuple[tuple[str, str], ...]:
        keys = [("Tab", "next order")] if len(self._rows) > 1 else []
        taken = self._taken
        if taken is not None and taken.heads and next_mate(self.actors, taken, 1) != taken:
            keys.append(("a", "whole stack"))
        keys += self._way_out
        back = "" if self.picking else "another unit" if self._opened is None else "another target"
        return (*keys, ("Esc", back)) if back else tuple(keys)

    def _item(self, row: Option) -> Item:
        actor = self._by_row.get(row.answer)
        here = self.cursor in row.hexes
        if actor is not None:
            note = actor.note(self.desk, all_alike=self._alike)
            return Item(row.label, note, here=here, units=row.units)
        led = self._course is not None and row == self._course.head
        return self._aims.item(self._taken, row, here=here, led=led)

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
    def _listed(self) -> list[int]:
        """The rows that are shown, a page: all, or of very many units those of the highlighted one's hex."""
        units = None if self._taken else len(self.actors)
        return self.desk.page(beside(self.desk, self._rows, self._at, units), self._at)

    def _mark(self, at: int) -> None:
        if 0 <= at < len(self._rows):
            self._at, self._focus = at, self._place_of(self._rows[at])

    @property
    def focus(self) -> Hex | None:
        """Where the cursor is led."""
        return self._focus if self._rows else None

    @property
    def picking(self) -> bool:
        """Whether the rows are units."""
        return self._taken is self._all

    @property
    def _current(self) -> Option | None:
        return self._rows[self._at] if self._rows else None

    def _sort(self, where: Hex) -> None:
        """The highlight goes to the rows of a hex, or to the move that is led; none is renumbered."""
        if self._taken is None:
            aimed = self._aims.best_first([o for o in self._orders if where in o.hexes])
            before = self._current
            self._rows = list(dict.fromkeys((*(actor.option for actor in self.actors), *aimed)))
            self._at = row_for(self.desk, self._rows, where, before)
            return
        if self._opened is not None:
            if where in self._opened.hexes:
                return
            self._list_orders(self._taken)
        aimed, course = self._aims.at(where), self._course
        if self._current in aimed:
            return
        if aimed and aimed[0] not in self._rows:
            self._rows.append(aimed[0])
        if course is not None and not (aimed and where not in course.reach):
            self._at = self._rows.index(course.head)
        elif aimed:
            self._at = self._rows.index(aimed[0])

    def _opens(self, row: Option) -> str:
        """What a row that is no answer asks next; "" for one that is."""
        return "how" if row in self._aims.ways else "where" if self.ask.opens(row) else ""

    def _list_orders(self, actor: Actor) -> None:
        """The rows of a unit that is taken: its moves, its orders hex by hex, moves with others."""
        alone = [head for head in actor.heads if head.units == actor.option.units]
        joint = [head for head in actor.heads if head not in alone]
        self._rows, self._at, self._opened = [*alone, *self._aims.rows(), *joint], 0, None

    def _open(self, target: Option) -> None:
        """The rows are the ways to deal with a target."""
        self._opened, self._at = target, 0
        self._rows = self._aims.best_first(self._aims.ways[target])
        self._focus = target.hexes[-1]

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
        return self._courses.setdefault(head.answer, Course(self.desk, self.ask, head))

    def _shown_course(self) -> Course | None:
        """The move that is led, or the first of the unit that is highlighted."""
        if self._taken is not None:
            return self._course
        row = self._current
        actor = self._by_row.get(row.answer) if row else None
        return self._course_of(actor.heads[0]) if actor and actor.heads else None

    def _take(self, actor: Actor) -> None:
        """Command a unit: its first move is led, or its first order highlighted."""
        actor = actor.settled(self.ask)
        self._taken, self._aims = actor, Aims(self.desk, actor.orders)
        self._course = self._course_of(actor.heads[0]) if actor.heads else None
        if self._course is not None:
            self._course.stops.clear()
        place = actor.place
        self._list_orders(actor)
        if place is not None and not (self._course and place in self._course.starts):
            self._sort(place)
        led = self._place_of(self._rows[self._at])
        self._focus = led if place is None or self._course is None else place

    def _gather(self) -> None:
        """The order by which most act together; or all who stand with the unit that is taken, or highlighted, go."""
        for order in of_all(self._orders) if self._taken is None else ():
            self._take(next(actor for actor in self.actors if order in actor.orders))
            self._mark(self._rows.index(order))
            return
        if self._taken is None and (row := self._current) and row.answer in self._by_row:
            self._take(self._by_row[row.answer])
        stack = whole_stack(self.desk, self.ask, self._course)
        if self._taken is not None and stack is not None:
            self._taken, self._courses[stack.head.answer] = self._taken.leads(stack.head), stack
            self._rows = list(dict.fromkeys((*self._rows, stack.head)))
            self._mark(self._rows.index(stack.head))

    def _release(self) -> None:
        """Back to the units."""
        actor, self._taken, self._course = self._taken, self._all, None
        self._aims, self._opened = self._of_all, None
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
        if actor := self._by_row.get(row.answer):
            self._take(actor)
            return None
        if row in self._aims.ways:
            self._open(row)
            return None
        if self._taken and self.ask.opens(row):
            self._take(self._taken.opened(self.ask, row))
            return None
        if self._course is None or row != self._course.head:
            return Give(row.answer)
        move = self._course.go(self.cursor)
        if not isinstance(move, Refusal):
            return move
        refusal = Refusal(self._refusal_text(move), move.rule)
        other = None if self._all else standing_at(self.desk, self.actors, self.cursor)
        if other is not None:
            self._take(other)
        return instead(refusal, other.option) if other else told(refusal)

    def _step(self, by: int) -> None:
        """The next row, or first the one that is marked where the cursor is elsewhere."""
        row = self._current
        if self._taken is not None and len(self._rows) == 1:
            self._take(next_mate(self.actors, self._taken, by))
        elif row is not None:
            away = self._taken is None and self._focus is None and bool(row.hexes)
            away = away and self.cursor not in row.hexes
            among = self._awake if self._taken is None and self._at < self._awake else 0
            self._mark(self._at if away else (self._at + by) % (among or len(self._rows)))

    def _cancel(self) -> None:
        if self._course is not None and self._course.stops:
            self._course.stops.pop()
        elif self._opened is not None and self._taken is not None:
            target = self._opened
            self._list_orders(self._taken)
            self._sort(target.hexes[-1])
        elif self._taken is not None and self._taken.whole is not None:
            self._take(self._taken.whole)
        else:
            self._release()

    def _leave(self, *, sure: bool) -> Move:
        """Pass or done; a pass that leaves units without their turn wants the key twice."""
        said = None if sure else still_able(self.desk, len(self.actors), self._leave_label)
        self._leaving = said is not None
        return said or self.desk.leave()
