"""What is printed: the order of battle, the cards, the days, the scenarios (tables 4.6 to 4.9, section 6, ARD-SC-01)."""

from __future__ import annotations

import re

import pytest

from tests.games.ardennes.printed import CARDS, DAYS, UNITS
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.data.counters import UnitType
from wargame.games.ardennes.state import RESERVE, setup
from wargame.rules.arrivals import WAITING

FUEL = {
    18: "12 SS", 19: "116", 20: "1 SS", 21: "1 SS, Lehr", 22: "2 SS, 9 SS", 23: "2", 24: "1 SS, 116",
    25: "2, 9 SS", 26: "2, Lehr", 27: "2 SS, 116",
}  # fmt: skip
CONTENT = load_content("campaign")


def _units() -> list[tuple[str, str, list[str]]]:
    corps = army = ""
    found = []
    for line in UNITS.strip().splitlines():
        if line.endswith(":"):
            corps, army = line[:-1].split()
        else:
            found.append((corps.replace("_", " "), army, line.split()))
    return found


def _place(unit: UnitType) -> str:
    """Where a unit starts, as it is written above."""
    if unit.event:
        return "event"
    if unit.due:
        return f"+{unit.due}"
    start = CONTENT.grid.name(unit.start) if unit.start >= 0 else "reserve"
    modes = {m: CONTENT.grid.name(h) for m, h in unit.hex_by_mode.items()}
    if not modes:
        return start
    return f"{modes.get('2p', start)}/{modes.get('gs', start)}"


def test_order_of_battle() -> None:
    """Section 6, ARD-DX-01, ARD-DX-02, ARD-CA-01  202 units as printed."""
    assert len(_units()) == len(CONTENT.units) == 202
    for corps, army, row in _units():
        number, name, div, kind, values, allowance, quality, place = row
        unit = CONTENT.units[name]
        strength = tuple(int(n) for n in re.findall(r"\d", values))
        assert (unit.corps, unit.army) == (corps, "1A" if corps == "VIII" else army) or (
            unit.corps,
            unit.army,
        ) == (corps, army), name
        assert unit.div == ("" if div == "-" else div.replace("_", " ")), name
        assert (unit.number, unit.kind, unit.strength) == (int(number), kind, strength), name
        assert unit.bracketed == ("[" in values), name
        assert (unit.allowance, unit.quality[0].upper()) == (int(allowance), quality), name
        assert _place(unit) == place, name


@pytest.mark.parametrize(
    ("unit", "title"),
    [
        ("us.110.28", "110/28"),
        ("de.2.2", "2/2"),
        ("us.23.2", "23/2"),
        ("us.ccb-10.10ad", "CCB/10"),
        ("us.3-110.28", "3/110/28"),
        ("de.26aa.26", "26 AA"),
        ("de.2sspz.2ss", "2 SS Pz"),
        ("de.19ss.9ss", "19 SS/9 SS"),
        ("br.5gds.gds", "5 Gds"),
        ("de.vdh.vdh", "VDH"),
        ("us.517", "517"),
    ],
)
def test_a_unit_is_named_with_its_division_once(unit: str, title: str) -> None:
    assert title == CONTENT.units[unit].title


def test_no_two_units_have_one_name() -> None:
    titles = [unit.title for unit in CONTENT.units.values()]
    assert len(titles) == len({*titles})


@pytest.mark.parametrize(("mode", "places"), [("2p", ("3214", RESERVE)), ("gs", (RESERVE, "2802"))])
def test_dx_01_dx_02_setup_by_mode(mode: str, places: tuple[str, str]) -> None:
    """ARD-DX-01, ARD-DX-02  The 424th and the 16th."""
    state = setup(CONTENT, 1, "gs" if mode == "gs" else "2p")
    for unit_id, place in zip(("us.424.106", "us.16.1"), places, strict=True):
        unit = state.units[unit_id]
        assert (CONTENT.grid.name(unit.hex) if unit.hex >= 0 else unit.box) == place


