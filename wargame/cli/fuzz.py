"""The fuzz command: random legal play to the end, with every check on."""

from __future__ import annotations

import sys
from functools import partial

import click

from wargame import games
from wargame.cli.campaigns import chosen, mode_word, option_words
from wargame.cli.decide import as_json
from wargame.cli.out import document, say
from wargame.flow.fuzz import run_fuzz
from wargame.store.folder import saves_folder
from wargame.store.whole import keep

DONE, NOT_HELD = 0, 1


@click.command("fuzz")
@click.argument("scenario")
@click.option("--games", "count", type=click.IntRange(1), required=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0), required=True, help="Of the first game.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes side by side.")
@option_words
@mode_word
@as_json
def fuzz_command(
    scenario: str,
    *,
    count: int,
    seed: int,
    jobs: int,
    wanted: tuple[str, ...],
    mode: str | None,
    as_json: bool,
) -> int:
    """Play random legal games of SCENARIO and check everything after each answer."""
    definition, info = games.find(scenario)
    options = definition.chosen(chosen(wanted, mode))
    quiet = not sys.stderr.isatty()
    with click.progressbar(length=count, label="Playing", file=sys.stderr, hidden=quiet) as bar:
        report = run_fuzz(
            definition,
            info.id,
            count,
            seed,
            jobs,
            options=options,
            keep=partial(keep, saves_folder()),
            progress=lambda _: bar.update(1),
        )
    report["scenario"] = games.full_name(definition, info)
    failures = report["failures"]
    if as_json:
        document(report)
    else:
        say(
            f"{report['games']} games, {report['answers']} answers in {report['seconds']:.1f} s "
            f"({report['answers_per_second']:.0f} a second); chain {report['chain']}."
        )
        for reason, times in sorted(report["ends"].items()):
            say(f"  {times:5}  {reason}")
        for failure in failures:
            say(
                f"FAILED: seed {failure['seed']}, answer {failure['n']}: {failure['error']} "
                f"({failure['save']})"
            )
    return NOT_HELD if failures else DONE
