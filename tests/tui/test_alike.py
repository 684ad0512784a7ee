"""A question in which every unit can do the same one thing does not say so on every row."""

from __future__ import annotations

from pathlib import Path

from tests.tui.driver import play_of, prepared_at, running


async def test_whom_rommel_joins_is_told_by_name_and_place(saves: Path) -> None:
    save = prepared_at(
        saves / "rommel.wg", "arras/campaign", lambda ask: ask.key == "rommel.arrive", seed=5
    )
    async with running(save=save, size=(120, 40)) as (app, _):
        notes = [item.note for item in play_of(app).view().items]
        assert len(notes) > 9
        assert all(note.isdigit() for note in notes), "no row says that Rommel is placed there"
