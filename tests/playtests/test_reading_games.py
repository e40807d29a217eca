"""Games played by people."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import ludwright
from ludwright.engine.deals import same_deal
from ludwright.engine.random import stream
from ludwright.play import saved
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.keeping import keep_written
from ludwright.playtests.reading_games import read_trace


def written(run: ludwright.Playtest, game: int, folder: Path, name: str) -> Path:
    """A kept game as somebody would write it down."""
    match = run.match(game, 0)
    lines = [f"game: {name}", f"players: {match.game.players}", f"seed: {match.seed}", f"deal: {match.number}", ""]
    for code in run.codes(game):
        option = match.game.wording.option(code, match.words)
        lines.append(f"{match.game.seats[match.actor or 0]}: {option.words}  # move {match.moves + 1}")
        match.apply(code)
    path = folder / f"{name}-{game}.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["connect_four", "fireworks", "pig", "bird_lady", "homestead", "hearts", "six_takes"])
def test_a_game_written_down_gets_the_tables_of_the_game_that_was_played(name: str, tmp_path: Path) -> None:
    run = ludwright.playtest(name, games=3, seed=9)
    files = [written(run, game, tmp_path, name) for game in range(3)]
    keep_written([read_trace(path) for path in files], tmp_path / "people")
    people = ludwright.open_run(tmp_path / "people")
    apart = pl.exclude("cell", "version")
    assert people.games.select(apart).collect().rows() == run.games.select(apart).collect().rows()
    assert people.decisions.collect().rows() == run.decisions.collect().rows()
    assert people.turns.collect().rows() == run.turns.collect().rows()
    assert people.match(2).words == run.match(2).words


def test_any_deal_of_any_seed_is_a_deal_of_every_other() -> None:
    for seed, game, other in [(1, 0, 2), (5, 123, 5), (2**40, 7, 0), (0, 10**12, 3)]:
        number = same_deal(seed, game, other)
        assert -(2**63) <= number < 2**63
        assert [stream(other, number, role) for role in range(3)] == [stream(seed, game, role) for role in range(3)]


def test_games_of_different_seeds_lie_side_by_side(tmp_path: Path) -> None:
    files = []
    for seed in (3, 4):
        one = ludwright.playtest("pig", games=1, seed=seed)
        files.append(written(one, 0, tmp_path, "pig").rename(tmp_path / f"{seed}.txt"))
    keep_written([read_trace(path) for path in files], tmp_path / "people")
    people = ludwright.open_run(tmp_path / "people")
    for game, seed in enumerate((3, 4)):
        own = ludwright.playtest("pig", games=1, seed=seed)
        assert people.match(game).words == own.match(0).words
    assert people.sql("select count(*) as n from games")["n"][0] == 2


def test_a_game_saved_at_the_table(tmp_path: Path) -> None:
    game = ludwright.load("tic_tac_toe", ask_forced=True)
    match = game.start(seed=5)
    while not match.over:
        match.apply(match.codes()[0])
    saved.save(tmp_path / "evening.json", match, ["human", "human"])
    keep_written([read_trace(tmp_path / "evening.json")], tmp_path / "people")
    people = ludwright.open_run(tmp_path / "people")
    assert people.games.collect()["end"][0] == "over"
    assert people.match(0).returns() == match.returns()
    assert people.seats.collect()["agent"].to_list() == ["human", "human"]


def test_what_was_no_choice_may_be_written_down_or_left_out(tmp_path: Path) -> None:
    moves = ["b2", "a1", "a3", "c1", "b1", "b3", "c2", "a2", "c3"]  # nothing but c3 is left in the end
    for name, kept in (("all", moves), ("some", moves[:-1])):
        (tmp_path / name).write_text("game: tic_tac_toe\n" + "\n".join(f"place {cell}" for cell in kept))
        keep_written([read_trace(tmp_path / name)], tmp_path / f"{name}-kept")
        people = ludwright.open_run(tmp_path / f"{name}-kept")
        assert people.games.collect()["end"][0] == "over"
        assert people.games.collect()["moves"][0] == 9
        assert people.match(0).returns() == [0, 0]


def test_names_of_players_and_a_game_that_was_broken_off(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game: tic_tac_toe\nseats: Ann, Bob\n\n1. Ann: place b2\n2. Bob: place a1\n")
    keep_written([read_trace(path)], tmp_path / "people")
    people = ludwright.open_run(tmp_path / "people")
    assert people.games.collect()["end"][0] == "unfinished"
    assert people.seats.collect()["agent"].to_list() == ["Ann", "Bob"]
    assert people.seats.collect()["won"].to_list() == [False, False]
    assert people.decisions.collect()["ply"].to_list() == [0, 1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "does not say which game"),
        ("game: tic_tac_to\n", "did you mean `tic_tac_toe`"),
        ("game: tic_tac_toe\nplace b9\n", r"game.txt:2: `place b9` is not legal here; did you mean"),
        ("game: tic_tac_toe\nseats: A, B\nB: place b2\n", r"game.txt:3: it is not B who chooses here, but A"),
        ("game: tic_tac_toe\nseats: A\nplace b2\n", "1 seats are named, but 2 play"),
        ("game: tic_tac_toe\nseed: soon\n", "game.txt:2: `soon`"),
        ("game: tic_tac_toe\nset: nothing\n", "set: coins=5"),
        (
            "game: tic_tac_toe\nplace a1\nplace b1\nplace a2\nplace b2\nplace a3\nplace b3\n",
            r"game.txt:7: the game is over",
        ),
    ],
)
def test_what_is_written_wrongly_is_said_with_its_line(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text)
    with pytest.raises(PlaytestError, match=words):
        keep_written([read_trace(path)], tmp_path / "people")


def test_games_of_different_rules_are_kept_apart(tmp_path: Path) -> None:
    for name in ("pig", "nim"):
        (tmp_path / f"{name}.txt").write_text(f"game: {name}\n")
    with pytest.raises(PlaytestError, match="keep them apart"):
        keep_written([read_trace(tmp_path / f"{name}.txt") for name in ("pig", "nim")], tmp_path / "people")
