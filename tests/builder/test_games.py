"""Games built from Python are the games of the texts: tree for tree."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import pytest
from lark import Token

from ludwright.build import (
    Game,
    all_,
    any_,
    any_number_of,
    assign,
    bot_rule,
    count,
    decrease,
    directions,
    draw,
    each,
    empty,
    every,
    first,
    for_,
    if_,
    increase,
    let,
    line,
    loses,
    me,
    my,
    names,
    no_,
    none,
    nothing,
    of,
    opponent,
    otherwise,
    players,
    random,
    range_,
    repeat,
    rolled,
    stop,
    sum_,
    tie,
    turns,
    variable,
    when,
    wins,
    word,
    zone,
)
from ludwright.language.parser import parse_file
from ludwright.language.syntax import File, Node, rebuilt


def settled(tree: File) -> File:
    """The tree with rows of tables written without the spaces that only line them up."""

    def change(part: Node | Token) -> Node | Token:
        if isinstance(part, Node):
            return rebuilt(part, change)
        return Token("ROW", "|".join(cell.strip() for cell in part.split("|"))) if part.type == "ROW" else part

    return rebuilt(tree, change)


def tic_tac_toe() -> Game:
    game = Game("Tic-tac-toe")
    game.players(2, named="X, O")
    game.board("grid", 3, 3, of="cell", carries=[variable("mark", type="player or none")])
    c, cells = names("c cells")
    game.turn(word.place)
    game.action("place", {"c": cells}, [when(c.mark.is_(none)), assign(c.mark, me)])
    game.end(
        (line(3, all_(c, cells, with_=c.mark.is_(me))), wins(me)),
        (no_(c, cells, with_=c.mark.is_(none)), tie()),
    )
    return game


def connect_four() -> Game:
    game = Game("Connect Four")
    game.players(2, named=["Red", "Yellow"])
    wide = game.param("wide", 7, range_(4, 10))
    high = game.param("high", 6, range_(4, 10))
    game.board("grid", wide, high, carries=[variable("disc", type="player or none")])
    c, cells, x = names("c cells x")
    landing = game.define("landing", "x", first(c, cells, with_=(c.column == x) & (c.disc == none)))
    game.turn(word.drop)
    game.action("drop", {"x": range_(1, wide)}, [let(c, landing(x)), when(c != none), assign(c.disc, me)])
    game.end(
        (line(4, all_(c, cells, with_=c.disc == me)), wins(me)),
        (no_(c, cells, with_=c.disc == none), tie()),
    )
    return game


def nim() -> Game:
    game = Game("Nim")
    game.players(2)
    last_loses = game.param("last_loses", False)
    heap = game.enum("heap", rows=[["name", "size"], ["small", 3], ["middle", 4], ["large", 5]])
    left = game.var("left", heap.size, range_(0, 20), index=heap)
    h, heaps, n = names("h heaps n")
    cleared = game.define("cleared", "", every(h, heaps, left[h].is_(0)))
    game.turn(word.take)
    game.action("take", {"h": heaps, "n": range_(1, left[h])}, [decrease(left[h], n)])
    game.end((cleared & last_loses, loses(me)), (cleared, wins(me)))
    return game


def pig() -> Game:
    game = Game("Pig")
    game.players(2, 4)
    goal = game.param("goal", 100, range_(20, 200))
    must_throw = game.param("must_throw", True)
    stop_at_goal = game.param("stop_at_goal", False)
    game.each("player", variable("points", 0, range_(0, 300)))
    pot = game.var("pot", 0, range_(0, 300), "each turn")
    throw, face, p = names("throw face p")
    game.turn(
        [
            if_(must_throw, throw),
            any_number_of(throw, while_=~stop_at_goal | (my.points + pot < goal)),
            increase(my.points, pot),
        ]
    )
    game.action("throw", body=[let(face, rolled("d6")), if_(face == 1, stop("turn")), increase(pot, face)])
    game.end((my.points >= goal, wins(me)))
    game.lead("p", p.points / goal)
    game.bot("hold at 20", bot_rule(throw, when=(pot < 20) & (my.points + pot < goal)), word.stop)
    return game


def colors() -> Game:
    game = Game("Colors")
    game.players(2, 3)
    rows = [
        ["name", "value", "supply", "forces"],
        ["red", 7, 3, "blue"],
        ["green", 4, 5, "yellow"],
        ["yellow", 0, 4, None],
        ["blue", -4, 2, None],
        ["black", -8, 0, None],
    ]
    colour = game.enum("colour", rows=rows)
    left = game.var("left", colour.supply, range_(0, 5), index=colour)
    game.each(
        "player",
        variable("taken", 0, range_(0, 20), index="colour"),
        variable("last", type="colour or none"),
    )
    k, colours, p = names("k colours p")
    forced = game.define("forced", "", my.last.forces)
    fits = game.define("fits", "k", (left[k] > 0) & ((k == forced) | ((forced == none) & (k != my.last))))
    game.turn(otherwise(word.take, word.take_black))
    game.action(
        "take", {"k": colours}, [when(fits(k)), decrease(left[k], 1), increase(my.taken[k], 1), assign(my.last, k)]
    )
    game.action("take_black", body=[increase(my.taken[word.black], 1), assign(my.last, word.black)])
    game.end(no_(k, colours, with_=left[k] > 0))
    game.score("p", sum_(p.taken[k] * k.value, each(k, colours)))
    game.winner("highest score")
    return game


def polis() -> Game:
    game = Game("Polis combat")
    game.players(2)
    deck, used, meeples, n, p = names("deck used meeples n p")
    rows = [["name", "points", "copies"], ["one", 1, 38], ["two", 2, 26], ["three", 3, 23], ["four", 4, 9]]
    game.cards("card", rows=rows)
    game.zone("deck", "card", "face down", "holds all cards", "shuffled")
    game.zone("used", "card")
    game.each("player", variable("strength", 0, range_(0, 20)), variable("total", 0, range_(0, 80)))
    game.play(repeat(4, turns(once=True)))
    game.turn(
        [
            let(meeples, random(n, range_(9, 12))),
            draw(1, from_=deck, to=used),
            assign(my.strength, meeples + of("top", used).points),
            increase(my.total, my.strength),
        ]
    )
    game.score("p", p.total)
    game.winner("highest score")
    game.track("strength", my.strength, each="turn")
    return game


def movement_points() -> Game:
    game = Game("Movement Points")
    game.players(2)
    deck, s, p = names("deck s p")
    steps_ = [{"name": "rest", "move": 0, "copies": 6}, {"name": "walk", "move": 1, "copies": 6}]
    game.cards("step", rows=[*steps_, {"name": "run", "move": 2, "copies": 6}])
    game.zone("deck", "step", "face down", "holds all steps", "shuffled")
    game.each("player", zone("hand", "step"))
    game.turn(draw(1, from_=deck, to=my.hand))
    game.end(deck.is_(empty))
    game.score("p", sum_(s.move, each(s, p.hand)))
    game.winner("highest score")
    game.track("score of the frame", of("top", my.hand).move, each="turn")
    return game


def othello() -> Game:
    game = Game("Othello")
    game.players(2, named="Black, White")
    c, cells, d, x, p = names("c cells d x p")
    game.board("grid", 8, 8, carries=[variable("disc", type="player or none")])
    rows = [". . . . . . . ."] * 3 + [". . . b w . . .", ". . . w b . . ."] + [". . . . . . . ."] * 3
    game.picture("cell", rows, {"b": assign(word.disc, word.Black), "w": assign(word.disc, word.White)})
    run = game.define("run", ["c", "d"], all_(x, c.ray(d), while_=x.disc == opponent))
    traps = game.define("traps", ["c", "d"], run(c, d).is_not(empty) & (c.step(d, run(c, d).count + 1).disc == me))
    game.turn(otherwise(word.place, nothing()))
    game.action(
        "place",
        {"c": cells},
        [
            when(c.disc == none),
            when(any_(d, directions, with_=traps(c, d))),
            for_(d, directions, [for_(x, run(c, d), assign(x.disc, me))], with_=traps(c, d)),
            assign(c.disc, me),
        ],
    )
    game.end(no_(p, players, with_=p.can(word.place)))
    game.score("p", count(c, cells, with_=c.disc == p))
    game.winner("highest score")
    return game


BUILT: list[Callable[[], Game]] = [tic_tac_toe, connect_four, nim, pig, colors, polis, movement_points, othello]

PLANS = {"lead", "define", "bot"}
"""What may stand behind the rules of a text and is not built here: players with a plan, and who is ahead."""


@pytest.mark.parametrize("build", BUILT, ids=lambda build: build.__name__)
class TestBuiltGames:
    def test_the_trees_are_those_of_the_text(self, build: Callable[[], Game]) -> None:
        text = resources.files("ludwright.games").joinpath(f"{build.__name__}.game").read_text(encoding="utf-8")
        built, written = settled(build().tree), settled(parse_file(text))
        many = len(built.declarations)
        assert many and built.declarations == written.declarations[:many]
        assert {part.rule for part in written.declarations[many:]} <= PLANS

    def test_the_printed_text_reads_as_the_same_game(self, build: Callable[[], Game]) -> None:
        game = build()
        assert parse_file(game.text()) == game.tree

    def test_it_gives_a_description(self, build: Callable[[], Game]) -> None:
        game = build()
        description = game.description()
        assert description.title == game.title
        kinds = [declaration.kind for declaration in description.declarations]
        assert kinds == [tree.rule for tree in game.tree.declarations][1:]
