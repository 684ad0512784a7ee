"""The table without a screen: the campaign, the controller of its open question, what to say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wargame.exports.margin import KIND, margin
from wargame.flow.aside import ASIDE
from wargame.flow.ask import IllegalAnswer, Refusal
from wargame.flow.at_table import Forced, Plans
from wargame.flow.deed import Deed, deed_of, deeds_of, order_behind, places_of
from wargame.flow.definition import GameDefinition
from wargame.flow.face import Overlay, OverlayView
from wargame.flow.game import Game
from wargame.flow.journal import Teller
from wargame.flow.plan import left_behind, onward
from wargame.flow.recap import Recap, is_own, last_turn, recap, since_decided
from wargame.flow.record import Entry
from wargame.flow.replay import Replay
from wargame.flow.seat import HELD
from wargame.flow.session import RulesBug, Session
from wargame.flow.standing_answers import Standing, Until
from wargame.flow.words import Wording
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.tui.asks import LONG, Controller, Desk, Give, Say, Twice, View, controller, told
from wargame.tui.asks.accepting import Accepting
from wargame.tui.asks.batch import BatchController
from wargame.tui.asks.pointing import Pointing
from wargame.tui.fell import fell
from wargame.tui.guide import settled_choice
from wargame.tui.outcome import Outcome
from wargame.tui.places import asked_at, thickest
from wargame.tui.widgets.book import EARLIER, Book

_OVER = View(
    hint="Look at the table as long as you like.",
    keys=(("Enter", "the result"), ("F10", "menu")),
)
_TRAIL = 3
"""How many deeds before the last one can still be seen on the map."""
_GIVING = ("commit", "toggle", "then")
_POINTING = ("next", "back", "waypoint", "target", "all", "toggle", "then")


class Play:
    """One campaign on the table."""

    def __init__(self, campaign: Campaign, *, teach: bool | None = None) -> None:
        self.campaign = campaign
        self.teach = settled_choice(campaign, teach)
        """Whether what is new is explained; None: as the scenario says."""
        self.book = Book(campaign.lines, lambda: margin(campaign, self.session.viewer))
        self.cursor: Hex = self._first_cursor()
        self._viewer = self.session.viewer
        self.message: Say | None = None
        """The last thing that had to be said."""
        self.overlay: Overlay | None = None
        self._overlaid: tuple[object, OverlayView | None] | None = None
        self.sought = ""
        """What the cursor was sent to last, as it was typed."""
        self.deeds: tuple[Deed, ...] = ()
        """What was done on the map lately, the last first."""
        self.controller: Controller | None = None
        self.forced, self.plans, self.room = Forced(self.session), Plans(self.session), LONG
        self.standing, self._twice = Standing(self.session), Twice(self.session)
        self._pointing, self._accepting = Pointing(), Accepting(self.session)
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
        if self.controller is None:
            reckoned = self.definition.face.reckoning(self.game) if self.session.state.ended else ()
            return replace(_OVER, preview=tuple(reckoned))
        view = self.controller.view()
        armed = self._armed(view)
        return view if armed else self._accepting.keyed(self._pointing.unarmed(view))

    def led_view(self) -> View:
        """The same once the cursor is where the question leads it."""
        presents = self.controller
        if isinstance(presents, BatchController):  # tells where it leads without drawing itself
            led, view = presents.focus, None
        else:
            view = self.view()
            led = view.focus
        if led is not None and led != self.cursor:
            self.look(led)
            view = None
        return view or self.view()

    def overlay_view(self) -> OverlayView | None:
        """What the overlay that is switched on shows for the cursor's hex; worked out once a position."""
        wanted = self.overlay, self.cursor
        if self._overlaid is None or self._overlaid[0] != wanted:
            view = self.overlay.view(self.game, self.cursor) if self.overlay else None
            self._overlaid = wanted, view
        return self._overlaid[1]

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

    @property
    def in_turn(self) -> bool:
        """Whether the side that decides is in its own turn, and does not only react."""
        ask = self.session.ask
        return ask is None or is_own(self.session.segment, ask.side, self.session.steps)

    @property
    def turn_opens(self) -> bool:
        """Whether the side that decides has decided nothing yet in this turn of its own."""
        session = self.session
        if session.ask is None:
            return False
        return self._missed(session.ask.side, whole=True)[1] == len(session.entries)

    def recap(self, side: Side, *, whole: bool) -> Recap:
        """What has happened since the last turn of *side*, or else since it decided last."""
        first, end = self._missed(side, whole=whole)
        teller = Teller(self.definition, self.game, self.session.steps)
        units, told = self.game.state.units, self.session.told[first:end]
        return recap(told, side, teller, lambda unit: units[unit].side if unit in units else "")

    def film(self, side: Side) -> list[tuple[Entry, Deed]]:
        """What was done on the map since the last turn of *side*, its own answers left out."""
        session = self.session
        first, end = self._missed(side, whole=True)
        replay = Replay(session.definition, session.header, session.entries, session.viewer)
        replay.seek(max(first - 1, 0))
        places = places_of(replay.game.state)
        done = deeds_of(session.told, max(first, 1), end, places, self.game.grid)
        return [(entry, deed) for entry, deed in done if entry.side != side]

    def _missed(self, side: Side, *, whole: bool) -> tuple[int, int]:
        """The first of the answers that are news to a side, and the one after the last of them."""
        session, given = self.session, self.session.entries
        if whole:
            ends = Teller(self.definition, self.game, session.steps).ends_a_turn
            return last_turn(given, side, session.steps, session.by_table, ends)
        veil = self.definition.veil
        curtained = veil is not None and session.secrets and veil.level(session.state) == "curtain"
        return since_decided(given, side, session.by_table, curtained=curtained), len(given)

    def gone(self, goal: int) -> list[str]:
        """What taking back to answer *goal* undoes: of each answer its first line, or its words."""
        self.book.follow(self.session.told)
        told = reversed(self.book.told)
        lines = (each for each in told if each.line.kind not in ("segment", EARLIER, KIND))
        first = {each.n: each.line.text.rstrip(".") for each in lines}
        return [first.get(e.n, e.answer) for e in self.session.told[max(goal, 0) + 1 :]]

    # -- acting -------------------------------------------------------------------------------

    def renew(self) -> None:
        """Present the question that is open now."""
        self._overlaid, ask = None, self.session.ask
        on, behind = onward(self.session), left_behind(self.session)
        self.controller = None
        if ask is not None:
            desk = Desk(self.game, self.definition, ask, on, behind, room=lambda: self.room)
            self.controller = controller(desk, self.cursor)
        self._twice.put()
        self._pointing.begin(chosen=bool(on))  # an interrupted move was pointed at when it began

    def disarm(self) -> bool:
        """Something lay in front of the table: the player points anew; whether anything was armed."""
        return self._pointing.let_go()

    def look(self, where: Hex) -> None:
        """The cursor moved."""
        self.cursor = where
        if self.controller:
            self.controller.look(where)

    def point(self, where: Hex, unit: UnitId = "") -> None:
        """The player moved the cursor, or named a unit: what is marked there can be given."""
        self._pointing.moved = True
        self.look(where)
        rows = self.view().items if self.controller and unit else ()
        named = next((n for n, item in enumerate(rows) if item.units == (unit,)), None)
        if self.controller and named is not None:
            self.controller.pick(named)

    def pick(self, at: int) -> None:
        """The player marked a row."""
        if self.controller:
            self.message, self._pointing.chosen = None, True
            self.controller.pick(at)

    def act(self, action: str) -> Outcome | None:
        """A key that belongs to the question; Enter and Space give only what was pointed at."""
        self.message = None
        if self.controller is None or self._pointing.takes_up(action):
            return None
        if action in ("next", "back") and self._lights_up():
            return None
        unpointed = action in _GIVING and not self._pointing.chosen
        before = self.controller.view() if unpointed else None
        armed = before is None or self._armed(before)
        if before is not None and action == "then" and not armed:
            self.message = self._pointing.stopped(action, before)
            return None
        taken = self._accepting.commit() if action == "commit" and not armed else None
        if isinstance(taken, Give):
            return self.answer(taken.answer)
        move = taken or self.controller.act(action)
        move = self._twice.checked(move) if action == "pass" else move
        ticked = before and action == "toggle" and before.items != self.controller.view().items
        self._pointing.chosen |= bool(ticked) or action in _POINTING or action.isdigit()
        if isinstance(move, Give) and armed:
            return self.answer(move.answer)
        told = self._pointing.stopped(action, before or _OVER) if isinstance(move, Give) else move
        self.message = told
        return None

    def _lights_up(self) -> bool:
        """Whether a key that goes from row to row only lights the first, since none was lit; it does."""
        assert self.controller is not None
        view = None if self._pointing.chosen or self._pointing.moved else self.controller.view()
        if view is None or not view.answer or self._armed(view):
            return False
        self._pointing.chosen = True
        self.controller.pick(view.at)
        return True

    def answer(self, text: str) -> Outcome | None:
        """Give an answer, or the first one of a plan; a refusal becomes the message."""
        before, places = self._asked(), places_of(self.game.state)
        try:
            entry = self.campaign.answer(self.plans.begin(text))
        except IllegalAnswer as error:
            self.message = told(error.refusal)
            return None
        except (SaveError, RulesBug) as error:
            self.message = Say(str(error))
            return None
        return self._went_on(entry, before, places)

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
        except (IllegalAnswer, SaveError) as error:
            refusal = error.refusal if isinstance(error, IllegalAnswer) else None
            self.message = told(refusal) if refusal else Say(str(error))
            return False
        self.deeds = ()
        self.book.forget(record.to)
        what = f"{gone[0]}, and {len(gone) - 1} more" if gone[1:] else "".join(gone)
        held = f" {HELD}" if self.session.held else ""
        after = "Other dice fall from here." if record.salt else "{redo} gives it again."
        self.message = Say(f"Taken back to answer {record.to}: {what}.{held} {after}", bad=False)
        self._hand_over()
        self.plans.drop()
        self.standing.taken_back(self.session)
        self.renew()
        return True

    def redo(self) -> Outcome | None:
        """Give again what was taken back last."""
        before, places = self._asked(), places_of(self.game.state)
        try:
            entry = self.campaign.redo()
        except (IllegalAnswer, SaveError, RulesBug) as error:
            self.message = Say(str(error))
            return None
        if entry is None:
            self.message = Say("Nothing was taken back.", bad=False)
            return None
        outcome = self._went_on(entry, before, places)
        self.message = Say(f"Answer {entry.n} is given again. {{undo}} takes it back.", bad=False)
        return outcome

    def why(self) -> None:
        """Say why the chosen unit or option does not go with the cursor's hex."""
        over = Refusal("The game is over: there is nothing to answer.")
        found = self.controller.why(self.cursor) if self.controller else over
        self.message = told(found) if isinstance(found, Refusal) else Say(found, bad=False)

    def switch_overlay(self, overlay: Overlay | None) -> None:
        """Switch an overlay on, or off if it is on already."""
        self.overlay = None if overlay is None or overlay is self.overlay else overlay

    def close(self) -> None:
        """Let go of the save."""
        self.campaign.close()

    # -- inside -------------------------------------------------------------------------------

    def _armed(self, view: View) -> bool:
        """Whether the player has pointed at something in this question."""
        if self._pointing.chosen or not self._pointing.moved:
            return self._pointing.chosen
        return any(self.cursor in layer.marks for layer in view.layers)

    def _asked(self) -> tuple[Side, str]:
        """Who is asked, and what kind of question."""
        ask = self.session.ask
        return (ask.side, ask.key) if ask else ("", "")

    def _hand_over(self) -> None:
        """Where there are secrets nothing of what the last viewer looked at stays on the table."""
        if self.session.viewer != self._viewer:
            self._viewer = self.session.viewer
            self.cursor, self.overlay, self.deeds = self._first_cursor(), None, ()
            self.book.forget(0)

    def _lead(self) -> None:
        """Lead the cursor to the first thing a new kind of question offers."""
        if self.controller is not None:
            self.controller.lead()

    def _went_on(
        self, entry: Entry, before: tuple[Side, str], places: dict[UnitId, Hex]
    ) -> Outcome:
        passed = self.session.entries[entry.n + 1 :]
        after = self._asked()
        self.message = self._come(entry) or self._accepting.said() or self._said()
        entry, *passed = (self.session.told[answered.n] for answered in (entry, *passed))
        self._hand_over()
        self.renew()
        outcome = Outcome(entry, before[0], after[0], self.session.segment, passed=tuple(passed))
        if after != before or outcome.drew:
            self._lead()
        outcome = replace(outcome, deed=self._deed(outcome, places))
        if outcome.deed.scene:
            self.deeds = (outcome.deed, *self.deeds[:_TRAIL])
        if not (outcome.read_chart or outcome.drew or outcome.handover):
            self.message = self.message or fell(outcome.entry, self.campaign.lines)
        return outcome

    def _deed(self, outcome: Outcome, places: dict[UnitId, Hex]) -> Deed:
        """What an answer did, as who sits at the table now was told it."""
        events = [event for entry in outcome.entries for event in entry.events]
        order = order_behind(self.session.told, outcome.entry.n)
        known = places_of(self.game.state) if self.session.secrets else dict(places)
        return deed_of(events, known, order, self.game.grid)

    def _come(self, entry: Entry) -> Say | None:
        """What an order that was given comes to, and what it proposes at once; the other side is told neither."""
        taken = "taken down; {standing} lists what stands" if entry.key == ASIDE else ""
        come, proposed = self.session.comes_to(entry) or taken, self._accepting.said()
        text = f"{entry.answer} - {come}.{f' {proposed.text}' if proposed else ''}"
        return Say(text, bad=False) if come and entry.side == self._asked()[0] else None

    def _said(self) -> Say | None:
        """What was told instead of asked, and what ended a plan."""
        said = [*self.forced.said(), *filter(None, [self.plans.said()])]
        return Say(" ".join(said), bad=False) if said else None

    def _first_cursor(self) -> Hex:
        """Where the open question is put, else where the side that decides is the thickest at the front."""
        where = asked_at(self.session)
        return thickest(self.game, self._asked()[0]) if where is None else where
