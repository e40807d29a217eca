"""Lanterns, a whole game in CardScript: figures, who uses what, its trace, and its text in our language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludwright
from ludwright.importing import imported
from ludwright.mistakes import MistakesError
from ludwright.play.match import Match
from ludwright.playtests.reading_games import read_trace, replay
from tests.importing.mutating import EXAMPLES

FILE = EXAMPLES / "lanterns.crds"
TRACE = ["X hints 1 to Y", "Y plays J1", "X plays A1", "Y plays A2", "X plays J2"]


def played(lines: list[str], folder: Path, head: tuple[str, ...] = ()) -> Match:
    path = folder / "told.txt"
    path.write_text("\n".join([*head, *lines]))
    return replay(read_trace(path, str(FILE)))


def test_figures() -> None:
    figures = imported(FILE).facts["figures"]
    assert (figures["fewest"], figures["most"], figures["players"], figures["teams"]) == (2, 2, 2, 1)
    assert (figures["cards"], figures["decks"], figures["tokens"], figures["stages"], figures["lines"]) == (
        6,
        6,
        2,
        3,
        23,
    )
    midgame, endgame = figures["turns"]
    assert (midgame["actions"], midgame["decisions"], midgame["published"]) == ((2, 3), (2, 3), 4)
    assert (endgame["actions"], endgame["decisions"], endgame["published"]) == ((1, 2), (2, 3), 3)


def test_who_uses_what() -> None:
    uses = imported(FILE).facts["uses"]
    assert len(uses["supply"]) == 2 and len(uses["jadeRow"]) == 3 and uses["lives"] == []
    assert uses["jadeRow"][-1] == "calculateScore amberRow jadeRow"


def test_the_trace_of_the_game(tmp_path: Path) -> None:
    match = played(TRACE, tmp_path)
    assert match.over and match.scores() == [4, 4]
    assert (match["lives"], match["oil"]) == (2, 0)
    assert (match["amberRow"], match["jadeRow"]) == (["A1", "A2"], ["J1", "J2"])


def test_a_card_that_fits_nowhere_costs_a_life(tmp_path: Path) -> None:
    match = played([TRACE[0], "Y plays A2"], tmp_path)
    assert not match.over
    assert (match["lives"], match["discardPile"]) == (1, ["A2"])
    free = played([TRACE[0], "Y plays A2"], tmp_path, ("set: misfit_costs=0",))
    assert free["lives"] == 2


def test_who_stands_in_the_first_line_begins(tmp_path: Path) -> None:
    match = played(["Y plays J1", "X plays A1"], tmp_path)
    assert match.scores() == [2, 2]


def test_players_may_be_called_otherwise(tmp_path: Path) -> None:
    lines = [line.replace("X", "Ann").replace("Y", "Bob") for line in TRACE]
    assert played(lines, tmp_path).scores() == [4, 4]


def test_nobody_sees_more_than_they_may() -> None:
    match = ludwright.load(FILE).start(1)
    dealt = {tuple(match.determinize(0, seed)["hand", 0]) for seed in range(40)}
    assert len(dealt) > 5 and all("J1" not in hand and "A2" not in hand for hand in dealt)
    assert match.determinize(0, 1)["hand", 1] == ["J1", "A2"]


def test_the_text_plays_as_the_file(tmp_path: Path) -> None:
    path = tmp_path / "lanterns.game"
    path.write_text(imported(FILE).text)
    ours, theirs = ludwright.load(path), ludwright.load(FILE)
    for number in range(200):
        one, other = ours.start(3, number), theirs.start(3, number)
        while not one.over:
            assert one.codes() == other.codes()
            code = one.codes()[number % len(one.codes())]
            one.apply(code)
            other.apply(code)
            assert one.words == other.words
        assert one.returns() == other.returns()


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ([*TRACE[:1], "Y plays A1"], 2, "A1 is not in the hand of Y: X has it"),
        ([*TRACE[:2], "X plays J1"], 3, "J1 was played before, on line 2"),
        (["X hints 3 to Y"], 1, "this hint points at nothing: Y has no 3"),
        ([TRACE[0], "Y hints 1 to X"], 2, "there are no `oil` left"),
        (["X discards A1", "Y discards J1"], 2, "all `oil` are there"),
        (["X plays A1", "X plays J2"], 2, "it is not the turn of X, but of Y"),
        (["X discard A1", "Y plays J1"], 1, "`discard` is no word for a turn"),
        (["X plays A1 Y plays J1"], 1, "two turns stand on one line"),
        ([*TRACE, "Y plays A3", "X plays J3"], 6, "the game is over before this turn"),
        (["X plays Q7"], 1, "there is no card `Q7`"),
        (["X hints purple to Y"], 1, "`purple` is no value of any card"),
        (["X hints amber to X"], 1, "can't give a hint to themselves"),
        (["X hints amber", "Y plays J1"], 1, "this is not a whole hint"),
        (["X plays", "Y plays J1"], 1, "which card does X play?"),
        ([TRACE[0], "Y plays J1", "Zoe plays A1"], 3, "nobody is called `Zoe` here"),
    ],
)
def test_a_broken_trace_is_told_at_its_line(lines: list[str], line: int, words: str, tmp_path: Path) -> None:
    with pytest.raises(MistakesError) as told:
        played(lines, tmp_path)
    (mistake,) = told.value.mistakes
    assert mistake.place is not None and mistake.place.line == line
    assert words in mistake.message


def test_comments_and_blank_lines(tmp_path: Path) -> None:
    assert played(["// a game", "", f"{TRACE[0]}  // points at J1", "", *TRACE[1:]], tmp_path).scores() == [4, 4]


def test_a_stuck_game_is_a_finding_at_its_line(tmp_path: Path) -> None:
    """With no token left and nothing in hand somebody must do something and can't."""
    path = tmp_path / "stuck.crds"
    path.write_text(
        FILE.read_text().replace("[1 of [ moveCard [1 .. 2] from [handX, handY] to [amberRow, jadeRow], ", "[1 of [ ")
    )
    match = ludwright.load(path).start(1)
    while not match.over:
        match.apply(match.codes()[0])
    assert match.fault is not None and match.fault.words == f"no legal action ({path}:21)"


