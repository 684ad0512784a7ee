"""Commands about the open question: ask, answer, why, odds, undo."""

from __future__ import annotations

from collections.abc import Iterator

import click

from wargame.cli.out import document, say, warn
from wargame.cli.question import (
    ask_lines,
    ask_view,
    odds_lines,
    odds_view,
    order_lines,
    plan_lines,
    prompt_line,
)
from wargame.cli.save_argument import code_of, look_at, play_on, side_of, tell_notices
from wargame.cli.words import ANSWER, SAVE, SIDE, Whole
from wargame.exports.lines import ruled
from wargame.flow.aside import is_aside
from wargame.flow.ask import IllegalAnswer, Refusal
from wargame.flow.at_table import Plans
from wargame.flow.planned import plan_told
from wargame.flow.reasons import way_to, why_path
from wargame.flow.reckoning import why_so
from wargame.flow.record import Entry
from wargame.flow.seat import HELD, is_by_seat
from wargame.flow.session import Session
from wargame.flow.shorthand import expand, whole
from wargame.flow.standing_orders import ORDER
from wargame.flow.whatif import what_if, what_if_lines, what_if_view
from wargame.hexes.grid import Hex
from wargame.hexes.number import UnknownHex
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.pin import has_pin, pin_fits

NOT_HELD = 1
_LISTED = 6
"""The most answers that are named before they are taken back."""
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON document.")
side_option = click.option(
    "--side",
    type=SIDE,
    help="Only what this side may know; without it everything, secrets too. Once a game has ended "
    "nothing in it is secret.",
)
answer_words = click.argument("answer", type=ANSWER, nargs=-1, required=True)


@click.command("ask")
@click.argument("save", type=SAVE)
@as_json
@click.option("--side", type=SIDE, help="Only if this side is asked, or nothing is secret.")
@click.option("--what", metavar="HEX", help="The best attack that can be brought against this hex.")
def ask_command(save: str, side: str | None, what: str | None, as_json: bool) -> int:
    """Show the open question of SAVE and its legal answers."""
    campaign = look_at(save)
    viewer = side_of(campaign, side)
    if viewer is not None and campaign.session.viewer not in (None, viewer):
        titles = {info.id: info.title for info in campaign.definition.sides}
        asked = titles.get(campaign.session.viewer, campaign.session.viewer)
        raise IllegalAnswer(Refusal(f"The question is for the {asked} side alone."))
    session = campaign.session
    found = what_if(session, _hex(session, what)) if what is not None else None
    if as_json:
        more = {"what": what_if_view(session, found)} if found else {}
        document({**ask_view(session), **more})
    else:
        for line in what_if_lines(session, found) if found else ask_lines(session):
            say(line)
    return code_of(campaign)


def _hex(session: Session, text: str) -> Hex:
    """The hex meant; the nearest is named where it is none."""
    try:
        return session.game.grid.hex(text)
    except UnknownHex as error:
        raise IllegalAnswer(Refusal(str(error))) from error


@click.command("answer")
@click.argument("save", type=SAVE)
@click.argument("answers", type=ANSWER, metavar="ANSWER...", nargs=-1, required=True)
def answer_command(save: str, answers: tuple[str, ...]) -> int:
    """Give each ANSWER in order (quote the ones with spaces) and tell what it caused.

    An ANSWER may also be a plan: all, none, "react A B", on, "move A+B HEX", or "ANSWER; ANSWER". What
    is asked next is told at the end.
    """
    with play_on(save) as campaign:
        session = campaign.session
        plans, side = Plans(session), _side_asked(session)
        for answer in answers:
            for line in _of_another_side(session, side, answer):
                say(line)
            give(campaign, plans.begin(whole(session, answer)))
            tell_notices(campaign)
            if told := plans.said():
                say(told)
        if campaign.failing:
            raise SaveError(campaign.failing)
        say(f"Next: {prompt_line(session)}" if session.ask else prompt_line(session))
        return code_of(campaign)


def _side_asked(session: Session) -> Side:
    return session.ask.side if session.ask else ""


def _of_another_side(session: Session, side: Side, answer: str) -> Iterator[str]:
    """Whose order it is that is said aside, where another side is asked by now than at the first answer."""
    asked = _side_asked(session)
    if asked and asked != side and is_aside(session.definition.asides, answer):
        title = next(info.title for info in session.definition.sides if info.id == asked)
        yield f'The {title} side is asked by now: "{answer}" is its order.'


@click.command("orders")
@click.argument("save", type=SAVE)
def orders_command(save: str) -> int:
    """List the standing orders in SAVE; `answer SAVE "order ..."` and "revoke N" change them."""
    campaign = look_at(save)
    sides = [side.id for side in campaign.definition.sides]
    for line in order_lines(campaign.session, sides):
        say(line)
    aside, game = campaign.definition.asides.get(ORDER), campaign.session.game
    if aside and any(aside.fits(game, side) for side in sides):
        say(f"Written: {aside.form}.")
    return code_of(campaign)


def give(campaign: Campaign, answer: str) -> None:
    """Answer, and print the journal lines it caused, as its side knows it; raises IllegalAnswer."""
    side = campaign.session.viewer
    entry = campaign.answer(answer)
    for told in campaign.session.told_to(side)[entry.n :]:
        say(f"{told.n}. {told.answer}{_by_orders(campaign, told)}")
        for line in campaign.lines(told, side or entry.side):
            say(f"   {ruled(line.text, line.rule)}")
    if come := campaign.session.comes_to(entry):
        say(f"{entry.answer} - {come}.")


