"""What the program says of partisans held against what the referee says."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from tests.games.eastfront.differences import Differences
from tests.games.eastfront.passes import Found, options, run
from tests.games.eastfront.referee import partisans
from tests.games.eastfront.referee.position import Position
from wargame.games.eastfront import band_odds
from wargame.games.eastfront import state as st
from wargame.games.eastfront.segments import partisans as played


def bands(g: st.EfGame, p: Position, random: Random, found: Differences) -> None:
    """4.13, 5.11"""
    asked = run(g, "movement.partisan", side="soviet")
    for band in partisans.bands(p, active=True):
        his = {h for verb, who, h, *_ in _words(asked) if verb == "march" and who == band.id}
        found.same("band moves", his, partisans.moves(p, band), band.id)
        _targets(g, p, band.hex, found)
        for h in (band.hex, *p.near(band.hex)):
            unit, target = g.state.units[band.id], g.grid.hex(h)
            more = sum(n for _, n in band_odds.attack_added(g, unit, target))
            mine = partisans.attack_modifier(p, band.hex, h)
            found.same("band attack", more, mine, f"{band.id} {h}")
            lost = band_odds.lost_to(g, unit, target)
            found.same("band lost", lost, partisans.lost_to(p, band.hex, h), f"{band.id} {h}")
    for active in (True, False):
        for band in partisans.bands(p, active=active):
            _sweep(g, p, band.id, random, found)
    _raised(g, p, found)


def _words(asked: Found) -> list[list[str]]:
    return [answer.split() for answer in options(asked) if " " in answer] if asked else []


def _targets(g: st.EfGame, p: Position, where: str, found: Differences) -> None:
    his = {
        (g.grid.name(h), what.split()[0])
        for h in (g.grid.hex(where), *g.grid.neighbours[g.grid.hex(where)])
        for what in played.targets(g, h)
        if not what.startswith("air")
    }
    mine = {(h, what) for h, what in partisans.targets(p, where)}
    found.same("band targets", his, mine, where)


def _sweep(g: st.EfGame, p: Position, band: str, random: Random, found: Differences) -> None:
    unit, his = p.units[band], played.sweepers(g, g.state.units[band])
    found.same("sweepers", set(his), partisans.sweepers(p, unit), band)
    if his:
        who = random.sample(his, random.randrange(1, len(his) + 1))
        more = sum(n for _, n in band_odds.sweep_added(g, g.state.units[band], who))
        mine = partisans.sweep_modifier(p, unit, [p.units[u] for u in who])
        found.same("sweep", more, mine, f"{band} {who}")
    active = unit.active
    for total in range(-2, 14):
        told = str(band_odds.swept(g, g.state.units[band], total) or "")
        found.same(
            "swept", bool(told), bool(partisans.swept(total, active=active)), f"{total} {told}"
        )


def _raised(g: st.EfGame, p: Position, found: Differences) -> None:
    his = {g.grid.name(h) for h in played.havens(g)}
    found.same("havens of bands", his, partisans.havens(p))
    most, new = partisans.allowed(p.turn)
    row: Any = played.period(g)
    found.same("bands allowed", row.bands, most)
    words = _words(run(g, "replacement.partisan", side="soviet"))
    there = len(partisans.bands(p, active=True)) + len(partisans.bands(p, active=False))
    raised = any(verb == "raise" for verb, *_ in words)
    found.same("a band is raised", raised, bool(new and there < most and his), f"{there} of {most}")
    _modes(p, words, found)


def _modes(p: Position, words: Collection[list[str]], found: Differences) -> None:
    """EF-PT-12  Who may hide; all may come up."""
    his = {(verb, who) for verb, who, *_ in words if verb != "raise"}
    mine = {("hide", b.id) for b in partisans.bands(p, active=True) if partisans.may_hide(p, b)}
    mine |= {("rise", b.id) for b in partisans.bands(p, active=False)}
    found.same("modes", his, mine)
