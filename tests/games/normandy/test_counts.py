"""How many legal moves fixed positions have, counted by hand on the map."""

from __future__ import annotations

from itertools import product

from tests.games.normandy.falling_back import ways
from tests.games.normandy.table import asked, is_legal, position
from wargame.flow.ask import PathAsk
from wargame.flow.session import Session

GR, FAR = "ge.709.gr729", {"us.1.16th": "2513"}
"""Static infantry at Torigni's crossroads, 2221: foot, MA 4, strategic 8; nobody near."""
ROADS = {"2121": 1, "2220": 1, "2222": 1, "2321": 1, "2022": 2, "2119": 2, "2322": 2, "2422": 2}
"""MP from 2221 by road: four neighbours, and the one behind each of them."""


def reached(session: Session, budget: int) -> dict[str, int]:
    """MP spent to every hex where the regiment may end."""
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    return {
        session.game.grid.name(h): budget - left // 2 for h, left in ask.reach(f"move {GR}").items()
    }


def test_ten_destinations_of_a_disorganized_regiment() -> None:
    """NOR-MV-03, NOR-MV-04, NOR-MV-08  MA 4 halved is 2: eight by road, and the two bocage hexes beside."""
    session = position(
        "german.tactical", {**FAR, GR: "2221"}, states={GR: ["disorganized"]}, weather="clear"
    )
    assert reached(session, 2) == {**ROADS, "2120": 2, "2320": 2}


def test_eight_destinations_of_a_march_under_the_worst_interdiction() -> None:
    """NOR-SM-03, NOR-IT-04  Strategic 8 is 2 at Level 3: by road alone."""
    session = position("german.strategic", {**FAR, GR: "2221"}, weather="clear", level=3)
    assert reached(session, 2) == ROADS


def test_five_attacks_of_two_brigades_on_two_hexes() -> None:
    """NOR-CO-07, NOR-CO-09, NOR-CO-24  Each hex by either brigade, and both hexes by both.

    Both at one hex would leave the other to nobody; both hexes by one would leave a bound one out.
    """
    units = {
        "cw.3c.8th": "3415", "cw.3c.9th": "3415", "ge.12ss.ss-pzgr25": "3416",
        "ge.21.pzgr192": "3515", **FAR, "ge.331.gr559": "5130",
    }  # fmt: skip
    session = position("allied.combat", units, weather="overcast", sea="rough")
    pairs = product(
        ("3416", "3515", "3416 3515"), ("cw.3c.8th", "cw.3c.9th", "cw.3c.8th cw.3c.9th")
    )
    legal = [f"{h} from {who}" for h, who in pairs if is_legal(session, f"attack {h} from {who}")]
    assert legal == [
        "3416 from cw.3c.8th",
        "3416 from cw.3c.9th",
        "3515 from cw.3c.8th",
        "3515 from cw.3c.9th",
        "3416 3515 from cw.3c.8th cw.3c.9th",
    ]
    assert not is_legal(session, "done")


def test_one_way_back_or_four() -> None:
    """NOR-RT-02  EX-12: the one hex free of EZOC; with none free, four at a step each."""
    back = (["ge.275.gr983"], 1, ["1918"])
    held = {"us.1.16th": "1817", "us.30.117th": "1918", "ge.275.gr983": "1818"}
    assert ways(held, *back) == {"1718"}
    assert ways({**held, "us.2.9th": "1719"}, *back) == {"1717", "1718", "1819", "1917"}
