"""Cards, deployment and action cards of the automated Allies, held against the referee (5.14 to 5.16)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tests.games.ardennes.judged import judged
from tests.games.ardennes.referee import cards as ref_cards
from tests.games.ardennes.referee import deploy as ref_deploy
from tests.games.ardennes.referee import impulse as ref_impulse
from tests.games.ardennes.referee import orders
from tests.games.ardennes.referee.position import RESERVE
from tests.games.ardennes.watch import Watch, Watcher, barred, hexes
from wargame.games.ardennes import cards
from wargame.games.ardennes import state as st
from wargame.games.ardennes.activation import activation, active_units

# -- cards ------------------------------------------------------------------------------------------


def deploys(watch: Watch, plain: Watcher, g: st.ArdGame, card: Any, units: Sequence[str]) -> Any:
    pos = judged(g)
    acted = {u.id for u in g.state.units.values() if st.ACTED in u.states}
    gone = bool(g.state.tracks.get("early reserve"))
    theirs = orders.deployments(pos, units, card.value, acted, one_gone=gone)
    done = plain(g, card, units)
    ours = {
        u: g.grid.name(g.state.units[u].hex)
        for u in units
        if st.ACTED in g.state.units[u].states and u not in acted
    }
    watch.see("deployment", card.id, sorted(ours.items()), sorted(theirs))
    return done


def reasons(watch: Watch, plain: Watcher, g: st.ArdGame, units: Sequence[str]) -> Any:
    found = plain(g, units)
    theirs = orders.reasons(judged(g), units, barred(g))
    watch.see("eligible", "", set(found), theirs)
    return found


def named(watch: Watch, plain: Watcher, g: st.ArdGame, card: Any) -> Any:
    found = plain(g, card)
    if card.kind in ("army", "group"):
        by_corps = {
            c: (g.content.corps[c][0].corps_number, cards.members(g, card, c))
            for c in cards.corps_of(g, card)
        }
        watch.see("corps", card.id, found[1], orders.busiest(judged(g), by_corps, barred(g)))
    return found


def deed(watch: Watch, plain: Watcher, g: st.ArdGame, card: Any, units: Sequence[str]) -> Any:
    pos, struck = judged(g), frozenset(hexes(g, activation(g).struck))
    expected = ref_cards.play(pos, card.id.upper(), units, barred(g), struck)
    done = plain(g, card, units)
    theirs = expected and (
        expected.line,
        expected.lead,
        expected.action.lower(),
        expected.hex,
        expected.force,
    )
    ours: tuple[Any, ...] | None = None
    if done is not None:
        number = [*card.lines].index(done.line) + 1
        own = [u for u in done.units if u in units]
        lead = st.by_number(g, own)[0] if done.attack is None else done.attack.moves[0][0]
        if done.attack is not None:
            force = tuple(
                (_lead(g, us, units), g.grid.name(way[-1])) for us, way in done.attack.moves
            )
            ours = (number, force[0][0], "attack", g.grid.name(done.attack.target), force)
        else:
            where = done.path[-1] if done.path else g.state.units[own[0]].hex
            action = done.line.split()[1].replace("attack", "move")
            ours = (number, lead, action, g.grid.name(where), ())
    watch.see("action", card.id, ours, theirs)
    watch.seen[f"line {ours and card.lines[ours[0] - 1]}"] += 1
    return done


def _lead(g: st.ArdGame, units: Sequence[str], formation_: Collection[str]) -> str:
    return st.by_number(g, [u for u in units if u in formation_])[0]


def digs(watch: Watch, plain: Watcher, g: st.ArdGame, only: Sequence[str] = ()) -> Any:
    pos, acted = judged(g), _acted(g)
    units = active_units(g, "allied")
    plain(g, only)
    if not only:
        fresh = set(judged(g).improved - pos.improved)
        watch.see("IP", "", fresh, set(orders.dug_in(pos, units, acted)))
    return None


def _acted(g: st.ArdGame) -> set[str]:
    return {u.id for u in g.state.units.values() if st.ACTED in u.states}


def aim(watch: Watch, plain: Watcher, g: st.ArdGame, units: Sequence[str]) -> Any:
    pos, found = judged(g), plain(g, units)
    ours = g.grid.name(found.path[-1]) if found.path else ""
    watch.see(
        "wandering", units[0], ours, ref_impulse.wander_move(pos, [pos.units[u] for u in units])
    )
    return found


def rearward(watch: Watch, plain: Watcher, g: st.ArdGame, units: Sequence[str]) -> Any:
    pos, found = judged(g), plain(g, units)
    ours = g.grid.name(found) if found >= 0 else ""
    watch.see("rearward", units[0], ours, ref_impulse.rearward(pos, [pos.units[u] for u in units]))
    return found


def replacement(watch: Watch, plain: Watcher, g: st.ArdGame, where: int) -> Any:
    pos, found = judged(g), plain(g, where)
    waiting = [u for u in pos.units.values() if u.side == "allied" and u.hex == RESERVE]
    one = ref_deploy.replacement(pos, g.grid.name(where), waiting)
    kept = one and one.hex == RESERVE and pos.date == 16 and g.state.tracks.get("early reserve")
    watch.see("roadblock unit", g.grid.name(where), found, "" if kept or one is None else one.id)
    return found
