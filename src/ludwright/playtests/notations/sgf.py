"""Reads SGF (FF[3], FF[4]): the main line of the first game in a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import floor
from pathlib import Path

from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.notations.moves import WrittenGame, WrittenMove

_TOKEN = re.compile(r"\s+|(?P<mark>[(;)])|(?P<name>[A-Za-z]+)|\[(?P<value>(?:\\.|[^\]\\])*)\]", re.DOTALL)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SQUARE = re.compile(r"([a-zA-Z])(\d{1,2})")


@dataclass(frozen=True)
class _Kind:
    """A game of SGF, by its number there."""

    name: str
    size: int
    black_first: bool = True


GAMES = {1: _Kind("go", 19), 2: _Kind("othello", 8), 9: _Kind("lines_of_action", 8), 11: _Kind("hex", 11)}
_OTHERS = {
    3: "chess", 4: "gomoku and renju", 5: "nine men's morris", 6: "backgammon", 7: "Chinese chess", 8: "shogi", 10: "Ataxx",
}  # fmt: skip


def read_sgf(path: Path, text: str) -> WrittenGame:
    """The first game of a file, along its main line."""
    nodes = _main_line(path, text)
    head = {name: values for name, values, _ in nodes}
    number = int(_first(head, "GM", "1")) if _first(head, "GM", "1").strip().isdecimal() else 0
    kind = GAMES.get(number)
    if kind is None:
        known = ", ".join(f"{one.name} ({gm})" for gm, one in GAMES.items())
        raise PlaytestError(
            f"{path}: this SGF file is a game of {_OTHERS.get(number, f'kind {number}')}, whose rules are not bundled: those of {known} are"
        )
    found = WrittenGame(kind.name, "SGF")
    size = _size(path, head, kind)
    found.params = _params(kind, head, size)
    names = [_first(head, name, "").strip() for name in ("PB", "PW")]
    found.seats = [name or seat for name, seat in zip(names, ("Black", "White"), strict=True)] if any(names) else []
    for name, values, line in nodes:
        if name in ("AB", "AW", "AE", "PL") and any(values):
            raise PlaytestError(
                f"{path}:{line}: stones are set up here ({name}): only games from the usual start are read"
            )
        if name in ("B", "W"):
            written = values[0].strip() if values else ""
            if written.lower() in ("resign", "timeout", "forfeit"):
                break
            move = _written(path, line, kind, size, written)
            if move:
                found.moves.append(WrittenMove(move, line, 0 if name == "B" else 1))
    return found


def _main_line(path: Path, text: str) -> list[tuple[str, list[str], int]]:
    """The properties of the first game: name, values, line; of variations the first one is followed."""
    found: list[tuple[str, list[str], int]] = []
    at, line, depth, name, closed = text.find("("), 1, 0, "", False
    if at < 0:
        raise PlaytestError(f"{path} is no SGF file: it has no `(`")
    line += text.count("\n", 0, at)
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise PlaytestError(f"{path}:{line}: this is no SGF: `{text[at : at + 20].splitlines()[0]}`")
        if token["mark"] == "(":
            if closed:
                break  # the first variation has been read
            depth += 1
        elif token["mark"] == ")":
            closed = True
        elif token["name"]:
            name = "".join(letter for letter in token["name"] if letter.isupper())  # FF[3] has small letters between
            found.append((name, [], line))
        elif token["value"] is not None and found:
            found[-1][1].append(re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL))
        line += token.group().count("\n")
        at = token.end()
    return found


def _first(head: dict[str, list[str]], name: str, otherwise: str) -> str:
    return (head.get(name) or [otherwise])[0]


def _size(path: Path, head: dict[str, list[str]], kind: _Kind) -> int:
    given = _first(head, "SZ", str(kind.size)).strip()
    if not given.isdecimal() or not 2 <= int(given) <= 52:
        raise PlaytestError(f"{path}: a board of size `{given}` is not read: it is square, from 2 to 52")
    if kind.name in ("othello", "lines_of_action") and int(given) != kind.size:
        raise PlaytestError(f"{path}: {kind.name} is bundled for a board of {kind.size}, not of {given}")
    return int(given)


def _params(kind: _Kind, head: dict[str, list[str]], size: int) -> dict[str, int]:
    if kind.name == "hex":
        return {"size": size}
    if kind.name != "go":
        return {}
    try:
        komi = float(_first(head, "KM", "7.5"))
    except ValueError:
        komi = 7.5
    return {"size": size, "komi": max(0, min(20, floor(komi)))}  # the text adds a half


def _written(path: Path, line: int, kind: _Kind, size: int, move: str) -> str:
    """A move as cells of ours: `c4`, `b1-b3`, or a word."""
    plain = move.lower()
    if kind.name in ("lines_of_action", "hex"):
        if plain in ("swap-pieces", "swap-sides", "swap"):
            return "swap"
        squares = _SQUARE.findall(plain)
        if not squares:
            raise PlaytestError(f"{path}:{line}: `{move}` is no move of {kind.name}")
        return "-".join(f"{column}{row}" for column, row in squares[: 2 if kind.name == "lines_of_action" else 1])
    if not plain or (plain == "tt" and size <= 19):
        return "pass" if kind.name == "go" else ""  # whoever can't place is passed over
    if kind.name == "othello" and _SQUARE.fullmatch(plain):
        return plain
    if len(move) != 2 or not all(letter in _LETTERS[:size] for letter in move):
        raise PlaytestError(f"{path}:{line}: `{move}` is no point of a board of {size}")
    column, row = (_LETTERS.index(letter) for letter in move)
    return f"{_column(column)}{row + 1 if kind.name == 'othello' else size - row}"


def _column(number: int) -> str:
    """The name of a column of ours, from 0."""
    return chr(ord("a") + number) if number < 26 else f"{chr(ord('a') + number // 26 - 1)}{chr(ord('a') + number % 26)}"
