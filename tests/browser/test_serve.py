"""A learning turn in a headless browser, by keys and by mouse; screenshots stay in `tests/browser/artefacts`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wargame.store.glance import glance
from wargame.store.load import load

ARTEFACTS = Path(__file__).parent / "artefacts"
ROOT = Path(__file__).parents[2]
_CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Of a server that was started with the learning scenario of Arras."""
    environment = {**os.environ, "WARGAME_SAVES": str(tmp_path / "saves")}
    environment |= {"XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-u", "-m", "wargame", "serve", "arras/learning", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        yield server.stdout.readline().decode().split()[-1]
        server.send_signal(signal.SIGINT)


@pytest.mark.browser
def test_a_learning_turn_in_a_browser(address: str, tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    ARTEFACTS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        page.wait_for_selector("body.-first-byte", timeout=60_000)
        save = _appeared(page, tmp_path / "saves" / "arras-learning.wg")

        _look(page, "opening")
        _press(page, "Tab", "Enter", "ArrowDown", "Enter")  # a unit by keys
        by_keys = _wait(page, save, 1)
        assert by_keys.startswith("move ")
        _look(page, "moved by keys")

        page.mouse.click(380, 325)  # 1008, where armour stands, and a hex next to it
        page.wait_for_timeout(700)
        page.mouse.dblclick(310, 375)
        _wait(page, save, 2)
        _look(page, "moved by mouse")

        for _ in range(400):  # a key pressed before its question is on the screen is dropped
            if _turn(save) > 1:
                break
            _press(page, "p", "Enter")
        assert _turn(save) == 2
        _look(page, "the second turn")

        other = browser.new_page(viewport={"width": 1280, "height": 800})
        refused = other.goto(address.partition("?")[0])
        assert refused is not None
        assert refused.status == 403
        browser.close()
    verified = [sys.executable, "-m", "wargame", "verify", str(save), "--json"]
    told = subprocess.run(verified, cwd=ROOT, capture_output=True, check=True).stdout
    assert json.loads(told)["ok"]
    assert {path.name for path in ARTEFACTS.glob("*.png")} >= {"opening.png", "the second turn.png"}


def _press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(250)


def _look(page: Any, name: str) -> None:
    page.wait_for_timeout(500)
    page.screenshot(path=str(ARTEFACTS / f"{name}.png"))


def _appeared(page: Any, path: Path) -> Path:
    for _ in range(100):
        if path.exists() and load(path).entries:
            page.wait_for_timeout(2000)
            return path
        page.wait_for_timeout(200)
    raise AssertionError(f"{path} was never written")


def _wait(page: Any, save: Path, n: int) -> str:
    """The answer *n*, once it is on the disk."""
    for _ in range(50):
        entries = load(save).entries
        if len(entries) > n:
            return entries[n].answer
        page.wait_for_timeout(200)
    raise AssertionError(f"answer {n} never came")


def _turn(save: Path) -> int:
    return glance(save).turn
