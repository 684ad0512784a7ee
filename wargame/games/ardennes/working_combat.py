"""What the automated Allies decided in combat and why, in sentences: tactics, hits, ways back, advances (5.9 to 5.11, 5.16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wargame.content.figures import counted
from wargame.games.ardennes.ranking import Row, by_corps, names, ranked, thing
from wargame.games.ardennes.state import ArdGame, unit_name
from wargame.games.ardennes.wanting import (
    ADVANCE_FOR,
    BARRED_BY,
    CLASS_FOR,
    COME_FOR,
    CONTACT_FOR,
    HIT_FOR,
    NOBODY_FOR,
    SHUT_FOR,
)

_WITH_CLASS, _SURE = 5, "10"
"""Words of a way back that tells its class; what is reached by any roll."""
_SHUT = "shut"
"""A row of a hex that is no way back."""
_HITS = ("", "first", "second", "third", "fourth")


def words() -> dict[str, Callable[[ArdGame, Mapping[str, Any]], str]]:
    """The decisions by their names, then what was weighed for each."""
    return {
        "decides advance": _advances,
        "decides hit": _hit,
        "decides loss": lambda g, f: f"The step is to be lost by {thing(g, f['chosen'])}.",
        "decides losing": lambda g, f: f"The step is lost by the stack of {thing(g, f['chosen'])}.",
        "decides counter": _counter,
        "weighs advance": _chance,
        "weighs defensive": _defence,
        "weighs hit": lambda g, f: _passed_over(g, f["rows"][1:]),
        "weighs loss": _losses,
        "weighs losing": lambda g, f: ranked(g, "losing stack", f["rows"]),
        "weighs reinforce": _coming,
        "weighs retreat": _ways_back,
        "weighs tactic": _tactics,
    }


def _unit(g: ArdGame, facts: Mapping[str, Any]) -> str:
    return unit_name(g, facts["subject"])


# -- hits -------------------------------------------------------------------------------------------


def _hit(_g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CR-04, ARD-CR-05"""
    why, *of = facts["rows"][0]
    if (why, *of) == ("gone as far as it may", 0):
        why = "may not go back"
    said = HIT_FOR[str(why)]
    if why == "as many hits as steps" and of:
        hits, steps = counted(of[0], "hit"), counted(of[1], "step")
        return said.replace("As many hits as steps", f"{hits} left to absorb, {steps}")
    if why == "gone as far as it may" and of:
        return said.replace("no farther", f"no farther than {counted(of[0], 'hex/hexes')}")
    return said


