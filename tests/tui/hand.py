"""Gives answers as a player does: by the keys that lead to them, never by typing them."""

from __future__ import annotations

from collections.abc import Callable

from textual.pilot import Pilot

from tests.tui.driver import close_dialogs, play_of, screen_text
from wargame.flow.ask import DONE_WORD, PASS, AttackAsk, Option, OrdersAsk, PathAsk
from wargame.tui.app import TableApp
from wargame.tui.asks.view import View

_STANDING = {"standing end": "s", "standing new": "n", "standing better": "b"}
_MOST = 60
"""No list is longer; who has pressed Tab so often has gone round."""


class Hand:
    """A player's hand on the keyboard."""

    def __init__(self, app: TableApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def view(self) -> View:
        """What the question shows now."""
        return play_of(self.app).view()

    async def play(self, script: list[str]) -> None:
        """Give all of *script*; each line must become the answer it names."""
        session = play_of(self.app).session
        for line in script:
            n = session.n
            await self.give(line)
            assert session.n > n, f"{line} was not given: {screen_text(self.app)}"
            given = session.entries[n + 1].answer
            assert given in {line, PASS if line in _STANDING else line}, f"{given} for {line}"
            await close_dialogs(self.app, self.pilot)

    async def give(self, line: str) -> None:
        """Press the keys for one answer."""
        ask: object = play_of(self.app).session.ask
        if line in _STANDING:
            await self._press("S", _STANDING[line])
        elif line in (PASS, DONE_WORD):
            await self._leave()
        elif isinstance(ask, AttackAsk):
            await self._attack(ask, line)
        elif isinstance(ask, PathAsk):
            others = ask.others() if isinstance(ask, OrdersAsk) else ()
            listed = next((option for option in others if option.answer == line), None)
            await self._order(listed or head_of(ask, line), line)
        elif any(what.startswith("take ") for _, what in self.view.keys):
            await self._order(self._listed(line), line)
        else:
            await self._choose(line)

    async def _press(self, *keys: str) -> None:
        """Press keys in one go and let the screen settle."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def _leave(self) -> None:
        """Pass, twice where units are left that could act."""
        n = play_of(self.app).session.n
        await self._press("p")
        if play_of(self.app).session.n == n:
            await self._press("p")

    async def _choose(self, line: str) -> None:
        """The number of the option, or Tab to it; then Enter."""
        label, n = self._listed(line).label, play_of(self.app).session.n
        await self._number(lambda text: label.casefold().endswith(text.casefold()))
        if play_of(self.app).session.n == n:  # a number answers a choice, and marks an order
            await self._tab_to(lambda: self.view.answer == line, line)
            await self._press("enter")

    async def _order(self, option: Option, line: str) -> None:
        """Take the unit, then lead its move, or find its other order."""
        if ("Esc", "another unit") in self.view.keys:  # the next of a stack was taken
            await self._press("escape")
        if any(what.startswith("take ") for _, what in self.view.keys):
            await self._take(option)
        if option.answer != line:
            await self._tab_to(lambda: self.view.hint.startswith(f"Move {option.label}:"), line)
            await self._go(line)
        elif any("ways" in item.note for item in self.view.items):
            await self._aim(option, line)
        else:
            await self._choose(line)

    async def _aim(self, option: Option, line: str) -> None:
        """Go to the target; where there are several ways to deal with it, one key does one."""
        play = play_of(self.app)
        await self._press("g", *play.game.grid.name(option.hexes[-1]), "enter")
        n = play.session.n
        if ("Enter", "how") in self.view.keys:
            await self._press("enter")
            await self._number(lambda text: option.label.casefold().endswith(text.casefold()))
        if play.session.n == n:
            await self._tab_to(lambda: self.view.answer == line, line)
            await self._press("enter")

    def _listed(self, line: str) -> Option:
        ask = play_of(self.app).session.ask
        assert ask is not None
        return next(option for option in ask.options() if option.answer == line)

    async def _take(self, option: Option) -> None:
        """Take the unit that carries out an order: its number takes it at once."""
        play = play_of(self.app)
        ask = play.session.ask
        assert ask is not None
        unit = next(u for u in option.units if play.game.state.units[u].side == ask.side)
        name = play.definition.face.unit_name(play.game, unit)
        if not await self._number(lambda text: text == name):
            await self._tab_to(lambda: self._marked() == name, name)
            await self._press("enter")

    async def _attack(self, ask: AttackAsk, line: str) -> None:
        """Go to the hex, Enter, bring in or leave out by their numbers who is marked wrongly; Enter."""
        words = line.split()
        await self._press("g", *words[1], "enter")
        await self._press("enter")
        play = play_of(self.app)
        able = ask.attackers([play.game.grid.hex(words[1])])
        for number, unit in enumerate(able, 1):
            if (unit in words) != (self.view.items[number - 1].mark == "on"):
                await self._press(str(number))
        assert self.view.answer == line, self.view
        await self._press("enter")

    async def _go(self, line: str) -> None:
        """Put the cursor on the last hex of a path by its number, Enter."""
        await self._press("g", *line.rpartition("-")[2], "enter")
        await self._press("enter")

    def _marked(self) -> str:
        """The highlighted row."""
        view = self.view
        return view.items[view.at].text if view.items else ""

    async def _number(self, meant: Callable[[str], bool]) -> bool:
        """Press the number of the first row that is meant, if it has one."""
        rows = [n for n, item in enumerate(self.view.items[:9], 1) if meant(item.text)]
        if rows:
            await self._press(str(rows[0]))
        return bool(rows)

    async def _tab_to(self, found: Callable[[], bool], line: str) -> None:
        for _ in range(_MOST):
            if found():
                return
            await self._press("tab")
        raise AssertionError(f"Tab does not lead to {line}: {screen_text(self.app)}")


def head_of(ask: PathAsk, line: str) -> Option:
    """The head of a path answer: the longest that it begins with."""
    heads = [head for head in ask.heads() if line.startswith(f"{head.answer} ")]
    return max(heads, key=lambda head: len(head.answer))
