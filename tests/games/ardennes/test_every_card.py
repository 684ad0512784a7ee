"""Every command card activates its formation, every tactic of a card is played (ARD-CD-01, -04, -05, ARD-AC-01 to -03)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.combat import MECH, PZ, Side, combat
from tests.games.ardennes.table import CAMPAIGN, answers, asked, notes, play, position
from wargame.flow.session import Session
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.data.counters import UnitType
from wargame.games.ardennes.state import ACTIVE

CONTENT = load_content(CAMPAIGN)
SIDES: tuple[Side, ...] = ("german", "allied")
LAST = 27
"""Every card has entered, aircraft fly."""
DEFENDERS_ALONE = ("screen", "bug out")


def one_of_each(side: str) -> list[UnitType]:
    """The first large unit of every division, and of every corps the independent ones too."""
    found: dict[tuple[str, str], UnitType] = {}
    for kind in CONTENT.units.values():
        if kind.side == side and not (kind.bracketed and kind.div):
            found.setdefault((kind.corps, kind.div), kind)
    return list(found.values())


def fits(card: Card, kind: UnitType) -> bool:
    """4.7  Whether a unit is of the formation that a card names, on the last day."""
    name = {"division": kind.div, "corps": kind.corps}.get(card.kind, kind.army)
    return kind.side == card.side and name in card.formation


def hand(side: str, *kinds: str) -> list[Card]:
    """The command cards of a side, or those of some kinds."""
    return [c for c in CONTENT.cards.values() if c.side == side and c.kind in kinds]


# -- commands ---------------------------------------------------------------------------------------


def before_command(side: str) -> Session:
    """A side with a unit of each formation far from the enemy, and with all its command cards in hand."""
    column = (lambda h: -CONTENT.grid.column(h)) if side == "german" else CONTENT.grid.column
    rear = [CONTENT.grid.name(h) for h in sorted(CONTENT.board, key=lambda h: (column(h), h))]
    units = {kind.id: rear[n] for n, kind in enumerate(one_of_each(side))}
    enemy = {"us.110.28": "0226"} if side == "german" else {"de.77.26": "3620"}
    cards = [c.id for c in hand(side, "division", "corps", "army", "group")]
    return position(
        f"ops.{side}.command", {**units, **enemy}, turn=LAST, hands={side: cards}, cups={}
    )


@pytest.mark.parametrize("side", SIDES)
def test_every_card_activates_its_formation(side: Side) -> None:
    """ARD-AC-01, ARD-AC-02, ARD-AC-03, ARD-CD-04  Of several ways the first; taken back it is in hand again."""
    session = before_command(side)
    whole = [a for a in answers(session) if a.startswith("activate")]
    mine = {kind.id: kind for kind in one_of_each(side)}
    for card in hand(side, "division", "corps", "army", "group"):
        able = {u for u, kind in mine.items() if fits(card, kind)}
        play(session, next(a for a in whole if a.split()[1] == card.id))
        active = {u.id for u in session.state.units.values() if ACTIVE in u.states}
        assert active
        assert active <= able, card.id
        if card.kind == "division":
            assert active == able, card.id
        else:
            assert len({mine[u].corps for u in active}) == 1, card.id
        assert len(active) <= (2 * card.value if card.kind in ("corps", "army") else 99)
        assert card.id in session.state.cups[f"{side} discards"]
        assert asked(session).key == "move"
        session.undo(consent=True)
        assert card.id in session.state.cups[f"{side} hand"]


# -- tactics ----------------------------------------------------------------------------------------


def fought(stage: str, side: Side, cards: list[str], **more: Any) -> Session:
    """A combat before the Westwall in which a unit of each formation of a side takes part, on the last day."""
    attacks = stage == "tactics"
    target, around = "3212", ("3211", "3213", "3112", "3113", "3312", "3313")
    mine = [kind.id for kind in one_of_each(side) if kind.id != "de.vdh.vdh"]
    mine = mine if attacks else [more.pop("by")]
    theirs = {"us.112.28" if side == "german" else "de.183.62": target}
    ours = {u: around[n % 6] for n, u in enumerate(mine)}
    if not attacks:
        ours, theirs = dict.fromkeys(mine, target), ATTACKERS
    attackers, defenders = (ours, theirs) if attacks else (theirs, ours)
    enemy: Side = "allied" if side == "german" else "german"
    return combat(
        stage, attackers, defenders, target, side=side if attacks else enemy, turn=LAST,
        hands={side: cards, enemy: []}, **more,
    )  # fmt: skip


@pytest.mark.parametrize("side", SIDES)
def test_every_tactic_of_an_attacker_is_played(side: Side) -> None:
    """ARD-CD-05, ARD-TC-01, ARD-CC-02  One attack with all of them, each a tactic more; the card is spent."""
    kinds = ("division", "corps", "army", "group", "event", "none")
    cards = [c for c in hand(side, *kinds) if c.tactic and c.tactic not in DEFENDERS_ALONE]
    frames = {f"ops.{side}.activation": {"value": len(cards), "checked": 1}}
    session = fought("tactics", side, [c.id for c in cards], frames=frames, quiet=False)
    for n, card in enumerate(cards, 1):
        assert asked(session).key == "tactics.attack", card.id
        play(session, f"play {card.id}")
        if asked(session).key in ("react.reinforce", "tactics.join"):
            play(session, asked(session).options()[-1].answer)
        told = notes(session, "tactic")
        assert (len(told), told[-1]["card"], told[-1]["tactic"]) == (n, card.id, card.tactic)
        assert card.id in session.state.cups[f"{side} discards"]
    assert asked(session).key != "tactics.attack"


ATTACKERS = {
    "de.164.62": "3312",
    "de.183.62": "3312",
    "de.190.62": "3312",
    PZ: "3313",
    MECH: "3313",
}
"""Five units, two of three steps: they draw 7, 5 against a Screen."""
SCREENS = [c for c in CONTENT.cards.values() if c.tactic in DEFENDERS_ALONE]


@pytest.mark.parametrize("card", SCREENS, ids=lambda card: card.id)
def test_every_tactic_of_a_defender_alone_is_played(card: Card) -> None:
    """ARD-CT-03, ARD-CT-11, ARD-CD-05  Screen and Bug Out, by a unit of the formation or by anybody."""
    own = [kind.id for kind in one_of_each("allied") if not card.formation or fits(card, kind)]
    session = fought("answer", "allied", [card.id], by=own[0])
    play(session, f"play {card.id}")
    assert notes(session, "tactic")[0]["tactic"] == card.tactic
    found = "retreat" if card.tactic == "bug out" else "draw 5"
    assert answers(session)[-1].startswith(found)


def test_every_card_is_among_them() -> None:
    """4.7, 4.8  90 command cards, ten No Command, and supplemental ones that are tactics."""
    commands = [*hand("german", "division", "corps", "army", "group"),
                *hand("allied", "division", "corps", "army", "group")]  # fmt: skip
    assert len(commands) == 90
    assert all(card.tactic for card in commands)
    assert len(hand("allied", "none")) == 10
    assert {c.id for side in SIDES for c in hand(side, "event") if c.tactic} == {
        "GS15", "GS16", "AS07", "AS08", "AS09", "AS12", "AS15",
    }  # fmt: skip


@pytest.mark.parametrize(
    "alike",
    ["GS02 GS03", "GS06 GS07", "GS15 GS16", "AS02 AS03 AS04", "AS05 AS06", "AS07 AS08 AS09"],
)
def test_cards_of_one_name_are_alike(alike: str) -> None:
    """4.8  What holds of one holds of the others."""
    first, *others = (CONTENT.cards[c] for c in alike.split())
    assert {other.model_copy(update={"id": first.id}) for other in others} == {first}
