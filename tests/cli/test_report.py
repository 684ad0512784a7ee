"""One file to send: what it holds, what it must not, and that its save opens."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run
from wargame.exports.fault_report import write_fault
from wargame.store.campaign import Campaign
from wargame.store.folder import existing
from wargame.store.pin import set_pin


def played(wg: Run) -> str:
    """A save in which two people with names played, and one wrote down a secret."""
    assert wg("new toy/crossroads --seed 7 --out smith-jones --name red=Smith").code == 0
    assert wg('answer smith-jones "move r1 0102-0203"').code == 0
    with Campaign.open(existing("smith-jones")) as campaign:
        campaign.remark("note", "ask aunt Jones")
        set_pin(campaign, "red", "4711")
    return "smith-jones"


def test_a_report_holds_all_but_names(wg: Run, saves: Path, tmp_path: Path) -> None:
    result = wg(f'report {played(wg)} --about "the map is blue"')
    assert result.code == 0
    assert "keeps secret" in result.out
    text = (saves / "smith-jones-report.txt").read_text()
    for word in ("the map is blue", "textual:", "python:", "proof: it holds", "chain: ", "move r1"):
        assert word in text, word
    for word in ("Smith", "Jones", "smith-jones", "aunt", '"pin"', str(Path.home())):
        assert word not in text, word
    save = tmp_path / "sent.wg"
    save.write_text(text[text.index('{"wargame":') :])
    assert wg(f"verify {save}").code == 0
    assert wg(f"ask {save}").out == wg("ask smith-jones").out


def test_a_report_of_a_save_that_cannot_be_opened_says_why(wg: Run, saves: Path) -> None:
    saves.mkdir()
    (saves / "odd.wg").write_text("{}\n")
    result = wg("report odd")
    assert result.code == 0
    text = (saves / "odd-report.txt").read_text()
    assert "The save cannot be opened" in text
    assert "versions:" in text


def test_a_report_of_a_damaged_save_says_so(wg: Run, saves: Path) -> None:
    name = played(wg)
    path = saves / f"{name}.wg"
    path.write_bytes(path.read_bytes().replace(b'"move r1', b'"mave r1'))
    assert wg(f"report {name}").code == 3
    text = (saves / f"{name}-report.txt").read_text()
    assert "notice: " in text
    assert name not in text


def test_reports_of_one_moment_lie_beside_each_other(save: str) -> None:
    with Campaign.open(existing(save)) as campaign:
        first, second = (write_fault(ValueError(word), campaign) for word in ("one", "two"))
    assert first
    assert second
    assert first != second
    assert "ValueError: two" in second.read_text()
