"""Nobody knows which card another has chosen in secret: neither redeals nor players that search, while somebody is asked about it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from textwrap import indent
from typing import Any

import pytest

import ludwright
from ludwright.agents.nature import nature_of
from ludwright.exact.prepared import NotExactError
from ludwright.hidden.secrecy import secrecy_of
from ludwright.play.agents import Agents
from ludwright.play.match import Match
from tests.hidden.every_deal import Deal, Everything, enough, explain, steps

BOB, ANN = 0, 1
SLOW = pytest.mark.slow

GUESSING = """game "Guessing"
players 2 named Bob, Ann
{world}
each player
  points = 0
{more}
play
{body}
  end game
score(p): p.points
winner: highest score
"""
GUESS = """Ann chooses g from 1..2
  if (g is 1) is ({test}): Ann.points += 1
  else: Bob.points += 1
"""
DECK = "cards card: each rank in 1..4\nzone deck of card, face down, holds all cards, shuffled"
HAND = "zone hand of card, seen by owner"
TWO_DRAWN = "draw 1 from deck to Bob.hand\n{note}\ndraw 1 from deck to Bob.hand\n"
ONE_BACK = (
    "draw 1 from deck to Ann.hand\ndraw 1 from deck to Bob.hand\n{note}\nmove top of Ann.hand to deck\nshuffle deck\n"
    "draw 1 from deck to Bob.hand\n"
)
FIRST = "let f = top of Bob.hand"


def guessing(world: str, more: str, before: str, choice: str, test: str, inside: bool = True) -> str:
    """A game in which Bob chooses something, and Ann guesses: while he holds it, or afterwards."""
    guess = indent(GUESS.format(test=test), "  " if inside else "")
    return GUESSING.format(world=world, more=indent(more, "  "), body=indent(before + choice + "\n" + guess, "  "))


class Secretly(Everything):
    """All ways, where every secret answer is as likely as any other."""

    def is_secret(self, match: Match) -> bool:
        return secrecy_of(self.game).asked(match.words)


def outcome(match: Match, seat: int) -> Deal:
    """What comes to light if Ann guesses the first."""
    other = match.copy()
    other.apply(other.codes()[0])
    return ((int(other.observe(seat).named()["points of Ann"] or 0),),)


HAND_OF_BOB = "Bob secretly chooses c from Bob.hand"
SHOWN, GIVEN = f"{HAND_OF_BOB}\n  show c to Ann", f"{HAND_OF_BOB}\n  move c to Ann.hand"
OPEN = "cards card: each rank in 1..2\nzone market of card, holds all cards"
BENT = DECK.replace("each rank in 1..4", "each rank in 1..4\n  bent = no")
NOTED = f"{HAND}\nfirst: card design or none, seen by owner"
GAMES = {
    "shown": guessing(DECK, HAND, ONE_BACK.format(note=FIRST), SHOWN, "c is f"),
    "given": guessing(DECK, HAND, ONE_BACK.format(note=FIRST), GIVEN, "c is f"),
    "kept": guessing(DECK, HAND, TWO_DRAWN.format(note=FIRST), HAND_OF_BOB, "c is f"),
    "shown before": guessing(DECK, HAND, ONE_BACK.format(note=FIRST), SHOWN, "Ann knows f", inside=False),
    "given before": guessing(DECK, HAND, ONE_BACK.format(note=FIRST), GIVEN, "top of Ann.hand is f", inside=False),
    "written down": guessing(DECK, NOTED, ONE_BACK.format(note="Bob.first = top of Bob.hand"), GIVEN, "top of Ann.hand is Bob.first", inside=False),
    "marked": guessing(BENT, HAND, TWO_DRAWN.format(note="for x in Bob.hand: x.bent = yes"), HAND_OF_BOB, "c.bent"),
    "for all to see": guessing(OPEN, "", "", "Bob secretly chooses c from market", "c.rank is 1"),
    "an alternative": guessing("", "", "", "Bob secretly chooses way\n  option left\n  option right", "way is left", inside=False),
    "several": guessing("", "", "", "Bob secretly chooses 2 ns from 1..4", "any n in ns with n is 1"),
    "shuffled": guessing(DECK.replace("1..4", "1..2"), "", f"{FIRST.replace('Bob.hand', 'deck')}\n", "shuffle deck", "top of deck is f", inside=False),
}  # fmt: skip


def answers_before(text: str) -> int:
    """How many answers there are before Ann guesses."""
    return 2 if " 2 ns " in text else int("secretly" in text)


@pytest.mark.parametrize("name", GAMES)
def test_which_it_was_nobody_else_knows(name: str) -> None:
    """Redeals are distributed as they should, and positions that look alike to Ann let her guess alike."""
    text = GAMES[name]
    everything = Secretly(text, ANN, answers_before(text), outcome)
    open_ = [history for history in everything.deals if len(everything.deals[history]) > 1]
    assert open_, "Ann knows all: this shows nothing"
    for history in everything.histories(2):
        assert everything.surprise(history) < 6, explain(everything, history)
    for history in open_[:3]:
        guesses = [guesses_of("mcts:40", match) for match in everything.matches[history]]
        assert all(alike(guesses[0], other) for other in guesses[1:]), guesses


def guesses_of(player: str, match: Match, times: int = 40) -> Counter[int]:
    """How often a player in Ann's seat answers what, in a position."""
    agents = [Agents(match.game, 5, number, ["random", player]) for number in range(times)]
    return Counter(one.pick(ANN, match.codes(), match.words) for one in agents)


