"""The markdown of rulebooks as blocks: paragraphs, items of lists, tables, code; read by markdown-it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token


class Run(NamedTuple):
    """A piece of text of one kind."""

    text: str
    strong: bool = False
    slanted: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, an item, a heading, a table or a piece of code."""

    kind: Literal["paragraph", "item", "heading", "table", "code"]
    runs: tuple[Run, ...] = ()
    """Its text; of an item that before lists inside it."""
    mark: str = ""
    """What stands before an item: "-" or "3."."""
    depth: int = 0
    """How many lists an item stands in, its own not counted."""
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()
    """The cells of a table, its head first."""

    @property
    def text(self) -> str:
        """Its text without markup, on one line."""
        return words(self.runs)


def words(runs: Sequence[Run]) -> str:
    """Pieces as plain text on one line."""
    return " ".join("".join(run.text for run in runs).split())


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


def blocks(text: str) -> Iterator[Block]:
    """The blocks of some markdown in order."""
    marks: list[str] = []
    """Of the lists that are open, what stands before their present item."""
    fresh = False
    tokens = iter(_parser().parse(text))
    for token in tokens:
        match token.type:
            case "list_item_open":
                marks.append(f"{token.info}{token.markup}")
                fresh = True
            case "list_item_close":
                marks.pop()
            case "table_open":
                yield Block("table", rows=tuple(_rows(tokens)))
            case "heading_open":
                yield Block("heading", _inline(next(tokens)))
            case "fence" | "code_block":
                yield Block("code", (Run(token.content),))
            case "inline" if fresh:
                yield Block("item", _inline(token), marks[-1], len(marks) - 1)
                fresh = False
            case "inline":
                yield Block("paragraph", _inline(token), depth=len(marks))


def _rows(tokens: Iterator[Token]) -> Iterator[tuple[tuple[Run, ...], ...]]:
    """The rows of a table that has begun, up to its end."""
    row: list[tuple[Run, ...]] = []
    for token in tokens:
        match token.type:
            case "tr_open":
                row = []
            case "inline":
                row.append(_inline(token))
            case "tr_close":
                yield tuple(row)
            case "table_close":
                return


def _inline(token: Token) -> tuple[Run, ...]:
    return tuple(_runs(token.children or ()))


def _runs(tokens: Sequence[Token]) -> Iterator[Run]:
    strong = slanted = 0
    for token in tokens:
        match token.type:
            case "strong_open" | "strong_close":
                strong += token.nesting
            case "em_open" | "em_close":
                slanted += token.nesting
            case "softbreak" | "hardbreak":
                yield Run(" ", bool(strong), bool(slanted))
            case _ if token.content:
                yield Run(token.content, bool(strong), bool(slanted))
