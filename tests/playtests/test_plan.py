"""What is played, who sits where, and in which pieces."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import ludwright
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.plan import GameText, Plan, PlanCell, seatings_of, spread, versions_of
from ludwright.playtests.planning import PlanOptions, plan_for

GAME = [GameText("Game", "game.game", "")]


def wish(**other: object) -> PlanOptions:
    plain = PlanOptions(["random"], 100, None, "rotate", 1, {}, {}, None, None, 0, 1000)
    return replace(plain, **other)  # type: ignore[arg-type]


def plan(name: str, **other: object) -> Plan:
    return plan_for([ludwright.load(name).description], wish(**other))[0]


def test_a_grid_makes_a_version_of_every_combination() -> None:
    versions = versions_of(GAME, {"fixed": 7}, {"a": [1, 2], "b": [5]})
    assert [version.name for version in versions] == ["a=1, b=5", "a=2, b=5"]
    assert versions[1].params == {"fixed": 7, "a": 2, "b": 5}


def test_without_a_grid_there_is_one_version() -> None:
    assert [version.name for version in versions_of(GAME, {}, {})] == ["Game"]


def test_a_parameter_is_set_or_in_the_grid_but_not_both() -> None:
    with pytest.raises(PlaytestError, match="`a` is set and in the grid"):
        versions_of(GAME, {"a": 1}, {"a": [1, 2]})


@pytest.mark.parametrize(
    ("agents", "players", "how", "expected"),
    [
        (["a", "b"], 2, "fixed", [("a", "b")]),
        (["a", "b"], 2, "rotate", [("a", "b"), ("b", "a")]),
        (["a", "a"], 2, "rotate", [("a", "a")]),
        (["a"], 3, "all", [("a", "a", "a")]),
        (["a", "b"], 3, "all", [("a", "b", "a"), ("a", "a", "b"), ("b", "a", "a")]),
        (["a", "b", "c"], 2, "all", [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b")]),
    ],
)
def test_seatings(agents: list[str], players: int, how: str, expected: list[tuple[str, ...]]) -> None:
    assert seatings_of(agents, players, how) == expected


def test_more_agents_than_seats_need_every_order() -> None:
    with pytest.raises(PlaytestError, match="3 agents are named, but 2 play"):
        seatings_of(["a", "b", "c"], 2, "rotate")


def test_too_many_orders_are_refused() -> None:
    with pytest.raises(PlaytestError, match="too many ways"):
        seatings_of(list("abcdefgh"), 8, "all")


def test_games_are_spread_evenly() -> None:
    assert list(spread(10, 4)) == [3, 3, 2, 2]


def test_every_game_lies_in_exactly_one_chunk_and_cells_go_forward_together() -> None:
    cells = tuple(PlanCell(i, 0, 2, ("a", "b"), 100 * i, 100, size) for i, size in enumerate((30, 50)))
    made = replace(plan("tic_tac_toe"), cells=cells)
    games = [cells[chunk.cell].first + chunk.first + k for chunk in made.chunks for k in range(chunk.games)]
    assert sorted(games) == list(range(200))
    assert [chunk.cell for chunk in made.chunks] == [0, 1, 0, 1, 0, 0]
    assert made.chunk_of(cells[0], 95).index == 5
    assert made.cell_of(150) is cells[1]
    with pytest.raises(PlaytestError, match="no game 200"):
        made.cell_of(200)


def test_a_plan_written_down_is_the_same_plan() -> None:
    made = plan("pig", agents=["hold at 20", "random"], players=[2, 3], grid={"goal": [20, 30]})
    assert Plan.from_json(json.loads(json.dumps(made.as_json()))) == made
    assert len(made.cells) == 2 * (2 + 3)
    assert sum(cell.games for cell in made.cells) == made.asked == 400


def test_where_somebody_thinks_chunks_are_small() -> None:
    assert plan("tic_tac_toe", agents=["mcts:5"], games=1000).cells[0].chunk == 8
    assert plan("tic_tac_toe", games=10**6).cells[0].chunk == 1 << 16


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"games": 0}, "at least one game"),
        ({"agents": []}, "nobody plays"),
        ({"players": [2, 2]}, "named twice"),
        ({"until": "happiness ± 1%"}, "can't be waited for"),
        ({"seatings": "some"}, "no seating `some`"),
    ],
)
def test_what_can_not_be_played_is_said(other: dict[str, object], words: str) -> None:
    with pytest.raises(PlaytestError, match=words):
        plan("tic_tac_toe", **other)


def test_several_texts_are_versions_of_one_game() -> None:
    texts = [GameText("Old", "old.game", "1"), GameText("New", "version-1/new.game", "2")]
    versions = versions_of(texts, {}, {"a": [1, 2]})
    assert [version.name for version in versions] == ["Old, a=1", "Old, a=2", "New, a=1", "New, a=2"]
    assert [version.main for version in versions_of(texts, {}, {})] == ["old.game", "version-1/new.game"]


def test_a_setting_that_is_yes_or_no_is_kept(tmp_path: Path) -> None:
    run = ludwright.playtest("pig", games=2, params={"stop_at_goal": False}, out=tmp_path / "run", threads=1)
    assert ludwright.open_run(run.folder).versions[0].params == {"stop_at_goal": 0}


def test_what_is_loaded_already_is_not_compiled_again_for_other_settings() -> None:
    first = ludwright.playtest("pig", games=2, params={"goal": 40}, threads=1)
    other = ludwright.playtest("pig", games=2, params={"goal": 50}, threads=1)
    assert other.game_of(0).params["goal"] == 50
    assert other.game_of(0).compiled is first.game_of(0).compiled
    plain = ludwright.playtest("pig", games=2, threads=1)
    assert plain.game_of(0).params["goal"] == 100
