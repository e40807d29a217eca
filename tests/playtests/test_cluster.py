"""Playtests on Ray."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright.playtests.errors import PlaytestError
from tests.playtests.test_folder import files

WISH: dict[str, Any] = {"agents": "mcts:30,greedy", "games": 400, "seed": 7}


@pytest.mark.slow
def test_two_nodes_give_the_same_files(tmp_path: Path) -> None:
    ray_cluster = pytest.importorskip("ray.cluster_utils").Cluster
    import ray

    cluster = ray_cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    try:
        ludwright.playtest("pig", **WISH, out=tmp_path / "two", cluster=cluster.address)
    finally:
        ray.shutdown()
        cluster.shutdown()
    ludwright.playtest("pig", **WISH, out=tmp_path / "one", threads=1)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def _ancestors(process: int) -> set[int]:
    """The processes a process comes from."""
    found: set[int] = set()
    while process > 1:
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        found.add(process)
    return found


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    killed: list[int] = []

    def kill_one() -> None:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and not list((tmp_path / "run").glob("data/games-00001*.parquet")):
            time.sleep(0.01)
        for entry in Path("/proc").iterdir():
            try:
                title = (entry / "cmdline").read_bytes()
                mine = b"ray::_Worker" in title and os.getpid() in _ancestors(int(entry.name))
            except OSError:
                continue
            if mine and not killed:
                killed.append(int(entry.name))
                os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    ludwright.playtest("pig", **WISH, out=tmp_path / "run", cluster="local:2")
    killer.join()
    assert killed
    ludwright.playtest("pig", **WISH, out=tmp_path / "plain")
    assert files(tmp_path / "run") == files(tmp_path / "plain")


@pytest.mark.parametrize("address", ["local:", "local:0", "local:x"])
def test_local_workers_need_a_number(tmp_path: Path, address: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises(PlaytestError, match="local:2"):
        ludwright.playtest("pig", games=5, out=tmp_path / "run", cluster=address)


def test_players_written_in_python_stay_here(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("def first(observation, options):\n    return options[0]\n")
    with pytest.raises(PlaytestError, match="can't play on a cluster"):
        ludwright.playtest("pig", f"python:{own}:first", games=5, out=tmp_path / "run", cluster="local:2")
