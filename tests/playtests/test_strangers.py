"""Folders and files of strangers, and odd names: a sentence each, and nothing is harmed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ludwright
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.reading_games import read_trace
from ludwright.playtests.shelf import find_run, prune, runs
from tests.bundled import bundled
from tests.cli.running import run as command


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "base"
    ludwright.playtest("tic_tac_toe", games=50, out=folder)
    return folder


@pytest.fixture
def base(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "base"))


@pytest.mark.parametrize(
    "query",
    [
        "copy (select 1 as a) to '{file}' (format parquet, use_tmp_file false)",
        "attach '{file}' as x",
        "create table t as select 1",
        "drop view games",
        "select 1; select 2",
        "",
        "select 1 as a, 2 as a",
        "select interval 1 day as i",
    ],
)
def test_a_query_only_asks(base: Path, query: str) -> None:
    file = base / "data" / "games-000000.parquet"
    before = file.read_bytes()
    with pytest.raises(PlaytestError):
        ludwright.open_run(base).sql(query.format(file=file))
    assert file.read_bytes() == before


def test_not_a_number_and_infinity_are_shown(base: Path) -> None:
    ran = command("query", str(base), "--sql", "select 'nan'::double as a, 'inf'::double as b")
    assert ran.code == 0, ran.err


def _edited(change: Callable[[dict[str, Any]], Any], folder: Path) -> Path:
    path = folder / "manifest.json"
    kept = json.loads(path.read_text())
    change(kept["plan"])
    path.write_text(json.dumps(kept))
    return folder


@pytest.mark.parametrize(
    "change",
    [
        lambda plan: plan["cells"][0].update(games=10**9, chunk=1),
        lambda plan: plan["cells"][0].update(chunk=0),
        lambda plan: plan["cells"][0].update(chunk=-5),
        lambda plan: plan["cells"][0].update(players=99),
        lambda plan: plan["cells"][0].update(players=0, agents=[]),
        lambda plan: plan["cells"][0].update(version=7),
        lambda plan: plan["cells"][0].update(games="x"),
        lambda plan: plan["cells"][0]["packing"].update(code=-1),
        lambda plan: plan["versions"][0].update(main="../../../etc/passwd"),
        lambda plan: plan["versions"][0].update(main="/etc/passwd"),
        lambda plan: plan["versions"][0].update(params=[1]),
        lambda plan: plan.update(seed=1.5),
    ],
)
def test_a_manifest_that_can_not_be_one(base: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    _edited(change, base)
    with pytest.raises(PlaytestError, match="manifest"):
        ludwright.open_run(base)
    assert [kept.plan for kept in runs(base.parent)] == [None]


@pytest.mark.parametrize("written", ["python:", "python :", " Python:", "PYTHON\t:"])
def test_code_named_in_a_manifest_does_not_run_unasked(base: Path, tmp_path: Path, written: str) -> None:
    evil, mark = tmp_path / "evil.py", tmp_path / "mark"
    evil.write_text(f"open({str(mark)!r}, 'w')\ndef x(observation, options):\n    return options[0]\n")
    _edited(lambda plan: plan["cells"][0].update(agents=[f"{written}{evil}:x", "random"]), base)
    run = ludwright.open_run(base)
    run.inspect(0, 1)
    with pytest.raises(ludwright.LudwrightError, match="say who plays on"):
        run.fork(0, 1, games=2)
    (base / "finished.json").unlink()
    with pytest.raises(PlaytestError, match="if you trust it"):
        ludwright.playtest("", out=base, resume=True)
    with pytest.raises(ludwright.LudwrightError, match="if you trust it"):
        ludwright.compare(_edited(lambda plan: plan.update(agents=[f"{written}{evil}:x", "random"]), base), "nim")
    assert not mark.exists()


def test_one_bad_folder_does_not_hide_the_others(base: Path) -> None:
    (base / "data" / "games-foo.parquet").touch()
    deep = base.parent / "deep"
    deep.mkdir()
    (deep / "manifest.json").write_text("[" * 20_000)
    found = {kept.folder.name: kept for kept in runs(base.parent)}
    assert found["deep"].plan is None
    assert found["base"].games == 50


def test_only_the_named_shelf_is_cleared(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(base.parent)
    with pytest.raises(PlaytestError, match="no playtest `base`"):
        find_run("base", Path("nosuch"))
    assert command("runs", "prune", "base", "--in", "nosuch").code == 2
    assert base.is_dir()
    assert prune(base) > 0
    assert not base.exists()


def test_a_damaged_file_is_played_again_on_resume(base: Path) -> None:
    games = base / "data" / "games-000000.parquet"
    before = games.read_bytes()
    games.write_bytes(before[:1000])
    ran = command("query", str(base), "--sql", "select count(*) from games")
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert command("metrics", str(base)).code == 2
    ludwright.playtest("", out=base, resume=True)
    assert games.read_bytes() == before


def test_a_folder_that_was_left_before_it_had_begun(base: Path, tmp_path: Path) -> None:
    left = tmp_path / "left"
    shutil.copytree(base / "source", left / "source")
    assert ludwright.playtest("tic_tac_toe", games=5, out=left, resume=True).complete


def test_going_on_with_something_else(base: Path, tmp_path: Path) -> None:
    with pytest.raises(PlaytestError, match="by other rules than nim"):
        ludwright.playtest("nim", out=base, resume=True)
    with pytest.raises(PlaytestError, match="there is no playtest in"):
        ludwright.playtest("", out=tmp_path / "nothing", resume=True)


def test_names_with_brackets_and_stars(base: Path, tmp_path: Path) -> None:
    odd = tmp_path / "gl[ob] *?"
    shutil.copytree(base, odd)
    run = ludwright.open_run(odd)
    assert run.games.collect().height == 50
    assert run.sql("select count(*) as n from decisions where ply = 0")["n"][0] == 50
    assert run.match(3).over


def test_titles_that_look_like_markup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ludwright.game.GAMES / "tic_tac_toe.game").read_text().replace("Tic-tac-toe", "Tic [/b] toe")
    Path("odd.game").write_text(text)
    ran = command("playtest", "odd.game", "-n", "5")
    assert ran.code == 0, ran.err
    assert "Tic [/b] toe" in ran.out
    assert "Tic [/b] toe" in command("runs").out


def test_a_pattern_of_stars_ends(base: Path) -> None:
    assert ludwright.open_run(base).find('plays "' + "*" * 200 + 'x"').count == 0


def test_a_line_without_end_is_no_action(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game: tic_tac_toe\nplace " + "x" * 10_000)
    with pytest.raises(PlaytestError, match="too long for an action"):
        read_trace(path)
    with pytest.raises(PlaytestError, match="not a plain file"):
        read_trace(Path("/dev/zero"))


def test_rounds_are_counted_where_the_rules_speak_of_them() -> None:
    assert ludwright.playtest("pig", games=5).games.collect()["rounds"].null_count() == 5
    counted = [
        name for name in ("hearts", "six_takes", "seven_cities", "hamlet") if bundled(name).rules.turns.counts_rounds
    ]
    assert counted
    rounds = ludwright.playtest(counted[0], games=3).games.collect()["rounds"]
    assert rounds.null_count() == 0
    assert rounds.dtype == pl.Int32


@pytest.mark.parametrize("players", [-1, 0, 9, 10**30])
def test_numbers_of_players_that_no_game_has(players: int) -> None:
    with pytest.raises(ludwright.LudwrightError, match="players"):
        ludwright.playtest("pig", games=5, players=players)


ROWS = 400_000_000
_BOUNDED = """
import resource, sys
import ludwright
run = sys.argv[1]
resource.setrlimit(resource.RLIMIT_DATA, (1_500_000_000, 1_500_000_000))
try:
    opened = ludwright.open_run(run)
