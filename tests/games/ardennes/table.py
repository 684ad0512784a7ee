"""Positions of Ardennes laid out by hand, with scripted dice and draws, and what to ask of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.games.table import (
    answers,
    asked,
    at,
    control,
    events,
    is_legal,
    left,
    play,
    refusal,
    refused_by,
    unit,
)
from wargame.content.sequence import Step
from wargame.flow.ask import PathAsk
from wargame.flow.lab import LAB
from wargame.flow.session import Session, new_header
from wargame.flow.walker import todo_of
from wargame.games.ardennes import GAME
from wargame.games.ardennes.activation import FRAMES
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.state import (
    ACTIVE,
    ASIDE,
    BRIDGE,
    BUILT,
    DOWN,
    IMPROVED,
    LOST,
    OTHER,
    ROADBLOCK,
    ArdGame,
    hexside_key,
)
from wargame.games.ardennes.works import fallen
from wargame.hexes.hexside import side_key
from wargame.model import events as ev
from wargame.model.state import Fact

__all__ = [
    "answers",
    "asked",
    "at",
    "control",
    "events",
    "is_legal",
    "left",
    "play",
    "refusal",
    "refused_by",
    "unit",
]
"""What is alike for every game, lent to the tests of this one."""

CAMPAIGN, SKYLINE = "campaign", "skyline"


def position(
    segment: str,
    units: Mapping[str, str] | None = None,
    *,
    active: Sequence[str] | None = None,
    states: Mapping[str, Sequence[str]] | None = None,
    lost: Mapping[str, int] | None = None,
    dice: Sequence[int] = (),
    turn: int = 17,
    mode: str = "2p",
    clear: bool = True,
    scenario: str = CAMPAIGN,
    card: str = "G46",
    frames: Mapping[str, Mapping[str, Fact]] | None = None,
    **more: Any,
) -> Session:
    """A game that stands before *segment* ("ops.german.move", "supply.trace").

    *units* are hexes ("2918") or boxes ("reserve") by id; with *clear* all others are set aside.
    Below an Activation the units of *active*, or all of that side on the map, are active, and *card*
    commands them. *dice* are dice and draws in the order in which they fall. *frames* are values
    that frames keep: {"ops.german.battle": {...}}. *more*: see `_lay`.
    """
    header = new_header(GAME, scenario, 1, options={"mode": mode}, dice=tuple(dice))

    def prepare(session: Session) -> None:
        g = session.game
        g.set_track("turn", turn, rule=LAB)
        _place(g, units or {}, clear=clear)
        for unit_id, found in (states or {}).items():
            for state in found:
                g.gain(unit_id, state, rule=LAB)
        for unit_id, count in (lost or {}).items():
            g.set_number(unit_id, LOST, count, rule=LAB)
        _lay(g, **more)
        _open(session, f"ardennes.{segment}", active, card, frames or {})

    return Session.start(GAME, header, prepare)


def table(units: Mapping[str, str] | None = None, **more: Any) -> ArdGame:
    """A table to look at, before a German command."""
    return position("ops.german.command", units, **more).game


# -- laying out ---------------------------------------------------------------------------------


def _place(g: ArdGame, units: Mapping[str, str], *, clear: bool) -> None:
    if clear:
        for unit in sorted(g.state.units.values(), key=lambda u: u.id):
            g.box(unit.id, ASIDE, rule=LAB)
        g.set_layer(IMPROVED, dict.fromkeys(sorted(g.state.layers.get(IMPROVED, {})), 0), rule=LAB)
    for unit_id, where in units.items():
        if not where.isdigit():
            g.box(unit_id, where, rule=LAB)
            continue
        g.place(unit_id, g.grid.hex(where), rule=LAB)
        g.take(g.grid.hex(where), g.state.units[unit_id].side, rule=LAB)


def _lay(
    g: ArdGame,
    *,
    roadblocks: Sequence[str] = (),
    improved: Sequence[str] = (),
    down: Sequence[str] = (),
    built: Sequence[str] = (),
    german: Sequence[str] = (),
    allied: Sequence[str] = (),
    hands: Mapping[str, Sequence[str]] | None = None,
    cups: Mapping[str, Sequence[str]] | None = None,
    tracks: Mapping[str, int | str] | None = None,
) -> None:
    """Markers, Bridges ("2609-2709") destroyed or built, hexes of a side, cards in hand, cups, tracks."""
    g.set_layer(ROADBLOCK, {g.grid.hex(h): 1 for h in roadblocks}, rule=LAB)
    g.set_layer(IMPROVED, {g.grid.hex(h): 1 for h in improved}, rule=LAB)
    for sides_, value in ((down, DOWN), (built, BUILT)):
        for name in sides_:
            a, b = (g.grid.hex(part) for part in name.split("-"))
            assert (value == DOWN) == (side_key(a, b) in g.content.map.bridges), name
            g.set_layer(BRIDGE, {hexside_key(g.content, a, b): value}, rule=LAB)
    for side, names in (("german", german), ("allied", allied)):
        for name in names:
            g.take(g.grid.hex(name), side, rule=LAB)
    held: dict[str, Sequence[str]] = {"german": ["GS15"], "allied": ["AS12"], **(hands or {})}
    used = {c for found in (*held.values(), *(cups or {}).values()) for c in found}
    full: dict[str, Sequence[str]] = {f"{side} hand": found for side, found in held.items()}
    for side in OTHER:
        mine = [c for c in g.content.cards.values() if c.side == side and c.id not in used]
        full[f"{side} box"] = sorted(c.id for c in mine if c.kind == "event")
        full[f"{side} discards"] = sorted(c.id for c in mine if c.kind != "event")
    for cup, items in {**full, **(cups or {})}.items():
        g.fill(cup, tuple(items), rule=LAB)
    begun = {"impulse": 2, "allied impulses": 1, "opening": 3}
    for name, number in {**begun, **(tracks or {})}.items():
        g.set_track(name, number, rule=LAB)


# -- the sequence -------------------------------------------------------------------------------


def _open(
    session: Session,
    segment: str,
    active: Sequence[str] | None,
    card: str,
    frames: Mapping[str, Mapping[str, Fact]],
) -> None:
    """Open the sequence down to a segment, steps that a script opens included."""
    g = session.game
    path = _path_to(g.content.sequence, segment)
    assert path, f"there is no segment {segment}"
    given = {f"ardennes.{name}": dict(values) for name, values in frames.items()}
    side = path[-1].id.split(".")[2] if len(path) > 2 else ""
    if side in FRAMES and any(step.id == FRAMES[side] for step in path):
        _activate(g, side, active)
        value = g.content.cards[card].value
        told = {"active": side, "card": card, "value": value, **given.get(FRAMES[side], {})}
        given[FRAMES[side]] = told
        given.setdefault(f"ardennes.ops.{side}.move", {}).setdefault("begun", 1)
        given.setdefault(f"ardennes.ops.{side}.command", {"begun": 1, "played": 1})
    walked = not path[-2].script and not path[-1].interrupt
    path = path[:-1] if walked else path
    for step, below in zip(path, [*path[1:], None], strict=True):
        todo = _todo(session, step, below.id if below else segment, last=below is None)
        if step.id in FRAMES.values() or step.id.endswith(".deploy"):
            command = f"ardennes.ops.{side}.command"
            g.emit(ev.SegmentEntered(command, (("side", side),), ()))
            g.keep(command, **given.get(command, {"begun": 1, "played": 1}))
        g.emit(ev.SegmentEntered(step.id, step.args, todo))
        if given.get(step.id):
            g.keep(step.id, **given[step.id])
    if walked and given.get(segment):
        step = _path_to(g.content.sequence, segment)[-1]
        g.emit(ev.SegmentStepped(segment))
        g.emit(ev.SegmentEntered(segment, step.args, ()))
        g.keep(segment, **given[segment])


def _todo(session: Session, step: Step, below: str, *, last: bool) -> tuple[str, ...]:
    """What is still to be walked of a step while *below* runs, or is about to."""
    todo = todo_of(GAME, session.game, step)
    if below not in todo:
        return () if step.script else todo[1:] if step.id.endswith((".german", ".allied")) else todo
    return todo[todo.index(below) + (0 if last else 1) :]


def _activate(g: ArdGame, side: str, active: Sequence[str] | None) -> None:
    found = g.board.on_map[side] if active is None else active
    for unit_id in found:
        g.gain(unit_id, ACTIVE, rule=LAB)
    g.set_track("acting", side, rule=LAB)


def _path_to(step: Step, segment: str) -> list[Step]:
    """Steps from the root down to a segment, interrupts included; [] for none."""
    if step.id == segment:
        return [step]
    for child in step.children:
        if below := _path_to(child, segment):
            return [step, *below]
    return []


# -- looking ------------------------------------------------------------------------------------


def h(number: str) -> int:
    """A hex of the map by its number."""
    return load_content(CAMPAIGN).grid.hex(number)


def names(g: ArdGame, hexes: Iterable[int]) -> list[str]:
    """Hexes as they are written, in their order."""
    return [g.grid.name(where) for where in hexes]


def states(session: Session, unit_id: str) -> set[str]:
    """Its states, without book-keeping."""
    return {state for state in unit(session, unit_id).states if not state.startswith("_")}


def track(session: Session, name: str) -> Any:
    """What a track holds; 0 for nothing."""
    return session.state.tracks.get(name, 0)


def notes(session: Session, what: str) -> list[dict[str, Any]]:
    """The facts of every note called *what*, in order."""
    return [dict(e.facts) for e in events(session, ev.Noted) if e.what == what]


def rolls(session: Session, kind: str = "") -> list[int]:
    """Every die thrown of a kind, or of any, in order."""
    return [n for e in events(session, ev.DiceRolled) if kind in {"", e.kind} for n in e.dice]


def roadblocks(session: Session) -> list[str]:
    """The hexes with a Roadblock, ascending."""
    layer = session.state.layers.get(ROADBLOCK, {})
    return names(session.game, sorted(where for where, there in layer.items() if there))


def improved(session: Session) -> list[str]:
    """The hexes with an IP, ascending."""
    layer = session.state.layers.get(IMPROVED, {})
    return names(session.game, sorted(where for where, there in layer.items() if there))


def down(session: Session) -> list[str]:
    """Destroyed Bridges, as they are written."""
    return ["-".join(names(session.game, side)) for side in fallen(session.game)]


def reach(session: Session, head: str) -> dict[str, int]:
    """Where a mover may end, and the half MPs it has left there."""
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    return {session.game.grid.name(where): n for where, n in ask.reach(head).items()}


def costs(session: Session, answer: str) -> list[int]:
    """What each step costs, in half MPs."""
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    return [cost for _, cost, _ in ask.costs(answer)]


def grounds(session: Session, answer: str) -> list[str]:
    """What the price of each step is made of."""
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    return [why for _, _, why in ask.costs(answer)]
