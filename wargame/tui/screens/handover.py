"""What is shown between two questions: dice and the chart lit, who decides now, what happened."""

from __future__ import annotations

from wargame.flow.ask import PASS
from wargame.model import events as ev
from wargame.tui.asks import Desk
from wargame.tui.play import Outcome, Play
from wargame.tui.screens.dialog import Dialog
from wargame.tui.settings import Settings
from wargame.tui.widgets.book import line_row, telling
from wargame.tui.widgets.dice import dice_rows, last_reading
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.tabular import chart_rows

_WIDTH = 70
_TALLEST_CHART = 16
_GO_ON = ("choose,go_on", "go on", "on")


def dialogs_after(play: Play, outcome: Outcome, settings: Settings) -> list[Dialog]:
    """The notices that follow an answer, in order; often none."""
    if not outcome.after:
        return [end_dialog(play)]
    found: list[Dialog] = []
    handover = outcome.handover and settings.curtain != "off"
    if handover and not _let_pass(outcome):
        found.append(briefing_dialog(play, outcome))
    elif outcome.read_chart and settings.dice == "wait":
        found.append(Dialog("The dice have fallen", result_rows(play, outcome), [_GO_ON]))
    return found


def briefing_dialog(play: Play, outcome: Outcome | None = None) -> Dialog:
    """Who decides now, what happened since they decided last, what is asked."""
    ask = play.session.ask
    if ask is None:
        return end_dialog(play)
    lit = outcome is not None and outcome.read_chart
    rows = result_rows(play, outcome) if outcome and lit else []
    lines = telling(play.briefing(ask.side))
    lines = [line for line in lines if not (lit and line.kind in {"dice", "result"})]
    if lines:
        rows += [row(("Since you last decided:", "heading"))]
        rows += [line_row(line) for line in lines]
    asked = [row(""), row((ask.prompt, "strong"), (f"  {ask.rule}", "rule"))]
    title = f"{play.side_title(ask.side)}: the decision is yours"
    return Dialog(title, [*rows, *asked], [_GO_ON, *_pass_key(play)], at_end=True)


def _let_pass(outcome: Outcome) -> bool:
    """Whether the other side only let pass what was done, so that there is nothing to tell."""
    told = (ev.DiceRolled, ev.ItemDrawn, ev.SegmentEntered)
    events = [event for entry in outcome.entries for event in entry.events]
    return outcome.entry.answer == PASS and not any(isinstance(event, told) for event in events)


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


def result_rows(play: Play, outcome: Outcome) -> list[Row]:
    """The dice of an answer and the chart they were read on."""
    rows = dice_rows(outcome.entries)
    reading = last_reading(outcome.entries)
    if reading is not None:
        rows += [row(""), *_chart(play, reading)]
    return [*rows, row("")]


def end_dialog(play: Play) -> Dialog:
    """How the game ended."""
    ended = play.session.state.ended
    if ended is None:
        return Dialog("Nothing to decide", [], [_GO_ON])
    winner = play.side_title(ended.winner) if ended.winner else "nobody"
    rows = [
        row((ended.level, "strong")),
        row(f"Winner: {winner}"),
        row(f"Reason: {ended.reason}"),
        row(""),
        *(row(line, hang=2) for line in play.definition.face.reckoning(play.game)),
    ]
    choices = [("choose", "look at the table", "on"), ("report", "report", "report")]
    choices += [("replay", "replay", "replay"), ("menu", "menu", "leave")]
    return Dialog("The game is over", rows, choices)


def _chart(play: Play, reading: ev.ChartRead) -> list[Row]:
    charts = play.definition.charts(play.game.content)
    chart = charts.get(reading.chart)
    if chart is None or len(chart.rows) > _TALLEST_CHART:
        return []
    return chart_rows(chart, _WIDTH, reading.column, reading.row)
