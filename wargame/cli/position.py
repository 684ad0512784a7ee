"""A position as JSON values and as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wargame.cli.question import ended_view, prompt_line, where
from wargame.exports.fairness import policy, settled
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.journal import Line, Teller
from wargame.flow.recap import last_turn
from wargame.flow.record import Entry
from wargame.flow.session import Session
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import Side, Unit
from wargame.store.campaign import Campaign


def show_view(campaign: Campaign, side: Side | None = None) -> dict[str, Any]:
    """The whole position, or what *side* may know of it.

    For a side that may not know everything the chain value is that of what it was told.
    """
    session = campaign.session
    definition, game = session.definition, session.seen_by(side)
    face, state = definition.face, game.state
    return {
        "game": definition.id,
        "scenario": campaign.scenario,
        "turn": state.turn(),
        "turn_label": face.turn_label(game),
        "segment": session.segment,
        "side": session.ask.side if session.ask else "",
        "n": session.n,
        "units": [_unit_view(definition, game, state.units[key]) for key in sorted(state.units)],
        "markers": [
            {
                "id": marker.id,
                "kind": marker.kind,
                "side": marker.side or None,
                "hex": hex_name(game, marker.hex),
                "box": marker.box or None,
                "count": marker.count,
            }
            for marker in state.markers.values()
        ],
        "tracks": face.track(game),
        "victory": face.victory(game),
        "control": {game.grid.name(h): side for h, side in sorted(state.control.items())},
        "lab": session.header.lab is not None,
        "commitment": session.header.commitment,
        "dice": policy(session.header),
        "seed": session.header.chance.seed or None,
        "chain": session.chain_told(side),
        "seen_by": side if session.secrets else None,
        "ended": ended_view(session),
    }


def hex_name(game: Game[Any], where: Hex) -> str | None:
    """The number of a hex as printed; None off the map."""
    return game.grid.name(where) if where >= 0 else None


def _unit_view(definition: GameDefinition, game: Game[Any], unit: Unit) -> dict[str, Any]:
    face = definition.face
    return {
        "id": unit.id,
        "name": face.unit_name(game, unit.id),
        "side": unit.side,
        "hex": hex_name(game, unit.hex),
        "box": unit.box or None,
        "steps": face.steps(game, unit.id),
        "states": sorted(state for state in unit.states if not state.startswith("_")),
        "numbers": definition.journal.numbers(unit),
        "ties": {name: to for name, to in sorted(unit.ties.items()) if to},
        "mp": face.allowance(game, unit.id),
        "strength": face.strength(game, unit.id),
    }


def show_lines(campaign: Campaign, viewer: Side | None = None) -> Iterator[str]:
    """The position for reading: heading, status, what stands where, who is to decide."""
    session = campaign.session
    definition, game = session.definition, session.seen_by(viewer)
    yield f"{definition.title}: {definition.scenario(session.header.scenario).title}"
    yield from status_lines(campaign, viewer)
    for side in definition.sides:
        yield ""
        yield f"{side.title}:"
        mine = [u for u in game.state.units.values() if u.side == side.id]
        for unit in sorted(mine, key=lambda u: (u.hex < 0, u.hex, u.box, u.id)):
            yield f"  {unit_line(definition, game, unit)}"
    yield from _by_rule(session, viewer)
    yield ""
    yield prompt_line(session, viewer)


def _by_rule(session: Session, viewer: Side | None) -> Iterator[str]:
    """What a side that the rules run decided last, and why."""
    definition, told = session.definition, session.told_to(viewer)
    teller = Teller(definition, session.game, session.steps)
    for entry in reversed(told):
        made = [event for event in entry.events if isinstance(event, ev.Decided)]
        own = [event for event in made if definition.automated(session.game, event.side)]
        if own:
            yield ""
            who = definition.player(own[0].side, {})
            n, summary = _summary(session, told, teller)
            if summary:
                yield f"{who}, in short, after answer {n}:"
                yield from (f"  {line.text}" for line in summary)
            yield f"{who}, by the rules, after answer {entry.n}:"
            for line in teller.lines(own):
                yield f"{'    ' if line.kind == 'working' else '  '}{line.text}"
            return


def _summary(session: Session, told: Sequence[Entry], teller: Teller) -> tuple[int, list[Line]]:
    """What a side that the rules run has done since the last turn of the side that decides now; after which answer."""
    if session.ask is None:
        return 0, []
    side, by, ends = session.ask.side, session.by_table, teller.ends_a_turn
    first, end = last_turn(session.entries, side, session.steps, by, ends)
    n = next((entry.n for entry in reversed(told[first:end]) if ends(entry)), 0)
    return n, teller.summary(event for entry in told[first:end] for event in entry.events)


def status_lines(campaign: Campaign, viewer: Side | None = None) -> Iterator[str]:
    """Where the game stands: turn, facts of the status panel, answers given."""
    session = campaign.session
    face, game = session.definition.face, session.seen_by(viewer)
    at = f"{where(session)}; " if session.ask else ""
    yield f"{face.turn_label(game)}; {at}after answer {session.n}"
    for name, value in session.definition.facts(game):
        yield f"{name}: {value}"
    yield f"{settled(session.header)}."


def unit_line(definition: GameDefinition, game: Game[Any], unit: Unit) -> str:
    """A unit in one line: where, who, how strong, in what state."""
    place = hex_name(game, unit.hex) or unit.box or "off the table"
    told = sorted(state for state in unit.states if not state.startswith("_"))
    states = ", ".join(definition.journal.state(state) for state in told)
    text = f"{place}  {unit.id}  {definition.face.unit_name(game, unit.id)}"
    return f"{text}  {definition.face.strength(game, unit.id)}" + (f"  {states}" if states else "")
