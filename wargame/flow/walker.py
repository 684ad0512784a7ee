"""The trampoline: walks the frames of the sequence and runs passes until a side must decide.

It holds the one script that is suspended at the open question; the record of answers, and going
back in it, is the session's.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from wargame.content.sequence import Step, walk
from wargame.flow.ask import Ask
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.opening import segment_id
from wargame.flow.script import SEGMENTS, Next, RulesBug
from wargame.model import events as ev
from wargame.model.state import INTO, Fact, Frame

_IDLE_LIMIT = 3
_STEP_LIMIT = 10_000
"""So many steps and passes without a question: the sequence goes round in circles."""


class Walker:
    """Goes on from the position as it stands to the next question."""

    def __init__(self, definition: GameDefinition, game: Game[Any]) -> None:
        self.definition, self.game = definition, game
        self.steps: dict[str, Step] = {step.id: step for step in walk(game.content.sequence)}
        self._terse = game.content.sequence.terse
        self._asked = {s.id: s for s in self.steps.values() if s.quiet and s.when}
        """Steps that are quietly left out where their condition does not hold."""
        self.ask: Ask[Any] | None = None
        """The open question."""
        self.began = 0
        """How many events there were when the running pass began."""
        self.given = 0
        """How many answers the running pass has been given."""
        self._coroutine: Coroutine[Any, Any, Next] | None = None

    def open_root(self) -> None:
        """Open the sequence from its first step."""
        root = self.game.content.sequence
        self.game.emit(ev.SegmentEntered(root.id, (), todo_of(self.definition, self.game, root)))

    def run(self) -> None:
        """Walk frames until a question is open or the game is over."""
        idle, seen, state = 0, -1, self.game.state
        for _ in range(_STEP_LIMIT):
            if self.ask is not None or not state.frames:
                break
            frame = state.frames[-1]
            step = self.steps.get(frame.name)
            if step is not None and not step.script:
                self._walk(step, frame)
                continue
            now = len(self.game.journal)
            idle = idle + 1 if now == seen else 0
            if idle >= _IDLE_LIMIT:
                raise RulesBug(f"{frame.name} repeats without an answer or an event")
            seen = now
            self.start_pass()
        else:
            raise RulesBug(f"{segment_id(state, self.steps)} goes on and on without a question")
        if self.ask is None and state.ended is None:
            raise RulesBug("the sequence is over, but the game has not ended")

    def start_pass(self) -> None:
        """Run the script on top of the stack to its first question or its end."""
        frame = self.game.state.frames[-1]
        step = self.steps.get(frame.name)
        script = SEGMENTS[step.script if step else frame.name]
        self.began, self.given = len(self.game.journal), 0
        self._coroutine = script(self.game, **frame.values)
        self._send(None)

    def give(self, value: Any) -> None:
        """Let the running pass go on with an answer, to its next question or its end."""
        self.given += 1
        self._send(value)

    def overheard(self) -> None:
        """Something was said aside while the running pass waits; the end of the game ends it."""
        self.given += 1
        if self.game.state.ended:
            self.abandon()

    def abandon(self) -> None:
        """Let go of the suspended script and its question."""
        if self._coroutine is not None:
            self._coroutine.close()
        self._coroutine = self.ask = None

    # -- the sequence -------------------------------------------------------------------------

    def _walk(self, step: Step, frame: Frame) -> None:
        """Go on to the next child of a sequence, or leave it."""
        todo = self._to_do(frame) if self._terse else frame.todo
        if not todo:
            if step.repeat and not self._holds(step.until, step):
                self.game.emit(ev.SegmentRepeated(todo_of(self.definition, self.game, step)))
            else:
                self._leave(frame, frame.kept.get("result"))
            return
        child = self.steps.get(todo[0])
        known = child is not None and child.quiet and self._terse
        if child and (known or not child.when or self._holds(child.when, child)):
            if not self._terse:
                self.game.emit(ev.SegmentStepped(child.id))
            within = todo_of(self.definition, self.game, child)
            self.game.emit(ev.SegmentEntered(child.id, child.args, within))
            return
        self.game.emit(ev.SegmentStepped(todo[0]))
        if child and not child.quiet:
            self.game.note("skipped", rule=child.rule, step=child.id)

    def _to_do(self, frame: Frame) -> tuple[str, ...]:
        """The children still to be walked, from the first that is not quietly left out."""
        for n, name in enumerate(frame.todo):
            child = self._asked.get(name)
            if child is None or self._holds(child.when, child):
                return frame.todo[n:]
        return ()

    def _holds(self, predicate: str, step: Step) -> bool:
        """Whether a condition of a step holds now; one that is not named does not."""
        return bool(predicate) and self.definition.predicates[predicate](self.game, step.side)

    # -- the running pass ---------------------------------------------------------------------

    def _send(self, value: Any) -> None:
        assert self._coroutine is not None
        self.ask = None
        try:
            ask = self._coroutine.send(value)
        except StopIteration as stop:
            self._coroutine = None
            self._close_pass(stop.value)
            return
        if not hasattr(ask, "read") or not hasattr(ask, "sample"):
            raise RulesBug(f"a script awaited {ask!r}; it may await only an Ask")
        if self.game.state.ended:
            raise RulesBug(f"{ask.key} asks after the game has ended")
        self.ask = ask

    def _close_pass(self, result: object) -> None:
        game = self.game
        if game.state.ended:
            return
        if self.definition.judged is not None:
            self.definition.judged(game)
        frame = game.state.frames[-1]
        if not isinstance(result, Next):
            raise RulesBug(f"{frame.name} returned {result!r}; a pass returns a Next")
        if game.state.substep:
            game.emit(ev.SubstepEntered("", ""))
        if result.kind == "child":
            child = self.steps.get(result.name)
            todo = todo_of(self.definition, game, child) if child else ()
            self._open(result, todo)
        elif result.kind == "done":
            step = self.steps.get(frame.name)
            last = game.journal[-1]
            if step and not self.given and isinstance(last, ev.SegmentEntered):
                game.note("nothing to do", rule=step.rule, step=step.id)
            self._leave(frame, result.result)

    def _open(self, child: Next, todo: tuple[str, ...]) -> None:
        """Put a child's frame on top, with what it begins with."""
        game = self.game
        args = [(n, value) for n, value in child.values if not isinstance(value, tuple)]
        rows = {n: value for n, value in child.values if isinstance(value, tuple)}
        into = [(INTO, child.into)] if child.into else []
        game.emit(ev.SegmentEntered(child.name, (*into, *args), todo))
        (game.keep_together if self._terse else game.keep)(**rows)

    def _leave(self, frame: Frame, result: Fact | None) -> None:
        """Take the top frame away; its parent's keeps what it hands back."""
        self.game.emit(ev.SegmentLeft(frame.name))
        into = frame.args.get(INTO)
        if into is None:
            return
        if result is None:
            raise RulesBug(f"{frame.name} hands nothing back, but {into} is awaited")
        self.game.keep(**{str(into): result})


def todo_of(definition: GameDefinition, game: Game[Any], step: Step) -> tuple[str, ...]:
    """The children of a step that begins now, in the order in which they are played."""
    ids = step.walked
    if not step.order:
        return ids
    ordered = tuple(definition.orders[step.order](game, ids))
    if sorted(ordered) != sorted(ids):
        raise RulesBug(f"{step.order} leaves out or adds a step of {step.id}: {ordered}")
    return ordered
