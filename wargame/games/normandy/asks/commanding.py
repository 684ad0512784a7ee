"""Operations: which HQs take part, what it costs, who goes first, where bombs are aimed (NOR-OP, NOR-CB)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.ask import Refusal
from wargame.games.normandy.armies import (
    armies_of,
    army_of_hq,
    attached,
    hqs,
    mech_of,
    operation,
    sp,
    turns_run,
)
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.entry import withdrawing
from wargame.games.normandy.score import gain, operation_points
from wargame.games.normandy.state import (
    OPERATED,
    SUPPORTED,
    NorGame,
    combat_units,
    kind_of,
    place_name,
    steps,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

GERMAN_LAST = "op german last"
"""Track: NOR-OP-10 the last turn in which a German Operation ran."""


# -- who may take part ------------------------------------------------------------------------------


def running(g: NorGame, side: Side) -> list[str]:
    """NOR-OP-07  Armies of a side whose Operation runs, in table order."""
    return [army for army in armies_of(g, side) if turns_run(g, army)]


def why_no_operation(g: NorGame, hq: UnitId) -> Refusal | None:
    """NOR-OP-07, NOR-OP-10, NOR-OP-17  Why an HQ can take no part in one now; None if it can."""
    unit, name = g.state.units[hq], unit_name(g, hq)
    if hq not in g.content.hqs:
        return Refusal(f"{name} is no HQ.", "NOR-OP-04")
    if unit.hex < 0:
        return Refusal(f"{name} is not on the map.", "NOR-OP-07")
    if hq == g.content.off_map.fortress.hq:
        return Refusal(f"{name} commands a garrison: it takes part in no Operation.", "NOR-OP-07")
    if SUPPORTED not in unit.states:
        return Refusal(f"{name} is Unsupported this turn.", "NOR-OP-07")
    army = army_of_hq(g, hq)
    if turns_run(g, army):
        return _why_not_continued(g, army, hq)
    return _why_not_begun(g, hq)


def _why_not_continued(g: NorGame, army: str, hq: UnitId) -> Refusal | None:
    """NOR-OP-09, NOR-OP-17"""
    most = g.content.limits.operation.length(kind_of(g, hq).side)
    if turns_run(g, army) >= most:
        said = f"The Operation of {_title(g, army)} has run its {most} turns and ends."
        return Refusal(said, "NOR-OP-09")
    if hq in operation(g, army):
        return None
    said = f"{unit_name(g, hq)} cannot be added to the running Operation of {_title(g, army)}."
    return Refusal(said, "NOR-OP-17")


def _why_not_begun(g: NorGame, hq: UnitId) -> Refusal | None:
    """NOR-OP-10, NOR-WN-04"""
    rules, turn, unit = g.content.limits.operation, g.state.turn(), g.state.units[hq]
    operated = unit.numbers.get(OPERATED, 0)
    if operated and turn < operated + rules.rest:
        said = f"was in an Operation on turn {operated}: again from turn {operated + rules.rest}"
        return Refusal(f"{unit_name(g, hq)} {said}.", "NOR-OP-10")
    if unit.side != "german":
        return None
    if withdrawing(g):
        return Refusal("No German Operation begins after Withdrawal.", "NOR-WN-04")
    last = int(g.state.tracks.get(GERMAN_LAST, 0))
    if last and turn < last + rules.german_rest:
        said = f"the last German one ran on turn {last}: again from turn {last + rules.german_rest}"
        return Refusal(f"Too soon for an Operation; {said}.", "NOR-OP-10")
    if running(g, "german"):
        return Refusal("One German Operation runs already.", "NOR-OP-07")
    return None


def price(g: NorGame, army: str, count: int) -> int:
    """NOR-OP-08  Support points to begin or continue with so many HQs."""
    rules = g.content.limits.operation
    if turns_run(g, army):
        return rules.continue_hq * count
    return rules.initiate + rules.initiate_hq * count if count else 0


def _title(g: NorGame, army: str) -> str:
    return g.content.armies[army].title


def by_army(g: NorGame, named: Iterable[UnitId]) -> dict[str, list[UnitId]]:
    """HQs by the army they belong to, by id."""
    found: dict[str, list[UnitId]] = {}
    for hq in sorted(named):
        found.setdefault(army_of_hq(g, hq), []).append(hq)
    return found


def why_not(g: NorGame, side: Side, amounts: Mapping[str, int]) -> Refusal | None:
    """NOR-OP-07, NOR-OP-08, NOR-OP-12  Why these HQs together cannot; None if they can."""
    rules, turn = g.content.limits.operation, g.state.turn()
    groups = by_army(g, (hq for hq, n in amounts.items() if n))
    for army, named in groups.items():
        most = rules.most_hqs(side, turn)
        if len(named) > most:
            said = f"An Operation names at most {most} HQs on turn {turn}, not {len(named)}."
            return Refusal(said, "NOR-OP-07")
        cost = price(g, army, len(named))
        if cost > sp(g, army):
            hqs = "1 HQ" if len(named) == 1 else f"{len(named)} HQs"
            said = f"{_title(g, army)} would pay {cost} SP for {hqs}; it has {sp(g, army)}."
            return Refusal(said, "NOR-OP-08")
    if side == "german":
        return _why_not_german(g, groups)
    return None


def _why_not_german(g: NorGame, groups: Mapping[str, Sequence[UnitId]]) -> Refusal | None:
    if len(groups) > 1:
        return Refusal("A German Operation names HQs of one army only.", "NOR-OP-07")
    least = g.content.limits.operation.german_mech
    for army, named in groups.items():
        mech = mech_of(g, named)
        if not turns_run(g, army) and mech < least:
            units = (
                "1 mech combat unit is" if mech == 1 else f"{mech or 'no'} mech combat units are"
            )
            said = f"{units} attached to the HQs named; an Operation needs {least}."
            return Refusal(said[:1].upper() + said[1:], "NOR-OP-12")
    return None


# -- the question -----------------------------------------------------------------------------------


def _why_no_row(g: NorGame, side: Side, word: str) -> Refusal | None:
    """NOR-OP-01, NOR-OP-02  Why a unit is no row."""
    if word not in g.state.units:
        return None
    if g.state.units[word].side != side:
        return Refusal(f"{unit_name(g, word)} is not yours.", "NOR-OP-04")
    return why_no_operation(g, word)


def operation_ask(g: NorGame, side: Side) -> Allotment | None:
    """NOR-OP-01, -02, -04  All HQs of a side's Operations in one answer; None where none can be named."""
    rows = [hq for hq in hqs(g, side) if why_no_operation(g, hq) is None]
    alone = any(why_not(g, side, {hq: 1}) is None for hq in rows)
    if not alone and (side == "allied" or not _can_together(g, by_army(g, rows))):
        return None
    return Allotment(
        side,
        f"operation.{side}",
        lambda: f"Which HQs take part in an Operation this turn? {_situation(g, side)}",
        [Share(hq, "", 1) for hq in rows],
        {},
        rule="NOR-OP-01",
        proposed=lambda: _as_before(g, side),
        why_not=lambda amounts: why_not(g, side, amounts),
        account=lambda amounts: _accounts(g, side, amounts),
        explain=lambda word: _why_no_row(g, side, word),
        nothing="No Operation",
        described=lambda row: _share(g, row.key),
    )


