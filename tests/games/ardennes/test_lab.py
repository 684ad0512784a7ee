"""Position files: what they may lay out, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.table import asked, events, play, refused_by
from wargame.content.errors import DataError
from wargame.flow.lab import Position, prepare_lab
from wargame.flow.session import Session, new_header
from wargame.games.ardennes import GAME, cards
from wargame.games.ardennes.invariants import broken
from wargame.games.ardennes.state import BRIDGE, BUILT, DOWN, hexside_key, mode_of, steps
from wargame.games.ardennes.works import has_position, has_roadblock, stands
from wargame.model import events as ev

KG, PZ, US = "de.kgpeiper.1ss", "de.2.2", "us.110.28"
UNITS = {PZ: {"hex": "3118"}, US: {"hex": "2918"}}
SEVEN = [f"G{n}" for n in (10, 11, 13, 14, 15, 16, 17)]
COMMAND, MOVE = "ardennes.ops.german.command", "ardennes.ops.german.move"


def laid(segment: str = COMMAND, units: Any = UNITS, **position: Any) -> Session:
    """A position, on December 17 unless it says another day, with nobody else on the map."""
    told = {"scenario": "ardennes/campaign", "turn": 17, "clear": True, **position}
    found = Position.model_validate({**told, "segment": segment, "units": units})
    lab = found.model_dump(mode="json")
    header = new_header(GAME, found.scenario, 1, lab=lab, options=found.options)
    return Session.start(GAME, header, prepare_lab(GAME, lab))


def wrong(said: str, **more: Any) -> None:
    """A position that is refused with a reason."""
    with pytest.raises(DataError, match=said):
        laid(**more)


# -- what may be laid out ---------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["campaign", "skyline"])
@pytest.mark.parametrize("mode", ["2p", "gs"])
@pytest.mark.parametrize("segment", ["ardennes.supply.trace", COMMAND, "ardennes.end.status"])
def test_every_set_up_holds(scenario: str, mode: str, segment: str) -> None:
    """ARD-DX-01, ARD-DX-02  As printed, in both modes, before the day, in it and after it."""
    session = laid(segment, {}, scenario=f"ardennes/{scenario}", mode=mode, turn=16, clear=False)
    assert broken(session.game) == []
    assert mode_of(session.game) == mode


def test_no_position_stands_after_the_last_day() -> None:
    """ARD-VC-01"""
    last: dict[str, Any] = {
        "segment": "ardennes.end.advance",
        "units": {},
        "scenario": "ardennes/skyline",
    }
    wrong("no day follows the last", **last, turn=17)
    assert laid(**last, turn=16).state.ended is None


def test_a_clear_map_keeps_no_improved_position() -> None:
    """ARD-IP-01  The IPs of the set-up go with their units, who are set aside."""
    g = laid().game
    assert not any(has_position(g, h) for h in g.content.board)
    assert g.state.units[KG].box == "set aside"


def test_units_whose_day_has_come_are_in_reserve() -> None:
    """ARD-CA-01  But for today's while the calendar is still to be gone through; others wait."""
    today, later = "us.ccb-3.3ad", "us.cca-3.3ad"  # on the 19th and the 20th
    here = laid(COMMAND, {}, turn=19, clear=False).state.units
    assert [here[u].box for u in (today, later)] == ["reserve", "waiting"]
    g = laid("ardennes.supply.surrender", {}, turn=19, clear=False).game
    rules = {e.unit: e.rule for e in g.journal if isinstance(e, ev.UnitBoxed)}
    assert (rules[today], rules["us.120.30"]) == ("ARD-CA-01", "LAB")


def test_a_position_stands_in_an_activation() -> None:
    """ARD-AC-01, ARD-AC-08, ARD-AC-10, ARD-AT-01  The card is used, its units are active; then the impulse is over."""
    units = {**UNITS, PZ: {"hex": "3018"}, KG: {"hex": "3118"}}
    session = laid(MOVE, units, mode="gs", set={"activation": {"card": "G13"}})
    assert {option.units for option in asked(session).options()} == {(), (PZ,)}
    assert refused_by(session, f"move {KG} 3118-3117") == "ARD-AC-01"
    assert session.state.units[PZ].numbers["today"] == 1
    assert session.state.cups[cards.discards("german")] == ["G13"]
    play(session, "done")
    assert asked(session).key == "attack"
    play(session, "done", "done", "done")
    levels = [dict(e.facts) for e in events(session, ev.Noted) if e.what == "allied_impulse"]
    assert [facts["level"] for facts in levels] == [2]
    struck = {"card": "G32", "units": [PZ], "struck": ["2918"], "tactics": 3}
    later = laid("ardennes.ops.german.attack", units, set={"activation": struck})
    assert asked(later).key != "attack", "the one hex in reach has been attacked"


