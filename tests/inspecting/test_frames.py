"""Every frame of every bundled game's recorded example can be inspected, and consecutive frames agree."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from ludwright.game import Game
from ludwright.hidden.seen import on_components
from ludwright.inspecting import Inspection, Moment, Recorded
from ludwright.model.labels import Labels
from ludwright.model.naming import field_labels
from tests.golden.recording import file_of
from tests.inspecting.examples import ALL, SOME, example

FIRST = 60
"""So many moves show enough of a game in the quick tests."""


@cache
def labels_of(game: Game) -> Labels:
    """Made once for a game."""
    return Labels(game)


def check(recorded: Recorded, frames: Iterable[int]) -> None:
    """Frames can be looked at in every way, join with those before them, and tell exactly what changed."""
    for frame in frames:
        inspection = recorded.inspect(frame)
        for seat in (None, frame % recorded.game.players):
            _look(inspection, seat)
            if frame:
                earlier = recorded.inspect(frame - 1)
                assert earlier.moment(seat) == inspection.moment(seat, before=True)
                assert earlier.after.words == inspection.before.words
        _check_steps(inspection)
        _check_variables(inspection)
        _check_places(inspection)


def _check_steps(inspection: Inspection) -> None:
    """What happened leads, step by step, from the position before to the one after."""
    steps = inspection.steps
    if inspection.frame:
        assert steps[0].before == inspection.before.words and steps[-1].after == inspection.after.words
    assert all(one.after == following.before for one, following in pairwise(steps))


def _look(inspection: Inspection, seat: int | None) -> None:
    for before in (False, True):
        scene = inspection.scene(seat, before=before)
        assert scene.notes or not inspection.frame
        assert inspection.game.title in inspection.text(seat, before=before).splitlines()[0]
    told = json.loads(json.dumps(inspection.as_json(seat)))
    assert told["frame"] == inspection.frame and told["done"] == inspection.done(seat)


def _check_variables(inspection: Inspection) -> None:
    """The words of the two states that differ are those that are told, and no others."""
    labels = labels_of(inspection.game)
    before, after = inspection.before.words, inspection.after.words
    told = {change.what for change in inspection.changes() if change.kind == "variable"}
    differ = set()
    for field in inspection.game.rules.model.all_fields():
        if on_components(field):
            continue
        for word, (name, owner) in enumerate(field_labels(field), field.base):
            was, now = (labels.value(state[word], field.type, state) for state in (before, after))
            if was != now:
                differ.add(f"{name} of {owner}" if owner else name)
    assert told == differ


def _check_places(inspection: Inspection) -> None:
    """As many components are told to have moved from here to there as have another place now; where cards are shuffled, as many to and from each place."""
    model, labels = inspection.game.rules.model, labels_of(inspection.game)
    base = model.arrays.get("place", 0)
    before, after = inspection.before.words, inspection.after.words
    components = range(model.components) if "place" in model.arrays else ()
    ways = [(labels.place(before[base + c]), labels.place(after[base + c])) for c in components]
    moved = Counter(way for way in ways if way[0] != way[1])
    told = Counter(
        (change.before, change.after)
        for change in inspection.changes()
        if change.kind == "component" and change.before != change.after
    )
    assert _gains(told) == _gains(moved)
    if "design" not in model.arrays:
        assert told == moved


def _gains(ways: Counter[tuple[str, str]]) -> dict[str, int]:
    """How many more there are in each place than before."""
    found: Counter[str] = Counter()
    for (start, end), count in ways.items():
        found[end] += count
        found[start] -= count
    return {place: more for place, more in found.items() if more}


@pytest.mark.parametrize("name", SOME)
def test_frames_can_be_inspected_and_agree_with_their_neighbours(name: str) -> None:
    recorded = example(name, FIRST)
    last = recorded.last
    check(recorded, sorted({0, min(1, last), min(5, last), last // 2, last}))


@pytest.mark.parametrize("name", SOME)
def test_the_frames_are_those_of_the_recorded_game(name: str) -> None:
    recorded = example(name, FIRST)
    moves = re.findall(r"^ *(\d+)\. (.*?) \((forced|one of [\d,]+)\)$", file_of(name).read_text("utf-8"), re.MULTILINE)
    for number, words, among in moves[:30]:
        if int(number) <= recorded.last:
            told = f"{words} ({among.replace('forced', 'the only way')})"
            assert recorded.inspect(int(number)).done().endswith(told)
    assert moves or recorded.by_turns


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_every_single_frame_of_every_bundled_game(name: str) -> None:
    recorded = example(name)
    earlier: dict[int | None, Moment] = {}
    for frame in range(recorded.last + 1):
        inspection, seat = recorded.inspect(frame), frame % recorded.game.players
        assert inspection.game.title in inspection.text() and inspection.story(seat)
        if frame:
            assert earlier[None] == inspection.moment(before=True)
            assert earlier[seat] == inspection.moment(seat, before=True)
        following = (frame + 1) % recorded.game.players
        earlier = {None: inspection.moment(), following: inspection.moment(following)}
        _check_steps(inspection)
        _check_variables(inspection)
        _check_places(inspection)
    check(recorded, range(0, recorded.last + 1, max(1, recorded.last // 10)))
