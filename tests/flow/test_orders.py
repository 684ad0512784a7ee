"""Questions made of verbs: heads, groups, listing, sampling, the way out and every refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from benchmarks.crowd import crowd
from tests.flow.table import picker, start
from tests.toy.asks import MOVING, battle_ask, move_ask
from tests.toy.content import ToyGame
from wargame.flow.ask import (
    DONE_WORD,
    AttackAsk,
    IllegalAnswer,
    Option,
    OrdersAsk,
    PathAsk,
    Pick,
    Refusal,
    refuse,
)
from wargame.flow.checks import controllers, offers
from wargame.flow.notation import Words
from wargame.flow.orders import Done, MixedAsk, OrderAsk, PathVerb, Verb
from wargame.flow.session import Session, new_header
from wargame.flow.unit_verb import UnitVerb
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

Stack = tuple[UnitId, ...]


@dataclass
class March(PathVerb[tuple[Stack, tuple[Hex, ...]]]):
    """T-GO  Any red units of one hex go one hex."""

    g: ToyGame
    words: tuple[str, ...] = ("march", "go")
    form: str = "march UNIT+UNIT PATH"
    searched: list[str] = field(default_factory=list)

    def heads(self) -> Iterator[Option]:
        """Each alone, and all together while they share a hex."""
        units, here = self.g.state.units, self.g.board.on_map["red"]
        stacked = len({units[unit].hex for unit in here}) == 1
        for stack in [*((unit,) for unit in here), *([tuple(here)] if stacked else [])]:
            yield Option(self.head(stack), " + ".join(stack), stack, (units[stack[0]].hex,))

    def orders(self, head: Option) -> Iterator[Option]:
        """One hex in every direction."""
        for where in self.reach(head.answer):
            yield Option(self.route(head.answer, [where]), head.label, head.units, (where,))

    def reach(self, head: str) -> Mapping[Hex, int]:
        """The hexes around."""
        self.searched.append(head)
        where = self._from(self._stack(head))
        return dict.fromkeys(sorted(self.g.grid.neighbours[where]), 0)

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """One step."""
        path = (self._from(self._stack(head)), *stops)
        if len(path) != 2 or not self.g.grid.adjacent(*path):
            raise refuse("One hex only.", "T-GO")
        return f"{head} {self.g.grid.write(path)}"

    def costs(self, words: Words) -> Sequence[tuple[Hex, int, str]]:
        """One step."""
        return [(self.read(words)[1][1][1], 2, "marches")]

    def read(self, words: Words) -> tuple[str, tuple[Stack, tuple[Hex, ...]]]:
        """Who, and where to."""
        stack = words.stack()
        path = words.path(self._from(stack))
        words.end()
        if len(path) != 2:
            raise refuse("One hex only.", "T-GO")
        return f"{self.head(stack)} {self.g.grid.write(path)}", (stack, path)

    def sample(self, pick: Pick) -> str:
        """The first unit, anywhere around."""
        heads = list(self.heads())
        ways = list(self.orders(heads[pick(len(heads))])) if heads else []
        return ways[pick(len(ways))].answer if ways else ""

    def _stack(self, head: str) -> Stack:
        return tuple(head.split()[1].split("+"))

    def _from(self, stack: Stack) -> Hex:
        hexes = {self.g.state.units[u].hex for u in stack}
        if len(hexes) > 1:
            raise refuse("They stand in different hexes.", "T-TOGETHER")
        return hexes.pop()


class Shell(Verb[tuple[UnitId, Hex]]):
    """T-SHELL  A red unit shells a hex with an enemy."""

    words, form, one_in = ("shell",), "shell HEX from UNIT", 3

    def __init__(self, g: ToyGame) -> None:
        self.g = g

    def heads(self) -> Iterator[Option]:
        """All of red."""
        return (Option(f"shell from {u}", u, (u,)) for u in self.g.board.on_map["red"])

    def orders(self, head: Option) -> Iterator[Option]:
        """Every hex with an enemy."""
        for h in sorted({self.g.state.units[u].hex for u in self.g.board.on_map["blue"]}):
            name = self.g.grid.name(h)
            yield Option(f"shell {name} from {head.units[0]}", name, head.units, (h,))

    def read(self, words: Words) -> tuple[str, tuple[UnitId, Hex]]:
        """The hex, then who."""
        where = words.hex()
        words.expect("from", self.form)
        unit = words.unit()
        words.end()
        if not self.g.board.here["blue"][where]:
            raise refuse("Nobody is there.", "T-SHELL")
        return f"shell {self.g.grid.name(where)} from {unit}", (unit, where)

    def sample(self, pick: Pick) -> str:
        """The first head's first hex."""
        answers = [o.answer for head in self.heads() for o in self.orders(head)]
        return answers[pick(len(answers))] if answers else ""

    def meant(self, units: Sequence[UnitId], where: Hex) -> Iterator[str]:
        """Pointing at a hex means shelling it."""
        return (f"shell {self.g.grid.name(where)} from {u}" for u in units)

    def close(self, text: str) -> Sequence[str]:
        """The first that is legal from the unit that is named."""
        found = [o.answer for head in self.heads() for o in self.orders(head)]
        return [answer for answer in found if answer.split()[-1] == text.rsplit(maxsplit=1)[-1]][:1]


