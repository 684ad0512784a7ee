"""Advance after combat: into the hex, on along the path of retreat, the Allied die (ARD-AD-01 to -11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.combat import FOOT, MECH, MECH2, PEIPER, PZ, R109, R110, R112, combat
from tests.games.ardennes.table import (
    answers,
    asked,
    at,
    control,
    h,
    left,
    play,
    roadblocks,
    rolls,
)
from wargame.flow.at_table import Plans
from wargame.flow.session import Session


def won(
    attackers: dict[str, str], target: str = "2918", *, path: tuple[str, ...] = (), **more: Any
) -> Session:
    """Defenders have left the hex by a path; () where they were eliminated."""
    kept = {"path": tuple(h(n) for n in path), **more.pop("kept", {})}
    home = {R110: path[-1] if path else "eliminated"}
    side = more.get("side", "german")
    home = home if side == "german" else {FOOT: path[-1] if path else "eliminated"}
    return combat("advance", attackers, home, target, kept=kept, **more)


def advances(session: Session) -> list[str]:
    """Who may advance where; [] where nobody is asked."""
    if session.ask is None or asked(session).key != "advance":
        return []
    return [a.removeprefix("advance ") for a in answers(session) if a != "done"]


def test_ad_01_into_the_hex_ignoring_zoc() -> None:
    """ARD-AD-01, ARD-HC-01"""
    session = won({MECH: "2917", FOOT: "3018"}, path=("2819",), others={R112: "2816", R109: "2818"})
    assert [f"{MECH} 2918", f"{FOOT} 2918"] == advances(session)
    play(session, f"advance {FOOT} 2918")
    assert "2918" == at(session, FOOT)
    assert "german" == control(session, "2918")


def test_ad_01_up_to_stacking() -> None:
    """ARD-AD-01, ARD-ST-01: six steps"""
    session = won({MECH: "2917", PZ: "3018", MECH2: "3018"}, path=("2819",))
    play(session, f"advance {MECH} 2918", f"advance {PZ} 2918")
    assert not [a for a in advances(session) if a.startswith(MECH2)]


def test_nothing_is_missed_where_the_rest_cannot_go_on_anyway() -> None:
    """ARD-ST-01: a plan of two advances ends with them, for the full hex takes nobody else"""
    session = won({MECH: "2917", PZ: "3018", MECH2: "3018"}, path=("2819",), mode="gs")
    plans = Plans(session)
    session.answer(plans.begin(f"react {MECH} {PZ}"))
    assert "command" == asked(session).key
    assert "" == plans.said()


@pytest.mark.parametrize("state", ["dispersed", "out of fuel"])
def test_ad_01_not_dispersed_nor_out_of_fuel(state: str) -> None:
    """ARD-AD-01, ARD-US-05, ARD-US-10"""
    session = won({MECH: "2917", FOOT: "3018"}, path=("2819",), states={MECH: [state]})
    assert [f"{FOOT} 2918"] == advances(session)


def test_ad_01_not_while_an_enemy_is_left() -> None:
    """ARD-AD-01"""
    session = combat("advance", {MECH: "2917"}, {R110: "2918"})
    assert not advances(session)


def test_ad_01_reinforcements_advance_too() -> None:
    """ARD-AD-01, 5.11.5: whoever has moved may."""
    session = won({MECH: "2917"}, path=("2819",), states={MECH: ["moved"]})
    assert [f"{MECH} 2918"] == advances(session)


def test_ad_02_mech_goes_on_after_two_hexes() -> None:
    """ARD-AD-02, ARD-AD-03: along the path; infantry does not."""
    session = won({MECH: "2917", FOOT: "3018"}, path=("2919", "2920"))
    play(session, f"advance {MECH} 2918", f"advance {FOOT} 2918")
    on = advances(session)
    assert f"{MECH} 2919" in on
    assert not [a for a in on if a.startswith(FOOT)]
    play(session, f"advance {MECH} 2919")
    assert "2919" == at(session, MECH)
    assert not advances(session)


def test_ad_02_a_plan_of_those_who_advance_ends_nothing_where_one_may_go_on() -> None:
    session = won({MECH: "2917", FOOT: "3018"}, path=("2818", "2719"))
    plans = Plans(session)
    session.answer(plans.begin(f"react {MECH}"))
    assert [f"advance {MECH} 2918"] == [entry.answer for entry in session.entries[-1:]]
    assert f"{MECH} 2818" in advances(session)
    assert plans.said().startswith("They have acted, and may do more now")


def test_ad_02_not_after_one_hex() -> None:
    """ARD-AD-02"""
    session = won({MECH: "2917"}, path=("2819",))
    play(session, f"advance {MECH} 2918")
    assert not advances(session)


def test_ad_02_nor_after_bug_out() -> None:
    """ARD-CT-03: one hex alone."""
    session = won({MECH: "2917"}, path=("2819",), kept={"bugged_out": 1})
    play(session, f"advance {MECH} 2918")
    assert not advances(session)


def test_ad_02_elimination_leaves_no_path() -> None:
    """ARD-AD-02, ARD-AD-03: then it is always split off."""
    session = won({MECH: "2917"})
    play(session, f"advance {MECH} 2918")
    on = advances(session)
    assert f"{MECH} 2919" in on
    assert f"{MECH} 2819" not in on, "over the Clerve without Bridge"
    assert f"{MECH} 2818" in on, "by its Bridge"


def test_ad_03_split_off_not_from_zoc_to_zoc() -> None:
    """ARD-AD-03: along the path it may."""
    near = {R112: "2920"}
    session = won({MECH: "2917"}, others={**near, R109: "3019"})
    play(session, f"advance {MECH} 2918")
    assert f"{MECH} 2919" not in advances(session)
    session = won({MECH: "2917"}, path=("2919", "2920"), others={R109: "3019"})
    play(session, f"advance {MECH} 2918")
    assert [f"{MECH} 2919"] == [a for a in advances(session) if a.endswith("2919")]


def test_ad_03_not_into_forest_off_the_road() -> None:
    """ARD-AD-03: from 2014 Forest 2113 lies by Road, 2114 does not."""
    session = won({MECH: "2013"}, "2014")
    play(session, f"advance {MECH} 2014")
    on = advances(session)
    assert f"{MECH} 2113" in on
    assert f"{MECH} 2114" not in on


def test_ad_04_one_over_a_bridge_into_a_zoc() -> None:
    """ARD-AD-04"""
    pair = {MECH: "2818", MECH2: "2818"}
    session = won(pair, path=("3018",), others={R112: "2919"})
    assert [f"{MECH} 2918", f"{MECH2} 2918"] == advances(session)
    play(session, f"advance {MECH} 2918")
    assert not advances(session)
    session = won(pair, path=("3018",), others={R112: "2222"}, states={R110: ["dispersed"]})
    play(session, f"advance {MECH} 2918")
    assert [f"{MECH2} 2918"] == advances(session)


def test_ad_05_one_over_a_river_and_it_stops() -> None:
    """ARD-AD-05"""
    session = won({MECH: "2819", MECH2: "2819"})
    play(session, f"advance {MECH} 2918")
    assert not advances(session), "one over the river, and it stops"


def test_ad_05_counted_by_hexside() -> None:
    """ARD-AD-04, ARD-AD-05, 5.11.1"""
    session = won({MECH: "2819", MECH2: "2818"}, down=["2818-2918"])
    play(session, f"advance {MECH} 2918")
    assert [f"{MECH2} 2918"] == advances(session)


def test_ad_05_the_path_leads_over_a_river() -> None:
    """ARD-AD-05: one follows."""
    session = won({MECH: "2917", MECH2: "3018"}, path=("2819", "2719"))
    play(session, f"advance {MECH} 2918", f"advance {MECH2} 2918")
    assert f"{MECH} 2819" in advances(session)
    play(session, f"advance {MECH} 2819")
    assert not [a for a in advances(session) if a.endswith("2819")]


def test_ad_06_not_over_an_army_boundary() -> None:
    """ARD-AD-06: through December 19"""
    assert not advances(won({PEIPER: "2917"}, path=("2819",), turn=19))
    assert [f"{PEIPER} 2918"] == advances(won({PEIPER: "2917"}, path=("2819",), turn=20))


def test_ss_18_the_paratroops_enter_no_city() -> None:
    """ARD-SS-18: nor by an advance; who fought beside them does"""
    session = won({"de.vdh.vdh": "2403", FOOT: "2403"}, "2503", turn=20)
    assert advances(session) == [f"{FOOT} 2503"]


def test_5_11_3_an_advance_calls_for_checks() -> None:
    """ARD-RB-20, 5.11.3: and RB-05 stops it."""
    session = won({MECH: "2519"}, "2420", mode="gs", turn=18, dice=[1, 10, 10, 10], quiet=False)
    play(session, f"advance {MECH} 2420")
    assert roadblocks(session)
    assert rolls(session, "roadblock")


# -- the automated Allies ---------------------------------------------------------------------------

SAMREE = "2014"
A, B = "us.119.30", "us.120.30"


def beaten(
    attackers: dict[str, str], target: str = SAMREE, dice: tuple[int, ...] = (), **more: Any
) -> Session:
    """Germans are gone from a hex that automated Allies have attacked."""
    found = {"mode": "gs", "turn": 23, "dice": dice, "path": ("2115", "2216"), **more}
    return won(attackers, target, side="allied", card="A34", **found)


def test_w11_the_advance_die() -> None:
    """W11, ARD-AD-07, ARD-AD-11"""
    session = beaten({A: "1913", B: "1914"}, dice=(8,))
    assert SAMREE == at(session, A)
    assert "1914" == at(session, B)
    assert [8] == rolls(session, "advance")
    session = beaten({A: "1913", B: "1914"}, dice=(7,))
    assert [SAMREE, SAMREE] == [at(session, u) for u in (A, B)]


def test_ad_11_a_third_never() -> None:
    """ARD-AD-11: column 2+"""
    session = beaten({A: "1913", B: "1914", "us.325.82": "2013"}, dice=(7,))
    assert "2013" == at(session, "us.325.82")
    assert not left(session)


@pytest.mark.parametrize(("die", "wanted"), [(3, ["2013", "1913"]), (4, ["1913", "1913"])])
def test_ad_11_other_hexes(die: int, wanted: list[str]) -> None:
    """ARD-AD-11: off the routes 1-3, the second never."""
    session = beaten({A: "1913", B: "1913"}, "2013", dice=(die,), path=("2113", "2213"))
    assert wanted == [at(session, u) for u in (A, B)]


def test_ad_08_a_lone_unit_in_brackets_is_not_checked() -> None:
    """ARD-AD-08"""
    cav = "us.4cav"
    session = beaten({cav: "1913", A: "2013"}, path=())
    assert "1913" == at(session, cav)
    assert SAMREE == at(session, A)
    session = beaten({cav: "2013", A: "2013"}, path=())
    assert [SAMREE, SAMREE] == [at(session, u) for u in (cav, A)]


def test_ad_08_two_in_brackets_are_one() -> None:
    """ARD-AD-08: checked once, in the place of the lowest #; one advance."""
    engineers = ("us.291eng", "us.51eng")
    session = beaten({**dict.fromkeys(engineers, "1913"), A: "1914"}, dice=(7,))
    assert [SAMREE] * 3 == [at(session, u) for u in (*engineers, A)]
    assert not left(session)