def _by_orders(campaign: Campaign, told: Entry) -> str:
    """Whose standing orders gave an answer, "" where a player did."""
    if not is_by_seat(told):
        return ""
    title = next((s.title for s in campaign.definition.sides if s.id == told.side), told.side)
    return f" (the {title} side, by its orders)"


@click.command("why")
@click.argument("save", type=SAVE)
@click.argument("answer", type=ANSWER, nargs=-1)
@as_json
def why_command(save: str, answer: tuple[str, ...], as_json: bool) -> int:
    """Say whether ANSWER is legal now, and if not, why not.

    ANSWER may also be UNIT HEX: whether that unit can go there, and what each step costs. What is not
    legal exits with 1. Or @N: why answer N came out as it did, with numbers, modifiers, the row read
    and what would have changed it; without ANSWER the last answer of SAVE or SAVE@N.
    """
    campaign = look_at(save)
    session, text = campaign.session, " ".join(answer)
    if not text or text.startswith("@"):
        lines = why_so(session, text, None)
        if as_json:
            document({"lines": lines})
        for line in () if as_json else lines:
            say(line)
        return code_of(campaign)
    try:
        way = way_to(session, text)
        refusal = session.why_not(way or whole(session, text))
    except UnknownHex as error:
        raise IllegalAnswer(Refusal(str(error))) from error
    except IllegalAnswer as error:
        way, refusal = "", error.refusal
    if as_json:
        document(_verdict(refusal))
    elif way:
        for line in why_path(session, text):
            say(line)
    elif refusal is None:
        say("Yes, this is legal now.")
    else:
        say(f"No: {refusal}")
    return code_of(campaign) or (NOT_HELD if refusal else 0)


def _verdict(refusal: Refusal | None) -> dict[str, object]:
    if refusal is None:
        return {"legal": True, "reason": "", "rule": "", "nearest": []}
    return {
        "legal": False,
        "reason": refusal.reason,
        "rule": refusal.rule,
        "nearest": list(refusal.nearest),
    }


@click.command("odds")
@click.argument("save", type=SAVE)
@answer_words
@as_json
def odds_command(save: str, answer: tuple[str, ...], as_json: bool) -> int:
    """Give the exact chance of each outcome of ANSWER, or of a plan: "ANSWER; ANSWER"."""
    campaign = look_at(save)
    session = campaign.session
    if session.ask is None:
        raise IllegalAnswer(Refusal("The game is over: there is nothing to answer."))
    text = " ".join(answer)
    plan = plan_told(session, text)
    canonical = "" if plan else session.ask.read(expand(session, text))[0]
    if as_json:
        lines = {"lines": list(plan.lines)} if plan else {}
        document({**odds_view(plan.odds if plan else session.ask.odds(canonical)), **lines})
    else:
        for line in plan_lines(plan) if plan else odds_lines(session, canonical):
            say(line)
    return code_of(campaign)


@click.command("undo")
@click.argument("save", type=SAVE)
@click.option("--to", type=Whole(0), help="Keep the answers up to this one.")
@click.option("--consent", is_flag=True, help="The other player agrees to cross the barrier.")
def undo_command(save: str, to: int | None, consent: bool) -> int:
    """Take back to the last die, draw or decision of the other side, or to an earlier answer."""
    with play_on(save) as campaign:
        session = campaign.session
        barrier, reason = session.barrier()
        if to is None and barrier == session.n:
            raise IllegalAnswer(Refusal(reason))
        was, goal = session.n, barrier if to is None else to
        if consent and 0 <= goal < min(barrier, was):
            for line in _going(campaign, goal):
                say(line)
            _agreed(campaign)
        record = campaign.undo(goal, consent=consent)
        tell_notices(campaign)
        if record.consent:
            say(f"{'Other dice fall' if record.salt else 'The same dice wait'} from here.")
        say(f"Taken back: answers {session.n + 1} to {was}. The game stands after {session.n}.")
        if session.held:
            say(HELD)
        if campaign.failing:
            warn(f"wargame: {campaign.failing}")
        return code_of(campaign)


def _going(campaign: Campaign, goal: int) -> list[str]:
    """What going back to answer *goal* undoes: of each answer its first line, or its words."""
    gone = []
    for entry in campaign.session.told[goal + 1 :]:
        lines = [line.text for line in campaign.lines(entry) if line.kind != "segment"]
        gone.append(f"  {entry.n}. {lines[0].rstrip('.') if lines else entry.answer}")
    more = [f"  and {len(gone) - _LISTED} more"] if len(gone) > _LISTED else []
    return ["What is taken back:", *gone[:_LISTED], *more]


def _agreed(campaign: Campaign) -> None:
    """The other side agrees by its PIN, where it has one; raises SaveError."""
    session, definition = campaign.session, campaign.definition
    rival = definition.other(session.ask.side if session.ask else session.entries[-1].side)
    if not has_pin(campaign, rival):
        return
    who = definition.player(rival, {})
    if not pin_fits(
        campaign, rival, click.prompt(f"PIN of the {who} side", hide_input=True, err=True)
    ):
        raise SaveError(f"Without the PIN of the {who} side nothing is taken back.")
