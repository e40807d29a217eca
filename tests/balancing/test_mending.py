"""From a finding to its fix: the command, the knobs it names, and what trying it puts into the report."""

from __future__ import annotations

from pathlib import Path

import ludwright
from ludwright.balancing.mending import mend_command, mend_target
from ludwright.balancing.targets import Strengths, read_targets
from ludwright.findings.catalogue import RULES
from ludwright.reports import report
from tests.balancing.games import race


def test_a_finding_offers_its_command_and_is_mended_in_the_page(tmp_path: Path) -> None:
    run = ludwright.playtest(race(tmp_path, gift=9), "rider", 300, players=2, threads=1)
    made = report(run)
    first = next(finding for finding in made.verdict.findings if finding.name == "seat advantage")
    command = mend_command(first)
    assert command.startswith("ludwright balance race.game --target 'with 2 players: no seat advantage' --knob ")
    assert (
        "--knob gift" in command and "--knob 'steps of seat 2'" in command and "--agents rider --players 2" in command
    )
    made.verdict.findings = [first]
    made.mend(games=20_000, threads=1)
    assert made.mends[0].found is not None and made.mend_of(first)
    page = made.html()
    assert made.mends[0].found.versions and "This mends it" in page and "Look for a fix" in page
    assert made.as_json()["mends"][0]["balance"]["versions"]
    assert "This mends it" in made.markdown()


def test_every_fault_that_can_be_searched_for_is_a_target(tmp_path: Path) -> None:
    strengths = Strengths(("random",), (2,))
    for rule in RULES:
        if rule.fault:
            assert read_targets([f"with 2 players: no {rule.name}"], strengths)[0].rules == (rule,)


def test_where_there_is_no_number_to_change_no_command_is_offered() -> None:
    made = report(ludwright.playtest("tic_tac_toe", games=200, threads=1))
    first = next(finding for finding in made.verdict.findings if finding.name == "seat advantage")
    assert mend_target(first) == "with 2 players: no seat advantage" and not mend_command(first)
