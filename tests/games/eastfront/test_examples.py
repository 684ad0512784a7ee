"""The worked examples of the rules, as far as they are about one reckoning."""

from __future__ import annotations

from fractions import Fraction

from tests.games.eastfront.table import table
from wargame.games.eastfront import nets, supply
from wargame.games.eastfront.calendar import date_of, month_of
from wargame.games.eastfront.content import STANDARD
from wargame.games.eastfront.data.files import SIDES
from wargame.games.eastfront.odds import throw
from wargame.games.eastfront.overrun import may_overrun
from wargame.games.eastfront.segments.judgement import _set_level
from wargame.games.eastfront.segments.weather import set_weather
from wargame.games.eastfront.state import (
    DUMP,
    FROZEN,
    GAUGE,
    LEVEL,
    MISSION,
    SP,
    UNPREPARED,
    USED_CHIT,
    EfGame,
    frozen_at,
)
from wargame.games.eastfront.strength import (
    DELAYED,
    HASTY,
    NORMAL,
    Battle,
    armour,
    attack,
    column,
    defence,
    modifiers,
    whole_attack,
)
from wargame.games.eastfront.support import net
from wargame.games.eastfront.walk import BONUS_MOVE, Marcher

FIRST: dict[str, int | str] = {"surprise": "axis", "bonus": 1}
"""The bonus turn of June 1941."""


def in_column(g: EfGame, battle: Battle) -> str:
    at = column(g, battle)
    assert at is not None
    return g.content.combat.columns[at]


def strengths(g: EfGame, battle: Battle) -> tuple[int, int]:
    """Attack, rounded down, and defence."""
    return int(attack(g, battle)), defence(g, battle)


def test_w1_brest() -> None:
    """EF-CB-20, EF-CB-21, EF-SU-15, EF-SP-13  A normal attack with a chit on the fortress of Brest."""
    units = {
        "S-28": "1135", "S-FR2": "1135", "G-XII": "1136", "G-XXIV": "1136", "G-XLIII": "1035",
        "G-XLVII": "1035", "G-LIII": "1036", "A-HP2": "1036",
    }  # fmt: skip
    states = {"S-28": [UNPREPARED], "S-FR2": [UNPREPARED], "A-HP2": [USED_CHIT]}
    g = table(units, turn=1, states=states, tracks=FIRST)
    fighters = ("G-LIII", "G-XII", "G-XLIII", "G-XLVII", "G-XXIV")
    battle = Battle("axis", g.grid.hex("1135"), NORMAL, fighters)
    assert (59, 9) == strengths(g, battle)
    assert "5:1" == in_column(g, battle)
    told = dict(modifiers(g, battle))
    assert {"fort": -2, "river": -1, "directions": 1, "chit": 1, "unprepared": 1} == told
    assert "D1" == throw(g, battle).result(6)


def test_w2_an_overrun_out_of_suwalki() -> None:
    """EF-MV-17, EF-ZC-02  Three corps ride over a cavalry corps; two cannot."""
    units = {"G-LVII": "1130", "G-VIII": "1130", "G-VI": "1130", "S-6C": "1031"}
    g = table(units, turn=1, states={"S-6C": [UNPREPARED]}, tracks=FIRST)
    start, target = g.grid.hex("1130"), g.grid.hex("1031")
    stack = ("G-LVII", "G-VI", "G-VIII")
    assert may_overrun(g, stack, start, target) is None
    assert may_overrun(g, ("G-LVII",), start, target) is not None
    field = Marcher(g, stack, BONUS_MOVE).field()
    assert 2 * (5 - 3) == field.left[target], "foot have 2 MP left of 5"
    assert 2 * (6 - 3) == Marcher(g, ("G-LVII",), BONUS_MOVE).left - 2 * 3