def alike(one: Counter[Any], two: Counter[Any]) -> bool:
    """Whether counts may be of the same distribution: each differs by less than five standard deviations."""
    return all(abs(one[code] - two[code]) <= 5 * max(one[code] + two[code], 1) ** 0.5 for code in one | two)


CLOSED_HAND = guessing("", "", "", "Bob secretly chooses n from 1..2", "n is 1")


@pytest.mark.parametrize("text", [CLOSED_HAND, GAMES["an alternative"], GAMES["for all to see"], GAMES["several"]])
def test_a_secret_answer_may_be_all_that_is_hidden(text: str) -> None:
    game = ludwright.load_text(text)
    assert nature_of(game).hidden
    with pytest.raises(NotExactError, match="does not see everything"):
        ludwright.solve(game)


@pytest.mark.parametrize("player", ["greedy", "flat:20", "mcts:30", "maxn:4"])
def test_the_closed_hand_is_guessed_as_often_as_not(player: str) -> None:
    result = ludwright.simulate(ludwright.load_text(CLOSED_HAND), 400, agents=["random", player], threads=1, seed=5)
    assert abs(result.mean_returns[ANN]) < 5 / 400**0.5


# ---------------------------------------------------------------- made-up games

WORLD = """
cards card: each rank in 1..4
zone deck of card, face down, holds all cards, shuffled
zone pit of card, face down, in order
each player
  zone hand of card, seen by owner
setup
  deal 1 from deck to hand
  draw 0 from deck to pit
"""
SORTS: list[Callable[[str, str], str]] = [
    lambda a, b: f"{a} secretly chooses c from {a}.hand: move c to {b}.hand",
    lambda a, b: f"{a} secretly chooses c from {a}.hand: show c to {b}",
    lambda a, b: f"{a} secretly chooses c from {a}.hand: move c to pit",
    lambda a, b: f"{a} secretly chooses c from {a}.hand: move c to {b}.hand\n{b} secretly chooses c from {b}.hand: move c to {a}.hand",
    lambda a, b: f"{a} secretly chooses c from {a}.hand: move c to deck\nshuffle deck",
    lambda a, b: f"show {a}.hand to {b}",
    lambda a, b: "at once, each p in players\n  p secretly chooses c from p.hand\nthen\n  for p in players with c[p] is not none: move c[p] to left(p).hand",
]  # fmt: skip


