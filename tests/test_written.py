"""Files that were asked for are written whole, or not at all."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import pytest

from ludwright import written
from ludwright.written import UnwrittenError, fresh, put, unlinked


def test_what_is_written_is_there_and_nothing_else(tmp_path: Path) -> None:
    put(tmp_path / "page.html", "häuser")
    put(tmp_path / "page.html", b"other")
    assert (tmp_path / "page.html").read_bytes() == b"other"
    assert os.listdir(tmp_path) == ["page.html"]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.html"
    put(page, "before")

    class Full(io.BytesIO):
        def write(self, content: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    def full(path: Path) -> io.BytesIO:
        path.touch()
        return Full()

    monkeypatch.setattr(written, "fresh", full)
    for path in (page, tmp_path / "new.svg"):
        with pytest.raises(UnwrittenError, match="the disk is full"):
            put(path, "after")
    assert page.read_text() == "before" and os.listdir(tmp_path) == ["page.html"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_devices_are_written_to_directly() -> None:
    with pytest.raises(UnwrittenError, match="`/dev/full` can't be written: the disk is full"):
        put(Path("/dev/full"), "x")


def test_a_link_stays_a_link_and_rights_stay(tmp_path: Path) -> None:
    page, link = tmp_path / "page.html", tmp_path / "link.html"
    page.write_text("before")
    page.chmod(0o640)
    link.symlink_to(page)
    put(link, "after")
    assert link.is_symlink() and page.read_text() == "after" and page.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["missing/page.html", ".", "a\0b"])
def test_a_place_that_is_none_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnwrittenError, match="can't be written"):
        put(tmp_path / name, "x")


def test_nothing_is_written_through_a_link_that_somebody_left(tmp_path: Path) -> None:
    other, page = tmp_path / "other", tmp_path / "page.html"
    other.write_text("mine")
    for name in (f".page.html.{os.getpid()}.new", "page.html.part"):
        (tmp_path / name).symlink_to(other)
    put(page, "new")
    with fresh(tmp_path / "page.html.part") as file:
        file.write(b"x")
    assert page.read_text() == "new" and other.read_text() == "mine"
    assert not (tmp_path / "page.html.part").is_symlink()
    (tmp_path / "link").symlink_to(other)
    with pytest.raises(OSError):
        open(tmp_path / "link", "ab", opener=unlinked).close()
