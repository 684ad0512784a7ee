"""Sequence, weather, surprise, Reserves and reaction, isolation, scenarios of East Front clause by clause."""

from __future__ import annotations

from tests.games.eastfront.laid import GAME
from tests.games.eastfront.passes import options, rolls, run
from tests.games.eastfront.played import key, position, until
from tests.games.eastfront.table import MINSK, table
from tests.games.eastfront.walks import CM, FOOT
from tests.games.table import answers, at, play, refusal, unit
from wargame.content.sequence import read_sequence, walk
from wargame.games.eastfront import nets
from wargame.games.eastfront.data.files import FILES, SIDES, Side
from wargame.games.eastfront.eligible import (
    REACTING,
    may_mark,
    reactors,
    surprises,
    why_no_reaction_hq,
    why_no_reserve,
    why_still,
)
from wargame.games.eastfront.segments.reaction import may_react
from wargame.games.eastfront.segments.surprise import may_surprise, pairs
from wargame.games.eastfront.segments.weather import is_rolled
from wargame.games.eastfront.state import (
    ISOLATED,
    LEVEL,
    MP,
    RAILED,
    READY_CHIT,
    RESERVE,
    SHIPPED,
    UNPREPARED,
    USED_CHIT,
    WEATHER,
    EfGame,
)
from wargame.games.eastfront.supply import supply_of
from wargame.games.eastfront.walk import BONUS_MOVE, REACTION, allowance
from wargame.model.state import Frame

STEPS = {step.id: step for step in walk(read_sequence(FILES.data("sequence.toml")))}


def inside(of: str) -> list[str]:
    """The steps right below a step, in order, by the last part of their names."""
    return [i.rsplit(".", 1)[1] for i in STEPS if i.rsplit(".", 1)[0] == f"eastfront.{of}"]


# -- sequence ---------------------------------------------------------------------------------------


def test_player_turns_and_phases() -> None:
    """EF-SQ-01, EF-SQ-02, EF-SQ-04, EF-SQ-05, EF-IN-03  Axis, then Soviet; thirteen phases each, the bonus turn before them."""
    turns = [i for i in STEPS if i in ("eastfront.axis", "eastfront.soviet")]
    assert ["eastfront.axis", "eastfront.soviet"] == turns
    phases = [
        "initial", "bonus", "reinforcement", "engineering", "movement", "reaction", "combat",
        "exploit", "excombat", "replacement", "secondary", "supply", "end",
    ]  # fmt: skip
    for side in SIDES:
        assert phases == inside(side)
        assert 12 + 1 == len(phases)


def test_segments_of_the_phases() -> None:
    """EF-SQ-08, EF-SQ-10, EF-IN-04, EF-MV-01, EF-MV-03, EF-RX-01, EF-SU-02  The numbered activities of a phase in order."""
    rows = {
        "axis.initial": ["weather", "events", "isolation", "surprise", "air"],
        "axis.bonus": ["movement", "reaction", "combat", "supply"],
        "axis.reinforcement": ["arrivals", "conditional", "reaction_forces", "withdrawals"],
        "axis.movement": ["naval", "ground", "partisan", "reserve"],
        "axis.combat": ["isolation", "declare", "react_declare", "air", "resolve", "resolve_reacting"],
        "axis.exploit": ["naval", "move"],
        "axis.replacement": ["ground", "air", "partisan"],
        "axis.supply": ["air_status", "movement", "chits", "judgement"],
        "axis.end": ["naval", "oc", "vp"],
    }  # fmt: skip
    for of, found in rows.items():
        assert found == inside(of)
    assert inside("axis.combat") == inside("axis.excombat")


def test_isolation_four_times() -> None:
    """EF-IN-03, EF-CB-01, EF-XC-01, EF-IS-03  In 1.3, 2.3, 7.1 and 9.1, and nowhere else."""
    found = [i for i, step in STEPS.items() if step.script == "eastfront.isolation"]
    for side in SIDES:
        own = [i.removeprefix(f"eastfront.{side}.") for i in found if f".{side}." in i]
        assert [
            "initial.isolation",
            "bonus.combat.isolation",
            "combat.isolation",
            "excombat.isolation",
        ] == own


