"""Bots reckon with what their own seat can tell, and never stop a game."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.game import Game
from ludwright.play.agents import Agents, seated
from tests.bots.watching import counted
from tests.bundled import bundled

FOUR = """
game "Four"
players 3 named Ann, Ben, Cid
cards card: each rank in 1..2, copies 2
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by others
setup: deal 1 from deck to hand
define clear(p, c): p knows c.rank
turn: guess
action guess(n in 1..2)
  if (top of my hand).rank is n: me wins
  else: me loses
track "mine": (top of Ann.hand).rank
track "seen": 10 * (top of Ben.hand).rank + (top of Cid.hand).rank
bot "asks"
  guess(2) when any c in Ben.hand with Ben knows c.rank
  guess(1)
bot "asks by a definition"
  guess(2) when any c in Ben.hand with clear(Ben, c)
  guess(1)
"""
"""Two ones and two twos; everybody sees the others' cards. Ben knows his own card if both that he sees are alike."""


def choice(game: Game, bot: str, number: int, match: ludwright.Match) -> str:
    """What a bot does, whatever it did before."""
    agents = Agents(game, 1, number, seated(game, bot))
    code = agents.pick(match.actor or 0, match.codes(), match.words)
    assert agents.fault is None
    return next(option.words for option in match.legal() if option.code == code)


@pytest.mark.parametrize("bot", ["asks", "asks by a definition"])
def test_what_another_knows_does_not_give_away_what_oneself_cannot_see(bot: str) -> None:
    """Whether Ben knows his card depends on Ann's: she must not find hers out by asking what he knows."""
    game = ludwright.load_text(FOUR)
    found: dict[float, set[tuple[float, str]]] = {}
    for number in range(60):
        match = game.start(1, number)
        tracked = match.tracked()
        found.setdefault(tracked["seen"][0], set()).add((tracked["mine"][0], choice(game, bot, number, match)))
    assert found[12] == {(1, "guess 1"), (2, "guess 1")}
    assert found[11] == {(2, "guess 1")}


@pytest.mark.parametrize(
    ("name", "bot", "every"),
    [
        ("fireworks", "careful", 2),
        pytest.param("fireworks", "conventions", 3, marks=pytest.mark.slow),
        pytest.param("hearts", "duck", 25, marks=pytest.mark.slow),
    ],
)
def test_a_bot_does_the_same_whatever_the_cards_it_does_not_see(name: str, bot: str, every: int) -> None:
    game = bundled(name)
    match, agents, looked = game.start(3), Agents(game, 3, 0, seated(game, bot)), 0
    while not match.over:
        if match.moves % every == 0 and len(match.codes()) > 1:
            looked += 1
            other = match.determinize(match.actor or 0, seed=looked)
            assert choice(game, bot, looked, match) == choice(game, bot, looked, other)
        match.apply(agents.pick(match.actor or 0, match.codes(), match.words))
    assert looked > 5


def test_the_pile_of_nothing_is_no_fault_in_a_bot() -> None:
    text = """
game "Piles"
players 1
enum colour: red, blue
cards chip: each colour, copies 3
zone bag of chip, holds all chips
zone pile[colour] of chip
turn: take
action take(n in 0..2)
  draw n from bag to pile[red]
end when pile[red].count > 3
score: pile[red].count
bot "it"
  let nobody = first k in colours with pile[k].count > 9
  take(n) when pile[nobody].count < 9 by n
"""
    assert set(counted(ludwright.load_text(text), "it", 3)) == {"take 2"}


def test_what_only_bots_ask_is_not_kept_in_games_without_them() -> None:
    keeps = FOUR.replace(
        "action guess(n in 1..2)\n", "action guess(n in 1..2)\n  when me knows (top of my hand).rank or n > 0\n"
    )
    assert not ludwright.load_text(FOUR).rules.asks_for_knowledge
    assert ludwright.load_text(keeps).rules.asks_for_knowledge
