"""What the dice brought in East Front: attacks, air missions, pairs, meetings at sea, partisans."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.games.fallen import Asked, Fallen, first
from wargame.model import events as ev
from wargame.model.events import Event

_BOMBS = ("flak", "rail_bombing", "strike", "airfield", "airfield_hit")


def eastfront(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """EF-CB-20, EF-AR-10, EF-AR-13, EF-NV-12, EF-NV-13, EF-PT-10, EF-PT-14"""
    read: Callable[[Asked, Sequence[Event]], Fallen | None] = {
        "air.mission": _mission,
        "air.intercept": _pair,
        "air.pair": _pair,
        "naval.react": _meeting,
        "bands": _bands,
        "bands.join": _bands,
    }.get(asked.key, _attack)
    return read(asked, events)


def _dice(events: Sequence[Event], *kinds: str) -> list[tuple[int, ev.DiceRolled]]:
    """The first dice that fell, as long as they are of these kinds; with their numbers."""
    found = []
    for at, event in enumerate(events):
        if isinstance(event, ev.DiceRolled):
            if event.kind not in kinds:
                break
            found.append((at, event))
    return found


def _until(events: Sequence[Event], last: int) -> Sequence[Event]:
    """The events up to the first die after *last*."""
    more = (n for n, e in enumerate(events) if n > last and isinstance(e, ev.DiceRolled))
    return events[: next(more, len(events))]


def _notes(events: Sequence[Event], what: str) -> list[str]:
    """The units of which something was noted."""
    noted = (e for e in events if isinstance(e, ev.Noted) and e.what == what)
    return [str(dict(note.facts).get("unit")) for note in noted]


def _attack(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """EF-CB-20  The attack that was asked about, where no other is resolved before it."""
    found, dice = first(events, "combat"), _dice(events, "combat")
    if found and dice and _is_about(asked, dice[0][1]):
        return Fallen(asked.key, found.chart.result, found.at)
    return None


def _is_about(asked: Asked, dice: ev.DiceRolled) -> bool:
    where = dict(dice.facts)["hex"]
    assert isinstance(where, int)
    named = asked.answer.split()[0] in ("attack", "resolve", "support")
    return not named or asked.name(where) in asked.answer.split()


def _mission(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """Table 4.8  By what lies on the map afterwards."""
    code, dice = asked.answer.split()[1], _dice(events, *_BOMBS)
    if not dice:
        return None
    after = _until(events, dice[-1][0])
    layers = {e.layer for e in after if isinstance(e, ev.LayerSet) and any(n for _, n in e.changes)}
    match code:
        case "RB":
            label = "a Rail Break" if "rail break" in layers else "the rail holds"
        case "HA":
            label = "the hex is harassed" if "harassed" in layers else "too few get through"
        case "NS":
            hits = sum(die.dice[0] >= 6 for _, die in dice if die.kind == "strike")
            label = f"{hits} hit{'s' * (hits != 1)}"
        case _:
            hits = sum(die.kind == "airfield_hit" for _, die in dice)
            gone = len(_notes(after, "eliminated"))
            label = f"{gone or 'none'} eliminated" if hits else "no bomb falls"
    return Fallen(f"{asked.key} {code}", label, dice[-1][0])


def _pair(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """EF-AR-13  Both rolls of the pair, by what was noted of both."""
    dice = _dice(events, "air_combat")
    if asked.key == "air.pair":
        both = asked.answer.split()[1:]
        dice = [(n, die) for n, die in dice if die.unit in both]
    if not dice:
        return None
    if asked.key != "air.pair":
        both = [dice[0][1].unit, dice[1][1].unit]
    after = _until(events, _dice(events, "air_combat")[-1][0])
    gone, back = _notes(after, "eliminated"), _notes(after, "aborted")
    fates = {u: "eliminated" if u in gone else "aborted" if u in back else "unhurt" for u in both}
    label = "; ".join(f"{asked.unit(u)} {fate}" for u, fate in fates.items())
    return Fallen(asked.key, label, dice[1][0])


def _meeting(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """EF-NV-12, EF-NV-13  Contact on 6, of submarines on 4; 5 to 8 is a hit, 9 and more two; the die of those who sailed first."""
    dice = _dice(events, "contact", "naval_battle")
    if not dice:
        return None
    if len(dice) == 1:
        return Fallen(asked.key, "no contact", dice[0][0])
    theirs, ours = (
        (total >= 5) + (total >= 9)
        for total in (die.dice[0] + int(str(dict(die.facts)["more"])) for _, die in dice[1:3])
    )
    label = f"{ours} hit{'s' * (ours != 1)} on them, {theirs} on you"
    return Fallen(asked.key, label, dice[2][0])


def _bands(asked: Asked, events: Sequence[Event]) -> Fallen | None:
    """EF-PT-10, EF-PT-14  An attack by both dice, a sweep by what became of the band."""
    dice = _dice(events, "partisans", "airfield", "band_lost", "sweep")
    if not dice:
        return None
    gone = bool(_notes(_until(events, dice[-1][0]), "eliminated"))
    first = dice[0][1]
    if first.kind == "sweep":
        shed = any(isinstance(e, ev.StateLost) and e.state == "active" for e in events)
        label = "the band goes underground" if shed else "no effect"
        label = "the band is gone" if gone else label
        return Fallen(f"{asked.key} sweep", label, dice[0][0])
    total = first.dice[0] + int(str(dict(first.facts)["more"]))
    done = "great damage" if total >= 9 else "damage" if total >= 6 else "no damage"
    return Fallen(f"{asked.key} attack", f"{done}{', the band is lost' * gone}", dice[-1][0])
