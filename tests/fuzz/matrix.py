"""Every statement, every formula and every declaration, with a word of every kind in each of its places.

A template is a text with its changeable words in braces: ``swap {n} and {h}``. Each of these in turn, and all of them at once,
is exchanged for every word of :data:`WORDS`. The bases are one small game that has one thing of every kind, with hidden cards,
with everything open, and with a clock. The text of every combination is a game or gets a message; what it is does not matter here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from random import Random

HIDDEN = """game "Matrix"
players 2 to 3 named Ann, Ben, Cleo
param goal = 3 in 1..9
param pace = 1, 2, 3
param flag = yes
enum good
  | name | price |
  | wood |   1   |
  | iron |   2   |
enum tool
  | name | needs[wood] | needs[iron] | worth | deed |
  | axe  |      1      |      2      |   3   | act  |
  | saw  |      2      |             | goal  |      |
cards card: each good, each rank in 1..2, copies 2
  bent = no
things hut, up to 3
  | name | size |
  | tent |  1   |
things flag_pole, up to 2 each player
things piece
  | name | cost | when played |
  | pawn |  1   | n = 2       |
  | king |  2   | ask         |
  tired = no
board grid 3 x 2 of cell, holds 1 piece
  mark: player or none
board ring 4 of pit
  seeds = 1 in 0..9
zone deck of card, face down, holds all cards, shuffled
zone open of card, in order
zone row[1..2] of card
zone camp of piece, holds all pieces
dice tray: 2 d6
var n = 1 in 0..9
var b = no, seen by nobody
var h = 1 in 0..5, seen by nobody
var v[good] = 1 in 0..9
var w[1..2, good] = 0 in 0..9
var who: player or none
var what: card or none
var wish: card design or none
var marked: cells
each player
  coins = 2 in 0..20
  secret = 1 in 0..3, seen by owner
  store[good] = 1 in 0..9
  zone hand of card, seen by owner
setup
  deal 1 from deck to hand
  draw 1 from deck to open
  create tent
  trip
define twice(x): x + x
define rich: my coins > 3
define free: all c in cells with c is empty
to bump(x)
  n = min(9, n + x)
to ask
  me chooses z from 1..2: answer z
  answer 1
stage trip
  turns once: act
action act
  n = 1 + n mod 3
action give(q in others, k in my hand)
  move k to q.hand
action buy(g in goods, i in 1..2)
  my coins = min(20, my coins + i)
action place(i in camp, c in cells)
  when c is empty
  move i to c
  resolve i as played
action lay(i in 1..2, k in open)
  move k to row[i]
