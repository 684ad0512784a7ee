"""Support Levels, landing capacity, HQs supported, guns re-supplied (NOR-SL)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import (
    EPSOM,
    answers,
    asked,
    is_legal,
    notes,
    play,
    position,
    refusal,
    refused_by,
    states,
    track,
)
from wargame.flow.allot import Allotment
from wargame.flow.session import Session
from wargame.games.normandy.facilities import facility_points, points_of

ALLIES = {
    "us.hq.v": "2514", "us.hq.vii": "1810", "us.1.16th": "2515", "us.4.8th": "1811",
    "us.art.v": "2514", "cw.hq.xxx": "3013", "cw.50.69th": "3014",
}  # fmt: skip
GERMANS = {
    "ge.hq.lxxxiv": "2020", "ge.352.gr916": "2120", "ge.hq.isspz": "3620",
    "ge.12ss.ss-pzgr25": "3520", "ge.wrf7": "3620",
}  # fmt: skip
MINE = ["2511", "1810", "3112", "3413", "3613", "3012", "2514", "3013", "2711"]


def allied(units: dict[str, str] | None = None, **more: Any) -> Session:
    """Before the Allied half of the segment."""
    rest = {"sea": "calm", "control": {"allied": MINE}, "turn": 13, **more}
    return position("mutual.support_levels.allied", {**ALLIES, **GERMANS, **(units or {})}, **rest)


def german(units: dict[str, str] | None = None, **more: Any) -> Session:
    """Before the German half."""
    laid = {"us.1.16th": "2515", **GERMANS, **(units or {})}
    return position("mutual.support_levels.german", laid, **{"turn": 13, **more})


def allot(session: Session) -> Allotment:
    """The open question."""
    ask = asked(session)
    assert isinstance(ask, Allotment)
    return ask


# -- facilities, Levels -----------------------------------------------------------------------------


def test_EX_04_the_beaches_of_july() -> None:
    """NOR-SL-04, NOR-SL-11, NOR-SL-12  T13, Rough: US 6 points, Level 3; CW 8, Level 4; capacities 12 and 16."""
    ports = ["isigny", "grandcamp", "saint-vaast", "barfleur"]
    held = ["1912", "2110", "1605", "1603", "2711", "3312", "3713"]
    session = allied(
        {"ge.346.gr857": "3914"}, sea="rough", control={"allied": [*MINE, *held]},
        tracks={"mulberry-a": 1},
        ports=dict.fromkeys([*ports, "port-en-bessin", "courseulles", "ouistreham"], 2),
    )  # fmt: skip
    told = {note["nation"]: note for note in notes(session, "support_level")}
    us, cw = told["US"], told["CW"]
    assert (us["points"], us["level"], us["allocation"], us["capacity"]) == (6, 3, 6, 12)
    assert (cw["points"], cw["level"], cw["allocation"], cw["capacity"]) == (8, 4, 8, 16)
    assert (track(session, "level us"), track(session, "landing cw")) == (3, 16)


@pytest.mark.parametrize(
    ("sea", "points"), [("calm", 12), ("moderate", 12), ("rough", 9), ("gale", 1)]
)
def test_the_sea_halves_each_kind_for_itself(sea: str, points: int) -> None:
    """NOR-SL-12  CW: beaches 6, Mulberry 3, ports 3; Gale: neither, ports halved, down."""
    names = ["port-en-bessin", "courseulles", "ouistreham"]
    held = [*MINE, "3312", "3713"]
    session = allied(sea=sea, control={"allied": held}, ports=dict.fromkeys(names, 3))
    assert facility_points(session.game, "cw") == points


@pytest.mark.parametrize(("turn", "since", "worth"), [(7, 6, 0), (8, 6, 1), (9, 6, 1), (8, 0, 0)])
def test_a_port_works_two_turns_after_it_was_taken(turn: int, since: int, worth: int) -> None:
    """NOR-SL-11"""
    session = allied(turn=turn, ports={"port-en-bessin": since})
    assert points_of(session.game, session.game.content.facilities["port-en-bessin"]) == worth


def test_a_port_allied_at_the_start_works_from_turn_two() -> None:
    """NOR-SL-11  Courseulles; Port-en-Bessin, taken on T1, works from T3."""
    held = {"allied": [*MINE, "3312"]}
    session = allied(turn=2, control=held, ports={"courseulles": 1, "port-en-bessin": 1})
    known = session.game.content.facilities
    assert points_of(session.game, known["courseulles"]) == 1
    assert points_of(session.game, known["port-en-bessin"]) == 0
    again = allied(turn=7, control=held, ports={"courseulles": 6})
    assert points_of(again.game, known["courseulles"]) == 0


def test_a_german_combat_unit_near_it_shuts_a_port() -> None:
    """NOR-SL-11  Three hexes; a staff shuts nothing; Cherbourg follows its own line."""
    known = allied().game.content.facilities
    port = {"ports": {"port-en-bessin": 3, "cherbourg": 2}}
    near = allied({"ge.352.gr915": "2714"}, **port)
    assert points_of(near.game, known["port-en-bessin"]) == 0
    far = allied({"ge.352.gr915": "2715"}, **port)
    assert points_of(far.game, known["port-en-bessin"]) == 1
    staff = allied({"ge.hq.lxxxiv": "2714"}, **port)
    assert points_of(staff.game, known["port-en-bessin"]) == 1
    held = {"allied": [*MINE, "0903", "0804"]}
    cherbourg = allied({"ge.709.gr729": "1104"}, control=held, **port)
    assert points_of(cherbourg.game, known["cherbourg"]) == 2


@pytest.mark.parametrize(("turn", "worth"), [(19, 0), (20, 2), (23, 2), (24, 4)])
def test_cherbourg_works_after_eight_turns_and_is_worth_more_after_twelve(
    turn: int, worth: int
) -> None:
    """NOR-SL-11, table 4.4"""
    held = {"allied": [*MINE, "0903", "0804"]}
    session = allied(turn=turn, control=held, ports={"cherbourg": 12})
    assert points_of(session.game, session.game.content.facilities["cherbourg"]) == worth
    lost = allied(turn=turn, control={"allied": [*MINE, "0903"]}, ports={"cherbourg": 12})
    assert points_of(lost.game, lost.game.content.facilities["cherbourg"]) == 0


def test_beaches_and_mulberries_have_their_turns_and_their_owner() -> None:
    """Table 4.4, NOR-SL-11  Sword until T14, A from T5, B from T6; a German hex gives 0."""

    def worth(name: str, turn: int, **more: Any) -> int:
        g = allied(turn=turn, **more).game
        return points_of(g, g.content.facilities[name])

    assert [worth("Sword", turn) for turn in (14, 15)] == [1, 0]
    assert [worth("mulberry-a", turn) for turn in (4, 5)] == [0, 2]
    assert [worth("mulberry-b", turn) for turn in (5, 6)] == [0, 3]
    assert worth("Omaha", 13, control={"german": ["2511"]}) == 0


def test_the_small_scenario_has_a_level_of_its_own() -> None:
    """Section 8.2  Level 5 every turn; nothing lands."""
    session = position("mutual.support_levels.allied", scenario=EPSOM, turn=10, clear=False)
    assert (track(session, "level cw"), track(session, "landing cw")) == (5, 0)
    assert any("10 points allocated, 10 SP" in line for line in allot(session).account({}))
    play(session, "allocate cw.hq.viii cw.hq.xxx")
    assert "supported" in states(session, "cw.hq.viii")
    assert "supported" not in states(session, "cw.hq.i")


# -- who is supported -------------------------------------------------------------------------------


def test_allocation_points_go_before_the_reserve() -> None:
    """NOR-SL-04, NOR-SL-05  US Level 2: four points for two HQs and a gun, nothing of the Reserve."""
    session = allied(sp={"us1": 3, "cw2": 0}, states={"us.art.v": ["reduced"]})
    assert track(session, "level us") == 3
    play(session, "allocate us.hq.v us.hq.vii us.art.v cw.hq.xxx")
    assert track(session, "sp us1") == 3
    assert {u: "supported" in states(session, u) for u in ("us.hq.v", "us.hq.vii", "cw.hq.xxx")} == {
        "us.hq.v": True, "us.hq.vii": True, "cw.hq.xxx": True,
    }  # fmt: skip
    assert "reduced" not in states(session, "us.art.v")
    assert notes(session, "all_supported")


def test_beyond_them_an_army_spends_its_own_points() -> None:
    """NOR-SL-05, NOR-SL-09  Gale: Level 0, so everything is paid by the Reserve of the army."""
    session = allied(sp={"us1": 2, "cw2": 1}, sea="gale", states={"us.art.v": ["reduced"]})
    assert track(session, "level us") == 0
    assert refused_by(session, "allocate cw.hq.xxx us.hq.v us.hq.vii us.art.v") == "NOR-SL-01"
    assert "there are 2" in refusal(session, "allocate cw.hq.xxx us.hq.v us.hq.vii us.art.v").reason
    play(session, "allocate us.hq.v us.art.v")
    assert (track(session, "sp us1"), track(session, "sp cw2")) == (0, 1)
    assert "supported" not in states(session, "us.hq.vii")
    assert notes(session, "unsupported") == [{"units": ("cw.hq.xxx", "us.hq.vii")}]


def test_the_german_pays_all_by_his_armies() -> None:
    """NOR-SL-02, NOR-SL-06"""
    session = german(sp={"ge7": 1, "gepgw": 1}, states={"ge.wrf7": ["reduced"]},
                     more={"ge.wrf7": {"hq": "ge.hq.isspz"}})  # fmt: skip
    assert refused_by(session, "allocate ge.hq.isspz ge.wrf7") == "NOR-SL-02"
    play(session, "allocate ge.hq.lxxxiv ge.wrf7")
    assert (track(session, "sp ge7"), track(session, "sp gepgw")) == (0, 0)
    assert "supported" in states(session, "ge.hq.lxxxiv")
    assert "reduced" not in states(session, "ge.wrf7")


def test_who_is_not_named_loses_last_turns_support() -> None:
    """NOR-SL-07  The answer is for one turn."""
    session = german(sp={"ge7": 3, "gepgw": 3}, states={"ge.hq.lxxxiv": ["supported"]})
    play(session, "allocate ge.hq.isspz")
    assert "supported" not in states(session, "ge.hq.lxxxiv")


def test_what_cannot_be_paid_for_is_refused_by_its_rule() -> None:
    """NOR-SL-04, NOR-SL-08, NOR-SL-10, NOR-HQ-01"""
    session = german(
        {"ge.hq.cherbourg": "0903", "ge.hq.schlieben": "1207", "ge.gar.b": "0904"},
        sp={"ge7": 5, "gepgw": 5},
        more={"ge.hq.schlieben": {"silent": 2}},
    )
    for word, rule in (
        ("ge.hq.cherbourg", "NOR-SL-10"), ("ge.wrf7", "NOR-SL-08"), ("ge.352.gr916", "NOR-SL-04"),
        ("us.1.16th", "NOR-SL-04"), ("ge.hq.schlieben", "NOR-HQ-01"), ("ge.hq.lviii", "NOR-SL-04"),
    ):  # fmt: skip
        assert refused_by(session, f"allocate {word}") == rule
    back = german(
        {"ge.hq.schlieben": "1207"}, sp={"ge7": 5}, more={"ge.hq.schlieben": {"silent": 1}}
    )
    assert is_legal(back, "allocate ge.hq.schlieben")


def test_an_army_without_points_is_why_its_hq_is_not_among_them() -> None:
    """NOR-SL-06  Named, not merely "gets nothing"."""
    session = german(sp={"ge7": 1, "gepgw": 0})
    found = refusal(session, "allocate ge.hq.isspz")
    assert found.reason == "Panzer Group West has no SP to pay for I SS Panzer Corps."
    assert found.rule == "NOR-SL-06"


def test_support_as_last_turn_is_proposed_and_a_reserve_is_spared_for_combat() -> None:
    """NOR-SL-01 to -03  Last turn's HQs whatever it costs; new ones and guns only above two points."""
    two = {"ge.hq.lxxxiv": ["supported"], "ge.wrf7": ["reduced"]}
    more = {"ge.wrf7": {"hq": "ge.hq.isspz"}, "ge.12ss.ss-pzgr25": {"hq": "ge.hq.isspz"},
            "ge.352.gr916": {"hq": "ge.hq.lxxxiv"}}  # fmt: skip
    poor = german(sp={"ge7": 1, "gepgw": 2}, states=two, more=more)
    assert answers(poor)[0] == "allocate ge.hq.lxxxiv"
    rich = german(sp={"ge7": 1, "gepgw": 4}, states=two, more=more)
    assert answers(rich)[0] == "allocate ge.hq.isspz ge.hq.lxxxiv ge.wrf7"


