"""What was wanting where the automated Allies did not do a thing, in words (5.14 to 5.16)."""

from __future__ import annotations

UNFIT_FOR = {
    "no way": "no hex to go to",
    "kept": "it would open the Line or be in danger of Surround in {}",
    "gap": "in {} it would leave a Gap in the Line",
    "danger": "it would be in danger of Surround, or Surrounded, in {}",
    "in a VP hex": "in a VP hex, which is not left for danger",
    "safe": "not in danger of Surround",
    "far": "not in danger of Surround, for no German is Proximate",
    "surrounded": "Surrounded, which is more than in danger of it",
    "no safe hex": "of {} in reach none is out of danger",
    "in supply": "In Supply and in Communication",
    "traces": "traces Supply where it stands",
    "no supply": "of {} in reach none is in Allied Supply",
    "no VP hex": "of {} in reach none is a VP hex in Allied hands",
    "no lost VP hex": "of {} in reach none is a VP hex that the Germans took",
    "none at the Line": "of {} in reach none touches what the Germans reach",
    "plugs nothing": "with it in {} at the Line the Germans reach as many VP and Primary-route hexes as now",
    "no Position on a route": "of {} in reach none is a Position on a Primary route",
    "no Position": "of {} in reach none is a Position",
    "weak: nobody": "no German is Proximate",
    "flank: nobody": "no Germans are Proximate who are all short of supply or without fuel",
    "vplost: nobody": "no German stands in a VP hex that he took",
    "few": "too few steps to attack out of the VP hex that it guards",
    "struck": "{} attacked already in this Activation",
    "short": "the best ratio is {}",
    "no attack": "no way to come up to {}, or to attack from where it could",
}
"""ARD-AA-20  What was wanting for a line to fit a stack; {} is the hexes that were left, or numbers."""
SORT_FOR = {
    "vpopen": "Allied VP hex/Allied VP hexes",
    "vpthin": "Allied VP hex/Allied VP hexes",
    "vplost": "lost VP hex/lost VP hexes",
    "route": "Position on a Primary route/Positions on a Primary route",
    "idle": "Position/Positions",
}
"""ARD-AA-20  Which hexes a situation looks for."""
AMONG_FOR = {
    "none empty": "of {} in reach none is empty",
    "none thin": "{} in reach, none with fewer than {thin} steps",
    "none threatened": "{} in reach, none with a German within {near} hexes",
    "none Proximate": "{} empty in reach, none with a German Proximate",
}
"""ARD-AA-20  What was wanting of the hexes that a situation looks for."""
STILL_FOR = {
    "ARD-US-05": "one of it is Dispersed",
    "ARD-US-10": "one of it is OutOfFuel",
    "ARD-SS-09": "one of it is mechanized and Isolated",
    "ARD-SS-11": "one of it is Isolated in a German ZOC",
    "ARD-MV-13": "one of it has moved",
    "ARD-AC-08": "one of it has attacked",
}
"""Why a stack may not move, by the rule."""
CONTACT_FOR = {
    "a": "no German is Proximate and its leaving makes no Gap",
    "b": "the lowest # of a stack of {steps} steps or strength {points}, or more, and not Surrounded",
}
"""ARD-RD-10  By which clause a unit is OutOfContact."""
FAR_FOR = {
    "Proximate": "not (a), for a German is Proximate",
    "Gap": "not (a), for its leaving would make a Gap",
    "Dispersed": "it is Dispersed",
    "Isolated": "it is Isolated",
    "cut off": "it is out of Communication",
}
STRONG_FOR = {
    "few": "not (b), for its stack has {n} and strength {points}, below {least} and {most}",
    "not first": "not (b), for another of its stack has a lower #",
    "Surrounded": "not (b), for it is Surrounded",
}
"""ARD-RD-10  Why a unit is in contact: what keeps it from either clause."""
NO_ATTACK_FOR = {
    "few": "too few steps to attack out of the VP hex where it stands",
    "guards": "it may not leave the VP hex that it guards",
    "still": "it may not move",
    "far": "no hex beside it that it reaches and finds room in",
    "few-there": "too few steps to attack out of the VP hex beside it",
    "gap": "to come up would leave a Gap in the Line",
    "danger": "where it could come up it would be in danger of Surround",
    "unfit": "Dispersed, short of supply or without fuel it may not attack",
    "low": "its lowest # is LowSupply and may lead no attack",
    "brackets": "[units] alone do not attack",
    "short": "too weak",
}
"""ARD-AA-21  Why a stack makes no attack on a hex, or does not join one."""
WORTH_FOR = {
    "counters": "{} on the counters",
    "strong": "{:+} doubled in a City, VP Town or the Westwall",
    "town": "{:+} Town",
    "forest": "{:+} Forest",
    "improved": "{:+} IP",
    "clear": "{:+} Clear",
    "isolated": "{:+} all Isolated",
    "out of supply": "{:+} all OutOfSupply",
    "out of fuel": "{:+} all OutOfFuel",
}
"""ARD-AA-13 to -16  What defenders count for the ratio of a decision."""
REASON_FOR = {
    "in danger of Surround": "in danger of Surround",
    "Dispersed": "Dispersed",
    "Wandering": "Wandering, out of Communication",
    "OutOfContact": "OutOfContact",
    "may dig in": "may dig in, with a German near and no IP",
    "can attack": "can attack",
    "no reason": "no reason to act (to be Surrounded already is none)",
    "has acted": "has acted in this impulse",
    "twice today": "activated as often as it may today",
}
"""ARD-AA-01 to -04  Why a unit makes its formation act, or does not."""
DIG_FOR = {
    "digs in": "digs in",
    "has acted": "acted in this Activation",
    "not in supply": "not In Supply",
    "Dispersed": "Dispersed",
    "town": "in a City or Town",
    "dug in": "has an IP",
    "far": "no German within {near} hexes",
    "may not": "may not",
}
"""ARD-AA-03, ARD-AA-09  Why a stack digs in, or does not."""
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
    "no mates": "no unit of its division is In Supply and in Communication",
    "no room": "no room, or danger of Surround, with all units of its division",
    "full": "the Command Value of the card is used up",
    "early": "no more out of Reserve on December 16",
}
"""ARD-RD-02 to -08, ARD-DX-13  Why a unit comes nowhere; {} is the empty Positions that were left."""
HIT_FOR = {
    "as many hits as steps": "As many hits as steps: it goes back a hex without a HoldCheck.",
    "no ZOC after a loss": "A step less would leave it without a ZOC: it goes back a hex without a HoldCheck.",
    "gone as far as it may": "It may go back no farther: a step is lost.",
    "may not go back": "It may not go back, for one of it is OutOfFuel, mechanized and Dispersed or Isolated, or Isolated in a German ZOC: a step is lost.",
    "no way back": "There is no way back: a step is lost.",
}
"""ARD-CR-04, ARD-CR-05  Why a hit calls for no HoldCheck."""
CLASS_FOR = {
    "free": "no step lost",
    "step": "costs a step",
    "last resort": "a last resort, over a river or into Forest",
    "last resort, step": "a last resort that costs a step",
    "last step": "costs the last step",
}
"""ARD-RT-07 to -09  The classes of hexes for a retreat."""
SHUT_FOR = {
    "enemy": "Germans stand there",
    "town": "a German City or Town",
    "westwall": "an empty Westwall hex",
    "river": "over a major river without Bridge",
    "bridge": "over a destroyed Bridge, which Isolated units do not cross",
    "near": "not two hexes from where it was attacked",
    "full": "no room for all of it",
}
"""ARD-RT-05, ARD-RT-06, ARD-ST-01  Why a hex is no way back."""
ADVANCE_FOR = {
    "no room": "there is no room",
    "protects VP": "it may not leave the VP hex that it guards",
    "one unit over a Bridge or river": "one unit alone crosses that Bridge or river",
    "would make a Gap": "the hex it leaves would be a Gap in the Line, and no VP hex is won",
    "danger of Surround": "danger of Surround there, with a Hold Value of {hold}, below {least}",
}
"""ARD-AD-04 to -10  What forbids an advance."""
COME_FOR = {
    "far": "too far, or no hex there in reach",
    "guards": "guards a VP hex",
    "spent": "takes part, or has moved or attacked",
    "still": "may not move",
    "gap": "would leave a Gap in the Line",
}
"""ARD-CT-09  Why a stack does not come up by Reinforce Battle."""
