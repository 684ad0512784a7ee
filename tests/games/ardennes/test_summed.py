"""An impulse of the automated Allies in a few lines, first in the journal and in a briefing (ARD-AA-18)."""

from __future__ import annotations

import re

from tests.games.ardennes.table import table
from tests.games.transcript import FOLDER
from wargame import games
from wargame.exports.briefing import briefing_lines
from wargame.exports.report import report_lines
from wargame.flow.journal import Teller
from wargame.flow.replay import Replay
from wargame.flow.session import Session, new_header
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.state import hexside_key
from wargame.model import events as ev

_GIVEN = re.compile(r"^german> (.+)$", re.MULTILINE)
_ENDS = (18, 30)
"""The answers of the golden game after which an Allied impulse is over."""


def golden(count: int) -> Session:
    """The golden game of the German alone after so many answers."""
    definition, info = games.find("ardennes/skyline")
    header = new_header(definition, info.id, 35, options={"mode": "gs"})
    session = Session.start(definition, header)
    text = (FOLDER / "ardennes-skyline-gs.txt").read_text(encoding="utf-8")
    for answer in _GIVEN.findall(text)[:count]:
        session.answer(answer)
    return session


def summary(*found: ev.Event) -> list[str]:
    """What these events of an impulse come to, in short."""
    teller = Teller(games.game("ardennes"), table(mode="gs"), {})
    level = ev.Noted("allied_impulse", (("level", 3),), "ARD-SQ-06")
    return [line.text for line in teller.summary([level, *found])]


def card(name: str) -> ev.ItemDrawn:
    """An Allied card is drawn."""
    return ev.ItemDrawn("allied deck", name, 1, "card", "allied", "ARD-CD-10")


def hexes(*numbers: str) -> tuple[int, ...]:
    return tuple(map(load_content("campaign").grid.hex, numbers))


def test_the_journal_tells_it_before_what_was_drawn_and_weighed() -> None:
    """ARD-AA-18, ARD-SQ-06  Behind the Level, and 60 lines of working behind it."""
    session = golden(_ENDS[0])
    teller = Teller(session.definition, session.game, session.steps)
    lines = list(teller.lines(session.entries[-1].events))
    first = next(n for n, line in enumerate(lines) if line.kind == "summary")
    assert lines[first - 1].text.startswith("An Allied impulse of Level 4")
    assert lines[first + 4].text == "Allied card: drew A07 (28 Inf)"
    told = [line.text for line in lines[first : first + 4]]
    assert told[:3] == [
        "A07 (28 Inf): IP in 2919 Hosingen.",
        "A32 (VIII Corps): IP in 2619 Allerborn.",
        (
            "A33 (VIII Corps): 44 Eng from 2621 Wiltz to 2622 Esch-sur-Sûre "
            "(AC09, idle, to the Position nearest a German)."
        ),
    ]
    assert told[3].startswith("Nothing came of N0")


def test_a_briefing_begins_with_it_and_has_no_draws_of_the_set_up() -> None:
    """ARD-AA-18  What has happened since his last turn is the Allied impulse, for a German alone."""
    lines = list(briefing_lines(golden(_ENDS[1]), "german"))
    assert lines[0] == "In short:"
    assert lines[1].startswith(
        "  A32 (VIII Corps): 44 Eng from 2622 Esch-sur-Sûre to 2621 Wiltz (AC10, to "
    )
    assert lines[2].startswith("  AS02 (Engineers): Roadblock in 2716 Troisvierges.")
    assert "  A33 (VIII Corps)" not in lines[:3]
    assert not any("German card: drew G36" in line for line in lines)
    assert any("44 Eng moves 2622-2621" in line for line in lines)


def test_what_the_allies_drew_stands_where_they_drew_it_and_not_among_his_own_cards() -> None:
    lines = list(briefing_lines(golden(_ENDS[0]), "german"))
    drawn, meanwhile = lines.index("Drawn:"), lines.index("Meanwhile:")
    assert drawn < meanwhile
    assert all("German card: drew " in line for line in lines[drawn + 1 : meanwhile] if line)
    found = next(n for n, line in enumerate(lines) if "Allied card: drew A07" in line)
    assert found > meanwhile
    assert "A07 (28 Inf) activates 28 Inf." in lines[found + 1]


