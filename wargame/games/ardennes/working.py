"""What the automated Allies decided in their impulse and why, in sentences (5.13 to 5.16): lines tried, who was ranked, ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from wargame.content.figures import counted
from wargame.flow.definition import Sentence
from wargame.games.ardennes import working_action, working_combat
from wargame.games.ardennes.data.cards import ActionCard
from wargame.games.ardennes.ranking import CRITERIA, Row, names, ranked, thing
from wargame.games.ardennes.state import ArdGame, unit_name
from wargame.games.ardennes.wanting import (
    DIG_FOR,
    REASON_FOR,
    STAY_FOR,
    STILL_FOR,
)
from wargame.games.ardennes.working_action import in_capitals, out_of_contact

_SHOWN = 3
"""So many corps are told; the others are counted."""
_METHODS = {
    "A": "by Method A, an empty Position Proximate to a German",
    "B": "by Method B",
    "B1": "by Method B, with a unit of its division",
    "B2": "by Method B, an empty Position near its army and a German, for nobody of its division is there",
    "B3": "by Method B, an empty Position near its army and a German, for its division has no safe room",
}
"""ARD-RD-02, ARD-RD-07, ARD-RD-08"""
_KEPT = (
    "Who is OutOfContact is deployed from December {late} on, and never out of a VP hex it guards."
)
"""ARD-RD-02, ARD-RD-10  Why a unit OutOfContact acts, and is not taken away."""


def words() -> Mapping[str, Sentence]:
    """The decisions by their names, then what was weighed for each."""
    found: dict[str, Callable[[ArdGame, Mapping[str, Any]], str]] = {
        **working_combat.words(),
        "decides action": _action,
        "decides activate": _activates,
        "decides idle": lambda g, f: f"{_card(g, f)}: nobody has a reason to act.",
        "decides corps": lambda g, f: f"{_card(g, f)} speaks of the {f['chosen']} Corps.",
        "decides deploy": _deploys,
        "decides wandering": lambda g, f: f"{_unit(g, f)} wanders to {thing(g, f['chosen'])}.",
        "decides lost": _lost,
        "decides improved": _digs,
        "decides stay": _stays,
        "decides engineers": _engineers,
        "weighs action": working_action.lines,
        "weighs activate": _reasons,
        "weighs idle": _reasons,
        "weighs air": _flown,
        "weighs corps": _corps,
        "weighs deploy": _placed,
        "weighs engineers": _bridges,
        "weighs improved": _dug,
        "decides roadblock check": lambda g, f: f"The check is for {thing(g, f['chosen'])}.",
        "weighs replacements": _replaced,
        "weighs roadblock unit": _akin,
        "weighs stay": _staying,
        "weighs wandering": _aims,
    }
    for what in CRITERIA:
        name = f"weighs {what.partition(' ')[0] if what != 'roadblock unit' else what}"
        found.setdefault(name, _weighing(what))
    return found


def _weighing(what: str) -> Callable[[ArdGame, Mapping[str, Any]], str]:
    return lambda g, facts: ranked(g, what, facts["rows"])


# -- names ------------------------------------------------------------------------------------------


def _unit(g: ArdGame, facts: Mapping[str, Any]) -> str:
    return unit_name(g, facts["subject"])


def _card(g: ArdGame, facts: Mapping[str, Any]) -> str:
    card = g.content.cards[str(facts["subject"]).removeprefix("of ")]
    return f"{card.id} ({card.title})"


def told(card: ActionCard) -> str:
    """The lines of an action card: "GAP: PLUG / DANGER: WITHDRAW / VPTHIN: JOIN"."""
    return " / ".join(map(in_capitals, card.lines))


# -- decisions --------------------------------------------------------------------------------------


def _action(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-20"""
    if facts["chosen"] == "nothing":
        return f"{facts['subject']} finds nothing to do."
    line, _, lead = str(facts["chosen"]).partition(": ")
    return f"{facts['subject']}, {in_capitals(line.partition(' ')[2]).partition(' ')[2]}: {unit_name(g, lead)}."


