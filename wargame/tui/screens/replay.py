"""A recorded campaign as a film: step, play, jump, and play on from any point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from wargame.exports.margin import margin
from wargame.flow.deed import deed_at, hexes_in
from wargame.flow.journal import sentence
from wargame.flow.replay import Replay
from wargame.flow.veil import BYSTANDER
from wargame.flow.words import Wording
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.remark import RemarkKind
from wargame.tui.clock import Ticker
from wargame.tui.map.view import MapView
from wargame.tui.places import thickest
from wargame.tui.remarks import leave_mark, mark_entries
from wargame.tui.screens.bindings import REPLAY, SPEEDS
from wargame.tui.screens.branching import ask_branch, place_name
from wargame.tui.screens.dialog import PickDialog, TextDialog
from wargame.tui.table import witness
from wargame.tui.widgets.book import line_row
from wargame.tui.widgets.dice import dice_rows, last_reading
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.inspector import hex_rows, now_rows
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import PLAIN, Row, row
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.table_bars import Part, StatusLine
from wargame.tui.widgets.table_map import TableMap
from wargame.tui.widgets.too_small import TooSmall

_BEAT = 1.6
"""Seconds an answer stays at speed 1."""
_KEYS = (
    " {replay.back}/{replay.next} answer  {replay.segment_back}/{replay.segment_next} segment"
    "  {replay.turn_back} {replay.turn_next} turn  {replay.battle_back} {replay.battle_next} battle"
    "  {replay.start}/{replay.end}  {replay.go} number\n"
    " {replay.play} play  {replay.speed_1}-{replay.speed_16} speed  {replay.bookmark} mark"
    "  {replay.note} note  {replay.mark_next} {replay.mark_back} next  {replay.marks} list"
    "  {replay.play_on} play on  {replay.leave} leave"
)


class ReplayScreen(Guarded, Screen[None]):
    """The scrubber."""

    BINDINGS: ClassVar[list[BindingType]] = REPLAY
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

    def __init__(
        self, campaign: Campaign, n: int | None = None, viewer: Side | None = BYSTANDER
    ) -> None:
        super().__init__()
        session = campaign.session
        self.campaign = campaign
        self.viewer = viewer
        """Who watches: what this side may know is shown until the game has ended."""
        self.replay = Replay(campaign.definition, session.header, session.entries, viewer)
        self.replay.margin = margin(campaign, viewer)
        self._start = n
        self._said = ""
        """What went wrong last."""
        self._speed = 0
        self._timer: Ticker | None = None

    def compose(self) -> ComposeResult:
        """Map, what the answer caused, scrubber, keys."""
        yield StatusLine(id="status")
        with Horizontal(id="main"):
            yield TableMap(self.shell.settings)
            with Vertical(id="side"):
                yield Rows(id="lines")
                yield Rows(id="hex")
        yield Static("", id="scrubber", markup=False)
        yield KeyBar(_KEYS, id="keys")
        yield TooSmall()

    def on_mount(self) -> None:
        """Show the start, or where it was asked for."""
        self.replay.seek(self._start or 0)
        view = self.query_one(MapView)
        view.show(self.replay.game, self.replay.definition)
        view.cursor = thickest(self.replay.game, self._first())
        view.focus()
        self._timer = self.shell.clock.every(self, _BEAT, self._beat, pause=True)
        self.call_after_refresh(self._show, jump=True)

    def _first(self) -> Side:
        """Whose answer is shown at first, or comes after it: the film opens at that side's front."""
        soon = self.replay.entries[self.replay.n :][:2]
        return next(
            (entry.side for entry in soon if entry.side), self.replay.definition.sides[0].id
        )

    def on_resize(self) -> None:
        """Draw the scrubber anew."""
        self.query_one(TooSmall).fit(self.size)
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
        self._said = ""
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
        beat = _BEAT / SPEEDS[n]
        self._timer = self.shell.clock.every(self, beat, self._beat, pause=not playing)
        self._playing = playing
        self._show()

    def action_ask_number(self) -> None:
        """Type a number."""
        note = f"A number from 0 to {self.replay.last}."

        def done(text: str | None) -> None:
            if text is None:
                return
            if text.isdecimal() and int(text) <= self.replay.last:
                self.action_go(int(text))
            else:
                typed = f'"{text}" is no such number' if text else "No number was typed"
                self._fail(f"{typed}: there are answers 0 to {self.replay.last}.")

        self.app.push_screen(TextDialog("Go to answer", note), done)

    def action_mark(self, by: int) -> None:
        """The next or last note, bookmark or takeback, round again at the end."""
        places = sorted(self.replay.margin)
        further = [n for n in places[::by] if (n - self.replay.n) * by > 0]
        if places:
            self.action_go(further[0] if further else places[::by][0])

    def action_marks(self) -> None:
        """All notes, bookmarks and takebacks, to jump to one."""
        beside = sorted(self.replay.margin.items())
        marks = [(n, line.text) for n, lines in beside for line in lines]
        if not marks:
            self._fail(
                "There are no notes or bookmarks yet: {replay.bookmark} and {replay.note} leave one."
            )
            return

        def chosen(value: str | None) -> None:
            if value:
                self.action_go(int(value))

        self.app.push_screen(
            PickDialog("Notes, bookmarks and takebacks", mark_entries(marks)), chosen
        )

    def action_remark(self, kind: RemarkKind) -> None:
        """Leave a note or bookmark at this position."""
        n = self.replay.n
        address = place_name(self.campaign, n)

        def done(text: str | None) -> None:
            if text is None:
                return
            if not text:
                self._fail(f"A {kind} without a text is not kept.")
            elif problem := leave_mark(self.campaign, kind, text, n, self.viewer):
                self._fail(problem)
            else:
                self._said = ""
                self.replay.margin = margin(self.campaign, self.viewer)
                self._show()

        note = "What the save is to remember of this position."
        self.app.push_screen(TextDialog(f"{kind.capitalize()} at {address}", note), done)

    def action_play_on(self) -> None:
        """Make a branch file of this position and play it."""
        ask_branch(self.app, self.campaign, self.replay.n, self._fail)

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
        face = replay.definition.face
        witness.foretell(view, replay.game.grid, face.announced(replay.game))
        if jump:
            self._follow(view)
        step = replay.steps.get(replay.segment)
        parts: list[Part] = [(" Replay", "bold"), f" · {face.turn_label(replay.game)}"]
        parts += [
            f" · {what}" for what in (step.title if step else "", replay.definition.title) if what
        ]
        speed = f"{'playing' if self._playing else 'paused'} {SPEEDS[self._speed]}x · "
        speed += f"{place_name(self.campaign, replay.n)} "
        self.query_one(StatusLine).show(parts, speed, 2)
        self.query_one("#lines", Rows).fill(self._lines())
        width = max(self.size.width, 40)
        line = scrubber(replay.n, replay.last, width, sorted(replay.margin))
        line = line.translate(PLAIN) if self.app.has_class("plain") else line
        self.query_one("#scrubber", Static).update(line)
        self._show_hex()

    def _follow(self, view: MapView) -> None:
        """The way of a move, what was fired at and from where; the view goes there."""
        deed, grid = deed_at(self.replay), self.replay.game.grid
        view.set_layer("path", {h: "" for path in deed.paths for h in path})
        witness.mark(view, grid, [deed])
        said = self.replay.entries[self.replay.n].answer
        scene = deed.scene or tuple(hexes_in(said, grid)[-1:])
        if scene:
            view.cursor = scene[0]
            view.centre()

    def _show_hex(self) -> None:
        view = self.query_one(MapView)
        game, definition = self.replay.game, self.replay.definition
        rows = [*hex_rows(game, definition, view.cursor), *now_rows(game, definition)]
        self.query_one("#hex", Rows).fill(rows)

    def _lines(self) -> list[Row]:
        entry = self.replay.entries[self.replay.n]
        told = self.campaign.lines(entry, self.viewer)
        said = sentence(self.replay.definition, self.replay.game, entry, told)
        title = f"{entry.n}  {said}" if entry.answer else "0  The opening"
        rows = [row((self._said, "bad"))] if self._said else []
        rows.append(row((title, "heading"), hang=4))
        rows += map(line_row, self.replay.margin.get(entry.n, ()))
        rows += [line_row(line) for line in told if line.text != said]
        if last_reading([entry]) is not None:
            rows += [row(""), *dice_rows([entry], Wording.of(self.replay))]
        return rows

    def _fail(self, why: str) -> None:
        self._said = self.shell.keys.spelled(why)
        self._show()


def scrubber(n: int, last: int, width: int, marks: Sequence[int] = ()) -> str:
    """The line that shows how far the game is, and where notes, bookmarks and takebacks stand."""
    label = f" {n}/{last} "
    room = max(width - len(label) - 1, 8)
    at = (room - 1) * n // last if last else 0
    line = list("━" * at + "●" + "─" * (room - at - 1))
    for mark in marks:
        place = (room - 1) * min(mark, last) // last if last else 0
        if place != at:
            line[place] = "*"
    return f" {''.join(line)}{label}"[:width]