def _can_together(g: NorGame, groups: Mapping[str, Sequence[UnitId]]) -> bool:
    """NOR-OP-12  Two HQs may have the mech units that none has alone."""
    most = g.content.limits.operation.most_hqs("german", g.state.turn())
    pairs = (
        pair for named in groups.values() for n in range(2, most + 1)
        for pair in combinations(named, n)
    )  # fmt: skip
    return any(why_not(g, "german", dict.fromkeys(pair, 1)) is None for pair in pairs)


def _situation(g: NorGame, side: Side) -> str:
    rules = g.content.limits.operation
    length, most = rules.length(side), rules.most_hqs(side, g.state.turn())
    found = []
    for army in running(g, side):
        names = ", ".join(unit_name(g, hq) for hq in operation(g, army))
        run = turns_run(g, army)
        said = f"{_title(g, army)} runs one with {names}, {run} of {length} turns played"
        found.append(f"{said}{_worth(g, army, '; ')}.")
    if found:
        return " ".join(found)
    cost = f"{rules.initiate} SP and {rules.initiate_hq} for each"
    return f"None runs; one takes up to {most} HQs of one army, {cost}."


def _worth(g: NorGame, army: str, before: str) -> str:
    """NOR-VP-03  The hexes a running Operation has gained, and what its end would bring with them."""
    if not g.content.plays("victory"):
        return ""
    gained = gain(g, army)
    points = operation_points(g, army, gained)
    hexes = f"{gained or 'no'} hex{'es' * (gained != 1)} gained so far"
    return f"{before}{hexes}, worth {f'{points:+d}' if points else 'no'} VP"


