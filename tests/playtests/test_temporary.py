"""Playtests that nobody asked to keep: their folders go when nothing that reads from them is left."""

from __future__ import annotations

import gc
from pathlib import Path

import polars as pl

import ludwright
from ludwright.playtests import Playtest


def played() -> Playtest:
    return ludwright.playtest("tic_tac_toe", games=5, threads=1)


def is_there(folder: Path) -> bool:
    gc.collect()
    return folder.is_dir()


def test_the_folder_of_a_playtest_that_is_forgotten_goes() -> None:
    run = played()
    folder = run.folder
    assert run.temporary
    assert is_there(folder)
    del run
    assert not is_there(folder)


def test_a_frame_keeps_what_it_reads_from_and_so_does_what_is_made_of_it() -> None:
    run = played()
    folder = run.folder
    longest = run.games.filter(pl.col("players") == 2).select(pl.col("decisions").max())
    del run
    assert is_there(folder)
    assert 5 <= longest.collect().item() <= 9
    del longest
    assert not is_there(folder)


def test_a_playtest_opened_again_keeps_the_folder_too() -> None:
    run = played()
    again = ludwright.open_run(run.folder)
    folder = run.folder
    del run
    assert is_there(folder)
    assert len(again.codes(0)) >= 5
    assert again.temporary


def test_a_game_of_it_lives_on_without_the_folder() -> None:
    match = played().match(0)
    gc.collect()
    assert match.over
    match.undo()
    assert not match.over


def test_what_is_kept_stays(tmp_path: Path) -> None:
    run = ludwright.playtest("tic_tac_toe", games=5, threads=1, out=tmp_path / "kept")
    folder = run.folder
    assert not run.temporary
    del run
    assert is_there(folder)
