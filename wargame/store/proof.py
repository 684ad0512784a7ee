"""Whether a campaign is proved: by the rules, by its dice, and by the file it lies in."""

from __future__ import annotations

from dataclasses import replace

from wargame.flow.draws import draws, loaded_dice
from wargame.flow.verify import Verdict, verify
from wargame.store.campaign import Campaign
from wargame.store.released import released


def verdict_of(campaign: Campaign) -> Verdict:
    """The kernel's verdict; damage to the file counts against it."""
    session = campaign.session
    header = session.header
    known = released(header.game, header.scenario)
    if campaign.newer:
        reason = "a newer version of this program made it, and it alone can prove it"
        return Verdict(False, session.n, session.state.drawn, session.chain, 0, reason)
    verdict = verify(session.definition, header, session.entries, known, session.turned)
    found = draws(session.definition, header, campaign.chronicle)
    if verdict.ok and (loaded := loaded_dice(found)):
        reason = "it was taken back, but its dice are not those of the seed"
        return replace(verdict, ok=False, first_bad=loaded.n, reason=reason, cause="tampered")
    if verdict.ok and campaign.damaged:
        bad = len(session.entries)
        reason = "the save is damaged there"
        return Verdict(False, verdict.answers, verdict.rolls, verdict.chain, bad, reason)
    return verdict
