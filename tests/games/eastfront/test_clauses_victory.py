"""The end of a player-turn and of the game in East Front, clause by clause."""

from __future__ import annotations

import pytest

from tests.games.eastfront.laid import laid
from tests.games.eastfront.passes import notes, options, refused, run
from tests.games.eastfront.table import table
from wargame.cli.atlas import map_view
from wargame.content.sequence import walk
from wargame.games.eastfront import GAME, score
from wargame.games.eastfront.calendar import date_of
from wargame.games.eastfront.content import load_content
from wargame.games.eastfront.data.files import SIDES, Side
from wargame.games.eastfront.segments.weather import is_rolled
from wargame.games.eastfront.state import (
    ATTACKED,
    BONUS,
    BOUND,
    CUT,
    FLEW,
    HARASSED,
    HIT,
    ISOLATED,
    MOVED,
    MP,
    REACTED,
    READY_CHIT,
    REGAINED,
    RESERVE,
    SURPRISE,
    UNPREPARED,
    USED_CHIT,
    EfGame,
)
from wargame.model.events import GameEnded
from wargame.model.state import Frame

MOSCOW, LENINGRAD, STALINGRAD, GORKY, GROZNY = "3827", "2615", "5345", "4924", "5960"
CAPITALS = ("0635", "0328", "0727", "0340", "1357")
COUNTS = {
    13: (82, 108), 25: (103, 87), 37: (103, 87), 49: (104, 86), 61: (119, 71), 73: (119, 71),
    85: (105, 85), 97: (105, 85), 109: (89, 101), 121: (79, 111), 133: (75, 115), 145: (64, 126),
    157: (29, 157), 169: (21, 165), 181: (5, 181), 187: (0, 186),
}  # fmt: skip


def finish(g: EfGame, side: Side) -> EfGame:
    """Segment 13.3."""
    assert run(g, "end.vp", side=side) is None
    return g


def ended(g: EfGame) -> str:
    """The level the game ended with; "" while it goes on."""
    return g.state.ended.level if g.state.ended else ""


# -- counts -----------------------------------------------------------------------------------------


def test_when_points_are_counted() -> None:
    """EF-VP-02, EF-EP-03, EF-EP-12  On sixteen turns; each side in its own 13.3, and recorded."""
    content = load_content("campaign")
    assert {row.turn: (row.axis, row.soviet) for row in content.victory.count} == COUNTS
    assert ["Sep IV 1941", "Mar IV 1943", "May II 1945"] == [date_of(t) for t in (13, 85, 187)]
    for turn, counted in ((13, True), (12, False), (14, False)):
        g = finish(table(turn=turn), "axis")
        assert counted == bool(notes(g, "counted"))
        assert counted == (score.total(g, "axis") == g.state.tracks.get(score.COUNTED["axis"]))
        assert score.COUNTED["soviet"] not in g.state.tracks


@pytest.mark.parametrize(("credit", "quarter"), [(0, -4), (3, -1)])
def test_w18_a_count(monkeypatch: pytest.MonkeyPatch, credit: int, quarter: int) -> None:
    """EF-VP-03, EF-PE-07  W18: 79 and 109 at T13 are a quarter score of -4; 3 VP of the directive go to the Axis."""
    monkeypatch.setattr(score, "total", lambda _g, side: {"axis": 79, "soviet": 109}[side])
    g = table(turn=13, tracks={score.CREDIT: credit, score.SCORE: 10})
    finish(finish(g, "axis"), "soviet")
    assert quarter == notes(g, "quarter")[0]["points"]
    assert 10 + quarter == g.state.tracks[score.SCORE]
    assert 0 == g.state.tracks.get(score.CREDIT, 0)
    assert [quarter] == list(g.state.lists[score.QUARTERS])


# -- sudden death -----------------------------------------------------------------------------------

THREE = (MOSCOW, LENINGRAD, STALINGRAD)