def rest(g: ToyGame) -> UnitVerb[UnitId]:
    """T-REST  A verb and a unit, one of red that has not moved."""
    moved = Refusal("It has moved.", "T-REST")
    return UnitVerb(
        g.grid,
        "rest UNIT",
        lambda: g.board.on_map["red"],
        why=lambda u, _: moved if "moved" in g.state.units[u].states else None,
        value=lambda u, _: u,
        label=lambda u, _: f"{u} rests",
        one_in=9,
    )


def scout(g: ToyGame) -> UnitVerb[tuple[UnitId, Hex]]:
    """T-SCOUT  A hex next to a unit of red, told before the unit."""
    units = g.state.units
    far = Refusal("It is not next to the hex.", "T-SCOUT")
    return UnitVerb(
        g.grid,
        "scout HEX with UNIT",
        lambda: g.board.on_map["red"],
        lambda u: g.grid.neighbours[units[u].hex],
        why=lambda u, h: None if g.grid.adjacent(units[u].hex, h) else far,
        value=lambda u, h: (u, h),
        label=lambda u, h: f"{u} looks at {g.grid.name(h)}",
    )


def mixed(session: Session, *, duty: str = "") -> MixedAsk[object]:
    """A question of four verbs; *duty* is what stands in the way of its end."""
    g = session.game
    done = Done(DONE_WORD, "End it", None, why=lambda: Refusal(duty, "T-END") if duty else None)
    verbs: list[Verb[object]] = [Shell(g), rest(g), done, March(g)]
    return MixedAsk(g, verbs, side="red", key="t.mixed", prompt="?", rule="T-ASK", grammar=MOVING)


def refused(ask: OrderAsk[Any], text: str) -> Refusal:
    """How an answer is refused."""
    with pytest.raises(IllegalAnswer) as caught:
        ask.read(text)
    return caught.value.refusal


# -- what is listed ----------------------------------------------------------------------------


def test_the_questions_of_the_toy_are_seen_by_what_they_can_do() -> None:
    g = start().game
    move, battle = move_ask(g, "red"), battle_ask(g, "red")
    assert isinstance(move, PathAsk)
    assert not isinstance(move, OrdersAsk | AttackAsk)
    assert isinstance(battle, AttackAsk)
    assert (move.kind, battle.kind) == ("path", "attack")
    assert isinstance(mixed(start()), OrdersAsk)


