"""The rulebook: chapters, text with links between rules, search."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from wargame.content.rulebook import Rulebook, Section
from wargame.tui.screens.bindings import RULEBOOK
from wargame.tui.screens.dialog import PickDialog, hotkeys
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.prose import links_of, prose_rows
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows

_KEYS = (
    " {rulebook.other} chapters/text  {rulebook.search} search  {rows.choose} follow a rule  "
    "{rulebook.back} back  {rulebook.close} close"
)


class RulebookScreen(Guarded, Screen[None]):
    """Reads the rulebook."""

    BINDINGS: ClassVar[list[BindingType]] = RULEBOOK
    DEFAULT_CSS = """
    RulebookScreen #title { height: 1; background: $panel; text-style: bold; }
    RulebookScreen #chapters { width: 30; border-right: solid $primary; }
    RulebookScreen #text { padding: 0 1; }
    RulebookScreen #search { display: none; height: 1; border: none; background: $surface; }
    RulebookScreen #search.open { display: block; }
    RulebookScreen #keys { height: 1; background: $panel; }
    """

    def __init__(self, book: Rulebook, rule: str = "") -> None:
        super().__init__()
        self.book = book
        self._wanted = rule
        self._past: list[tuple[str, str]] = []
        self._section = ""

    def compose(self) -> ComposeResult:
        """Title, chapters, text, search line, keys."""
        yield Static(f" {self.book.title}", id="title", markup=False)
        with Horizontal():
            yield Rows(id="chapters")
            with Vertical():
                yield Rows(id="text")
        yield Input(placeholder="words, a rule id, or the number of a section (8.2)", id="search")
        yield KeyBar(_KEYS, id="keys")

    def on_mount(self) -> None:
        """Open at the wanted rule."""
        self.chapters.fill([_chapter(s.id, s.title, s.level) for s in self.book.sections], 0)
        self.text.focus()
        self.call_after_refresh(self._open_first)

    def on_resize(self) -> None:
        """Tables fit the width."""
        if self._section:
            self._show_section(self._section, self._current())

    @property
    def chapters(self) -> Rows:
        """The chapter list."""
        return self.query_one("#chapters", Rows)

    @property
    def text(self) -> Rows:
        """The text."""
        return self.query_one("#text", Rows)

    def show_rule(self, rule: str) -> None:
        """Open the section of a rule, at the rule."""
        found = self.book.find(rule)
        self._remember()
        self._show_section(found.section, found.id)

    # -- keys and messages --------------------------------------------------------------------

    def action_leave(self) -> None:
        """Close the search line, or the book."""
        search = self.query_one("#search", Input)
        if search.has_class("open"):
            search.remove_class("open")
            self.text.focus()
        else:
            self.dismiss()

    def action_search(self) -> None:
        """Type words."""
        search = self.query_one("#search", Input)
        search.add_class("open")
        search.value = ""
        search.focus()

    def action_other(self) -> None:
        """Chapters or text."""
        (self.text if self.focused is self.chapters else self.chapters).focus()

    def action_back(self) -> None:
        """Where the reader was before."""
        if self._past:
            section, rule = self._past.pop()
            self._show_section(section, rule)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Search."""
        self.query_one("#search", Input).remove_class("open")
        self.text.focus()
        words = event.value.strip()
        if not words:
            return
        self._remember()
        numbered = next((s.id for s in self.book.sections if s.id == words.removeprefix("§")), "")
        if numbered:
            self._show_section(numbered, "")
            return
        self._section = ""
        found = self.book.search(words)
        rows = [row((f'{len(found)} rules with "{words}"', "heading")), row("")]
        for rule in found:
            rows.append(row((rule.id, "rule"), f"  {rule.title}", id=rule.id, hang=2))
        self.text.fill(rows, 2 if found else -1)

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """Another chapter."""
        if event.rows is self.chapters:
            self._remember()
            self._show_section(event.rows.entries[event.index].id, "")

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """Follow a link, or go from the chapters to the text."""
        if event.rows is self.chapters:
            self._show_section(event.rows.entries[event.index].id, "")
            self.text.focus()
            return
        entry = event.rows.entries[event.index]
        links = [rule for rule in links_of(entry) if rule in self.book.rules]
        if not self._section and entry.id in self.book.rules:
            links = [entry.id]
        if len(links) == 1:
            self.show_rule(links[0])
        elif links:
            self._choose(links)

    # -- inside -------------------------------------------------------------------------------

    def _inside(self, section: Section, width: int) -> list[Row]:
        """What a chapter without a text of its own holds: its first section."""
        if section.text.strip():
            return []
        after = self.book.sections[self.book.sections.index(section) + 1 :]
        first = next(iter(after), None)
        if first is None or first.level <= section.level:
            return []
        title = row((f"{first.id}  {first.title}", "heading"))
        return [title, row(""), *prose_rows(first.text, width)]

    def _open_first(self) -> None:
        if self._wanted and self._wanted.upper() in self.book.rules:
            self.show_rule(self._wanted)
        elif self.book.sections:
            first = next((s for s in self.book.sections if s.level > 1), self.book.sections[0])
            self._show_section(first.id, "")

    def _choose(self, links: list[str]) -> None:
        titles = [f"{rule}  {self.book.rules[rule].title}" for rule in links]
        keys = hotkeys(["" for _ in links])
        entries = list(zip(keys, titles, links, strict=True))

        def chosen(rule: str | None) -> None:
            if rule:
                self.show_rule(rule)

        self.app.push_screen(PickDialog("Which rule?", entries), chosen)

    def _current(self) -> str:
        at = self.text.at
        return self.text.entries[at].id if 0 <= at < len(self.text.entries) else ""

    def _remember(self) -> None:
        if self._section:
            self._past.append((self._section, self._current()))

    def _show_section(self, section_id: str, rule: str) -> None:
        section = self.book.section(section_id)
        self._section = section.id
        width = max(self.text.size.width - 3, 30)
        rows = [row((f"{section.id}  {section.title}", "heading")), row("")]
        rows += prose_rows(section.text, width)
        rows += self._inside(section, width)
        at = next((n for n, entry in enumerate(rows) if rule and entry.id == rule), -1)
        if at < 0:
            at = next((n for n, entry in enumerate(rows) if entry.id), -1)
        self.text.fill(rows, at)
        if not rule:
            self.text.scroll_home(animate=False, immediate=True)
        for n, entry in enumerate(self.chapters.entries):
            if entry.id == section.id:
                self.chapters.highlight(n)


def _chapter(id: str, title: str, level: int) -> Row:  # noqa: A002 - the field's name
    numbered = f"{id} {title}" if id != title else title
    style = "strong" if level <= 2 else ""
    return row("  " * max(level - 2, 0), (numbered, style), id=id, hang=4)
