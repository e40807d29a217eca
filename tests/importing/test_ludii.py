"""Descriptions in Ludii's language, written for these tests, beside texts of ours of the same games: as many moves at every depth, as many ends."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import ludwright
from ludwright.importing import imported
from ludwright.mistakes import MistakesError
from tests.importing.mutating import survives

FOLDER = Path(__file__).parent / "ludii"
BUNDLED = {
    "tic_tac_toe": {}, "hex": {"size": 5, "swap": 0}, "y": {"size": 5}, "breakthrough": {"wide": 5, "high": 6},
    "clobber": {"wide": 5, "high": 4}, "connect_four": {},
}  # fmt: skip
"""Those whose text of ours is a bundled one, with its settings."""
NAMES = sorted(path.stem for path in FOLDER.glob("*.lud"))
Counts = list[tuple[int, int, float]]


def _counted(game: ludwright.Game, depth: int) -> Counts:
    """For every depth how many options there are, how many games are over, and what the first seat got in them."""
    found: Counts = [(0, 0, 0.0)] * (depth + 1)

    def walk(match: ludwright.Match, at: int) -> None:
        codes = match.codes()
        options, ends, got = found[at]
        if not codes:
            found[at] = options, ends + 1, got + match.returns()[0]
            return
        found[at] = options + len(codes), ends, got
        for code in codes if at < depth else ():
            after = match.copy()
            after.apply(code)
            walk(after, at + 1)

    walk(game.start(), 0)
    return found


def _both(name: str) -> tuple[ludwright.Game, ludwright.Game]:
    theirs = ludwright.load(FOLDER / f"{name}.lud", ask_forced=True)
    if name in BUNDLED:
        return theirs, ludwright.load(name, params=BUNDLED[name], ask_forced=True)
    return theirs, ludwright.load(FOLDER / f"{name}.game", ask_forced=True)


def test_there_are_twenty() -> None:
    assert len(NAMES) >= 20


@pytest.mark.parametrize("name", NAMES)
def test_it_has_as_many_moves_as_our_text(name: str) -> None:
    theirs, ours = _both(name)
    depth = next(d for d in range(1, 9) if d == 8 or sum(_counted(ours, d)[-1][:2]) > 600)
    assert _counted(theirs, depth) == _counted(ours, depth)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_has_as_many_moves_as_our_text_far_down(name: str) -> None:
    theirs, ours = _both(name)
    depth = next(d for d in range(1, 9) if d == 8 or sum(_counted(ours, d)[-1][:2]) > 30_000)
    assert _counted(theirs, depth) == _counted(ours, depth)


def test_random_games_last_as_long_and_end_alike() -> None:
    """Where options come in the same order in both texts, whole games can be played side by side."""
    for name in ("hex", "y", "jumpers", "three_points", "first_capture", "draughts"):
        theirs, ours = (game.start() for game in _both(name))
        dice = Random(1)
        while not theirs.over:
            assert len(theirs.codes()) == len(ours.codes()) and theirs.actor == ours.actor, name
            which = dice.randrange(len(theirs.codes()))
            theirs.apply(theirs.codes()[which])
            ours.apply(ours.codes()[which])
        assert ours.over and theirs.returns() == ours.returns(), name


MISTAKES = [
    ("(players 2)", "(players 3)", "only games for two"),
    ("(board (square 3))", "(board (square 3) use:Vertex)", "only boards of cells"),
    ("(board (square 3))", "(board (spiral 3))", "the board `spiral` is not read"),
    ("(board (square 3))", "(board (square many))", "the board `square many` is not read"),
    ("(board (square 3))", "(board (square 3)) (dice d:6 num:2)", "the equipment `(dice …)` is not read"),
    ('(piece "Nought" P2)', '(piece "Nought" P5)', "`P5` is nobody here"),
    ("(move Add (to (sites Empty)))", "(move Sow)", "`(move Sow …)` is not read"),
    ("(move Add (to (sites Empty)))", "(forEach Piece)", "no piece has moves of its own"),
    ("(move Add (to (sites Empty)))", "(move Add (to (sites Hidden)))", "the set `(sites Hidden …)` is not read"),
    ("(move Add (to (sites Empty)))", '(move Add (to (sites "Home")))', "no such region `Home`"),
    ("(to (sites Empty))", "(to (sites Empty) if:(is Threatened))", "the condition `(is Threatened …)` is not read"),
    ("(to (sites Empty))", '(to (sites {"A9"}))', "the board has no cell A9"),
    ("(to (sites Empty))", "(to (sites Empty)) (then (swap Pieces))", "the effect `(swap Pieces …)` is not read"),
    ("(is Line 3)", "(is Pattern {F F})", "the condition `(is Pattern …)` is not read"),
    ("(is Line 3)", '("Line3")', 'nothing in this file defines "Line3"'),
    ("(result Mover Win)", "(result Mover Crowned)", "the result `(result Mover …)` is not read"),
    ("(rules", "(mode Simulation) (rules", "`(mode` of a game is not read"),
    ("(play (move Add (to (sites Empty))))", "", "nothing says what a player may do"),
    ("(play (move", "(start (deal)) (play (move", "the start `(deal …)` is not read"),
    ("(square 3))", "(square 3)", "`}` closes what `board` in line 4 opened"),
    ("(result Mover Win)))", "(result Mover Win))", "this bracket is not closed"),
    ("(square 3))", "(square 3}", "`}` closes what"),
    ("(players 2)", "(players 2))", "`)` closes nothing"),
    ('(game "Tic', '(option "Size") (game "Tic', "can't stand here"),
    ('"Tic-Tac-Toe"', '"Tic-Tac-Toe', 'a `"` is missing'),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES)
def test_what_is_not_read_is_named_at_its_place(old: str, new: str, said: str, tmp_path: Path) -> None:
    plain = (FOLDER / "tic_tac_toe.lud").read_text()
    assert old in plain
    file = tmp_path / "wrong.lud"
    file.write_text(plain.replace(old, new, 1))
    with pytest.raises(MistakesError) as caught:
        imported(file)
    assert said in str(caught.value)
    line = plain[: plain.index(old)].count("\n") + 1
    if not re.search("clos|missing|nothing says what", said):  # there, it shows further on
        assert all(one.place is not None and one.place.line == line for one in caught.value.mistakes)


def _damaged(chance: Random) -> str:
    text = (FOLDER / f"{chance.choice(NAMES)}.lud").read_text()
    for _ in range(chance.choice((1, 1, 2, 4))):
        words = text.replace("(", " ( ").replace(")", " ) ").split(" ")
        i, j = chance.randrange(len(words)), chance.randrange(len(words))
        match chance.randrange(4):
            case 0:
                words[i] = ""
            case 1:
                words[i] = words[j]
            case 2:
                words[i], words[j] = words[j], words[i]
            case _:
                words[i] = chance.choice(
                    ("(", ")", "{", "}", '"', "99999999999999", "Each", "(to)", "(is Line 3)", "#1", "é")
                )
        text = " ".join(words)
    return text


@pytest.mark.parametrize("seed", range(40))
def test_damaged_descriptions_are_a_message_or_a_game(seed: int, tmp_path: Path) -> None:
    survives(_damaged(Random(seed)), tmp_path / "damaged.lud")


@pytest.mark.slow
def test_thousands_of_damaged_descriptions_are_a_message_or_a_game(tmp_path: Path) -> None:
    for seed in range(100, 3_100):
        survives(_damaged(Random(seed)), tmp_path / "damaged.lud")
