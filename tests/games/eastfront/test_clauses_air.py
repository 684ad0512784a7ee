"""Air war of East Front, clause by clause (EF-AR, EF-SU-15 to EF-SU-17)."""

from __future__ import annotations

import pytest

from tests.games.eastfront.played import key, layer, notes, position, status, until
from tests.games.eastfront.table import table
from tests.games.table import answers, asked, at, is_legal, play, refusal, refused_by, unit
from wargame.flow.session import Session
from wargame.games.eastfront.air import fighter, room
from wargame.games.eastfront.flight import flak
from wargame.games.eastfront.missions import PHASES, codes, phasing_side
from wargame.games.eastfront.segments.end import clear_flags
from wargame.games.eastfront.state import (
    AIRFIELD,
    BREAK,
    DUMP,
    FLEW,
    HARASSED,
    PORT_HITS,
)
from wargame.games.eastfront.walk import INITIAL, Marcher

FIRST = {"surprise": "axis"}
"""June 1941."""
BREST = {"G-XII": "1036", "G-XLIII": "1035", "S-28": "1135"}


def flown(
    units: dict[str, str], *orders: str, dice: tuple[int, ...] = (), **more: object
) -> Session:
    """Orders in the air segment of the Axis Initial Phase."""
    session = position("axis.initial.air", units, dice=dice, **more)  # type: ignore[arg-type]
    return play(session, *orders)


# -- table 4.8: phases, targets, effects --------------------------------------------------------------


def test_the_missions_of_each_phase() -> None:
    """EF-AR-10, EF-CB-02, EF-XC-02, EF-RX-02, EF-EX-03  Table 4.8, for the phasing side and the other."""
    session = position("axis.initial.air", {"A-KG3": "0635", "V-WES3": "1634"})
    g = session.game
    assert "axis" == phasing_side(g)
    own = {phase: set(codes(g, "axis", phase)) for phase in (1, 2, 5, 6, 8)}
    other = {phase: set(codes(g, "soviet", phase)) for phase in (1, 2, 5, 6, 8)}
    assert {"TF", "AF", "RB", "NS", "AS"} == own[1]
    assert {"TF", "AF", "RB", "NS"} == other[1], "supply is flown by the phasing side alone"
    assert own[5] == own[8] == {"TF", "RB", "NS", "AS"}
    assert other[5] == other[8] == {"TF", "RB", "NS", "HA"}, "who moves does not harass"
    assert ({"TF", "HA"}, {"TF"}) == (own[6], other[6]), "in reaction the other side moves"
    assert (set(), {"HA"}) == (own[2], other[2])
    assert {1, 2, 5, 6, 8} == {phase for phases in PHASES.values() for phase in phases}


def test_who_flies_what() -> None:
    """EF-AR-10, EF-AR-27, EF-AR-12  Fighters alone bomb nothing, transports only carry; range; targets."""
    units = {"A-KG3": "0635", "A-JG51": "0935", "A-TR1": "0635", "V-WES3": "1634", "S-28": "1235"}
    session = flown(units)
    assert "EF-AR-27" == refused_by(session, "fly RB A-JG51 1235")
    assert "EF-AR-10" == refused_by(session, "fly RB A-TR1 1235")
    assert is_legal(session, "fly RB A-KG3 1235")
    assert "EF-AR-10" == refused_by(session, "fly RB A-KG3 1234"), "no railway there"
    assert is_legal(session, "fly AF A-KG3 1634")
    assert "EF-AR-10" == refused_by(session, "fly AF A-KG3 1235"), "no air unit there"
    told = refusal(session, "fly RB A-KG3 2535")
    assert ("EF-AR-12", True) == (told.rule, "beyond the range of KG 3 (14)" in told.reason)


def test_airfield_attack() -> None:
    """EF-AR-10, EF-AR-11, EF-AR-19  One hit for each full 4 Tac: 1-4 one worse, 5-8 I2, 9 and more lost."""
    units = {"A-KG3": "0635", "V-WES1": "1634", "V-WES2": "1634"}
    for die, found in ((4, "I1"), (5, "I2"), (8, "I2"), (9, "pool")):
        session = flown(units, "fly AF A-KG3 1634", dice=(2, die))
        until(session, "air.mission", say="done", most=3)
        assert found == status(session, "V-WES2"), "the index drawn is of units sorted by id"
        assert ("", "I1") == (status(session, "V-WES1"), status(session, "A-KG3"))
    for was, die, now in (("flown", 4, "I2"), ("hit", 4, "pool"), ("hit", 8, "I2")):
        hurt = {"V-WES1": [was]}
        session = flown(
            {"A-KG3": "0635", "V-WES1": "1634"}, "fly AF A-KG3 1634", dice=(die,), states=hurt
        )
        assert now == status(session, "V-WES1"), "where one unit lies nobody draws which"


