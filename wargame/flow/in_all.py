"""What odds of many outcomes come to in all: who goes back and who loses how much, in one line."""

from __future__ import annotations

from collections.abc import Mapping

from wargame.flow.ask import Odds
from wargame.model.state import Side

_FEW = 6
"""So many outcomes are taken in at a glance."""
_SEVERAL = 2
"""What fewer outcomes bring stands beside them."""


def in_all(odds: Odds, titles: Mapping[Side, str]) -> str:
    """Chances to go back and losses on average, by side, where several outcomes bring them; "" where few say as much.

    "German back 83%, loss 1.9; Allied loss 0.4".
    """
    if len(odds.outcomes) <= _FEW:
        return ""
    lost = odds.loss
    told = []
    for side, title in titles.items():
        back = [o.chance for o in odds.outcomes if o.back.get(side)]
        losing = [o for o in odds.outcomes if o.loss.get(side)]
        parts = [f"back {float(sum(back)):.0%}"] if len(back) >= _SEVERAL else []
        parts += [f"loss {float(lost[side]):.1f}"] if len(losing) >= _SEVERAL else []
        if parts:
            told.append(f"{title} {', '.join(parts)}")
    return "; ".join(told)
