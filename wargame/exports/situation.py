"""How things stand, in a few sections of text: levels of victory, objectives, losses, arrivals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from wargame.content.figures import counted
from wargame.exports.sums import counts_steps, loss_lines
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.replay import Replay
from wargame.flow.standings import Standings
from wargame.flow.tally import Tally, tally
from wargame.model.state import Side

_SIGNS = 24
"""Columns of a curve."""
_HEIGHTS = "·▁▂▃▄▅▆▇█"
_AHEAD = 8
"""Turns for which units to come are told by name."""
_NAMED = 8
"""Kinds of unit of a side that are told by name; more would take the page."""


class Section(NamedTuple):
    """A heading and what stands below it."""

    title: str
    lines: Sequence[str]


def situation(definition: GameDefinition, replay: Replay) -> list[Section]:
    """The position at the end of the replay, as far as its viewer may know it."""
    replay.seek(replay.last)
    game = replay.game
    sums = tally(definition, replay)
    found = [
        *aims(definition, game),
        Section("Losses", list(loss_lines(definition, replay, sums))),
        _curves(definition, replay, sums),
        Section("Weather to come", definition.face.forecast(game)),
        Section("To come", list(_to_come(definition, game))),
    ]
    return [part for part in found if part.lines]


def _curves(definition: GameDefinition, replay: Replay, sums: Tally) -> Section:
    """What each side lost turn by turn, or in so many turns a sign."""
    first = definition.scenario(replay.header.scenario).first
    turns = range(first, replay.game.state.turn() + 1)
    a_sign = -(-len(turns) // _SIGNS) or 1
    signs = "a turn a sign" if a_sign == 1 else f"{a_sign} turns a sign"
    rows = [(side.title, [sums.toll[side.id, turn] for turn in turns]) for side in definition.sides]
    most = max((sum(part) for _, lost in rows for part in _parts(lost, a_sign)), default=0)
    lines = [
        f"{title} {_curve([sum(part) for part in _parts(lost, a_sign)], most)} {sum(lost)}"
        + (f", {max(lost)} in turn {turns[lost.index(max(lost))]}" if any(lost) else "")
        for title, lost in rows
    ]
    what = "Steps" if counts_steps(definition) else "Units"
    return Section(f"{what} lost, {signs}", lines if most else [])


def _parts(numbers: Sequence[int], size: int) -> list[Sequence[int]]:
    return [numbers[n : n + size] for n in range(0, len(numbers), size)]


def _curve(numbers: Sequence[int], most: int) -> str:
    """A column for each number, in eighths of the highest; a dot for none."""
    return "".join(_HEIGHTS[-(-8 * n // most)] for n in numbers) if most else ""


def forces(definition: GameDefinition, game: Game[Any]) -> Section:
    """What each side begins with, by kind, and how many units come later; very many kinds by their codes."""
    later = Counter(arrival.side for arrival in definition.face.arrivals(game))
    named, lines = dict(definition.face.signs(game)), []
    for side in definition.sides:
        mine = [u for u in game.state.units.values() if u.side == side.id and u.hex >= 0]
        kinds = Counter(definition.face.counter(game, unit.id).code for unit in mine)
        told = ", ".join(
            f"{named.get(code, code)} {n}" if len(kinds) <= _NAMED else f"{n} {code}"
            for code, n in kinds.most_common()
        )
        more = f"; {later[side.id]} to come" if later[side.id] else ""
        lines.append(f"{side.title} {len(mine)}: {told}{more}")
    return Section("Forces", lines)


def winning(definition: GameDefinition, game: Game[Any]) -> Section:
    """How each side wins: the scores of every level, and what there is to hold."""
    standing = definition.face.standing(game)
    lines = [f"{band.level}: {scores}" for band, scores in standing.spans()]
    if standing.prizes:
        worth = sum(prize.points for prize in standing.prizes)
        lines.append(
            f"{len(standing.prizes)} victory hexes, worth {worth}; the score is {standing.figures} at the start"
        )
    return Section("How to win: by the score at the end", lines if standing.bands else [])


def aims(definition: GameDefinition, game: Game[Any]) -> list[Section]:
    """What wins: the levels with their scores, and the hexes that count with who holds them."""
    standing = definition.face.standing(game)
    found = []
    if standing.bands:
        title = f"Levels of victory; the score is {standing.figures}"
        found.append(Section(title, list(ladder(standing))))
    if standing.prizes:
        holders = [(side.id, side.title) for side in definition.sides]
        known = {side for side, _ in holders}
        loose = any(game.state.control.get(p.hex, "") not in known for p in standing.prizes)
        lines = [
            _prizes(game, standing, side, title)
            for side, title in [*holders, *([("", "Nobody")] if loose else [])]
        ]
        found.append(Section("Victory hexes", lines))
    return found


def ladder(standing: Standings) -> Iterator[str]:
    """A line a level: its name, from which score on, how many points it lies away."""
    for level, scores, away in standing.rungs():
        here = away == "here"
        yield f"{'> ' if here else '  '}{level}: {scores}{'' if here else f' ({away})'}"


def _prizes(game: Game[Any], standing: Standings, side: Side, title: str) -> str:
    """What a side holds: how many hexes, their points, their names; those that do not count with what keeps them."""
    held = [p for p in standing.prizes if game.state.control.get(p.hex, "") == side]
    mine = [p for p in held if not p.bar]
    barred = "; ".join(f"{p.name} {p.points} ({p.bar})" for p in held if p.bar)
    more = f"; not counted: {barred}" if barred else ""
    if not mine:
        return f"{title}: none{more}"
    worth: dict[str, list[str]] = {}
    for prize in mine:
        worth.setdefault(prize.name, []).append(str(prize.points))
    names = ", ".join(f"{name} {'+'.join(points)}" for name, points in worth.items())
    return f"{title} {len(mine)}, worth {sum(prize.points for prize in mine)}: {names}{more}"


def _to_come(definition: GameDefinition, game: Game[Any]) -> Iterator[str]:
    """The calendar: who comes when and where, what falls due; units far off are only counted."""
    face, titles = definition.face, {side.id: side.title for side in definition.sides}
    now, later = game.state.turn(), Counter[Side]()
    waiting: dict[tuple[int, Side, str], list[str]] = {}
    for turn, side, unit, where in face.arrivals(game):
        if turn > now + _AHEAD:
            later[side] += 1
        else:
            known = waiting.setdefault((max(turn, now), side, where), [])
            known.append(face.unit_name(game, unit))
    rows = [
        (turn, f"{titles.get(side, side)}, {where}: {'; '.join(names)}")
        for (turn, side, where), names in waiting.items()
    ]
    rows += face.due(game)
    for turn, due in groupby(sorted(rows, key=itemgetter(0)), itemgetter(0)):
        yield face.date(turn)
        yield from (f"  {what}" for _, what in due)
    if later:
        told = ", ".join(
            f"{titles.get(side, side)} {counted(n, 'unit')}" for side, n in sorted(later.items())
        )
        yield f"After turn {now + _AHEAD}: {told}"
