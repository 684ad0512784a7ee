"""Divisions dissolved, cadres merged, HQs that change their army (NOR-RP-07, NOR-RP-08, NOR-SL-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wargame.flow.ask import DONE_WORD, PASS, Choice, Listed, Option, Refusal
from wargame.games.normandy.armies import armies_of, army_of_hq, attached, hqs
from wargame.games.normandy.asks.replacing import is_beside_enemy
from wargame.games.normandy.state import (
    CADRE,
    OPERATION,
    NorGame,
    division_of,
    in_supply,
    kind_of,
    on_map,
    steps,
    unit_name,
)
from wargame.model.state import UnitId

DISSOLVED_ON = "dissolved"
"""Track: NOR-RP-08 the turn on which the division was dissolved."""

# -- dissolving -------------------------------------------------------------------------------------


def is_dissolved(g: NorGame) -> bool:
    """NOR-RP-08  Once in the game."""
    return bool(g.state.tracks.get(DISSOLVED_ON))


def why_not_dissolved(g: NorGame, formation_id: str) -> Refusal | None:
    """NOR-RP-08  Why a division may not be dissolved; None if it may."""
    rules, formation = g.content.replacement.dissolve, g.content.formations[formation_id]
    if g.state.turn() < rules.first:
        return Refusal(f"A division may be dissolved from turn {rules.first}.", "NOR-RP-08")
    if is_dissolved(g):
        return Refusal("One division has been dissolved, the only one.", "NOR-RP-08")
    if formation.nation != rules.nation or not _is_infantry(g, formation_id):
        return Refusal(f"{formation.name} is no CW infantry division.", "NOR-RP-08")
    units = [g.state.units[u] for u in formation.units]
    fit = sum(u.hex >= 0 and in_supply(u) for u in units)
    if fit < rules.brigades:
        said = f"Of its brigades {fit} are on the map and In Supply, not {rules.brigades}."
        return Refusal(f"{formation.name}: {said}", "NOR-RP-08")
    return None


def _is_infantry(g: NorGame, formation_id: str) -> bool:
    """A division of three infantry brigades."""
    rules, formation = g.content.replacement.dissolve, g.content.formations[formation_id]
    kinds = [kind_of(g, u) for u in formation.units]
    return (
        formation.division
        and len(kinds) == rules.brigades
        and all(kind.kind == rules.brigade for kind in kinds)
    )


def dissolvable(g: NorGame) -> list[str]:
    """NOR-RP-08  Divisions that may be dissolved now, in table order."""
    if g.state.turn() < g.content.replacement.dissolve.first or is_dissolved(g):
        return []
    return [f for f in g.content.formations if why_not_dissolved(g, f) is None]


def dissolve_ask(g: NorGame) -> Choice[str]:
    """NOR-RP-08  Which division is dissolved; "" for none."""
    options: list[tuple[Option, str]] = [(Option(PASS, "Dissolve no division"), "")]
    for name in dissolvable(g):
        formation = g.content.formations[name]
        gained = sum(steps(g, u) for u in formation.units)
        label = f"{formation.name} for {gained} replacement points"
        options.append((Option(f"dissolve {name}", label, formation.units), name))

    def explain(text: str) -> Refusal | None:
        verb, _, name = text.partition(" ")
        known = verb == "dissolve" and name in g.content.formations
        return why_not_dissolved(g, name) if known else None

    return Choice(
        "allied", "replacement.dissolve", "Dissolve a division for its steps, once in the game?",
        options, rule="NOR-RP-08", explain=explain, quiet=PASS,
    )  # fmt: skip


# -- merging ----------------------------------------------------------------------------------------


class Merger(NamedTuple):
    """NOR-RP-07  Who stays and who is removed."""

    kept: UnitId
    gone: UnitId


def why_no_cadre(g: NorGame, unit_id: UnitId) -> Refusal | None:
    """NOR-RP-07  Why a unit cannot be merged with any other; None if it could."""
    unit, name = g.state.units[unit_id], unit_name(g, unit_id)
    reasons = (
        (unit.side != "german", "is not German"),
        (unit.hex < 0, "is not on the map"),
        (CADRE not in unit.states, "is no cadre"),
        (g.content.replacement.merge.flag not in kind_of(g, unit_id).flags, "is no infantry"),
        (not division_of(g, unit_id), "belongs to no division"),
        (not in_supply(unit), "is not In Supply"),
        (is_beside_enemy(g, unit_id), "stands next to an enemy"),
    )
    return next((Refusal(f"{name} {said}.", "NOR-RP-07") for holds, said in reasons if holds), None)


def why_not_merged(g: NorGame, kept: UnitId, gone: UnitId) -> Refusal | None:
    """NOR-RP-07  Why two units may not be merged; None if they may."""
    refusal = why_no_cadre(g, kept) or why_no_cadre(g, gone)
    if refusal is not None:
        return refusal
    if kept == gone or division_of(g, kept) != division_of(g, gone):
        return Refusal("Two cadres of one division are merged.", "NOR-RP-07")
    far = g.grid.distance(g.state.units[kept].hex, g.state.units[gone].hex)
    most = g.content.replacement.merge.reach
    if far > most:
        return Refusal(f"They stand {far} hexes from each other; {most} is the most.", "NOR-RP-07")
    return None


def mergers(g: NorGame) -> Iterator[Merger]:
    """NOR-RP-07  Every pair that may be merged, either way round, by id."""
    german = on_map(g, "german")
    cadres = [u.id for u in german if CADRE in u.states and why_no_cadre(g, u.id) is None]
    for kept in cadres:
        for gone in cadres:
            if why_not_merged(g, kept, gone) is None:
                yield Merger(kept, gone)


def merge_ask(g: NorGame) -> Choice[Merger | None]:
    """NOR-RP-07  Which two cadres become one; None for none any more."""
    options: list[tuple[Option, Merger | None]] = [(Option(DONE_WORD, "Merge nobody else"), None)]
    for pair in mergers(g):
        label = f"{unit_name(g, pair.kept)} takes in {unit_name(g, pair.gone)}"
        options.append((Option(f"merge {pair.kept} {pair.gone}", label, tuple(pair)), pair))

    def explain(text: str) -> Refusal | None:
        words = text.split()
        if words[:1] != ["merge"] or len(words) != len(Merger._fields) + 1:
            return None
        strange = [word for word in words[1:] if word not in g.state.units]
        return None if strange else why_not_merged(g, words[1], words[2])

    return Choice(
        "german", "replacement.merge", "Which cadres are merged? The second is removed.", options,
        rule="NOR-RP-07", explain=explain, quiet=DONE_WORD,
    )  # fmt: skip


# -- transfer ---------------------------------------------------------------------------------------


def why_not_transferred(g: NorGame, hq: UnitId) -> Refusal | None:
    """NOR-SL-06  Why an HQ may not change its army; None if it may."""
    unit, name = g.state.units[hq], unit_name(g, hq)
    if hq not in hqs(g, "german"):
        return Refusal(f"{name} is no German HQ on the map.", "NOR-SL-06")
    if hq == g.content.off_map.fortress.hq:
        return Refusal(f"{name} stays with its army.", "NOR-SL-06")
    if OPERATION in unit.states:
        return Refusal(f"{name} is in an Operation.", "NOR-SL-06")
    return None


def can_transfer(g: NorGame) -> bool:
    """NOR-SL-06  An HQ may go, and there is another army."""
    if len(armies_of(g, "german")) < 2:
        return False
    return any(why_not_transferred(g, hq) is None for hq in hqs(g, "german"))


def transfers(g: NorGame) -> list[tuple[UnitId, str]]:
    """NOR-SL-06  Every HQ that may go, with each other army of its side, by id."""
    armies = armies_of(g, "german")
    return [
        (hq, army)
        for hq in hqs(g, "german")
        if why_not_transferred(g, hq) is None
        for army in armies
        if army != army_of_hq(g, hq)
    ]


def transfer_ask(g: NorGame) -> Choice[tuple[UnitId, str] | None]:
    """NOR-SL-06  One HQ a phase goes to the other army, with all its units."""
    stay: tuple[Option, tuple[UnitId, str] | None]
    stay = Option(PASS, "Every HQ stays with its army"), None

    def listed() -> list[tuple[Option, tuple[UnitId, str] | None]]:
        """An option for each that may go."""
        rows = [(hq, army, f"transfer {hq} {army}") for hq, army in transfers(g)]
        return [(Option(text, _gone(g, hq, army), (hq,)), (hq, army)) for hq, army, text in rows]

    def explain(text: str) -> Refusal | None:
        words = text.split()
        known = len(words) > 1 and words[0] == "transfer" and words[1] in g.state.units
        return why_not_transferred(g, words[1]) if known else None

    return Choice(
        "german", "replacement.transfer", "Does an HQ change its army?", Listed(stay, listed),
        rule="NOR-SL-06", explain=explain, quiet=PASS,
    )  # fmt: skip


def _gone(g: NorGame, hq: UnitId, army: str) -> str:
    """An HQ that changes its army, in words."""
    return f"{unit_name(g, hq)} with {len(attached(g, hq))} units to {g.content.armies[army].title}"
