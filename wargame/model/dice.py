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


def die(seed: int, n: int, sides: int = 6) -> int:
    """The *n*-th die of *seed*, 1 to *sides*; the bias of 64 bits on 6 sides is below 1e-18."""
    return mix(seed, n) % sides + 1


def commitment(seed: int) -> str:
    """A public fingerprint of the seed: shows later that nobody changed it."""
    return hashlib.blake2b(f"wargame seed {seed}".encode(), digest_size=12).hexdigest()