def _losses(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CR-01, ARD-CR-02  Nobody twice before all have lost; of two or more steps first, the highest # first."""
    rows: Sequence[Row] = facts["rows"]
    told = [
        f"{n} {thing(g, u)} ({', '.join(filter(None, [_state(lost, more), f'#{no}']))})"
        for n, (u, lost, more, no) in enumerate(rows, 1)
    ]
    first, second = rows[0], rows[1]
    if first[1] != second[1]:
        why = f": {thing(g, second[0])} has lost a step in this combat"
    elif first[2] != second[2]:
        why = ": units of two or more steps go first"
    elif first[3] != second[3]:
        why = f" by the highest #: {first[3]} against {second[3]}"
    else:
        why = by_corps(g, first[0], second[0], "the higher number")
    return f"{'; '.join(told)}\n{thing(g, first[0])} comes first{why}."


def _state(lost: int | str, more: int | str) -> str:
    steps = "two or more steps" if more else "one step"
    return f"{steps}, one lost in this combat" if lost else steps


def _counter(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CR-13 to -16"""
    number, steps, lost = facts["rows"][0]
    least, what = g.content.limits.automated.dispersed_below, facts["chosen"]
    head = f"The {_HITS[int(number)] if int(number) < len(_HITS) else f'{number}th'} hit on the attackers:"
    has = counted(steps, "step")
    if what == "nothing":
        return f"{head} ignored, they have lost {counted(lost, 'step')} already."
    if what == "disperse":
        few = f", for {has} are fewer than {least}" if number == 2 else ""
        return f"{head} they are Dispersed{few}."
    enough = f", for {has} are {least} or more" if number == 2 else ""
    return f"{head} a step is lost{enough}."


def _ways_back(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-RT-08, ARD-RT-10  The classes first, then the ties of the best class."""
    rows = [row for row in facts["rows"] if row[0] != _SHUT]
    if len(rows[0]) < _WITH_CLASS:
        return ranked(g, "retreat route", rows)
    told = [(row[0], CLASS_FOR[str(row[4])], *row[1:4]) for row in rows]
    shut = _passed_over(g, [row for row in facts["rows"] if row[0] == _SHUT])
    return "\n".join(filter(None, [ranked(g, "retreat class", told), shut]))


def _passed_over(g: ArdGame, rows: Sequence[Row]) -> str:
    """ARD-RT-05, ARD-RT-06  The hexes beside a stack that are no way back, and why."""
    by: dict[str, list[int | str]] = {}
    for _, where, what in rows:
        by.setdefault(SHUT_FOR[str(what)], []).append(where)
    told = [f"{names(g, hexes)} ({said})" for said, hexes in by.items()]
    return f"No way back: {'; '.join(told)}." if told else ""


# -- advance ----------------------------------------------------------------------------------------


def _advances(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AD-11"""
    chosen = str(facts["chosen"])
    if chosen == _SURE:
        return f"{_unit(g, facts)} advances without a roll."
    if chosen == "0":
        return f"{_unit(g, facts)} does not advance: enough have gone in."
    if not chosen.isdigit():
        return f"{_unit(g, facts)} does not advance: {chosen}."
    return f"{_unit(g, facts)} advances on {chosen} or less."


def _chance(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AD-09 to -11"""
    lines = []
    for _, ground, before, needed, why, *hold in facts["rows"]:
        least = g.content.limits.automated.advance_value
        said = ADVANCE_FOR.get(str(why), str(why)).format(hold=[*hold, 0][0], least=least)
        chance = said or ("without a roll" if str(needed) == _SURE else f"{needed} or less")
        gone = (
            f"{counted(before, 'unit has/units have')} gone in before"
            if before
            else "the first unit"
        )
        where = f"{ground} ground" if ground == "other" else ground
        lines.append(f"{where}, {gone}: {chance}")
    return "\n".join(lines)


# -- tactics ----------------------------------------------------------------------------------------


def _coming(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CT-09"""
    able = [row for row in facts["rows"] if row[1] != "cannot come"]
    unable: dict[str, list[int | str]] = {}
    for unit, way, *why in facts["rows"]:
        if way == "cannot come":
            unable.setdefault(COME_FOR.get(str(why[0]), "") if why else "", []).append(unit)
    told = [f"{thing(g, row[0])} can come by {row[1]}, the lowest # that can" for row in able]
    for why, units in unable.items():
        told.append(f"Cannot come: {names(g, units)}{f' ({why})' if why else ''}")
    return "\n".join(told)


def _defence(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-CC-05  Which unit the card brought, or why nobody, and why its tactic was of no use."""
    name, said, *rest = facts["rows"][0]
    if said == "adds a unit":
        return _added(g, str(name), rest)
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


def _added(g: ArdGame, card: str, row: Sequence[int | str]) -> str:
    """ARD-CC-05 (b)  Whom the card matches, how few steps they have, and by what the unit is free."""
    if not row:
        return ""
    mate, why, number, steps, own, points = row
    few, front = g.content.limits.automated.reinforced_below, g.content.limits.front
    clause = str(why)[-2] if str(why).startswith("OutOfContact") else ""
    free = f"the lowest # in Reserve, #{number}"
    if clause:
        said = CONTACT_FOR[clause].format(steps=front.stack_steps, points=front.stack_points)
        has = f" ({counted(own, 'step')}, strength {points})" if clause == "b" else ""
        free = (
            f"nobody in Reserve, but the lowest # OutOfContact ({clause}), #{number}: {said}{has}"
        )
    return f"{card} matches {thing(g, mate)}, and {counted(steps, 'step')} defend, fewer than {few}; {free}."


def _tactics(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-21"""
    told = []
    for name, tactic, *barred in facts["rows"]:
        card = g.content.cards.get(str(name))
        title = f"{card.id} ({card.title})" if card else "the bonus of the action card"
        why = f", not used: {BARRED_BY[barred[0]]}" if tactic and barred and barred[0] else ""
        told.append(f"{title}: {tactic or 'no tactic'}{why}")
    return "\n".join(told)
