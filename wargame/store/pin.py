"""PINs of the curtain: salted and hashed in the save's remarks; manners, not a strongbox."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.remark import Remark

_ROUNDS = 100_000


def has_pin(campaign: Campaign, side: Side) -> bool:
    """Whether a side has a PIN now."""
    return bool(_hash(_latest(campaign, side)))


def pin_fits(campaign: Campaign, side: Side, typed: str) -> bool:
    """Whether this is the side's PIN; any text is where it has none."""
    remark = _latest(campaign, side)
    kept = _hash(remark)
    if remark is None or not kept:
        return True
    return hmac.compare_digest(kept, _hashed(typed, str(remark.data.get("salt", ""))))


def set_pin(campaign: Campaign, side: Side, pin: str) -> None:
    """Give a side a PIN, or take it away with ""; raises SaveError."""
    salt = secrets.token_hex(8) if pin else ""
    kept = _hashed(pin, salt) if pin else ""
    campaign.remark("pin", "", side=side, salt=salt, hash=kept)


def forget_pin(campaign: Campaign, side: Side, title: str) -> None:
    """Go on without the PIN; the save keeps a note of it.  Raises SaveError."""
    campaign.remark("note", f"The PIN of the {title} player was forgotten and taken away.")
    set_pin(campaign, side, "")


def _latest(campaign: Campaign, side: Side) -> Remark | None:
    pins = [r for r in campaign.remarks if r.kind == "pin" and r.data.get("side") == side]
    return pins[-1] if pins else None


def _hash(remark: Remark | None) -> str:
    return str(remark.data.get("hash", "")) if remark else ""


def _hashed(pin: str, salt: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", pin.encode(), salt.encode(), _ROUNDS).hex()
