"""Impulses of the automated Allies, every decision of the program held against the referee's."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from random import Random
from typing import Any
from unittest import mock

from tests.games.ardennes import watched_cards as on_cards
from tests.games.ardennes import watched_combat as on_combat
from tests.games.ardennes.judged import crowd
from tests.games.ardennes.watch import Watch, Watcher
from wargame.flow.session import Session
from wargame.games.ardennes.automaton import (
    actions,
    advance,
    deploy,
    formation,
    hits,
    tactics,
    wander,
)
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.segments import chits as chits_segment
from wargame.games.ardennes.segments import impulse

WATCHED: tuple[tuple[Any, str, Watcher], ...] = (
    (impulse, "_deploys", on_cards.deploys),
    (impulse, "digs_in", on_cards.digs),
    (formation, "reasons", on_cards.reasons),
    (formation, "named", on_cards.named),
    (actions, "deed", on_cards.deed),
    (wander, "aim", on_cards.aim),
    (wander, "rearward", on_cards.rearward),
    (deploy, "replacement", on_cards.replacement),
    (tactics, "defensive", on_combat.defensive),
    (tactics, "offensive", on_combat.offensive),
    (hits, "next_hit", on_combat.next_hit),
    (hits, "next_counter", on_combat.counter),
    (advance, "attempt", on_combat.attempt),
    (advance, "groups", on_combat.groups),
    (chits_segment, "span", on_combat.span),
)


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    """Watch the decisions of the rules."""
    with ExitStack() as stack:
        for module, name, watcher in WATCHED:
            plain = getattr(module, name)
            stack.enter_context(mock.patch.object(module, name, partial(watcher, watch, plain)))
        yield


# -- impulses ---------------------------------------------------------------------------------------


def impulse_of(seed: int, watch: Watch) -> Session:
    """A crowded position and the Allied impulse in it; the German answers at random."""
    random = Random(seed)
    with watching(watch):
        played = {"played": random.randrange(1, 7)}
        session = crowd("ops.allied.command", random, tracks=played, cups=_decks())
        while (ask := session.ask) is not None and "ops.allied" in str(session.segment):
            session.answer(ask.sample(random.randrange))
    return session


def attacks_of(seed: int, watch: Watch) -> Session:
    """A crowded position in which every German may attack, and attacks of his at random."""
    random = Random(seed)
    with watching(watch):
        session = crowd("ops.german.attack", random, card="G46", cups=_decks())
        while (ask := session.ask) is not None and session.segment != "ardennes.ops.german.command":
            answer = ask.sample(random.randrange)
            for _ in range(5):
                answer = ask.sample(random.randrange) if answer == "done" else answer
            session.answer(answer)
    return session


def _decks() -> dict[str, list[str]]:
    """The whole deck of the automated Allies, and all action cards."""
    content = load_content("campaign")
    deck = sorted(c.id for c in content.cards.values() if c.side == "allied" and c.mode != "2p")
    return {"allied deck": deck, "actions": sorted(content.action_cards)}


def main(kind: str, first: int, count: int) -> bool:
    """Watch many "impulses" or "attacks" and tell every difference; whether there was any."""
    total: Counter[str] = Counter()
    bad = 0
    for seed in range(first, first + count):
        watch = Watch()
        {"impulses": impulse_of, "attacks": attacks_of}[kind](seed, watch)
        total.update(watch.seen)
        bad += bool(watch)
        for line in watch:
            sys.stdout.write(f"{seed} {line[:900]}\n")
    seen = ", ".join(f"{what} {n}" for what, n in sorted(total.items()))
    sys.stdout.write(f"{count} {kind}, {bad} with differences: {seen}\n")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
