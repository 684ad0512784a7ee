"""Rows break into lines without losing a word or a space."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tui.driver import text_lines
from wargame.content.chart import Chart, ChartRow
from wargame.flow.ask import Odds, Outcome
from wargame.tui.asks.view import Item, View
from wargame.tui.widgets.odds_bars import aligned, bar, odds_rows, share
from wargame.tui.widgets.orders_panel import fitted, preview_rows
from wargame.tui.widgets.prose import LINKED, links_of, prose_rows
from wargame.tui.widgets.row import row, wrap
from wargame.tui.widgets.tabular import chart_rows, fit

CHART = Chart(
    "crt",
    "Combat",
    "T-CO-01",
    ("1:1", "2:1"),
    (ChartRow("1", ("-", "D")), ChartRow("2", ("D", "R"))),
)


@given(st.text(alphabet="ab c", max_size=60), st.integers(4, 30), st.integers(0, 3))
def test_wrapping_keeps_the_words_and_the_width(text: str, width: int, hang: int) -> None:
    lines = ["".join(part for part, _ in line) for line in wrap(row(text, hang=hang), width)]
    assert "".join(text.split()) == "".join("".join(lines).split())
    assert all(len(line.rstrip()) <= width for line in lines)


def test_lines_after_the_first_hang() -> None:
    lines = wrap(row(("one", "key"), " two three", hang=2), 8)
    assert ((("one", "key"), (" two", "")), (("  three", ""),)) == lines


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert ["abcd", "efgh", "i"] == text_lines([row("abcdefghi")], 4)


def test_a_long_path_is_cut_between_hexes() -> None:
    lines = text_lines([row("0706-0705-0805-0905-1005-1104", hang=2)], 12)
    assert lines == ["0706-0705-", "  0805-0905-", "  1005-1104"]


def test_a_rule_in_brackets_is_not_parted_from_them() -> None:
    spans = ("it is used instead (", ("HAN-CU-02", "rule"), ").")
    assert ["it is used", "instead", "(HAN-CU-02).", "Then"] == text_lines(
        [row(*spans, " Then")], 12
    )


RETREATS = [
    Item(f"C Company (Matilda II) retreats 2 to {where} via 0807") for where in ("0706", "0806")
]


def test_a_list_is_as_short_as_its_panel_wants() -> None:
    assert ["1 C Company (Matilda II)", "  retreats 2 to 0706 via", "  0807"] == text_lines(
        fitted(RETREATS, "12", 28, 6), 28
    )[:3]
    beside_odds = text_lines(fitted(RETREATS, "12", 28, 6, 1), 28)
    assert "2 … 2 to 0806 via 0807" == beside_odds[3], "what rows share leaves room for the odds"
    again = text_lines(fitted(RETREATS, "12", 28, 4), 28)
    assert "2 … 2 to 0806 via 0807" == again[3]
    cut = text_lines(fitted(RETREATS, "12", 28, 2), 28)
    assert ["1 C Company (M…0706 via 0807", "2 … 2 to 0806 via 0807"] == cut, "where to is not cut"
    spare = text_lines(fitted(RETREATS, "12", 28, 4, 9), 28)
    assert 4 == len(spare), "no lines are kept for odds that have no room in any case"


def test_a_basis_of_many_lines_stands_below_the_chances() -> None:
    basis = "11. Kp.: A 5 - D -2 (target Neutralized -1); 12. Kp.: A 5 - D -2; nobody reacting"
    odds = Odds("4, 4", (), (Outcome("hit", Fraction(1)),), basis=basis)
    lines = text_lines(odds_rows(odds, 35), 35)
    assert ["Odds 4, 4", "6/6 100% hit"] == [line[:12].rstrip() for line in lines[:2]]
    assert lines[2].startswith("from: 11. Kp.: A 5 - D -2")
    assert text_lines(odds_rows(odds, 60), 60)[0].startswith("Odds 4, 4  (11. Kp.")


def test_of_a_list_that_is_cut_what_the_next_row_goes_on_from_stays_whole_where_there_is_room() -> (
    None
):
    aims = ("Pz.Aufkl.Abt. 37", "II./Schuetzen-Rgt. 6 in Agny", "Pz.Jg.Abt. 42, 2. Kp")
    items = [Item(f"368 Battery, 92nd Field Regiment on {aim}") for aim in aims]
    whole = ["1 368 Battery, 92nd Field", "  Regiment on Pz.Aufkl.Abt.", "  37"]
    cut = ["2 … II./Schuetzen-…6 in Agny", "3 … Pz.Jg.Abt. 42, 2. Kp"]
    assert [*whole, *cut] == text_lines(fitted(items, "123", 28, 5), 28)
    short = text_lines(fitted(items, "123", 28, 4), 28)
    assert ["2 … II./Schuetzen-Rgt. 6 in", "  Agny", cut[1]] == short[1:], "the next has the room"


def test_a_row_that_is_cut_ends_with_whole_words_and_says_what_is_done_to_a_hex() -> None:
    names = ("II.(Schlacht)/LG 2 (Hs 123)", "Sturzkampfgeschwader 2 (Ju 87)")
    items = [Item(f"{name} interdicts 1913 Agny") for name in names]
    items.append(Item("4th Royal Northumberland Fusiliers, Y Company", "1107"))
    assert [
        "1 II.(Schlacht)…interdicts 1913 Agny",
        "2 Sturzkampfges…interdicts 1913 Agny",
        "3 4th Royal Northumb…Y Company  1107",
    ] == text_lines(fitted(items, "123", 36, 3), 36)


def test_a_row_that_fits_its_line_keeps_its_name() -> None:
    """A stack may advance, or its first unit alone: the name of that one is no ditto of the stack."""
    items = [
        Item("44th Lowland Bde; 46th Bde; 31st Tank Bde to 3217"),
        Item("44th Lowland Bde to 3217"),
    ]
    for room in (3, 2):
        assert "2 44th Lowland Bde to 3217" == text_lines(fitted(items, "12", 28, room), 28)[-1]


def test_a_list_that_is_too_long_keeps_its_first_rows_whole() -> None:
    items = [Item(f"{name} Company (Matilda II) retreats 2 to 0706 via 0807") for name in "CDE"]
    lines = text_lines(fitted(items, "123", 28, 6), 28)
    assert ["1 C Company (Matilda II)", "  retreats 2 to 0706 via", "  0807"] == lines[:3]
    assert ["2 D Company…to 0706 via 0807", "3 E Company…to 0706 via 0807"] == lines[3:]
    beside_odds = text_lines(fitted(items, "123", 28, 6, 3), 28)
    assert 3 == len(beside_odds), "the lines of the odds are not taken for it"


def test_many_outcomes_are_told_in_one_line_first() -> None:
    sides = {"red": "Red", "blue": "Blue"}
    outcomes = tuple(
        Outcome(f"loses {n}", Fraction(1, 8), {"blue": n, "red": 1}, {"blue": 1} if n > 1 else {})
        for n in range(8)
    )
    lines = text_lines(odds_rows(Odds("2:1", (), outcomes), 60, sides=sides), 60)
    assert "in all: Red loss 1.0; Blue back 75%, loss 3.5" == lines[1]
    few = odds_rows(Odds("2:1", (), outcomes[:6]), 60, sides=sides)
    assert "in all" not in "".join(text_lines(few, 60))


def test_codes_have_a_column_only_where_the_lines_do_not_break() -> None:
    outcomes = (
        Outcome("attacker loses 2 steps; defender loses 1 step", Fraction(1, 2), code="A2 D1"),
        Outcome("defender retreats", Fraction(1, 2), code="A1 AX AR D1"),
    )
    wide = text_lines(odds_rows(Odds("3:1", (), outcomes), 80, plain=True), 80)
    assert wide[1].startswith("3/6 50% A2 D1       attacker loses 2 steps")
    narrow = text_lines(odds_rows(Odds("3:1", (), outcomes), 33), 33)
    assert ["3/6 50% A2 D1 attacker loses 2", "        steps; defender loses 1"] == narrow[1:3]


def test_chances_of_a_die_of_ten_are_tenths() -> None:
    outcomes = tuple(
        Outcome(name, Fraction(n, 10)) for name, n in (("BR", 2), ("DR", 1), ("D1", 4), ("DE", 3))
    )
    told = text_lines(odds_rows(Odds("3:1", (), outcomes), 30), 30)[1:]
    assert ["2/10 20%", "1/10 10%", "4/10 40%", "3/10 30%"] == [line[:8] for line in told]
    halves = tuple(Outcome(name, Fraction(1, 2)) for name in ("yes", "no"))
    told = text_lines(odds_rows(Odds("1:1", (), halves), 30), 30)[1:]
    assert ["3/6 50%"] * 2 == [line[:7] for line in told]


def test_what_odds_rest_on_is_told_once() -> None:
    told = ("Ground Support points: 1 of 1 given", "10 against 2 = 4:1")
    odds = Odds("4:1", (), (Outcome("D1", Fraction(1)),), basis="10 against 2 = 4:1")
    lines = text_lines(preview_rows(View("", preview=told, odds=odds), 60), 60)
    assert [told[0], "Odds 4:1  (10 against 2 = 4:1)"] == lines[:2]
    assert list(told) == text_lines(preview_rows(View("", preview=told), 60), 60)


def test_of_a_list_that_is_cut_to_lines_the_marks_stay_and_short_notes_and_most_of_a_name() -> None:
    items = [
        Item("VIII Corps", "10 units, supported last turn", "on"),
        Item("206 Battery, 52nd", "1107"),
    ]
    lines = text_lines(fitted(items, "12", 22, 2), 22)
    assert ["1 [x] VIII Corps  10…", "2 206 Batte…52nd  1107"] == lines


def test_the_widest_column_gives_way_first() -> None:
    assert [2, 10] == fit([["aa", "some words that are long"]], 14)


def test_a_chart_lights_the_cell_that_was_read() -> None:
    rows = chart_rows(CHART, 40, "2:1", "2")
    lit = [text for entry in rows for text, style in entry.spans if style == "lit"]
    assert ["R"] == lit


def test_a_chart_without_a_reading_lights_nothing() -> None:
    assert all(style != "lit" for entry in chart_rows(CHART, 40) for _, style in entry.spans)


def test_odds_show_column_shifts_bars_and_the_next_column() -> None:
    outcomes = Outcome("hit", Fraction(1, 3)), Outcome("miss", Fraction(2, 3))
    odds = Odds("2:1", (("woods", -1),), outcomes, "6 against 3", "3 more")
    text = "\n".join(text_lines(odds_rows(odds, 30, plain=True), 34))
    for word in ("2:1", "woods -1", "2/6 33%", "4/6 67%", "###", "3 more"):
        assert word in text


def test_a_bar_is_as_long_as_its_chance() -> None:
    assert "████" == bar(Fraction(1, 2), 8)
    assert "##" == bar(Fraction(1, 4), 8, plain=True)
    assert "" == bar(Fraction(0), 8)


def test_chances_are_told_in_sixths_where_they_are_sixths() -> None:
    assert "  3/6  50%" == share(Fraction(1, 2))
    assert " 1/36   3%" == share(Fraction(1, 36))


def test_fractions_that_nobody_reads_give_way_to_per_cent() -> None:
    shares = [share(Fraction(153, 4960)), share(Fraction(1, 4960)), share(Fraction(1, 2))]
    assert ["  3%", " <1%", " 50%"] == aligned(shares)
    assert ["1/36  3%", " 3/6 50%"] == aligned([share(Fraction(1, 36)), share(Fraction(1, 2))])


def test_prose_knows_rules_links_lists_and_tables() -> None:
    text = "**ARR-MV-01** Stop (see ARR-ZC-02).\n\nAs ARR-MV-01 says.\n\n- one\n- two\n\n| a | b |\n|--|--|\n| 1 | 2 |"
    rows = prose_rows(text, 40)
    assert "ARR-MV-01" == rows[0].id
    assert ["ARR-ZC-02"] == links_of(rows[0])
    assert LINKED == rows[2].id
    assert ["- one", "- two"] == [entry.text for entry in rows[4:6]]
    assert "1  2" in rows[-1].text
