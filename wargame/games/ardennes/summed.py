"""The impulse of the automated Allies in a few lines: its cards, who came, went and attacked, and what came of it (ARD-AA-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from wargame.content.figures import counted
from wargame.flow.definition import Said, Summary
from wargame.games.ardennes.state import (
    BRIDGE,
    DISPERSED,
    DOWN,
    ELIMINATED,
    IMPROVED,
    LOST,
    RESERVE,
    ROADBLOCK,
    ArdGame,
    hexside_of,
    place_name,
    unit_name,
)
from wargame.games.ardennes.words import card_title, words
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING

_BEGINS, _TURN, _BATTLE = "allied_impulse", "ardennes.ops.allied", "ardennes.ops.allied.battle"
_CARD, _ACTION = "card", "action"
"""Kinds of draws."""
_POINTS = ("vp_counts", "vp_ceases", "vp_waits")
"""ARD-VC-01  Notes of places that count otherwise now."""
_OF_AN_ATTACK = ("the Germans are weak there", "the Germans there lack Supply or fuel")
"""Told of the hex that is attacked, not of where a stack goes to attack it."""
_REASONS = {
    "danger withdraw": "out of danger of Surround",
    "out restore": "back into Supply",
    "vpopen occupy": "to hold an open VP hex",
    "vpthin join": "to strengthen a VP hex",
    "vplost attack": "to retake a VP hex",
    "gap plug": "to plug a gap",
    "route block": "to block a Primary route",
    "weak attack": _OF_AN_ATTACK[0],
    "flank attack": _OF_AN_ATTACK[1],
    "idle close": "idle, to the Position nearest a German",
}
"""ARD-AA-20  What the lines of the action cards are for."""
_LAID = {ROADBLOCK: "Roadblock in {}", IMPROVED: "IP in {}"}
_FELL, _ASIDE = "the Bridge {} - {} is destroyed", "laid aside until it is of use"
_WENT = {"retreats": "{} back from {} to {}", "advances": "{} advancing from {} to {}"}
_MOVED, _CAME, _BROUGHT = "{} from {} to {}", "{} out of Reserve to {}", "{} from elsewhere to {}"
_STEP, _LOST = "a step lost by {}", "{} eliminated"
_BOXED, _SOONER = "{} off the map, back by the calendar", "{} a day sooner on the calendar"
_TAKEN_UP = "the Roadblock in {} taken up"
_AT_ONCE, _RECOVERED = "{} into Reserve, a day sooner", "{} no longer Dispersed"


@dataclass
class _Deed:
    """Something that was done: a sentence with a gap for its units, if any, and one for each hex."""

    what: str
    units: list[UnitId]
    hexes: list[Hex]

    def goes_on(self, other: _Deed) -> bool:
        """Whether the same units go on from where this has brought them, and in the same way."""
        same = (self.what, self.units) == (other.what, other.units)
        return same and len(self.hexes) == 2 and self.hexes[1:] == other.hexes[:1]


@dataclass(eq=False)
class _Chapter:
    """A card with what was done by it, or an attack with what came of it."""

    head: str
    rule: str
    units: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()
    deeds: list[_Deed] = field(default_factory=list)


def summed(g: ArdGame, events: Sequence[ev.Event]) -> Summary | None:
    """ARD-AA-18  What the Allies did in their impulse, or in the part of it that these events hold."""
    begun = (n for n, e in enumerate(events, 1) if isinstance(e, ev.Noted) and e.what == _BEGINS)
    first = next(begun, 0)
    if not first and not any(isinstance(e, ev.ItemDrawn) and e.kind == _ACTION for e in events):
        return None
    reader = _Reader(g)
    for event in events[first:]:
        if isinstance(event, ev.SegmentLeft) and event.name == _TURN:
            break
        reader.hear(event)
    said = [*reader.told()]
    return Summary(first, said) if said else None


class _Reader:
    """Follows the events of an impulse."""

    def __init__(self, g: ArdGame) -> None:
        self.g = g
        self.chapters = [_Chapter("", "ARD-AA-18")]
        self._cards: list[_Chapter] = []
        self._fights = False
        self._reason = ""
        """What the action card that is being carried out is for."""
        self._brought: set[UnitId] = set()
        """Units that were OutOfContact."""
        self._points: list[Said] = []

    # -- hearing ------------------------------------------------------------------------------

    def hear(self, event: ev.Event) -> None:
        """Take in the next event."""
        match event:
            case ev.ItemDrawn(item=card, kind=kind) if kind == _CARD and not self._fights:
                self._reason = ""
                self._cards.append(_Chapter(card_title(self.g, card), "ARD-AA-18"))
                self.chapters.append(self._cards[-1])
            case ev.ItemMoved(target="allied aside"):
                self._does(_ASIDE)
            case ev.Noted():
                self._hear_of(event)
            case ev.Decided(_, what, corps) if what.startswith("corps "):
                self.chapters[-1].head += f", {corps} Corps"
            case ev.Decided(_, what, line) if what.startswith(_ACTION):
                self._reason = _reason(what, line)
            case ev.SegmentLeft(name) if name == _BATTLE and self._fights:
                self._fights, self._reason = False, ""
                self.chapters.append(_Chapter("Then", "ARD-AA-18"))
            case ev.LayerSet(layer, changes):
                for place, value in changes:
                    if layer == BRIDGE and value == DOWN:
                        self._does(_FELL, (), hexside_of(self.g.content, place))
                    elif layer == ROADBLOCK and not value:
                        self._does(_TAKEN_UP, (), (place,))
                    elif layer in _LAID and value:
                        self._does(_LAID[layer], (), (place,))
            case _:
                self._hear_of_unit(event)

    def _hear_of(self, event: ev.Noted) -> None:
        facts: dict[str, Any] = dict(event.facts)
        match event.what:
            case "declared":
                units, hexes = facts["units"], facts["hexes"]
                last = self.chapters[-1]
                opens = (
                    f"{last.head}: attack" if last in self._cards and not last.deeds else "Attack"
                )
                head = f"{opens} on {place_name(self.g, hexes[0])} by {self._names(units)}"
                head += self._reason
                self.chapters.append(_Chapter(head, "ARD-AA-21", units, hexes))
                self._fights = True
            case "hits":
                on = f"{counted(facts['defender'], 'hit')} on the defender"
                self._does(f"{on}, {facts['attacker']} on the attacker")
            case "taken_out_of_contact":
                self._brought.add(facts["unit"])
            case "expedited":
                self._does(_SOONER, (facts["unit"],))
            case "hurried":
                self._does(_SOONER, facts["units"])
            case what if what in _POINTS:
                sentence = words()[what]
                assert callable(sentence)
                self._points.append(Said(sentence(self.g, facts), event.rule, (facts["where"],)))

    def _hear_of_unit(self, event: ev.Event) -> None:
        match event:
            case ev.UnitMoved(unit, path, how):
                reason = "" if self._fights else self._reason
                for why in _OF_AN_ATTACK:
                    reason = reason.replace(why, "to attack")
                self._does(_WENT.get(how, _MOVED) + reason, (unit,), (path[0], path[-1]))
            case ev.UnitPlaced(unit, where):
                self._does(_BROUGHT if unit in self._brought else _CAME, (unit,), (where,))
            case ev.UnitBoxed(unit, box) if box == ELIMINATED:
                self._forget(unit, _STEP)
                self._does(_LOST, (unit,))
            case ev.UnitBoxed(unit, box) if box == WAITING:
                self._does(_BOXED, (unit,))
            case ev.UnitBoxed(unit, box) if box == RESERVE and self._forget(unit, _SOONER):
                self._does(_AT_ONCE, (unit,))
            case ev.NumberSet(unit, number) if number == LOST:
                self._does(_STEP, (unit,))
            case ev.StateGained(unit, state) if state == DISPERSED:
                self._does("{} Dispersed", (unit,))
            case ev.StateLost(unit, state, "ARD-AC-09") if state == DISPERSED:
                self._does(_RECOVERED, (unit,))

    def _does(self, what: str, units: Sequence[UnitId] = (), hexes: Sequence[Hex] = ()) -> None:
        """A deed; those who do the same one after the other do it together."""
        deeds = self.chapters[-1].deeds
        last = deeds[-1] if deeds else None
        if last and units and (last.what, last.hexes) == (what, [*hexes]):
            last.units += units
        elif last and last.what == what and what in _LAID.values():
            last.hexes += hexes
        else:
            deeds.append(_Deed(what, [*units], [*hexes]))

    def _forget(self, unit: UnitId, what: str) -> bool:
        """A deed of a unit is told as the next one; whether there was such a deed."""
        deeds = self.chapters[-1].deeds
        for deed in reversed(deeds):
            if deed.what == what and unit in deed.units:
                deed.units.remove(unit)
                deeds[:] = [each for each in deeds if each.units or each is not deed]
                return True
        return False

    # -- telling ------------------------------------------------------------------------------

    def told(self) -> Iterator[Said]:
        """What was done by each card and in each attack, the cards of which nothing came, the points."""
        busy = [chapter for chapter in self.chapters if chapter.deeds or chapter.units]
        for chapter in busy:
            yield self._chapter(chapter)
        if idle := [card.head for card in self._cards if self._came_to_nothing(card)]:
            yield Said(f"Nothing came of {_together(idle)}.", "ARD-AA-18")
        yield from self._points

    def _came_to_nothing(self, card: _Chapter) -> bool:
        """Whether neither it nor the attacks that follow it are told of."""
        after = self.chapters[self.chapters.index(card) + 1 :]
        fought = bool(after) and bool(after[0].units)
        return not card.deeds and not fought

    def _chapter(self, chapter: _Chapter) -> Said:
        told: list[_Deed] = []
        for deed in chapter.deeds:
            if told and told[-1].goes_on(deed):
                told[-1] = _Deed(deed.what, deed.units, [told[-1].hexes[0], deed.hexes[1]])
            else:
                told.append(deed)
        said = "; ".join(map(self._deed, told)) or "not decided yet"
        units = (*chapter.units, *(u for deed in told for u in deed.units))
        hexes = (*chapter.hexes, *(h for deed in told for h in deed.hexes))
        text = f"{chapter.head}: {said}." if chapter.head else f"{said[:1].upper()}{said[1:]}."
        return Said(text, chapter.rule, tuple(dict.fromkeys(hexes)), tuple(dict.fromkeys(units)))

    def _deed(self, deed: _Deed) -> str:
        gaps = [self._names(deed.units)] if deed.units else []
        places = [place_name(self.g, h) for h in deed.hexes]
        if deed.what in _LAID.values():
            return deed.what.format(", ".join(places))
        return deed.what.format(*gaps, *places)

    def _names(self, units: Sequence[UnitId]) -> str:
        return _often([unit_name(self.g, unit) for unit in units])


def _reason(action: str, line: str) -> str:
    """What a line of an action card is for, and which card: (AC08, to plug a gap)."""
    found = next((why for what, why in _REASONS.items() if f" {what}:" in line), "")
    return f" ({action.removeprefix(_ACTION).strip()}, {found})" if found else ""


def _often(names: Sequence[str]) -> str:
    """Names; one that stands there again, as a unit that has lost another step, is counted."""
    told = {1: "", 2: " (twice)"}
    counts = Counter(names).items()
    return ", ".join(f"{name}{told.get(n, f' ({n} times)')}" for name, n in counts)


def _together(cards: Sequence[str]) -> str:
    """Cards with what they are called; those that are called the same stand together."""
    codes: dict[str, list[str]] = {}
    for card in cards:
        code, _, name = card.partition(" ")
        codes.setdefault(name, []).append(code)
    return ", ".join(
        f"{_often(own)} {name}" if len({*own}) > 1 else _often([f"{own[0]} {name}"] * len(own))
        for name, own in codes.items()
    )
