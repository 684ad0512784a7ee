"""EF-AU-02 to EF-AU-12  How standing orders are said: `order KIND ...`, checked word by word, and `revoke N`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from wargame.flow.aside import Aside, Words, conceding
from wargame.flow.ask import nearest_words, refuse
from wargame.flow.standing_orders import ORDER, REVOKE, REVOKING, set_orders, standing_orders
from wargame.games.eastfront.data import files
from wargame.games.eastfront.labour import builder
from wargame.games.eastfront.nets import usable
from wargame.games.eastfront.score import concede
from wargame.games.eastfront.standing.book import (
    AIR,
    AT_FIRST,
    COMBAT,
    CONVERT,
    HOLD_BACK,
    MARCH,
    MODES,
    NAVAL,
    PARTISANS,
    QUIET,
    REAR,
    REAR_ORDERS,
    REPLACE,
    SUPPLY,
)
from wargame.games.eastfront.standing.told import told
from wargame.games.eastfront.state import GAUGE, OTHER, EfGame, on_map, unit_name
from wargame.games.eastfront.supply import HELD_BACK
from wargame.hexes.grid import UnknownHex
from wargame.model.state import Side
from wargame.rules.march import WATCH

FORMS: dict[str, str] = {
    CONVERT: "convert ENGINEER [FROM] END",
    SUPPLY: "supply HQ-OR-HEX POINTS [RANK]",
    REPLACE: "replace UNIT-OR-CLASS ...",
    AIR: "air follow UNIT HQ, air intercept always|never|equal, air cover HEX ..., air rest",
    NAVAL: "naval react always|never|equal, naval stay",
    PARTISANS: "partisans mark HEX ..., partisans sweep",
    HOLD_BACK: "reserve keep HQ UNIT ..., reserve never HQ, reserve toward HQ HEX",
    COMBAT: "combat lose UNIT-OR-CLASS ..., combat stand never|always|STEPS, combat retreat hq|HEX",
    MARCH: "march UNIT ... HEX",
    QUIET: "quiet off|on|propose",
    REAR: "rear rail UNIT HEX, rear start WORK UNIT HEX",
}
"""How the orders of each kind are written; every kind takes off, on and propose as well."""
HOW = ("always", "never", "equal")
FAR: Final = 8
"""EF-SQ-07  Hexes from every enemy ground unit that what is prepared must be."""


_FORM = "order KIND ..., KIND one of " + ", ".join(kind for kind in FORMS if kind != REAR)


def give(g: EfGame, side: Side, words: Words) -> None:
    """EF-AU-02  It takes the place of an older one about the same."""
    orders = _one_by_one(words)
    slots = {_slot(order) for order in orders}
    before = [o for o in standing_orders(g.state, side) if _slot(tuple(o.split())) not in slots]
    set_orders(g, side, (*before, *map(" ".join, orders)), rule="EF-AU-02")


def _one_by_one(words: Words) -> list[Words]:
    """EF-AU-11  A march of several units is an order for each."""
    kind, *units, goal = words
    return [(kind, unit, goal) for unit in units] if kind == MARCH and units else [words]


def _slot(words: Words) -> Words:
    """What an order is about: of two about the same the newer one stands."""
    kind, first, *rest = *words, ""
    if first in MODES or kind == REPLACE:
        return kind, "mode" if first in MODES else ""
    if kind in (CONVERT, SUPPLY, MARCH):
        return kind, first
    if kind == HOLD_BACK:
        return kind, "keep" if first == "keep" else "react", rest[0]
    if (kind, first) == (AIR, "follow"):
        return kind, first, rest[0]
    return words if kind == REAR else (kind, first)


def read(g: EfGame, side: Side, words: Words) -> Words:
    """An order as it is written; raises IllegalAnswer."""
    kind = words[0].casefold() if words else ""
    if kind not in FORMS or (kind == REAR and g.options.get(REAR_ORDERS) != "on"):
        known = [name for name in FORMS if name != REAR or g.options.get(REAR_ORDERS) == "on"]
        raise refuse(
            f'There is no kind of order "{kind}".{nearest_words(kind, known)} '
            f"There are {', '.join(known)}.", "EF-AU-02",
        )  # fmt: skip
    rest = tuple(words[1:])
    if len(rest) == 1 and rest[0].casefold() in MODES and kind != REAR:
        return kind, rest[0].casefold()
    return kind, *_READERS[kind](g, side, rest)


def _form(kind: str) -> Exception:
    return refuse(f"Write order {FORMS[kind]}.", f"EF-AU-{_NUMBERS[kind]}")


_NUMBERS = {
    CONVERT: "03", SUPPLY: "04", REPLACE: "05", AIR: "06", NAVAL: "07", PARTISANS: "08", HOLD_BACK: "09",
    COMBAT: "10", MARCH: "11", QUIET: "12", REAR: "02",
}  # fmt: skip


NOTHING: Words = ("nothing",)
"""What takes back all that is watched or held."""


def _is_nothing(words: Words) -> bool:
    return tuple(word.casefold() for word in words) == NOTHING


# -- watched hexes --------------------------------------------------------------------------------


def _watch_hexes(g: EfGame, side: Side, words: Words) -> Words:  # noqa: ARG001 - one shape for all
    """EF-SQ-12 (c)  Hexes whose entry by an enemy stops his move for a mission in the air."""
    if not words:
        raise refuse("Say which hexes, or watch nothing.", "EF-SQ-12", "watch nothing")
    return NOTHING if _is_nothing(words) else tuple(_hex(g, word) for word in words)


def _watch(g: EfGame, side: Side, words: Words) -> None:
    hexes = [] if words == NOTHING else [g.grid.hex(word) for word in words]
    g.set_list(WATCH + side, hexes, rule="EF-SQ-12")


def _unwatch(g: EfGame, side: Side) -> Sequence[str]:
    return ("watch nothing",) if g.state.lists.get(WATCH + side) else ()


# -- stocks that are held -------------------------------------------------------------------------


def held_of(g: EfGame, side: Side, words: Words) -> Words:
    """EF-SP-15  HQs and dumps that feed nobody in 12.4; raises IllegalAnswer for one that is not the side's own."""
    if not words:
        raise refuse("Say which HQs and dumps, or hold nothing.", "EF-SP-15", "hold nothing")
    if _is_nothing(words):
        return NOTHING
    return tuple(dict.fromkeys(_stock(g, side, word) for word in words))


