"""What a hostile hand writes where text belongs, and saves that hold it, well chained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wargame.flow.record import link
from wargame.store.load import load

TITLE, CLIPBOARD = "\x1b]0;EVIL\x07", "\x1b]52;c;RVZJTA==\x07"
COLOUR, CLEAR, DEVICE = "\x1b[31mEVIL", "\x9b2J", "\x1bPEVIL\x1b\\"
TURNED, LINES = "\u202eEVIL\u2066", "EVIL\r\n\x08\x00"
EVIL = TITLE + CLIPBOARD + COLOUR + CLEAR + DEVICE + TURNED + LINES
STEERING = [c for c in EVIL if not c.isprintable() and not c.isspace()]


def poisoned(path: Path, edit: Any) -> Path:
    """A save whose lines *edit*(number, line) has changed in place, all chain values made anew."""
    loaded = load(path)
    chain, lines = loaded.header.genesis(), []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines()):
        line = json.loads(text)
        edit(number, line)
        if "answer" in line:
            line.pop("chain")
            body = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
            chain = link(chain, body)
            line["chain"] = chain
        elif "wargame" in line:
            line["chain"] = chain = _genesis(line)
        lines.append(json.dumps(line, separators=(",", ":"), ensure_ascii=False))
    path.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")
    return path


def _genesis(line: dict[str, Any]) -> str:
    order = ["wargame", "game", "scenario", "ruleset", "seed", "options", "lab", "state"]
    facts = [line[key] for key in order]
    return link("", json.dumps(facts, separators=(",", ":"), ensure_ascii=False))
