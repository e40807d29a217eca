"""What is worth a trial: a few deals tell, and how many more would show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludwright
from ludwright.powers import players, table, verdicts
from ludwright.powers.players import from_strongest, pace, seconds_a_game
from ludwright.powers.screening import FEWEST, LEAST, MOST, Screened, _needed, screened
from ludwright.powers.suspects import STRONG, Suspect
from ludwright.powers.table import Patience, SeededDeals
from ludwright.powers.things import CARDS, MOVES, copies_dealt
from ludwright.powers.trials import _Plan, _within, trials
from tests.powers.games import SIDES

HOARD = """\
game "Hoard"
players 2
cards stone
  | name  | worth |
  | gem   |   9   |
  | jade  |   2   |
  | coal  |   2   |
  | sand  |   2   |
  | flint |   2   |
zone stall of stone, holds all stones
each player
  zone mine of stone
play: turns once
turn: take
action take(c in stall)
  move c to my mine
score(p): sum(c.worth for c in p.mine)
winner: highest score
"""
"""Each takes one. Random players win by the gem, which each has in a fifth of the games: who may not take it has 0.5 - 0.5 / 5 at least."""

NAMES = ("gem", "jade", "coal", "sand", "flint")


def test_what_stands_out_is_found_without_any_suspicion() -> None:
    """The other, who takes the gem in a fourth of the games, wins these, and half of the rest: doing without the gem costs an eighth in seat 1."""
    game = ludwright.load_text(HOARD)
    suspects = [Suspect(CARDS, name, 0.0, "", name) for name in NAMES]
    found, _, who = screened(game, suspects, "random", {}, 1, 60.0, 1)
    assert who == "random" and found[0].suspect.name == "gem" and found[0].suspect.suspected == STRONG
    assert len({one.deals for one in found}) == 1 and sum(not one.suspect.suspected for one in found) >= 3
    tried = trials(game, suspects, "random", {}, 1, seconds=60.0, threads=1)
    gem = next(look for look in tried.things if look.what == "gem")
    assert tried.suspects["gem"] and gem.beside.known and gem.worth.n == tried.deals >= LEAST


def test_what_many_games_showed_is_tried_though_a_few_deals_do_not_show_it() -> None:
    """Jade is worth as much as the three beside it."""
    game = ludwright.load_text(HOARD)
    for surely in (False, True):
        suspects = [Suspect(CARDS, name, 0.0, STRONG, name, surely=surely and name == "jade") for name in NAMES]
        found, _, _ = screened(game, suspects, "random", {}, 1, 60.0, 1)
        assert {one.suspect.name for one in found if one.suspect.suspected} == {"gem", *(["jade"] if surely else [])}


def test_without_time_nothing_is_screened() -> None:
    suspects = [Suspect(CARDS, name, 0.0, "", name) for name in NAMES]
    assert screened(ludwright.load_text(HOARD), suspects, "random", {}, 1, 0.0, 1)[0] == []


@pytest.mark.parametrize(
    ("spread", "room", "deals"),
    [
        (0.5, 0.25, 100),  # (5 * 0.5 / 0.25) ** 2
        (0.1, 0.4, LEAST),
        (0.5, 0.0, MOST),
    ],
)
def test_so_many_deals_show_it(spread: float, room: float, deals: int) -> None:
    assert _needed(spread, room, 0.5) == deals


def test_what_stands_out_far_is_tried_on_fewer_deals_rather_than_not_at_all() -> None:
    """There is time for 30 deals, with and without and every time, in both seats; not for 40."""
    suspect = Suspect(MOVES, "take gem", 1.0, STRONG, "take")
    seconds = 30 * (2 * 2 + 1) * 1.0
    for least, kept in ((FEWEST, [FEWEST]), (LEAST, [])):
        plan = _Plan("random", [Screened(suspect, 0.9, LEAST, least)], 1.0)
        assert [one.deals for one in _within(plan, 2, seconds).screened] == kept


PILES = """\
game "Piles"
players 2
cards card
  | name   | cost | copies |
  | copper |  0   |   6    |
  | gold   |  6   |   3    |
cards event
  | name  | copies |
  | storm |   2    |
  | calm  |   2    |
zone supply[card design] of card
zone events of event, face down, holds all events, shuffled
each player
  zone deck of card
setup
  for c in cards: move c to supply[c]
  for p in players: draw 2 from supply[copper] to p.deck
play: turns once
turn: buy
action buy(d in card designs)
  when supply[d] is not empty
  draw up to 1 from supply[d] to my deck
