"""Whatever stands in a WGDL file: a message or a game; never another error, never a hang."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from ludwright.importing.wgdl.expressions import LEVELS
from ludwright.importing.wgdl.words import KEYWORDS
from tests.importing.mutating import survives

SEEDS = [
    (Path(__file__).parents[2] / "docs" / "examples" / "bakery.wgdl").read_text(),
    (Path(__file__).parent / "everything.wgdl").read_text(),
]
_WORDS = re.compile(r"\s+|[()]|[^\s()]+")
_OTHERS = [*sorted(KEYWORDS), *LEVELS, "(", ")", ",", ":", "0", "-7", "99999999999", "0.12345", "null", "this", "this.x.y", "game.", ".", "é", '"', "//", "long", "object:", "create:oven"]  # fmt: skip


def damaged(chance: Random) -> str:
    """A file with one to four things wrong."""
    text = chance.choice(SEEDS)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        words = _WORDS.findall(text)
        solid = [i for i, word in enumerate(words) if not word.isspace()]
        i, j = chance.choice(solid), chance.choice(solid)
        match chance.randrange(6):
            case 0:
                words[i] = ""
            case 1:
                words[i] = f"{words[i]} {words[i]}"
            case 2:
                words[i], words[j] = words[j], words[i]
            case 3:
                words[i] = words[j]
            case 4:
                words[i] = chance.choice(_OTHERS)
            case _:
                lines = text.split("\n")
                lines.pop(chance.randrange(len(lines)))
                words = ["\n".join(lines)]
        text = "".join(words)
    return text


def outcomes(numbers: range, folder: Path) -> Counter[str]:
    return Counter(survives(damaged(Random(number)), folder / "damaged.wgdl") for number in numbers)


def test_some_damaged_files(tmp_path: Path) -> None:
    found = outcomes(range(16), tmp_path)
    # the proof is worth nothing if everything is refused
    assert found["message"] > 4 and found["game"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 21_000, 1_000))
def test_twenty_thousand_damaged_files(first: int, tmp_path: Path) -> None:
    found = outcomes(range(first, first + 1_000), tmp_path)
    assert found["message"] > 300 and found["game"] > 20
