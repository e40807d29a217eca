"""Every metric of the catalogue is defined, documented, and worked out by hand."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from ludwright.metrics import GROUPS, METRICS, Evidence, Metric, NoEvidenceError, metric
from ludwright.metrics.measuring import chosen_metrics
from ludwright.metrics.wording import SAYS

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "metrics"
BY_NAME = pytest.mark.parametrize("one", METRICS, ids=[one.name for one in METRICS])


@cache
def _tests() -> set[str]:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in HERE.glob("test_*.py"))
    return {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def _section(one: Metric) -> str:
    page = (DOCS / f"{one.group}.md").read_text(encoding="utf-8")
    sections = dict(part.split("\n", 1) for part in page.split("\n## ")[1:])
    return " ".join(sections[one.name].split())


@BY_NAME
def test_a_metric_says_what_it_means_and_how_it_is_defined(one: Metric) -> None:
    assert one.meaning.endswith(".")
    assert len(one.definition) > 20


@BY_NAME
def test_a_metric_has_a_section_with_its_definition(one: Metric) -> None:
    assert one.definition in _section(one)
    assert one.meaning in _section(one)


@BY_NAME
def test_a_metric_says_in_a_few_words_what_it_counts(one: Metric) -> None:
    assert one.name in SAYS
    assert len(SAYS[one.name]) <= 28


@BY_NAME
def test_a_metric_is_worked_out_by_hand(one: Metric) -> None:
    assert f"test_known_answer_of_{one.function.__name__}" in _tests()


@BY_NAME
def test_a_metric_of_no_games_says_why_it_says_nothing(one: Metric) -> None:
    found = one.of(Evidence())
    assert not found.known
    assert found.note
    assert found.name.startswith(one.name)


def test_every_group_has_a_page_and_every_page_is_in_the_index() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    pages = {path.stem for path in DOCS.glob("*.md")} - {"index"}
    assert pages == set(GROUPS)
    assert all(f"]({page}.md)" in index for page in pages)


def test_names_are_told_apart() -> None:
    names = [one.name for one in METRICS]
    assert len(names) == len(set(names))


def test_metrics_are_found_by_name_and_by_group() -> None:
    assert metric("seat_shares") is metric("seat shares")
    assert {one.group for one in chosen_metrics(["drama", "luck"])} == {"drama", "skill"}
    assert chosen_metrics(None) == list(METRICS)


def test_a_slip_in_a_name_is_understood() -> None:
    with pytest.raises(NoEvidenceError, match="did you mean `seat shares`"):
        metric("seat share")
    with pytest.raises(NoEvidenceError, match="did you mean the group `viability`"):
        chosen_metrics(["viabilty"])


def test_frames_that_are_not_there_are_not_taken() -> None:
    with pytest.raises(NoEvidenceError, match="there is no frame `moves`"):
        Evidence(moves=None)
