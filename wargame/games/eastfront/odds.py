"""What an attack may come to: its throw, the exact chances of every result, surrender (EF-CB-20, EF-CB-34)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor

from wargame.flow.ask import Odds, Outcome
from wargame.games.eastfront.state import (
    ISOLATED,
    OTHER,
    EfGame,
    combat_units,
    level,
    steps,
)
from wargame.games.eastfront.strength import (
    Battle,
    attack,
    column,
    defence,
    defenders,
    modifiers,
    ratios,
)
from wargame.rules.table import Throw

GIVES_UP = "DE"
"""EF-CB-34  The result that a surrender counts as."""


def throw(g: EfGame, battle: Battle) -> Throw[str]:
    """EF-CB-20, EF-CB-21  The combat table as this attack reads it."""
    at, most = column(g, battle), g.content.limits.attack.drm
    assert at is not None
    added = modifiers(g, battle)
    total = sum(n for _, n in added)
    held = max(-most, min(most, total))
    if held != total:
        added = (*added, ("limit", held - total))
    table = g.content.combat.rows

    def read(_natural: int, roll: int) -> str:
        return str(table[max(0, min(len(table) - 1, roll))][at])

    facts = {"attack": floor(attack(g, battle)), "defence": defence(g, battle)}
    return Throw("combat", read, "EF-CB-20", 1, 10, added, g.content.combat.columns[at], (), facts)


def odds(g: EfGame, battle: Battle) -> Odds | None:
    """The exact chances of each result; None below the first column."""
    at = column(g, battle)
    if at is None:
        return None
    found, enemy = throw(g, battle), OTHER[battle.side]
    codes = [str(row.code) for row in g.content.combat.result]
    known = {code: _outcome(g, battle, code, enemy) for code in codes}
    unpaid = "" if battle.paid else ", unpaid"
    basis = f"{floor(attack(g, battle))} : {defence(g, battle)}{unpaid}"
    if surrenders(g, battle):
        sure = replace(known[GIVES_UP], words="the defenders surrender")
        return Odds(found.column, (), (sure,), basis)
    chances = tuple(o for o in found.outcomes(known) if o.chance)
    return Odds(found.column, found.added, chances, basis)


def _outcome(g: EfGame, battle: Battle, code: str, enemy: str) -> Outcome:
    row = g.content.results[code]
    there = sum(steps(g, u) for u in defenders(g, battle))
    lost = there if row.defender < 0 else min(row.defender, there)
    said = []
    if row.attacker:
        said.append(f"attacker loses {row.attacker}")
    if lost:
        said.append("defender is eliminated" if row.defender < 0 else f"defender loses {lost}")
    if row.retreat:
        said.append(f"{'and' if lost else 'defender'} retreats {row.retreat}")
    loss = {side: n for side, n in ((battle.side, row.attacker), (enemy, lost)) if n}
    back = {enemy: len(combat_units(g, battle.target, enemy))} if row.retreat else {}
    return Outcome(", ".join(said) or "no effect", loss=loss, back=back, code=code)


def surrenders(g: EfGame, battle: Battle) -> bool:
    """EF-CB-34  A stack whose units are all isolated and at U4 gives up at 3:1 or better."""
    at = column(g, battle)
    units = [g.state.units[u] for u in defenders(g, battle)]
    worst = g.content.limits.supply.worst
    least = Fraction(g.content.limits.attack.surrender)
    return bool(
        at is not None and units and Fraction(*ratios(g.content)[at]) >= least
        and all(ISOLATED in u.states and level(u) >= worst for u in units)
    )  # fmt: skip
