"""Air interdiction: targeted hexes, the Level, what is set aside (NOR-IT, NOR-AA-05, NOR-AA-06)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.normandy.table import (
    answers,
    asked,
    is_legal,
    notes,
    play,
    position,
    refusal,
    refused_by,
    track,
)
from wargame.flow.ask import IllegalAnswer, PathAsk
from wargame.flow.session import Session
from wargame.games.normandy.works import bridge_state, is_targeted

INF, GR, MECH = "us.30.117th", "ge.331.gr559", "ge.lehr.pzr130"
ORNE = "3321-3421"


def targeting(units: dict[str, str] | None = None, **more: Any) -> Session:
    """At the question which hexes are targeted: 5 points, Overcast."""
    placed = {INF: "1918", GR: "5130", **(units or {})}
    return position(
        "allied.interdiction", placed, **{"weather": "overcast", "interdiction": 5, **more}
    )


def levelling(**more: Any) -> Session:
    """Before the Air Interdiction Determination Phase."""
    return position("german.interdiction", {INF: "1918", GR: "5130"}, **more)


def bridge(session: Session, name: str) -> int:
    """The state of a bridge."""
    a, b = map(session.game.grid.hex, name.split("-"))
    return bridge_state(session.game, a, b)


def targeted(session: Session, number: str) -> bool:
    """Whether a hex is targeted."""
    return is_targeted(session.game, session.game.grid.hex(number))


# -- worked example ---------------------------------------------------------------------------------


def test_example_16_two_hexes_a_bridge_and_the_level() -> None:
    """EX-16, NOR-IT-01, NOR-IT-04, NOR-IT-05, NOR-AA-05  5 points: one hex, 3 left for the Level."""
    session = targeting({MECH: "3320"}, dice=(6,))
    play(session, "target 3321")
    assert targeted(session, "3321")
    assert answers(session) == [f"destroy {ORNE}", "destroy 3321-3422"]
    play(session, f"destroy {ORNE}")
    assert (bridge(session, ORNE), bridge(session, "3321-3422")) == (1, 0)
    assert track(session, "interdiction") == 3
    assert is_legal(session, "target 2018")
    assert refusal(session, "target 2018 2019").reason.startswith(
        "In overcast weather 2 hexes are the most in a turn, not 3."
    )
    moving = position(
        "german.interdiction", {INF: "1918", GR: "5130", MECH: "3320"}, targeted=["3321"],
        bridges={ORNE: "destroyed"}, interdiction=3, weather="overcast", dice=(2,),
    )  # fmt: skip
    assert track(moving, "level") == 1
    ask = asked(moving)
    assert isinstance(ask, PathAsk)
    assert [cost for _, cost, _ in ask.costs(f"move {MECH} 3320-3321")] == [8]


# -- targeted hexes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "points", "most"),
    [("clear", 9, 4), ("clear", 7, 3), ("overcast", 9, 2), ("overcast", 3, 1)],
)
def test_two_points_a_hex_and_as_many_as_the_weather_lets(
    weather: str, points: int, most: int
) -> None:
    """NOR-IT-05  Clear 4, Overcast 2."""
    hexes = ["2018", "2019", "2020", "3516", "3617"]
    session = targeting(weather=weather, interdiction=points, dice=(1,) * 9)
    assert is_legal(session, "target " + " ".join(hexes[:most]))
    assert refused_by(session, "target " + " ".join(hexes[: most + 1])) == "NOR-IT-05"
    play(session, "target " + " ".join(hexes[:most]))
    assert track(session, "interdiction") in (points - 2 * most, 0)
    assert all(targeted(session, h) for h in hexes[:most])
    assert session.ask is None or asked(session).key != "interdiction.target"


@pytest.mark.parametrize(
    ("weather", "points"), [("rain", 9), ("storm", 9), ("clear", 1), ("clear", 0)]
)
def test_no_hex_can_be_targeted(weather: str, points: int) -> None:
    """NOR-IT-05  Rain or Storm, or fewer than 2 points: nothing is asked."""
    session = targeting(weather=weather, interdiction=points)
    assert asked(session).key != "interdiction.target"


def test_which_hexes_can_be() -> None:
    """NOR-IT-05  A road and no Allied unit; control does not matter; each once."""
    session = targeting({"us.hq.xix": "1916", "us.30.119th": "2516"}, targeted=["2018"])
    assert refused_by(session, "target 1918") == "NOR-IT-05"
    assert refused_by(session, "target 1916") == "NOR-IT-05"
    off_road = next(
        h for h in session.game.grid.neighbours[session.game.grid.hex("2018")]
        if h not in session.game.content.road_hexes
    )  # fmt: skip
    assert refused_by(session, f"target {session.game.grid.name(off_road)}") == "NOR-IT-05"
    assert refused_by(session, "target 2018") == "NOR-IT-05"
    assert refused_by(session, "target 2019 2019") == "NOR-IT-05"
    assert is_legal(session, "target 3112")


def test_every_hex_is_offered_the_best_first() -> None:
    """NOR-IT-05  Behind the front, bridges before mere roads; several hexes are typed."""
    session = targeting()
    assert answers(session)[0] == "done"
    assert "target 2018" in answers(session)[:6]
    assert {"target 3112", "target 5434"} <= set(answers(session))
    assert all(is_legal(session, answer) for answer in answers(session)[::20])
    assert refused_by(session, "target") == "NOR-IT-05"


@pytest.mark.parametrize(("die", "falls"), [(4, False), (5, True), (6, True)])
def test_one_bridge_falls_on_5_or_6(die: int, falls: bool) -> None:
    """NOR-IT-05  The only one there is, unasked."""
    session = targeting({}, dice=(die,))
    play(session, "target 3714")
    assert bridge(session, "3714-3715") == falls


def test_no_die_without_an_intact_bridge() -> None:
    """NOR-IT-05"""
    session = targeting({}, bridges={"3714-3715": "destroyed"}, dice=(6,))
    play(session, "target 3714")
    assert targeted(session, "3714")
    assert not [h for h in session.state.layers["bridge"].values() if h == 2]
    assert session.state.script == [6]


def test_markers_last_until_the_german_has_moved() -> None:
    """NOR-IT-05  Off at the end of the next German Movement Phase."""
    session = position(
        "german.tactical", {INF: "1918", GR: "5130"}, targeted=["3321"], weather="clear"
    )
    play(session, "done")
    if asked(session).key == "movement.strategic":
        play(session, "done")
    assert not targeted(session, "3321")


# -- the Level --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "die", "level"),
    [(3, 1, 0), (3, 2, 1), (6, 2, 1), (6, 3, 2), (6, 6, 2), (9, 3, 2), (9, 4, 3)],
)
def test_a_die_and_the_points_left(points: int, die: int, level: int) -> None:
    """NOR-IT-02, NOR-IT-04  Table 4.12."""
    session = levelling(interdiction=points, dice=(die,))
    assert track(session, "level") == level
    assert notes(session, "interdiction_level") == [{"level": level}]


def test_no_points_no_die() -> None:
    """NOR-AA-06  The Level is 0, whatever it was."""
    session = levelling(level=3, dice=(6,))
    assert track(session, "level") == 0
    assert session.state.script == [6]


# -- German player-turn first -----------------------------------------------------------------------


def test_points_are_set_aside_when_the_german_goes_first() -> None:
    """NOR-IT-06  Any even number; the roll uses the rest."""
    session = levelling(first="german", interdiction=7, weather="overcast", dice=(3,))
    assert answers(session) == ["aside 0", "aside 2", "aside 4", "aside 6"]
    assert refused_by(session, "aside 3") == "NOR-IT-06"
    assert refused_by(session, "aside 8") == "NOR-IT-06"
    play(session, "aside 4")
    assert (track(session, "aside"), track(session, "interdiction")) == (4, 3)
    assert track(session, "level") == 1


def test_the_chances_of_each_level() -> None:
    """NOR-IT-04  7 points: 8 to 13; 3 points: 4 to 9; none: Level 0."""
    session = levelling(first="german", interdiction=7, weather="overcast")

    def chances(answer: str) -> dict[str, Fraction]:
        odds = asked(session).odds(answer)
        assert odds is not None
        return {o.words: o.chance for o in odds.outcomes}

    sixth = Fraction(1, 6)
    assert chances("aside 0") == {"Level 1": sixth, "Level 2": 4 * sixth, "Level 3": sixth}
    assert chances("aside 4") == {"Level 0": sixth, "Level 1": 4 * sixth, "Level 2": sixth}


def test_what_is_not_set_aside_is_not_spent_on_hexes() -> None:
    """NOR-IT-06  Segment 14 spends only what was set aside."""
    session = targeting(first="german", interdiction=3, tracks={}, aside=2, weather="clear")
    assert refused_by(session, "target 2018 2019") == "NOR-IT-06"
    play(session, "target 2018")
    assert track(session, "interdiction") in (3, 0)
    assert track(session, "aside") == 0
    none = targeting(first="german", interdiction=8, aside=0)
    assert asked(none).key != "interdiction.target"
    with pytest.raises(IllegalAnswer, match="2 hexes cost 4 points; 3 are left"):
        asked(targeting(interdiction=3)).read("target 2018 2019")


@pytest.mark.parametrize(
    "more",
    [
        {"first": "allied", "interdiction": 6},
        {"first": "german", "interdiction": 1},
        {"first": "german", "interdiction": 6, "weather": "rain"},
    ],
)
def test_nothing_to_set_aside(more: dict[str, Any]) -> None:
    """NOR-IT-06, R-118  Allied first, fewer than 2 points, no weather for targets."""
    session = levelling(**{"weather": "clear", "dice": (1,), **more})
    assert asked(session).key != "interdiction.aside"
    assert track(session, "aside") == 0


def test_markers_laid_after_the_german_turn_wait_for_the_next() -> None:
    """NOR-IT-06  They outlast the end of the game-turn."""
    session = targeting(first="german", aside=2, weather="clear", dice=(1,))
    play(session, "target 2019")
    for _ in range(20):
        if track(session, "turn") == 14:
            break
        play(session, "done")
    assert track(session, "turn") == 14
    assert targeted(session, "2019")


def test_no_hex_is_targeted_after_the_last_german_march() -> None:
    """R-110  Nor are points set aside for it."""

    def key(*, turn: int, first: str = "allied") -> str:
        return asked(targeting(turn=turn, first=first, aside=4)).key

    assert key(turn=40) == "interdiction.target" == key(turn=39, first="german")
    assert targeting(turn=40, first="german", aside=4).ask is None
    aside = levelling(turn=40, first="german", weather="overcast", interdiction=5, dice=(3,))
    assert asked(aside).key != "interdiction.aside"
