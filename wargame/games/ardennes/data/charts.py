"""The player's charts of Ardennes that are worked out; the others take their numbers in charts.toml."""

from __future__ import annotations

from collections.abc import Iterable

from wargame.content.chart import Rows, chart_book
from wargame.content.figures import falls, span
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.cards import Card, Chit, ChitCase
from wargame.games.ardennes.data.counters import UnitType
from wargame.games.ardennes.data.files import FILES, SIDE_TITLES, Side
from wargame.hexes.grid import Hex

DIE = range(1, 11)
"""Faces of the d10."""
_VALUES = range(1, 10)
"""Numbers that a roll for a Roadblock or a Bridge may need."""
_KINDS = {
    "division": "division",
    "corps": "corps",
    "army": "army",
    "group": "army group",
    "none": "No Command",
    "event": "supplemental",
}
_MODES = {"2p": "two players", "gs": "German alone"}
CONDITIONS = {
    "always": "always",
    "only attacker armor": "attacker has Armor, defender none",
    "only defender armor": "defender has Armor, attacker none",
    "attacker armor in open": "attacker has Armor, hex Clear or Broken",
    "defender armor": "defender has Armor",
    "attacker armor in close": "attacker has Armor, hex Woods, Forest, City or Town",
    "woods": "hex Woods or Forest",
    "open ground": "hex Clear or Broken, no City, Town, IP or German Westwall",
    "all across river": "all attackers across rivers or Bridges",
    "prepared": "defender in City, Town, IP or German Westwall",
    "flanked": "Flanked",
    "flanked or surrounded": "Flanked or Surrounded",
    "surrounded": "Surrounded",
    "attacker artillery": "attacker has Artillery",
    "defender artillery": "defender has Artillery",
    "attacker airpower": "attacker has Airpower",
    "defender airpower": "defender has Airpower",
    "only attacker elite": "attacker has an Elite unit, defender none",
    "only defender elite": "defender has an Elite unit, attacker none",
    "defender green": "a defender is Green",
    "attacker green": "an attacker is Green",
    "one division": "all attackers of one division",
    "two corps": "attackers of two or more corps",
    "defender short": "a defender LowSupply, OutOfSupply or Isolated",
    "attacker low": "an attacker LowSupply",
    "twice the steps": "attacking steps at least twice the defending",
    "fewer steps": "fewer attacking steps than defending",
}
"""The conditions of chits in words; the ratios say themselves."""


def _spot(content: ArdennesContent, where: Hex) -> str:
    """A hex by number, with its name if it has one."""
    number, name = content.grid.name(where), content.map.name(where)
    return number if name == number else f"{name} {number}"


def _spots(content: ArdennesContent, hexes: Iterable[Hex]) -> str:
    return ", ".join(_spot(content, h) for h in sorted(hexes))


# -- ground -----------------------------------------------------------------------------------------


def _terrain(content: ArdennesContent) -> Rows:
    rows = []
    for row in content.terrain.terrain:
        notes = {
            "open ground": row.open,
            "close terrain": row.close,
            "off the road a last resort in retreat": row.last_resort,
        }
        told = ", ".join(note for note, true in notes.items() if true)
        rows.append((row.title, str(row.inf), str(row.mech), str(row.frozen), told))
    return rows


def _by_value(content: ArdennesContent, values: dict[Hex, int]) -> Rows:
    return [
        (str(value), _spots(content, (h for h, n in values.items() if n == value)))
        for value in sorted({*values.values()}, reverse=True)
    ]


def _hold_values(content: ArdennesContent) -> Rows:
    return _by_value(content, content.hold)


def _points(content: ArdennesContent) -> Rows:
    return _by_value(content, content.points)


# -- days -------------------------------------------------------------------------------------------


