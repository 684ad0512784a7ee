"""Segment scripts: how they are named, what a pass returns, how they await an answer."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from wargame.flow.ask import Ask
from wargame.model.state import Scalar

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
    args: tuple[tuple[str, Scalar], ...] = ()


DONE, AGAIN = Next("done"), Next("again")


def then(name: str, **args: Scalar) -> Next:
    """Open the segment *name* on top of this one; this one runs again afterwards."""
    return Next("child", name, tuple(sorted(args.items())))


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
