"""Random play that is led to what it has seldom seen, with every check of the kernel on; goes on where it stopped.

A game begins at the set-up, at a random position, or where an earlier game came upon something
new.  Its players answer at random, or by what was tried least, or each by whims of its own, which
leads games where no even chance does.  Which arena is next, and all that is done there, depends on
the seed and on what was reached so far: the same record goes on the same way.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal
from zlib import crc32

from wargame.content.errors import DataError
from wargame.flow.ask import Ask, IllegalAnswer
from wargame.flow.coverage import Observer, rules_in
from wargame.flow.definition import GameDefinition, ScenarioInfo
from wargame.flow.fuzz import Keep, Outcome, Picker, Plan, aside, failed, play_out
from wargame.flow.lab import prepare_lab
from wargame.flow.scattered import scattered
from wargame.flow.seat import is_by_seat
from wargame.flow.session import Session, new_header
from wargame.model.dice import mix

Manner = Literal["even", "curious", "wilful"]
MANNERS: tuple[Manner, ...] = ("even", "curious", "wilful", "wilful")
_OFFERS = 3
"""So many answers are drawn, of which one is chosen."""
_RARE = 12
"""After about so many answers one that was legal elsewhere is held against the question."""
_KEPT = 12
"""So many starts are kept of an arena, those of the rarest finds."""
_DEEPEST = 1500
"""A start has at most so many answers before it: they are all given again."""
_LONG = 3000
"""A game is left after so many answers, so that others have their turn and a kill loses little."""


class _Enough(Exception):  # noqa: N818 - no error
    """A game has been played long enough."""


@dataclass(frozen=True, slots=True)
class Arena:
    """A scenario with its options chosen."""

    name: str
    definition: GameDefinition
    info: ScenarioInfo
    options: Mapping[str, str] = field(default_factory=dict)
    extras: Sequence[Mapping[str, Any]] = ()
    """What a position file of it may set."""


@dataclass(slots=True)
class Arenas:
    """What has come of an arena so far."""

    games: int = 0
    answers: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    """How often each thing was reached, and "try:" how often each kind of answer given."""
    starts: list[dict[str, Any]] = field(default_factory=list)
    """Where something new was found: `seed`, `lab`, the `answers` before it, `found`."""


@dataclass(slots=True)
class Record:
    """What has come of all games so far: kept by who calls, in whatever way."""

    seed: int
    games: int = 0
    failures: list[dict[str, Any]] = field(default_factory=list)
    arenas: dict[str, Arenas] = field(default_factory=dict)

    @property
    def answers(self) -> int:
        """How many answers were given under check."""
        return sum(arena.answers for arena in self.arenas.values())


def play_next(arenas: Sequence[Arena], record: Record, keep: Keep | None = None) -> Outcome:
    """Play a game in the arena that had the fewest answers, to its end or for long, and add it to the record."""
    arena = min(arenas, key=lambda one: record.arenas.setdefault(one.name, Arenas()).answers)
    mine = record.arenas[arena.name]
    seed = mix(record.seed, record.games)
    guide = Guide(arena, mine, Picker(mix(seed, 1)))
    plan = Plan(
        arena.info.id,
        seed,
        keep,
        rate=max(64, arena.info.answers // 12),
        options=arena.options,
    )
    outcome = guide.play(plan)
    record.games += 1
    mine.games += 1
    mine.answers += max(outcome.answers - guide.given, 0)
    if outcome.failure:
        record.failures.append({"arena": arena.name, **outcome.failure})
    return outcome


class Guide:
    """Leads one game."""

    def __init__(self, arena: Arena, mine: Arenas, pick: Picker) -> None:
        self.given = 0
        """How many answers stood before play began."""
        self._arena, self._mine, self._pick = arena, mine, pick
        self._manner: Manner = MANNERS[pick(len(MANNERS))]
        self._whims = pick(1 << 30)
        self._read = 0
        self._news: dict[int, str] = {}
        """What was reached for the first time, by the answer that did."""
        self._said: deque[str] = deque(maxlen=32)

    def play(self, plan: Plan) -> Outcome:
        """Play a game; what it found stands in the record, whatever became of it."""
        definition, session = self._arena.definition, None
        try:
            session = self._begin(plan.seed)
            self.given = session.n
            session.settle()
            steps, charts = session.steps, definition.charts(session.game.content)
            self._observer = Observer(plan.scenario, charts, steps)
            with suppress(_Enough):
                play_out(definition, session, plan, lambda: self._choose(session))
            self._look(session)
        except Exception as error:  # noqa: BLE001 - whatever a game stumbles over is a finding
            return failed(plan, self._header, session, error)
        self._keep_starts(session)
        ended = session.state.ended
        return Outcome(session.n, ended.reason if ended else "", session.chain)

    # -- where it begins ----------------------------------------------------------------------

    def _begin(self, seed: int) -> Session:
        """At a start that was kept, the one of the rarest find first; at a random position; at the set-up."""
        arena, pick, starts = self._arena, self._pick, self._mine.starts
        way = pick(4)
        if way > 1 and starts:
            rare = sorted(starts, key=lambda one: self._mine.seen[one["found"]])
            found = self._again(rare[min(pick(len(rare)), pick(len(rare)))])
            if found is not None:
                return found
        laid = scattered(arena.definition, arena.info, arena.options, pick, arena.extras)
        for lab in laid if way else ():
            with suppress(DataError):
                return self._start(seed, lab)
        return self._start(seed, None)

    def _start(self, seed: int, lab: dict[str, Any] | None) -> Session:
        """A game at its first question; DataError for a position that the game refuses."""
        arena, definition = self._arena, self._arena.definition
        self._header = new_header(definition, arena.info.id, seed, lab=lab, options=arena.options)
        return Session.start(definition, self._header, prepare_lab(definition, lab))

    def _again(self, start: Mapping[str, Any]) -> Session | None:
        """A kept start; None where the rules no longer lead there."""
        session = self._start(start["seed"], start["lab"])
        try:
            for answer in start["answers"]:
                session.answer(answer)
        except IllegalAnswer:
            return None
        return session if session.ask else None

    # -- what is answered ---------------------------------------------------------------------

    def _choose(self, session: Session) -> str:
        self._look(session)
        ask = session.ask
        assert ask is not None
        if session.n - self.given >= _LONG:
            raise _Enough
        if self._pick(_RARE) == 0:
            self._refused(session)
        said = aside(self._arena.definition, session, self._pick)
        if said:
            return said
        answer = self._best(session, ask)
        self._mine.seen[self._kind(session, ask, answer)] += 1
        self._said.append(answer)
        return answer

    def _best(self, session: Session, ask: Ask[Any]) -> str:
        """Of some legal answers the one that this game's manner is for."""
        if self._manner == "even" or self._pick(4) == 0:
            return ask.sample(self._pick)
        offers = [ask.sample(self._pick) for _ in range(_OFFERS)]
        kinds = {answer: self._kind(session, ask, answer) for answer in offers}
        if self._manner == "curious":
            return min(offers, key=lambda answer: self._mine.seen[kinds[answer]])
        return min(offers, key=lambda answer: self._whim(ask, kinds[answer]))

    def _whim(self, ask: Ask[Any], kind: str) -> int:
        """How little a side cares for a kind of answer, throughout one game."""
        return mix(self._whims, crc32(f"{ask.side} {kind}".encode()))

    @staticmethod
    def _kind(session: Session, ask: Ask[Any], answer: str) -> str:
        """What is tried: the question, and the verb of its answer where that is a word."""
        word = answer.split(" ", 1)[0]
        named = word in session.state.units or any(letter.isdigit() for letter in word)
        return f"try:{ask.key} {'*' if named else word}"

    def _refused(self, session: Session) -> None:
        """Hold an answer that was legal once, or half of two, against the question; note what forbids it."""
        if not self._said:
            return
        first = self._said[self._pick(len(self._said))].split()
        second = self._said[self._pick(len(self._said))].split()
        cut = self._pick(min(len(first), len(second)) + 1)
        refusal = session.why_not(" ".join([*first[:cut], *second[cut:]]))
        if refusal is not None:
            self._mine.seen.update(rules_in(refusal.rule))

    # -- what was found -----------------------------------------------------------------------

    def _look(self, session: Session) -> None:
        """Count what the answers since the last look have reached."""
        seen = self._mine.seen
        for entry in session.entries[self._read :]:
            for name in self._observer.reached(entry):
                if not seen[name]:
                    self._news[entry.n] = name
                seen[name] += 1
        self._read = len(session.entries)

    def _keep_starts(self, session: Session) -> None:
        """Keep where the last new things were found, and of all starts those of the rarest finds."""
        mine, header = self._mine, session.header
        for n in sorted(self._news)[-2:]:
            before = n - 1 if n < session.n else n - n // 4 - 1
            if not self.given <= before <= _DEEPEST:
                continue
            given = [e.answer for e in session.entries[1 : before + 1] if not is_by_seat(e)]
            start = {"seed": header.seed, "lab": header.lab, "answers": given}
            mine.starts.append({**start, "found": self._news[n]})
        mine.starts.sort(key=lambda one: mine.seen[one["found"]])
        del mine.starts[_KEPT:]
