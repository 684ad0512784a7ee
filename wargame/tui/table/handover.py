"""What is shown between two questions: dice and the chart lit, who decides now, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wargame.content.chart import Chart
from wargame.exports.situation import aims
from wargame.flow.ask import NO, PASS, YES
from wargame.flow.journal import Teller, capitalised
from wargame.flow.words import added_to
from wargame.model import events as ev
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.tui.asks import Desk
from wargame.tui.outcome import Outcome
from wargame.tui.play import Play
from wargame.tui.screens.dialog import Body, Choice, Dialog
from wargame.tui.settings import Settings
from wargame.tui.table.by_rule import comes_in_steps, rule_film
from wargame.tui.table.film import FilmDialog, Scene
from wargame.tui.widgets.book import line_row, telling
from wargame.tui.widgets.dice import dice_rows, last_reading
from wargame.tui.widgets.orders_panel import item_row
from wargame.tui.widgets.row import Row, row, wrap
from wargame.tui.widgets.section import section_rows
from wargame.tui.widgets.tabular import chart_window

_SHORTEST_CHART = 8
"""Lines a chart may take where more is to be told than fits."""
_SHORT = 5
"""The most rows of a question that a card offers."""
_GO_ON = ("choose,go_on", "go on", "on")


def dialogs_after(play: Play, outcome: Outcome, settings: Settings) -> list[Dialog]:
    """The notices that follow an answer, in order; often none."""
    if not outcome.after:
        return [end_dialog(play)]
    found: list[Dialog] = []
    handover = outcome.handover and settings.curtain != "off"
    if handover and not _let_pass(outcome):
        found.append(briefing_dialog(play, outcome))
    elif settings.dice == "wait" and comes_in_steps(play, outcome):
        offered, pace = _offered(play), settings.pace
        keys, foot = _choices(play), _asked(play)
        found.append(rule_film(play, outcome, keys, foot, offered=offered, pace=pace))
    elif outcome.read_chart and settings.dice == "wait":
        found.append(_card(play, "The dice have fallen", _dice_body(result(play, outcome))))
    elif outcome.drew and settings.dice == "wait":
        found.append(_card(play, "Drawn", dice_rows(outcome.entries, play.words)))
    return found


def opened_by_lot(campaign: Campaign) -> bool:
    """Whether something was drawn or rolled, for all to see, before the first question of a game."""
    session = campaign.session
    chance = any(isinstance(e, ev.ItemDrawn | ev.DiceRolled) for e in session.told[0].events)
    return chance and not session.secrets and not session.n


def briefing_dialog(play: Play, outcome: Outcome | None = None) -> Dialog:
    """Who decides now, what happened since they decided last, what is asked."""
    ask = play.session.ask
    if ask is None:
        return end_dialog(play)
    lit = result(play, outcome) if outcome and outcome.read_chart else None
    whole = outcome is None or (play.in_turn and play.turn_opens)
    past = recap_rows(play, ask.side, whole=whole, dice=lit is None)
    if not past and outcome is None:
        past = [row("Nothing has happened since your last turn.")]
    title = f"{play.player(ask.side)}: the decision is yours"
    colour = play.definition.colour(ask.side)
    body = past if lit is None else _dice_body(lit, past)
    scenes = film_scenes(play, ask.side) if whole else []
    if not scenes:
        return _card(play, title, body, colour=colour)
    film = FilmDialog(title, body, _choices(play), foot=_asked(play), colour=colour)
    film.scenes = scenes
    return film


def film_scenes(play: Play, side: Side) -> list[Scene]:
    """What was done on the map since the side's last turn, each with its first line."""
    teller = Teller(play.definition, play.game, play.session.steps)
    found = []
    for entry, deed in play.film(side):
        every = teller.lines(entry.events, summed=False)
        lines = (line for line in every if line.kind != "segment")
        found.append((next((line.text for line in lines), entry.answer), deed))
    return found


def recap_rows(play: Play, side: Side, *, whole: bool, dice: bool) -> list[Row]:
    """What a side missed: its own troops, draws, then the rest; *dice* if they are not shown beside."""
    found = play.recap(side, whole=whole)
    rows: list[Row] = []
    for title, lines in found.sections:
        told = [line for line in telling(lines) if dice or line.kind not in {"dice", "result"}]
        if told:
            rows += [row((title, "heading")), *map(line_row, told)]
    since = "Since your last turn:" if whole else "Since you last decided:"
    since = since if play.session.n else "Before your first decision:"
    return [row((since, "dim")), *rows] if rows else []


def _let_pass(outcome: Outcome) -> bool:
    """Whether the other side only let pass what was done, so that there is nothing to tell."""
    told = (ev.DiceRolled, ev.ItemDrawn, ev.SegmentEntered)
    events = [event for entry in outcome.entries for event in entry.events]
    return outcome.entry.answer in (PASS, NO) and not any(
        isinstance(event, told) for event in events
    )


