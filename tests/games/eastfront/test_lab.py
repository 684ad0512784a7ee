"""Position files of East Front: what the calendar has brought by their turn, and what they may set beside units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.eastfront.laid import GAME, asked, laid, where
from wargame.content.errors import DataError
from wargame.games.eastfront.bounds import HUNGARY_IN
from wargame.games.eastfront.defection import happened
from wargame.games.eastfront.production import FEWER_AIR, FEWER_SP, OUT_TRACK
from wargame.games.eastfront.score import COUNTED, points, total
from wargame.games.eastfront.sea import port_capacity, routes
from wargame.games.eastfront.segments.weather import STREAK
from wargame.games.eastfront.state import (
    AT_SEA,
    BONUS,
    BULGARIA_CLOSED,
    FINLAND_CLOSED,
    LEVEL,
    SURPRISE,
    UNPREPARED,
    class_of,
)

MOVE = "movement.ground"


def tracks(side: str, segment: str, turn: int, *names: str, **layout: Any) -> list[Any]:
    """What tracks stand at in a position with one unit."""
    session = laid(f"eastfront.{side}.{segment}", {"G-XII": "1136"}, turn=turn, layout=layout)
    return [session.state.tracks.get(name) for name in names]


def test_events_of_the_past_have_happened() -> None:
    """EF-PE-01, EF-PE-03, EF-PE-04, EF-PE-17  A player-turn is as if it had been reached by playing."""
    assert ["axis", 1, 0, None] == tracks(
        "axis", MOVE, 1, SURPRISE, FINLAND_CLOSED, BONUS, HUNGARY_IN
    )
    bonus = laid("eastfront.axis.bonus.combat", {"G-XII": "1136", "S-28": "1135"}, turn=1)
    assert ("axis", 1) == (bonus.state.tracks[SURPRISE], bonus.state.tracks[BONUS])
    assert [1] == tracks("soviet", MOVE, 1, FINLAND_CLOSED)
    assert [0, 1] == tracks("axis", MOVE, 30, FINLAND_CLOSED, HUNGARY_IN)
    assert [1] == tracks("axis", MOVE, 160, FINLAND_CLOSED, finland_out=1)
    assert [2, None] == [*tracks("axis", MOVE, 144, FEWER_SP), *tracks("axis", MOVE, 142, FEWER_SP)]


def test_the_axis_has_counted_before_the_soviets() -> None:
    """EF-VP-02, EF-VP-03, EF-VP-07  On a count turn the Axis total stands as its own 13.3 would have found it."""
    session = laid("eastfront.soviet.end.vp", {}, turn=25, scenario="barbarossa")
    assert session.state.ended is not None
    found = total(session.game, "axis")
    assert found > 0
    assert found == session.state.tracks[COUNTED["axis"]]
    assert "Soviet decisive" == session.state.ended.level


def test_finns_march_and_guards_are_guards() -> None:
    """EF-PE-03, EF-PE-22  Finland is open in 1942; the 6th Guards Army is one from T84 on."""
    session = laid(f"eastfront.axis.{MOVE}", {"F-II": "2413"}, turn=30)
    session.answer("move F-II 2413-2513")
    assert "2513" == where(session, "F-II")
    for turn, cls in ((83, "SA"), (84, "SG")):
        later = laid(f"eastfront.soviet.{MOVE}", {"S-21A": "3530"}, turn=turn)
        assert cls == class_of(later.game, "S-21A").id


def test_what_else_may_be_set() -> None:
    """Engineering markers, ports, routes, the cold, events and conditions past, counts of ships and garrisons."""
    layout = {
        "works": ["axis convert 1235 1", "soviet evacuate 3643 2"], "port_hits": {"3058": 3},
        "routes": ["N-XT 3058"], "cold": {"B": 1}, "happened": ["EF-PE-19"], "came": ["CR-S2 18"],
    }  # fmt: skip
    units: dict[str, Any] = {"N-XT": {"hex": "2058", "at_sea": 2}, "G-RE3": "1235"}
    session = laid(f"eastfront.axis.{MOVE}", units, turn=30, layout=layout)
    g = session.game
    port = g.grid.hex("3058")
    assert {"C1235": 1, "C3643": 2} == {m.id: m.count for m in g.state.markers.values()}
    assert 1 == port_capacity(g, port)
    assert [("N-XT", port)] == routes(g, "soviet")
    assert 1 == g.state.tracks[STREAK["B"]]
    assert happened(g, "EF-PE-19")
    assert 2 == g.state.units["N-XT"].numbers[AT_SEA]
    for key, wrong in (
        ("works", ["axis paint 1235 1"]), ("routes", ["N-XT 2033"]), ("happened", ["EF-PE-99"]),
    ):  # fmt: skip
        with pytest.raises(DataError, match=key):
            laid(f"eastfront.axis.{MOVE}", {}, layout={key: wrong})


def test_ships_lie_in_ports_or_at_sea() -> None:
    """EF-NV-11"""
    with pytest.raises(DataError, match="neither in a port nor at sea, in 1337"):
        laid(f"eastfront.soviet.{MOVE}", {"N-XS": "1337"})
    assert "2058" == where(laid(f"eastfront.soviet.{MOVE}", {"N-XT": "2058"}), "N-XT")


def test_segments_go_by_the_ids_that_the_rules_print() -> None:
    """Section 3, rows 4 and 11, `engineering.initial` and `engineering.secondary`: the marker comes down a level."""
    works = {"works": ["axis convert 1235 1", "axis mend-rail 1334 1"], "rail_break": {"1334": 1}}
    for segment, left in (("engineering.initial", "R1334"), ("engineering.secondary", "C1235")):
        session = laid(
            f"eastfront.axis.{segment}",
            {"G-RE3": "1235"},
            layout={**works, "control": {"axis": ["1235"]}},
        )
        assert [left] == sorted(session.state.markers)
    assert ("axis", "supply.move") == asked(session)


def test_the_army_of_june_is_unprepared() -> None:
    """EF-PE-01, EF-PE-05  From the event to the first roll the army that was not moved is; a unit elsewhere as it is said."""
    for segment, told in (
        ("axis.initial.weather", True), ("axis.bonus.combat", True), (f"axis.{MOVE}", True),
        (f"soviet.{MOVE}", False),
    ):  # fmt: skip
        units = {"S-28": "1135", "S-7": "3347", "S-HW": "2032", "S-4": "2033"}
        session = laid(f"eastfront.{segment}", units, turn=1)
        found = [UNPREPARED in session.state.units[unit].states for unit in units]
        assert [told, False, False, "initial" in segment] == found, segment


def test_what_lies_on_hexes_is_told_under_the_names_of_position_files() -> None:
    """What `show` tells of a hex can be laid out again, and steps are those left."""
    layout: dict[str, dict[str, int]] = {
        "sp": {"2833": 4}, "srp": {"2833": 1}, "rail_break": {"2732": 1}, "demolished": {"2733": 1},
        "airfield": {"2833": 1}, "port_hits": {"3058": 2}, "oil_out": {"5960": 80},
        "harassed": {"2834": 1}, "fort": {"2833": 1}, "gauge": {"1235": 1},
    }  # fmt: skip
    units: dict[str, Any] = {
        "G-XLI": {"hex": "2833", "steps": 3},
        "N-BB": {"hex": "1716", "steps": 1},
    }
    session = laid(
        f"eastfront.axis.{MOVE}", {**units, "N-BL": "1522", "A-JG51": "0635"}, layout=layout
    )
    told = GAME.face.track(session.game)
    for key, laid_out in layout.items():
        assert laid_out.items() <= told[key].items(), key
    assert {"2615": 4}.items() <= told["factory"].items()
    found = [GAME.face.steps(session.game, unit) for unit in ("G-XLI", "N-BB", "N-BL", "A-JG51")]
    assert [3, 1, 2, 1] == found


def test_works_and_hits_lie_where_there_is_something_to_work_on() -> None:
    """4.10, EF-RA-10, EF-NV-14  A railway, a port, oil, factories; else the position is refused."""
    for key, wrong, said in (
        ("works", ["soviet blow-port 3154 1"], "blow-port is no work for 3154"),
        ("works", ["axis convert 2033 1"], "convert is no work for 2033"),
        ("works", ["soviet evacuate 2033 1"], "evacuate is no work for 2033"),
        ("port_hits", {"2033": 1}, "no port lies in 2033"),
        ("oil_out", {"2033": 20}, "no oil flows in 2033"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=said):
            laid(f"eastfront.axis.{MOVE}", {}, layout={key: wrong})


def test_events_that_are_said_to_have_happened_have_had_their_effect() -> None:
    """EF-PE-16, EF-PE-18, EF-PE-19, EF-PE-20, EF-PE-25  Nations are out, their points and what was to come with them."""
    events = {"happened": ["EF-PE-16", "EF-PE-18", "EF-PE-19", "EF-PE-20"]}
    found = tracks(
        "axis", MOVE, 119, OUT_TRACK["R"], OUT_TRACK["F"], OUT_TRACK["H"], FINLAND_CLOSED,
        BULGARIA_CLOSED, FEWER_AIR, **events,
    )  # fmt: skip
    assert [1, 1, None, 1, 0, 1] == found
    session = laid(
        "eastfront.axis.reinforcement.arrivals",
        {"G-XII": "0635", "R-VII": {"box": "waiting"}},
        turn=119,
        layout={"happened": ["EF-PE-19"]},
    )
    assert "gone" == session.state.units["R-VII"].box
    assert "rp R" not in session.state.tracks


def test_romanians_that_changed_sides_surprises_of_the_past_and_the_directive() -> None:
    """EF-PE-19, EF-RF-12, EF-SU-10, EF-PE-07"""
    turned: dict[str, Any] = {"R-III": {"hex": "1556", "side": "soviet"}, "G-XII": "1255"}
    session = laid("eastfront.soviet.movement.ground", turned, turn=120)
    assert session.why_not("move R-III 1556-1555") is None
    with pytest.raises(DataError, match="EF-PE-19"):
        laid(f"eastfront.axis.{MOVE}", {"G-XII": {"hex": "1136", "side": "soviet"}})
    for turn, box in ((27, "held"), (28, "")):
        past = {"declared": ["soviet 24"]}
        later = laid(
            "eastfront.axis.reinforcement.conditional", {"G-XII": "1136"}, turn=turn, layout=past
        )
        assert box == later.state.units["C-W1"].box
    for turn, rule in ((9, "EF-PE-07"), (10, "")):
        obeyed = laid(
            f"eastfront.axis.{MOVE}", {"G-XXIV": "2929"}, turn=turn, layout={"directive": 1}
        )
        why = obeyed.why_not("move G-XXIV 2929-3029")
        assert rule == (why.rule if why else "")


def test_show_tells_the_steps_that_are_left() -> None:
    """Of corps, fronts, aircraft and ships, laid out or lost."""
    units: dict[str, str | dict[str, Any]] = {
        "G-XII": {"hex": "1136", "steps": 2}, "N-BB": {"hex": "1716", "steps": 1}, "A-H4": "1136",
        "A-STG1": "0635",
    }  # fmt: skip
    game = laid("eastfront.axis.combat.declare", units).game
    assert [2, 1, 1, 1] == [GAME.face.steps(game, unit) for unit in units]


def test_factories_that_were_moved() -> None:
    """EF-SP-25, 4.10  Four points of Leningrad open again in T16: until then the Soviets get 1 SP less."""
    layout = {"factory": {"2615": 0}, "factories_moved": ["16 4"]}
    for turn, arrives in ((15, 7), (16, 8)):
        session = laid(
            "eastfront.soviet.reinforcement.arrivals", {"S-1": "3827"}, turn=turn, layout=layout
        )
        assert session.ask is not None
        assert session.ask.prompt.startswith(f"{arrives} Supply Points arrive")
    with pytest.raises(DataError, match="no factories stand in 2033"):
        laid(f"eastfront.axis.{MOVE}", {}, layout={"factory": {"2033": 1}})


def test_steps_lost_of_both_sides_count_in_minsk() -> None:
    """EF-SC-07  A Soviet step lost is a point for the Axis, an Axis step one against it."""
    for layout, score in (
        ({}, 0),
        ({"soviet_lost": 20}, 20),
        ({"soviet_lost": 20, "axis_lost": 3}, 17),
    ):
        session = laid(
            "eastfront.soviet.end.vp", {"G-VII": "0935", "S-1": "2530"}, turn=4, scenario="minsk",
            layout=layout,
        )  # fmt: skip
        assert session.state.ended is not None
        assert (("points", score),) == session.state.ended.facts


def test_declared_attacks_and_stocks_that_are_held() -> None:
    """EF-CB-12, EF-CB-17, EF-SP-15, EF-SC-07  A position of phase 9 has its delayed attack; held dumps feed nobody."""
    units = {"A-H4": "2836", "G-XII": "2836", "S-28": "2837"}
    attack: dict[str, Any] = {"attacks": ["axis 2837 delayed G-XII"]}
    session = laid("eastfront.axis.excombat.declare", units, layout=attack)
    assert session.ask is not None
    assert [o.answer for o in session.ask.options()] == ["keep 2837", "drop 2837"]
    for wrong in ("axis 2838 delayed G-XII", "axis 2837 delaid G-XII", "axis 2837 delayed"):
        with pytest.raises(DataError):
            laid("eastfront.axis.excombat.declare", units, layout={"attacks": [wrong]})
    for held, level in (([], 0), (["2836"], 1)):
        layout: dict[str, Any] = {"held_back": held, "sp": {"2836": 1}}
        alone = {"G-XII": "2836", "S-28": "2841"}
        fed = laid("eastfront.axis.supply.judgement", alone, layout=layout).game
        assert level == fed.state.units["G-XII"].numbers.get(LEVEL, 0)
    lost = {"axis_lost": 3, "soviet_lost": 10}
    game = laid("eastfront.soviet.combat.declare", {}, turn=4, scenario="minsk", layout=lost).game
    assert (10, 3) == (points(game).steps, points(game).lost)


@pytest.mark.parametrize(
    ("turn", "at", "more", "found"),
    [
        (26, "4058", {"steps": 1, "mended": 10}, (0, 0)), (25, "4058", {"steps": 1, "mended": 10}, (0, 1)),
        (10, "3058", {"at_sea": 1, "shut_in": 7}, (1, 0)), (10, "3058", {"at_sea": 1, "shut_in": 8}, (2, 0)),
    ],
)  # fmt: skip
def test_the_clocks_of_ships(
    turn: int, at: str, more: dict[str, int], found: tuple[int, int]
) -> None:
    """EF-NV-21, EF-NV-22  Sixteen turns for a step, eight in an isolated port, as laid out."""
    units: dict[str, str | dict[str, Any]] = {
        "N-XB": {"hex": at, **more}, "S-28": "3058", "G-XII": "3057", "G-XX": "3158",
    }  # fmt: skip
    layout = {"control": {"axis": ["3057", "3157", "3158", "3156"]}}
    session = laid("eastfront.soviet.end.naval", units, turn=turn, layout=layout)
    numbers = session.state.units["N-XB"].numbers
    assert found == (numbers.get("at sea", 0), numbers.get("lost", 0))
