"""Commands about the games themselves: games, sequence, table, rules, units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from wargame import games
from wargame.cli.decide import as_json
from wargame.cli.muster import unit_tables
from wargame.cli.out import document, say
from wargame.cli.prose import aligned, prose_lines
from wargame.cli.words import CHART, GAME, RULE
from wargame.content.chart import Chart
from wargame.content.errors import DataError
from wargame.content.rulebook import Rule, Rulebook
from wargame.content.rulings import whole_rulebook
from wargame.content.sequence import Step, walk
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Content

MOST_FOUND = 12


@click.command("games")
@as_json
def games_command(as_json: bool) -> None:
    """List the games and their scenarios."""
    found = [games.game(game_id) for game_id in games.MODULES]
    if as_json:
        document([_game_view(definition) for definition in found])
        return
    for definition in found:
        say(f"{definition.id}  {definition.title}: {definition.blurb}")
        for info in definition.scenarios:
            name = games.full_name(definition, info)
            say(f"  {name}  {info.title}, {info.length}")


def _game_view(definition: GameDefinition) -> dict[str, Any]:
    return {
        "id": definition.id,
        "title": definition.title,
        "sides": [side.id for side in definition.sides],
        "ruleset": definition.ruleset,
        "scenarios": [
            {
                "id": games.full_name(definition, info),
                "title": info.title,
                "turns": info.turns,
                "minutes": info.minutes,
                "answers": info.answers,
            }
            for info in definition.scenarios
        ],
    }


def printed(game_id: str) -> tuple[GameDefinition, Content]:
    """A game and its printed matter (that of its first scenario)."""
    definition = games.game(game_id)
    return definition, definition.load(definition.scenarios[0].id)


@click.command("sequence")
@click.argument("game", type=GAME)
@as_json
def sequence_command(game: str, as_json: bool) -> None:
    """Show the turn sequence of GAME in order."""
    _, content = printed(game)
    steps = list(walk(content.sequence))
    if as_json:
        document([_step_view(step) for step in steps])
        return
    for step in steps:
        say(f"{'  ' * step.depth}{step.title} [{step.rule}]" + ("*" if step.interrupt else ""))
    if any(step.interrupt for step in steps):
        say("* an interrupt: it runs inside the step above it, when its rule calls for it.")


def _step_view(step: Step) -> dict[str, Any]:
    return {
        "id": step.id,
        "title": step.title,
        "side": step.side,
        "rule": step.rule,
        "depth": step.depth,
        "interrupt": step.interrupt,
    }


@click.command("table")
@click.argument("game", type=GAME)
@click.argument("name", type=CHART, required=False)
@as_json
def table_command(game: str, name: str | None, as_json: bool) -> None:
    """Show the chart NAME of GAME, or list its charts."""
    definition, content = printed(game)
    charts = definition.charts(content)
    if name is not None:
        chart = find_chart(charts, name)
        if as_json:
            document(chart_view(chart))
        else:
            for line in chart_lines(chart):
                say(line)
    elif as_json:
        document(list(charts))
    else:
        for chart in charts.values():
            say(f"{chart.name}  {chart.title} [{chart.rule}]")


def find_chart(charts: Mapping[str, Chart], name: str) -> Chart:
    """A chart by name or title; raises DataError with the nearest."""
    titled = {chart.title.casefold(): chart for chart in charts.values()}
    word = name.casefold()
    chart = charts.get(name) or charts.get(word) or titled.get(word)
    if chart is None:
        raise DataError.typed("chart", name, charts)
    return chart


def chart_view(chart: Chart) -> dict[str, Any]:
    """A chart as JSON values."""
    return {
        "name": chart.name,
        "title": chart.title,
        "rule": chart.rule,
        "corner": chart.corner,
        "columns": list(chart.columns),
        "rows": [{"label": row.label, "cells": list(row.cells)} for row in chart.rows],
        "note": chart.note,
    }


def chart_lines(chart: Chart) -> Iterator[str]:
    """A chart as aligned text, a gallery card by card."""
    if chart.gallery:
        yield from _cards(chart)
        return
    rows = [(chart.corner, *chart.columns), *((row.label, *row.cells) for row in chart.rows)]
    yield f"{chart.title} [{chart.rule}]"
    yield from aligned(rows)
    if chart.note:
        yield chart.note


def _cards(chart: Chart) -> Iterator[str]:
    yield f"{chart.title} [{chart.rule}]"
    if chart.note:
        yield chart.note
    for row in chart.rows:
        yield ""
        yield row.label
        yield from aligned([(f"  {heading}", cell) for heading, cell in chart.told(row)])


@click.command("rules")
@click.argument("game", type=GAME)
@click.argument("words", type=RULE, nargs=-1)
def rules_command(game: str, words: tuple[str, ...]) -> None:
    """Show the rulebook of GAME, a rule or a ruling (R-64) by its id, or the rules that hold all WORDS."""
    definition = games.game(game)
    text = whole_rulebook(definition.id, definition.title)
    if not words:
        say(text.rstrip())
        return
    for line in look_up(Rulebook.of(text), list(words)):
        say(line)


def look_up(book: Rulebook, words: list[str]) -> Iterator[str]:
    """One rule if the words are its id or a section's number, else a search."""
    if len(words) == 1 and words[0].upper() in book.rules:
        yield from rule_lines(book, book.find(words[0]))
        return
    if len(words) == 1 and any(words[0] == section.id for section in book.sections):
        section = book.section(words[0])
        yield f"{section.id} {section.title}"
        yield from prose_lines(section.text)
        return
    if len(words) == 1 and _like_rule(words[0]):
        book.find(words[0])  # raises, naming the nearest
    found = book.search(words)
    for rule in found[:MOST_FOUND]:
        yield f"{rule.id}  {rule.title}"
    if len(found) > MOST_FOUND:
        yield f"and {len(found) - MOST_FOUND} more."
    if not found:
        raise DataError("", "", f'No rule holds "{" ".join(words)}"')


def rule_lines(book: Rulebook, rule: Rule) -> Iterator[str]:
    """A rule with its section and the rules it refers to."""
    section = next((s for s in book.sections if rule.id in s.rules), None)
    yield f"{rule.id}" + (f" ({section.id} {section.title})" if section else "")
    yield from prose_lines(rule.text)
    others = [link for link in book.links(rule.text) if link != rule.id and link[:2] != "R-"]
    if others:
        yield f"See also: {', '.join(others)}."


def _like_rule(word: str) -> bool:
    ruling = word[:2].upper() == "R-" and word[2:].isdecimal()
    return ruling or (
        word.count("-") == 2 and word[-1:].isalnum() and any(c.isdigit() for c in word)
    )


@click.command("units")
@click.argument("game", type=GAME)
@as_json
def units_command(game: str, as_json: bool) -> None:
    """Show the order of battle of GAME."""
    definition, content = printed(game)
    rows = definition.order_of_battle(content)
    if as_json:
        document(rows)
        return
    for line in unit_tables(definition, rows):
        say(line)
