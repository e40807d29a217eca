"""Games of OpenSpiel named in place of a text: they are played by its own rules, and nobody is told what its seat can't know."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pyspiel
import pytest

import ludwright
from ludwright.drawing import draw_text
from ludwright.engine.random import Stream
from ludwright.game import described
from ludwright.game import find as find_game
from ludwright.importing.openspiel.library import OpenSpielError, find
from ludwright.importing.openspiel.redeal import Redeals
from ludwright.importing.openspiel.steps import Steps, Way
from ludwright.mistakes import LudwrightError
from ludwright.playtests.source import files_of, named, write_files

NAMES = (
    "tic_tac_toe", "goofspiel(num_cards=5)", "kuhn_poker(players=3)", "leduc_poker", "liars_dice", "pig(players=3)", "matrix_pd",
    "blackjack", "tiny_hanabi", "dark_hex(board_size=2)", "oware", "bargaining",
)  # fmt: skip
UNSEARCHABLE = {"matrix_pd", "dark_hex(board_size=2)"}
"""What a seat can't see there is not dealt again, so no report plays them with strong players."""


@pytest.mark.parametrize(
    ("name", "run"), [*((name, "native") for name in NAMES), ("leduc_poker", "twin"), ("matrix_pd", "twin")]
)
def test_a_game_is_played_as_openspiel_plays_it(name: str, run: str) -> None:
    game = ludwright.load(f"openspiel:{name}", ask_forced=True)
    match, dice = game.start(seed=3, run=run), random.Random(3)
    while not match.over and match.moves < 60:
        theirs = _replayed(game, match)
        assert match.actor == theirs.current_player()
        assert match.codes() == [1 + action for action in theirs.legal_actions()]
        said = [option.words for option in match.legal()]
        assert len(set(said)) == len(said)
        match.apply(dice.choice(match.codes()))
    theirs = _replayed(game, match)
    if match.over:
        assert theirs.is_terminal()
        paid = theirs.returns()
        scores = match.scores()
        assert (match.returns() if scores is None else scores) == paid
        if len(paid) > 1 and scores is not None and not game.rules.model.cooperative:
            assert [one > 0 for one in match.returns()] == [one == max(paid) != min(paid) for one in paid]


def _replayed(game: ludwright.Game, match: ludwright.Match) -> pyspiel.State:
    """OpenSpiel's own position after the steps that a state notes."""
    spiel = find(game.source.partition(":")[2]).spiel
    room = find(game.source.partition(":")[2]).room
    record = match.words[game.program.state_size - room :]
    count = match.words[game.program.state_size - room - 1 - 2 * game.players]
    state = spiel.new_initial_state()
    for step in record[:count]:
        state.apply_action(step)
    return state


def test_both_runs_play_the_same_games() -> None:
    game = ludwright.load("openspiel:leduc_poker")
    for seed in range(5):
        native, twin = game.start(seed=seed), game.start(seed=seed, run="twin")
        while not native.over:
            assert native.words == twin.words and native.codes() == twin.codes()
            code = native.codes()[seed % len(native.codes())]
            native.apply(code)
            twin.apply(code)
        assert native.returns() == twin.returns()


def test_what_is_dealt_again_looks_the_same_to_the_seat_and_is_not_the_truth() -> None:
    for name in ("kuhn_poker", "liars_dice", "goofspiel(num_cards=4)", "leduc_poker"):
        found = find(name)
        steps = Steps(found, [0] * 16, 1)
        redeals, chance = Redeals(steps), Stream(7, 1)
        words = [0] * steps.records.size
        codes = steps.begin(words, Way(chance))
        for _ in range(2):
            record, seat = steps.records.read(words), words[1]
            plan = redeals.plan(record, seat)
            dealt = Counter(redeals.deal(plan, chance) for _ in range(60))
            assert {redeals.look(other, seat) for other in dealt} == {redeals.look(record, seat)}
            codes = steps.answer(words, codes[0], Way(chance))
            if not codes:
                break
        assert len(dealt) > 1 and dealt[record] < 60


