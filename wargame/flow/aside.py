"""Asides: what a side may say at any question of its own, without answering it.

Standing orders, concession: they touch lists and the ending only, never what a suspended script
holds, so the question stays open as it is.  They are entries with the key "aside".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from wargame.flow.ask import refuse
from wargame.flow.game import Game
from wargame.flow.script import RulesBug
from wargame.model.events import Decided, Event, GameEnded, ListSet, Noted
from wargame.model.state import Side

ASIDE: Final = "aside"
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Aside:
    """One thing that can be said at any time; the definition lists it under its first word."""

    title: str
    """What it is, for lists: "Standing orders"."""
    read: Callable[[Game[Any], Side, Words], Words]
    """What follows the first word, as it is written; from what its side knows; raises IllegalAnswer."""
    say: Callable[[Game[Any], Side, Words], None]
    """Makes it so, by lists and the ending."""
    offers: Callable[[Game[Any], Side], Sequence[str]]
    """Some that can be said now, whole."""
    form: str = ""
    """How it is written, where what is offered does not show it."""
    ends: bool = False
    """Whether it ends the game."""
    fits: Callable[[Game[Any], Side], bool] = lambda _g, _side: True
    """Whether a side can ever say it in this game: else nobody is told how it is written."""
    told: Callable[[Game[Any], Side, Words], str] = lambda _g, _side, _words: ""
    """What it comes to as things stand: the words that its side is told beside it; "" for nothing."""


def is_aside(asides: Mapping[str, Aside], text: str) -> bool:
    """Whether *text* begins as an aside does."""
    return (text.split() or [""])[0].casefold() in asides


def read_aside(
    asides: Mapping[str, Aside], known: Game[Any], side: Side, text: str
) -> tuple[str, Aside, Words] | None:
    """An aside as it is written, and what it says; None if *text* is none.  Raises IllegalAnswer."""
    first, *rest = text.split() or [""]
    aside = asides.get(first.casefold())
    if aside is None:
        return None
    words = aside.read(known, side, tuple(rest))
    return " ".join((first.casefold(), *words)), aside, words


def told_aside(asides: Mapping[str, Aside], known: Game[Any], side: Side, text: str) -> str:
    """What an aside that was said comes to now, from what its side knows; "" where nothing is told."""
    first, *rest = text.split() or [""]
    aside = asides.get(first.casefold())
    return aside.told(known, side, tuple(rest)) if aside else ""


def conceding(end: Callable[[Game[Any], Side], None], rule: str) -> Aside:
    """`concede`: the game ends as *end* says; nothing offers it, so that nobody gives it by chance."""

    def read(_g: Game[Any], _side: Side, words: Words) -> Words:
        if words:
            raise refuse("Conceding needs no other word.", rule, "concede")
        return ()

    def say(g: Game[Any], side: Side, _words: Words) -> None:
        end(g, side)

    return Aside("Concession", read, say, lambda _g, _side: (), ends=True)


def check_aside(text: str, events: Sequence[Event]) -> None:
    """Raises RulesBug where an aside touched more than lists and the ending."""
    for event in events:
        if not isinstance(event, ListSet | GameEnded | Noted | Decided):
            raise RulesBug(f"{text} is said aside, but caused {event}")
