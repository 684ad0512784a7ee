"""What an action card of the automated Allies was tried on, in sentences (ARD-AA-20, ARD-AA-21, 5.15, 5.16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from wargame.content.figures import counted
from wargame.games.ardennes.ranking import CRITERIA, Row, names, ranked, ratio, thing
from wargame.games.ardennes.state import ArdGame
from wargame.games.ardennes.wanting import (
    AMONG_FOR,
    CONTACT_FOR,
    FAR_FOR,
    NO_ATTACK_FOR,
    SORT_FOR,
    STILL_FOR,
    STRONG_FOR,
    UNFIT_FOR,
    WORTH_FOR,
)

_FIT, _UNFIT = "fits", "does not fit"
_UNFIT_WORDS, _NAMED_WORDS = 6, 7
"""Words of a line that does not fit, with a count, and with the names of the hexes."""


def in_capitals(line: str) -> str:
    """A line as it is printed: "GAP: PLUG"."""
    return line.upper().replace(" ", ": ")


def out_of_contact(g: ArdGame, clause: str, steps: int, points: int) -> str:
    """ARD-RD-10  By which clause a unit may be taken away, with the numbers of its stack for (b)."""
    front = g.content.limits.front
    said = CONTACT_FOR[clause].format(steps=front.stack_steps, points=front.stack_points)
    has = f" ({counted(steps, 'step')}, strength {points})" if clause == "b" else ""
    return f"OutOfContact ({clause}), {said}{has}"


def lines(g: ArdGame, facts: Mapping[str, Any]) -> str:
    """ARD-AA-20  Line by line: whom it did not fit and why, whom it fits, what was ranked then."""
    rows: Sequence[Row] = facts["rows"]
    tried = [row for row in rows if row[-1] in (_FIT, _UNFIT)]
    rest = [row for row in rows if row not in tried]
    found: list[str] = []
    for (number, line, *_), group in groupby(tried, key=_alike):
        of = list(group)
        head = f"Line {number}, {in_capitals(str(line))},"
        if of[0][-1] == _FIT:
            fit = f"fits {names(g, [row[2] for row in of])}"
            found.append(f"{head} {fit}, the next by #{_besides(g, of[0][3:-1])}.")
        else:
            found.append(f"{head} does not fit {_units(g, of)}{_why(g, of)}.")
    if rest:
        found.append(_candidates(g, str(tried[-1][1]), rest))
    return "\n".join(filter(None, found)) or "No active stack is left that may act."


def _alike(row: Row) -> Row:
    """What stacks have in common that one sentence tells of: numbers and names of hexes may differ."""
    words = row[3:5] if len(row) == _NAMED_WORDS else row[3:]
    alike = [word for word in words if isinstance(word, str)]
    if len(row) == _NAMED_WORDS and row[3] in ("short", "no attack"):
        alike.append(str(row[5]))
    return *row[:2], *alike, row[-1]


def _units(g: ArdGame, rows: Sequence[Row]) -> str:
    """Stacks by their leads, each with the hexes that did not pass, where they are few."""
    if len(rows[0]) < _NAMED_WORDS or rows[0][3] in ("guards", "short", "no attack"):
        return names(g, [row[2] for row in rows])
    return ", ".join(
        f"{thing(g, row[2])} ({_numbers(row[5])})" if row[5] else thing(g, row[2]) for row in rows
    )


def _numbers(hexes: int | str) -> str:
    """Hexes by their numbers alone."""
    return ", ".join(word.removeprefix("@") for word in str(hexes).split())


def _besides(g: ArdGame, told: Row) -> str:
    """What there is to tell of a stack that a line fits."""
    if not told:
        return ""
    if told[0] == "danger":
        return f"; {counted(told[1], 'open hex/open hexes')} beside it, and a German Proximate"
    if told[0] == "plugs":
        shut = str(told[1]).split()
        more = f" and {int(told[2]) - len(shut)} more" if int(told[2]) > len(shut) else ""
        return f"; it takes {names(g, shut)}{more} out of the Germans' reach"
    clause = str(told[0])[-2]
    return f"; {out_of_contact(g, clause, int(told[1]), int(told[2]))}"


def _why(g: ArdGame, rows: Sequence[Row]) -> str:
    """What was wanting, with what was counted; "" where that was not recorded."""
    if len(rows[0]) < _UNFIT_WORDS:
        return ""
    why, of, situation = str(rows[0][3]), rows[0][4], str(rows[0][1]).partition(" ")[0]
    if why == "in contact":
        return f": {_in_contact(g, str(of))}"
    if why == "still":
        return f": {STILL_FOR.get(str(of), 'may not move')}"
    if why == "guards":
        near = f", a German {counted(of, 'hex/hexes')} away" if isinstance(of, int) and of else ""
        return f": it guards the VP hex where it stands{near}"
    if why == "safe" and isinstance(of, int) and of:
        return f": {UNFIT_FOR[why]} ({_span(rows, 'open hex/open hexes')})"
    if len(rows[0]) == _NAMED_WORDS and why in ("short", "no attack"):
        return f": {_no_attack(g, why, rows[0])}"
    if why in AMONG_FOR:
        return f": {_among(g, why, situation, rows)}"
    return f": {UNFIT_FOR[why].format(_span(rows))}"


def _span(rows: Sequence[Row], noun: str = "hex/hexes") -> str:
    """How many hexes were left: "1 hex", "2 to 5 hexes"; words as they stand."""
    counts = [row[4] for row in rows]
    if isinstance(counts[0], str):
        return counts[0]
    least, most = min(counts, key=int), max(counts, key=int)
    told = counted(most, noun)
    return told if least == most else f"{least} to {told}"


def _among(g: ArdGame, why: str, situation: str, rows: Sequence[Row]) -> str:
    """What was wanting of the hexes that a situation looks for."""
    reach = g.content.actions.reach
    near = reach.vpthin if situation == "vpthin" else reach.vpopen
    span = _span(rows, SORT_FOR.get(situation, "hex/hexes"))
    more = ", or Proximate" if (why, situation) == ("none threatened", "vpopen") else ""
    return AMONG_FOR[why].format(span, near=near, thin=reach.vpthin_steps) + more


def _in_contact(g: ArdGame, of: str) -> str:
    """ARD-RD-10  Why neither clause applies."""
    far, strong, steps, points = [*of.split("/"), "", "", "", ""][:4]
    if far not in FAR_FOR:
        return "not OutOfContact"
    front = g.content.limits.front
    said = [FAR_FOR[far]]
    if strong:
        n = counted(steps, "step")
        limits = {"least": front.stack_steps, "most": front.stack_points}
        said.append(STRONG_FOR[strong].format(n=n, points=points, **limits))
    return f"not OutOfContact: {'; '.join(said)}"


def _no_attack(g: ArdGame, why: str, row: Row) -> str:
    """ARD-AA-21  The best ratio there is, or what keeps it from each hex."""
    if why == "short":
        attack, defence, a, b = str(row[4]).split()
        best = f"{ratio(f'{attack}/{defence}')} against {thing(g, row[5])}"
        return f"the best ratio is {best}; {ratio(f'{a}/{b}')} is wanted"
    pairs = str(row[5]).split()
    by: dict[str, list[str]] = {}
    for where, word in zip(pairs[::2], pairs[1::2], strict=True):
        by.setdefault(NO_ATTACK_FOR[word], []).append(where.removeprefix("@"))
    return "; ".join(f"{', '.join(hexes)}: {said}" for said, hexes in by.items())


def _candidates(g: ArdGame, line: str, rest: Sequence[Row]) -> str:
    """The hexes that were ranked, the force of an attack, what the defenders count."""
    situation, _, action = line.partition(" ")
    units = g.content.units
    force = [row for row in rest if str(row[0]) in units]
    out = [row for row in rest if row[0] == "out"]
    worth = [row for row in rest if row[0] == "defence"]
    targets = [row for row in rest if row not in (*force, *out, *worth)]
    attack = action == "attack" and bool(targets) and isinstance(targets[0][2], str)
    what = "attack" if attack else situation if situation in CRITERIA else "gap"
    said = [ranked(g, what, targets, _strengths if attack else lambda _row: "")]
    if worth:
        _, total, *parts = worth[0]
        made = zip(parts[::2], parts[1::2], strict=True)
        counts = ", ".join(WORTH_FOR[str(name)].format(n) for name, n in made)
        said.append(f"The defenders count {total}: {counts}.")
    if force:
        said.append(f"Force: {'; '.join(_joined(g, row) for row in force)}.")
    if out:
        why: dict[str, list[int | str]] = {}
        for _, lead, word in out:
            why.setdefault(NO_ATTACK_FOR[str(word).replace(" ", "-")], []).append(lead)
        told = [f"{names(g, leads)} ({what_for})" for what_for, leads in why.items()]
        said.append(f"Not with it: {'; '.join(told)}.")
    return "\n".join(filter(None, said))


def _strengths(row: Row) -> str:
    return f"{row[4]} against {row[5]}" if len(row) > 4 else ""


def _joined(g: ArdGame, row: Row) -> str:
    """A stack of a force: its lead, its way, its strength."""
    way = str(row[1]).removeprefix("@")
    comes = f"by {way}" if "-" in way else f"from {way}"
    if len(row) == 2:
        return f"{thing(g, row[0])} {comes}"
    halved = ", halved across a river" if row[3] else ""
    return f"{thing(g, row[0])} {comes}, strength {row[2]}{halved}{_chosen(row[4:])}"


def _chosen(row: Row) -> str:
    """ARD-AA-17  Of how many hexes a stack chose the one it attacks from, and by what."""
    if not row:
        return ""
    count, name, a, b = row
    if count == 1:
        return " (no other hex)"
    which = {
        "river": "the one not over a river",
        "Position": "the one that is a Position",
        "hex number": "the lowest number",
    }.get(str(name), f"by {name}, {a} against {b}")
    return f" (of {count} hexes {which})"
