"""A playtest whose files were changed after it was written says so when it is opened."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import ludwright
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.sums import note_sum
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


@pytest.mark.parametrize("summed", [True, False])
def test_a_flipped_bit_is_noticed_in_a_playtest_that_was_stopped(tmp_path: Path, summed: bool) -> None:
    """Polars panics at some of these; without sums, what can still be read may be wrong, but is never the end of the program."""
    out = tmp_path / "run"
    whole = ludwright.playtest("tic_tac_toe", games=20, out=out)
    before = files(out)
    (out / "finished.json").unlink()
    if summed:
        note_sum(out / "data" / "sums.txt", 0, whole.store._sum(0))
    assert ludwright.open_run(out).tally().games == 20
    victim = out / "data" / "decisions-000000.parquet"
    content = victim.read_bytes()
    noticed = 0
    for place in range(0, len(content), max(1, len(content) // 40)):
        victim.write_bytes(content[:place] + bytes([content[place] ^ 16]) + content[place + 1 :])
        try:
            ludwright.open_run(out)
        except PlaytestError as error:
            assert "was changed or damaged" in str(error)
            noticed += 1
        else:
            assert not summed
    assert noticed > 10
    victim.write_bytes(content[:-9] + b"\xff" + content[-8:])
    assert ludwright.playtest("", out=out, resume=True).complete
    assert files(out) == before
