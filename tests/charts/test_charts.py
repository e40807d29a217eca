"""Charts: every kind, of odd figures too; what is large is counted before it is drawn."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polars as pl
import pytest

from ludwright.charts import KINDS, Chart, ChartError, draw, together
from ludwright.charts.spread import bin_width

COLUMNS: dict[str, dict[str, Any]] = {
    "line": {"x": "turn", "y": "value", "colour": "seat"},
    "area": {"x": "turn", "y": "value", "colour": "seat"},
    "flow": {"x": "turn", "y": "value", "colour": "seat"},
    "bar": {"x": "seat", "y": "value"},
    "histogram": {"x": "value"},
    "box": {"x": "seat", "y": "value"},
    "scatter": {"x": "turn", "y": "value", "colour": "seat"},
    "heat": {"x": "turn", "y": "seat", "colour": "value"},
    "matrix": {"x": "other", "y": "seat", "colour": "value"},
}


def frame(seats: int = 3, turns: int = 4) -> pl.DataFrame:
    rows = [
        {"seat": f"seat {s}", "other": f"seat {t % seats + 1}", "turn": t, "value": (s * 7 + t * 3) % 11 / 11}
        for s in range(1, seats + 1)
        for t in range(1, turns + 1)
    ]
    return pl.DataFrame(rows)


def drawn(kind: str, rows: pl.DataFrame, **more: Any) -> Chart:
    return draw(rows, kind, **COLUMNS[kind], **more)


def texts(chart: Chart) -> list[str]:
    """All words in the picture."""
    tree = ElementTree.fromstring(chart.svg())
    return ["".join(node.itertext()) for node in tree.iter("{http://www.w3.org/2000/svg}text")]


def rows_of(chart: Chart) -> list[dict[str, Any]]:
    """What reaches the drawing library."""
    found = chart.spec.get("data", {}).get("values")
    if found is None:
        found = [row for rows in chart.spec.get("datasets", {}).values() for row in rows]
        found += [row for layer in chart.spec.get("layer", []) for row in layer.get("data", {}).get("values", [])]
    return list(found)


# ---------------------------------------------------------------- every kind


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_draws_its_title_and_its_names(kind: str) -> None:
    chart = drawn(kind, frame(), title="What came of it")
    assert chart.title == "What came of it"
    words = " ".join(texts(chart))
    assert "What came of it" in words
    name = COLUMNS[kind].get("x", COLUMNS[kind].get("y"))
    assert str(name) in words


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_without_rows_says_that_there_is_nothing(kind: str) -> None:
    assert "There is nothing to draw: no rows." in json.dumps(drawn(kind, frame().clear()).spec)


@pytest.mark.parametrize("kind", KINDS)
def test_one_row_is_enough(kind: str) -> None:
    assert "nothing to draw" not in json.dumps(drawn(kind, frame().head(1)).spec)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_number_is_left_out(kind: str) -> None:
    holes = [None, float("nan"), float("inf"), 0.5, -float("inf"), 0.25]
    rows = pl.DataFrame({"seat": list("abcdef"), "other": list("uvwxyz"), "turn": range(1, 7), "value": holes})
    spec = json.dumps(drawn(kind, rows).spec, allow_nan=False)
    assert "0.25" in spec


@pytest.mark.parametrize("kind", KINDS)
def test_only_nothings_are_an_empty_chart(kind: str) -> None:
    rows = frame().with_columns(value=pl.lit(float("nan")))
    assert "nothing to draw" in json.dumps(drawn(kind, rows).spec)


@pytest.mark.parametrize("kind", ["line", "bar"])
def test_twelve_seats_have_twelve_colours(kind: str) -> None:
    given: dict[str, Any] = {"x": "turn", "y": "value", "colour": "seat"}
    chart = draw(frame(12), kind, **given)
    words = texts(chart)
    assert all(f"seat {s}" in words for s in range(1, 13))
    colours = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', chart.svg()))
    assert len(colours) >= 12


def test_an_empty_chart_says_so_in_the_picture() -> None:
    assert "There is nothing to draw: no rows." in texts(drawn("line", frame().clear()))


# ---------------------------------------------------------------- large figures


def test_a_histogram_of_many_values_is_a_list_of_bins() -> None:
    chart = draw(pl.DataFrame({"length": pl.int_range(200_000, eager=True) % 1_000}), "histogram", x="length")
    rows = rows_of(chart)
    assert len(rows) <= 60
    assert sum(row["many"] for row in rows) == 200_000


def test_whole_numbers_have_a_bin_each_with_the_number_in_its_middle() -> None:
    rows = rows_of(draw(pl.DataFrame({"length": [3, 3, 5]}), "histogram", x="length"))
    assert [(row["start"], row["end"], row["many"]) for row in rows] == [(2.5, 3.5, 2.0), (4.5, 5.5, 1.0)]


def test_whole_numbers_that_go_in_wide_steps_have_a_bin_each() -> None:
    rows = rows_of(draw(pl.DataFrame({"score": [50, 200, 200, 350]}), "histogram", x="score"))
    assert [(row["start"], row["end"], row["many"]) for row in rows] == [(-25, 125, 1), (125, 275, 2), (275, 425, 1)]


def test_a_hundred_whole_numbers_have_a_bin_each_and_more_share_bins() -> None:
    each, shared = (rows_of(draw(pl.DataFrame({"x": range(n)}), "histogram", x="x")) for n in (100, 101))
    assert len(each) == 100
    assert len(shared) < 60


def test_a_histogram_counts_by_weight_where_one_is_given() -> None:
    counted = pl.DataFrame({"length": [3, 4], "games": [10, 30]})
    assert [row["many"] for row in rows_of(draw(counted, "histogram", x="length", y="games"))] == [10.0, 30.0]


def test_groups_of_a_histogram_are_shares_that_add_up() -> None:
    rows = pl.DataFrame({"length": [1, 1, 2, 3, 3], "winner": ["a", "a", "a", "b", "b"]})
    shares = rows_of(draw(rows, "histogram", x="length", colour="winner"))
    for winner in "ab":
        assert sum(row["many"] for row in shares if row["colour"] == winner) == pytest.approx(1)


def test_the_axis_of_a_histogram_begins_where_there_is_something() -> None:
    figures = pl.DataFrame({"turns": [0, 0, 1, 5], "seat": ["a", "b", "a", "b"]})
    drawn = draw(figures, "histogram", x="turns", colour="seat")
    labels = re.findall(r">(-|−)\d+<", drawn.svg())
    assert not labels and ">0<" in drawn.svg()


def test_a_note_without_a_title_stands_where_the_title_would() -> None:
    bars = pl.DataFrame({"seat": ["a", "b"], "wins": [1, 2]})
    spec = draw(bars, "bar", x="seat", y="wins", note="Of two games.").spec
    assert spec["title"]["text"] == ["Of two games."] and "subtitle" not in spec["title"]
    assert "title" not in draw(bars, "bar", x="seat", y="wins").spec


def test_a_box_is_made_of_quantiles() -> None:
    rows = pl.DataFrame({"deck": ["a"] * 12, "length": [*range(1, 12), 1_000]})
    (box,) = [row for row in rows_of(draw(rows, "box", x="deck", y="length")) if "middle" in row]
    assert (box["least"], box["first"], box["middle"], box["third"], box["most"]) == (1, 3.75, 6.5, 9.25, 11)
    assert [row["y"] for row in rows_of(draw(rows, "box", x="deck", y="length")) if "y" in row] == [1_000]


def test_many_figures_beyond_the_whiskers_are_thinned_out_but_the_farthest_stay() -> None:
    far = [1_000 + i for i in range(500)]
    rows = pl.DataFrame({"length": [5] * 4_000 + [6] * 4_000 + far})
    chart = draw(rows, "box", y="length")
    shown = [row["y"] for row in rows_of(chart) if "y" in row]
    assert len(shown) == 30 and (shown[0], shown[-1]) == (1_000, 1_499)
    assert "at most 30" in chart.note


def test_a_cloud_of_many_points_is_sampled_and_says_so() -> None:
    rows = pl.DataFrame({"a": pl.int_range(10_000, eager=True), "b": pl.int_range(10_000, eager=True)})
    chart = draw(rows, "scatter", x="a", y="b")
    assert len(rows_of(chart)) == 1_500
    assert chart.note == "1,500 of 10,000 points, drawn at random."


def test_a_long_line_is_thinned_out_by_means() -> None:
    rows = pl.DataFrame({"frame": pl.int_range(2_000, eager=True), "points": pl.int_range(2_000, eager=True)})
    chart = draw(rows, "line", x="frame", y="points")
    assert [(row["x"], row["y"]) for row in rows_of(chart)[:2]] == [(0, 2), (5, 7)]
    assert "mean of 5 neighbours" in chart.note


def test_rows_about_the_same_thing_are_drawn_as_their_mean() -> None:
    rows = pl.DataFrame({"turn": [1, 1, 2], "score": [2.0, 4.0, 5.0]})
    for kind in ("line", "bar"):
        chart = draw(rows, kind, x="turn", y="score")
        assert [row["y"] for row in rows_of(chart)] == [3.0, 5.0]
        assert "Means of several rows" in chart.note


def test_small_groups_of_a_flow_are_put_together() -> None:
    rows = pl.DataFrame({"turn": [1] * 20, "action": [f"a{i}" for i in range(20)], "times": range(20)})
    chart = draw(rows, "flow", x="turn", y="times", colour="action")
    assert "9 others" in texts(chart)
    assert sum(row["y"] for row in rows_of(chart)) == sum(range(20))


# ---------------------------------------------------------------- words


def test_long_names_of_bars_are_broken_and_none_is_lost() -> None:
    names = [f"play the Great Library of Alexandria from the hand, card {i}" for i in range(4)]
    words = " ".join(texts(draw(pl.DataFrame({"what": names, "power": [1, 2, 3, 4]}), "bar", x="what", y="power")))
    assert words.count("play the Great Library") == 4


def test_numbers_as_names_stand_in_their_order() -> None:
    words = texts(draw(pl.DataFrame({"seat": [10, 2, 1], "wins": [1, 2, 3]}), "bar", x="seat", y="wins"))
    assert [word for word in words if word in ("1", "2", "10")][:3] == ["1", "2", "10"]


def test_shares_are_told_as_percents() -> None:
    rows = pl.DataFrame({"seat": ["a", "b"], "wins": [0.25, 0.75]})
    assert "25.0%" in texts(draw(rows, "bar", x="seat", y="wins", shares=True))


def test_words_that_svg_can_not_hold_are_cleaned() -> None:
    rows = pl.DataFrame({"seat": ["<b>&\x01\u2028", "b"], "wins": [0.25, 0.75]})
    assert "<b>&" in texts(draw(rows, "bar", x="seat", y="wins", title="<i>"))


def test_bins_are_round() -> None:
    assert bin_width(0, 1_000, whole=True) == 25
    assert bin_width(0.0, 0.0, whole=False) == 1.0


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("kind", "columns", "says"),
    [
        ("pie", {}, "there is no kind of chart `pie`"),
        ("lines", {}, "did you mean `line`?"),
        ("line", {"x": "turm", "y": "value"}, "there is no column `turm`: did you mean `turn`?"),
        ("line", {"x": "turn"}, "a line chart needs a column for `y`"),
        ("bar", {"x": "turn", "y": "seat"}, "`seat` must hold numbers"),
        ("bar", {"x": "seat", "y": "value", "low": "value"}, "give both or neither"),
        ("bar", {"x": "lists", "y": "value"}, "`lists` holds List(Int64), which can't be drawn as `x`"),
    ],
)
def test_a_wrong_wish_is_told_in_a_sentence(kind: str, columns: dict[str, Any], says: str) -> None:
    rows = frame().with_columns(lists=pl.concat_list("turn"))
    with pytest.raises(ChartError, match=re.escape(says)):
        draw(rows, kind, **columns)


def test_a_wrong_ending_is_told_in_a_sentence(tmp_path: Path) -> None:
    chart = drawn("bar", frame())
    with pytest.raises(ChartError, match=r"must end in \.svg, \.png, \.html, \.pdf, \.json"):
        chart.save(tmp_path / "chart.gif")
    with pytest.raises(ChartError, match="can't be written"):
        chart.save(tmp_path / "nowhere" / "chart.svg")


# ---------------------------------------------------------------- files


def test_files_are_what_their_names_say(tmp_path: Path) -> None:
    chart = drawn("line", frame(), title="Scores & leads")
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "html": b"<!doctype html>", "json": b"{"}
    for suffix, start in starts.items():
        assert chart.save(tmp_path / f"chart.{suffix}").read_bytes().startswith(start)
    page = (tmp_path / "chart.html").read_text(encoding="utf-8")
    assert "<script" not in page and "Scores &amp; leads" in page
    assert re.findall(r'(?:src|href)="(https?:[^"]+)"', page) == []
    assert json.loads((tmp_path / "chart.json").read_text(encoding="utf-8"))["layer"]


def test_charts_stand_one_below_the_other() -> None:
    parts = [drawn("line", frame()), drawn("bar", frame(), title="Below")]
    both = together(parts)
    assert "Below" in both and both.count("<svg") == 1
    heights = [float(ElementTree.fromstring(svg).attrib["height"]) for svg in (both, *(part.svg() for part in parts))]
    assert heights[0] == heights[1] + heights[2]


def test_notebooks_show_the_picture() -> None:
    chart = drawn("heat", frame())
    assert chart._repr_html_() == chart.svg()
    assert set(chart._repr_mimebundle_()) == {"image/svg+xml", "text/html", "text/plain"}


def test_pictures_in_one_page_do_not_share_names() -> None:
    one, two = (drawn("line", frame(turns=turns), low="value", high="value").svg() for turns in (4, 5))
    names = [set(re.findall(r'id="([^"]+)"', svg)) for svg in (one, two)]
    assert names[0] and names[1] and not names[0] & names[1]
    for svg, own in zip((one, two), names, strict=True):
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= own


def test_the_same_figures_are_always_the_same_picture() -> None:
    one, other, two = (drawn("line", frame(turns=turns), low="value", high="value").svg() for turns in (4, 5, 4))
    assert one == two != other


def test_nothing_is_asked_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a chart asked the network")

    monkeypatch.setattr(socket.socket, "connect", refused)
    assert drawn("box", frame()).svg().startswith("<svg")
