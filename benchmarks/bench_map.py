"""The map in a terminal of 120 x 40: CPU a frame, against a curses program that redraws it all."""

from __future__ import annotations

import asyncio
import contextlib
import curses
import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from textual.app import App, ComposeResult

from wargame.content.map import MapContent, read_map
from wargame.flow.definition import GameDefinition, Layout
from wargame.flow.face import Counter, Face
from wargame.flow.game import Game
from wargame.flow.standings import Standings
from wargame.hexes.grid import Grid
from wargame.model.board import Board
from wargame.model.state import State, Unit
from wargame.picture.cells import Picture, picture_of
from wargame.picture.contents import contents_of
from wargame.picture.glyphs import UNICODE
from wargame.picture.ink import Ink
from wargame.picture.layers import Layers
from wargame.picture.paint import runs
from wargame.tui.map.view import MapView

ROOT = Path(__file__).resolve().parent.parent
COLS, ROWS, UNITS = 75, 70, 600
WIDTH, HEIGHT = 120, 40
FRAMES = 60
LEFT = 200
"""The first column that the curses program shows."""
KINDS = ("cursor", "scroll", "full")
TITLES = {"cursor": "cursor move", "scroll": "scroll", "full": "full refresh"}


def run() -> list[tuple[str, str]]:
    """Measure both programs by turns, in one run; report medians and their ratios."""
    found: dict[str, list[dict[str, float]]] = {"textual": [], "curses": []}
    for _ in range(3):
        for program, rounds in found.items():
            rounds.append(_in_a_terminal(program))
    lines = []
    for kind in KINDS:
        ours, base = (median(r[kind] for r in found[p]) for p in ("textual", "curses"))
        text = f"{ours:.1f} ms CPU a frame, curses {base:.1f} ms, ratio {ours / base:.2f}"
        lines.append((f"map {TITLES[kind]}, {COLS} x {ROWS} hexes at {WIDTH} x {HEIGHT}", text))
    first = median(r["draw"] for r in found["textual"])
    lines.append((f"map first picture, {UNITS} units", f"{first:.0f} ms CPU"))
    return lines


def _in_a_terminal(program: str) -> dict[str, float]:
    """Run this file in a pseudo-terminal and read what it measured."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
    threading.Thread(target=_drain, args=(master,), daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "times.json"
        env = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": "."}
        env.pop("NO_COLOR", None)
        command = [sys.executable, __file__, program, str(out)]
        subprocess.run(  # noqa: S603 - our own file
            command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=ROOT, check=True
        )
        os.close(slave)
        times: dict[str, float] = json.loads(out.read_text())
    return times


def _drain(master: int) -> None:
    with contextlib.suppress(OSError):
        while os.read(master, 65536):
            pass
    os.close(master)


@dataclass(frozen=True)
class _Content:
    map: MapContent
    grid: Grid
    sequence: Any = None

    @property
    def drawn(self) -> MapContent:
        """The whole map."""
        return self.map


class _Face(Face):
    """Counters by unit id, no marks."""

    def counter(self, g: Game[Any], unit: str) -> Counter:
        """Nothing that has to be worked out."""
        side = g.state.units[unit].side
        return Counter(side, "INF", "3-3-4", "3-3", unit, symbol="[X]")

    def standing(self, g: Game[Any]) -> Standings:
        """Nobody has a point."""
        return Standings.of(g.state, "draw", "", {})

    def allowance(self, g: Game[Any], unit: str) -> float:  # noqa: ARG002 - nobody moves
        """Nobody moves."""
        return 0.0


def large_table() -> tuple[Game[Any], GameDefinition]:
    """A large country with woods, villages, a river, roads and two armies."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.toml"
        path.write_text(_large_map(), encoding="utf-8")
        content = read_map(path)
    grid = content.grid
    state = State("bench", "bench", 1)
    state.board = Board(grid, ("blue", "red"), lambda _state, _side, _where: ())
    for n in range(UNITS):
        side = "blue" if n % 2 else "red"
        unit = Unit(f"u{n}", side, (n * 41) % grid.size)
        state.units[unit.id] = unit
        state.board.refresh(state, unit)
    return Game(state, _Content(content, grid)), _definition()


def _definition() -> GameDefinition:
    from wargame.flow.definition import SideInfo  # noqa: PLC0415 - only here

    nothing: Any = None
    face: Any = _Face()
    return GameDefinition(
        id="bench", title="", blurb="", ruleset="", scenarios=(), predicates={}, face=face,
        sides=(SideInfo("blue", "Blue", 0), SideInfo("red", "Red", 1)),
        load=nothing, table=Layout(nothing, nothing), charts=nothing, order_of_battle=nothing,
    )  # fmt: skip


