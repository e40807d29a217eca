"""Things that nobody can tell apart are one option, and things that somebody can are several."""

from __future__ import annotations

from itertools import combinations

import pytest

import ludwright
from ludwright import ir
from ludwright.play.match import Match
from tests.rules.test_both_runs import play_alike

BOATS = """\
game "Boats"
players 2
board ring 5 of island, holds 9 boat
things boat (boats), copies 4 each player
  loaded = no
EXTRA
setup
  for b in boats: move b to islands[b.owner.number]
turn: one of TURN
ACTIONS
end when turn.number > 12: draw
"""

SAIL = "action sail(b in my boats, n in b.island.neighbours)\n  move b to n\n"
LOAD = "action load(b in my boats)\n  when not b.loaded\n  b.loaded = yes\n"
PAIR = """\
action pair(b in my boats, c in my boats)
  when b is not c and b.island is c.island
  b.loaded = c.loaded
  me may choose a from my boats: a.loaded = yes
"""
FLAG = ("var flagship: boat or none", "action flag(b in my boats)\n  flagship = b")

DICE = """\
game "Dice"
players 2
EACH
turn
  roll tray
  me chooses any number of ds from tray: roll ds
  me chooses 2 ds from tray: roll ds
  me chooses d from tray
    MORE
end when turn.number > 4: draw
"""


def boats(turn: str = "sail, load", extra: str = "", more: str = "") -> ludwright.Game:
    written = {"sail": SAIL, "load": LOAD, "pair": PAIR}
    actions = "".join(text for name, text in written.items() if name in turn.split(", ")) + more
    return ludwright.load_text(BOATS.replace("TURN", turn).replace("EXTRA", extra).replace("ACTIONS", actions))


def dice(more: str = "total += d.face", each: str = "var total = 0 in 0..999\ndice tray: 5 d6") -> ludwright.Game:
    return ludwright.load_text(DICE.replace("MORE", more).replace("EACH", each), ask_forced=True)


def words(match: Match) -> list[str]:
    return [option.words for option in match.legal()]


def faces(match: Match) -> list[int]:
    field = match.game.rules.model.kinds["tray die"].fields["face"]
    return [match.words[field.base + i] for i in range(field.size)]


def test_equal_boats_are_one_boat_to_sail() -> None:
    match = boats().start(run="twin")
    assert words(match) == ["sail to 2", "sail to 5", "load boat at 1"]


def test_where_boats_lie_apart_it_is_said_which_one_sails() -> None:
    match = boats().start(run="twin")
    match.apply("sail to 2")
    match.apply("sail to 1")  # now boats of both lie on both islands
    expected = {"sail boat at 1 to 2", "sail boat at 1 to 5", "sail boat at 2 to 1", "sail boat at 2 to 3"}
    assert expected <= set(words(match))


def test_a_lone_boat_needs_no_name() -> None:
    text = BOATS.replace("copies 4 each", "copies 1 each").replace("TURN", "sail").replace("ACTIONS", SAIL)
    assert words(ludwright.load_text(text.replace("EXTRA", "")).start(run="twin")) == ["sail to 2", "sail to 5"]
    anybodys = text.replace("EXTRA", "").replace("my boats, n", "boats, n")
    assert "sail boat at 1 to 2" in words(ludwright.load_text(anybodys).start(run="twin"))


def test_what_they_carry_tells_them_apart() -> None:
    match = boats().start(run="twin")
    match.apply("load boat at 1")
    match.apply("load boat at 2")
    loaded, empty = "boat at 1, loaded", "boat at 1, not loaded"
    assert sorted(words(match)) == sorted(
        [f"sail {boat}, to {to}" for boat in (loaded, empty) for to in (2, 5)] + [f"load {empty}"]
    )


def test_of_two_equal_things_one_is_chosen_and_then_another() -> None:
    match = boats("pair").start(run="twin")
    # one way only, and it is taken at once: of four boats, two have names now, and two are equal
    assert words(match) == ["decline", "choose boat 1 at 1", "choose boat 2 at 1", "choose boat 3 at 1"]
    assert "pair boat at 1, another boat at 1" in words(boats("pair, sail").start(run="twin"))


