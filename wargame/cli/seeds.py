"""Seeds of two phrases on the command line: typed unseen, or exchanged by letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from wargame.cli.out import say
from wargame.flow.chance import Dice, Seed, of_phrases, phrase_commitment
from wargame.store.seeds import salted, seed_for

PLAYERS = 2
F = TypeVar("F", bound=Callable[..., Any])


def phrase_words(command: F) -> F:
    """The options of a command that can make a seed of phrases."""
    told = "Twice: the seed is made of both; see `wargame phrase`."
    asked = click.option("--two", is_flag=True, help="Ask both players for a phrase each, unseen.")
    return click.option("--phrase", "phrases", multiple=True, help=told)(asked(command))


def seed_asked(chosen: int | None, phrases: tuple[str, ...], dice: Dice, *, two: bool) -> Seed:
    """The seed as it was asked for; raises UsageError for two ways at once."""
    if (chosen is not None) + bool(phrases) + two > 1 or len(phrases) not in (0, PLAYERS):
        raise click.UsageError("A seed is either a number or made of two phrases.")
    if two:
        phrases = (_typed("first"), _typed("second"))
    return of_phrases(tuple(map(salted, phrases)), dice) if phrases else seed_for(chosen, dice)


def _typed(which: str) -> str:
    """A phrase typed unseen; its commitment is shown before the next is asked for."""
    phrase = salted(click.prompt(f"Phrase of the {which} player", hide_input=True, err=True))
    say(f"The {which} player's commitment is {phrase_commitment(phrase)}; note it.")
    return phrase


@click.command("phrase")
@click.argument("words", nargs=-1, required=True)
def phrase_command(words: tuple[str, ...]) -> None:
    """Prepare WORDS for a seed of two phrases: a line to keep, and its commitment to send first."""
    phrase = salted(" ".join(words))
    say(f"Keep until both commitments are sent: {phrase}")
    say(f"Send now: {phrase_commitment(phrase)}")
