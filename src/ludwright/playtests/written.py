"""Games played by people: written down as text, one action a line, or saved at the table of ``ludwright play``.

A text begins with what was played, then come the answers in words, as the table or ``ludwright trace`` shows them:

    game: fireworks
    players: 3
    seed: 5
    seats: Ann, Bob, Cat

    Ann: tell_colour Bob red
    Bob: play number 1        # a comment
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from ludwright.engine.deals import same_deal
from ludwright.game import Game, find, load
from ludwright.mistakes import LudwrightError
from ludwright.play import saved
from ludwright.play.match import IllegalMoveError, Match
from ludwright.playtests.mistakes import PlaytestError

_HEAD = re.compile(r"^(game|players|seed|deal|seats|set|profile)\s*:\s*(.*)$", re.IGNORECASE)
_NUMBER = re.compile(r"^\d+\s*[.)]\s*")
_MOST_BYTES = 10_000_000


@dataclass
class Trace:
    """One game as somebody wrote it down."""

    path: Path
    game: str
    players: int | None = None
    seed: int = 1
    deal: int = 0
    seats: list[str] = field(default_factory=list)
    params: dict[str, int] = field(default_factory=dict)
    profile: str | None = None
    lines: list[tuple[int, str]] = field(default_factory=list)
    """The answers with their lines."""
    match: Match | None = None
    """The game played again, when :func:`replay` has done that."""


def read_trace(path: Path, game: str | None = None) -> Trace:
    """A written game, or one saved at the table; ``game`` says which game it is where the file does not."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise PlaytestError(f"{path} is too big for one game written down")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise PlaytestError(f"{path} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PlaytestError(f"{path} is not UTF-8 text") from None
    return _from_table(path) if text.lstrip().startswith("{") else _from_text(path, text, game)


def _from_text(path: Path, text: str, game: str | None) -> Trace:
    trace = Trace(path, game or "")
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.split("#", 1)[0].strip()
        head = _HEAD.match(plain) if not trace.lines else None
        if head is not None:
            _note(trace, head[1].lower(), head[2].strip(), number)
        elif plain:
            trace.lines.append((number, _NUMBER.sub("", plain)))
    if not trace.game:
        raise PlaytestError(f"{path} does not say which game it is: begin with a line `game: NAME`")
    return trace


def _note(trace: Trace, key: str, value: str, line: int) -> None:
    """One line of the head."""
    if key == "game":
        beside = trace.path.parent / value
        trace.game = str(beside) if beside.is_file() else value
    elif key == "seats":
        trace.seats = [name.strip() for name in value.split(",")]
    elif key == "profile":
        trace.profile = value
    else:
        name, equals, number = ("", "", value) if key != "set" else (part.strip() for part in value.partition("="))
        if (key == "set" and not (name and equals)) or not re.fullmatch(r"-?\d{1,18}|yes|no", number):
            meant = "`set: coins=5`" if key == "set" else f"`{key}: 3`"
            raise PlaytestError(f"{trace.path}:{line}: `{value}` is not what belongs here; write for example {meant}")
        whole = int(number) if number not in ("yes", "no") else int(number == "yes")
        if key == "set":
            trace.params[name] = whole
        else:
            setattr(trace, key, whole)


def _from_table(path: Path) -> Trace:
    """A game saved by ``ludwright play``: there, what has no choice is asked too."""
    kept = saved.read(path)
    at_table = saved.resume(path, kept)
    trace = Trace(path, kept.game, kept.players, at_table.seed, at_table.number, kept.seats, kept.params, kept.profile)
    plain = _loaded(trace).start(at_table.seed, at_table.number)
    again = at_table.game.start(at_table.seed, at_table.number)
    for answer in at_table.answers:
        if plain.moves == again.moves:
            plain.apply(answer)
        again.apply(answer)
    trace.match = plain
    return trace


def _loaded(trace: Trace) -> Game:
    return load(find(trace.game), trace.players, trace.params, profile=trace.profile)


def replay(trace: Trace) -> Match:
    """The game played again; an answer that was not legal is named with its line and what was meant."""
    if trace.match is not None:
        return trace.match
    try:
        game = _loaded(trace)
    except LudwrightError as error:
        raise PlaytestError(f"{trace.path}: {error}") from None
    if trace.seats and len(trace.seats) != game.players:
        raise PlaytestError(f"{trace.path}: {len(trace.seats)} seats are named, but {game.players} play")
    match = game.start(trace.seed, trace.deal)
    for line, words in trace.lines:
        _answer(trace, match, line, words)
    trace.match = match
    return match


def _answer(trace: Trace, match: Match, line: int, words: str) -> None:
    where = f"{trace.path}:{line}"
    if match.over:
        raise PlaytestError(f"{where}: the game is over before `{words}`: take this line away")
    who, colon, rest = words.partition(":")
    names = trace.seats or match.game.seats
    if colon and who.strip() in names:
        if names.index(who.strip()) != match.actor:
            raise PlaytestError(f"{where}: it is not {who.strip()} who chooses here, but {names[match.actor or 0]}")
        words = rest.strip()
    try:
        match.apply(words)
    except IllegalMoveError as error:
        raise PlaytestError(f"{where}: {error}") from None


def number_under(match: Match, seed: int) -> int:
    """Which game of a seed a match is."""
    return match.number if match.seed == seed else same_deal(match.seed, match.number, seed)
