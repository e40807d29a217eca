"""A playtest whose files were changed after it was written says so when it is opened."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import ludwright
from ludwright.playtests.mistakes import PlaytestError
from tests.cli.running import run
from tests.playtests.test_folder import files


def test_changed_answers_are_noticed_and_played_again(tmp_path: Path) -> None:
    out = tmp_path / "run"
    ludwright.playtest("tic_tac_toe", games=20, out=out)
    before = files(out)
    victim = next((out / "data").glob("decisions-*.parquet"))
    answers = pl.read_parquet(victim)
    answers.with_columns(pl.col("what").reverse()).write_parquet(victim)  # as many as before, and all can be read
    with pytest.raises(PlaytestError, match="was changed or damaged"):
        ludwright.open_run(out)
    for command in (["inspect"], ["query", "--sql", "select 1"], ["metrics"], ["report"]):
        ran = run(command[0], str(out), *command[1:])
        assert ran.code == 2 and "was changed or damaged" in ran.err and "--resume" in ran.err, ran
    assert ludwright.playtest("", out=out, resume=True).complete
    assert files(out) == before and ludwright.open_run(out).tally().games == 20


def test_a_stranger_s_sums_do_no_harm(tmp_path: Path) -> None:
    out = tmp_path / "run"
    ludwright.playtest("tic_tac_toe", games=5, out=out)
    for text in ('{"sums": "x"}', '{"sums": [1.5]}', "[]", '{"sums": []}'):
        (out / "finished.json").write_text(text)
        assert ludwright.open_run(out).tally().games == 5
