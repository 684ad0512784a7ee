"""Impulses and commands (ARD-SQ-02 to -04, ARD-CD-03, -04, -08, ARD-AC-01 to -10, ARD-DX-03 to -06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.ardennes.table import (
    answers,
    asked,
    is_legal,
    notes,
    play,
    position,
    refused_by,
    states,
    track,
    unit,
)
from wargame.flow.session import Session, new_header
from wargame.games.ardennes import cards
from wargame.games.ardennes.asks.hand import CommandAsk
from wargame.games.ardennes.state import by_number

PANZER, RECON, GRENADIERS = "de.3pz.2", "de.2aa.2", "de.2.2"
FUSILIERS = "de.77.26"
ALLIED = "us.110.28"
FAR = {ALLIED: "2018"}
LEHR = {"de.130pz.lehr": "3320", "de.901.lehr": "3320"}
SECOND = {PANZER: "3219", GRENADIERS: "3219", RECON: "3218"}


def impulse(
    units: Mapping[str, str] | None = None,
    hand: Sequence[str] = ("G13",),
    *,
    side: str = "german",
    **more: Any,
) -> Session:
    """Before a command, with a hand."""
    found = {**SECOND, FUSILIERS: "3220", **FAR} if units is None else units
    hands = {side: list(hand)}
    return position(f"ops.{side}.command", found, hands=hands, **more)


def opening(hand: Sequence[str] = ("G13",), *, scenario: str = "campaign", **more: Any) -> Session:
    """Before an opening impulse of two players, with a hand."""
    units = {**SECOND, **LEHR, FUSILIERS: "3220", **FAR}
    begun = {"impulse": 0, "allied impulses": 0, "opening": 0, **more.pop("tracks", {})}
    return position(
        "ops.first", units, turn=16, hands={"german": list(hand)}, tracks=begun, scenario=scenario, **more
    )  # fmt: skip


# -- the hand ---------------------------------------------------------------------------------------


def test_cd_04_cards_of_one_name_are_told_apart_by_their_tactics() -> None:
    """ARD-CD-04"""
    ask = asked(impulse(hand=("G13", "G36", "G37")))
    assert isinstance(ask, CommandAsk)
    assert [
        ("2 Pz", "division 2"),
        ("XLVII Pz Corps", "corps 3, corps artillery"),
        ("XLVII Pz Corps", "corps 3, reinforce battle"),
    ] == [(held.title, held.note) for held in ask.hand()]


def test_what_a_card_can_be_used_for_is_told_once_and_apart() -> None:
    """ARD-SC-01, ARD-AC-07  Divisions of an opening by name; no "deploy from Reserve: deploy from Reserve"."""
    ask = asked(opening(["G36"], scenario="skyline"))
    assert isinstance(ask, CommandAsk)
    titles = [use.title for use in ask.hand()[0].uses if use.title.startswith("activate")]
    assert [
        f"activate {n} of 6 units: {div}" for n, div in ((3, "2 Pz"), (1, "26 VG"), (2, "Pz Lehr"))
    ] == titles
    ask = asked(impulse({"de.9sspz.9ss": "reserve", PANZER: "3219", **FAR}, ["G20"], turn=18))
    assert isinstance(ask, CommandAsk)
    assert "deploy from Reserve (9 SS Pz)" in [use.title for use in ask.hand()[0].uses]


# -- whom a card activates --------------------------------------------------------------------------


def test_ac_01_a_division_card() -> None:
    """ARD-AC-01  Any or all units of the division."""
    session = impulse()
    assert is_legal(session, "activate G13")
    assert is_legal(session, f"activate G13 {RECON}")
    assert "ARD-AC-01" == refused_by(session, f"activate G13 {FUSILIERS}")
    play(session, f"activate G13 {PANZER} {RECON}")
    active = [u for u in SECOND if "active" in states(session, u)]
    assert by_number(session.game, [PANZER, RECON]) == by_number(session.game, active)


def test_ac_02_a_corps_card() -> None:
    """ARD-AC-02  Up to twice the Command Value."""
    g = impulse().game
    assert 6 == cards.most_units(g, cards.card_of(g, "G36"))
    assert 2 * 2 == cards.most_units(g, cards.card_of(g, "G34"))
    units = [k.id for k in g.content.units.values() if k.corps == "XLVII"][:7]
    where = dict(zip(units, ("3219", "3219", "3219", "3220", "3220", "3220", "3320"), strict=True))
    session = impulse({**where, **FAR}, ["G36"])
    assert "ARD-AC-02" == refused_by(session, f"activate G36 {' '.join(units)}")
    assert is_legal(session, f"activate G36 {' '.join(units[:6])}")


def test_ac_03_an_army_card_names_a_corps() -> None:
    """ARD-AC-03  As a corps card, for one corps of that army."""
    session = impulse(hand=["G43"])
    assert "ARD-AC-03" == refused_by(session, "activate G43")
    assert is_legal(session, "activate G43 XLVII")
    assert not is_legal(session, "activate G43 I-SS")
    g = session.game
    assert ["XLVII", "LVIII", "LXVI"] == cards.corps_of(g, cards.card_of(g, "G43"))
    assert 6 == cards.most_units(g, cards.card_of(g, "G43"))


def test_ac_03_an_army_group_card_commands_a_whole_corps() -> None:
    """ARD-AC-03  All units of any one corps."""
    g = impulse().game
    units = [k.id for k in g.content.units.values() if k.corps == "I SS" and not k.event][:12]
    hexes = ("3219", "3220", "3320", "3319")
    where = {u: hexes[n // 3] for n, u in enumerate(units)}
    session = impulse({**where, **FAR}, ["G46"])
    play(session, "activate G46 I-SS")
    assert 12 == sum("active" in states(session, u) for u in units)


def test_ac_04_one_unit_of_the_army() -> None:
    """ARD-AC-04"""
    session = impulse({**SECOND, FUSILIERS: "3220", "de.kgpeiper.1ss": "3309", **FAR})
    assert is_legal(session, f"single G13 {FUSILIERS}")
    assert "ARD-AC-04" == refused_by(session, "single G13 de.kgpeiper.1ss")


def test_ac_04_the_army_of_the_corps_named() -> None:
    """ARD-AC-04, ARD-OB-01  XII Corps counts with A32 through the 20th; the army is that of VIII Corps."""
    session = impulse({"us.22.4": "2018", "us.12.4": "2018"}, side="allied", turn=18)
    g = session.game
    card = cards.card_of(g, "A32")
    assert {"us.22.4", "us.12.4"} <= {*cards.members(g, card)}
    assert "us.22.4" not in cards.singles(g, card)


def test_ac_05_a_kampfgruppe() -> None:
    """ARD-AC-05  The mechanized units of one hex, of the card's corps, whatever their divisions."""
    units = {PANZER: "3219", "de.130pz.lehr": "3219", FUSILIERS: "3219", RECON: "3218", **FAR}
    session = impulse(units)
    assert "ARD-AC-05" == refused_by(session, "group G13 3218")
    play(session, "group G13 3219")
    assert "active" in states(session, PANZER)
    assert "active" in states(session, "de.130pz.lehr")
    assert "active" not in states(session, FUSILIERS)


