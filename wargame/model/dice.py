"""Counter-based chance: number *n* of a seed is the same however the game got there."""

from __future__ import annotations

import hashlib

_MASK = 0xFFFFFFFFFFFFFFFF


def mix(seed: int, n: int) -> int:
    """The *n*-th 64-bit number of *seed* (splitmix64)."""
    z = (seed + (n + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def number(seed: int, n: int, fate: str = "") -> int:
    """The *n*-th 64-bit number of *seed*; where there is a *fate*, of both together."""
    if not fate:
        return mix(seed, n)
    text = f"wargame number {seed} {n} {fate}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def die(seed: int, n: int, sides: int = 6, fate: str = "") -> int:
    """The *n*-th die of *seed*, 1 to *sides*; the bias of 64 bits on 6 sides is below 1e-18."""
    return number(seed, n, fate) % sides + 1


def commitment(seed: int, salt: str = "") -> str:
    """A public fingerprint of the seed: shows later that nobody changed it.

    Without a salt a seed can be found by trying the likely ones.
    """
    text = f"wargame seed {seed} {salt}".rstrip()
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
