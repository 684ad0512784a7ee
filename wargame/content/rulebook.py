"""The rulebook players read: sections, rules by id, search and cross references."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wargame.content.errors import DataError, nearest

RULE_ID = r"[A-Z]{2,5}-[A-Z]{2,3}-\d{2,3}[a-z]?"
CITED = rf"(?:{RULE_ID}|R-\d{{2,3}})"
"""A rule or a ruling."""
_MENTION = re.compile(rf"\b{CITED}\b")
_HEADING = re.compile(r"(#{1,6})\s+(?:(\d+(?:\.\d+)*[a-z]?)\.?\s+)?(.*?)\s*#*$")
RULE_START = re.compile(rf"\*\*({CITED})\*\*[ .:]*(.*)")
_SENTENCE = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)
_TITLE_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule."""

    id: str
    title: str
    """Its first sentence, without markdown."""
    text: str
    """The whole rule in markdown, without its id."""
    section: str
    """The number of its section, or the title where the heading has no number."""


@dataclass(frozen=True, slots=True)
class Section:
    """One heading and what stands under it before the next."""

    id: str
    """Its number, or its title where it has none."""
    title: str
    level: int
    """2 for `##`, 3 for `###`."""
    text: str
    """Everything under the heading in markdown, rules included."""
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A parsed rulebook."""

    title: str
    sections: tuple[Section, ...]
    rules: dict[str, Rule]

    @classmethod
    def of(cls, text: str) -> Rulebook:
        """Parse the markdown of a rulebook."""
        title, sections, rules = "", [], {}
        for level, number, name, lines in _parts(text):
            if level == 1 and not title:
                title = name
            found = _rules_in(lines, number or name)
            for rule in found:
                if rule.id in rules:
                    raise DataError("rulebook", rule.id, "this rule stands twice")
                rules[rule.id] = rule
            body = "\n".join(lines).strip()
            ids = tuple(rule.id for rule in found)
            sections.append(Section(number or name, name, level, body, ids))
        return cls(title, tuple(sections), rules)

    def find(self, rule_id: str) -> Rule:
        """The rule with this id, in any case; an unknown one is refused with the nearest."""
        rule = self.rules.get(rule_id) or self.rules.get(rule_id.upper())
        if rule is None:
            raise DataError.unknown("rulebook", "rule", rule_id, self.rules)
        return rule

    def section(self, section_id: str) -> Section:
        """The section with this number or title."""
        for section in self.sections:
            if section_id.casefold() in (section.id.casefold(), section.title.casefold()):
                return section
        raise DataError.unknown("rulebook", "section", section_id, (s.id for s in self.sections))

    def nearest(self, rule_id: str) -> str | None:
        """The existing rule id most like this one."""
        return nearest(rule_id, self.rules)

    def search(self, words: str | Iterable[str]) -> list[Rule]:
        """The rules that hold all the words, best first: id, then title, then text, then order."""
        wanted = [w.casefold() for w in (words.split() if isinstance(words, str) else words)]
        if not wanted:
            return []
        found = [rule for rule in self.rules.values() if _holds(rule, wanted)]
        return sorted(found, key=lambda rule: _rank(rule, wanted), reverse=True)

    @staticmethod
    def links(text: str) -> tuple[str, ...]:
        """The rule ids a text mentions, each once, in order."""
        return tuple(dict.fromkeys(_MENTION.findall(text)))


def plain(text: str) -> str:
    """Markdown without its emphasis, on one line."""
    return " ".join(re.sub(r"\*+|`+|(?<!\w)_+|_+(?!\w)", "", text).split())


def _parts(text: str) -> list[tuple[int, str, str, list[str]]]:
    """Heading level, number, title and lines of each part; headings in code blocks are text."""
    parts: list[tuple[int, str, str, list[str]]] = []
    fenced = False
    for line in text.splitlines():
        fenced ^= line.lstrip().startswith("```")
        heading = None if fenced else _HEADING.match(line)
        if heading:
            parts.append((len(heading[1]), heading[2] or "", heading[3], []))
        elif parts or line.strip():
            if not parts:
                parts.append((1, "", "", []))
            parts[-1][3].append(line)
    return parts


def _rules_in(lines: list[str], section: str) -> list[Rule]:
    """A rule runs from the paragraph that opens with its id to the next such paragraph."""
    found: list[tuple[str, list[str]]] = []
    opens = True
    for line in lines:
        start = RULE_START.match(line) if opens else None
        if start:
            found.append((start[1], [start[2]]))
        elif found:
            found[-1][1].append(line)
        opens = not line.strip()
    return [_rule(rule_id, "\n".join(text).strip(), section) for rule_id, text in found]


def _rule(rule_id: str, text: str, section: str) -> Rule:
    first = plain(text.split("\n\n", maxsplit=1)[0])
    sentence = _SENTENCE.match(first)
    title = sentence[1] if sentence else first or section
    if len(title) > _TITLE_LENGTH:
        title = title[: _TITLE_LENGTH - 1].rsplit(" ", 1)[0] + "…"
    return Rule(rule_id, title, text, section)


def _holds(rule: Rule, words: list[str]) -> bool:
    everything = f"{rule.id} {plain(rule.text)}".casefold()
    return all(word in everything for word in words)


def _rank(rule: Rule, words: list[str]) -> tuple[int, int, int]:
    title, text = rule.title.casefold(), plain(rule.text).casefold()
    whole = set(re.findall(r"\w+", text))
    return (
        sum(word in rule.id.casefold() for word in words),
        sum(word in title for word in words),
        sum((word in whole) * 10 + text.count(word) for word in words),
    )
