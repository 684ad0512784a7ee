"""How many legal moves five fixed positions have, counted by hand on the map."""

from __future__ import annotations

from itertools import product

from tests.games.arras.table import (
    LEARNING,
    heads,
    is_legal,
    play,
    position,
    reach,
    retreat_routes,
)


def test_ARR_MV_07_twelve_destinations_from_the_lens_road() -> None:
    # uk-4rtr-a, MA 2 (4 halves), alone in 1401; halves spent in brackets.
    # RN17 south: 1402 (1), 1403 (2), 1303 (3), 1304 (4).
    # Clear beside it: 1301 (2), 1501 (2), then 1201 1202 (4) and 1601 1602 (4).
    # Minor road 1402-1502: 1502 (1 + 2 = 3).  From 1403: 1404 (2 + 2 = 4).
    # Out of reach: the woods 1302 and 1503 (tracks 4), 1203 and 1603 (3 + 2 = 5).
    session = position("allied.movement", units={"uk-4rtr-a": "1401"})
    assert {
        "1402": 3, "1403": 2, "1303": 1, "1304": 0, "1301": 2, "1501": 2,
        "1201": 0, "1202": 0, "1601": 0, "1602": 0, "1502": 1, "1404": 0,
    } == reach(session, "move uk-4rtr-a")  # fmt: skip


def test_ARR_GE_03_six_destinations_under_a_marker() -> None:
    # 1008 itself is covered by the marker on 1108, so any first step costs the ground and 1.
    # 0907 1007 1107 1108: 1 + 1 = 2, all that MA 2 has.  0908 and 1009 lie over the upper Scarpe:
    # 3, which only the minimum move allows.  Nothing is left for a second step.
    session = position(
        "allied.movement", units={"uk-4rtr-a": "1008"}, set_={"interdiction": ["1108"]}
    )
    six = {"0907", "0908", "1007", "1009", "1107", "1108"}
    assert dict.fromkeys(sorted(six), 0) == reach(session, "move uk-4rtr-a")


def test_ARR_RS_09_eight_ways_out_of_duisans() -> None:
    # R1: of the six hexes around 0708 three are in the ZOC of 0707 or 0808 or hold them
    # (0608 0707 0808), 0809 is in the ZOC of 0808: 0609 and 0709 are left, to end in.
    # One hex on, at distance 2: from 0609 to 0508 0509 0610, from 0709 to 0610 0710 0810.
    units = {"de-k7": "0708", "uk-8dli": "0707", "uk-7rtr-d": "0707", "uk-7rtr-a": "0808"}
    session = position("allied.combat", turn=1, units=units, dice=[3])
    play(session, "attack 0708 from uk-8dli uk-7rtr-d uk-7rtr-a", "no")
    assert [
        "0609", "0609-0508", "0609-0509", "0609-0610",
        "0709", "0709-0610", "0709-0710", "0709-0810",
    ] == sorted(retreat_routes(session)["de-k7"])  # fmt: skip


def test_ARR_RS_05_thirty_ways_for_the_harsher_retreat() -> None:
    # R2 from 0410 past the ZOC of 0409: first 0310, 0411 or 0510.  Each has three hexes at
    # distance 2: 3 x 3 = 9 ways of two hexes.  Of the hexes at distance 2 the corners 0211 0412
    # 0611 lead to three at distance 3, the others (0210 0311 0511 0610) to two: 7 ways through
    # each first hex, 21 of three hexes.  9 + 21 = 30.
    units = {"fr-1cuir-1": "0409", "fr-1cuir-2": "0409", "de-sr7-1": "0410"}
    session = position("allied.combat", units=units, states={"de-sr7-1": ["disrupted"]}, dice=[5])
    play(session, "attack 0410 from fr-1cuir-1 fr-1cuir-2", "no")
    routes = retreat_routes(session)["de-sr7-1"]
    assert (9, 21) == (
        sum(len(r.split("-")) == 2 for r in routes),
        sum(len(r.split("-")) == 3 for r in routes),
    )


def test_ARR_CO_01_eight_attacks_at_agny() -> None:
    # Three sets of hexes (1112, 1312, both) by three sets of units (a, b, both) make nine.
    # Only "1312 by both" is refused: it would leave 1112 to nobody.  Nor may the phase end.
    units = {
        "uk-4rtr-a": "1212", "uk-4rtr-b": "1212", "de-sr6-1": "1112", "de-pj42-2": "1112",
        "de-sr6-2": "1312",
    }  # fmt: skip
    session = position("allied.combat", units=units, states={"de-sr6-2": ["disrupted"]})
    legal = [
        (hexes, who)
        for hexes, who in product(
            ("1112", "1312", "1112 1312"),
            ("uk-4rtr-a", "uk-4rtr-b", "uk-4rtr-a uk-4rtr-b"),
        )
        if is_legal(session, f"attack {hexes} from {who}")
    ]
    assert 8 == len(legal)
    assert ("1312", "uk-4rtr-a uk-4rtr-b") not in legal
    assert not is_legal(session, "done")


def test_ARR_MV_11_seventeen_movers_in_the_left_column() -> None:
    # The learning scenario: 11 units.  uk-tr-1 and uk-6dli share 1207, uk-tr-3 and uk-368fb 1107:
    # two pairs, each also to drop its passenger on the way (4).  Each transport may fetch the
    # other's passenger (2); the recon, the anti-tank battery and the tanks are not lifted.
    session = position("allied.movement", turn=1, clear=False, scenario=LEARNING)
    found = heads(session)
    assert (17, 4, 2) == (
        len(found),
        sum(" with " in head for head in found),
        sum(" lift " in head for head in found),
    )