def test_a_die_laid_out_that_shows_more_than_there_are_units_counts_on_from_1() -> None:
    """EF-AR-19  The 7 of a position file picks the first of two units, as 1, 3 and 5 do."""
    units = {"A-KG3": "0635", "V-WES1": "1634", "V-WES2": "1634"}
    session = flown(units, "fly AF A-KG3 1634", dice=(7, 9))
    until(session, "air.mission", say="done", most=3)
    assert ("pool", "") == (status(session, "V-WES1"), status(session, "V-WES2"))


def test_rail_bombing() -> None:
    """EF-AR-10, EF-WX-03  6 and more breaks the railway; in mud 4 Tac are 2, and nothing is rolled."""
    for die, broken in ((6, 1), (5, 0)):
        session = flown({"A-KG3": "0635", "V-WES3": "3827"}, "fly RB A-KG3 1235", dice=(die,))
        assert broken == layer(session, BREAK, "1235")
    for weather in ("M", "S"):
        session = flown(
            {"A-KG3": "0635", "A-KG2": "0635", "V-WES3": "3827"}, "fly RB A-KG3 1235",
            dice=(6,), weather={"B": weather, "C": weather},
        )  # fmt: skip
        assert not layer(session, BREAK, "1235")
        assert [6] == session.state.script, "halved, it is less than 4 Tac"
    storm = flown({"A-KG3": "0635", "V-WES3": "3827"}, weather={"B": "B", "C": "B"})
    assert "EF-WX-03" == refused_by(storm, "fly RB A-KG3 1235")
    assert is_legal(storm, "fly TF A-KG3 0935"), "transfers are flown even in a blizzard"


def test_port_and_naval_strike() -> None:
    """EF-AR-10, EF-NV-18  6 and more: a step of a group, or a hit on the port; type N counts twice."""
    fleet = {"A-KG51": "1357", "N-XT": "2453", "V-WES3": "3827"}
    for die, lost in ((6, 1), (5, 0)):
        session = flown(fleet, "fly NS A-KG51 2453", dice=(10, die))
        assert lost == unit(session, "N-XT").numbers.get("lost", 0)
    empty = flown({"A-KG51": "1357", "V-WES3": "3827"}, "fly NS A-KG51 2453", dice=(10, 6))
    assert 1 == layer(empty, PORT_HITS, "2453")
    twice = flown({**fleet, "A-KG26": "1958"}, "fly NS A-KG26 2453", dice=(10, 6, 6), turn=20)
    assert [] == twice.state.script, "4 Tac of type N are two rolls"


def test_air_supply() -> None:
    """EF-AR-16, EF-AR-23, EF-AR-12  SP of the base, at once; lost with the transport; two bombers for one."""
    units = {
        "A-TR1": "0635",
        "A-KG3": "0635",
        "A-KG53": "0635",
        "A-JG51": "0935",
        "V-WES3": "1634",
        "G-XII": "1235",
    }

    def fly(order: str, *more: str, dice: tuple[int, ...] = ()) -> Session:
        return flown(
            units, order, *more, dice=dice, sp={"0635": 3, "1235": 0}, control={"axis": ["1235"]}
        )

    session = fly("fly AS A-TR1 1235", "done")
    assert (2, 1) == (layer(session, DUMP, "0635"), layer(session, DUMP, "1235"))
    pair = fly("fly AS A-KG3+A-KG53 1235", "done")
    assert (2, 1) == (layer(pair, DUMP, "0635"), layer(pair, DUMP, "1235"))
    fresh = position("axis.initial.air", units, sp={"0635": 3}, control={"axis": ["1235"]})
    assert "EF-AR-10" == refused_by(fresh, "fly AS A-KG3 1235"), "one bomber carries nothing"
    empty = position("axis.initial.air", units, sp={"0635": 0}, control={"axis": ["1235"]})
    assert "EF-AR-16" == refused_by(empty, "fly AS A-TR1 1235"), "nothing lies there"
    shot = fly("fly AS A-TR1 1235", "intercept V-WES3", dice=(1, 5))
    assert ("I2", 2, 0) == (
        status(shot, "A-TR1"),
        layer(shot, DUMP, "0635"),
        layer(shot, DUMP, "1235"),
    )
    half = fly("fly AS A-KG3+A-KG53 1235", "intercept V-WES3", "pair V-WES3 A-KG3", dice=(1, 6))
    assert ("I2", "I1", 0) == (
        status(half, "A-KG3"),
        status(half, "A-KG53"),
        layer(half, DUMP, "1235"),
    )
    escorted = fly("fly AS A-JG51+A-TR1 1235", "intercept V-WES3", dice=(1, 1))
    assert 1 == layer(escorted, DUMP, "1235"), "the escort met the interceptor"
    assert "EF-AR-10" == refused_by(session, "fly AS A-KG3 1133"), (
        "neither a place nor a unit there"
    )
    assert "EF-AR-10" == refused_by(session, "fly AS A-KG3 1634"), "not a friendly hex"


