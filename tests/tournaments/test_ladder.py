"""Ladders: how far more thought helps, shown with scripted players whose strength is known."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest

import ludwright
from ludwright.mistakes import LudwrightError
from ludwright.tournaments import Ladder, Mean, Rung, Share
from ludwright.tournaments.rungs import Climber, RungVerdict, looks
from ludwright.tournaments.shares import NOTHING
from ludwright.tournaments.texts import with_budget
from tests.exact_values.test_pig import first_wins
from tests.tournaments.made_up import pig

LUCK = """\
game "Luck"
players 2
each player
  points = 0 in 0..99
turn: bet
action bet(n in 1..2)
  let thrown = roll d6
  my points += thrown
end when round.number >= 4
score(p): p.points
winner: highest score
""" + "".join(f'bot "b{2**k}"\n  bet({1 + k % 2})\n' for k in range(8))
"""There are choices, but they change nothing."""


def holding(budget: int) -> str:
    return f"hold at {budget}"


def rung(budget: int, won: int, lost: int) -> Rung:
    share = Share.of(np.array([1.0] * won + [0.0] * lost))
    return Rung(budget, f"m:{budget}", "below", share, None, RungVerdict.of(share, None), 100.0, 10.0)


def climbed(*rungs: Rung) -> Ladder:
    return Ladder("Made up", "m", ["a", "b"], 8, 4096, 400, 1, False, list(rungs))


def test_in_pig_holding_at_32_is_no_better_than_at_16() -> None:
    found = ludwright.ladder(pig(), holding, start=4, most=32, games=800, threads=1)
    assert [rung.below for rung in found.rungs] == ["random", "hold at 4", "hold at 8", "hold at 16"]
    assert [rung.helps for rung in found.rungs[1:]] == [True, True, False]
    assert found.top == 16
    assert not found.ended, "one rung in vain is not enough"
    assert found.per_doubling is not None
    assert found.per_doubling[1] > 50
    assert "but one rung proves little" in found.words[0]


def test_a_rung_takes_no_more_games_than_it_needs() -> None:
    found = ludwright.ladder(pig(), holding, start=4, most=8, games=800, threads=1)
    games = [2 * each for each in looks(800, 2)]
    assert games == [50, 100, 200, 400, 800]
    assert found.rungs[1].share.games == games[1], "clear at the first look, and as many games again to measure it"
    assert found.games == sum(rung.share.games for rung in found.rungs)


@pytest.mark.slow
def test_the_gain_is_measured_without_flattery_though_games_end_when_something_is_clear() -> None:
    """Holding at 25 against 16: the true gain is known, and such that games end early now and then, mostly after lucky ones."""
    truth = 400 * log10(1 / (2 / (first_wins(25, 16) + 1 - first_wins(16, 25)) - 1))
    assert 10 < truth < 60
    times, gains, held = 300, 0.0, 0
    game = pig()
    for seed in range(times):
        rung = Climber(game, 400, seed, threads=1).climb(25, "hold at 25", "hold at 16")
        assert rung is not None
        gains += rung.gain
        held += rung.interval[0] <= truth <= rung.interval[1]
    assert held / times > 0.91
    assert abs(gains / times - truth) < 4 * 25 / times**0.5


@pytest.mark.slow
def test_among_equals_one_rung_in_twenty_at_most_claims_a_difference() -> None:
    game, times = ludwright.load_text(LUCK), 400
    rungs = [Climber(game, 400, seed, threads=1).climb(2, "b2", "b1") for seed in range(times)]
    assert sum(rung is not None and (rung.helps or rung.harms) for rung in rungs) / times < 0.07


def test_where_choices_change_nothing_thinking_does_not_help() -> None:
    found = ludwright.ladder(ludwright.load_text(LUCK), lambda k: f"b{k}", start=1, most=128, games=200, threads=1)
    assert [rung.helps for rung in found.rungs] == [False, False]
    assert found.ended
    assert found.words[0].startswith("Thinking does not help: neither b1 against a random player nor twice the thought")
    assert found.per_doubling is None


def test_where_nobody_chooses_it_is_pure_luck() -> None:
    text = (
        LUCK.replace("turn: bet\naction bet(n in 1..2)\n", "turn\n").replace("bet(1)", "any").replace("bet(2)", "any")
    )
    found = ludwright.ladder(ludwright.load_text(text), lambda k: f"b{k}", start=1, most=128, games=100, threads=1)
    assert found.words == ["Thinking does not help: nobody ever chooses anything in this game, it is pure luck."]


def test_it_ends_after_two_rungs_in_vain() -> None:
    found = climbed(rung(8, 90, 10), rung(16, 80, 20), rung(32, 52, 48), rung(64, 490, 510))
    assert (found.top, found.gained, found.ended) == (16, 2, True)
    assert found.words[0] == (
        "Thinking longer than 16 play-outs no longer helps. Whoever thinks twice as long wins 53% of the points at most."
    )
    assert found.total[0] == 200
    assert found.per_doubling is not None
    assert found.per_doubling[0] == 100
    assert found.total[2] - found.total[0] == pytest.approx(1.96 * np.hypot(10, 10), rel=1e-3)


def test_few_games_that_show_no_gain_do_not_show_that_there_is_none() -> None:
    found = climbed(rung(8, 90, 10), rung(16, 26, 24), rung(32, 25, 25))
    assert found.ended
    assert found.words[0] == (
        "Thinking longer than 8 play-outs doesn't seem to help. Whoever thinks twice as long wins 67% of the points at most. "
        "More games (--games) would tell."
    )


def test_two_rungs_that_may_be_luck_alone_can_show_a_gain_together() -> None:
    found = climbed(rung(8, 90, 10), rung(16, 60, 40), rung(32, 60, 40))
    assert [rung.helps for rung in found.rungs] == [True, False, False]
    assert (found.top, found.gained, found.ended) == (32, 1, False)
    assert climbed(rung(8, 90, 10), rung(16, 60, 40)).top == 8, "what the rung below gained counts for that one only"


def test_a_rung_in_vain_between_two_that_help_counts_as_a_doubling() -> None:
    found = climbed(rung(8, 90, 10), rung(16, 52, 48), rung(32, 80, 20))
    assert (found.top, found.gained, found.doublings, found.ended) == (32, 2, 2.0, False)
    assert (
        found.words[0] == "Thinking still helps at 32 play-outs, where the ladder ends: the game is deeper than that."
    )


def test_scores_are_compared_where_there_is_nobody_to_beat() -> None:
    def by_score(budget: int, more: Mean) -> Rung:
        verdict = RungVerdict.of(NOTHING, more)
        return Rung(budget, f"m:{budget}", "below", Share(40, 20, 0, 20, 20), more, verdict, more.mean, more.error)

    more, less = by_score(8, Mean(40, 2.5, 1.0)), by_score(16, Mean(40, 0.1, 1.0))
    assert (more.helps, less.helps, less.harms, less.verdict.clear) == (True, False, False, False)
    assert by_score(16, Mean(40, -2.5, 1.0)).harms
    found = Ladder("Made up", "m", ["a"], 8, 4096, 400, 1, True, [more, less, less])
    assert found.words[0].startswith(
        "Thinking longer than 8 play-outs doesn't seem to help. Doubling it once more brings 0.5"
    )
    assert found.words[1].startswith(
        "From a random player to 8 play-outs, in one step, thinking brings 2.5 points (2.19 to 2.81)"
    )


def test_interrupted_it_keeps_the_rungs_that_were_climbed() -> None:
    def enough(doing: str, done: int, total: int) -> None:
        if "hold at 8 against hold at 4" in doing:
            raise KeyboardInterrupt

    found = ludwright.ladder(pig(), holding, start=4, most=32, games=400, threads=1, progress=enough)
    assert found.interrupted
    assert found.rungs[0].agent == "hold at 4"
    assert all(rung.budget <= 8 for rung in found.rungs)
    assert found.words[0] == f"It was interrupted after {found.games:,} games."


def test_the_number_of_threads_changes_nothing() -> None:
    one, two = (ludwright.ladder(pig(), holding, 8, 200, 16, threads=threads).as_json() for threads in (1, 2))
    del one["seconds"], two["seconds"]
    assert one == two


def test_its_picture_shows_every_rung_and_its_words() -> None:
    found = climbed(rung(8, 90, 10), rung(16, 80, 20))
    for words in ("random", ">8<", ">16<", "Thinking still helps at 16 play-outs"):
        assert words in found.svg()
    assert found.svg() in found._repr_html_()


def test_an_agent_gets_its_budget() -> None:
    assert with_budget("mcts:c=1.2,playout=greedy", 64) == "mcts:64,c=1.2,playout=greedy"
    for wrong in ("mcts:100", "mcts:time=0.5", "mcts:100,c=2"):
        with pytest.raises(LudwrightError, match=r"a ladder sets the budget itself: leave (iterations|time) out of"):
            with_budget(wrong, 64)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"agent": "mtcs"}, "has no player `mtcs`: did you mean `mcts`"),
        ({"agent": "random"}, "`random` does not think more if it may"),
        ({"start": 64, "most": 32}, "a ladder from 64 to 32 has no rungs"),
        ({"start": 0}, "a ladder from 0 to"),
        ({"games": 1}, "a rung needs two games or more, not 1"),
    ],
)
def test_mistakes_are_told_kindly(options: dict[str, int | str], message: str) -> None:
    with pytest.raises(LudwrightError, match=message):
        ludwright.ladder(pig(), **{"agent": holding, **options})  # type: ignore[arg-type]
