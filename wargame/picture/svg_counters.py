"""Counters as SVG: NATO-like symbols, factors, state letters; sides differ in shape and shade.

Side 0 is printed white on a dark square card, side 1 dark on a light card with cut corners: in
grey, or to a colour-blind eye, they differ as much.
"""

from __future__ import annotations

from html import escape

from wargame.flow.face import Counter

WIDTH, HEIGHT = 30.0, 28.0
"""Of a card; its middle lies at 0, 0."""
STEP = 1.8
"""How far each card of a stack peeps out above the next."""
DEEPEST = 3
"""So many cards show under the top one."""

_W, _H = WIDTH / 2, HEIGHT / 2
_SQUARE = f"M{-_W:g} {-_H:g}h{WIDTH:g}v{HEIGHT:g}h{-WIDTH:g}z"
_CUT = (
    f"M{-_W + 5:g} {-_H:g}h{WIDTH - 10:g}l5 5v{HEIGHT - 10:g}l-5 5h{10 - WIDTH:g}l-5 -5"
    f"v{10 - HEIGHT:g}z"
)
_CARDS = (
    ("c0", _SQUARE, "#16305a", "#060f20"),
    ("c0s", _SQUARE, "#5d7291", "#22344f"),
    ("c1", _CUT, "#f3c39b", "#8a2f12"),
    ("c1s", _CUT, "#ecdcc9", "#a8836d"),
)
_INKS = {"c0": "#ffffff", "c0s": "#eef2f8", "c1": "#4a1605", "c1s": "#6b4a3c"}
_NOBODY = ("cn", "#fdf9e6", "#1d1a12")

_CROSS = '<path d="M-8-5L8 5M-8 5L8-5"/>'
_TRACK = '<rect x="-5.4" y="-2.9" width="10.8" height="5.8" rx="2.9"/>'
_SLASH = '<path d="M-8 5L8-5"/>'
_TENT = '<path d="M-8 5L0-5L8 5"/>'
_DOME = '<path d="M-7 5A7 6.4 0 0 1 7 5"/>'
_BALL = '<circle r="2.2" fill="currentColor"/>'
_WHEELS = '<circle cx="-5" cy="6.1" r="1.1"/><circle cx="5" cy="6.1" r="1.1"/>'
_PARTS = {
    "cross": _CROSS,
    "track": _TRACK,
    "slash": _SLASH,
    "tent": _TENT,
    "dome": _DOME,
    "ball": _BALL,
    "wheels": _WHEELS,
    "light": '<rect x="-3.6" y="-2" width="7.2" height="4" rx="2"/>',
    "heavy": f'{_TRACK}<rect x="-3.6" y="-1.1" width="7.2" height="2.2" fill="currentColor"/>',
    "gun": '<path d="M0-2.9V2.9"/>',
    "bridge": '<path d="M-4.5 2.6V-1.6H4.5V2.6M0-1.6V2.6"/>',
    "wheel": '<circle r="3.2"/><path d="M-3.2 0H3.2M0-3.2V3.2"/>',
    "star": (
        '<path d="M0-4.3L1.2-1.4L4.3-1.2L1.9.8L2.7 3.9L0 2.2L-2.7 3.9L-1.9.8L-4.3-1.2L-1.2-1.4Z" '
        'fill="currentColor"/>'
    ),
    "wings": '<path d="M-5.5-2.4L5.5 2.4V-2.4L-5.5 2.4Z" fill="currentColor"/>',
    "flag": '<path d="M-8-5V8.4M-8-1.6H8"/>',
}
_SYMBOLS = {
    "INF": ("cross",),
    "MOT": ("cross", "wheels"),
    "MECH": ("cross", "track"),
    "ARM": ("track",),
    "TNK": ("track",),
    "HVY": ("heavy",),
    "LTK": ("light",),
    "STG": ("track", "gun"),
    "REC": ("slash",),
    "CAV": ("slash",),
    "ARC": ("slash", "light", "wheels"),
    "ART": ("ball",),
    "AT": ("tent",),
    "ATG": ("tent",),
    "88": ("tent", "ball"),
    "FLK": ("dome",),
    "AA": ("dome",),
    "ENG": ("bridge",),
    "PIO": ("bridge",),
    "TRN": ("wheel",),
    "HQ": ("flag",),
    "LDR": ("star",),
    "AIR": ("wings",),
}
"""Parts of the symbol by a counter's code; a code not listed stands in the box as it is."""