def _share(g: NorGame, hq: UnitId) -> Share:
    army, unit = army_of_hq(g, hq), g.state.units[hq]
    what, n, cost, has = "continues", len(attached(g, hq)), price(g, army, 1), sp(g, army)
    if not turns_run(g, army):
        what = "begins" if cost <= has else "cannot begin"
    less = "" if cost <= has else "less than "
    note = f"{what} for {less}{cost} SP; {n} unit{'s' * (n != 1)}"
    if unit.side == "german":
        mech, least = mech_of(g, [hq]), g.content.limits.operation.german_mech
        short = not turns_run(g, army) and mech < least
        note += f", {mech or 'none'} of them mech combat{f' ({least} are needed)' * short}"
    note += f"; {_title(g, army)} has {has} SP"
    return Share(hq, unit_name(g, hq), 1, units=(hq,), hexes=(unit.hex,), note=note)


def _accounts(g: NorGame, side: Side, amounts: Mapping[str, int]) -> list[str]:
    groups = by_army(g, (hq for hq, n in amounts.items() if n))
    found = []
    for army, named in groups.items():
        cost, what = price(g, army, len(named)), "continue" if turns_run(g, army) else "begin"
        found.append(f"{_title(g, army)} pays {cost} SP to {what} and keeps {sp(g, army) - cost}")
    ending = [army for army in running(g, side) if army not in groups]
    return [*found, *(f"the Operation of {_title(g, a)} ends{_worth(g, a, ': ')}" for a in ending)]


def _as_before(g: NorGame, side: Side) -> Mapping[str, int]:
    """What runs goes on, with as many HQs as can be paid; nothing is begun unasked."""
    found: dict[str, int] = {}
    for army in running(g, side):
        fit = [hq for hq in operation(g, army) if why_no_operation(g, hq) is None]
        fit.sort(key=lambda hq: (-len(attached(g, hq)), hq))
        count = max(n for n in range(len(fit) + 1) if price(g, army, n) <= sp(g, army))
        found |= dict.fromkeys(fit[:count], 1)
    return found


# -- carpet bombing ---------------------------------------------------------------------------------


def begun(g: NorGame, side: Side) -> list[str]:
    """NOR-OP-06, NOR-CB-03  Armies whose Operation was initiated this turn."""
    return [army for army in armies_of(g, side) if turns_run(g, army) == 1]


def why_no_carpet(g: NorGame) -> Refusal | None:
    """NOR-CB-03  Why no mission can be flown this turn; None if one can."""
    rules, turn, tracks = g.content.air.carpet, g.state.turn(), g.state.tracks
    if not g.content.plays("carpet"):
        return Refusal("No carpet bombing is flown in this scenario.", "NOR-CB-03")
    if not g.content.weathers[tracks["weather"]].bombers:  # type: ignore[index]
        return Refusal("The bombers fly in Clear weather only.", "NOR-CB-03")
    if not begun(g, "allied"):
        return Refusal("No Allied Operation was initiated this turn.", "NOR-CB-03")
    flown, last = int(tracks.get("carpets", 0)), int(tracks.get("carpet last", 0))
    if flown >= rules.missions:
        return Refusal(f"{flown} missions have been flown, all there are.", "NOR-CB-03")
    if flown and turn < last + rules.gap:
        said = f"The last mission was on turn {last}: again from turn {last + rules.gap}."
        return Refusal(said, "NOR-CB-03")
    return None


def aims(g: NorGame) -> dict[str, frozenset[Hex]]:
    """NOR-CB-04  By army that has begun: German land hexes near combat units of its Operation."""
    reach, control = g.content.air.carpet.reach, g.state.control
    found = {}
    for army in begun(g, "allied"):
        units = {u for hq in operation(g, army) for u in attached(g, hq)}
        at = {g.state.units[u].hex for u in units if kind_of(g, u).combat_unit}
        near = {h for start in at for h in g.grid.within(start, reach)}
        found[army] = frozenset(h for h in near & g.content.land if control.get(h) == "german")
    return found


def groups_of(g: NorGame, aim: frozenset[Hex]) -> list[tuple[Hex, ...]]:
    """NOR-CB-04  Every connected group of as many hexes as there are Air Units, ascending."""
    grown = {frozenset((h,)) for h in aim}
    for _ in range(g.content.air.carpet.units - 1):
        grown = {
            group | {near} for group in grown for h in group
            for near in g.grid.neighbours[h] if near in aim and near not in group
        }  # fmt: skip
    return sorted(tuple(sorted(group)) for group in grown)