def test_only_what_is_due() -> None:
    """EF-SQ-06, EF-SQ-11, EF-RA-01, EF-EN-03, EF-MV-04  Rail, SRP and engineers in 5.2 alone; a segment may be passed."""
    session = position("axis.movement.ground", {CM: "0635", "G-RE3": "0635"}, srp={"0635": 1})
    words = {a.split()[0] for a in answers(session)}
    assert {"move", "rail", "srp", "done"} <= words
    bonus = position(
        "axis.bonus.movement", {CM: "0635", "G-RE3": "0635"}, surprise="axis", srp={"0635": 1}
    )
    assert {"move", "done"} == {a.split()[0] for a in answers(bonus)}, "EF-SU-13"
    assert "move" == key(bonus)
    play(bonus, "done")
    assert "move" != key(bonus)


# -- weather ----------------------------------------------------------------------------------------


def rolled(turn: int, side: Side, scenario: str = "campaign") -> bool:
    """Whether weather is rolled in a player-turn."""
    g = table(turn=turn, scenario=scenario, clear=False)
    g.state.frames.append(Frame(f"eastfront.{side}", {}))
    return is_rolled(g, side)


def test_when_weather_is_rolled() -> None:
    """EF-IN-01, EF-WX-01, EF-WX-02, EF-SC-06  In Soviet player-turns alone; in Minsk from T3 on."""
    assert [False, True, False, True] == [rolled(t, s) for t in (1, 9) for s in SIDES]
    assert {"C"} == {table(turn=1).state.tracks[track] for track in WEATHER.values()}
    assert [False, False, True, True] == [rolled(t, "soviet", MINSK) for t in (1, 2, 3, 4)]


def test_weather_of_a_roll() -> None:
    """EF-WX-01  One die serves all zones: strings of table 4.6."""
    for turn, roll, found in (
        (27, 3, "SSSF"), (27, 10, "BBBS"), (37, 1, "SMMC"), (12, 7, "MCCC"), (18, 10, "BSSF"),
        (23, 1, "SFFM"), (5, 10, "MMMM"),
    ):  # fmt: skip
        g = table(turn=turn, dice=[roll])
        run(g, "initial.weather")
        assert found == "".join(str(g.state.tracks[WEATHER[z]]) for z in "ABCD"), (turn, roll)  # type: ignore[index]
        assert 1 == rolls(g)


# -- surprise ---------------------------------------------------------------------------------------

HQS = {"A-HP2": "0635", "A-H4": "0735"}


def surprise_table(**more: object) -> EfGame:
    """Two headquarters with chits near each other in T44."""
    chits = {hq: [READY_CHIT] for hq in HQS}
    return table({**HQS, CM: "0635", FOOT: "2033"}, turn=44, states=chits, **more)  # type: ignore[arg-type]


def test_a_surprise_is_declared() -> None:
    """EF-SU-01, EF-SU-11, EF-SU-10  Two chits are flipped to Used; a bonus turn follows; once a window."""
    g = surprise_table()
    assert [("A-H4", "A-HP2")] == pairs(g, "axis")
    ask = run(g, "initial.surprise", side="axis")
    assert ["pass", "surprise A-H4 A-HP2"] == options(ask)
    run(g, "initial.surprise", "surprise A-H4 A-HP2", side="axis")
    assert "axis" == g.state.tracks["surprise"]
    for hq in HQS:
        states = g.state.units[hq].states
        assert (True, False) == (USED_CHIT in states, READY_CHIT in states)
    assert not may_surprise(g, "axis")
    passed = surprise_table()
    run(passed, "initial.surprise", "pass", side="axis")
    assert not passed.state.tracks["surprise"]
    assert may_surprise(passed, "axis"), "the chance waits for the next turn"


def test_what_a_surprise_needs() -> None:
    """EF-SU-11, EF-SU-10, EF-WX-03  Chits, supply, eight hexes, no mud or blizzard, a window."""
    assert not pairs(surprise_table(numbers={"A-H4": {LEVEL: 1}}), "axis")
    for weather, able in (("C", True), ("F", True), ("S", True), ("M", False), ("B", False)):
        g = surprise_table(tracks=dict.fromkeys(WEATHER.values(), weather))
        assert able == bool(pairs(g, "axis")), weather
    g = surprise_table()
    g.place("A-H4", g.grid.hex("1635"), rule="EF-MV-11")
    assert not pairs(g, "axis"), "ten hexes"
    g = surprise_table()
    g.shed("A-H4", READY_CHIT, rule="EF-EP-11")
    assert not pairs(g, "axis")
    late = surprise_table()
    late.set_track("turn", 54, rule="EF-SQ-01")
    assert not may_surprise(late, "axis")


