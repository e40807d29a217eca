"""One try: read a text, and if it is a game, play it. Either it is refused with good messages, or it plays."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import ludwright
from ludwright.game import GAMES, player_range
from ludwright.language.source import Description, read_description, read_text
from ludwright.mistakes import LudwrightError, MistakesError
from tests.fuzz.mutations import Case

MOVES = 60
GAMES_EACH = 3


class BadMessageError(Exception):
    """A refusal that says nothing useful."""


@dataclass(frozen=True)
class Verdict:
    """What came of a try: ``refused``, ``played`` or ``faulted``; how long the slowest part took."""

    outcome: str
    seconds: float


def attempt(case: Case, seed: int) -> Verdict:
    """Try a case; anything but a refusal with messages or a playable game is raised."""
    begun = time.process_time()
    try:
        outcome = _play(case, Random(f"answers {seed}"))
    except LudwrightError as error:
        check_message(error)
        outcome = "refused"
    return Verdict(outcome, time.process_time() - begun)


def _play(case: Case, dice: Random) -> str:
    content = case.content
    description = read_bytes(content) if isinstance(content, bytes) else read_text(content, folder=GAMES)
    least, most = player_range(description)
    game = ludwright.load(description, players=dice.randint(least, most), ask_forced=dice.random() < 0.3)
    outcome = "played"
    for number in range(GAMES_EACH):
        match = game.start(seed=dice.randrange(1000), game=number)
        while not match.over and match.moves < MOVES:
            codes = match.codes()
            if not codes:
                raise AssertionError("a game that is not over offers nothing")
            if len(codes) < 100 and any(not option.words for option in match.legal()):
                raise BadMessageError("an option without words")
            match.apply(dice.choice(codes))
        match.returns(), match.scores(), match.leads(), match.tracked()
        if match.fault is not None:
            if not match.fault.words:
                raise BadMessageError("a fault without words")
            outcome = "faulted"
    return outcome


def read_bytes(content: bytes) -> Description:
    """Read a file that may be no text at all."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bytes.game"
        path.write_bytes(content)
        return read_description(path)


def check_message(error: LudwrightError) -> None:
    """A refusal says something, and says where."""
    if not str(error).strip():
        raise BadMessageError("an error without words") from error
    if isinstance(error, MistakesError):
        if not any(mistake.severity == "mistake" for mistake in error.mistakes):
            raise BadMessageError("a refusal without a mistake") from error
        for mistake in error.mistakes:
            if not mistake.message.strip() or "Traceback" in mistake.render():
                raise BadMessageError("a mistake without words") from error
            if mistake.place is not None and (mistake.place.line < 1 or mistake.place.column < 1):
                raise BadMessageError(f"a mistake at no place: {mistake}") from error
