"""What the words of a command line may be: for completion in a shell, and only there.

A command reads its own words; nothing is refused here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import click
from click.shell_completion import CompletionItem

from wargame import games
from wargame.content.errors import DataError
from wargame.content.rulebook import Rulebook
from wargame.content.rulings import whole_rulebook
from wargame.flow.ask import PathAsk
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import address, listing
from wargame.store.revive import FOLD_ERRORS

_MOST = 5_000
"""So many answers of a question are looked at."""
_Known = Callable[[click.Context], Iterable[str]]


class Word(click.types.StringParamType):
    """A word as it is typed, with those that a shell may offer for it."""

    def __init__(self, name: str, known: _Known) -> None:
        self.name, self._known = name, known

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002 - click's signature
        incomplete: str,
    ) -> list[CompletionItem]:
        """The known words that begin so; none where they cannot be found out."""
        try:
            known = dict.fromkeys(self._known(ctx))
        except (SaveError, DataError, OSError, *FOLD_ERRORS):
            return []
        begun = incomplete.casefold()
        return [CompletionItem(word) for word in known if word.casefold().startswith(begun)]


class Whole(click.IntRange):
    """A whole number within limits, called so in complaints and help."""

    name = "whole number"


def _games(_: click.Context) -> Iterable[str]:
    return games.MODULES


def _scenarios(_: click.Context) -> Iterator[str]:
    return (name for game_id in games.MODULES for name in games.names(game_id))


def _saves(_: click.Context) -> Iterator[str]:
    return (save.name for save in listing())


def _charts(ctx: click.Context) -> Iterable[str]:
    definition = games.game(ctx.params["game"])
    return definition.charts(definition.load(definition.scenarios[0].id))


def _rules(ctx: click.Context) -> Iterable[str]:
    definition = games.game(ctx.params["game"])
    return Rulebook.of(whole_rulebook(definition.id, definition.title)).rules


def _answers(ctx: click.Context) -> Iterator[str]:
    """What may come next in an answer to the open question, then the units and sides it may name."""
    path, n = address(ctx.params["save"])
    campaign = Campaign.open(path, write=False) if n is None else Campaign.at(path, n)
    session, given = campaign.session, _given(ctx.params.get("answer"))
    if session.ask is not None:
        paths: object = session.ask  # seen by what it can do, whatever kind it is
        heads = paths.heads() if isinstance(paths, PathAsk) else ()
        for option in islice((*heads, *session.ask.options()), _MOST):
            words = option.answer.split()
            if words[: len(given)] == given and len(words) > len(given):
                yield words[len(given)]
    if given:
        seen = session.seen.state
        yield from (unit.id for unit in seen.units.values() if unit.hex >= 0)


def _sides(ctx: click.Context) -> Iterator[str]:
    """The sides of the game in a save, once that has been typed: click leaves it over where an option
    still lacks its value.
    """
    if save := ctx.params.get("save") or next(iter(ctx.args), ""):
        campaign = Campaign.open(address(save)[0], write=False)
        yield from (side.id for side in campaign.definition.sides)


def _given(words: Any) -> list[str]:
    return " ".join(words).split() if isinstance(words, tuple) else []


GAME = Word("game", _games)
SCENARIO = Word("scenario", _scenarios)
SAVE = Word("save", _saves)
SCENARIO_OR_SAVE = Word("target", lambda ctx: (*_saves(ctx), *_scenarios(ctx)))
CHART = Word("chart", _charts)
RULE = Word("rule", _rules)
ANSWER = Word("answer", _answers)
SIDE = Word("text", _sides)
