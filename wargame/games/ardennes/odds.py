"""The odds of a combat: exact chances of hits over the cup (ARD-CH-01, ARD-CC-06 to -13)."""

from __future__ import annotations

from dataclasses import replace

from wargame.content.figures import signed
from wargame.flow.ask import Odds, Outcome
from wargame.games.ardennes.chits import Forces, Span, chances, crosses, facts, span
from wargame.games.ardennes.state import OTHER, ArdGame


def odds(g: ArdGame, forces: Forces, count: int = 0) -> Odds:
    """ARD-CH-01  The chance of each number of hits with *count* chits; 0: the most that may be drawn."""
    limits = span(g, forces)
    drawn = count or limits.most
    enemy = OTHER[forces.side]
    outcomes = tuple(
        Outcome(in_words(d, a), chance, _amount({enemy: d, forces.side: a}), code=f"D{d} A{a}")
        for (d, a), chance in chances(g, forces, drawn).items()
    )
    found = Odds(f"{drawn} chit{'s' * (drawn > 1)}", limits.why, outcomes)
    d, a = (float(found.loss.get(who, 0)) for who in (enemy, forces.side))
    return replace(
        found, basis=f"{basis(g, forces, limits, drawn)}; on average D {d:.1f} A {a:.1f}"
    )


def _amount(found: dict[str, int]) -> dict[str, int]:
    return {side: n for side, n in found.items() if n}


def in_words(d: int, a: int) -> str:
    """Hits as a sentence: "defender takes 2 hits; attacker takes 1 hit"."""
    told = [
        f"{who} takes {n} hit{'s' * (n > 1)}" for who, n in (("defender", d), ("attacker", a)) if n
    ]
    return "; ".join(told) or "no hit"


def basis(g: ArdGame, forces: Forces, limits: Span, drawn: int) -> str:
    """Strengths, ratio and the numbers of chits: "6 against 2 = 3.0, 5 of 2 to 5 chits"."""
    known = facts(g, forces)
    ratio = known.attack / known.defence
    made = ", ".join(f"{what} {signed(n)}" for what, n in limits.why)
    span_ = f"{limits.least} to {limits.most}" if limits.least < limits.most else f"{limits.most}"
    chits = f"{drawn} of {span_} chit{'s' * (limits.most > 1)} ({made})"
    halved = " (halved across the river)" if crosses(g, forces) else ""
    return f"{known.attack}{halved} against {known.defence} = {ratio:.1f}, {chits}"