def test_w3_high_odds() -> None:
    """EF-CB-22  Armour in the open, out of two hexes that are not opposite."""
    units = {
        "G-XXXIX": "1129", "G-V": "1129", "G-II": "1129", "G-VIII": "1130", "G-VI": "1130",
        "G-LVII": "1130", "S-4": "1230", "A-HP3": "1130",
    }  # fmt: skip
    states = {"S-4": [UNPREPARED], "A-HP3": [USED_CHIT]}
    g = table(units, turn=1, states=states, tracks=FIRST)
    fighters = ("G-II", "G-LVII", "G-V", "G-VI", "G-VIII", "G-XXXIX")
    battle = Battle("axis", g.grid.hex("1230"), NORMAL, fighters)
    assert (65, 6) == strengths(g, battle)
    assert ("9:1", 2) == (in_column(g, battle), armour(g, battle))
    assert 4 == sum(n for _, n in modifiers(g, battle))
    assert "D2" == throw(g, battle).result(2)


def test_w4_a_hasty_attack_of_the_other_side() -> None:
    """EF-CB-11, EF-CB-14, EF-CB-22  Two mechanised corps strike back."""
    units = {"G-XXIV": "2033", "S-7M": "2032", "S-20M": "2133"}
    g = table(units, numbers={"G-XXIV": {"lost": 2}})
    battle = Battle("soviet", g.grid.hex("2033"), HASTY, ("S-20M", "S-7M"))
    assert (9, 8) == strengths(g, battle)
    assert "1:1" == in_column(g, battle)
    assert {"hasty": -2, "armour": 1} == dict(modifiers(g, battle))
    assert "BR" == throw(g, battle).result(9)


def test_w5_supply_from_brest() -> None:
    """EF-SP-14, EF-SP-27, EF-RA-13  A path along the highway; a break stops captured track."""
    line = ("1235", "1334", "1435", "1535", "1634", "1734", "1833", "1933", "2032", "2131", "2231")
    own = {"axis": [*line, "1135", "2033", "1932", "1834"]}
    gauge = {GAUGE: {"1135": STANDARD}}
    units = {"A-HP2": "1634", "G-XXIV": "2032", "G-XLVII": "2231"}
    g = table(units, own=own, layers=gauge, broken=["1235"])
    brest = g.grid.hex("1135")
    found = supply.Supply(g, "axis")
    assert brest in found.heads
    assert 5 == found.to_heads[g.grid.hex("1634")]
    assert found.hq_supplied("A-HP2")
    assert 4 == found.near("A-HP2")[g.grid.hex("2032")]
    assert (True, False) == (found.supplied("G-XXIV"), found.supplied("G-XLVII"))
    forward = table({**units, "A-HP2": "2032"}, own=own, layers=gauge, broken=["1235"])
    late = supply.Supply(forward, "axis")
    assert not late.hq_supplied("A-HP2")
    mended = table({**units, "A-HP2": "2032"}, own=own, layers=gauge)
    again = supply.Supply(mended, "axis")
    tail = nets.tail(mended, nets.net_at(mended, "axis", brest).hexes)  # type: ignore[union-attr]
    assert {"1235", "1334", "1435"} <= {g.grid.name(h) for h in g.grid.hexes_of(tail)}
    assert 6 == again.to_heads[g.grid.hex("2032")]
    assert again.hq_supplied("A-HP2")
    assert again.supplied("G-XLVII")


def test_w6_levels_of_a_pocket() -> None:
    """EF-SP-16  A unit rises in its own player-turn; a fresh pocket is at U1 at once."""
    g = table({"S-1": "0932"})
    seen = []
    for own in (False, True, False, True, True):
        _set_level(g, "S-1", fed=False, own=own, bonus=0)
        seen.append(g.state.units["S-1"].numbers.get(LEVEL, 0))
    assert [1, 2, 2, 3, 4] == seen
    _set_level(g, "S-1", fed=True, own=False, bonus=0)
    assert 0 == g.state.units["S-1"].numbers[LEVEL]


def test_w8_rail_capacity() -> None:
    """EF-RA-12, EF-RA-16, EF-RA-19  The main net of the Soviets, an SRP spent on it."""
    g = table(turn=5)
    nets.set_pots(g, "soviet")
    main = nets.net_at(g, "soviet", g.grid.hex("3827"))
    assert main is not None
    assert 36 == nets.left(g, "soviet", main)
    nets.spend(g, "soviet", main, 10, rule="EF-RA-14")
    nets.boost(g, "soviet", main)
    assert (32, 1) == (nets.left(g, "soviet", main), nets.boosts(g, "soviet", main))


