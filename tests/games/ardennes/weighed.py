"""The ground, the lines and the marches of a position, held against the referee."""

from __future__ import annotations

from tests.games.ardennes.judged import judged
from tests.games.ardennes.referee import cards, front, march, supply
from wargame.games.ardennes import front as mine
from wargame.games.ardennes.automaton import attack
from wargame.games.ardennes.automaton.goes import Stack
from wargame.games.ardennes.contact import is_out_of_contact
from wargame.games.ardennes.line import Line, reach_set
from wargame.games.ardennes.roadblocks import candidates, due_bridges
from wargame.games.ardennes.state import ISOLATED, OTHER, ArdGame, day, has_zoc, on_map, why_full
from wargame.games.ardennes.state import stack as units_of
from wargame.games.ardennes.supply import Lines, degree, next_degree
from wargame.games.ardennes.walk import Marcher, why_still
from wargame.hexes.bits import members

DEGREES = {"": "in", "low supply": "low", "out of supply": "out", "isolated": "isolated"}


class Differences(list[str]):
    """What program and referee do not see alike."""

    def hold(self, what: object, program: object, referee: object) -> None:
        """Note a difference."""
        if program == referee:
            return
        if isinstance(program, dict) and isinstance(referee, dict):
            program, referee = {*program.items()}, {*referee.items()}
        if isinstance(program, set) and isinstance(referee, set):
            only = sorted(program - referee), sorted(referee - program)
            program, referee = only
        self.append(f"{what}: program {program!r}, referee {referee!r}")


def names(g: ArdGame, mask: int) -> set[str]:
    """The hexes of a mask."""
    return {g.grid.name(h) for h in members(mask)}


def lines(g: ArdGame) -> Differences:
    """ZOC, Supply, Communication, the front and its Line (5.1 to 5.3)."""
    pos, found, name = judged(g), Differences(), g.grid.name
    board = sorted(g.content.board)
    for side, enemy in OTHER.items():
        zone = {name(h) for h, n in enumerate(g.board.zoc[side]) if n}
        found.hold(f"ZOC {side}", zone, set(front.zoc(pos, side)))
        net, talks = Lines(g, side), mine.communication(g, side)  # type: ignore[arg-type]
        found.hold(f"road {side}", names(g, net.road), set(supply.road_part(pos, side)))
        held = {u.hex for u in on_map(g, side)}
        for h in board:
            if g.board.here[enemy][h] or (h not in held and h % 31):
                continue
            n = name(h)
            found.hold(f"supply {side} {n}", net.reaches(h), supply.supplied(pos, n, side))
            talk = front.communication(pos, n, side)
            found.hold(f"communication {side} {n}", bool(talks >> h & 1), talk)
        for h in sorted(held):
            n = name(h)
            found.hold(
                f"open {side} {n}",
                [name(x) for x in mine.open_neighbours(g, h, side)],
                sorted(front.open_neighbours(pos, n, side)),
            )
            found.hold(
                f"proximate {side} {n}",
                mine.is_proximate(g, h, side),
                front.proximate(pos, n, side),
            )
            found.hold(
                f"danger {side} {n}", mine.in_danger(g, h, side), front.in_danger(pos, n, side)
            )
            zoc = any(front.exerts(pos, u) for u in pos.at(n))
            found.hold(f"has ZOC {n}", has_zoc(g, h, side), zoc)
        for u in on_map(g, side):
            ours = next_degree(degree(u), traces=net.reaches(u.hex), talks=bool(talks >> u.hex & 1))
            if u.id != "de.vdh.vdh":
                found.hold(
                    f"tomorrow {u.id}", DEGREES[ours], supply.next_state(pos, pos.units[u.id])
                )
    found.hold("reach", names(g, reach_set(g)), set(front.reach_set(pos)))
    line = Line(g)
    for u in on_map(g, "allied"):
        theirs = front.out_of_contact(pos, pos.units[u.id])
        found.hold(f"OutOfContact {u.id}", is_out_of_contact(g, u.id, line), theirs)
        n = name(u.hex)
        found.hold(f"wandering {n}", mine.is_wandering(g, u.hex), front.wandering(pos, n))
    return found


