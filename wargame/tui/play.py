"""The table without a screen: the campaign, the controller of its open question, what to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wargame.flow.ask import IllegalAnswer, Refusal
from wargame.flow.at_table import Forced, Plans
from wargame.flow.definition import GameDefinition, Overlay, OverlayView
from wargame.flow.game import Game
from wargame.flow.journal import Line
from wargame.flow.record import Entry
from wargame.flow.seat import ACCEPT, is_by_seat
from wargame.flow.session import RulesBug, Session
from wargame.flow.standing import Standing, Until
from wargame.flow.words import Wording
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.tui.asks import Controller, Desk, Give, Say, View, controller
from wargame.tui.asks.desk import told
from wargame.tui.widgets.book import Book

_OVER = View(
    hint="Look at the table as long as you like.",
    keys=(("Enter", "the result"), ("F10", "menu")),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer brought about."""

    entry: Entry
    before: Side
    """Who answered."""
    after: Side
    """Who decides now; "" when the game is over."""
    place: str
    """The segment in which the new question stands."""
    passed: tuple[Entry, ...] = ()
    """What standing answers let pass after it."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The answer and what was let pass after it."""
        return (self.entry, *self.passed)

    @property
    def handover(self) -> bool:
        """Whether the other side decides now."""
        return bool(self.after) and self.after != self.before

    @property
    def read_chart(self) -> bool:
        """Whether a result was read off a chart."""
        return any(isinstance(e, ev.ChartRead) for entry in self.entries for e in entry.events)