def test_import_and_describe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from typer.testing import CliRunner

    from ludwright.cli.app import app

    run = CliRunner()
    out = tmp_path / "lanterns.game"
    assert run.invoke(app, ["import", str(FILE), "--out", str(out)]).exit_code == 0
    assert run.invoke(app, ["check", str(out)]).exit_code == 0
    told = json.loads(run.invoke(app, ["describe", str(FILE), "--json"]).stdout)
    assert told["imported"]["figures"]["cards"] == 6
    assert run.invoke(app, ["import", str(tmp_path / "x.game")]).exit_code == 2
    wrong = tmp_path / "wrong.crds"
    wrong.write_text("game X")
    assert run.invoke(app, ["import", str(wrong)]).exit_code == 1


# ---------------------------------------------------------------- options


def test_options_of_what_the_language_leaves_open(tmp_path: Path) -> None:
    path = tmp_path / "options.crds"
    path.write_text("// option misfit_to = none\n// option misfit_token = oil\n" + FILE.read_text())
    text = imported(path).text
    assert "remove c" in text and "oil = max(0, oil - misfit_costs)" in text
    path.write_text("// option misfit = none\n" + FILE.read_text())
    with pytest.raises(MistakesError, match="there is no option `misfit`"):
        imported(path)


def test_hints_may_be_limited_to_what_is_named() -> None:
    free, limited = (ludwright.load(FILE, params={"named_hints_only": only}).start(1) for only in (0, 1))
    colours = [option for option in free.legal() if option.action == "hint_Colour"]
    assert len(colours) == 2
    assert {option.words for option in free.legal()} - {option.words for option in limited.legal()} == {
        option.words for option in colours
    }
