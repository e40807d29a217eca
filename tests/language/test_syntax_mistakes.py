"""Every kind of syntax mistake: found at its place, told in plain words, with the remedy."""

from __future__ import annotations

import re

import pytest

from ludwright.language.parser import parse_declarations, parse_effects, parse_file, parse_formula
from ludwright.mistakes import Mistake, MistakesError, Place
from tests.nonempty import some

# text, line, column, part of the message, part of the hint
CASES: list[tuple[str, int, int, str, str]] = [
    # `=`, `is`, `:`
    ("turn\n  if a = b: c()", 2, 8, "`=` sets a value", "write `is`"),
    ("action take\n  when left[h] = 3", 2, 16, "`=` sets a value", "write `is`"),
    ("end when x = 3: draw", 1, 12, "`=` sets a value", "write `is`"),
    ("turn\n  let x is 3", 2, 9, "expected `=`", "write `=`"),
    ("turn\n  let x == 3", 2, 9, "expected `=`", "write `=`"),
    ("param x: 3", 1, 8, "expected `=`", "write `=`"),
    ("define f(x) = x + 1", 1, 13, "expected `:`", "write `:`"),
    ("score(p) = 3", 1, 10, "expected `:`", "write `:`"),
    ("turn\n  a is b", 2, 5, "a condition can't stand here as a statement", "write `=`"),
    ("turn\n  my coins + 3", 2, 12, "a formula can't stand here as a statement", "`let x = …`"),
    # colons and blocks
    ("turn\n  if a b()", 2, 8, "a `:` is missing before `b`", "write `: b()`"),
    ("end when x > 3 me wins", 1, 16, "a `:` is missing before `me`", "write `: me wins`"),
    ("turn\n  if x then y()", 2, 8, "`then` can't stand here", "write `:` instead"),
    ("turn:\n  a", 1, 5, "nothing follows this `:`", "take the `:` away"),
    ("turn:\n", 1, 5, "nothing follows this `:`", "on the same line"),
    ("turn\n  p chooses c from s:\n    d", 2, 21, "nothing follows this `:`", "take the `:` away"),
    ("turn\n  if a\n  b()", 2, 3, "nothing is indented below `if`", "after a `:`"),
    ("stage a\nturn: b", 1, 1, "nothing is indented below `stage`", "indented by two spaces"),
    ("turn: a\nend", 2, 1, "nothing is indented below `end`", "`end when …: …`"),
    ("each player:\n  coins = 3", 1, 12, "`each` has no `:`", "take it away"),
    ("to f: a", 1, 5, "`to` has no `:`", "next line"),
    ("turn\n  a\n    b", 3, 1, "indented deeper than the line above", "like line 2"),
    ("turn\n    a\n  b\n", 3, 1, "indented by 2, which fits no block", "by 0 or 4"),
    ("turn\n  if a\n      b\n    c", 4, 1, "indented by 4, which fits no block", "by 2 or 6"),
    ("turn\n\ta\n        b", 3, 1, "tabs and spaces are mixed", "spaces only"),
    ("turn\n  a\n\tb", 3, 1, "tabs and spaces are mixed", "spaces only"),
    ('\n\n  game "x"', 3, 1, "this line is indented", "left margin"),
    ("turn: if a: b", 1, 7, "`if` can't follow `:`", "line of its own"),
    ("turn: a; if b: c", 1, 10, "`if` can't follow `;`", "line of its own"),
    ("turn\n  if a: b else: c", 2, 11, "`else` can't stand here", "line of its own"),
    ("turn\n  else: d", 2, 3, "this `else` belongs to no `if`", "exactly like"),
    ("turn\n  option a: b()", 2, 3, "this `option` belongs to no `chooses`", "p chooses way"),
    ("turn\n  at once, each p in s\n    p chooses c from t", 3, 5, "expected `then`", "below this line"),
    # brackets, quotes, signs
    ("turn: (a + b", 1, 7, "this `(` is never closed", "missing `)`"),
    ("turn\n  x[3 = 4", 2, 4, "this `[` is never closed", "missing `]`"),
    ("define f(a): max(a,\n  3\nvar x = 3", 1, 17, "this `(` is never closed", "missing `)`"),
    ("turn: a)", 1, 8, "this `)` closes nothing", "take it away"),
    ("turn: f(a]", 1, 10, "expected `)`", ""),
    ('game "Nim', 1, 6, "this quote is never closed", "on the same line"),
    ("game 'Nim'", 1, 6, "`'` has no meaning", "double quotes"),
    ("game “Nim”", 1, 6, "is not a quote of the language", "straight quotes"),
    ("turn: a && b", 1, 9, "`&&` has no meaning", "write `and`"),
    ("turn: x = a % 3", 1, 13, "`%` has no meaning", "mod"),
    ("turn: x = a ≤ 3", 1, 13, "`≤` has no meaning", "write `<=`"),
    ("turn: x = 3 – 1", 1, 13, "`–` has no meaning", "plain `-`"),
    ("turn {", 1, 6, "`{` has no meaning", "indentation"),
    ("turn // hello", 1, 6, "`//` has no meaning", "comments begin with `#`"),
    ("turn\n  x++", 2, 4, "`++` has no meaning", "x += 1"),
    ("action take\n  when x => 3", 2, 10, "`=>` has no meaning", "`>=`"),
    ("turn: x = 3\u200b", 1, 12, "an invisible character (U+200B)", "delete it"),
    ("turn: a\x00b", 1, 8, "a NUL character", "delete it"),
    ("turn: x = ٣", 1, 11, "is not a digit of the language", "0 to 9"),
    # tables
    ("enum a\n  | a | b\n", 2, 9, "a row of a table ends with `|`", "put a `|`"),
    ("enum a\n  | a\n", 2, 3, "`|` has no meaning", "begins and ends with `|`"),
    ("| a | b |", 1, 1, "a table row can't stand here", "indented below `enum`"),
    # names
    ("zone draw pile of card", 1, 11, "`pile` can't stand here", "write `draw_pile`"),
    ("define a-b: 3", 1, 9, "`-` can't stand in a name", "letters, digits"),
    ("turn: move\naction move\n  a", 1, 7, "not read as your action `move`", "write `me does move`"),
    ("turn\n  move(3)\naction move(n in s)\n  a", 2, 3, "your action `move`", "write `me does move(3)`"),
    ("turn\n  deal\nstage deal\n  a", 2, 3, "your stage `deal`", "something else"),
    ("turn: x = all + 1", 1, 11, "`all` is a word of the language", "something else"),
    ("var first = 3\nturn\n  first += 3", 3, 3, "your variable `first`", "something else"),
    # words
    ("actoin take\n  x = 3", 1, 1, "`actoin` is no word that begins a declaration", "`action`?"),
    ("Turn: take", 1, 1, "`Turn` is no word that begins a declaration", "`turn`?"),
    ("blurb: take", 1, 1, "`blurb` is no word that begins a declaration", "words such as"),
    ("def f(x): 3", 1, 1, "`def` is no word", "write `define`"),
    ("coins = 3", 1, 1, "`coins` is no word", "write `var coins = …`"),
    ("move x to y", 1, 1, "`move` can't begin a declaration", "indent it below"),
    ("player 2 to 4", 1, 1, "`player` can't begin a declaration", "did you mean `players`?"),
    ("turn: shufle deck", 1, 7, "`shufle` begins no statement", "`shuffle`?"),
    ("turn\n  elif x: y", 2, 3, "`elif` begins no statement", "else if"),
    ("turn\n  while a: b", 2, 3, "`while` begins no statement", "repeat while"),
    ("turn\n  when x > 3", 2, 3, "`when` begins no statement", "write `if`"),
    ("setup\n  deal 3 form deck to hand", 2, 10, "`form` can't stand here", "`from`?"),
    ("zone pile off card", 1, 11, "`off` can't stand here", "`of`?"),
    ("zone deck of card face down", 1, 19, "`face` can't stand here", "`,` is missing"),
    ("zone deck of card, facedown", 1, 20, "`facedown` can't stand here", "`face down`"),
    ("enum suit: clubs hearts", 1, 18, "`hearts` can't stand here", "`,` is missing"),
    ("enum suit clubs, hearts", 1, 11, "`clubs` can't stand here", "`:` is missing"),
    ("when Guard played\n  a", 1, 12, "expected `is`", "`is` is missing"),
    ("board grid 3 by 3 of cell", 1, 14, "`by` can't stand here", "3 x 3"),
    ("players 2-4", 1, 10, "`-` can't stand here", "2 to 4"),
    ("players two", 1, 9, "expected a number", "digits"),
    ("game Nim", 1, 6, "expected a text in quotes", '"Nim"'),
    ("winner: in score", 1, 9, "without `in`", "`winner: highest score`"),
    ("winner: most score", 1, 9, "expected `highest` or `lowest`", "`highest`"),
    ("turn\n  a, b", 2, 4, "`,` can't stand here", "one of a, b"),
    ("turn\n  me may hatch", 2, 10, "expected `choose` or `do`", "may do hatch"),
    ("turn: draw 3 cards from deck", 1, 14, "`cards` can't stand here", "leave out `cards`"),
    ("turn: deal 3 from deck to p.hand", 1, 28, "`deal` can't name one player's zone", "every player"),
    ("turn\n  for each p in s: x", 2, 7, "`each` can't stand here", "leave it out"),
    ("action take(n in 1 to 3)", 1, 20, "`to` can't stand here", "`1..6`"),
    ("action take n in 1..3", 1, 13, "`n` can't stand here", "in brackets"),
    (
        "things box, copies 2\n  zone inside of gem",
        2,
        3,
        "stands below `each box`",
        "write `each box` at the left margin",
    ),
    ("each player\n  var coins = 0", 2, 3, "below `each` a line begins with the name", "leave out `var`"),
    ("end: me wins", 1, 4, "an end needs a condition", "`end when"),
    ("end\n  x > 3: draw", 2, 3, "can't begin with `x`", "`when` is missing"),
    ("define f(x)\n  x + 1", 2, 5, "a formula can't stand here", "`answer …`"),
    ("define f(x)\n  move x to x\n  answer 1", 2, 3, "a definition changes nothing", "`to …`"),
    ("define f(x): let y = 3", 1, 14, "`let` can't follow this `:`", "answer"),
    ('include "a", "b"', 1, 12, "`,` can't stand here", "one `include` line"),
    ("turn\n  move to deck", 2, 8, "something is missing before `to`", ""),
    ("turn\n  me chooses from s", 2, 14, "something is missing before `from`", ""),
    # everyday phrases
    (
        "each player\n  things chair, copies 6",
        2,
        3,
        "where the kind is declared",
        "`things chair, copies 6 each player` there: `my chairs`",
    ),
    ("score(p): total fame of p.table", 1, 11, "a sum is written with brackets", "`sum(c.fame for c in p.table)`"),
    (
        'score(p): number of "Rich Uncle" in p.table',
        1,
        11,
        "counting is written with brackets",
        "`count(c in p.table with c is …)`",
    ),
    ("end at end of round when x > 3", 1, 1, "behind `after`", "`end after round when …`"),
    (
        "cards x: each rank in 1..3\n  zone load of gem",
        2,
        3,
        "stands below `each x`",
        "write `each x` at the left margin",
    ),
    ("turn: 3 actions per turn", 1, 7, "several times by `repeat`", "`repeat 3 times: one of …`"),
    ("turn: two actions from march, build", 1, 7, "several times by `repeat`", "`repeat 2 times: one of march, build`"),
    (
        "setup\n  fields in row 3 have river = yes",
        2,
        3,
        "written with `for`",
        "`for f in fields with f.row is 3: f.river = yes`",
    ),
    (
        "setup\n  Red scouts on row 1",
        2,
        3,
        "moved there, one by one",
        "`for s in scouts with s.owner is Red: move s to …`",
    ),
    ("end when no fields without owner", 1, 10, "gets a name", "`no f in fields with f.owner is none`"),
    ("score: fields owned", 1, 8, "counting is written with brackets", "`count(f in fields with f.owner is me)`"),
    (
        "setup\n  move x to first f in fields with f.row is 1",
        2,
        13,
        "stands in brackets here",
        "`(first f in fields with …)`",
    ),
    ("end when any p in players has p.n > 3: draw", 1, 27, "`has` can't follow `any …`", "`with` instead of `has`"),
    ("end when no p in players has p.n > 3: draw", 1, 26, "`has` can't follow `no …`", "`with` instead of `has`"),
    ("end when all p in players have p.n > 3: draw", 1, 10, "`all` can't stand here", "`every p in players has …`"),
    ("turn: choose earn\naction earn", 1, 7, "offered by its name alone", "write `earn`"),
    ("turn: choose earn or rest\naction earn", 1, 7, "offered by its name alone", "write `one of earn, rest`"),
    ("turn: choose earn or pass\naction earn", 1, 7, "offered by its name alone", "write `me may do earn`"),
    ("turn: me may do earn, rest\naction earn", 1, 17, "several actions", "write `one of earn, rest`"),
    ("turn: me does earn or rest\naction earn", 1, 15, "several actions", "write `one of earn, rest`"),
    ("turn: do earn\naction earn", 1, 7, "offered by its name alone", "write `earn`"),
    ("board 6 x 6 of square", 1, 1, "what shape it has", "write `board grid 6 x 6 …`"),
    ("things pawn, 6 of them", 1, 1, "said with `copies`", "write `copies 6`"),
    ("things pawn, 3 for each player", 1, 1, "said with `copies`", "write `copies 3 each player`"),
    (
        "score: sum of victory points in my stall + 5",
        1,
        8,
        "with brackets",
        "`sum(c.victory_points for c in my stall)`",
    ),
    ("turn\n  n = number of my stall cards with n", 2, 7, "with brackets", "`count(c in my stall)`"),
    ("turn\n  for each other player p\n    n = 1", 2, 7, "`each` can't stand here", "`for p in others`"),
    ("turn\n  for each city\n    n = 1", 2, 7, "`each` can't stand here", "`for c in cities`"),
    ("var coins of player = 0", 1, 1, "below `each player`", "indented, `coins = 0`"),
    ("setup\n  place 2 boat of p on a1", 2, 3, "", "write `move … to …`"),
    ("things boat, copies 2 for each player", 1, 14, "without `for`", "`copies 2 each player`"),
    ("var coins per player", 1, 1, "below `each player`", "indented, `coins = 0`"),
    ("zone hand of player of card, hidden", 1, 1, "below `each player`", "indented, `zone hand of card`"),
    ("zone hand of card per player", 1, 1, "below `each player`", "indented, `zone hand of card`"),
    ("setup\n  each player p: draw 2 from deck to p.hand", 2, 3, "written with `for`", "`for p in players:`"),
    ("turn\n  refill market to 4", 2, 3, "refilled by itself", "`zone market of …, up to 4, refilled from deck`"),
    ("action go(t in squares adjacent to f)\n  n = 1", 1, 16, "neighbours", "write `f.neighbours`"),
    ("turn\n  remove the enemy pawn", 2, 10, "`the` has no meaning here", "leave it out"),
    ("end when a player has no pawns: draw", 1, 10, "asked with `any`", "`any x in players with …`"),
    ("turn: move or jump\naction move\n  n = 1", 1, 7, "a meaning of its own", "`move_it`"),
    ("end when n > 9\n  player with most points wins", 2, 1, "in a line of its own", "`winner: highest points`"),
    ("turn\n  pot =+ 1", 2, 7, "`=+` is no sign", "write `+=`"),
    ("turn: choose one of earn, rest", 1, 7, "offered by its name alone", "write `one of earn, rest`"),
    ("turn\n  choose one: earn, rest", 2, 3, "offered by its name alone", "write `one of earn, rest`"),
    ("action buy(c in my hand with c.cost < 3)", 1, 25, "stands below it", "as its first line: `when c.cost < 3`"),
    ("turn\n  me chooses earn\naction earn", 2, 6, "offered by its name alone", "write `me does earn`"),
    ("turn\n  me may choose earn\naction earn", 2, 10, "offered by its name alone", "write `me may do earn`"),
    ("player with most coins wins", 1, 1, "in a line of its own", "write `winner: highest coins`"),
    ("The player with the fewest coins wins", 1, 1, "in a line of its own", "write `winner: lowest coins`"),
    ("end when n > 9: player with most coins wins", 1, 17, "in a line of its own", "leave out the `:`"),
    ("end\n  when n > 9: most coins wins", 2, 15, "in a line of its own", "`winner: highest coins`"),
    ("winner: player with the most coins", 1, 9, "by what they have most or least of", "`winner: highest coins`"),
    ("winner: highest p in players by p.coins", 1, 19, "without `in`", "write `winner: highest coins`"),
    ("end when n > 9: stop without a winner", 1, 17, "`stop` begins no statement", "`draw`"),
    ("end when deck isn't empty: draw", 1, 15, "`isn't` has no meaning", "write `is not`"),
    (
        "end\n  after round when n is 6",
        2,
        3,
        "can't begin with `after`",
        "`end after round when n is 6` as a line of its own",
    ),
    ("turn\n  my coins *= 2", 2, 12, "there is no `*=`", "write `my coins = my coins * 2`"),
    ("turn\n  my coins *= n + 1", 2, 12, "there is no `*=`", "write `my coins = my coins * (n + 1)`"),
    ("turn\n  my coins /= 2", 2, 12, "there is no `/=`", "write `my coins = my coins / 2 rounded down`"),
    ("each isle\n  holds 20 boat", 2, 3, "`holds` is no line of its own", "`zone pile of boat, up to 20`"),
    ("each isle\n  zone dock of boat, holds 20 boats", 2, 28, "a zone holds `all`", "room for 20 is `up to 20`"),
    ("turn\n  me may secretly choose n from 1..3", 2, 10, "behind who chooses", "`me secretly may choose n from 1..3`"),
    ("turn\n  may secretly choose n from 1..3", 2, 16, "behind who chooses", "`me secretly may choose n from 1..3`"),
    ("setup\n  deal 2 from deck to each player's hand", 2, 28, "gives to every player anyway", "alone: `to hand`"),
    ("turn: hop or pass\naction hop", 1, 11, "not written with `or`", "write `me may do hop`"),
    ("turn: hop or swim\naction hop", 1, 11, "not written with `or`", "write `one of hop, swim`"),
    ("setup\n  move f to row 1", 2, 13, "told by the cells in it", "`(first c in cells with c.row is 1)`"),
    ("action hop\n  when target exists", 2, 15, "`exists` can't stand here", "`is not none`"),
    ("turn\n  discard cs\nzone discard of card", 2, 3, "`discard` begins no statement", "`move … to …`"),
    ("var marked: set of cells", 1, 17, "a variable holds one thing, or the plural of a kind", "`var marked: cells`"),
    # what somebody writes who knows rule sheets and not yet the language
    ("zone hand of card, private", 1, 20, "said with `seen by`", "write `seen by owner`"),
    ("zone market of ware, 5 cards, refilled from deck", 1, 1, "how many fit into a zone", "write `up to 5`"),
    ("board graph of isle, holds any number of boat", 1, 1, "how many things fit on one cell", "`holds 20 boat`"),
    ("setup: for p in players: draw 2 to p.hand from deck", 1, 26, "stands before", "`draw 2 from deck to p.hand`"),
    ("turn\n  each other player loses 1 coin", 2, 3, "written with `for`", "`for p in others: p.coins -= 1`"),
    ("turn\n  all players gain 2", 2, 3, "written with `for`", "`for p in players: p.… += 2`"),
    ("turn\n  gain 2 coins", 2, 3, "grows by `+=`", "write `my coins += 2`"),
    ("turn\n  seller gets a coin", 2, 3, "grows by `+=`", "write `seller.coins += 1`"),
    ("setup\n  each ferry starts at Home", 2, 3, "written with `for`", "`for f in ferries: move f to Home`"),
    ("turn: 2 times one of sail, load", 1, 7, "written with `repeat`", "write `repeat 2 times: one of sail, load`"),
    ("end after 8 rounds", 1, 1, "asked with `round.number`", "`end after round when round.number is 8`"),
    ("turn\n  after 3 turns: my coins += 1", 2, 3, "written with `in`", "write `in 3 turns: …`"),
    ("end\n  when n > 3: no winner", 2, 15, "nobody wins is one word", "write `draw`"),
    ("action sail(to an island next to b)\n  n = 1", 1, 1, "written with `in`", "write `i in islands`"),
    ("action sail(b in my boats, to i in isles)\n  n = 1", 1, 28, "a name of its own", "leave out `to`"),
    ("turn\n  move w in market to spent", 2, 3, "must be known before", "`me chooses w from market`"),
    ("turn\n  discard 1 card from my hand", 2, 3, "`discard` begins no statement", "`me chooses c from my hand`"),
    ("turn\n  look at the top of deck", 2, 3, "said with `show`", "write `show top of deck to me`"),
    ("end when orders and open are empty: draw", 1, 10, "`are`", "write `orders is empty and open is empty`"),
    ("action load\n  when my ferry at o.from", 2, 3, "where a thing stands", "write `my ferry.island is o.from`"),
    ("turn\n  choose one:\n    buy", 2, 3, "offered by their names alone", "`one of buy, sell`"),
    ("turn\n  pay w.price", 2, 3, "`pay` needs to know from what", "`pay w.price from my coins`"),
    ("turn\n  may take it", 2, 3, "`may` begins no statement", "write `me may do …`"),
    ("end when n > 3: winner: highest score", 1, 17, "line of its own", "`winner: highest score` on a line"),
    ("action a\n  when x is not last s in spots", 2, 17, "stands in brackets", "`(first s in spots backwards)`"),
    ("action a\n  when x is first s in spots", 2, 13, "stands in brackets", "`(first s in spots)`"),
    ("turn\n  let x = sum(a.n for a in s for b in s)", 2, 30, "written with a comma", "write `, b in s`"),
    (
        'score(p): count("Oil Lamp" in p.hand)',
        1,
        28,
        "has a name first",
        'write `count(c in p.hand with c is "Oil Lamp")`',
    ),
    ("turn\n  if w is Tea Stall: n = 1", 2, 11, "name of several words", 'write "Tea Stall"'),
    ("action a\n  when w is Tea Stall", 2, 13, "name of several words", 'write "Tea Stall"'),
    # ends too early
    ("turn\n  repeat until", 2, 15, "the line ends too early; expected a formula", ""),
    ("turn\n  let x", 2, 8, "the line ends too early; expected `=`", ""),
    ("players", 1, 8, "the line ends too early; expected a number", ""),
    ("turn: draw 2 from deck", 1, 23, "the line ends too early; expected `to`", ""),
    ("var x", 1, 6, "expected `:`, `=` or `[`", ""),
    # too much
    ("param x = 12345678901234567890", 1, 11, "this number is too long", "10⁹"),
    ("define f: " + "(" * 60 + "a" + ")" * 60, 1, 61, "too many brackets", "`let`"),
    ("define f: " + "-" * 200 + "a", 1, 159, "too long to be read as one", "`define`"),
    ("turn\n" + "".join("  " * (n + 1) + "if a\n" for n in range(40)), 27, 1, "too many blocks", "`to …`"),
    ("turn: " + "a" * 6000, 1, 1, "this line is too long", "5,000"),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), CASES)
