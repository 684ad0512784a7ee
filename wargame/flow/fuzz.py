"""Random legal play to the end of many games, with every check of the kernel on.

Game number i of a run depends on the run's seed and i alone, so any number of processes plays the
same games and `chain` is the same.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

from wargame.flow import checks
from wargame.flow.definition import GameDefinition
from wargame.flow.record import Header
from wargame.flow.session import Session, new_header
from wargame.flow.verify import verify
from wargame.flow.words import Wording
from wargame.model.dice import mix

Keep = Callable[[str, str], str]
"""Keeps a failing game: from a file name and its text to where it lies, "" if nowhere."""

_PICKS, _CHECKS = 1 << 40, 1 << 41
"""Numbers of a game's seed from which its answers and its check points come, far from its dice."""
_RARE = 16
"""About one answer in so many is something said aside."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to play and how closely to look."""

    scenario: str
    seed: int
    keep: Keep | None = None
    rate: int = 64
    """About one answer in so many gets the costly checks."""
    verify_every: int = 50
    """One game in so many is verified from its start."""
    longest: int = 20_000
    """A game with more answers counts as endless."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What is chosen with the scenario; the first value of every option left out."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one game."""

    answers: int
    reason: str
    chain: str
    failure: dict[str, Any] | None = None


class Picker:
    """Numbers for samplers, counted out of one seed."""

    __slots__ = ("_count", "_seed")

    def __init__(self, seed: int) -> None:
        self._seed, self._count = seed, 0

    def __call__(self, n: int) -> int:
        self._count += 1
        return mix(self._seed, self._count) % n


