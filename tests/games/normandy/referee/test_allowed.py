"""NOR-RV, RP, HQ, EN, IT, CB, OM  What qualifies."""

from __future__ import annotations

from tests.games.normandy.referee import allowed, strategic
from tests.games.normandy.referee.table import table


def test_rv_07_08_reserve_markers() -> None:
    rows = "".join(f"us.{i} 2414 US-INF F hq=us.hq.v reserve\n" for i in range(5))
    rows += "us.x 2614 US-CC F hq=us.hq.v\nus.y 2214 US-CC F hq=us.hq.vii\n"
    pos = table(rows, operation=["us.hq.v"])
    assert allowed.may_be_marked(pos, pos.units["us.x"])
    assert not allowed.may_be_marked(pos, pos.units["us.y"])
    sixth = table(rows + "us.z 2414 US-CC F hq=us.hq.v reserve", operation=["us.hq.v"])
    assert not allowed.may_be_marked(sixth, sixth.units["us.x"])
    near = table(rows + "ge.x 2615 G-INF C", operation=["us.hq.v"])
    assert not allowed.may_be_marked(near, near.units["us.x"])


def test_rp_06_09_replacement_and_rest() -> None:
    pos = table("us.hq.v 2411 US-HQ\nus.x 2414 US-INF R hq=us.hq.v\nus.y 2416 US-CC F hq=us.hq.v")
    assert allowed.may_be_replaced(pos, pos.units["us.x"])
    assert allowed.may_rest(pos, pos.units["us.x"])
    assert not allowed.may_be_replaced(pos, pos.units["us.y"])
    assert (1, 2) == tuple(allowed.replacement_price(u) for u in pos.units.values() if u.combat)
    away = pos.moved({"us.x": "2415"})
    assert not allowed.may_rest(away, away.units["us.x"])


def test_rp_07_merging_cadres() -> None:
    pos = table(
        "ge.a 2520 G-INF C division=d\nge.b 2521 G-INF C division=d\nge.c 2521 G-INF C division=e"
    )
    a, b, c = (pos.units[i] for i in ("ge.a", "ge.b", "ge.c"))
    assert allowed.may_merge(pos, a, b)
    assert not allowed.may_merge(pos, a, c)
    assert not allowed.may_merge(
        pos.moved({"ge.b": "2522"}), a, pos.moved({"ge.b": "2522"}).units["ge.b"]
    )


def test_hq_01_nearest_own_unit_three_hexes_away() -> None:
    pos = table("us.hq.v 2414 US-HQ\nus.a 2416 US-INF F\nus.b 2418 US-INF F\ncw.x 2417 CW-INF F")
    assert ["2418"] == allowed.refuges(pos, pos.units["us.hq.v"])


def test_en_06_10_11_works() -> None:
    pos = table("us.x 2414 US-INF F hq=us.hq.v\nus.y 2814 US-INF F hq=us.hq.v\nge.x 3516 G-INF F")
    assert allowed.may_dig(pos, pos.units["us.x"])
    assert not allowed.may_dig(pos, pos.units["us.y"]), "a city"
    assert allowed.may_demolish(pos, ("3516", "3617"))
    assert not allowed.may_demolish(pos, ("3714", "3715"))
    assert not allowed.may_build(pos, "us", ("3914", "4014"))
    built = table("cw.x 3815 CW-INF F")
    assert allowed.may_build(built, "cw", ("3914", "4014"))
    assert not allowed.may_build(built, "us", ("3914", "4014"))


def test_cb_03_04() -> None:
    pos = table("us.x 1817 US-INF F hq=us.hq.vii\nus.y 1918 US-INF F hq=us.hq.vii", turn=25)
    assert allowed.carpet_targets(pos, ["1818", "1718", "1717"], ["us.hq.vii"])
    assert not allowed.carpet_targets(pos, ["1818", "1718", "1617"], ["us.hq.v"])
    assert not allowed.carpet_targets(pos, ["1818", "1718", "2018"], ["us.hq.vii"])
    assert allowed.carpet_allowed(pos, [22], initiated=True)
    assert not allowed.carpet_allowed(pos, [23], initiated=True)
    assert not allowed.carpet_allowed(pos, [], initiated=False)


def test_it_05_a_road_without_allied_units() -> None:
    pos = table("us.x 3320 US-INF F")
    assert allowed.may_be_targeted(pos, "3321")
    assert not allowed.may_be_targeted(pos, "3320")


def test_om_02_back_from_an_area() -> None:
    pos = table("ge.x area:C G-PZR F\nge.y area:C G-INF F\nus.x area:A US-CC F")
    far = strategic.from_area(pos, "ge.x")
    assert {"area:B"} == {h for h in far if ":" in h}, "D is closed to the German"
    assert 14 == max(far.values())
    assert 0 == far["4540"]
    assert {"area:B", "4540"} == strategic.from_area(pos, "ge.y").keys()
    assert {"area:B"} == {h for h in strategic.from_area(pos, "us.x") if ":" in h}