def test_who_has_a_part_in_it() -> None:
    """EF-SU-12, EF-SU-13  Within eight hexes of either HQ; in June 1941 everybody; moves of half the MA."""
    g = surprise_table()
    run(g, "initial.surprise", "surprise A-H4 A-HP2", side="axis")
    assert (True, False) == (surprises(g, g.state.units[CM]), surprises(g, g.state.units[FOOT]))
    found = why_still(g, FOOT, BONUS_MOVE)
    assert found is not None
    assert "EF-SU-12" == found.rule
    assert 3 == allowance(g, CM, BONUS_MOVE)
    first = table({FOOT: "2033"}, turn=1, tracks={"surprise": "axis"})
    assert why_still(first, FOOT, BONUS_MOVE) is None
    assert 5 == allowance(first, FOOT, BONUS_MOVE)


def test_reaction_in_a_bonus_turn() -> None:
    """EF-SU-14  Each unit rolls: 8 and more, in June 1941 a 10, moves with half its MA, rounded down; else it stays."""
    units = {"S-17M": "2033", "S-HW": "2032", "S-47": "2135"}
    assert [3, 2] == [allowance(table(units), u, REACTION, bonus=True) for u in ("S-17M", "S-47")]
    for turn, roll, moves in ((44, 8, True), (44, 7, False), (1, 9, False), (1, 10, True)):
        session = position(
            "axis.bonus.reaction", units, turn=turn, surprise="axis", bonus=1, dice=[roll]
        )
        assert "react" == key(session)
        play(session, "move S-17M 2033-2034")
        assert moves == (at(session, "S-17M") == "2034"), (turn, roll)
        assert key(session) != "react" or "move S-17M" not in answers(session), "no second try"


# -- reserves and reaction --------------------------------------------------------------------------


def test_who_becomes_a_reserve() -> None:
    """EF-RX-10, EF-IS-04, EF-SP-17  U0 or U1, not isolated, no EZOC, half the MA, no rail or sea, a combat unit, an HQ in range."""
    good = {CM: "0735", "A-HP2": "0635"}
    assert [CM] == list(may_mark(table(good), "axis"))
    assert [] == list(may_mark(table({CM: "0735"}), "axis")), "no HQ"
    assert [] == list(may_mark(table(good, numbers={"A-HP2": {LEVEL: 1}}), "axis")), (
        "no HQ in supply"
    )
    far = {CM: "2033", "A-HP2": "2032"}
    assert [CM] == list(may_mark(table(far), "axis")), "in supply by the latest judgement (R-256)"
    assert [] == list(may_mark(table({CM: "2033", "A-HP2": "0635"}), "axis")), "out of range"
    for level, fine in ((0, True), (1, True), (2, False)):
        assert fine == (why_no_reserve(table(good, numbers={CM: {LEVEL: level}}), CM) is None)
    for spent, fine in ((3, True), (4, False)):
        assert fine == (why_no_reserve(table(good, numbers={CM: {MP: spent}}), CM) is None)
    for mark in (ISOLATED, RAILED, SHIPPED):
        assert why_no_reserve(table(good, states={CM: [mark]}), CM) is not None, mark
    assert why_no_reserve(table({**good, "S-47": "0734"}), CM) is not None, "EZOC"
    assert why_no_reserve(table(good), "A-HP2") is not None


def test_ratings_bound_reserves() -> None:
    """EF-RX-10, EF-RX-16  As many as the HQ's rating; they keep their marker into the enemy's turn."""
    units = {"G-VII": "0735", "G-IX": "0735", "G-XIII": "0635", "A-H4": "0635"}
    session = position("axis.movement.reserve", units)
    play(session, "reserve G-VII", "reserve G-IX")
    assert "reserve G-XIII" not in answers(session), "the rating is 2"
    play(session, "release G-IX", "reserve G-XIII", "done")
    until(session, "initial.surprise", "arrival", "move", "react")
    assert RESERVE in unit(session, "G-VII").states
    assert RESERVE in unit(session, "G-XIII").states
    assert RESERVE not in unit(session, "G-IX").states


