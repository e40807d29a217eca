"""What the rules of a bot mean."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.play.agents import SeatError
from tests.bots.watching import PICK, counted, mistakes, moves, picked


def test_the_first_rule_that_fits_decides() -> None:
    assert set(picked("take(c, n) when n > 4\ntake(c, n) when c is red and n is 2\ntake(c, n)")) == {"take red 2"}


def test_what_is_known_must_match_and_new_names_are_bound() -> None:
    assert set(picked("take(green, 1 + 2)")) == {"take green 3"}
    assert set(picked("let wanted = blue\ntake(wanted, n) when n is 4")) == {"take blue 4"}
    assert set(picked("take(blue)", games=40)) == {f"take blue {n}" for n in range(1, 5)}
    assert set(picked("take", games=60)) == {f"take {c} {n}" for c in ("red", "green", "blue") for n in range(1, 5)}


def test_a_name_bound_in_the_same_brackets_must_match() -> None:
    text = """
game "Pairs"
players 1
turn: pair
action pair(a in 1..4, b in 1..4)
  nothing
end when turn.number > 5: me wins
bot "twins"
  pair(a, a) by a
"""
    assert set(counted(ludwright.load_text(text), "twins", 5)) == {"pair a 4 b 4"}


def test_the_highest_by_wins_and_ties_are_drawn() -> None:
    tied = picked("take(c, n) when c is not red by n", games=60)
    assert set(tied) == {"take green 4", "take blue 4"}
    assert min(tied.values()) > 60
    assert set(picked("take(c, n) by -n / 3")) == {"take red 1", "take green 1", "take blue 1"}
    assert set(picked("take(red, n) by 0.5 - n")) == {"take red 1"}


def test_ties_are_drawn_from_the_seats_own_numbers() -> None:
    game = ludwright.load_text(f'{PICK}bot "some"\n  take(c, n) by n\nbot "same"\n  take(c, n) by n + 1\n')
    assert moves(game, ["some", "random"]) == moves(game, ["same", "random"])
    others = [[words for seat, words in told if seat == 1] for told in moves(game, ["some", "random"], games=5)]
    assert others == [[w for s, w in told if s == 1] for told in moves(game, "random", games=5)]


def test_where_no_rule_fits_the_player_chooses_at_random() -> None:
    game = ludwright.load_text(f'{PICK}bot "idle"\n  take(c, n) when n > 9\n')
    assert moves(game, "idle", games=8) == moves(game, "random", games=8)


def test_any_takes_anything_and_hides_what_follows() -> None:
    assert len(picked("any\ntake(red, 1)", games=60)) == 12
    assert set(picked("any when my points > 99\ntake(red, 1)")) == {"take red 1"}


def test_let_lines_are_worked_out_anew_for_every_choice() -> None:
    rules = "let mine = my points\nlet few = all k in colours with k is not red\ntake(c, n) when c is in few and n > mine by -n"
    told = counted(
        ludwright.load_text(PICK + 'bot "it"\n  ' + rules.replace("\n", "\n  ") + "\n"), ["it", "random"], 30
    )
    assert {words.split()[1] for words in told} == {"green", "blue"}
    assert {int(words.split()[2]) for words in told} == {1, 2, 4}  # then more than 0, 1 and 3 points are wanted


def test_a_bot_stops_and_every_seat_may_have_another_player() -> None:
    text = """
game "Push"
players 2
each player
  points = 0 in 0..999
turn: any number of push
action push
  my points += 1
  if my points > 900: end turn
end after round when round.number is 4: draw
bot "three"
  push when my points < 3 * round.number
  stop
bot "none"
  pass
"""
    game = ludwright.load_text(text)
    for told in moves(game, ["three", "none"], games=4):
        assert [words for seat, words in told if seat == 0] == ["push", "push", "push", "stop"] * 4
        assert [words for seat, words in told if seat == 1] == ["stop"] * 4


QUESTIONS = """
game "Questions"
players 2
enum colour: red, green, blue
cards card: each colour, copies 3
zone deck of card, holds all cards, shuffled
each player
  zone hand of card
  zone kept of card
