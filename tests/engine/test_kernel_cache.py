"""Kernels kept on disk: used only while all the files they were made from are as they were; a damaged file is made again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludwright.engine import kernel, kernel_cache
from ludwright.hidden import native
from ludwright.play import kernels

PACKAGE = Path(kernel.__file__).parent.parent


def test_a_kernel_is_stamped_with_all_its_sources() -> None:
    assert kernel_cache.fingerprint(Path(native.__file__)) in native.deal_once._cache._about


def test_the_sources_of_a_file_are_all_it_imports_from_the_package() -> None:
    found = {path.relative_to(PACKAGE).as_posix() for path in kernel_cache.sources(Path(kernels.__file__))}
    parts = {f"ir/{part}.py" for part in ("__init__", "expressions", "faults", "layout", "program", "statements")}
    assert (
        found
        == {"play/kernels.py"}
        | {f"engine/{part}.py" for part in ("block_places", "calling", "kernel", "random", "streams")}
        | parts
    )
    beyond = {path.relative_to(PACKAGE).as_posix() for path in kernel_cache.sources(Path(native.__file__))}
    assert {"hidden/native.py", "hidden/cards.py", "hidden/layout.py", "model/world.py"} <= beyond


def test_a_kernel_whose_sources_change_while_the_program_runs_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    function, file = kernels.play_games.py_func, Path(kernels.__file__)
    assert kernel_cache.unchanged(file) and kernel_cache.KernelCache(function, "kernel")._about
    monkeypatch.setattr(kernel_cache, "_BEGAN", 0.0)
    monkeypatch.setattr(kernel_cache, "unchanged", kernel_cache.unchanged.__wrapped__)
    made = kernel_cache.KernelCache(function, "kernel")
    assert made.path(None, None) is None


PROGRAM = """
import sys
from ludwright.engine import kernel, kernel_cache
from ludwright.engine.kernel import by_address, is_kept
from numba import types

def twice(number):
    return 2 * number

made = kernel.kernel(twice)
sig = (types.int64,)
print(kernel_cache.FOLDER, is_kept(made, sig, made.targetctx), made(21), sum(made.stats.cache_hits.values()))
print(by_address(twice, types.int64(types.int64)).ctypes(21))
"""


def run(program: Path, **environment: str) -> tuple[str, bool, int]:
    """The folder of the cache, whether a kernel was there already, how many files were read instead of compiled."""
    given = {"PATH": os.environ["PATH"], "PYTHONPATH": str(PACKAGE.parent), **environment}
    done = subprocess.run([sys.executable, str(program)], env=given, cwd=program.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    folder, kept, answer, hits = done.stdout.splitlines()[0].split()
    assert answer == "42" == done.stdout.split()[-1]
    return folder, kept == "True", int(hits)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program" / "twice.py"
    path.parent.mkdir()
    path.write_text(PROGRAM)
    return path


def files(cache: Path) -> list[Path]:
    return sorted(path for path in (cache / "kernels").iterdir() if path.is_file())


@pytest.mark.slow
def test_a_damaged_file_is_made_again(program: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert run(program, LUDWRIGHT_CACHE=str(cache)) == (str(cache / "kernels"), False, 0)
    assert run(program, LUDWRIGHT_CACHE=str(cache))[1:] == (True, 1)
    whole = {path: path.read_bytes() for path in files(cache)}
    assert len(whole) == 2
    for damage in (
        lambda b: b"",
        lambda b: b[:-1],
        lambda b: b[:40] + bytes([b[40] ^ 1]) + b[41:],
        lambda b: b"x" * 99,
    ):
        for path, content in whole.items():
            path.write_bytes(damage(content))
        assert run(program, LUDWRIGHT_CACHE=str(cache))[2] == 0
        assert run(program, LUDWRIGHT_CACHE=str(cache))[1:] == (True, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="other rights there")
def test_what_others_may_write_is_not_read(program: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(program, LUDWRIGHT_CACHE=str(cache))
    for path in files(cache):
        path.chmod(0o666)
    assert run(program, LUDWRIGHT_CACHE=str(cache))[2] == 0
    (cache / "kernels").chmod(0o777)
    home = tmp_path / "home"
    folder, _, hits = run(program, LUDWRIGHT_CACHE=str(cache), HOME=str(home))
    assert Path(folder).is_relative_to(home)
    assert hits == 0


@pytest.mark.skipif(sys.platform == "win32", reason="other folders there")
def test_kernels_are_never_kept_in_the_current_folder(program: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    folder, _, _ = run(program, HOME=str(home))
    assert Path(folder).is_relative_to(home)
    assert Path(run(program, HOME=str(home), LUDWRIGHT_CACHE="")[0]).is_relative_to(home)
    nowhere, _, _ = run(program, HOME="/dev/null")
    assert nowhere == str(PACKAGE / "__pycache__" / "kernels")
    assert [path.name for path in program.parent.iterdir()] == ["twice.py"]
