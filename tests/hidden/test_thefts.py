"""What was taken at random from goods not everybody sees: redeals compared with all the ways it could have gone that look the same to a seat."""

from __future__ import annotations

import random

import pytest

import ludwright
from ludwright.game import Game
from ludwright.model.visibility import veiled_fields
from ludwright.play.match import Match
from tests.hidden.every_deal import Deal, right, secret, steps

ANN, BEN, CID = 0, 1, 2

WORLD = """
enum sort: wood, ore, wool
var bank[sort] = 5 in 0..9
var told = 0
each player
  goods[sort] = 0 in 0..9, seen by owner
setup
  pay 2 wood, 1 ore from bank to Ben.goods
  pay 1 wood, 2 wool from bank to Ann.goods
  pay 1 ore from bank to Cid.goods
"""


def goods(match: Match, seat: int) -> Deal:
    return tuple(tuple(match.words[f.base : f.base + f.size]) for f in veiled_fields(match.game.rules.model))


def steal(thief: str, victim: str, drawn: str = "by {}.goods[s]") -> str:
    how = drawn.format(victim)
    return f"let loot = random s in sorts {how}\npay 1 loot from {victim}.goods to {thief}.goods"


def lose(victim: str, where: str = "") -> str:
    return f"let lost = random s in sorts by {victim}.goods[s]\npay 1 lost from {victim}.goods{where}"


def sound(text: str, answers: int, *seats: int) -> None:
    for seat in seats:
        right(text, seat, answers, look=goods)


def test_thefts_one_after_the_other() -> None:
    """Who was robbed, or robbed somebody, knows what it was, and so more about what others took."""
    world = WORLD.split("setup")[0].replace("goods[sort] = 0", "goods[sort] = 1")
    sound(steps(world, steal("Ann", "Ben"), steal("Cid", "Ann"), steal("Ann", "Ben")), 3, BEN, CID)


@pytest.mark.parametrize("drawn", ["by {}.goods[s]", "with {}.goods[s] > 0"])
def test_how_it_is_drawn(drawn: str) -> None:
    sound(steps(WORLD, steal("Ann", "Ben", drawn), steal("Ben", "Ann", drawn), steal("Ann", "Ben", drawn)), 3, CID)


def test_what_is_paid_was_there() -> None:
    """What a player pays openly after a theft tells what the thief got."""
    world = WORLD + "action sell(s in sorts)\n  pay 1 s from my goods to bank\n"
    text = steps(world, steal("Ann", "Ben"), steal("Ben", "Ann")).replace("one of go", "one of go, sell")
    sound(text, 3, CID)


@pytest.mark.parametrize("test", ["Ben.goods[wood] > 1", "Ann.goods[ore] is 0"])
def test_which_way_an_if_goes(test: str) -> None:
    look = f"if {test}: told = 1\nelse: told = 2"
    sound(steps(WORLD, steal("Ann", "Ben"), steal("Cid", "Ann"), look, steal("Ann", "Ben")), 4, BEN)


def test_who_is_not_asked() -> None:
    call = 'first p in players with p.goods[wood] > 1 to say "here"\n  told = 1'
    sound(steps(WORLD, steal("Ann", "Ben"), steal("Ben", "Cid"), call, steal("Cid", "Ann")), 5, BEN)


def test_what_goes_to_the_open_bank_shows_what_was_drawn() -> None:
    sound(steps(WORLD, steal("Ann", "Ben"), lose("Ann", " to bank"), steal("Cid", "Ann")), 3, BEN, CID)


def test_what_goes_nowhere_stays_open() -> None:
    sound(steps(WORLD, steal("Ann", "Ben"), lose("Ann"), steal("Cid", "Ann")), 3, BEN, CID)


def test_taken_and_given_one_by_one() -> None:
    """Two lines about what was drawn once are one change: nothing vanishes, and nothing becomes something else."""
    theft = "let loot = random s in sorts by Ben.goods[s]\nBen.goods[loot] -= 1\nCid.goods[loot] += 1"
    sound(steps(WORLD, theft, steal("Ann", "Ben")), 2, ANN, CID)


def test_all_of_a_sort_is_handed_over() -> None:
    """How much somebody has in all is public, so everybody sees how much of the sort it was."""
    all_ = "let n = Ann.goods[wood]\npay n wood from Ann.goods to Cid.goods"
    sound(steps(WORLD, steal("Ann", "Ben"), steal("Cid", "Ann"), all_, steal("Ben", "Cid")), 4, ANN)


def test_drawn_from_what_somebody_else_has() -> None:
    """What somebody gets of the sorts that another has can't be one that this one does not have."""
    gift = "let gift = random s in sorts with Ben.goods[s] > 0\nCid.goods[gift] += 1"
    sound(steps(WORLD, gift, steal("Cid", "Ann")), 2, ANN, BEN)