setup
  for p in players: draw 4 from deck to p.hand
turn: ask
action ask
  me chooses c from my hand
    move c to my kept
  me chooses way
    option fast: nothing
    option slow: nothing
  first q in others to say "stay"
    nothing
end when my hand is empty: draw
bot "it"
  ask.c(x) when x.colour is blue
  ask.c(x) when x.colour is green
  ask.way(slow)
  ask.stay when round.number > 2
  stop
"""


def test_questions_in_the_middle_of_effects_are_answered_by_rules() -> None:
    game = ludwright.load_text(QUESTIONS)
    order = {"choose blue": 0, "choose green": 1, "choose red": 2}
    for told in moves(game, "it", games=6):
        for seat in (0, 1):
            cards = [words for who, words in told if who == seat and words in order]
            assert cards == sorted(cards, key=order.__getitem__)
        assert all(words == "choose slow" for _, words in told if words in ("choose slow", "choose fast"))
        calls = [words for _, words in told if words in ("stay", "no stay")]
        assert calls == ["no stay"] * 4 + ["stay"] * (len(calls) - 4)


def test_all_mistakes_in_a_bot_are_told_at_once() -> None:
    bot = """
bot "wrong"
  let x = nowhere
  let y = roll 2 d6
  grab(c, n)
  take(c, n, 3)
  take(red, green)
  take(c, n) when n
  take(c, n) by c
  take(c, n) when m > 2 and x > 1
  7 when yes
  any(c)
bot "random"
  any
"""
    told = mistakes(PICK + bot)
    assert len(told) == 11
    for part in (
        "nothing is called `nowhere`",
        "nothing is rolled",
        "called `grab`",
        "`take` takes 2 in its brackets, here are 3",
        "expected yes or no, this is a number",
        "expected a number, this is",
        "nothing is called `m`",
        "begins with an action",
        "`any` takes 0 in its brackets",
        "a bot needs a name of its own",
    ):
        assert any(part in message for message in told), part


def test_options_and_questions_that_are_not_there_are_mistakes() -> None:
    assert any("not one of the options" in m for m in mistakes(QUESTIONS.replace("way(slow)", "way(slo)")))
    assert any("called `ask.d`" in m for m in mistakes(QUESTIONS.replace("ask.c(x) when x.colour is blue", "ask.d(x)")))


@pytest.mark.parametrize("number", range(3))
def test_a_bot_without_numbers_never_stops_a_game(number: int) -> None:
    rules = (
        "take(c, n) by 1 / (n - n)",
        "take(c, n) when 6 div (n - 1) > 2",
        "take(c, n) by max(k for k in 1..n with k > 9)",
    )
    assert picked(rules[number])


def test_who_is_not_there_cannot_sit_down() -> None:
    game = ludwright.load("pig")
    with pytest.raises(SeatError, match="did you mean `hold at 20`"):
        ludwright.simulate(game, 1, agents="hold at 2")
    with pytest.raises(SeatError, match="3 seats are filled, but 2 play"):
        ludwright.simulate(game, 1, agents=["random"] * 3)
    with pytest.raises(SeatError, match="has no player `zzz`"):
        list(ludwright.trace(game, 1, agents=["zzz", "random"]))


def test_results_say_who_sat_where() -> None:
    result = ludwright.simulate(ludwright.load("pig"), 400, seed=3, agents=["random", "Hold at 20"])
    assert result.who == ["random", "hold at 20"]
    assert [seat["player"] for seat in result.as_json()["seats"]] == result.who
    assert result.wins[1] > 300


def test_a_new_name_that_is_nearly_a_known_one_is_noted() -> None:
    game = ludwright.load_text(f'{PICK}bot "it"\n  take(gren, n)\n')
    assert [note.message for note in game.notes] == ["`gren` is a new name here, and nothing uses it"]
    assert ludwright.load_text(f'{PICK}bot "it"\n  take(gren, n) when gren is not red\n').notes == []