def test_ca_01_the_calendar_is_that_of_the_units() -> None:
    """ARD-CA-01  Table 4.9: how many units enter each Reserve on each day."""
    due = [unit.due for unit in CONTENT.units.values() if unit.due]
    assert [due.count(n) for n in range(17, 28)] == [11, 18, 9, 16, 13, 12, 7, 9, 6, 3, 4]
    state = setup(CONTENT, 1)
    boxes = [
        u.box
        for u in state.units.values()
        if u.id in {k.id for k in CONTENT.units.values() if k.due}
    ]
    assert {*boxes} == {WAITING}


# -- cards ------------------------------------------------------------------------------------------


def test_cd_01_command_cards() -> None:
    """ARD-CD-01  Table 4.7: kinds, Command Values, tactics, days; 46 German, 44 Allied, 10 No Command."""
    rows = [re.split(r" \| ", line) for line in CARDS.strip().splitlines()]
    commands = {c.id for c in CONTENT.cards.values() if c.kind != "event"}
    assert commands == {row[0].split()[0] for row in rows}
    assert len(commands) == 100
    for head, _formation, value, tactic, enters in rows:
        name, kind = head.split()
        card = CONTENT.cards[name]
        printed = f"{card.tactic} {card.range}" if card.range else card.tactic
        assert (card.kind, card.value, printed, card.enters) == (
            kind,
            int(value),
            tactic,
            int(enters),
        ), name
        assert card.side == ("german" if name[0] == "G" else "allied")


SPECIAL = {"Pz Lehr": "Lehr", "150 Pz Bde + VDH": "150 VDH"}
CORPS_NAMES = {
    "I SS Pz": "I SS",
    "II SS Pz": "II SS",
    "LVIII Pz": "LVIII",
    "XLVII Pz": "XLVII",
    "XVIII Abn": "XVIII",
}
ARMIES = {
    "6th Panzer Army": "6PzA", "5th Panzer Army": "5PzA", "7th Army": "7A", "First Army": "1A",
    "Third Army": "3A", "Army Group B": "6PzA 5PzA 7A", "12th Army Group": "1A 3A", "21st Army Group": "21AG",
}  # fmt: skip


def _formation(kind: str, name: str) -> str:
    """What a card names, as the order of battle writes it."""
    if kind in ("army", "group"):
        return ARMIES[name]
    if kind == "corps":
        return CORPS_NAMES.get(name, name)
    if name in SPECIAL or kind == "none":
        return SPECIAL.get(name, "")
    if name in ("6 Abn", "9 Pz", "3 FJ", "5 FJ", "15 PG", "3 PG"):
        return name
    if name.endswith(" Armd"):
        return (
            name.replace("Armd", "AD")
            if f"{name.split(maxsplit=1)[0]} AD" in DIVISIONS
            else name.split(maxsplit=1)[0]
        )
    return re.sub(r" (Pz|VG|Inf|Abn)$", "", name)


DIVISIONS = {unit.div for unit in CONTENT.units.values()}


def test_cd_01_formations() -> None:
    """ARD-AC-01, ARD-OB-01  The formation of every card is in the order of battle."""
    for line in CARDS.strip().splitlines():
        head, formation, *_ = re.split(r" \| ", line)
        name, kind = head.split()
        card = CONTENT.cards[name]
        assert " ".join(card.formation) == _formation(kind, formation), name
        if kind == "division":
            assert {*card.formation} <= DIVISIONS, name


def test_cd_06_no_command_cards_leave() -> None:
    """ARD-CD-06  Two a day from December 18 to 21; N01 and N02 stay."""
    gone = {c.id: c.leaves for c in CONTENT.cards.values() if c.kind == "none"}
    assert gone == {
        "N10": 18, "N09": 18, "N08": 19, "N07": 19, "N06": 20, "N05": 20, "N04": 21, "N03": 21,
        "N02": None, "N01": None,
    }  # fmt: skip


