"""A report keeps its time, and whoever interrupts it gets what is known."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import ludwright
from ludwright.cli import app
from ludwright.reports import ReportOptions, report
from ludwright.reports.budget import INTERVENTIONS, LADDER, PICTURES, QUESTIONS, SHARES, Budget
from ludwright.reports.playing import Players


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_a_part_does_not_use_flows_on_to_the_next() -> None:
    clock = Clock()
    budget = Budget(60, {"one": 1, "two": 1, "three": 2}, clock)
    assert budget.share("one") == 15
    clock.now = 20.0  # longer than its share: the others have less
    assert budget.share("two") == pytest.approx(40 / 3)
    clock.now = 22.0  # shorter
    assert budget.share("three") == 38
    clock.now = 70.0
    assert budget.share("three") == 0 and budget.over


def test_what_is_kept_for_the_last_parts_does_not_depend_on_the_clock() -> None:
    clock = Clock()
    budget = Budget(60, {"one": 1, "two": 1, "three": 2}, clock)
    clock.now = 50.0
    assert (budget.reserved("two"), budget.reserved("three")) == (45, 30)


def test_more_games_are_added_to_those_that_were_played() -> None:
    made = Players("tic_tac_toe", ReportOptions(1, (2,), threads=1, seconds=5.0), None)
    (play,) = made._played("greedy", 400, 2, "strong players", 0.01, ("greedy",))
    assert play.games < 400
    (more,) = made.go_on([play], 30.0)
    assert more.games == 400 and more.experts == ("greedy",)
    first = play.evidence.games
    assert more.evidence.games.head(len(first)).equals(first)


def test_parts_may_be_left_out() -> None:
    budget = Budget(100, SHARES, Clock())
    assert budget.share(PICTURES) == 100
    assert budget.share(QUESTIONS) == pytest.approx(100 * SHARES[QUESTIONS] / (SHARES[QUESTIONS] + SHARES[PICTURES]))
    assert budget.share(INTERVENTIONS) + budget.share(LADDER) < 100


def test_little_time_is_for_few_numbers_of_players() -> None:
    def tables(seconds: float) -> tuple[tuple[int, ...], tuple[int, ...]]:
        players = Players("liars_dice", ReportOptions(seconds=seconds), None)
        return players.counts, players.passed_over

    assert tables(15) == ((2,), (3, 4))
    assert tables(40) == ((2, 3), (4,))
    assert tables(90) == ((2, 3, 4), ())


def test_a_playtest_stops_when_its_time_is_over() -> None:
    run = ludwright.playtest("tic_tac_toe", "mcts:20000,reuse=no", games=2_000, seed=1, threads=1, seconds=0.5)
    finished = run.store.finished()
    assert finished is not None and finished["stopped_early"] and run.complete
    played = run.games.collect()
    assert 0 < played.height < 2_000 and played["game"].is_unique().all()
    assert set(played["end"].unique()) == {"over"}


def test_time_that_suffices_changes_nothing() -> None:
    one, other = (
        ludwright.playtest("pig", games=300, seed=1, threads=1, seconds=s).games.collect() for s in (None, 600)
    )
    assert one.equals(other)


def test_interrupted_while_it_plays_it_tells_of_the_games_there_are() -> None:
    said: list[str] = []

    def interrupt(words: str) -> None:
        said.append(words)
        if words.startswith("looking for the strongest"):
            raise KeyboardInterrupt

    made = report("tic_tac_toe", wish=ReportOptions(seconds=20, threads=1), progress=interrupt)
    assert made.interrupted and {play.name for play in made.plays} == {"random players"}
    assert "questions" in said and made.verdict.answers


def test_interrupted_before_anything_was_played_there_is_no_report() -> None:
    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        report("tic_tac_toe", wish=ReportOptions(seconds=20, threads=1), progress=interrupt)


def test_interrupted_while_questions_are_asked_what_was_asked_is_told() -> None:
    def interrupt(words: str) -> None:
        if words == "charts":
            raise KeyboardInterrupt

    made = report("tic_tac_toe", wish=ReportOptions(quick=True, games=30, threads=1), progress=interrupt)
    assert made.interrupted and made.verdict.answers and not made.sections


def test_a_first_look_says_so_and_who_thought() -> None:
    words = ["report", "tic_tac_toe", "--quick", "--games", "40", "--threads", "1"]
    done = CliRunner().invoke(app, words)
    first = done.output.splitlines()[0]
    assert first.startswith("Tic-tac-toe: A first look by random players and thinking players (40 games of `")
    assert "it can't tell" in first


def test_what_is_done_and_found_is_told_in_lines_if_asked_for(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["report", "tic_tac_toe", "--agents", "random", "--games", "300", "--threads", "1", "--progress"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0
    told = done.stderr
    assert "s left: random, 2 at the table" in told and "so far: Going first is an advantage" in told