def test_reserves_in_enemy_zones() -> None:
    """EF-RX-10  A marker is lost in EZOC at the own next 5.4."""
    g = table({CM: "2033", "S-47": "2034"}, states={CM: [RESERVE]})
    run(g, "movement.reserve", side="axis")
    assert RESERVE not in g.state.units[CM].states


REACT = {"S-7M": "2033", "S-HW": "2032"}


def test_who_reacts() -> None:
    """EF-RX-12, EF-SP-17  Reserves, and c/m out of EZOC; U0 and U1, not isolated or unprepared, within six hexes of an HQ."""
    assert ["S-7M"] == list(reactors(table(REACT), "soviet"))
    assert [] == list(reactors(table({"S-7M": "2033"}), "soviet")), "no HQ"
    assert [] == list(reactors(table({"S-7M": "2033", "S-HW": "2026"}), "soviet")), "seven hexes"
    assert [] == list(reactors(table({"S-47": "2033", "S-HW": "2032"}), "soviet")), "foot"
    assert ["S-47"] == list(
        reactors(table({"S-47": "2033", "S-HW": "2032"}, states={"S-47": [RESERVE]}), "soviet")
    )
    enemy = {**REACT, FOOT: "2034"}
    assert [] == list(reactors(table(enemy), "soviet")), "EZOC"
    assert ["S-7M"] == list(reactors(table(enemy, states={"S-7M": [RESERVE]}), "soviet"))
    for mark in (ISOLATED, UNPREPARED):
        assert [] == list(reactors(table(REACT, states={"S-7M": [mark]}), "soviet"))
    for level, found in ((1, ["S-7M"]), (2, [])):
        assert found == list(reactors(table(REACT, numbers={"S-7M": {LEVEL: level}}), "soviet"))


def test_how_far_they_react() -> None:
    """EF-RX-11, EF-RX-12  Reserves: c/m all, foot half rounded down; c/m without marker half."""
    g = table(
        {"S-7M": "2033", "S-47": "2135", CM: "2533"}, states={CM: [RESERVE], "S-47": [RESERVE]}
    )
    assert [3, 2, 6] == [allowance(g, u, REACTION) for u in ("S-7M", "S-47", CM)]
    g.set_number("S-47", LEVEL, 1, rule="EF-SP-16")
    assert 1 == allowance(g, "S-47", REACTION), "half of 3, at least 1"


def initial(units: dict[str, str], turn: int) -> EfGame:
    """The same units before the Soviet side's own movement."""
    game: EfGame = position("soviet.movement.ground", units, turn=turn).game
    assert "Soviet chits" in [what for what, _ in GAME.face.status(game)][1:3]
    return game


def test_w16_ratings_bound_reaction() -> None:
    """EF-RX-12, EF-RX-14  W16: one of three units with rating 1, two in T60; one by one, and the other may stop at any time."""
    units = {"S-7M": "2033", "S-20M": "2033", "S-47": "2135", "S-HW": "2032", FOOT: "1733"}
    for turn, most in ((30, 1), (60, 2)):
        session = position("axis.reaction.move", units, turn=turn, states={"S-47": [RESERVE]})
        assert "react" == key(session)
        told = GAME.face.allowance(session.game, "S-20M")
        assert told == GAME.face.allowance(initial(units, turn), "S-20M") // 2, (
            "half a MA, EF-RX-12"
        )
        assert ["Axis rail", "Axis chits"] == [what for what, _ in GAME.face.status(session.game)][
            1:3
        ]
        assert ["S-20M", "S-47", "S-7M"] == list(reactors(session.game, "soviet"))
        play(session, "move S-7M 2033-2034")
        if most == 1:
            assert "react" != key(session)
            continue
        assert "EF-RX-12" == refusal(session, "move S-7M 2034-2033").rule
        play(session, "move S-47 2135-2134")
        assert RESERVE not in unit(session, "S-47").states, "EF-RX-13"
        assert "react" != key(session)


