"""A new game: which game, which scenario, who plays."""

from __future__ import annotations

from itertools import chain, product
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, Label, Static

from wargame import games
from wargame.content.teach import lessons_of
from wargame.exports.situation import forces, winning
from wargame.flow.chance import Seed
from wargame.flow.definition import GameDefinition, ScenarioInfo
from wargame.flow.opening import new_header, open_table
from wargame.tui.screens.bindings import NEW_GAME
from wargame.tui.screens.seeding import Seeding
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.section import section_rows
from wargame.tui.widgets.small_map import FittedMap

_KEYS = (
    " {rows.up}, {rows.down}: choose  {new.other}: names  {new.teach}: explain or not  {rows.choose}: begin  "
    "{new.back}: back"
)
_ROOMY, _WIDE = 110, 180
"""Columns from which the map has half of them, and more."""


class NewGameScreen(Guarded, Screen[None]):
    """Chooses a scenario and names the players."""

    BINDINGS: ClassVar[list[BindingType]] = NEW_GAME
    DEFAULT_CSS = """
    NewGameScreen #title, NewGameScreen #keys { height: 1; background: $panel; text-style: bold; }
    NewGameScreen #choice { width: 34; border-right: solid $primary; }
    NewGameScreen #scenarios { height: auto; }
    NewGameScreen FittedMap { height: 1fr; }
    NewGameScreen #about { height: 1fr; padding: 0 1; }
    NewGameScreen.roomy #choice { width: 48%; }
    NewGameScreen.wide #choice { width: 60%; }
    NewGameScreen .player { height: 1; padding: 0 1; }
    NewGameScreen .player Label { width: 17; }
    NewGameScreen .player Input { width: 1fr; height: 1; border: none; background: $surface; }
    NewGameScreen #teach { height: 1; padding: 0 1; }
    NewGameScreen #dice { height: 2; padding: 0 1; }
    NewGameScreen #option { height: auto; max-height: 6; padding: 0 1; }
    NewGameScreen.roomy #teach { margin: 1 0 0 0; }
    NewGameScreen #said { display: none; height: auto; color: $error; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._teach: bool | None = None
        """What the player chose; None: as the scenario says."""
        self._seeding = Seeding()
        self._options: dict[str, dict[str, str]] = {}
        """What the player chose of each game's options."""
        self._found = [(g, s) for g in map(games.game, games.MODULES) for s in _short_first(g)]

    def compose(self) -> ComposeResult:
        """Scenarios; what they are about; names."""
        yield Static(" New game", id="title")
        with Horizontal():
            with Vertical(id="choice"):
                yield Rows(id="scenarios")
                yield FittedMap(self.shell.settings)
            with Vertical():
                yield Rows(id="about")
                yield Rows(id="option")
                for n in (0, 1):
                    with Horizontal(classes="player"):
                        yield Label("", id=f"label{n}", markup=False)
                        yield Input(id=f"player{n}", placeholder="name (may stay empty)")
                yield Rows(id="teach")
                yield Rows(id="dice")
                yield Static("", id="said", markup=False)
        yield KeyBar(_KEYS, id="keys")

    def on_mount(self) -> None:
        """List the scenarios."""
        rows = self.query_one("#scenarios", Rows)
        entries: list[Row] = []
        last = ""
        for n, (game, scenario) in enumerate(self._found):
            if game.id != last:
                entries.append(row((game.title, "heading")))
                last = game.id
            entries.append(row(f"  {scenario.title}", id=str(n), hang=4))
        rows.fill(entries, 1 if entries else -1)
        rows.focus()
        for name in ("#about", "#teach", "#option", "#dice"):
            self.query_one(name, Rows).can_focus = False
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """The map takes the room there is."""
        self.set_class(self.size.width >= _ROOMY, "roomy")
        self.set_class(self.size.width >= _WIDE, "wide")
        self.call_after_refresh(self._show)

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """Another scenario, or a click on the switch."""
        if event.rows.id != "scenarios":
            self._switched(event)
        else:
            self._show()

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """Begin, or a click on the switch."""
        if event.rows.id != "scenarios":
            self._switched(event)
        else:
            self._begin()

    def on_input_submitted(self) -> None:
        """Begin."""
        self._begin()

    def action_teach(self) -> None:
        """Explanations in this game, or none."""
        self._teach = not self._taught()
        self._show()

    def action_option(self) -> None:
        """The next way to play, of all that the options of the game allow."""
        game, _ = self._chosen()
        names = [option.id for option in game.options]
        ways = [
            dict(zip(names, way, strict=True)) for way in product(*(o.values for o in game.options))
        ]
        at = ways.index(self._playing(game))
        self._options[game.id] = ways[(at + 1) % len(ways)]
        self._show()

    def action_dice(self) -> None:
        """The next way of dice and seed."""
        self._seeding.next()
        self._show()

    def action_leave(self) -> None:
        """Back to the menu."""
        self.dismiss()

    def _chosen(self) -> tuple[GameDefinition, ScenarioInfo]:
        rows = self.query_one("#scenarios", Rows)
        return self._found[int(rows.entries[rows.at].id)]

    def _taught(self) -> bool:
        """Whether the game will be explained."""
        game, scenario = self._chosen()
        lessons = lessons_of(game.id)
        if lessons is None or self._teach is not None:
            return bool(lessons and self._teach)
        wanted = self.shell.settings.teach
        return wanted == "always" or (wanted == "on" and scenario.id in lessons.scenarios)

    def _switched(self, event: Rows.Highlighted) -> None:
        """A click on a switch."""
        match event.rows.id:
            case "teach":
                self.action_teach()
            case "dice":
                self.action_dice()
            case _:
                self.action_option()

    def _playing(self, game: GameDefinition) -> dict[str, str]:
        """The options of a game as they are chosen."""
        return game.chosen(self._options.get(game.id, {}))

    def _ways(self, game: GameDefinition) -> list[Row]:
        """Each option with what is chosen; all that can be chosen where there is room."""
        found: list[Row] = []
        for option in game.options:
            now = self._playing(game)[option.id]
            key = self.shell.keys.spelled("{new.option}: the next")
            found.append(row((option.title, "heading"), (f"  {key}", "dim"), id=option.id))
            found += [
                row(
                    ("(o) ", "good") if value == now else ("( ) ", "dim"),
                    said,
                    id=option.id,
                    hang=4,
                )
                for value, said in option.values.items()
            ]
        return found

    def _switch(self) -> list[Row]:
        """The switch, where the game has explanations."""
        if lessons_of(self._chosen()[0].id) is None:
            return []
        mark = ("[x] ", "good") if self._taught() else ("[ ] ", "dim")
        note = "  when it first comes"
        return [row(mark, ("Explain as we go", "strong"), (note, "dim"), id="teach", hang=4)]

    def _show(self) -> None:
        game, scenario = self._chosen()
        table = open_table(game, new_header(game, scenario.id, 0, options=self._playing(game)))
        title = row((f"{game.title}: {scenario.title}", "heading"))
        length = row((scenario.length, "dim"))
        told = [section_rows(section(game, table)) for section in (forces, winning)]
        if self.has_class("roomy"):
            about = [title, length, row(scenario.blurb), *chain(*told)]
            about += [row(""), row((game.blurb, "dim"))]
        else:
            about = [title, length, *chain(*(rows[1:] for rows in told)), row(scenario.blurb)]
        self.query_one(FittedMap).show_position(table, game)
        self.query_one("#about", Rows).fill(about)
        self.query_one("#teach", Rows).fill(self._switch())
        keys = self.shell.keys.spelled("{new.dice}: the next")
        self.query_one("#dice", Rows).fill(self._seeding.rows(keys))
        ways = self.query_one("#option", Rows)
        ways.fill(self._ways(game))
        ways.display = bool(game.options)
        for n, side in enumerate(game.sides):
            self.query_one(f"#label{n}", Label).update(f"{side.title} player")
            self.query_one(f"#player{n}").display = not game.automated(table, side.id)
            self.query_one(f"#label{n}").display = not game.automated(table, side.id)

    def _begin(self) -> None:
        titles = [side.title for side in self._chosen()[0].sides]
        self._seeding.settle(self.app, titles, self._begin_with)

    def _begin_with(self, seed: Seed) -> None:
        game, scenario = self._chosen()
        players = {
            side.id: name
            for n, side in enumerate(game.sides)
            if (name := self.query_one(f"#player{n}", Input).value.strip())
        }
        name = games.full_name(game, scenario)
        problem = self.shell.play_new(
            name,
            players=players,
            teach=self._taught(),
            options=self._playing(game),
            seed=seed,
            welcome=True,
        )
        self.query_one("#said", Static).update(problem)
        self.query_one("#said").display = bool(problem)


def _short_first(game: GameDefinition) -> list[ScenarioInfo]:
    """The scenarios of a game, the one to learn from first."""
    return sorted(game.scenarios, key=lambda scenario: scenario.minutes)
