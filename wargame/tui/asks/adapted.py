"""Questions of fewer kinds of answer, presented in the stages of orders: unit, target, manner."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from wargame.flow.ask import IllegalAnswer, Option, PathAsk, Refusal
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.tui.asks.actors import own
from wargame.tui.asks.aims import FEW
from wargame.tui.asks.desk import Desk

_HEX = re.compile(r"\b\d{4}\b")


class _Whole:
    """A question without orders in two stages."""

    def opens(self, head: Option) -> bool:  # noqa: ARG002 - one shape
        """Nothing."""
        return False

    def opened(self, head: Option) -> Sequence[Option]:  # noqa: ARG002 - one shape
        """Nothing."""
        return ()


class Moves(_Whole):
    """A question whose answers are paths: it has no other orders."""

    def __init__(self, ask: PathAsk) -> None:
        self.heads, self.reach = ask.heads, ask.reach
        self.route, self.costs = ask.route, ask.costs
        self.waits = ask.waits

    def others(self) -> Sequence[Option]:
        """None."""
        return ()

    def meant(self, units: Sequence[UnitId], where: Hex) -> Sequence[str]:  # noqa: ARG002 - one shape
        """Nothing but a move."""
        return ()


class Missions(_Whole):
    """A choice among orders of units, each about a hex; nobody moves."""

    def __init__(self, desk: Desk) -> None:
        self._grid = desk.game.grid
        self._options = desk.ask.options()

    def heads(self) -> Sequence[Option]:
        """None."""
        return ()

    def reach(self, head: str) -> Mapping[Hex, int]:  # noqa: ARG002 - one shape for all
        """Nowhere."""
        return {}

    def route(self, head: str, stops: Sequence[Hex]) -> str:  # noqa: ARG002 - one shape for all
        """None."""
        raise IllegalAnswer(Refusal("Nobody moves now."))

    def costs(self, text: str) -> Sequence[tuple[Hex, int, str]]:  # noqa: ARG002 - one shape
        """None."""
        return ()

    def waits(self, text: str) -> Sequence[str]:  # noqa: ARG002 - one shape
        """None."""
        return ()

    def others(self) -> Sequence[Option]:
        """All options."""
        return self._options

    def meant(self, units: Sequence[UnitId], where: Hex) -> Sequence[str]:
        """What the units are offered elsewhere, in this hex."""
        name, wanted = self._grid.name(where), set(units)
        texts = (_HEX.sub(name, o.answer) for o in self._options if wanted & set(o.units))
        return [text for text in dict.fromkeys(texts) if name in text]


def missions(desk: Desk) -> Missions | None:
    """A choice in stages, where it has too many orders of units for one list."""
    out = desk.way_out()
    options = [option for option in desk.ask.options() if option.answer != out]
    units = {own(desk, option) for option in options}
    aimed = sum(len(option.hexes) == 1 for option in options)  # others are ways through hexes
    many = len(options) > FEW and 2 * aimed > len(options)
    return Missions(desk) if many and () not in units else None
