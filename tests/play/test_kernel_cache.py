"""Kernels kept on disk are used only while all the files they were made from are as they were."""

from __future__ import annotations

import re
from pathlib import Path

from ludwright.engine import kernel
from ludwright.hidden.redeal import deal_again

PACKAGE = Path(kernel.__file__).parent.parent


def test_a_kernel_is_stamped_with_all_its_sources() -> None:
    kept = deal_again._cache._cache_file
    assert kernel._fingerprint() in kept._source_stamp


def test_every_file_with_kernels_is_among_the_sources() -> None:
    with_kernels = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(r"= kernel\(", path.read_text(encoding="utf-8"))
    }
    assert with_kernels <= set(kernel.SOURCES)
    assert all((PACKAGE / name).is_file() for name in kernel.SOURCES)
