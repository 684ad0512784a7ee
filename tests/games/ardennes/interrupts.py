"""Positions of two players in which questions interrupt steps, and each other, with what is answered (3)."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.ardennes.combat import B110, FOOT, MECH, PEIPER, PZ, R110, R112, combat
from tests.games.ardennes.table import position
from wargame.flow.session import Session

HANSEN, PARAS, ENGINEERS, PIONEERS = "de.kghansen.1ss", "us.506.101", "us.291eng", "us.44eng"
HANDS = {"german": ["GS09", "GS11", "G37", "G33", "G13"], "allied": ["AS02", "AS12"]}
"""Greif, Manteuffel, two corps that reinforce, a division; Engineers, a Tank Battalion."""
LAID = [1] * 9
"""Dice that lay Roadblocks and blow Bridges."""
BASTOGNE = {PZ: "2420", FOOT: "3620", PARAS: "2118", "us.501.101": "reserve"}
Story = tuple[Callable[[], Session], tuple[str, ...], tuple[str, ...]]
"""Where it begins, what is answered, and the questions after the beginning and each answer."""


def march() -> Session:
    """German moves before Bastogne."""
    return position("ops.german.move", BASTOGNE, turn=18, dice=LAID, hands=HANDS)


def over_the_bridge() -> Session:
    """Peiper before Stavelot, whose Bridge is mined."""
    units = {PEIPER: "2810", FOOT: "3620", ENGINEERS: "2609"}
    done = {"ops.german.activation": {"checked": 1}}
    return position("ops.german.move", units, turn=18, dice=LAID, frames=done, hands=HANDS)


def cleared() -> Session:
    """A command of Germans next to two Roadblocks."""
    units = {**BASTOGNE, PZ: "2319", "us.501.101": "reserve", "us.327.101": "reserve"}
    barred = ["2220", "2419"]
    return position("ops.german.command", units, turn=18, dice=LAID, hands=HANDS, roadblocks=barred)


def reinforced() -> Session:
    """An attack that another stack comes up to."""
    units = {MECH: "2418", PZ: "2420", PARAS: "2118", PIONEERS: "2318", FOOT: "3620"}
    return position(
        "ops.german.attack", units, active=[MECH], turn=18, card="G37", dice=LAID, hands=HANDS
    )


def reinforced_by_bridge() -> Session:
    """The same before the Bridge of Stavelot."""
    units = {HANSEN: "2610", PEIPER: "2909", ENGINEERS: "2609", FOOT: "3620"}
    return position(
        "ops.german.attack", units, active=[HANSEN], turn=18, card="G33", dice=LAID, hands=HANDS
    )


def advance() -> Session:
    """An attack that clears its hex."""
    units = {MECH: "2420", PZ: "2420", PARAS: "2118", PIONEERS: "2319", FOOT: "3620"}
    drawn = [4, 14, 20, *LAID]
    return position(
        "ops.german.attack", units, active=[MECH, PZ], turn=18, card="G37", dice=drawn, hands=HANDS
    )  # fmt: skip


def german_retreat() -> Session:
    """Germans go back past a village that may be barred."""
    others = {"us.502.101": "2420", "us.327.101": "2120"}
    return combat(
        "hits", {PARAS: "2320"}, {PZ: "2319", MECH: "2319"}, "2319", side="allied", turn=18,
        kept={"hits": 2}, quiet=False, hands=HANDS, dice=LAID, others=others,
    )  # fmt: skip


def broken_up() -> Session:
    """An Allied stack under two hits."""
    return combat(
        "hits", {PZ: "3018", MECH: "3018"}, {R112: "2918", R110: "2918"},
        turn=18, kept={"hits": 2}, hands=HANDS, dice=LAID,
    )  # fmt: skip


def alarm() -> Session:
    """Before the first Allied impulse."""
    return position(
        "ops.allied.command", {R112: "2918", MECH: "3118"}, turn=16,
        hands={"allied": ["AS01", "A07"]}, tracks={"allied impulses": 0, "impulse": 0},
        frames={"ops.allied.command": {"begun": 0}},
    )  # fmt: skip


def fuel() -> Session:
    """A morning on which a division is out of fuel; its card comes up as the hand is filled."""
    return position(
        "cards.fuel", {R112: "2918", "de.kgbremer.12ss": "3118"}, turn=18,
        hands={"german": ["GS06", "G13"], "allied": ["A07"]},
        cups={"german deck": ["G02"], "german box": [], "allied deck": [], "allied box": []},
    )  # fmt: skip


def engineers() -> Session:
    """The Allies command while Germans are near a Bridge."""
    units = {PEIPER: "2909", ENGINEERS: "2609", B110: "2608", FOOT: "3620"}
    return position("ops.allied.command", units, turn=18, hands=HANDS, dice=LAID)


_STAVELOT = f"join {PEIPER} 2909-2810-2709"
STORIES: dict[str, Story] = {
    "Roadblock, Manteuffel in a march": (
        march, (f"move {PZ} 2420-2319-2318", "roadblock 2419", "event GS11"),
        ("move", "react.roadblock", "react.manteuffel", "move"),
    ),
    "Bridge, Greif in a march": (
        over_the_bridge, (f"move {PEIPER} 2810-2709", "yes", "no"),
        ("move", "react.bridge", "react.greif", "move"),
    ),
    "Roadblocks cleared": (
        cleared, ("activate G13", "yes", "no"), ("command", "react.clear", "react.clear", "move"),
    ),
    "Roadblock, Manteuffel in Reinforce Battle": (
        reinforced,
        (f"attack 2318 from {MECH}", "play G37", f"join {PZ} 2420-2319", "roadblock 2220", "event GS11", "done"),
        ("attack", "tactics.attack", "react.reinforce", "react.roadblock", "react.manteuffel",
         "tactics.attack", "tactics.defence"),
    ),
    "Roadblock, Bridge, Greif in Reinforce Battle": (
        reinforced_by_bridge,
        (f"attack 2609 from {HANSEN}", "play G33", _STAVELOT, "no", "yes", "event GS09"),
        ("attack", "tactics.attack", "react.reinforce", "react.roadblock", "react.bridge", "react.greif",
         "tactics.attack"),
    ),
    "Roadblock, Manteuffel in an advance": (
        advance,
        (f"attack 2319 from {MECH} {PZ}", "done", "done", "draw 4", f"lose {PIONEERS}",
         f"advance {MECH} 2319", "roadblock 2220", "no"),
        ("attack", "tactics.attack", "tactics.defence", "chits", "hits.defence", "advance",
         "react.roadblock", "react.manteuffel", "advance"),
    ),
    "Roadblock, Manteuffel in a German retreat": (
        german_retreat, ("retreat 2318", "roadblock 2218", "event GS11"),
        ("hits.defence", "react.roadblock", "react.manteuffel", "hits.defence"),
    ),
    "A stack that breaks up": (
        broken_up, ("retreat apart", "retreat 2818", "retreat 2919", "retreat 2717"),
        ("hits.defence", *["react.split"] * 4),
    ),
    "The alarm": (alarm, ("alarm VIII",), ("react.alarm", "command")),
    "Fuel, twice": (fuel, ("no", "discard G13"), ("react.fuel", "react.fuel", "command")),
    "Greif against Engineers": (
        engineers, ("event AS02 2609|2709", "event GS09"), ("command", "react.greif", "command"),
    ),
}  # fmt: skip
"""By what interrupts what."""
