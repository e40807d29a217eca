"""What a wrong argument gets, and games and bodies given as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludwright.build as b
from ludwright.build import BuildError, Game, me, my, names, range_, variable, when, word
from ludwright.language.parser import parse_file
from ludwright.mistakes import LudwrightError, MistakesError

a, c, x = names("a c x")


def game() -> Game:
    return Game("Test")


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: Game('a "quoted" title'), "without quotes"),
    (lambda: game().players("two"), "a whole number"),  # type: ignore[arg-type]
    (lambda: game().players(-2), "a whole number"),
    (lambda: game().players(2, named=["South West"]), "'South West'"),
    (lambda: game().param("two words", 3), "'two words'"),
    (lambda: game().param("pace", [1]), "two or more values"),
    (lambda: game().param("goal", 10**20), "at most 15 digits"),
    (lambda: game().param("goal", range_(1, 3)), "range"),
    (lambda: game().enum("suit", ["clubs"], rows=[["name"]]), "not both"),
    (lambda: game().enum("suit", rows=[["name", "value"], ["clubs"]]), "same number of cells"),
    (lambda: game().enum("suit", rows=[["name"], ["a|b"]]), "without `|`"),
    (lambda: game().enum("suit", rows=[["name"], [["list"]]]), "a cell of a table"),
    (lambda: game().enum("suit", rows=["name"]), "a list of cells"),
    (lambda: game().enum("suit", rows=[{"name": "a"}, {"nmae": "b"}]), "nmae"),
    (lambda: game().board("grid", 3, 3, "holds many men"), "an option of a board"),
    (lambda: game().zone("deck", "card", "face up"), "an option of a zone"),
    (lambda: game().zone("deck", []), "a zone of what"),
    (lambda: game().var("pot"), "a start value"),
    (lambda: game().var("pot", 0, None, "every turn"), "an option of a variable"),
    (lambda: game().var("last", within=range_(1, 3), type="colour"), "only a number has a range"),
    (lambda: game().var("last", type="a colour"), "'a colour'"),
    (lambda: game().each("player"), "each player has what"),
    (lambda: game().each("player", b.link("a", "b")), "can't carry this: link"),
    (lambda: game().picture("cell", ["b"], {}), "a legend"),
    (lambda: game().end(), "ends when"),
    (lambda: game().winner("most points"), "'most points'"),
    (lambda: game().define("f", "", [b.let("x", 1)]), "an `answer` at its end"),
    (lambda: game().turn([]), "at least one statement"),
    (lambda: game().turn(when(a)), "only in the lines of an action"),
    (lambda: game().turn("take the cards"), "`take the cards`"),
    (lambda: game().add("gmae"), "declarations"),
    (lambda: game().expect("x", "often", "always yes"), "a quota"),
    (lambda: game().bot("x"), "at least one rule"),
    (lambda: b.name("2nd"), "'2nd'"),
    (lambda: b.name("first"), "`first`"),
    (lambda: b.range_(1, 2) + 3, "range"),
    (lambda: a & 3, "brackets around each comparison"),
    (lambda: a > 0 & x, "brackets around each comparison"),
    (lambda: a == c & x, "brackets around each comparison"),
    (lambda: 1 < a < 3, "not in Python"),
    (lambda: a and c, "not in Python"),
    (lambda: list(a), "can't loop"),
    (lambda: a in c, "is_in"),
    (lambda: (a + 1)(2), "can't be called"),
    (lambda: a.rounded_up(), "only a division"),
    (lambda: b.assign(a, object()), "a formula is wanted"),  # type: ignore[arg-type]
    (lambda: b.assign(a, "1 +"), "can't be read as a formula"),
    (lambda: b.assign(a, b.nothing()), "has no value"),
    (lambda: b.let(a + 1, 3), "is wanted here, this is the formula `a + 1`"),
    (lambda: b.rolled("hit_die"), "needs a number of dice"),
    (lambda: b.pay(from_=a), "pay what"),
    (lambda: b.one_of(), "do what"),
    (lambda: b.otherwise(a), "two or more"),
    (lambda: b.otherwise(b.nothing(), a), "only doing an action can fail"),
    (lambda: b.does(me, b.nothing()), "not `nothing`"),
    (lambda: b.wait(3), "how long"),
    (lambda: b.chooses(me, x, a, number=3, any_number=True), "only one of"),
    (lambda: b.options(me, "way"), "alternatives"),
    (lambda: b.if_(a, c).else_(c).else_(c), "already"),
    (lambda: b.each(x, a, with_=c, while_=c), "not by both"),
    (lambda: b.highest(x, a), "by what"),
    (lambda: b.move("a; b", a), "more than one"),
    (lambda: b.count(x, "1..3, y in 4..5"), "more than one"),
]


@pytest.mark.parametrize(("build", "words"), WRONG, ids=[words for _, words in WRONG])
def test_a_wrong_argument_gets_a_kind_message(build: Callable[[], Any], words: str) -> None:
    with pytest.raises(BuildError) as caught:
        build()
    assert words in str(caught.value)
    assert isinstance(caught.value, LudwrightError)


def test_bodies_may_be_text() -> None:
    built = game()
    built.turn("throw")
    built.turn("if pot is 1: end turn")
    built.turn("for p in players: p.coins += 1")
    built.turn(
        """
        throw
        if pot is 1
          end turn
        """
    )
    built.action("take", {"k": "colours", "n": "1..left[k]"}, "when fits(k)\nleft[k] -= n")
    built.action("give", body=["when pot > 0", b.decrease(word.pot, 1), "my last = none\nnothing"])
    built.score("p", "p.points + 1")
    built.bot("bold", "let x = 3\nattack(a) when a.units > x", word.stop)
    assert built.text() == (
        'game "Test"\n'
        "turn: throw\n\n"
        "turn\n  if pot is 1: end turn\n\n"
        "turn: for p in players: p.coins += 1\n\n"
        "turn\n  throw\n  if pot is 1\n    end turn\n\n"
        "action take(k in colours, n in 1..left[k])\n  when fits(k)\n  left[k] -= n\n\n"
        "action give\n  when pot > 0\n  pot -= 1\n  my last = none\n  nothing\n\n"
        "score(p): p.points + 1\n\n"
        'bot "bold"\n  let x = 3\n  attack(a) when a.units > x\n  stop\n'
    )


def test_declarations_may_be_text() -> None:
    built = game()
    built.add(
        """
        param goal = 3
        turn
          throw
        """
    )
    assert built.tree == parse_file('game "Test"\nparam goal = 3\nturn\n  throw\n')


def test_a_name_taken_for_a_word_of_the_language_is_noticed() -> None:
    built = game()
    built.turn([b.call(word.draw)])
    with pytest.raises(BuildError, match="rename it"):
        built.description()


def test_a_name_that_makes_the_text_unreadable_is_a_mistake_at_its_line() -> None:
    built = game()
    built.turn([b.call(word.move)])
    with pytest.raises(MistakesError) as caught:
        built.description()
    place = caught.value.mistakes[0].place
    assert place is not None
    assert place.text.strip() == "move"


def test_a_built_game_can_be_saved(tmp_path: Path) -> None:
    built = game()
    built.each("player", variable("points", 0))
    built.turn(b.increase(my.points, 1))
    built.save(tmp_path / "test.game")
    assert parse_file((tmp_path / "test.game").read_text(encoding="utf-8")) == built.tree


def test_a_file_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="can't be written"):
        game().save(tmp_path / "no such folder" / "test.game")