def test_a_rating_is_there_again_in_the_next_phase() -> None:
    """EF-RX-12  What one phase used up bars nobody from the next one, nor that one from being played."""
    g = table(REACT, turn=30)
    g.set_list(REACTING, ["S-HW"], rule="EF-RX-12")
    assert [] == list(reactors(g, "soviet")), "the rating is 1"
    assert may_react(g, "soviet"), "before the phase begins"
    ask = run(g, "reaction.move", side="soviet", phase=REACTION)
    assert ask is not None
    assert "react" == ask.key


def test_a_typed_reaction_needs_an_hq_and_goes_alone() -> None:
    """EF-RX-12, EF-RX-14  Beyond 6 hexes, without an HQ, its rating used up, two together: refused, not let pass without effect."""
    units = {"S-7M": "2848", "S-20M": "2840", "S-17M": "2840", "S-HW": "2841", FOOT: "2836"}
    session = position("axis.reaction.move", units, turn=30)
    assert "7 hexes from" in refusal(session, "move S-7M 2848-2847").reason
    assert "EF-RX-14" == refusal(session, "move S-17M+S-20M 2840-2740").rule
    assert not any("+" in answer.split()[1] for answer in answers(session) if " " in answer)
    session = position("axis.reaction.move", units, turn=60)
    for answer in ("move S-17M 2840-2740", "move S-20M 2840-2839"):
        assert "EF-RX-12" == refusal(session, "move S-7M 2848-2847").rule
        play(session, answer)
    g = table({"S-7M": "2845", "S-HW": "2841", FOOT: "2836"}, numbers={"S-HW": {LEVEL: 1}})
    refused = why_no_reaction_hq(g, "S-7M", supply_of(g, "soviet"))
    assert refused is not None
    assert "No HQ in supply" in refused.reason


def test_whose_rating_a_reaction_uses_is_its_players_choice() -> None:
    """EF-RX-12, R-295  The nearest HQ's, or that of the one named: the next one may depend on it."""
    units = {"S-7M": "2033", "S-20M": "1830", "S-HW": "2032", "S-HNW": "2038", FOOT: "1733"}
    for said, left in (("", []), (" by S-HNW", ["S-20M"])):
        session = position("axis.reaction.move", units, turn=30)
        assert "EF-RX-12" == refusal(session, "move S-20M 1830-1930 by S-HNW").rule
        play(session, f"move S-7M 2033-2034{said}")
        assert left == list(reactors(session.game, "soviet"))


def test_limits_of_reaction() -> None:
    """EF-RX-13, EF-RX-14  No rail, no engineering, no overrun; EZOC costs; "done" ends it."""
    session = position("axis.reaction.move", {**REACT, "G-SST": "2035"}, turn=30)
    assert {"move", "done"} == {a.split()[0] for a in answers(session)}
    assert "EF-RX-13" == refusal(session, "move S-7M 2033-2034-2035").rule
    play(session, "done")
    assert "react" != key(session)
    assert "2033" == at(session, "S-7M")


# -- scenarios --------------------------------------------------------------------------------------


def test_scenarios() -> None:
    """EF-SC-01, EF-SC-02, EF-SC-03, EF-SC-05  Turns, the area, sources and capacity of each."""
    turns = {
        name: table(scenario=name).content.scenario for name in ("campaign", "barbarossa", MINSK)
    }
    assert [(1, 187), (1, 25), (1, 4)] == [(s.first_turn, s.last_turn) for s in turns.values()]
    g = table(scenario=MINSK, turn=1)
    columns = {g.grid.column(h) for h in g.content.board}
    rows = {g.grid.row(h) for h in g.content.board}
    assert (8, 26, 28, 38) == (min(columns), max(columns), min(rows), max(rows))
    assert [10] == [n for _, n in nets.capacities(g, "axis") if n][:1]
    for turn, most in ((1, 4), (2, 8)):
        g = table(scenario=MINSK, turn=turn)
        assert most == max(n for _, n in nets.capacities(g, "soviet"))
    edges = {8: "axis", 26: "soviet"}
    for column, side in edges.items():
        rails = {h for h in g.content.gauge if g.grid.column(h) == column and h in g.content.board}
        assert rails <= set(g.content.sources[side])  # type: ignore[index]


def test_one_unit_is_asked_in_the_singular() -> None:
    """EF-MV-11"""
    asked = position("axis.movement.ground", {"G-XII": "0935"}).ask
    assert asked is not None
    assert "Move: 1 unit may still go." == asked.prompt
