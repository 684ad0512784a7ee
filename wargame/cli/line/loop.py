"""The conversation of line mode: question, options, answer, journal."""

from __future__ import annotations

from collections.abc import Callable

from wargame.cli.line.queries import QUERIES, Quit
from wargame.cli.out import ruled
from wargame.cli.question import prompt_line, short_option_lines
from wargame.content.errors import DataError
from wargame.flow.ask import IllegalAnswer
from wargame.flow.record import Entry
from wargame.flow.session import RulesBug
from wargame.flow.standing import Standing
from wargame.flow.veil import BYSTANDER
from wargame.hexes.grid import UnknownHex
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError

SHOWN = 40
"""Options listed without being asked."""
LONGEST = 4000
"""Characters of an input line."""

Read = Callable[[], str | None]
Write = Callable[[str], None]


class LineMode:
    """Plays one campaign by reading lines and writing lines."""

    def __init__(self, campaign: Campaign, read: Read, write: Write) -> None:
        self.campaign = campaign
        self._read, self.write = read, write
        self.standing = Standing()
        self._seated: Side | None = None
        """Where there are secrets: the side that has the keyboard."""

    def run(self) -> None:
        """Until `quit`, the end of the input, or nothing left to do."""
        self.ask()
        while (line := self._read()) is not None:
            text = " ".join(line.split())
            if not text:
                self._sit_down()
                continue
            self._seated = self.campaign.session.viewer
            try:
                self.take(text)
            except Quit:
                break
            except (IllegalAnswer, SaveError, DataError, UnknownHex, RulesBug) as error:
                self.write(f"No: {error}")
            self.notices()
        where = self.campaign.path
        self.write(f"The game stands after answer {self.campaign.session.n}, saved in {where}.")

    def take(self, text: str) -> None:
        """One line of input: an answer, an option's number, or a query."""
        if len(text) > LONGEST:
            self.write(f"No: a line has at most {LONGEST} characters.")
            return
        word, _, rest = text.partition(" ")
        query = QUERIES.get(word.casefold())
        numbered = self._numbered(text)
        if numbered is not None and self.campaign.session.why_not(text) is not None:
            self.answer(numbered)
        elif query is not None and self.campaign.session.why_not(text) is not None:
            query.act(self, rest)
        else:
            self.answer(text)

    def answer(self, text: str) -> None:
        """Give an answer and tell what it caused; raises IllegalAnswer."""
        self.tell(self.campaign.answer(text))

    def tell(self, entry: Entry) -> None:
        """What an answer caused, and what standing answers let pass after it; the next question."""
        session = self.campaign.session
        self._tell_one(entry)
        for passed in self.standing.passes(session, self.campaign):
            self._tell_one(passed)
        self.notices()
        for told in self.standing.lines(session):
            self.write(f"{told} `standing off` ends it.")
        self.ask()

    def ask(self) -> None:
        """The open question with its options; of another side's secrets only that it has one."""
        session = self.campaign.session
        if session.viewer not in (None, self._seated):
            self.write(prompt_line(session, BYSTANDER))
            self.write(
                "Hand over the keyboard. An empty line shows the question; so does `options`."
            )
            return
        self.write(prompt_line(session))
        for line in short_option_lines(session, SHOWN):
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

    def _numbered(self, text: str) -> str | None:
        """The answer that a number on the list means."""
        ask = self.campaign.session.ask
        if ask is None or not (text.isascii() and text.isdigit()):
            return None
        options = ask.options()
        number = int(text[:9])
        return options[number - 1].answer if 1 <= number <= len(options) else None
