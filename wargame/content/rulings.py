"""The rulebook of a game as players read it: its chapters, then the rulings where the rules are unclear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from wargame.content.rulebook import RULE_START, Rulebook
from wargame.content.toml import asset, read_text

_CHAPTER = re.compile(r"^## (\d+)", re.MULTILINE)
_INTRO = "Where the rules are silent or say two things, this is how the program reads them."


def whole_rulebook(game_id: str, title: str) -> str:
    """The markdown of a game's rulebook with the rulings on it as the last chapter."""
    text = read_text(asset("rules", f"{game_id}.md"))
    return with_rulings(text, _rulings(read_text(asset("rulings.md")), title))


def with_rulings(text: str, rulings: str) -> str:
    """A rulebook with a chapter of *rulings*, named at the end of each rule that one of them is about."""
    if not rulings:
        return text
    about: dict[str, list[str]] = {}
    for ruling in Rulebook.of(rulings).rules.values():
        for rule in Rulebook.links(ruling.text):
            about.setdefault(rule, []).append(ruling.id)
    last = max((int(number) for number in _CHAPTER.findall(text)), default=0)
    named = "\n".join(_named(text.splitlines(), about))
    return f"{named}\n\n## {last + 1} Rulings\n\n{_INTRO}\n\n{rulings}"


def _rulings(text: str, title: str) -> str:
    """The rulings of one game, a paragraph each."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    lines = found[1].strip() if found else ""
    return re.sub(r"^- ", "\n", re.sub(r"^  ", "", lines, flags=re.MULTILINE), flags=re.MULTILINE)


def _named(lines: list[str], about: dict[str, list[str]]) -> Iterator[str]:
    """The lines, with the rulings on a rule where it ends: at the next rule, or the next heading."""
    rule = ""
    for line, after in pairwise([*lines, "#"]):
        yield line
        if begun := RULE_START.match(line):
            rule = begun[1]
        if rule in about and (after.startswith("#") or RULE_START.match(after)):
            yield from ("", f"Rulings: {', '.join(about.pop(rule))}.", "")