def test_an_airfield_is_supplied_by_air() -> None:
    """EF-AR-10  Supply is flown to a town, an airfield or a unit."""
    g = table({"A-TR1": "0635"}, layers={AIRFIELD: {"0833": 0}})
    session = flown({"A-TR1": "0635"}, sp={"0635": 1})
    bare = next(
        g.grid.name(h) for h in sorted(g.content.land)
        if not g.content.place_kind(h) and g.state.control[h] == "axis"
        and g.grid.distance(h, g.grid.hex("0635")) < 5
    )  # fmt: skip
    assert "EF-AR-10" == refused_by(session, f"fly AS A-TR1 {bare}")
    session.game.set_layer(AIRFIELD, {g.grid.hex(bare): 1}, rule="test")
    assert is_legal(session, f"fly AS A-TR1 {bare}")


def test_missions_between_two_moves() -> None:
    """3 (5.2 "in any mixture", 8.2), EF-MV-04, EF-EX-03  The phasing player flies when he likes, not only once all have moved."""
    units = {"A-TR1": "0635", "A-KG3": "0635", "G-XII": "1036", "G-XXIV": "1036", "G-III": "1036"}
    for segment, going in (("movement.ground", "G-XII"), ("exploit.move", "G-XXIV")):
        session = position(f"axis.{segment}", units, sp={"0635": 1})
        play(session, "fly AS A-TR1 1036")
        assert ("move", 1) == (key(session), layer(session, DUMP, "1036")), "before the march"
        play(session, f"move {going} 1037", "fly RB A-KG3 1235")
        assert ("move", "1037") == (key(session), at(session, going))
        assert "EF-AR-11" == refused_by(session, "fly RB A-KG3 1334")
    alone = position("axis.exploit.move", {"A-KG3": "0635", "S-28": "1135"})
    assert "move" != key(alone), "where nobody moves, missions make no movement of it"


def test_harassment() -> None:
    """EF-AR-10, EF-RX-15  A marker, one a hex, for a full 4 Tac; +2 MP to enter; off with the player-turn."""
    units = {"V-WES4": "1531", "V-WES5": "1531", "V-WES2": "1531", "G-XII": "0935"}
    session = position("axis.movement.ground", units)
    assert ("air.mission", "soviet") == (key(session), asked(session).side)
    play(session, "fly HA V-WES4 1034")
    assert not layer(session, HARASSED, "1034"), "3 Tac are not 4"
    assert [{"hex"}] == [set(note) for note in notes(session, "no_hit")]
    both = position("axis.movement.ground", units)
    play(both, "fly HA V-WES4+V-WES5 1034")
    assert 1 == layer(both, HARASSED, "1034")
    assert [2] == [note["more"] for note in notes(both, "harassed")], "the journal says so"
    assert "I1" == status(both, "V-WES4")
    assert not is_legal(both, "fly HA V-WES2 1034"), "one marker a hex"
    where = both.game.grid.hex("1034")
    left_ = {
        name: Marcher(found.game, ("G-XII",), INITIAL).field().left[where]
        for name, found in (("harassed", both), ("free", session))
    }
    assert 2 * 2 == left_["free"] - left_["harassed"], "in half MP"
    clear_flags(both.game)
    assert not layer(both, HARASSED, "1034")


