"""Commands that play: the table (play, replay, and `wargame` alone) and line mode."""

from __future__ import annotations

import gc
import os
import sys

import click

from wargame import games
from wargame.cli.campaigns import SEED, announce, begin, dice_word
from wargame.cli.out import say
from wargame.cli.save_argument import code_of, play_on, tell_notices
from wargame.cli.words import SAVE, SCENARIO_OR_SAVE
from wargame.flow.chance import Dice, Seed
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import address, named
from wargame.store.seeds import seed_for

WEB_DRIVER = "textual.drivers.web_driver:WebDriver"
"""What draws the table where it is served to a browser; `serve` sets it for the programs it starts."""


@click.command("play")
@click.argument("target", type=SCENARIO_OR_SAVE, required=False, metavar="[SCENARIO or SAVE]")
@click.option("--seed", type=SEED, help="Chance of a new game; drawn at random if left out.")
@click.option("--name", help="Name of a new save; a fresh one if left out.")
@dice_word
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal.")
def play_command(
    target: str | None, seed: int | None, name: str | None, *, dice: Dice, no_mouse: bool
) -> int:
    """Open the table at a new game of SCENARIO, or at SAVE."""
    if name is not None:
        named(name)  # a bad name is refused before the table opens
    if target is not None:
        check_target(target)
    return open_table(target, seed=seed, name=name, dice=dice, mouse=not no_mouse)


@click.command("replay")
@click.argument("save", type=SAVE)
def replay_command(save: str) -> int:
    """Open the table as a film of SAVE; while the game goes on, without what a side keeps secret."""
    address(save)
    return open_table(save, replay=True)


def open_table(
    target: str | None,
    *,
    seed: int | None = None,
    name: str | None = None,
    dice: Dice = "friendly",
    replay: bool = False,
    mouse: bool = True,
) -> int:
    """Run the table; its exit code.  Raises SaveError where there is no terminal."""
    if os.environ.get("TEXTUAL_DRIVER") != WEB_DRIVER:
        _want_terminal()
    gc.disable()  # what the start makes stays; the table enables it when it stands
    from wargame.tui.run import run_table  # noqa: PLC0415 - only the table may load Textual

    return int(run_table(target, seed=seed_for(seed, dice), name=name, replay=replay, mouse=mouse))


def _want_terminal() -> None:
    """Raises SaveError where nobody could see the table."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SaveError("The table needs a terminal; without one, `wargame line` plays as text.")
    if sys.__stderr__ is None or not sys.__stderr__.isatty():
        raise SaveError(
            "The table draws through the error output, and that leads elsewhere: start it without 2>."
        )


def check_target(target: str) -> None:
    """Refuse what is neither a scenario nor a save, before the table opens."""
    if is_scenario(target):
        games.find(target)
    else:
        address(target)


def is_scenario(target: str) -> bool:
    """Whether a word means a scenario: it starts with the name of a game and a slash."""
    return target.strip().casefold().partition("/")[0] in games.MODULES and "/" in target


@click.command("line")
@click.argument("target", type=SCENARIO_OR_SAVE, required=False, metavar="[SCENARIO or SAVE]")
@click.option("--seed", type=SEED, help="Chance of a new game; drawn at random if left out.")
@click.option("--name", help="Name of a new save; a fresh one if left out.")
@dice_word
def line_command(target: str | None, seed: int | None, name: str | None, dice: Dice) -> int:
    """Play as lines of text on stdin and stdout; `?` lists what can be asked."""
    from wargame.cli.line.loop import LineMode  # noqa: PLC0415 - the table starts without it

    with _campaign(target, seed_for(seed, dice), name) as campaign:
        LineMode(campaign, _read, say, person=sys.stdin.isatty()).run()
        tell_notices(campaign)
        if campaign.failing:
            raise SaveError(campaign.failing)
        return code_of(campaign)


def _campaign(target: str | None, seed: Seed, name: str | None) -> Campaign:
    if target is not None and not is_scenario(target):
        return play_on(target)
    scenario = target or games.names(next(iter(games.MODULES)))[0]
    campaign = begin(scenario, seed, named(name) if name else None)
    say(announce(campaign))
    return campaign


def _read() -> str | None:
    """The next line of input, None at its end."""
    if sys.stdin.isatty():
        sys.stdout.write("> ")
        sys.stdout.flush()
    line = sys.stdin.readline()
    return line or None
