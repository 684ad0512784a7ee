"""The markdown of rulebooks as blocks."""

from __future__ import annotations

from wargame.content.markdown import Block, Run, blocks, words

TEXT = """\
**TOY-MV-01** A unit moves
up to *three* hexes (at most
3) and `stops`.

> *Example.* It goes
> east.

1. First.
    - Inside,
      going on.

    More of the first.
2. Second.

| a | b |
|---|---|
| **1** | x \\| y |

## A heading

```
  as it stands
```
"""


def test_blocks_in_their_order() -> None:
    found = list(blocks(TEXT))
    assert [(block.kind, block.mark, block.depth) for block in found] == [
        ("paragraph", "", 0),
        ("paragraph", "", 0),
        ("item", "1.", 0),
        ("item", "-", 1),
        ("paragraph", "", 1),
        ("item", "2.", 0),
        ("table", "", 0),
        ("heading", "", 0),
        ("code", "", 0),
    ]
    rule, example, _, inside, *_, table, heading, code = found
    assert rule.text == "TOY-MV-01 A unit moves up to three hexes (at most 3) and stops."
    assert rule.runs[0] == Run("TOY-MV-01", strong=True)
    assert Run("three", slanted=True) in rule.runs
    assert example.text == "Example. It goes east."
    assert inside.text == "Inside, going on."
    assert [[words(cell) for cell in row] for row in table.rows] == [["a", "b"], ["1", "x | y"]]
    assert (heading.text, code.runs[0].text) == ("A heading", "  as it stands\n")


def test_nothing_is_nothing() -> None:
    assert list(blocks("")) == []
    assert Block("paragraph").text == ""
