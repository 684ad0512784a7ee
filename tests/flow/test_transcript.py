"""One toy game as a text to read in review."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.flow.table import play, start
from tests.toy import TOY
from wargame.flow.journal import Teller


@pytest.mark.golden
def test_the_transcript_of_a_toy_game(golden: Callable[[str, str], None]) -> None:
    session = play(start(12), seed=12)
    teller = Teller(TOY, session.game, session.steps)
    lines = []
    for entry in session.entries:
        lines.append(f"{entry.n} {entry.side or '-'} {entry.segment or '-'}: {entry.answer or '-'}")
        lines += [f"    {line.text} [{line.rule}]" for line in teller.lines(entry.events)]
    golden("toy.transcript", "\n".join([*lines, f"chain {session.chain}", ""]))