def test_singles_and_whole_stacks_are_listed_and_other_groups_are_read() -> None:
    session = start()
    g = session.game
    for unit in ("r1", "r2", "r3"):
        g.place(unit, g.grid.hex("0203"), rule="T")
    ask = mixed(session)
    assert [head.answer for head in ask.heads()] == [
        "march r1", "march r2", "march r3", "march r1+r2+r3",
    ]  # fmt: skip
    assert ask.read("march r1+r3 0303") == (
        "march r1+r3 0203-0303", (("r1", "r3"), g.grid.route("0203-0303")),
    )  # fmt: skip
    assert ask.route("march r2+r3", [g.grid.hex("0303")]) == "march r2+r3 0203-0303"
    assert len(ask.reach("march r2+r3")) == 6


def test_others_are_the_orders_without_a_path_and_the_way_out() -> None:
    ask = mixed(start())
    assert [o.answer for o in ask.others()] == [
        *(f"shell {h} from {u}" for u in ("r1", "r2", "r3") for h in ("0802", "0803", "0804")),
        "rest r1", "rest r2", "rest r3", "done",
    ]  # fmt: skip
    answers = [o.answer for o in ask.options()]
    assert answers[:13] == [o.answer for o in ask.others()]
    assert all(answer.startswith("march") for answer in answers[13:])


def test_a_head_that_is_only_asked_for_is_not_searched() -> None:
    g = start().game
    march = March(g)
    ask = OrderAsk[object](g, [march], side="red", key="t", prompt="?", rule="T")
    assert len(ask.heads()) == 3
    assert march.searched == []


def test_pointing_means_what_any_verb_makes_of_it() -> None:
    ask = mixed(start())
    where = ask.g.grid.hex("0101")
    assert ask.meant(["r1"], where) == ["shell 0101 from r1"]


def test_a_question_is_open_while_anything_but_the_way_out_can_be_said() -> None:
    g = start().game
    done = Done(DONE_WORD, "End it", None)
    shut = OrderAsk[object](g, [done], side="red", key="t", prompt="?", rule="T")
    assert (mixed(start()).is_open(), shut.is_open()) == (True, False)


def test_whatever_is_offered_or_composed_reads_back() -> None:
    for seed in range(5):
        ask, pick = mixed(start()), picker(seed)
        offers(ask, pick)
        controllers(ask, pick)


def test_a_crowd_is_listed_by_its_heads_and_never_searched_whole() -> None:
    definition = crowd(1200)
    session = Session.start(definition, new_header(definition, "toy/crossroads", 1))
    march = March(session.game)
    ask = OrderAsk[object](session.game, [march], side="red", key="t", prompt="?", rule="T")
    assert len(ask.heads()) >= 600
    assert len(ask.options()) == 600
    assert len(march.searched) <= 150


# -- sampling ----------------------------------------------------------------------------------


def test_the_rarer_verbs_are_tried_first() -> None:
    ask = mixed(start())
    tried: list[int] = []

    def first(n: int) -> int:
        tried.append(n)
        return n - 1

    assert ask.sample(first) == "done"
    assert tried == [9, 3]
    assert mixed(start()).sample(lambda _: 0) == "rest r1"


def test_a_verb_that_finds_nothing_leaves_it_to_the_next() -> None:
    session = start()
    assert mixed(session, duty="Not yet.").sample(lambda n: n - 1).startswith("march r3 ")
    for unit in ("b1", "b2", "b3"):
        session.game.box(unit, "lost", rule="T")
    assert mixed(session).sample(lambda n: 0 if n == 3 else n - 1) == "done"


def test_a_question_without_any_legal_answer_is_a_bug_of_the_rules() -> None:
    g = start().game
    done = Done(DONE_WORD, "End it", None, why=lambda: Refusal("Not yet.", "T"), one_in=2)
    ask = OrderAsk[object](g, [done], side="red", key="t.stuck", prompt="?", rule="T")
    with pytest.raises(AssertionError, match=r"t\.stuck finds red no legal answer"):
        ask.sample(lambda _: 0)


