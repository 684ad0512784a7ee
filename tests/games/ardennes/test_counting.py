"""VP hexes that begin to count for the German, or cease to, are told with their worth and the reason (ARD-VC-01)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.table import h, notes, play, position, table
from wargame.exports.situation import aims
from wargame.flow.journal import Teller
from wargame.flow.session import Session
from wargame.games.ardennes import GAME
from wargame.games.ardennes.counting import COUNTING, counted, judge, why_cut
from wargame.model import events as ev

PANZER, GUARD, MATE = "de.3pz.2", "us.110.28", "us.112.28"
FAR = {"us.109.28": "1018"}


def told(session: Session) -> list[str]:
    """What the journal says of VP."""
    say = Teller(GAME, session.game, session.steps)
    events = [e for entry in session.entries for e in entry.events]
    return [line.text for line in say.lines(events) if line.rule == "ARD-VC-01"]


def test_vc_01_a_place_that_is_taken_counts_at_once() -> None:
    """ARD-VC-01: Clervaux, after the march into it, not at the end of the day"""
    session = position("ops.german.move", {PANZER: "2917", **FAR}, turn=16)
    play(session, f"move {PANZER} 2917-2918-2818", "no")
    assert told(session) == [
        "2818 Clervaux, 1 VP, counts for the German: German, and in German Supply; German VP 1, 0 before."
    ]
    assert session.state.tracks[COUNTING] == "2818/"


def test_vc_01_a_place_that_is_cut_and_reached_again() -> None:
    """ARD-VC-01, ARD-SP-06: Allied ZOC over every road, then gone"""
    g = table({PANZER: "2818", **FAR})
    judge(g)
    assert counted(g) == "2818/" == g.state.tracks[COUNTING]
    g.set_track(COUNTING, "/2818", rule="lab")
    judge(g)
    (again,) = [e for e in g.journal if isinstance(e, ev.Noted) and e.what == "vp_counts"][1:]
    assert dict(again.facts) == {
        "where": h("2818"), "why": "again", "worth": 1, "before": 0, "after": 1,
    }  # fmt: skip
    say = Teller(GAME, g, {})
    line = say.line(again)
    assert line is not None
    assert "German Supply reaches it again; German VP 1, 0 before." in line.text


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("zone", "no more: German Supply does not reach it, an Allied ZOC lies on every way"),
        ("bridges", "no more: German Supply does not reach it, a Bridge on the way is down"),
        ("lost", "no more: it is in Allied hands"),
    ],
)
def test_vc_01_why_a_place_counts_no_more(why: str, said: str) -> None:
    """ARD-VC-01: cut off, or taken back"""
    g = table(FAR)
    facts = (("where", h("2220")), ("why", why), ("worth", 6), ("before", 12), ("after", 6))
    line = Teller(GAME, g, {}).line(ev.Noted("vp_ceases", facts, "ARD-VC-01"))
    assert line is not None
    assert (
        line.text == f"2220 Bastogne, 6 VP, counts for the German {said}; German VP 6, 12 before."
    )


def test_vc_01_taken_back() -> None:
    """ARD-VC-01: an Allied unit that comes in takes it away"""
    g = table({GUARD: "2717", **FAR}, german=["2818"], tracks={COUNTING: "2818/"})
    g.place(GUARD, h("2818"), rule="lab")
    g.take(h("2818"), "allied", rule="lab")
    judge(g)
    (gone,) = [
        dict(e.facts) for e in g.journal if isinstance(e, ev.Noted) and e.what == "vp_ceases"
    ]
    assert (gone["why"], gone["before"], gone["after"]) == ("lost", 1, 0)
    judge(g)
    assert len([e for e in g.journal if isinstance(e, ev.Noted) and e.what == "vp_ceases"]) == 1


WALL = {GUARD: "2716", MATE: "2718", "us.393.99": "2919", "us.394.99": "2917", "us.395.99": "2819"}


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"units": WALL}, "zone"),
        ({"units": FAR, "roadblocks": ["2717", "2718", "2817", "2819", "2917", "2918", "2919"]}, "roadblocks"),
    ],
)  # fmt: skip
def test_sp_06_what_keeps_supply_from_a_place(more: dict[str, Any], why: str) -> None:
    """ARD-SP-02 to -06, ARD-RB-04: the one thing without which Supply would reach it"""
    units = more.pop("units")
    g = table(units, german=["2818"], **more)
    assert counted(g) == "/2818"
    assert why_cut(g, h("2818")) == why


def test_vc_01_the_situation_says_who_counts_a_place_and_what_keeps_it() -> None:
    """ARD-VC-01: every VP hex stands there, with its worth"""
    g = table(WALL, german=["2818", "0407"])
    (section,) = [part for part in aims(GAME, g) if part.title == "Victory hexes"]
    german, allied = section.lines
    assert german.startswith("German: none; not counted: Namur 6 (no German Supply: ")
    assert "Clervaux 1 (no German Supply: an Allied ZOC lies on every way)" in german
    assert allied.startswith("Allied 33, worth 79: ")
    assert "Bastogne 6" in allied


def test_vc_01_the_day_ends_with_what_counts() -> None:
    """ARD-VC-01: the score names the places"""
    units = {**FAR, PANZER: "2818"}
    session = position("end.victory", units, turn=18, german=["0407"])
    (score,) = notes(session, "score")
    assert (score["held"], score["cut"]) == ((h("2818"),), (h("0407"),))
    assert (
        "German victory points: 1 (2818 Clervaux 1); German, but out of German Supply: 0407 Namur 6."
        in told(session)
    )


def test_vc_01_a_hex_that_is_looked_at_says_whether_it_counts() -> None:
    """ARD-VC-01"""
    units = {**FAR, PANZER: "2818"}
    g = table(units, german=["0407"])
    for where, said in (
        ("2818", "VP hex: 1 VP, counts for the German"),
        ("2220", "VP hex: 6 VP, counts for nobody in Allied hands"),
    ):
        assert said in GAME.face.hex_lines(g, h(where))
    assert any(
        line.startswith("VP hex: 6 VP, counts for nobody: no German Supply, ")
        for line in GAME.face.hex_lines(g, h("0407"))
    )


def test_ss_17_the_panel_of_a_unit_says_what_keeps_supply_from_it() -> None:
    """ARD-SP-02 to -08, ARD-SS-17"""
    ring = dict(
        zip(
            (PANZER, "de.2.2", "de.304.2", "de.77.26"),
            ("2717", "2819", "2918", "2817"),
            strict=True,
        )
    )
    g = table({GUARD: "2818", MATE: "1018", **ring})
    told = {unit: GAME.face.unit_lines(g, unit)[4:] for unit in (GUARD, MATE)}
    assert told == {
        GUARD: ["no Supply where it stands: a German ZOC lies on every way"],
        MATE: [],
    }
