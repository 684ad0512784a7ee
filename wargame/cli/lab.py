"""The lab command: saves from position files, and what such a file may say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import click

from wargame import games
from wargame.cli.campaigns import announce
from wargame.cli.decide import as_json
from wargame.cli.out import document, say
from wargame.cli.prose import aligned
from wargame.cli.save_argument import code_of
from wargame.cli.words import GAME
from wargame.content.lab_keys import KeyTold, read_lab_keys
from wargame.flow.definition import GameDefinition
from wargame.store.campaign import Campaign
from wargame.store.folder import resolve


@click.command("lab")
@click.argument("position", required=False, type=click.Path(path_type=Path))
@click.option("--out", help="Name or path of the save.")
@click.option(
    "--keys", type=GAME, metavar="GAME", help="List what a position file of GAME may say."
)
@as_json
def lab_command(position: Path | None, out: str | None, keys: str | None, as_json: bool) -> int:
    """Make a save from a POSITION file; it stays marked as a lab game.

    \b
    A position file is TOML, for example:
      scenario = "arras/campaign"
      turn = 2
      segment = "arras.allied.combat"
      clear = true            # take all units off the map first
      seed = 7
      dice = [5, 3, 1]        # the next dice; then chance goes on
      [units.fr-1cuir-1]
      hex = "0409"
      [units.de-sr7-1]
      hex = "0410"
      states = ["disrupted"]

    Only scenario and segment must be there; the segment is the one that runs next. `wargame lab --keys GAME`
    lists what else may be said, `wargame sequence GAME --json` the segments, `wargame units GAME` the
    units; a wrong word is refused with the nearest valid one. In a game with cards or chits `draws =
    ["C07", "G13"]` names those that come next.
    """  # noqa: D301 - click wants the control character, which keeps the lines
    if keys is not None:
        if position is not None or out is not None:
            raise click.UsageError("--keys lists what may be said; it takes no file and no --out.")
        _tell(list(told_keys(games.game(keys))), as_json=as_json)
        return 0
    if position is None or out is None or as_json:
        raise click.UsageError(
            "A position file and --out SAVE are wanted, or --keys GAME [--json]."
        )
    with Campaign.lab(position, resolve(out)) as campaign:
        say(f"Lab position. {announce(campaign)}")
        return code_of(campaign)


_HEADS = {
    "file": "The file",
    "place": "A unit: [units.ID], dots in an id need no quotes",
    "set": "[set]",
    "track": "Key tracks of [set]",
    "unit": "More of a unit",
    "state": "States of a unit",
    "box": "Boxes of a unit",
}


def told_keys(definition: GameDefinition) -> Iterator[KeyTold]:
    """Everything that a position file of a game may say."""
    info, options = definition.scenarios[0], definition.options
    for key, kind, meaning, example in (
        ("scenario", "word", "the scenario", f'"{definition.id}/{info.id}"'),
        ("segment", "word", "the segment that runs next (sequence GAME)", '"..."'),
        ("turn", "whole number", "the turn; the first, if left out", "2"),
        ("clear", "true or false", "take all units off the map first", "true"),
        ("seed", "whole number", "chance after the dice laid out; 1, if left out", "7"),
        (
            "dice",
            "list of whole numbers",
            "the next dice, each of 2d6 apart; a draw that draws does not name takes one",
            "[5, 3, 1]",
        ),
        ("draws", "list of words", "the next markers, cards or chits drawn, by name", '["..."]'),
    ):
        yield KeyTold("file", key, kind, meaning, f"{key} = {example}")
    for option in options:
        choice = " or ".join(option.values)
        first = next(iter(option.values))
        yield KeyTold(
            "file", f"options.{option.id}", choice, option.title, f'options.{option.id} = "{first}"'
        )
        if option.id == "mode":
            yield KeyTold("file", "mode", choice, option.title, f'mode = "{first}"')
    for key, kind, meaning, example in (
        ("hex", "hex", "where it stands", '"0409"'),
        ("box", "box", "the box in which it is, instead", '"..."'),
        ("states", "list of states", "what it is marked with, beside what the set-up gave", "[]"),
    ):
        yield KeyTold("place", key, kind, meaning, f"{key} = {example}")
    yield from read_lab_keys(games.folder(definition.id) / "lab.toml")


def _tell(told: list[KeyTold], *, as_json: bool) -> None:
    if as_json:
        document([row._asdict() for row in told])
        return
    for kind, rows in groupby(told, key=lambda row: row.kind):
        say(f"{_HEADS[kind]}:")
        for line in aligned([(f"  {row.example}", f"{row.type}: {row.meaning}") for row in rows]):
            say(line)
