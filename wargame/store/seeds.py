"""Seeds that nobody chose: drawn by the program, or made of what both players typed."""

from __future__ import annotations

import secrets

from wargame.flow.chance import Chance, Dice, Seed

BY_HAND = Chance(seed="hand")
"""A friendly game whose seed somebody chose."""
MARK = "#"
"""Between the words of a phrase and the salt that the program hangs on them."""


def drawn(dice: Dice = "friendly") -> Seed:
    """A seed of 128 bits with a salt of 128 more."""
    return secrets.randbits(128), Chance(dice, "drawn", secrets.token_hex(16))


def seed_for(chosen: int | None, dice: Dice = "friendly") -> Seed:
    """The seed somebody chose, or else one that is drawn."""
    return drawn(dice) if chosen is None else (chosen, Chance(dice, "hand"))


def salted(words: str) -> str:
    """A phrase as it is committed to: with a salt, so that nobody finds it by trying words."""
    words = " ".join(words.split())
    return words if MARK in words else f"{words}{MARK}{secrets.token_hex(8)}"