def test_an_activation_remembers_what_was_crossed_and_barred() -> None:
    """ARD-MV-04, ARD-MV-05, ARD-DX-08, ARD-RB-17  One unit a hexside; a Roadblock it has caused is not cleared by it."""
    foot = "de.39.26"
    units = {foot: {"hex": "3119"}, "us.16.1": {"hex": "2802"}}
    told = {"card": "G15", "checked": 1}
    fresh = laid(MOVE, units, mode="gs", turn=18, set={"activation": told})
    assert fresh.why_not(f"move {foot} 3119-3019") is None
    later = laid(
        MOVE, units, mode="gs", turn=18, set={"activation": {**told, "crossed": ["3019-3119"]}}
    )
    assert refused_by(later, f"move {foot} 3119-3019") == "ARD-MV-04"
    beside = {**units, foot: {"hex": "3018"}}
    for placed, left in (([], False), (["2918"], True)):
        lies = {"activation": {**told, "placed": placed}, "roadblocks": ["2918"]}
        session = laid(MOVE, beside, mode="gs", turn=18, dice=[9], set=lies)
        play(session, "done")
        assert has_roadblock(session.game, session.game.grid.hex("2918")) is left
    wrong(
        "is no hexside",
        segment=MOVE,
        units=units,
        set={"activation": {**told, "crossed": ["3119"]}},
    )


def test_a_corps_that_was_alarmed_moves_freely() -> None:
    """ARD-EV-01, ARD-DX-09  The others go one hex on the first day."""
    move = "ardennes.ops.allied.move"
    activation = {"card": "A07"}
    units = {US: {"hex": "2918"}, PZ: {"hex": "3509"}}
    slow, free = (
        laid(move, units, turn=16, set={"activation": activation, **more})
        for more in ({}, {"alarm": "VIII"})
    )
    assert refused_by(slow, f"move {US} 2918-2818-2718") == "ARD-DX-09"
    assert free.why_not(f"move {US} 2918-2818-2718") is None
    wrong("no Allied corps", set={"alarm": "XLVII"})


def test_control_follows_who_stands_there() -> None:
    """ARD-HC-01"""
    g = laid(units={PZ: {"hex": "2918"}}).game
    assert g.state.control[g.grid.hex("2918")] == "german"


def test_units_have_lost_steps_and_come_later() -> None:
    """ARD-CR-01, ARD-CA-01, ARD-AC-10"""
    units = {PZ: {"hex": "3118", "lost": 1, "today": 1}, KG: {"box": "waiting", "due": 20}}
    g = laid(units=units).game
    assert (steps(g, PZ), g.state.units[PZ].numbers["today"]) == (2, 1)
    assert g.state.units[KG].numbers["due"] == 20


def test_hands_and_piles_are_laid_out() -> None:
    """ARD-CD-02, ARD-CD-03  What the file does not name lies in the deck."""
    session = laid(set={"hands": {"german": ["G13", "GS15"]}, "piles": {"german": 3}})
    g = session.game
    assert sorted(g.state.cups[cards.hand("german")]) == ["G13", "GS15"]
    assert cards.left(g, "german") == 3
    assert "G13" not in g.state.cups[cards.deck("german")]
    assert "GS15" not in g.state.cups[cards.box("german")]
    assert "G14" in g.state.cups[cards.deck("german")]


def test_cards_that_come_later_are_not_there_yet() -> None:
    """ARD-CA-01  A card joins on its day."""
    later = next(c for c in laid().game.content.cards.values() if c.enters == 20)
    assert later.id not in laid(turn=19).game.state.cups[cards.deck(later.side)]
    assert later.id in laid(turn=20).game.state.cups[cards.deck(later.side)]


