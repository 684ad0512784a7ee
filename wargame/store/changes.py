"""Rules or data that changed since a save was begun: told once, and only where it would go otherwise."""

from __future__ import annotations

from time import monotonic as clock

from wargame.flow.definition import GameDefinition
from wargame.flow.opening import digest_of
from wargame.flow.session import Session
from wargame.flow.verify import verify
from wargame.store.errors import shown
from wargame.store.load import Loaded
from wargame.store.released import released
from wargame.store.remark import Remark

SECONDS = 2.0
"""So long a save is played again while it opens, once for each change; what is left then is left to `verify`."""


def changes_since(
    definition: GameDefinition, loaded: Loaded, session: Session
) -> tuple[list[str], list[Remark]]:
    """What to tell the players now, and what the save is to remember so that it is told once."""
    header = loaded.header
    today = (definition.ruleset, digest_of(definition, header.scenario))
    known: list[tuple[object, object]] = [(header.ruleset, header.digest)]
    known += [
        (r.data.get("ruleset"), r.data.get("digest")) for r in loaded.remarks if r.kind == "rules"
    ]
    if known[-1] == today:
        return [], []
    facts = {"n": session.n, "ruleset": today[0], "digest": today[1]}
    return _told(definition, loaded, session), [Remark("rules", facts)]


def _told(definition: GameDefinition, loaded: Loaded, session: Session) -> list[str]:
    header, entries = loaded.header, session.entries
    since = (
        f"Rules or data have changed since this campaign was begun (rules {shown(header.ruleset)})"
    )
    stands = "what happened so far stands as recorded"
    known, until = released(header.game, header.scenario), clock() + SECONDS
    verdict = verify(
        definition, header, entries, known, session.turned, enough=lambda: clock() > until
    )
    if verdict.ok and verdict.answers == len(entries) - 1:
        return []
    if verdict.ok:
        far = f"The first {verdict.answers} of its {len(entries) - 1} answers would go as they did"
        return [f"{since}; {stands}. {far}; `wargame verify` tells whether the rest would."]
    first = verdict.recorded or verdict.reason
    told = f"answer {verdict.first_bad} ({shown(first)})"
    return [
        f"{since}: it would go otherwise from {told}; {stands}, and it goes on under {definition.ruleset}."
    ]