@pytest.mark.parametrize(
    ("axis", "cut", "side", "over"),
    [
        ((*THREE, GORKY), (), "axis", True), ((*THREE, GROZNY), (), "axis", True),
        (THREE, (), "axis", False), ((MOSCOW, LENINGRAD, GORKY, GROZNY), (), "axis", False),
        ((*THREE, GORKY), (), "soviet", False), ((*THREE, GORKY), (GORKY,), "axis", False),
    ],
)  # fmt: skip
def test_axis_sudden_death(
    axis: tuple[str, ...], cut: tuple[str, ...], side: Side, *, over: bool
) -> None:
    """EF-VP-05, EF-VP-08  Moscow, Leningrad, Stalingrad and Gorky or Grozny, Axis and connected, at its own end of turn alone."""
    g = table(turn=60)
    land = [g.grid.name(h) for h in g.content.land]
    own = {"axis": [h for h in land if h not in (MOSCOW, LENINGRAD, STALINGRAD, GORKY, GROZNY)]}
    own["axis"] += axis
    own["soviet"] = [h for h in (*THREE, GORKY, GROZNY) if h not in axis]
    if cut:
        around = [g.grid.name(n) for n in g.grid.neighbours[g.grid.hex(GORKY)]]
        own["soviet"] += around
        own["axis"] = [h for h in own["axis"] if h not in around]
    g = finish(table(turn=60, own=own), side)
    assert ("Axis decisive" if over else "") == ended(g)


@pytest.mark.parametrize(
    ("turn", "points", "side", "level"),
    [
        (168, 500, "soviet", "Soviet decisive"), (169, 0, "soviet", "Soviet marginal"),
        (178, -1, "soviet", "Soviet decisive"), (179, -500, "soviet", ""), (168, 0, "axis", ""),
    ],
)  # fmt: skip
def test_soviet_sudden_death(turn: int, points: int, side: Side, level: str) -> None:
    """EF-VP-06, EF-VP-08  The five capitals, for the phasing side alone: to T168 decisive, to T178 marginal at least, then it ends nothing."""
    own = {"soviet": CAPITALS}
    tracks: dict[str, int | str] = {score.SCORE: points}
    assert level == ended(finish(table(turn=turn, own=own, tracks=tracks), side))
    four = table(turn=turn, own={"soviet": CAPITALS[:4]}, tracks=tracks)
    assert not ended(finish(four, side))


def test_the_last_turn() -> None:
    """EF-VP-04, EF-VP-06  After the Soviet T187 the score decides; without the capitals the Soviets cannot win."""
    for own, points, level in (
        (CAPITALS, -400, "Soviet decisive"), (CAPITALS, 400, "Axis decisive"), ((), -400, "Draw"),
    ):  # fmt: skip
        g = table(turn=187, own={"soviet": own}, tracks={score.SCORE: points})
        assert not ended(finish(g, "axis"))
        assert level == ended(finish(g, "soviet"))


@pytest.mark.parametrize(
    ("points", "level"),
    [(115, "Axis decisive"), (114, "Axis marginal"), (108, "Axis marginal"), (107, "Draw"), (99, "Draw"),
     (98, "Soviet marginal"), (92, "Soviet marginal"), (91, "Soviet decisive")],
)  # fmt: skip
def test_barbarossa(points: int, level: str) -> None:
    """EF-VP-07, EF-SC-02  Barbarossa ends after the Soviet T25 by the Axis count; sudden death applies."""
    tracks: dict[str, int | str] = {score.COUNTED["axis"]: points}
    g = table(turn=25, scenario="barbarossa", tracks=tracks)
    g.set_track(score.COUNTED["axis"], points, rule="EF-VP-07")
    assert level == ended(finish(g, "soviet"))
    assert not ended(finish(table(turn=24, scenario="barbarossa"), "soviet"))
    early = table(turn=20, scenario="barbarossa", own={"soviet": CAPITALS})
    assert "Soviet decisive" == ended(finish(early, "soviet"))


