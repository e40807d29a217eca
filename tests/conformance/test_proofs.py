"""Each proof finds what it is there to find, and says how to see it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.conformance import ProofFinding, ProofReport
from ludwright.conformance.both_runs import BothRuns
from ludwright.conformance.case import TestedGame
from ludwright.conformance.components import Components, Frames
from ludwright.conformance.marks import MarkedGame
from ludwright.conformance.random_games import RandomGames
from ludwright.conformance.replay import ReplayProof
from ludwright.engine.desks import chance_of, position_of
from ludwright.play.match import Match
from tests.bundled import bundled
from tests.cli.running import run
from tests.conformance import broken


@pytest.fixture
def text(tmp_path: Path) -> Path:
    return tmp_path / "broken.game"


def look(text: Path, description: str, games: int = 100, **more: int) -> ProofReport:
    text.write_text(description)
    assert [m.render() for m in ludwright.check(text) if m.severity == "mistake"] == []
    return ludwright.check_thoroughly(text, games=games, **more)  # type: ignore[arg-type]


def said(findings: list[ProofFinding]) -> list[str]:
    return [finding.words for finding in findings]


# ---------------------------------------------------------------- faults and ends


def test_a_fault_in_a_rare_branch_is_found_with_the_command_that_shows_it(text: Path) -> None:
    (finding,) = look(text, broken.RARE_FAULT, players=3).wrong
    assert finding.players == (3,)
    assert finding.words.startswith("drew from an empty place, in ")
    assert finding.where == f"{text}:13"
    shown = run(*finding.command.split()[1:])
    assert shown.code == 1
    assert "drew from an empty place" in shown.out and "for 3" in shown.out
    assert f"Stopped after {finding.move} move" in shown.out


def test_a_game_that_never_ends_is_reported_and_not_played_on_and_on(text: Path) -> None:
    report = look(text, broken.ENDLESS, games=1000, move_limit=300)
    assert said(report.wrong) == ["no game comes to an end: all 10 games came to the limit of 300 moves"]


def test_a_seat_that_never_acts_is_worth_a_look(text: Path) -> None:
    report = look(text, broken.IDLE_SEAT)
    assert report.ok
    assert said(report.worth_a_look) == ["Cem never acts"]


# ---------------------------------------------------------------- never used


def test_what_no_game_uses_is_listed(text: Path) -> None:
    report = look(text, broken.UNUSED)
    assert report.ok
    assert {(int(f.where.rpartition(":")[2]), f.words) for f in report.worth_a_look} == {
        (3, "no rule reads the parameter `dust`"),
        (4, "never moved: card `crown`"),
        (9, "nothing ever enters the zone `vault`"),
        (13, "`celebrate` is never carried out"),
        (23, "never carried out: `celebrate`"),
        (25, "nobody ever does `hide`"),
        (30, "no game ends this way: `when taken > 90: draw`"),
    }
    assert "Not once in 100 random games" in report.as_text()


def test_a_rule_that_some_number_of_players_uses_is_used(text: Path) -> None:
    description = broken.IDLE_SEAT.replace("players 3 named Ann, Ben, Cem", "players 2 to 3").replace(
        "if me is Cem: nothing", "if players.count is 3: remaining -= min(1, remaining)"
    )
    assert look(text, description).worth_a_look == []
    alone = look(text, description, players=2)
    assert said(alone.worth_a_look) == ["never carried out: `if players.count is 3: remaining -= min(1, remaining)`"]


def test_a_stage_that_never_begins_is_told_once(text: Path) -> None:
    description = broken.ENDLESS.replace("turn: walk", "turn\n  walk\n  if steps > 9: feast").replace("> 5", "is 2")
    report = look(text, f"{description}stage feast\n  steps = 0\n", games=30)
    assert said(report.worth_a_look) == ["never carried out: `if steps > 9: feast`", "the stage `feast` never begins"]


@pytest.mark.parametrize("name", ["letters", "checkers", "crazy_eights", "hamlet", "backgammon"])
def test_a_game_with_marks_is_the_same_game(name: str) -> None:
    game = bundled(name)
    marked = MarkedGame.of(game)
    case = TestedGame(game, 3)
    for number in range(3):
        plain, other = game.start(1, number), marked.start(1, number)
        for code in case.random_moves(plain):
            assert plain.words == other.words[: marked.first_mark]
            assert plain.codes() == other.codes()
            plain.apply(code)
            other.apply(code)
        assert plain.over
        assert plain.words == other.words[: marked.first_mark]
        assert sum(other.words[marked.first_mark :]) > 3


# ---------------------------------------------------------------- both runs and replay


def counting(step: int) -> ludwright.Game:
    return ludwright.load_text(
        f'game "Counting"\nplayers 2\nvar pot = 0\nturn: add\naction add(n in 1..2)\n  pot += n * {step}\n'
        "end when pot >= 20: me wins\n"
    )


def test_a_difference_between_the_two_runs_is_found() -> None:
    game = counting(step=1)
    assert list(BothRuns(TestedGame(game, 100)).findings()) == []
    game.__dict__["twin"] = counting(step=2).twin
    (finding,) = BothRuns(TestedGame(game, 100)).findings()
    assert "the two runs differ in word" in finding.words
    assert finding.move == 1


class Forgetful(Match):
    """A match that does not take back everything."""

    def undo(self) -> None:
        super().undo()
        words = self.numbers()
        words[ir.HEADER + 5] += 1
        self._thaw(position_of(words, chance_of(self._frozen())))


class Careless(Match):
    """A match whose copies are not copies."""

    def copy(self) -> Match:
        return self


@pytest.mark.parametrize(
    ("kind", "words"),
    [(Forgetful, "taking a move back does not lead"), (Careless, "what is done to a copy changes the original")],
)
def test_going_back_that_is_not_exact_is_found(kind: type[Match], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = counting(step=1)
    assert list(ReplayProof(TestedGame(game, 100)).findings()) == []
    monkeypatch.setattr("ludwright.game.Match", kind)
    (finding, *_) = ReplayProof(TestedGame(game, 100)).findings()
    assert finding.words.startswith(words)


# ---------------------------------------------------------------- components


def positions(game: ludwright.Game) -> Frames:
    kept: list[Frames] = []
    RandomGames(game, 1, 1000).play(0, lambda frames, _: kept.append(frames.copy()))
    return kept[0]


@pytest.mark.parametrize(
    ("array", "item", "value", "words"),
    [
        ("place", 3, 99, "lies in a place that does not exist"),
        ("place", 3, -1, "has vanished"),
        ("count", 0, 3, "counts its contents wrongly"),
        ("top", 0, -1, "lost at an end"),
        ("above", 3, 3, "don't know of each other"),
    ],
)
def test_a_component_that_is_not_in_exactly_one_place_is_found(array: str, item: int, value: int, words: str) -> None:
    game = ludwright.load("crazy_eights")
    components = Components(game)
    frames = positions(game)
    assert len(frames) > 10
    assert components.wrong(frames) is None
    frames[7, game.rules.model.arrays[array] + item] = value
    wrong = components.wrong(frames)
    assert wrong is not None
    assert wrong[0] == 7
    told = [message for bad, message in components._tests(frames) if bad.any()]
    assert any(words in message for message in told), told


def test_a_chain_without_an_end_is_found() -> None:
    game = ludwright.load("crazy_eights")
    arrays = game.rules.model.arrays
    frames = positions(game)[:1]
    place = frames[0, arrays["place"] : arrays["place"] + game.rules.model.components]
    deck = int(np.bincount(place).argmax())
    one, other = np.nonzero(place == deck)[0][:2]
    for name in ("above", "below"):
        frames[0, arrays[name] + one], frames[0, arrays[name] + other] = other, one
    told = [message for bad, message in Components(game)._tests(frames) if bad.any()]
    assert any("without an end" in message for message in told)


def test_a_cell_that_says_what_is_not_so_is_found() -> None:
    game = ludwright.load("checkers")
    frames = positions(game)
    components = Components(game)
    assert components.wrong(frames) is None
    board = game.rules.model.arrays["occupant"]
    empty = int(np.nonzero(frames[5, board : board + 32] < 0)[0][0])
    frames[5, board + empty] = 0
    wrong = components.wrong(frames)
    assert wrong is not None
    assert wrong[0] == 5
    assert "says that something stands on it that is elsewhere" in wrong[1]


# ---------------------------------------------------------------- games in Python


def test_a_game_in_python_that_keeps_to_the_rules_is_fine() -> None:
    report = ludwright.check_thoroughly(broken.Steady, games=20)
    assert report.findings == []
    assert set(report.looked) == {"faults", "made again", "replay"}


def test_a_game_in_python_that_is_not_deterministic_is_found() -> None:
    report = ludwright.check_thoroughly(broken.Restless, games=20)
    assert {finding.proof for finding in report.wrong} >= {"made again", "replay"}


def test_an_error_in_a_game_in_python_is_a_finding() -> None:
    report = ludwright.check_thoroughly(broken.Brittle, games=20)
    faults = [finding for finding in report.wrong if finding.proof == "faults"]
    assert len(faults) == 1
    assert "nobody thought of this" in faults[0].words
    assert faults[0].game is not None


def test_a_game_in_python_that_never_ends_is_found() -> None:
    report = ludwright.check_thoroughly(broken.Forever, games=20)
    assert any("no game comes to an end" in words for words in said(report.wrong))


# ---------------------------------------------------------------- interrupting


def test_an_interrupt_keeps_what_was_found(text: Path) -> None:
    text.write_text(broken.RARE_FAULT)

    def stop(doing: str, done: int, total: int) -> None:
        if done == 80:
            raise KeyboardInterrupt

    report = ludwright.check_thoroughly(text, games=500, progress=stop)
    assert report.interrupted
    assert any("drew from an empty place" in words for words in said(report.wrong))
    assert report.looked["faults"].games == 80
    assert "Interrupted" in report.as_text()


def test_of_ways_that_follow_each_other_only_the_unused_one_is_told(text: Path) -> None:
    description = broken.ENDLESS.replace("turn: walk", "turn: walk otherwise end turn").replace("> 5", "is 2")
    assert said(look(text, description, games=30).worth_a_look) == ["never carried out: `otherwise end turn`"]


def test_of_three_ways_only_the_last_is_told(text: Path) -> None:
    description = """game "T"
players 2
var n = 0 in 0..400
turn: a otherwise b otherwise c
action a(k in 1..2)
  when n < 5
  n += k
action b
  when n >= 5
  n += 1
action c
  n += 2
end when turn.number is 30
winner: highest turns
"""
    found = said(look(text, description, games=30).worth_a_look)
    assert found[-2:] == ["never carried out: `otherwise c`", "nobody ever does `c`"]