def test_ac_05_not_by_an_army_card_nor_for_the_allies() -> None:
    """ARD-AC-05"""
    units = {PANZER: "3219", RECON: "3219", **FAR}
    assert not is_legal(impulse(units, ["G43"]), "group G43 3219")
    allied = {"us.ccb-7.7ad": "2018", "us.cca-7.7ad": "2018", PANZER: "3219"}
    assert not is_legal(impulse(allied, ["A10"], side="allied"), "group A10 2018")


def test_ac_06_not_in_two_impulses_running() -> None:
    """ARD-AC-06  2p: who was active in the side's last impulse."""
    session = impulse(states={PANZER: ["former"]})
    assert "ARD-AC-06" == refused_by(session, f"activate G13 {PANZER}")
    play(session, "activate G13")
    assert "active" not in states(session, PANZER)
    assert "active" in states(session, RECON)


def test_ac_06_gs_not_twice_in_an_impulse() -> None:
    """ARD-AC-06  gs: no unit twice in one impulse, in the next again."""
    session = impulse(hand=["G13", "G14", "G36"], mode="gs")
    play(session, f"activate G13 {PANZER}", "done", "done")
    while asked(session).key != "command":
        play(session, "done")
    assert "ARD-AC-06" == refused_by(session, f"activate G36 {PANZER}")
    assert is_legal(session, f"activate G36 {RECON}")


