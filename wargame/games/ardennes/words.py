"""What the names in events of Ardennes say: words.toml, and the sentences that look something up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from wargame.flow.definition import Sentence
from wargame.flow.journal import capitalised
from wargame.flow.lab import LAB
from wargame.games.ardennes import working
from wargame.games.ardennes.cards import UNSEEN, division_title
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.counting import BARS
from wargame.games.ardennes.data.charts import CONDITIONS
from wargame.games.ardennes.data.files import FILES, SIDE_TITLES
from wargame.games.ardennes.events import division_named
from wargame.games.ardennes.state import ArdGame, automated, kind_of, place_name, unit_name
from wargame.games.ardennes.working_action import out_of_contact
from wargame.hexes.hexside import side_key

_DECISIONS = {
    "defensive draw": "The Allied defensive draw",
    "reinforce battle": "Allied Reinforce Battle",
    "replacements": "Allied replacements",
    "roadblock unit": "In place of the Roadblock",
}
"""What the automated Allies decide about units and Bridges."""
_ASIDE = "it is laid aside until it can be used"
_DRAWN = {
    "air resupply": _ASIDE,
    "dumps": _ASIDE,
    "nuts": _ASIDE,
    "engineers": "a Bridge near a German is blown (not on December 16), else a Roadblock laid, else an IP built",
    "rear troops": "a Roadblock is laid near a German, where one may lie",
    "turns north": "its corps arrives a day sooner",
    "red ball": "the first unit on the calendar arrives a day sooner",
}
"""ARD-EV-01  What supplemental cards do that the automated Allies draw for a command."""
_FOR_COMBAT = "it is of use in combat alone, and spent"
_LAID = {"roadblock": "a Roadblock", "position": "an IP"}
"""ARD-EV-01  What Engineers and others lay in a hex."""


@cache
def words() -> Mapping[str, Sentence]:
    """Everything by its name."""
    return {
        **FILES.words(),
        **{card.id: f"{card.id} ({card.title})" for card in ArdennesContent.listed_cards.card},
        **{f"{UNSEEN}{n}": "a supplemental card, shuffled in unseen" for n in range(1, 10)},
        **working.words(),
        **{what: _chosen(said) for what, said in _DECISIONS.items()},
        **{card.id: f"{card.id} ({working.told(card)})" for card in ArdennesContent.actions.card},
        **{chit.id: f"{chit.id} {chit.title}" for chit in ArdennesContent.cup.chit},
        "activates": _activates,
        "allied_impulse": _level,
        "bridge_mended": _bridge,
        "card_without_fuel": _dry_card,
        "chits.told": _scored,
        "discards": _discards,
        "draws_most": _most,
        "event": _event,
        "expedited": _expedited,
        "hand_filled": _hand_filled,
        "hits": _hits,
        "hurried": _hurried,
        "no_command": _no_command,
        "no_fuel": _no_fuel,
        "number.lost": _lost,
        "nothing_to_do": _nothing,
        "passes": _passes,
        "pile": _pile,
        "roadblock": _roadblock,
        "score": _score,
        "tactic": _tactic,
        "taken_out_of_contact": _taken_out,
        "turn": _turn,
        "vp_ceases": _vp_ceases,
        "vp_counts": _vp_counts,
        "vp_waits": _vp_waits,
    }


def _scored(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CH-01  What was true for a chit to score, and the sum so far."""
    why, _, scored = str(facts["result"]).rpartition(": ")
    true = " and ".join(CONDITIONS.get(part, part) for part in why.split(" and "))
    said = capitalised(f"{true}: {scored}" if why else "no effect")
    return f"{said}; so far D{facts['on_defender']} A{facts['on_attacker']}"


def card_title(g: ArdGame, card_id: str) -> str:
    """A card by number and name: "G13 (2 Pz)"."""
    card = g.content.cards.get(card_id)
    return f"{card_id} ({card.title})" if card else card_id


def _chosen(said: str) -> Sentence:
    """A decision, with units by their names and Bridges as they are written."""

    def told(g: ArdGame, facts: Mapping[str, Any]) -> str:
        return f"{said}: {_named(g, facts['chosen'])}."

    return told


