"""Writes the pages and pictures of the atlas: `python docs/site/pages.py FOLDER`, or all of it by `make docs`.

Everything told here is asked of the program itself: maps, forces, victory, sequence, keys, commands.
"""
# ruff: noqa: INP001, S603 - a script beside its pages, no part of a package, that runs another

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from wargame import games
from wargame.cli.app import COMMANDS, wargame
from wargame.cli.line.queries import QUERIES
from wargame.content.rulings import whole_rulebook
from wargame.content.sequence import walk
from wargame.exports.situation import forces, winning
from wargame.exports.still import still
from wargame.flow.definition import GameDefinition
from wargame.flow.session import new_header, open_table
from wargame.tui.app import TableApp
from wargame.tui.keymap import Keymap
from wargame.tui.table.keys import key_lines

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
_COPIED = ("architecture", "adding-a-game", "benchmarks", "reliability", "fair-dice")
_TABLES = {
    "arras": "movement",
    "hannut": "fire",
    "normandy": "normandy",
    "ardennes": "ardennes",
    "eastfront": "eastfront",
}
"""Pictures of the table that show a game."""


def main(folder: Path) -> None:
    """Write everything anew."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pictures").mkdir(parents=True)
    _pictures(folder / "pictures")
    for name in _COPIED:
        shutil.copy(DOCS / f"{name}.md", folder)
    shutil.copy(DOCS / "rulings.md", folder)
    shutil.copy(ROOT / "CHANGELOG.md", folder)
    shutil.copytree(DOCS / "decisions", folder / "decisions")
    for game_id in games.MODULES:
        definition = games.game(game_id)
        (folder / f"{game_id}.md").write_text(_joined(_game(definition, folder)))
        book = whole_rulebook(game_id, definition.title)
        (folder / f"{game_id}-rules.md").write_text(book)
    (folder / "index.md").write_text(_joined(_index()))
    (folder / "keys.md").write_text(_joined(_keys()))
    (folder / "lines.md").write_text(_joined(_lines()))
    (folder / "commands.md").write_text(_joined(_commands()))


def _joined(lines: Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _pictures(folder: Path) -> None:
    """Screens of the table as the program draws them now."""
    script = DOCS / "pictures" / "make.py"
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "WARGAME_PICTURES": str(folder)}
        environment |= {"XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home}
        subprocess.run([sys.executable, str(script)], env=environment, check=True)


def _index() -> Iterator[str]:
    yield from (
        "# Wargame",
        "",
        _intro(),
        "",
        "![The table](pictures/movement.svg)",
        "",
        "## Games",
        "",
    )
    yield from ("| game | scenarios |", "|---|---|")
    for game_id in games.MODULES:
        definition = games.game(game_id)
        told = "; ".join(f"*{info.title}*, {info.length}" for info in definition.scenarios)
        yield f"| [**{definition.title}**]({game_id}.md): {definition.blurb} | {told} |"
    yield from ("", "## Looks", "")
    for name in ("odds", "fire", "wide", "replay", "rulebook"):
        yield f"![{name}](pictures/{name}.svg)\n"


def _intro() -> str:
    """The paragraph that the README begins with."""
    return (ROOT / "README.md").read_text().split("\n\n", maxsplit=2)[1]


def _game(definition: GameDefinition, folder: Path) -> Iterator[str]:
    book = whole_rulebook(definition.id, definition.title)
    yield from (f"# {definition.title}", "", definition.blurb, "")
    if picture := _TABLES.get(definition.id):
        yield f"![The table](pictures/{picture}.svg)\n"
    yield from book.split("\n## ", maxsplit=1)[0].split("\n\n", maxsplit=1)[1:]
    yield from ("", f"[The whole rulebook]({definition.id}-rules.md).", "")
    for info in definition.scenarios:
        table = open_table(definition, new_header(definition, info.id, 0))
        name = info.id.replace("/", "-")
        name = name if name.startswith(definition.id) else f"{definition.id}-{name}"
        drawing = still(definition, table, title=f"{definition.title}: {info.title}", line="")
        (folder / "pictures" / f"{name}.svg").write_text(drawing)
        yield from (f"## {info.title}", "", f"{info.blurb} {info.length}.", "")
        for part in (forces(definition, table), winning(definition, table)):
            yield from (f"**{part.title}**", "", *(f"- {line}" for line in part.lines), "")
        yield f"![The map at the start](pictures/{name}.svg)\n"
        yield f"`wargame play {games.full_name(definition, info)}`\n"
    yield from ("## The turn", "")
    content = definition.load(definition.scenarios[0].id)
    for step in walk(content.sequence):
        mark = " (an interrupt)" if step.interrupt else ""
        yield f"{'    ' * step.depth}- {step.title} `{step.rule}`{mark}"


def _keys() -> Iterator[str]:
    yield from ("# Keys", "", "| key | what it does |", "|---|---|")
    usual = Keymap(usual={action.id: action.keys for action in TableApp().actions})
    for key, text, _ in key_lines(usual):
        yield f"| {_cell(key)} | {_cell(text)} |"


def _lines() -> Iterator[str]:
    yield from (
        "# Line mode",
        "",
        "`wargame line SCENARIO` plays as text in and out. Beside answers it knows:",
        "",
    )
    yield from ("| line | what it tells |", "|---|---|")
    for query in dict.fromkeys(QUERIES.values()):
        yield f"| `{_cell(query.form)}` | {_cell(query.help)} |"


def _commands() -> Iterator[str]:
    yield from ("# Commands", "")
    for name in COMMANDS:
        told = CliRunner().invoke(wargame, [name, "--help"], prog_name="wargame").output
        yield from (f"## {name}", "", "```text", told.rstrip(), "```", "")


def _cell(text: str) -> str:
    """Text that stays in its cell."""
    return re.sub(r"([|<>*_\\])", r"\\\1", text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