@pytest.mark.parametrize(
    ("turn", "extra", "more"),
    [
        ("sail, call", "", "action call(b in my boats)\n  when b.number > 1\n  b.loaded = yes"),
        ("sail, call", "", "action call(b in my boats)\n  when b is not boats[2]\n  b.loaded = yes"),
        ("sail, call", "", "action call\n  for b in my boats: me may do sail(b)"),
        ("sail, call", "", "action call(b in my boats)\n  in 2 turns: b.loaded = yes"),
        (
            "sail, load, call",
            "",
            "action call\n  let b = first b in my boats\n  rest\n  b.loaded = yes\nto rest\n  me may do load",
        ),
    ],
    ids=["number", "index", "loop", "later", "name"],
)
def test_where_rules_tell_them_apart_they_are_not_one_option(turn: str, extra: str, more: str) -> None:
    game = boats(turn, extra, more)
    told = words(game.start(run="twin"))
    assert sum(word.startswith("sail") for word in told) == 8  # four boats to two islands each
    assert len(set(told)) == len(told)


def test_a_thing_that_a_variable_refers_to_is_told_from_the_others() -> None:
    match = boats("flag, sail", *FLAG).start()
    assert [word for word in words(match) if word.startswith("flag")] == ["flag boat at 1"]
    match.apply("flag boat at 1")
    match.apply("sail to 3")
    assert sorted(word for word in words(match) if word.endswith(" to 5")) == [
        "sail boat 1 at 1 to 5",
        "sail boat 2 at 1 to 5",
    ]


def test_a_thing_that_holds_something_is_told_from_the_others() -> None:
    hold = "cards crate, copies 3\nzone quay of crate, holds all crates\neach boat\n  zone hold of crate"
    match = boats("fill, sail", hold, "action fill(b in my boats)\n  move top of quay to b.hold").start()
    match.apply("fill boat at 1")
    match.apply("sail to 3")
    assert sum(word.endswith(" to 5") for word in words(match)) == 2


def test_what_not_everybody_sees_is_not_merged() -> None:
    match = boats("sail", "  hole = 0 in 0..3, seen by nobody").start()
    assert len(words(match)) == 8


def test_equal_dice_are_one_option_and_called_by_their_face() -> None:
    game = dice()
    for seed in range(5):
        match = game.start(seed=seed, run="twin")
        assert words(match)[1:] == [f"choose {face}" for face in dict.fromkeys(faces(match))]


def test_every_choice_of_dice_has_exactly_one_path() -> None:
    """Any number of five dice, and exactly two: as many ways as there are different hands of faces."""
    match = dice().start(seed=3, run="twin")
    shown = faces(match)
    assert len(set(shown)) < 5

    def picked(here: Match, before: tuple[str, ...], question: int) -> list[tuple[str, ...]]:
        """What can be picked from here on, each path by itself."""
        if here.words[ir.QUESTION] != question:
            return [before]
        found = []
        stop = [before] if "stop" in words(here) else []
        for option in [o for o in here.legal() if o.words != "stop"]:
            deeper = here.copy()
            deeper.apply(option)
            found += picked(deeper, (*before, option.values[0]), question)
        return stop + found

    def hands(sizes: range) -> set[tuple[str, ...]]:
        return {tuple(sorted(map(str, hand))) for size in sizes for hand in combinations(faces(match), size)}

    paths = [tuple(sorted(path)) for path in picked(match, (), match.words[ir.QUESTION])]
    assert len(paths) == len(set(paths))
    assert set(paths) == hands(range(6))
    match.apply("stop")
    paths = [tuple(sorted(path)) for path in picked(match, (), match.words[ir.QUESTION])]
    assert len(paths) == len(set(paths))
    assert set(paths) == hands(range(2, 3))


