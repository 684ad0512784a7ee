"""The conversation of line mode: question, options, answer, journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from wargame.cli.line.queries import QUERIES, Quit
from wargame.cli.question import (
    beside_lines,
    option_lines,
    prompt_line,
    short_option_lines,
    shortlist,
)
from wargame.cli.question import numbered as all_options
from wargame.content.errors import DataError
from wargame.exports.lines import ruled
from wargame.flow.ask import IllegalAnswer, Option, Refusal
from wargame.flow.at_table import Forced, Plans
from wargame.flow.record import Entry
from wargame.flow.session import RulesBug
from wargame.flow.shorthand import whole
from wargame.flow.standing_answers import Standing
from wargame.flow.veil import BYSTANDER
from wargame.hexes.grid import UnknownHex
from wargame.model.state import Side
from wargame.store import rescue
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError

OF_THE_TABLE = {
    "bookmark", "branch", "briefing", "centre", "clip", "course", "explain", "export", "keys", "menu", "new",
    "note", "panel", "pin", "replay", "report", "saves", "set", "teach", "theme",
}  # fmt: skip
"""What can be typed at the table, and not here."""
SHOWN = 40
"""Options listed without being asked."""
LONGEST = 4000
"""Characters of an input line."""
_DIGITS = 3
"""A number of more digits that is not on the list is left to the question: it may be a hex."""

Read = Callable[[], str | None]
Write = Callable[[str], None]


class LineMode:
    """Plays one campaign by reading lines and writing lines."""

    def __init__(
        self, campaign: Campaign, read: Read, write: Write, *, person: bool = False
    ) -> None:
        """*person*: what makes no difference is told, not asked; a script is asked everything."""
        self.campaign = campaign
        self._read, self.write = read, write
        self._forced = Forced(campaign.session) if person else None
        self.plans = Plans(campaign.session)
        self.standing = Standing(campaign.session)
        self._seated: Side | None = None
        """Where there are secrets: the side that has the keyboard."""
        self._listed: list[str] = []
        """The answers that stand on the screen with a number, in order."""

    def run(self) -> None:
        """Until `quit`, the end of the input, or nothing left to do."""
        self.ask()
        quitting = stay = False
        while (stay or not quitting) and (line := self._read()) is not None:
            text = " ".join(line.split())
            if not text:
                self._sit_down()
                continue
            self._seated = self.campaign.session.viewer
            before, quitting = quitting, False
            try:
                self.take(text)
            except Quit:
                quitting, stay = True, not before and self._unsaved()
            except (IllegalAnswer, SaveError, DataError, UnknownHex, RulesBug) as error:
                self.write(f"No: {error}")
            self.notices()
        where = rescue.keep(self.campaign) or f"saved in {self.campaign.path}."
        self.write(f"The game stands after answer {self.campaign.session.n}, {where}")

    def _unsaved(self) -> bool:
        """Whether something is unsaved still, and what can be done: a second `quit` leaves all the same."""
        said = self.campaign.unsaved()
        if said:
            self.write(f"{said} `save` tries again, `save NAME` saves elsewhere, `quit` leaves.")
        return bool(said)

    def take(self, text: str) -> None:
        """One line of input: an answer, an option's number, or a query."""
        if len(text) > LONGEST:
            self.write(f"No: a line has at most {LONGEST} characters.")
            return
        word, _, rest = text.partition(" ")
        query = QUERIES.get(word.casefold())
        legal = self.campaign.session.why_not(text) is None
        if query is None and not legal and word.casefold() in OF_THE_TABLE:
            raise IllegalAnswer(
                Refusal(f'"{word}" is a word of the table; `?` lists what can be asked here.')
            )
        if query is None or legal:
            self.answer(self.meant(text))
        elif not rest and query.missing:
            raise IllegalAnswer(Refusal(query.missing))
        else:
            query.act(self, rest)

    def meant(self, text: str) -> str:
        """The whole answer that was typed: as it stands, by its number, or with the way left out.

        Raises IllegalAnswer for a number that does not stand on the screen.
        """
        session = self.campaign.session
        if session.ask is None or session.why_not(text) is None:
            return text
        if not (text.isascii() and text.isdigit()):
            return whole(session, text)
        number, first = int(text[:9]), session.ask.about.first
        most = first - 1 + len(self._listed)
        if first <= number <= most:
            return self._listed[number - first]
        if len(text) > _DIGITS:
            return text
        known = f"choose {first} to {most}" if most > first else f"choose {first}"
        if not self._listed:
            known = "nothing here has a number; look at `options`"
        raise IllegalAnswer(Refusal(f"There is no option {number}: {known}, or type an answer."))

    def answer(self, text: str) -> None:
        """Give an answer or carry out a plan, and tell what it caused; raises IllegalAnswer."""
        self.tell(self.campaign.answer(self.plans.begin(text)))

    def tell(self, entry: Entry) -> None:
        """What an answer caused, and what seats decided after it; the next question."""
        session = self.campaign.session
        self._tell_one(entry)
        for passed in session.entries[entry.n + 1 :]:
            self._tell_one(passed)
        if come := session.comes_to(entry):
            self.write(f"{entry.answer} - {come}.")
        for said in (*(self._forced.said() if self._forced else ()), self.plans.said()):
            if said:
                self.write(said)
        self.notices()
        for told in self.standing.lines(session):
            self.write(f"{told} `standing off` ends it.")
        self.ask()

    def ask(self) -> None:
        """The open question with its options; of another side's secrets only that it has one."""
        session = self.campaign.session
        self._listed = []
        if session.viewer not in (None, self._seated):
            self.write(prompt_line(session, BYSTANDER))
            self.write(
                "Hand over the keyboard. An empty line shows the question; so does `options`."
            )
            return
        self._list(shortlist(session, SHOWN), short_option_lines(session, SHOWN))

    def ask_all(self) -> None:
        """The open question with every option."""
        session = self.campaign.session
        self._list(all_options(session), option_lines(session))

    def _list(self, options: Sequence[Option], lines: Iterable[str]) -> None:
        """The question and lines that give these options their numbers."""
        self._listed = [option.answer for option in options]
        self.write(prompt_line(self.campaign.session))
        for line in (*lines, *beside_lines(self.campaign.session)):
            self.write(line)

    def notices(self) -> None:
        """What the players must know about their save."""
        for notice in self.campaign.notices:
            self.write(f"Note: {notice}")
        self.campaign.notices.clear()

    def _sit_down(self) -> None:
        """An empty line: who has taken the keyboard sees the question."""
        viewer = self.campaign.session.viewer
        if viewer != self._seated:
            self._seated = viewer
            self.ask()

    def _tell_one(self, entry: Entry) -> None:
        """An answer; where the other side decides next, only what both may know of it."""
        session = self.campaign.session
        side = session.viewer if session.viewer in (None, entry.side) else BYSTANDER
        told = session.told_to(side)[entry.n]
        self.write(f"{told.n}. {told.answer}")
        for line in self.campaign.lines(told, side):
            self.write(f"   {ruled(line.text, line.rule)}")
