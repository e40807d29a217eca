"""Whatever stands in a file, by accident or by intent: the command works or ends with a message; never a traceback, a crash or a hang."""

from __future__ import annotations

import pytest

from tests.fuzz.damaged import try_all

CHUNK = 1000


def check(first: int, tries: int) -> None:
    """``python -m tests.fuzz.damaged --seed FIRST --count TRIES`` does the same, and ``--show`` tells what each try said."""
    found = try_all(first, tries)
    assert not found.wrong, f"from seed {first}: {found.report()}"
    assert found.tries == tries
    # the proof is worth nothing if all is refused at once, or nothing is
    assert found.outcomes["refused"] > tries / 4
    assert found.outcomes["worked"] > tries / 10


def test_damaged_files() -> None:
    check(0, 80)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(CHUNK, 51 * CHUNK, CHUNK))
def test_fifty_thousand_damaged_files(first: int) -> None:
    check(first, CHUNK)
