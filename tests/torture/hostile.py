"""Files that mean harm: a save with bytes changed, or with values changed and its chain computed anew."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

from wargame.flow.record import Header, compact, link

BAD_VALUES: tuple[Any, ...] = (
    None, True, -1, -2, 0, 1, 7, 10**9, 2**63, -(2**63), 10**40, 1.5, "", "x", "\x1b]0;x\x07", "\u202e",
    "\x9b31m", "\n", "a" * 5000, [], {}, [[]], [1], ["x"], [["x", 1]], {"x": 1}, [None], [[[[[[1]]]]]],
)  # fmt: skip
"""Of every wrong type and range, and texts that a terminal would obey."""


def broken(raw: bytes, random: Random) -> bytes:
    """Bytes flipped, cut out, doubled, put in or moved about; no chain value is mended."""
    data = bytearray(raw)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        at = random.randrange(len(data) or 1)
        to = at + random.choice((1, 2, 20, 500))
        match random.randrange(7):
            case 0:
                data[at:to] = bytes(byte ^ random.randrange(1, 256) for byte in data[at:to])
            case 1:
                del data[at:to]
            case 2:
                data[at:at] = data[at:to]
            case 3:
                data[at:at] = random.randbytes(to - at)
            case 4:
                data[at:at] = random.choice((b"\0", b"\n", b"\r", b"\x1b[2J", b"\xff", b"[" * 500))
            case 5:
                del data[at:]
            case _:
                lines = bytes(data).split(b"\n")
                random.shuffle(lines)
                data = bytearray(b"\n".join(lines))
    return bytes(data)


def rechained(raw: bytes, random: Random) -> bytes:
    """Values of the header or of answers changed, every chain value right again."""
    records = [json.loads(line) for line in raw.splitlines()]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        _change(records[_pick(records, random)], random)
    if random.random() < 0.1:
        del records[random.randrange(1, len(records))]
    return chained(records)


def _pick(records: list[Any], random: Random) -> int:
    return 0 if random.random() < 0.3 else random.randrange(len(records))


def _change(record: Any, random: Random) -> None:
    """One value, somewhere in a record, becomes another one."""
    value: Any = record
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = random.choice(keys)
        under = value[key]
        if under and isinstance(under, (dict, list)) and random.random() < 0.93:
            value = under
            continue
        break
    match random.randrange(8):
        case 0 if isinstance(value, list):
            value.insert(key, _bad(random))
        case 0 | 1:
            del value[key]
        case 2 if isinstance(value, dict):
            value["\x1b[2J"] = value.pop(key)
        case 3 if type(under) is int:
            value[key] = under + random.choice((-1000, -2, -1, 1, 2, 1000))
        case 4 if isinstance(under, str):
            value[key] = under + random.choice(("x", "\x07", "\x9d0;x\x9c", "\u2066"))
        case _:
            value[key] = _bad(random)


def _bad(random: Random) -> Any:
    """One of the bad values, new: a later change may reach into it."""
    return deepcopy(random.choice(BAD_VALUES))


def chained(records: list[Any]) -> bytes:
    """The records as lines of a save whose chain values are right, where they can be."""
    out, chains = [], [_genesis(records[0])]
    for number, record in enumerate(records):
        if number == 0:
            out.append(compact({**record, "chain": chains[0]}))
        elif isinstance(record, dict) and "n" in record:
            record.pop("chain", None)
            body = compact(record)
            chains.append(link(chains[-1], body))
            out.append(f'{body[:-1]},"chain":"{chains[-1]}"}}')
        else:
            out.append(compact(record))
    return "".join(f"{line}\n" for line in out).encode()


def _genesis(record: dict[str, Any]) -> str:
    """The chain value of a header, whatever it says."""
    keys = ("game", "scenario", "ruleset", "digest", "seed", "state", "lab", "players")
    facts: list[Any] = [record.get(key) for key in keys]
    written = record.get("wargame")
    number = written if type(written) is int else 0
    facts += [number, record.get("options") or {}]
    return Header(*facts).genesis()
