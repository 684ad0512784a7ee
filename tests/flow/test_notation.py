"""Words: what a player may write, and the refusal for everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.flow.table import start
from wargame.flow.ask import IllegalAnswer, Refusal, nearest
from wargame.flow.notation import Grammar, Words


def _name(g: Any, unit: str) -> str:
    return {"b2": "Blue", "b3": "Twin", "r3": "Twin"}.get(unit) or str(g.content.units[unit].name)


GRAMMAR = Grammar("T-ORDER", unit="T-UNIT", path="T-PATH", name=_name)
CARDS = {"c1": "Blitz", "c2": "Blitz at dawn", "c3": "Fog"}


def words(text: str, grammar: Grammar = GRAMMAR) -> Words:
    """The words of an answer at the toy's first question."""
    return Words(start().game, text, grammar)


def refused(read: Callable[[], object]) -> Refusal:
    """How a reading is refused."""
    with pytest.raises(IllegalAnswer) as caught:
        read()
    return caught.value.refusal


def test_words_are_read_from_left_to_right_whatever_their_case() -> None:
    read = words("  Move R1   AT b1 ")
    assert (read.word(), read.next, read.unit()) == ("move", "r1", "r1")
    assert (read.takes("to", "at"), read.takes("to", "at"), read.more) == ("at", "", True)
    read.word()
    read.end()
    assert (read.next, read.word(), read.more) == ("", "", False)


def test_a_word_that_must_stand_there_is_asked_for_with_the_form() -> None:
    refusal = refused(lambda: words("0403").expect("from", "attack HEX from UNIT"))
    assert refusal == Refusal('"from" is missing; write attack HEX from UNIT.', "T-ORDER")


def test_a_word_too_many_is_named() -> None:
    assert refused(words("please").end) == Refusal('"please" was not expected here.', "T-ORDER")


@pytest.mark.parametrize(
    ("text", "unit"), [("r1", "r1"), ("RED 1", "r1"), ("red  2 0102", "r2"), ("blue 1", "b1")]
)
def test_a_unit_goes_by_its_id_or_its_name(text: str, unit: str) -> None:
    assert words(text).unit() == unit


def test_the_longest_name_that_fits_is_meant() -> None:
    assert words("blue 0102").unit() == "b2"
    read = words("blitz at dawn")
    assert (read.one_of("card", CARDS), read.more) == ("c2", False)
    read = words("blitz at r1")
    assert (read.one_of("card", CARDS), read.next) == ("c1", "at")


@pytest.mark.parametrize(
    ("text", "says", "rule"),
    [
        ("", "The order names no unit.", "T-UNIT"),
        ("r9", 'There is no unit "r9". The nearest: r3, r2, r1.', "T-UNIT"),
        ("zzzzzz", 'There is no unit "zzzzzz".', "T-UNIT"),
        ("twin", '"twin" may be r3 or b3.', "T-UNIT"),
    ],
)
def test_a_unit_that_is_not_there_is_refused_with_the_nearest(
    text: str, says: str, rule: str
) -> None:
    assert refused(words(text).unit) == Refusal(says, rule)


def test_without_names_and_rules_of_their_own_the_rule_of_the_order_refuses() -> None:
    assert refused(words("red 1", Grammar("T-ORDER")).unit).rule == "T-ORDER"
    assert refused(words("0901", Grammar("T-ORDER")).hex).rule == "T-ORDER"


@pytest.mark.parametrize("text", ["r1+r2", "r1 + r2", "red 1 + red 2", "R1 + Red 2"])
def test_a_stack_is_units_put_together(text: str) -> None:
    read = words(f"{text} 0102")
    assert (read.stack(), read.next) == (("r1", "r2"), "0102")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("r1+r1", "A unit is named twice."),
        ("r1+r7", 'There is no unit "r7". The nearest: r3, r2, r1.'),
        ("r1 +", "The order names no unit."),
        ("r1+", 'There is no unit "r1+". The nearest: r1.'),
    ],
)
def test_a_stack_is_refused_by_the_unit_that_is_wrong(text: str, says: str) -> None:
    assert refused(words(text).stack) == Refusal(says, "T-UNIT")


def test_the_nearest_is_found_in_whatever_case() -> None:
    known = ["A-HP2", "A-HP3", "S-2", "Reserve"]
    assert nearest("g-hp2", known) == ("A-HP2", "A-HP3", "S-2")
    assert nearest("RESERV", known) == ("Reserve",)


@pytest.mark.parametrize(("text", "card"), [("C3", "c3"), ("fog", "c3"), ("blitz", "c1")])
def test_a_card_goes_by_its_id_or_its_title(text: str, card: str) -> None:
    assert words(text).one_of("card", CARDS) == card


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The order names no box."),
        ("reserv", 'There is no box "reserv". The nearest: Reserve.'),
    ],
)
def test_a_box_that_is_not_there_is_refused_with_the_nearest(text: str, says: str) -> None:
    read = words(text)
    assert refused(lambda: read.one_of("box", ["Reserve", "Lost"])) == Refusal(says, "T-ORDER")


def test_a_box_keeps_its_spelling() -> None:
    assert words("RESERVE").one_of("box", ["Reserve", "Lost"]) == "Reserve"


@pytest.mark.parametrize(
    ("text", "says"),
    [("0901", "the nearest is 0801"), ("east", "is not a hex number"), ("", "A hex is missing")],
)
def test_a_hex_off_the_map_is_refused_with_the_nearest(text: str, says: str) -> None:
    refusal = refused(words(text).hex)
    assert (refusal.rule, says in refusal.reason) == ("T-PATH", True)


def test_a_hexside_is_its_two_hexes_in_either_order() -> None:
    grid = start().game.grid
    side = grid.hex("0102"), grid.hex("0103")
    assert words("0102/0103").hexside() == words("0103/0102").hexside() == side


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0102/0104", '"0102/0104" is no hexside: 0102 touches 0103.'),
        ("0102/0102", '"0102/0102" is no hexside: 0102 touches another hex.'),
    ],
)
def test_two_hexes_apart_are_no_hexside(text: str, says: str) -> None:
    assert refused(words(text).hexside) == Refusal(says, "T-PATH")


def test_a_hexside_without_its_second_hex_is_refused() -> None:
    assert refused(words("0102").hexside).rule == "T-PATH"


def test_a_path_may_begin_with_the_hex_where_the_mover_stands_or_the_next() -> None:
    game = start().game
    here = game.grid.hex("0102")
    paths = [words(text).path(here) for text in ("0102-0103-0104", "0103-0104")]
    assert paths[0] == paths[1] == game.grid.route("0102-0103-0104")
    assert words("0103-0104").path() == game.grid.route("0103-0104")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0102-0104", "0104 is not next to 0102: name every hex of the path, as 0102-0103-0104."),
        (
            "0101-0106",
            "0106 is not next to 0101: name every hex of the path, as 0101-0102-0103-0104 and so on.",
        ),
        ("0102-0102", "0102 is not next to 0102: name every hex of the path."),
    ],
)
def test_a_gap_in_a_path_is_refused_with_what_lies_between(text: str, says: str) -> None:
    assert refused(words(text).path) == Refusal(says, "T-PATH")


def test_a_path_off_the_map_is_refused() -> None:
    assert "the nearest is 0801" in refused(words("0801-0901").path).reason
