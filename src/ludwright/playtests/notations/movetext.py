"""Reads tags and moves as in PGN: chess, draughts (PDN), and lists of moves of any bundled board game, as cells."""

from __future__ import annotations

import re
from pathlib import Path

from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.notations import algebraic
from ludwright.playtests.notations.moves import WrittenGame, WrittenMove

_TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]\s*$')
_RESULTS = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "½-½", "*")
_DROPPED = re.compile(r"\d+\.+|\$\d+|[!?+#=]+$|^(e\.?p\.?|(?!--$)[+=-]+|[±∓⩲⩱])$")
_WORD = re.compile(r"[{}();]|[^\s{}();]+")
_MOST_MOVES, _MOST_GAMES = 10_000, 5_000


def read_movetext(path: Path, text: str, game: str | None) -> list[WrittenGame]:
    """All games of a file. Comments, variations and games that nobody moved in are passed over."""
    found: list[WrittenGame] = []
    tags: dict[str, str] = {}
    blank: dict[str, str] = {}
    moves: list[WrittenMove] = []
    result: WrittenMove | None = None
    opened: list[WrittenMove] = []
    """The brackets round what is passed over."""

    def close() -> None:
        nonlocal tags, blank, moves, result
        if opened:
            raise PlaytestError(f"{path}:{opened[0].line}: this `{opened[0].text}` is never closed")
        if moves:
            found.append(_recorded(path, tags, game, moves, result))
        else:
            blank = tags or blank
        tags, moves, result = {}, [], None

    for number, line in enumerate(text.splitlines(), 1):
        inside = bool(opened) and opened[-1].text == "{"
        tag = None if inside else _TAG.match(line)
        if tag is not None:
            if moves:
                close()
            tags[tag[1].lower()] = re.sub(r"\\(.)", r"\1", tag[2])
            continue
        if line.startswith("%"):
            continue
        for word in _WORD.findall(line):
            if opened and (word == "}" if opened[-1].text == "{" else word == ")"):
                opened.pop()
            elif opened and opened[-1].text == "{":
                continue
            elif word in "{(":
                opened.append(WrittenMove(word, number))
            elif word == ";":
                break  # a comment up to the end of the line
            elif opened or word in "})":
                continue
            elif word in _RESULTS:
                result = WrittenMove(word, number)
                close()
            else:
                moves += [WrittenMove(one, number) for one in _single(word)]
                if len(moves) > _MOST_MOVES:
                    raise PlaytestError(f"{path}: more than {_MOST_MOVES:,} moves")
        if len(found) > _MOST_GAMES:
            raise PlaytestError(f"{path}: more than {_MOST_GAMES:,} games: take fewer at once")
    close()
    return found or [_recorded(path, blank, game, moves, result)]


def _recorded(
    path: Path, tags: dict[str, str], game: str | None, moves: list[WrittenMove], result: WrittenMove | None
) -> WrittenGame:
    """One game."""
    found = WrittenGame(_game(path, tags, game, moves), "PDN" if path.suffix.lower() == ".pdn" else "PGN")
    found.moves, found.result = moves, result
    found.numbered = found.game == "checkers" and any(move.text[0].isdigit() for move in moves)
    if found.game == algebraic.GAME:
        found.params = dict(algebraic.LATE_DRAWS)
        variant = tags.get("variant", "").lower()
        if variant not in ("", "standard", "chess", "normal", "classical"):
            raise PlaytestError(
                f"{path}: this is a game of {tags['variant']}, another game than the chess that is bundled"
            )
    first, second = (
        ("black", "white") if found.game in ("checkers", "othello", "go", "lines_of_action") else ("white", "black")
    )
    if tags.get(first) or tags.get(second):
        found.seats = [tags.get(first) or first.capitalize(), tags.get(second) or second.capitalize()]
    if "fen" in tags or tags.get("setup", "0") not in ("0", ""):
        raise PlaytestError(
            f"{path}: this game begins with a position of its own (FEN): only games from the usual start are read"
        )
    return found


def _single(word: str) -> list[str]:
    """The moves of a word: without numbers and marks; `f5d6c3` are three."""
    word = _DROPPED.sub("", re.sub(r"^\d+\.+", "", word))
    if re.fullmatch(r"(?:[a-h][1-8]){2,}", word.lower()) and "-" not in word:
        return re.findall(r"[a-h][1-8]", word.lower()) if len(word) > 4 else [word]
    return [word] if word else []


def _game(path: Path, tags: dict[str, str], game: str | None, moves: list[WrittenMove]) -> str:
    """Which game it is, by its tags."""
    if game:
        return game
    if tags.get("game"):
        return tags["game"]
    kind = tags.get("gametype", "21" if path.suffix.lower() == ".pdn" else "")
    if kind:
        if kind.split(",")[0].strip() != "21":
            raise PlaytestError(
                f"{path}: draughts of kind {kind} are not bundled: English draughts (GameType 21) are, as `checkers`"
            )
        return "checkers"
    if path.suffix.lower() == ".pgn" and moves and algebraic.is_chess(moves[0].text):
        return algebraic.GAME  # what these files were made for
    raise PlaytestError(f'{path} does not say which game it is: add a tag [Game "othello"], or say `--game NAME`')
