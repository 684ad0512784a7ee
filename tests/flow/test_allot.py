"""Numbers dealt out among rows: what is read, what is refused with its sum, what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from tests.toy import TOY
from wargame.cli.question import ask_view, beside_lines
from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.ask import IllegalAnswer, Odds, Refusal
from wargame.flow.session import Session, new_header


def air() -> Allotment:
    """Nine points, all to be given, between two purposes."""
    rows = [
        Share("interdiction", "Interdiction", 9, purse="air"),
        Share("ground", "Ground Support", 9, purse="air"),
    ]
    purses = {"air": Purse("Air Points", 9, must=9)}
    proposed = {"interdiction": 5, "ground": 4}
    return Allotment("red", "air", "How?", rows, purses, rule="T-AIR", proposed=proposed)


def _one_army(amounts: Mapping[str, int]) -> Refusal | None:
    both = amounts["v"] and amounts["xxx"]
    return Refusal("V and XXX Corps are of two armies.", "T-ARMY") if both else None


def support() -> Allotment:
    """Six points: corps at 1 each, guns at 2; one row has what it must have."""
    rows = [
        Share("v", "V Corps", 1, purse="six", units=("r1",)),
        Share("xxx", "XXX Corps", 1, purse="six"),
        Share("guns", "Guns", 3, least=1, price=2, purse="six", rule="T-GUNS"),
        Share("free", "Free fire", 2),
    ]
    odds = Odds("1:1", (), ())
    return Allotment(
        "red", "support", "Who?", rows, {"six": Purse("points", 6)}, rule="T-SUP",
        why_not=_one_army, odds=lambda amounts: odds if amounts["free"] else None, nothing="Nobody",
        account=lambda amounts: [f"{sum(amounts.values())} in all"],
    )  # fmt: skip


def refused(ask: Allotment, text: str) -> Refusal:
    with pytest.raises(IllegalAnswer) as error:
        ask.read(text)
    return error.value.refusal


def test_numbers_are_read_in_any_order_and_written_in_that_of_the_rows() -> None:
    canonical = "allocate interdiction=5 ground=4", {"interdiction": 5, "ground": 4}
    for text in (
        "allocate interdiction=5 ground=4",
        " Allocate ground = 4 interdiction 5",
        "interdiction 5 ground 4",
        "Ground 4, Interdiction 5",
        " ground  4 interdiction 5",
    ):
        assert air().read(text) == canonical
    assert air().read("ground 9") == ("allocate ground=9", {"interdiction": 0, "ground": 9})


def test_a_hex_that_gets_something_is_no_number() -> None:
    rows = [Share(name, f"a work in {name}", 2) for name in ("1411", "1611", "2511")]
    ask = Allotment("red", "dig", "Where?", rows, {}, rule="T")
    both = {"1411": 1, "1611": 1, "2511": 2}
    assert ask.read("allocate 1411 1611 2511=2") == ("allocate 1411=1 1611=1 2511=2", both)
    assert ask.read("1411=1 1611 2511 2")[1] == both
    assert refused(ask, "1411=x").reason == "a work in 1411 gets a whole number, not x."


def test_a_row_of_one_is_named_alone() -> None:
    assert support().read("v guns 2") == (
        "allocate v guns=2",
        {"v": 1, "xxx": 0, "guns": 2, "free": 0},
    )
    assert support().read("v 1 guns 1")[0] == "allocate v guns=1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("interdiction 5 ground 3", "9 Air Points must be given; that is 8."),
        ("interdiction 9 ground 9", "That takes 18 Air Points; there are 9."),
        ("interdiction 10", "Interdiction gets at most 9, not 10."),
        ("interdiction=-1 ground=10", "Interdiction gets a whole number, not -1."),
        ("interdiction=", "Interdiction gets a whole number, not nothing."),
        ("interdiction 4 interdiction 5", "Interdiction is named twice."),
        ("done", "9 Air Points must be given; that is 0."),
        ("grund 9", '"grund" gets nothing here. The nearest: ground.'),
    ],
)
def test_what_does_not_sum_is_refused_with_the_sum(text: str, said: str) -> None:
    refusal = refused(air(), text)
    assert (refusal.reason, refusal.rule) == (said, "T-AIR")


def test_bounds_prices_and_the_games_own_reasons_refuse_too() -> None:
    ask = support()
    assert refused(ask, "v") == Refusal("Guns gets at least 1, not 0.", "T-GUNS")
    assert refused(ask, "guns 3 v") == Refusal("That takes 7 points; there are 6.", "T-SUP")
    assert refused(ask, "v xxx guns 1") == Refusal("V and XXX Corps are of two armies.", "T-ARMY")
    assert ask.read("guns 3 free 2")[1]["free"] == 2


def test_what_is_offered_is_legal_and_says_what_it_gives() -> None:
    assert [(o.answer, o.label) for o in air().options()] == [
        ("allocate interdiction=5 ground=4", "Interdiction 5, Ground Support 4"),
    ]
    assert [o.answer for o in support().options()] == ["allocate guns=1"]
    rows = [Share("v", "V Corps", 1)]
    free = Allotment("red", "k", "Who?", rows, {}, rule="T", proposed={"v": 1}, nothing="Nobody")
    assert [(o.answer, o.label) for o in free.options()] == [
        ("allocate v", "V Corps"), ("done", "Nobody"),
    ]  # fmt: skip


def test_the_sums_are_told_as_they_stand() -> None:
    assert air().account({"interdiction": 3}) == ["Air Points: 3 of 9 given"]
    ask = support()
    assert ask.account({"v": 1, "guns": 2}) == ["points: 5 of 6 given", "3 in all"]


def test_odds_are_those_of_the_amounts() -> None:
    assert support().odds("guns 1") is None
    assert support().odds("guns 1 free") == Odds("1:1", (), ())


def test_a_question_without_a_choice_is_settled() -> None:
    fixed = [Share("a", "A", 2, least=2), Share("b", "B", 0)]
    assert Allotment("red", "k", "?", fixed, {}, rule="T").settled == "allocate a=2"
    assert air().settled == ""


def test_a_row_is_named_by_its_title_too_and_a_word_that_is_none_is_explained() -> None:
    rows = [Share("x.v", "V Corps", 1), Share("x.vii", "VII Corps", 3), Share("y.v", "V Corps", 1)]
    why = {"x.z": Refusal("Z is not on the map.", "T-Z")}
    ask = Allotment("red", "k", "?", rows, {}, rule="T", explain=why.get)
    assert ask.read("allocate VII  corps 2")[0] == "allocate x.vii=2"
    assert refused(ask, "allocate x.z").rule == "T-Z"
    assert "x.v or y.v" in refused(ask, "allocate v corps").reason


@pytest.mark.parametrize("make", [air, support])
def test_samples_are_legal_and_differ(make: Callable[[], Allotment]) -> None:
    ask, random = make(), Random(4)
    drawn = {ask.sample(random.randrange) for _ in range(60)}
    assert len(drawn) >= 8
    for text in drawn:
        assert ask.read(text)[0] == text


def test_nothing_to_give_to_is_no_question() -> None:
    with pytest.raises(AssertionError, match="nothing to give to"):
        Allotment("red", "k", "?", [], {}, rule="T")


def test_line_mode_and_json_tell_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(TOY, new_header(TOY, "toy/crossroads", 3))
    monkeypatch.setattr(Session, "ask", property(lambda _: support()))
    lines = list(beside_lines(session))
    assert "      guns  Guns, 1 to 3" in lines
    assert "      v  V Corps, up to 1" in lines
    rows = ask_view(session)["rows"]
    assert rows[2] == {
        "key": "guns", "title": "Guns", "least": 1, "most": 3, "price": 2, "purse": "six", "note": "",
    }  # fmt: skip
    dug = Allotment("red", "dig", "Where?", [Share("1818", "Hedge", 1)], {}, rule="T")
    monkeypatch.setattr(Session, "ask", property(lambda _: dug))
    assert list(beside_lines(session)) == [
        "Name what is chosen: `allocate KEY KEY`.",
        "      1818  Hedge",
    ]


def test_the_one_that_must_be_given_goes_from_row_to_row() -> None:
    rows = [Share(name, name, 1, purse="steps") for name in ("a", "b", "c")]
    purses = {"steps": Purse("steps", 1, must=1)}
    ask = Allotment("red", "losses", "Who?", rows, purses, rule="T", proposed={"a": 1})
    assert {"a": 0, "b": 0, "c": 1} == ask.balance(rows[2], {"a": 1, "b": 0, "c": 1})
    assert {"a": 1, "b": 0, "c": 0} == ask.balance(rows[0], {"a": 0, "b": 0, "c": 0}), "again"
    two = {"steps": Purse("steps", 2, must=2)}
    ask = Allotment("red", "losses", "Who?", rows, two, rule="T", proposed={"a": 1, "b": 1})
    assert {"a": 1, "b": 1, "c": 1} == ask.balance(rows[2], {"a": 1, "b": 1, "c": 1})
