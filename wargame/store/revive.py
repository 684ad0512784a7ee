"""From a loaded save to a running session: which game, which answers still stand."""

from __future__ import annotations

from typing import Any

from wargame import games
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.lab import prepare_lab
from wargame.flow.opening import digest_of
from wargame.flow.record import Entry, Header
from wargame.flow.session import Session, open_table
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
        raise SaveError(f"{where} {what}.")
    return definition


def revive(definition: GameDefinition, loaded: Loaded) -> tuple[Session, list[Entry]]:
    """The session of a save, and the answers at its end that no longer fit the rules.

    Events that do not fit the table are damage, told in *loaded*.  Raises DamagedSaveError where
    not even the opening can be played.
    """
    header, entries = loaded.header, loaded.entries
    try:
        if not entries:
            return Session.start(definition, header, prepare_lab(definition, header.lab)), []
        kept = len(entries)
        while kept:
            try:
                session = Session.resume(definition, header, entries[:kept], loaded.turned)
                _read_orders(definition, session.game)
                return session, entries[kept:]
            except FOLD_ERRORS:
                unfit = _cut_unfit(definition, loaded)
                kept = len(entries) if unfit else kept - max(entries[kept - 1].open_answers, 1)
        reason = "its rules and data no longer fit this version"
    except FOLD_ERRORS as error:
        reason = shown(error)
    raise DamagedSaveError(f"{shown(loaded.path)} cannot be opened: {reason}.")


def _cut_unfit(definition: GameDefinition, loaded: Loaded) -> bool:
    """Leave out answers from the first whose events cannot be applied; whether there is one."""
    game = open_table(definition, loaded.header)
    for entry in loaded.entries:
        try:
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


def changes_since(definition: GameDefinition, header: Header) -> list[str]:
    """A word about rules or data that changed since the save was begun."""
    found: list[str] = []
    if header.ruleset != definition.ruleset:
        found.append(
            f"This campaign was begun under rules {shown(header.ruleset)}; it goes on under "
            f"{definition.ruleset}. What happened so far stands as recorded."
        )
    if header.digest != digest_of(definition, header.scenario):
        found.append(
            "The game's data have changed since this campaign was begun. What happened so far "
            "stands as recorded."
        )
    return found
