"""Several who act one after the other: one table of them, some, all or none ticked, as one plan."""

from __future__ import annotations

from wargame.flow.ask import Odds, Option, Refusal
from wargame.flow.plan import Reactor
from wargame.flow.planned import strikes
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import Desk, Give, Move, brief, marked, stands
from wargame.tui.asks.view import Item, Layer, View


class ReactorsController:
    """Presents a question that units answer one after the other."""

    def __init__(self, desk: Desk, rows: tuple[Reactor, ...], cursor: Hex) -> None:
        self.desk, self.cursor = desk, cursor
        self._rows = sorted(rows, key=lambda row: -row.chances[0])
        self._chosen = {row.unit: 0 for row in self._rows}
        """Which of its answers each would give."""
        self._on: list[str] = []
        """Those that are ticked, in the order in which they act."""
        self._at = 0
        self._focus: Hex | None = None
        self._out, self._leave_label = desk.way_out(), desk.way_out_label()
        if not self._here(cursor):
            self._focus = self._place(0)

    # -- the player acts ----------------------------------------------------------------------

    def look(self, where: Hex) -> None:
        """The cursor moved: the row of a unit that stands there, or what leads or aims there."""
        self.cursor = where
        if where == self._focus:
            return
        self._focus = None
        here = self._here(where)
        if here:
            self._at = here[0] if self._at not in here else self._at
            return
        for row in self._rows:
            if row.unit in (self._on or [self._rows[self._at].unit]):
                ends = [n for n, o in enumerate(row.options) if where in o.hexes[-1:]]
                self._chosen[row.unit] = (ends or [self._chosen[row.unit]])[0]

    def lead(self) -> None:
        """The question is new: its units are in sight already."""

    def pick(self, at: int) -> None:
        """A row was highlighted."""
        if 0 <= at < len(self._listed):
            self._mark(self._listed[at])

    def act(self, action: str) -> Move:
        """A key was pressed."""
        match action:
            case "commit":
                return Give(self._answer())
            case "next" | "back":
                away = self.cursor != self._place(self._at) and self._focus is None
                by = 0 if away else 1 if action == "next" else -1
                self._mark((self._at + by) % len(self._rows))
            case "toggle":
                self._toggle(self._at)
            case "all":
                units = [row.unit for row in self._rows]
                self._on = [] if len(self._on) == len(units) else units
            case "target":
                row = self._rows[self._at]
                self._chosen[row.unit] = (self._chosen[row.unit] + 1) % len(row.options)
            case "cancel":
                self._on = []
            case "pass":
                return self.desk.leave()
            case _ if action.isdigit() and 0 < int(action) <= len(self._listed):
                self._toggle(self._listed[int(action) - 1])
        return None

    def why(self, where: Hex) -> Refusal | str:
        """Why nothing leads or aims there."""
        found = [o for row in self._rows for o in row.options if where in stands(self.desk, o)]
        if found:
            return f"It is legal: {found[0].label}."
        return f"Nobody who may act now has anything to do with {self.desk.hex(where)}."

    # -- what is shown ------------------------------------------------------------------------

    def view(self) -> View:
        """What to show now."""
        here, option = self._here(self.cursor), self._option()
        answer = self._answer()
        return View(
            hint=self._hint(),
            keys=self._keys(),
            items=tuple(self._item(n, n in here) for n in self._listed),
            more=len(self._rows) - len(self._listed),
            by_number=True,
            at=self._listed.index(self._at),
            layers=self._layers(option),
            answer=answer,
            odds=self._odds(option),
            focus=self._focus,
        )

    def _odds(self, option: Option) -> Odds | None:
        """Of all who are ticked together, else of the highlighted row."""
        if len(self._on) < 2:
            return self.desk.odds(option.answer)
        return strikes(self.desk.game, self.desk.ask, self._given())

    def _hint(self) -> str:
        if self._on:
            return "They act in this order; a result that changes things asks you again."
        return "{toggle} or a number ticks who acts, {all} ticks all; {next} goes on."

    def _keys(self) -> tuple[tuple[str, str], ...]:
        keys = [("Space", "tick"), ("a", "all/none"), ("Tab", "next")]
        option = self._option()
        if self._on:
            rest = f", then {self._leave_label}" if self._out else ""
            keys.insert(0, ("Enter", brief(f"{len(self._on)} act{rest}")))
        else:
            name = self.desk.unit(option.units[0]) if option.units else ""
            keys.insert(0, ("Enter", brief(option.label, name)))
        if len(self._rows[self._at].options) > 1:
            keys.append(("t", "another of its answers"))
        if self._out:
            keys.append(("p", self._leave_label))
        return tuple(keys)

    def _item(self, at: int, here: bool) -> Item:
        row = self._rows[at]
        chosen = self._chosen[row.unit]
        option, chance = row.options[chosen], row.chances[chosen]
        on = row.unit in self._on
        nth = f"({self._on.index(row.unit) + 1}) " if on and len(self._on) > 1 else ""
        percent = f"{float(chance):.0%} to strike: " if chance else ""
        more = f" ({chosen + 1} of {len(row.options)})" if len(row.options) > 1 else ""
        note = f"{nth}{percent}{self._short(option)}{more}"
        return Item(self.desk.unit(row.unit), note, "on" if on else "off", here)

    def _short(self, option: Option) -> str:
        """What it does, at whom or to where: "at 1. Kp.", "to 1305"."""
        name = self.desk.unit(option.units[0]) if option.units else ""
        return option.label.removeprefix(name).strip(" ,:")

    def _layers(self, option: Option) -> tuple[Layer, ...]:
        places = {row.unit: self.desk.at(row.unit) for row in self._rows}
        on = {h for unit in self._on if (h := places[unit]) is not None}
        layers = [
            marked(sorted({h for h in places.values() if h is not None}), "choice"),
            marked(sorted(on), "selection"),
        ]
        struck = [h for u in option.units if (h := self.desk.at(u)) is not None][1:]
        if struck:
            return (*layers, marked(struck, "target"))
        ends = {o.hexes[-1] for o in self._rows[self._at].options if o.hexes}
        return (*layers, marked(sorted(ends), "choice"), marked(option.hexes, "route"))

    # -- choosing -----------------------------------------------------------------------------

    @property
    def _listed(self) -> list[int]:
        """The rows that are shown: all, or the page with the one that is marked."""
        return self.desk.page(range(len(self._rows)), self._at)

    def _mark(self, at: int) -> None:
        self._at, self._focus = at, self._place(at)

    def _here(self, where: Hex) -> list[int]:
        return [n for n, row in enumerate(self._rows) if self.desk.at(row.unit) == where]

    def _place(self, at: int) -> Hex | None:
        return self.desk.at(self._rows[at].unit)

    def _toggle(self, at: int) -> None:
        unit, self._at = self._rows[at].unit, at
        if unit in self._on:
            self._on.remove(unit)
        else:
            self._on.append(unit)

    def _option(self) -> Option:
        """The answer of the highlighted row."""
        row = self._rows[self._at]
        return row.options[self._chosen[row.unit]]

    def _answer(self) -> str:
        """What Enter gives: the plan of those that are ticked, else the highlighted row alone."""
        if not self._on:
            return self._option().answer
        return "; ".join((*self._given(), *filter(None, [self._out])))

    def _given(self) -> list[str]:
        """The answers of those that are ticked."""
        by_unit = {row.unit: row.options[self._chosen[row.unit]].answer for row in self._rows}
        return [by_unit[unit] for unit in self._on]
