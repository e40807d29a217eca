"""Kernels kept on disk are used only while all the files they were made from are as they were."""

from __future__ import annotations

from pathlib import Path

from ludwright.engine import kernel
from ludwright.hidden import native
from ludwright.play import kernels

PACKAGE = Path(kernel.__file__).parent.parent


def test_a_kernel_is_stamped_with_all_its_sources() -> None:
    kept = native.deal_once._cache._cache_file
    assert kernel._fingerprint(Path(native.__file__)) in kept._source_stamp


def test_the_sources_of_a_file_are_all_it_imports_from_the_package() -> None:
    found = {path.relative_to(PACKAGE).as_posix() for path in kernel.sources(Path(kernels.__file__))}
    parts = ("__init__", "expressions", "faults", "layout", "program", "statements")
    assert found == {"play/kernels.py", "engine/calling.py", "engine/kernel.py", "engine/random.py"} | {
        f"ir/{part}.py" for part in parts
    }
    beyond = {path.relative_to(PACKAGE).as_posix() for path in kernel.sources(Path(native.__file__))}
    assert {"hidden/native.py", "hidden/cards.py", "hidden/layout.py", "model/world.py"} <= beyond
