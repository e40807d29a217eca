"""Texts that must come out as meant, and texts that must be refused."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

import pytest

from ludwright.language import syntax
from ludwright.language.parser import keep_declarations, parse_declarations, parse_effects, parse_file, parse_formula
from ludwright.language.syntax import tokens
from ludwright.mistakes import MistakesError
from tests.language.trees import declaration, formula, shape, statements

FORMULAS = {
    "a or b and c": "or_(a,and_(b,c))",
    "a and b or c": "or_(and_(a,b),c)",
    "a and any x in s with b or c": "and_(a,any_(gen(x,s,limit(or_(b,c)))))",
    "no x in s with x is a or b": "no_(gen(x,s,limit(or_(is_(x,a),b))))",
    "every x in s has x.a and b": "every_(x,s,and_(member(x,a),b))",
    "not any x in s with p": "not_(any_(gen(x,s,limit(p))))",
    "not a and b": "and_(not_(a),b)",
    "not a is b": "not_(is_(a,b))",
    "1 if any x in s with p else 2 if q else 3": "if_else(1,any_(gen(x,s,limit(p))),if_else(2,q,3))",
    "a - b - c * d": "sub(sub(a,b),mul(c,d))",
    "a * b div c mod d": "mod(div(mul(a,b),c),d)",
    "-a + b": "add(neg(a),b)",
    "a / b rounded up": "quotient(a,b,rounded(rounded,up))",
    "a / b": "quotient(a,b)",
    "top of p.hand": "of(top,member(p,hand))",
    "(top of p.hand).rank": "member(paren(of(top,member(p,hand))),rank)",
    "my hand.count": "member(my(hand),count)",
    "my men[n - 1]": "at(my(men),sub(n,1))",
    "cells[1, 2].mark": "member(at(cells,1,2),mark)",
    "x is not in a..b": "is_not_in(x,range(a,b))",
    "x is in 1..6": "is_in(x,range(1,6))",
    "x is not none": "is_not(x,none_())",
    "a == b": "compare(a,==,b)",
    "a <= b + 1": "compare(a,<=,add(b,1))",
    "p can jump(m)": "can(p,call_(jump,args(m)))",
    "p knows c.rank": "knows(p,member(c,rank))",
    "f()": "call_(f,args())",
    "c.step(d, 2).man": "member(member(c,step,args(d,2)),man)",
    "count(x in s with p)": "call_(count,set_arg(gen(x,s,limit(p))))",
    "sum(x.a for x in s with p, y in t)": "call_(sum,each_args(member(x,a),gen(x,s,limit(p)),gen(y,t)))",
    "best(a for x in s matched to y in t with p)": "call_(best,match_args(a,gen(x,s),gen(y,t,limit(p))))",
    "highest x in s with p by a then b": "pick(best(highest),gen(x,s,limit(p)),a,b)",
    "all highest x in s by a": "all_best(best(highest),gen(x,s),a)",
    "all x in s while p": "all_(gen(x,s,while_(p)))",
    "first x in s from y backwards with p": "first(gen(x,s,y,backwards,limit(p)))",
    "random x in s by w": "random(gen(x,s),w)",
    "card designs": "designs(card)",
    "yes": "yes()",
    "no": "no()",
    "none": "none_()",
    "0.8 * x": "mul(0.8,x)",
    "p.first": "member(p,first)",
    "p.any + p.all": "add(member(p,any),member(p,all))",
    "line(3, all c in cells with c.mark is me)": "call_(line,args(3,all_(gen(c,cells,limit(is_(member(c,mark),me))))))",
}


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_read_as_meant(text: str) -> None:
    assert formula(text) == FORMULAS[text]


@pytest.mark.parametrize(
    "text", ["n + 1..6", "a is b is c", "a +", "", "a b", "f(a,)", "(a", "a)", "x in s", "1 2", "all", "a if b", "[1]"]
)
def test_a_formula_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(MistakesError):
        parse_formula(text)


STATEMENTS = {
    "draw": "tie()",
    "draw 1 from deck to my hand": "draw(1,deck,my(hand))",
    "draw up to 2 from deck to hand": "draw_up_to(2,deck,hand)",
    "x = roll 3 d6": "assign(x,roll(3,d6))",
    "x = roll 3d6": "assign(x,roll(3,d6))",
    "x = roll d6": "assign(x,roll_one(d6))",
    "let d1 = roll d20": "let(d1,roll_one(d20))",
    "x = roll n hit_die": "assign(x,roll(n,hit_die))",
    "x += 2": "assign(x,+=,2)",
    "roll tray": "reroll(tray)",
    "take": "call(take)",
    "x()": "call(call_(x,args()))",
    "me wins 2": "wins(me,2)",
    "players win": "wins(players)",
    "p loses": "loses(p)",
    "end turn": "stop(turn)",
    "p leaves game": "leaves(p,game)",
    "left(me) goes next": "goes(call_(left,args(me)))",
    "me does one of a, b otherwise draw": "otherwise(does(me,one_of(a,b)),tie())",
    "jump otherwise slide otherwise me loses": "otherwise(call(jump),otherwise(call(slide),loses(me)))",
    "me may do hatch": "may_do(me,hatch)",
    "any number of a, b up to 3 times maximizing c while d": (
        "does(any_number(a,b,at_most(3),maximizing(c),while_(d)))"
    ),
    "pay 1 brick, n give from my goods to bank": "pay(amount(1,ref(brick)),amount(n,ref(give)),my(goods),bank)",
    "pay 3 from coins": "pay(amount(3),coins)",
    "move all c in s with p to deck": "move(all_(gen(c,s,limit(p))),deck)",
    "in 3 turns: x += 1": "timer(3,turns,steps(assign(x,+=,1)))",
    "repeat 3 times: x()": "repeat_times(3,steps(call(call_(x,args()))))",
    "repeat deal until a is b": "repeat_call_until(call(deal),is_(a,b))",
    "for p in players from me backwards with p.a by p.b: x()": (
        "for_(gen(p,players,me,backwards,limit(member(p,a))),member(p,b),steps(call(call_(x,args()))))"
    ),
    "turns once from p backwards when my a > 0 until c: b": (
        "turns(once,p,backwards,compare(my(a),>,0),c,steps(call(b)))"
    ),
    "p chooses n - 3 cs from p.hand: move cs to x": (
        "choose(p,chooses(),chosen(sub(n,3),cs),member(p,hand),steps(move(cs,x)))"
    ),
    "if a: b; c": "if_(a,steps(call(b),call(c)))",
    "if a\n  b\nelse if c: d\nelse: e": "if_(a,block(call(b)),elif_(c,steps(call(d))),else_(steps(call(e))))",
    "p chooses way\n  option build when p: x\n  option sell": (
        "options(p,chooses(),way,option(build,p,steps(call(x))),option(sell))"
    ),
    'first q in others to say "block"\n  x': 'first_to(gen(q,others),"block",block(call(x)))',
    "at once, each p in s\n  p secretly chooses c from t\nthen\n  x": (
        "at_once(gen(p,s),block(choose(p,secretly,chooses(),chosen(c),t)),block(call(x)))"
    ),
    "tell others of p that c.rank > 3": "tell_that(of(others,p),compare(member(c,rank),>,3))",
    "reverse turns": "reverse()",
    "nothing": "nothing()",
}


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_statement_is_read_as_meant(text: str) -> None:
    assert statements(text) == [STATEMENTS[text]]


DECLARATIONS = {
    'game "Nim"': 'game("Nim")',
    "players 2 to 5, cooperative": "players(2,5,cooperative)",
    "players 2 named X, O": "players(2,names(X,O))",
    "param lives = 3 in 1..5": "param(lives,3,range(1,5))",
    "param pace = 2, 2, 3": "param(pace,list(2,2,3))",
    "param goal = 7 for 2 players, 5 for 3..4 players": "param(goal,by_counts(by_count(7,2),by_count(5,3,4)))",
    "enum suit: clubs, hearts": "enum(kind(suit),names(clubs,hearts))",
    "things man (men), copies 12 each player": "cards(component(things),kind(man,men),copies(12,player))",
    "board grid 3x4 of cell": "board(grid,3,4,kind(cell))",
    "board grid 3 x 4 of cell": "board(grid,3,4,kind(cell))",
    'board graph of city from "c.json", regions land': 'board(graph,kind(city),"c.json",bopt(regions,land))',
    "board graph of city\n  link Rome: Bonn, Oslo": "board(graph,kind(city),link(Rome,names(Bonn,Oslo)))",
    "zone deck of card, face down, holds all cards, shuffled": (
        "zone(deck,card,face_down(),holds_all(cards),shuffled())"
    ),
    "dice tray: 5 d6, seen by owner": "dice(tray,5,d6,seen(owner))",
    "var left[colour] = colour.supply in 0..5, each turn": (
        "var(attr(left,index(colour),member(colour,supply),range(0,5),reset(turn)))"
    ),
    "var robber: tile or none": "var(attr(robber,type(tile,none)))",
    "each player\n  coins = 3\n  zone hand of card": "each(player,attr(coins,3),zone(hand,card))",
    "when Guard is played\n  x": "event(Guard,played,block(call(x)))",
    "action take(h in heaps, n in 1..left[h]), group a, takes 5 seconds\n  when n > 0\n  left[h] -= n": (
        "action(take,aparams(aparam(h,heaps),aparam(n,range(1,at(left,h)))),in_group(a),takes(5,seconds),"
        "guard(compare(n,>,0)),assign(at(left,h),-=,n))"
    ),
    "define fits(c): c.rank is 1": "define(fits,params(names(c)),is_(member(c,rank),1))",
    "define f\n  let a = 1\n  answer a": "define(f,let(a,1),answer(a))",
    "end after turn when a: draw": "end(turn,endcase(a,tie()))",
    "winner: highest score, then lowest turns": "winner(rank(best(highest),score),rank(best(lowest),turns))",
    'variant "Long Nim" of "nim.game"': 'variant("Long Nim","nim.game")',
    "change walk.move = 2": "change(ref(walk,move),2)",
    "without a, b": "without(names(a,b))",
}


@pytest.mark.parametrize("text", DECLARATIONS)
def test_a_declaration_is_read_as_meant(text: str) -> None:
    assert declaration(text) == DECLARATIONS[text]


def test_words_of_the_language_may_be_names_where_they_have_no_meaning() -> None:
    assert declaration("action move\n  x") == "action(move,call(x))"
    assert declaration("enum sort: action, turn, end") == "enum(kind(sort),names(action,turn,end))"
    assert declaration("var of = 3") == "var(attr(of,3))"
    assert statements("me does move") == ["does(me,move)"]


def test_a_word_is_read_whole() -> None:
    assert declaration("var into = 3 in 1..5") == "var(attr(into,3,range(1,5)))"
    assert statements("drawing") == ["call(drawing)"]
    with pytest.raises(MistakesError):
        parse_file("players 2 tofu 4")


def test_names_may_have_letters_of_any_language() -> None:
    assert declaration("var größe = 3") == "var(attr(größe,3))"
    composed, decomposed = "var caf\u00e9 = 1", "var cafe\u0301 = 1"
    assert declaration(composed) == declaration(decomposed)


LAYOUTS = {
    '# c\n\n\ngame "x"   # d\n      # deep\nturn\n  a\n      # deep comment\n\n  # other\n  b\n# flush\n  c\n': (
        'start(game("x"),turn(block(call(a),call(b),call(c))))'
    ),
    "turn\r\n  a\r\n  b\r\n": "start(turn(block(call(a),call(b))))",
    "turn\n\ta\n\tif b\n\t\tc\n": "start(turn(block(call(a),if_(b,block(call(c))))))",
    "action a\naction b\n": "start(action(a),action(b))",
    "define f(a,\nb): a +\n": None,
    "define f(a,\n   b): (a +\n b)\n": "start(define(f,params(names(a,b)),paren(add(a,b))))",
    "define f(a,\nb): a": "start(define(f,params(names(a,b)),a))",
    "turn: a": "start(turn(steps(call(a))))",
    "\ufeffturn: a": "start(turn(steps(call(a))))",
    "turn:\u00a0a": "start(turn(steps(call(a))))",
    "   # only a comment": "start()",
    "": "start()",
    "\n\n": "start()",
    "turn\n  a   \n\n\n\n": "start(turn(block(call(a))))",
}


@pytest.mark.parametrize("text", LAYOUTS)
def test_blocks_lines_and_comments(text: str) -> None:
    wanted = LAYOUTS[text]
    if wanted is None:
        with pytest.raises(MistakesError):
            parse_file(text)
    else:
        assert shape(parse_file(text)) == wanted


def test_effects_are_separated_by_semicolons() -> None:
    assert shape(parse_effects("take(me, 1); actions += 2")) == (
        "effects(call(call_(take,args(me,1))),assign(actions,+=,2))"
    )
    with pytest.raises(MistakesError):
        parse_effects("take(me, 1);")


def test_left_out_parts_keep_their_place() -> None:
    (param,) = parse_file("param x = 3").declarations
    assert isinstance(param, syntax.ParamDeclaration)
    assert param.values is None


def test_every_token_knows_its_line_and_column() -> None:
    text = 'game "x"\n\nturn\n  if a.b is (3 +\n      4): move xs to deck\n  # c\n  end turn\n'
    lines = text.split("\n")
    tokens = [token for token in syntax.tokens(parse_file(text)) if token]
    assert len(tokens) == 8
    for token in tokens:
        assert token.line and token.column and token.end_column
        assert lines[token.line - 1][token.column - 1 : token.end_column - 1] == str(token)
        assert text[token.start_pos : token.end_pos] == str(token)


def test_a_tree_ends_where_its_text_ends() -> None:
    (turn,) = parse_file("turn\n  a\n  bcd\n\n# later\n").declarations
    assert turn.span == (1, 1, 3, 6)


def test_what_can_be_read_is_read_in_spite_of_mistakes() -> None:
    tree, mistakes = parse_declarations("var a = 1\nvar b = = 2\nvar c = 3\n")
    assert [shape(part) for part in tree.declarations] == ["var(attr(a,1))", "var(attr(c,3))"]
    assert len(mistakes) == 1


GAMES = sorted(p.name for p in resources.files("ludwright.games").iterdir() if p.name.endswith(".game"))


@pytest.mark.parametrize("game", GAMES)
def test_bundled_games_are_read(game: str) -> None:
    text = resources.files("ludwright.games").joinpath(game).read_text(encoding="utf-8")
    assert parse_declarations(text, game)[1] == []


def test_a_name_spelt_like_a_declaration_may_follow_a_line_with_a_colon() -> None:
    text = "action go\n  if x > 1: x = 2\n  score += 1\n  for p in q: nothing\n  players win\n  repeat 2 times: nothing\n  goal = 3\n"
    (action,) = parse_file(text).declarations
    assert isinstance(action, syntax.ActionDeclaration)
    assert [line.rule for line in action.body] == [
        "if_",
        "assign",
        "for_",
        "wins",
        "repeat_times",
        "assign",
    ]


@pytest.fixture
def kept() -> Iterator[None]:
    """Declarations are kept from one text to the next."""
    keep_declarations(100)
    yield
    keep_declarations(0)


def _with_places(text: str) -> list[object]:
    tree, wrong = parse_declarations(text)
    return [
        wrong,
        *((repr(one), one.span, [(str(t), t.line, t.column) for t in tokens(one)]) for one in tree.declarations),
    ]


def test_what_is_kept_from_the_text_before_reads_the_same(kept: None) -> None:
    """A line is changed, one comes in and the rest moves down, one is wrong, and it is mended."""
    text = (resources.files("ludwright") / "games" / "crazy_eights.game").read_text(encoding="utf-8")
    end = text.index("\nend")
    versions = [
        text,
        text.replace("players 2 to", "players 3 to"),
        text[:end] + "\nvar more = 0 in 0..3\n" + text[end:],
        text[:end] + "\nvar more = = 0\n" + text[end:],
        text[:end] + "\n\n\n" + text[end:],
        text.replace("\nend", "\n  end"),
    ]
    again = [_with_places(version) for version in versions]
    keep_declarations(0)
    assert again == [_with_places(version) for version in versions]
    assert again[3][0] and again[5][0] and not again[0][0]