def test_transfer() -> None:
    """EF-AR-10, EF-AR-11, EF-AR-12  Twice the range, status as it was, the mission of the player-turn; room."""
    units = {"A-STG1": "0635", "A-STG2": "0935", "A-STG77": "0935", "V-WES3": "3827"}
    session = flown(units)
    assert "EF-AR-12" == refused_by(session, "fly TF A-STG1 0935"), "a town bases two"
    g = session.game
    far = next(
        h
        for h in sorted(g.content.land)
        if g.grid.distance(h, g.grid.hex("0635")) == 13 and room(g, "axis", h)
    )
    near = next(
        h
        for h in sorted(g.content.land)
        if 7 <= g.grid.distance(h, g.grid.hex("0635")) <= 12 and room(g, "axis", h)
    )
    assert "EF-AR-12" == refused_by(session, f"fly TF A-STG1 {g.grid.name(far)}")
    play(session, f"fly TF A-STG1 {g.grid.name(near)}")
    assert (g.grid.name(near), "") == (at(session, "A-STG1"), status(session, "A-STG1"))
    assert "EF-AR-11" == refused_by(session, "fly TF A-STG1 0635"), "one mission in a player-turn"


def test_another_base_on_the_way_home() -> None:
    """EF-AR-12  A unit returns to its base, or to another in range of the target that has room."""
    units = {"A-KG3": "0635", "A-STG77": "0935", "V-WES3": "3827"}
    session = flown(units, "fly RB A-KG3 1235 to 0935", dice=(1,))
    assert ("0935", "I1") == (at(session, "A-KG3"), status(session, "A-KG3"))
    home = flown(units, "fly RB A-KG3 1235", dice=(1,))
    assert "0635" == at(home, "A-KG3")
    full = flown({**units, "A-JG51": "0935"})
    assert "EF-AR-12" == refused_by(full, "fly RB A-KG3 1235 to 0935")


# -- bases -------------------------------------------------------------------------------------------


def test_room_at_bases() -> None:
    """EF-AR-12, EF-IS-04  City 3, major city 4, town 2, airfield 2, an HQ 1; not in an isolated hex."""
    g = table({"A-HP2": "0833", "S-1": "3827"}, layers={AIRFIELD: {"0834": 1}})
    kinds = {"major city": 4, "city": 3, "town": 2}
    for kind, most in kinds.items():
        where = next(
            h
            for h in sorted(g.content.land)
            if g.content.place_kind(h) == kind and g.state.control[h] == "soviet"
        )
        assert (most, 0) == (room(g, "soviet", where), room(g, "axis", where))
    assert (1, 2) == (room(g, "axis", g.grid.hex("0833")), room(g, "axis", g.grid.hex("0834")))
    session = flown({"A-KG3": "0635", "V-WES3": "3827"})
    session.game.set_layer("cut axis", {session.game.grid.hex("0935"): 1}, rule="test")
    assert "EF-AR-12" == refused_by(session, "fly TF A-KG3 0935")


# -- air combat --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "found"),
    [
        (4, 10, ("I1", "I1")), (5, 10, ("I1", "I2")), (7, 10, ("I1", "I2")), (8, 10, ("I1", "pool")),
        (1, 1, ("I1", "I1")),
    ],
)  # fmt: skip
def test_air_combat(mine: int, theirs: int, found: tuple[str, str]) -> None:
    """EF-AR-10, EF-AR-13  d10 and the difference of fighter values: 7 nothing, 8-10 aborted, 11 lost; both roll."""
    units = {"A-KG3": "0635", "A-JG51": "0935", "V-WES3": "1634"}
    session = flown(units, "fly RB A-JG51+A-KG3 1235", "intercept V-WES3", dice=(mine, theirs, 1))
    assert found == (status(session, "A-JG51"), status(session, "V-WES3"))
    assert FLEW in unit(session, "V-WES3").states or found[1] == "pool", "interception is a mission"


def test_extra_interceptors_meet_bombers() -> None:
    """EF-AR-13, EF-SQ-12  Escorts are paired first, as the owner of the mission chooses; others meet bombers."""
    units = {"A-KG3": "0635", "A-KG2": "0635", "A-JG51": "0935", "V-WES1": "1634", "V-WES3": "1634"}
    session = flown(
        units,
        "fly RB A-JG51+A-KG2+A-KG3 1235",
        "intercept V-WES1",
        "intercept V-WES3",
        dice=(1, 1, 1, 6, 6),
    )
    assert ("air.pair", "axis") == (key(session), asked(session).side)
    assert ["pair A-JG51 V-WES1", "pair A-JG51 V-WES3"] == answers(session)
    play(session, "pair A-JG51 V-WES3")
    assert ["pair V-WES1 A-KG2", "pair V-WES1 A-KG3"] == answers(session)
    play(session, "pair V-WES1 A-KG3")
    assert ("I2", "I1") == (status(session, "A-KG3"), status(session, "A-KG2"))
    assert 1 == layer(session, BREAK, "1235"), "who got through bombs"


