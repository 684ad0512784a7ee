"""What a player who types may leave out: the way to a hex, the number of a place or unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from wargame.content.map import Place
from wargame.flow.ask import IllegalAnswer, PathAsk, Refusal
from wargame.flow.face import Overlay
from wargame.flow.session import Session
from wargame.hexes.grid import Grid, Hex

_HEXES = re.compile(r"^\d{4}(?:[- ]+\d{4})*$")


def expand(session: Session, text: str) -> str:
    """The whole route for "move u1 0405", where that is not an answer as it stands.

    A path of hexes that all touch leaves nothing out: it is refused as it stands.
    """
    try:
        return whole(session, text)
    except IllegalAnswer:
        return text


def whole(session: Session, text: str) -> str:
    """As expand; where no way leads through hexes that do not touch it says why: IllegalAnswer."""
    ask: object = session.ask  # seen by what it can do, whatever kind it is
    if session.why_not(text) is None or not isinstance(ask, PathAsk):
        return text
    typed = " ".join(text.split()).casefold()
    words = _coded(ask, with_verb(ask, typed))
    meant = text if words == typed else words  # refused as the order that it is
    for head in ask.heads():
        rest = words.removeprefix(f"{head.answer.casefold()} ")
        if rest == words or not _HEXES.match(rest):
            continue
        try:
            stops = [session.game.grid.hex(name) for name in re.split(r"[- ]+", rest)]
        except ValueError:
            return text
        if path := spelled_out(session.game.grid, head.hexes, stops):
            return _as_it_stands(session, ask, head.answer, path, stops)
        try:
            return ask.route(head.answer, ahead(head.hexes, stops))
        except IllegalAnswer:
            if head.hexes and not _touch(session.game.grid, (*head.hexes, *stops)):
                raise
            return meant
    return meant


def with_verb(ask: PathAsk, words: str) -> str:
    """The verb of the only kind of march there is before "u1 0405", "u1+u2 0405" or "Red I 0405"."""
    heads = [head.answer.split() for head in ask.heads()]
    verbs = {head[0] for head in heads}
    who = set(words.partition(" ")[0].split("+"))
    named = {unit.casefold() for head in heads for unit in head[1:] if len(head) > 1}
    known = who <= named or any(
        words.startswith(f"{' '.join(head.label.split())} ".casefold()) for head in ask.heads()
    )
    return f"{min(verbs)} {words}" if len(verbs) == 1 and known else words


def spelled_out(grid: Grid, start: Sequence[Hex], stops: Sequence[Hex]) -> str:
    """The path that names every hex, from *start* on: meant as it stands, and no way round; else ""."""
    path = (*start, *stops) if [*start] != [*stops[:1]] else (*stops,)
    return grid.write(path) if len(path) > 1 and _touch(grid, path) else ""


def ahead(start: Sequence[Hex], stops: Sequence[Hex]) -> Sequence[Hex]:
    """The stops of a way without the hex that it begins in, where that is named too."""
    return stops[1:] if len(stops) > 1 and [*start] == [*stops[:1]] else stops


def _as_it_stands(
    session: Session, ask: PathAsk, head: str, path: str, stops: Sequence[Hex]
) -> str:
    """The order with every hex of its path; where a single step is refused, with the way round beside it."""
    answer = f"{head} {path}"
    refused = session.why_not(answer)
    if refused is None or len(stops) > 1:
        return answer
    try:
        found = ask.route(head, stops)
    except IllegalAnswer:
        return answer
    raise IllegalAnswer(Refusal(refused.reason, refused.rule, (found,)))


def _touch(grid: Grid, hexes: Sequence[Hex]) -> bool:
    """Whether each lies next to the one before, or is it."""
    return all(a == b or grid.adjacent(a, b) for a, b in pairwise(hexes))


def _coded(ask: PathAsk, words: str) -> str:
    """A line that calls a unit by its name, with its code instead, where only one is called so."""
    spoken = [
        (f"{head.answer.split()[0]} {said} ".casefold(), head)
        for head in ask.heads()
        for said in dict.fromkeys((" ".join(head.label.split()), _tight(head.label)))
    ]
    named = [(name, head) for name, head in spoken if words.startswith(name)]
    longest = max((len(name) for name, _ in named), default=0)
    meant = [head for name, head in named if len(name) == longest]
    if len(meant) != 1:
        return words
    return f"{meant[0].answer.casefold()} {words[longest:].removeprefix('to ')}"


def find_place(session: Session, text: str) -> Hex | None:
    """A hex by number or name, or the hex of a unit; None where nothing is called so."""
    game, wanted = session.seen, text.strip().casefold()
    try:
        return game.grid.hex(wanted)
    except ValueError:
        pass
    unit = find_unit(session, wanted)
    if unit is not None and game.state.units[unit].hex >= 0:
        return game.state.units[unit].hex
    places: dict[Hex, Place] = game.content.map.places
    found = (h for h, place in places.items() if place.name.casefold().startswith(wanted))
    return next(found, None) if wanted else None


def find_unit(session: Session, text: str) -> str | None:
    """The id of a unit by its id or name in any case, blanks left out or not; None where none is called so."""
    game, wanted = session.seen, _tight(text)
    if (known := " ".join(text.split()).casefold()) in game.state.units:
        return known
    face = session.definition.face
    units = game.state.units.values()
    found = (u for u in units if wanted in (u.id.casefold(), _tight(face.unit_name(game, u.id))))
    return next((unit.id for unit in found), None)


def _tight(name: str) -> str:
    """A name in small letters without its blanks: "3pz/2"."""
    return "".join(name.split()).casefold()


def find_overlay(session: Session, text: str) -> Overlay | None:
    """An overlay by its id or title or how they begin, that of the side asked first; None if none is."""
    wanted, side = text.strip().casefold(), session.ask.side if session.ask else ""
    known = sorted(session.definition.face.overlays(), key=lambda o: not o.id.endswith(f"-{side}"))
    names = {o.id: (o.id, o.title.casefold()) for o in known}
    ranks = (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: wanted in name.split(),
    )
    found = (o for rank in ranks for o in known if any(map(rank, names[o.id])))
    return next(found, None) if wanted else None
