"""The walk through a sequence: order, until, conditions with a side, what is told of a skip; options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.flow.table import SCENARIO, asked, choice, sequence_game, step
from tests.toy.content import ToyGame
from wargame.content.errors import DataError
from wargame.content.sequence import Step
from wargame.flow.definition import GameDefinition, OptionInfo
from wargame.flow.game import Game
from wargame.flow.lab import Position, prepare_lab
from wargame.flow.script import DONE, SEGMENTS, Next, RulesBug
from wargame.flow.session import Session, new_header
from wargame.model import events as ev

SIDES = ("red", "blue")


@pytest.fixture(autouse=True)
def _script(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(g: ToyGame, side: str = "") -> Next:
        await g.ask(choice("go", "stop", side=side or "red"))
        return DONE

    monkeypatch.setitem(SEGMENTS, "s.play", play)


def sided(name: str, side: str, **facts: Any) -> Step:
    """A step of a side that asks it once."""
    return replace(step(f"s.{name}", script="s.play"), side=side, **facts)


def turn_of(*children: Step, **facts: Any) -> Step:
    """A repeated turn with these children, in a game."""
    return step("s.game", replace(step("s.turn", *children, repeat=True), **facts))


def begin(definition: GameDefinition, **options: str) -> Session:
    return Session.start(definition, new_header(definition, SCENARIO, 1, options=options))


def went(session: Session, answers: int) -> list[str]:
    """Give so many answers; the segments they were asked in."""
    found = []
    for _ in range(answers):
        found.append(session.segment)
        session.answer("go")
    return found


def test_the_order_of_the_children_is_asked_each_time_their_step_begins() -> None:
    def first(g: Game[Any], ids: tuple[str, ...]) -> list[str]:
        g.set_track("turn", g.state.turn() + 1, rule="R-1")  # told, to count how often it is asked
        return sorted(ids) if g.state.turn() % 2 else sorted(ids, reverse=True)

    root = turn_of(*(sided(side, side) for side in SIDES), order="first")
    session = begin(replace(sequence_game(root), orders={"first": first}))
    assert ["s.blue", "s.red", "s.red", "s.blue", "s.blue"] == went(session, 5)
    assert 3 == session.state.turn()


def test_an_order_that_loses_a_step_is_a_fault() -> None:
    root = turn_of(*(sided(side, side) for side in SIDES), order="first")
    game = replace(sequence_game(root), orders={"first": lambda _, ids: ids[:1]})
    with pytest.raises(RulesBug, match=r"first leaves out or adds a step of s\.turn"):
        begin(game)


def test_until_ends_a_repeated_step_and_is_asked_at_its_end() -> None:
    def twice(g: Game[Any], _side: str) -> bool:
        return sum(isinstance(event, ev.SegmentRepeated) for event in g.journal) >= 1

    rounds = replace(step("s.rounds", sided("red", "red"), repeat=True), until="twice")
    root = step("s.game", rounds, sided("after", "blue"), repeat=True)
    session = begin(replace(sequence_game(root), predicates={"twice": twice}))
    assert ["s.red", "s.red", "s.after", "s.red", "s.after"] == went(session, 5)


def test_a_condition_is_asked_with_the_side_of_its_step() -> None:
    root = turn_of(*(sided(side, side, when="plays") for side in SIDES))
    session = begin(replace(sequence_game(root), predicates={"plays": lambda _, s: s == "blue"}))
    assert ["s.blue", "s.blue"] == went(session, 2)


@pytest.mark.parametrize("quiet", [False, True])
def test_a_quiet_step_is_skipped_without_a_word(*, quiet: bool) -> None:
    root = turn_of(sided("red", "red", when="never", quiet=quiet), sided("blue", "blue"))
    session = begin(replace(sequence_game(root), predicates={"never": lambda _g, _s: False}))
    told = [event for event in session.game.journal if isinstance(event, ev.Noted)]
    assert [] == told if quiet else "skipped" == told[0].what


def test_a_terse_record_says_nothing_of_quiet_steps_that_are_left_out() -> None:
    left_out = [sided(name, "red", when="never", quiet=True) for name in ("a", "b", "c", "d")]
    a, b, c, d = left_out
    inner = step("s.inner", c, d)
    root = turn_of(a, sided("red", "red"), b, inner, sided("blue", "blue"))
    never = {"never": lambda _g, _s: False}
    long, short = (
        begin(replace(sequence_game(replace(root, terse=terse)), predicates=never))
        for terse in (False, True)
    )
    for session in (long, short):
        assert ["s.red", "s.blue", "s.red"] == went(session, 3)
    begun = [e.name for e in short.game.journal if isinstance(e, ev.SegmentEntered)]
    turn = ["s.red", "s.inner", "s.blue"]
    assert ["s.game", "s.turn", *turn, *turn] == begun
    assert not any(isinstance(e, ev.SegmentStepped) for e in short.game.journal)
    assert long.state == short.state
    short.undo(1, consent=True)
    assert "s.blue" == short.segment


def test_a_position_can_start_in_a_step_whose_place_is_given_by_an_order() -> None:
    root = turn_of(*(sided(side, side) for side in SIDES), order="first")
    game = replace(sequence_game(root), orders={"first": lambda _, ids: ids[::-1]})
    lab = Position(scenario=SCENARIO, segment="s.red").model_dump(mode="json")
    session = Session.start(game, new_header(game, SCENARIO, 1, lab=lab), prepare_lab(game, lab))
    assert ["s.red", "s.blue", "s.red"] == went(session, 3)


# -- options ---------------------------------------------------------------------------------


def moded() -> GameDefinition:
    """A game that is played by two, or by one against a procedure."""
    root = turn_of(sided("red", "red"), sided("blue", "blue", when="is_for_two"))
    mode = OptionInfo("mode", "Players", {"2p": "two players", "gs": "one player"})
    two = {"is_for_two": lambda g, _: g.options["mode"] == "2p"}
    return replace(sequence_game(root), predicates=two, options=(mode,))


def test_a_step_may_depend_on_an_option() -> None:
    assert ["s.red", "s.blue", "s.red"] == went(begin(moded()), 3)
    assert ["s.red", "s.red"] == went(begin(moded(), mode="gs"), 2)


def test_options_stand_in_the_header_and_its_chain() -> None:
    one, two = begin(moded()), begin(moded(), mode="gs")
    assert ({"mode": "2p"}, {"mode": "gs"}) == (one.header.options, two.header.options)
    assert one.header.genesis() != two.header.genesis()
    again = Session.resume(two.definition, two.header, two.entries)
    assert (asked(again).side, again.game.options) == ("red", {"mode": "gs"})


@pytest.mark.parametrize(
    ("wanted", "said"),
    [({"modes": "2p"}, 'no option of Crossroads "modes".*"mode"'), ({"mode": "3p"}, '"3p"')],
)
def test_an_option_that_the_game_does_not_have_is_refused(
    wanted: dict[str, str], said: str
) -> None:
    with pytest.raises(DataError, match=said):
        begin(moded(), **wanted)
