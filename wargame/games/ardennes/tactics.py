"""Combat tactics: which card may be played as one by whom, and what it does (ARD-CC-01 to -04, ARD-CT, ARD-TC-01)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from wargame.flow.ask import Refusal
from wargame.games.ardennes import cards
from wargame.games.ardennes.data.cards import Card, Tactic
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.retreat import Retreat, able
from wargame.games.ardennes.state import (
    ATTACKED,
    DISPERSED,
    ISOLATED,
    OUT,
    OUT_OF_FUEL,
    ArdGame,
    day,
    is_ready,
    is_vp,
    kind_of,
    mode_of,
    stack,
    unit_name,
)
from wargame.games.ardennes.works import is_major, stands
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

FIXED = "fixed artillery"
COORDINATION, REINFORCE = "assault coordination", "reinforce battle"
SCREEN, BUG_OUT, INFILTRATION = "screen", "bug out", "infiltration"


@dataclass(frozen=True)
class Support:
    """Whom a tactic would support, and where."""

    side: Side
    attacking: bool
    target: Hex
    units: tuple[UnitId, ...]
    """The units of the side that take part."""


def ready(g: ArdGame, units: Iterable[UnitId]) -> list[UnitId]:
    """ARD-CC-01, ARD-CC-03  Units in whose support a tactic may be played: In Supply, not Dispersed, not VDH."""
    paratroops = g.content.limits.paratroops.unit
    return [u for u in units if is_ready(g.state.units[u]) and u != paratroops]


def why_not_played(g: ArdGame, card: Card, support: Support) -> Refusal | None:
    """ARD-CC-01, ARD-CD-05, ARD-CT-01 to -11  Why a card may not be played as a tactic; None if it may."""
    if card.tactic is None:
        return Refusal(f"{card.title} is no tactic.", "ARD-CD-04")
    return _why_unfit(g, card, support, ready(g, support.units))


def _why_unfit(g: ArdGame, card: Card, support: Support, fit: Collection[UnitId]) -> Refusal | None:
    """The same of a card with a tactic, for units that are fit to be supported."""
    assert card.tactic is not None
    if not fit:
        return Refusal("No unit there is In Supply and not Dispersed.", "ARD-CC-01")
    if card.commands and not cards.commands_any(g, card, fit):
        paratroops = g.content.limits.paratroops.unit
        if paratroops in support.units and cards.belongs(g, card, paratroops):
            return Refusal(f"No tactic supports {unit_name(g, paratroops)}.", "ARD-CC-03")
        said = f"No unit of {card.title} there is In Supply and not Dispersed."
        return Refusal(said, "ARD-CD-05")
    if day(g) < card.first:
        return Refusal(f"{card.title} may be used from December {card.first} on.", "ARD-EV-01")
    return why_no_tactic(g, card.tactic, support, card.range)


def why_no_tactic(g: ArdGame, tactic: Tactic, support: Support, far: int = 0) -> Refusal | None:
    """ARD-CT-01 to -11, ARD-TC-01  Why a tactic is not legal in this combat, whatever card it stands on."""
    asked = _LEGAL.get(tactic)
    if tactic == FIXED:
        return _why_no_fixed(g, support, far)
    return asked(g, support) if asked else None


def _only(
    side: str = "", *, attacking: bool | None = None
) -> Callable[[ArdGame, Support], Refusal | None]:
    def why(_g: ArdGame, support: Support) -> Refusal | None:
        if side and support.side != side:
            return Refusal("The other side alone plays this tactic.", "ARD-TC-01")
        if attacking is not None and support.attacking != attacking:
            role = "attacker" if attacking else "defender"
            return Refusal(f"The {role} alone plays this tactic.", "ARD-TC-01")
        return None

    return why


def _why_no_artillery(g: ArdGame, support: Support) -> Refusal | None:
    """ARD-DX-10, ARD-DX-12  Allied guns are silent on December 16."""
    if day(g) != g.content.scenario.first_turn or support.side != "allied":
        return None
    rule = "ARD-DX-10" if mode_of(g) == "2p" else "ARD-DX-12"
    return Refusal("On the first day the Allies play no Artillery.", rule)


def _why_no_fixed(g: ArdGame, support: Support, far: int) -> Refusal | None:
    """ARD-CT-05  Within so many hexes of a Westwall hex."""
    if support.side != "german":
        return Refusal("The German alone has Fixed Artillery.", "ARD-CT-05")
    near = min((g.grid.distance(h, support.target) for h in g.content.westwall), default=99)
    if near > far:
        return Refusal(f"The Westwall is {near} hexes away; the guns reach {far}.", "ARD-CT-05")
    return None


def _why_no_aircraft(g: ArdGame, support: Support) -> Refusal | None:
    """ARD-WE-01"""
    del support
    return None if g.content.days[day(g)].clear else Refusal("No aircraft fly today.", "ARD-WE-01")


def _why_no_infiltration(g: ArdGame, support: Support) -> Refusal | None:
    """ARD-CT-04"""
    if support.side != "german" or not support.attacking:
        return Refusal("A German attacker alone infiltrates.", "ARD-CT-04")
    if not any(kind_of(g, u).infantry for u in support.units):
        return Refusal("No infantry attacks.", "ARD-CT-04")
    return None


def _why_no_bug_out(g: ArdGame, support: Support) -> Refusal | None:
    """ARD-CT-03"""
    if support.side != "allied" or support.attacking:
        return Refusal("An Allied defender alone bugs out.", "ARD-CT-03")
    if is_vp(g, support.target):
        return Refusal("Nobody bugs out of a VP hex.", "ARD-CT-03")
    going = Retreat(g, "allied", support.units, support.target)
    if able(g, support.units, support.target) != support.units or not going.steps():
        return Refusal("The stack cannot retreat, not all of it.", "ARD-CT-03")
    return None


_LEGAL: dict[str, Callable[[ArdGame, Support], Refusal | None]] = {
    "artillery": _why_no_artillery,
    "airpower": _why_no_aircraft,
    "panzer battalion": _only("german"),
    "tank battalion": _only("allied"),
    "infiltration": _why_no_infiltration,
    "press the attack": _only("german", attacking=True),  # ARD-CT-07: no effect but the chit
    "assault coordination": _only(attacking=True),
    "screen": _only("allied", attacking=False),
    "bug out": _why_no_bug_out,
}


def playable(g: ArdGame, support: Support, among: Iterable[Card]) -> Iterator[Card]:
    """Which of these cards may be played in a combat."""
    fit = ready(g, support.units)
    for card in among:
        able = not card.commands or cards.commands_any(g, card, fit)
        if card.tactic and able and _why_unfit(g, card, support, fit) is None:
            yield card


def why_not_from_hand(g: ArdGame, support: Support, text: str) -> Refusal | None:
    """ARD-CD-03, ARD-CD-05  Why "play CARD" is not legal here; None for another answer and for a legal one."""
    verb, _, word = text.partition(" ")
    if verb != "play" or not word:
        return None
    found = next((c for c in g.content.cards.values() if c.id.casefold() == word), None)
    if found is None:
        return Refusal(f'There is no card "{word}".', "ARD-CD-04")
    if found not in cards.held(g, support.side):
        return Refusal(f"{found.id} {found.title} is not in your hand.", "ARD-CD-03")
    return why_not_played(g, found, support)


def opening_bars(g: ArdGame, side: str) -> bool:
    """ARD-DX-03  In the German opening of two players the Allies play no card."""
    impulses = g.state.tracks.get("allied impulses")
    opening = bool(g.state.tracks.get("opening")) and not impulses
    return side == "allied" and mode_of(g) == "2p" and opening


# -- who may attack ---------------------------------------------------------------------------------


def why_no_attack(g: ArdGame, unit_id: UnitId, target: Hex) -> Refusal | None:
    """ARD-AT-01, ARD-US-05, ARD-US-10, ARD-SS-05  Why a unit may not attack a hex; None if it may."""
    unit, name = g.state.units[unit_id], unit_name(g, unit_id)
    if not g.grid.adjacent(unit.hex, target):
        return Refusal(f"{name} is not next to {g.grid.name(target)}.", "ARD-AT-01")
    if is_major(g, unit.hex, target) and not stands(g, unit.hex, target):
        return Refusal(f"{name} is across a major river without Bridge.", "ARD-AT-01")
    for state, said, rule in _UNABLE:
        if state in unit.states:
            return Refusal(f"{name} {said} and may not attack.", rule)
    return None


_UNABLE = (
    (DISPERSED, "is Dispersed", "ARD-US-05"),
    (OUT, "is OutOfSupply", "ARD-SS-05"),
    (ISOLATED, "is Isolated", "ARD-SS-05"),
    (OUT_OF_FUEL, "is OutOfFuel", "ARD-US-10"),
)
"""Who may not attack, and why."""


def joining(g: ArdGame, side: Side, target: Hex, taking_part: Sequence[UnitId]) -> list[UnitId]:
    """ARD-CT-02  Units of inactive stacks next to the target that may join by Assault Coordination, by #."""
    found: list[UnitId] = []
    for where in sorted(g.grid.neighbours[target]):
        here = stack(g, where, side) if where in g.content.board else []
        if any("active" in u.states for u in here):
            continue
        fresh = [u.id for u in here if u.id not in taking_part and ATTACKED not in u.states]
        found += [u for u in fresh if why_no_attack(g, u, target) is None]
    return found
