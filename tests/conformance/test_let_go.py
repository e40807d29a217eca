"""Where players could have known more than there is room to remember, `check --thorough` says so."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.conformance import LOOK
from ludwright.conformance.forced import difference_of
from ludwright.conformance.let_go import LetGo
from ludwright.hidden.observation import UNSEEN
from ludwright.language.source import read_text
from ludwright.rules.compiler import Rules
from tests.conformance.test_hidden import POCKETS, found

LONG = """\
game "Long"
players 2
enum sort: wood, ore
cards card: each rank in 1..100
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by nobody
  purse = 0 in 0..9000, seen by owner
  goods[sort] = 30 in 0..99, seen by nobody
turn
  {line}
  one of go
action go
  nothing
end when turn.number is 60: draw
"""
PAID = "let s = random x in sorts by my goods[x]\n  pay 1 s from my goods to opponent.goods\n  draw up to 0 from deck to my hand"
PICKED = """\
game "Picked"
players 6
cards card: each rank in 1..100
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by owner
setup: deal 15 from deck to hand
turn
  at once, each p in players
    p secretly chooses {many} cs from p.hand
  then
    for p in players: move cs[p] to deck
end when turn.number is 2: draw
"""


def let_go(line: str, turns: int) -> list[str]:
    """What was let go after so many turns."""
    game = ludwright.load_text(LONG.format(line=line), ask_forced=True)
    match, watch = game.start(seed=3), LetGo(game.rules.model)
    while match.turn <= turns:
        match.apply(match.codes()[-1])
        watch.look(match)
    return [words.partition(":")[0] for words in watch.words(match)]


def test_what_there_is_no_room_for_is_told() -> None:
    assert let_go(PAID, 50) == ["more numbers change unseen than players remember"]
    assert let_go(PAID, 6) == []


SUMMED = """game "Sums"
players 2
cards card: each rank in 1..9, copies 4
zone deck of card, face down, holds all cards, shuffled, refilled from spent
zone spent of card, face down
each player
  coins = 0 in 0..999
  zone hand of card, seen by owner
setup: deal 5 from deck to hand
turn
  swap_one
  if sum(x.rank for x in my hand) > 20: my coins += 1
action swap_one(c in my hand)
  move c to spent
  draw 1 from deck to my hand
end when turn.number > 60
winner: highest coins
"""


def test_what_a_seat_can_not_see_has_no_number() -> None:
    game = ludwright.load_text(SUMMED)
    one, other = (game.start(seed=1).observe(0) for _ in range(2))
    other.words[0], other.words[1] = UNSEEN, one.words[1]
    assert difference_of(one, other) == f"in `{one.names[0]}`, {one.words[0]} and nothing"


def test_there_is_room_for_all_that_is_answered_at_once() -> None:
    for many, room in ((3, 96), (12, 6 * 13)):
        assert Rules.compiled(read_text(PICKED.format(many=many)), 6).model.replies == max(96, room)
    text = PICKED.format(many=14).replace("players 6", "players 7").replace("rank in 1..100", "rank in 1..120")
    assert Rules.compiled(read_text(text), 7).model.replies == max(7 * 16, 7 * 15)
    assert Rules.compiled(read_text(text.replace("14 cs", "any number of cs")), 7).model.replies == 7 * 65


@pytest.mark.parametrize(
    ("failed", "words"), [(1, "no secret answers are found"), (2, "nothing is found that numbers")]
)
def test_a_redeal_that_finds_nothing_is_worth_a_look(failed: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.conformance.hidden.failing", lambda *_: failed)
    findings = [finding for finding in found(POCKETS, 4) if finding.words.startswith(words)]
    assert [finding.severity for finding in findings] == [LOOK]
