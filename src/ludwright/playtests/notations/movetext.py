"""Reads tags and moves as in PGN: PDN for draughts, and lists of moves of any bundled board game, as cells."""

from __future__ import annotations

import re
from pathlib import Path

from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.notations.moves import WrittenGame, WrittenMove

_TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]\s*$')
_RESULTS = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*")
_DROPPED = re.compile(r"\d+\.+|\$\d+|[!?+#]+$")
_MOST_MOVES = 10_000


def read_movetext(path: Path, text: str, game: str | None) -> WrittenGame:
    """The first game of a file."""
    tags: dict[str, str] = {}
    moves: list[WrittenMove] = []
    depth, inside, ended = 0, False, False
    for number, line in enumerate(text.splitlines(), 1):
        tag = _TAG.match(line)
        if tag is not None:
            if moves or ended:
                break  # the next game of the file
            tags[tag[1].lower()] = re.sub(r"\\(.)", r"\1", tag[2])
            continue
        if line.startswith("%"):
            continue
        for word in re.findall(r"[{}();]|[^\s{}();]+", line):
            if inside:
                inside = word != "}"
            elif word == "{":
                inside = True
            elif word == ";":
                break  # a comment up to the end of the line
            elif word in "()":
                depth = max(0, depth + (1 if word == "(" else -1))
            elif not depth and not ended:
                ended = word in _RESULTS
                moves += [] if ended else [WrittenMove(one, number) for one in _single(word)]
    if len(moves) > _MOST_MOVES:
        raise PlaytestError(f"{path}: more than {_MOST_MOVES:,} moves")
    found = WrittenGame(_game(path, tags, game, moves), "PDN" if path.suffix.lower() == ".pdn" else "PGN")
    found.moves = moves
    found.numbered = found.game == "checkers" and any(move.text[0].isdigit() for move in moves)
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
    chess = any(
        re.fullmatch(r"O-O(-O)?|[KQRBN][a-h1-8x]*[a-h][1-8].*|[a-h](x[a-h])?[1-8](=.)?", move.text) for move in moves
    )
    hint = "the rules of chess are not bundled; " if chess else ""
    raise PlaytestError(f'{path} does not say which game it is: {hint}add a tag [Game "othello"], or say `--game NAME`')
