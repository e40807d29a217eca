"""Chess: the published counts of move sequences from positions made to find mistakes, and its rarer rules."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.game import GAMES, Game
from tests.against_openspiel.harness import count_lines

TEXT = (GAMES / "chess.game").read_text(encoding="utf-8")
LINES = "  | r n b q k b n r |\n  | p p p p p p p p |\n" + "  | . . . . . . . . |\n" * 4
LINES += "  | P P P P P P P P |\n  | R N B Q K B N R |\n"
ALONE = "4k3/8/8/8/8/8/8/4K3"

PERFT = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "KQkq", [20, 400, 8902]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", "KQkq", [48, 2039, 97862]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", "", [14, 191, 2812, 43238]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1", "kq", [6, 264, 9467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R", "KQ", [44, 1486, 62379]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1", "", [46, 2079, 89890]),
]
"""Where the men stand, who may still castle where, and how many sequences there are of 1, 2, 3 ... moves. White is to move."""


def standing(men: str, castling: str = "", mover: str = "White") -> Game:
    """The game begun from there."""
    rows = ["".join("." * int(sign) if sign.isdigit() else sign for sign in row) for row in men.split("/")]
    assert LINES in TEXT and "setup\n" in TEXT and "\nturn: " in TEXT
    text = TEXT.replace(LINES, "".join(f"  | {' '.join(row)} |\n" for row in rows))
    lost = [sign for sign in "KQkq" if sign not in castling]
    names = {"K": "White.short", "Q": "White.long", "k": "Black.short", "q": "Black.long"}
    text = text.replace("setup\n", "setup\n" + "".join(f"  {names[sign]} = no\n" for sign in lost))
    text = text.replace("\nturn: ", f"\nplay: turns from {mover}: ")
    return ludwright.load_text(text, ask_forced=True)


@pytest.mark.parametrize(("men", "castling", "counts"), PERFT)
def test_published_counts(men: str, castling: str, counts: list[int]) -> None:
    play = standing(men, castling).start()
    assert [count_lines(play, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("men", "line"),
    [
        ("7k/5KQ1/8/8/8/8/8/8", "White wins"),
        ("7k/5K2/6Q1/8/8/8/8/8", "A draw"),
    ],
)
def test_who_has_no_move_is_mated_or_stalemated(men: str, line: str) -> None:
    assert standing(men, mover="Black").start().result_line() == line


@pytest.mark.parametrize(
    ("men", "over"),
    [
        ("4k3/8/8/8/8/8/3p4/4K3", True),
        ("4k3/8/8/8/8/5N2/3p4/4K3", True),
        ("4k3/8/8/8/4B3/2B5/3p4/4K3", False),
        ("4k3/8/8/8/3B4/2B5/3p4/4K3", True),
        ("4k3/8/8/8/8/1N3N2/3p4/4K3", False),
        ("4k3/8/8/8/8/5P2/3p4/4K3", False),
    ],
)
def test_it_is_a_draw_when_nobody_can_be_mated_any_more(men: str, over: bool) -> None:
    play = standing(men).start()
    play.apply("move e1 d2")
    assert play.over == over


def test_a_pawn_is_taken_in_passing_at_once_or_never() -> None:
    play = standing("4k3/3p4/8/4P3/8/8/8/4K3", mover="Black").start()
    play.apply("move d7 d5")
    play.apply("move e5 d6")
    assert play["square.man"]["d5"] is None
    play.undo()
    for words in ("move e1 e2", "move e8 e7"):
        play.apply(words)
    assert "move e5 d6" not in [option.words for option in play.legal()]
