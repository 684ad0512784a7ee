"""What the names in events of East Front say: words.toml, and the sentences that look something up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from wargame.flow.definition import Sentence
from wargame.games.eastfront.air import TITLES
from wargame.games.eastfront.calendar import date_of
from wargame.games.eastfront.data.files import FILES, WEATHER_TITLES
from wargame.games.eastfront.state import EfGame, unit_name
from wargame.games.eastfront.support import FIGHTER_BOMBER
from wargame.hexes.grid import Hex

EVENTS = {
    "EF-PE-03": "Finland and Romania go to war.",
    "EF-PE-04": "Hungary enters the war.",
    "EF-PE-07": "The directive of July is settled.",
    "EF-PE-11": "The first winter begins.",
    "EF-PE-12": "Not a step back: Soviet units may stand fast anywhere.",
    "EF-PE-13": "The armies of the allies may leave home.",
    "EF-PE-14": "The Allies land in Africa: air units leave until November.",
    "EF-PE-15": "Italy takes its troops home.",
    "EF-PE-16": "Bombers over the Reich: fighters go home for good.",
    "EF-PE-17": "The Allies land in Normandy: panzers and air units go west.",
    "EF-PE-18": "Finland makes an armistice.",
    "EF-PE-19": "Romania changes sides.",
    "EF-PE-20": "Bulgaria changes sides.",
    "EF-PE-21": "Hungary breaks with the Axis.",
    "EF-PE-23": "A central staff leads the partisans.",
    "EF-PE-24": "The last levy: the Volkssturm is called up for good.",
    "Sicily": "The Allies land in Sicily: panzers and air units go to Italy.",
}
"""What an event that is past means."""


@cache
def words() -> Mapping[str, Sentence]:
    """Everything by its name."""
    return {
        **FILES.words(),
        "arrives": _arrives,
        "collapse": _collapse,
        "event": _event,
        "finished": _work("Finished"),
        "given_up": _work("Given up"),
        "declared": _declared,
        "decides replacements.air": _decides,
        "decides replacements.place": _decides,
        "flies": _flies,
        "pays": _pays,
        "placed": _placed,
        "railed": _railed,
        "tie.mission": _supports,
        "trucked": _trucked,
        "turn": _turn,
        "weather": _weather,
        "works": _starts,
    }


def _arrives(g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-RF-10  Also where it was due, if that is another hex."""
    content, unit, where = g.content, str(facts["unit"]), int(facts["hex"])
    row = content.units.get(unit)
    due = content.events.levy.get(unit, row.entry) if row else None
    told = f"{unit_name(g, unit)} arrives in {_spot(g, where)}"
    return f"{told}." if due in (None, where) else f"{told}, as it may not in {_spot(g, due)}."


def _spot(g: EfGame, where: Hex) -> str:
    """A hex as the sentences of words.toml write it."""
    number, name = g.grid.name(where), g.content.map.name(where)
    return number if name == number else f"{number} ({name})"


def _collapse(_g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-PE-09  The roll, and the ending that it may bring."""
    if "needed" in facts:
        return f"Does the Soviet Union collapse? {facts['needed']} or less"
    return "the Soviet Union has collapsed"


def _event(_g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-IN-02"""
    return EVENTS.get(str(facts["event"]), "An event takes place.")


def _points(facts: Mapping[str, Any]) -> str:
    n = int(facts["points"])
    return f"{n} {str(facts.get('stock', 'SP')).upper()} {'is' if n == 1 else 'are'}"


def _holder(g: EfGame, name: object) -> str:
    """An HQ by its name, a stock by its hex."""
    unit = g.content.units.get(str(name))
    return unit.name if unit else g.content.map.numbered(g.grid.hex(str(name)))


def _pays(g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-SP-13"""
    return f"{_holder(g, facts['who'])}: {_points(facts)} paid."


def _placed(g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-RF-11"""
    return f"{_points(facts)} placed in {g.content.map.numbered(int(facts['hex']))}."


def _railed(g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-SP-20"""
    return f"{_points(facts)} carried by rail to {g.content.map.numbered(int(facts['hex']))}."


def _trucked(g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-SP-12"""
    giver, taker = _holder(g, facts["source"]), _holder(g, facts["goal"])
    return f"{_points(facts)} carried by truck from {giver} to {taker}."


def _declared(g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-CB-17"""
    kind = {"exploit": "exploitation"}.get(str(facts["kind"]), str(facts["kind"]))
    names = "; ".join(g.content.units[str(u)].name for u in facts["units"])
    where = g.content.map.numbered(int(facts["hex"]))
    return f"{kind.capitalize()} attack on {where}: {names}."


def _decides(_g: EfGame, facts: Mapping[str, Any]) -> str:
    """R-352  What an order answers, and why where it says so."""
    ((_, _, *why),) = facts["rows"] or (("", ""),)
    said = f"The {str(facts['side']).capitalize()} side decides by its orders: {facts['chosen']}"
    return f"{said}, {why[0]}." if why else f"{said}."


def _flies(g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-AR-13"""
    name, where = g.content.air[str(facts["unit"])].name, g.content.map.numbered(int(facts["hex"]))
    return f"{name} flies to {where}: {TITLES.get(str(facts['mission']), facts['mission'])}."


def _supports(g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-AR-14  Over a declared attack, for its attacker or its defender."""
    code, number = str(facts["to"]).split()
    name, where = g.content.air[str(facts["unit"])].name, g.content.map.numbered(g.grid.hex(number))
    whose = f"in support of the attack on {where}" if code[0] == "G" else f"in defence of {where}"
    return f"{name} flies {whose}{', with bombs' if code.endswith(FIGHTER_BOMBER) else ''}."


def _turn(_g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-SQ-01"""
    return f"{date_of(int(facts['turn']))}, turn {facts['turn']}."


def _weather(_g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-WX-01"""
    if "zone" not in facts:
        return "Weather"
    return f"Zone {facts['zone']}: {WEATHER_TITLES[str(facts['weather'])]}."


def _work(said: str) -> Sentence:
    """EF-EN-02"""

    def told(g: EfGame, facts: Mapping[str, Any]) -> str:
        title = g.content.work[str(facts["work"])].title
        return f"{said} in {g.content.map.numbered(int(facts['hex']))}: {title}."

    return told


def _starts(g: EfGame, facts: Mapping[str, Any]) -> str:
    """EF-EN-10"""
    unit = g.content.units[str(facts["unit"])].name
    title = g.content.work[str(facts["work"])].title
    return f"{unit} starts work in {g.content.map.numbered(int(facts['hex']))}: {title}."
