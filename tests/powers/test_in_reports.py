"""Reports take away what stands out, and name what is too strong."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.findings import judge
from ludwright.findings.judging import Verdict
from ludwright.findings.play import Play, rank_by_strength
from ludwright.findings.powers import RULES
from ludwright.reports.interventions import intervene, suspects
from ludwright.reports.playing import Players, Wish
from ludwright.reports.power_charts import without

STALL = """\
game "Stall"
players 2
cards stone
  | name | worth |
  | gem  |  {gem}  |
  | jade |   2   |
  | coal |   2   |
  | sand |   2   |
  | flint |  2   |
zone bag of stone, face down, holds all stones, shuffled
zone stall of stone
cards charm
  | name   | luck |
  | clover |  {clover}  |
  | thorn  |  {thorn}  |
zone shelf of charm, holds all charms
each player
  zone mine of stone
  zone charms of charm
end when stall is empty
setup
  draw 4 from bag to stall
turn
  take
  me may do wear
action take(c in stall)
  move c to my mine
action wear(c in shelf)
  when my charms is empty
  move c to my charms
score(p): sum(c.worth for c in p.mine) + sum(c.luck for c in p.charms)
winner: highest score
"""


def judged(folder: Path, **numbers: int) -> tuple[list[Play], Verdict]:
    path = folder / "stall.game"
    path.write_text(STALL.format(**numbers), encoding="utf-8")
    wish = Wish(agents="mcts:20", games=300, players=(2,), threads=1)
    plays = rank_by_strength(list(Players(path, wish, None).plays()))
    intervene(plays, wish, None)
    return plays, judge(plays, rules=RULES)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Play], Verdict]:
    return judged(tmp_path_factory.mktemp("planted"), gem=9, clover=3, thorn=1)


def test_the_thing_too_strong_is_named_by_observation_and_by_intervention(planted: tuple[list[Play], Verdict]) -> None:
    found = {(one.name, one.subject): one for one in planted[1].findings}
    gem = found["power of a thing", "gem"]
    assert "too strong for 2 players: who has to do without it wins" in gem.headline
    assert "As observed, whoever alone has it takes" in gem.headline
    assert gem.evidence.startswith("66 deals in every seat") and gem.witnesses


def test_what_is_rightly_preferred_is_named(planted: tuple[list[Play], Verdict]) -> None:
    found = [one for one in planted[1].findings if one.name == "one-sided choice"]
    assert [one.subject for one in found] == ["wear clover"]
    assert "is preferred to `wear thorn`" in found[0].headline


def test_suspects_are_compared_with_what_does_not_stand_out(planted: tuple[list[Play], Verdict]) -> None:
    play = planted[0][0]
    tried = suspects(play)
    assert tried["gem"] is True and None in tried.values()
    section = without(play, [play])
    assert section is not None and "without `gem`" in section.sentence


@pytest.mark.slow
def test_where_all_are_alike_nothing_is_named(tmp_path: Path) -> None:
    _, verdict = judged(tmp_path, gem=2, clover=1, thorn=1)
    assert not [one for one in verdict.findings if one.name in ("power of a thing", "one-sided choice")]
