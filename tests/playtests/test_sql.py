"""Questions in SQL: they read the playtest and nothing else, take a bounded part of the memory, and can be stopped."""

from __future__ import annotations

import os
import resource
import signal
import threading
from typing import Any

import pytest

import ludwright
from ludwright.playtests import views
from ludwright.playtests.errors import PlaytestError

ENDLESS = "select sum(a.range * b.range) from range(10000000) a, range(10000000) b"


@pytest.fixture(scope="module")
def run() -> Any:
    return ludwright.playtest("tic_tac_toe", games=4)


@pytest.mark.parametrize(
    "query",
    [
        "select * from read_csv('/etc/passwd')", "select * from read_text('/etc/hostname')", "select * from glob('/*')",
        "copy games to 'x.csv'", "attach 'x.db'", "install httpfs", "load httpfs", "set memory_limit = '9GB'", "export database 'x'",
        "create table x as select 1", "select 1; select 2",
    ],
)  # fmt: skip
def test_nothing_outside_is_read_or_changed(run: Any, query: str) -> None:
    with pytest.raises(PlaytestError, match="can't be answered"):
        run.sql(query)


@pytest.mark.parametrize(
    "query",
    [
        "select range from range(9000000)",
        "select range from range(9000000) order by hash(range)",
        "select repeat('x', 4000000000) as x",
        "select length(repeat('x', 4000000000)) as x",
        "select list(repeat('x', 1000000)) as x from range(400)",
        "select string_agg(repeat('x', 1000000)) as x from range(400)",
        "select lpad('', 2000000000, 'x') as x",
    ],
)
def test_the_memory_is_bounded(run: Any, query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_MEMORY", 40 << 20)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    with pytest.raises(PlaytestError, match="of memory: ask for less"):
        run.sql(query)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # in kilobytes, of the largest of all children
    assert after <= max(before, 400_000)


def test_the_order_stays(run: Any) -> None:
    assert run.sql("select game from games order by game desc")["game"].to_list() == [3, 2, 1, 0]


def test_a_question_without_end_can_be_stopped(run: Any) -> None:
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        run.sql(ENDLESS)


@pytest.mark.parametrize("value", ["interval 1 day", "[interval 1 day]", "true::union(a bool)"])
def test_what_frames_can_not_hold_is_told(run: Any, value: str) -> None:
    with pytest.raises(PlaytestError, match="can't be shown: turn it into text"):
        run.sql(f"select {value} as x")


def test_what_goes_wrong_on_the_way_is_told(run: Any) -> None:
    with pytest.raises(PlaytestError, match="can't be answered: Conversion Error"):
        run.sql("select cast('x' || game as int) as x from games")
