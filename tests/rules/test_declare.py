"""Declaring attacks: what is listed, drawn or composed reads back, and no duty is left to nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.flow.table import picker, start
from wargame.flow.ask import DONE_WORD, IllegalAnswer, Refusal
from wargame.flow.orders import DeclareAsk, Done
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.declare import DeclareVerb, Hexes, Units

A, B, C = 8, 9, 10
TOUCH = {"r1": (A, B), "r2": (B,), "r3": (A, B, C)}


class Assault(DeclareVerb[tuple[Hexes, Units]]):
    """Whoever touches all of the hexes attacks them."""

    words, form, rule, duty = ("attack",), "attack HEX from UNIT UNIT", "T-FORM", "T-DUTY"

    def __init__(self, must: Mapping[Hex, Sequence[UnitId]] | None = None, most: int = 99) -> None:
        self.g, self.touch, self.must, self.most = start().game, TOUCH, must or {}, most

    def order(self, targets: Hexes, units: Units) -> tuple[Hexes, Units]:
        return targets, units

    def label(self, targets: Hexes, units: Units) -> str:
        return f"{len(targets)} by {len(units)}"

    def why_no_target(self, target: Hex) -> Refusal | None:
        return None if target in self.targets() else Refusal("Nobody is there.", "T-HEX")

    def why_no_attack(self, unit: UnitId, targets: Hexes) -> Refusal | None:
        able = unit in self.attackers(targets)
        return None if able else Refusal(f"{unit} does not touch it.", "T-UNIT")


def question(verb: Assault) -> DeclareAsk[tuple[Hexes, Units] | None]:
    out = Done[tuple[Hexes, Units] | None](DONE_WORD, "Enough", None, why=verb.why_not_done)
    return DeclareAsk(verb.g, verb, out, side="red", key="t", prompt="?", rule="T")


def refused(verb: Assault, text: str) -> str:
    with pytest.raises(IllegalAnswer) as caught:
        question(verb).read(text)
    return caught.value.refusal.rule


def attack(verb: Assault, targets: Sequence[Hex], *units: UnitId) -> str:
    return verb.compose(targets, units)


@pytest.mark.parametrize("must", [{}, {A: ("r1", "r3"), C: ("r3",)}, {B: ("r2",), C: ("r3",)}])
@pytest.mark.parametrize("most", [1, 2, 99])
def test_whatever_is_listed_or_drawn_reads_back(
    must: dict[Hex, Sequence[UnitId]], most: int
) -> None:
    if most == 1 and C in must and A in must:
        must = {C: ("r3",)}
    ask = question(Assault(must, most))
    for option in ask.options():
        assert ask.read(option.answer)[0] == option.answer
    for seed in range(30):
        text = ask.sample(picker(seed))
        assert ask.read(text)[0] == text


def test_the_obligatory_come_first_and_attackers_touch_all() -> None:
    verb = Assault({C: ("r3",)})
    assert verb.targets() == [C, A, B]
    assert list(verb.attackers([A, B])) == ["r1", "r3"]
    assert list(Assault(most=1).attackers([A, B])) == []


def test_nobody_may_be_left_to_whom_an_attack_is_owed() -> None:
    verb = Assault({C: ("r3",), A: ("r1", "r3")})
    assert refused(verb, attack(verb, [A], "r3")) == "T-DUTY"
    assert question(verb).read(attack(verb, [A, C], "r3"))[1] == ((A, C), ("r3",))
    assert question(verb).read(attack(verb, [A], "r1"))[1] == ((A,), ("r1",))


def test_all_are_offered_or_whom_the_first_order_names() -> None:
    assert question(Assault()).offered([A]) == ([A], ["r1", "r3"])
    assert question(Assault({C: ("r3",)})).offered([A]) == ((A,), ("r1",))
    assert question(Assault({A: ("r3",), B: ("r3",)})).offered([C]) == ((A, B, C), ("r3",))


def test_the_phase_does_not_end_before_the_duty_is_done() -> None:
    assert refused(Assault({C: ("r3",)}), "done") == "T-DUTY"
    assert question(Assault()).read("done")[1] is None


def test_refusals_tell_hex_unit_and_form_apart() -> None:
    verb = Assault(most=1)
    assert refused(verb, "attack 0806 from r1") == "T-HEX"
    assert refused(verb, attack(verb, [C], "r1")) == "T-UNIT"
    assert refused(verb, attack(verb, [A, B], "r1")) == "T-FORM"
    assert refused(verb, "attack from r1") == "T-FORM"
