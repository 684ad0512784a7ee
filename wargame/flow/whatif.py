"""What could be brought against a hex, for who sits at the table: this turn by him, or next by the foe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from wargame.content.figures import percent
from wargame.flow.ask import IllegalAnswer, Odds, Refusal
from wargame.flow.prospects import Prospect, Way, prospect
from wargame.flow.recap import acts_in, is_last_act
from wargame.flow.session import Session
from wargame.hexes.grid import Hex
from wargame.model.state import Side

_MOST = 3
"""So many others who could attack are named."""


def what_if(session: Session, where: Hex) -> Prospect:
    """The best attack on a hex: of the side that decides on an enemy, of the enemy on its own.

    In this turn, or in the attacker's next if it is not in its own.  Raises IllegalAnswer where
    nobody stands, or nothing can be reckoned.
    """
    ask, g, attacks = session.ask, session.seen, session.definition.attacks
    name = g.grid.name(where)
    if ask is None:
        raise IllegalAnswer(Refusal("The game is over: no attack is to come."))
    if attacks is None:
        raise IllegalAnswer(Refusal("This game does not say what attacks could be brought."))
    sides = {unit.side for unit in g.state.at(where)}
    if not sides:
        raise IllegalAnswer(Refusal(f"Nobody stands in {name} whom anybody could attack."))
    side = session.definition.other(ask.side) if ask.side in sides else ask.side
    fresh = not acts_in(session.segment, side, session.steps)
    last = g.state.turn() >= g.content.scenario.last_turn
    if fresh and last and is_last_act(session.segment, side, session.steps):
        title = next(s.title for s in session.definition.sides if s.id == side)
        raise IllegalAnswer(Refusal(f"The game ends before the {title} side can attack again."))
    return prospect(g, attacks, side, where, fresh=fresh)


def what_if_lines(session: Session, found: Prospect) -> list[str]:
    """A prospect for reading: the odds, by whom and from where, who could as well, who hits back."""
    g, name = session.seen, session.seen.grid.name
    title = next(s.title for s in session.definition.sides if s.id == found.side)
    when = "next turn" if found.fresh else "this turn"
    if any(act.target == found.target for act in session.definition.face.announced(g)):
        return [f"{title}: an attack on {name(found.target)} is declared already"]
    if found.odds is None:
        attacks = session.definition.attacks
        verb = attacks.verb if attacks else "attack"
        return [f"{title}, {when}: nobody can {verb} {name(found.target)}"]
    told = [f"{title}, {when}: {name(found.target)} at {_promise(found.odds, found.side)}"]
    told += _who(session, found.ways)
    others = [session.definition.face.unit_name(g, unit) for unit in found.others]
    if others:
        rest = len(others) - _MOST
        more = f" and {rest} more" if rest > 0 else ""
        told.append(f"could too: {'; '.join(others[:_MOST])}{more}")
    return [*told, *found.back]


def what_if_view(session: Session, found: Prospect) -> dict[str, object]:
    """A prospect as JSON values."""
    name = session.seen.grid.name
    return {
        "hex": name(found.target),
        "side": found.side,
        "turn": "next" if found.fresh else "this",
        "column": found.odds.column if found.odds else "",
        "outcomes": _outcomes(found.odds) if found.odds else [],
        "by": [
            {"unit": way.unit, "from": name(way.hex), "moves": _moves(session, way)}
            for way in found.ways
        ],
        "others": list(found.others),
        "back": list(found.back),
    }


def _outcomes(odds: Odds) -> Sequence[dict[str, object]]:
    return [
        {"result": o.code or o.words, "probability": float(o.chance), "words": o.words}
        for o in odds.outcomes
    ]


def _promise(odds: Odds, side: Side) -> str:
    """The column, the chance to strike anybody, and that of a loss."""
    kills = (o.chance for o in odds.outcomes if o.loss.keys() - {side})
    loss = sum(kills, Fraction(0))
    told = f"{_column(odds)}, {percent(odds.effect(side))} to strike"
    return f"{told}, {percent(loss)} with losses" if loss else told


def _column(odds: Odds) -> str:
    """A column as players call it: a ratio speaks for itself, a number or several do not."""
    numbers = odds.column.split(", ")
    if not all(number.isdigit() for number in numbers):
        return odds.column
    return f"{'columns' if len(numbers) > 1 else 'column'} {odds.column}"


def _who(session: Session, ways: Sequence[Way]) -> Iterator[str]:
    """Who attacks from each hex, those who stand there before those who have to come."""
    g, face = session.seen, session.definition.face
    for h, moves in dict.fromkeys((way.hex, _moves(session, way)) for way in ways):
        here = [way for way in ways if way.hex == h and _moves(session, way) == moves]
        named = (" with ".join(face.unit_name(g, u) for u in (w.unit, *w.takes)) for w in here)
        yield f"  {'to' if moves else 'from'} {g.grid.name(h)}: {'; '.join(named)}"


def _moves(session: Session, way: Way) -> bool:
    """Whether it does not stand there yet."""
    return session.seen.state.units[way.unit].hex != way.hex
