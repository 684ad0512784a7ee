"""How a position of Ardennes reads: counters, hexes, hands, the score, what lies over the map."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.table import h, table
from wargame.flow.face import OverlayView
from wargame.flow.veil import known_to
from wargame.games.ardennes import GAME
from wargame.games.ardennes.data.files import SIDE_TITLES
from wargame.games.ardennes.state import ArdGame
from wargame.games.ardennes.veil import VEIL

FACE = GAME.face
PZ, INF, WEAK = "de.2.2", "us.110.28", "us.3-110.28"


def facts(g: ArdGame) -> dict[str, str]:
    """The short facts by name."""
    return dict(GAME.facts(g))


def seen(g: ArdGame, key: str, where: str = "2918") -> OverlayView:
    """What an overlay shows with the cursor on a hex."""
    return next(o for o in FACE.overlays() if o.id == key).view(g, h(where))


# -- counters, hexes --------------------------------------------------------------------------------


def test_a_counter_shows_strength_movement_and_steps() -> None:
    """ARD-US-01  A [unit] has brackets."""
    g = table({PZ: "3118", WEAK: "2919"})
    assert [FACE.strength(g, u) for u in (PZ, WEAK)] == ["3-7-3", "[1]-4-1"]
    assert FACE.counter(g, WEAK).short == "[1]"


def test_a_counter_shows_its_losses() -> None:
    """ARD-CR-01"""
    g = table({PZ: "3118"}, lost={PZ: 1})
    assert FACE.strength(g, PZ) == "2-7-2"
    assert "2 of 3 steps" in "\n".join(FACE.unit_lines(g, PZ))


def test_an_eliminated_unit_has_no_strength() -> None:
    """ARD-CR-01  All steps lost."""
    g = table({PZ: "eliminated"}, lost={PZ: 3})
    assert FACE.strength(g, PZ) == "0-7-0"
    assert FACE.unit_lines(g, PZ)[-1] == "eliminated"


def test_letters_tell_states_and_quality() -> None:
    """ARD-US-04, ARD-SS-16"""
    g = table({PZ: "3118", "us.422.106": "3512"}, states={PZ: ["dispersed", "low supply"]})
    assert FACE.counter(g, PZ).letters.startswith("DL")
    assert FACE.counter(g, "us.422.106").letters == "G"
    assert "Dispersed; LowSupply" in FACE.unit_lines(g, PZ)


def test_every_letter_and_mark_is_explained() -> None:
    """ARD-US-04  The key names each of them once."""
    signs = [sign for sign, _ in FACE.signs(table())]
    assert len(signs) == len(set(signs))
    assert {"ARM", "[1]", "D", "I", "G", "E", "#", "P", "x"} <= {*signs}


def test_who_may_not_move_reaches_nothing() -> None:
    """ARD-US-05, ARD-US-10, ARD-SS-09"""
    for state in ("dispersed", "out of fuel", "isolated"):
        g = table({PZ: "3118"}, states={PZ: [state]})
        assert (FACE.allowance(g, PZ), FACE.reach(g, PZ)) == (0, {})
    free = table({PZ: "3118"})
    assert FACE.allowance(free, PZ) == 7
    assert h("3018") in FACE.reach(free, PZ)


def test_a_hex_tells_position_points_routes_and_areas() -> None:
    """ARD-RB-07, ARD-VC-01, ARD-AD-11, ARD-RD-03, ARD-MV-09"""
    g = table({INF: "2918"}, roadblocks=["2220"])
    lines = FACE.hex_lines(g, h("2220"))
    for said in (
        "Position, Hold Value 8", "VP hex: 6 VP, counts for nobody in Allied hands", "held by the Allied side", "Roadblock",
        "on a Primary route", "area of VIII Corps; sector of 5PzA",
    ):  # fmt: skip
        assert said in lines
    assert "Westwall" in FACE.hex_lines(g, h("3118"))[1]
    assert "German source of Supply" in FACE.hex_lines(g, h("4014"))


def test_marks_show_roadblocks_positions_bridges_and_points() -> None:
    """ARD-RB-08, ARD-IP-01, ARD-BR-03, ARD-VC-01"""
    g = table(
        {INF: "2918"}, roadblocks=["2220"], improved=["2918"], down=["2609-2709"],
        built=["3019-3119"],
    )  # fmt: skip
    found = FACE.hex_marks(g)
    marks = [found.get(h(n), "") for n in ("2220", "2918", "2709", "1802", "3119", "2917")]
    assert marks == ["#", "P", "x", "8", "", ""]
    assert "Bridge to 2609 destroyed" in FACE.hex_lines(g, h("2709"))
    assert "Bridge to 3019 built by engineers" in FACE.hex_lines(g, h("3119"))


# -- the day ----------------------------------------------------------------------------------------


def test_the_day_has_its_date() -> None:
    """ARD-SQ-01"""
    assert FACE.turn_label(table(turn=17)) == "December 17, day 2 of 12"


def test_sky_fuel_and_roadblocks_are_told() -> None:
    """ARD-WE-01, ARD-FU-01, ARD-EV-01"""
    assert facts(table())["sky"] == "overcast, no aircraft"
    g = table(turn=23, tracks={"freeze": 1}, roadblocks=["2220"])
    assert facts(g)["sky"] == "clear, aircraft fly; the ground is frozen"
    assert facts(g)["Roadblocks"] == "2220 Bastogne"
    assert "without fuel" not in facts(g)


def test_a_side_sees_its_own_hand_alone() -> None:
    """ARD-CD-03  Of the other only how many cards there are."""
    g = table(hands={"german": ["G13", "GS15"], "allied": ["A07", "A08", "A32"]})
    mine, theirs = facts(known_to(VEIL, g, "german")), facts(known_to(VEIL, g, "allied"))
    assert (mine["German hand"], mine["Allied hand"]) == ("G13, GS15", "3 cards face down")
    assert (theirs["German hand"], theirs["Allied hand"]) == ("2 cards face down", "A07, A08, A32")
    assert "G13" not in str(FACE.track(known_to(VEIL, g, "allied")))


def test_the_automated_allies_have_a_deck_and_a_level() -> None:
    """ARD-CD-10, ARD-SQ-06"""
    g = table(mode="gs", cups={"allied deck": ["A07"]}, tracks={"level": 3}, hands={"allied": []})
    assert facts(g)["Command Level"] == "3 cards left to draw"
    assert facts(g)["Allied cards"] == "1 in the deck"
    assert "Allied hand" not in facts(g)


def test_one_card_is_told_as_one() -> None:
    """ARD-CD-03, ARD-CD-10"""
    g = table(hands={"german": ["G13"], "allied": ["A07"]})
    assert facts(known_to(VEIL, g, "allied"))["German hand"] == "1 card face down"
    last = table(mode="gs", tracks={"level": 1}, hands={"allied": []})
    assert facts(last)["Command Level"] == "1 card left to draw"


def test_arrivals_are_the_calendar() -> None:
    """ARD-CA-01  The first to come first."""
    arrivals = FACE.arrivals(table(clear=False))
    assert [a.turn for a in arrivals] == sorted(a.turn for a in arrivals)
    assert arrivals[0].where.startswith("Reserve of ")


def test_fuel_and_clear_days_are_due_by_their_dates() -> None:
    """ARD-FU-01, ARD-WE-01: what is still to come, each under its day"""
    due = FACE.due(table(turn=22))
    assert (23, "German, no fuel: 2 Pz") == due[0]
    assert (23, "clear sky, aircraft fly") == due[1]
    assert 27 == due[-1].turn
    assert "December 23" == FACE.date(23)


# -- the score --------------------------------------------------------------------------------------


def test_the_score_counts_hexes_in_supply() -> None:
    """ARD-VC-01  Clervaux counts on a line of supply, Namur without one does not."""
    g = table({PZ: "2818"}, german=["2818", "0407"])
    told = FACE.victory(g)
    assert (told["held"], told["cut off"], told["margin"]) == ({"2818": 1}, ["0407"], 1)
    said = "\n".join(FACE.reckoning(g))
    assert "2818 Clervaux 1" in said
    assert "0407 Namur 6 is German and counts nothing, for German Supply does not reach it" in said
    assert "In Allied hands, counting for nobody: 33 VP hexes worth 79." in said


def test_the_standing_has_the_bands_of_the_scenario() -> None:
    """ARD-VC-01, ARD-SC-01"""
    assert facts(table())["score"].startswith("0, Allied decisive win")
    assert facts(table(scenario="skyline"))["score"] == "0, Allied win; Draw at 4"
    assert len(FACE.standing(table()).prizes) == 35


# -- overlays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [o.id for o in FACE.overlays()])
@pytest.mark.parametrize("more", [{}, {"scenario": "skyline", "mode": "gs", "turn": 16}])
def test_every_overlay_can_be_drawn(key: str, more: dict[str, Any]) -> None:
    """ARD-ZC-01, ARD-SP-01  On the set-up, every hex on the board."""
    g = table(clear=False, **more)
    view = seen(g, key)
    assert view.title
    assert {*view.labels, *view.tinted} <= g.content.board


def test_supply_is_drawn_for_both_sides() -> None:
    """ARD-SP-01"""
    g = table(clear=False)
    for side in SIDE_TITLES:
        assert "every unit is in supply" in seen(g, f"supply-{side}").lines


def test_positions_show_their_value() -> None:
    """ARD-RB-07"""
    view = seen(table(roadblocks=["2220"]), "positions", "2220")
    assert (view.labels[h("2220")], view.labels[h("2609")]) == ("#8", "5")
    assert "2220 Bastogne: HV 8" in view.lines


def test_vp_hexes_show_points_and_owner() -> None:
    """ARD-VC-01"""
    view = seen(table({PZ: "2818"}), "control")
    assert (view.labels[h("2818")], view.tinted[h("2818")], view.tinted[h("1802")]) == ("1", 1, 2)


def test_the_reach_of_the_germans_names_what_is_open() -> None:
    """ARD-GE-06"""
    view = seen(table({PZ: "2518"}), "front")
    assert "2220 Bastogne (6)" in view.lines[1]
    assert h("2220") in view.tinted
    assert h("0407") not in view.tinted


def test_sectors_name_the_corps_of_a_hex() -> None:
    """ARD-RD-03, ARD-MV-09"""
    view = seen(table(), "sectors", "2220")
    assert "2220 Bastogne: VIII Corps; 5PzA" in view.lines
    assert "bind (through December 19)" in view.lines[2]
    assert "no longer bind" in seen(table(turn=20), "sectors").lines[2]