def _days(content: ArdennesContent) -> Rows:
    replaced = content.plays("replacements")
    rows = []
    for day in content.days.values():
        steps = [
            "{} / {}".format(*pair) if replaced else "none"
            for pair in (day.german_replacements, day.allied_replacements)
        ]
        cards = ["all" if content.scenario.pile_of_all else str(day.cards(s)) for s in _SIDES]
        rows.append((str(day.number), *cards, "clear" if day.clear else "overcast", *steps))
    return rows


_SIDES: tuple[Side, Side] = ("german", "allied")


def _fuel(content: ArdennesContent) -> Rows:
    dry = content.plays("fuel")
    own = [card for card in content.cards.values() if card.commands and card.side == "german"]
    titles = {card.formation: card.title for card in own}
    return [
        (
            str(day.number),
            ", ".join(titles.get((div,), div) for div in day.out_of_fuel if dry) or "none",
        )
        for day in content.days.values()
    ]


def _arrivals(content: ArdennesContent) -> Rows:
    rows = []
    for day in content.days:
        found = [unit for unit in content.units.values() if unit.due == day]
        if found:
            rows.append((str(day), *(_coming(found, side) for side in _SIDES)))
    return rows


def _coming(units: Iterable[UnitType], side: str) -> str:
    """Units of a side by corps."""
    found: dict[str, list[str]] = {}
    for unit in units:
        if unit.side == side:
            found.setdefault(unit.corps, []).append(unit.title)
    return "; ".join(f"{corps}: {', '.join(names)}" for corps, names in found.items()) or "-"


# -- cards ------------------------------------------------------------------------------------------


def _cards(content: ArdennesContent) -> Rows:
    """Every card with its command, its event, its tactic."""
    return [
        (
            f"{card.id} {card.title}",
            _formation(card),
            str(card.value) if card.commands else "-",
            card.title if card.event else "-",
            _tactic(card),
            _when(content, card),
            f"{SIDE_TITLES[card.side]}, {_KINDS[card.kind]}",
        )
        for card in content.cards.values()
    ]


def _formation(card: Card) -> str:
    also = f"; {card.also.corps} too through {card.also.through}" if card.also else ""
    return f"{', '.join(card.formation)}{also}" if card.commands else "-"


def _tactic(card: Card) -> str:
    far = f" (FAR {card.range})" if card.range else ""
    doubled = ", its chits count twice" if card.doubled else ""
    return f"{card.tactic}{far}{doubled}" if card.tactic else "-"


def _when(content: ArdennesContent, card: Card) -> str:
    last = content.scenario.last_turn
    out = card.leaves - 1 if card.leaves else min(card.through, last)
    first = max(card.enters, card.first, content.scenario.first_turn)
    days = f"from {first}" if out == last else span(first, out)
    told = [days, "once" if card.once else "", _MODES[card.mode] if card.mode else ""]
    return ", ".join(filter(None, told))


def _actions(content: ArdennesContent) -> Rows:
    rows = []
    for card in content.action_cards.values():
        lines = [": ".join(line.upper().split()) for line in card.lines]
        bonus = f"{card.tactic}, on clear days" if card.tactic == "airpower" else card.tactic
        rows.append((card.id, str(card.digit), *lines, bonus or "-"))
    return rows


# -- combat -----------------------------------------------------------------------------------------


def _chits(content: ArdennesContent) -> Rows:
    return [(chit.id, chit.title, *_cases(chit)) for chit in content.chits.values()]


def _cases(chit: Chit) -> tuple[str, str]:
    told = [_case(case) for case in chit.cases]
    first, second = [*told, "-", "-"][:2]
    return ("nothing", "-") if not told else (first, f"and {second}" if chit.both else second)


def _case(case: ChitCase) -> str:
    hits = {"D": case.defender, "A": case.attacker}
    effect = " ".join(f"{letter}{n}" for letter, n in hits.items() if n)
    more, less = case.ratio
    number = str(more) if less == 1 else f"{more}/{less}"
    ratios = {"odds": f"r {number} or more", "under": f"r below {number}"}
    return f"{ratios.get(case.when) or CONDITIONS[case.when]}: {effect}"


