"""From a loaded save to a running session: which game, which answers still stand."""

from __future__ import annotations

from typing import Any

from wargame import games
from wargame.content.sequence import walk
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.lab import prepare_lab
from wargame.flow.opening import digest_of, new_header
from wargame.flow.record import Entry, Header
from wargame.flow.script import SEGMENTS
from wargame.flow.session import Session, open_table
from wargame.model.places import check_hexes, check_table
from wargame.store.errors import DamagedSaveError, SaveError, shown
from wargame.store.glance import Glance
from wargame.store.load import Loaded

FOLD_ERRORS = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    RecursionError,
    StopIteration,
)
"""What events that do not fit the table raise when they are applied."""


def definition_of(loaded: Loaded | Glance) -> GameDefinition:
    """The game a save is of; raises SaveError if this program does not have it."""
    header = loaded.header
    where = f"{shown(loaded.path)} is a game of"
    if header.game not in games.MODULES:
        known = ", ".join(games.MODULES)
        what = f'"{shown(header.game)}", which this program does not have (it has {known})'
        raise SaveError(f"{where} {what}.")
    definition = games.game(header.game)
    if header.scenario not in [info.id for info in definition.scenarios]:
        what = f'{definition.title}, but of no scenario it knows: "{shown(header.scenario)}"'
        raise SaveError(f"{where} {what}{_begun_by(header)}.")
    return definition


def revive(definition: GameDefinition, loaded: Loaded) -> tuple[Session, list[Entry]]:
    """The session of a save, and the answers at its end that no longer fit the rules.

    Events that do not fit the table are damage, told in *loaded*.  Raises DamagedSaveError where
    not even the opening can be played, SaveError where it needs what this version does not have.
    """
    header, entries = loaded.header, loaded.entries
    try:
        _check_units(definition, loaded)
        _check_hexes(definition, loaded)
        if not entries:
            return Session.start(definition, header, prepare_lab(definition, header.lab)), []
        kept = len(entries)
        while kept:
            try:
                session = Session.resume(definition, header, entries[:kept], loaded.turned)
                _read_orders(definition, session.game)
                if _lost_steps(session.game):
                    _refuse_steps(definition, loaded)
                return session, entries[kept:]
            except SaveError:
                raise
            except FOLD_ERRORS:
                _refuse_steps(definition, loaded)
                unfit = _cut_unfit(definition, loaded)
                kept = len(entries) if unfit else kept - max(entries[kept - 1].open_answers, 1)
        reason = "its rules and data no longer fit this version"
    except SaveError:
        raise
    except FOLD_ERRORS as error:
        reason = shown(error)
    raise DamagedSaveError(f"{shown(loaded.path)} cannot be opened: {reason}.")


def _check_hexes(definition: GameDefinition, loaded: Loaded) -> None:
    """Leave out answers from the first that names a hex which the map has not.

    Raises ValueError where the opening does.
    """
    table = open_table(definition, loaded.header)
    check_table(table.state, table.grid.size)
    try:
        for entry in loaded.entries:
            check_hexes(entry.events, table.grid.size)
    except ValueError:
        _cut_unfit(definition, loaded)


def _check_units(definition: GameDefinition, loaded: Loaded) -> None:
    """Refuse a save with a counter that was taken out of the game since; raises SaveError."""
    header, units = loaded.header, loaded.header.state.get("units")
    if not _is_other(definition, header) or not isinstance(units, dict):
        return
    now = new_header(definition, header.scenario, 0, options=header.options).state["units"]
    printed = getattr(definition.load(header.scenario), "units", units)
    if gone := sorted(set(units) - {*now, *printed}):
        more = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
        raise SaveError(
            f'{shown(loaded.path)} has the unit "{shown(gone[0])}"{more} on its table, which '
            f"{definition.title} does not have in this version{_begun_by(loaded.header)}."
        )


def _is_other(definition: GameDefinition, header: Header) -> bool:
    """Whether rules or data are others than when a save was begun; else what it lacks is forged."""
    then = (header.ruleset, header.digest)
    return then != (definition.ruleset, digest_of(definition, header.scenario))


def _begun_by(header: Header) -> str:
    return f"; it was begun by version {header.program}, which opens it" if header.program else ""


def _lost_steps(game: Game[Any]) -> list[str]:
    """Open segments that the game does not have."""
    steps = {step.id for step in walk(game.content.sequence)}
    frames = game.state.frames if game.state.ended is None else ()
    return [frame.name for frame in frames if frame.name not in steps | SEGMENTS.keys()]


def _refuse_steps(definition: GameDefinition, loaded: Loaded) -> None:
    """Refuse a save that stands in a segment taken out or renamed since; raises SaveError.

    Names the last position that can be opened.
    """
    if not _is_other(definition, loaded.header):
        return
    game, known, lost = open_table(definition, loaded.header), -1, list[str]()
    for entry in loaded.entries:
        try:
            game.emit_all(entry.events)
        except FOLD_ERRORS:
            return
        lost = _lost_steps(game)
        known = known if lost else entry.n
    if lost:
        name, path = shown(lost[0]), shown(loaded.path)
        before = (
            f"; {loaded.path.stem}@{known} is the last position that can be opened"
            if known >= 0
            else ""
        )
        raise SaveError(
            f'{path} stands in the segment "{name}", which {definition.title} does not have in this '
            f"version{before}{_begun_by(loaded.header)}."
        )


def _cut_unfit(definition: GameDefinition, loaded: Loaded) -> bool:
    """Leave out answers from the first whose events cannot be applied; whether there is one."""
    game = open_table(definition, loaded.header)
    for entry in loaded.entries:
        try:
            check_hexes(entry.events, game.grid.size)
            game.emit_all(entry.events)
            _read_orders(definition, game)
        except FOLD_ERRORS as error:
            loaded.damaged, loaded.first_bad = True, entry.n
            loaded.problems.append(
                f"Answer {entry.n} of {shown(loaded.path)} does not fit the table "
                f"({shown(error)}); the game is recovered up to answer {entry.n - 1}."
            )
            del loaded.entries[entry.n :]
            loaded.redo.clear()
            return True
    return False


def _read_orders(definition: GameDefinition, game: Game[Any]) -> None:
    """Let every seat read what was left to it; raises RulesBug where that is nothing of this game."""
    for seat in definition.seats:
        for side in definition.sides:
            seat.plays(game, side.id)
