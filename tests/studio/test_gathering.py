"""Several things chosen together, in any order, though the rules ask for them one by one."""

from __future__ import annotations

from ludwright.game import GAMES, Game, load
from ludwright.language.source import read_text
from ludwright.play.match import Match
from ludwright.studio.gathering import answered, choice_of, question_in_words
from ludwright.studio.table_tasks import look_at, move


def begun(game: Game, seed: int = 1) -> Match:
    return game.start(seed=seed, run="twin")


def test_the_last_card_can_be_chosen_first() -> None:
    match = begun(load("hearts", 4, ask_forced=True))
    found = choice_of(match)
    assert question_in_words(match) == "Choose 3 from your hand" and found is not None
    assert (len(found.members), found.most, found.none, found.fewer) == (13, 3, False, False)
    assert len(match.legal()) == 11
    codes = [card.code for card in found.members[::-1]]
    answers = answered(match, codes[:3])
    assert answers == sorted(codes[:3]) and match.answers == []
    assert answered(match, codes[:2]) is None and answered(match, [codes[0]] * 3) is None


def test_equal_dice_are_chosen_as_often_as_there_are_some() -> None:
    match = begun(load("yacht", 2, ask_forced=True))
    match.apply("reroll")
    found = choice_of(match)
    assert found is not None and question_in_words(match) == "Choose any number from the tray"
    assert found.most == 5 and found.none and found.fewer
    faces = found.members
    twice = answered(match, [faces[-1].code, faces[0].code])
    assert twice is not None and twice[-1] == 0 and twice[-3:-1] == [faces[0].code, faces[-1].code]
    none = answered(match, [])
    assert none is not None and none[-1] == 0


LAID_ASIDE = """\
game "Laid aside"
players 1 named Ann
cards card: each rank in 1..7
zone row of card, holds all cards
zone pit of card
play
  repeat until row.count < 3
    Ann {chooses} c from row: move c to pit
  end game
score(p): pit.count
"""


def test_a_set_ends_where_the_same_question_begins_another_one() -> None:
    match = begun(load(read_text(LAID_ASIDE.format(chooses="chooses 2")), 1, ask_forced=True))
    found = choice_of(match)
    assert found is not None and (len(found.members), found.most) == (7, 2)
    answers = answered(match, [found.members[1].code, found.members[0].code])
    assert answers == [found.members[0].code, found.members[1].code]
    assert answered(match, [one.code for one in found.members[:4]]) is None


def test_who_may_choose_two_chooses_two_or_none() -> None:
    match = begun(load(read_text(LAID_ASIDE.format(chooses="may choose 2")), 1, ask_forced=True))
    found = choice_of(match)
    assert question_in_words(match) == "You may choose 2 from the row" and found is not None
    assert (found.most, found.none, found.fewer) == (2, True, False)
    assert answered(match, []) == [0] and answered(match, [found.members[0].code]) is None


def test_one_thing_is_no_set() -> None:
    match = begun(load("seven_cities", 3, ask_forced=True))
    assert question_in_words(match) == "Choose one from your hand" and choice_of(match) is None


def test_actions_are_no_question_to_choose_from() -> None:
    match = begun(load("connect_four", 2, ask_forced=True))
    assert question_in_words(match) == "" and choice_of(match) is None
    assert answered(match, []) is None


def test_a_seat_is_shown_what_it_can_take_and_takes_it_at_once() -> None:
    kept = {
        "path": str(GAMES / "hearts.game"), "players": 4, "params": {}, "seats": ["here"] * 4, "seed": 1, "answers": [], "told": [],
    }  # fmt: skip
    seen = look_at(kept, 0)
    gathered = seen["gathered"]
    assert gathered["most"] == 3 and len(gathered["each"]) == 13
    assert all(one["targets"][0][0] in seen["svg"] for one in gathered["each"])
    assert look_at(kept, 1)["gathered"] is None
    codes = [one["code"] for one in gathered["each"][-3:]]
    assert move(kept, 0, codes[::-1], True) == {"answers": codes, "waiting": True}
    assert "refused" in move(kept, 0, codes[:1], True) and "refused" in move(kept, 0, [], True)
