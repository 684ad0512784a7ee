"""What is settled about chance in a game, and every number that it gave, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wargame.exports.lines import clean, ruled
from wargame.exports.margin import took_back
from wargame.flow.chance import phrase_commitment
from wargame.flow.draws import Draw, draws
from wargame.flow.journal import Teller
from wargame.flow.record import Header, Takeback
from wargame.model.events import DiceRolled
from wargame.store.campaign import Campaign

_SEEDS = {
    "": "of an older save",
    "hand": "chosen by hand",
    "drawn": "drawn by the program",
    "phrases": "made of two phrases",
}
_DICE = {
    "friendly": "friendly dice: the same numbers wait after a takeback and in a branch",
    "strict": "strict dice: others wait after a takeback by consent and in a branch",
    "lab": "a lab game: its dice may be laid out",
}


def policy(header: Header) -> str:
    """What a header says of dice, in a word: friendly, strict or lab."""
    return "lab" if header.lab is not None else header.chance.dice


def made(header: Header) -> str:
    """Who made the seed, and its commitment."""
    how = _SEEDS[header.chance.seed]
    if header.chance.phrases:
        how += f" ({', '.join(map(phrase_commitment, header.chance.phrases))})"
    return f"seed commitment {header.commitment}, {how}"


def settled(header: Header) -> str:
    """Who made the seed, its commitment, and what waits after a takeback; one line."""
    seed = made(header)
    return f"{seed[0].upper()}{seed[1:]}; {_DICE[policy(header)]}"


def opened(header: Header) -> Iterator[str]:
    """How anybody checks the commitment once a game has ended: the seed lies open then."""
    yield f"The seed was {header.seed}" + (
        f", its salt {header.chance.salt}." if header.chance.salt else "."
    )
    for phrase in header.chance.phrases:
        yield f"Phrase {phrase_commitment(phrase)}: {clean(phrase)}"


def dice_lines(campaign: Campaign) -> Iterator[str]:
    """Every number with its answer and what it was for, and every takeback where it was made."""
    session = campaign.session
    tell = Teller(session.definition, session.game, session.steps)
    for each in _draws(campaign):
        if isinstance(each, Takeback):
            yield f"-- {took_back(campaign, each, None)}."
            continue
        line = tell.line(each.event)
        text = ruled(line.text, line.rule) if line else str(each.event)
        marks = ("  (taken back later)" if each.gone else "") + (
            "" if each.due else "  NOT OF THE SEED"
        )
        yield f"answer {each.n}, number {each.at}: {clean(text)}{marks}"
    if session.state.ended:
        yield from opened(session.header)


def dice_view(campaign: Campaign) -> dict[str, Any]:
    """The same as JSON values."""
    found, session = _draws(campaign), campaign.session
    header = session.header
    view: dict[str, Any] = {
        "dice": policy(header),
        "seed": header.chance.seed or None,
        "commitment": header.commitment,
        "numbers": [_number(each) for each in found if isinstance(each, Draw)],
        "takebacks": [
            {
                "to": each.to,
                "by": each.by,
                "consent": each.consent,
                "answers": [entry.answer for entry in each.taken],
                "other_dice": bool(each.salt),
            }
            for each in found
            if isinstance(each, Takeback)
        ],
    }
    if session.state.ended:
        view["opened"] = list(opened(header))
    return view


def _draws(campaign: Campaign) -> list[Draw | Takeback]:
    session = campaign.session
    return draws(session.definition, session.header, campaign.chronicle)


def _number(each: Draw) -> dict[str, Any]:
    event = each.event
    return {
        "n": each.n,
        "at": each.at,
        "kind": event.kind,
        "by": event.by,
        "numbers": list(each.numbers),
        "sides": event.sides if isinstance(event, DiceRolled) else None,
        "item": None if isinstance(event, DiceRolled) else event.item,
        "rule": event.rule,
        "taken_back": each.gone,
        "due": each.due,
    }
