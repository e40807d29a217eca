"""Trees of made-up games, beside playing them through one by one."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright.equilibria import TooLargeError, Tree, goal_of, grow, judge
from ludwright.equilibria.piles import PileTreatment
from ludwright.equilibria.tree import CHANCE, END
from tests.equilibria.brute_force import PlayedThrough

HEAD = 'game "Made up"\nplayers 2 named Ann, Ben\n'
GAMES = {
    "draw or stay": """
cards card: each rank in 1..4
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by owner
setup: deal 1 from deck to hand
play: turns once: one of stay, swap
action stay
  nothing
action swap
  when me is Ann
  move top of my hand to bottom of deck
  draw 1 from deck to my hand
define product: (top of Ann.hand).rank * (top of Ben.hand).rank
score(p): product if p is Ann else -product
winner: highest score
""",
    "equal cards": """
cards card: each rank in 1..2, copies 2
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by owner
setup: deal 1 from deck to hand
play: turns once: one of stay, more
action stay
  nothing
action more
  when me is Ann
  draw 1 from deck to my hand
define sum_of(p): sum(c.rank for c in p.hand)
score(p): sum_of(p) mod 3 - sum_of(opponent of p) mod 3
winner: highest score
""",
    "shuffled again": """
cards card: each rank in 1..3
zone deck of card, face down, holds all cards, shuffled
zone seen_by_all of card
var gain = 0 in -20..20
play: turns once: one of keep, again
action keep
  gain += (top of deck).rank
action again
  move top of deck to seen_by_all
  move seen_by_all to deck
  shuffle deck
  gain -= 2 * (top of deck).rank
score(p): gain if p is Ann else -gain
winner: highest score
""",
    "dice and a secret": """
each player
  dice cup: 1 d3, seen by owner
var pot = 0 in 0..9
play
  for p in players: roll p.cup
  at once, each p in players
    p chooses bid from 1..2
  then
    for p in players: pot += bid[p]
  turns once: one of high, low
var calls = 0 in -9..9
action high
  calls += 1 if pot > 2 else 0
action low
  calls -= 2 if pot > 2 else 0
define face(p): (top of p.cup).face
score(p): (face(p) - face(opponent of p)) * pot + (calls if p is Ann else 0)
winner: highest score
""",
}


def loaded(name: str) -> ludwright.Game:
    return ludwright.load_text(HEAD + GAMES[name])


def values(tree: Tree) -> list[float]:
    return judge(tree, goal_of(tree, "score"), tree.uniform()).values


@pytest.mark.parametrize("name", GAMES)
def test_a_tree_is_worth_what_playing_through_shows(name: str) -> None:
    game = loaded(name)
    tree, played = grow(game), PlayedThrough(game)
    assert values(tree) == pytest.approx([float(value) for value in played.values], abs=1e-12)
    assert any(played.values), "a game that is worth nothing shows nothing"


@pytest.mark.parametrize("name", GAMES)
def test_the_situations_are_those_that_look_different(name: str) -> None:
    game = loaded(name)
    tree, played = grow(game), PlayedThrough(game)
    assert len(tree.situations) == len(played.situations)
    assert all(len(options) == 1 for options in played.situations.values())


@pytest.mark.parametrize("name", ["draw or stay", "equal cards", "shuffled again"])
def test_settling_late_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded(name)
    late = grow(game)
    original = PileTreatment.__init__

    def at_once(self: PileTreatment, game: ludwright.Game) -> None:
        original(self, game)
        self.places = set()

    monkeypatch.setattr(PileTreatment, "__init__", at_once)
    early = grow(game)
    assert values(late) == pytest.approx(values(early), abs=1e-12)
    assert len(late.situations) == len(early.situations)
    assert len(late) < len(early)
    best = [[r.value for r in judge(t, goal_of(t, "score"), t.uniform()).responses] for t in (late, early)]
    assert best[0] == pytest.approx(best[1], abs=1e-12)


@pytest.mark.parametrize("name", GAMES)
def test_a_tree_is_well_made(name: str) -> None:
    tree = grow(loaded(name))
    numbers = np.arange(len(tree))
    assert tree.parent[0] == -1
    assert (tree.parent[1:] < numbers[1:]).all()
    for node in numbers:
        children = numbers[tree.first[node] : tree.first[node] + tree.count[node]]
        assert (tree.parent[children] == node).all()
        assert (tree.count[node] == 0) == (tree.actor[node] == END)
        if tree.actor[node] == CHANCE:
            assert tree.chance[children].sum() == pytest.approx(1)
            assert len(children) > 1
        elif tree.actor[node] >= 0:
            situation = tree.situations[tree.info[node]]
            assert situation.seat == tree.actor[node]
            assert tree.code[children].tolist() == situation.codes


def test_large_decks_are_no_matter_if_few_cards_are_drawn() -> None:
    text = HEAD + GAMES["draw or stay"].replace("1..4", "1..12")
    tree = grow(ludwright.load_text(text))
    # 12 * 11 deals; each may swap: 11 ways, as the card just put away may come at once, and not before 10 others
    assert len(tree) < 20_000
    ranks = range(1, 13)
    assert values(tree)[0] == pytest.approx((sum(ranks) ** 2 - sum(rank**2 for rank in ranks)) / (12 * 11))


def test_a_game_that_is_too_large_says_so() -> None:
    with pytest.raises(TooLargeError, match="Liar's Dice for 2 has more than 5,000 positions"):
        grow(ludwright.load("liars_dice", params={"dice_each": 2}), limit=5000)
    with pytest.raises(TooLargeError, match="outcomes of chance"):
        grow(ludwright.load("liars_dice"), limit=1000)


def test_a_game_without_end_is_too_large() -> None:
    with pytest.raises(TooLargeError, match="more than 64 draws"):
        grow(ludwright.load("pig"), limit=1000)