def _large_map() -> str:
    rows = ("".join(".wv."[(c * 7 + r * 5) % 11 % 4] for c in range(COLS)) for r in range(ROWS))
    terrain = ", ".join(f'"{row}"' for row in rows)
    grid = Grid.of(COLS, ROWS)
    river = ", ".join(
        f'"{grid.names[c * ROWS + 30]}|{grid.names[c * ROWS + 31]}"' for c in range(COLS)
    )
    roads = (grid.write(tuple(range(c * ROWS, (c + 1) * ROWS))) for c in range(0, COLS, 8))
    road_rows = "\n".join(f'[[road]]\nclass = "main"\npath = "{path}"' for path in roads)
    return (
        f'id = "large"\ntitle = "Large"\ncols = {COLS}\nrows = {ROWS}\nkm_per_hex = 1\n'
        f'terrain = [{terrain}]\n[legend]\n"." = "clear"\nw = "woods"\nv = "village"\n'
        f'[[hexside]]\nclass = "river"\nsides = [{river}]\n{road_rows}\n'
    )


class _Table(App[None]):
    """Moves the cursor, scrolls, redraws; then writes down the CPU time a frame."""

    def __init__(self, out: Path) -> None:
        super().__init__()
        self.out = out
        self.view = MapView()

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        self.run_worker(self.measure())

    async def measure(self) -> None:
        game, definition = large_table()
        start = time.process_time()
        self.view.show(game, definition)
        times = {"draw": (time.process_time() - start) * 1000}
        self.view.focus()
        await asyncio.sleep(0.2)
        acts: dict[str, Callable[[int], object]] = {
            "cursor": lambda n: self.view.action_step("S" if n % 10 < 5 else "N"),
            "scroll": self._scroll,
            "full": lambda _: self._all(),
        }
        for kind, act in acts.items():
            start = time.process_time()
            for n in range(FRAMES):
                act(n)
                await self._frame()
            times[kind] = (time.process_time() - start) * 1000 / FRAMES
        self.out.write_text(json.dumps(times))
        self.exit()

    def _scroll(self, n: int) -> None:
        self.view.scroll_to(y=40 + n * 2, animate=False, force=True, immediate=True)

    def _all(self) -> None:
        self.view.set_look("paper")
        self.screen.refresh()

    async def _frame(self) -> None:
        """Wait until what was asked for is on the screen."""
        shown = asyncio.Event()
        self.call_after_refresh(shown.set)
        await shown.wait()
        await asyncio.sleep(0.02)


def _curses(screen: curses.window, out: Path) -> None:
    """The same picture, every visible hex drawn and every cell put out anew each frame."""
    game, definition = large_table()
    picture = picture_of(game.content.map, "normal", UNICODE)
    contents, layers = contents_of(game, definition, {}), Layers()
    picture.draw(range(game.grid.size), contents, layers)
    seen = {top: _visible(picture, top) for top in range(40, 40 + 2 * FRAMES, 2)}
    curses.curs_set(0)
    pairs: dict[Ink, int] = {}
    middle = game.grid.size // 2
    times = {}
    for kind in KINDS:
        start = time.process_time()
        for n in range(FRAMES):
            top = 40 + n * 2 if kind == "scroll" else 100
            if kind == "cursor":
                layers.cursor = middle + (n % 10)
            picture.draw(seen[top], contents, layers)
            if kind == "full":
                screen.redrawwin()
            for y in range(HEIGHT):
                _put_row(
                    screen, y, picture.sheet.chars[top + y], picture.sheet.inks[top + y], pairs
                )
            screen.refresh()
        times[kind] = (time.process_time() - start) * 1000 / FRAMES
    out.write_text(json.dumps(times | {"draw": 0.0}))


def _visible(picture: Picture, top: int) -> list[int]:
    """The hexes with a cell on the screen."""
    layout = picture.layout
    lines, columns = range(top, top + HEIGHT, 2), range(LEFT, LEFT + WIDTH, 3)
    found = {layout.hex_at(y, x) for y in lines for x in columns}
    return sorted(found - {-1})


def _put_row(
    screen: curses.window, y: int, chars: list[str], inks: list[Ink], pairs: dict[Ink, int]
) -> None:
    x = LEFT
    for text, ink in runs(chars[x : x + WIDTH], inks[x : x + WIDTH]):
        if ink not in pairs:
            number = len(pairs) % 200 + 1
            curses.init_pair(number, number % 16, number % 7 + 17)
            pairs[ink] = curses.color_pair(number)
        with contextlib.suppress(curses.error):  # the last cell of the screen
            screen.addstr(y, x - LEFT, text, pairs[ink])
        x += len(text)


def main(arguments: list[str]) -> None:
    """Report, or be one of the measured programs."""
    match arguments:
        case ["textual", out]:
            _Table(Path(out)).run()
        case ["curses", out]:
            curses.wrapper(_curses, Path(out))
        case _:
            for what, result in run():
                print(f"{what}: {result}")


if __name__ == "__main__":
    main(sys.argv[1:])
