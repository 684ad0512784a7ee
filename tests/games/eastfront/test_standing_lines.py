"""EF-AU-02, EF-AU-03, EF-AU-05, EF-AU-11  Which line an order lays, where units come back, and what it says of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.eastfront.laid import GAME, answers, by_seat, equal_by_hand, given, laid, play_to
from wargame.cli.question import order_lines
from wargame.flow.journal import Teller
from wargame.flow.session import Session
from wargame.flow.verify import verify
from wargame.games.eastfront.standing.railways import line_of

FAR = {"S-63": "4030"}
"""A rifle corps that nobody will meet."""
GROUND = "eastfront.axis.movement.ground"
Units = Mapping[str, str | Mapping[str, Any]]


def peace() -> Session:
    """An army behind the front in the movement of September 1941."""
    return laid(GROUND, {"A-H4": "0635", "G-VII": "0935", "G-RE1": "1035", **FAR})


def test_a_march_that_stands_still_says_why_at_once_and_in_the_list() -> None:
    """EF-AU-02, EF-AU-11  An enemy near by, no way, work; else how it goes."""
    units: Units = {
        "A-H4": "0635", "G-VII": "1035", "G-IX": "0934", "G-XII": "1040", "S-63": "1335", "A-HF": "2210",
        "G-RE1": {"hex": "0535", "states": ["working"]},
    }  # fmt: skip
    session = laid(GROUND, units)
    given(session, "quiet off", "march propose")
    cases = {
        "march G-VII 0331": "stands still: 63rd Rifle Corps in 1335 is within 3 hexes, so move it by hand",
        "march G-IX 0635": "goes by road, 3 hexes",
        "march G-XII 0635": "goes by rail as capacity allows",
        "march G-RE1 0331": "stands still: it is at work this turn",
        "march A-HF 0635": "finds no way to 0635 Warsaw now",
        "march A-H4 0635": "is there",
    }
    for n, (text, said) in enumerate(cases.items(), 3):
        entry = session.answer(f"order {text}")
        assert session.comes_to(entry) == said
        assert f"Axis order {n}: {text} - {said}" in order_lines(session, ["axis"])
    entry = session.answer("order march G-VII G-IX 0635")
    assert session.comes_to(entry).startswith("VII Corps stands still: ")
    assert session.comes_to(entry).endswith("; IX Corps goes by road, 3 hexes")
    assert session.comes_to(session.answer("order march off")) == ""
    assert session.comes_to(session.answer("order march G-VII 0635")) == "nothing, as march is off"


def test_a_march_of_several_units_is_an_order_for_each() -> None:
    """EF-AU-11"""
    session = given(peace(), "quiet off", "march A-H4 0535", "march g-vii A-H4 G-VII 1035")
    assert list(session.state.lists["standing.axis"]) == [
        "quiet off", "march G-VII 1035", "march A-H4 1035",
    ]  # fmt: skip
    assert {text.split()[1] for text in answers(session)} == {"G-VII", "A-H4"}
    assert verify(GAME, session.header, session.entries[1:]).ok


CONVERTED = {"control": {"axis": ["1135", "1136", "1235", "1236", "1334", "1335", "1435"]}}


@pytest.mark.parametrize("names", [("G-RE1", "G-CE1"), ("G-CE1", "G-RE1")])
def test_engineers_lay_three_hexes_a_turn_from_a_railhead(names: Sequence[str]) -> None:
    """EF-AU-03, EF-EN-19  They march on from the end of the net, and convert what they may."""

    def ready() -> Session:
        units: Units = {"A-H4": "0635", "G-RE1": "0935", "G-CE1": "0935", **FAR}
        return laid(GROUND, units, layout=CONVERTED)

    session = ready()
    line = line_of(session.game, "axis", ("G-RE1", "1435"))
    assert [session.game.grid.name(h) for h in line] == ["1035", "1135", "1235", "1334", "1435"]
    given(session, "quiet off", "convert on", *(f"convert {name} 1435" for name in names))
    begun = {m.hex for m in session.state.markers.values() if m.kind == "convert"}
    assert begun == set(line[1:4])
    assert answers(session)[0].startswith(f"move {names[0]} 0935-1035")
    equal_by_hand(session, ready())
    assert answers(given(ready(), "convert G-RE1 1435")) == [], "it proposes at first"


def test_an_engineer_far_behind_comes_by_rail_and_marches_on() -> None:
    """EF-AU-03, EF-RA-14"""
    units: Units = {"A-H4": "0635", "G-RE1": "0340", **FAR}
    session = laid(GROUND, units, layout=CONVERTED)
    given(session, "quiet off", "convert on", "convert G-RE1 1435")
    assert answers(session) == [
        "rail G-RE1 1035", "move G-RE1 1035-1135", "start convert G-RE1 1135",
        "start convert G-RE1 1235",
    ]  # fmt: skip
    equal_by_hand(session, laid(GROUND, units, layout=CONVERTED))


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("G-RE5 2442", "from 1138 Chelm by Kovel, Sarny: 13 hexes; waits: 1238 is not your own"),
        ("G-RE3 2032", "from 1035 by Brest, Baranovichi: 10 hexes"),
        ("G-RE5 1035 2442", "from 1035 by Brest, Kovel: 15 hexes"),
        ("G-RE3 0635", "is done: the net reaches 0635 Warsaw"),
        ("G-RE1 2032", "from 1035 by Brest, Baranovichi: 10 hexes"),
    ],
)
def test_an_engineer_takes_the_shortest_line_from_where_it_is(order: str, said: str) -> None:
    """EF-AU-03, R-350  Not that with the fewest hexes to lay, wherever it begins; it says which at once."""
    units: Units = {"A-H4": "0635", "G-RE5": "1138", "G-RE3": "0935", "G-RE1": "0934", **FAR}
    session = laid(GROUND, units, layout=CONVERTED)
    entry = session.answer(f"order convert {order}")
    assert session.comes_to(entry) == said
    assert f"Axis order 1: convert {order} - {said}" in order_lines(session, ["axis"])


def test_a_line_named_with_its_beginning_takes_the_place_of_another_and_ends_with_its_engineer() -> (
    None
):
    """EF-AU-02, EF-AU-03"""
    session = given(peace(), "convert G-RE1 2032", "convert G-RE1 1035 2442")
    assert list(session.state.lists["standing.axis"]) == ["convert G-RE1 1035 2442"]
    play_to(session, "axis", "supply.move")
    assert list(session.state.lists["standing.axis"]) == ["convert G-RE1 1035 2442"]


def test_an_engineer_keeps_away_from_a_railhead_that_an_enemy_is_near() -> None:
    """EF-AU-02, EF-AU-03"""
    units: Units = {"A-H4": "0635", "G-RE1": "0635", "S-63": "1335"}
    session = laid(GROUND, units, layout={"control": {"axis": ["1135", "1235"]}})
    given(session, "quiet off", "convert on")
    entry = session.answer("order convert G-RE1 1435")
    assert session.comes_to(entry).endswith("waits: 63rd Rifle Corps is within 3 hexes of 1035")
    assert answers(session) == []


@pytest.mark.parametrize(
    ("more", "home", "said"),
    [
        ({"A-HP1": "1040"}, "0340", "the nearest to 1st Panzer Group"),
        ({}, "0635", "the nearest to the front"),
    ],
)
def test_a_unit_rebuilt_by_order_comes_back_near_its_hq_or_the_front(
    more: Mapping[str, str], home: str, said: str
) -> None:
    """EF-AU-05, EF-RP-11, R-352  Not in the lowest hex; and it says why there."""

    def lost() -> Session:
        units: dict[str, Any] = {
            "A-H4": "0635", "G-XIV": {"box": "pool"}, "S-63": "1335", **more,
        }  # fmt: skip
        return laid("eastfront.axis.replacement.ground", units, layout={"rp": {"axis arm": 2}})

    session = given(lost(), "replace GP", "replace on")
    assert answers(session)[:2] == ["rebuild G-XIV 1", f"place G-XIV {home}"]
    line = Teller(GAME, session.game, session.steps).line(by_seat(session)[1].events[0])
    assert line is not None
    assert line.text == f"The Axis side decides by its orders: place G-XIV {home}, {said}."
    equal_by_hand(session, lost())
