"""An open question and the odds of an answer, as JSON values and as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from wargame.exports.journal import segment_title
from wargame.exports.lines import ruled
from wargame.flow.allot import VERB, Allotment
from wargame.flow.aside import Aside, told_aside
from wargame.flow.ask import Odds, Option, PathAsk
from wargame.flow.in_all import in_all
from wargame.flow.plan import reactors
from wargame.flow.planned import PlanTold
from wargame.flow.seat import ACCEPT
from wargame.flow.session import Session
from wargame.flow.standing_orders import ORDER, standing_orders
from wargame.flow.words import Wording
from wargame.model.state import Side

_OF_A_ROW = ("key", "title", "least", "most", "price", "purse", "note")
"""What JSON says of a row among which numbers are dealt out."""
_FEW = 6
"""So many standing orders, and things that can be said aside, are told one by one."""


def ended_view(session: Session) -> dict[str, str] | None:
    """How the game ended, None while it goes on."""
    ended = session.state.ended
    if ended is None:
        return None
    say = Wording.of(session)
    return {"winner": ended.winner, "level": say(ended.level), "reason": say.reason(ended)}


def ask_view(session: Session) -> dict[str, Any]:
    """The open question."""
    ask = session.ask
    options = ask.options() if ask else ()
    return {
        "n": session.n,
        "side": ask.side if ask else "",
        "segment": session.segment,
        "key": ask.key if ask else "",
        "kind": ask.kind if ask else "",
        "prompt": ask.prompt if ask else "The game is over.",
        "rule": ask.rule if ask else "",
        "options": [{"answer": option.answer, "label": option.label} for option in options],
        "heads": [
            {"answer": head.answer, "label": head.label, "form": head.form or f"{head.answer} PATH"}
            for head in _heads(session)
        ],
        "complete": ask.complete if ask else True,
        **_beside_view(session),
        "ended": ended_view(session),
    }


def _beside_view(session: Session) -> dict[str, Any]:
    """Rows to deal numbers out to, what is proposed, what can be said aside, where there is such."""
    found: dict[str, Any] = {}
    if isinstance(session.ask, Allotment):
        rows = session.ask.rows()
        found["rows"] = [{n: getattr(row, n) for n in _OF_A_ROW} for row in rows]
    if session.definition.seats:
        found["proposal"] = session.proposal.answer if session.proposal else ""
    if session.definition.asides:
        found["asides"] = list(_asides(session))
    return found


def beside_lines(session: Session) -> Iterator[str]:
    """Who can act or get something, what is proposed, and what can be said aside, for reading."""
    yield from _reactor_lines(session)
    yield from _share_lines(session)
    if session.proposal:
        yield f"Proposed by your orders: {session.proposal.answer}. `{ACCEPT}` gives it."
    side = session.ask.side if session.ask else ""
    given = len(standing_orders(session.seen.state, side))
    if given > _FEW:
        yield f"{given} orders stand; `orders` lists them."
    else:
        yield from order_lines(session, [side] if side else [])
    if asides := _asides(session):
        more = f"; and {len(asides) - _FEW} more" if len(asides) > _FEW else ""
        yield f"At any question of yours: {'; '.join(asides[:_FEW])}{more}."


def order_lines(session: Session, sides: Iterable[Side]) -> Iterator[str]:
    """The standing orders of these sides, each with the number that revokes it."""
    titles = {side.id: side.title for side in session.definition.sides}
    for side in sides:
        for n, text in enumerate(standing_orders(session.seen.state, side), 1):
            told = told_aside(session.definition.asides, session.seen, side, f"{ORDER} {text}")
            yield f"{titles[side]} order {n}: {text}{told and f' - {told}'}"


def _reactor_lines(session: Session) -> Iterator[str]:
    """Several who can act, each with its best chance, and the words that answer for them."""
    rows, name = reactors(session.ask, session.seen), session.definition.face.unit_name
    if len(rows) < 2:
        return
    yield "In one line: `react UNIT UNIT`, `all` (`all to HEX`, `all at UNIT`) or `none`."
    for row in rows:
        chance = f" {float(row.chances[0]):.0%}" if row.chances[0] else ""
        best = f": {row.options[0].label}" if chance else ""
        yield f"      {row.unit}  {name(session.seen, row.unit)}{chance}{best}"


def _share_lines(session: Session) -> Iterator[str]:
    """The rows among which numbers are dealt out, each with its bounds."""
    if not isinstance(session.ask, Allotment):
        return
    rows = session.ask.rows()
    ticks = all(row.most == 1 for row in rows)
    if ticks:
        yield f"Name what is chosen: `{VERB} KEY KEY`."
    else:
        yield f"Say who gets how much: `{VERB} KEY=NUMBER KEY=NUMBER`, 1 where no number stands."
    for row in rows:
        most = f", {row.least} to {row.most}" if row.least else f", up to {row.most}"
        yield f"      {row.key}  {row.title}{'' if ticks else most}{f': {row.note}' if row.note else ''}"


def _asides(session: Session) -> Sequence[str]:
    """Some of what the side asked can say aside."""
    ask, asides = session.ask, session.definition.asides.values()
    if ask is None:
        return ()
    known = session.seen_by(ask.side)
    return [text for aside in asides for text in aside.offers(known, ask.side)]


def typed_asides(session: Session) -> list[Aside]:
    """What can be said aside in words of one's own, by the side asked."""
    known, asides = session.seen, session.definition.asides.values()
    side = session.ask.side if session.ask else ""
    return [aside for aside in asides if aside.form and (not side or aside.fits(known, side))]