def test_four_in_a_mission() -> None:
    """EF-AR-26  At most four air units a side, escorts and interceptors among them."""
    units = {f"A-KG{n}": "0635" for n in (1, 2, 3, 51)} | {"A-JG51": "0935"}
    units |= {
        "V-WES1": "1634",
        "V-WES2": "1634",
        "V-WES3": "1634",
        "V-LEN1": "1634",
        "V-BAL1": "1634",
    }
    session = flown(units)
    assert "EF-AR-26" == refused_by(session, "fly RB A-JG51+A-KG1+A-KG2+A-KG3+A-KG51 1235")
    play(
        session,
        "fly RB A-JG51+A-KG1+A-KG2+A-KG3 1235",
        *(f"intercept {u}" for u in ("V-BAL1", "V-LEN1", "V-WES1", "V-WES2")),
    )
    assert "air.pair" == key(session)
    assert 4 == len(notes(session, "intercepts"))


def test_anti_air_fire() -> None:
    """EF-AR-25  Over a major city, major port, fortress or HQ of the enemy a 1 turns each unit back."""
    for where, hq, dice, found in (
        ("1135", "2032", (1,), ("I2", 0)), ("1135", "2032", (2, 6), ("I1", 1)),
        ("1235", "1235", (1,), ("I2", 0)), ("1235", "2032", (6,), ("I1", 1)),
        ("2032", "2231", (1,), ("I2", 0)),
    ):  # fmt: skip
        units = {"A-KG3": "0935", "V-WES3": "3827", "S-HW": hq}
        session = flown(units, f"fly RB A-KG3 {where}", dice=dice)
        assert found == (status(session, "A-KG3"), layer(session, BREAK, where)), where
        assert [] == session.state.script
    own = table({"A-STG1": "0635"}, own={"axis": ["1135"]})
    assert ["A-STG1"] == flak(own, own.grid.hex("1135"), ["A-STG1"]), (
        "over an own fortress nobody fires"
    )


def test_fighter_values_by_date() -> None:
    """EF-AR-20, EF-AR-21  Soviet type F one better from T98, Axis type F one worse from T146."""
    units = {"V-WES3": "3827", "V-WES4": "3827", "A-JG51": "0635", "A-STG1": "0635"}
    values = {t: [fighter(table(units, turn=t), u) for u in units] for t in (97, 98, 145, 146)}
    assert {97: [3, 1, 6, 1], 98: [4, 1, 6, 1], 145: [4, 1, 6, 1], 146: [4, 1, 5, 1]} == values


def test_a_base_falls() -> None:
    """EF-AR-18, EF-HC-03  4 and more flies off as I2 to the nearest own base in range; less is lost."""
    units = {"G-XII": "1031", "V-WES1": "1132", "S-28": "3827"}
    for die, found in ((4, ("I2", "0932")), (3, ("pool", "pool"))):
        session = until(position("axis.movement.ground", units, dice=(die,)), "move")
        play(session, "move G-XII 1031-1131-1132")
        assert found == (status(session, "V-WES1"), at(session, "V-WES1"))


def test_no_paratroops() -> None:
    """EF-AR-24  No mission drops troops: an airborne corps is infantry."""
    assert not any(code.startswith("P") for code in PHASES)
    g = table(turn=30)
    airborne = g.content.classes_in(30)["AB"]
    assert (2, 2, 4, False) == (airborne.attack, airborne.defence, airborne.ma, airborne.cm)


def test_airfields_of_june_1941() -> None:
    """EF-SU-17  In 1.5 of A1 Axis attacks on bases have +4 and are not intercepted; the Soviet ones are as ever."""
    units = {
        "A-KG3": "0635",
        "V-WES3": "1634",
        "V-WES1": "1634",
        "V-WES4": "1531",
        "V-WES5": "1531",
        "A-JG51": "0935",
    }
    for die, found in ((1, "I2"), (4, "I2"), (5, "pool")):
        session = flown(units, "fly AF A-KG3 1634", dice=(1, die), turn=1, surprise="axis")
        assert "air.intercept" != key(session)
        assert found == status(session, "V-WES1")
    play(session, "done", "fly AF V-WES4+V-WES5 0935")
    assert "air.intercept" == key(session)
    assert "air.intercept" == key(flown(units, "fly AF A-KG3 1634")), "only in June 1941"
