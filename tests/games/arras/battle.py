"""Combat positions: who attacks whom, the column shown, the die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.games.arras.table import asked, charts, play, position
from wargame.flow.ask import AttackAsk, Odds
from wargame.flow.session import Session

TWO_S35 = {"fr-1cuir-1": "0409", "fr-1cuir-2": "0409"}
"""Attack 6, in the clear, next to 0410."""
RIFLES = {"de-sr7-1": "0410"}
"""Defence 3, in the clear."""


def battle(
    attackers: Mapping[str, str],
    defenders: Mapping[str, str],
    *dice: int,
    states: Mapping[str, Sequence[str]] | None = None,
    turn: int = 2,
    events: Sequence[str] = (),
    segment: str = "allied.combat",
    **more: str,
) -> Session:
    """A game at the declaration of attacks; *more* are further units by id."""
    others = {name.replace("_", "-"): where for name, where in more.items()}
    return position(
        segment, turn=turn, units={**attackers, **defenders, **others}, states=states or {},
        dice=dice, set_={"events": list(events)},
    )  # fmt: skip


def order(game: Session, *targets: str, units: Sequence[str] = ()) -> str:
    """The attack on *targets* by these units, or by all who can."""
    ask = asked(game)
    assert isinstance(ask, AttackAsk)
    able = units or ask.attackers([game.game.grid.hex(t) for t in targets])
    return f"attack {' '.join(targets)} from {' '.join(able)}"


def attack(game: Session, *targets: str, units: Sequence[str] = (), answer: str = "no") -> Session:
    """Declare an attack and answer every No Retreat question in the same way."""
    play(game, order(game, *targets, units=units))
    while game.ask is not None and game.ask.key == "combat.no_retreat":
        play(game, answer)
    return game


def odds(game: Session, *targets: str, units: Sequence[str] = ()) -> Odds:
    """The odds shown for an attack."""
    found = asked(game).odds(order(game, *targets, units=units))
    assert found is not None
    return found


def column(game: Session, *targets: str, units: Sequence[str] = ()) -> str:
    """The final column of an attack."""
    return odds(game, *targets, units=units).column


def shifts(game: Session, *targets: str, units: Sequence[str] = ()) -> dict[str, int]:
    """The shifts of an attack by id."""
    return dict(odds(game, *targets, units=units).shifts)


def results(game: Session) -> list[str]:
    """What the combat results table said, attack by attack."""
    return [read.result for read in charts(game, "crt")]
