"""What things are worth, in games where it can be worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ludwright
from ludwright.powers import Power, PowerError
from ludwright.powers.decks import changed, exchanges
from ludwright.powers.paired import chance, paired, points_of
from ludwright.powers.verdicts import verdict
from ludwright.statistics import holm
from tests.cli.running import run as command
from tests.powers.games import LOCKS, MARKET, PICKS

DEALS = 2000


def found(text: str, **more: object) -> Power:
    return ludwright.power(ludwright.load_text(text), "random", DEALS, threads=1, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def picks() -> Power:
    return found(PICKS, what="actions", pairs=0)


def holds(figure: ludwright.metrics.Figure, truth: float) -> bool:
    """Whether a value is within twice the room of its interval: one look in ten thousand fails."""
    assert figure.value is not None and figure.high is not None and figure.low is not None
    return abs(figure.value - truth) < 2 * max(figure.high - figure.value, figure.value - figure.low) < 0.1


def test_an_action_is_worth_what_it_costs_to_do_without(picks: Power) -> None:
    gold = picks.look("gold")
    assert holds(gold.worth, 1 / 6) and holds(gold.without, 1 / 3)
    assert gold.verdict == "indispensable"  # nobody scores without it
    assert "indispensable" in gold.sentence and "instead of 50%" in gold.sentence


def test_what_does_no_good_is_better_left_alone(picks: Power) -> None:
    stone = picks.look("stone")
    assert holds(stone.worth, -1 / 12)
    assert stone.verdict == "trap"


def test_a_harmless_option_shows_nothing(picks: Power) -> None:
    wave = picks.look("wave")
    assert wave.worth.low is not None and wave.worth.high is not None
    assert wave.worth.low <= 0 <= wave.worth.high
    assert wave.verdict == "no difference seen"  # most games are drawn, and that shows nothing
    assert {one.what for one in picks.named} == {"stone", "wood"}


def test_the_witness_is_a_deal_that_was_lost_without(picks: Power) -> None:
    words = picks.look("gold").witness.split('"')
    number = int(words[0].split("--game ")[1].split()[0])
    who = [
        "barred:random,from=gold" if part.startswith("barred") else "random"
        for part in words[1].split(",")
        if not part.startswith("from=")
    ]
    game = ludwright.load_text(PICKS)
    free = ludwright.simulate(game, number + 1, threads=1, keep=True, agents="random").returns
    barred = ludwright.simulate(game, number + 1, threads=1, keep=True, agents=who).returns
    seat = who.index("barred:random,from=gold")
    assert free is not None and barred is not None
    assert barred[number, seat] < free[number, seat]


def test_two_locks_are_worth_more_together() -> None:
    locks = found(LOCKS, only="open_left,open_right", pairs=2)
    assert holds(locks.look("open_left").worth, 1 / 8)
    assert holds(locks.pairs[0].together, 1 / 8)
    assert locks.pairs[0].chance < 0.05 and "more together" in locks.pairs[0].sentence


def test_a_card_is_worth_what_it_costs_to_do_without() -> None:
    market = found(MARKET, what="cards", pairs=0)
    assert holds(market.look("gem").worth, 1 / 4)
    assert holds(market.look("rock").worth, -1 / 4)
    assert (market.look("gem").copies, market.look("rock").copies) == (1, 3)


def test_to_go_for_a_thing_brings_what_it_brings() -> None:
    picks = found(PICKS, only="gold,stone", pairs=0, force=True)
    gold, stone = picks.look("gold").forced, picks.look("stone").forced
    assert gold is not None and holds(
        gold, 1 / 3
    )  # it wins two thirds, and shares the rest: from a half to five sixths
    assert stone is not None and holds(stone, -1 / 6)
    assert "Taking it every time brings" in picks.look("gold").sentence


def test_a_deck_without_the_gem_is_a_draw_and_one_with_two_is_level() -> None:
    market = found(MARKET, what="copies", only="gem", pairs=0, observed=True)
    without, more, most = market.decks
    assert without.cells == {"gem.copies": 0, "rock.copies": 4}
    assert holds(without.first, -1 / 8)  # from five eighths to a half
    assert more.cells == {"gem.copies": 2, "rock.copies": 2}
    assert holds(more.worth, 1 / 4)
    assert most.cells == {"gem.copies": 3, "rock.copies": 1} and most.change.startswith("Two more gem (two rock less)")
    assert not without.holders.known
    assert more.holders.value == pytest.approx(0.5, abs=0.1)  # with a gem each it is level, and nobody wins
    observed = market.look("gem").observed
    assert observed is not None and observed.value is not None and observed.value > 0.9  # the only gem wins


def test_copies_go_down_as_well() -> None:
    game = ludwright.load_text(MARKET)
    changes = [(words, cells["rock.copies"]) for words, cells, _ in exchanges(game, "rock")]
    assert changes == [
        ("Without rock (3 more gem)", 0),
        ("Two rock less (two more gem)", 1),
        ("One rock less (one more gem)", 2),
    ]


def test_printed_numbers_are_changed_one_by_one() -> None:
    market = found(MARKET, what="numbers", only="gem", pairs=0)
    assert [deck.cells for deck in market.decks] == [{"gem.worth": 2}, {"gem.worth": 4}]
    assert all(deck.first.value == 0 and (deck.first.high or 1.0) < 0.01 for deck in market.decks)


def test_what_stands_in_no_table_is_told() -> None:
    plain = ludwright.load_text(MARKET.replace(" copies |", " rocks  |"))
    told = ludwright.power(plain, "random", 20, what="copies", only="gem", pairs=0, threads=1)
    assert not told.decks and told.notes == ["gem: nothing in a table of the game can be changed about it."]


def test_a_changed_game_has_the_same_rules() -> None:
    game = changed(ludwright.load("bird_lady", players=3, params={"pair_worth": 2}), {"bird5.copies": 2})
    assert game.players == 3 and game.params["pair_worth"] == 2
    assert game.rules.model.components == 31


def test_shares_of_a_win() -> None:
    rows = points_of(np.array([[1.0, 1.0, -2.0], [0.0, 0.0, 0.0], [np.nan] * 3]), common=False)
    assert rows[0].tolist() == [0.5, 0.5, 0.0]
    assert rows[1] == pytest.approx([1 / 3] * 3)
    assert np.isnan(rows[2]).all()


def test_without_any_difference_the_rule_of_three_holds() -> None:
    figure = paired("worth", np.zeros(300))
    assert (figure.value, figure.low, figure.high) == (0.0, -0.01, 0.01)
    assert chance(np.zeros(300)) == 1.0


def test_among_harmless_things_seldom_anything_is_named() -> None:
    """Twelve waves, forty times: with Holm's correction about two in forty may name one."""
    rng = np.random.default_rng(7)
    named = 0
    for _ in range(40):
        looks = [rng.choice([-0.5, 0.0, 0.5], 200) for _ in range(12)]
        named += min(holm([chance(values) for values in looks])) < 0.05
    assert named <= 7