def test_w9_what_attacks_cost() -> None:
    """EF-SP-13  An SP for each 20 points or fraction, of strengths that are not halved."""
    g = table({"G-XXIV": "1136", "G-XLVII": "1136", "G-III": "1136"}, numbers={"G-III": {LEVEL: 2}})
    points = whole_attack(g, ("G-III", "G-XLVII", "G-XXIV"))
    assert 50 == points
    assert 3 == -(-points // g.content.limits.supply.points_an_attack)


def test_w11_a_delayed_attack_is_joined() -> None:
    """EF-CB-12, EF-CB-22  Joiners that exploited count in full if combat-motorised."""
    units = {"G-VII": "1733", "G-IX": "1732", "G-XLVI": "1834", "S-47": "1833"}
    g = table(units)
    battle = Battle("axis", g.grid.hex("1833"), DELAYED, ("G-IX", "G-VII", "G-XLVI"), ("G-XLVI",))
    assert (36, 6) == strengths(g, battle)
    assert "5:1" == in_column(g, battle)
    assert {"delayed": 1, "directions": 1, "armour": 1} == dict(modifiers(g, battle))
    assert "D2" == throw(g, battle).result(5)
    foot = Battle("axis", g.grid.hex("1833"), DELAYED, ("G-IX",), ("G-IX",))
    assert Fraction(9, 2) == attack(g, foot)


def test_w12_air_over_a_battle() -> None:
    """EF-AR-10, EF-AR-27  Tac of both sides: fighters count none, bombers half, rounded down in all."""
    units = {"A-STG1": "0635", "A-STG77": "0935", "A-JG51": "0935", "V-WES5": "2234"}
    g = table(units)
    for unit, mission in (("A-STG1", "GS"), ("A-STG77", "GS"), ("A-JG51", "GS"), ("V-WES5", "DS")):
        g.tie(unit, MISSION, f"{mission} 1135", rule="EF-AR-14")
    assert 2 == net(g, g.grid.hex("1135"), "axis")


def test_w15_freezing() -> None:
    """EF-WX-04  Two rolls of snow in a row freeze a zone; in winter one of frost; mud thaws it."""
    g = table(turn=22)
    assert ("Dec", "Dec I 1941") == (month_of(22), date_of(22))
    late = table(turn=20)
    where = late.grid.hex("2032")
    set_weather(late, "B", "F")
    assert not frozen_at(late, where)
    set_weather(late, "B", "S")
    assert not frozen_at(late, where)
    set_weather(late, "B", "S")
    assert frozen_at(late, where)
    set_weather(late, "B", "M")
    assert not late.state.tracks[FROZEN["B"]]
    set_weather(g, "D", "F")
    assert g.state.tracks[FROZEN["D"]]


def test_the_set_up_is_in_supply() -> None:
    """EF-SP-15, EF-NV-20  Every unit set up is supplied on turn 1, Hanko by sea."""
    g = table(clear=False, turn=1)
    for side in SIDES:
        fed = supply.judge(g, side)
        assert fed.units == {u for u in g.board.on_map[side] if u in g.content.units}
        assert fed.used == ()


def test_a_stock_feeds_few() -> None:
    """EF-SP-15, EF-SP-27  A cut-off HQ feeds four units for an SP, headquarters first."""
    units = {"S-HW": "2032", "S-44": "2032", "S-2": "2032", "G-XXIV": "2033"}
    own = {"axis": ["1931", "1932", "2033", "2132", "2131", "2031"]}
    held = {"G-XLVII": "2131", "G-XII": "1931", "G-XLIII": "2031", "G-IX": "2132", "G-VII": "1932"}
    g = table({**units, **held}, own=own, numbers={"S-HW": {SP: 1}}, layers={DUMP: {"2032": 0}})
    fed = supply.judge(g, "soviet")
    assert {"S-HW", "S-44", "S-2"} == fed.units
    assert (("S-HW", 1),) == fed.used