@pytest.mark.parametrize(
    ("swap", "seat"),
    [
        ("swap Ann.goods[wood] and Ann.goods[ore]", CID),
        ("swap Ann.goods[ore] and Cid.goods[ore]", BEN),
        ("swap Ann.goods[wood] and Ben.goods[ore]", CID),
        ("swap Ann.goods[wood] and Ann.coins", CID),
        ("swap Ann.goods[wood] and told", CID),
        ("let s = random x in sorts\nswap Ann.goods[wood] and Ann.goods[s]", CID),
    ],
)
def test_goods_that_change_places(swap: str, seat: int) -> None:
    """What was known of them is let go, but for how much everybody has: it may be anything, whatever it is."""
    world = WORLD.replace("goods[sort]", "coins = 1 in 0..9, seen by owner\n  goods[sort]")
    some = "Ann.coins += random n in 0..1"
    secret(steps(world, f"{steal('Ann', 'Ben')}\n{some}", swap, steal("Ben", "Ann")), 3, seat)


@pytest.mark.parametrize("swap", ["swap Ann.goods[{}] and Ann.goods[wood]", "swap Ann.goods[{}] and Cid.goods[{}]"])
def test_long_ago_goods_changed_places(swap: str) -> None:
    """What is let go by and by still adds up."""
    more = "\n".join(
        f"{steal('Ann', 'Ben')}\n{swap.format(sort, sort)}\n{steal('Ben', 'Ann')}" for sort in ("ore", "wool") * 8
    )
    game = ludwright.load_text(steps(WORLD, more.replace("loot", "l")), ask_forced=True)
    match = game.start(4)
    match.apply("go")
    (now,) = goods(match, CID)
    dealt = {goods(match.determinize(CID, seed), CID)[0] for seed in range(100)}
    assert len(dealt) > 1 and min(map(min, dealt)) >= 0
    assert {tuple(sum(one[i : i + 3]) for i in (0, 3)) for one in dealt} == {tuple(sum(now[i : i + 3]) for i in (0, 3))}


def test_more_thefts_than_are_remembered() -> None:
    """Of those long ago it is still known how much everybody has, how much there is of each sort, and what is surely there."""
    back = "\n".join(f"let l{n} = random s in sorts by {v}.goods[s]\npay 1 l{n} from {v}.goods to {t}.goods" for n, (t, v) in enumerate([("Ann", "Ben"), ("Ben", "Ann")] * 15))  # fmt: skip
    game = ludwright.load_text(steps(WORLD, back), ask_forced=True)
    assert game.rules.model.transfers < 30
    match = game.start(4)
    match.apply("go")
    (now,) = goods(match, CID)
    dealt = {goods(match.determinize(CID, seed), CID)[0] for seed in range(200)}
    assert len(dealt) > 5
    for one in dealt:
        assert [sum(one[sort::3]) for sort in range(3)] == [sum(now[sort::3]) for sort in range(3)]
        assert [sum(one[i : i + 3]) for i in (0, 3)] == [sum(now[i : i + 3]) for i in (0, 3)]
        assert one[6:] == now[6:] and min(one) >= 0


def test_the_python_run_notes_the_same() -> None:
    game = ludwright.load_text(steps(WORLD, steal("Ann", "Ben"), steal("Cid", "Ann"), lose("Ann")), ask_forced=True)
    for seed in range(4):
        native, twin = (game.start(seed, run=run) for run in ("native", "twin"))
        for _ in range(3):
            native.apply("go")
            twin.apply("go")
        assert native.words == twin.words
        assert native.determinize(BEN, 1).words == twin.determinize(BEN, 1).words


# ---------------------------------------------------------------- Island


def check_redeals(game: Game, seed: int, often: float) -> int:
    """Play a random game, and deal again for every seat now and then: all adds up, looks the same, and can be played on. How many redeals that were."""
    model, choose, done = game.rules.model, random.Random(seed), 0
    held, bank = model.player.fields["goods"], model.fields["bank"]
    match = game.start(seed=seed)
    while not match.over:
        match.apply(choose.choice(match.codes()))
        if match.over or choose.random() >= often:
            continue
        for seat in range(game.players):
            other, done = match.determinize(seat, done), done + 1
            assert other.observe(seat) == match.observe(seat)
            for sort in range(bank.size):
                those = other.words[held.base + sort : held.base + held.size : bank.size]
                assert min(those) >= 0
                assert sum(those) + other.words[bank.base + sort] == 19
            for _ in range(25):
                if not other.over:
                    other.apply(choose.choice(other.codes()))
            assert other.fault is None, other.fault
    return done


def test_island_adds_up() -> None:
    game = ludwright.load("island", players=4)
    assert isinstance(game, Game)
    assert check_redeals(game, 4, 0.02) > 10


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_island_adds_up_in_many_games(players: int) -> None:
    game = ludwright.load("island", players=players)
    assert isinstance(game, Game)
    assert sum(check_redeals(game, seed, 0.01) for seed in range(60)) > 1000
