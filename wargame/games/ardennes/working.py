"""What the automated Allies decided and why, in sentences: lines tried, candidates ranked, ties broken (5.14 to 5.16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from wargame.flow.definition import Sentence
from wargame.games.ardennes.data.cards import ActionCard
from wargame.games.ardennes.state import ArdGame, place_name, unit_name
from wargame.games.ardennes.wanting import BARRED_BY, HIT_FOR, NOBODY_FOR, STAY_FOR, UNFIT_FOR

Row: TypeAlias = Sequence[int | str]
_SHOWN = 3
"""So many candidates, or names, are told; the others are counted."""
_FIT, _UNFIT = "fits", "does not fit"
_LISTED = ("VP", "Hold Value", "column")
_CRITERIA: dict[str, tuple[str, ...]] = {
    "danger": ("Hold Value", "hexes to a source of Supply"),
    "out": ("hexes away",),
    "vpopen": _LISTED,
    "vpthin": _LISTED,
    "gap": _LISTED,
    "route": _LISTED,
    "idle": ("hexes to a German",),
    "attack": ("in or beside a VP hex", "ratio", "column"),
    "deploy": ("kinship near", "Hold Value", "column", "hexes to a German"),
    "retreat route": ("ground", "hexes to the attacker", "column"),
    "roadblock": ("Hold Value",),
    "roadblock unit": ("kinship",),
    "engineers": ("Hold Value",),
    "air resupply": ("VP hex", "steps"),
    "replacements": ("share of steps lost",),
    "wandering": ("MP left",),
}
"""By what candidates are ranked, in the order in which it is asked; Bridges go by something else (`_bridges`)."""
_KIN = ("division", "corps", "army")
"""ARD-RB-19, ARD-RD-09  Whom a unit is near or akin to, by the class that is ranked."""


def words() -> Mapping[str, Sentence]:
    """The decisions by their names, then what was weighed for each."""
    found: dict[str, Callable[[ArdGame, Mapping[str, Any]], str]] = {
        "decides action": _action,
        "decides activate": lambda g, f: f"{_card(g, f)} activates {f['chosen']}.",
        "decides corps": lambda g, f: f"{_card(g, f)} speaks of the {f['chosen']} Corps.",
        "decides deploy": _deploys,
        "decides wandering": lambda g, f: f"{_unit(g, f)} wanders to {_thing(g, f['chosen'])}.",
        "decides advance": _advances,
        "decides improved": _digs,
        "decides hit": lambda _g, f: HIT_FOR[f["rows"][0][0]],
        "weighs action": _lines,
        "weighs activate": _reasons,
        "decides stay": lambda _g, _f: "Nobody comes out of Reserve.",
        "weighs advance": _chance,
        "weighs air": _flown,
        "weighs corps": _corps,
        "weighs defensive": _defence,
        "weighs engineers": _bridges,
        "weighs reinforce": _coming,
        "weighs stay": _staying,
        "weighs tactic": _tactics,
        "weighs wandering": lambda g, f: _ranked(g, "wandering", [row[1:] for row in f["rows"]]),
    }
    for what in _CRITERIA:
        name = f"weighs {what.partition(' ')[0] if what != 'roadblock unit' else what}"
        found.setdefault(name, _weighing(what))
    return found


def _weighing(what: str) -> Callable[[ArdGame, Mapping[str, Any]], str]:
    return lambda g, facts: _ranked(g, what, facts["rows"])


# -- names ------------------------------------------------------------------------------------------


def _thing(g: ArdGame, word: int | str) -> str:
    """A unit, a hex or a Bridge by its name, anything else as it stands."""
    text = str(word)
    if text in g.content.units:
        return unit_name(g, text)
    return place_name(g, g.grid.hex(text)) if text in _hexes(g) else text.replace("|", "-")


def _hexes(g: ArdGame) -> frozenset[str]:
    return frozenset(map(g.grid.name, g.content.board))


def _unit(g: ArdGame, facts: Mapping[str, Any]) -> str:
    return unit_name(g, facts["subject"])


def _card(g: ArdGame, facts: Mapping[str, Any]) -> str:
    card = g.content.cards[str(facts["subject"]).removeprefix("of ")]
    return f"{card.id} ({card.title})"


def _names(g: ArdGame, words: Sequence[int | str]) -> str:
    """The first of some, and how many more."""
    told = ", ".join(_thing(g, word) for word in words[:_SHOWN])
    return told + (f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else "")


def told(card: ActionCard) -> str:
    """The lines of an action card: "GAP: PLUG / DANGER: WITHDRAW / VPTHIN: JOIN"."""
    return " / ".join(map(_line, card.lines))


def _line(line: str) -> str:
    return line.upper().replace(" ", ": ")


# -- decisions --------------------------------------------------------------------------------------


def _action(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-20"""
    if facts["chosen"] == "nothing":
        return f"{facts['subject']} finds nothing to do."
    line, _, lead = str(facts["chosen"]).partition(": ")
    return f"{facts['subject']}, {_line(line.partition(' ')[2]).partition(' ')[2]}: {unit_name(g, lead)}."