def test_what_is_left_of_the_allocation_points_goes_to_hqs_without_units() -> None:
    """NOR-SL-04, NOR-SL-07  It would lapse, and units may be attached to them this turn."""
    guns, lone = {"us.art.v": ["reduced"]}, {"us.hq.xix": "2511"}
    free = allied(lone, states=guns, sp={"us1": 9})
    assert {"us.hq.v", "us.hq.vii", "us.hq.xix", "us.art.v"} <= set(answers(free)[0].split())
    dear = allied(lone, states=guns, sp={"us1": 9}, sea="gale")
    assert answers(dear)[0] == "allocate cw.hq.xxx us.hq.v us.hq.vii us.art.v"


def test_nothing_is_asked_where_nothing_can_be_paid() -> None:
    """NOR-SL-02  With empty Reserves nobody is supported."""
    session = german(sp={"ge7": 0, "gepgw": 0}, states={"ge.hq.lxxxiv": ["supported"]})
    assert asked(session).key != "support.german"
    assert "supported" not in states(session, "ge.hq.lxxxiv")


def test_on_the_first_turn_all_hqs_are_supported_without_cost() -> None:
    """Section 8.1  Only guns are re-supplied."""
    laid = {**ALLIES, **GERMANS}
    session = position("mutual.support_levels.allied", laid, turn=1, states={"us.art.v": ["reduced"]},
                       control={"allied": MINE})  # fmt: skip
    assert [row.key for row in allot(session).rows()] == ["us.art.v"]
    assert refused_by(session, "allocate us.hq.v") == "NOR-SL-04"
    play(session, "done")
    assert "supported" in states(session, "us.hq.v")
    assert "supported" in states(session, "ge.hq.lxxxiv")
    assert asked(session).key.startswith("operation")


