"""One small controller for each kind of question; none of them knows a game or a widget."""

from __future__ import annotations

from typing import Protocol

from wargame.flow.allot import Allotment
from wargame.flow.ask import AttackAsk, OrdersAsk, PathAsk, Refusal
from wargame.flow.hand import HandAsk
from wargame.flow.plan import Reactor, reactors
from wargame.hexes.grid import Hex
from wargame.tui.asks.adapted import Moves, missions
from wargame.tui.asks.allotting import AllotController
from wargame.tui.asks.batch import BatchController
from wargame.tui.asks.choice import ChoiceController
from wargame.tui.asks.desk import LONG, Desk, Give, Move, Say, told
from wargame.tui.asks.hand import HandController
from wargame.tui.asks.orders import OrdersController
from wargame.tui.asks.pointing import Pointing
from wargame.tui.asks.reacting import ReactorsController
from wargame.tui.asks.twice import Twice
from wargame.tui.asks.view import View

__all__ = [
    "LONG",
    "Controller",
    "Desk",
    "Give",
    "Move",
    "Pointing",
    "Say",
    "Twice",
    "View",
    "controller",
    "told",
]


class Controller(Protocol):
    """Presents one question."""

    def look(self, where: Hex) -> None:
        """The cursor moved."""

    def lead(self) -> None:
        """The question is new: the cursor goes to the first thing it offers."""

    def pick(self, at: int) -> None:
        """A row was highlighted."""

    def act(self, action: str) -> Move:
        """A key was pressed."""

    def why(self, where: Hex) -> Refusal | str:
        """Why what is chosen does not go with a hex."""

    def view(self) -> View:
        """What to show now."""


def controller(desk: Desk, cursor: Hex) -> Controller:
    """The controller for a question, by what it can do rather than by its name."""
    ask = desk.ask
    if isinstance(ask, HandAsk):
        return HandController(desk, ask, cursor)
    if isinstance(ask, AttackAsk | OrdersAsk):
        return BatchController(desk, ask, cursor)
    if isinstance(ask, PathAsk):
        return BatchController(desk, Moves(ask), cursor)
    if isinstance(ask, Allotment):
        return AllotController(desk, ask, cursor)
    rows = reactors(ask, desk.game)
    if len(rows) > 1 and (desk.game.state.substep or (desk.way_out() and _is_a_list(rows))):
        return ReactorsController(desk, rows, cursor)
    in_stages = missions(desk)
    return (
        OrdersController(desk, in_stages, cursor) if in_stages else ChoiceController(desk, cursor)
    )


def _is_a_list(rows: tuple[Reactor, ...]) -> bool:
    """Whether each unit has one answer and no dice are in it: then all that is to say is who."""
    return all(len(row.options) == 1 and not any(row.chances) for row in rows)
