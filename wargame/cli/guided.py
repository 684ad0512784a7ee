"""Guided fuzzing: where it goes on, what it may play, and the report of what was never reached."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from textwrap import wrap
from typing import Any

from platformdirs import user_state_path

from wargame import games
from wargame.cli.out import document, say
from wargame.content.errors import DataError
from wargame.content.lab_keys import read_lab_keys
from wargame.content.rulebook import Rulebook
from wargame.content.rulings import whole_rulebook
from wargame.content.toml import read_text
from wargame.flow.coverage import Known, known, report
from wargame.flow.definition import GameDefinition
from wargame.flow.guided import Arena, Arenas, Record, play_next
from wargame.store.errors import shown
from wargame.store.folder import saves_folder
from wargame.store.whole import keep, write_over

_LARGEST = 1 << 26
"""Bytes of a record of guided play."""
_ENOUGH = 100
"""Failures after which a run ends: games that fail before their first answer would never end it."""
_FORMAT = 1
_ASKS = ("Ask", "Choice", "Allotment", "yes_or_no")
"""How what makes a question is called, or ends."""
_KEY = re.compile(r"[a-z_]+(\.[a-z_]+)*")


def default_state() -> Path:
    """Where guided play goes on if nothing else is said."""
    return user_state_path("wargame", appauthor=False) / "guided.json"


def arenas_of(word: str, options: Mapping[str, str]) -> list[Arena]:
    """A scenario, all of a game, or all there are, in every mode that *options* leave open."""
    if word.strip().casefold() == "all":
        names = [name for game_id in games.MODULES for name in games.names(game_id)]
    else:
        names = [word] if "/" in word else games.names(games.game(word).id)
    return [arena for name in names for arena in _modes(name, options)]


def _modes(name: str, wanted: Mapping[str, str]) -> Iterator[Arena]:
    definition, info = games.find(name)
    definition.chosen(wanted)
    lab = games.folder(definition.id) / "lab.toml"
    keys = read_lab_keys(lab) if lab.exists() else ()
    extras = [tomllib.loads(key.example) for key in keys if key.kind == "set"]
    open_ = [[wanted[o.id]] if o.id in wanted else list(o.values) for o in definition.options]
    for values in product(*open_):
        options = dict(zip((o.id for o in definition.options), values, strict=True))
        words = " ".join([games.full_name(definition, info), *values])
        yield Arena(words, definition, info, options, extras)


def run_guided(
    arenas: Sequence[Arena],
    record: Record,
    state: Path,
    *,
    most: tuple[int | None, int | None],
) -> int:
    """Play until there are enough games in this run, or answers in all, or failures; how many games failed."""
    failed, last = 0, record.games + (most[0] or sys.maxsize)
    while failed < _ENOUGH and record.games < last and record.answers < (most[1] or sys.maxsize):
        failed += bool(play_next(arenas, record, partial(keep, saves_folder())).failure)
        save_record(record, state)
    return failed


def read_record(path: Path, seed: int | None) -> Record:
    """What guided play has left there, or a fresh record; raises DataError for one that is none."""
    if not path.exists():
        return Record(1 if seed is None else seed)
    try:
        facts = json.loads(read_text(path, _LARGEST))
        assert facts.pop("guided") == _FORMAT
        arenas = {name: Arenas(**one) for name, one in facts.pop("arenas").items()}
        record = Record(**facts, arenas=arenas)
    except (AssertionError, ValueError, TypeError, KeyError, AttributeError) as error:
        said = f"{shown(path)} is no record of guided play; give another --state"
        raise DataError("", "", said) from error
    for arena in record.arenas.values():
        arena.seen = Counter(arena.seen)
    if seed not in (None, record.seed):
        said = (
            f"{shown(path)} goes on with seed {record.seed}; give another --state for seed {seed}"
        )
        raise DataError("", "", said)
    return record


def save_record(record: Record, path: Path) -> None:
    """Write a record so that a kill leaves the old one or the new one."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    facts = {
        "guided": _FORMAT,
        "seed": record.seed,
        "games": record.games,
        "failures": record.failures,
        "arenas": {
            name: {"games": a.games, "answers": a.answers, "seen": dict(a.seen), "starts": a.starts}
            for name, a in record.arenas.items()
        },
    }
    write_over(path, json.dumps(facts).encode())


def known_of(definition: GameDefinition) -> Known:
    """All there is to reach in a game."""
    book = Rulebook.of(whole_rulebook(definition.id, definition.title))
    rules = [rule for rule in book.rules if not rule.startswith("R-")]
    return known(definition, rules, asks_in(games.folder(definition.id)))


def asks_in(folder: Path) -> set[str]:
    """The keys of the questions that the code of a game puts, where they are written out."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func).endswith(_ASKS):
                words = [a.value for a in node.args[1:3] if isinstance(a, ast.Constant)]
                found.update(w for w in words[:1] if isinstance(w, str) and _KEY.fullmatch(w))
    return found


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def view(arenas: Sequence[Arena], record: Record, seconds: float, before: int) -> dict[str, Any]:
    """The keys of `wargame fuzz --guided --json`, after a run of *seconds* with *before* answers before it."""
    played = {arena.name: record.arenas.get(arena.name, Arenas()) for arena in arenas}
    reached = {}
    for definition in dict.fromkeys(arena.definition.id for arena in arenas):
        mine = [a for a in arenas if a.definition.id == definition]
        seen: Counter[str] = Counter()
        for arena in mine:
            seen.update(played[arena.name].seen)
        reached[definition] = report(known_of(mine[0].definition), seen)
    return {
        "seed": record.seed,
        "games": record.games,
        "answers": record.answers,
        "seconds": round(seconds, 3),
        "answers_per_second": round((record.answers - before) / seconds) if seconds else 0,
        "arenas": {n: {"games": a.games, "answers": a.answers} for n, a in played.items()},
        "reached": reached,
        "failures": record.failures,
    }


def tell(found: Mapping[str, Any], *, as_json: bool) -> None:
    """Say what was played, what was never reached and what failed."""
    if as_json:
        document(found)
        return
    say(
        f"{found['games']} games, {found['answers']} answers in all runs; this one took "
        f"{found['seconds']:.1f} s ({found['answers_per_second']} a second)."
    )
    for name, arena in found["arenas"].items():
        say(f"  {arena['games']:6} games {arena['answers']:8} answers  {name}")
    for game_id, one in found["reached"].items():
        say()
        say(f"{game_id}: reached, and never")
        for kind in ("ends", "segments", "asks", "rules"):
            _told(kind, one[kind])
        for name, chart in one["charts"].items():
            _told(f"chart {name}", chart)
    for failure in found["failures"]:
        say(
            f"FAILED: {failure['arena']}, seed {failure['seed']}, answer {failure['n']}: "
            f"{failure['error']} ({failure['save']})"
        )


def _told(kind: str, one: Mapping[str, Any]) -> None:
    say(f"  {kind}: {one['reached']} of {one['known']}")
    if one["never"]:
        for line in wrap("; ".join(one["never"]), 100, break_on_hyphens=False):
            say(f"      {line}")
