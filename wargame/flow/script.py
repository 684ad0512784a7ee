"""Segment scripts: how they are named, what a pass returns, how they await an answer."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from wargame.flow.ask import Ask
from wargame.model.state import Fact

T = TypeVar("T")
S = TypeVar("S", bound=Callable[..., Coroutine[Any, Any, Any]])


class RulesBug(AssertionError):  # noqa: N818 - named for what happened
    """The rules did something they must never do; the message carries the place and answers."""


class Drift(ValueError):  # noqa: N818 - named for what happened
    """Answers of the unfinished pass no longer cause what was recorded: a rule has changed."""


@dataclass(frozen=True, slots=True)
class Next:
    """What a pass returns: finished, run me again, or open a child first."""

    kind: str
    name: str = ""
    values: tuple[tuple[str, Fact], ...] = ()
    """What a child's frame begins with."""
    into: str = ""
    """Under which name this segment's frame keeps what the child hands back."""
    result: Fact | None = None
    """What this segment hands back."""


DONE, AGAIN = Next("done"), Next("again")


def then(name: str, /, into: str = "", **values: Fact) -> Next:
    """Open the segment *name* on top of this one; this one runs again afterwards.

    The child's script gets the values as arguments.  What it hands back is kept by this segment's
    frame under the name *into*, so its next pass gets it as an argument.
    """
    return Next("child", name, tuple(sorted(values.items())), into)


def done(result: Fact) -> Next:
    """Finished, with something to hand back to the segment that opened this one."""
    return Next("done", result=result)


class Question(Generic[T]):
    """Await it to put an Ask to its side; the trampoline sends the answer's value back."""

    __slots__ = ("ask",)

    def __init__(self, ask: Ask[T]) -> None:
        self.ask = ask

    def __await__(self) -> Generator[Ask[T], T, T]:
        value = yield self.ask
        return value


SEGMENTS: dict[str, Callable[..., Coroutine[Any, Any, Next]]] = {}
"""Every registered segment script by name."""


def segment(name: str) -> Callable[[S], S]:
    """Register an `async def script(g, **args) -> Next` under a stable name."""

    def register(script: S) -> S:
        if name in SEGMENTS:
            raise AssertionError(f"two segments are called {name}")
        SEGMENTS[name] = script
        return script

    return register