def test_bridges_roadblocks_and_positions_are_laid_out() -> None:
    """ARD-BR-03, ARD-RB-08, ARD-IP-01"""
    said = {
        "bridges": {"2609-2709": "destroyed", "3019-3119": "built"},
        "roadblocks": ["2220"],
        "improved": ["2918"],
        "control": {"german": ["2818"]},
    }
    g = laid(set=said).game
    down, built = (tuple(map(g.grid.hex, pair)) for pair in (("2609", "2709"), ("3019", "3119")))
    layer = g.state.layers[BRIDGE]
    assert layer[hexside_key(g.content, *down)] == DOWN
    assert layer[hexside_key(g.content, *built)] == BUILT
    assert stands(g, *built)
    assert not stands(g, *down)
    assert has_roadblock(g, g.grid.hex("2220"))
    assert has_position(g, g.grid.hex("2918"))
    assert g.state.control[g.grid.hex("2818")] == "german"


def test_chits_and_action_cards_are_laid_out() -> None:
    """ARD-CH-01, ARD-AA-20  Those not named are drawn, or discarded."""
    g = laid(mode="gs", set={"chits": ["C04", "C10"]}).game
    assert g.state.cups["chits"] == ["C04", "C10"]
    assert len(g.state.cups["chits drawn"]) == len(g.content.chits) - 2
    assert sorted(g.state.cups["actions"]) == sorted(g.content.action_cards)


def test_chits_and_cards_are_drawn_by_name() -> None:
    """ARD-CH-01, ARD-CD-02  Apart from the dice, each out of the cup it lies in; supplemental cards too."""
    hand = [f"G{n}" for n in (10, 11, 13, 14, 15)]
    session = laid(
        units={PZ: {"hex": "3018"}, US: {"hex": "2918"}},
        set={"hands": {"german": ["G13"]}}, draws=["C07", "G17", "C20", "C04"],
    )  # fmt: skip
    for answer in ("activate G13", "done", f"attack 2918 from {PZ}"):
        session.answer(answer)
    told = [e.item for e in session.entries[-1].events if isinstance(e, ev.ItemDrawn)]
    assert told[:3] == ["C07", "C20", "G17"]
    assert session.state.lists["draws"] == ["C04"]
    morning = laid(
        "ardennes.cards.supplemental", {}, set={"hands": {"german": hand}}, draws=["GS08"]
    )
    assert sorted([*hand, "GS08"]) == sorted(morning.state.cups[cards.hand("german")])
    assert "GS08" not in morning.state.cups[cards.box("german")]
    assert not morning.state.lists.get("draws")
    assert "draws" not in session.seen_by("german").state.lists


def test_no_more_chits_are_drawn_than_are_left_in_the_cup() -> None:
    """ARD-CC-11, ARD-CH-01  The battle after it draws from all again."""
    session = laid(
        units={PZ: {"hex": "3018"}, US: {"hex": "2918"}},
        set={"hands": {"german": ["G13"]}, "chits": ["C20"]},
    )  # fmt: skip
    play(session, "activate G13", "done", f"attack 2918 from {PZ}")
    drawn = [e.item for e in events(session, ev.ItemDrawn) if e.item.startswith("C")]
    assert drawn == ["C20"]
    assert sorted(session.game.content.chits) == session.state.cups["chits"]


def test_the_day_is_laid_out() -> None:
    """ARD-SQ-04, ARD-SQ-06, ARD-FU-01, ARD-EV-01"""
    said = {"passed": ["allied"], "level": 3, "dry": ["2"], "tracks": {"freeze": 1}, "mode": "gs"}
    session = laid(set=said)
    tracks = session.state.tracks
    assert (tracks["passed allied"], tracks["level"], tracks["freeze"]) == (1, 3, 1)
    assert session.state.lists["dry"] == ["2"]


def test_the_level_of_an_allied_impulse_is_laid_out() -> None:
    """ARD-SQ-05, ARD-SQ-06  So many cards are drawn, whatever the German has played; then he goes on, the same day."""
    told = {"level": 2, "hands": {"german": ["G13"]}}
    session = laid("ardennes.ops.allied.command", mode="gs", draws=["N01", "N02"], set=told)
    drawn = [e.item for e in events(session, ev.ItemDrawn) if e.cup == "allied deck"]
    assert drawn == ["N01", "N02"]
    said = [dict(e.facts) for e in events(session, ev.Noted) if e.what == "allied_impulse"]
    assert [facts["level"] for facts in said] == [2]
    assert (asked(session).side, session.state.turn()) == ("german", 17)


