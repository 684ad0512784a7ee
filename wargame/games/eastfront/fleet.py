"""Ships driven out of a port, hits on them (EF-NV-17, EF-NV-13)."""

from __future__ import annotations

from wargame.flow.ask import Choice, Option
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import eliminate, lose_steps
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.sea import group_of, sea_of_port, sea_path, water_of
from wargame.games.eastfront.state import EfGame, place_name, unit_name
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def in_port(g: EfGame, side: Side, port: Hex) -> list[UnitId]:
    """The naval groups of a side in a port, by id."""
    at = g.board.at[port]
    return [u for u in at if u in g.content.naval and g.state.units[u].side == side]


def havens(g: EfGame, unit_id: UnitId, start: Hex) -> list[Hex]:
    """EF-NV-17  Own ports of the same sea, not isolated, free of ice, within MA by sea, ascending."""
    group = group_of(g, unit_id)
    found = []
    for port in sorted(g.content.ports):
        if (
            port != start
            and g.state.control.get(port) == group.side
            and sea_of_port(g.content, port) == group.sea
            and not is_cut(g, group.side, port)
            and water_of(g, port)
        ):
            path = sea_path(g, group.side, water_of(g, start), set(water_of(g, port)))
            if path and len(path) + 1 <= group.ma:
                found.append(port)
    return found


async def flee(g: EfGame, side: Side, port: Hex) -> None:
    """EF-NV-17  The groups of a port that the enemy has entered sail at once, or are lost."""
    for unit_id in in_port(g, side, port) if port in g.content.ports else ():
        places = havens(g, unit_id, port)
        if not places:
            eliminate(g, unit_id, rule="EF-NV-17")
            continue
        name = unit_name(g, unit_id)
        choices = [
            (Option(f"flee {unit_id} {g.grid.name(h)}", f"{name} to {place_name(g, h)}", (unit_id,), (h,)), h)
            for h in places
        ]  # fmt: skip
        ask = Choice(
            side,
            "flee",
            f"The enemy enters the port: where to with {name}?",
            choices,
            rule="EF-NV-17",
        )
        goal = await g.settle(ask)
        g.place(unit_id, goal, rule="EF-NV-17")
        g.note("flees", unit=unit_id, hex=goal, rule="EF-NV-17")
        most = g.content.limits.naval.flee
        if g.roll("flight", sides=10, unit=unit_id, needed=most, rule="EF-NV-17") <= most:
            lose_steps(g, unit_id, 1, rule="EF-NV-17")