def test_two_armies_are_given_their_parts_of_the_points() -> None:
    """NOR-SL-04  From then on only its part and its own Reserve pay for an army."""
    more = {"us.hq.vii": {"army": "us3"}}
    session = allied(
        turn=30, sp={"us1": 0, "us3": 0, "cw2": 0}, more=more, states={"us.art.v": ["reduced"]}
    )
    assert asked(session).key == "support.points"
    assert track(session, "level us") == 3
    assert answers(session)[0] == "allocate us1=4 us3=2 cw2=10"
    notes = {row.key: row.note for row in allot(session).rows()}
    assert ("2 HQs and reduced guns, 0 SP", "1 HQ or reduced gun, 0 SP") == (
        notes["us1"], notes["us3"],
    )  # fmt: skip
    assert refused_by(session, "allocate us1=5 us3=2") == "NOR-SL-04"
    assert refused_by(session, "allocate us1=5") == "NOR-SL-04"
    play(session, "allocate us1=1 us3=5 cw2=0 cwc=10")
    assert asked(session).key == "support.allied"
    assert not is_legal(session, "allocate us.hq.v us.art.v")
    play(session, "allocate us.hq.v us.hq.vii")
    assert all("supported" in states(session, u) for u in ("us.hq.v", "us.hq.vii"))
    assert "supported" not in states(session, "cw.hq.xxx")


