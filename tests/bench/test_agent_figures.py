"""Figures of pages about agents are measured by a script, and stand where it writes them."""

from __future__ import annotations

import pytest

from bench.agent_figures import BEGIN, DOCS, END, MEASURED, Lesson, learned, median, nested, written


@pytest.mark.parametrize("name", MEASURED)
def test_a_page_has_a_place_for_its_figures_and_names_the_command(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert page.count(BEGIN.format(name=name)) == 1 and END in page.partition(BEGIN.format(name=name))[2]
    found = written(page, name, [("a", "b"), ("1", "2")])
    assert "| a | b |\n| --- | --- |\n| 1 | 2 |" in found
    assert written(found, name, [("a", "b"), ("1", "2")]) == found
    outside = BEGIN.format(name=name)
    assert f"python -m bench.agent_figures {name}" in page.replace(outside, "")


def test_a_page_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="no place for the figures of `nested`"):
        written("nothing", "nested", [("a",)])


def test_the_middle_lies_between_two_of_the_values() -> None:
    # of ten, 2 or more are below the true middle with 1013 chances in 1024; of twenty, 6 or more with 97.9%
    assert median([float(n) for n in range(10, 0, -1)]) == (5.5, 2, 9)
    assert median([float(n) for n in range(1, 21)]) == (10.5, 6, 15)
    assert median([3.0]) == (3, 3, 3)


def test_every_row_is_measured() -> None:
    said: list[str] = []
    (head, row) = nested(said.append, [("nested:50", 2)])
    assert len(head) == len(row) == 5 and row[:2] == ("`nested:50`", "1 to 2") and row[2].startswith("0 of 2 ")
    lesson = Lesson("nim", 2, 2_000, None, [("random", 40, "known"), ("itself", 20, "")])
    _, first, second = learned(said.append, [lesson])
    assert first[:4] == ("Nim, 2 players", "2,000 games", "against `random`, each seat, 40 games", "known")
    won, drawn, lost = map(int, first[4].split(", ")[0].split(" / "))
    assert won + drawn + lost == 40 and won > 30
    assert second[2] == "against itself, 20 games" and len(said) == 3
