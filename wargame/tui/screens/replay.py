"""A recorded campaign as a film: step, play, jump, and play on from any point."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from wargame.flow.replay import Replay
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.tui.map.view import MapView
from wargame.tui.places import hexes_in
from wargame.tui.screens.dialog import TextDialog
from wargame.tui.widgets.bar import StatusLine
from wargame.tui.widgets.book import line_row
from wargame.tui.widgets.dice import dice_rows, last_reading
from wargame.tui.widgets.inspector import hex_rows
from wargame.tui.widgets.row import PLAIN, Row, row
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.table_map import TableMap

if TYPE_CHECKING:
    from wargame.tui.app import TableApp

_SPEEDS = (1, 2, 4, 8, 16)
_BEAT = 1.6
"""Seconds an answer stays at speed 1."""
_KEYS = (
    " left/right answer  PgUp/PgDn segment  [ ] turn  , . battle  Home/End  g number\n"
    " Space play/pause  1-5 speed  n bookmark  c play on from here  Esc leave"
)


class ReplayScreen(Screen[None]):
    """The scrubber."""

    app: TableApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Answer before", priority=True, id="replay.back"),
        Binding("right", "step(1)", "Next answer", priority=True, id="replay.next"),
        Binding(
            "pageup",
            "jump('segment', True)",
            "Segment before",
            priority=True,
            id="replay.segment_back",
        ),
        Binding(
            "pagedown",
            "jump('segment', False)",
            "Next segment",
            priority=True,
            id="replay.segment_next",
        ),
        Binding("left_square_bracket", "jump('turn', True)", "Turn before", id="replay.turn_back"),
        Binding("right_square_bracket", "jump('turn', False)", "Next turn", id="replay.turn_next"),
        Binding("comma", "jump('battle', True)", "Battle before", id="replay.battle_back"),
        Binding("full_stop", "jump('battle', False)", "Next battle", id="replay.battle_next"),
        Binding("home", "go(0)", "Start", priority=True, id="replay.start"),
        Binding("end", "go(999999)", "End", priority=True, id="replay.end"),
        Binding("space", "play", "Play or pause", id="replay.play"),
        Binding("g", "ask_number", "Go to", id="replay.go"),
        Binding("n", "bookmark", "Next bookmark", id="replay.bookmark"),
        Binding("c", "play_on", "Play on from here", id="replay.play_on"),
        Binding("escape", "leave", "Leave", id="replay.leave"),
        *(
            Binding(str(n + 1), f"speed({n})", f"Speed {s}x", id=f"replay.speed_{s}")
            for n, s in enumerate(_SPEEDS)
        ),
    ]
    DEFAULT_CSS = """
    ReplayScreen #main { height: 1fr; }
    ReplayScreen #map { width: 1fr; }
    ReplayScreen #side { width: 37; border-left: solid $primary; }
    ReplayScreen.roomy #side { width: 52; }
    ReplayScreen #lines { height: 2fr; }
    ReplayScreen #hex { height: 1fr; border-top: solid $primary; }
    ReplayScreen #scrubber { height: 1; background: $panel; color: $primary; }
    ReplayScreen #keys { height: 2; background: $panel; }
    """

    def __init__(self, campaign: Campaign, n: int | None = None) -> None:
        super().__init__()
        session = campaign.session
        self.campaign = campaign
        self.replay = Replay(campaign.definition, session.header, session.entries)
        self._start = n
        self._speed = 0
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Map, what the answer caused, scrubber, keys."""
        yield StatusLine(id="status")
        with Horizontal(id="main"):
            yield TableMap(self.app.settings)
            with Vertical(id="side"):
                yield Rows(id="lines")
                yield Rows(id="hex")
        yield Static("", id="scrubber", markup=False)
        yield Static(_KEYS, id="keys", markup=False)

    def on_mount(self) -> None:
        """Show the start, or where it was asked for."""
        self.replay.seek(self._start or 0)
        view = self.query_one(MapView)
        view.show(self.replay.game, self.replay.definition)
        view.focus()
        self._timer = self.set_interval(_BEAT, self._beat, pause=True)
        self.call_after_refresh(self._show, jump=True)

    def on_resize(self) -> None:
        """Draw the scrubber anew."""
        self.set_class(self.size.width >= 110, "roomy")
        self.call_after_refresh(self._show)

    # -- keys ---------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """An answer on or back."""
        self.action_go(self.replay.n + by)

    def action_jump(self, kind: str, back: bool) -> None:
        """To another segment, turn or battle."""
        self.action_go(self.replay.next_where(kind, back=back))

    def action_go(self, n: int) -> None:
        """To the position after answer *n*."""
        self.replay.seek(n)
        self._show(jump=True)

    def action_play(self) -> None:
        """Play or pause."""
        if self._timer is not None:
            self._pause() if self._playing else self._resume()
            self._show()

    def action_speed(self, n: int) -> None:
        """Another speed."""
        self._speed = n
        playing = self._playing
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_interval(_BEAT / _SPEEDS[n], self._beat, pause=not playing)
        self._playing = playing
        self._show()

    def action_ask_number(self) -> None:
        """Type a number."""
        note = f"A number from 0 to {self.replay.last}."

        def done(text: str | None) -> None:
            if text and text.isdigit():
                self.action_go(int(text))

        self.app.push_screen(TextDialog("Go to answer", note), done)

    def action_bookmark(self) -> None:
        """The next bookmark, round again from the start."""
        places = sorted({_place(r.data) for r in self.campaign.remarks})
        later = [n for n in places if n > self.replay.n]
        if places:
            self.action_go(later[0] if later else places[0])

    def action_play_on(self) -> None:
        """Make a branch file of this position and play it."""
        path = self.campaign.path
        stem = f"{path.stem if path else self.campaign.definition.id}-from-{self.replay.n}"
        note = "The recorded game stays as it is; this one goes on by itself."

        def done(name: str | None) -> None:
            if name:
                self._branch(name)

        self.app.push_screen(TextDialog("Play on from here as", note, stem), done)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss()

    def on_map_view_cursor_moved(self) -> None:
        """Another hex."""
        self._show_hex()

    # -- showing ------------------------------------------------------------------------------

    _playing = False

    def _resume(self) -> None:
        self._playing = True
        if self._timer is not None:
            self._timer.resume()

    def _pause(self) -> None:
        self._playing = False
        if self._timer is not None:
            self._timer.pause()

    def _beat(self) -> None:
        if self.replay.n >= self.replay.last:
            self._pause()
            self._show()
        else:
            self.action_step(1)

    def _show(self, *, jump: bool = False) -> None:
        replay = self.replay
        view = self.query_one(MapView)
        view.show(replay.game, replay.definition)
        if jump:
            self._follow(view)
        face = replay.definition.face
        step = replay.steps.get(replay.segment)
        parts = [
            (f" Replay: {replay.definition.title}", "bold"),
            (f" · {face.turn_label(replay.game)}", ""),
        ]
        parts.append((f" · {step.title}" if step else "", ""))
        speed = f"{'playing' if self._playing else 'paused'} {_SPEEDS[self._speed]}x "
        self.query_one(StatusLine).show(parts, speed)
        self.query_one("#lines", Rows).fill(self._lines())
        width = max(self.size.width, 40)
        line = scrubber(replay.n, replay.last, width)
        line = line.translate(PLAIN) if self.app.has_class("plain") else line
        self.query_one("#scrubber", Static).update(line)
        self._show_hex()

    def _follow(self, view: MapView) -> None:
        lines = self.campaign.lines(self.replay.entries[self.replay.n])
        path = next((line.hexes for line in lines if line.hexes), ())
        view.set_layer("path", dict.fromkeys(path, ""))
        said = " ".join([self.replay.entries[self.replay.n].answer, *(line.text for line in lines)])
        places = list(path) or hexes_in(said, self.replay.game.grid)
        if places:
            view.cursor = places[-1]

    def _show_hex(self) -> None:
        view = self.query_one(MapView)
        rows = hex_rows(self.replay.game, self.replay.definition, view.cursor)
        self.query_one("#hex", Rows).fill(rows)

    def _lines(self) -> list[Row]:
        entry = self.replay.entries[self.replay.n]
        side = next((s.title for s in self.replay.definition.sides if s.id == entry.side), "")
        title = f"{entry.n}  {side}: {entry.answer}" if entry.answer else "0  The opening"
        rows = [row((title, "heading"), hang=4)]
        marks = [r for r in self.campaign.remarks if _place(r.data) == entry.n]
        rows += [row(("* ", "key"), str(r.data.get("text", "")), hang=2) for r in marks]
        rows += [line_row(line) for line in self.campaign.lines(entry)]
        if last_reading([entry]) is not None:
            rows += [row(""), *dice_rows([entry])]
        return rows

    def _branch(self, name: str) -> None:
        try:
            path = self.app.branch_at(self.campaign, self.replay.n, name)
        except SaveError as error:
            self.query_one("#lines", Rows).fill([row((str(error), "bad"))])
            return
        self.app.play_save(str(path))


def scrubber(n: int, last: int, width: int) -> str:
    """The line that shows how far the game is."""
    label = f" {n}/{last} "
    room = max(width - len(label) - 1, 8)
    at = (room - 1) * n // last if last else 0
    return f" {'━' * at}●{'─' * (room - at - 1)}{label}"[:width]


def _place(data: dict[str, object]) -> int:
    found = data.get("n")
    return found if isinstance(found, int) else 0
