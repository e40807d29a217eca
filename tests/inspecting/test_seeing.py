"""What a seat sees of a frame: never more than it could know at the table."""

from __future__ import annotations

import json

import pytest

import ludwright
from ludwright.drawing import StageSeatError
from ludwright.drawing.svg_blocks import MARK
from ludwright.inspecting import InspectError, Recorded
from tests.bundled import bundled
from tests.inspecting.examples import example


def played(name: str, *words: str) -> Recorded:
    match = bundled(name).start(seed=1)
    for word in words:
        match.apply(word)
    return Recorded(match.game, match.seed, match.number, match.answers)


def test_a_seat_sees_its_own_cards_and_counts_the_others() -> None:
    recorded = example("hearts", 60)
    hands = {zone.name: zone for zone in recorded.inspect(3).moment(1).zones.values() if zone.name.startswith("hand")}
    assert hands["hand of seat 2"].hidden == 0 and len(hands["hand of seat 2"].contents) == 13
    assert hands["hand of seat 1"].hidden == 13 and not hands["hand of seat 1"].contents


@pytest.mark.parametrize("name", ["hearts", "crazy_eights", "kuhn_poker", "bird_lady", "liars_dice", "one_night"])
def test_two_positions_that_look_the_same_to_a_seat_are_told_alike(name: str) -> None:
    recorded = example(name, 60)
    lister = recorded.lister
    for frame in {0, recorded.last // 3, recorded.last // 2}:
        match = recorded.at(frame)
        for seat in range(recorded.game.players):
            own = lister.moment(match.words, seat)
            for deal in range(3):
                other = lister.moment(match.determinize(seat, deal).words, seat)
                assert own.standing == other.standing and own.variables == other.variables
                assert own.zones == other.zones
                assert sorted(map(str, own.components.values())) == sorted(map(str, other.components.values()))


def test_nothing_in_the_data_for_a_seat_numbers_the_cards() -> None:
    inspection = example("hearts", 60).inspect(20)
    assert "number" in inspection.as_json()["components"][0]
    assert all("number" not in one for one in inspection.as_json(2)["components"])
    assert inspection.as_json(2)["legal"] is None or inspection.after.actor == 2


def test_what_was_done_is_told_as_far_as_it_was_seen() -> None:
    recorded = example("hearts", 60)
    passing = recorded.inspect(1)
    assert passing.actor == 0 and "hidden" not in passing.done()
    assert passing.done(0).startswith("seat 1: ")
    secret = passing.action.values[0] if passing.action is not None else ""
    assert secret and secret not in passing.done(1) and secret not in json.dumps(passing.as_json(1)["changes"])


def test_what_changed_is_marked_in_the_drawing() -> None:
    inspection = played("tic_tac_toe", "place b2", "place a1").inspect(2)
    changed = [spot.name for spot in inspection.scene().boards[0].cells if spot.changed]
    assert changed == ["a1"] == [spot.name for spot in inspection.scene(before=True).boards[0].cells if spot.changed]
    assert MARK in inspection.svg() and MARK not in played("tic_tac_toe", "place b2").inspect(0).svg()
    assert "O: place a1 (one of 8)" in inspection.svg()


def test_cards_that_came_and_values_that_changed_are_marked() -> None:
    scene = example("hearts", 60).inspect(16).scene()
    tokens = [token.name for player in scene.players for pile in player.piles for token in pile.tokens if token.changed]
    assert tokens
    pig = example("pig", 20).inspect(3)
    assert pig.done() == "seat 2: stop (one of 2)"
    facts = [fact.name for player in pig.scene().players for fact in player.facts if fact.changed]
    assert facts == ["points"]
    table = example("backgammon", 20).inspect(9).scene().tables
    assert any(one.changed for one in table)


def test_the_terminal_shows_what_changed_in_reverse() -> None:
    from io import StringIO

    from rich.console import Console

    from ludwright.cli.picture import print_scene

    out = Console(file=StringIO(), force_terminal=True, no_color=False, color_system="standard", highlight=False)
    print_scene(played("tic_tac_toe", "place b2").inspect(1).scene(), out)
    written = out.file.getvalue()  # type: ignore[attr-defined]
    assert written.count("\x1b[1;7") == 1 or written.count("\x1b[7") == 1


def test_games_in_which_nobody_chooses_have_their_turns_as_frames() -> None:
    recorded = example("movement_points")
    assert recorded.by_turns and recorded.last == 17
    assert recorded.inspect(3).done() == "turn 4"
    assert [str(change) for change in recorded.inspect(3).changes() if change.kind == "component"] == [
        "rest: deck → hand of seat 2"
    ]
    assert recorded.inspect(-1).scene().standing == "After turn 18: over. seat 2 wins"


def test_every_frame_tells_what_was_rolled_and_what_others_had_to_do() -> None:
    game = ludwright.load("pig")  # the first throw of a turn is forced
    match = game.start(seed=1)
    for words in ("throw", "stop", "stop"):
        match.apply(words)
    recorded = Recorded(game, 1, 0, match.answers)
    assert recorded.inspect(0).story()[1:4] == ["turn 1, seat 1", "seat 1: throw (forced)", "  rolled 1"]
    story = recorded.inspect(3).story()
    face = match.words[next(iter(game.rules.model.all_fields())).base]
    assert story[0].endswith("stop (one of 2)") and f"  rolled {face}" in story
    assert [line for line in story if "throw" in line][-1].endswith("throw (forced)")


def test_dice_that_a_seat_does_not_see_are_rolled_unseen() -> None:
    start = example("liars_dice", 60).inspect(0)
    assert "  rolled ? ? ? ? ?, cup of seat 2" in start.story(0) and "?" not in " ".join(start.story())


def test_wrong_frames_and_seats_are_told_in_a_sentence() -> None:
    recorded = played("tic_tac_toe", "place b2")
    with pytest.raises(InspectError, match="there is no frame 2: this game has the frames 0 to 1"):
        recorded.inspect(2)
    with pytest.raises(StageSeatError, match="there is no seat 2"):
        recorded.inspect(1).moment(2)
    assert recorded.inspect(-1).frame == 1


def test_a_seat_hears_neither_who_is_asked_in_secret_nor_who_had_only_one_way() -> None:
    game = ludwright.load("one_night")
    match = game.start(seed=2, run="twin")
    first = match.actor
    assert first is not None
    match.apply(match.codes()[0])
    seen = Recorded(game, 2, 0, match.answers).inspect(1)
    asleep = next(seat for seat in range(3) if seat not in (first, match.actor))
    assert seen.done(first).startswith(f"seat {first + 1}: ") and seen.done(asleep) == "a choice in secret"
    told = seen.as_json(asleep)
    assert told["actor"] is None and told["standing"]["moves"] == "0" and told["standing"]["asked"] == "?"
    forced = [line for line in hearts_story() if "follow" in line]
    assert forced and not any("forced" in line for line in forced if not line.startswith("seat 1"))


def hearts_story() -> list[str]:
    """The last tricks of a game, where many have only one way, told to the first seat."""
    recorded = example("hearts", 60)
    return [line for frame in range(recorded.last - 5, recorded.last) for line in recorded.inspect(frame).story(0)]


def test_who_was_shown_something_is_told_what() -> None:
    """The Seer looked at a card while others slept; only the Seer is told which."""
    game = ludwright.load("one_night")
    match = game.start(seed=2)
    for _ in range(4):
        match.apply(match.codes()[-1] if match.actor == 0 else match.codes()[0])
        if len(match.legal()) == 5:
            break
    night = Recorded(game, 2, 0, match.answers).inspect(-1)
    shown = [line for line in night.story(0) if "shown: " in line]
    assert len(shown) == 1 and "front of seat" in shown[0]
    assert not any("shown" in line for line in night.story(2)) and any(
        "shown to seat 1" in line for line in night.story()
    )
