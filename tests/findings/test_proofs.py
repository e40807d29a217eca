"""What is proven of small games, and which findings say no more than that."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.findings import Proof, Verdict, judge, plays_of, proofs


def judged(game: str, *plays: tuple[str, int]) -> Verdict:
    own = [play for agents, games in plays for play in plays_of(ludwright.playtest(game, agents, games, seed=1))]
    return judge(own, solved=proofs(own))


def test_what_best_play_leads_to_is_told_as_proven_and_not_as_a_fault() -> None:
    verdict = judged("nim", ("random", 200), ("solver", 40))
    (proof,) = verdict.proofs
    assert "seat 1, who moves first, wins with best play" in proof.sentence
    assert {one.name for one in proof.shown} >= {"seat advantage"} and "solver" in proof.sentence
    assert not [finding for finding in verdict.findings if finding.play.level > 1 and finding.name == "seat advantage"]


@pytest.mark.slow
def test_what_random_players_show_is_a_finding_all_the_same() -> None:
    verdict = judged("tic_tac_toe", ("random", 300))
    assert [finding.name for finding in verdict.findings] == ["seat advantage"]
    assert "is a draw with best play" in verdict.proofs[0].sentence and not verdict.proofs[0].shown


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect_four", "leduc_poker"])
def test_large_games_and_games_with_secrets_are_not_proven(game: str) -> None:
    assert proofs(plays_of(ludwright.playtest(game, games=2))) == []


def test_for_three_each_for_himself_nothing_is_proven() -> None:
    found: list[Proof] = proofs(plays_of(ludwright.playtest("colors", games=2, players=3)))
    assert found == []