def test_hidden_cards_are_dealt_again_evenly() -> None:
    found = find("kuhn_poker")
    redeals = Redeals(Steps(found, [0] * 16, 1))
    for by_itself in (True, False):
        redeals._by_itself = by_itself
        plan, chance = redeals.plan((1, 2), 0), Stream(5, 1)  # seat 1 has the middle card; the truth is the high one
        others = Counter(redeals.deal(plan, chance)[1] for _ in range(1000))
        assert set(others) == {0, 2} and 400 < others[0] < 600


def test_what_a_playtest_keeps_of_one_is_the_same_game_again(tmp_path: Path) -> None:
    before = described("openspiel:kuhn_poker(players=3)")
    write_files(tmp_path, files_of(named([before])))
    (file,) = tmp_path.iterdir()
    assert file.read_text() == "kuhn_poker(players=3)\n"
    again = ludwright.load(file)
    assert again.description.text_hash == before.text_hash and again.title == "Kuhn Poker (OpenSpiel)"
    assert again.start(seed=4).words == ludwright.load("openspiel:kuhn_poker(players=3)").start(seed=4).words


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gofspiel", "did you mean `goofspiel`"),
        ("goofspiel(cards=5)", "no parameter `cards`"),
        ("mfg_garnet", "mean-field"),
        ("efg_game(filename=/etc/passwd)", "reads its game from a file"),
        ("bargaining(instances_file=/etc/passwd)", "reads its game from a file"),
        ("repeated_game(stage_game=nfg_game(filename=/etc/passwd))", "reads its game from a file"),
        ("hanabi(colors=0)", "gives up when it makes"),
        ("go(board_size=-5)", "unsupported board size"),
        ("kuhn_poker(players=3)\0", "no name of a game"),
        ("a" * 100_000, "no name of a game"),
        ("negotiation", "draws its chance by itself"),
    ],
)
def test_what_can_not_be_played_is_said(name: str, said: str) -> None:
    with pytest.raises(OpenSpielError, match=said):
        ludwright.load(f"openspiel:{name}")


def test_exact_methods_say_that_they_can_not_know_its_rules() -> None:
    for command in (ludwright.solve, ludwright.equilibrium):
        with pytest.raises(LudwrightError, match="other people's code"):
            command("openspiel:tic_tac_toe")


def test_a_position_is_drawn_as_openspiel_tells_it() -> None:
    match = ludwright.load("openspiel:tic_tac_toe").start()
    match.apply(match.codes()[4])
    assert "  .x." in draw_text(match).splitlines()
    poker = ludwright.load("openspiel:kuhn_poker").start(seed=2)
    first, second = (draw_text(poker, seat) for seat in (0, 1))
    assert first != second and "as seat 2 sees it" in second and "luck" not in first


def test_it_is_found_wherever_a_game_is_looked_for() -> None:
    assert str(find_game("openspiel:hex(board_size=3)")) == "openspiel:hex(board_size=3)"
    with pytest.raises(OpenSpielError, match="did you mean `hex`"):
        find_game("openspiel:hexx")


@pytest.mark.slow
def test_a_playtest_of_one_is_measured(tmp_path: Path) -> None:
    run = ludwright.playtest("openspiel:kuhn_poker", games=40, out=tmp_path / "run")
    assert run.complete and len(run.games.collect()) == 40
    assert str(ludwright.measure(run))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in UNSEARCHABLE])
def test_ten_of_its_games_are_playtested_and_reported(name: str, tmp_path: Path) -> None:
    run = ludwright.playtest(f"openspiel:{name}", games=12, out=tmp_path / "run")
    assert run.complete and len(run.games.collect()) == 12
    found = ludwright.report(f"openspiel:{name}", seconds=4)
    assert str(found).strip()
