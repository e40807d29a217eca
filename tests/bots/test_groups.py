"""How likely random players are to choose from each group of actions."""

from __future__ import annotations

import ludwright
from ludwright.statistics import wilson
from tests.bots.watching import counted, mistakes, moves
from tests.bundled import bundled

BASE = """
game "Groups"
players 1
turn: one of build, play, rest
action build(n in 1..6), group build
  nothing
action play(n in 1..2), group play
  nothing
action rest
  nothing
end after round when turn.number is 10: me wins
"""
NO_PLAY = BASE.replace("group play\n", "group play\n  when turn.number > 99\n")
WEIGHED = BASE + "group build 0.2, play 0.8\n"


def share_of(text: str, word: str, games: int = 300) -> tuple[float, float]:
    """Where the true share of an action lies, beyond doubt."""
    told = counted(ludwright.load_text(text), None, games)
    hits = sum(times for words, times in told.items() if words.split()[0] == word)
    return wilson(hits, told.total(), z=4.5)


def test_without_weights_every_option_is_as_likely() -> None:
    low, high = share_of(BASE, "build")
    assert low < 6 / 9 < high < 0.75


def test_groups_share_what_is_not_left_to_options_without_a_group() -> None:
    for word, share in (("rest", 1 / 9), ("build", 8 / 9 * 0.2), ("play", 8 / 9 * 0.8)):
        low, high = share_of(WEIGHED, word)
        assert low < share < high, word


def test_inside_a_group_every_option_is_as_likely() -> None:
    told = counted(ludwright.load_text(WEIGHED), None, 400)
    total = sum(told[f"build {n}"] for n in range(1, 7))
    for n in range(1, 7):
        low, high = wilson(told[f"build {n}"], total, z=4.5)
        assert low < 1 / 6 < high


def test_a_group_that_is_not_there_leaves_its_share_to_the_others() -> None:
    told = counted(ludwright.load_text(NO_PLAY + "group build 0.2, play 0.8\n"), None, 60)
    assert {words.split()[0] for words in told} == {"build", "rest"}


def test_a_group_of_weight_0_is_chosen_only_where_no_other_is() -> None:
    told = counted(ludwright.load_text(BASE + "group build 0, play 1\n"), None, 60)
    assert not any(words.startswith("build") for words in told)
    assert any(
        words.startswith("build")
        for words in counted(ludwright.load_text(NO_PLAY + "group build 0, play 1\n"), None, 60)
    )


def test_bundled_games_with_groups_are_the_same_in_both_runs() -> None:
    for name in ("simple_coins", "homestead"):
        assert moves(bundled(name), None, games=2)


def test_wrong_groups_are_mistakes() -> None:
    told = mistakes(BASE + "group bild 0.2, play 2000\ngroup build 0.1, build 0.2\n")
    assert any("no action is in the group `bild`" in message for message in told)
    assert any("from 0 to 1,000" in message for message in told)
    assert any("the group `build` is there twice" in message for message in told)