def _activates(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-01"""
    chosen = str(facts["chosen"])
    return f"{_card(g, facts)} activates {f'the {chosen} Corps' if chosen in g.content.corps else chosen}."


def _deploys(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RD-09"""
    method, _, where = str(facts["chosen"]).partition(" ")
    return f"{_unit(g, facts)} comes to {thing(g, where)}, {_METHODS[method]}."


def _digs(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-09"""
    if not facts["chosen"] and len(facts["rows"]) == 1:
        return f"{thing(g, facts['rows'][0][0])} builds no improved position."
    if not facts["chosen"]:
        return "Nobody builds an improved position."
    return f"Improved positions: {', '.join(thing(g, h) for h in str(facts['chosen']).split())}."


def _stays(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RD-02"""
    if facts["chosen"] == "nobody":
        return "Nobody comes out of Reserve."
    return "Not all of them come."


def _engineers(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-EV-01"""
    if facts["chosen"] == "nothing":
        return "The Engineers find nothing to do: no Bridge, no Roadblock and no IP."
    dug = facts["rows"] and str(facts["rows"][0][0]) in {g.grid.name(h) for h in g.content.board}
    what = "build an IP in " if dug else "are at the Bridge "
    return f"The Engineers {what}{thing(g, facts['chosen'])}."


def _lost(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-06, ARD-AA-07"""
    why = str(facts["rows"][0][0])
    if why == "rearward":
        return f"{_unit(g, facts)} can enter no hex rearward, and stays."
    if why == "none":
        aims = "no hex in Communication, of the Westwall, nor a City or Town"
        return f"{_unit(g, facts)} wanders and reaches {aims}: the table is rolled on."
    return f"{_unit(g, facts)} wanders and may not move, {STILL_FOR[why]}: the table is rolled on."


# -- a card -----------------------------------------------------------------------------------------


def _reasons(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-01"""
    why: dict[str, list[str]] = {}
    rows: Sequence[Row] = facts["rows"]
    lines = ["None of it is in Reserve."] if rows and rows[0][0] == "reserve" else []
    for unit, reason, *of in rows[len(lines) :]:
        said, more = _reason(g, str(reason), of)
        why.setdefault(said, []).append(f"{thing(g, unit)}{more}")
    lines += [f"{said}: {', '.join(units)}" for said, units in why.items()]
    if any(said.startswith("OutOfContact (") for said in why):
        lines.append(_KEPT.format(late=g.content.limits.deploy.late))
    return "\n".join(lines if why else [*lines, "None of it is on the map."])


def _reason(g: ArdGame, reason: str, of: Sequence[int | str]) -> tuple[str, str]:
    """A reason in words, and what is said of each unit that has it."""
    if reason.startswith("OutOfContact ("):
        said = out_of_contact(g, reason[-2], 0, 0).partition(" (0 steps")[0]
        return said, f" ({counted(of[0], 'step')}, strength {of[1]})" if reason[-2] == "b" else ""
    if reason == "can attack" and of:
        where, attack, defence = of
        return reason, f" ({thing(g, where)}, {attack} against {defence})"
    if reason == "in danger of Surround" and of:
        return reason, f" ({counted(of[0], 'open hex/open hexes')})"
    if reason == "may dig in" and of:
        return REASON_FOR[reason], f" ({counted(of[0], 'hex/hexes')})"
    return (reason if reason == "may dig in" else REASON_FOR.get(reason, reason)), ""


def _corps(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-19  The busiest corps: units in Reserve and such with a reason to act; ties the lowest number."""
    rows = [
        (corps, waiting + able, waiting, able, no) for corps, waiting, able, no in facts["rows"]
    ]
    told = [
        f"{n} {corps} ({total}: {waiting} in Reserve, {able} with a reason to act)"
        for n, (corps, total, waiting, able, _) in enumerate(rows[:_SHOWN], 1)
    ]
    more = [f"and {len(rows) - _SHOWN} more"] if len(rows) > _SHOWN else []
    lines = ["; ".join([*told, *more])]
    if len(rows) > 1:
        (first, most, *_, a), (_, next_, *_, b) = rows[:2]
        by = (
            f"{most} units against {next_}"
            if most > next_
            else f"its corps number: {a} against {b}"
        )
        lines.append(f"{first} comes first by {by}.")
    return "\n".join(lines)


def _placed(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RD-09  Where a unit could come, and by Method B what was wanting by A."""
    rows: Sequence[Row] = facts["rows"]
    told = [ranked(g, "deploy", [row for row in rows if row[0] != "A"])]
    return "\n".join([*(_wanting(g, row[1:]) for row in rows if row[0] == "A"), *told])


def _staying(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RD-02, ARD-RD-07  What was wanting by each method, told once of all units alike."""
    lines = []
    for found, group in groupby(facts["rows"], key=lambda row: tuple(row[1:])):
        lines.append(f"{names(g, [row[0] for row in group])}: {_wanting(g, found)}")
    return "\n".join(lines)


def _wanting(g: ArdGame, found: Sequence[int | str]) -> str:
    """What was wanting by each method."""
    if len(found) == 1:
        return STAY_FOR[str(found[0])]
    pairs = [*zip(found[::2], found[1::2], strict=True)]
    if len(pairs) == 2 and str(pairs[1][0]).startswith("clause "):
        (why, of), (clause, _) = pairs
        return f"OutOfContact ({str(clause)[-1]}); Method A: {_no_position(g, str(why), of)}"
    joins = f"{STAY_FOR[str(pairs[2][0])]}; " if len(pairs) > 2 else ""
    methods = []
    for name, (why, of) in zip("AB", pairs, strict=False):
        said = _no_position(g, str(why), of) if why else ""
        if said:
            methods.append(f"Method {name}: {joins if name == 'B' else ''}{said}")
    return "; ".join(methods)


def _no_position(g: ArdGame, why: str, of: int | str) -> str:
    """What was wanting of the empty Positions, which are named where they stand behind it."""
    what, *named = why.split(" @")
    shown = f" ({names(g, named)})" if named else ""
    return STAY_FOR[what].format(counted(of, "empty Position") + shown)


def _dug(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-03, ARD-AA-09  Stack by stack why it digs in, or does not."""
    near, by = g.content.actions.reach.improved, dict[str, list[str]]()
    for lead, where, why in facts["rows"]:
        said = f"{thing(g, lead)} in {str(where).removeprefix('@')}"
        by.setdefault(DIG_FOR[str(why)].format(near=near), []).append(said)
    return "\n".join(f"{said}: {', '.join(stacks)}" for said, stacks in by.items())


# -- the rest ---------------------------------------------------------------------------------------


def _bridges(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-EV-01  Bridges go by hexes to a German; their Hold Values are what the die must not pass."""
    rows: Sequence[Row] = facts["rows"]
    if not rows or len(rows[0]) == 1:
        return ranked(g, "engineers", rows)
    if str(rows[0][1]) in g.content.units:
        first = (
            f"{thing(g, rows[0][0])} is that of {thing(g, rows[0][1])}, the lowest # at the front."
        )
        return f"No Bridge and no Roadblock can be laid or blown near a German.\n{first}"
    if len(rows[0]) == 3:
        near = [(side, away, hold) for side, hold, away in rows]
        return ranked(g, "engineers near", near, lambda row: f"Hold Value {row[2]}")
    if len(rows) == 1:
        return ranked(g, "engineers", rows)
    lines = ranked(g, "engineers", rows).splitlines()
    return f"{lines[0]}\n{thing(g, rows[0][0])} comes first: no other is nearer to a German."


def _flown(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-EV-01  VP hexes go before steps."""
    rows = [(where, vp, n, *more) for where, n, vp, *more in facts["rows"]]
    return ranked(g, "air resupply", rows)


def _replaced(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RP-01  Who has lost the largest share; who gets nothing and why."""
    points = next((row for row in facts["rows"] if row[0] == "points"), None)
    rows = [row for row in facts["rows"] if row[0] != "points"]
    lines = [ranked(g, "replacements", [row for row in rows if len(row) < 4 or not row[3]])]
    if points:
        lines.insert(0, f"To give: {points[1]} infantry, {points[2]} mechanized.")
    barred = {
        "full": "no room in the hex",
        "mech": "no mechanized step left",
        "infantry": "no infantry step left",
    }
    none = [
        f"{thing(g, row[0])} (share of steps lost {row[1]}, #{row[2]}: {barred[row[3]]})"
        for row in rows
        if len(row) > 3 and row[3]
    ]
    told = [*lines, f"Nothing for {'; '.join(none)}." if none else ""]
    return "\n".join(filter(None, told))


def _akin(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RB-18, ARD-RB-19  Whom the unit should match, and whence it comes."""
    rows: Sequence[Row] = facts["rows"]
    if rows[-1][0] != "closest":
        return ranked(g, "roadblock unit", rows)
    *able, (_, closest, box) = rows
    whence = f"; it comes out of {box}" if box == "Reserve" else "; nobody fit is in Reserve"
    head = f"The closest Allied unit is {thing(g, closest)}{whence if able else ''}."
    if not able:
        return f"{head}\nNobody of its army is in Reserve, or OutOfContact and free to go (on December 16 from a hex beside it alone)."
    return f"{head}\n{ranked(g, 'roadblock unit', able)}"


def _aims(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-06 to -08  What sort of aim it is, and why this one."""
    rows: Sequence[Row] = facts["rows"]
    sort = str(rows[0][0])
    if sort == "rearward":
        near = [(where, *more[1:]) for _, where, *more in rows]
        padded = [(where, "", *more) for where, *more in near]
        return "\n".join(
            filter(None, ["Rearward, nearer to its source.", ranked(g, "wandering", padded)])
        )
    aim = {
        "Communication": "Its aim is a hex in Communication.",
        "Westwall": "No hex in Communication is in reach: its aim is the Westwall.",
        "City/Town": "Neither Communication nor the Westwall is in reach: its aim is a City or Town.",
    }[sort]
    return f"{aim}\n{ranked(g, 'wandering', [row[1:] for row in rows])}"