def _stock(g: EfGame, side: Side, word: str) -> str:
    if not word.isdigit():
        hqs = [u.id for u in on_map(g, side) if g.content.units[u.id].hq]
        return _unit(word, hqs)
    where = g.grid.hex(_hex(g, word))
    if g.state.control.get(where) != side:
        raise refuse(f"{word} is no hex of yours.", "EF-SP-15")
    return word


def hold(g: EfGame, side: Side, words: Words) -> None:
    """EF-SP-15  They are held from now on, all others released."""
    stocks = () if words == NOTHING else words
    g.set_list(HELD_BACK[side], stocks, rule="EF-SP-15")
    if stocks:
        g.note("held_back", side=side, stocks=", ".join(stocks), rule="EF-SP-15")
    else:
        g.note("released", side=side, rule="EF-SP-15")


def _release(g: EfGame, side: Side) -> Sequence[str]:
    return ("hold nothing",) if g.state.lists.get(HELD_BACK[side]) else ()


# -- parts ----------------------------------------------------------------------------------------


def _hex(g: EfGame, word: str) -> str:
    try:
        where = g.grid.hex(word)
    except UnknownHex as error:
        raise refuse(str(error), "EF-AU-02") from error
    if where not in g.content.board:
        raise refuse(f"{word} is not on the map of this scenario.", "EF-AU-02")
    return g.grid.name(where)


def _unit(word: str, known: Sequence[str]) -> str:
    by_name = {name.casefold(): name for name in known}
    found = by_name.get(word.casefold())
    if found is None:
        raise refuse(
            f'No unit of yours is called "{word}".{nearest_words(word, list(known))}', "EF-AU-02"
        )
    return found


def _own(g: EfGame, side: Side, word: str) -> str:
    known = [u for u in g.content.units if g.state.units[u].side == side]
    return _unit(word, known)


def _hq(g: EfGame, side: Side, word: str) -> str:
    found = _own(g, side, word)
    if not g.content.units[found].hq:
        raise refuse(f"{unit_name(g, found)} is no HQ.", "EF-AU-02")
    return found


