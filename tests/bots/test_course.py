"""Who leads, and what else is followed, at the end of every turn."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.engine.random import Stream, stream
from ludwright.game import Game
from ludwright.play.agents import Agents, seated
from ludwright.play.course import NothingToFollowError

CLIMB = """
game "Climb"
players 2
each player
  height = 0 in 0..40
turn: climb
action climb(n in 0..2)
  my height += n
end when my height >= 12: me wins
lead(p): p.height / 12
track "gap": abs(players.count * 0 + max(p.height for p in players) - min(p.height for p in players))
track "height": p.height for p in players
bot "fast"
  climb(2)
"""


def by_hand(game: Game, seed: int, number: int, who: str | list[str] | None) -> list[list[float]]:
    """The same values from the plain Python run, noted when it says that a turn ends, and at the end of the game."""
    rows: list[list[float]] = []
    turns: list[list[int]] = []
    state, table = game.twin.new_state(), [int(word) for word in game.table]
    names = [("lead", seat) for seat in range(game.players)]
    for i, (_, _, per) in enumerate(game.rules.analysis.tracks):
        names += [(f"track.{i}", seat) for seat in range(game.players if per == "seat" else 1)]

    def look(kind: str, args: tuple[int, ...]) -> None:
        if kind in ("end turn", "end at once"):
            spare = game.twin.new_context(Stream(0, 1))
            rows.append([game.twin.real(name, list(state), table, spare, seat) for name, seat in names])
            turns.append([state[word] for word in ir.SAME_TURN])

    context = game.twin.new_context(Stream(*stream(seed, number, 0)), look)
    agents = Agents(game, seed, number, seated(game, who))
    options = game.twin.setup(state, table, context)
    while options:
        noted = len(rows)
        options = game.twin.advance(state, table, context, agents.pick(state[ir.ACTOR], context.options, state))
    if len(rows) > noted and turns[-1] == [state[word] for word in ir.SAME_TURN]:
        rows.pop()
    spare = game.twin.new_context(Stream(0, 1))
    rows.append([game.twin.real(name, list(state), table, spare, seat) for name, seat in names])
    return rows


@pytest.mark.parametrize(
    ("name", "who", "games"),
    [
        ("", None, 10),
        ("", ["fast", "random"], 5),
        ("pig", "hold at 20", 4),
        ("conquest_small", "thesis", 3),
        ("hearts", None, 1),
        ("curios", None, 1),
        ("six_takes", None, 1),
        ("seven_cities", None, 1),
    ],
)
def test_the_course_is_what_the_plain_run_shows_at_the_end_of_every_turn(
    name: str, who: str | list[str] | None, games: int
) -> None:
    game = ludwright.load(name) if name else ludwright.load_text(CLIMB)
    result = ludwright.simulate(game, games, seed=9, agents=who, follow=games)
    assert result.course is not None
    for kept in result.course.games:
        assert kept.values.tolist() == by_hand(game, 9, kept.number, who)


def test_following_changes_nothing_else_and_does_not_depend_on_threads() -> None:
    game = ludwright.load_text(CLIMB)

    def plain(follow: int = 0, threads: int = 2) -> dict[str, object]:
        told = ludwright.simulate(game, 700, seed=4, follow=follow, threads=threads).as_json()
        return {key: value for key, value in told.items() if key not in ("seconds", "games_per_second")}

    one, three = plain(follow=500, threads=1), plain(follow=500, threads=3)
    assert one == three
    assert one.pop("course")
    assert one == plain()


def test_only_so_many_games_are_kept_and_long_ones_find_room() -> None:
    text = CLIMB.replace("0..2)", "0..1)").replace(">= 12", ">= 2000").replace("0..40", "0..3000")
    result = ludwright.simulate(ludwright.load_text(text), 12, seed=1, follow=7, threads=2)
    assert result.course is not None
    assert [kept.number for kept in result.course.games] == list(range(7))
    assert all(len(kept.values) == kept.turns[-1, 0] for kept in result.course.games)
    assert sum(len(kept.values) for kept in result.course.games) > 3 * (1 << 13)


def test_curves_are_means_over_the_games_that_lasted_so_long() -> None:
    result = ludwright.simulate(ludwright.load_text(CLIMB), 300, seed=2, follow=300)
    course = result.course
    assert course is not None
    first, second = (curve.means for curve in course.curves()[:2])
    games = [course.leads(number) for number in range(300)]
    assert first[0] == pytest.approx(np.mean([leads[0][0] for leads in games]))
    late = len(first) - 1
    assert second[late] == pytest.approx(np.mean([leads[late][1] for leads in games if len(leads) > late]))
    assert course.going_on()[late] == sum(len(leads) > late for leads in games) >= 15
    winner = course.curves()[-1]
    assert winner.of_winner
    assert winner.means[0] == pytest.approx(np.mean([kept.values[0, kept.winner or 0] for kept in course.games]))


def test_a_game_that_follows_nothing_says_so() -> None:
    with pytest.raises(NothingToFollowError, match="add `lead"):
        ludwright.simulate(ludwright.load("nim"), 1, follow=1)
