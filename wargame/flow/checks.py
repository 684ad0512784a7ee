"""What must hold at any point of any campaign: the questions that fuzzing puts to the kernel."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from wargame.flow.account import Account
from wargame.flow.aside import read_aside
from wargame.flow.ask import Ask, AttackAsk, IllegalAnswer, PathAsk, Pick
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.journal import Teller
from wargame.flow.record import Entry
from wargame.flow.replay import Replay
from wargame.flow.seat import decision, is_by_seat
from wargame.flow.session import Session, new_board
from wargame.flow.veil import BYSTANDER
from wargame.hexes.grid import OFF
from wargame.model.board import Board
from wargame.model.codec import attach, event_from_json, state_to_json
from wargame.model.state import Side

_OPTIONS = 60
"""So many options of one question are read back."""
_JUNK = (
    "",
    "?",
    "move",
    "attack",
    "attack from",
    "x 0101-0102",
    "0101",
    "pass pass",
    "é-1|{}",
    "-",
)


class CheckFailed(AssertionError):  # noqa: N818 - named for what happened
    """Something that must always hold does not."""


class Kept:
    """What the checks of one game keep, so that each thing is laid out and told once."""

    def __init__(self, definition: GameDefinition, session: Session) -> None:
        self.board = new_board(definition, session.game.content)
        """Lookups to count in from nothing."""
        self.accounts: dict[Side, Account] = {}
        """What each side is told by somebody who hears every answer once, and of no undo."""


def always(definition: GameDefinition, session: Session, kept: Kept | None = None) -> None:
    """What is checked after every answer."""
    fresh = kept.board if kept else None
    faults = [*board_faults(definition, session.game, fresh), *unit_faults(session.game)]
    limits = definition.limits
    if limits.broken is not None:
        faults += limits.broken(session.game)
    answers = session.entries[-1].open_answers
    if answers > limits.pass_answers:
        faults.append(f"a pass of {session.segment} has taken {answers} answers")
    if faults:
        raise CheckFailed("; ".join(faults))


def board_faults(
    definition: GameDefinition, g: Game[Any], fresh: Board | None = None
) -> Iterator[str]:
    """Occupancy and ZOC counters against a count from scratch."""
    fresh, kept = fresh or new_board(definition, g.content), g.board
    units = {name: unit for name, unit in g.state.units.items() if unit.hex < g.grid.size}
    attach(replace(g.state, units=units), fresh)
    if (fresh.at, fresh.on_map) != (kept.at, kept.on_map):
        yield "the board shows units where they do not stand"
    for what in ("zoc", "here", "held", "zoned", "stood", "holding"):
        for side, counters in getattr(fresh, what).items():
            if counters != getattr(kept, what)[side]:
                yield f"the {what} counters of {side} are wrong"


def unit_faults(g: Game[Any]) -> Iterator[str]:
    """Units and markers that are nowhere, or in two places."""
    places = [(unit.id, unit.hex, unit.box) for unit in g.state.units.values()]
    places += [(marker.id, marker.hex, marker.box) for marker in g.state.markers.values()]
    for name, where, box in places:
        if not OFF <= where < g.grid.size:
            yield f"{name} stands in hex {where}, which is not on the map"
        if where != OFF and box:
            yield f"{name} is on the map and in box {box}"


def question(
    definition: GameDefinition,
    session: Session,
    ask: Ask[Any],
    pick: Pick,
    kept: Kept | None = None,
) -> None:
    """The open question: what it offers is legal, what it refuses it refuses politely."""
    before = state_to_json(session.state), len(session.game.journal)
    offers(ask, pick)
    _seats(definition, session, ask)
    controllers(ask, pick)
    _refusals(ask)
    _odds(ask, pick)
    _face(definition, session.game, session, session.entries)
    if session.secrets:
        views(definition, session, kept or Kept(definition, session))
    if before != (state_to_json(session.state), len(session.game.journal)):
        raise CheckFailed(f"looking at {ask.key} changed the position")


def offers(ask: Ask[Any], pick: Pick) -> None:
    """Every option, and whatever is sampled, reads back to itself."""
    options = [option.answer for option in ask.options()]
    if not options:
        raise CheckFailed(f"{ask.key} offers nothing")
    if len(set(options)) != len(options):
        raise CheckFailed(f"{ask.key} offers an answer twice")
    first = pick(len(options)) if len(options) > _OPTIONS else 0
    chosen = (options[first:] + options[:first])[:_OPTIONS]
    for answer in (*chosen, ask.sample(pick)):
        _reads_back(ask, answer)
        if ask.complete and answer not in options:
            raise CheckFailed(f"{ask.key} samples {answer}, which it does not list")


def _seats(definition: GameDefinition, session: Session, ask: Ask[Any]) -> None:
    """What seats propose is legal, and what they decide is decided; what may be said aside, too."""
    known = session.seen_by(ask.side)
    found = decision(definition.seats, known, ask)
    if found is not None:
        _reads_back(ask, found.answer)
        if not found.confirm:
            raise CheckFailed(f"{ask.key} is open, though a seat decides it")
    for aside in definition.asides.values():
        for text in aside.offers(known, ask.side):
            read = read_aside(definition.asides, known, ask.side, text)
            if read is None or read[0] != text:
                raise CheckFailed(f'"{text}" is offered, but not read as it stands')


def controllers(ask: Ask[Any], pick: Pick) -> None:
    """What the table composes from a path or attack question is legal too."""
    if isinstance(ask, PathAsk):
        heads = [head.answer for head in ask.heads()]
        if heads:
            head = heads[pick(len(heads))]
            goals = sorted(ask.reach(head))
            if goals:
                answer = ask.route(head, [goals[pick(len(goals))]])
                _reads_back(ask, answer)
                ask.costs(answer)
    if isinstance(ask, AttackAsk):
        targets = ask.targets()
        missing = [where for where in ask.obligatory() if where not in targets]
        if missing:
            raise CheckFailed(f"{ask.key} demands attacks on {missing} but offers none")
        for target in targets[:5]:
            if ask.attackers([target]):
                ask.compose(*ask.offered([target]))


def _reads_back(ask: Ask[Any], answer: str) -> None:
    try:
        canonical, _ = ask.read(answer)
    except IllegalAnswer as error:
        raise CheckFailed(f'{ask.key} offers "{answer}" and refuses it: {error}') from error
    if canonical != answer:
        raise CheckFailed(f'{ask.key} offers "{answer}" but reads it as "{canonical}"')


def _refusals(ask: Ask[Any]) -> None:
    for junk in _JUNK:
        try:
            ask.read(junk)
        except IllegalAnswer as error:
            if not error.refusal.reason.strip():
                raise CheckFailed(f'{ask.key} refuses "{junk}" without a reason') from error


def _odds(ask: Ask[Any], pick: Pick) -> None:
    answer = ask.sample(pick)
    odds = ask.odds(answer)
    if odds is not None and sum(outcome.chance for outcome in odds.outcomes) != 1:
        raise CheckFailed(f'the chances of "{answer}" do not add up to 1')


def views(definition: GameDefinition, session: Session, kept: Kept) -> None:
    """What each side sees and was told hangs together, and the face can show it."""
    for side in (*(info.id for info in definition.sides), BYSTANDER):
        g, told = session.seen_by(side), session.told_to(side)
        faults = [*board_faults(definition, g, kept.board), *unit_faults(g)]
        if faults:
            raise CheckFailed(f"as {side or 'a bystander'} sees it {'; '.join(faults)}")
        if side not in kept.accounts and definition.veil is not None:
            kept.accounts[side] = Account(definition, session.header, definition.veil, side)
        if kept.accounts[side].follow(session.entries) != list(told):
            raise CheckFailed(f"{side or 'a bystander'} was told something else in between")
        _face(definition, g, session, told)


def _face(
    definition: GameDefinition, g: Game[Any], session: Session, told: Sequence[Entry]
) -> None:
    """The face can show everything on a table and tell the last answer."""
    face = definition.face
    for unit_id, unit in g.state.units.items():
        face.unit_lines(g, unit_id)
        if unit.hex != OFF:
            face.counter(g, unit_id)
            face.hex_lines(g, unit.hex)
    json.dumps([face.victory(g), face.track(g), face.status(g), face.turn_label(g)])
    list(Teller(definition, g, session.steps).lines(told[-1].events))


def history(definition: GameDefinition, session: Session, pick: Pick) -> None:
    """Fold, seek, save and resume, undo and redo all lead to the same position."""
    plain = state_to_json(session.state)
    replay = Replay(definition, session.header, session.entries)
    for n in (session.n, pick(session.n + 1), session.n):
        replay.seek(n)
    if state_to_json(replay.game.state) != plain:
        raise CheckFailed("folding the events gives another position")
    for entry in session.entries[-8:]:
        _written(entry)
    again = Session.resume(definition, session.header, session.entries)
    if state_to_json(again.state) != plain:
        raise CheckFailed("resuming gives another position")
    whole = pick(8) == 0
    if _shown(again, whole=whole) != _shown(session, whole=whole):
        raise CheckFailed("resuming asks another question")
    _undo_redo(session, plain)


def _written(entry: Entry) -> None:
    """An entry comes back from its line."""
    line = json.loads(entry.line())
    events = tuple(event_from_json(event) for event in line["events"])
    if (line["n"], line["answer"], events) != (entry.n, entry.answer, entry.events):
        raise CheckFailed(f"the line of answer {entry.n} does not read back")


def _undo_redo(session: Session, plain: dict[str, Any]) -> None:
    if all(map(is_by_seat, session.entries[1:])):
        return
    before, shown = list(session.entries), _shown(session)
    n = session.undo(consent=True).to + 1
    session.answer(before[n].answer)
    if session.entries != before or state_to_json(session.state) != plain:
        raise CheckFailed(f"undo and redo of answer {n} give something else")
    if _shown(session) != shown:
        raise CheckFailed(f"undo and redo of answer {n} ask something else")


def _shown(session: Session, *, whole: bool = False) -> tuple[object, ...]:
    """The open question as a player meets it; a path question by its heads and some reaches."""
    ask = session.ask
    if ask is None:
        return (session.segment,)
    facts = session.segment, ask.side, ask.key, ask.prompt
    if isinstance(ask, PathAsk) and not whole:
        heads = [head.answer for head in ask.heads()]
        some = heads[:: max(1, len(heads) // 3)]
        return *facts, tuple(heads), tuple(tuple(ask.reach(head).items()) for head in some)
    return *facts, tuple(option.answer for option in ask.options())
