"""Where a unit can go now, and why it can or cannot go to a hex, in lines."""

from __future__ import annotations

from wargame.flow.ask import IllegalAnswer, PathAsk, Refusal
from wargame.flow.session import Session
from wargame.flow.shorthand import find_unit
from wargame.hexes.grid import Hex


def why_path(session: Session, text: str) -> list[str]:
    """The answer to "UNIT HEX", in lines; empty where the words are of another kind."""
    try:
        answer = way_to(session, text)
    except IllegalAnswer as error:
        return [f"No: {error}"]
    ask: object = session.ask
    if not answer or not isinstance(ask, PathAsk):
        return []
    steps = ask.costs(answer)
    told = [f"Yes: {answer}"]
    for h, half_points, reason in steps:
        told.append(f"  {session.game.grid.name(h)}: {half_points / 2:g} MP, {reason}")
    told.append(f"  in all {sum(cost for _, cost, _ in steps) / 2:g} MP")
    return [*told, *(f"  {line}" for line in ask.waits(answer))]


def way_to(session: Session, text: str) -> str:
    """The cheapest answer for "UNIT HEX"; "" where the words are of another kind.

    Raises IllegalAnswer where the unit cannot go there, and UnknownHex.
    """
    who, _, number = text.strip().rpartition(" ")
    unit_id = find_unit(session, who) if who else None
    if unit_id is None:
        return ""
    where = session.game.grid.hex(number)
    ask, head = _mover(session, unit_id)
    return ask.route(head, [where])


def reach_lines(session: Session, unit_id: str) -> list[str]:
    """Every hex where a unit may end now, or that one which is not asked could get to alone.

    Raises IllegalAnswer where it gets nowhere.
    """
    printed, may, found = session.game.content.map, "may go", dict[Hex, int]()
    name = session.definition.face.unit_name(session.seen, unit_id)
    try:
        ask, head = _mover(session, unit_id)
        found = dict(ask.reach(head))
    except IllegalAnswer:
        may, found = "could get", dict(session.definition.face.reach(session.seen, unit_id))
        if not found:
            raise
    reach = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    told = [f"{name} {may} to {len(reach)} hex{'' if len(reach) == 1 else 'es'}:"]
    for h, left in reach:
        place = printed.places.get(h)
        name = f" ({place.name})" if place else ""
        told.append(f"  {session.game.grid.name(h)}{name}: {left / 2:g} MP left")
    return told


def _mover(session: Session, unit_id: str) -> tuple[PathAsk, str]:
    """The open question about paths, and the head of the unit's answers; raises IllegalAnswer."""
    ask: object = session.ask  # seen by what it can do, whatever kind it is
    if not isinstance(ask, PathAsk):
        raise IllegalAnswer(Refusal("Nothing moves along a path at this question."))
    heads = ask.heads()
    for head in heads:
        if unit_id in head.units:
            return ask, head.answer
    name = session.definition.face.unit_name
    movers = sorted({unit for head in heads for unit in head.units})
    who = ", ".join(f"{name(session.seen, unit)} ({unit})" for unit in movers) or "nobody"
    said = f"{name(session.seen, unit_id)} cannot go now. Who can: {who}."
    raise IllegalAnswer(Refusal(said))
