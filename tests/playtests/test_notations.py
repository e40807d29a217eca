"""Games in SGF, PDN and lists of moves, as games played."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import ludwright
from ludwright.drawing import draw_text
from ludwright.mistakes import LudwrightError
from ludwright.playtests.notations.matching import square
from ludwright.playtests.reading_games import read_trace, read_traces, replay

NUMBERS = {square(number): number for number in range(1, 33)}


def _read(tmp_path: Path, name: str, text: str, game: str | None = None) -> ludwright.Match:
    file = tmp_path / name
    file.write_text(text)
    return replay(read_trace(file, game))


def _random(name: str, seed: int, **params: int) -> tuple[ludwright.Match, list[tuple[int, str, tuple[str, ...], int]]]:
    """A random game, and who did what: seat, action, values, turn."""
    match, dice = ludwright.load(name, params=params, ask_forced=True).start(seed), Random(seed)
    done = []
    while not match.over and match.moves < 150:
        option = dice.choice(match.legal())
        done.append((match.actor or 0, option.action, option.values, match.turn))
        match.apply(option.code)
    return match, done


def _far(start: str, way: str, steps: int) -> str:
    right = ("east" in way) - ("west" in way)
    up = way.startswith("north") - way.startswith("south")
    return f"{chr(ord(start[0]) + steps * right)}{int(start[1:]) + steps * up}"


@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_of_draughts_come_back_from_pdn(seed: int, tmp_path: Path) -> None:
    match, done = _random("checkers", seed)
    moves: list[list[str]] = []
    last = None
    for seat, action, (start, way), turn in done:
        goal = _far(start, way, 2 if action == "jump" else 1)
        if last == (seat, turn):
            moves[-1].append(goal)
        else:
            moves.append([start, goal])
        last = (seat, turn)
    words = [
        ("x" if abs(int(m[0][1]) - int(m[1][1])) == 2 else "-").join(str(NUMBERS[cell]) for cell in m) for m in moves
    ]
    numbered = [f"{n // 2 + 1}. {word}" if n % 2 == 0 else word for n, word in enumerate(words)]
    again = _read(
        tmp_path, "game.pdn", '[Event "A test"]\n[Black "Ann"]\n[White "Bob"]\n\n' + " ".join(numbered) + " *\n"
    )
    assert again.returns() == match.returns() and again.over == match.over
    assert not match.over or draw_text(again).splitlines()[2:] == draw_text(match).splitlines()[2:]


def test_a_known_opening_of_draughts(tmp_path: Path) -> None:
    text = '[White "W"]\n[Black "B"]\n[GameType "21"]\n1. 11-15 23-19 {Old Fourteenth} 2. 8-11 22-17 3. 4-8 (3. 11-16 24-20) 17-13 1/2-1/2\n'
    file = tmp_path / "opening.pdn"
    file.write_text(text)
    trace = read_trace(file)
    assert replay(trace).turn == 7 and trace.seats == ["B", "W"] and trace.game == "checkers"


@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_of_go_come_back_from_sgf(seed: int, tmp_path: Path) -> None:
    match, done = _random("go", seed, size=5, komi=6)
    letters = "abcde"
    nodes = [
        f";{'BW'[seat]}[{'' if action == 'pass_turn' else values[0][0] + letters[5 - int(values[0][1])]}]"
        for seat, action, values, _ in done
    ]
    again = _read(tmp_path, "game.sgf", f"(;FF[4]GM[1]SZ[5]KM[6.5]PB[Ann]PW[Bob]C[a \\] b]\n{''.join(nodes)})")
    assert again["point.stone"] == match["point.stone"] and again.over == match.over
    assert again.returns() == match.returns() and again.game.params == {"size": 5, "komi": 6}


def test_othello_is_read_from_sgf_and_from_a_list(tmp_path: Path) -> None:
    match, done = _random("othello", 3)
    cells = [values[0] for _, action, values, _ in done if action == "place"]
    by_letters = "".join(
        f";{'BW'[seat]}[{v[0][0]}{'abcdefgh'[int(v[0][1]) - 1]}]" for seat, a, v, _ in done if a == "place"
    )
    for name, text in (
        ("list.pgn", f'[Game "othello"]\n[Black "Ann"]\n\n{"".join(cells)} *'),
        ("steps.pgn", '[Game "othello"]\n\n' + " ".join(f"{n}. {cell}!" for n, cell in enumerate(cells, 1))),
        ("game.sgf", f"(;GM[2]{by_letters})"),
    ):
        again = _read(tmp_path, name, text)
        assert again.over and again["cell.disc"] == match["cell.disc"], name


def test_lines_of_action_and_hex_are_read_from_sgf(tmp_path: Path) -> None:
    match = _read(tmp_path, "loa.sgf", "(;GM[9];B[b1-b3];W[A2:c2++];B[d1-d3](;W[a3-c5])(;W[a4-c4]))")
    assert match["cell.man"]["b3"] == "Black" and match["cell.man"]["c5"] == "White" and match.turn == 5
    match = _read(tmp_path, "hex.sgf", "(;FF[4]GM[11]SZ[5];B[b2];W[swap-pieces];B[c3];W[resign])")
    assert match["cell.stone"]["b2"] == "Blue" and match["cell.stone"]["c3"] == "Red" and not match.over


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.sgf", "(;GM[1]SZ[9];B[aa];W[aa])", "`a9` is not legal here"),
        ("a.sgf", "(;GM[1]SZ[9];B[aa];B[bb])", "it is not Black who moves here"),
        ("a.sgf", "(;GM[1]SZ[9]AB[cc][dd];W[aa])", "stones are set up here"),
        ("a.sgf", "(;GM[1]SZ[9];B[zz])", "no point of a board of 9"),
        ("a.sgf", "(;GM[8];B[aa])", "a game of shogi, whose rules are not bundled"),
        ("a.sgf", "hello", "is no SGF file"),
        ("a.sgf", "(;GM[9];B[b1-b4])", "is not legal here"),
        ("a.pdn", "1. 11-15 24-20 2. 15-19 23-32", "`23-32` is not legal here"),
        ("a.pdn", "1. 11-77", "squares are numbered from 1 to 32"),
        ("a.pdn", '[GameType "20"]\n1. 32-28', "draughts of kind 20 are not bundled"),
        ("a.pdn", '[FEN "B:W18:B1"]\n1. 1-5', "begins with a position of its own"),
        ("a.pgn", "1. e4 e5 2. Bd4", "legal: Bf1e2, Bf1d3, Bf1c4, Bf1b5, Bf1a6"),
        ("a.pgn", "1. e4 e5 2. Sf3", "men are called K, Q, R, B and N here"),
        ("a.pgn", "1. d4 d5 2. Nf3 Nf6 3. Nd2", "`Nd2` may be `move b1 d2`, `move f3 d2`"),
        ("a.pgn", "1. d4 d5 2. Nf3 Nf6 3. Nd2", "say where it comes from: `Nb1d2` or `Nf3d2`"),
        ("a.pgn", "1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8", "becomes another man: `bxa8=Q`"),
        ("a.pgn", "1. f4 e5 2. g4 Qh4# 1-0", "by its moves the game did not end 1-0"),
        ("a.pgn", '[Variant "Atomic"]\n1. e4 e5', "this is a game of Atomic"),
        ("a.pgn", '[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n1. Ka2', "a position of its own (FEN)"),
        ("a.pgn", '[Game "othello"]\n1. f5 f5', "`f5` is not legal here"),
        ("a.pgn", '[Game "othelo"]\n1. f5', "did you mean `othello`"),
        ("a.pgn", '[Game "tic_tac_toe"]\n1. a1 b1 2. a2 b2 3. a3 b3', "the game is over before `b3`"),
    ],
)
def test_what_can_not_be_read_is_said_at_its_line(name: str, text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(LudwrightError, match=re.escape(said)):
        _read(tmp_path, name, text)


def test_any_bytes_are_a_message_or_a_game(tmp_path: Path) -> None:
    whole = "(;FF[4]GM[1]SZ[5]KM[6.5];B[cc];W[dd](;B[])(;B[aa]))"
    for seed in range(60):
        chance, words = Random(seed), list(whole)
        for _ in range(chance.choice((1, 2, 5))):
            words[chance.randrange(len(words))] = chance.choice(["", "(", ")", "[", "]", ";", "\\", "z", "9", "é"])
        try:
            _read(tmp_path, "a.sgf", "".join(words))
        except LudwrightError as error:
            assert str(error).strip()


OPERA = """[Event "Paris Opera"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1.e4 e5 2.Nf3 d6 3.d4 Bg4 {This is a weak move
already.} 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7
8.Nc3 (8.Bxf7+ Kd8 (8... Qxf7 9.Qxb7) 9.Qxb7) c6 9.Bg5 b5 10.Nxb5 cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8
13.Rxd7! Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+!! Nxb8 17.Rd8# 1-0

[White "Ann"]

1. e4 a6 2. e5 d5 3. exd6 e.p. b5 4. dxc7 $1 Nc6 5. cxd8=Q+ Nxd8 ; taken back
6. Nf3 Nf6 7. Be2 e6 8. O-O *

1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 g8f6 4. e1g1 f6xe4 1/2-1/2
"""


def test_chess_as_it_is_written(tmp_path: Path) -> None:
    """Castling on both sides, taking in passing, promotion, check marks, comments, variations and results; games with tags and without."""
    file = tmp_path / "games.pgn"
    file.write_text(OPERA)
    traces = read_traces(file)
    opera, second, third = map(replay, traces)
    assert traces[0].seats == ["Paul Morphy", "Duke Karl / Count Isouard"]
    assert opera.over and opera.returns() == [1.0, -1.0] and opera["square.man"]["d8"] == "white_rook"
    assert (
        not second.over and second["square.man"]["g1"] == "white_king" and second["square.man"]["d8"] == "black_knight"
    )
    assert third["square.man"]["g1"] == "white_king" and third["square.man"]["f1"] == "white_rook"
    assert third["square.man"]["e4"] == "black_knight"


def test_games_that_nobody_moved_in_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "club.pgn"
    file.write_text('[White "Ann"]\n[Black "Bob"]\n\n1-0\n\n[White "Cat"]\n[Black "Dan"]\n\n1. e4 *\n')
    assert [trace.seats for trace in read_traces(file)] == [["Cat", "Dan"]]
    file.write_text("\n")
    with pytest.raises(LudwrightError, match="does not say which game it is"):
        read_traces(file)
    assert read_traces(file, "othello")[0].recorded is not None


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('1. e4 {open\n[White "Ann"]\n e5', "1: this `{`"),
        ('1. e4\n(1. d4 {d5)} d5\n\n[White "Ann"]\n1. e4 *', "2: this `\\(`"),
    ],
)
def test_what_is_passed_over_has_an_end(text: str, wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "some.pgn"
    file.write_text(text)
    with pytest.raises(LudwrightError, match=wrong):
        read_traces(file)


def test_who_passes_may_be_written_as_two_dashes(tmp_path: Path) -> None:
    file = tmp_path / "some.pgn"
    file.write_text('[Game "othello"]\n\n1. d3 -- 2. c3 += *\n')
    recorded = read_traces(file)[0].recorded
    assert recorded is not None and [move.text for move in recorded.moves] == ["d3", "--", "c3"]


def test_random_games_of_chess_come_back(tmp_path: Path) -> None:
    """What OpenSpiel writes down of random games is read as the same games."""
    import pyspiel

    dice = Random(5)
    for number in range(3):
        state = pyspiel.load_game("chess").new_initial_state()
        words: list[str] = []
        while not state.is_terminal() and len(words) < 160:
            action = dice.choice(state.legal_actions())
            words.append(state.action_to_string(action))
            state.apply_action(action)
        file = tmp_path / f"{number}.pgn"
        file.write_text(" ".join(f"{n // 2 + 1}. {word}" if n % 2 == 0 else word for n, word in enumerate(words)))
        match = replay(read_trace(file))
        men = [[match["square.man"][f"{column}{row}"] for column in "abcdefgh"] for row in range(8, 0, -1)]
        letters = [[_letter(str(man)) if man else "" for man in row] for row in men]
        board = str(state).split(" ")[0].split("/")
        assert letters == [
            [sign if not sign.isdigit() else "" for sign in row for _ in range(int(sign) if sign.isdigit() else 1)]
            for row in board
        ]
        assert state.is_terminal() == match.over


def _letter(man: str) -> str:
    side, sort = man.split("_")
    letter = "n" if sort == "knight" else sort[0]
    return letter.upper() if side == "white" else letter