def test_a_mistake_is_told_at_its_place(text: str, line: int, column: int, message: str, hint: str) -> None:
    _, mistakes = parse_declarations(text, "my.game")
    assert len(mistakes) == 1
    (mistake,) = mistakes
    assert mistake.place is not None
    assert (mistake.place.file, mistake.place.line, mistake.place.column) == ("my.game", line, column)
    assert message in mistake.message
    assert hint in mistake.hint


JARGON = re.compile(r"\b(token|terminal|lark|grammar|parser|unexpected)\b|_[A-Z]|\$END|\b[A-Z]{4,}\b")


@pytest.mark.parametrize("text", [case[0] for case in CASES])
def test_no_message_speaks_of_the_machinery(text: str) -> None:
    for mistake in some(parse_declarations(text)[1]):
        assert not JARGON.search(mistake.message + mistake.hint)


def test_all_mistakes_of_a_file_come_at_once() -> None:
    text = """game "x"
plyers 2
turn
  if a = 3: b
  c = = 4
  move y
  good
to f(x)
  shufle deck
var y = (4
var z = 3
board grid 3 by 3 of cell
"""
    _, mistakes = parse_declarations(text)
    assert [m.place.line for m in mistakes if m.place] == [2, 4, 5, 6, 9, 10, 12]