@pytest.mark.parametrize(
    ("scenario", "turn", "rule"),
    [("minsk", 4, "EF-SC-07"), ("barbarossa", 25, "EF-VP-07"), ("campaign", 187, "EF-VP-04")],
)
def test_the_end_cites_the_rule_of_its_scenario(scenario: str, turn: int, rule: str) -> None:
    """EF-VP-04, EF-VP-07, EF-SC-07  By which the score was read, and which F1 opens."""
    g = finish(table(turn=turn, scenario=scenario), "soviet")
    (end,) = (event for event in g.journal if isinstance(event, GameEnded))
    assert rule == end.rule


# -- the end of a player-turn -----------------------------------------------------------------------


def test_the_score_is_told_with_what_it_is_for() -> None:
    """EF-SC-07, EF-VP-01  In the small scenario by its items; in the others by the VP held."""
    units = {"S-47": "1833", "G-IX": "1732"}
    small = table(units, scenario="minsk", turn=2, tracks={"toll axis": 2, "toll soviet": 7})
    assert [
        f"For the Axis: {score.points(small).places} for places held, 7 for Soviet steps lost, 0 for those isolated.",
        "Against it: 2 for its own steps lost.",
        "Soviet decisive",
    ] == [*GAME.face.reckoning(small)[:2], GAME.face.standing(small).sentence]
    told = GAME.face.reckoning(table(units, turn=13))
    assert [True, True] == [line.endswith(" VP.") for line in told[:2]]


def test_used_chits_come_off() -> None:
    """EF-EP-02, EF-EP-11  Those of the phasing player, wherever; ready ones and the enemy's stay."""
    states = {"A-HP2": [USED_CHIT], "A-HP3": [READY_CHIT], "S-HW": [USED_CHIT]}
    g = table({"A-HP2": "0635", "A-HP3": "0335", "S-HW": MOSCOW}, states=states)
    run(g, "end.oc", side="axis")
    assert {"S-HW"} == {u for u in states if USED_CHIT in g.state.units[u].states}
    assert READY_CHIT in g.state.units["A-HP3"].states


def test_flags_come_off() -> None:
    """EF-EP-13  Moved, attacked, reacted, bound, flown, harassment, surprise; what lasts stays."""
    passing, lasting = [MOVED, ATTACKED, REACTED, BOUND], [RESERVE, UNPREPARED, ISOLATED]
    g = table(
        {"G-XII": "0635", "S-47": MOSCOW, "A-JG51": "0635"},
        states={
            "G-XII": [*passing, RESERVE],
            "S-47": [*passing, UNPREPARED, ISOLATED],
            "A-JG51": [FLEW, HIT],
        },
        numbers={"G-XII": {MP: 3, REGAINED: 2}},
        layers={HARASSED: {"0635": 1}},
        tracks={SURPRISE: "axis", BONUS: 1},
    )
    run(g, "end.oc", side="axis")
    assert {RESERVE} == g.state.units["G-XII"].states
    assert set(lasting[1:]) == g.state.units["S-47"].states
    assert {HIT} == g.state.units["A-JG51"].states, "its status lasts"
    assert not g.state.units["G-XII"].numbers.get(MP)
    assert not g.state.layers.get(HARASSED, {}).get(g.grid.hex("0635"))
    assert ("", 0) == (g.state.tracks[SURPRISE], g.state.tracks[BONUS])


# -- turns, weather, scenarios ----------------------------------------------------------------------


def test_game_turns() -> None:
    """EF-SQ-01, EF-SQ-02, EF-SQ-05  A quarter of a month a turn: the Axis player-turn, then the Soviet one."""
    assert ["Jun IV 1941", "Jul I 1941", "Dec IV 1941", "Dec IV 1944"] == [
        date_of(t) for t in (1, 2, 25, 169)
    ]
    g = table(turn=5)
    assert 5 == finish(g, "axis").state.turn(), "the Soviets follow in the same turn"
    assert 6 == finish(g, "soviet").state.turn()