def test_ac_10_twice_a_day() -> None:
    """ARD-AC-10"""
    session = impulse()
    session.game.set_number(PANZER, "today", 2, rule="ARD-AC-10")
    assert "ARD-AC-10" == refused_by(session, f"activate G13 {PANZER}")
    play(session, "activate G13")
    assert 1 == unit(session, RECON).numbers["today"]


def test_rd_12_who_was_deployed_does_not_act() -> None:
    """ARD-RD-12  5.13.1: deployed units may not act this impulse."""
    session = impulse(states={PANZER: ["deployed"]}, mode="gs")
    assert "ARD-RD-12" == refused_by(session, f"activate G13 {PANZER}")


# -- what else a card may do ------------------------------------------------------------------------


def test_ac_07_reserves_instead() -> None:
    """ARD-AC-07  A division card deploys the whole division; others up to the Command Value."""
    g = impulse().game
    assert 99 == cards.most_deployed(cards.card_of(g, "G20"))
    assert 3 == cards.most_deployed(cards.card_of(g, "G40"))
    assert 4 == cards.most_deployed(cards.card_of(g, "G46"))
    panzers, grenadiers = "de.9sspz.9ss", "de.19ss.9ss"
    units = {panzers: "reserve", grenadiers: "reserve", PANZER: "3219", **FAR}
    session = impulse(units, ["G20"], turn=18)
    play(session, "deploy G20")
    assert "deploy.place" == asked(session).key
    play(session, next(a for a in answers(session) if a.startswith(f"place {panzers}")))
    assert "deployed" in states(session, panzers)
    assert any(grenadiers in a for a in answers(session))


def test_ac_07_out_of_fuel_units_stay() -> None:
    """ARD-AC-07, ARD-US-10, 5.13.3"""
    units = {"de.9sspz.9ss": "reserve", PANZER: "3219", **FAR}
    session = impulse(units, ["G20"], turn=18, states={"de.9sspz.9ss": ["out of fuel"]})
    assert "ARD-AC-07" == refused_by(session, "deploy G20")


def test_cd_04_a_card_is_spent() -> None:
    """ARD-CD-04"""
    session = play(impulse(), "activate G13")
    assert "G13" in session.state.cups["german discards"]
    assert "G13" not in session.state.cups["german hand"]


def test_cd_06_no_command_gives_no_command() -> None:
    """ARD-CD-06"""
    session = impulse({**FAR, PANZER: "3219"}, ["N01", "A07"], side="allied")
    assert "activate A07" in answers(session)
    assert not [a for a in answers(session) if "N01" in a and not a.startswith("discard")]
    assert is_legal(session, "discard N01")


def test_cd_08_two_players_a_discard_is_the_impulse() -> None:
    """ARD-CD-08, ARD-CD-03, ARD-SQ-03  Any number is discarded, the hand filled, the enemy is next."""
    session = impulse(
        hand=["G13", "G14"], cups={"german deck": ["G15", "G16", "G36"]}, tracks={"german pile": 3},
        dice=[1, 1, 1],
    )  # fmt: skip
    play(session, "discard G13 G14")
    assert ["G15", "G16", "G36"] == sorted(session.state.cups["german hand"])
    assert "allied" == asked(session).side


def test_cd_08_gs_once_at_the_start() -> None:
    """ARD-CD-08, ARD-SQ-06  gs: once, before any card; it counts for no Level."""
    session = impulse(hand=["G13", "G14"], mode="gs")
    play(session, "discard G14")
    assert "german" == asked(session).side
    assert not is_legal(session, "discard G13")
    assert 0 == track(session, "played")
    played = impulse(hand=["G13", "G14", "G15"], mode="gs", tracks={"played": 1})
    assert not is_legal(played, "discard G14")


# -- impulses ---------------------------------------------------------------------------------------


def test_sq_03_impulses_alternate() -> None:
    """ARD-SQ-03  After a German command the Allies have an impulse."""
    session = play(impulse(), f"activate G13 {PANZER}", "done", "done")
    while asked(session).side == "german":
        play(session, "done")
    assert ("allied", "command") == (asked(session).side, asked(session).key)


def test_sq_04_after_a_pass_the_other_goes_on_alone() -> None:
    """ARD-SQ-04"""
    session = play(impulse(), "pass")
    assert "allied" == asked(session).side
    play(session, "discard AS12")
    assert "allied" != asked(session).side or 1 == track(session, "passed german")
    more = impulse(
        {**SECOND, **FAR}, ["A07", "A08"], side="allied", tracks={"passed german": 1}
    )  # fmt: skip
    play(more, "discard A08")
    assert ("allied", "command") == (asked(more).side, asked(more).key)


