"""Games of East Front that stand before a segment, to be played on with scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.eastfront.table import CAMPAIGN
from tests.games.table import answers, asked, events, laid_out, play, unit
from wargame.flow.session import Session
from wargame.games.eastfront import GAME
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.odds import throw
from wargame.games.eastfront.payment import forecast
from wargame.games.eastfront.state import FLOWN, HIT
from wargame.games.eastfront.strength import Battle
from wargame.model import events as ev


def position(
    segment: str,
    units: Mapping[str, str],
    *,
    states: Mapping[str, Sequence[str]] | None = None,
    more: Mapping[str, Mapping[str, Any]] | None = None,
    dice: Sequence[int] = (),
    turn: int = 3,
    scenario: str = CAMPAIGN,
    clear: bool = True,
    **set_: Any,
) -> Session:
    """A game before *segment* ("axis.combat.declare") with these units alone, unless not *clear*."""
    return laid_out(
        GAME, segment, units, states=states, more=more, dice=tuple(dice), turn=turn, clear=clear,
        scenario=scenario, set=set_,
    )  # fmt: skip


def notes(session: Session, what: str) -> list[dict[str, Any]]:
    """The facts of every note called *what*, in order."""
    return [dict(e.facts) for e in events(session, ev.Noted) if e.what == what]


def key(session: Session) -> str:
    """The key of the open question."""
    return asked(session).key


def until(session: Session, *keys: str, say: str = "done", most: int = 40) -> Session:
    """Answer *say* until one of these questions is open."""
    for _ in range(most):
        if key(session) in keys:
            return session
        play(session, say)
    raise AssertionError(f"{keys} are not asked, but {key(session)}")


def readings(session: Session) -> list[ev.ChartRead]:
    """Every reading of the combat table, in order."""
    return [e for e in events(session, ev.ChartRead) if e.chart == "combat"]


def status(session: Session, unit_id: str) -> str:
    """I1, I2, nothing for operative, or the box of a unit that is lost."""
    found = unit(session, unit_id)
    if found.hex < 0:
        return found.box
    return "I2" if HIT in found.states else "I1" if FLOWN in found.states else ""


def layer(session: Session, name: str, where: str) -> int:
    """What a layer holds in a hex."""
    return session.state.layers.get(name, {}).get(session.game.grid.hex(where), 0)


def fought(
    units: Mapping[str, str],
    attack: str,
    code: str,
    *,
    side: Side = "axis",
    dice: Sequence[int] = (),
    segment: str = "combat.declare",
    **more: Any,
) -> Session:
    """An attack whose die gives one of these results ("D1"); *dice* are those that fall afterwards."""
    before = position(f"{side}.{segment}", units, **more)
    while key(before) != "attack":
        play(before, "done")
    found = asked(before).read(attack)[1]
    battle = forecast(before.game, Battle(side, found.target, found.kind, found.units))
    thrown = throw(before.game, battle)
    natural = next((n for n in range(1, 11) if thrown.result(n) == code), 0)
    assert natural, f"{thrown.column} with {thrown.added} never gives {code}"
    session = position(f"{side}.{segment}", units, dice=(natural, *dice), **more)
    play(until(session, "attack"), attack)
    while not readings(session):
        play(session, answers(session)[0] if key(session).startswith("attack.p") else "done")
    assert code == readings(session)[0].result
    return session


def lost(session: Session, *units: str) -> list[int]:
    """Steps that units have lost."""
    return [unit(session, u).numbers.get("lost", 0) for u in units]