def ask_lines(session: Session) -> Iterator[str]:
    """The open question for reading."""
    yield prompt_line(session)
    if session.ask is None:
        return
    yield from option_lines(session)
    yield from beside_lines(session)


def prompt_line(session: Session, viewer: Side | None = None) -> str:
    """Who decides what, where in the turn, under which rule; or how the game ended.

    What a question says is for the side asked alone, while there are secrets.
    """
    ask, ended = session.ask, session.state.ended
    titles = {side.id: side.title for side in session.definition.sides}
    if ended:
        winner = titles.get(ended.winner, "nobody")
        say = Wording.of(session)
        return f"The game is over: {say(ended.level)} ({say.reason(ended)}). Winner: {winner}."
    if ask is None:
        return "The game waits for nobody."
    place = f"{titles.get(ask.side, ask.side)}, {where(session)}"
    if session.secrets and viewer not in (None, ask.side):
        return f"{place}: to decide."
    return ruled(f"{place}: {ask.prompt}", ask.rule)


def where(session: Session) -> str:
    """The turn and the segment in words."""
    return f"turn {session.state.turn()}, {segment_title(session)}"


def numbered(session: Session) -> list[Option]:
    """Every option in the order of its number: the paths come last."""
    ask = session.ask
    options = list(ask.options()) if ask else []
    starts = _starts(session)
    return sorted(options, key=lambda option: bool(starts) and option.answer.startswith(starts))


def option_lines(session: Session) -> Iterator[str]:
    """The options, numbered."""
    if session.ask is None:
        return
    for number, option in enumerate(numbered(session), session.ask.about.first):
        yield option_line(number, option)
    if not session.ask.complete:
        yield "      These are examples: other answers of this form are legal too."


def shortlist(session: Session, most: int) -> list[Option]:
    """The options that have a number where at most about *most* are shown: no path if too many."""
    options = numbered(session)
    if len(options) <= most:
        return options
    starts = _starts(session)
    return [o for o in options if not starts or not o.answer.startswith(starts)][:most]


def short_option_lines(session: Session, most: int) -> Iterator[str]:
    """At most about *most* options: where units may go, who can go instead of every path."""
    options, shown = numbered(session), shortlist(session, most)
    if len(shown) == len(options):
        yield from option_lines(session)
        return
    first = session.ask.about.first if session.ask else 1
    for number, option in enumerate(shown, first):
        yield option_line(number, option)
    heads = _heads(session)
    for head in heads:
        form = head.form or f"{head.answer} PATH"
        yield f"      {form}: {head.label}"
    if heads:
        yield "      `reach ID` tells where a unit may go, `options` lists every way."
    else:
        yield f"      and {len(options) - len(shown)} more; `options` lists all."


def _heads(session: Session) -> Sequence[Option]:
    """Who may go along a path."""
    paths: object = session.ask  # seen by what it can do, whatever kind it is
    return paths.heads() if isinstance(paths, PathAsk) else ()


def _starts(session: Session) -> tuple[str, ...]:
    """How an answer with a path begins."""
    return tuple(f"{head.answer} " for head in _heads(session))


def option_line(number: int, option: Option) -> str:
    """An option with its number, and its label where that says more."""
    label = "" if option.label.casefold() == option.answer.casefold() else f": {option.label}"
    return f"{number:4}  {option.answer}{label}"


def odds_view(odds: Odds | None) -> dict[str, Any]:
    """Exact chances; no outcomes where chance has no part."""
    if odds is None:
        return {"column": "", "shifts": [], "outcomes": []}
    return {
        "column": odds.column,
        "shifts": [{"name": name, "value": value} for name, value in odds.shifts],
        "outcomes": [
            {
                "result": outcome.code or outcome.words,
                "probability": float(outcome.chance),
                "exact": str(outcome.chance),
                "words": outcome.words,
            }
            for outcome in odds.outcomes
        ],
        "basis": odds.basis,
        "needs": odds.needs,
    }


def odds_lines(session: Session, answer: str) -> Iterator[str]:
    """Exact chances of an answer for reading, shifts as players call them; raises IllegalAnswer."""
    found = session.ask.odds(answer) if session.ask else None
    if found is None:
        yield "Chance has no part in this answer."
        return
    odds = session.definition.journal.odds(found)
    if odds.basis:
        yield odds.basis
    shifts = ", ".join(f"{name} {value:+d}" for name, value in odds.shifts)
    called = session.definition.journal.shifted
    yield f"Column {odds.column}" + (f" ({called}: {shifts})" if shifts else "")
    if whole := in_all(odds, {side.id: side.title for side in session.definition.sides}):
        yield f"In all: {whole}"
    yield from _chances(odds)
    if odds.needs:
        yield f"Better: {odds.needs}"


def plan_lines(plan: PlanTold) -> Iterator[str]:
    """Exact chances of a plan for reading."""
    yield f"{plan.odds.column}{f': {plan.odds.basis}' if plan.odds.basis else ''}"
    yield from _chances(plan.odds)
    yield from plan.lines


def _chances(odds: Odds) -> Iterator[str]:
    for told in odds.outcomes:
        meant = f"  {told.words}" if told.code else ""
        chance = f"{float(told.chance):6.1%}  ({told.chance})"
        yield f"  {told.code or told.words:<8} {chance}{meant}"
