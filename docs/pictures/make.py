"""Makes the pictures of the README: plays the table without a terminal and draws its screen as SVG.

Run it from the top of the project: `python docs/pictures/make.py [NAME...]`.
"""
# ruff: noqa: INP001 - a script beside its pictures, no part of a package

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.pilot import Pilot

from wargame.store.seeds import seed_for
from wargame.tui.app import TableApp
from wargame.tui.play import Play
from wargame.tui.screens.curtain import Curtain
from wargame.tui.settings import Settings
from wargame.tui.table.screen import TableScreen

HERE = Path(os.environ.get("WARGAME_PICTURES", "") or Path(__file__).resolve().parent)
_CELL = (8.4, 17.0)
"""Width and height of a character in SVG units."""
_FONT = "'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,monospace"
Scene = Callable[[TableApp, Pilot[int]], Awaitable[None]]
Look = tuple[str, str, bool]
"""Colour of the text, colour of the paper, bold."""


# -- scenes ----------------------------------------------------------------------------------


async def movement(app: TableApp, pilot: Pilot[int]) -> None:
    """The first card of the learning game beside a tank company on its way."""
    await keys(pilot, "escape", "g", *"1008", "enter", "tab", "enter", "g", *"1109", "enter")
    await keys(pilot, "e")
    play_of(app)


async def attack(app: TableApp, pilot: Pilot[int]) -> None:
    """Close zoom, an attack on Agny with its odds."""
    game = play_of(app).game
    for unit, where in (("uk-4rtr-a", "1111"), ("uk-4rtr-m2", "1111"), ("uk-6dli", "1012")):
        game.place(unit, game.grid.hex(where), rule="LAB")
    await answer_until(app, pilot, "combat.attack")
    await keys(pilot, "g", *"1112", "enter", "plus", "enter")


async def opening(app: TableApp, pilot: Pilot[int]) -> None:
    """A game as it begins, its curtain drawn and its first card put away."""
    if isinstance(app.screen, Curtain):
        await keys(pilot, "enter")
    await keys(pilot, "escape")
    play_of(app)


async def wide(app: TableApp, pilot: Pilot[int]) -> None:
    """The whole campaign at wide zoom."""
    await keys(pilot, "escape", "minus", "g", *"1210", "enter")
    play_of(app)


async def fire(app: TableApp, pilot: Pilot[int]) -> None:
    """Hannut: S35 tanks have dashed over the Gette, and a rifle company aims at them."""
    play = play_of(app)
    for answer in _DASH:
        play.campaign.answer(answer)
    play.renew()
    table(app).refresh_table()
    await keys(pilot, "escape", "escape", "g", *"1604", "enter", "enter", "g", *"1503", "enter")


async def rulebook(app: TableApp, pilot: Pilot[int]) -> None:
    """The rule of the question, linked to others."""
    app.open_rulebook(play_of(app).definition, "ARR-CO-12")
    await pilot.pause()


async def replay(app: TableApp, pilot: Pilot[int]) -> None:
    """A recorded battle."""
    play, chance = play_of(app), random.Random(7)
    while play.session.ask is not None and play.session.n < 120:
        play.campaign.answer(play.session.ask.sample(chance.randrange))
    app.open_replay(play.campaign)
    await pilot.pause()
    await keys(pilot, *["full_stop"] * 4)


_DASH = (
    "column a.1rc.1",
    "column a.1rc.hq",
    "move a.1rc.2 column 0706-0705-0805-0905-1005-1104-1204-1303-1404-1503",
    "pass",
    "pass",
    "fire g.sr3iii.14 at a.1rc.2",
    "pass",
)
_SEEDS = {"fire": 10}
SCENES: dict[str, tuple[str, str, tuple[int, int], Scene]] = {
    "movement": ("arras/learning", "paper", (112, 34), movement),
    "odds": ("arras/learning", "paper", (112, 34), attack),
    "wide": ("arras/campaign", "dark", (168, 46), wide),
    "fire": ("hannut/orp", "paper", (112, 34), fire),
    "normandy": ("normandy/epsom", "paper", (112, 34), opening),
    "ardennes": ("ardennes/skyline", "paper", (112, 34), opening),
    "eastfront": ("eastfront/minsk", "paper", (112, 34), opening),
    "rulebook": ("arras/learning", "paper", (112, 30), rulebook),
    "replay": ("arras/learning", "dark", (112, 34), replay),
}
"""Scenario, theme, size of the terminal, and what is done there."""