def _deploys(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RD-09"""
    method, _, where = str(facts["chosen"]).partition(" ")
    return f"{_unit(g, facts)} comes to {_thing(g, where)}, by Method {method}."


def _advances(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AD-11"""
    chosen = str(facts["chosen"])
    if not chosen.isdigit():
        return f"{_unit(g, facts)} does not advance: {chosen}."
    return f"{_unit(g, facts)} advances on {chosen} or less."


def _digs(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-09"""
    return f"Improved positions: {', '.join(_thing(g, h) for h in str(facts['chosen']).split())}."


# -- what was weighed -------------------------------------------------------------------------------


def _ranked(g: ArdGame, what: str, rows: Sequence[Row]) -> str:
    """The candidates in their order with their numbers, and what put the first before the second."""
    names = _CRITERIA[what]
    lines = [_numbered(g, names, rows)] if rows else []
    if len(rows) > 1:
        lines.append(f"{_thing(g, rows[0][0])} comes first{_broken(names, rows[0], rows[1])}.")
    return "\n".join(lines)


def _bridges(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-EV-01  Bridges go by hexes to a German, which are not noted; their numbers are what the die must not pass."""
    rows: Sequence[Row] = facts["rows"]
    if len(rows) == 1 or len(rows[0]) == 1:
        return _ranked(g, "engineers", rows)
    first = f"{_thing(g, rows[0][0])} comes first: no other is nearer to a German."
    return f"{_numbered(g, _CRITERIA['engineers'], rows)}\n{first}"


def _flown(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-EV-01  VP hexes go before steps."""
    return _ranked(g, "air resupply", [(where, vp, n) for where, n, vp in facts["rows"]])


def _numbered(g: ArdGame, names: Sequence[str], rows: Sequence[Row]) -> str:
    """The candidates in their order with their numbers."""
    told = [
        f"{n} {_thing(g, row[0])}{_numbers(names, row[1:])}"
        for n, row in enumerate(rows[:_SHOWN], 1)
    ]
    more = [f"and {len(rows) - _SHOWN} more"] if len(rows) > _SHOWN else []
    return "; ".join([*told, *more])


def _numbers(names: Sequence[str], values: Row) -> str:
    shown = [_number(n, value) for n, value in zip(names, values, strict=False) if value != ""]
    return f" ({', '.join(shown)})" if shown else ""


def _number(name: str, value: int | str) -> str:
    """A number by its name: "Hold Value 3", "near its corps", "VP hex"."""
    kin = _kin(name, value)
    return kin or (name if value == "VP" else f"{name} {value}")


def _kin(name: str, value: int | str) -> str:
    """A class of kinship in words, "" for any other number."""
    if not name.startswith("kinship"):
        return ""
    kin = _KIN[int(value) - 1] if int(value) <= len(_KIN) else ""
    if name == "kinship":
        return f"of the same {kin}" if kin else "of another army"
    return f"near its {kin}" if kin else "near nobody of its army"


def _broken(names: Sequence[str], first: Row, second: Row) -> str:
    """The first criterion in which two candidates differ, with its numbers."""
    for name, a, b in zip(names, first[1:], second[1:], strict=False):
        if a != b and (kin := _kin(name, a)):
            return f": {kin} against {_kin(name, b)}"
        if a != b:
            return f": {name}" if a == "VP" else f" by {name}: {a or 'no'} against {b or 'no'}"
    return " by the last of the tie-breaks (all numbers are equal)"


def _lines(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-20  Line by line: whom it did not fit and why, whom it fits, what was ranked then."""
    rows: Sequence[Row] = facts["rows"]
    tried = [row for row in rows if row[-1] in (_FIT, _UNFIT)]
    rest = [row for row in rows if row not in tried]
    found: list[str] = []
    for (number, line, *_), group in groupby(tried, key=_alike):
        of = list(group)
        units = _names(g, [row[2] for row in of])
        ends = f"fits {units}." if of[0][-1] == _FIT else f"does not fit {units}{_why(of)}."
        found.append(f"Line {number}, {_line(str(line))}, {ends}")
    if rest:
        situation, _, action = str(tried[-1][1]).partition(" ")
        what = (
            "attack"
            if action == "attack" and len(rest[0]) == len(_CRITERIA["attack"]) + 1
            else situation
        )
        targets = [row for row in rest if len(row) > 2 or what != "attack"]
        found.append(_ranked(g, what if what in _CRITERIA else "gap", targets))
        ways = [f"{_thing(g, row[0])} by {row[1]}" for row in rest if row not in targets]
        found += [f"Force: {'; '.join(ways)}."] if ways else []
    return "\n".join(found) or "No active stack is left that may act."


def _alike(row: Row) -> Row:
    """What stacks have in common that one sentence tells of: numbers of hexes may differ."""
    return *row[:2], *(word for word in row[3:] if isinstance(word, str))


def _why(rows: Sequence[Row]) -> str:
    """What was wanting, with what was counted; "" where that was not recorded."""
    if len(rows[0]) < 6:
        return ""
    counts = [row[4] for row in rows]
    least, most = min(map(str, counts), key=_figure), max(map(str, counts), key=_figure)
    of = least if least == most else f"{least} to {most}"
    if not isinstance(counts[0], str):
        of += " hex" if most == "1" else " hexes"
    return f": {UNFIT_FOR[str(rows[0][3])].format(of)}"


def _figure(text: str) -> int:
    return int(text) if text.isdigit() else 0


def _corps(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-19  The busiest corps: units in Reserve and such with a reason to act; ties the lowest number."""
    rows = [(corps, waiting + able, waiting, able) for corps, waiting, able, _ in facts["rows"]]
    told = [
        f"{n} {corps} ({total}: {waiting} in Reserve, {able} with a reason to act)"
        for n, (corps, total, waiting, able) in enumerate(rows[:_SHOWN], 1)
    ]
    more = [f"and {len(rows) - _SHOWN} more"] if len(rows) > _SHOWN else []
    lines = ["; ".join([*told, *more])]
    if len(rows) > 1:
        (first, most, *_), (_, next_, *_) = rows[:2]
        by = f"{most} units against {next_}" if most > next_ else "its corps number"
        lines.append(f"{first} comes first by {by}.")
    return "\n".join(lines)


def _staying(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RD-02, ARD-RD-07  What was wanting by each method, told once of all units alike."""
    lines = []
    for found, group in groupby(facts["rows"], key=lambda row: tuple(row[1:])):
        methods = [
            f"Method {name}: {STAY_FOR[why].format(_positions(of))}"
            for name, (why, of) in zip(
                "AB", zip(found[::2], found[1::2], strict=True), strict=False
            )
            if why
        ]
        lines.append(f"{_names(g, [row[0] for row in group])}: {'; '.join(methods)}")
    return "\n".join(lines)


def _positions(count: int) -> str:
    return f"{count} empty Position" + ("s" if count != 1 else "")


def _reasons(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-01"""
    why: dict[str, list[int | str]] = {}
    for unit, reason in facts["rows"]:
        why.setdefault(reason, []).append(unit)
    return "\n".join(f"{reason}: {_names(g, units)}" for reason, units in why.items())


def _chance(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AD-11"""
    return "\n".join(
        f"{row[1]}, {row[2]} attacking: {row[4] or f'{row[3]} or less'}" for row in facts["rows"]
    )


def _coming(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CT-09"""
    able = [row for row in facts["rows"] if row[1] != "cannot come"]
    unable = [row[0] for row in facts["rows"] if row[1] == "cannot come"]
    told = [f"{_thing(g, unit)} can come by {way}" for unit, way in able]
    return "\n".join([*told, *([f"Cannot come: {_names(g, unable)}"] if unable else [])])


def _defence(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CC-05  Why the card brought nobody, and why its tactic was of no use."""
    name, _, *rest = facts["rows"][0]
    nobody, tactic, barred = [*rest, "", "", ""][:3]
    few, odds = g.content.limits.automated.reinforced_below, g.content.actions.odds.bug_out
    lines = []
    if nobody:
        lines.append(f"{name} brings no unit: {NOBODY_FOR[nobody].format(steps=few)}.")
    if barred and not tactic:
        lines.append(f"{name} is no tactic.")
    elif barred:
        lines.append(f"No {tactic}: {BARRED_BY[barred].format(odds=odds[0] // odds[1])}.")
    return "\n".join(lines)


def _tactics(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-21"""
    told = []
    for name, tactic, *barred in facts["rows"]:
        card = g.content.cards.get(str(name))
        title = f"{card.id} ({card.title})" if card else str(name)
        why = f", not used: {BARRED_BY[barred[0]]}" if tactic and barred and barred[0] else ""
        told.append(f"{title}: {tactic or 'no tactic'}{why}")
    return "\n".join(told)
