"""Commands that make saves: new, lab, branch; and the list of them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

import click

from wargame import games
from wargame.cli.out import document, say
from wargame.cli.save_argument import code_of, look_at, side_called, tell_notices
from wargame.cli.seeds import phrase_words, seed_asked
from wargame.cli.words import SAVE, SCENARIO, Whole
from wargame.exports.fairness import made, policy
from wargame.flow.chance import Dice, Seed
from wargame.flow.definition import GameDefinition
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import Listed, fresh, listing, resolve, saves_folder
from wargame.store.glance import Glance, glance

SEED = Whole(0, (1 << 63) - 1)


def begin(
    scenario: str,
    seed: Seed,
    out: Path | None,
    options: Mapping[str, str] | None = None,
    players: dict[Side, str] | None = None,
) -> Campaign:
    """A fresh campaign; without a file in a new one in the folder."""
    path = out or fresh(scenario.strip().casefold().replace("/", "-"))
    number, chance = seed
    return Campaign.new(scenario, number, path, players=players, options=options, chance=chance)


def announce(campaign: Campaign) -> str:
    """What a new campaign is, in a line."""
    header = campaign.session.header
    return (
        f"{campaign.definition.title}, {campaign.scenario}: saved{_as(campaign.path)}; "
        f"{made(header)}, {policy(header)} dice."
    )


def _as(path: Path | None) -> str:
    """Under which name a save is found again, and where it lies."""
    if path is None:
        return " nowhere"
    inside = path.parent.resolve() == saves_folder().resolve()
    return f" as {path.stem}, in {path}" if inside else f" in {path}"


dice_word = click.option(
    "--dice",
    type=click.Choice(get_args(Dice)),
    default="friendly",
    help="friendly: the same numbers wait after a takeback and in a branch; strict: others.",
)
option_words = click.option(
    "--option", "wanted", multiple=True, help="NAME=VALUE, for games that have options."
)
mode_word = click.option(
    "--mode", help="Who plays, where a game has several modes: the same as --option mode=MODE."
)


def chosen(wanted: Sequence[str], mode: str | None) -> dict[str, str]:
    """The options by name that --option and --mode say; UsageError where they say two things."""
    options = {name: value for name, _, value in (text.partition("=") for text in wanted)}
    if mode is not None and options.setdefault("mode", mode) != mode:
        said = f"--mode {mode} and --option mode={options['mode']} say two things."
        raise click.UsageError(said)
    return options


@click.command("new")
@click.argument("scenario", type=SCENARIO)
@click.option("--seed", type=SEED, help="Chance of the whole game; drawn at random if left out.")
@click.option("--out", help="Name or path of the save; a fresh name if left out.")
@dice_word
@phrase_words
@option_words
@mode_word
@click.option("--name", "names", metavar="SIDE=NAME", multiple=True, help="Who plays a side.")
def new_command(
    scenario: str,
    *,
    seed: int | None,
    out: str | None,
    dice: Dice,
    phrases: tuple[str, ...],
    two: bool,
    wanted: tuple[str, ...],
    mode: str | None,
    names: tuple[str, ...],
) -> int:
    """Make a save of SCENARIO, ready at its first question."""
    path = resolve(out) if out else None
    players = _players(games.find(scenario)[0], names)
    made = seed_asked(seed, phrases, dice, two=two)
    begun = begin(scenario, made, path, chosen(wanted, mode), players)
    with begun as campaign:
        say(announce(campaign))
        return code_of(campaign)


def _players(definition: GameDefinition, names: Sequence[str]) -> dict[Side, str]:
    """Who plays which side, of SIDE=NAME; UsageError where that is not what is written."""
    players: dict[Side, str] = {}
    for text in names:
        word, equals, name = text.partition("=")
        if not (equals and word.strip() and name.strip()):
            raise click.UsageError(f'--name wants SIDE=NAME, not "{text}".')
        side = side_called(definition, word)
        if side in players:
            raise click.UsageError(f"--name says twice who plays {side}.")
        players[side] = name.strip()
    return players


@click.command("branch")
@click.argument("save", type=SAVE)
@click.option("--out", required=True, help="Name or path of the new save.")
def branch_command(save: str, out: str) -> int:
    """Make a new save that goes on from SAVE or SAVE@N; the old one stays as it is."""
    campaign = look_at(save)
    path = resolve(out)
    campaign.branch(path)
    tell_notices(campaign)
    say(f"{path} goes on from answer {campaign.session.n} of {campaign.path}.")
    strict = campaign.session.header.chance.dice == "strict"
    if campaign.session.ask is not None:
        say(f"{'Other dice fall' if strict else 'The same dice wait'} in it.")
    return code_of(campaign)


@click.command("saves")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def saves_command(as_json: bool) -> None:
    """List the saves in the folder, the latest first."""
    found = listing()
    if as_json:
        document([_save_view(save) for save in found])
        return
    for save in found:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(save.modified))
        say(f"{when}  {save.size // 1024:6} KiB  {save.name}  {_told(save)}")


def _save_view(save: Listed) -> dict[str, object]:
    seen = _seen(save)
    return {
        "name": save.name,
        "path": str(save.path),
        "bytes": save.size,
        "scenario": _scenario(seen) if seen else None,
        "n": seen.n if seen else None,
        "turn": seen.turn if seen else None,
        "over": seen.over if seen else None,
        "players": seen.header.players if seen else None,
        "mode": seen.header.options.get("mode") if seen else None,
        "dice": policy(seen.header) if seen else None,
        "lab": seen.header.lab is not None if seen else None,
        "damaged": seen is None or bool(seen.damage),
    }


def _told(save: Listed) -> str:
    """What is played in a save and how far, and what is wrong with it."""
    seen = _seen(save)
    if seen is None:
        return "cannot be read"
    lab = " (lab)" if seen.header.lab is not None else ""
    far = f"{seen.n} answer{'' if seen.n == 1 else 's'}"
    return f"{_scenario(seen)}{lab}, {far}" + ("; damaged" if seen.damage else "")


def _scenario(seen: Glance) -> str:
    """As a player types it."""
    return f"{seen.header.game}/{seen.header.scenario.rpartition('/')[2]}"


def _seen(save: Listed) -> Glance | None:
    """A save as its ends tell; None where it cannot be read."""
    try:
        return glance(save.path)
    except SaveError:
        return None
