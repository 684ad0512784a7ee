"""The card of an explanation, between the map and the question: it covers neither map nor list."""

from __future__ import annotations

from textual import events
from textual.message import Message

from wargame.content.teach import Lesson
from wargame.tui.keymap import Keymap
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows


class LessonCard(Rows, can_focus=False):
    """One page; a click turns it."""

    longest = 118
    DEFAULT_CSS = """
    LessonCard {
        height: auto; max-height: 50%; display: none;
        background: $panel; border-top: solid $primary; padding: 0 1;
    }
    LessonCard.open { display: block; }
    .plain LessonCard { border-top: ascii $primary; }
    """

    class Turned(Message):
        """The page is to be turned."""

    def show(self, lesson: Lesson | None, number: int, count: int) -> None:
        """Open a page, or close the card."""
        self.set_class(lesson is not None, "open")
        if lesson is not None:
            self.fill(card_rows(lesson, (number, count), self.shell.keys))
            self.scroll_home(animate=False, immediate=True)
            self.refresh(layout=True)

    def on_click(self, event: events.Click) -> None:
        """Turn the page."""
        event.stop()
        self.post_message(self.Turned())


def card_rows(lesson: Lesson, place: tuple[int, int], keymap: Keymap) -> list[Row]:
    """A page as rows: title, why, what to do, how to go on; *place*: its number, and of how many."""
    number, count = place
    rows = [
        row((lesson.title, "heading"), (f"  {lesson.rule}", "rule")),
        row(keymap.spelled(" ".join(lesson.text.split()))),
    ]
    if lesson.do:
        rows.append(row((keymap.spelled(" ".join(lesson.do.split())), "strong")))
    more = f"next page, {number} of {count}" if number < count else "close"
    rows.append(row((keymap.spelled(f"{{explain}}: {more}   {{rule}}: the rule"), "dim")))
    return rows
