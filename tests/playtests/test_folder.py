"""The folder of a playtest: whole whatever happens, the same however it came about."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ludwright
from ludwright.playtests import store
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.lock import locked

QUICK: dict[str, Any] = {"agents": "greedy,random", "games": 300, "seed": 7}


def files(folder: Path) -> dict[str, str]:
    """The results, by what is in them."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted((folder / "data").iterdir())}


def test_one_thread_two_threads_and_a_stop_in_between_give_the_same_files(tmp_path: Path) -> None:
    ludwright.playtest("pig", **QUICK, threads=1, out=tmp_path / "one")
    ludwright.playtest("pig", **QUICK, threads=2, out=tmp_path / "two")
    _stopped_after("pig", 5, tmp_path / "three")
    ludwright.playtest("", out=tmp_path / "three", resume=True)
    assert len(files(tmp_path / "one")) > 20
    assert files(tmp_path / "one") == files(tmp_path / "two") == files(tmp_path / "three")


def _stopped_after(game: str, chunks: int, out: Path) -> None:
    class EnoughError(Exception):
        pass

    kept = store.PlaytestStore.keep
    count = 0

    def keep(self: store.PlaytestStore, chunk: int, tables: Any) -> None:
        nonlocal count
        count += 1
        if count > chunks:
            raise EnoughError
        kept(self, chunk, tables)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store.PlaytestStore, "keep", keep)
        with pytest.raises(EnoughError):
            ludwright.playtest(game, **QUICK, out=out, threads=1)
    assert not ludwright.open_run(out).complete


def test_a_complete_playtest_is_not_played_again(tmp_path: Path) -> None:
    ludwright.playtest("tic_tac_toe", games=10, out=tmp_path / "run")
    with pytest.raises(PlaytestError, match="already"):
        ludwright.playtest("tic_tac_toe", games=10, out=tmp_path / "run")
    before = files(tmp_path / "run")
    assert ludwright.playtest("", out=tmp_path / "run", resume=True).complete
    assert files(tmp_path / "run") == before


def test_an_unfinished_one_is_gone_on_with_only_when_that_is_said(tmp_path: Path) -> None:
    _stopped_after("pig", 2, tmp_path / "run")
    with pytest.raises(PlaytestError, match="--resume"):
        ludwright.playtest("pig", games=10, out=tmp_path / "run")


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(PlaytestError, match="not empty"):
        ludwright.playtest("pig", games=10, out=tmp_path)
    assert [path.name for path in tmp_path.iterdir() if path.name != ".lock"] == ["letter.txt"]


def test_two_at_once_into_one_folder(tmp_path: Path) -> None:
    with locked(tmp_path / "run"), pytest.raises(PlaytestError, match="another playtest is running"):
        ludwright.playtest("pig", games=10, out=tmp_path / "run")
    assert ludwright.playtest("pig", games=10, out=tmp_path / "run").complete


def test_a_full_disk_is_said_and_leaves_nothing_corrupt(tmp_path: Path) -> None:
    real, written = store.encode, 0

    def full(table: pl.DataFrame, file: Any) -> None:
        nonlocal written
        written += 1
        if written > 7:
            file.write(b"half")
            raise OSError(errno.ENOSPC, "No space left on device")
        real(table, file)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "encode", full)
        with pytest.raises(PlaytestError, match="the disk is full"):
            ludwright.playtest("pig", **QUICK, out=tmp_path / "run", threads=1)
    kept = ludwright.open_run(tmp_path / "run")
    assert not list((tmp_path / "run" / "data").glob("*.new"))
    assert kept.games.collect().height > 0
    ludwright.playtest("", out=tmp_path / "run", resume=True)
    ludwright.playtest("pig", **QUICK, out=tmp_path / "other")
    assert files(tmp_path / "run") == files(tmp_path / "other")


def test_a_chunk_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    ludwright.playtest("pig", **QUICK, out=tmp_path / "run")
    before = files(tmp_path / "run")
    (tmp_path / "run" / "finished.json").unlink()
    victim = tmp_path / "run" / "data" / "games-000003.parquet"
    victim.write_bytes(victim.read_bytes()[:40])
    (tmp_path / "run" / "data" / "decisions-000004.parquet").unlink()
    (tmp_path / "run" / "data" / "games-000009.parquet.new").write_bytes(b"x")
    ludwright.playtest("", out=tmp_path / "run", resume=True)
    assert files(tmp_path / "run") == before


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[]",
        '{"what": "ludwright playtest", "format": 4, "plan": {}}',
    ],
)
def test_a_manifest_that_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(PlaytestError, match="no manifest"):
        ludwright.open_run(tmp_path)


@pytest.mark.parametrize("layout", [1, 2, 99, None])
def test_a_playtest_that_is_laid_out_in_another_way_is_refused(tmp_path: Path, layout: int | None) -> None:
    kept = {"what": "ludwright playtest", "plan": {}, **({} if layout is None else {"format": layout})}
    (tmp_path / "manifest.json").write_text(json.dumps(kept))
    with pytest.raises(PlaytestError, match="another version of Ludwright"):
        ludwright.open_run(tmp_path)
    with pytest.raises(PlaytestError, match="another version of Ludwright"):
        ludwright.playtest("", out=tmp_path, resume=True)


def test_a_folder_without_a_playtest(tmp_path: Path) -> None:
    with pytest.raises(PlaytestError, match="there is no playtest"):
        ludwright.open_run(tmp_path)


def test_killed_and_gone_on_with(tmp_path: Path) -> None:
    _kill_at_moments(tmp_path, 1)


@pytest.mark.slow
def test_killed_at_fifty_moments(tmp_path: Path) -> None:
    _kill_at_moments(tmp_path, 50)


def _kill_at_moments(tmp_path: Path, times: int) -> None:
    """Every run is killed once, at some moment, and then finished: nothing is lost, nothing is there twice."""
    wanted = ludwright.playtest("pig", agents="greedy,random", games=4_000, seed=7, out=tmp_path / "whole")
    expected = files(wanted.folder)
    dice = random.Random(1)
    for number in range(times):
        out = tmp_path / f"killed-{number}"
        stopped = _start(out)
        limit = dice.randrange(0, len(expected))
        while stopped.poll() is None and len(list(out.glob("data/*.parquet"))) < limit:
            time.sleep(0.001)
        time.sleep(dice.random() * 0.02)
        stopped.send_signal(signal.SIGKILL)
        stopped.wait()
        done = set(files(out)) if (out / "data").is_dir() else set()
        if (out / "manifest.json").is_file():
            ludwright.playtest("", out=out, resume=True)
        else:  # killed before it had begun
            ludwright.playtest("pig", agents="greedy,random", games=4_000, seed=7, out=tmp_path / f"anew-{number}")
            continue
        assert files(out) == expected, (number, limit, sorted(done))


def _start(out: Path) -> subprocess.Popen[bytes]:
    code = (
        "import ludwright, sys; "
        "ludwright.playtest('pig', agents='greedy,random', games=4_000, seed=7, out=sys.argv[1], threads=2)"
    )
    return subprocess.Popen([sys.executable, "-c", code, str(out)], env=os.environ)
