"""Plays the table by keys alone, and reads its screen as text."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.widgets import Input

from wargame.flow.ask import Ask, AttackAsk, PathAsk
from wargame.store.campaign import Campaign
from wargame.store.seeds import seed_for
from wargame.tui.app import TableApp
from wargame.tui.play import Play
from wargame.tui.screens.dialog import Dialog
from wargame.tui.table.screen import TableScreen
from wargame.tui.widgets.row import Row, wrap

Press = Callable[..., Awaitable[None]]


@dataclass
class HandTicker:
    """Does something when the clock it belongs to is moved."""

    seconds: float
    do: Callable[[], None]
    runs: bool

    def resume(self) -> None:
        """Go on."""
        self.runs = True

    def pause(self) -> None:
        """Stand still."""
        self.runs = False

    stop = pause


class HandClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.tickers: list[HandTicker] = []

    def every(
        self, _: MessagePump, seconds: float, do: Callable[[], None], *, pause: bool
    ) -> HandTicker:
        """A ticker that waits for `tick`."""
        self.tickers.append(HandTicker(seconds, do, runs=not pause))
        return self.tickers[-1]

    async def tick(self, pilot: Pilot[int]) -> list[float]:
        """Let everything that runs do it once; every how many seconds each of them would."""
        due = [ticker for ticker in self.tickers if ticker.runs]
        for ticker in due:
            ticker.do()
        await pilot.pause()
        return [ticker.seconds for ticker in due]


@asynccontextmanager
async def running(
    scenario: str = "", *, seed: int = 3, size: tuple[int, int] = (80, 24), save: Path | None = None
) -> AsyncIterator[tuple[TableApp, Pilot[int]]]:
    """The program in a terminal of *size*, at its menu or with a game laid out."""

    def start(app: TableApp) -> str:
        if save is not None:
            return app.play_save(str(save))
        return app.play_new(scenario, seed=seed_for(seed)) if scenario else ""

    app = TableApp(start)
    app.strict = True
    app.clock = HandClock()
    app.typed.pause = 0.0
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot
        if app.play is not None:
            app.play.close()


def prepared(
    path: Path, scenario: str, *answers: str, seed: int = 3, options: dict[str, str] | None = None
) -> Path:
    """A save at *path* in which these answers have been given."""
    with Campaign.new(scenario, seed, path, options=options) as campaign:
        for answer in answers:
            campaign.answer(answer)
    return path


def prepared_at(
    path: Path, scenario: str, reached: Callable[[Ask[Any]], bool], *, seed: int = 3
) -> Path:
    """A save at *path* of a random game that has come to a question of some kind.

    The first game from *seed* on that comes to it before it ends.
    """
    for number in range(seed, seed + 20):
        pick = random.Random(number).randrange
        with Campaign.new(scenario, number, path) as campaign:
            while (ask := campaign.session.ask) is not None and not reached(ask):
                campaign.answer(ask.sample(pick))
        if ask is not None:
            return path
        path.unlink()
    raise AssertionError("all games have ended before")


def screen_text(app: TableApp) -> str:
    """What stands on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    lines = ("".join(part.text for part in strip).rstrip() for strip in strips)
    return "\n".join(lines) + "\n"


def screen_words(app: TableApp) -> str:
    """What stands on the screen, however its lines are broken: each gap is one space."""
    return " ".join(screen_text(app).split())


def text_lines(rows: Sequence[Row], width: int) -> list[str]:
    """Rows as plain lines."""
    return ["".join(text for text, _ in line).rstrip() for r in rows for line in wrap(r, width)]


def clock(app: TableApp) -> HandClock:
    """The clock of the film."""
    assert isinstance(app.clock, HandClock)
    return app.clock