def defs() -> str:
    """Cards and symbols, drawn once, and the inks of the sides."""
    cards = [
        f'<path id="{name}" d="{path}" fill="{fill}" stroke="{edge}" stroke-width="1"/>'
        for name, path, fill, edge in _CARDS
    ]
    parts = [
        f'<g id="n-{name}" fill="none" stroke="currentColor" stroke-width="1.1">{body}</g>'
        for name, body in _PARTS.items()
    ]
    shadow = "".join(
        f'<path id="shade{n}" d="{path}" transform="translate(.9,1.3)" opacity=".28"/>'
        for n, path in enumerate((_SQUARE, _CUT))
    )
    inks = "".join(f".{name}{{color:{ink}}}" for name, ink in (*_INKS.items(), ("cn", _NOBODY[2])))
    more = (
        ".nm{font-size:4.4px}.st{font-weight:bold}.lt{font-size:5px;font-weight:bold}"
        ".mk{font-size:6.6px;font-weight:bold}.on text{fill:currentColor;text-anchor:middle}"
    )
    box = '<rect id="box" x="-8" y="-5" width="16" height="10" fill="none" stroke="currentColor"/>'
    return f"<style>{inks}{more}</style><defs>{''.join((*cards, *parts, box))}{shadow}</defs>"


def counter_svg(counter: Counter, colour: int) -> str:
    """A counter around 0, 0."""
    kind = _kind(colour, counter.spent)
    name, factors, code = escape(counter.name), escape(counter.strength), counter.code
    middle = "".join(f'<use href="#n-{part}" y="-1.6"/>' for part in _SYMBOLS.get(code, ()))
    if not middle:
        middle = f'<text class="lt" y=".4">{escape(code)}</text>'
    box = "" if code in {"LDR", "AIR"} else '<use href="#box" y="-1.6"/>'
    return (
        f'<g class="{kind} on"><use href="#{kind}"/>{box}{middle}'
        f'<text class="nm" y="-8.6">{name}</text>'
        f'<text class="st" y="11.6" font-size="{_fitting(counter.strength)}">{factors}</text>'
        f"{_letters(counter.letters, colour)}</g>"
    )


def shade_svg(colour: int) -> str:
    """The shadow of a card."""
    return f'<use href="#shade{max(colour, 0) % 2}"/>'


def card_svg(colour: int, *, spent: bool = False) -> str:
    """An empty card, for the lower counters of a stack."""
    return f'<use href="#{_kind(colour, spent)}"/>'


def badge_svg(mark: str, holder: int) -> str:
    """A mark of a hex around 0, 0, in the manner of the side that holds it; a flag without one."""
    if not mark:
        return _flag(holder) if holder >= 0 else ""
    kind = _kind(holder, spent=False) if holder >= 0 else "cn"
    fill, edge = next(((f, e) for name, _, f, e in _CARDS if name == kind), _NOBODY[1:])
    w = max(5.2, 2.4 * len(mark) + 2.6)
    shape = (
        f'<rect x="{-w:g}" y="-4.6" width="{2 * w:g}" height="9.2" '
        f'rx="{(0, 3, 4.6)[holder % 3]:g}" fill="{fill}" stroke="{edge}"/>'
    )
    return f'<g class="{kind} on">{shape}<text class="mk" y="2.4">{escape(mark)}</text></g>'


def depth_svg(depth: int | str) -> str:
    """How many counters a stack has, on the corner of the counter around 0, 0."""
    return (
        f'<g class="cn on" transform="translate(15.5,-13.5)"><circle r="4.2" fill="{_NOBODY[1]}" stroke="{_NOBODY[2]}" '
        f'stroke-width=".8"/><text class="lt" y="1.8">{depth}</text></g>'
    )


def _flag(holder: int) -> str:
    """Square for side 0, a pennant for side 1."""
    _, _, fill, edge = _CARDS[2 * (holder % 2)]
    cloth = "M-2-4h7v5h-7z" if holder == 0 else "M-2-4l7 2.5l-7 2.5z"
    return (
        f'<path d="M-2 5V-4" stroke="#1d1a12" stroke-width="1" fill="none"/>'
        f'<path d="{cloth}" fill="{fill}" stroke="{edge}" stroke-width=".7"/>'
    )


def _kind(colour: int, spent: bool) -> str:
    return f"c{max(colour, 0) % 2}{'s' if spent else ''}"


def _fitting(factors: str) -> float:
    """The largest type in which the factors fit on the card."""
    return min(8.6, round(39.0 / max(len(factors), 1), 1))


def _letters(letters: str, colour: int) -> str:
    """A chip for each state, right of the symbol and then left of it."""
    chips = []
    paper, ink = ("#ffffff", "#16305a") if colour == 0 else ("#4a1605", "#ffffff")
    for n, letter in enumerate(letters[:6]):
        x, y = (11.6 if n < 3 else -11.6), -5.6 + 5.6 * (n % 3)
        chips.append(
            f'<rect x="{x - 2.4:g}" y="{y - 2.6:g}" width="4.8" height="5.2" rx="1" '
            f'fill="{paper}"/><text class="lt" x="{x:g}" y="{y + 1.8:g}" '
            f'style="fill:{ink}">{escape(letter)}</text>'
        )
    return "".join(chips)
