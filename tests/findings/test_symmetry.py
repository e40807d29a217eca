"""Where all move at once and random play is even, a seat that wins more owes it to the players, not to the rules."""

from __future__ import annotations

from pathlib import Path

import ludwright
from ludwright.findings import Verdict, judge, plays_of
from ludwright.powers.at_once import everybody_at_once

AUCTION = """game "Auction"
players 2 named Left, Right
each player
  lots = 0 in 0..10
play: repeat sale until sale.number is 5
stage sale
  at once, each p in players
    p chooses bid from 0..3
  then
    {extra}
    let high = max(bid[p] for p in players)
    if count(p in players with bid[p] is high) is 1
      for p in players with bid[p] is high: p.lots += 1
score(p): p.lots
winner: highest score
bot "proud left"
  sale.bid(b) when me is Left by b
  sale.bid(b) by 0 - b
"""


def verdict(tmp_path: Path, extra: str, *agents: str) -> Verdict:
    path = tmp_path / "auction.game"
    path.write_text(AUCTION.replace("{extra}", extra))
    plays = [play for agent in agents for play in plays_of(ludwright.playtest(path, agent, 1500, seed=1))]
    return judge(plays)


def test_a_game_without_turns_moves_at_once() -> None:
    assert everybody_at_once(ludwright.load("six_takes"))
    assert not everybody_at_once(ludwright.load("tic_tac_toe"))


def test_the_players_are_blamed_where_the_rules_are_even(tmp_path: Path) -> None:
    found = verdict(tmp_path, "", "random", "proud left")
    assert not [one for one in found.findings if one.rule.topic == "seats"]
    assert [one.name for one in found.notes if one.play.level] == ["players' habit"]


def test_the_rules_are_blamed_where_random_players_feel_them_too(tmp_path: Path) -> None:
    unfair = "if bid[Left] is max(bid[p] for p in players): Left.lots += 1"
    found = verdict(tmp_path, unfair, "random", "proud left")
    assert "seat advantage" in {one.name for one in found.findings}