def test_ev_01_supplemental_cards() -> None:
    """ARD-EV-01  Table 4.8: 17 German and 16 Allied; which go out of play, and their days."""
    found = [c for c in CONTENT.cards.values() if c.kind == "event"]
    assert [sum(c.side == s for c in found) for s in ("german", "allied")] == [17, 16]
    once = {c.id for c in found if c.once}
    assert once == {"GS01", "GS05", "GS12", "AS01", "AS11", "AS14"}
    assert {c.id: c.through for c in found if c.through < 31} == {
        "GS01": 21,
        "GS05": 17,
        "GS12": 17,
        "AS01": 16,
    }
    assert {c.id: c.first for c in found if c.first > 16} == {"GS10": 20, "AS11": 18, "AS15": 18}
    joins = {c.id: c.joins for c in found if c.joins > 16}
    assert joins == {"AS11": 18, "AS15": 18, "AS07": 23, "AS08": 23, "AS09": 23}
    assert {c.id for c in found if c.tactic} == {
        "GS15", "GS16", "AS07", "AS08", "AS09", "AS12", "AS15",
    }  # fmt: skip


# -- days -------------------------------------------------------------------------------------------


def test_days() -> None:
    """ARD-CD-02, ARD-WE-01, ARD-RP-01, ARD-FU-01  Tables 4.6 and 4.9."""
    for line in DAYS.strip().splitlines():
        number, german, allied, weather, *steps = line.split()
        found = CONTENT.days[int(number)]
        assert (found.cards("german"), found.cards("allied")) == (int(german), int(allied))
        assert found.clear == (weather == "clear")
        printed = (*found.replacements("german"), *found.replacements("allied"))
        assert printed == tuple(int(n) for n in steps)
        assert ", ".join(found.out_of_fuel) == FUEL.get(int(number), "")


# -- scenarios --------------------------------------------------------------------------------------


def test_sc_01_skyline() -> None:
    """ARD-SC-01  Window, units, decks, places of Skyline Drive."""
    skyline = load_content("skyline")
    assert (skyline.scenario.first_turn, skyline.scenario.last_turn) == (16, 17)
    at = {u.id: skyline.grid.name(u.start) for u in skyline.units.values() if u.start >= 0}
    assert {k: v for k, v in at.items() if k.startswith("us.")} == {
        "us.110.28": "2918", "us.3-110.28": "2919", "us.ccr-9.9ad": "2619", "us.44eng": "2621",
        "us.35eng": "2220", "us.158eng": "2220",
    }  # fmt: skip
    lehr = {k: v for k, v in at.items() if k.endswith("lehr")}
    assert lehr == {
        "de.130pz.lehr": "3319", "de.130aa.lehr": "3319", "de.901.lehr": "3219", "de.902.lehr": "3219",
    }  # fmt: skip
    assert skyline.units["us.ccb-10.10ad"].due == 17
    german = {c.id for c in skyline.cards.values() if c.side == "german"}
    assert german == {"G13", "G14", "G15", "G36", "G37", "G43", "GS02", "GS14"}
    allied = {c.id: c.enters for c in skyline.cards.values() if c.side == "allied"}
    assert allied == {"A07": 16, "A08": 16, "A32": 16, "A33": 16, "N01": 16, "AS02": 16, "A12": 17}
    points = {skyline.grid.name(h): n for h, n in skyline.points.items()}
    assert points == {"2918": 1, "2919": 1, "2818": 2, "2621": 2, "2419": 1, "2218": 1, "2220": 4}
    for where in skyline.board:
        assert 19 <= int(skyline.grid.name(where)[:2]) <= 34
        assert 15 <= int(skyline.grid.name(where)[2:]) <= 23
    assert not {"replacements", "fuel", "supplemental", "exit"} & {*skyline.scenario.uses}


def test_sc_01_the_result() -> None:
    """ARD-SC-01  5 or more German, 4 a draw, 3 or less Allied."""
    skyline = load_content("skyline")
    assert [skyline.band(n).side for n in (3, 4, 5)] == ["allied", "", "german"]


def test_vc_01_levels() -> None:
    """ARD-VC-01  Section 9.4."""
    found = {n: CONTENT.band(n).level for n in (28, 27, 20, 19, 15, 14, 9, 8, 0)}
    assert [found[n] for n in (28, 27, 19, 14, 8)] == [
        "German strategic win", "German win", "Draw", "Allied win", "Allied decisive win",
    ]  # fmt: skip
    assert [found[n] for n in (20, 15, 9, 0)] == [
        "German win", "Draw", "Allied win", "Allied decisive win",
    ]  # fmt: skip
