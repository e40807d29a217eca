"""WGDL: the bakery move by move, Simple Coins, and translations against an interpreter of the language itself."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludwright
from ludwright.agents.best_lines import best_line
from ludwright.importing import imported
from ludwright.play.match import Match
from tests.importing.wgdl_reference import Instance, Reference

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
BAKERY, COINS = EXAMPLES / "bakery.wgdl", EXAMPLES / "simple_coins.wgdl"
EVERYTHING = Path(__file__).parent / "everything.wgdl"

RUN = [
    (["bake small_oven 1, rye"], 11, 0, 0, 2),
    (["buy big_oven"], 2, 0, 0, 2),
    (["sell big_oven 2"], 7, 0, 0, 3),
    (["bake big_oven 2, spelt", "wait_"], 5, 1, 30, 4),
    (["sell big_oven 2"], 10, 1, 30, 4),
    (["bake big_oven 2, rye", "wait_", "wait_"], 9, 1, 90, 8),
    (["sell big_oven 2"], 14, 1, 90, 7),
    (["sell small_oven 1"], 19, 1, 90, 0),
]
"""Moves, then money, fame, the second and how many moves are legal, as the language's own example tells them."""


@pytest.mark.parametrize("run", ["native", "twin"])
def test_the_bakery_move_by_move(run: str) -> None:
    match = ludwright.load(BAKERY).start(run=run)
    assert [option.words for option in match.legal()][:4] == [
        "buy small_oven",
        "buy big_oven",
        "bake small_oven 1, rye",
        "bake small_oven 1, spelt",
    ]
    for moves, money, fame, second, legal in RUN:
        for move in moves:
            match.apply(move)
        own = [option for option in match.legal() if option.action != "wait_"] if not match.over else []
        assert (match["town_money"], match["town_fame"], clock_of(match), len(own)) == (money, fame, second, legal)
    assert match.over


def clock_of(match: Match) -> int:
    from ludwright import ir

    return int(match.numbers()[ir.CLOCK])


def test_the_reference_plays_the_bakery_too() -> None:
    game = Reference(BAKERY.read_text())
    assert len(game.moves()) == 4
    for moves, money, fame, second, legal in RUN:
        for move in moves:
            _play(game, move)
        town = next(one for one in game.instances if one.design.name == "town")
        assert (town.values["money"], town.values["fame"], game.clock) == (money, fame, second)
        assert game.over or len(game.moves()) == legal
    assert game.over


def _play(game: Reference, words: str) -> None:
    """Do in the reference what an option says."""
    name, _, rest = words.partition(" ")
    if name == "wait_":
        game.wait()
        return
    wanted = [part.strip() for part in rest.split(",")] if rest else []
    for action, this, other in game.moves():
        sides = [side for side in (this, other) if side is not None and not _lasts(side)]
        fits = action.name == name and len(sides) == len(wanted)
        if fits and all(_is(game, side, word) for side, word in zip(sides, wanted, strict=True)):
            game.play(action, this, other)
            return
    raise AssertionError(f"{words} is not legal in the reference: {game.moves()}")


def _lasts(side: Any) -> bool:
    return isinstance(side, Instance) and side.design.cls.name == "world"


def _is(game: Reference, side: Any, word: str) -> bool:
    if not isinstance(side, Instance):
        return bool(side.name == word)
    name, _, number = word.partition(" ")
    family = [one for one in game.instances if not _lasts(one)]
    return side.design.name == name and (not number or family.index(side) + 1 == int(number))


def _sorts(game: Reference) -> set[tuple[str, ...]]:
    """The legal moves, without telling equal instances apart."""
    found = set()
    for action, this, other in game.moves():
        sides = [side for side in (this, other) if side is not None and not _lasts(side)]
        found.add((action.name, *(side.design.name if isinstance(side, Instance) else side.name for side in sides)))
    return found