def table(app: TableApp) -> TableScreen:
    """The table screen, wherever it lies in the stack."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


def play_of(app: TableApp) -> Play:
    """The game on the table."""
    assert app.play is not None
    return app.play


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after the other and let the screen settle."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def type_line(pilot: Pilot[int], text: str) -> None:
    """Open the command line, write into it at once and enter it; single keys are other tests'."""
    await press(pilot, "colon")
    line = pilot.app.focused
    assert isinstance(line, Input)
    line.insert_text_at_cursor(text)
    await press(pilot, "enter")


async def close_dialogs(app: TableApp, pilot: Pilot[int]) -> None:
    """Press Enter until no notice is in front of the table."""
    while isinstance(app.screen, Dialog):
        await press(pilot, "enter")


class Player:
    """Answers whatever is asked, by keys, with choices drawn from a seed."""

    def __init__(self, app: TableApp, pilot: Pilot[int], seed: int, *, leave: float = 0.25) -> None:
        self.app, self.pilot, self._random = app, pilot, random.Random(seed)
        self._leave = leave
        """How often a movement is ended although units could still move."""

    def pick(self, among: int) -> int:
        """A number below *among*."""
        return self._random.randrange(among)

    async def play_on(self, most: int) -> int:
        """Answer until the game is over or *most* answers are given; how many were."""
        session = play_of(self.app).session
        start = session.n
        while session.ask is not None and session.n - start < most:
            before = session.n
            await self.answer()
            assert session.n > before, f"no way on: {screen_text(self.app)}"
            await close_dialogs(self.app, self.pilot)
        return session.n - start

    async def answer(self) -> None:
        """One answer."""
        ask = play_of(self.app).session.ask
        assert ask is not None
        if isinstance(ask, AttackAsk):
            await self._attack()
        elif isinstance(ask, PathAsk):
            await self._order()
        else:
            await self._choose()

    async def _choose(self) -> None:
        view = play_of(self.app).view()
        for _ in range(self._random.randrange(min(len(view.items), 8)) + 1):
            await self.pilot.press("tab")
        for _ in range(3):  # unit, target, manner, where a choice has these stages
            await press(self.pilot, *([] if play_of(self.app).view().answer else ["enter"]))
        await press(self.pilot, "enter")

    async def _order(self) -> None:
        """An order or a move of some unit; or all is over."""
        play = play_of(self.app)
        n = play.session.n
        if "p" in dict(play.view().keys) and self._random.random() < self._leave:
            await press(self.pilot, "p")
            if play.session.n == n:
                await press(self.pilot, "p")
            return
        if any(key == "Enter" and what.startswith("take") for key, what in play.view().keys):
            await press(self.pilot, self._number())
        if self._random.random() < 0.6:
            await press(self.pilot, self._number())
        if play.view().answer:
            await press(self.pilot, "enter")
            return
        reach = [layer for layer in play.view().layers if layer.kind == "reach"]
        goals = sorted(reach[0].marks) if reach else []
        if goals:
            await self._go(self._random.choice(goals))
            await press(self.pilot, "enter")
        if play.session.n == n:
            await press(self.pilot, "escape", "escape", "p", "p")

    def _number(self) -> str:
        """The key of one of the numbered rows."""
        return str(self._random.randrange(min(len(play_of(self.app).view().items), 9)) + 1)

    async def _go(self, where: int) -> None:
        """Put the cursor on a hex by its number."""
        await self.pilot.press("g", *play_of(self.app).game.grid.name(where))
        await press(self.pilot, "enter")

    async def _attack(self) -> None:
        play = play_of(self.app)
        n = play.session.n
        if not play.view().items or self._random.random() < 0.2:
            await press(self.pilot, "p")
        if play.session.n > n:
            return
        for _ in range(self._random.randrange(len(play.view().items)) + 1):
            await self.pilot.press("tab")
        await press(self.pilot, "enter", "enter")
        if play.session.n == n:
            ask = play.session.ask
            assert ask is not None
            await press(self.pilot, "escape")
            await type_line(self.pilot, ask.sample(self.pick))
