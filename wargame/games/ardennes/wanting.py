"""What was wanting where the automated Allies did not do a thing, in words (5.14 to 5.16)."""

from __future__ import annotations

UNFIT_FOR = {
    "still": "may not move",
    "no way": "no hex to go to",
    "guards": "it guards the VP hex where it stands",
    "kept": "it would open the Line or be in danger of Surround in {}",
    "gap": "in {} it would leave a Gap in the Line",
    "danger": "it would be in danger of Surround in {}",
    "in a VP hex": "in a VP hex, which is not left for danger",
    "safe": "not in danger of Surround",
    "no safe hex": "of {} in reach none is out of danger",
    "in supply": "In Supply and in Communication",
    "traces": "traces Supply where it stands",
    "no supply": "of {} in reach none is in Allied Supply",
    "no VP hex": "of {} in reach none is a VP hex in Allied hands",
    "none empty": "of {} so far none is empty",
    "none threatened": "no German near {}",
    "none thin": "steps enough in {}",
    "none at the Line": "of {} in reach none touches what the Germans reach",
    "plugs nothing": "{} at the Line close no way to a VP hex or a Primary route",
    "no Position on a route": "of {} in reach none is a Position on a Primary route",
    "none Proximate": "no German Proximate to {}",
    "in contact": "in contact",
    "no Position": "of {} in reach none is a Position",
    "weak: nobody": "no German is Proximate",
    "flank: nobody": "no worn Germans are Proximate",
    "vplost: nobody": "no German stands in a VP hex that he took",
    "few": "too few steps to attack out of the VP hex that it guards",
    "struck": "{} attacked already in this Activation",
    "short": "the best ratio is {}",
    "no attack": "no way to come up to {}, or to attack from where it could",
}
"""ARD-AA-20  What was wanting for a line to fit a stack; {} is the hexes that were left, or numbers."""
NOBODY_FOR = {
    "no formation": "it is no card of a formation",
    "another formation": "no unit of its formation defends",
    "steps enough": "the defenders have {steps} steps or more",
    "out of Communication": "they are out of Communication",
    "in danger": "they are in danger of Surround, or Surrounded",
    "nobody is free": "none of its formation is in Reserve or OutOfContact and has room there",
}
"""ARD-CC-05  Why a card brings no unit into a defence."""
BARRED_BY = {
    "ARD-CC-01": "no unit there is In Supply and not Dispersed",
    "ARD-CD-05": "no unit of its formation there is In Supply and not Dispersed",
    "ARD-CT-03": "not in a VP hex, nor for who cannot retreat",
    "ARD-DX-12": "no Allied Artillery on December 16",
    "ARD-EV-01": "its day has not come",
    "ARD-TC-01": "the other part in a combat plays it",
    "ARD-WE-01": "no aircraft fly today",
    "not pressed": "neither in danger of Surround nor outnumbered {odds} to 1",
    "costs a step": "every way back costs a step",
    "not legal": "not legal",
}
"""ARD-AA-21, ARD-CC-05  Why a tactic is not used, by the rule that bars it."""
STAY_FOR = {
    "no Position": "no Position in the corps area is empty",
    "no Supply": "none of {} in the corps area would be in Supply",
    "no German near": "of {} in Supply none is Proximate to a German",
    "too far": "of {} in Supply none is near enough to friends and to a German",
    "danger": "in danger of Surround in {}",
    "in a ZOC": "{} of a low Hold Value in an Allied ZOC",
}
"""ARD-RD-02 to -08  Why a unit in Reserve comes nowhere; {} is the empty Positions that were left."""
HIT_FOR = {
    "as many hits as steps": "As many hits as steps: it goes back a hex without a HoldCheck.",
    "no ZOC after a loss": "A step less would leave it without a ZOC: it goes back a hex without a HoldCheck.",
    "gone as far as it may": "It may go back no farther: a step is lost.",
    "no way back": "There is no way back: a step is lost.",
}
"""ARD-CR-04, ARD-CR-05  Why a hit calls for no HoldCheck."""