def test_ad_09_no_advance_into_danger() -> None:
    """ARD-AD-09: unless the hex has a HV."""
    trap = {PZ: "2114", MECH: "2112", MECH2: "2214"}
    session = beaten({A: "1913"}, "2013", dice=(1,), path=("2215", "2216"), others=trap)
    assert "1913" == at(session, A)
    assert 1 == left(session)


@pytest.mark.parametrize(
    ("start", "target", "germans", "where"),
    [
        ("1708", "1808", {PZ: "1606"}, "1708"),
        ("1708", "1808", {}, "1808"),
        ("2512", "2612", {PZ: "2215"}, "2612"),
    ],
    ids=["a Gap", "no Gap", "a Gap, but a VP hex"],
)
def test_ad_10_the_line_is_preserved(
    start: str, target: str, germans: dict[str, str], where: str
) -> None:
    """ARD-AD-10, ARD-GE-06: no advance that makes a Gap, unless into a VP hex; all three on a Primary route."""
    support = "1613" if start == "1708" else "2515"
    session = beaten({A: start}, target, others={**germans, B: support}, path=())
    assert where == at(session, A)


def test_ad_11_protect_vp() -> None:
    """ARD-AA-11, 5.11.4: nobody leaves a VP hex empty with Germans near; one of two may go."""
    session = beaten({A: "1914"}, others={PZ: "2115"})
    assert "1914" == at(session, A)
    session = beaten({A: "1914"}, others={PZ: "2115", R112: "1914"})
    assert SAMREE == at(session, A)


def test_ad_01_dispersed_allies_stay() -> None:
    """ARD-US-05"""
    session = beaten({A: "1914"}, states={A: ["dispersed"]})
    assert "1914" == at(session, A)


def test_ad_02_automated_mech_goes_one_hex() -> None:
    """5.11.4"""
    session = beaten({"us.ccb-2.2ad": "2013"}, path=())
    assert SAMREE == at(session, "us.ccb-2.2ad")
