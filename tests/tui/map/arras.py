"""The Arras map with its order of battle, counters made up from the printed values."""

from __future__ import annotations

from typing import Any

from tests.tui.map.toy import SIDES, table
from wargame.flow.definition import GameDefinition
from wargame.flow.face import Counter
from wargame.flow.game import Game
from wargame.games.arras.content import load_content

_CODES = {
    "infantry": ("INF", "[X]"), "heavy_tank": ("HVY", "(#)"), "tank": ("TNK", "(=)"),
    "light_tank": ("LTK", "(-)"), "artillery": ("ART", "[*]"), "anti_tank": ("ATG", "[^]"),
    "light_flak": ("FLK", "[n]"), "gun_88": ("88G", "[^]"), "recon": ("REC", "[/]"),
    "transport": ("TRN", "[o]"), "leader": ("LDR", "[!]"),
}  # fmt: skip


def arras_table() -> tuple[Game[Any], GameDefinition]:
    """The campaign as laid out."""
    content = load_content("campaign")
    units = {}
    for n, (unit_id, unit) in enumerate(content.units.items()):
        if unit.setup is None:
            continue
        code, symbol = _CODES[unit.kind]
        short = f"{unit.attack}-{unit.defence}"
        counter = Counter(
            side=SIDES[unit.side == "german"].id,
            code=code,
            strength=f"{short}-{unit.allowance}",
            short=short,
            name=unit_id.partition("-")[2][:9],
            letters="D" if n % 11 == 3 else "",
            spent=n % 7 == 2,
            symbol=symbol,
        )
        units[unit_id] = (content.grid.name(unit.setup), counter)
    marks = {content.grid.name(o.hex): str(o.vp) for o in content.objectives}
    game, definition = table(content, units, marks)
    for objective in content.objectives:
        game.state.control[objective.hex] = SIDES[objective.control == "german"].id
    return game, definition