# -- what an attack is given ------------------------------------------------------------------------

ODON = {"cw.hq.viii": "3414", "cw.3c.9th": "3415", "ge.hq.isspz": "3417", "ge.12ss.ss-pzgr25": "3416"}  # fmt: skip


def staked(run: int = 1, turn: int = 13, **sp: int) -> Allotment:
    """An attack of a corps in an Operation, before anything is given to it."""
    corps = {"cw.hq.viii": ["supported"], "ge.hq.isspz": ["supported"]}
    ties = {"cw.3c.9th": {"hq": "cw.hq.viii"}, "ge.12ss.ss-pzgr25": {"hq": "ge.hq.isspz"}}
    row = {"turn": run, "hqs": ["cw.hq.viii"]}
    rest: dict[str, Any] = {
        "operations": {"cw2": row},
        "weather": "rain",
        "sea": "rough",
        "turn": turn,
    }
    session = position("allied.combat", ODON, states=corps, more=ties, sp={"cw2": 3, **sp}, **rest)
    return allot(play(session, "attack 3416 from cw.3c.9th"))


def test_points_that_the_operation_needs_to_go_on_are_told_before_they_are_spent() -> None:
    """NOR-OP-08, NOR-OP-09  It is paid before the income of the next turn."""
    ask = staked()
    told = "British Second Army keeps 0 SP: its Operation needs 1 to go on next turn"
    assert not any("Operation" in line for line in ask.account({"sp": 2}))
    assert any(line.startswith(told) for line in ask.account({"sp": 3}))
    assert not any("Operation" in line for line in staked(run=4).account({"sp": 3}))
    assert not any("Operation" in line for line in staked(turn=40).account({"sp": 3}))


def test_what_the_defender_may_still_take_off_is_told() -> None:
    """NOR-CO-17"""
    given = {"sp": 1}
    assert not any("the defender" in line for line in staked(gepgw=0).account(given))
    lines = staked(gepgw=1).account(given)
    assert any(line.startswith("the defender may bring the DRM down to ") for line in lines)
