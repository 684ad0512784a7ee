"""The orders panel: how its list and the lines below share the height."""

from __future__ import annotations

from fractions import Fraction

from textual.app import App, ComposeResult

from wargame.flow.ask import Odds, Outcome
from wargame.tui.asks.view import Item, View
from wargame.tui.widgets.orders_panel import OrdersPanel
from wargame.tui.widgets.rows import Rows

SHOT = Odds("2:1", (), (Outcome("hit", Fraction(1, 3)), Outcome("miss", Fraction(2, 3))))


class Panel(App[None]):
    """Nothing but the panel."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours that lists use beside Textual's own."""
        return dict.fromkeys(("rule", "side0", "side0-text", "side1", "side1-text"), "#000000")

    def compose(self) -> ComposeResult:
        yield OrdersPanel(id="orders")


async def test_a_new_list_owes_no_lines_to_what_was_told_below_the_one_before() -> None:
    items = tuple(Item(f"Battery {n} fires on the Second Battalion", "33%") for n in range(5))
    app = Panel()
    async with app.run_test(size=(44, 20)) as pilot:
        panel = app.query_one(OrdersPanel)
        told = tuple(f"line {n} of what happened" for n in range(13))
        for view in (View("", preview=told), View("", items=items)):
            panel.show(view)
            await pilot.pause()
        panel.show(View("", items=items, at=4, odds=SHOT))
        await pilot.pause()
        assert 10 <= panel.query_one("#options", Rows).size.height


async def test_with_nothing_to_tell_a_list_that_has_room_stays_where_it_is() -> None:
    items = tuple(Item(f"Battery {n}") for n in range(3))
    app = Panel()
    async with app.run_test(size=(44, 30)) as pilot:
        panel, heights = app.query_one(OrdersPanel), []
        for told in (("one line",), (), ("another",)):
            panel.show(View("", items=items, preview=told))
            await pilot.pause()
            heights.append(panel.query_one("#options", Rows).size.height)
        assert 1 == len({*heights})
        assert not panel.query_one("#preview", Rows).entries[1:]
        panel.show(View("", items=items[:2]))
        await pilot.pause()
        assert heights[0] == panel.query_one("#options", Rows).size.height, "so does a shorter one"
        panel.show(View("", items=tuple(Item(f"Battery {n}") for n in range(20))))
        await pilot.pause()
        assert 30 == panel.query_one("#options", Rows).size.height


async def test_from_page_to_page_of_a_long_list_nothing_is_laid_out_anew() -> None:
    """Rows that take another number of lines, and nothing to tell now and then."""
    app = Panel()
    async with app.run_test(size=(44, 22)) as pilot:
        panel, laid, n = app.query_one(OrdersPanel), list[int](), -1
        app.screen.screen_layout_refresh_signal.subscribe(app, lambda _: laid.append(n))
        long = "of the Second Battalion of the Regiment"
        for n, told in enumerate((("one",), ("one", "two"), (), ("one",), ("1", "2"))):
            texts = [f"unit {m} {long if m < 9 - n else ''}" for m in range(15)]
            panel.show(View("", items=tuple(map(Item, texts)), more=9, preview=told))
            await pilot.pause()
        assert {0} == {*laid}