def test_sq_04_no_cap_and_the_day_ends_when_both_are_done() -> None:
    """ARD-SQ-04"""
    session = impulse({**SECOND, **FAR}, ["A07"], side="allied", tracks={"passed german": 1})
    play(session, "pass")
    assert 18 == session.state.turn()


def test_cd_03_a_pass_is_an_impulse_and_fills_the_hand() -> None:
    """ARD-CD-03, ARD-SQ-03"""
    session = impulse(
        hand=["G14"], cups={"german deck": ["G15"]}, tracks={"german pile": 1}, dice=[1]
    )
    play(session, "pass")
    assert ["G14", "G15"] == sorted(session.state.cups["german hand"])


# -- the opening ------------------------------------------------------------------------------------


def test_dx_06_cards_for_activation_alone() -> None:
    """ARD-DX-06, ARD-DX-03  No deployment, event or discard; a pass loses the impulse."""
    session = opening(["G13", "GS14", "G20"])
    assert {"activate", "single", "group", "pass"} >= {a.split()[0] for a in answers(session)}
    play(session, "pass")
    assert 1 == len(notes(session, "opening_lost"))
    assert ("german", "command") == (asked(session).side, asked(session).key)
    assert 2 == track(session, "opening")


def test_dx_05_three_different_corps() -> None:
    """ARD-DX-05, 5.4.2  The corps has been named: not by a card, a single unit or a Kampfgruppe of it."""
    session = opening(["G13", "G14", "G36"])
    session.game.set_list("opening", ["XLVII"], rule="ARD-DX-05")
    for answer in ("activate G14", f"single G36 {FUSILIERS}", "group G14 3320"):
        assert "ARD-DX-05" == refused_by(session, answer), answer
    assert ["pass"] == answers(session)


def test_dx_05_no_unit_twice() -> None:
    """ARD-DX-05"""
    session = opening(["G13"])
    session.game.set_number(PANZER, "today", 1, rule="ARD-AC-10")
    assert "ARD-DX-05" == refused_by(session, f"activate G13 {PANZER}")


def test_dx_03_the_allies_are_next_after_three() -> None:
    """ARD-DX-03"""
    session = opening(["G13"])
    play(session, "pass", "pass", "pass")
    assert "allied" == asked(session).side
    assert 3 == track(session, "opening")


def test_sc_01_the_opening_names_divisions() -> None:
    """ARD-SC-01  Skyline Drive: units of one division only, three different divisions."""
    session = opening(["G36", "G13"], scenario="skyline")
    assert "ARD-DX-05" == refused_by(session, f"activate G36 {PANZER} {FUSILIERS}")
    assert is_legal(session, f"activate G36 {PANZER} {RECON}")
    session.game.set_list("opening", ["2"], rule="ARD-DX-05")
    assert "ARD-DX-05" == refused_by(session, "activate G13")
    assert is_legal(session, f"activate G36 {FUSILIERS}")


# -- German alone -----------------------------------------------------------------------------------


def test_dx_04_nine_cards_at_first() -> None:
    """ARD-DX-04, ARD-CD-03, W14  gs: nine in the First Impulse; two players: six."""
    game = impulse().definition
    for mode, size in (("gs", 9), ("2p", 6)):
        session = Session.start(game, new_header(game, "campaign", 3, options={"mode": mode}))
        assert size == len(session.state.cups["german hand"])
        assert 22 - size == track(session, "german pile")


def test_dx_06_the_first_impulse_of_a_german_alone() -> None:
    """ARD-DX-06, ARD-CD-08  Activations alone, no discard."""
    session = impulse(
        hand=["G13", "GS14", "G20"], mode="gs", turn=16, tracks={"impulse": 0, "allied impulses": 0}
    )
    assert {"activate", "single", "group", "done"} >= {a.split()[0] for a in answers(session)}


def test_sq_05_the_hand_is_filled_before_an_impulse() -> None:
    """ARD-SQ-05, ARD-CD-03  gs: before each own impulse, to six."""
    session = impulse(
        hand=["G13"], mode="gs", cups={"german deck": ["G14", "G15"]}, tracks={"german pile": 1}, dice=[1],
    )  # fmt: skip
    assert ["G13", "G14"] == sorted(session.state.cups["german hand"])