def why_no_target(g: NorGame, hexes: Sequence[Hex]) -> Refusal | None:
    """NOR-CB-04  Why Air Units cannot be placed so; None if they can, or where none are."""
    wanted, reach = g.content.air.carpet.units, g.content.air.carpet.reach
    if not hexes:
        return None
    if len(hexes) != wanted:
        return Refusal(f"Exactly {wanted} Air Units are placed, not {len(hexes)}.", "NOR-CB-04")
    joined, grown = {hexes[0]}, True
    while grown:
        near = {n for h in joined for n in g.grid.neighbours[h]} & set(hexes)
        grown, joined = not near <= joined, joined | near
    if joined != set(hexes):
        return Refusal("The target hexes do not form a connected group.", "NOR-CB-04")
    if not any(aim.issuperset(hexes) for aim in aims(g).values()):
        said = f"All must be within {reach} hexes of units of one Operation begun this turn."
        return Refusal(said, "NOR-CB-04")
    return None


def _why_no_hex(g: NorGame, word: str) -> Refusal | None:
    """NOR-CB-01, NOR-CB-04  Why a hex is no row."""
    try:
        where = g.grid.hex(word)
    except ValueError:
        return None
    place, reach = place_name(g, where), g.content.air.carpet.reach
    if where not in g.content.land or g.state.control.get(where) != "german":
        return Refusal(f"{place} is no German-controlled land hex.", "NOR-CB-04")
    said = f"No combat unit of the Operation is within {reach} hexes of {place}."
    if any(where in aim for aim in aims(g).values()):
        units = g.content.air.carpet.units
        said = f"{place} belongs to no connected group of {units} possible targets."
    return Refusal(said, "NOR-CB-04")


def carpet_ask(g: NorGame) -> Allotment:
    """NOR-CB-01, NOR-CB-04  Three targets, or none."""
    found = [group for aim in aims(g).values() for group in groups_of(g, aim)]
    hexes = sorted({h for group in found for h in group}, key=lambda h: (-_weight(g, h), h))
    units = g.content.air.carpet.units
    return Allotment(
        "allied",
        "operation.carpet",
        f"Announce carpet bombing? {units} Air Units on connected German hexes.",
        [Share(g.grid.name(h), "", 1, purse="air", hexes=(h,), rule="NOR-CB-04") for h in hexes],
        {"air": Purse("Air Units", units)},
        rule="NOR-CB-01",
        proposed=lambda: {g.grid.name(h): 1 for h in _best(g)},
        why_not=lambda amounts: why_no_target(g, [g.grid.hex(n) for n, k in amounts.items() if k]),
        explain=lambda word: _why_no_hex(g, word),
        nothing="No carpet bombing",
        described=lambda row: _target(g, row),
    )


def _target(g: NorGame, row: Share) -> Share:
    (where,) = row.hexes
    units, lost = len(combat_units(g, where, "german")), _weight(g, where)
    note = f"{units} German unit{'s' * (units != 1)}, {lost} step{'s' * (lost != 1)}"
    note = note if units else "nobody in it"
    close = any(g.board.held["allied"][h] for h in g.grid.neighbours[where])
    note += "; an Allied unit is next to it" if close else ""
    return row._replace(title=place_name(g, where), note=note)


def _weight(g: NorGame, where: Hex) -> int:
    return sum(steps(g, u.id) for u in combat_units(g, where, "german"))


def _best(g: NorGame) -> Sequence[Hex]:
    """The group with most German steps, which bars the own units' way least; nothing where there are none."""
    groups = [group for aim in aims(g).values() for group in groups_of(g, aim)]
    weights = [
        (sum(_weight(g, h) for h in group), -sum(_bars(g, h) for h in group), group)
        for group in groups
    ]
    best = max(weights, key=lambda row: (*row[:2], [-h for h in row[2]]), default=(0, 0, ()))
    return best[2] if best[0] else ()


def _bars(g: NorGame, where: Hex) -> bool:
    """NOR-CB-05  Empty, and next to Allied units, which could not enter it before the bombs fall."""
    beside = g.board.held["allied"]
    return not _weight(g, where) and any(beside[h] for h in g.grid.neighbours[where])


def can_bomb(g: NorGame) -> bool:
    """NOR-CB-03, NOR-CB-04  A mission is possible, and three targets lie together somewhere."""
    if why_no_carpet(g) is not None:
        return False
    return any(groups_of(g, aim) for aim in aims(g).values())
