"""The tables of Normandy that dice are read in, each about to be thrown: what it gives and how likely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Nation, SeaId, WeatherId, row_of
from wargame.games.normandy.data.staff import Bombs, BombsId, Facility
from wargame.model.state import Fact
from wargame.rules.chance import over
from wargame.rules.modifiers import applied
from wargame.rules.table import Throw, or_less

_Read = Callable[[int, int], str]
Battle = tuple[str, bool, bool]
"""NOR-CO-18  The cell, and whether each side's die costs attacker and defender a step."""


def weather(content: NormandyContent, turn: int) -> Throw[WeatherId]:
    """NOR-WX-05, NOR-WX-06  The weather of a turn: the month, or the Great Storm, is added."""
    sky, month = content.sky, content.turns[turn].month
    stormy = turn in sky.storm.turns
    added = {"Great Storm": sky.storm.modifier} if stormy else {month.title(): sky.month[month]}

    def read(_natural: int, total: int) -> WeatherId:
        return row_of(sky.weather, total).id

    rule = "NOR-WX-06" if stormy else "NOR-WX-05"
    return Throw("weather", read, rule, dice=2, added=applied(added))


def sea(content: NormandyContent, revealed: WeatherId) -> Throw[SeaId]:
    """NOR-WX-05  Sea conditions by the weather revealed."""
    row = content.weathers[revealed]

    def read(_natural: int, total: int) -> SeaId:
        return row_of(content.sky.sea, total).id

    return Throw("sea", read, "NOR-WX-05", added=applied({row.title: row.sea}))


def gale(mulberry: Facility) -> Throw[str]:
    """NOR-WX-07  Whether a Gale destroys a Mulberry."""
    return _or_less(mulberry.id, mulberry.gale, "destroyed", "NOR-WX-07")


def air_points(content: NormandyContent, revealed: WeatherId, turn: int) -> Throw[str]:
    """NOR-AA-03  Air Points, as a numeral; weather that grants none keeps its 0."""
    line = content.air.points[revealed]
    added = row_of(content.air.period, turn).modifier if any(line) else 0
    facts: dict[str, Fact] = {"period": added}

    def read(natural: int, _total: int) -> str:
        return str(max(line[natural - 1] + added, 0))

    return Throw("air_points", read, "NOR-AA-03", column=revealed, facts=facts)


def allied_income(content: NormandyContent, level: int) -> Throw[str]:
    """NOR-AS-03  Support points of a nation by its Support Level, as a numeral."""
    row = next(row for row in content.support.level if row.level == level)
    return Throw("income", _by_die(row.income), "NOR-AS-03", column=str(level))