def test_each_level_of_skill_has_its_own_looks() -> None:
    game = ludwright.load_text(PICKS)
    by_skill = ludwright.power(game, by_skill=True, games=40, only="gold", threads=1)
    assert by_skill.agents == ["random", "greedy", "mcts:20", "mcts:100"]
    costs = [by_skill.look("gold", agent).worth.value or 0.0 for agent in by_skill.agents]
    assert costs[0] < costs[1] == costs[3] == 0.5  # who thinks never leaves the gold


def test_small_things_are_not_called_too_strong(picks: Power) -> None:
    assert verdict(picks.look("stone"), share=10.0) == "no difference seen"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"what": "crads"}, "did you mean `cards`?"),
        ({"what": "cards"}, "has no cards to look at"),
        ({"agents": "random", "by_skill": True}, "not both"),
        ({"games": 1}, "two deals at least"),
    ],
)
def test_mistakes_are_told(more: dict[str, object], said: str) -> None:
    with pytest.raises(PowerError, match=said.replace("?", r"\?")):
        ludwright.power(ludwright.load_text(PICKS), **more)  # type: ignore[arg-type]


def test_the_command_tells_and_draws(tmp_path: Path) -> None:
    path, drawn = tmp_path / "picks.game", tmp_path / "power.svg"
    path.write_text(PICKS, encoding="utf-8")
    told = command("power", str(path), "-a", "random", "-n", "400", "-t", "1", "--chart", str(drawn), "--pairs", "2")
    assert told.code == 0
    assert "`stone` is a trap: without it, random players win" in told.out.replace("\n", " ")
    assert "random players: random" in told.out and "indispensable" in told.out
    assert drawn.read_text(encoding="utf-8").startswith("<svg")
    plain = json.loads(command("power", str(path), "-a", "random", "-n", "50", "-t", "1", "--json").out)
    assert {look["what"] for look in plain["looks"]} == {"gold", "stone", "wood", "wave"}
    assert command("power", str(path), "--only", "gild").code == 2
