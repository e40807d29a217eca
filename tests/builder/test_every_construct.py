"""Every form of the grammar can be built from objects."""

from __future__ import annotations

from pathlib import Path

import ludwright.build as b
from ludwright.build import each, me, my, names, others, players, range_, variable, when, word
from ludwright.language.parser import parse_file
from ludwright.language.printer import to_text

TEXT = (Path(__file__).parent.parent / "language" / "every_construct.game").read_text(encoding="utf-8")

c, d, n, p, q, x, pot, deck, spent = names("c d n p q x pot deck spent")


def things() -> b.Game:
    game = b.Game("Everything")
    game.add('variant "Something else" of "everything.game"')
    game.include("base.game")
    game.without("market", "bank")
    game.change("goal", 50)
    game.change(word.Guard.value, 2)
    game.players(2, 4, cooperative=True, named=["North", "South"])
    game.players(2, rows=[["name", "forward"], ["North", 1]])
    game.param("goal", 100, range_(20, 200))
    game.param("pace", [2, 2, 3])
    game.param("lives", {(2, 3): 5, 4: 4, 1: 6})
    game.enum("suit", ["clubs", "hearts"])
    game.enum("box", plural="boxes", from_=("boxes.xlsx", "All boxes"))
    game.enum("heap", rows=[["name", "size"], ["small", 3]])
    game.cards("card")
    game.cards(
        "tile",
        "copies 2 each player",
        "up to 30",
        "any number",
        plural="tiles",
        of="piece",
        axes=[b.axis("suit"), b.axis("rank", range_(2, 14))],
        from_="tiles.csv",
        marks=[variable("tapped", False)],
    )
    game.things("pawn_of_mine", "up to 3 each player")
    game.things("man", "copies 12", plural="men", rows=[["name", "worth"], ["pawn", 1]])
    game.board(
        "grid",
        8,
        8,
        "diagonal",
        "corners spot",
        "holds 1 man",
        of="square",
        carries=[variable("mark", type="player or none")],
    )
    game.board("ring", n, of="pit")
    game.board(
        "graph",
        of="room",
        from_="rooms.json",
        rows=[{"name": "hall", "size": 2}],
        carries=[variable("seats", 0, range_(0, 4)), b.link("hall", "kitchen", "study")],
    )
    game.picture("square", ["b.w", "w.b"], {"b": ("man", "Black"), "w": b.assign(word.disc, word.White)})
    game.zone(
        "deck",
        ["card", "tile"],
        "face down",
        "in order",
        "shuffled",
        "up to 9",
        "holds all cards",
        "refilled from spent",
        "top seen by owner",
    )
    game.zone("row", "card", "seen by everyone", index=[range_(1, 4), "card design"])
    game.dice("tray", 5, "d6", "seen by owner", index="suit")
    game.dice("fists", 2, "hit_die")
    game.var("pot", 0, range_(0, 300), "each turn", "seen by owner")
    game.var("robber", word.corner, type="square")
    game.var("plan", type="card design or none", index=["suit", range_(1, 6)])
    game.each("player", variable("coins", 3), b.zone("hand", "card"), b.dice("cup", 5, 6))
    game.clock("seconds", 300)
    return game


def flow(game: b.Game) -> None:
    deal, cs, starter = names("deal cs starter")
    game.setup(b.steps(b.shuffle(deck), b.draw(1, from_=deck, to=spent)))
    game.setup(
        [
            b.for_(p, players, b.increase(p.coins, 1), from_=starter, backwards=True, with_=p.coins > 0, by=p.coins),
            b.repeat(3, b.shuffle(deck)),
            b.repeat_until(pot > 3, b.increase(pot, 1)),
            b.repeat_while(pot > 3, b.decrease(pot, 1)),
            b.repeat_until(pot == 0, deal),
            b.repeat_while(pot == 0, deal),
        ]
    )
    game.play(
        b.turns(word.advance, once=True, from_=starter, backwards=True, by=my.bid, when=my.coins > 0, until=pot == 0)
    )
    game.play([b.turns()])
    game.stage(
        "night",
        [
            b.wait(),
            b.wait(8, "hours"),
            b.after(3, "turns", b.assign(pot, 0)),
            b.at_once(
                each(p, players),
                [
                    b.for_(
                        "a",
                        word.squares,
                        [b.chooses(p, "c", p.hand, [b.if_(c.rank == 1, b.stop("loop"))])],
                        with_=word.a.mark == p,
                    ),
                    b.repeat(2, [b.chooses(p, "d", p.hand, may=True)]),
                ],
                b.nothing(),
            ),
            b.chooses(
                me,
                cs,
                my.hand,
                b.steps(b.move(cs, spent), b.shuffle(spent)),
                number=3,
                with_=c.rank > 3,
                may=True,
                secretly=True,
            ),
            b.chooses(me, cs, my.hand, [word.discard(cs)], up_to=4, otherwise=b.nothing()),
            b.chooses(me, "ds", word.tray, b.reroll(word.ds), any_number=True),
            b.options(me, "way", b.option("build", b.nothing(), when=pot > 3), b.option("sell")),
            b.first_to_say(each(q, others), "challenge", b.loses(q), otherwise=[b.stage("inner", b.nothing())]),
        ],
        params=["p", "q"],
        secret=True,
    )
    play, sell = names("play sell")
    game.turn(b.otherwise(word.jump, word.slide, b.loses(me)))
    game.turn(
        [
            b.does(me, play),
            b.does(me, b.one_of(play, sell)),
            b.one_of(play, sell),
            b.any_number_of(play, sell, up_to=3, maximizing=word.used, bound=12, while_=pot > 0),
            b.may_do(me, word.hatch),
            b.may_do(me, word.hatch, word.breed),
            b.if_(pot == 1, b.stop("turn")).elif_(pot == 2, [b.goes_next(me)]).else_(b.reverse_turns()),
        ]
    )


