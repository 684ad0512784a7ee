"""Which bridges the German blows in the Engineering Phase: one Allotment (NOR-EN-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from wargame.flow.allot import Allotment, Amounts, Purse
from wargame.flow.ask import Odds, Outcome, Refusal
from wargame.games.normandy import dice
from wargame.games.normandy.asks.building import share, shown_as
from wargame.games.normandy.state import DISORGANIZED, NorGame, combat_units
from wargame.games.normandy.works import bridge_ends, standing_at
from wargame.hexes.bits import members
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key


def doomed(g: NorGame) -> Sequence[HexsideKey]:
    """NOR-EN-11  Intact bridges with a German combat unit in good order on one end, ascending."""
    return _doomed(g, g.board.changes)


@lru_cache(maxsize=1)
def _doomed(g: NorGame, _changes: tuple[int, int]) -> Sequence[HexsideKey]:
    ends = members(g.board.holding["german"] & bridge_ends(g.content))
    able = [
        h for h in ends if any(DISORGANIZED not in u.states for u in combat_units(g, h, "german"))
    ]
    return tuple(sorted({bridge for h in able for bridge in standing_at(g, h)}))


class BlowAsk(Allotment):
    """NOR-EN-11  Up to so many bridges are tried, named before the dice fall (R-117)."""

    def __init__(self, g: NorGame) -> None:
        self.g = g
        tries = g.content.limits.demolition.tries
        rows = [share(g.grid, b, "tries", "NOR-EN-11") for b in doomed(g)]
        super().__init__(
            "german",
            "engineering.demolition",
            f"Which bridges are to be blown? At most {tries}.",
            rows,
            {"tries": Purse("demolitions", tries)},
            rule="NOR-EN-11",
            odds=self._chances,
            explain=self._why_no_try,
            nothing="Blow no bridge",
            described=lambda row: row._replace(title=f"bridge {shown_as(g, side_key(*row.hexes))}"),
        )

    def _chances(self, amounts: Mapping[str, int]) -> Odds | None:
        won = dice.demolition(self.g.content, retreating=False).chances().get("destroyed")
        tried = sum(amounts.values())
        if not tried or won is None:
            return None
        outcomes = [Outcome(_fallen(n, tried), _binomial(tried, n, won)) for n in range(tried + 1)]
        return Odds("demolition", (), tuple(outcomes))

    def amounts(self, text: str) -> Amounts:
        """The bridges named, those "1411/1510" too; raises IllegalAnswer."""
        return super().amounts(text.replace("/", "-"))

    def _why_no_try(self, word: str) -> Refusal | None:
        if "-" not in word:
            return None
        said = f"{word} is no intact bridge with a German combat unit in good order on one end."
        return Refusal(said, "NOR-EN-11", tuple(sorted(row.key for row in self.rows())[:3]))


def _fallen(fallen: int, tried: int) -> str:
    if tried == 1:
        return "the bridge falls" if fallen else "the bridge stands"
    return f"{fallen} of {tried} bridges fall"


def _binomial(n: int, k: int, p: Fraction) -> Fraction:
    return comb(n, k) * p**k * (1 - p) ** (n - k)
