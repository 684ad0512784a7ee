"""Numbers dealt out among rows: one more or one less with a key each, the sums checked live."""

from __future__ import annotations

from wargame.flow.allot import Allotment, Share
from wargame.flow.ask import Refusal
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import Desk, Give, Move, brief, marked, told
from wargame.tui.asks.view import Item, Layer, View


class AllotController:
    """Presents a question that is answered by numbers for its rows."""

    def __init__(self, desk: Desk, ask: Allotment, cursor: Hex) -> None:
        self.desk, self.ask, self.cursor = desk, ask, cursor
        self._rows = ask.rows()
        self._given = ask.proposed()
        self._at = 0
        self._focus: Hex | None = None

    # -- the player acts ----------------------------------------------------------------------

    def look(self, where: Hex) -> None:
        """The cursor moved: the row of whoever stands there."""
        self.cursor = where
        if where == self._focus:
            return
        self._focus = None
        here = [n for n, row in enumerate(self._rows) if where in self._places(row)]
        if here and self._at not in here:
            self._at = here[0]

    def lead(self) -> None:
        """The question is new: all its rows are in sight already."""

    def pick(self, at: int) -> None:
        """A row was highlighted."""
        if 0 <= at < len(self._rows):
            self._at = at
            self._focus = next(iter(self._places(self._rows[at])), None)

    def act(self, action: str) -> Move:
        """A key was pressed."""
        match action:
            case "commit":
                return self._give()
            case "next" | "back":
                self.pick((self._at + (1 if action == "next" else -1)) % len(self._rows))
            case "toggle":
                self._add(self._at, 1)
            case "target":
                self._add(self._at, -1)
            case "all":
                self._given = self.ask.proposed()
            case "cancel":
                self._given = {row.key: row.least for row in self._rows}
            case "pass":
                return self.desk.leave()
            case _ if action.isdigit() and 0 < int(action) <= len(self._rows):
                self.pick(int(action) - 1)
                self._add(self._at, 1)
        return None

    def why(self, where: Hex) -> Refusal | str:
        """Why nothing goes to a hex."""
        here = [row for row in self._rows if where in self._places(row)]
        if here:
            return f"{here[0].title} can get up to {here[0].most}."
        return f"Nothing in {self.desk.hex(where)} gets anything now."

    def _give(self) -> Move:
        refusal = self.ask.refusal(self._given)
        return told(refusal) if refusal else Give(self.ask.compose(self._given))

    def _add(self, at: int, by: int) -> None:
        """One more or less, for or from the other of two; behind the most comes the least again."""
        row = self._rows[at]
        span = row.most - row.least + 1
        self._given[row.key] = row.least + (self._given[row.key] - row.least + by) % span
        self._given = self.ask.balance(row, self._given)

    # -- what is shown ------------------------------------------------------------------------

    def view(self) -> View:
        """What to show now."""
        refusal = self.ask.refusal(self._given)
        answer = "" if refusal else self.ask.compose(self._given)
        here = {n for n, row in enumerate(self._rows) if self.cursor in self._places(row)}
        whose = "As proposed" if self._given == self.ask.proposed() else "As dealt out"
        return View(
            hint=f"{self._hint}; {{all}} as proposed.",
            keys=self._keys(answer),
            items=tuple(self._item(row, n in here) for n, row in enumerate(self._rows)),
            by_number=True,
            at=self._at,
            preview=tuple(self.ask.account(self._given)),
            layers=self._layers(),
            answer=answer,
            refusal=refusal.reason if refusal else "",
            odds=self.desk.odds(answer),
            focus=self._focus,
            proposed=f"{whose}: {brief(self.ask.told(self._given))}. {{commit}} again gives it.",
            dealt=True,
        )

    @property
    def _hint(self) -> str:
        if all(row.most == 1 for row in self._rows):
            return "{toggle} or a number ticks a row or unticks it"
        return "{toggle} or a number gives one more, {target} one less"

    def _keys(self, answer: str) -> tuple[tuple[str, str], ...]:
        row = self._rows[self._at]
        keys = [("Space", "one more"), ("t", "one less")]
        if row.most == 1:
            keys = [("Space", "untick" if self._given[row.key] else "tick")]
        keys += [("a", "as proposed"), ("Tab", "next")]
        if answer:
            keys.insert(0, ("Enter", brief(self.ask.told(self._given))))
        if self.desk.way_out():
            keys.append(("p", self.desk.way_out_label()))
        return tuple(keys)

    def _item(self, row: Share, here: bool) -> Item:
        n = self._given[row.key]
        mark = ("on" if n else "off") if row.most == 1 else ""
        text = row.title if mark else f"{n} of {row.most}  {row.title}"
        return Item(text, row.note, mark, here)

    def _layers(self) -> tuple[Layer, ...]:
        every = sorted({h for row in self._rows for h in self._places(row)})
        given = [h for row in self._rows if self._given[row.key] for h in self._places(row)]
        return marked(every, "choice"), marked(sorted(set(given)), "selection")

    def _places(self, row: Share) -> tuple[Hex, ...]:
        """Where a row is on the map."""
        stand = (self.desk.at(unit) for unit in row.units)
        return (*row.hexes, *(h for h in stand if h is not None))
