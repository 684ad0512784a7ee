"""The toy's segment scripts, in rulebook order."""

from tests.toy.segments import combat, movement, turn

__all__ = ["combat", "movement", "turn"]
