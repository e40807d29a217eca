"""Whole tournaments with scripted players: exact shares, seats, words, and what a user may get wrong."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.mistakes import LudwrightError
from ludwright.tournaments import split_agents
from tests.exact_values.interval import share_agrees
from tests.exact_values.test_pig import first_wins
from tests.tournaments.made_up import pig, played, tournament_of, two


def test_players_of_pig_beat_each_other_as_often_as_they_should() -> None:
    found = ludwright.tournament(pig(), "hold at 16,hold at 8", games=40_000, threads=1)
    first, second = first_wins(16, 8), 1 - first_wins(8, 16)
    shares = {p.seating: float((p.finished[:, 0] > 0).mean()) for p in found.played}
    assert share_agrees(shares[0, 1] * 20_000, 20_000, first)
    assert share_agrees((1 - shares[1, 0]) * 20_000, 20_000, second)
    share = found.against("hold at 16", "hold at 8")
    assert share.games == 40_000
    assert share_agrees(share.points, 40_000, (first + second) / 2)
    low, high = share.interval()
    assert found.words[0] == f"hold at 16 beats hold at 8 in {share.share:.0%} of games ({low:.0%} to {high:.0%})."


def test_among_equals_who_begins_in_pig_has_the_advantage_that_was_worked_out() -> None:
    found = ludwright.tournament(pig(), ["hold at 16"], games=20_000, itself=True, threads=1)
    first, second = found.alone["hold at 16"]
    assert share_agrees(first.points, 20_000, first_wins(16, 16))
    assert first.points + second.points == 20_000
    assert [worth.sure for worth in found.seat_worths] == [True, True]
    assert found.words == [f"seat 1 is a better seat than the mean, by {found.seat_worths[0].value:.0f} Elo "
                           f"({found.seat_worths[0].low:.0f} to {found.seat_worths[0].high:.0f})."]  # fmt: skip


def test_games_are_shared_evenly_among_all_seatings() -> None:
    found = ludwright.tournament(pig(), "random,hold at 8,hold at 16,hold at 20", games=1_000, threads=1)
    assert [p.games for p in found.played] == [83] * 12
    assert (found.games, found.asked, found.finished) == (996, 996, 996)
    assert [rating.games for rating in found.ratings] == [498] * 4


def test_the_number_of_threads_changes_nothing() -> None:
    one = ludwright.tournament(pig(3), "random,hold at 8,hold at 20", games=600, seed=7, threads=1).as_json()
    three = ludwright.tournament(pig(3), "random,hold at 8,hold at 20", games=600, seed=7, threads=3).as_json()
    other = ludwright.tournament(pig(3), "random,hold at 8,hold at 20", games=600, seed=8, threads=1).as_json()
    for data in (one, three, other):
        del data["seconds"], data["seed"]
    assert one == three
    assert one != other


def test_two_agents_play_the_same_games_whoever_else_takes_part() -> None:
    small = ludwright.tournament(pig(), "random,hold at 20", games=100, threads=1)
    large = ludwright.tournament(pig(), "hold at 2,random,hold at 20", games=300, threads=1)
    assert small.against("random", "hold at 20") == large.against("random", "hold at 20")


def test_scores_of_a_game_for_one_are_compared_game_by_game() -> None:
    games = [played((0,), [[3], [5], [4], [6]] * 10), played((1,), [[2], [4], [4], [3]] * 10)]
    found = tournament_of(["good", "bad"], games, common=True)
    assert (found.unit, [rating.value for rating in found.ratings]) == ("score", [4.5, 3.25])
    share = found.against("good", "bad")
    assert (share.ahead, share.level, share.behind) == (30, 10, 0)
    (comparison,) = found.comparisons
    assert comparison.more is not None
    assert (comparison.more.mean, comparison.sure) == (1.25, True)
    assert found.words[0].startswith("good scores 1.25 more than bad (")
    assert found.seat_worths == []


def test_agents_of_a_common_game_fill_all_seats_and_meet_the_same_chance() -> None:
    idle = """\
game "Dice"
players 2, cooperative
var total = 0 in 0..99
turn
  let n = roll d6
  total += n
end when turn.number >= 4
score: total
bot "other"
  any