class Play:
    """One campaign on the table."""

    def __init__(self, campaign: Campaign, *, teach: bool | None = None) -> None:
        self.campaign = campaign
        self.teach = teach
        """Whether what is new is explained; None: as the scenario says."""
        self.book = Book(campaign.lines)
        self.cursor: Hex = self._first_cursor()
        self._viewer = self.session.viewer
        self.message: Say | None = None
        """The last thing that had to be said."""
        self.overlay: Overlay | None = None
        self.sought = ""
        """What the cursor was sent to last, as it was typed."""
        self.controller: Controller | None = None
        self.forced, self.plans = Forced(self.session), Plans(self.session)
        self.standing = Standing(self.session)
        self.renew()
        self._lead()

    # -- looking ------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The running session."""
        return self.campaign.session

    @property
    def game(self) -> Game[Any]:
        """The position, as the side that decides may know it."""
        return self.session.seen

    @property
    def definition(self) -> GameDefinition:
        """The game being played."""
        return self.campaign.definition

    def view(self) -> View:
        """What the open question wants shown."""
        return self.controller.view() if self.controller else _OVER

    def overlay_view(self) -> OverlayView | None:
        """What the overlay that is switched on shows for the cursor's hex."""
        return self.overlay.view(self.game, self.cursor) if self.overlay else None

    def player(self, side: Side) -> str:
        """A side with the name of who plays it, if one was given."""
        return self.definition.player(side, self.session.header.players)

    @property
    def words(self) -> Wording:
        """What events mean, in words for the side that decides."""
        return Wording(self.definition, self.game, self.session.steps)

    def side_title(self, side: Side) -> str:
        """A side's name."""
        return next((s.title for s in self.definition.sides if s.id == side), side)

    def briefing(self, side: Side) -> list[Line]:
        """What has happened since *side* decided last."""
        self.book.follow(self.session.told)
        passed = self.session.by_table
        entries = reversed(self.session.entries)
        own = (e for e in entries if e.side == side and e.n not in passed)
        mine = (e.n for e in own if not is_by_seat(e))
        return self.book.since(next(mine, -1))

    def gone(self, goal: int) -> list[str]:
        """What taking back to answer *goal* undoes: of each answer its first line, or its words."""
        self.book.follow(self.session.told)
        lines = (told for told in reversed(self.book.told) if told.line.kind != "segment")
        first = {told.n: told.line.text.rstrip(".") for told in lines}
        return [first.get(e.n, e.answer) for e in self.session.told[max(goal, 0) + 1 :]]

    # -- acting -------------------------------------------------------------------------------

    def renew(self) -> None:
        """Present the question that is open now."""
        ask = self.session.ask
        desk = Desk(self.game, self.definition, ask) if ask else None
        self.controller = controller(desk, self.cursor) if desk else None

    def look(self, where: Hex) -> None:
        """The cursor moved."""
        self.cursor = where
        if self.controller:
            self.controller.look(where)

    def act(self, action: str) -> Outcome | None:
        """A key that belongs to the question."""
        self.message = None
        if self.controller is None:
            return None
        move = self.controller.act(action)
        if isinstance(move, Give):
            return self.answer(move.answer)
        self.message = move
        return None

    def answer(self, text: str) -> Outcome | None:
        """Give an answer, or the first one of a plan; a refusal becomes the message."""
        before = self._asked()
        try:
            entry = self.campaign.answer(self.plans.begin(text))
        except IllegalAnswer as error:
            self.message = told(error.refusal)
            return None
        except (SaveError, RulesBug) as error:
            self.message = Say(str(error))
            return None
        return self._went_on(entry, before)

    def let_pass(self, until: Until) -> Outcome | None:
        """Let questions like this one pass from now on; raises IllegalAnswer."""
        outcome = self.answer(self.standing.give(self.session, until))
        if outcome is None:
            self.standing.end(self.standing.find(self.session))
        return outcome

    def undo(self, to: int | None = None, *, consent: bool = False) -> bool:
        """Take back; a refusal becomes the message."""
        goal = self.standing.goal(self.session) if to is None else to
        agreed = consent or goal >= self.standing.barrier(self.session)[0]
        gone = self.gone(goal)
        try:
            record = self.campaign.undo(goal, consent=agreed)
        except IllegalAnswer as error:
            self.message = told(error.refusal)
            return False
        except SaveError as error:
            self.message = Say(str(error))
            return False
        what = f"{gone[0]}, and {len(gone) - 1} more" if len(gone) > 1 else "".join(gone)
        where = f"Taken back to answer {record.to}: {what}."
        self.message = Say(f"{where} {{redo}} gives it again.", bad=False)
        self._hand_over()
        self.plans.drop()
        self.standing.taken_back(self.session)
        self.renew()
        return True

    def redo(self) -> Outcome | None:
        """Give again what was taken back last."""
        before = self._asked()
        try:
            entry = self.campaign.redo()
        except (IllegalAnswer, SaveError, RulesBug) as error:
            self.message = Say(str(error))
            return None
        if entry is None:
            self.message = Say("Nothing was taken back.", bad=False)
            return None
        outcome = self._went_on(entry, before)
        self.message = Say(f"Answer {entry.n} is given again. {{undo}} takes it back.", bad=False)
        return outcome

    def why(self) -> None:
        """Say why the chosen unit or option does not go with the cursor's hex."""
        if self.controller is None:
            self.message = Say("The game is over: there is nothing to answer.")
            return
        found = self.controller.why(self.cursor)
        self.message = told(found) if isinstance(found, Refusal) else Say(found, bad=False)

    def switch_overlay(self, overlay: Overlay | None) -> None:
        """Switch an overlay on, or off if it is on already."""
        self.overlay = None if overlay is None or overlay is self.overlay else overlay

    def close(self) -> None:
        """Let go of the save."""
        self.campaign.close()

    # -- inside -------------------------------------------------------------------------------

    def _asked(self) -> tuple[Side, str]:
        """Who is asked, and what kind of question."""
        ask = self.session.ask
        return (ask.side, ask.key) if ask else ("", "")

    def _hand_over(self) -> None:
        """Where there are secrets nothing of what the last viewer looked at stays on the table."""
        if self.session.viewer != self._viewer:
            self._viewer = self.session.viewer
            self.cursor, self.overlay = self._first_cursor(), None

    def _lead(self) -> None:
        """Lead the cursor to the first thing a new kind of question offers."""
        if self.controller is not None:
            self.controller.pick(0)

    def _went_on(self, entry: Entry, before: tuple[Side, str]) -> Outcome:
        passed = self.session.entries[entry.n + 1 :]
        after = self._asked()
        self.message = self._proposal() or self._said()
        entry, *passed = (self.session.told[answered.n] for answered in (entry, *passed))
        self._hand_over()
        self.renew()
        if after != before:
            self._lead()
        return Outcome(entry, before[0], after[0], self.session.segment, tuple(passed))

    def _proposal(self) -> Say | None:
        """What the orders of the side asked propose, unless the other side sits at the table."""
        found = self.session.proposal
        return (
            Say(f'Your orders propose "{found.answer}"; type {ACCEPT} to give it.', bad=False)
            if found
            else None
        )

    def _said(self) -> Say | None:
        """What was told instead of asked, and what ended a plan."""
        said = [*self.forced.said(), *filter(None, [self.plans.said()])]
        return Say(" ".join(said), bad=False) if said else None

    def _first_cursor(self) -> Hex:
        """The first unit of the side that decides, else the middle of the map."""
        side, game = self._asked()[0], self.game
        placed = [u.hex for u in game.state.units.values() if u.hex >= 0 and u.side == side]
        return placed[0] if placed else game.grid.size // 2