# -- playing ---------------------------------------------------------------------------------


def table(app: TableApp) -> TableScreen:
    """The table screen."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


def play_of(app: TableApp) -> Play:
    """The game on the table."""
    if app.play is None:
        raise SystemExit("The table is empty.")
    return app.play


async def keys(pilot: Pilot[int], *pressed: str) -> None:
    """Press keys one after the other."""
    for key in pressed:
        await pilot.press(key)
        await pilot.pause()


async def answer_until(app: TableApp, pilot: Pilot[int], key: str) -> None:
    """Pass whatever is asked before a question of that kind."""
    while (ask := play_of(app).session.ask) is not None and ask.key != key:
        await keys(pilot, "escape", "p", "escape")


async def screen_of(name: str) -> list[list[Segment]]:
    """The lines of a scene's last screen."""
    scenario, theme, size, scene = SCENES[name]
    seed = seed_for(_SEEDS.get(name, 3))
    app = TableApp(lambda app: app.play_new(scenario, seed=seed, name=name))
    app.strict = True
    app.settings = Settings(theme=theme)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await scene(app, pilot)
        await pilot.pause()
        return [list(strip) for strip in app.screen._compositor.render_strips()]  # noqa: SLF001


# -- drawing ---------------------------------------------------------------------------------


def svg(lines: Iterable[Iterable[Segment]], size: tuple[int, int]) -> str:
    """A screen as SVG: a ground, then the other papers, then words."""
    wide, high = _CELL
    width, height = size[0] * wide, size[1] * high
    papers: dict[str, list[str]] = {}
    area: Counter[str] = Counter()
    words: list[str] = []
    for y, line in enumerate(lines):
        for x, text, (ink, paper, bold) in _runs(line):
            area[paper] += len(text)
            box = f"M{_n(x * wide)} {_n(y * high)}h{_n(len(text) * wide)}v{_n(high)}h-{_n(len(text) * wide)}z"
            papers.setdefault(paper, []).append(box)
            weight = ' class="b"' if bold else ""
            for at, word in _words(text):
                place = f'x="{_n((x + at) * wide)}" y="{_n(y * high + 13)}" fill="{ink}"'
                length = f'textLength="{_n(len(word) * wide)}"'
                words.append(f"<text{weight} {place} {length}>{escape(word, quote=False)}</text>")
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}">',
        f"<style>text{{font:14px {_FONT};white-space:pre}}.b{{font-weight:bold}}</style>",
        f'<rect width="100%" height="100%" fill="{area.most_common(1)[0][0]}"/>',
        '<g shape-rendering="crispEdges">',
        *(f'<path fill="{paper}" d="{"".join(boxes)}"/>' for paper, boxes in papers.items()),
        "</g>", *words, "</svg>\n",
    ])  # fmt: skip


def _runs(line: Iterable[Segment]) -> Iterator[tuple[int, str, Look]]:
    """Pieces of one look, with the column each begins in."""
    cells = [(char, _look(part.style)) for part in line for char in part.text]
    x = 0
    for look, same in groupby(cells, key=lambda cell: cell[1]):
        text = "".join(char for char, _ in same)
        yield x, text, look
        x += len(text)


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Stretches of text without two blanks in a row."""
    at = 0
    for part in text.split("  "):
        word = part.strip()
        if word:
            yield at + part.index(word), word
        at += len(part) + 2


def _look(style: Style | None) -> Look:
    style = style or Style.null()
    ink = Color.from_rich_color(style.color) if style.color else Color(0, 0, 0)
    paper = Color.from_rich_color(style.bgcolor) if style.bgcolor else Color(255, 255, 255)
    if style.dim:
        ink = ink.blend(paper, 0.4)
    if style.reverse:
        ink, paper = paper, ink
    return ink.hex6.lower(), paper.hex6.lower(), bool(style.bold)


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def main(names: list[str]) -> None:
    """Draw the named pictures, or all."""
    for name in names or SCENES:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["COLORTERM"] = "truecolor"  # whatever terminal it is run from
            for place in ("WARGAME_SAVES", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
                os.environ[place] = folder
            lines = asyncio.run(screen_of(name))
        (HERE / f"{name}.svg").write_text(svg(lines, SCENES[name][2]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