# -- dice -------------------------------------------------------------------------------------------


def _surrender(content: ArdennesContent) -> Rows:
    table = content.tables.surrender
    tops = (table.green, table.regular, table.elite)
    return [(str(n), *("step" if n <= top else "-" for top in tops)) for n in DIE]


def _roadblock(_content: ArdennesContent) -> Rows:
    return [(str(n), *("Roadblock" if n <= value else "-" for value in _VALUES)) for n in DIE]


def _bridge(_content: ArdennesContent) -> Rows:
    return [(str(n), *("destroyed" if n <= value else "-" for value in _VALUES)) for n in DIE]


def _advance(content: ArdennesContent) -> Rows:
    sure = len(DIE)
    return [
        (
            row.title,
            *(
                "advance, no roll" if n == sure else span(1, n) if n else "none"
                for n in row.chances
            ),
        )
        for row in content.tables.advance
    ]


def _wandering(content: ArdennesContent) -> Rows:
    table = content.tables.wandering
    rows = []
    for n in DIE:
        days = table.days.get(n)
        told = "rearward" if n <= table.rearward else f"+{days} days" if days else "stays"
        rows.append((str(n), told))
    return rows


def _drift(content: ArdennesContent) -> Rows:
    ways = content.tables.drift.directions
    return [(str(n), ways[n - 1] if n <= len(ways) else "on target") for n in DIE]


# -- victory, units ---------------------------------------------------------------------------------


def _victory(content: ArdennesContent) -> Rows:
    bands = content.scenario.band
    labels = falls([band.at_least for band in bands])
    rows = [(label, band.level) for label, band in zip(labels, bands, strict=True)]
    if not content.plays("exit"):
        return rows
    table = content.victory
    places = _spots(content, table.german.places)
    force = f"{table.german.across} unbracketed mech units In Supply on the left bank of the Meuse"
    at_once = "German victory at once"
    return [
        (f"{table.german.points} at any day end", at_once),
        (f"{table.german.held} of {places}, in Supply, and {force}", at_once),
        (
            f"below {table.allied.points} from December {table.allied.first}",
            "Allied victory at once",
        ),
        *rows,
        (
            "for each step of unbracketed mech units that left over the Meuse",
            f"{table.exit.points} points, at most {table.exit.most}",
        ),
    ]


def _units(content: ArdennesContent, side: Side) -> Rows:
    return [
        (
            unit.title,
            str(unit.number),
            unit.corps,
            unit.kind,
            _strength(unit),
            str(unit.allowance),
            unit.quality.title(),
            _begins(content, unit),
        )
        for unit in content.units.values()
        if unit.side == side
    ]


def _strength(unit: UnitType) -> str:
    return "-".join(f"[{n}]" if unit.bracketed else str(n) for n in unit.strength)


def _begins(content: ArdennesContent, unit: UnitType) -> str:
    if unit.hex_by_mode:
        rows = unit.hex_by_mode.items()
        told = ", ".join(f"{content.grid.name(where)} ({_MODES[mode]})" for mode, where in rows)
        return f"{told}, else Reserve"
    if unit.due is not None:
        return f"December {unit.due}"
    if unit.setup is not None:
        return content.grid.name(unit.setup)
    return "by event" if unit.event else "Reserve"


def _german_units(content: ArdennesContent) -> Rows:
    return _units(content, "german")


def _allied_units(content: ArdennesContent) -> Rows:
    return _units(content, "allied")


ardennes_charts = chart_book(
    FILES.data("charts.toml"),
    _terrain, _hold_values, _points, _days, _fuel, _arrivals, _cards, _actions, _chits, _surrender,
    _roadblock, _bridge, _advance, _wandering, _drift, _victory, _german_units, _allied_units,
)  # fmt: skip
"""Every chart of a scenario by name."""
