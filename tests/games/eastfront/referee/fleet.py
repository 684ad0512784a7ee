"""6.5  Naval groups: what is printed on them, and one on the map."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Printed:
    """6.5"""

    kind: str
    surface: int
    bombard: int
    transport: int
    steps: int
    ma: int
    sea: str
    who: str


def _fleet(who: str, text: str) -> dict[str, Printed]:
    found = {}
    for line in text.strip().splitlines():
        name, kind, *numbers, sea = line.split()
        surface, bombard, transport, steps, ma = (int(n) for n in numbers)
        found[name] = Printed(kind, surface, bombard, transport, steps, ma, sea, who)
    return found


FLEET = {
    **_fleet(
        "soviet",
        """
        N-BB capital 6 5 0 2 18 Baltic
        N-BL light 4 2 0 2 22 Baltic
        N-BT transport 1 0 4 2 16 Baltic
        N-BS submarine 2 0 0 2 20 Baltic
        N-LF flotilla 1 1 1 1 8 Ladoga
        N-XB capital 6 5 0 2 20 Black
        N-XC light 5 4 1 2 24 Black
        N-XT transport 1 0 5 2 16 Black
        N-XS submarine 2 0 0 2 20 Black
        N-AZ flotilla 1 1 1 1 10 Black
        N-DN flotilla 1 1 0 1 6 Black
        N-CF transport 1 1 3 1 16 Caspian
        N-WF transport 1 1 2 1 14 White
        N-XL transport 1 1 3 1 14 Black
        """,
    ),
    **_fleet(
        "axis",
        """
        N-GL light 4 1 0 2 22 Baltic
        N-GT transport 1 0 4 2 16 Baltic
        N-FI light 2 3 0 1 14 Baltic
        N-RO light 3 1 0 2 20 Black
        N-RT transport 1 0 2 1 14 Black
        N-SB submarine 3 0 0 1 18 Black
        N-MFP transport 1 1 3 1 12 Black
        N-EL flotilla 2 1 0 1 8 Ladoga
        N-GB capital 8 6 0 2 20 Baltic
        """,
    ),
}


@dataclass(frozen=True)
class Group:
    """A naval group on the map."""

    id: str
    hex: str
    steps: int
    spent: bool = False
    sailed: int = 0
    reacted: bool = False

    @property
    def printed(self) -> Printed:
        return FLEET[self.id]

    def worth(self, value: int) -> int:
        """EF-NV-10  Half, rounded up, with one step of two."""
        whole = self.printed.steps == 1 or self.steps > 1
        return value if whole else -(-value // 2)
