"""Events as lines a player reads."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.flow.table import play, start
from tests.flow.test_undo import play_to_fire
from tests.toy import TOY
from wargame.flow.definition import Said, Summary, Wording
from wargame.flow.journal import Teller, gathered, sentence
from wargame.flow.session import Session
from wargame.model import events as ev
from wargame.store.campaign import Campaign


def teller(session: Session) -> Teller:
    """A teller for this session."""
    return Teller(TOY, session.game, session.steps)


LINES = [
    (ev.UnitMoved("r1", (1, 7), "moves", "TOY-MV-01"), "Red 1 moves 0102-0202"),
    (ev.UnitPlaced("r1", 20, "R"), "Red 1 is placed on 0403 (Crossroads)"),
    (ev.UnitBoxed("r1", "lost", "R"), "Red 1: lost"),
    (ev.StateGained("r1", "shaken", "R"), "Red 1 is shaken"),
    (ev.StateLost("r1", "shaken", "R"), "Red 1 is no longer shaken"),
    (ev.DiceRolled("Combat", (5,), 6, (), "", "", (), "R"), "Combat: rolled 5"),
    (ev.DiceRolled("Combat", (5, 2), 6, (), "", "", (), "R"), "Combat: rolled 5 + 2 = 7"),
    (ev.ItemDrawn("weather", "rain", 2, "Weather", "", "R"), "Weather: drew rain"),
    (ev.HexTaken(20, "red", "R"), "The Red side takes 0403 (Crossroads)"),
    (ev.MarkerPlaced("m", "mine", "red", 20, "", 1, "R"), "Mine marker on 0403 (Crossroads)"),
    (ev.SegmentEntered("toy.weather", (), ()), "Weather"),
    (
        ev.GameEnded("red", "total", "all gone", (), "R"),
        "The game is over: total (all gone); winner: Red",
    ),
    (
        ev.ChartRead(
            "combat", "2:1", "5", "R", 5, (), (("dug in", -1),), (("basis", "6 against 3"),), "R"
        ),
        "6 against 3; shifts dug in -1; column 2:1; 5: R",
    ),
]


@pytest.mark.parametrize(("event", "text"), LINES, ids=lambda value: type(value).__name__)
def test_an_event_reads_as_a_sentence(event: ev.Event, text: str) -> None:
    line = teller(start()).line(event)
    assert line is not None
    assert line.text == text


@pytest.mark.parametrize(
    "event",
    [
        ev.StateGained("r1", "_tried", "R"),
        ev.UnitsMarked(("r1",), ("_tried",), (), "R"),
        ev.FrameFilled(0, (("n", 1),)),
        ev.SegmentStepped("toy.red"),
        ev.SegmentLeft("toy.weather"),
        ev.NumberSet("r1", "steps", 1, "R"),
        ev.UnitBoxed("r1", "", "R"),
        ev.SegmentEntered("toy.turn", (), ()),
    ],
)
def test_book_keeping_has_no_line(event: ev.Event) -> None:
    assert teller(start()).line(event) is None


def test_a_shot_is_told_with_its_rule() -> None:
    session = start()
    play_to_fire(session)
    entry = session.answer("fire b2")
    first = next(iter(teller(session).lines(entry.events)))
    assert first.text.startswith("Blue 2 fires: rolled")
    assert (first.rule, first.kind) == ("TOY-FI-01", "dice")


def test_every_event_of_a_game_can_be_told() -> None:
    session = play(start(8))
    lines = list(teller(session).lines(list(session.game.journal)))
    assert lines[-1].kind == "end"
    assert all(line.text and "\n" not in line.text for line in lines)


def test_what_the_rules_did_is_summed_up_where_its_turn_begins() -> None:
    session = start()
    events = [ev.UnitMoved(unit, (1, 7), "moves", "R") for unit in ("r1", "r2")]
    summed = Wording(sums_up=lambda _g, _events: Summary(1, [Said("In short.", "R", (7,))]))
    tell = Teller(replace(TOY, journal=summed), session.game, session.steps)
    assert ["move", "summary", "move"] == [line.kind for line in tell.lines(events)]
    assert ["move", "move"] == [line.kind for line in tell.lines(events, summed=False)]


def test_a_name_in_the_plural_takes_its_verbs_so() -> None:
    session = start()
    tell = Teller(
        replace(TOY, journal=Wording(plural_units={"r1"})), session.game, session.steps
    ).line
    told: dict[str, ev.Event] = {
        "Red 1 move 0102-0202": ev.UnitMoved("r1", (1, 7), "moves", "R"),
        "Red 1 fall back 0102-0202": ev.UnitMoved("r1", (1, 7), "falls back", "R"),
        "Red 1 are carried 0102-0202": ev.UnitMoved("r1", (1, 7), "is carried", "R"),
        "Red 1 are no longer shaken": ev.StateLost("r1", "shaken", "R"),
        "Red 2 is shaken": ev.StateGained("r2", "shaken", "R"),
    }
    assert list(told) == [line.text for event in told.values() if (line := tell(event))]


def test_a_state_is_told_by_the_word_its_game_has_for_it() -> None:
    session = start()
    tell = Teller(
        replace(TOY, journal=Wording(states={"shaken": "Shaken"})), session.game, session.steps
    ).line
    line = tell(ev.StateGained("r1", "shaken", "R"))
    assert line is not None
    assert "Red 1 is Shaken" == line.text


def test_a_march_in_stages_is_told_once() -> None:
    """Stages of one unit are one line, unless something is told between them."""
    first, second = (ev.UnitMoved("r1", path, "moves", "R") for path in ((1, 7), (7, 13, 14)))
    told = teller(start())
    together = [line.text for line in told.lines([first, ev.NumberSet("r1", "mp", 1, "R"), second])]
    assert together == ["Red 1 moves 0102-0202-0302-0303"]
    dice = ev.DiceRolled("Mines", (5,), 6, (), "", "", (), "R")
    apart = [line.text for line in told.lines([first, dice, second])]
    assert apart == ["Red 1 moves 0102-0202", "Mines: rolled 5", "Red 1 moves 0202-0302-0303"]
    other = [first, second._replace(how="retreats")]
    assert [line.text for line in told.lines(other)] == [
        "Red 1 moves 0102-0202",
        "Red 1 retreats 0202-0302-0303",
    ]


def test_a_run_that_says_the_same_is_one_line_that_names_them_all() -> None:
    told = teller(start())
    shaken: list[ev.Event] = [ev.StateGained(u, "shaken", "R") for u in ("r1", "r2", "b1")]
    hexes: list[ev.Event] = [ev.HexTaken(h, "blue", "R") for h in (1, 7)]
    events = [*shaken, ev.UnitMoved("r1", (1, 7), "moves", "R"), *hexes]
    together = ev.UnitsMarked(("r1", "r2", "b1"), ("shaken", "_tried"), (), "R")
    assert list(told.lines(shaken)) == list(told.lines([together]))
    line = told.line(together)
    assert line is not None
    assert "Red 1 is shaken; Red 2 is shaken; Blue 1 is shaken" == line.text
    run, march, *two = gathered(told.lines(events))
    assert "3 units are shaken: Red 1, Red 2, Blue 1" == run.text
    assert ("r1", "r2", "b1") == run.units
    assert "Red 1 moves 0102-0202" == march.text
    assert ["The Blue side takes 0102", "The Blue side takes 0202"] == [line.text for line in two]


def test_what_each_unit_marched_stays_its_own_line() -> None:
    marches = [ev.UnitMoved(u, (1, 7), "moves", "R") for u in ("r1", "r2", "b1", "b2")]
    assert 4 == len(list(gathered(teller(start()).lines(marches))))


def test_a_group_that_moves_is_titled_by_its_names() -> None:
    """HAN-SP-12  Not "Move g.pr5.1+g.pr5.2 1605-1504"."""
    with Campaign.new("hannut/orp", 12, None) as campaign:
        pick = random.Random(12).randrange
        while "+" not in campaign.session.entries[-1].answer:
            assert campaign.session.ask is not None
            campaign.answer(campaign.session.ask.sample(pick))
        session = campaign.session
        entry = session.entries[-1]
        told = sentence(session.definition, session.game, entry, campaign.lines(entry))
        names = "1. (le.) Kp./Pz.Rgt. 5 and 2. (le.) Kp./Pz.Rgt. 5"
        assert told.startswith(f"{names} move 1605-1504-1404")