def marches(g: ArdGame, side: str) -> Differences:
    """Where every stack of a side, and every unit of it alone, may end a move, and at what price (5.5)."""
    pos, found, name = judged(g), Differences(), g.grid.name
    for h in sorted({u.hex for u in on_map(g, side)}):
        here = [u.id for u in units_of(g, h, side)]
        for units in {tuple(here), *((u,) for u in here)}:
            theirs = march.destinations(pos, [pos.units[u] for u in units])
            ours: dict[str, int] = {}
            if not any(why_still(g, u) for u in units):
                marcher = Marcher(g, units)
                left = marcher.field().left
                start = min(u.ma for u in (pos.units[i] for i in units)) * 2
                ends = (x for x in left if x != h and marcher.why_no_end(x) is None)
                ours = {name(x): left[x] for x in ends}
                if not marcher.single:
                    ours = {x: start - n for x, n in ours.items()}
                    theirs = {x: n * 2 for x, n in theirs.items()}
                else:
                    ours, theirs = dict.fromkeys(ours, 0), dict.fromkeys(theirs, 0)
            found.hold(f"march {units} from {name(h)}", ours, theirs)
    return found


def worth(g: ArdGame) -> Differences:
    """What Germans are worth in defence (5.16.3), and where Allied stacks would plug the Line (5.1.10)."""
    pos, found, name = judged(g), Differences(), g.grid.name
    for h in sorted({u.hex for u in on_map(g, "german")}):
        found.hold(f"value {name(h)}", attack.value(g, h), cards.defender_value(pos, name(h)))
    line = Line(g)
    for h in sorted({u.hex for u in on_map(g, "allied")}):
        units = tuple(u.id for u in units_of(g, h, "allied"))
        own = Stack(g, units, units[0], line, attack.Searches(g))
        plugs = {name(x) for x in own.ends if own.near_reach >> x & 1 and line.plugs(units, x)}
        within = {name(x) for x in own.ends}
        after = {q: pos.put(units, q) for q in front.plug_hexes(pos, units, within)}
        theirs = {q for q, p in after.items() if any(front.exerts(p, p.units[i]) for i in units)}
        found.hold(f"plugs {units[0]}", plugs, theirs)
    return found


def may_go(g: ArdGame, units: list[str]) -> bool:
    """Whether a stack may make a Strategic Move (MV-08)."""
    near = g.grid.neighbours[g.state.units[units[0]].hex]
    fit = not any(why_still(g, u) or ISOLATED in g.state.units[u].states for u in units)
    return fit and not any(g.board.here["allied"][n] for n in near)


def barriers(g: ArdGame) -> Differences:
    """Roadblock candidates and Bridge checks beside every German stack, and where it may go next (5.6, BR-01)."""
    pos, found, name = judged(g), Differences(), g.grid.name
    for h in sorted({u.hex for u in on_map(g, "german")}):
        units = [u.id for u in units_of(g, h, "german")]
        ours = [name(x) for x in candidates(g, h, units, ())]
        found.hold(
            f"candidates {name(h)}",
            ours,
            march.candidates(pos, [pos.units[u] for u in units], name(h)),
        )
        for n in (n for n in g.grid.neighbours[h] if n in g.content.board):
            if not g.board.here["allied"][n]:
                there = [name(x) for x in candidates(g, n, units, (h,))]
                them = [pos.units[u] for u in units]
                known = march.candidates(pos, them, name(n), (name(h),))
                found.hold(f"candidates {name(h)}-{name(n)}", there, known)
        if day(g) > g.content.scenario.first_turn:  # of its Bridges the referee knows nothing here
            far = Marcher(g, units, "strategic").field().left if may_go(g, units) else {}
            ends = {name(x) for x in far if x != h and not why_full(g, "german", x, units)}
            theirs = march.strategic(pos, [pos.units[u] for u in units])
            found.hold(f"strategic {name(h)}", ends, set(theirs))
        due = {name(x) for side in due_bridges(g, h) for x in side if x != h}
        found.hold(f"bridges {name(h)}", due, {n for n, _ in march.bridge_checks(pos, name(h))})
    return found