def actions(game: b.Game) -> None:
    other, one = names("other one")
    game.action("pass_on")
    game.action(
        "build",
        {"d": b.designs("building"), "n": range_(1, word.left[d])},
        [
            b.let(other, b.first(x, my.hand, with_=x != d)),
            when(d.cost <= my.coins),
            b.when_afterwards(~word.attacked(my.king)),
            b.if_able(d == word.Countess, when=other == word.King),
            b.if_able(d == word.Prince),
            b.pay(d.cost, from_=my.coins),
            b.pay((2, "brick"), (n, d.good), from_=my.goods, to=word.bank),
            b.let("b", b.create(d)),
            b.create(d),
            b.let("thrown", b.rolled(3, "d6")),
            b.let(one, b.rolled(6)),
            b.let("fist", b.rolled(2, word.hit_die)),
            b.draw_up_to(2, from_=deck, to=my.hand),
            b.deal(5, from_=deck, to="hand"),
            b.move(b.all_(c, my.hand, with_=c.rank == 1), b.of("bottom", deck)),
            b.show(my.hand, b.everyone),
            b.tell_whether(b.everyone, c.rank == 1, for_each=each(c, my.hand)),
            b.tell_that(others, pot > 3),
            b.swap(my.hand, spent),
            b.pass_("hand", "left"),
            b.reroll(word.tray),
            b.remove(word.b),
            b.resolve(d, "played", by=me),
            b.leaves(me, "deal"),
            b.wins(me, 2),
            b.wins(players),
            b.tie(),
        ],
        "group build",
        "takes 5 seconds",
    )
    game.define("fits", "c", c.rank == word.height(c.colour) + 1)
    many = b.for_(c, word.squares, [b.increase(word.base, 1), b.if_(word.base > 9, b.answer(90))], with_=c.mark == p)
    few = b.repeat_while(word.base < 2, b.assign(word.base, 2))
    game.define("worth", "p", [b.let("base", 3), many, few, b.answer(word.base * p.coins)])
    game.to("climb", "n", [b.answer(n)])
    game.when("Guard", "played", b.nothing())
    game.whenever(pot > 3, b.assign(pot, 0))
    game.every(180, "seconds", b.increase(pot, 1), when=pot < 3)
    game.end((pot == 0, b.wins(me)), after="turn")
    game.end((b.line(3, b.all_(c, word.squares, while_=c.mark == me)), b.wins(me)), pot == 9)


def analysis(game: b.Game) -> None:
    k, a, s, t, y, z, w = names("k a s t y z w")
    game.score("p", -p.coins + p.points // 3 - 2 * (p.debt % 4))
    game.winner("highest score", "lowest turns")
    game.winners(b.highest(p, players, p.coins, p.points, all_of_them=True))
    game.lead("p", p.coins / word.goal)
    game.goal(1, (word.session == 2) | ((pot > 3) & ~word.empty_handed))
    game.result((50, word.xp, range_(0, 500)))
    game.group({"build": 0.3, "play": 0.7})
    game.profile("commuter", sessions=3, minutes=10, seconds=4)
    game.track("deck size", (deck.count / 2).rounded_up(), for_each=each(p, players), each="turn")
    game.bot(
        "careful",
        b.let("target", b.lowest(k, word.suits, k.bonus, with_=b.no_(c, k.cards))),
        b.bot_rule(word.attack(a, word.b), when=a.units >= 3, by=-word.b.units),
        word.stop,
    )
    game.expect(
        "a hint is used",
        "at least 50% of cases",
        """
        after p does tell_colour(q, k) or another q does tell_rank with before p.coins > 3
        let told = all c in q.hand with c.colour is k by c.rank then c.cost
        let few = highest 2 c in q.hand by c.rank then c.cost
        then q says "block" or q sees c or c enters deck
        earlier lives becomes 0
        without p leaves deal
        before start of deal or end of turn
        always pot > 3
        within 1 turn of q
        """,
    )
    game.expect("rare", "at most 5% of games", "always yes")
    game.expect("balanced", "20% to 60% of games", "always yes")
    game.expect("busy", "2 to 5 times a game", "always yes")
    game.expect("sure", "always", "always yes")
    game.expect("out of the question", "never", "always yes")
    formulas = word.f(
        b.any_(x, s, with_=x.is_in(t)),
        b.no_(y, s, with_=y.is_not_in(range_(1, 6))),
        b.every(z, s, z.knows(c)),
        ~b.any_(w, s, with_=w.can(word.jump(1))),
    )
    game.define("formulas", "", formulas)
    total = b.sum_(a.b[1, 2], each(a, s, with_="a.c != none"), each("b", t)) + b.count(c, d)
    game.define("numbers", "", total + b.if_else(1, 'x == "text"', 2))
    game.define("matches", "", b.best(a.b, each(a, s, with_=a.c), each("b", t)))
    game.define("picks", "", my.hand(1).top(2) + b.random(x, s, by=x.weight) + word.first_of())


def everything() -> b.Game:
    game = things()
    flow(game)
    actions(game)
    analysis(game)
    return game


def test_every_form_of_the_grammar_can_be_built() -> None:
    built, read = everything().tree.declarations, parse_file(TEXT).declarations
    assert [to_text(tree) for tree in built] == [to_text(tree) for tree in read]
    assert built == read


def test_a_variant_can_be_built() -> None:
    game = b.Game("Something else", variant_of="everything.game")
    assert game.tree == parse_file('variant "Something else" of "everything.game"')
