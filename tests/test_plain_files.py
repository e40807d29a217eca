"""Every file that somebody names is a plain file of a sensible size: a pipe, a device, a folder or a huge file gets a sentence at once."""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import ludwright
from ludwright import plain_files
from ludwright.agents.own import player_of
from ludwright.expectations.history import read_history
from ludwright.expectations.reading import read_file
from ludwright.findings.thresholds import thresholds
from ludwright.learning.files import load_learned
from ludwright.mistakes import LudwrightError
from ludwright.play import saved
from ludwright.playtests.reading_games import read_trace
from ludwright.playtests.store import PlaytestStore
from ludwright.stored import StoredError, read_json

READERS: dict[str, Callable[[Path], object]] = {
    "game": ludwright.load,
    "learned": load_learned,
    "player": lambda path: player_of(f"{path}:f"),
    "saved game": saved.read,
    "written game": read_trace,
    "thresholds": thresholds,
    "history": read_history,
    "expectations": read_file,
}
HUGE = 3_000_000_000


@pytest.fixture(params=["pipe", "folder", "huge", "/dev/zero", "/dev/tty", "/dev/stdin"])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Something that is no file to read; in tests nobody writes to the pipe, and standard input is no plain file."""
    if request.param.startswith("/"):
        if not os.path.exists(request.param):
            pytest.skip("no such device here")
        return Path(request.param)
    path = tmp_path / "odd.game"
    if request.param == "pipe":
        os.mkfifo(path)
    elif request.param == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(HUGE)  # a hole: takes no room on the disk
    return path


@pytest.mark.parametrize("what", READERS)
def test_what_is_no_plain_file_gets_a_sentence(what: str, odd: Path) -> None:
    with pytest.raises(LudwrightError) as caught:
        READERS[what](odd)
    assert str(odd) in str(caught.value)


@pytest.mark.parametrize("name", ["manifest.json", "finished.json"])
def test_a_manifest_that_is_no_plain_file(name: str, odd: Path, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{}")
    (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / name).symlink_to(odd)
    store = PlaytestStore(tmp_path)
    if name == "finished.json":
        assert store.finished() is None
    else:
        with pytest.raises(LudwrightError, match="manifest"):
            store.plan()


@pytest.mark.parametrize("odd_file", ["pipe", "huge"])
def test_files_that_a_game_names(odd_file: str, tmp_path: Path) -> None:
    for name in ("map.json", "table.csv", "table.xlsx"):
        path = tmp_path / name
        if odd_file == "pipe":
            os.mkfifo(path)
        else:
            with path.open("wb") as file:
                file.truncate(HUGE)
    for line in ('board graph of room from "map.json"', 'cards c from "table.csv"', 'cards c from "table.xlsx"'):
        (tmp_path / "a.game").write_text(f'game "A"\nplayers 2\n{line}\nturn: go\naction go\n  end turn\n')
        with pytest.raises(LudwrightError, match=r"not a file|too (big|large)"):
            ludwright.load(tmp_path / "a.game")


def test_no_more_is_read_than_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 100)
    assert plain_files.read_plain(path, 100) == b"x" * 100
    with pytest.raises(OSError, match="million bytes"):
        plain_files.read_plain(path, 99)


@pytest.mark.parametrize("content", ["[" + "[]," * 3_000_000 + "[]]", "[" * 200_000, '{"a": 1', "\udc80"])
def test_json_that_would_fill_the_memory_is_no_json(content: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(StoredError):
        read_json(path)
    path.write_text(json.dumps({"a": [1, "ä"]}), encoding="utf-8")
    assert read_json(path) == {"a": [1, "ä"]}


def _readers() -> Sequence[str]:
    """Where the source opens a file to read it by itself."""
    root = Path(ludwright.__file__).parent
    signs = (".read_text(", ".read_bytes(", '.open("rb")', "np.load(")
    return [
        str(path.relative_to(root))
        for path in sorted(root.rglob("*.py"))
        if any(sign in path.read_text(encoding="utf-8") for sign in signs)
    ]


def test_nothing_else_opens_files_that_somebody_named() -> None:
    own = {  # the files of the package, its caches, and what it has just written
        "engine/kernel.py", "engine/kernel_cache.py", "engine/object_cache.py", "language/cache.py", "language/grammar.py", "library.py",
        "playtests/sql_process.py", "queries/pattern.py", "reports/pdf.py",
    }  # fmt: skip
    checked = {"language/files.py", "learning/files.py", "model/declared_boards.py", "playtests/sums.py"}
    assert set(_readers()) <= own | checked


def test_reading_takes_no_more_memory_than_the_file_needs(tmp_path: Path) -> None:
    """However much a file of its kind might hold: room for two billion bytes is not set aside for five."""
    path = tmp_path / "small"
    path.write_bytes(b"small")
    tracemalloc.start()
    try:
        assert plain_files.read_plain(path, 2_000_000_000) == b"small"
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_a_file_that_grows_while_it_is_read_is_read_to_its_end_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "grows"
    path.write_bytes(b"12")
    open_plain = plain_files.open_plain

    def growing(name: Path, most: int) -> object:
        file = open_plain(name, most)
        monkeypatch.setattr("os.fstat", lambda _: os.stat_result([0] * 10))
        return file

    monkeypatch.setattr(plain_files, "open_plain", growing)
    assert plain_files.read_plain(path, 2) == b"12"
    monkeypatch.undo()
    monkeypatch.setattr(plain_files, "open_plain", lambda name, most: open_plain(name, 100))
    with pytest.raises(OSError, match="more than"):
        plain_files.read_plain(path, 1)