def _compared(path: Path, seeds: range, moves: int) -> int:
    """Play at random in the translation, and the same in the reference; how many moves were compared."""
    game, text, done = ludwright.load(path), path.read_text(), 0
    lasting = next(one.name for one in Reference(text).model.objects.values() if one.cls.name == "world")
    for seed in seeds:
        chance, match, other = Random(seed), game.start(seed=seed), Reference(text)
        played = match.moves
        for _ in range(moves):
            assert match.over == other.over, (seed, done)
            if match.over:
                break
            options = match.legal()
            sorts = {(o.action, *(str(v).split(" ")[0] for v in o.values)) for o in options} - {("wait_",)}
            assert sorts == _sorts(other), (seed, done)
            option = chance.choice(options)
            match.apply(option.code)
            _play(other, option.words)
            done += 1
            while played + 1 < match.moves:  # what is forced is done at once
                other.forced()
                played += 1
            played += 1
            assert clock_of(match) == other.clock
            for name, value in next(o for o in other.instances if o.design.name == lasting).values.items():
                if isinstance(value, str | int | bool) or hasattr(value, "denominator"):
                    assert match[f"{lasting}_{name}"] == value, (seed, done, name)
    return done


@pytest.mark.parametrize("path", [BAKERY, EVERYTHING], ids=["bakery", "everything"])
def test_a_file_plays_as_the_language_says(path: Path) -> None:
    assert _compared(path, range(8), 40) > 100


@pytest.mark.slow
@pytest.mark.parametrize("path", [BAKERY, EVERYTHING], ids=["bakery", "everything"])
def test_thousands_of_games_play_as_the_language_says(path: Path) -> None:
    assert _compared(path, range(1000, 4000), 120) > 30_000


@pytest.mark.parametrize("path", [BAKERY, EVERYTHING, COINS], ids=["bakery", "everything", "coins"])
def test_the_written_text_plays_like_the_file(path: Path, tmp_path: Path) -> None:
    (tmp_path / "same.game").write_text(imported(path).text)
    original, translation = ludwright.load(path), ludwright.load(tmp_path / "same.game")
    for seed in range(300):
        a, b = original.start(seed=seed), translation.start(seed=seed)
        chance = Random(seed)
        for _ in range(40):
            if a.over:
                break
            codes = a.codes()
            assert codes == b.codes()
            code = chance.choice(codes)
            a.apply(code)
            b.apply(code)
        assert list(a.numbers()) == list(b.numbers())


def test_simple_coins_has_21_actions_and_2400_coins_are_found() -> None:
    game = ludwright.load(COINS)
    assert len(game.start().legal()) == 21
    assert best_line(game, "nested:10000", seed=1).value == 1.0


def test_words_break_lines_and_cling() -> None:
    from ludwright.importing.wgdl.words import statements_of, words_of

    text = "class a : b class c\nattribute class a x\nlong 3 consequence n game increase p, q action\nr // action s"
    statements, stray = statements_of(words_of(text)[0])
    assert [s.keyword.text for s in statements] == ["class", "class", "attribute", "consequence", "action"]
    assert [w.text for w in statements[3].words] == ["n", "game", "increase", "p", ",", "q"] and not stray


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("long 2 + long 3 * long 4", 14),
        ("long 7 * long 3 / long 2", 7),
        ("long 9 - long 2 - long 3", 4),
        ("long 9 - long 2 + long 3", 10),
        ("( long 0 - long 7 ) / long 2", -3),
        ("long 1 + long 10 - long 2", 9),
    ],
)
def test_that_languages_own_priorities(text: str, value: int, tmp_path: Path) -> None:
    path = tmp_path / "sums.wgdl"
    path.write_text(
        f"class w\nattribute w x long 0\nobject o is w\ninitial o\naction w go\naction w rest\nconsequence c o.x = {text}\nhasConsequence go c\n"
        "goal 1 o.x > long 1000"
    )
    match = ludwright.load(path).start()
    match.apply("go")
    assert match["o_x"] == value