def _offered(play: Play) -> tuple[list[Row], dict[str, str]]:
    """The rows of a short question, and the keys of the table that answer by them."""
    view = play.view()
    if not view.by_number or _word_keys(play) or not 0 < len(view.items) <= _SHORT:
        return [], {}
    numbered = list(enumerate(view.items, view.first))
    rows = [item_row(item, str(n)) for n, item in numbered]
    through = {f"table.option_{n}": f"ask {n}" for n, _ in numbered}
    if all_of_them := dict(view.keys).get("a"):
        proposed = all_of_them == "as proposed"
        rows.append(row(("a ", "key"), all_of_them if proposed else "all of them act"))
        through["table.all"] = "ask all commit"
    return rows, through


def _asked(play: Play) -> list[Row]:
    """The open question."""
    ask = play.session.ask
    return [row((ask.prompt, "strong"), (f"  {ask.rule}", "rule"))] if ask else []


def _choices(play: Play) -> list[Choice]:
    """What can be done in a card that goes before a question."""
    return [_GO_ON, *_word_keys(play), *_pass_key(play)]


def _word_keys(play: Play) -> list[Choice]:
    """A question of yes or no is answered without a look at the table."""
    words = {option.answer for option in play.session.ask.options()} if play.session.ask else {}
    return [(word, word, f"ask {word}") for word in (YES, NO)] if words == {YES, NO} else []


def _pass_key(play: Play) -> list[tuple[str, str, str]]:
    """A choice that may be passed is passed without a look at the table."""
    ask = play.session.ask
    if ask is None or ask.kind != "choice":
        return []
    desk = Desk(play.game, play.definition, ask)
    found = [("pass", desk.way_out_label(), "pass")] if desk.way_out() else []
    if play.standing.limits(play.session) and play.standing.find(play.session) is None:
        found.append(("standing", "pass all such", "standing"))
    return found


@dataclass(frozen=True, slots=True)
class Result:
    """The dice of an answer and the chart they were read on."""

    dice: list[Row]
    chart: Chart | None
    column: str
    label: str

    def rows(self, width: int, height: int, after: int) -> list[Row]:
        """The dice first; the chart on what is left of *height* lines beside *after* others.

        Where not even the line that was read has room, there is no chart: its headings say nothing.
        """
        if self.chart is None:
            return self.dice
        left = height - sum(len(wrap(entry, width)) for entry in self.dice)
        gap = [row("")] if left > _SHORTEST_CHART // 2 else []
        room = max(left - len(gap) - after, min(_SHORTEST_CHART, left - len(gap)))
        table = chart_window(self.chart, width, room, column=self.column, label=self.label)
        if not table or sum(len(wrap(entry, width)) for entry in table) > left - len(gap):
            return self.dice
        return [*self.dice, *gap, *table]


def result(play: Play, outcome: Outcome) -> Result:
    """The dice of an answer and the chart they were read on."""
    reading = last_reading(outcome.entries)
    charts = play.definition.charts(play.game.content)
    dice = dice_rows(outcome.entries, play.words)
    if reading is None:
        return Result(dice, None, "", "")
    chart = charts.get(reading.chart)
    label = chart.line_of(reading.row, reading.total, added_to(reading)) if chart else ""
    return Result(dice, chart, reading.column, label)


def _dice_body(lit: Result, past: Sequence[Row] = ()) -> Body:
    """The dice first, with as much of the chart as there is room for, then what else happened."""

    def body(width: int, height: int) -> list[Row]:
        more = [row(""), *past] if past else []
        after = sum(len(wrap(entry, width)) for entry in more)
        return [*lit.rows(width, height, after), *more]

    return body


def _card(play: Play, title: str, body: Body, *, colour: str = "") -> Dialog:
    """What goes before the open question, and takes the keys that answer it."""
    rows, through = _offered(play)
    foot, choices = _asked(play), _choices(play)
    return Dialog(title, body, choices, foot=foot, rows=rows, through=through, colour=colour)


def end_dialog(play: Play) -> Dialog:
    """How the game ended."""
    ended = play.session.state.ended
    if ended is None:
        return Dialog("Nothing to decide", [], [_GO_ON])
    say = play.words
    winner = play.definition.winner(ended.winner, play.session.header.players) or "nobody"
    rows = [
        row((capitalised(say(ended.level)), "strong")),
        row(f"Winner: {winner}"),
        row(f"Reason: {say.reason(ended)}"),
        row(""),
        *(row(line, hang=2) for line in play.definition.face.reckoning(play.game)),
        *(r for section in aims(play.definition, play.game)[:1] for r in section_rows(section)),
    ]
    choices = [("choose", "look at the table", "on"), ("report", "report", "report")]
    choices.insert(1, ("course", "the battle in half a page", "course"))
    choices += [("replay", "replay", "replay"), ("menu", "menu", "leave")]
    colour = play.definition.colour(ended.winner)
    return Dialog("The game is over", rows, choices, colour=colour)
