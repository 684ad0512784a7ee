"""Standing answers, the table's own seat: a side lets questions of a kind pass for a while.

They belong to the players at the table, not to the game: the log holds each pass as if it had been
given by hand, no save keeps the standing answer itself, and no rule knows of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias, get_args

from wargame.flow.ask import (
    PASS,
    Ask,
    AttackAsk,
    IllegalAnswer,
    PathAsk,
    Refusal,
    way_out,
)
from wargame.flow.game import Game
from wargame.flow.seat import Decision, is_by_seat
from wargame.flow.session import Session
from wargame.model.events import SegmentLeft
from wargame.model.state import Side

Until = Literal["end", "new", "better"]
LIMITS: Mapping[Until, str] = {
    "end": "until the segment ends",
    "new": "until something new is on offer",
    "better": "until a better chance is on offer",
}
"""How long a standing answer holds; the segment's end is the end of all of them.

"new": another unit or target than those on offer when it was given, or a better chance for one.
"better": a chance better than the best that was on offer then.
"""
NO_CHANCE = Fraction(0)
Gist: TypeAlias = tuple[str, tuple[str, ...]]
"""What an answer is about, whatever way it goes: its verb and the units in it."""


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """One side's word that questions of one kind are let pass."""

    side: Side
    key: str
    """The questions it answers."""
    title: str
    """What they are about, within a sentence: "opportunity fire"."""
    until: Until
    answer: str
    """Pass or done."""
    since: int
    """How many answers had been given when it was."""
    segment: str
    """The segment at whose end it ends."""
    chances: Mapping[Gist, Fraction] = field(default_factory=dict)
    """What was on offer when it was given, each with its chance (0 where there is none)."""

    def line(self, side_title: str) -> str:
        """It as a sentence without its full stop."""
        return f"{side_title} player passes on {self.title} {LIMITS[self.until]}"


class Standing:
    """The standing answers in force at one table."""

    def __init__(self, session: Session) -> None:
        self.answers: list[StandingAnswer] = []
        self._session = session
        self._looked = 0
        """How many entries have been looked at for the end of a segment."""
        self._tried = ""
        """The position at which the last pass was given."""
        session.table_seats.append(self)

    # -- as a seat ----------------------------------------------------------------------------

    def plays(self, _g: Game[Any], side: Side) -> bool:
        """Whether a standing answer of *side* is in force; those whose segment has ended go."""
        self._follow()
        return any(answer.side == side for answer in self.answers)

    def decide(self, _known: Game[Any], _ask: Ask[Any]) -> Decision | None:
        """The pass that is due; where the rules stumbled over it every standing answer ends."""
        word = self._due(self._session)
        if not word:
            return None
        if self._tried == self._session.chain:
            self.end()  # the question stays open, and tells its fault to whoever answers it
            return None
        self._tried = self._session.chain
        return Decision(word)

    # -- looking ------------------------------------------------------------------------------

    def limits(self, session: Session) -> tuple[Until, ...]:
        """How long the side asked may let questions like the open one pass; () for not at all."""
        if not _way_out(session):
            return ()
        return get_args(Until) if any(_chances(session).values()) else ("end", "new")

    def find(self, session: Session) -> StandingAnswer | None:
        """The standing answer to questions like the open one, whether it answers this one or not."""
        ask = session.ask
        if ask is None:
            return None
        return next((a for a in self.answers if (a.side, a.key) == (ask.side, ask.key)), None)

    def lines(self, session: Session) -> list[str]:
        """What stands, a sentence each, for both players to see."""
        titles = {side.id: side.title for side in session.definition.sides}
        return [f"{answer.line(titles[answer.side])}." for answer in self.answers]

    # -- giving and ending --------------------------------------------------------------------

    def give(self, session: Session, until: Until) -> str:
        """Let questions like the open one pass from now on; the answer to give to this one.

        Raises IllegalAnswer where the question is not of a kind that can be let pass so.
        """
        ask = session.ask
        if ask is None or until not in self.limits(session):
            raise IllegalAnswer(Refusal(_why_not(session, until)))
        self._follow()
        self.answers = [a for a in self.answers if (a.side, a.key) != (ask.side, ask.key)]
        found = StandingAnswer(
            ask.side,
            ask.key,
            question_title(session),
            until,
            _way_out(session),
            session.n,
            _segment(session),
            _chances(session),
        )
        self.answers.append(found)
        return found.answer

    def end(self, answer: StandingAnswer | None = None) -> None:
        """End a standing answer, or all."""
        self.answers = [a for a in self.answers if answer is not None and a is not answer]

    # -- taking back --------------------------------------------------------------------------

    def barrier(self, session: Session) -> tuple[int, str]:
        """How far the side asked may undo freely, and what stops it there.

        Passes that the other side has let stand are no decision of the moment: they go back
        together with the answer that called for them.
        """
        n, reason = session.barrier()
        while n and self._stood(session, n):
            n, reason = session.barrier(n - 1)
        return n, reason

    def goal(self, session: Session) -> int:
        """Where taking back one answer leads: to before the last one that a player gave.

        Where it must not be taken back, to before what orders have decided since.
        """
        n = session.n
        side = session.ask.side if session.ask else session.entries[-1].side
        while is_by_seat(session.entries[n]) or (
            n in session.by_table
            and (session.by_table[n].forced or session.entries[n].side != side)
        ):
            n -= 1
        fixed = session.barrier()[0]
        return fixed if fixed >= n and session.can_hold(fixed) else n - 1

    def taken_back(self, session: Session) -> None:
        """Answers were taken back: what was given since is gone, and no question answers itself."""
        self._looked, self._tried = min(self._looked, session.n + 1), ""
        self.answers = [a for a in self.answers if a.since < session.n]
        if self._due(session):
            self.end(self.find(session))

    # -- inside -------------------------------------------------------------------------------

    def _stood(self, session: Session, n: int) -> bool:
        """Whether an answer only let pass what the side asked now did, and chance kept out of it."""
        entry = session.entries[n]
        side = session.ask.side if session.ask else session.entries[-1].side
        fixed = entry.rolled or session.lays_open(entry)
        return n in session.by_table and entry.side != side and not fixed

    def _follow(self) -> None:
        """End what has come to its end since it was looked last."""
        entries = self._session.entries
        left = {
            event.name
            for entry in entries[self._looked :]
            for event in entry.events
            if isinstance(event, SegmentLeft)
        }
        self._looked = len(entries)
        self.answers = [a for a in self.answers if a.segment not in left]

    def _due(self, session: Session) -> str:
        """The answer that the open question gets by a standing answer; "" if it is asked."""
        found = self.find(session)
        if found is None or _way_out(session) != found.answer:
            return ""
        match found.until:
            case "new" if _has_news(found, _chances(session)):
                return ""
            case "better" if _best(_chances(session)) > _best(found.chances):
                return ""
        return found.answer


