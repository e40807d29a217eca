"""What is written down is what was played."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import ludwright
from ludwright import Playtest
from ludwright.playtests import planning
from tests.nonempty import some

GAMES = ["connect_four", "pig", "letters", "bird_lady", "simple_coins", "hearts", "homestead", "one_night"]


@pytest.mark.parametrize("name", GAMES)
def test_games_are_those_that_simulate_plays(name: str) -> None:
    run = ludwright.playtest(name, games=40, seed=5)
    plain = ludwright.simulate(ludwright.load(name), 40, seed=5, keep=True)
    games = run.games.collect()
    assert plain.returns is not None
    assert np.array_equal(np.array(games["returns"].to_list()), plain.returns, equal_nan=True)
    assert games["decisions"].mean() == pytest.approx(plain.decisions.mean)
    group = next(iter(run.tally().groups.values()))
    assert np.array_equal(group.won.split, plain.won.split)
    assert (group.won.draws, group.won.lost_by_all) == (plain.draws, plain.lost_by_all)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_replayed_to_its_end(name: str) -> None:
    run = ludwright.playtest(name, games=6, seed=2)
    for row in some(run.games.collect().to_dicts()):
        match = run.match(row["game"])
        assert match.over
        assert match.returns() == row["returns"]
        assert match.scores() == row["scores"]
        assert len(match.answers) == row["decisions"]
        assert match.moves == row["moves"]


def test_decisions_say_who_chose_what_among_how_many() -> None:
    run = ludwright.playtest("tic_tac_toe", games=20, seed=3)
    for game, plies in some(run.decisions.collect().group_by("game", maintain_order=True)):
        match = run.game_of(int(game[0])).start(3, int(game[0]))
        for ply, row in enumerate(plies.to_dicts()):
            assert (row["ply"], row["actor"]) == (ply, match.actor + 1 if match.actor is not None else None)
            assert row["options"] == len(match.codes())
            match.apply(row["code"])
        assert match.over


def test_words_of_actions() -> None:
    run = ludwright.playtest("tic_tac_toe", games=50, seed=3)
    words = run.actions.collect()
    assert words.height == 9
    assert set(words["action"]) == {"place"}
    assert "place b2" in words["words"].to_list()


def test_players_keep_their_seats_and_the_deals_are_the_same_in_every_seating() -> None:
    run = ludwright.playtest("pig", ["hold at 20", "random"], 10, seed=1)
    rows = run.seats.collect()
    assert rows.filter((pl.col("agent") == "hold at 20") & (pl.col("seat") == 1)).height == 5
    assert run.games.collect()["number"].to_list() == [0, 1, 2, 3, 4] * 2
    first, second = (run.match(game, 0).words for game in (0, 5))
    assert first == second


def test_tracked_quantities_are_those_of_the_game() -> None:
    run = ludwright.playtest("connect_four", games=3, seed=1, tracked=2)
    turns = run.turns.collect()
    assert set(turns["game"]) == {0, 1}
    last = turns.filter(pl.col("game") == 1).tail(2)
    leads = run.match(1).leads()
    assert leads is not None
    assert last["value"].to_list() == pytest.approx(leads)
    assert last["seat"].to_list() == [1, 2]


def test_a_game_with_a_clock_keeps_the_time_of_every_decision() -> None:
    run = ludwright.playtest("homestead", games=2, seed=1)
    times = run.decisions.filter(pl.col("game") == 0).collect()["time"]
    assert times.is_sorted()
    assert times[-1] > 0
    assert run.sql("select max(time) as last from decisions where game = 0")["last"][0] == times[-1]


def test_frames_and_views_agree() -> None:
    run = ludwright.playtest("pig", ["greedy", "random"], 30, players=[2, 3], seed=4)
    for name in ("games", "seats", "decisions", "turns", "actions"):
        frame: pl.DataFrame = getattr(run, name).collect()
        view = run.sql(f"select * from {name}")
        assert set(view.columns) == set(frame.columns)
        columns = [c for c in frame.columns if frame[c].dtype not in (pl.List(pl.Float64),)]
        assert view.select(columns).sort(columns).rows() == frame.select(columns).sort(columns).rows(), name
    assert set(run.games.collect()["returns"].list.len()) == {2, 3}
    for column in ("returns", "scores"):
        lists = run.sql(f"select {column} from games order by game")[column].to_list()
        assert lists == run.games.sort("game").collect()[column].to_list()


def test_decisions_find_their_games_whatever_is_asked_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "_MOST", 64)  # several chunks of each cell, whose games do not follow each other
    run = ludwright.playtest("pig", ["hold at 20", "random"], 400, players=[2, 3], seed=4)
    assert len(run.plan.chunks) > 8
    rows = run.decisions.collect()
    for game in (0, 130, 799):
        assert rows.filter(pl.col("game") == game)["code"].to_list() == run.codes(game)
        own = run.sql(f"select ply, code from decisions where game = {game} order by ply")
        assert own.rows() == list(enumerate(run.codes(game)))
    for where in ("ply = 0", "code = 1 and game % 7 = 2 and actor = 2"):
        asked = pl.SQLContext(decisions=rows).execute(f"select * from decisions where {where}", eager=True)
        found = run.sql(f"select * from decisions where {where}")
        assert found.height == asked.height > 0
        assert found.select(asked.columns).sort("game", "ply").rows() == asked.sort("game", "ply").rows()


def test_a_question_in_sql_reads_nothing_else(tmp_path_factory: pytest.TempPathFactory) -> None:
    run = ludwright.playtest("tic_tac_toe", games=5)
    other = tmp_path_factory.mktemp("other") / "secret.csv"
    other.write_text("a\n1\n")
    for query in (f"select * from '{other}'", f"copy games to '{other}'", "select nothing from nowhere", "select"):
        with pytest.raises(ludwright.LudwrightError, match="can't be answered"):
            run.sql(query)
    assert other.read_text() == "a\n1\n"


def test_a_kept_game_knows_its_rules_when_the_text_has_changed(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("own")
    text = (ludwright.game.GAMES / "tic_tac_toe.game").read_text()
    (folder / "mine.game").write_text(text)
    ludwright.playtest(folder / "mine.game", games=5, out=folder / "run")
    (folder / "mine.game").write_text("nonsense")
    run: Playtest = ludwright.open_run(folder / "run")
    assert run.match(0).over
    (folder / "run" / "source" / "mine.game").write_text(text + "\n# a change\n")
    with pytest.raises(ludwright.LudwrightError, match="was changed since"):
        ludwright.open_run(folder / "run").match(0)


def test_games_that_go_wrong_are_kept_too() -> None:
    text = 'game "Long"\nplayers 2\nvar n = 0 in 0..9\nturn: one of a, b\naction a\n  n = 1\naction b\n  n = 2\nend when n is 9: me wins\n'
    run = ludwright.playtest(ludwright.load_text(text), games=3, move_limit=50)
    assert run.games.collect()["end"].to_list() == ["too long"] * 3
    assert run.seats.collect()["won"].to_list() == [False] * 6
    assert run.sql('select count(*) as n from seats where won or "return" is not null')["n"][0] == 0
    assert len(run.codes(2)) == 50


def test_only_games_with_a_text_are_kept() -> None:
    class Coin(ludwright.PythonGame):
        pass

    with pytest.raises(ludwright.LudwrightError, match="only games with a text"):
        ludwright.playtest(Coin, games=5)  # type: ignore[arg-type]


def test_what_players_think_of_their_options_is_kept_where_that_is_asked() -> None:
    run = ludwright.playtest("tic_tac_toe", "mcts:40,random", 2, seed=1, considered=1, seatings="fixed")
    thought, decisions = run.considered.collect(), run.decisions.filter(pl.col("game") == 0).collect()
    assert set(thought["game"]) == {0}
    for row in decisions.to_dicts():
        of_it = thought.filter(pl.col("ply") == row["ply"])
        if row["actor"] == 2 or row["options"] == 1:
            assert of_it.is_empty()
        else:
            assert of_it.height == row["options"]
            assert of_it.filter("chosen")["code"].to_list() == [row["code"]]
            assert of_it["visits"].sum() > 0
            assert of_it["value"].drop_nulls().is_between(-1, 1).all()
    assert run.sql("select count(*) as n from considered")["n"][0] == thought.height
    assert ludwright.playtest("tic_tac_toe", "mcts:40", 2).considered.collect().is_empty()


def test_two_texts_are_played_side_by_side(tmp_path: Path) -> None:
    ludwright.playtest("movement_points", games=20, also=["movement_points_2"], seed=2, out=tmp_path / "run")
    run = ludwright.open_run(tmp_path / "run")
    for version, name in enumerate(("movement_points", "movement_points_2")):
        alone = ludwright.playtest(name, games=20, seed=2)
        own = run.games.filter(pl.col("version") == version).collect()
        assert own["returns"].to_list() == alone.games.collect()["returns"].to_list()
        assert run.match(own["game"][3]).words == alone.match(3).words
    assert len({version.name for version in run.versions}) == 2


def test_versions_with_and_without_scores_lie_side_by_side() -> None:
    run = ludwright.playtest("tic_tac_toe", games=4, also=["movement_points"])
    scores = run.games.collect()["scores"].to_list()
    assert scores[:4] == [None] * 4
    assert all(len(one) == 2 for one in scores[4:])
    assert run.sql("select count(score) as n from seats")["n"][0] == 8
    assert run.decisions.collect()["game"].max() == 3