def test_what_hangs_on_a_wrong_line_is_not_a_mistake_of_its_own() -> None:
    text = "turn\n  if a = 3\n    b\n    c\n  else: d\n  p chooses c form s: x\n  otherwise: y\n  e"
    _, mistakes = parse_declarations(text)
    assert [m.place.line for m in mistakes if m.place] == [2, 6]


def test_a_mistake_inside_a_broken_line_is_told_once() -> None:
    text = "turn\n  x = f(a,\n    b c,\n    d)\n  y = 3\n"
    _, mistakes = parse_declarations(text)
    assert [m.place.line for m in mistakes if m.place] == [3]


def test_a_bracket_left_open_does_not_hide_what_follows() -> None:
    text = "define f: max(a,\nvar x = 3\nvar y = = 3\n"
    _, mistakes = parse_declarations(text)
    assert [(m.place.line, m.place.column) for m in mistakes if m.place] == [(1, 14), (3, 9)]


def test_a_line_at_the_margin_inside_a_bracket_is_no_mistake_if_another_line_is_wrong() -> None:
    _, mistakes = parse_declarations("define f: max(a,\nb)\nvar y = = 3\n")
    assert [m.place.line for m in mistakes if m.place] == [3]


def test_the_number_of_mistakes_is_bounded() -> None:
    _, mistakes = parse_declarations("wrong here\n" * 3000)
    assert len(mistakes) == 50


