"""Whatever a save and its name hold, no command writes anything that steers a terminal."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run
from tests.store.poison import EVIL, poisoned
from wargame.exports.lines import clean
from wargame.store.campaign import Campaign
from wargame.store.errors import steers

NAME = "x\x1b]0;EVIL\x07\x9b2J\x1bPEVIL\x1b\\\u202eEVIL"
FORMATS = ("text", "report", "course", "html", "cast", "json")


def _edit(_: int, line: dict[str, Any]) -> None:
    if "wargame" in line:
        line["players"] = {"red": EVIL, "blue": EVIL}
    if "note" in line:
        line["note"]["text"] = EVIL


def _texts(out: str, form: str) -> list[str]:
    """What reaches an eye: the lines, of a recording what it writes but for its own drawing."""
    if form == "cast":
        head, *events = map(json.loads, out.splitlines())
        return [
            head["title"],
            *(event[2].replace("\x1b[", "").replace("\x1b(", "") for event in events),
        ]
    return out.splitlines()


def test_no_command_and_no_export_steers_the_terminal(wg: Run, save: str, saves: Path) -> None:
    path = next(saves.glob(f"{Path(save).stem}*.wg"))
    with Campaign.open(path) as campaign:
        campaign.remark("note", "mine")
    hostile = poisoned(path, _edit).rename(saves / f"{NAME}.wg")
    named = shlex.quote(str(hostile))
    runs = [wg(f"log {named} --format {form}") for form in FORMATS]
    for form, result in zip(FORMATS, runs, strict=True):
        assert result.code == 0, result.err
        assert "EVIL" in result.out or form in ("course", "json")
        assert not [text for text in _texts(result.out, form) if clean(text) != text], form
    assert wg(f"show {named} --svg {saves}/a.svg").code == 0
    others = [wg("saves"), wg(f"show {named}"), wg(f"verify {named}"), wg(f"show {named}@9999")]
    for result in others:
        assert not [text for text in (result.out + result.err).splitlines() if steers(text)]
    assert not [text for text in (saves / "a.svg").read_text().splitlines() if steers(text)]