def test_show_tells_steps_roadblocks_and_positions() -> None:
    """ARD-CR-01, ARD-RB-07, ARD-IP-01, ARD-VC-01  Steps are those that are left; the map has its VP."""
    units: dict[str, Any] = {PZ: {"hex": "3118", "lost": 1}, US: {"hex": "2918"}}
    g = laid(units=units, set={"roadblocks": ["2220"], "improved": ["2918"]}).game
    assert (GAME.face.steps(g, PZ), GAME.face.steps(g, US)) == (2, 2)
    told = GAME.face.track(g)
    assert (told["roadblocks"], told["improved"]) == (["2220"], ["2918"])
    assert sum(goal.vp for goal in g.content.objectives) == 86


# -- what cannot be ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("ARD-ST-01", {"units": {u: {"hex": "3118"} for u in (PZ, "de.304.2", "de.3pz.2")}}),
        ("both sides", {"units": {PZ: {"hex": "2918"}, US: {"hex": "2918"}}}),
        ("ARD-CR-01", {"units": {PZ: {"hex": "3118", "lost": 3}}}),
        ("ARD-SS-17", {"units": {PZ: {"hex": "3118", "states": ["isolated", "low supply"]}}}),
        ("ARD-CD-04", {"set": {"hands": {"german": ["G13"]}, "decks": {"german": ["G13"]}}}),
        ("german card", {"set": {"hands": {"german": ["A07"]}}}),
        ("stands twice", {"set": {"hands": {"german": ["G13", "G13"]}}}),
        ("a unit stands", {"set": {"roadblocks": ["2918"]}}),
        ("nobody stands", {"set": {"improved": ["2818"]}}),
        ("no Bridge is printed", {"set": {"bridges": {"3019-3119": "destroyed"}}}),
        ("no river", {"set": {"bridges": {"2918-2917": "built"}}}),
        ("December", {"turn": 3}),
        ("calendar", {"segment": "ardennes.supply.trace", "turn": 16,
                      "set": {"hands": {"german": ["G13"]}}}),
        ("ARD-CA-01", {"segment": "ardennes.supply.trace", "turn": 16, "mode": "gs",
                       "set": {"actions": ["AC01"]}}),
        ("choice of mode", {"mode": "3p"}),
        ("not known here", {"set": {"weather": "rain"}}),
        ("ARD-CD-03.* 7 cards; 6 is", {"set": {"hands": {"german": SEVEN}}}),
        ("ARD-CD-03.* 1 cards; 0 is", {"mode": "gs", "set": {"hands": {"allied": ["A07"]}}}),
        ("ARD-CD-02", {"set": {"piles": {"german": 50}}}),
        ("ARD-CA-01", {"set": {"hands": {"allied": ["A20"]}}}),
        ("ARD-IP-01", {"units": {US: {"hex": "2220"}}, "set": {"improved": ["2220"]}}),
        ("ARD-RB-08", {"set": {"roadblocks": ["2815"]}}),
        ("table by side", {"set": {"hands": ["G13"]}}),
        ("one chit at least", {"set": {"chits": []}}),
        ("opened by another segment", {"segment": "ardennes.ops.german.chits"}),
        ("opened by another segment", {"segment": "ardennes.ops.german.activation"}),
        ("ARD-AC-08.*", {"segment": "ardennes.ops.german.attack"}),
        ("no Activation", {"set": {"activation": {"card": "G13"}}}),
        ("other side", {"segment": MOVE, "set": {"activation": {"card": "A07"}}}),
        ("no command card", {"segment": MOVE, "set": {"activation": {"card": "GS15"}}}),
        ("no unit on the map", {"segment": MOVE, "set": {"activation": {"card": "G13", "units": [KG]}}}),
        ('"C33" is not possible here', {"draws": ["C33"]}),
        ('"C01" is not possible here', {"draws": ["C01", "C01"]}),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(said: str, more: dict[str, Any]) -> None:
    """ARD-ST-01, ARD-CR-01, ARD-SS-17, ARD-CD-04, ARD-CH-01"""
    wrong(said, **more)
