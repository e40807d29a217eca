"""Reports take away what stands out, and name what is too strong."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.findings import judge, plays_of
from ludwright.findings.judging import Verdict
from ludwright.findings.options import RULES as OPTIONS
from ludwright.findings.play import Play, rank_by_strength
from ludwright.findings.powers import RULES
from ludwright.reports.interventions import intervene, suspects
from ludwright.reports.playing import Players, ReportOptions
from ludwright.reports.power_charts import without
from tests.powers.games import CLUBS, STALLS

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
    wish = ReportOptions(agents="mcts:20", games=300, players=(2,), threads=1)
    plays = rank_by_strength(list(Players(path, wish, None).plays()))
    intervene(plays, seconds=0, games=1200, threads=1)
    return plays, judge(plays, rules=RULES)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Play], Verdict]:
    return judged(tmp_path_factory.mktemp("planted"), gem=9, clover=3, thorn=1)


def test_the_thing_too_strong_is_named_by_observation_and_by_intervention(planted: tuple[list[Play], Verdict]) -> None:
    found = {(one.name, one.subject): one for one in planted[1].findings}
    gem = found["power of a thing", "gem"]
    assert "too strong for 2 players: beginners who do without it win" in gem.headline
    assert "In games nobody meddled with, whoever alone has it takes" in gem.headline
    assert gem.evidence.endswith("deals in every seat, with and without, 2 players, all `mcts:20`") and gem.witnesses


def test_what_is_rightly_preferred_is_named(planted: tuple[list[Play], Verdict]) -> None:
    found = [one for one in planted[1].findings if one.name == "one-sided choice"]
    assert [one.subject for one in found] == ["wear clover"]
    assert "is preferred to `wear thorn`" in found[0].headline


def test_suspects_are_compared_with_what_does_not_stand_out(planted: tuple[list[Play], Verdict]) -> None:
    play = planted[0][0]
    tried = {one.name: one.suspected for one in suspects(play, None) if one.kind == "cards"}
    assert tried["gem"] == "too strong" and "" in tried.values()
    section = without(play, [play])
    assert section is not None and "Without `" in section.sentence


@pytest.mark.slow
def test_where_all_are_alike_nothing_is_named(tmp_path: Path) -> None:
    _, verdict = judged(tmp_path, gem=2, clover=1, thorn=1)
    assert not [one for one in verdict.findings if one.name in ("power of a thing", "one-sided choice")]


PITFALL = """\
game "Pitfall"
players 2
each player
  points = 50 in 0..99
play: repeat 2 times: turns once
turn: pick
action pick(n in 1..20)
  my points += roll d6
  if n is 20: my points -= 9
score(p): p.points
winner: highest score
"""


def tried(text: str, folder: Path, games: int, agents: tuple[str, ...] = ("random", "mcts:50")) -> Verdict:
    path = folder / "tried.game"
    path.write_text(text, encoding="utf-8")
    runs = [ludwright.playtest(path, agent, 300, players=2, seed=1, threads=1) for agent in agents]
    plays = rank_by_strength([play for run in runs for play in plays_of(run, sample=300)])
    intervene(plays, seconds=0, games=games, threads=1)
    return judge(plays)


def test_a_rare_mistake_is_a_note_and_no_fault(tmp_path: Path) -> None:
    verdict = tried(PITFALL, tmp_path, 2000)
    assert not [one for one in verdict.findings if one.subject == "pick 20"]
    assert [(one.name, one.subject) for one in verdict.notes] == [("bad option", "pick 20")]


def test_what_only_those_profit_from_who_can_play_is_a_note(tmp_path: Path) -> None:
    verdict = tried(CLUBS, tmp_path, 1200, ("random", "mcts:200"))
    assert ("for experts", "strike") in [(one.name, one.subject) for one in verdict.notes]


def test_there_is_time_for_the_most_suspicious_only(tmp_path: Path) -> None:
    """A report that has hardly any time says what it had no time for, and that it can't tell yet."""
    path = tmp_path / "stalls.game"
    path.write_text(STALLS, encoding="utf-8")
    runs = [ludwright.playtest(path, agent, 100, players=2, seed=1, threads=1) for agent in ("random", "mcts:50")]
    plays = rank_by_strength([play for run in runs for play in plays_of(run, sample=100)])
    intervene(plays, seconds=0.001, threads=1)
    trials = plays[-1].trials
    assert (
        trials is not None and not trials.options and {one.name for one in trials.untried} >= {"buy", "build", "earn"}
    )
    verdict = judge(plays)
    states = {answer.look.subject: answer.state for answer in verdict.answers if answer.rule in OPTIONS}
    assert states["build"] == states["buy"] == "open"


def test_power_and_report_agree(tmp_path: Path) -> None:
    """One definition: what one calls overpowered, indispensable or never worth it, the other does."""
    verdict = tried(STALLS, tmp_path, 800)
    power = ludwright.power(ludwright.load_text(STALLS), "mcts:50", 200, what="actions", pairs=0, threads=1)
    named = {one.subject: one.name for one in (*verdict.findings, *verdict.notes) if one.rule in OPTIONS}
    assert named == {"build": "underpowered option"}
    assert {one.what: one.verdict for one in power.named} == {"build": "underpowered"}


def test_what_goes_by_another_name_in_every_position_is_no_suspect() -> None:
    from ludwright.powers.suspects import Suspect
    from ludwright.powers.things import ACTIONS, MOVES
    from ludwright.reports.interventions import _can_be_barred

    play = plays_of(ludwright.playtest("yacht", games=2, seed=1, players=2))[0]
    assert _can_be_barred(play, Suspect(ACTIONS, "reroll", 1.0))
    assert not _can_be_barred(play, Suspect(MOVES, "choose die 5 (0)", 1.0))
