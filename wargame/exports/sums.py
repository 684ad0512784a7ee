"""The sums at the end of a report: losses, ground and luck as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from wargame.flow.definition import GameDefinition
from wargame.flow.replay import Replay
from wargame.flow.tally import Loss, Readings, Rolls, Tally, in_words
from wargame.hexes.grid import Hex
from wargame.model.state import Side

_DICE = (
    "Expected is half of one more than the faces, 3.5 for a die of six, times the dice. Spread is "
    "the exact standard deviation of the sum: about two sums in three lie within one spread of the "
    "expected one. How unusual a sum is says how often fair dice stray at least as far, high or "
    "low. High dice are not always good dice: that depends on the table. With many lines in a list "
    "one or two that look odd are to be expected."
)
_CHARTS = (
    "Results as printed in the chart at the number rolled, before orders and states change them. "
    "Expected and spread are exact for the columns in which the rolls were read."
)
_WHOSE = (
    "A roll counts for the side of the unit that made it, or else for the side whose segment it "
    "was. Draws from a cup are not rated."
)


def loss_lines(definition: GameDefinition, replay: Replay, sums: Tally) -> Iterator[str]:
    """By side: units off the map by kind, those that came back, steps, states suffered."""
    for side in definition.sides:
        lost = [loss for loss in sums.losses if loss.side == side.id]
        yield f"{side.title}: {_lost(definition, replay, lost) or 'no unit lost'}"
        back = sum(loss.returned for loss in lost)
        if back:
            yield f"  of these came back: {back}"
        steps = sum(n for (owner, _), n in sums.toll.items() if owner == side.id)
        if steps and counts_steps(definition):
            made_good = sums.restored[side.id]
            yield f"  steps lost: {steps}" + (f", {made_good} made good" if made_good else "")
        marked = [
            f"{definition.journal.state(name)} {n}x"
            for (owner, name), n in sums.marked.most_common()
            if owner == side.id and definition.journal.is_suffered(name)
        ]
        if marked:
            yield f"  also: {', '.join(marked)}"


def counts_steps(definition: GameDefinition) -> bool:
    """Whether what a side lost is counted in steps, not in units."""
    return bool(definition.face.toll or definition.face.worn)


def _lost(definition: GameDefinition, replay: Replay, losses: Sequence[Loss]) -> str:
    boxes: dict[str, Counter[str]] = {}
    for loss in losses:
        code = definition.face.counter(replay.game, loss.unit).code
        boxes.setdefault(loss.box, Counter())[code] += 1
    return "; ".join(
        f"{box} {found.total()} ({', '.join(f'{n} {code}' for code, n in found.most_common())})"
        for box, found in boxes.items()
    )


def ground_lines(definition: GameDefinition, replay: Replay, sums: Tally) -> Iterator[str]:
    """Hexes taken and held by side, and each that ends in other hands than it began."""
    if not (_held(replay, sums) or replay.game.state.control):
        yield "Nobody controls ground in this game."
        return
    yield from taken_lines(definition, replay, sums)
    start, end = _held(replay, sums), dict(replay.game.state.control)
    titles = {side.id: side.title for side in definition.sides}
    moved = [h for h in sorted(end) if start.get(h, "") != end[h]]
    for h in moved:
        was = titles.get(start.get(h, ""), "nobody")
        yield f"  {_place(replay, h)}: from {was} to {titles.get(end[h], end[h])}"
    if not moved:
        yield "  Every hex ended in the hands in which it began."


def taken_lines(definition: GameDefinition, replay: Replay, sums: Tally) -> Iterator[str]:
    """How many hexes each side took, lost and held."""
    start = _held(replay, sums)
    end = dict(replay.game.state.control)
    for side in definition.sides:
        took = sum(taken.side == side.id for taken in sums.ground)
        lost = sum(taken.before == side.id for taken in sums.ground)
        before, after = (sum(s == side.id for s in held.values()) for held in (start, end))
        yield (
            f"{side.title}: took {took}, lost {lost}; held {before} at the start and {after} "
            "at the end"
        )


def _held(replay: Replay, sums: Tally) -> dict[Hex, Side]:
    """Who held what before the first answer."""
    held = dict(replay.opening().control)
    for taken in sums.ground:
        if taken.n == 0:
            held[taken.hex] = taken.side
    return held


def _place(replay: Replay, h: Hex) -> str:
    place = replay.game.content.map.places.get(h)
    number = replay.game.grid.name(h)
    return f"{number} {place.name}" if place else number


def luck_lines(definition: GameDefinition, replay: Replay, sums: Tally) -> Iterator[str]:
    """Dice by side and kind of roll, then results by chart, against what chance gives."""
    titles = [(side.id, side.title) for side in definition.sides]
    rated = [(side, title) for side, title in [*titles, ("", "Neither side")]
             if any(r.side == side for r in sums.rolls)]  # fmt: skip
    if sums.laid_out:
        yield f"Dice laid out by the position file, left out here: {sums.laid_out}."
    if not rated:
        yield "No dice were left to chance."
        return
    for side, title in rated:
        yield f"{title:<24} dice  mean   sum  expected  spread"
        mine = [rolls for rolls in sums.rolls if rolls.side == side]
        for rolls in mine:
            yield _rolls(rolls, rolls.kind)
        if len(mine) > 1:
            for rolls in sums.of_side(side):
                yield _rolls(rolls, "all together")
    yield ""
    yield f"{_DICE} {_WHOSE}"
    charts = definition.charts(replay.game.content)
    names = dict(titles)
    for found in sums.readings:
        yield ""
        yield from _readings(
            found, charts[found.chart].title, names.get(found.side, "neither side")
        )
    if sums.readings:
        yield ""
        yield _CHARTS


def _rolls(rolls: Rolls, name: str) -> str:
    faces = "" if rolls.faces == 6 else f" (d{rolls.faces})"
    return (
        f"  {f'{name}{faces}':<22.22} {rolls.count:>4} {rolls.mean:>5.2f} {rolls.total:>5} "
        f"{rolls.expected:>9.1f} {rolls.spread:>7.1f}  {in_words(rolls)}"
    )


def _readings(found: Readings, chart: str, side: str) -> Iterator[str]:
    times = "once" if found.count == 1 else f"{found.count} times"
    yield f"{chart}: {side}, read {times}"
    yield "  result     had  expected  spread"
    for cell, had, expected, spread in sorted(found.cells, key=lambda c: -c.expected):
        yield f"  {cell:<9} {had:>4} {expected:>9.1f} {spread:>7.1f}"
