"""What a position file may say about Ardennes, and which combinations cannot be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from wargame.flow.lab import LAB
from wargame.games.ardennes import cards
from wargame.games.ardennes.activation import FRAMES, frame_of, is_activation, remember
from wargame.games.ardennes.counting import COUNTING, NOTHING, counted
from wargame.games.ardennes.invariants import broken
from wargame.games.ardennes.segments.cards import ACTION_DISCARDS, ACTIONS, SIDES
from wargame.games.ardennes.segments.end import PASSING
from wargame.games.ardennes.state import (
    ACTIVE,
    ASIDE,
    BRIDGE,
    BUILT,
    DOWN,
    DUE,
    IMPROVED,
    LOST,
    MODE,
    RESERVE,
    ROADBLOCK,
    TODAY,
    ArdGame,
    automated,
    day,
    due_of,
    hexside_key,
    is_empty,
    kind_of,
    mode_of,
)
from wargame.games.ardennes.walk import ALARM
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.setters import (
    Setter,
    UnitSetter,
    control,
    hexes,
    hexside,
    known,
    number,
    table,
    track,
    words,
)

BRIDGE_NAMES = {"intact": 0, "destroyed": DOWN, "built": BUILT}
"""ARD-BR-03, ARD-EV-01  "built": by engineers, where none is printed."""
PILES: Mapping[str, Callable[[str], str]] = {
    "hands": cards.hand,
    "decks": cards.deck,
    "boxes": cards.box,
    "discards": cards.discards,
    "aside": cards.aside,
    "out": cards.out,
}
"""Keys that name cards by side, each with the cup it fills."""
DAY = (*(name for name in PASSING if name != ALARM), "commandos", "crisis", "no command")
"""Tracks of a day, beside those with a key of their own."""


def _set_mode(g: ArdGame, value: Any) -> None:
    """Mode = "gs" (ARD-SQ-05); the set-up is that of the options."""
    g.set_track(MODE, known("mode", str(value), ("2p", "gs")), rule=LAB)


def _by_side(g: ArdGame, value: Any, put: Callable[[str, Any], None]) -> None:
    """A table by side: { german = ... }."""
    if not isinstance(value, Mapping):
        raise TypeError("a table by side is wanted, as { german = ... }")
    for side, told in table(value).items():
        put(known("side", side, g.board.here), told)


def _cards(cup: Callable[[str], str]) -> Setter:
    """Hands = { german = ["G13", "GS15"] }: the cards of a side in one place."""

    def put(g: ArdGame, value: Any) -> None:
        def fill(side: str, told: Any) -> None:
            own = [c.id for c in g.content.cards.values() if c.side == side]
            found = sorted(known(f"{side} card", word, own) for word in words(told))
            for card in found:
                if (printed := g.content.cards[card]).enters > day(g):
                    raise ValueError(f"{card} comes on December {printed.enters} (ARD-CA-01)")
            if len(set(found)) != len(found):
                raise ValueError(f"{', '.join(found)}: a card stands twice")
            g.fill(cup(side), tuple(found), rule=LAB)

        _by_side(g, value, fill)

    return put


def _set_piles(g: ArdGame, value: Any) -> None:
    """Piles = { german = 5 }: how many cards may still be drawn today (ARD-CD-02)."""
    _by_side(g, value, lambda side, count: track(cards.pile(side))(g, count))


def _set_chits(g: ArdGame, value: Any) -> None:
    """Chits = ["C04", "C10"]: those left in the cup; the others are drawn (ARD-CH-01)."""
    found = sorted(known("chit", word, g.content.chits) for word in words(value))
    if not found:
        raise ValueError("the cup holds one chit at least")
    g.fill("chits", tuple(found), rule=LAB)
    g.fill("chits drawn", tuple(c for c in sorted(g.content.chits) if c not in found), rule=LAB)


def _set_actions(g: ArdGame, value: Any) -> None:
    """Actions = ["AC01"]: those left in the deck; the others are discarded (ARD-AA-20)."""
    every = g.content.action_cards
    found = [known("action card", word, every) for word in words(value)]
    g.fill(ACTIONS, tuple(found), rule=LAB)
    g.fill(ACTION_DISCARDS, tuple(c for c in every if c not in found), rule=LAB)


def _marks(layer: str, *, manned: bool) -> Setter:
    """Hexes with a mark, instead of those that have it; with units there or without."""

    def put(g: ArdGame, value: Any) -> None:
        found = hexes(g, value, g.content.board, "is not on the board in play")
        for where in found:
            if is_empty(g, where) == manned:
                stands = "nobody stands" if manned else "a unit stands"
                raise ValueError(f"{stands} in {g.grid.name(where)}")
            if manned and where in g.content.built_up:
                raise ValueError(f"{g.grid.name(where)} is a City or Town (ARD-IP-01)")
        old = dict.fromkeys(sorted(g.state.layers.get(layer, {})), 0)
        g.set_layer(layer, {**old, **dict.fromkeys(found, 1)}, rule=LAB)

    return put


def _set_bridges(g: ArdGame, value: Any) -> None:
    """Bridges = { "2609-2709" = "destroyed" }."""
    for name, what in table(value).items():
        a, b = hexside(g, name)
        state = BRIDGE_NAMES[known("state of a Bridge", str(what), BRIDGE_NAMES)]
        side = side_key(a, b)
        if side not in g.content.rivers:
            raise ValueError(f"no river runs between {name}")
        if (state == BUILT) == (side in g.content.map.bridges):
            is_printed = "a Bridge is printed" if state == BUILT else "no Bridge is printed"
            raise ValueError(f"{is_printed} between {name}")
        g.set_layer(BRIDGE, {hexside_key(g.content, a, b): state}, rule=LAB)


def _set_passed(g: ArdGame, value: Any) -> None:
    """Passed = ["allied"]: sides that take no further impulse today (ARD-SQ-04)."""
    for side in words(value):
        g.set_track(f"passed {known('side', side, g.board.here)}", 1, rule=LAB)


def _set_dry(g: ArdGame, value: Any) -> None:
    """Dry = ["1 SS"]: German divisions without fuel today (ARD-FU-01)."""
    divisions = sorted(div for side, div in g.content.formations if side == "german")
    g.set_list("dry", [known("German division", div, divisions) for div in words(value)], rule=LAB)


def _set_named(g: ArdGame, value: Any) -> None:
    """Named = ["XLVII"]: corps, or divisions, of the opening impulses so far (ARD-DX-05)."""
    valid = {*g.content.corps, *(div for _, div in g.content.formations)}
    g.set_list(
        "opening", [known("formation", word, sorted(valid)) for word in words(value)], rule=LAB
    )


def _set_alarm(g: ArdGame, value: Any) -> None:
    """Alarm = "VIII": the corps with its full allowance on the first day (ARD-EV-01)."""
    corps = sorted({k.corps for k in g.content.units.values() if k.side == "allied"})
    g.set_track(ALARM, known("Allied corps", str(value), corps), rule=LAB)


def _set_tracks(g: ArdGame, value: Any) -> None:
    """Tracks = { played = 2 }: any other number of the day."""
    for name, count in table(value).items():
        track(known("track", name, DAY))(g, count)


_ACTIVATION: Final = "activation"
"""The list in which a position keeps what its Activation remembers until it is opened."""
_REMEMBERED = ("tactics", "checked")
"""Numbers of an Activation: tactics played, 1 once its Roadblock check has been made."""
_CROSSED: Final = "activation crossed"
_PLACED: Final = "activation placed"
"""Lists of hexsides that units have crossed in it, one entry for each, and of Roadblocks that it has caused."""


def _set_activation(g: ArdGame, value: Any) -> None:
    """Activation = { card = "G32", units = ["de.kgpeiper.1ss"], tactics = 1, checked = 1, struck = ["2918"] }.

    Without units the whole formation of the card is active (ARD-AC-01).
    """
    told = table(value)
    for key in told:
        known(
            "key of an Activation",
            key,
            ("card", "units", "struck", "crossed", "placed", *_REMEMBERED),
        )
    commands = [c.id for c in g.content.cards.values() if c.commands]
    card = g.content.cards[known("command card", str(told.get("card", "")), commands)]
    for unit in words(told.get("units", cards.members(g, card))):
        found = g.state.units[known("unit", unit, g.state.units)]
        if found.side != card.side or (found.hex < 0 and "units" in told):
            raise ValueError(
                f"{unit} is no unit on the map that {card.id} could activate (ARD-AC-01)"
            )
        if found.hex >= 0:
            g.gain(unit, ACTIVE, rule=LAB)
    struck = hexes(g, told.get("struck", []), g.content.board, "is not on the board in play")
    numbers = [int(told.get(key, 0)) for key in _REMEMBERED]
    g.set_list(_ACTIVATION, [card.id, *numbers, *struck], rule=LAB)
    sides = [hexside(g, name) for name in words(told.get("crossed", []))]
    g.set_list(_CROSSED, [hexside_key(g.content, *side) for side in sides], rule=LAB)
    placed = hexes(g, told.get("placed", []), g.content.board, "is not on the board in play")
    g.set_list(_PLACED, placed, rule=LAB)


def _taken(g: ArdGame, name: str) -> tuple[int, ...]:
    """What a list keeps for the Activation; it is empty then."""
    found = tuple(int(item) for item in g.state.lists.get(name, ()))
    g.set_list(name, (), rule=LAB)
    return found


def _activate(g: ArdGame) -> None:
    """ARD-AC-01, ARD-CC-02, ARD-AC-10  The Activation is under way: its card is used, its units count as activated."""
    told = g.state.lists.get(_ACTIVATION, [])
    if not is_activation(g):
        if told:
            raise ValueError("no Activation is under way in this segment (ARD-AC-08)")
        return
    if not told:
        raise ValueError('whose Activation is it: activation = { card = "G32" } (ARD-AC-08)')
    card, (tactics, checked, *struck) = g.content.cards[str(told[0])], told[1:]
    if FRAMES[card.side] != frame_of(g):
        raise ValueError(f"{card.id} is a card of the other side (ARD-AC-01)")
    g.set_list(_ACTIVATION, (), rule=LAB)
    g.keep(f"ardennes.ops.{card.side}.command", begun=1, played=1)
    remember(
        g, active=card.side, card=card.id, value=card.value, tactics=tactics, checked=checked,
        struck=tuple(struck), crossed=_taken(g, _CROSSED), placed=_taken(g, _PLACED),
    )  # fmt: skip
    g.set_track("acting", card.side, rule=LAB)
    for name in ("impulse", "played") if card.side == "german" else ("allied impulses",):
        g.set_track(name, max(1, int(g.state.tracks.get(name, 0))), rule=LAB)
    for unit in sorted(u.id for u in g.state.units.values() if ACTIVE in u.states):
        if (
            card.side == "german" or mode_of(g) == "2p"
        ):  # ARD-AC-06: the automated Allies count when they act
            g.set_number(unit, TODAY, g.state.units[unit].numbers.get(TODAY, 0) or 1, rule=LAB)
    if not any(card.id in items for items in g.state.cups.values()):
        used = cards.discards(card.side)
        g.fill(used, (*g.state.cups.get(used, ()), card.id), rule=LAB)


SET: Mapping[str, Setter] = {
    "mode": _set_mode,
    **{key: _cards(cup) for key, cup in PILES.items()},
    "piles": _set_piles,
    "chits": _set_chits,
    "actions": _set_actions,
    "roadblocks": _marks(ROADBLOCK, manned=False),
    "improved": _marks(IMPROVED, manned=True),
    "bridges": _set_bridges,
    "control": control,
    "level": track("level"),
    "impulse": track("impulse"),
    "passed": _set_passed,
    "dry": _set_dry,
    "named": _set_named,
    "alarm": _set_alarm,
    "activation": _set_activation,
    "tracks": _set_tracks,
}
"""Keys of [set]."""


def _set_lost(g: ArdGame, unit: UnitId, value: Any) -> None:
    """ARD-CR-01  Steps lost; the last one eliminates the unit."""
    most = kind_of(g, unit).steps - (g.state.units[unit].box != "eliminated")
    number(LOST)(g, unit, value)
    if value > most:
        raise ValueError(f"{unit} can have lost {most} steps at most (ARD-CR-01)")


UNIT: Mapping[str, UnitSetter] = {
    "lost": _set_lost,
    "due": number(DUE, least=1),
    "today": number(TODAY),
}
"""Further keys of a unit: steps lost, the day it enters Reserve, Activations today (ARD-AC-10)."""


def ready(g: ArdGame, segment: str) -> None:
    """Control under the units that stand, every other card in its deck; then what cannot be is refused."""
    if day(g) not in g.content.days:
        first, last = g.content.scenario.first_turn, g.content.scenario.last_turn
        raise ValueError(f"the turn is a date of December, {first} to {last}")
    if segment == "ardennes.end.advance" and day(g) == g.content.scenario.last_turn:
        raise ValueError("no day follows the last: the game has ended before (ARD-VC-01)")
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        if unit.hex >= 0:
            g.take(unit.hex, unit.side, rule=LAB)
        elif not unit.box:
            g.box(unit.id, ASIDE, rule=LAB)
    left = [h for h in sorted(g.state.layers.get(IMPROVED, {})) if is_empty(g, h)]
    g.set_layer(IMPROVED, dict.fromkeys(left, 0), rule=LAB)
    _call_up(g, segment)
    _activate(g)
    _lay_cards(g, segment)
    if (now := counted(g)) != NOTHING:  # what counts from the first is no news
        g.set_track(COUNTING, now, rule=LAB)
    for fault in broken(g):
        raise ValueError(fault)


def _is_early(segment: str) -> bool:
    """ARD-CA-01  Whether today's units and cards are still to come."""
    return segment.startswith("ardennes.supply") or segment == "ardennes.cards.calendar"


