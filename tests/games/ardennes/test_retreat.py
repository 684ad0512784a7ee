"""Retreats: what is forbidden, what costs a step, what is a last resort, stacks that break up (ARD-RT-01 to -12)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.combat import (
    B110,
    FOOT,
    MECH,
    MECH2,
    PEIPER,
    PZ,
    R109,
    R110,
    R112,
    VDH,
    combat,
)
from tests.games.ardennes.table import (
    answers,
    asked,
    at,
    events,
    h,
    left,
    names,
    notes,
    play,
    rolls,
    table,
    unit,
)
from wargame.flow.session import Session
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.retreat import Retreat, hexes_left, most_hexes
from wargame.games.ardennes.state import LOST, kind_of
from wargame.model import events as ev

HERE = "2918"


def classes(
    units: dict[str, str], *back: str, path: tuple[str, ...] = (), **more: Any
) -> list[list[str]]:
    """The hexes by class to which *back* may retreat, the best class first."""
    g = table(units, **more)
    side = kind_of(g, back[0]).side
    going = Retreat(
        g,
        side,
        back,
        h(units[back[0]] if not path else more.pop("combat", HERE)),
        tuple(map(h, path)),
    )
    return [names(g, found) for found in going.classes()]


def every(units: dict[str, str], *back: str, **more: Any) -> list[str]:
    """The open hexes of every class."""
    return [name for found in classes(units, *back, **more) for name in found]


def routes(units: dict[str, str], *back: str, **more: Any) -> list[str]:
    """The hexes of the best class."""
    return next(iter(classes(units, *back, **more)), [])


def lost(session: Session, *units: str) -> list[int]:
    """Steps that units have lost."""
    return [unit(session, u).numbers.get(LOST, 0) for u in units]


def dispersed(session: Session, unit_id: str) -> bool:
    """Whether a unit was Dispersed, if only until the day was over."""
    return unit_id in [e.unit for e in events(session, ev.StateGained) if e.state == "dispersed"]


def hit(hits: int, defenders: dict[str, str], **more: Any) -> Session:
    """A defender of 2918 has hits to absorb from 2917."""
    by = more.pop("by", {MECH: "2917"})
    kept = {"hits": hits, **more.pop("kept", {})}
    return combat("hits", by, defenders, HERE, kept=kept, **more)


# -- where ------------------------------------------------------------------------------------------


def test_w6_class_1() -> None:
    """W6, ARD-RT-08: no German ZOC over the unbridged Our; the Bridge hex is German."""
    units = {R112: "3016", "de.156.116": "3115", "de.16pz.116": "3116"}
    assert ["2915", "2916", "3015", "3017"] == routes(units, R112)


def test_rt_05_enemy_town() -> None:
    """ARD-RT-05: by ownership"""
    units = {R112: HERE, MECH: "2917"}
    assert "2818" in every(units, R112)
    assert "2818" not in every(units, R112, german=["2818"])
    assert "2818" not in every({MECH: HERE}, MECH)
    assert "2818" in every({MECH: HERE}, MECH, german=["2818"])


def test_rt_05_empty_westwall() -> None:
    """ARD-RT-05: Allied units alone; one that holds a unit may be entered."""
    units = {R112: "3412", FOOT: "3312"}
    assert "3413" not in every(units, R112)
    assert "3413" in every({**units, R109: "3413"}, R112)


def test_rt_02_roadblocks_bar_germans() -> None:
    """ARD-RB-02, 5.10.2"""
    assert "2919" not in every({MECH: HERE}, MECH, roadblocks=["2919"])
    assert "2919" in every({R112: HERE}, R112, roadblocks=["2919"])


def test_rt_06_two_hexes_from_the_combat() -> None:
    """ARD-RT-06: the second hex ends two hexes away, no major river without Bridge, no enemy."""
    found = every({R112: "2919"}, R112, path=("2919",))
    assert found
    g = table({})
    assert {2} == {g.grid.distance(h(HERE), h(n)) for n in found}
    assert "0412" not in every({R112: "0512"}, R112, down=["0412-0512"], turn=24)
    assert "2919" not in every({R112: HERE, PZ: "2919"}, R112)


def test_rt_08_german_classes() -> None:
    """ARD-RT-08: free but in Allied ZOC; a German unit there makes it free."""
    units = {MECH: HERE, R112: "2816", R109: "3020"}
    found = classes(units, MECH)
    assert "2919" not in found[0]
    assert "2919" in found[1]
    assert "2919" in classes({**units, FOOT: "2919"}, MECH)[0]


def test_rt_08_allied_classes() -> None:
    """ARD-RT-08: in German ZOC, out of Allied Supply, or held only by units not In Supply it costs a step."""
    units = {R112: HERE, MECH: "2917"}
    assert ["2818", "2919", "3019"] == classes(units, R112)[0]
    assert "3018" in classes(units, R112)[1]
    held = {**units, R109: "3018"}
    assert "3018" in classes(held, R112)[0]
    assert "3018" not in classes(held, R112, states={R109: ["low supply"]})[0]


def test_rt_08_without_allied_supply() -> None:
    """ARD-RT-08: no free hex where no source is left."""
    far = {R112: HERE, MECH: "2917"}
    g = table(far)
    sources = names(g, sorted(g.content.sources["allied"]))
    beset = dict(
        zip([u for u in sorted(g.content.units) if u.startswith("de.")], sources, strict=False)
    )
    cut = {**beset, R112: HERE, **({MECH: "2917"} if MECH not in beset else {})}
    g = table(cut)
    going = Retreat(g, "allied", (R112,), h(HERE))
    assert all(going.toll(x) for found in going.classes() for x in found)


def test_rt_09_last_resorts() -> None:
    """ARD-RT-09: over a river without Bridge, into Forest off the Road."""
    found = classes({R112: HERE, MECH: "2917"}, R112)
    assert "2819" in found[-1]
    found = classes({R112: "2014", MECH: "1913"}, R112)
    assert "2114" not in found[0]
    assert "2113" in {x for part in found for x in part}
    forest = Retreat(table({R112: "2014"}), "allied", (R112,), h("2014"))
    assert forest.last_resort(h("2114"))
    assert not forest.last_resort(h("2113"))


def test_rt_11_army_boundary() -> None:
    """ARD-RT-11: a last resort for Germans through December 19"""
    early = Retreat(table({PEIPER: HERE}, turn=19), "german", (PEIPER,), h(HERE))
    late = Retreat(table({PEIPER: HERE}, turn=20), "german", (PEIPER,), h(HERE))
    assert early.last_resort(h("2919"))
    assert not late.last_resort(h("2919"))
    allied = Retreat(table({R112: HERE}, turn=19), "allied", (R112,), h(HERE))
    assert not allied.last_resort(h("2919"))


def test_rt_07_to_avoid_elimination() -> None:
    """ARD-RT-07: a last resort that is free goes before the last step."""
    units = {B110: HERE, MECH: "2917", PZ: "2920", MECH2: "3020"}
    more: dict[str, Any] = {"german": ["2818"]}
    full = classes({R112: HERE, **{u: n for u, n in units.items() if u != B110}}, R112, **more)
    few = classes(units, B110, **more)
    assert "2819" not in full[0]
    assert ["2819"] == few[0]


# -- how far ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "state", "hexes"),
    [
        (R112, "", 2), (R112, "dispersed", 1), (MECH, "dispersed", 0), (MECH, "out of fuel", 0),
        (MECH, "isolated", 0), (R112, "isolated", 1), (VDH, "", 0), (R112, "out of supply", 2),
    ],
)  # fmt: skip
def test_rt_03_how_far(who: str, state: str, hexes: int) -> None:
    """ARD-RT-03, ARD-RT-04, ARD-US-06, ARD-US-10, ARD-SS-09, ARD-SS-10"""
    g = table({who: HERE}, states={who: [state]} if state else {})
    assert hexes == hexes_left(g, who, h(HERE))


def test_ss_11_isolated_in_an_enemy_zoc() -> None:
    """ARD-SS-11, 5.10.9"""
    g = table({R112: HERE, MECH: "2917"}, states={R112: ["isolated"]})
    assert 0 == hexes_left(g, R112, h(HERE))


def test_ct_04_infiltration_takes_a_hex() -> None:
    """ARD-CT-04, ARD-TC-01: floor 1"""
    g = table({R112: HERE, R109: HERE}, states={R109: ["dispersed"]})
    assert 1 == most_hexes(g, [R112], h(HERE), infiltrated=True)
    assert 1 == most_hexes(g, [R109], h(HERE), infiltrated=True)
    assert 2 == most_hexes(g, [R112], h(HERE))
    session = hit(2, {R112: HERE}, kept={"tactics": ("infiltration",), "cards": ("G15",)})
    play(session, "retreat 2919")
    assert [1] == lost(session, R112), "the second hit"
    assert "2919" == at(session, R112)


def test_us_06_dispersed_holds_the_stack() -> None:
    """ARD-US-06: one hex for those stacked with it, left behind or not."""
    g = table({MECH: HERE, FOOT: HERE}, states={MECH: ["dispersed"]})
    assert 1 == most_hexes(g, [FOOT], h(HERE), together=[MECH, FOOT])


# -- two players ------------------------------------------------------------------------------------


def test_rt_01_together_two_hexes_dispersed() -> None:
    """ARD-RT-01, ARD-RT-06"""
    session = hit(2, {R110: HERE, B110: HERE})
    play(session, "retreat 2919")
    assert ["2919", "2919"] == [at(session, u) for u in (R110, B110)]
    on = [a for a in answers(session) if a.startswith(("retreat 2", "retreat 3"))]
    play(session, on[0])
    assert dispersed(session, R110)
    assert dispersed(session, B110)
    assert [0, 0] == lost(session, R110, B110)


def test_rt_08_the_owner_says_whose_step() -> None:
    """ARD-RT-08: chosen as a hit would be"""
    ring = {PZ: "2920", MECH2: "3020"}
    session = hit(1, {R110: HERE, R112: HERE}, others=ring, german=["2818"])
    play(
        session, next(a for a in answers(session) if a.startswith("retreat ") and "apart" not in a)
    )
    assert "hits.toll" == asked(session).key
    play(session, f"lose {R112}")
    assert [0, 1] == lost(session, R110, R112)


def test_rt_04_who_cannot_go_takes_the_hit_as_a_step() -> None:
    """ARD-RT-04, 5.10.9: a player leaves them behind"""
    session = combat(
        "hits", {R112: "2917"}, {MECH: HERE, FOOT: HERE}, side="allied", kept={"hits": 1},
        states={MECH: ["out of fuel"]},
    )  # fmt: skip
    play(session, next(a for a in answers(session) if a.startswith("retreat ")))
    assert HERE == at(session, MECH)
    assert HERE != at(session, FOOT)
    assert [1, 0] == lost(session, MECH, FOOT)


def test_rt_06_no_way_is_a_step() -> None:
    """5.10.6"""
    session = combat("hits", {R112: "2917"}, {VDH: HERE, MECH: HERE}, side="allied", kept={"hits": 1},
                     states={MECH: ["isolated"]})  # fmt: skip
    assert {f"lose {VDH}", f"lose {MECH}"} == {*answers(session)}


def test_rt_02_the_allied_player_breaks_up_a_stack() -> None:
    """ARD-RT-02: react.split_stack; the next hit is a retreat of every part, then all are Dispersed."""
    session = hit(2, {R110: HERE, R112: HERE})
    assert "retreat apart" in answers(session)
    play(session, "retreat apart")
    assert "react.split" == asked(session).key
    assert "ardennes.react.split_stack" == session.state.substep
    play(session, "retreat 2919", "retreat 3019")
    assert ["2919", "3019"] == [at(session, u) for u in (R110, R112)]
    assert "react.split" == asked(session).key, "no step may be lost instead"
    play(session, answers(session)[0])
    if asked(session).key == "react.split":
        play(session, answers(session)[0])
    far = session.game.grid.distance
    assert [2, 2] == [far(unit(session, u).hex, h(HERE)) for u in (R110, R112)]
    assert dispersed(session, R110)
    assert dispersed(session, R112)
    assert [0, 0] == lost(session, R110, R112)


def test_rt_02_later_hits_are_steps_over_all_parts() -> None:
    """ARD-RT-02, 5.9.5"""
    more = {"tactics": ("infiltration",), "cards": ("G15",)}
    session = hit(2, {R110: HERE, R112: HERE}, kept=more)
    play(session, "retreat apart", "retreat 2919", "retreat 3019")
    assert {f"lose {R110}", f"lose {R112}"} == {*answers(session)}
    play(session, f"lose {R112}")
    assert [0, 1] == lost(session, R110, R112)
    assert not dispersed(session, R110)


def test_rt_01_germans_part_only_where_nothing_has_room() -> None:
    """ARD-RT-01"""
    session = combat(
        "hits", {R112: "2917"}, {MECH: HERE, FOOT: HERE}, side="allied", kept={"hits": 1}
    )
    assert "retreat apart" not in answers(session)


def test_rt_12_german_retreats_call_for_checks() -> None:
    """ARD-RT-12: through December 19"""
    for turn, thrown in ((18, 1), (20, 0)):
        session = combat(
            "hits", {R112: "2519"}, {MECH: "2420"}, "2420", side="allied", mode="gs", turn=turn,
            kept={"hits": 1}, quiet=False, german=["2319"],
        )  # fmt: skip
        ways = [a for a in answers(session) if a.startswith("retreat ")]
        play(session, "retreat 2319" if "retreat 2319" in ways else ways[0])
        assert thrown == len(rolls(session, "roadblock"))


@pytest.mark.parametrize(("turn", "thrown"), [(16, []), (17, [10]), (19, [10]), (20, [])])
def test_rt_12_bridges_from_the_17th(turn: int, thrown: list[int]) -> None:
    """ARD-RT-12, ARD-BR-01: Germans who go back to 2709 come beside the Bridge of Stavelot."""
    session = combat(
        "hits", {R112: "2711"}, {PEIPER: "2710"}, "2710", side="allied", mode="gs", turn=turn,
        kept={"hits": 1}, quiet=False, dice=[10] * 6, down=["2510-2611"],
        cups={"actions": sorted(load_content("campaign").action_cards), "allied deck": ["AS01"]},
    )  # fmt: skip
    play(session, "retreat 2709")
    assert thrown == rolls(session, "demolition")


# -- automated --------------------------------------------------------------------------------------


def test_rt_10_town_then_closest_then_westernmost() -> None:
    """ARD-RT-10: City/Town first"""
    session = hit(3, {R112: HERE}, mode="gs", dice=[1, 1, 1])
    assert "2818" == at(session, R112)
    session = hit(3, {R112: HERE}, mode="gs", german=["2818"], dice=[1, 1])
    assert "2919" == at(session, R112)


def test_rt_02_automated_breaks_up_before_a_lesser_class() -> None:
    """ARD-RT-02, 5.9.5: each in ascending # to the first hex of the class with room; then both go on."""
    full = {"us.35eng": "2818", "us.158eng": "2818"}
    pair = {R110: HERE, R112: HERE}
    wall = {**full, "us.501.101": "2919", "us.506.101": "2919", "us.422.106": "3019"}
    session = hit(5, pair, mode="gs", others=wall, lost={R112: 1, "us.422.106": 0})
    assert notes(session, "breaks_up")
    gone = [(e.unit, h(HERE) == e.path[0]) for e in events(session, ev.UnitMoved)]
    assert gone == [(R110, True), (R112, True), (R110, False), (R112, False)]
    assert ["2717", "eliminated"] == [at(session, u) for u in (R110, R112)]


def test_rt_04_automated_leaves_nobody() -> None:
    """ARD-RT-04, 5.10.9: with an immobile unit the stack stays."""
    mech = "us.ccr-9.9ad"
    session = hit(1, {R112: HERE, mech: HERE}, mode="gs", states={mech: ["dispersed"]})
    assert [HERE, HERE] == [at(session, u) for u in (R112, mech)]
    assert 1 == sum(lost(session, R112, mech))
    assert not left(session)


def test_hc_01_hexes_of_a_retreat_are_entered() -> None:
    """ARD-HC-01, ARD-RB-15"""
    session = hit(1, {R112: HERE}, roadblocks=["2919"], german=["2919"])
    play(session, "retreat 2919")
    assert "allied" == session.state.control[h("2919")]


def test_5_10_8_units_there_are_not_affected() -> None:
    """5.10.8"""
    session = hit(2, {B110: HERE}, others={R109: "2919"}, kept={"path": (h("2919"),)})
    assert not dispersed(session, R109)