def test_it_stays_the_same_all_through_the_turn_that_follows() -> None:
    before, after = (list(briefing_lines(golden(n), "german")) for n in (18, 21))
    assert before == after


def test_the_report_tells_it_too() -> None:
    session = golden(_ENDS[0])
    replay = Replay(session.definition, session.header, session.entries)
    assert "  A07 (28 Inf): IP in 2919 Hosingen." in list(report_lines(session.definition, replay))


def test_an_attack_is_told_with_what_came_of_it() -> None:
    """ARD-AA-21  Steps of the same unit are counted, a last one is its end; who goes on goes all the way."""
    a, b, c, d = hexes("2918", "3018", "3118", "3219")
    attack = (("units", ("us.110.28",)), ("hexes", (b,)))
    hits = (("defender", 3), ("attacker", 0))
    assert summary(
        card("A07"),
        ev.Noted("declared", attack, "ARD-AT-01"),
        card("N01"),  # for its tactic
        ev.Noted("hits", hits, "ARD-CC-08"),
        *[ev.NumberSet("de.2.2", "lost", n, "ARD-CR-17") for n in (1, 2)],
        ev.UnitMoved("de.304.2", (b, c), "retreats", "ARD-RT-01"),
        ev.UnitMoved("de.304.2", (c, d), "retreats", "ARD-RT-01"),
        ev.NumberSet("de.2.2", "lost", 3, "ARD-CR-17"),
        ev.UnitBoxed("de.2.2", "eliminated", "ARD-CR-17"),
        ev.StateGained("de.304.2", "dispersed", "ARD-RT-06"),
        ev.UnitMoved("us.110.28", (a, b), "advances", "ARD-AD-01"),
        ev.SegmentLeft("ardennes.ops.allied.battle"),
        ev.LayerSet("improved", ((a, 1), (b, 1)), "ARD-AA-09"),
    ) == [
        (
            "A07 (28 Inf): attack on 3018 by 110/28: 3 hits on the defender, 0 on the attacker; "
            "a step lost by 2/2 (twice); 304/2 back from 3018 to 3219; 2/2 eliminated; 304/2 Dispersed; "
            "110/28 advancing from 2918 Marnach to 3018."
        ),
        "Then: IP in 2918 Marnach, 3018.",
    ]


def test_who_comes_who_waits_and_what_falls() -> None:
    """ARD-RD-02, ARD-RD-10, ARD-AA-18, ARD-BR-02"""
    (a, b) = hexes("2918", "3018")
    bridge = hexside_key(load_content("campaign"), a, b)
    assert summary(
        card("A43"),
        ev.Decided("allied", "corps A43", "VIII", (), "ARD-AA-19"),
        *[ev.UnitPlaced(u, a, "ARD-RD-09") for u in ("us.35eng", "us.44eng")],
        ev.Noted("taken_out_of_contact", (("unit", "us.158eng"), ("clause", "a")), "ARD-RD-09"),
        ev.UnitPlaced("us.158eng", b, "ARD-RD-09"),
        card("N01"),
        card("A08"),
        ev.Noted("expedited", (("unit", "us.ccb-10.10ad"), ("due", 17)), "ARD-AA-18"),
        card("AS02"),
        ev.LayerSet("bridge", ((bridge, 1),), "ARD-BR-02"),
        ev.SegmentLeft("ardennes.ops.allied"),
        ev.UnitPlaced("us.ccr-9.9ad", b, "R"),
    ) == [
        (
            "A43 (12th Army Group), VIII Corps: 35 Eng, 44 Eng out of Reserve to 2918 Marnach; "
            "158 Eng from elsewhere to 3018."
        ),
        "A08 (9 Armd): CCB/10 a day sooner on the calendar.",
        "AS02 (Engineers): the Bridge 2918 Marnach - 3018 is destroyed.",
        "Nothing came of N01 (No Command).",
    ]


def test_cards_of_one_name_of_which_nothing_came_are_told_together() -> None:
    assert summary(*map(card, ("N01", "A32", "N04", "A07", "A07", "A33", "N06"))) == [
        "Nothing came of N01, N04, N06 (No Command), A32, A33 (VIII Corps), A07 (28 Inf) (twice)."
    ]