def test_dice_that_are_told_by_their_place_are_not_merged() -> None:
    match = dice("total += d.face + tray[1].face").start(seed=3, run="twin")
    assert words(match)[1:] == [f"choose die {i} ({face})" for i, face in enumerate(faces(match), 1)]


def test_own_dice_under_a_cup_are_merged_for_their_owner() -> None:
    each = "each player\n  total = 0 in 0..999\n  dice tray: 4 d3, seen by owner"
    text = DICE.replace("tray", "my tray").replace("EACH", each).replace("MORE", "my total += d.face")
    game = ludwright.load_text(text)
    match = game.start(seed=2, run="twin")
    own = faces(match)[:4]
    assert words(match)[1:] == [f"choose {face}" for face in dict.fromkeys(own)]


def test_men_of_two_players_in_one_zone_are_two_options() -> None:
    game = ludwright.load_text(
        'game "Box"\nplayers 2\nthings man (men), copies 2 each player\nzone box of man, holds all men\n'
        "zone out of man\nturn: free\naction free(m in box)\n  move m to out\nend when turn.number is 2: draw\n"
    )
    assert words(game.start()) == ["free man of seat 1", "free man of seat 2"]


@pytest.mark.parametrize(
    "game",
    [
        lambda: boats("sail, load, pair"),
        lambda: boats("flag, sail", *FLAG),
        dice,
    ],
    ids=["boats", "flagship", "dice"],
)
def test_both_runs_agree(game: object) -> None:
    made = game()  # type: ignore[operator]
    for seed in range(8):
        play_alike(made, seed)


MARKED = """\
game "Marked"
players 2
cards card: each rank in 1..2, copies 3
  bent = no
zone deck of card, face down, holds all cards, shuffled
zone lost of card
each player
  zone hand of card, seen by owner
setup
  deal 3 from deck to hand
turn: one of bend, put, swap otherwise end game
action bend(c in my hand)
  when not c.bent
  c.bent = yes
action put(c in my hand)
  move c to lost
action swap(c in my hand, d in my hand)
  when c is not d and c.rank is d.rank and c.bent is d.bent
  move c to lost
  move d to lost
end when turn.number > 12: draw
"""


def test_marked_cards_from_a_hidden_deck_are_told_by_what_one_sees() -> None:
    """Hands that look the same offer the same, whichever pieces of cardboard they are; equal cards are one option."""
    game = ludwright.load_text(MARKED)
    offered: dict[tuple[str, ...], set[tuple[int, ...]]] = {}
    for seed in range(150):
        match = game.start(seed=seed)
        told = words(match)
        assert len(set(told)) == len(told)
        offered.setdefault(tuple(sorted(told)), set()).add(tuple(sorted(match.codes())))
    assert len(offered) == 4 and all(len(codes) == 1 for codes in offered.values())
    match = next(m for m in map(game.start, range(9)) if "bend 1" in words(m))
    match.apply("bend 1")
    match.apply(next(option for option in match.legal() if option.action == "bend"))
    assert "put 1, bent" in words(match) and "bend 1, bent" not in words(match)
    report = ludwright.check_thoroughly(game, games=300)
    assert not report.wrong
    play_alike(game, 3)


def test_two_equal_cards_are_two_parameters_of_an_action() -> None:
    plain = MARKED.replace("  bent = no\n", "").replace(" and c.bent is d.bent", "").replace("bend, ", "")
    plain = plain.replace("action bend(c in my hand)\n  when not c.bent\n  c.bent = yes\n", "")
    for text in (MARKED, plain):
        match = ludwright.load_text(text).start(seed=1, run="twin")
        held = [option.values[0] for option in match.legal() if option.action == "swap"]
        assert held and "swap 2 2" in words(match)
        match.apply("swap 2 2")
        assert sum(match.game.rules.places.model.design_in(match.words, c) >= 0 for c in range(6)) == 6
        place, lost = match.game.rules.model.arrays["place"], match.game.rules.model.zones["lost"].place
        assert sum(match.words[place + c] == lost for c in range(6)) == 2