def made_up(seed: int) -> list[str]:
    """What happens in a game: cards change hands in secret, are shown, put aside and shuffled."""
    chance = random.Random(seed)
    happens = [chance.choice(SORTS)(*chance.sample(["Ann", "Ben", "Cid"], 2)) for _ in range(chance.choice([2, 3]))]
    return ["draw 1 from deck to Ben.hand", *happens]


def unordered(match: Match, seat: int) -> Deal:
    """The cards in every place; in what order they lie in a hand means nothing."""
    model, words = match.game.rules.model, match.words
    found = []
    for zone in model.all_zones():
        for place in range(zone.place, zone.place + zone.size):
            here = [c for c in range(model.components) if words[model.arrays["place"] + c] == place]
            found.append(tuple(sorted(model.design_in(words, c) for c in here)))
    return tuple(found)


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=SLOW) for seed in range(6, 60))])
def test_cards_that_change_hands_in_secret(seed: int) -> None:
    """In games that nobody thought of: what looks alike to a seat is dealt again alike, and as it should be."""
    happens = made_up(seed)
    answers = sum(1 + 3 * step.count("at once") + step.count("\n" if "at once" in step else "secretly") * ("at once" not in step) for step in happens)  # fmt: skip
    everything = Secretly(steps(WORLD, *happens), 0, answers, unordered)
    for history in everything.histories(2):
        assert enough(everything._shares(everything.deals[history])) < 50_000
        assert everything.surprise(history) < 6, explain(everything, history)


WAGER = """Ann chooses g from 1..4
  if {test}: Ann.points += 1
  else: Bob.points += 1
"""
ANN_GUESSES = ("(top of Bob.hand).rank is g", "(top of pit).rank is g", "(top of deck).rank is g")
"""What Ann may guess at, each of it the rank of a card that lies somewhere she may not see."""


def made_up_guess(seed: int) -> str:
    """A game like those above, for two, at the end of which Ann guesses a card: there an agent could use what its seat can't know."""
    chance = random.Random(seed)
    happens = [chance.choice(SORTS[:-1])(*chance.sample(["Ann", "Bob"], 2)) for _ in range(chance.choice([2, 3]))]
    before = "\n".join(["draw 1 from deck to Bob.hand", *happens, "draw up to 1 from Bob.hand to pit"])
    zones = WORLD.split("each player")[0]
    more = "zone hand of card, seen by owner"
    body = f"deal 1 from deck to hand\n{before}\n{WAGER.format(test=chance.choice(ANN_GUESSES))}"
    return GUESSING.format(world=zones, more=indent(more, "  "), body=indent(body, "  "))


def at_the_guess(text: str, seed: int) -> Match:
    """A match of a made-up game where Ann is to guess: the last answer before it ends."""
    match, choose = ludwright.load_text(text, ask_forced=True).start(seed), random.Random(seed)
    while match.legal()[0].action != "play.g":
        match.apply(choose.choice(match.codes()))
    return match


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=SLOW) for seed in range(4, 60))])
def test_agents_decide_alike_where_histories_look_alike(seed: int) -> None:
    """What an agent answers is drawn from the same distribution in a position and in another one that looks so to its seat."""
    match = at_the_guess(made_up_guess(seed), seed)
    others = [match.determinize(ANN, number) for number in range(12)]
    assert {one.observe(ANN).key() for one in others} == {match.observe(ANN).key()}
    truths = {unordered(one, ANN): one for one in (match, *others)}
    deals = [Counter(unordered(one.determinize(ANN, number), ANN) for number in range(200)) for one in truths.values()]
    assert all(alike(deals[0], other) for other in deals[1:]), deals
    for player in ("greedy", "mcts:40"):
        guesses = [guesses_of(player, one) for one in list(truths.values())[:3]]
        assert all(alike(guesses[0], other) for other in guesses[1:]), guesses