def does(card: str, line: str, lead: str) -> ev.Decided:
    """An action card is carried out."""
    return ev.Decided("allied", f"action {card}", f"line 1 {line}: {lead}", (), "ARD-AA-20")


def test_it_says_why_a_stack_goes_and_why_it_attacks() -> None:
    """ARD-AA-20  By the line of the action card, and by which card; none where nothing fits."""
    a, b, c = hexes("2918", "3018", "3019")
    attack = (("units", ("us.110.28",)), ("hexes", (c,)))
    hits = (("defender", 0), ("attacker", 1))
    assert summary(
        card("A07"),
        does("AC08", "gap plug", "us.35eng"),
        *[ev.UnitMoved(u, (a, b), "move", "ARD-AA-22") for u in ("us.35eng", "us.44eng")],
        does("AC09", "weak attack", "us.110.28"),
        ev.Noted("declared", attack, "ARD-AT-01"),
        ev.Noted("hits", hits, "ARD-CC-08"),
        ev.StateGained("us.110.28", "dispersed", "ARD-CR-14"),
        ev.SegmentLeft("ardennes.ops.allied.battle"),
        ev.StateLost("us.35eng", "dispersed", "ARD-AC-09"),
        card("A08"),
        ev.UnitMoved("us.44eng", (b, a), "move", "ARD-AA-06"),
    ) == [
        "A07 (28 Inf): 35 Eng, 44 Eng from 2918 Marnach to 3018 (AC08, to plug a gap).",
        (
            "Attack on 3019 by 110/28 (AC09, the Germans are weak there): "
            "0 hits on the defender, 1 on the attacker; 110/28 Dispersed."
        ),
        "Then: 35 Eng no longer Dispersed.",
        "A08 (9 Armd): 44 Eng from 3018 to 2918 Marnach.",
    ]


def test_who_comes_up_to_attack_is_not_told_that_the_germans_are_weak_where_he_comes() -> None:
    """ARD-AA-21  That is told of the hex attacked."""
    a, b, c = hexes("2918", "3018", "3118")
    assert summary(
        card("A07"),
        does("AC09", "weak attack", "us.110.28"),
        ev.UnitMoved("us.110.28", (a, b), "move", "ARD-AA-22"),
        ev.Noted("declared", (("units", ("us.110.28",)), ("hexes", (c,))), "ARD-AT-01"),
    ) == [
        "A07 (28 Inf): 110/28 from 2918 Marnach to 3018 (AC09, to attack).",
        ("Attack on 3118 Dasburg by 110/28 (AC09, the Germans are weak there): not decided yet."),
    ]


def test_every_line_of_the_action_cards_has_its_reason() -> None:
    """ARD-AA-20  But to hold, which does nothing that is told."""
    a, b = hexes("2918", "3018")
    cards = load_content("campaign").actions.card
    lines = {line for each in cards for line in each.lines} - {"always hold"}
    for line in sorted(lines):
        move = ev.UnitMoved("us.35eng", (a, b), "move", "ARD-AA-22")
        (said,) = summary(card("A07"), does("AC01", line, "us.35eng"), move)
        assert " (AC01, " in said, line


def test_a_unit_sooner_by_a_day_that_comes_into_reserve_at_once_is_told_so() -> None:
    """ARD-CA-01"""
    (a,) = hexes("2918")
    assert summary(
        card("A08"),
        ev.Noted("expedited", (("unit", "us.ccb-10.10ad"), ("due", 17)), "ARD-AA-18"),
        ev.NumberSet("us.ccb-10.10ad", "due", 16, "ARD-EV-01"),
        ev.UnitBoxed("us.ccb-10.10ad", "reserve", "ARD-EV-01"),
        ev.LayerSet("roadblock", ((a, 0),), "ARD-RB-15"),
    ) == [
        "A08 (9 Armd): CCB/10 into Reserve, a day sooner; the Roadblock in 2918 Marnach taken up."
    ]


def test_what_a_german_does_is_no_impulse_of_the_allies() -> None:
    session = golden(5)
    teller = Teller(session.definition, session.game, session.steps)
    assert not any(teller.summary(entry.events) for entry in session.entries)