except ludwright.LudwrightError as error:
    sys.exit(str(error))
"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small file that says it holds very many rows, and does."""
    path = tmp_path_factory.mktemp("large") / "large.parquet"
    many = pl.LazyFrame({"what": [7]}, schema={"what": pl.UInt16}).select(
        pl.col("what").repeat_by(ROWS // 100).explode()
    )
    pl.concat([many] * 100).sink_parquet(path, compression="zstd", row_group_size=ROWS // 100)
    assert path.stat().st_size < 2_000_000
    return path


@pytest.mark.parametrize(
    "table", ["decisions", *(pytest.param(other, marks=pytest.mark.slow) for other in ("games", "turns", "considered"))]
)
def test_a_file_that_claims_very_many_rows_is_not_read(base: Path, large: Path, table: str) -> None:
    shutil.copy(large, base / "data" / f"{table}-000000.parquet")
    tried = subprocess.run([sys.executable, "-c", _BOUNDED, str(base)], capture_output=True, text=True, check=False)
    assert f"says that it holds {ROWS:,} rows: there can't be more than" in tried.stderr
    with pytest.raises(PlaytestError, match="says that it holds"):
        ludwright.playtest("", out=base, resume=True)
    for asked in (
        ["query", str(base), "--sql", "select 1"],
        ["metrics", str(base)],
        ["inspect", str(base), "--game", "1"],
    ):
        ran = command(*asked)
        assert ran.code == 2, ran.err
        assert "says that it holds" in ran.err


def test_more_games_than_the_manifest_says(base: Path) -> None:
    path = base / "data" / "games-000000.parquet"
    games = pl.read_parquet(path)
    pl.concat([games, games]).write_parquet(path)
    with pytest.raises(PlaytestError, match="says that it holds 100 rows: there can't be more than 50"):
        ludwright.open_run(base)


def test_a_column_of_lists_is_a_strangers(base: Path) -> None:
    path = base / "data" / "decisions-000000.parquet"
    pl.read_parquet(path).with_columns(more=pl.lit([1, 2, 3])).write_parquet(path)
    with pytest.raises(PlaytestError, match="holds columns of lists"):
        ludwright.open_run(base)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_a_pipe_is_no_chunk(base: Path) -> None:
    path = base / "data" / "games-000000.parquet"
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(PlaytestError):
        ludwright.open_run(base)


def test_a_folder_whose_name_is_no_text(base: Path, tmp_path: Path) -> None:
    strange = tmp_path / "a\udcffb"
    base.rename(strange)
    with pytest.raises(PlaytestError, match="a name that is no text"):
        ludwright.open_run(strange)
    with pytest.raises(PlaytestError, match="a name that is no text"):
        ludwright.playtest("nim", games=1, out=strange)
    assert command("runs", "--in", str(tmp_path)).code == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda plan: plan["cells"][0].update(players="two"), "`cells[0].players` is a text, not a whole number"),
        (lambda plan: plan.update(title=3), "`title` is a whole number, not a text"),
        (lambda plan: plan.update(agents={"a": 1}), "`agents` is a table of names, not a list"),
        (lambda plan: plan.update(title="\ud800"), "`title` holds half a character"),
        (lambda plan: plan.pop("seed"), "`seed` is missing"),
        (lambda plan: plan.update(more=1), "`more` does not belong there"),
        (lambda plan: plan.update(seed=1 << 64), "`seed` lies outside of 0 to"),
    ],
)
def test_a_wrong_value_is_named(base: Path, change: Callable[[dict[str, Any]], Any], words: str) -> None:
    _edited(change, base)
    with pytest.raises(PlaytestError) as caught:
        ludwright.open_run(base)
    assert words in str(caught.value)
    assert "manifest.json can't be read" in str(caught.value)