def german_income(
    content: NormandyContent, turn: int, interdiction: int, *, withdrawn: bool
) -> Throw[str]:
    """NOR-AS-04  German support points, as a numeral, after all that lessens them."""
    rules = content.support.german
    late = rules.late if turn >= rules.late_turn else 0

    def read(natural: int, _total: int) -> str:
        points = row_of(content.support.german_income, natural).points - interdiction + late
        if withdrawn:
            points = -(-points // rules.withdrawn)
        return str(max(points, rules.least))

    facts: dict[str, Fact] = {"interdiction": interdiction, "late": late}
    return Throw("german_income", read, "NOR-AS-04", dice=2, facts=facts)


def replacements(content: NormandyContent, nation: Nation, turn: int, sea_id: SeaId) -> Throw[str]:
    """NOR-RP-04  Allied replacement points of a turn, as a numeral; a Gale lets none in."""
    rows = [row for row in content.replacement.allied if row.nation == nation]
    line = row_of(rows, turn).points if content.seas[sea_id].replacements else (0,) * 6
    return Throw("replacements", _by_die(line), "NOR-RP-04", column=nation)


def german_replacements(
    content: NormandyContent, interdiction: int, *, withdrawn: bool
) -> Throw[str]:
    """NOR-RP-04  German replacement points, as a numeral."""

    def read(_natural: int, total: int) -> str:
        return "0" if withdrawn else str(row_of(content.replacement.german, total).points)

    added = applied({"Interdiction Level": -interdiction})
    return Throw("replacements", read, "NOR-RP-04", added=added, column="ge")


def interdiction(content: NormandyContent, points: int) -> Throw[str]:
    """NOR-IT-04, NOR-AA-06  The Level of a German movement; without points nothing is thrown."""

    def read(_natural: int, total: int) -> str:
        return str(row_of(content.air.level, total).level) if points else "0"

    return Throw("interdiction", read, "NOR-IT-04", added=applied({"points left": points}))


def bombs(content: NormandyContent, *, near: bool) -> Throw[BombsId]:
    """NOR-CB-05  A target of carpet bombing; *near* an Allied combat unit bombs fall short more often."""

    def ends(row: Bombs) -> int | None:
        return row.up_to_near if near and row.up_to_near is not None else row.up_to

    def read(_natural: int, total: int) -> BombsId:
        rows = ((row.id, ends(row)) for row in content.air.bombs)
        return next(name for name, end in rows if end is None or total <= end)

    return Throw("bombs", read, "NOR-CB-05", dice=2)


def bombed_bridge(row: Bombs) -> Throw[str]:
    """NOR-CB-05  Whether an intact bridge of a bombed hex falls."""
    return _or_less("bombed bridge", row.bridges, "destroyed", "NOR-CB-05")


def demolition(content: NormandyContent, *, retreating: bool) -> Throw[str]:
    """NOR-EN-11  Whether a bridge is blown, in the Engineering Phase or in retreat."""
    numbers = content.limits.demolition
    needed = numbers.retreat if retreating else numbers.phase
    return _or_less("demolition", needed, "destroyed", "NOR-EN-11")


def hq_caught(content: NormandyContent) -> Throw[str]:
    """NOR-HQ-01  Whether an HQ that the enemy has come upon is destroyed instead of displaced."""
    return _or_less("hq", content.limits.hq.destroyed, "destroyed", "NOR-HQ-01")


def late(content: NormandyContent, level: int) -> Throw[str]:
    """NOR-RF-03  Whether interdiction holds a German reinforcement up for a turn."""
    return _or_less("late", content.air.level[level].late, "late", "NOR-RF-03")


def struck(content: NormandyContent, level: int) -> Throw[str]:
    """NOR-IT-04  Whether interdiction disorganizes a unit of a stack after Strategic Movement."""
    return _or_less("struck", content.air.level[level].struck, "struck", "NOR-IT-04")


def regroup(content: NormandyContent) -> Throw[str]:
    """NOR-DR-06  Whether a unit Out of Supply regroups."""
    return _or_less("regroup", content.limits.regroup.unsupplied, "regroups", "NOR-DR-06")


def rest(content: NormandyContent) -> Throw[str]:
    """NOR-RP-09  Whether a resting unit regains a step."""
    return _at_least("rest", content.replacement.rest.needed, "restored", "NOR-RP-09")


def isolation(content: NormandyContent) -> Throw[str]:
    """NOR-SU-09  Whether a unit Isolated for the second time running loses a step."""
    return _at_least("isolation", content.limits.supply.attrition, "step lost", "NOR-SU-09")


def targeted_bridge(content: NormandyContent) -> Throw[str]:
    """NOR-IT-05  Whether a bridge of a targeted hex falls."""
    return _at_least("targeted bridge", content.air.targeted.bridge, "destroyed", "NOR-IT-05")


def battle(
    content: NormandyContent, column: int, drm: int, white: int, black: int
) -> dict[Battle, Fraction]:
    """NOR-CO-18  How likely each outcome of an attack is: the cell, and a step lost by either die.

    *white* and *black* are the attrition numbers of attacker and defender.
    """
    read = cell_of(content, column, drm)
    return over((6, 6), lambda *faces: fallen(read, white, black, (faces[0], faces[1])))


def cell_of(content: NormandyContent, column: int, drm: int) -> Callable[[int], str]:
    """NOR-CO-18  From the sum of two dice to the cell of a column."""
    return lambda thrown: content.result(column, thrown + drm).code


def fallen(cell: Callable[[int], str], white: int, black: int, faces: tuple[int, int]) -> Battle:
    """NOR-CO-18  What the white and the black die bring, each read against its side's number."""
    return cell(sum(faces)), faces[0] <= white, faces[1] <= black


def _by_die(line: Sequence[int]) -> _Read:
    """A line of six numbers, read as numerals."""

    def read(natural: int, _total: int) -> str:
        return str(line[natural - 1])

    return read


def _or_less(check: str, needed: int, won: str, rule: str) -> Throw[str]:
    """A line of chart checks that holds on a die of so much or less."""
    facts: dict[str, Fact] = {"needed": needed, "check": check, "way": "less"}
    return Throw("checks", or_less(needed, won, "nothing"), rule, column="die", facts=facts)


def _at_least(check: str, needed: int, won: str, rule: str) -> Throw[str]:
    """A line of chart checks that holds on a die of so much or more."""

    def read(_natural: int, total: int) -> str:
        return won if total >= needed else "nothing"

    facts: dict[str, Fact] = {"needed": needed, "check": check, "way": "more"}
    return Throw("checks", read, rule, column="die", facts=facts)
