"""Teach mode at the table: opening, turning and putting away explanations."""

from __future__ import annotations

from wargame.content.errors import DataError
from wargame.tui.asks.desk import Say
from wargame.tui.guide import settled_choice
from wargame.tui.table.table import Table


def explain(table: Table) -> None:
    """After the position has changed: what is new here, as a card or as one line."""
    table.guide.follow(table.play.session)
    show(table)
    _note(table)


def go_back(table: Table) -> None:
    """After answers were taken back: no explanation of what is not asked any more."""
    table.guide.go_back(table.play.session)
    show(table)


def show(table: Table) -> None:
    """Show the open page, or none."""
    guide = table.guide
    table.card.show(guide.page, guide.number, guide.count)


def turn(table: Table) -> None:
    """The next page; with none open, the explanation of what is asked now."""
    if table.guide.page is not None:
        table.guide.turn()
    elif not table.guide.recall(table.play.session):
        table.play.message = Say(
            "Nothing more is explained here; {rule} opens the rule.", bad=False
        )
    show(table)
    table.refresh_view()


def put_away(table: Table) -> bool:
    """Close the card; False if none was open."""
    was = table.guide.page is not None
    table.guide.close()
    show(table)
    return was


def switch(table: Table) -> None:
    """Explanations on or off for this game."""
    guide = table.guide
    if guide.lessons is None:
        text = "This game has no explanations; {rule} opens the rule."
    else:
        guide.on = not guide.on
        table.play.teach = settled_choice(table.play.campaign, guide.on)
        state = "come when something is new" if guide.on else "come only when you press {explain}"
        text = f"Explanations {state}."
    if guide.on:
        guide.recall(table.play.session)
    else:
        guide.close()
    table.play.message = Say(text, bad=False)
    show(table)
    table.refresh_view()


def learn(table: Table) -> None:
    """What was refused is explained by its rule, the first time in a game that is explained."""
    message, guide = table.play.message, table.guide
    if message is None or not (message.bad and message.rule and guide.on):
        return
    try:
        rule = table.shell.rulebook(table.play.definition).find(message.rule)
    except DataError:
        return  # the rule of a toy without a book
    if guide.learn(rule):
        show(table)


def fold(table: Table) -> None:
    """In a small terminal the card makes room as soon as the player acts."""
    if table.panels.size_class == "small":
        put_away(table)


def _note(table: Table) -> None:
    """The one line of a segment that has no card, when it first comes."""
    play = table.play
    step = play.session.steps.get(play.session.segment)
    if step is None or step.id in table.noted:
        return
    table.noted.add(step.id)
    wanted = table.shell.settings.teach != "off" and table.guide.page is None
    if wanted and step.note and play.message is None:
        play.message = Say(f"{step.title}: {step.note}", step.rule, bad=False)
    table.refresh_view()