@pytest.mark.parametrize("value", [1_000_000, -1, None])
def test_games_that_say_they_are_longer_than_they_are(base: Path, value: int | None) -> None:
    """Even where somebody has put the sums right: kernels must not read what is not there."""
    file = base / "data" / "games-000000.parquet"
    pl.read_parquet(file).with_columns(pl.lit(value, pl.Int32).alias("decisions")).write_parquet(file)
    store = ludwright.Playtest(base).store
    (base / "finished.json").write_text(json.dumps({"sums": [store._sum(chunk) for chunk in sorted(store.done())]}))
    with pytest.raises(PlaytestError, match="was changed or damaged"):
        list(ludwright.open_run(base).pieces())


@pytest.mark.parametrize("compression", [pytest.param("zstd", marks=pytest.mark.slow), "gzip"])
def test_a_text_that_unpacks_to_very_much_is_not_read(base: Path, compression: str) -> None:
    path = base / "data" / "turns-000000.parquet"
    turns = pl.DataFrame({"game": [0, 0], "name": ["x" * 300_000_000, "y" * 300_000_000]})
    turns.write_parquet(path, compression=compression)  # type: ignore[arg-type]
    assert path.stat().st_size < 2_000_000
    ran = command("metrics", str(base))
    assert ran.code == 2
    assert str(path) in ran.err and "says that it unpacks to 600 MB: there can't be more than 537 MB" in ran.err


def test_a_file_with_fewer_games_than_the_manifest_says_is_named(base: Path) -> None:
    path = base / "data" / "games-000000.parquet"
    pl.read_parquet(path).head(3).write_parquet(path)
    ran = command("inspect", str(base), "--game", "7", "--frame", "1")
    assert ran.code == 2 and str(base) in ran.err
