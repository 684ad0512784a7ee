"""A whole campaign told answer by answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wargame import games
from wargame.exports.fairness import made, policy
from wargame.exports.lines import ruled
from wargame.flow.definition import GameDefinition
from wargame.flow.journal import Line, Teller, gathered
from wargame.flow.record import Entry, Header
from wargame.flow.replay import Replay
from wargame.flow.session import Session


@dataclass(frozen=True, slots=True)
class Told:
    """One answer with what it caused."""

    entry: Entry
    side: str
    """Title of the side, "" for the opening."""
    segment: str
    """Title of the segment."""
    turn: str
    """The turn after it."""
    lines: tuple[Line, ...]


def tell(definition: GameDefinition, replay: Replay) -> Iterator[Told]:
    """Every answer in order; the replay stands at each while it is told."""
    titles = {side.id: side.title for side in definition.sides}
    for entry in replay.entries:
        replay.seek(entry.n)
        teller = Teller(definition, replay.game, replay.steps)
        step = replay.steps.get(entry.segment)
        yield Told(
            entry,
            titles.get(entry.side, entry.side),
            step.title if step else entry.segment,
            definition.face.turn_label(replay.game),
            (*gathered(teller.lines(entry.events)), *replay.margin.get(entry.n, ())),
        )


def heading(definition: GameDefinition, header: Header) -> str:
    """What was played, and the fingerprint of its dice."""
    info = definition.scenario(header.scenario)
    lab = " (lab)" if header.lab is not None else ""
    return (
        f"{definition.title}: {info.title}{lab}; rules {header.ruleset}; "
        f"{made(header)}, {policy(header)} dice"
    )


def segment_title(session: Session) -> str:
    """The segment that is played, or the step above it that has a title."""
    segment = session.segment
    step = session.steps.get(segment)
    name = segment
    while step is None and "." in name:
        name = name.rpartition(".")[0]
        step = session.steps.get(name)
    return step.title if step else segment


def log_lines(definition: GameDefinition, replay: Replay) -> Iterator[str]:
    """The journal for reading."""
    yield heading(definition, replay.header)
    for told in tell(definition, replay):
        entry = told.entry
        yield ""
        if entry.n:
            yield f"{entry.n}. {told.side}, {told.segment}: {entry.answer}"
        else:
            yield f"{told.turn}"
        for line in told.lines:
            weighed = line.kind == "working"  # under the rule of what was decided
            yield f"     {line.text}" if weighed else f"   {ruled(line.text, line.rule)}"


def log_view(definition: GameDefinition, replay: Replay) -> dict[str, Any]:
    """The journal as JSON values."""
    header, chains = replay.header, replay.chains()
    return {
        "game": definition.id,
        "scenario": games.full_name(definition, definition.scenario(header.scenario)),
        "ruleset": header.ruleset,
        "lab": header.lab is not None,
        "commitment": header.commitment,
        "dice": policy(header),
        "seed": header.chance.seed or None,
        "entries": [
            _entry_view(told, chain)
            for told, chain in zip(tell(definition, replay), chains, strict=True)
        ],
        "chain": chains[-1],
    }


def _entry_view(told: Told, chain: str) -> dict[str, Any]:
    entry = told.entry
    return {
        "n": entry.n,
        "side": entry.side,
        "segment": entry.segment,
        "key": entry.key,
        "answer": entry.answer,
        "turn": told.turn,
        "rolled": entry.rolled,
        "lines": [{"text": x.text, "rule": x.rule, "kind": x.kind} for x in told.lines],
        "chain": chain,
    }