def _call_up(g: ArdGame, segment: str) -> None:
    """ARD-CA-01  Units of the calendar whose day has come are in Reserve."""
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        if unit.box == WAITING and due_of(g, unit.id) <= day(g) - _is_early(segment):
            g.box(unit.id, RESERVE, rule=LAB)


def _lay_cards(g: ArdGame, segment: str) -> None:
    """ARD-CD-01, ARD-CD-02, ARD-CD-09  What the file does not place lies in decks and boxes as of today."""
    early = _is_early(segment)
    laid = {item for items in g.state.cups.values() for item in items}
    if early and day(g) == g.content.scenario.first_turn:
        if laid & {*g.content.cards, *g.content.action_cards}:
            raise ValueError("the calendar of the first day lays out the decks itself (ARD-CA-01)")
        return
    for side in SIDES:
        _lay_deck(g, side, laid, day(g) - early)
        there = len(g.state.cups.get(cards.deck(side), ()))
        if (told := int(g.state.tracks.get(cards.pile(side), 0))) > there:
            raise ValueError(f"ARD-CD-02: {told} cards are to be drawn, {there} lie in the deck")
        if not automated(g, side) and cards.pile(side) not in g.state.tracks:
            whole = g.content.scenario.pile_of_all
            most = there if whole else g.content.days[day(g)].cards(side)
            g.set_track(cards.pile(side), min(there, most), rule=LAB)
    if mode_of(g) == "gs" and ACTIONS not in g.state.cups:
        g.fill(ACTIONS, tuple(g.content.action_cards), rule=LAB)


def _lay_deck(g: ArdGame, side: str, laid: Collection[str], today: int) -> None:
    """Cards that have joined by a day and lie nowhere: the deck, and the supplemental ones in their box."""
    alone = automated(g, side)
    rest = [c for c in g.content.cards.values() if c.side == side and c.id not in laid]
    rest = [c for c in rest if c.leaves is None or c.leaves > today]
    boxed = g.content.plays("supplemental")
    deck = [c.id for c in rest if c.kind != "event" and c.enters <= today]
    events = [c for c in rest if c.kind == "event" and not (alone and c.mode == "2p")]
    if alone or not boxed:
        deck += [c.id for c in events if not boxed or c.joins <= today]
    elif cards.box(side) not in g.state.cups:
        g.fill(cards.box(side), tuple(c.id for c in events), rule=LAB)
    if cards.deck(side) not in g.state.cups:
        g.fill(cards.deck(side), tuple(deck), rule=LAB)


OPENED = {FRAMES[side]: f"ardennes.ops.{side}.command" for side in FRAMES}
"""ARD-AC-08  Steps in which a position may stand though a script opens them: an Activation, by a command."""