def _names(g: EfGame, side: Side, words: Words) -> Words:
    """Units or classes."""
    classes = {kind.cls for kind in g.content.units.values()}
    planes = {u for u in g.content.air if g.state.units[u].side == side}
    own = {u for u in g.content.units if g.state.units[u].side == side}
    known = {name.casefold(): name for name in sorted(classes | planes | own)}
    for word in words:
        if word.casefold() not in known:
            raise refuse(
                f'"{word}" is no unit of yours and no class.{nearest_words(word, list(known.values()))}',
                "EF-AU-02",
            )
    return tuple(known[word.casefold()] for word in words)


def _side(side: Side) -> files.Side:
    return "axis" if side == "axis" else "soviet"


# -- kinds ----------------------------------------------------------------------------------------


def _convert(g: EfGame, side: Side, words: Words) -> Words:
    """EF-AU-03"""
    if len(words) not in (2, 3):
        raise _form(CONVERT)
    unit, hexes = _own(g, side, words[0]), [_hex(g, word) for word in words[1:]]
    if builder(g, unit) not in ("RE", "CE"):
        raise refuse(f"{unit_name(g, unit)} is no railway or construction engineer.", "EF-AU-03")
    for name in hexes:
        if g.grid.hex(name) not in g.state.layers.get(GAUGE, {}):
            raise refuse(f"No railway runs through {name}.", "EF-AU-03")
    if len(hexes) > 1 and not usable(g, _side(side)) >> g.grid.hex(hexes[0]) & 1:
        raise refuse(f"{hexes[0]} lies on no railway that you may use.", "EF-AU-03")
    return unit, *hexes


def _supply(g: EfGame, side: Side, words: Words) -> Words:
    """EF-AU-04"""
    if len(words) not in (2, 3) or not all(word.isdecimal() for word in words[1:]):
        raise _form(SUPPLY)
    hqs = [u for u in g.content.units if g.content.units[u].hq and g.state.units[u].side == side]
    by_name = {name.casefold(): name for name in hqs}
    if other := {u.casefold(): u for u in g.content.units if u not in hqs}.get(words[0].casefold()):
        raise refuse(f"{unit_name(g, other)} is no HQ of yours that holds SP.", "EF-AU-04")
    who = by_name.get(words[0].casefold()) or _hex(g, words[0])
    return who, *(str(int(word[:3])) for word in words[1:])


def _replace(g: EfGame, side: Side, words: Words) -> Words:
    """EF-AU-05"""
    if not words:
        raise _form(REPLACE)
    return _names(g, side, words)


def _air(g: EfGame, side: Side, words: Words) -> Words:
    """EF-AU-06"""
    verb, rest = (words[0].casefold() if words else ""), words[1:]
    if verb == "follow" and len(rest) == 2:
        planes = [u for u in g.content.air if g.state.units[u].side == side]
        return verb, _unit(rest[0], planes), _hq(g, side, rest[1])
    if verb == "intercept" and len(rest) == 1 and rest[0].casefold() in HOW:
        return verb, rest[0].casefold()
    if verb == "cover" and rest:
        return verb, *(_hex(g, word) for word in rest)
    if verb == "rest" and not rest:
        return (verb,)
    raise _form(AIR)


def _naval(g: EfGame, side: Side, words: Words) -> Words:  # noqa: ARG001 - one shape for all
    """EF-AU-07"""
    said = tuple(word.casefold() for word in words)
    if said == ("stay",) or (len(said) == 2 and said[0] == "react" and said[1] in HOW):
        return said
    raise _form(NAVAL)


def _partisans(g: EfGame, side: Side, words: Words) -> Words:
    """EF-AU-08"""
    verb, rest = (words[0].casefold() if words else ""), words[1:]
    if verb == "sweep" and not rest and side == "axis":
        return (verb,)
    if verb == "mark" and rest and side == "soviet":
        hexes = tuple(_hex(g, word) for word in rest)
        for name in hexes:
            if g.grid.hex(name) not in g.state.layers.get(GAUGE, {}):
                raise refuse(f"No railway runs through {name}.", "EF-AU-08")
        return verb, *hexes
    raise _form(PARTISANS)


def _reserve(g: EfGame, side: Side, words: Words) -> Words:
    """EF-AU-09"""
    verb, rest = (words[0].casefold() if words else ""), words[1:]
    if verb == "keep" and len(rest) > 1:
        return verb, _hq(g, side, rest[0]), *(_own(g, side, word) for word in rest[1:])
    if verb == "never" and len(rest) == 1:
        return verb, _hq(g, side, rest[0])
    if verb == "toward" and len(rest) == 2:
        return verb, _hq(g, side, rest[0]), _hex(g, rest[1])
    raise _form(HOLD_BACK)


