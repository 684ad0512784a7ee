"""Rules on a terminal: lists and tables keep their lines."""

from __future__ import annotations

from wargame.cli.prose import prose_lines

TEXT = """**A-1** Add up
the points.

| S | result |
|---|---|
| 45 or more | **decisive** |
| 9 | draw |

- Sudden death (a):
  at the end.
- Resigning.
  1. Inside.

Last.
"""


def test_paragraphs_are_one_line_and_lists_and_tables_keep_theirs() -> None:
    assert list(prose_lines(TEXT)) == [
        "A-1 Add up the points.",
        "S           result",
        "45 or more  decisive",
        "9           draw",
        "- Sudden death (a): at the end.",
        "- Resigning.",
        "    1. Inside.",
        "Last.",
    ]
