"""The guide of a first game: which explanations are due, page by page."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from wargame.content.rulebook import Rule, plain
from wargame.content.teach import Lesson, lessons_of
from wargame.flow.record import Entry
from wargame.flow.session import Session
from wargame.model.events import SegmentEntered
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError

ON, OFF = "on", "off"
_LONG = 420
"""Characters of a rule that a card shows."""


def settled_choice(campaign: Campaign, wanted: bool | None) -> bool | None:
    """Whether explanations come in a game, as *wanted* or as its save has kept it; None: as the scenario says.

    A choice that is not what the scenario says is kept in the save.
    """
    said = next((r.text for r in reversed(campaign.remarks) if r.kind == "lessons"), "")
    kept = None if not said else said == ON
    if wanted is None or campaign.read_only or campaign.path is None:
        return kept if wanted is None else wanted
    known = lessons_of(campaign.definition.id)
    taught = known is not None and campaign.session.header.scenario in known.scenarios
    if wanted != (taught if kept is None else kept):
        with suppress(SaveError):
            campaign.remark("lessons", ON if wanted else OFF)
    return wanted


class Guide:
    """Explains each segment and each kind of question when it first comes."""

    def __init__(self, session: Session, on: bool | None) -> None:
        known, scenario = lessons_of(session.definition.id), session.header.scenario
        self.lessons = known and known.within(scenario)
        """None where the game has no explanations."""
        taught = known is not None and scenario in known.scenarios
        self.on = taught if on is None else on
        """Whether explanations come unasked."""
        self.pages: list[Lesson] = []
        """What is to be read now, the open page first."""
        self.count = 0
        """How many pages there were when the first was opened."""
        self._unread: list[Lesson] = []
        """Pages that were put away before they were turned."""
        self._seen: set[tuple[str, int, Side]] = set()
        """Lessons by their titles and turns, and the side that was asked, "" where nobody was."""
        self._read = 0
        """Entries looked through so far."""
        self._skip_the_past(session)

    @property
    def page(self) -> Lesson | None:
        """The page that is open."""
        return self.pages[0] if self.pages else None

    @property
    def number(self) -> int:
        """The number of the open page."""
        return self.count - len(self.pages) + 1

    def follow(self, session: Session) -> None:
        """An answer has been given: open what is new, close what is past."""
        told = session.told
        passed = _entered(told[self._read :])
        self._read = len(told)
        self._unread = self.pages[1:] or self._unread
        self._open([])
        if not self.on or self.lessons is None:
            return
        lessons = self.lessons.by(session.state.turn())
        found = [self._new(lessons.passed(name), "") for name in passed]
        if session.ask is not None:
            lesson = lessons.asked(session.segment, session.ask.key)
            found.append(self._new(lesson, session.ask.side))
        self._open([lesson for lesson in found if lesson is not None])

    def go_back(self, session: Session) -> None:
        """Answers were taken back: what was open for a question further on is put away."""
        self._read = len(session.told)
        if self.lessons is None or session.ask is None:
            return
        if self.page is not self._asked(session, session.ask.key):
            self.close()

    def recall(self, session: Session) -> bool:
        """Open the explanation of what is asked now, and the pages left unread; False if there are none."""
        if self.lessons is None or session.ask is None:
            return False
        lesson = self._asked(session, session.ask.key)
        unread, self._unread = self._unread, []
        now = [lesson] if lesson is not None and lesson not in unread else []
        self._open([*now, *unread])
        return bool(self.pages)

    def learn(self, rule: Rule) -> bool:
        """Put the rule of a refusal in front of what is open, once; whether it is new."""
        if self.lessons is None or (rule.id, 0, "") in self._seen:
            return False
        self._seen.add((rule.id, 0, ""))
        text = plain(rule.text)
        if len(text) > _LONG:
            text = text[:_LONG].rpartition(" ")[0] + " ..."
        self._open([Lesson(at=(), title="Why not", rule=rule.id, text=text), *self.pages])
        return True

    def turn(self) -> None:
        """The next page, or none."""
        self.pages = self.pages[1:]

    def close(self) -> None:
        """Put everything away; what was not turned can be recalled."""
        self._unread = self.pages if len(self.pages) > 1 else self._unread
        self._open([])

    def _asked(self, session: Session, key: str) -> Lesson | None:
        """The explanation of what is asked now."""
        lessons = self.lessons and self.lessons.by(session.state.turn())
        return lessons.asked(session.segment, key) if lessons else None

    def _open(self, pages: list[Lesson]) -> None:
        self.pages, self.count = pages, len(pages)

    def _new(self, lesson: Lesson | None, side: Side) -> Lesson | None:
        """The lesson, the first time only."""
        if lesson is None or (lesson.title, lesson.turn, side) in self._seen:
            return None
        self._seen.add((lesson.title, lesson.turn, side))
        return lesson

    def _skip_the_past(self, session: Session) -> None:
        """A game that goes on has shown its players what was asked before."""
        entries, lessons = session.told, self.lessons
        answered = entries[1:]
        if answered and lessons is not None:
            known = lessons.by(session.state.turn())
            for n in sorted({lesson.turn for lesson in known.lesson}):
                then = lessons.by(n)
                for entry in answered:
                    self._new(then.asked(entry.segment, entry.key), entry.side)
                for name in _entered(entries):
                    self._new(then.passed(name), "")
            self._read = len(entries)


def _entered(entries: Iterable[Entry]) -> list[str]:
    """Segments that were opened, in order, each once."""
    events = (event for entry in entries for event in entry.events)
    names = (event.name for event in events if isinstance(event, SegmentEntered))
    return list(dict.fromkeys(names))