def _combat(g: EfGame, side: Side, words: Words) -> Words:
    """EF-AU-10"""
    verb, rest = (words[0].casefold() if words else ""), words[1:]
    if verb == "lose" and rest:
        return verb, *_names(g, side, rest)
    if (
        verb == "stand"
        and len(rest) == 1
        and (rest[0].isdecimal() or rest[0].casefold() in HOW[:2])
    ):
        return verb, rest[0].casefold()[:3] if rest[0].isdecimal() else rest[0].casefold()
    if verb == "retreat" and len(rest) == 1:
        return verb, "hq" if rest[0].casefold() == "hq" else _hex(g, rest[0])
    raise _form(COMBAT)


def _march(g: EfGame, side: Side, words: Words) -> Words:
    """EF-AU-11"""
    if len(words) < 2:
        raise _form(MARCH)
    units = tuple(dict.fromkeys(_own(g, side, word) for word in words[:-1]))
    goal = _hex(g, words[-1])
    for unit in units:
        if g.state.units[unit].hex < 0 or g.content.units[unit].cls == "PA":
            raise refuse(f"{unit_name(g, unit)} is not on the map to march.", "EF-AU-11")
    if g.grid.hex(goal) not in g.content.land:
        raise refuse(f"{goal} is no land.", "EF-AU-11")
    return *units, goal


def _quiet(g: EfGame, side: Side, words: Words) -> Words:  # noqa: ARG001 - one shape for all
    raise _form(QUIET)


def _rear(g: EfGame, side: Side, words: Words) -> Words:
    """EF-SQ-07  Only while the opponent moves, and only far behind the front."""
    verb, rest = (words[0].casefold() if words else ""), list(words[1:])
    moving = any(
        frame.name.startswith(
            (f"eastfront.{OTHER[side]}.movement", f"eastfront.{OTHER[side]}.exploit")
        )
        for frame in g.state.frames
    )
    if not moving:
        raise refuse("Rear-area orders are prepared while the opponent moves.", "EF-SQ-07")
    if verb == "rail" and len(rest) == 2:
        said: Words = (verb, _own(g, side, rest[0]), _hex(g, rest[1]))
    elif verb == "start" and len(rest) == 3:
        works = {work.id.replace(" ", "-") for work in g.content.works.work if work.by}
        if rest[0].casefold() not in works:
            raise refuse(
                f'There is no work "{rest[0]}".{nearest_words(rest[0], sorted(works))}', "EF-SQ-07"
            )
        said = (verb, rest[0].casefold(), _own(g, side, rest[1]), _hex(g, rest[2]))
    else:
        raise _form(REAR)
    unit = said[1] if verb == "rail" else said[2]
    here = g.state.units[unit].hex
    enemies = [u.hex for u in on_map(g, OTHER[side])]
    if here < 0 or any(g.grid.distance(here, h) < FAR for h in enemies):
        raise refuse(f"{unit_name(g, unit)} is not {FAR} hexes from every enemy.", "EF-SQ-07")
    return said


_READERS: dict[str, Callable[[EfGame, Side, Words], Words]] = {
    CONVERT: _convert, SUPPLY: _supply, REPLACE: _replace, AIR: _air, NAVAL: _naval, PARTISANS: _partisans,
    HOLD_BACK: _reserve, COMBAT: _combat, MARCH: _march, QUIET: _quiet, REAR: _rear,
}  # fmt: skip
assert set(_READERS) == set(AT_FIRST) == set(FORMS)
ASIDES: Mapping[str, Aside] = {
    "watch": Aside(
        "Hexes to be asked about", _watch_hexes, _watch, _unwatch, "watch HEX ..., watch nothing"
    ),
    "hold": Aside(
        "Stocks that feed nobody", held_of, hold, _release, "hold HQ-OR-HEX ..., hold nothing"
    ),
    ORDER: Aside("Standing orders", read, give, lambda _g, _side: (), _FORM, told=told),
    REVOKE: REVOKING,
    "concede": conceding(concede, "EF-VP-08"),
}
"""What a side may say at any question of its own."""
