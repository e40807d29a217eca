"""WGDL files with one planted mistake each: the message names its line and its cause."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.importing import imported
from ludwright.mistakes import MistakesError

BAKERY = (Path(__file__).parents[2] / "docs" / "examples" / "bakery.wgdl").read_text()
Planted = tuple[str, str, str]
"""What is replaced, by what, and what the message says."""

MISTAKES: list[Planted] = [
    ("class oven : machine", "class oven : machin", "there is no class `machin`"),
    ("object rye is dough", "object rye is dogh", "there is no class `dogh`"),
    ("object rye is dough", "object rye as dough", "expected `is`, found `as`"),
    ("initial town", "initial twon", "there is no object `twon`"),
    ("attribute spelt cost 3", "attribute spelt cots 3", "has no attribute `cots`"),
    ("attribute spelt cost 3", "attribute spellt cost 3", "there is no class or object `spellt`"),
    ("attribute spelt cost 3", "attribute spelt cost many", "`many` is no long"),
    ("attribute big_oven minutes 0.5", "attribute big_oven minutes fast", "`fast` is no double"),
    ("attribute machine busy boolean false", "attribute machine busy boolean maybe", "`maybe` is no boolean"),
    ("attribute world fame long 0", "attribute world fame lang 0", "there is no type `lang`"),
    ("attribute world fame long 0", "attribute world money long 0", "two attributes called `money`"),
    ("object:oven null", "object:ovn null", "there is no class `ovn`"),
    ("object spelt is dough", "object rye is dough", "two objects called `rye`"),
    ("class dough", "class oven", "two classes called `oven`"),
    ("class oven : machine", "class oven : oven", "its own ancestor"),
    ("action oven bake", "action ovan bake", "there is no class `ovan`"),
    ("bake forEveryGOD dough", "bake forAnyGOD dough", "`forAnyGOD` can't follow an action"),
    ("condition buy town", "condition by town", "there is no action `by`"),
    ("hasConsequence buy put", "hasConsequence buy putt", "there is no consequence `putt`"),
    (
        "consequence gift conditional game.bakedBig > long 0 giftMoney",
        "consequence gift conditional game.bakedBig > long 0 giftMony",
        "there is no consequence `giftMony`",
    ),
    ("isInGroup work bake", "isInGroup wrok bake", "there is no group `wrok`"),
    ("isInGroup work bake", "isInGroup bake work", "the group stands first"),
    ("goal 2 town", "goal 3 town", "goal 2 is missing"),
    ("goal 2 town", "goal 1 town", "two goals 1"),
    ("town.money >= machine.price", "twn.money >= machine.price", "nothing is called `twn` here"),
    ("town.money >= machine.price", "town.money >= machine.prize", "has no attribute `prize`"),
    ("game.bakedBig > long 0", "game.bakedBigg > long 0", "there is no counter `bakedBigg`"),
    ("town.fame + long 1\nconsequence gift ", "this.fame + long 1\nconsequence gift ", "a rule has no `this`"),
    (
        "condition bake this.busy == boolean false",
        "condition bake town.money == long 3 && town.fame == long 2",
        "put brackets round each comparison",
    ),
    (
        "consequence start direct this.busy = boolean true",
        "consequence start direct this.label = string x",
        "`this.label` never changes",
    ),
    (
        "consequence start direct this.busy = boolean true",
        "consequence start direct this.busy = long 3",
        "a long does not fit into a boolean",
    ),
    (
        "consequence done direct this.busy = boolean false",
        "consequence done conditional this.busy done",
        "calls itself without time between",
    ),
    ("condition sell oven.loaves > long 0", "condition sell oven.loaves", "yes or no is wanted here, this is a number"),
    ("condition sell oven.loaves > long 0", "condition sell ( oven.loaves > long 0", "this bracket is never closed"),
    ("condition sell oven.loaves > long 0", "condition sell oven.loaves >", "a formula is missing here"),
    (
        "consequence put createAndAssign machine town.best",
        "consequence put create town.money",
        "only a description can be made",
    ),
    ("town.money >= machine.price", "money >= machine.price", "whose? `this.money`"),
    ("town.money >= machine.price", "town.money >= price", "whose? `machine.price`"),
    ("condition sell oven.loaves > long 0", "condition sell not oven.busy", "there is no `not`"),
    ("town.money = town.money - machine.price", "town.money -= machine.price", "there is no `-=`"),
    ("town.money - machine.price", "town.money-machine.price", "put spaces round it"),
    (
        "consequence later timed this.minutes * long 60 done",
        "consequence later timed this.minutes * long 60",
        "done later is missing",
    ),
    ("action create:oven welcome", "action create oven welcome", "`action create:CLASS NAME`"),
    ("goal 1 town", "// option wait = rest\ngoal 1 town", "there is no action and no group `rest`"),
    ("class dough", "class : dough", "the name of the class is missing"),
    ("attribute spelt cost 3", "attribute spelt cost 99999999999", "`99999999999` is too large"),
    ("actionGroup work 0.4", "actionGroup work often", "`often` is no likelihood"),
]
NOTES: list[Planted] = [
    ("hasConsequence welcome warm", "", "nothing uses the consequence `warm`"),
    ("isInGroup work bake", "", "the group `work` has no actions"),
    ("action oven bake", "action dough bake", "nobody ever has the action `bake`"),
]


def _planted(one: Planted) -> tuple[str, int]:
    old, new, _ = one
    assert BAKERY.count(old) >= 1, old
    before, _, _ = BAKERY.partition(old)
    return BAKERY.replace(old, new, 1), before.count("\n") + 1


@pytest.mark.parametrize("one", MISTAKES, ids=[message for _, _, message in MISTAKES])
def test_a_planted_mistake_is_named_at_its_line(one: Planted, tmp_path: Path) -> None:
    text, line = _planted(one)
    path = tmp_path / "broken.wgdl"
    path.write_text(text)
    with pytest.raises(MistakesError) as raised:
        imported(path)
    found = [(m.place.line if m.place else 0, f"{m.message} {m.hint}") for m in raised.value.mistakes]
    assert any(line <= at <= line + 1 and one[2] in said for at, said in found), found


@pytest.mark.parametrize("one", NOTES, ids=[message for _, _, message in NOTES])
def test_what_is_odd_is_noted_at_its_line(one: Planted, tmp_path: Path) -> None:
    text, _ = _planted(one)
    path = tmp_path / "odd.wgdl"
    path.write_text(text)
    try:
        notes = [*imported(path).notes]
    except MistakesError as error:
        notes = error.mistakes
    assert any(one[2] in note.message and note.place is not None for note in notes), notes


def test_an_attribute_may_be_called_name(tmp_path: Path) -> None:
    path = tmp_path / "names.wgdl"
    path.write_text(BAKERY.replace("label", "name"))
    assert "| name_of_it |" in imported(path).text
    assert ludwright.load(path).start().legal()


@pytest.mark.parametrize(
    ("left_out", "said"),
    [("class world\n", "there is no class `world`"), ("initial town\n", "there is never an instance of `town`")],
)
def test_what_follows_from_a_mistake_is_not_told_again(left_out: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.wgdl"
    path.write_text(BAKERY.replace(left_out, "", 1))
    with pytest.raises(MistakesError) as raised:
        imported(path)
    assert [one.message for one in raised.value.mistakes] == [said]