# -- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("GO r1 0103", "march r1 0102-0103"),
        ("march red 1 0103", "march r1 0102-0103"),
        ("shell 0802 from R2", "shell 0802 from r2"),
        ("rest r3", "rest r3"),
        ("pass", "done"),
        ("End", "done"),
    ],
)
def test_an_order_has_one_canonical_form(text: str, answer: str) -> None:
    assert mixed(start()).read(text)[0] == answer


def test_costs_are_told_of_paths_alone() -> None:
    ask = mixed(start())
    assert ask.costs("march r1 0103") == [(ask.g.grid.hex("0103"), 2, "marches")]
    assert ask.costs("rest r1") == ()


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("march r1+r2 0103", Refusal("They stand in different hexes.", "T-TOGETHER")),
        ("march r1 0103-0104", Refusal("One hex only.", "T-GO")),
        ("march r1 0103 now", Refusal('"now" was not expected here.', "TOY-MV-01")),
        ("shell 0101 from r1", Refusal("Nobody is there.", "T-SHELL", ("shell 0802 from r1",))),
        (
            "shel 0101 from r1",
            Refusal(
                '"shel 0101 from r1" is no order. The nearest: shell. Write shell HEX from UNIT'
                " or rest UNIT or done or march UNIT+UNIT PATH.",
                "T-ASK",
            ),
        ),
        ("done now", Refusal('"now" was not expected here.', "TOY-MV-01")),
    ],
)
def test_a_refusal_has_the_rule_of_its_verb(text: str, refusal: Refusal) -> None:
    assert refused(mixed(start()), text) == refusal


def test_a_verb_and_a_unit_is_refused_with_units_that_can_be_told() -> None:
    session = start()
    ask = mixed(session)
    session.game.gain("r2", "moved", rule="T")
    near = ("rest r3", "rest r1")
    assert refused(ask, "rest r2") == Refusal("It has moved.", "T-REST", near)
    assert [o.answer for o in ask.others() if o.answer.startswith("rest")] == ["rest r1", "rest r3"]


def test_a_verb_may_want_a_hex_as_well_and_tells_it_where_its_form_says() -> None:
    g = start().game
    verbs = [scout(g)]
    ask = MixedAsk(g, verbs, side="red", key="t", prompt="?", rule="T", grammar=MOVING)
    assert ask.read("Scout 0103 with red 1") == ("scout 0103 with r1", ("r1", g.grid.hex("0103")))
    assert [len(list(verb.heads())) for verb in ask.verbs] == [3]
    assert {o.answer.split()[1] for o in ask.others() if o.units == ("r1",)} == {
        g.grid.name(h) for h in g.grid.neighbours[g.state.units["r1"].hex]
    }
    offers(ask, picker(1))
    assert refused(ask, "scout 0802 with r1").rule == "T-SCOUT"
    assert refused(ask, "scout 0103 r1").reason == ('"with" is missing; write scout HEX with UNIT.')


def test_the_way_out_says_what_stands_in_its_way() -> None:
    ask = mixed(start(), duty="0103 holds too many.")
    assert refused(ask, "done") == Refusal("0103 holds too many.", "T-END")
    assert "done" not in [o.answer for o in ask.others()]


def test_a_question_without_a_way_out_cannot_be_passed() -> None:
    g = start().game
    ask = OrderAsk[object](g, [March(g)], side="red", key="t", prompt="?", rule="T-ASK")
    assert refused(ask, "pass") == Refusal("This question cannot be passed.", "T-ASK")


def test_a_head_of_another_kind_goes_nowhere() -> None:
    ask = mixed(start())
    with pytest.raises(IllegalAnswer, match='"rest r1" goes nowhere'):
        ask.reach("rest r1")


def test_the_toy_names_attacks_that_are_legal() -> None:
    session = start()
    g = session.game
    g.place("b1", g.grid.hex("0202"), rule="T")
    ask = battle_ask(g, "red")
    assert refused(ask, "attack 0202 by r1").nearest[0].startswith("attack 0202 from")
    assert refused(ask, "attack 0101 from r1").nearest == ("0202",)
