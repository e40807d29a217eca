"""Games that would fill the memory are refused before they do."""

from __future__ import annotations

import pytest

from ludwright.mistakes import MistakesError
from ludwright.model.limits import MOST_PRINTED
from ludwright.model.tables import WordTables


def test_what_is_printed_has_a_bound() -> None:
    tables = WordTables()
    before = len(tables.words)
    half = range(MOST_PRINTED // 2 + 1)
    with pytest.raises(MistakesError, match="take more than 5,000,000 numbers"):
        for _ in range(2):
            tables.reserve(half)
    assert len(tables.words) == before + len(half)