def run_fuzz(
    definition: GameDefinition,
    scenario: str,
    games: int,
    seed: int,
    jobs: int = 1,
    *,
    options: Mapping[str, str] | None = None,
    keep: Keep | None = None,
    rate: int = 64,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Play *games* random games; what was found, as the keys of `wargame fuzz --json`."""
    plan = Plan(scenario, seed, keep, rate, options=options or {})
    began = perf_counter()
    outcomes = []
    for outcome in _outcomes(definition, plan, games, jobs):
        outcomes.append(outcome)
        if progress:
            progress(len(outcomes))
    seconds = perf_counter() - began
    answers = sum(outcome.answers for outcome in outcomes)
    ends = Counter(outcome.reason for outcome in outcomes if not outcome.failure)
    chains = "".join(outcome.chain for outcome in outcomes)
    return {
        "scenario": _full_name(definition, scenario),
        "games": games,
        "answers": answers,
        "seconds": round(seconds, 3),
        "answers_per_second": round(answers / seconds) if seconds else 0,
        "ends": dict(sorted(ends.items())),
        "chain": hashlib.blake2b(chains.encode(), digest_size=16).hexdigest(),
        "failures": [outcome.failure for outcome in outcomes if outcome.failure],
    }


def play_game(definition: GameDefinition, plan: Plan, number: int) -> Outcome:
    """Play and check game *number* of a plan."""
    seed = mix(plan.seed, number)
    header = new_header(definition, plan.scenario, seed, options=plan.options)
    session: Session | None = None
    try:
        session = Session.start(definition, header)
        session.settle()
        pick = Picker(mix(seed, _PICKS))
        play_out(definition, session, plan, lambda: sample(definition, session, pick))
        if number % plan.verify_every == 0:
            _verify(definition, session)
    except Exception as error:  # noqa: BLE001 - whatever a game stumbles over is a finding
        return failed(plan, header, session, error)
    ended = session.state.ended
    return Outcome(session.n, Wording.of(session).reason(ended) if ended else "", session.chain)


def play_out(
    definition: GameDefinition, session: Session, plan: Plan, choose: Callable[[], str]
) -> None:
    """Play to the end by the answers that *choose* gives, and check; raises whatever goes wrong."""
    look = Picker(mix(session.header.seed, _CHECKS))
    kept = checks.Kept(definition, session)
    checks.always(definition, session, kept)
    while (ask := session.ask) is not None:
        if session.n >= plan.longest:
            raise checks.CheckFailed(f"the game has not ended after {session.n} answers")
        if look(plan.rate) == 0:
            checks.question(definition, session, ask, look, kept)
            checks.history(definition, session, look)
        session.answer(choose())
        checks.always(definition, session, kept)
    if session.state.ended is None:
        raise checks.CheckFailed("nobody is asked, and the game has not ended")
    reasons = definition.limits.reasons
    if reasons and session.state.ended.reason not in reasons:
        raise checks.CheckFailed(f"no game ends for {session.state.ended.reason}")
    checks.history(definition, session, look)


def sample(definition: GameDefinition, session: Session, pick: Picker) -> str:
    """Some answer to the open question, or something said aside."""
    assert session.ask is not None
    return aside(definition, session, pick) or session.ask.sample(pick)


def aside(definition: GameDefinition, session: Session, pick: Picker) -> str:
    """Now and then something said aside; "" otherwise."""
    if session.ask is None or not definition.asides or pick(_RARE):
        return ""
    known, side = session.seen_by(session.ask.side), session.ask.side
    offers = [text for aside in definition.asides.values() for text in aside.offers(known, side)]
    return offers[pick(len(offers))] if offers else ""


def _verify(definition: GameDefinition, session: Session) -> None:
    verdict = verify(definition, session.header, session.entries)
    if not verdict.ok:
        raise checks.CheckFailed(f"answer {verdict.first_bad} does not verify: {verdict.reason}")


def failed(plan: Plan, header: Header, session: Session | None, error: Exception) -> Outcome:
    """The outcome of a game that went wrong, which is kept as a save."""
    entries = session.entries if session else []
    n = max(len(entries) - 1, 0)
    lines = [header.line(), *(entry.line() for entry in entries)]
    save = _save(plan, header, lines)
    failure = {"seed": header.seed, "n": n, "error": _told(error), "save": save}
    return Outcome(n, "", entries[-1].chain if entries else header.genesis(), failure)


def _save(plan: Plan, header: Header, lines: list[str]) -> str:
    """Have the failing game kept as a save; where it lies, "" if nowhere."""
    if plan.keep is None:
        return ""
    said = (header.game, header.scenario.rpartition("/")[2], *plan.options.values())
    name = f"fuzz-{'-'.join(said)}-{header.seed}.wg"
    return plan.keep(name, "".join(f"{line}\n" for line in lines))


def _told(error: Exception) -> str:
    """The error and the line of code it came from."""
    origin = error.__cause__ or error
    frames = traceback.extract_tb(origin.__traceback__)
    text = str(error) if isinstance(error, AssertionError) and str(error) else repr(error)
    if isinstance(error, checks.CheckFailed) or not frames:
        return text
    return f"{text} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"


def _full_name(definition: GameDefinition, scenario: str) -> str:
    """The scenario as a player types it: "arras/campaign"."""
    return f"{definition.id}/{scenario.rpartition('/')[2]}"


def _outcomes(definition: GameDefinition, plan: Plan, games: int, jobs: int) -> Iterator[Outcome]:
    home = _home(definition) if jobs > 1 and games > 1 else None
    if home is None:
        for number in range(games):
            yield play_game(definition, plan, number)
        return
    tasks = ((home, plan, number) for number in range(games))
    with ProcessPoolExecutor(min(jobs, games), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_task, tasks, chunksize=max(1, min(8, games // (jobs * 4))))


def _home(definition: GameDefinition) -> tuple[str, str] | None:
    """Module and name under which another process finds the definition, which cannot travel."""
    for module in sorted(sys.modules, key=lambda name: (len(name), name)):
        if not module.startswith("__"):
            for name, value in sorted(vars(sys.modules[module]).items()):
                if value is definition:
                    return module, name
    return None


def _task(task: tuple[tuple[str, str], Plan, int]) -> Outcome:
    (module, name), plan, number = task
    return play_game(getattr(import_module(module), name), plan, number)