"""
TURN = "turn: one of act, buy, give, place, lay\n"
END = "end when turn.number > 4: draw\n"

OPEN = re.sub(", face down|, seen by owner|, seen by nobody", "", HIDDEN)
TIMED = HIDDEN.replace("param goal", "clock in minutes\nparam goal").replace(
    "action act\n", "action act, takes 2 minutes\n"
)
BASES = {"hidden": HIDDEN, "open": OPEN, "timed": TIMED}

WORDS: tuple[str, ...] = (
    "n", "b", "h", "v", "w", "v[wood]", "w[1]", "who", "what", "wish", "goal", "pace", "flag", "good", "goods", "wood", "axe", "axe.worth",
    "axe.needs", "axe.deed", "tools", "card", "cards", "card designs", "piece", "pawn", "tent", "cell", "cells", "a1", "a1.mark", "a1.piece",
    "a1.neighbours", "north", "directions", "lines", "deck", "open", "row", "top of deck", "top of open", "open[1]", "(top of open).rank",
    "(top of my hand).bent", "tray", "d6", "Ann", "me", "players", "player", "others", "everyone", "owner", "left(me)", "partner", "my coins",
    "my secret", "my store", "my hand", "hand", "Ben.hand", "twice", "rich", "free", "bump(1)", "ask", "trip", "act", "buy", "give(Ben)", "turn",
    "turn.number", "session", "session.number", "none", "yes", "no", "1", "-1", "2.5", "1000000", '"text"', "1..3", "zzz", "played", "empty", "any",
    "nothing", "chance(yes)", "surely(b)", "me can act", "times(act)", "count(cells)", "sum(v)", "(all c in cells with c.mark is me)",
    "(first k in my hand)", "(highest p in players by p.coins)", "(random c in cells)", "(1 if b else 2)", "(wood if flag else iron)", "(n / 2)",
    "n > 2", "distance(a1, b1)", "line(3, cells)", "linked(a1, b1, cells)", "best(n for g in goods matched to t in tools)", "", "my zzz", "n[1]",
    "cells[1, 1]", "(all k in my hand with k.rank is 1)", "p",
)  # fmt: skip
"""Words of every kind, the wrong ones included."""

STATEMENTS: tuple[str, ...] = (
    "let t = {n}", "{n} = {2}", "{n} += {1}", "{n} -= {1}", "{b} = {yes}", "{h} = {2}", "{h} += {n}", "{who} = {Ann}", "{what} = {none}",
    "{wish} = {none}", "v[{wood}] = {2}", "w[{1}, {wood}] += {1}", "{v}[{wood}] = 2", "{me}.coins = 3", "me.{coins} = 3", "my {coins} += {1}",
    "{a1}.mark = {me}", "{pits}[{1}].seeds = {2}", "let t = {b}\nn = t", "let t = {b}\nif t: n = 2", "let t = {n}\nt = {2}", "let t = {n}\nt += {1}",
    "let t = {n}\n{h} = t", "let t = {top of deck}\nmove t to {open}", "move {top of deck} to {open}", "move {top of my hand} to {bottom of deck}",
    "move all x in {my hand} with {x.rank is 1} to {open}", "move {my hand} to {row}[{1}]", "move {top of camp} to {a1}", "move first x in {camp} with {yes} to {a1}",
    "draw {1} from {deck} to {open}", "draw up to {1} from {deck} to {my hand}", "deal {1} from {deck} to {hand}", "shuffle {deck}",
    "pay {1} from {my coins}", "pay {1} from {my coins} to {Ben.coins}", "pay {1} {wood}, {1} {iron} from {my store} to {v}",
    "show {top of deck} to {everyone}", "show all x in {my hand} with {x.rank is 1} to {Ann}", "tell {everyone} whether {(top of deck).rank is 1}",
    "tell {everyone} whether {x.rank is 1} for x in {my hand}", "tell {everyone} that {n > 0}", "swap {n} and {h}", "swap {my hand} and {open}",
    "swap {Ann.hand} and {Ben.hand}", "swap {v[wood]} and {v[iron]}", "pass {hand} to {left}", "roll {tray}", "roll all x in {tray} with {x.face > 2}",
    "let t = roll {2} {d6}", "let t = roll {good}", "{marked} += {a1}", "{marked} = {cells}", "{marked} -= {cells}", "let t = create {tent} of {me}", "let t = create {flag_pole} of {me}\nremove {t}", "let t = roll {d6}", "n = roll {d6}", "create {tent}", "let t = create {tent}\nremove {t}", "remove {top of camp}",
    "resolve {top of camp} as {played} by {me}", "resolve {pawn} as {played}", "{me} wins {2}", "{me} wins", "{players} win", "{me} loses {1}",
    "{me} leaves {game}", "{me} leaves {trip}", "{me} goes next", "reverse turns", "end {turn}", "wait", "wait {2} {minutes}", "wait {1} {session}",
    "{bump}", "{bump}({1})", "{me} does {act}", "{me} does one of {act}, {buy}", "one of {act}, {buy}",
    "any number of {act}, {buy} up to {2} times maximizing {n} up to {4} while {n < 5}", "any number of {buy}({wood})", "{me} may do {act}",
    "{me} may do {buy}({wood})", "{me} may do {buy}({wood}, {1})", "{me} may do one of {act}, {give}({Ben})", "{act} otherwise {buy}",
    "{act} otherwise {me} loses", "answer {1}", "let t = {ask}\nn = t", "if {n > 1}: n = 2\nelse if {b}: nothing\nelse: {bump}(1)",
    "for x in {goods}: v[x] = 1", "for x in {goods}: n = {x.price}", "for x in {players} from {Ann} backwards with {yes} by {1}: x.coins = 1",
    "repeat {2} times: n = 1", "for x in {goods}\n  if {n > 1}: end {loop}\n  n += 1", "repeat 3 times\n  {me} chooses y from {1..2}\n  if {y is 1}: end {loop}", "repeat until {n > 3}: n += 1", "repeat while {n > 3}: n -= 1", "repeat {bump}(1) until {n > 3}",
    "repeat {act} while {n > 3}", "turns once from {Ann} backwards by {1} when {yes} until {n > 2}: act", "in {2} {turns}: n = {1}", "in 2 {minutes}: {n} = {h}",
    "at once, each x in {players}\n  x chooses y from {1..3} with {y > 1}\nthen\n  n = {y}[{me}]",
    "at once, each x in {players}\n  x chooses y from {x.hand}\nthen\n  move {y}[{me}] to {open}", "{me} chooses y from {1..3} with {y > 1}: n = {y}",
    "{me} secretly may choose {2} y from {my hand} with {y.rank is 1}: move {y} to {open}", "{me} chooses up to {2} y from {my hand}: move y to {deck}",
    "{me} chooses any number of y from {my hand}: show {y} to {others}", "{me} chooses y from {goods}\n  v[{y}] = 1\notherwise: {n} = 1",
    "{me} secretly chooses y\n  option sell when {n > 1}: {n} = 1\n  option keep",
    'first x in {others} to say "no"\n  {x} loses\notherwise: {n} = 1', "stage inner\n  {n} = {1}\n  end {inner}", "{act}", "{buy}({wood}, {1})", "{v[wood]} += {v[iron]}",
)  # fmt: skip
"""Statements, indented as if they began at the margin."""

CONTEXTS: tuple[str, ...] = (
    "action tested\n  {}\n{}turn: one of act, buy, give, place, lay, tested\n",
    "action tested(p in others, k in my hand, c in cells)\n  {}\n{}turn: one of act, buy, give, place, lay, tested\n",
    "setup\n  begin\n  {}\n{}turn: one of act, buy, give, place, lay\n",
    "to tested(p)\n  {}\n  answer 1\n{}action testing\n  tested(me)\nturn: one of act, buy, give, place, lay, testing\n",
    "whenever n is 3\n  {}\n  n = 1\n{}turn: one of act, buy, give, place, lay\n",
    "when pawn is bought\n  {}\n{}action testing(i in camp)\n  move i to a1\n  resolve i as bought\nturn: one of act, buy, give, place, lay, testing\n",
    "things scroll\n  | name | when read |\n  | page | {} |\nzone pages of scroll, holds all scrolls\n{}action testing\n  resolve top of pages as read\nturn: one of act, buy, give, place, lay, testing\n",
    "turn\n  {}\n{}  one of act, buy, give, place, lay\n",
    "secret stage tested\n  {}\n{}play: turns\n  tested\n  one of act, buy, give, place, lay\n",
)
"""Where a statement can stand. The second gap is for nothing; it keeps the blocks apart."""

FORMULAS: tuple[str, ...] = (
    "{n}", "{n} + {1}", "{goods} + {tools}", "{n} - {1}", "{n} * {2}", "{n} div {2}", "{n} mod {2}", "{n} / {2} rounded up", "{n} / {2}", "-{n}",
    "{n} > {1}", "{n} is {1}", "{who} is {Ann}", "{what} is not {none}", "{n} is in {1..3}", "{a1} is not in {cells}", "{open} is {empty}",
    "{me} can {act}", "{me} can {buy}({wood})", "{me} knows {top of deck}", "{me} knows {(top of deck).rank}", "{b} and {flag}", "{b} or {flag}", "not {b}",
    "{1} if {b} else {2}", "{Ann} if {b} else {none}", "any x in {players} with {x.coins > 1}", "no x in {cells} with {x is empty}",
    "every x in {my hand} has {x.rank is 1}", "all x in {cells} with {x.mark is none}", "all x in {cells} while {x is empty}",
    "highest x in {players} by {x.coins} then {x.number}", "all lowest x in {players} by {x.coins}", "first x in {players} from {Ann} with {yes}",
    "first x in {cells} backwards", "random x in {players} by {x.coins}", "{axe}.{worth}", "{axe}.{needs}[{wood}]", "{a1}.{mark}", "my {coins}", "my {store}[{wood}]",
    "my {hand}.count", "{card} designs", "{top} of {open}", "({top of open}).{rank}", "{v}[{wood}]", "{w}[{1}, {wood}]", "{cells}[{1}, {2}]", "{pace}[{1}]", "{open}[{1}]",
    "count({cells})", "count(x in {cells} with {x is empty})", "sum({v})", "sum({x.coins} for x in {players})", "sum({1} for x in {players}, y in {goods})",
    "max({n}, {2})", "min({x.coins} for x in {players} with {yes})", "abs({n})", "best({x.price} for x in {goods} matched to y in {tools})",
    "left({me}, {1})", "right({me})", "others({me})", "opponent({me})", "partner({me})", "side({north})", "distance({a1}, {b1})", "line({3}, {cells})",
    "linked({a1}, {b1}, {cells})", "area({a1}, {cells})", "areas({cells})", "opposite({north})", "left({north}, {2})", "({cells} - {cells}).count", "(all x in {players} by {x.coins} then {1}).count", "(highest {2} x in {players} by {x.coins}).count", "distinct({x.price} for x in {goods}).count", "distinct({cells}).count", "union({x.hand} for x in {players}).count", "({marked} + {a1}).count", "{a1} is in {marked}", "linked({a1}, {b1}, {cells}, {none})", "distance({a1}, {b1}, {cells})", "longest_trail({cells})", "surely({b})", "possibly({h is 1})", "chance({(top of deck).rank is 1})", "times({act})",
    "{twice}({n})", "{n}.{twice}", "{trip}.{number}", "{a1}.step({north}, {1})", "{a1}.ray({north})", "{a1}.{neighbours}", "{rich}", "{free}", "({n})", "count({free})",
    "(all x in {my hand} with {x.rank is 1}).count", "({b}) when {b}",
)  # fmt: skip

PLACES: tuple[str, ...] = (
    "action tested\n  let t = {}\n  n = 2 if t is t else 1\nturn: one of act, buy, give, place, lay, tested\n",
    "action tested\n  n = {}\nturn: one of act, buy, give, place, lay, tested\n",
    "action tested(x in others)\n  when {}\n  n = 2\nturn: one of act, buy, give, place, lay, tested\n",
    "action tested(x in {})\n  n = 2\nturn: one of act, buy, give, place, lay, tested\n",
    "define tested: {}\nend when tested: draw\nturn: one of act, buy, give, place, lay\n",
    "define tested(p): {}\nturn: one of act, buy, give, place, lay\nlead(p): tested(p)\n",
    "define tested\n  let t = {}\n  answer t\nwhenever tested is n: bump(1)\nturn: one of act, buy, give, place, lay\n",
    "turn: one of act, buy, give, place, lay\nscore(p): {}\nwinner: highest score\n",
    'turn: one of act, buy, give, place, lay\ntrack "tested": {}\n',
    'turn: one of act, buy, give, place, lay\nbot "tested"\n  let t = {}\n  buy(g, i) when {} by {}\n',
    "turn\n  me chooses y from {}: n = 1\n  one of act, buy, give, place, lay\n",
    "turn: one of act, buy, give, place, lay\nvar tested = {}\n",
    "turn: one of act, buy, give, place, lay\nvar tested = 1 in 0..{}\n",
    "turn: one of act, buy, give, place, lay\nparam tested = {}\n",
    "turn: one of act, buy, give, place, lay\nenum tested\n  | name | value |\n  | tst  | {} |\n",
    "turn: one of act, buy, give, place, lay\nthings tested, copies {}\nzone tests of tested, holds all testeds\n",
    "turn: one of act, buy, give, place, lay\nvar tested[{}] = 1\n",
    "turn: one of act, buy, give, place, lay\nresult\n  100% of {} in 0..9\n",
    'turn: one of act, buy, give, place, lay\nexpect "tested": at least 50% of cases\n  after p does act with {}\n  then {} becomes 2\n',
)
"""Where a formula can stand."""

DECLARATIONS: tuple[str, ...] = (
    "param zz = {3} in {1..9}", "param zz = {1}, {2}", "param zz = {1} for 2 players, {2} for 3 players", "enum zz: {red}, {blue}", "enum {zz}: red",
    "enum zz\n  | name | val |\n  | {za} | {1} |\n  | zb | {2} |", "enum zz\n  | name | {val} |\n  | za | 1 |", "enum zz\n  | name | val[{wood}] |\n  | za | {1} |",
    "cards zz: each {good}, each zr in {1..2}, copies {2}\nzone zone_z of zz, holds all {zzes}", "cards zz, copies {2} each {player}\nzone zone_z of zz, holds all zzes",
    "cards zz of {card}", "things zz, up to {2}\naction use\n  create {zz}\n", "cards zz\n  | name | copies | val |\n  | za | {1} | {2} |\nzone zone_z of {zz}, holds all zzes",
    "cards zz\n  | name | when {played} |\n  | za | {n = 1} |\nzone zone_z of zz, holds all zzes\naction use\n  resolve {top of zone_z} as {played}",
    "cards zz\n  | name | when played |\n  | za | {me goes next} |\nzone zone_z of zz, holds all zzes\naction use\n  resolve top of zone_z as played",
    "cards zz\n  | name | val |\n  | za | 1 |\n  mark_z = {1}\n  mark_y: {player} = {Ann}", "board grid {2} x {2} of zz", "board ring {3} of {zz}", "board hex {2} x {2} of zz",
    "board grid 2 x 2 of zz, {diagonal}, holds 1 {piece}", "board {track} 3 of zz, {diagonal}", "board graph of zz\n  | name | val |\n  | za | {1} |\n  | zb | 2 |\n  link {za}: {zb}",
    "board grid 2 x 2 of zz\n  zc: {player} or none\n  zd = {1} in {0..3}", "picture {cell}\n  | a.. |\n  | .a. |\n  a: {piece} of {Ann}", "picture {cell}\n  | a.. |\n  | .a. |\n  a: {mark} = {Ann}",
    "zone zz of {card}\naction use\n  move {top of deck} to zz", "zone zz[{good}] of card\naction use\n  move top of deck to zz[{wood}]",
    "zone zz[{card} design] of card\naction use\n  move top of deck to zz[{(top of deck).design}]", "zone zz of card, up to {3}\naction use\n  move top of deck to zz",
    "zone zz of hut, holds all {huts}", "zone zz of card, refilled from {open}\naction use\n  move top of deck to zz", "zone zz of card, seen by {everyone}\naction use\n  move top of deck to zz",
    "zone zz of card, top seen by {everyone}\naction use\n  move top of deck to zz", "dice zz: {2} {d6}\naction use\n  roll {zz}", "dice zz[{good}]: {2} d6\naction use\n  roll zz[{wood}]",
    "var zz = {1} in {0..9}", "var zz[{good}] = {1}", "var zz[{1..3}, {good}] = {1} in {0..9}", "var zz: {player} = {Ann}", "var zz: {card} design or none", "var zz = 1 in 0..9, each {turn}\naction use\n  zz = {2}",
    "var zz = {1} in 0..9, seen by {nobody}\naction use\n  zz = {2}", "each {player}\n  zz = {1}", "each {player}\n  zone zz of {card}\naction use\n  move top of deck to {my zz}", "each {player}\n  dice zz: {2} d6", "each {cell}\n  zz: {player} = {Ann}", "clock in {minutes}",
    "action use(y in {goods}), group {go}, takes {2} {minutes}\n  when {yes}\n  when afterwards {yes}\n  if able, {yes} when {yes}\n  nothing", "action use(y in {goods}, x in {1..2})\n  when {y.price is x}\n  n = {x}",
    "define zz: {1}\nend when {zz} is 1: draw", "define zz(a, b): {a} + {b}\nend when zz({1}, {2}) > 9: draw", "define zz(a): {a} is {none}\nend when {me}.zz: draw", "when {pawn} is {played}\n  {nothing}", "whenever {n > 8}: {n = 1}",
    "every {2} {minutes} when {yes}: {n = 1}", "end after {turn} when {n > 8}: {draw}", "end when {n > 8}: {me} wins", "score(p): {p.coins}\nwinner: highest {score}, then lowest {turns}", "score: {n}", "winners: {players}",
    "lead(p): {p.coins} / {9}", "goal 1 when {n > 8}", "goal {1} when yes", "result\n  50% of {n} in {0..9}\n  50% of 1 in 0..{2}", "group {go} {1}\naction use, group go\n  nothing", 'profile "z": {3} sessions a day, {10} minutes each, {2} seconds an action',
    'track "z": {n} for x in {players} each {turn}', 'track "z": {n} each {turn}', 'bot "z"\n  {act} when {yes} by {1}', 'bot "z"\n  buy({g}, {i}) when {yes} by {i}', 'bot "z"\n  let t = {1}\n  {buy} by {t}\n  {any}', 'bot "z"\n  {ask}.{z}({1})',
    'bot "z"\n  {give}({q}, {k}) when {q.coins > 1} by {k.rank}', 'expect "z": at least 50% of {cases}\n  after {p} does {act} with {n > 1}\n  then {q} does {buy}({wood})\n  within 2 {turns} of {p}',
    'expect "z": {1} to {2} times a game\n  after {who} becomes {Ann}', 'expect "z": always\n  after {start} of {turn}\n  let t = {n}\n  always {t > 1}', 'expect "z": never\n  after another {q} does {act}\n  before end of {turn}',
    'expect "z": at most 5% of games\n  after {what} enters {open} or {p} sees {k} or {p} says "no"\n  without {p} leaves {game}', 'expect {"draws under 10%"}', "without {n}", "change {goal} = {2}", "change {axe.worth} = {2}", 'include {"x.game"}',
    'variant "z" of {"x.game"}', "to zz(a)\n  n = {a}\naction use\n  zz({1})", "to zz\n  answer {1}\naction use\n  let t = {zz}\n  n = t", "stage zz\n  Ann does {act}\nplay\n  {zz}\n  turns", "stage zz(a)\n  {a} does {act}\nplay\n  zz({Ann})\n  turns", "play: turns once from {Ann} by {1}: {act}\naction other\n  one of give, place, lay, buy",
    "play: turns from {Ann} when {yes} until {n > 8}", "turn: {act}\naction other\n  one of give, place, lay, buy", "turn: any number of {act}, {buy} up to {2} times", "setup: begin; {n = 1}", "players {2}", "players 2 to {3}, cooperative", "players 2 named {Ann}, {Ben}",
    "players 2\n  | name | val |\n  | {Ann} | {1} |\n  | Ben | 2 |",
)  # fmt: skip

HOLE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Form:
    """A template and where it stands: the words in braces may be exchanged."""

    sort: str
    template: str
    place: str
    base: str

    @property
    def holes(self) -> int:
        return len(HOLE.findall(self.template))

    def text(self, hole: int | None, word: str) -> str:
        """The game with the word in that place (in all places, if None)."""
        count = iter(range(self.holes))
        filled = HOLE.sub(lambda m: word if hole is None or next(count) == hole else m[1], self.template)
        return self._around(filled)

    def right(self) -> str:
        """The game with the words that belong there."""
        return self._around(HOLE.sub(lambda m: m[1], self.template))

    def _around(self, filled: str) -> str:
        base = BASES[self.base]
        if self.sort == "declaration":
            own = re.split(r"\W", filled, maxsplit=1)[0]
            if own == "players":
                base = base.replace("players 2 to 3 named Ann, Ben, Cleo\n", "")
            if own == "setup":
                base = base.replace("setup\n", "to begin\n")
            turn = "" if own == "turn" else TURN.replace("lay", "lay, use") if "action use" in filled else TURN
            return f"{base}{turn}{'' if own == 'end' else END}{filled}\n"
        if self.sort == "statement":
            if self.place.startswith("setup"):
                base = base.replace("setup\n", "to begin\n")
            inner = filled.replace("\n", "; " if "when read" in self.place else "\n  ")
            return base + self.place.replace("{}", inner, 1).replace("{}", "", 1) + END
        return base + self.place.replace("{}", filled) + END


@cache
def sites() -> tuple[tuple[str, str, int | None], ...]:
    """Every template with every one of its changeable words, and with all of them at once."""
    found: list[tuple[str, str, int | None]] = []
    for sort, templates in (("statement", STATEMENTS), ("formula", FORMULAS), ("declaration", DECLARATIONS)):
        for template in templates:
            holes = len(HOLE.findall(template))
            found += [(sort, template, hole) for hole in [*range(holes), *([None] if holes > 1 else [])]]
    return tuple(found)


@cache
def size() -> int:
    """How many texts the matrix has."""
    return len(WORDS) * (len(sites()) + len(CONTEXTS) + len(PLACES))


def text(number: int) -> str:
    """One text of the matrix: every word at every site, where the surroundings and the base change from one to the next; then every word
    alone at every place of a formula and in every block."""
    site, word = divmod(number, len(WORDS))
    turn = Random(f"matrix {number}")
    base = turn.choice(tuple(BASES))
    if site < len(sites()):
        sort, template, hole = sites()[site]
        place = turn.choice(CONTEXTS) if sort == "statement" else turn.choice(PLACES) if sort == "formula" else ""
        return Form(sort, template, place, base).text(hole, WORDS[word])
    places = [*CONTEXTS, *PLACES]
    place = places[site - len(sites())]
    sort = "statement" if place in CONTEXTS else "formula"
    return Form(sort, "{n}", place, base).text(0, WORDS[word])


def drawn(dice: Random) -> str:
    """Any text of the matrix."""
    return text(dice.randrange(size()))
