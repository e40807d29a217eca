"""Moves of chess as they are written: `Nf3`, `exd6`, `O-O`, `e8=Q`, `Rad1`; and with both squares, `g1f3` or `e7-e8q`, as programs write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ludwright.playtests.notations.moves import WrittenGame, WrittenMove

if TYPE_CHECKING:
    from ludwright.play.match import Match
    from ludwright.rules.options.wording import Option

GAME = "chess"
LATE_DRAWS = {"same_position": 5, "quiet_moves": 150}
"""Draws of the rules that nobody has to claim: a recorded game may go on after a third repetition, or after 50 quiet moves."""
_MOVE = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:[=(/]?([QRBNqrbn])\)?)?(?:\.?e\.?p\.?)?")
_CASTLING = re.compile(r"[O0o]-?[O0o](-?[O0o])?")
_MEN = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}
_FOREIGN = re.compile(r"[SDTLFCP](?:[a-h]?[1-8]?x?)[a-h][1-8]|♔|♕|♖|♗|♘")
_WINS = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0), "½-½": (0.0, 0.0)}


def is_chess(text: str) -> bool:
    """Whether a move could be one of chess."""
    return bool(_CASTLING.fullmatch(text) or _MOVE.fullmatch(text))


def options_of(match: Match, text: str) -> list[Option]:
    """What a move may be."""
    options = match.legal()
    castling = _CASTLING.fullmatch(text)
    if castling is not None:
        column = "c" if castling[1] else "g"
        return [option for option in options if option.action == "castle" and option.values[0][0] == column]
    said = _MOVE.fullmatch(text)
    if said is None:
        return []
    letter, column, row, goal, promoted = said.groups()
    men = match["square.man"]
    found = []
    for option in options:
        start = option.values[0]
        if option.action == "castle":
            king = f"e{1 if match.actor == 0 else 8}"
            if letter in (None, "K") and f"{column}{row}" == king and goal == start:
                found.append(option)
            continue
        sort = str(men[start]).split("_")[-1]
        wanted = _MEN[letter] if letter else "pawn"
        if option.values[1] != goal or column not in (None, start[0]) or row not in (None, start[1]):
            continue
        if sort != wanted and (letter or not (column and row)):
            continue
        becomes = option.values[2] if option.action == "promote" else ""
        if becomes == (_MEN[promoted.upper()] if promoted else ""):
            found.append(option)
    return found


def why_not(match: Match, text: str) -> str:
    """What to do about a move that is none here, or may be several."""
    several = options_of(match, text)
    if several:
        return f"say where it comes from: {' or '.join(f'`{_written(match, option)}`' for option in several[:4])}"
    if _FOREIGN.match(text):
        return "men are called K, Q, R, B and N here"
    if not _CASTLING.fullmatch(text) and _MOVE.fullmatch(text) is None:
        return "moves are written as in Nf3, exd5, O-O, e8=Q"
    if not _CASTLING.fullmatch(text) and options_of(match, f"{text}=Q"):
        return f"a pawn on the last row becomes another man: `{text}=Q`"
    letter = text[0] if text[0] in _MEN else ""
    said = [_written(match, option) for option in match.legal()]
    own = [one for one in said if one[0] == letter] if letter else [one for one in said if one[0].islower()]
    listed = own or said
    return f"{'legal' if own else 'only these are'}: {', '.join(listed[:8])}{' …' if len(listed) > 8 else ''}"


def _written(match: Match, option: Option) -> str:
    """An option with both its squares, as in `Ng1f3`."""
    if option.action == "castle":
        return "O-O" if option.values[0][0] == "g" else "O-O-O"
    sort = str(match["square.man"][option.values[0]]).split("_")[-1]
    letter = next((letter for letter, name in _MEN.items() if name == sort), "")
    becomes = (
        f"={next(letter for letter, name in _MEN.items() if name == option.values[2])}"
        if option.action == "promote"
        else ""
    )
    return f"{letter}{option.values[0]}{option.values[1]}{becomes}"


def finish(recorded: WrittenGame, match: Match) -> WrittenMove | None:
    """The result as it is written, if the moves say otherwise."""
    said = recorded.result
    if said is None or not match.over or said.text not in _WINS or tuple(match.returns()) == _WINS[said.text]:
        return None
    return said
