"""What players set once: theme, glyphs, curtain, pauses.  Kept in the configuration folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from wargame.content.toml import read_text
from wargame.store.errors import SaveError
from wargame.store.home import config_folder
from wargame.store.whole import write_over

CHOICES: dict[str, tuple[tuple[str, str], ...]] = {
    "theme": (
        ("paper", "paper"),
        ("dark", "dark"),
        ("high-contrast", "high contrast"),
        ("mono", "black and white"),
    ),
    "glyphs": (("full", "lines and symbols"), ("ascii", "plain ASCII")),
    "curtain": (
        ("needed", "a blank screen where there are secrets, else a notice"),
        ("always", "a blank screen when the other side decides"),
        ("off", "nothing when the other side decides"),
    ),
    "dice": (("wait", "show each chart result until a key"), ("on", "go on at once")),
    "pace": (
        ("normal", "what is done by the rules plays step by step"),
        ("slow", "step by step, slowly"),
        ("fast", "step by step, fast"),
        ("off", "all of it at once"),
    ),
    "motion": (("on", "what was struck flashes"), ("off", "nothing flashes")),
    "mouse": (("on", "works on the table"), ("off", "is left to the terminal, to copy text")),
    "teach": (
        ("on", "explain learning scenarios as they go"),
        ("always", "explain campaigns too"),
        ("off", "no explanations"),
    ),
}
"""Every setting with its values, the default first."""

TITLES: dict[str, str] = {
    "theme": "Theme",
    "glyphs": "Glyphs",
    "curtain": "Handover",
    "dice": "Dice",
    "pace": "By rule",
    "motion": "Motion",
    "mouse": "Mouse",
    "teach": "Teaching",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """One player's settings."""

    theme: str = "paper"
    glyphs: str = "full"
    curtain: str = "needed"
    dice: str = "wait"
    pace: str = "normal"
    motion: str = "on"
    mouse: str = "on"
    teach: str = "on"

    @property
    def plain(self) -> bool:
        """Whether only ASCII may be drawn."""
        return self.glyphs == "ascii"

    def value(self, name: str) -> str:
        """The present value of a setting."""
        return str(getattr(self, name))

    def title(self, name: str) -> str:
        """The present value in words."""
        return dict(CHOICES[name])[self.value(name)]

    def turned(self, name: str, by: int = 1) -> Settings:
        """With the next value of a setting."""
        values = [value for value, _ in CHOICES[name]]
        value = values[(values.index(self.value(name)) + by) % len(values)]
        return with_value(self, name, value)


def with_value(settings: Settings, name: str, value: str) -> Settings:
    """The settings with one value changed."""
    changes: dict[str, Any] = {name: value}
    return replace(settings, **changes)


def settings_file() -> Path:
    """Where settings are kept."""
    return config_folder() / "settings.json"


def load_settings() -> Settings:
    """The settings on disk; what cannot be read or understood is left at its default."""
    try:
        found = json.loads(read_text(settings_file()))
    except (ValueError, RecursionError):
        return Settings()
    settings = Settings()
    for field in fields(Settings):
        value = found.get(field.name) if isinstance(found, dict) else None
        if value in [known for known, _ in CHOICES[field.name]]:
            settings = with_value(settings, field.name, str(value))
    return settings


def save_settings(settings: Settings) -> str:
    """Keep the settings; returns why that failed, or ""."""
    path = settings_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_over(path, json.dumps(asdict(settings), indent=1).encode())
    except (OSError, SaveError) as error:
        return f"The settings cannot be kept: {error}"
    return ""
