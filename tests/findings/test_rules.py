"""Rules that no planted flaw calls: each speaks of a small game made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.findings import RULES, Finding, Verdict, judge, plays_of, thresholds
from tests.findings.market import FLAWS
from tests.findings.test_effects import COIN

DRAWN = """game "Drawn"
players 2
var steps = 0 in 0..6
turn: step
action step(n in 1..2)
  steps += 1
end when steps is 6: draw
"""
DECIDED = """game "Decided"
players 2
each player
  points = 0 in 0..99
play
  turns once: start
  repeat 9 times: turns once
turn: idle
action start(n in 1..2)
  my points = roll d20
action idle(n in 1..2)
  my points += 0
score(p): p.points
winner: highest score
lead(p): p.points / 20
"""
EASY = """game "Easy"
players 2, cooperative
var steps = 0 in 0..6
turn: step
action step(n in 1..2)
  steps += 1
end when steps is 6: everyone wins
"""
LEAVING = """game "Leaving"
players 3
each player
  gone = no
  points = 0 in 0..99
play: repeat 20 times: turns once when not my gone
turn: act
action act(n in 1..8)
  my points += 1
  if n is 1: my gone = yes
score(p): p.points
winner: highest score
"""
WIDE = """game "Wide"
players 2
each player
  points = 0 in 0..999
play: repeat 5 times: turns once
turn: pick
action pick(n in 1..500)
  my points = n
score(p): p.points
winner: highest score
"""
HARD = """game "Hard"
players 2, cooperative
var steps = 0 in 0..6
turn: step
action step(n in 1..2)
  steps += 1
end when steps is 6: everyone loses
bot "careful"
  step(1)
"""
SOON = """game "Soon"
players 2
turn: flip
action flip(n in 1..2)
  let side = roll d2
  if side is 1: me wins
"""
GUILDS = """game "Guilds"
players 2
enum guild: masons, bakers
each player
  guild: guild or none
  points = 0 in 0..99
setup
  for p in players: p.guild = random k in guilds with no q in players with q.guild is k
play: repeat 4 times: turns once
turn: work
action work(n in 1..2)
  my points += roll d6
  if my guild is masons: my points += 2
score(p): p.points
winner: highest score
"""

TRACKS = """game "Tracks"
players 2
var won[1..6]: player or none
turn: run
action run(n in 1..6)
  when n is not 5
  won[n] = me
end when turn.number is 8
score(p): 0
winner: highest score
"""


def spoken(verdict: Verdict) -> set[str]:
    """The names of all rules that spoke, also of what follows from others."""
    names: set[str] = set()

    def note(finding: Finding) -> None:
        names.add(finding.name)
        for one in (*finding.follows, *finding.more):
            note(one)

    for finding in (*verdict.findings, *verdict.notes):
        note(finding)
    return names


CASES: dict[str, tuple[str, tuple[tuple[str, int], ...], tuple[str, ...], set[str]]] = {
    "drawn": (DRAWN, (("random", 200),), (), {"draws"}),
    "decided": (DECIDED, (("random", 400),), ("little drama=50%",), {"runaway leader", "no comebacks", "little drama", "drag"}),
    "alike": (
        "", (("random", 300),), (), {"all games end alike", "hopeless seat", "seat advantage"},
    ),
    "easy": (EASY, (("random", 200),), (), {"too easy"}),
    "hard": (HARD, (("careful", 200),), (), {"too hard"}),
    "soon": (SOON, (("random", 300),), (), {"over too soon"}),
    "short": (SOON, (("random", 300),), (), {"too short"}),
    "guilds": (GUILDS, (("random", 300),), (), {"unequal start"}),
    "tracks": (TRACKS, (("random", 300),), (), {"uneven use"}),
    "wide": (WIDE, (("random", 40),), (), {"too many options"}),
    "leaving": (LEAVING, (("random", 300),), (), {"elimination"}),
    "long": (DECIDED, (("random", 100),), ("too long=0.5",), {"too long"}),
    "greedy": (COIN, (("random", 50), ("mcts:50,greedy", 900)), (), {"greedy is best"}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_a_rule_speaks_of_a_game_made_for_it(name: str, tmp_path: Path) -> None:
    text, plays, limits, expected = CASES[name]
    path = tmp_path / "made.game"
    path.write_text(text or FLAWS["a seat that can't win"].text)
    own = [
        play
        for agents, games in plays
        for play in plays_of(ludwright.playtest(path, agents, games, seed=1, players=3 if name == "leaving" else 2))
    ]
    verdict = judge(own, thresholds(texts=limits))
    assert expected <= spoken(verdict)
    assert all(finding.witnesses for finding in (*verdict.findings, *verdict.notes))


def test_every_rule_is_called_by_a_test() -> None:
    called = {flaw.named for flaw in FLAWS.values()} | {rule for *_, rules in CASES.values() for rule in rules}
    elsewhere = {
        "nothing to decide",
        "players' habit",
        "power of a thing",
        "one-sided choice",
        "bad option",
        "for experts",
        "starting place",
    }  # tests/reports, tests/powers, test_symmetry.py
    assert {rule.name for rule in RULES} == called | elsewhere
