"""A report is made of what the games show, in every form."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import ludwright
from ludwright.agents.settings import AgentError
from ludwright.cli.app import app
from ludwright.metrics.figure import Witness
from ludwright.reports import Report, ReportError, ReportOptions, report
from ludwright.reports.pdf import write_pdf
from ludwright.reports.replays import drawn


def test_the_page_needs_nothing_else(page: str) -> None:
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "@import" not in page and "url(http" not in page
    assert "http" not in page.replace("http://www.w3.org/", "")


def test_it_begins_with_the_verdict(page: str, made: Report) -> None:
    assert (
        page.index('id="verdict"')
        < page.index('id="charts"')
        < page.index('id="replays"')
        < page.index('id="questions"')
    )
    assert "Going first is an advantage" in page and made.verdict.promise in page


def test_findings_lead_to_replays_that_are_there(page: str) -> None:
    links = re.findall(r'href="#(replay-\d+)" data-frame="(\d+)"', page)
    assert links
    for key, frame in links:
        box = page[page.index(f'id="{key}"') :]
        told = json.loads(re.search(r'<script type="application/json">(.*?)</script>', box, re.S)[1])  # type: ignore[index]
        assert int(frame) in told["numbers"]
        assert len(told["frames"]) == len(told["words"]) == len(told["numbers"])
        both = [*told["frames"], *told["narrow"]]
        assert {part for frame in both for part in frame} == set(range(len(told["elements"])))


def test_pictures_are_packed_without_loss(made: Report) -> None:
    replay = drawn(made.plays[0], Witness(7, ply=2))
    told = replay.packed()
    assert ["".join(told["elements"][part] for part in frame) for frame in told["frames"]] == replay.frames
    assert ["".join(told["elements"][part] for part in frame) for frame in told["narrow"]] == replay.narrow


def test_every_finding_and_every_chart_leads_to_a_game(made: Report) -> None:
    told = [(one.play, one.witnesses[0]) for one in [*made.verdict.findings, *made.verdict.notes]]
    for play, witness in [*told, *((one.play, one.witnesses[0]) for one in made.sections)]:
        replay = made.replay_of(play, witness)
        assert replay is not None and made.replays.frame(play, witness) in replay.numbers


def test_charts_have_sentences_with_intervals(made: Report) -> None:
    names = {section.name for section in made.sections}
    assert {"win shares", "length", "length by winner", "power", "decision space", "heat map"} <= names
    for section in made.sections:
        assert section.sentence.endswith(".") and section.chart.svg().startswith("<svg")


def test_the_frames_of_a_replay_are_those_of_the_game(made: Report) -> None:
    play = made.plays[0]
    replay = drawn(play, Witness(7, ply=2))
    codes = play.run.codes(7)
    assert replay.numbers == list(range(len(codes) + 1)) and replay.start == 2
    match = play.run.match(7, 0)
    for code, words in zip(codes, replay.words[1:], strict=True):
        said = next(option.words for option in match.legal() if option.code == code)
        assert words == f"{match.game.seats[match.actor or 0]}: {said}"
        match.apply(code)


def test_markdown_and_data_say_the_same(made: Report) -> None:
    text, data = made.markdown(), made.as_json()
    assert text.startswith("# Tic-tac-toe\n") and made.summary in text
    assert data["findings"][0]["headline"] in text
    assert data["plays"][0]["games"] == 300
    json.dumps(data)


def test_a_sell_sheet_praises_only_what_is_sure(made: Report) -> None:
    sheet = made.sell_sheet()
    assert "Every seat has the same chance" not in sheet  # seat 1 wins more
    assert "The rules hold" in sheet or "endless games" in made.open


def test_nothing_is_claimed_of_ten_games() -> None:
    few = report(ludwright.playtest("tic_tac_toe", games=10, seed=1))
    assert few.verdict.findings == [] and re.search(
        r"No problem found in 10 games; can't tell yet: seat advantage, .* and \d+ more\.$", few.summary
    )
    assert few.fine == [] and few.open


def test_nothing_found_is_no_all_clear_where_questions_are_left() -> None:
    made = report(ludwright.playtest("nim", games=10, seed=1))
    made.verdict.findings.clear()
    assert "o problem found in 10 games" in made.summary
    made.verdict.unasked = 49
    assert "o problem found so far, with 49 questions not yet asked" in made.summary
    assert made.html().count("o problem found") == 1


def test_a_pdf_needs_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ReportError, match="needs a browser"):
        write_pdf("<p>", tmp_path / "a.pdf")


@pytest.mark.slow
def test_agents_can_be_named(tmp_path: Path) -> None:
    wish = ReportOptions(agents="random,greedy", games=30, players=(2,))
    plays = report("pig", wish=wish).plays
    assert [play.agents for play in plays] == [("random",), ("greedy",), ("random", "greedy")]


def test_the_command_writes_what_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    monkeypatch.chdir(tmp_path)
    ludwright.playtest("tic_tac_toe", games=200, seed=1, out=tmp_path / "kept")
    done = CliRunner().invoke(app, ["report", "kept", "--html", "a.html", "--markdown", "a.md"])
    assert done.exit_code == 0 and "Going first is an advantage" in done.output
    assert (tmp_path / "a.html").read_text().startswith("<!doctype html>")
    assert (tmp_path / "a.md").read_text().startswith("# Tic-tac-toe")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no_such_game"], "There is no playtest of that name either"),
        (["pig", "--threshold", "drawz=1"], "did you mean `draws`"),
        (["pig", "--players", "9", "--quick"], "9"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: list[str], message: str) -> None:
    from typer.testing import CliRunner

    done = CliRunner().invoke(app, ["report", *words])
    assert done.exit_code == 2 and message in done.output and "Traceback" not in done.output


def test_names_do_not_become_html_in_markdown() -> None:
    from ludwright.reports.markdown import _without_tags

    assert _without_tags("<script> of `a < b`") == "&lt;script> of `a < b`"
    for text in (
        "a ` <b>",
        "`<b>``",
        "`a`` `<b>`",
        "\\`<b>`",
        "``<b>`",
        "</p>",
        "<!-- x",
        "<?x",
        "![x](http://a/b.png)",
    ):
        assert not re.search(r"<[A-Za-z/!?]|\]\(", _without_tags(text)), text


def test_strong_players_go_by_what_was_learned_if_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    ludwright.learn(ludwright.load("tic_tac_toe"), 200).save(path)
    made = report("tic_tac_toe", quick=True, games=30, learned=path, threads=1)
    (told,) = (line for line in made.checked if "judge positions by what was learned" in line)
    assert str(path) in told
    with pytest.raises(ReportError, match="take one of them"):
        report("tic_tac_toe", "random", learned=path)
    with pytest.raises(ReportError, match="a playtest is told as it was played"):
        report(ludwright.playtest("tic_tac_toe", games=4, out=tmp_path / "run"), learned=path)
    with pytest.raises(AgentError, match="was learned from Tic-tac-toe for 2, and this is Nim for 2"):
        report("nim", quick=True, games=30, learned=path)
