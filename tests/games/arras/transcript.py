"""A whole game as text: segment headings, answers, journal lines, the final chain."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.flow.journal import Teller
from wargame.flow.session import Session


def transcript(session: Session) -> str:
    """Everything that was answered and what it caused."""
    return "\n".join([*_lines(session), ""])


def _lines(session: Session) -> Iterator[str]:
    header = session.header
    yield f"{header.game}/{header.scenario}, seed {header.seed}"
    teller = Teller(session.definition, session.game, session.steps)
    for entry in session.entries:
        if entry.n:
            yield f"{entry.side}> {entry.answer}"
        for line in teller.lines(entry.events):
            if line.kind == "segment":
                yield ""
                yield f"== {line.text}  [{line.rule}]"
            else:
                yield f"   {line.text}  [{line.rule}]"
    yield ""
    yield f"chain {session.chain}"
