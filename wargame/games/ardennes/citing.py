"""The rule that the journal cites, where the game mode, the card or the decision calls for another than the event's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wargame.games.ardennes import cards
from wargame.games.ardennes.state import ArdGame, automated
from wargame.model import events as ev

_IMPULSES = ("ardennes.ops.german", "ardennes.ops.allied")
_ACTIVATES = {"corps": "ARD-AC-02", "army": "ARD-AC-03", "group": "ARD-AC-03"}
_NO_ADVANCE = {
    "no room": "ARD-ST-01",
    "protects VP": "ARD-AD-10",
    "one unit over a Bridge or river": "ARD-AD-05",
    "would make a Gap": "ARD-AD-10",
    "danger of Surround": "ARD-AD-09",
}
"""What forbids an advance of the automated Allies."""


def cites(g: ArdGame, event: ev.Event) -> str:
    """The rule that is cited for an event; "" for its own."""
    alone = automated(g, "allied")
    match event:
        case ev.SegmentEntered(name) if name in _IMPULSES:
            return "ARD-SQ-05" if alone else "ARD-SQ-03"
        case ev.Noted("activates", facts):
            return _activation(g, dict(facts))
        case ev.Noted("activation_over"):
            return "ARD-SQ-05" if alone else "ARD-SQ-03"
        case ev.Noted("passes") if alone:
            return "ARD-SQ-06"
        case ev.DiceRolled("demolition") | ev.ChartRead("bridge") if alone:
            return "ARD-BR-01"
        case ev.Decided(_, "hit", _, ((_, 0),)):
            return "ARD-RT-04"
        case ev.Decided(_, what, chosen) if what.startswith("advance "):
            return _NO_ADVANCE.get(chosen, "")
    return ""


def _activation(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AC-01 to -04  By what a card activates these units."""
    card, units = cards.card_of(g, facts["card"]), facts["units"]
    if len(units) == 1 and not cards.belongs(g, card, units[0]):
        return "ARD-AC-04"
    return _ACTIVATES.get(card.kind, "")
