"""CardScript files damaged at random: words left out, doubled, exchanged, replaced; lines and letters lost."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from ludwright.game import Game, player_range
from ludwright.importing.cardscript.parser import KEYWORDS
from ludwright.mistakes import LudwrightError

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SEEDS = [(EXAMPLES / "lanterns.crds").read_text(), (Path(__file__).parent / "everything.crds").read_text()]
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
_OTHERS = [
    *sorted(KEYWORDS),
    "0",
    "1",
    "7",
    "99",
    "2.5",
    "[",
    "]",
    ",",
    "=",
    "..",
    "&&",
    "!=",
    "none",
    "team",
    "hanabi",
    "é",
    "$x",
    "//",
    "/*",
    '"',
]


def mutated(chance: Random) -> str:
    """A file with one to four things wrong."""
    text = chance.choice(SEEDS)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        text = _damaged(text, chance)
    return text


def _damaged(text: str, chance: Random) -> str:
    words = _WORDS.findall(text)
    solid = [i for i, word in enumerate(words) if not word.isspace()]
    if not solid:
        return text
    i, j = chance.choice(solid), chance.choice(solid)
    match chance.randrange(7):
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
        case 5:
            lines = text.split("\n")
            lines.pop(chance.randrange(len(lines)))
            return "\n".join(lines)
        case _:
            at = chance.randrange(len(text))
            return text[:at] + chance.choice(("", "x", "]", "[", ",", " ")) + text[at + 1 :]
    return "".join(words)


def survives(text: str, path: Path) -> str:
    """What comes of a file: a message, or a game that is begun and played a little. Anything else is raised."""
    from ludwright.game import described

    path.write_text(text, encoding="utf-8")
    try:
        description = described(path)
        game = Game(description, player_range(description)[0], {}, False, str(path))
    except LudwrightError as error:
        assert str(error).strip()
        for mistake in getattr(error, "mistakes", ()):
            assert mistake.place is None or mistake.place.file == str(path), mistake
        return "message"
    match = game.start(1, run="twin")
    chance = Random(1)
    for _ in range(12):
        if match.over:
            break
        match.apply(chance.choice(match.codes()))
    return "game"