def _named(g: ArdGame, text: str) -> str:
    """What an answer names: units, cards and hexes by their names, a hexside as a Bridge is written."""
    parts = text.replace("|", "-").split()
    if parts and parts[0] in _LAID:
        return f"{_LAID[parts[0]]} in {place_name(g, g.grid.hex(parts[1]))}"
    if all(part in g.content.units for part in parts):
        return "; ".join(unit_name(g, part) for part in parts)
    return " ".join(card_title(g, part) for part in parts)


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


# -- cards ------------------------------------------------------------------------------------------


def _activates(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AC-01"""
    units = "; ".join(unit_name(g, unit) for unit in facts["units"])
    return f"{card_title(g, facts['card'])} activates {units}."


def _nothing(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-18"""
    return f"{card_title(g, facts['card'])} finds nothing to do: it can neither deploy, activate nor expedite anybody."


def _no_command(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CD-06, ARD-CD-07"""
    return "No Command." if facts["counts"] else "No Command; it does not count."


def _no_fuel(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-FU-01"""
    return f"No fuel for {division_title(g.content, 'german', facts['division'])} today."


def _dry_card(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-FU-01"""
    return f"{card_title(g, facts['card'])} is discarded: no fuel."


def _bridge(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-BR-03, ARD-EV-01  One that is printed is mended; another is built."""
    a, b = facts["hexes"]
    did = "mended" if side_key(a, b) in g.content.map.bridges else "built"
    named = {h: place.name for h in (a, b) if (place := g.content.map.places.get(h))}
    ends = (f"{g.grid.name(h)} ({named[h]})" if h in named else g.grid.name(h) for h in (a, b))
    return f"The Bridge {', '.join(ends)} is {did}."


def _lost(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CR-01, ARD-RP-01  Who lost a step or regained one; of who is eliminated its box tells."""
    most = kind_of(g, facts["unit"]).steps
    left = most - facts["number"]
    if not left:
        return ""
    verbs = {"ARD-RP-01": "regains a step", LAB: "is laid out with steps lost"}
    did = verbs.get(facts["rule"], "loses a step")
    return f"{unit_name(g, facts['unit'])} {did}: {left} of {most} left"


def _event(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-EV-01  What it is about only where it is about something."""
    card, about = g.content.cards[facts["card"]], facts["about"]
    names_a_division = card.event in ("hesitates", "fuel dump", "night march")
    if about and names_a_division:
        side = "allied" if card.event == "hesitates" else "german"
        about = division_title(g.content, side, division_named(g, side, about))
    more = f": {_named(g, about)}" if about else ""
    drawn = card.side == "allied" and automated(g, "allied")
    does = f": {_DRAWN.get(card.event or '', _FOR_COMBAT)}" if drawn else ""
    return f"Event {card_title(g, card.id)}{more or does}."


def _level(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-SQ-06, ARD-DX-04  A Command Level, and what made it."""
    said = f"An Allied impulse of Level {facts['level']}"
    why, less, played = facts.get("why", ""), facts.get("less", 0), facts.get("played", 0)
    more = g.content.limits.level.more
    made = {
        "first": "the first of the game",
        "last": "the last of the day, in which the German played no card",
        "short day": "the last of the day, with all Allied cards that the day has left",
        "played": f"{_cards(played)} that the German played, and {more}",
    }.get(why, "")
    fewer = f", less {less} by Commandos" if less else ""
    return f"{said}: {made}{fewer}." if made else f"{said}."


def _most(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CC-12  How many chits the automated Allies draw, and what made them."""
    why = facts["why"]
    made = ", ".join(f"{what} {n:+}" for what, n in zip(why[::2], why[1::2], strict=True))
    return f"The Allies draw as many chits as they may, {facts['count']}: {made}."


def _expedited(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-18  The earliest of a formation on the calendar."""
    due = facts.get("due")
    of = f", the first of its formation on the calendar, due on December {due}" if due else ""
    return f"{unit_name(g, facts['unit'])} comes a day sooner{of}."


def _hurried(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-EV-01  Who comes a day sooner by a card, or that nobody is left to come."""
    names = "; ".join(unit_name(g, unit) for unit in facts["units"])
    return f"A day sooner on the calendar: {names}." if names else "Nobody is left on the calendar."


def _taken_out(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RD-10  A unit that is not needed where it stands, and by which clause."""
    said = f"{unit_name(g, facts['unit'])} is taken out of the line"
    if not facts.get("clause"):
        return f"{said}."
    by = out_of_contact(g, facts["clause"], facts["steps"], facts["points"])
    return f"{said}: {by}."


def _discards(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CD-08"""
    return f"The {SIDE_TITLES[facts['side']]} side discards {_cards(facts['count'])}."


def _hand_filled(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CD-03"""
    return f"The {SIDE_TITLES[facts['side']]} side draws {_cards(facts['count'])}."


def _pile(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CD-02"""
    return f"The {SIDE_TITLES[facts['side']]} draw pile of the day: {_cards(facts['count'])}."


def _passes(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-SQ-04"""
    return f"The {SIDE_TITLES[facts['side']]} side passes for the day."


# -- combat -----------------------------------------------------------------------------------------


def _tactic(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-TC-01  A tactic played; or, of the automated Allies, decided (ARD-AA-21)."""
    if "chosen" in facts:
        return f"The Allied tactic: {facts['chosen']}."
    side, tactic = SIDE_TITLES[facts["side"]], facts["tactic"]
    source = f"by {card_title(g, facts['card'])}" if facts["card"] else "of the action card"
    return f"{side} tactic: {tactic}, {source}."


def _hits(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CC-08, ARD-CC-09, ARD-CC-10  What was drawn, and what became of it."""
    drawn, left = (
        (facts["drawn_defender"], facts["drawn_attacker"]),
        (facts["defender"], facts["attacker"]),
    )
    said = f"Hits: {left[0]} on the defender, {left[1]} on the attacker"
    if drawn == left:
        return f"{said}."
    rows = [(drawn[0], left[0], "place"), (drawn[1], left[1], "state")]
    why = [str(facts[name]) for before, after, name in rows if before != after and facts[name]]
    reason = f": {' and '.join(why)}" if why else ""
    return f"{said}; {drawn[0]} and {drawn[1]} were drawn{reason}."


# -- the map, victory -------------------------------------------------------------------------------


def _roadblock(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RB-07, ARD-EV-01  A check; or, of the automated Allies, the hex chosen for one by card."""
    if "chosen" in facts:
        return f"The Allied Roadblock: {facts['chosen']}."
    return f"Roadblock check for {g.content.map.name(facts['target'])}"


def _score(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-VC-01  At the end of a day, and as the reason why the game ends."""
    if "exits" not in facts:
        return f"{facts['points']} German victory points"
    beyond = f", {facts['exits']} of them for units over the Meuse" if facts["exits"] else ""
    held, cut = (
        ", ".join(f"{place_name(g, h)} {g.content.points[h]}" for h in facts.get(name, ()))
        for name in ("held", "cut")
    )
    out = f"; German, but out of German Supply: {cut}" if cut else ""
    return f"German victory points: {facts['points']}{beyond}{f' ({held})' if held else ''}{out}."


def _vp_counts(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-VC-01  A VP hex counts for the German from now on."""
    again = facts["why"] == "again"
    why = "German Supply reaches it again" if again else "German, and in German Supply"
    return f"{_place_counts(g, facts, 'counts for the German')}: {why}{_total(facts)}."


def _vp_ceases(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-VC-01  A VP hex counts for the German no more."""
    cut = BARS.get(facts["why"])
    why = f"German Supply does not reach it, {cut}" if cut else "it is in Allied hands"
    return f"{_place_counts(g, facts, 'counts for the German no more')}: {why}{_total(facts)}."


def _vp_waits(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-VC-01  A VP hex is German, and does not count."""
    why = f"German Supply does not reach it, {BARS[facts['why']]}"
    return f"{_place_counts(g, facts, 'is German and does not count')}: {why}."


def _place_counts(g: ArdGame, facts: Mapping[str, Any], said: str) -> str:
    return f"{place_name(g, facts['where'])}, {facts['worth']} VP, {said}"


def _total(facts: Mapping[str, Any]) -> str:
    return f"; German VP {facts['after']}, {facts['before']} before"


def _turn(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-SQ-01  The day that begins."""
    day = g.content.days.get(facts["turn"])
    sky = " The sky is clear: aircraft fly." if day and day.clear else ""
    return f"December {facts['turn']}.{sky}"
