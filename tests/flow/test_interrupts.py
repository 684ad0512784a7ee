"""Interrupts that are steps of the sequence, quiet answers, book-keeping states."""

from __future__ import annotations

from tests.flow.table import start, step
from tests.toy import TOY
from wargame.content.sequence import Step, walk
from wargame.flow.ask import Choice, Option
from wargame.flow.journal import Teller
from wargame.flow.session import segment_id
from wargame.model import events as ev
from wargame.model.state import Frame, State


def opened(root: Step, substep: str) -> str:
    """The segment while *substep* runs inside the root."""
    state = State("toy", "x", 1, frames=[Frame(root.id)], substep=substep)
    return segment_id(state, {found.id: found for found in walk(root)})


def test_an_interrupt_goes_by_its_own_id_if_it_is_a_step() -> None:
    root = step("t.red.act", step("t.blue.react"))
    assert opened(root, "t.blue.react") == "t.blue.react"
    assert opened(root, "react") == "t.red.act.react"


def test_samplers_give_the_quiet_answer_every_other_time() -> None:
    choices = [(Option(word, word), word) for word in ("go", "stay")]
    ask = Choice("red", "test.quiet", "Go?", choices, rule="TOY-SQ-01", quiet="stay")
    assert ask.sample(lambda n: n - 1) == "stay"
    assert ask.sample(lambda _n: 0) == "go"


def test_states_that_begin_with_an_underscore_are_not_told() -> None:
    session = start()
    teller = Teller(TOY, session.game, session.steps)
    assert teller.line(ev.StateGained("r1", "_noted", "TOY-SQ-01")) is None
    assert teller.line(ev.StateGained("r1", "shaken", "TOY-SQ-01")) is not None