"""
    found = ludwright.tournament(ludwright.load_text(idle), "random,other", games=40, threads=1)
    assert [p.seating for p in found.played] == [(0, 0), (1, 1)]
    assert found.against("random", "other").level == 20
    assert found.idle
    assert not found.comparisons[0].sure
    assert "pure luck" in found.words[0]


def test_what_is_sure_is_corrected_for_many_comparisons() -> None:
    """62 of 100 is hardly luck in one comparison, but may well be among 28."""
    alone = tournament_of(["a", "b"], [two((0, 1), 31, 0, 19), two((1, 0), 19, 0, 31)])
    assert alone.comparisons[0].sure
    names = list("abcdefgh")
    even = [two((i, j), 25, 0, 25) for i in range(8) for j in range(8) if i != j and {i, j} != {0, 1}]
    many = tournament_of(names, [two((0, 1), 31, 0, 19), two((1, 0), 19, 0, 31), *even])
    assert not any(comparison.sure for comparison in many.comparisons)
    assert any("Whether" in sentence and "can't be told" in sentence for sentence in many.words)


def test_partners_are_not_compared() -> None:
    teams = """\
game "Pairs"
players 4
  | name | team |
  | N    |  1   |
  | E    |  2   |
  | S    |  1   |
  | W    |  2   |
turn: take
action take(n in 1..2)
  nothing
end when turn.number >= 5: me wins
bot "two"
  take(2)
"""
    game = ludwright.load_text(teams)
    found = ludwright.tournament(game, "random,two", games=60, threads=1)
    assert found.teams == [0, 1, 0, 1]
    assert {tuple(row) for p in found.played for row in p.finished.tolist()} == {(1.0, -1.0, 1.0, -1.0)}
    sides = [p for p in found.played if p.seating in ((0, 1, 0, 1), (1, 0, 1, 0))]
    assert [p.games for p in sides] == [10, 10]
    assert found.against("random", "two").share == 0.5


def test_interrupted_it_keeps_what_was_finished() -> None:
    def enough(done: int, total: int) -> None:
        if done >= 150:
            raise KeyboardInterrupt

    found = ludwright.tournament(pig(), "random,hold at 20", games=600, threads=1, progress=enough)
    assert found.interrupted
    assert 100 <= found.games < 600
    assert found.words[0] == f"It was interrupted: {found.games:,} of 600 games were played."
    assert found.against("hold at 20", "random").share > 0.5


@pytest.mark.parametrize(
    ("agents", "games", "message"),
    [
        ("random,hold at 21", 100, "has no player `hold at 21`: did you mean `hold at 20`?"),
        ("random", 100, "needs two agents or more, here is only `random`"),
        ("random,hold at 20,Random", 100, "`random` is named twice"),
        ("random,hold at 20", 0, "0 are none"),
        ("random,hold at 20", 1, "1 game is too few: there are 2 seatings"),
        ("random,,hold at 20", 100, "an agent is missing"),
        ("", 100, "an agent is missing"),
    ],
)
def test_mistakes_are_told_kindly(agents: str, games: int, message: str) -> None:
    with pytest.raises(LudwrightError, match=message.replace("?", r"\?")):
        ludwright.tournament(pig(), agents, games=games)


def test_settings_belong_to_the_agent_before_them() -> None:
    assert split_agents("mcts:time=0.5,c=1.2,playout=greedy, random") == [
        "mcts:time=0.5,c=1.2,playout=greedy",
        "random",
    ]
    assert split_agents(["mcts:100, c = 1.2", "alphabeta:depth=6,bot:hold at 20"]) == ["mcts:100,c = 1.2", "alphabeta:depth=6", "bot:hold at 20"]  # fmt: skip


def test_it_can_be_told_in_every_form() -> None:
    found = ludwright.tournament(pig(), "random,hold at 20", games=100, threads=1)
    data = found.as_json()
    assert data["matrix"][0][0] is None
    assert data["matrix"][1][0]["share"] == found.against("hold at 20", "random").share
    assert [row.split(",")[:2] for row in found.csv().splitlines()[1:]] == [
        ["random", "hold at 20"],
        ["hold at 20", "random"],
    ]
    assert found.svg() in found._repr_html_()
    assert found.words[0] in found._repr_html_()
    for words in ("hold at 20", "rating in Elo; random is 0", f"{data['matrix'][1][0]['share']:.0%}"):
        assert words in found.svg()