def test_thirteen_phases() -> None:
    """EF-SQ-04, EF-SQ-08, EF-SQ-10, EF-SU-02, EF-SU-18  The printed order; the bonus turn has no exploitation."""
    steps = list(walk(load_content("campaign").sequence))
    for side in SIDES:
        ids = [
            s.id.removeprefix(f"eastfront.{side}.")
            for s in steps
            if s.id.startswith(f"eastfront.{side}.")
        ]
        phases = [name for name in ids if "." not in name]
        assert phases == [
            "initial", "bonus", "reinforcement", "engineering", "movement", "reaction", "combat",
            "exploit", "excombat", "replacement", "secondary", "supply", "end",
        ]  # fmt: skip
        first = [name.split(".")[1] for name in ids if name.startswith("initial.")]
        assert first == ["weather", "events", "isolation", "surprise", "air"]
        bonus = [
            name.split(".")[1] for name in ids if name.startswith("bonus.") and name.count(".") == 1
        ]
        assert bonus == ["movement", "reaction", "combat", "supply"]
        late = [name.split(".")[1] for name in ids if name.startswith(("supply.", "end."))]
        assert late == ["air_status", "movement", "chits", "judgement", "naval", "oc", "vp"]


def test_passing() -> None:
    """EF-SQ-11, EF-SQ-06  What one may do can be left; what must be done cannot; nothing else is offered."""
    g = table({"G-XII": "0635"})
    for name, values in (
        ("movement.ground", {"phase": 5}),
        ("naval.move", {"phase": 5}),
        ("supply.movement", {}),
    ):
        side: Side = "axis"
        ask = run(g, name, side=side, **values)
        assert ask is None or ask.read("done")[0] == "done"
    g = table(turn=99, units={"G-XLVII": "0635", "G-SSP": "0635"})
    run(g, "initial.events", side="axis")
    must = run(g, "reinforcement.withdrawals", side="axis")
    assert {"withdraw G-SSP", "withdraw G-XLVII"} == set(options(must))
    assert refused(must, "done")
    assert refused(must, "move G-XLVII 0735")


def test_isolation_is_found_three_times() -> None:
    """EF-IN-03, EF-XC-01, EF-CB-01  In phases 1, 7 and 9, and in the bonus turn, for hexes and units of both sides."""
    steps = walk(load_content("campaign").sequence)
    found = [s.id for s in steps if s.script == "eastfront.isolation" and ".axis." in s.id]
    assert [name.split(".")[2] for name in found] == ["initial", "bonus", "combat", "excombat"]
    g = table({"S-47": MOSCOW, "G-XII": "0635"})
    for n in g.grid.neighbours[g.grid.hex(MOSCOW)]:
        g.take(n, "axis", rule="EF-IN-03")
    run(g, "isolation")
    assert ISOLATED not in g.state.units["S-47"].states, "Moscow is a source itself"
    g.place("S-47", g.grid.hex("0735"), rule="EF-IN-03")
    g.take(g.grid.hex("0735"), "soviet", rule="EF-IN-03")
    assert ISOLATED not in g.state.units["S-47"].states, (
        "kept until the next such segment (EF-IS-03)"
    )
    run(g, "isolation")
    assert ISOLATED in g.state.units["S-47"].states
    assert g.state.layers[CUT["soviet"]][g.grid.hex("0735")]
    assert ISOLATED not in g.state.units["G-XII"].states


def test_when_weather_is_rolled() -> None:
    """EF-IN-01, EF-WX-02, EF-SC-06  In Soviet player-turns alone, so T1 of the Axis is clear; in Minsk from T3."""
    for scenario, side, turn, rolled in (
        ("campaign", "axis", 1, False), ("campaign", "soviet", 1, True), ("campaign", "axis", 9, False),
        ("minsk", "soviet", 2, False), ("minsk", "soviet", 3, True),
    ):  # fmt: skip
        g = table(turn=turn, scenario=scenario)
        g.state.frames.append(Frame(f"eastfront.{side}", {"side": side}))
        assert rolled == is_rolled(g, side)
    fresh = table(turn=1, clear=False)
    assert {"C"} == {fresh.state.tracks[f"weather {zone}"] for zone in "ABCD"}


