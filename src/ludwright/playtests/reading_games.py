"""Games played by people: written down as text, one action a line, or saved at the table of ``ludwright play``.

A text begins with what was played, then come the answers in words, as the table or ``ludwright trace`` shows them:

    game: fireworks
    players: 3
    seed: 5
    seats: Ann, Bob, Cat

    Ann: tell_colour Bob red
    Bob: play number 1        # a comment

or sentences, `Ann plays red 1` (:mod:`ludwright.playtests.sentences`). What was dealt and rolled at the table can be told (:mod:`ludwright.playtests.told_games`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludwright.engine.deals import same_deal
from ludwright.game import Game, find, load
from ludwright.mistakes import LudwrightError, MistakesError
from ludwright.plain_files import read_plain
from ludwright.play import saved
from ludwright.play.match import IllegalMoveError, Match
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.notations import NOTATIONS
from ludwright.playtests.notations.moves import WrittenGame
from ludwright.playtests.sentences import is_told_in_sentences

_HEAD = re.compile(r"^(game|players|seed|deal|seats|set|profile)\s*:\s*(.*)$", re.IGNORECASE)
_CARDS = re.compile(r"^cards\s+(.+?)\s*:\s*(.*)$", re.IGNORECASE)
_ROLLED = re.compile(r"^(?:\S+:?\s+)?rolled?\s*:?\s+(\d{1,4}(?:[\s,]+\d{1,4})*)$", re.IGNORECASE)
_NUMBER = re.compile(r"^\d+\s*[.)]\s*")
_MOST_BYTES, _MOST_LETTERS = 1_000_000, 500


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
    text: list[str] = field(default_factory=list)
    """All lines of the file."""
    sentences: bool = False
    """Whether it is told in sentences, as in `Ann plays R1`."""
    seeded: bool = False
    """Whether the file says which deal of a seed it was."""
    cards: list[tuple[int, str, list[str]]] = field(default_factory=list)
    """What was dealt: lines, places, and the cards there, from the first position on."""
    rolls: list[tuple[int, int]] = field(default_factory=list)
    """What dice showed, one after the other: lines and faces."""
    told: tuple[int, ...] = ()
    """What chance brought, draw by draw, where that was told or found."""
    found: bool = False
    """Whether the deal was found, not known."""
    matched: dict[str, str] = field(default_factory=dict)
    """Who is who, where players of a trace were matched with seats by their order."""
    recorded: WrittenGame | None = None
    """What the file says, if it is in a notation such as SGF."""
    match: Match | None = None
    """The game played again, when :func:`replay` has done that."""


def read_trace(path: Path, game: str | None = None) -> Trace:
    """The first game of a file."""
    return read_traces(path, game)[0]


def read_traces(path: Path, game: str | None = None) -> list[Trace]:
    """Written games, or one saved at the table; ``game`` says which game it is where the file does not."""
    try:
        text = read_plain(path, _MOST_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise PlaytestError(f"{path} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PlaytestError(f"{path} is not UTF-8 text") from None
    if path.suffix.lower() in NOTATIONS:
        return _from_notation(path, text, game)
    return [_from_table(path) if text.lstrip().startswith("{") else _from_text(path, text, game)]


def _from_notation(path: Path, text: str, game: str | None) -> list[Trace]:
    lines = text.splitlines()
    return [
        Trace(path, game or found.game, seats=found.seats, params=found.params, text=lines, recorded=found)
        for found in NOTATIONS[path.suffix.lower()](path, text, game)
    ]


def _from_text(path: Path, text: str, game: str | None) -> Trace:
    trace = Trace(path, game or "", text=text.splitlines())
    plain_lines = [line.split("#", 1)[0].split("//", 1)[0].strip() for line in trace.text]
    trace.sentences = is_told_in_sentences(plain_lines)
    for number, plain in enumerate(plain_lines, 1):
        head = _HEAD.match(plain) if not trace.lines else None
        cards = _CARDS.match(plain) if not trace.lines else None
        rolled = _ROLLED.match(plain)
        if head is not None:
            _note(trace, head[1].lower(), head[2].strip(), number)
        elif cards is not None:
            trace.cards.append((number, cards[1], [card.strip() for card in cards[2].split(",") if card.strip()]))
        elif rolled is not None:
            trace.rolls += [(number, int(face)) for face in re.findall(r"\d+", rolled[1])]
        elif len(plain) > _MOST_LETTERS:
            raise PlaytestError(f"{path}:{number}: this line is too long for an action")
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
            trace.seeded = trace.seeded or key in ("seed", "deal")


def _from_table(path: Path) -> Trace:
    """A game saved by ``ludwright play``: there, what has no choice is asked too."""
    kept = saved.read(path)
    at_table = saved.resume(path, kept)
    trace = Trace(path, kept.game, kept.players, at_table.seed, at_table.number, kept.seats, kept.params, kept.profile)
    trace.match = only_choices(trace, at_table)
    return trace


def only_choices(trace: Trace, at_table: Match) -> Match:
    """The same game without the answers that were no choice: these are not asked for where games are kept."""
    game = loaded(trace)
    if trace.told:
        from ludwright.inspecting.beginning import Origin, begun

        game = begun(game, Origin(at_table.seed, at_table.number, (), told=trace.told))
    plain = game.start(at_table.seed, at_table.number)
    again = at_table.game.start(at_table.seed, at_table.number)
    for answer in at_table.answers:
        if plain.moves == again.moves:
            plain.apply(answer)
        again.apply(answer)
    return plain


def loaded(trace: Trace, ask_forced: bool = False) -> Game:
    """The game of a trace."""
    return load(find(trace.game), trace.players, trace.params, ask_forced=ask_forced, profile=trace.profile)


def replay(trace: Trace) -> Match:
    """The game played again; an answer that was not legal is named with its line and what was meant.

    Some write down what was no choice, some leave it out: both are tried.
    """
    if trace.match is None and trace.recorded is not None:
        trace.match = _matched(trace, trace.recorded)
    if trace.match is None and (trace.sentences or trace.cards or trace.rolls):
        from ludwright.playtests.told_games import replayed

        trace.match = replayed(trace)
    if trace.match is None:
        try:
            trace.match = _played(trace, ask_forced=False)
        except _StrayLineError as error:
            try:
                trace.match = only_choices(trace, _played(trace, ask_forced=True))
            except _StrayLineError as other:
                raise max(error, other, key=lambda one: one.line) from None
    return trace.match


def _matched(trace: Trace, recorded: WrittenGame) -> Match:
    """A game in some notation, which tells every move."""
    from ludwright.playtests.notations.matching import Matching

    try:
        game = loaded(trace, ask_forced=True)
    except MistakesError:
        raise
    except LudwrightError as error:
        raise PlaytestError(f"{trace.path}: {error}") from None
    return only_choices(trace, Matching(recorded, game, str(trace.path), trace.text).played())


class _StrayLineError(PlaytestError):
    """A line that does not fit the game so far."""

    def __init__(self, trace: Trace, line: int, words: str) -> None:
        super().__init__(f"{trace.path}:{line}: {words}")
        self.line = line


def _played(trace: Trace, ask_forced: bool) -> Match:
    try:
        game = loaded(trace, ask_forced)
    except MistakesError as error:
        if any(mistake.place is not None for mistake in error.mistakes):
            raise  # it is about the game's text, as everywhere
        raise PlaytestError(f"{trace.path}: {error}") from None
    except LudwrightError as error:
        raise PlaytestError(f"{trace.path}: {error}") from None
    if trace.seats and len(trace.seats) != game.players:
        raise PlaytestError(f"{trace.path}: {len(trace.seats)} seats are named, but {game.players} play")
    match = game.start(trace.seed, trace.deal)
    for line, words in trace.lines:
        _answer(trace, match, line, words)
    return match


def _answer(trace: Trace, match: Match, line: int, words: str) -> None:
    """Give an answer; what was no choice and is not written down is done before it."""
    while not match.over and len(match.codes()) == 1 and not fits(trace, match, words):
        match.apply(match.codes()[0])
    match.apply(answer_of(trace, match, line, words))


def answer_of(trace: Trace, match: Match, line: int, words: str) -> int:
    """The code of an answer in words; a card may be called by its name instead of its place."""
    if match.over:
        raise _StrayLineError(trace, line, f"the game is over before `{words}`: take this line away")
    names = trace.seats or match.game.seats
    who, deed = _parted(names, words)
    if who is not None and who != match.actor:
        raise _StrayLineError(trace, line, f"it is not {names[who]} who chooses here, but {names[match.actor or 0]}")
    by_name = [code for code, told in _by_card(match) if told == deed.casefold()]
    if by_name:
        return by_name[0]
    try:
        return match.code_of(deed)
    except IllegalMoveError as error:
        raise _StrayLineError(trace, line, str(error)) from None


def _by_card(match: Match) -> Iterator[tuple[int, str]]:
    """The options with the names of the cards that whoever chooses holds, instead of their places."""
    from ludwright.playtests.sentences import TurnReader

    options = match.legal()
    if any(value.startswith("number ") for option in options for value in option.values):
        table, state = TurnReader(match.game), match.words
        hand = [table.designs[table.design(card, state)].casefold() for card in table.hand(match.actor or 0, state)]
        names = {f"number {place}": name for place, name in enumerate(hand, 1)}
        for option in options:
            told = [names.get(value, value.casefold()) for value in option.values]
            yield option.code, f"{option.action.casefold()} {(', ' if len(told) > 1 else ' ').join(told)}"


def fits(trace: Trace, match: Match, words: str) -> bool:
    who, deed = _parted(trace.seats or match.game.seats, words)
    return who in (None, match.actor) and deed == match.legal()[0].words


def _parted(names: Sequence[str], words: str) -> tuple[int | None, str]:
    """Who acted, if that is said, and what was done."""
    who, colon, deed = words.partition(":")
    if colon and who.strip() in names:
        return list(names).index(who.strip()), deed.strip()
    return None, words


def number_under(match: Match, seed: int) -> int:
    """Which game of a seed a match is."""
    return match.number if match.seed == seed else same_deal(match.seed, match.number, seed)
