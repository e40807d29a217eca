"""Machine code made once is taken from disk the next time, and never from a damaged file."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from ludwright.engine import native, object_cache
from ludwright.engine.compiled import Compiled
from ludwright.engine.random import Stream
from tests.engine.tic_tac_toe import table, tic_tac_toe


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(folder))
    return folder / "code"


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long each text was that was really compiled."""
    seen: list[int] = []
    build = native._compile

    def counted(text: str, machine: object) -> bytes:
        seen.append(len(text))
        return build(text, machine)

    monkeypatch.setattr(native, "_compile", counted)
    return seen


def plays(compiled: Compiled) -> bool:
    return compiled.setup(compiled.new_state(), table(), compiled.new_context(Stream(0, 1))) == 9


def test_the_second_time_nothing_is_compiled(cache: Path, builds: list[int]) -> None:
    assert plays(Compiled(tic_tac_toe()))
    assert plays(Compiled(tic_tac_toe()))
    assert len(builds) == 1
    assert len(list(cache.iterdir())) == 1


def test_a_damaged_file_is_made_again(cache: Path, builds: list[int]) -> None:
    Compiled(tic_tac_toe())
    (kept,) = cache.iterdir()
    whole = kept.read_bytes()
    for damaged in (b"", whole[:-1], whole[:40] + b"x" + whole[41:]):
        kept.write_bytes(damaged)
        assert plays(Compiled(tic_tac_toe()))
        assert kept.read_bytes() == whole
    assert len(builds) == 4


@pytest.mark.skipif(sys.platform == "win32", reason="other rights there")
def test_what_somebody_else_could_have_written_is_not_used(
    cache: Path, builds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    Compiled(tic_tac_toe())
    (file,) = cache.iterdir()
    file.chmod(0o620)
    assert plays(Compiled(tic_tac_toe()))
    assert len(builds) == 2  # and it was replaced by a file of our own
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    cache.chmod(0o777)
    assert plays(Compiled(tic_tac_toe()))
    cache.chmod(0o700)
    real = os.stat

    def of_somebody_else(path: object, *args: object, **more: object) -> os.stat_result:
        found = real(path, *args, **more)  # type: ignore[arg-type]
        return os.stat_result((*found[:4], found.st_uid + (str(path) == str(cache)), *found[5:10]))

    monkeypatch.setattr(os, "stat", of_somebody_else)
    assert plays(Compiled(tic_tac_toe()))
    assert len(builds) == 4


def test_a_link_to_another_file_is_not_followed(cache: Path, builds: list[int], tmp_path: Path) -> None:
    Compiled(tic_tac_toe())
    (file,) = cache.iterdir()
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert plays(Compiled(tic_tac_toe()))
    assert len(builds) == 2


def test_without_a_cache_everything_works(monkeypatch: pytest.MonkeyPatch, builds: list[int]) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "")
    assert plays(Compiled(tic_tac_toe()))
    assert plays(Compiled(tic_tac_toe()))
    assert len(builds) == 2


def test_another_program_has_another_fingerprint(cache: Path, builds: list[int]) -> None:
    Compiled(tic_tac_toe())
    other = tic_tac_toe()
    other.state_size += 1
    Compiled(other)
    assert len(builds) == 2


def test_old_files_make_room(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_cache, "_MOST_FILES", 8)
    for number in range(30):
        object_cache.store(f"{number:064}", b"code")
    assert len(list(cache.iterdir())) <= 8
    assert object_cache.fetch(f"{29:064}") == b"code"