def question_title(session: Session) -> str:
    """What the open question is about, within a sentence: "opportunity fire"."""
    step = session.steps.get(session.segment)
    if step is not None and step.interrupt:
        return step.title[:1].lower() + step.title[1:]
    key = session.ask.key if session.ask else ""
    return key.rpartition(".")[2].replace("_", " ")


def _way_out(session: Session) -> str:
    """The word that lets the open question pass; "" where it ends what a side does itself.

    A side's own question can be let pass too where nobody moves or attacks: the next battery fires.
    """
    if session.ask is None or _is_of_moves(session):
        return ""
    word = way_out(session.ask)
    return word if session.state.substep or word == PASS else ""


def _is_of_moves(session: Session) -> bool:
    """Whether the open question is about attacks, or moves that somebody can make."""
    ask: object = session.ask  # seen by what it can do, whatever kind it is
    moves = isinstance(ask, PathAsk) and bool(session.state.substep or ask.heads())
    return isinstance(ask, AttackAsk) or moves


def _segment(session: Session) -> str:
    """The outermost of the segments running inside each other that belong to one side."""
    found = ""
    side = ""
    for frame in reversed(session.state.frames):
        step = session.steps.get(frame.name)
        if found and (step is None or not step.script or step.side != side):
            break
        if step is not None:
            found, side = frame.name, step.side
    return found


def _chances(session: Session) -> dict[Gist, Fraction]:
    """What is on offer, each with the best chance that it has an effect (0 where there is none)."""
    ask = session.ask
    found: dict[Gist, Fraction] = {}
    for option in ask.options() if ask else ():
        odds = ask.odds(option.answer) if ask else None
        gist = (option.answer.split()[0], option.units)
        chance = odds.effect(ask.side) if ask and odds else NO_CHANCE
        found[gist] = max(found.get(gist, NO_CHANCE), chance)
    return found


def _has_news(found: StandingAnswer, chances: Mapping[Gist, Fraction]) -> bool:
    """Whether something is on offer that was not, or its chance is better now."""
    return any(
        gist not in found.chances or chance > found.chances[gist]
        for gist, chance in chances.items()
    )


def _best(chances: Mapping[Gist, Fraction]) -> Fraction:
    return max(chances.values(), default=NO_CHANCE)


def _why_not(session: Session, until: Until) -> str:
    if session.ask is not None and _way_out(session):
        return f'"{until}" needs a chance on offer, and nothing here has one.'
    return why_never(session)


def why_never(session: Session) -> str:
    """Why questions like the open one cannot be let pass."""
    if session.ask is None:
        return "The game is over: there is nothing to let pass."
    if _is_of_moves(session):
        return "This question cannot be let pass: it is about moves or attacks."
    word = way_out(session.ask)
    if word:
        return (
            f'This question cannot be let pass: it is one\'s own, and "{word}" ends it each time.'
        )
    return "This question cannot be let pass: it wants an answer."
