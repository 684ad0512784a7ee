"""Names behind a head: some units of a formation, some cards; each is ticked or not."""

from __future__ import annotations

from wargame.flow.ask import Refusal
from wargame.flow.hand import Use
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import Desk, Give, Move, brief, marked, stands, told
from wargame.tui.asks.view import Item, View


class NamingController:
    """Presents a choice of names, those proposed ticked."""

    def __init__(self, desk: Desk, use: Use, cursor: Hex) -> None:
        self.desk, self._use, self.cursor = desk, use, cursor
        self._named = {*use.named}
        self._at = 0
        self._focus: Hex | None = None

    def look(self, where: Hex) -> None:
        """The cursor moved: the row of whoever stands there."""
        self.cursor = where
        if where == self._focus:
            return
        self._focus = None
        here = [n for n in range(len(self._use.pool)) if where in self._places(n)]
        if here and self._at not in here:
            self._at = here[0]

    def pick(self, at: int) -> None:
        """A row was highlighted."""
        if 0 <= at < len(self._use.pool):
            self._at = at
            self._focus = next(iter(self._places(at)), None)

    def act(self, action: str) -> Move:
        """A key was pressed."""
        match action:
            case "commit":
                refusal = self._refusal()
                return told(refusal) if refusal else Give(self._answer)
            case "next" | "back":
                self.pick((self._at + (1 if action == "next" else -1)) % len(self._use.pool))
            case "toggle":
                self._tick(self._at)
            case "all":
                self._named = {*self._use.named}
            case _ if action.isdigit() and 0 < int(action) <= len(self._use.pool):
                self.pick(int(action) - 1)
                self._tick(self._at)
        return None

    def why(self, where: Hex) -> Refusal | str:
        """Why nobody in a hex can be named."""
        here = [o for n, o in enumerate(self._use.pool) if where in self._places(n)]
        if here:
            return f"It is legal: {here[0].label}."
        return f"Nobody in {self.desk.hex(where)} can be named now."

    def view(self) -> View:
        """What to show now."""
        pool, refusal = self._use.pool, self._refusal()
        given = sorted(
            {h for n, o in enumerate(pool) if o.answer in self._named for h in self._places(n)}
        )
        every = sorted({h for n in range(len(pool)) for h in self._places(n)})
        count = f"{len(self._named)} of {len(pool)}"
        keys = (
            []
            if refusal
            else [
                (
                    "Enter",
                    brief(f"these {len(self._named)}" if len(self._named) > 1 else "this one"),
                )
            ]
        )
        named = pool[self._at].answer in self._named
        return View(
            hint=f"{count} named. {{toggle}} or a number ticks a row; {{all}} as proposed.",
            keys=(
                *keys,
                ("Space", "untick" if named else "tick"),
                ("a", "as proposed"),
                ("Tab", "next"),
            ),
            items=tuple(
                Item(
                    o.label,
                    "",
                    "on" if o.answer in self._named else "off",
                    self.cursor in self._places(n),
                )
                for n, o in enumerate(pool)
            ),
            by_number=True,
            at=self._at,
            layers=(marked(every, "choice"), marked(given, "selection")),
            answer="" if refusal else self._answer,
            refusal=refusal.reason if refusal else "",
            focus=self._focus,
        )

    @property
    def _answer(self) -> str:
        return self._use.compose([*self._named])

    def _refusal(self) -> Refusal | None:
        return self.desk.refusal(self._answer) if self._named else Refusal("Nobody is named.")

    def _tick(self, at: int) -> None:
        self._named ^= {self._use.pool[at].answer}

    def _places(self, at: int) -> tuple[Hex, ...]:
        return stands(self.desk, self._use.pool[at])
