"""What the dice brought, read off the events alone: which of the outcomes told it was.

Each game's reader knows what its charts say, and nothing of how they are reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.events import Event
from wargame.model.state import UnitId


class Rolled(NamedTuple):
    """A chart with the dice that it was read with."""

    dice: ev.DiceRolled
    chart: ev.ChartRead
    at: int
    """The number of the chart among the events."""


class Fallen(NamedTuple):
    """An outcome by its code or its words."""

    kind: str
    label: str
    upto: int
    """The number of the last event that decided it."""


class Asked(NamedTuple):
    """A question with chances and how it was answered."""

    key: str
    answer: str
    labels: frozenset[str]
    """The outcomes told."""
    name: Callable[[Hex], str]
    """What a hex is called."""
    unit: Callable[[UnitId], str]
    """What a unit is called."""


Reader = Callable[[Asked, Sequence[Event]], Fallen | None]
"""What came of an answer by the events that followed; None: no roll yet."""


def rolls(events: Sequence[Event]) -> Iterator[Rolled]:
    """Every chart read with dice, in order."""
    dice = None
    for at, event in enumerate(events):
        if isinstance(event, ev.DiceRolled):
            dice = event
        elif isinstance(event, ev.ChartRead) and dice:
            yield Rolled(dice, event, at)
            dice = None


def first(events: Sequence[Event], chart: str) -> Rolled | None:
    """The first roll, if it was read in *chart*."""
    found = next(rolls(events), None)
    return found if found and found.chart.chart == chart else None


# -- Arras ------------------------------------------------------------------------------------------

_STRUCK = {
    "disrupted": "disrupted",
    "no_effect": "no effect",
    "striker_down": "striker shot down",
}
_DOGFIGHT = {
    "continues": "no loss; mission continues",
    "aborted": "mission aborted; air unit grounded until next game-turn",
    "mission_down": "mission unit shot down",
    "interceptor_down": "interceptor shot down; mission continues",
}
_HELD = {"R1": "D", "R2": "E"}
"""ARR-RS-10  What a retreat is to those who hold."""


def arras(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """ARR-CO-06, ARR-BO-04, ARR-AR-08, ARR-AR-04"""
    key = asked.key
    chart = "crt" if key.startswith("combat.") else "bombard"
    found = first(events, "intercept" if key == "air.intercept" else chart)
    if found is None:
        return None
    result = found.chart.result
    if chart == "crt":
        attacker, defender = result.split("/")
        held = (key, asked.answer) == ("combat.no_retreat", "yes")
        label = f"{attacker}/{_HELD.get(defender, defender) if held else defender}"
    else:
        label = (_DOGFIGHT if key == "air.intercept" else _STRUCK)[result]
    return Fallen(key, label, found.at)


# -- Hannut -----------------------------------------------------------------------------------------

_FIRE = {"-": "no effect", "N": "Neutralized", "Z": "falls back or N", "1": "loses a step"}
_PINNED = _FIRE | {"N": "formation check", "Z": "back or check"}
_SHOTS = (
    "fire",
    "opportunity_fire",
    "return_fire",
    "artillery_fire",
    "stuka_strike",
    "assault_round",
)


def hannut(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """HAN-CRT-02, HAN-GE-08, HAN-IF-02, HAN-AS-03"""
    found, kind = list(rolls(events)), f"{asked.key} {asked.answer.split()[0]}"
    if "N or falls back" in asked.labels and not asked.answer.startswith("assault"):
        return None  # who is struck first may leave, and the chances say: if nobody does
    if (
        "check fails" in asked.labels
        and found
        and found[0].chart.chart in ("reaction", "transmission")
    ):
        check = found.pop(0)
        if check.chart.result in ("fails", "lost"):
            return Fallen(kind, "check fails", check.at)
    shots = _together(asked.answer, found)
    if not shots:
        return None
    results = {shot.chart.result for shot in shots}
    if len(shots) == 1:
        pinned = {"formation check", "back or check"} & set(asked.labels)
        label = (_PINNED if pinned else _FIRE)[shots[0].chart.result]
    elif "1" in results:
        label = _FIRE["1"]
    else:
        label = "no effect" if results == {"-"} else "N or falls back"
    return Fallen(kind, label, shots[-1].at)


def _together(answer: str, found: Sequence[Rolled]) -> list[Rolled]:
    """The shots that an answer stands for: of each unit named the first, or all of the battery."""
    who, shots = answer.partition(" at ")[0].split(), dict[str, Rolled]()
    for roll in found:
        if roll.dice.kind not in _SHOTS:
            continue
        target = str(dict(roll.dice.facts).get("target", ""))
        if roll.dice.unit in who:
            shots.setdefault(roll.dice.unit, roll)
        elif roll.dice.kind in ("artillery_fire", "stuka_strike"):
            shots.setdefault(target, roll)
    return list(shots.values())


# -- Normandy ---------------------------------------------------------------------------------------


def normandy(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """NOR-CO-18, NOR-IT-04, NOR-EN-11, NOR-RP-09"""
    key = asked.key
    if key.startswith("combat."):
        return _attrition(key, events)
    if key == "interdiction.aside":
        found = first(events, "interdiction")
        return found and Fallen(key, f"Level {found.chart.result}", found.at)
    check = {"engineering.demolition": "demolition", "replacement.rest": "rest"}.get(key)
    tried = [roll for roll in rolls(events) if check and roll.dice.kind == check]
    if not tried:
        return None
    won = sum(roll.chart.result in ("destroyed", "restored") for roll in tried)
    if check == "rest":
        label = "a step comes back" if won else "it stays as it is"
    elif len(asked.labels) == 2:
        label = "the bridge falls" if won else "the bridge stands"
    else:
        label = f"{won} of {len(tried)} bridges fall"
    return Fallen(key, label, tried[-1].at)


def _attrition(key: str, events: Sequence[Event]) -> Fallen | None:
    """NOR-CO-18  The cell, its losses with those of both numbers."""
    found = first(events, "crt")
    frames = {
        name: (value, at)
        for at, event in reversed(list(enumerate(events)))
        if isinstance(event, ev.FrameFilled) and found and at > found.at
        for name, value in event.values
    }
    if found is None or "losses" not in frames:
        return None
    kept = [part for part in found.chart.result.split() if part[-1] in "XR" or part[:2] == "DR"]
    hits, losses = frames["hits"][0], frames["losses"][0]
    ours = [f"A{hits}"] * bool(hits) + [part for part in kept if part[0] == "A"]
    theirs = [f"D{losses}"] * bool(losses) + [part for part in kept if part[0] == "D"]
    return Fallen(key, " ".join((*ours, *theirs)) or "-", frames["losses"][1])


# -- Ardennes ---------------------------------------------------------------------------------------


def ardennes(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """ARD-CH-01, ARD-CC-08, ARD-CC-09"""
    for at, event in enumerate(events):
        if isinstance(event, ev.Noted) and event.what == "hits":
            facts = dict(event.facts)
            return Fallen(asked.key, f"D{facts['defender']} A{facts['attacker']}", at)
    return None
