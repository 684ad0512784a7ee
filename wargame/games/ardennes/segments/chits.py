"""The chits of a combat: how many, drawn one by one, what each scores (ARD-CH-01, ARD-CC-06 to -13)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from wargame.content.figures import counted
from wargame.flow.ask import About, Choice, Odds, Option, Refusal
from wargame.flow.script import DONE, Next, segment
from wargame.games.ardennes.asks.listed import because
from wargame.games.ardennes.battle import alive, battle, defending, remember
from wargame.games.ardennes.chits import Forces, adjusted, facts, hits, span, told
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.odds import odds
from wargame.games.ardennes.segments.tactics import forces
from wargame.games.ardennes.state import IMPROVED, ArdGame, automated, place_name
from wargame.rules.decks import draw

CUP, DRAWN = "chits", "chits drawn"


@segment("ardennes.ops.chits")
async def chits(g: ArdGame, side: Side) -> Next:
    """ARD-CC-11, ARD-CC-12, ARD-CH-01  The attacker chooses a number; the chits are drawn without return."""
    fought = forces(g, battle(g))
    count = await _count(g, side, fought)
    known = facts(g, fought)
    g.note("strengths", rule="ARD-AT-02", attack=known.attack, defence=known.defence)
    drawn: list[str] = []
    d = a = 0
    for _ in range(count):
        chit = g.content.chits[draw(g, CUP, DRAWN, kind="chit", rule="ARD-CH-01", by=side)]
        drawn.append(chit.id)
        on_defender, on_attacker = hits(chit, known)
        d, a = d + on_defender, a + on_attacker
        g.read_chart(
            "chits", column=chit.title, row=chit.id, result=told(chit, known), rule="ARD-CH-01",
            on_defender=d, on_attacker=a,
        )  # fmt: skip
    g.fill(DRAWN, (), rule="ARD-CH-01")
    g.fill(CUP, tuple(sorted(g.content.chits)), rule="ARD-CH-01")
    after = adjusted(g, fought, d, a)
    g.note(
        "hits", rule="ARD-CC-08", drawn_defender=d, drawn_attacker=a, defender=after.defender,
        attacker=after.attacker, place=after.place, state=after.state,
    )  # fmt: skip
    if after.position_used:
        g.set_layer(IMPROVED, {fought.target: 0}, rule="ARD-CC-08")
    remember(g, count=count, drawn=tuple(drawn), hits=after.defender, counter=after.attacker)
    return DONE


async def _count(g: ArdGame, side: Side, fought: Forces) -> int:
    """ARD-CC-11, ARD-CC-12  Between the least and the most; the automated Allies draw the most."""
    limits = span(g, fought)
    if automated(g, side):
        why = tuple(word for part in limits.why for word in part)
        g.note("draws_most", rule="ARD-CC-12", count=limits.most, least=limits.least, why=why)
        return limits.most
    rows = [
        (Option(f"draw {n}", f"Draw {counted(n, 'chit')}"), n)
        for n in range(limits.least, limits.most + 1)
    ]
    made = ", ".join(f"{what} {n:+}" for what, n in limits.why)
    ask: Choice[int] = Choice(
        side, "chits",
        f"How many chits for {place_name(g, fought.target)}? {limits.least} (defending steps) to {limits.most} ({made}).",
        rows, rule="ARD-CC-11", explain=because(rows, partial(_why_not_so_many, limits.least, limits.most, made)),
        odds=partial(_chances, g, fought),
        about=About(fought.units, (fought.target,), fought.defenders, first=limits.least),
    )  # fmt: skip
    return await g.settle(ask)


def _why_not_so_many(least: int, most: int, made: str, text: str) -> Refusal | None:
    """ARD-CC-06, ARD-CC-07, ARD-CC-11  Too few chits, or too many."""
    number = text.removeprefix("draw").strip()
    if not number.isdigit() or least <= int(number) <= most:
        return None
    return Refusal(f"From {least} to {most} chits are drawn: {made}.", "ARD-CC-11")


def _chances(g: ArdGame, fought: Forces, count: int) -> Odds:
    return odds(g, fought, count)


def _defender_is_hit(g: ArdGame, _side: str) -> bool:
    """ARD-CR-17  Whether the defender has hits to absorb."""
    fight = battle(g)
    return fight.hits > 0 and bool(defending(g, fight) or fight.path or fight.parts)


def _attacker_is_hit(g: ArdGame, _side: str) -> bool:
    """ARD-CR-11  Whether the attacker has hits to absorb."""
    fight = battle(g)
    return fight.counter > 0 and bool(alive(g, fight.units))


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {
    "defender_is_hit": _defender_is_hit,
    "attacker_is_hit": _attacker_is_hit,
}
"""The conditions of its steps."""
