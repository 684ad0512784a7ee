"""The rulebook parser: sections, rules, search, links."""

from __future__ import annotations

import pytest

from wargame.content.errors import DataError
from wargame.content.rulebook import Rulebook
from wargame.content.rulings import with_rulings

TEXT = """# Rules of X

Welcome, says ARR-MV-01.

## 3 Movement

Units move.

### 3.1 Zones of control

**ARR-MV-01** A unit *stops* when it enters an enemy ZOC of 1.5 km. It may not
go on, see ARR-MV-02 and ARR-MV-02.

- not even by road

**ARR-MV-02** A unit pays +1 MP to leave an enemy ZOC.

| a | b |
|---|---|

Not a start: **ARR-MV-03** in mid paragraph.

## 4 Combat

```
## not a heading
```

**ARR-CO-01** Combat is mandatory. An enemy ZOC holds.
"""


@pytest.fixture
def book() -> Rulebook:
    return Rulebook.of(TEXT)


def test_sections_have_number_title_and_level(book: Rulebook) -> None:
    found = [(s.id, s.title, s.level) for s in book.sections]
    assert found == [
        ("Rules of X", "Rules of X", 1),
        ("3", "Movement", 2),
        ("3.1", "Zones of control", 3),
        ("4", "Combat", 2),
    ]
    assert book.title == "Rules of X"


def test_a_rule_runs_to_the_next_rule_with_its_lists_and_tables(book: Rulebook) -> None:
    first, second = book.find("ARR-MV-01"), book.find("ARR-MV-02")
    assert first.text.endswith("- not even by road")
    assert "| a | b |" in second.text
    assert first.section == "3.1"
    assert book.section("3.1").rules == ("ARR-MV-01", "ARR-MV-02")


def test_a_rule_is_titled_by_its_first_sentence(book: Rulebook) -> None:
    expected = "A unit stops when it enters an enemy ZOC of 1.5 km."
    assert book.find("ARR-MV-01").title == expected


def test_an_id_in_mid_paragraph_starts_no_rule(book: Rulebook) -> None:
    assert sorted(book.rules) == ["ARR-CO-01", "ARR-MV-01", "ARR-MV-02"]


def test_headings_in_code_are_text(book: Rulebook) -> None:
    assert "## not a heading" in book.section("Combat").text


def test_a_rule_is_found_in_any_case_and_a_wrong_id_gets_the_nearest(book: Rulebook) -> None:
    assert book.find("arr-co-01").id == "ARR-CO-01"
    assert book.nearest("ARR-MV-1") in {"ARR-MV-01", "ARR-MV-02"}
    with pytest.raises(DataError, match='the nearest valid one is "ARR-CO-01"'):
        book.find("ARR-CO-1")


def test_search_wants_all_words_and_ranks_titles_first(book: Rulebook) -> None:
    assert [rule.id for rule in book.search("enemy zoc")][-1] == "ARR-CO-01"
    assert [rule.id for rule in book.search("zoc mandatory")] == ["ARR-CO-01"]
    assert book.search("zoc artillery") == []
    assert book.search("") == []


def test_links_are_the_ids_mentioned_once_each(book: Rulebook) -> None:
    assert Rulebook.links(book.find("ARR-MV-01").text) == ("ARR-MV-02",)


def test_a_rule_twice_is_refused() -> None:
    with pytest.raises(DataError, match="stands twice"):
        Rulebook.of("## 1 A\n\n**ARR-MV-01** One.\n\n**ARR-MV-01** Two.\n")


def test_rulings_are_the_last_chapter_and_each_rule_names_those_about_it() -> None:
    found = Rulebook.of(
        with_rulings(TEXT, "**R-07** On the road too (ARR-MV-01).\n\n**R-08** Never.")
    )
    assert [(s.id, s.rules) for s in found.sections][-1] == ("5", ("R-07", "R-08"))
    assert found.find("r-07").text == "On the road too (ARR-MV-01)."
    assert found.find("ARR-MV-01").text.endswith("- not even by road\n\n\nRulings: R-07.")
    assert "R-07" in Rulebook.links(found.find("ARR-MV-01").text)
    assert "Rulings" not in found.find("ARR-CO-01").text
    assert with_rulings(TEXT, "") == TEXT
