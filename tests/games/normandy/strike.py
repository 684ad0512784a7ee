"""Attacks whose dice are chosen for the result that a test wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.normandy.table import asked, play, position
from wargame.flow.session import Session
from wargame.games.normandy.asks.support import support_ask
from wargame.games.normandy.battle import battle
from wargame.games.normandy.odds import assess, outcome

SEA_AND_SKY: dict[str, Any] = {"turn": 13, "weather": "overcast", "sea": "rough"}


def strike(
    units: Mapping[str, str],
    attack: str,
    *wanted: str,
    states: Mapping[str, Sequence[str]] | None = None,
    give: str = "done",
    segment: str = "allied.combat",
    dice: Sequence[int] = (),
    **more: Any,
) -> Session:
    """The attack after dice that give one of the cells *wanted*, without attrition if they can.

    The attacker gives *give* and loses what is proposed, the defender gives nothing; *dice* are those that fall afterwards.
    """
    laid = {"states": states, **SEA_AND_SKY, **more}
    before = play(position(segment, units, **laid), attack)
    g, forces = before.game, battle(before.game).forces
    found = support_ask(g, forces, defence=False)
    assert found is not None, "the attacker has nothing to give"
    ask, support = found
    reckoned = assess(g, forces.targets, forces.units, support.staked(ask.read(give)[1]))
    thrown = []
    for white in range(6, 0, -1):
        for black in range(6, 0, -1):
            cell, hits, losses = outcome(g, reckoned, white, black)
            if cell.code in wanted:
                extra = losses - cell.defender, hits - cell.attacker
                thrown.append((extra, white, black))
    assert thrown, f"column {reckoned.column}, DRM {reckoned.drm} never gives {wanted}"
    _, white, black = min(thrown, key=lambda row: row[0])
    session = position(segment, units, dice=(white, black, *dice), **laid)
    play(session, attack, give)
    if asked(session).key == "combat.defence":
        play(session, "done")
    while asked(session).key == "combat.losses" and asked(session).side == forces.side:
        first(session, "combat.losses", most=1)
    return session


def first(session: Session, *keys: str, most: int = 99) -> Session:
    """Take the first answer as long as one of these questions is open."""
    while asked(session).key in keys and most:
        play(session, asked(session).options()[0].answer)
        most -= 1
    return session
