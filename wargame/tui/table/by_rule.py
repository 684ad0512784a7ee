"""What a side that is run by the rules has done: decisions, draws and moves, beside the map one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from wargame.flow.deed import deed_of, places_of
from wargame.flow.journal import Line, Teller
from wargame.model import events as ev
from wargame.model.state import Side
from wargame.tui.outcome import Outcome
from wargame.tui.play import Play
from wargame.tui.screens.dialog import Choice
from wargame.tui.table.film import FilmDialog, Scene
from wargame.tui.widgets.book import line_row, telling
from wargame.tui.widgets.row import Row, row

_BEATS = {"slow": 2.0, "normal": 0.9, "fast": 0.3, "off": 0}
"""Seconds a step by the setting."""
Offered: TypeAlias = tuple[Sequence[Row], Mapping[str, str]]
"""What the open question offers, with the keys that answer it."""
_OPENS = ev.ItemDrawn | ev.DiceRolled
"""What begins a step; so does a decision, unless it follows from the draw or die before it."""

_READ = ("note", "result")
"""Lines that say what a draw brought."""


def comes_in_steps(play: Play, outcome: Outcome) -> bool:
    """Whether a side that nobody plays decided or drew anything, or several draws were read on a chart."""
    return bool(_run(play, outcome)) or (outcome.read_chart and len(outcome.drew) > 1)


def _run(play: Play, outcome: Outcome) -> Side:
    """The side that decided or drew by the rules; "" if none did."""
    return next((side for side in _who(outcome) if play.definition.automated(play.game, side)), "")


def _who(outcome: Outcome) -> list[Side]:
    """Who decided or drew, one after the other."""
    acts = (e for e in _events(outcome) if isinstance(e, ev.Decided | ev.ItemDrawn))
    return [e.side if isinstance(e, ev.Decided) else e.by for e in acts]


def _title(play: Play, outcome: Outcome, side: Side) -> str:
    """Whose doing it is: what begins with a player's own draws, as chits, is not the other side's alone."""
    if not side:
        return "Drawn one after the other"
    named = f"{play.side_title(side)} side, by the rules"
    return named if _who(outcome)[0] == side else f"Drawn, then the {named}"


def rule_film(
    play: Play,
    outcome: Outcome,
    choices: Sequence[Choice],
    foot: Sequence[Row],
    *,
    offered: Offered,
    pace: str,
) -> FilmDialog:
    """Every step with its lines; the map shows what was weighed, moved and struck. At its end a summary stands first."""
    steps = _steps(play, outcome)
    side = _run(play, outcome)
    summary = _summary(play, outcome, side)
    whole = [*summary, *(each for _, rows in steps for each in rows)]
    film = FilmDialog(
        _title(play, outcome, side),
        whole,
        choices,
        foot=foot,
        rows=offered[0],
        through=offered[1],
        colour=play.definition.colour(side or outcome.before),
        at_end=not summary,
    )
    film.summary = summary
    if _BEATS[pace]:
        film.scenes, film.parts = [scene for scene, _ in steps], [rows for _, rows in steps]
        film.beat = _BEATS[pace]
    return film


def _summary(play: Play, outcome: Outcome, side: Side) -> list[Row]:
    """What a side run by the rules has done in its turn, in short, where that is told of here; else none."""
    teller, steps = Teller(play.definition, play.game, play.session.steps), play.session.steps
    step = steps.get(outcome.entry.segment)
    ended = bool(side) and step is not None and step.turn_of == side and play.in_turn
    if not ended and not any(map(teller.ends_a_turn, outcome.entries)):
        return []
    lines = [line_row(line) for line in play.recap(outcome.before, whole=True).summed]
    return [row(("In short", "heading")), *lines, row(("Step by step", "heading"))]


def _events(outcome: Outcome) -> list[ev.Event]:
    return [event for entry in outcome.entries for event in entry.events]


def _steps(play: Play, outcome: Outcome) -> list[tuple[Scene, list[Row]]]:
    """The events in steps, each with its first line and what it did on the map."""
    parts: list[list[ev.Event]] = [[]]
    for event in _events(outcome):
        again = isinstance(event, ev.Decided) and any(isinstance(e, ev.Decided) for e in parts[-1])
        if again or isinstance(event, _OPENS):
            parts.append([])
        parts[-1].append(event)
    teller = Teller(play.definition, play.game, play.session.steps)
    places, found = places_of(play.game.state), []
    for part in parts:
        lines = _joined(part, telling(teller.lines(part, summed=False)))
        deed = deed_of(part, places, "", play.game.grid)
        texts = [line.text for line in lines if line.kind not in ("segment", "working")]
        told = next((line.text for line in lines if line.kind == "note"), next(iter(texts), ""))
        if told:
            found.append(((told, deed), [line_row(line) for line in lines]))
    return found


def _joined(part: Sequence[ev.Event], lines: list[Line]) -> list[Line]:
    """What was drawn and what it brought, in one line: a draw of many fits beside the map."""
    drawn, said = lines[:1], lines[1:2]
    if not part or not isinstance(part[0], ev.ItemDrawn) or not said or said[0].kind not in _READ:
        return lines
    return [replace(said[0], text=f"{drawn[0].text}. {said[0].text}"), *lines[2:]]