def test_an_error_carries_all_mistakes() -> None:
    with pytest.raises(MistakesError) as caught:
        parse_file("var x = = 3\nvar y = = 3\n", "a.game")
    assert str(caught.value).count("a.game:") == 2


def mistake_in(text: str, place: Place, effects: bool = False) -> Mistake:
    with pytest.raises(MistakesError) as caught:
        (parse_effects if effects else parse_formula)(text, place)
    (mistake,) = caught.value.mistakes
    return mistake


def test_a_mistake_in_a_cell_is_shown_in_its_row() -> None:
    row = "  | hut | 3 + * 4 |"
    mistake = mistake_in("3 + * 4", Place("a.game", 7, 11, 7, row))
    assert mistake.render().split("\n")[:3] == [
        "a.game:7:15: `*` can't stand here; expected a value",
        "      | hut | 3 + * 4 |",
        "                  ^",
    ]


def test_a_mistake_in_a_cell_of_a_spreadsheet_names_row_and_column() -> None:
    mistake = mistake_in("gain 2", Place("a.csv", 5, 3, 6, "hut | 3 | gain 2", caret=11), effects=True)
    assert mistake.place is not None
    assert str(mistake.place) == "a.csv:5:3"
    assert mistake.render().split("\n")[2].index("^") == 4 + 15


def test_an_empty_formula_is_a_mistake() -> None:
    assert mistake_in("", Place("a.game", 1, 1)).message == "there is nothing here; expected a formula"
