"""Orders in two stages: a unit's mission first, and only then what it is flown against."""

from __future__ import annotations

from collections.abc import Iterator

from tests.flow.table import start
from tests.flow.test_orders import Shell, rest
from tests.toy import TOY
from wargame.flow.ask import DONE_WORD, Option
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.flow.session import Session
from wargame.hexes.grid import Hex
from wargame.tui.asks import Controller, Desk, Give, controller


class Missions(Shell):
    """A shelling whose target is chosen after who does it."""

    staged = True


def question(session: Session, *more: Verb[object]) -> MixedAsk[object]:
    g = session.game
    verbs: list[Verb[object]] = [Missions(g), *more, Done(DONE_WORD, "End it", None)]
    return MixedAsk(
        g, verbs, side="red", key="t.staged", prompt="?", rule="T", grammar=Grammar("T")
    )


def shown(session: Session, *more: Verb[object]) -> Controller:
    return controller(Desk(session.game, TOY, question(session, *more)), 0)


def rows(found: Controller) -> list[str]:
    return [item.text for item in found.view().items]


def test_others_are_first_stages_and_answers_are_listed_behind_them() -> None:
    ask = question(start())
    assert [o.answer for o in ask.others()] == [
        "shell from r1", "shell from r2", "shell from r3", "done",
    ]  # fmt: skip
    head, done = ask.others()[0], ask.others()[-1]
    assert (ask.opens(head), ask.opens(done), ask.opened(done)) == (True, False, ())
    assert [o.answer for o in ask.opened(head)] == [
        f"shell {h} from r1" for h in ("0802", "0803", "0804")
    ]
    assert {o.answer for o in ask.options()} >= {o.answer for o in ask.opened(head)}


def test_a_first_stage_opens_its_targets_and_is_left_again() -> None:
    session = start()
    found = shown(session, rest(session.game))
    found.pick(0)
    assert "{commit}: choose the target." == found.view().hint
    assert ("Enter", "where") in found.view().keys
    assert "" == found.view().answer
    before = rows(found)
    found.act("commit")
    assert [text[:4] for text in rows(found)] == ["0802", "0803", "0804"]
    assert isinstance(given := found.act("commit"), Give)
    assert given.answer.startswith("shell 080")
    found.act("cancel")
    assert before == rows(found)
    found.pick(0)
    assert "choose that first" in str(found.why(session.game.grid.hex("0802")))


def test_what_has_nothing_else_to_do_shows_its_targets_at_once() -> None:
    session = start()
    for unit in ("r2", "r3"):
        session.game.box(unit, "lost", rule="T")
    assert [text[:4] for text in rows(shown(session))] == ["0802", "0803", "0804"]


class Flares(Verb[Hex]):
    """T-FLARE  A flare over a hex; no unit fires it."""

    words, form = ("flare",), "flare HEX"

    def __init__(self, session: Session) -> None:
        self.grid = session.game.grid

    def heads(self) -> Iterator[Option]:
        """Two hexes."""
        for name in ("0102", "0305"):
            yield Option(f"flare {name}", f"Flare over {name}", (), (self.grid.hex(name),))

    def read(self, words: Words) -> tuple[str, Hex]:
        """The hex."""
        where = words.hex()
        return f"flare {self.grid.name(where)}", where


def test_an_order_that_is_no_units_stands_among_the_units_and_is_given_as_it_stands() -> None:
    session = start()
    found = shown(session, Flares(session))
    assert ["Flare over 0102", "Flare over 0305"] == rows(found)[-2:]
    found.pick(len(rows(found)) - 1)
    assert session.game.grid.hex("0305") == found.view().focus
    assert "flare 0305" == found.view().answer
    assert isinstance(given := found.act("commit"), Give)
    assert "flare 0305" == given.answer
    found.look(session.game.grid.hex("0102"))
    assert "flare 0102" == found.view().answer
    assert len(set(rows(found))) == len(rows(found)), "each stands there once"
