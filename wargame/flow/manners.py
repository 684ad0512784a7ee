"""Attacks of several manners, normal, hasty or delayed: which units may make which, chosen by faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from wargame.flow.ask import AttackAsk
from wargame.flow.game import Game
from wargame.flow.orders import AttackVerb, DeclareAsk, Done
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@runtime_checkable
class MannersAsk(AttackAsk, Protocol):
    """A question of attacks whose manner is chosen."""

    def manners(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> Mapping[str, str]:
        """Those that these units may make, each with its word, that of `compose` first."""

    def composed_as(self, manner: str, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer in a manner (not checked)."""


class MannersVerb(AttackVerb[T_co], Protocol[T_co]):
    """An attack that may be of several manners."""

    def manners(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> Mapping[str, str]:
        """Those that these units may make, each with its word, that of `compose` first."""

    def composed_as(self, manner: str, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer in a manner (not checked)."""


class DeclareInManners(DeclareAsk[T]):
    """A declaration of attacks, each in its manner."""

    def __init__(self, g: Game[Any], attack: MannersVerb[T], out: Done[T], **named: Any) -> None:
        super().__init__(g, attack, out, **named)
        self.manners, self.composed_as = attack.manners, attack.composed_as
