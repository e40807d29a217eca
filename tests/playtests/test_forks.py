"""Going on from a frame with other actions, other players and fresh chance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ludwright
from ludwright.inspecting import InspectError, Recorded
from ludwright.play.agents import SeatError
from ludwright.play.match import IllegalMoveError
from ludwright.playtests.forking import branch, fork
from tests.inspecting.examples import example


def played(name: str, *words: str) -> Recorded:
    match = ludwright.load(name, ask_forced=True).start(seed=1)
    for word in words:
        match.apply(word)
    return Recorded(match.game, match.seed, match.number, match.answers)


def game_zones(words: list[int], recorded: Recorded) -> dict[str, tuple[str, ...]]:
    return {zone.name: zone.contents for zone in recorded.lister.moment(words).zones.values()}


def test_a_fork_at_the_start_of_a_game_without_a_deal_is_a_simulation() -> None:
    game = ludwright.load("tic_tac_toe")
    forked = fork(played("tic_tac_toe", "place b2"), 0, games=500, seed=7)
    assert [seat.won for seat in forked.seats] == ludwright.simulate(game, 500, seed=7).wins


def test_actions_are_taken_before_anybody_chooses() -> None:
    line = played("tic_tac_toe", "place a1", "place b1", "place c1", "place a2", "place b2", "place c3", "place a3")
    won = fork(line, 6, actions=["place c2", "place b3"], games=20)
    assert won.seats[0].won == 20  # only a3 is left, and it completes a line
    drawn = fork(line, 6, actions=["place c2", "place a3"], games=20)
    assert [seat.won for seat in drawn.seats] == [0, 0]
    assert won.actions == ("place c2", "place b3") and won.recorded == (1.0, -1.0)
    with pytest.raises(InspectError, match="the game is over after these actions"):
        fork(line, 6, actions=["place a3"])


def test_threads_make_no_difference() -> None:
    recorded = example("hearts", 60)
    one, two = (fork(recorded, 30, games=60, threads=threads, redeal=1) for threads in (1, 2))
    assert np.array_equal(one.returns, two.returns)


def test_chance_is_fresh_and_what_nobody_has_seen_is_shuffled() -> None:
    recorded = example("crazy_eights", 40)
    game = branch(recorded, 4)
    here, dealt = recorded.at(4), [game.start(seed) for seed in range(4)]
    assert game.start(5, 1).words == game.start(5, 1, run="twin").words
    for match in dealt:  # everybody knows what he knew
        assert all(match.observe(seat) == here.observe(seat) for seat in range(game.players))
    zones = [game_zones(match.words, recorded) for match in dealt]
    assert len({zone["deck"] for zone in zones}) > 1
    assert len({tuple(sorted(zone["deck"])) for zone in zones}) == 1  # the same cards in another order
    assert len({zone["hand of seat 1"] for zone in zones}) == 1
    pig = branch(example("pig", 20), 3)
    ends = set()
    for seed in range(6):
        match = pig.start(seed)
        match.apply("throw")
        ends.add(tuple(match.words))
    assert len(ends) > 1


@pytest.mark.parametrize("name", ["letters", "harbour_town", "court"])
def test_nobody_notices_what_is_shuffled(name: str) -> None:
    recorded = example(name, 40)
    for frame in (3, recorded.last // 2):
        here, dealt = recorded.at(frame), branch(recorded, frame).start(1)
        assert all(dealt.observe(seat) == here.observe(seat) for seat in range(recorded.game.players))
        assert sorted(dealt.words) == sorted(here.words)


def test_what_a_seat_does_not_know_is_dealt_again() -> None:
    recorded = example("crazy_eights", 40)
    game = branch(recorded, 4, redeal=0)
    own = recorded.at(4).observe(0)
    dealt = [game.start(seed) for seed in range(4)]
    assert all(match.observe(0) == own for match in dealt)
    assert len({tuple(match.words) for match in dealt}) == 4


def test_intervals_hold_what_they_say() -> None:
    forked = fork(played("tic_tac_toe", "place b2"), 1, games=400)
    for seat in forked.seats:
        assert seat.low < seat.share < seat.high and seat.mean_low < seat.mean < seat.mean_high
        assert seat.mean == pytest.approx(forked.returns[:, forked.game.seats.index(seat.seat)].mean())


def test_a_fork_is_kept_as_a_playtest_that_can_be_inspected(tmp_path: Path) -> None:
    run = ludwright.playtest("pig", games=4, seed=3)
    loose, kept = run.fork(2, 5, games=40), run.fork(2, 5, games=40, out=tmp_path / "fork")
    assert loose.seats == kept.seats and kept.run is not None
    again = ludwright.open_run(tmp_path / "fork")
    assert again.inspect(7, 0).after.words == run.inspect(2, 5).after.words
    assert again.match(7).returns() == again.games.collect()["returns"][7].to_list()


def test_a_fork_can_be_forked(tmp_path: Path) -> None:
    run = ludwright.playtest("crazy_eights", games=2, seed=3)
    once = run.fork(1, 5, games=4, redeal=0, out=tmp_path / "once").run
    assert once is not None
    twice = once.fork(2, 3, games=6, out=tmp_path / "twice")
    again = ludwright.open_run(tmp_path / "twice")
    assert again.inspect(4, 0).after.observe(0) == once.inspect(2, 3).after.observe(0)
    assert np.array_equal(twice.returns, once.fork(2, 3, games=6).returns)


def test_it_is_told_what_the_figures_are_about() -> None:
    assert "about this deal" in fork(example("crazy_eights", 40), 4, games=2).basis
    assert "seat 2 does not know" in fork(example("crazy_eights", 40), 4, games=2, redeal=1).basis
    assert "hidden" not in fork(played("tic_tac_toe", "place b2"), 1, games=2).basis


def test_wrong_wishes_are_told_in_a_sentence() -> None:
    recorded = played("tic_tac_toe", "place b2")
    with pytest.raises(IllegalMoveError, match="`place b2` is not legal here"):
        fork(recorded, 1, actions=["place b2"])
    with pytest.raises(SeatError):
        fork(recorded, 1, agents=["random", "random", "random"])
    with pytest.raises(InspectError, match="there is no frame 9"):
        fork(recorded, 9)
    with pytest.raises(InspectError, match="nobody chooses anything"):
        fork(example("movement_points"), 2)
    with pytest.raises(InspectError, match="there is no seat 4"):
        fork(recorded, 1, redeal=4)
