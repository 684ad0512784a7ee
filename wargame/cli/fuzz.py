"""The fuzz command: random legal play to the end, even or guided, with every check on."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from wargame import games
from wargame.cli.campaigns import chosen, mode_word, option_words
from wargame.cli.decide import as_json
from wargame.cli.out import document, say
from wargame.cli.words import SCENARIO, Whole
from wargame.flow.fuzz import run_fuzz
from wargame.store.folder import saves_folder
from wargame.store.whole import keep

DONE, NOT_HELD = 0, 1


@click.command("fuzz")
@click.argument("scenario", type=SCENARIO)
@click.option("--games", "count", type=Whole(1), help="How many games.")
@click.option("--seed", type=Whole(0), help="Of the first game.")
@click.option("--jobs", type=Whole(1, 64), default=1, help="Processes side by side.")
@click.option("--guided", is_flag=True, help="Lead play to what was seldom seen; goes on.")
@click.option("--answers", type=Whole(1), help="Guided: how many in all runs.")
@click.option("--state", type=click.Path(path_type=Path), help="Guided: where it goes on.")
@option_words
@mode_word
@as_json
def fuzz_command(
    scenario: str,
    *,
    count: int | None,
    seed: int | None,
    jobs: int,
    guided: bool,
    answers: int | None,
    state: Path | None,
    wanted: tuple[str, ...],
    mode: str | None,
    as_json: bool,
) -> int:
    """Play random legal games of SCENARIO and check everything after each answer.

    With --guided SCENARIO may be a game or `all`; play is led to what was seldom seen, stops at any
    time, goes on at the next call, and tells what was never reached.
    """
    options = chosen(wanted, mode)
    if guided:
        if count is None and answers is None:
            raise click.UsageError("Guided play wants --games or --answers.")
        return _guided(scenario, options, seed, (count, answers), state, as_json=as_json)
    if answers is not None or state is not None:
        raise click.UsageError("--answers and --state go with --guided.")
    if count is None or seed is None:
        raise click.UsageError(f"Missing option '--{'seed' if count else 'games'}'.")
    report = _even(scenario, options, count, seed, jobs)
    _tell(report, as_json=as_json)
    return NOT_HELD if report["failures"] else DONE


def _guided(
    scenario: str,
    options: Mapping[str, str],
    seed: int | None,
    most: tuple[int | None, int | None],
    state: Path | None,
    *,
    as_json: bool,
) -> int:
    from wargame.cli import guided  # noqa: PLC0415 - only when it is wanted

    path = state or guided.default_state()
    arenas, record = guided.arenas_of(scenario, options), guided.read_record(path, seed)
    before, began = record.answers, perf_counter()
    failed = guided.run_guided(arenas, record, path, most=most)
    guided.tell(guided.view(arenas, record, perf_counter() - began, before), as_json=as_json)
    return NOT_HELD if failed else DONE


def _even(
    scenario: str, wanted: Mapping[str, str], count: int, seed: int, jobs: int
) -> dict[str, Any]:
    definition, info = games.find(scenario)
    options = definition.chosen(wanted)
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
    return {**report, "scenario": games.full_name(definition, info)}


def _tell(report: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        document(report)
        return
    say(
        f"{report['games']} games, {report['answers']} answers in {report['seconds']:.1f} s "
        f"({report['answers_per_second']:.0f} a second); chain {report['chain']}."
    )
    for reason, times in sorted(report["ends"].items()):
        say(f"  {times:5}  {reason}")
    for failure in report["failures"]:
        say(
            f"FAILED: seed {failure['seed']}, answer {failure['n']}: {failure['error']} "
            f"({failure['save']})"
        )
