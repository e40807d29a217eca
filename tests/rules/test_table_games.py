"""Facts about single bundled games that a change of their texts or tables must not lose."""

from __future__ import annotations

import csv
import json
from collections import Counter
from random import Random
from typing import Any

import pytest

import ludwright
from ludwright import ir
from ludwright.game import GAMES


def read_map(name: str) -> Any:
    return json.loads((GAMES / name).read_text(encoding="utf-8"))


def test_simple_coins_has_21_actions_and_the_greedy_line_gives_2400() -> None:
    game = ludwright.load("simple_coins", ask_forced=True)
    match = game.start(seed=1)
    assert len(match.legal()) == 21
    for _ in range(4):
        for _ in range(30):
            match.apply("get 20")
        assert [option.words for option in match.legal()] == ["end_session"]
        match.apply("end_session")
    assert match.over
    assert read(match, "coins") == 2_400
    assert match.returns() == [1.0]


def read(match: ludwright.Match, name: str) -> int:
    return match.words[match.game.rules.model.fields[name].base]


def huts_and_bread(match: ludwright.Match) -> None:
    """Five huts, each collected twice, then a field of wheat, sown when the contract with the baker is signed."""
    for plot in "abcd":
        match.apply(f"build hut {plot}1")
    for plot in "abcd":
        match.apply(f"collect {plot}1")
    match.apply("build hut e1")
    match.apply("collect e1")
    for _ in range(6):
        match.apply("sleep")
    for plot in "abcde":
        match.apply(f"collect {plot}1")
    match.apply("build field f1")
    match.apply("sow f1 wheat")
    match.apply("sign baker")
    match.apply("sleep")
    match.apply("reap f1")
    match.apply("deliver baker 1")


@pytest.mark.parametrize("run", ["native", "twin"])
def test_a_contract_of_homestead_pays_exactly_at_its_time(run: str) -> None:
    match = ludwright.load("homestead").start(run=run)
    huts_and_bread(match)  # signed when the clock stood at 340; it lasts 1,800 seconds
    assert (match.words[ir.CLOCK], read(match, "coins"), read(match, "harvest")) == (460, 15, 7)
    while match.words[ir.CLOCK] < 340 + 1_800:
        assert read(match, "coins") == 15
        match.apply("sleep")
    assert (match.words[ir.CLOCK], read(match, "coins")) == (2_140, 15 + 120)


@pytest.mark.parametrize("run", ["native", "twin"])
def test_a_contract_of_homestead_pays_between_two_sessions(run: str) -> None:
    """Every action takes 4 seconds, or 5 where it says so: the contract is signed at 370 and due at 2,170."""
    match = ludwright.load("homestead", profile="commuter").start(run=run)
    huts_and_bread(match)
    assert (match.words[ir.CLOCK], read(match, "coins")) == (494, 15)
    match.apply("end_session")
    assert (match.words[ir.CLOCK], read(match, "coins"), read(match, "energy")) == (28_800, 15 + 120, 20)
    match.apply("sign baker")
    match.apply("end_session")
    assert (match.words[ir.CLOCK], read(match, "coins")) == (57_600, 15 + 120)  # nothing was delivered: nothing is paid


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bird_lady_lasts_exactly_12_turns(players: int) -> None:
    game = ludwright.load("bird_lady", players=players)
    for seed in range(20):
        match = game.start(seed=seed)
        while not match.over:
            codes = match.codes()
            match.apply(codes[seed * 7 % len(codes)])
        assert match.fault is None
        assert match.turn == 12


def test_the_classic_map_has_its_lands_continents_and_bonuses() -> None:
    world = read_map("world.json")
    assert (len(world["lands"]), len(world["connections"])) == (42, 82)
    continents = world["continents"].values()
    assert [(len(c["lands"]), c["bonus"]) for c in continents] == [(9, 5), (4, 2), (7, 5), (6, 3), (12, 7), (4, 2)]
    assert sorted(land for c in continents for land in c["lands"]) == sorted(world["lands"])


def test_the_small_map_has_the_published_measures() -> None:
    world = read_map("small_world.json")
    assert (len(world["lands"]), len(world["connections"])) == (8, 11)
    assert [(len(c["lands"]), c["bonus"]) for c in world["continents"].values()] == [(2, 3), (3, 4), (3, 4)]


@pytest.mark.parametrize(
    ("name", "cells"), [("world.json", "lands"), ("small_world.json", "lands"), ("cities.json", "cities")]
)
def test_every_map_is_in_one_piece(name: str, cells: str) -> None:
    world = read_map(name)
    near: dict[str, set[str]] = {}
    for one, other in world["connections"]:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    reached: set[str] = set()
    waiting = [next(iter(near))]
    while waiting:
        place = waiting.pop()
        if place not in reached:
            reached.add(place)
            waiting += near[place]
    assert len(reached) == len(world[cells])


def test_outbreak_has_48_cities_12_of_each_disease() -> None:
    sick = Counter(city["disease"] for city in read_map("cities.json")["cities"])
    assert sick == {"blue": 12, "yellow": 12, "black": 12, "red": 12}


def test_seven_cities_has_seven_cards_a_player_in_every_age() -> None:
    with (GAMES / "cities.csv").open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file))
    for players in range(3, 8):
        for age in "123":
            assert sum(int(card[f"copies[{players}]"]) for card in cards if card["age"] == age) == 7 * players


def test_expeditions_are_worth_what_was_laid() -> None:
    game = ludwright.load("expeditions", ask_forced=True)
    for seed in range(10):
        match, chooser = game.start(seed=seed), Random(seed)
        laid: dict[tuple[int, str], list[int]] = {}
        while not match.over:
            option = chooser.choice(match.legal())
            if option.action == "lay":
                colour, rank = option.values[0].split()
                assert match.actor is not None
                laid.setdefault((match.actor, colour), []).append(int(rank))
            match.apply(option)
        assert all(ranks == sorted(ranks) for ranks in laid.values())
        worth = [0.0, 0.0]
        for (seat, _), ranks in laid.items():
            miles = sum(rank for rank in ranks if rank > 1)
            worth[seat] += (miles - 20) * (1 + ranks.count(1)) + (20 if len(ranks) >= 8 else 0)
        assert match.scores() == worth
