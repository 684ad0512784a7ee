"""The segment scripts of Arras, one file a phase; importing this registers them all."""

from wargame.games.arras.segments import (
    air,
    artillery,
    combat,
    end,
    movement,
    reinforcement,
    supply,
    turn,
)

__all__ = ["air", "artillery", "combat", "end", "movement", "reinforcement", "supply", "turn"]
