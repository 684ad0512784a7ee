"""The journal cites the rule of the mode that is played, of the kind of card, of what forbids an advance."""

from __future__ import annotations

import pytest

from tests.games.ardennes.combat import B110
from tests.games.ardennes.table import table
from wargame.content.sequence import walk
from wargame.flow.journal import Teller
from wargame.games.ardennes import GAME
from wargame.model import events as ev


def cited(mode: str, event: ev.Event) -> str:
    """The rule behind the line of an event."""
    g = table(mode=mode)
    steps = {step.id: step for step in walk(g.content.sequence)}
    line = Teller(GAME, g, steps).line(event)
    assert line is not None
    return line.rule


@pytest.mark.parametrize(
    ("event", "alone", "two"),
    [
        (ev.SegmentEntered("ardennes.ops.german", (), ()), "ARD-SQ-05", "ARD-SQ-03"),
        (ev.SegmentEntered("ardennes.ops.allied", (), ()), "ARD-SQ-05", "ARD-SQ-03"),
        (ev.Noted("passes", (("side", "german"),), "ARD-SQ-04"), "ARD-SQ-06", "ARD-SQ-04"),
        (ev.Noted("activation_over", (), "ARD-AC-08"), "ARD-SQ-05", "ARD-SQ-03"),
    ],
)
def test_the_rule_of_the_mode_is_cited(event: ev.Event, alone: str, two: str) -> None:
    assert cited("gs", event) == alone
    assert cited("2p", event) == two


def test_engineers_blow_a_bridge_by_the_rule_of_the_mode() -> None:
    """ARD-BR-01, ARD-BR-02"""
    read = ev.ChartRead("bridge", "5", "8", "stands", 6, (("Engineers", -2),), (), (), "ARD-BR-02")
    assert cited("gs", read) == "ARD-BR-01"
    assert cited("2p", read) == "ARD-BR-02"


@pytest.mark.parametrize(
    ("card", "units", "rule"),
    [
        ("G13", ("de.2.2", "de.3pz.2"), "ARD-AC-01"),
        ("G13", ("de.26aa.26",), "ARD-AC-04"),
        ("G35", ("de.16pz.116", "de.60.116"), "ARD-AC-02"),
        ("G43", ("de.16pz.116", "de.60.116"), "ARD-AC-03"),
        ("G46", ("de.kgpeiper.1ss", "de.kghansen.1ss"), "ARD-AC-03"),
    ],
)
def test_an_activation_cites_the_kind_of_its_card(
    card: str, units: tuple[str, ...], rule: str
) -> None:
    """ARD-AC-01 to -04"""
    facts = (("card", card), ("units", units))
    assert cited("gs", ev.Noted("activates", facts, "ARD-AC-01")) == rule


def test_who_may_not_retreat_at_all_loses_a_step_by_that_rule() -> None:
    """ARD-CR-04, ARD-RT-04"""
    for gone, rule in ((0, "ARD-RT-04"), (2, "ARD-CR-04")):
        rows = (("gone as far as it may", gone),)
        assert cited("gs", ev.Decided("allied", "hit", "a step", rows, "ARD-CR-04")) == rule


@pytest.mark.parametrize(
    ("chosen", "rule"),
    [("would make a Gap", "ARD-AD-10"), ("danger of Surround", "ARD-AD-09"), ("8", "ARD-AD-11")],
)
def test_what_forbids_an_advance_is_cited(chosen: str, rule: str) -> None:
    """ARD-AD-09 to -11"""
    assert cited("gs", ev.Decided("allied", f"advance {B110}", chosen, (), "ARD-AD-11")) == rule
