"""Where a campaign starts, its header and the table as laid out, and which segment it is in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from wargame.content.sequence import Step
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.record import Header
from wargame.model.board import Board, always
from wargame.model.codec import attach, opening_print, state_from_json, state_to_json
from wargame.model.state import State


def new_header(
    definition: GameDefinition,
    scenario: str,
    seed: int,
    *,
    lab: dict[str, Any] | None = None,
    dice: Sequence[int] = (),
    options: Mapping[str, str] | None = None,
) -> Header:
    """The header of a fresh campaign; *dice* are laid out before the seeded stream.

    Raises DataError for an option that the game does not have.
    """
    chosen = definition.chosen(options or {})
    content = definition.load(scenario)
    state = definition.table.setup(content, seed, **chosen)
    state.script = list(dice)
    return Header(
        definition.id,
        scenario,
        definition.ruleset,
        digest_of(definition, scenario),
        seed,
        state_to_json(state),
        lab,
        options=chosen,
    )


def digest_of(definition: GameDefinition, scenario: str) -> str:
    """A print of the game's data as they are today; "" for a game without data files."""
    return getattr(definition.load(scenario), "digest", "")


def opening_fault(definition: GameDefinition, header: Header, released: Collection[str]) -> str:
    """What stands against the opening of a save, "" if nothing.

    It is the scenario's own of today or one that was *released*, whatever the header says of the data;
    its seed is the header's, and nothing is laid out for chance but by a position file.
    """
    dice = list((header.lab or {}).get("dice", ()))
    fresh = new_header(definition, header.scenario, header.seed, dice=dice, options=header.options)
    state = state_from_json(header.state)
    if state.script != dice:
        return "dice were laid out at the start"
    if state.seed != header.seed:
        return "the seed of its table is another than that of the save"
    if state_to_json(state) == fresh.state or opening_print(state) in released:
        return ""
    return "the table was not laid out as the scenario says"


def open_table(definition: GameDefinition, header: Header) -> Game[Any]:
    """The table as laid out before the first event."""
    content = definition.load(header.scenario)
    state = state_from_json(header.state)
    attach(state, new_board(definition, content))
    return Game(state, content, header.options, definition.table.blank)


def new_board(definition: GameDefinition, content: Any) -> Board:
    """Derived lookups that know no unit yet."""
    sides = [side.id for side in definition.sides]
    table = definition.table
    holds = table.holds(content) if table.holds else always
    zoc = table.zoc(content) if table.zoc else None
    near = table.near(content) if table.near else None
    return Board(content.grid, sides, zoc, holds, table.reads, marks=table.marks, near=near)


def segment_id(state: State, steps: dict[str, Step]) -> str:
    """The innermost sequence step that is open, with the interrupt running in it.

    An interrupt that is a step of the sequence itself goes by its own id.
    """
    if state.substep in steps:
        return state.substep
    for frame in reversed(state.frames):
        if frame.name in steps:
            return f"{frame.name}.{state.substep}" if state.substep else frame.name
    return state.frames[-1].name if state.frames else ""