def test_scenarios() -> None:
    """EF-SC-01, EF-SC-02, EF-SC-03, EF-SC-06  The campaign to T187, Barbarossa to T25, Minsk to T4 on a corner of the map."""
    found = {name: load_content(name) for name in ("campaign", "barbarossa", "minsk")}
    assert {name: c.scenario.last_turn for name, c in found.items()} == {
        "campaign": 187,
        "barbarossa": 25,
        "minsk": 4,
    }
    assert all(found["campaign"].plays(use) for use in ("events", "naval", "partisans", "counts"))
    assert not any(
        found["minsk"].plays(use) for use in ("events", "naval", "partisans", "evacuation")
    )
    minsk = found["minsk"]
    columns = {minsk.grid.column(h) for h in minsk.board}
    rows = {minsk.grid.row(h) for h in minsk.board}
    assert (8, 26, 28, 38) == (min(columns), max(columns), min(rows), max(rows))
    g = table(scenario="minsk", turn=2, tracks={"rp axis inf": 0}, clear=False)
    run(g, "reinforcement.arrivals", side="axis")
    assert not g.state.tracks.get("rp axis inf"), "no replacements"


# -- position files ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "layout", "said"),
    [
        ({"G-XII": "2033", "S-47": "2033"}, {}, "EF-MV-16"),
        (dict.fromkeys(("G-XII", "G-XXIV", "G-VII", "G-IX"), "2033"), {}, "EF-SK-01"),
        ({"G-2PZ": "2033"}, {}, "EF-RF-10"),
        ({"A-SG2": "0635"}, {}, "EF-RF-10"),
        ({"G-XII": {"hex": "2033", "steps": 9}}, {}, "1 to 3 steps"),
        ({"G-XII": {"hex": "2033", "level": 7}}, {}, "EF-SP-16"),
        ({"G-XII": "2033"}, {"gauge": {"2033": 1}}, "EF-RA-10"),
        ({"G-XII": "2033"}, {"gauge": {"2032": 9}}, "from 0 to 2"),
        ({"G-XII": "2033"}, {"rail_break": {"2033": 1}}, "EF-RA-10"),
        ({"G-XII": "2033"}, {"demolished": {"2033": 1}}, "EF-RA-10"),
        ({"G-XII": "2033"}, {"weather": {"B": "X"}}, "weather"),
        ({"G-XII": "2033"}, {"sp": {"2032": -1}}, "from 0"),
    ],
)  # fmt: skip
def test_impossible_positions(
    units: dict[str, object], layout: dict[str, object], said: str
) -> None:
    """EF-RA-10, EF-RF-10, EF-SK-01  A position file that cannot be is refused with the reason: no rail, before its date."""
    with pytest.raises(Exception, match=said):
        laid("eastfront.axis.movement.ground", units, turn=10, layout=layout)  # type: ignore[arg-type]


def test_the_map_tells_what_hexes_count() -> None:
    """EF-VP-01  In `map eastfront --json`, with what kind of place it is: 190 in all."""
    hexes = map_view(load_content("campaign"))["hexes"]
    assert (8, "major city") == (hexes["2615"]["vp"], hexes["2615"]["place"])
    assert 190 == sum(row["vp"] for row in hexes.values())


def test_the_position_tells_the_score_that_decides() -> None:
    """EF-SC-07  In `show --json`: 20 Soviet steps lost count in Minsk, beside what the places are worth."""
    game = laid(
        "eastfront.soviet.combat.declare", {"G-XII": "2032"}, turn=4, scenario="minsk", layout={"soviet_lost": 20}
    ).game  # fmt: skip
    told = GAME.face.victory(game)
    assert told["points"]["axis"] + 20 == told["score"] == score.score_now(game)