score(p): p.deck.count
winner: highest score
"""


def test_a_pile_of_its_own_is_one_thing() -> None:
    """Coppers lie in their pile and with players; storms and calms in one deck."""
    assert copies_dealt(ludwright.load_text(PILES)) == {"copper": 1, "gold": 1, "storm": 2, "calm": 2}


PURSE = """\
game "Purse"
players 2
each player
  coins = 5 in 0..9
play: turns once
turn: spend
action spend(n in 0..2)
  my coins -= n
score(p): p.coins
winner: highest score
"""


def test_what_all_take_and_nobody_gains_by_is_not_indispensable() -> None:
    """Both pay nothing and end level; who must pay loses. If both must, they end level as well, which tells nothing."""
    look = ludwright.power(ludwright.load_text(PURSE), "mcts:50", 100, only="spend 0", pairs=0, threads=1).look(
        "spend 0"
    )
    assert (look.worth.value, look.stalled, look.verdict) == (0.5, None, "overpowered")


def test_who_does_better_without_is_misled() -> None:
    """Random players trip in a third of the cases. Who never does wins these, and half of the rest: two thirds, a sixth more than a half."""
    power = ludwright.power(ludwright.load_text(SIDES), "random", 800, what="actions", pairs=0, threads=1)
    trip = power.look("trip")
    assert trip.worth.value == pytest.approx(-1 / 6, abs=0.04)
    assert verdicts.sure(verdicts.misleads(trip, 0.5), trip.among) and trip.verdict == "trap"
    assert not verdicts.sure(verdicts.misleads(power.look("left"), 0.5), 1)
    # what is right at once depends on what the others think one does; and a script does what it does, whatever that is worth
    assert verdicts.misleads(replace(trip, at_once=True), 0.5) is None
    scripted = replace(trip, agent="bot:clumsy")
    asked = (verdicts.misleads, verdicts.too_strong, verdicts.too_weak, verdicts.no_difference)
    assert [one(scripted, 0.5) for one in asked] == [None] * 4


def test_before_a_scripted_player_come_those_who_improve_on_it() -> None:
    players = from_strongest("bot:big money", ludwright.load("harbour_town", players=2), 16)
    assert players[0].startswith("improve:128") and players[-1] == "bot:big money" and len(players) == 6


def test_of_what_nobody_can_do_without_it_is_not_said_that_it_makes_no_difference() -> None:
    left = ludwright.power(ludwright.load_text(SIDES), "random", 60, what="actions", pairs=0, threads=1).look("left")
    assert verdicts.no_difference(left, 0.5) is not None
    assert verdicts.no_difference(replace(left, sampled=12), 0.5) is None


def test_what_takes_too_long_to_see_counts_as_nobody_getting_anywhere() -> None:
    """So nothing is said about it. With time for it, somebody gets somewhere without the gem."""
    table = SeededDeals(ludwright.load_text(HOARD), 12, 1, 1, None)
    assert table.stalled("barred:random,from=gem", 12) < 0.5
    table.patience = Patience(60.0)
    assert table.stalled("barred:random,from=gem", 12) < 0.5 and 0.0 < table.patience.seconds < 60.0
    table.patience = Patience(0.0)
    assert table.stalled("barred:random,from=gem", 12) == 1.0


def test_whoever_thinks_too_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game of who improves on a script may take minutes; its first move shows that, and no whole game is played."""

    def whole(*_: object) -> None:
        raise AssertionError("a whole game was played")

    monkeypatch.setattr(SeededDeals, "barred", whole)
    assert pace(ludwright.load("yacht"), "improve:256,bot=collector", 1, 1, most=1e-5) > 1e-5
    with pytest.raises(AssertionError, match="whole"):
        pace(ludwright.load("yacht"), "improve:8,bot=collector", 1, 1)


@pytest.mark.parametrize(("barred", "budget"), [([], 0.9), (["gem"], 0.9), ([], 100.0), (["gem"], 100.0)])
def test_a_game_takes_as_long_as_where_all_cores_play(
    barred: list[str], budget: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of two seconds each, two at a time: with somebody barred a deal is two games, else one."""
    clock = [0.0]

    class Deals:
        def __init__(self, game: object, deals: int, *others: object) -> None:
            self.deals = deals

        def barred(self, agent: str, what: list[str]) -> None:
            clock[0] += 2.0 * -(-self.deals * (2 if what else 1) // 2)

    monkeypatch.setattr(players, "monotonic", lambda: clock[0])
    monkeypatch.setattr(table, "SeededDeals", Deals)
    pig = ludwright.load("pig", 2)
    assert seconds_a_game(pig, "random", barred, 1, 2, seconds=budget) == pytest.approx(1.0, rel=0.15)
