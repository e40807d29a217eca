"""Changes by forms: each at one spot of the text, the rest letter for letter as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright.checking import check
from ludwright.language import syntax
from ludwright.language.editing import EditError
from ludwright.language.source import read_text
from ludwright.language.syntax.base import RULES
from ludwright.mistakes import MistakesError
from ludwright.studio.forms.edits import apply
from ludwright.studio.forms.matching import matching
from ludwright.studio.forms.outline import Source, outline
from ludwright.studio.forms.table import FORMS, SECTIONS
from ludwright.studio.forms.tasks import fitting
from ludwright.studio.workspace import TEMPLATES

GAMES = Path(ludwright.__file__).parent / "games"
EIGHTS = (GAMES / "crazy_eights.game").read_text()
MARKET = (TEMPLATES / "card_game.game").read_text()
AS_TEXT = {
    syntax.File, syntax.StatementBlock, syntax.StatementLine, syntax.CellEffects, syntax.CellFormula, syntax.TableRow, syntax.MemberOf, syntax.My, syntax.DesignsOf,
    syntax.NoneLiteral, syntax.Yes, syntax.No, syntax.Arguments, syntax.MatchedArguments, syntax.RoundedWords, syntax.Occur,
}  # fmt: skip
"""Nodes that are lists, cells, or shown in one piece as their text."""


def path_of(text: str, head: str) -> str:
    source = Source(text)
    return next(
        f"declarations.{n}" for n, one in enumerate(source.tree.declarations) if source.of(one).startswith(head)
    )


def changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that are gone, and the new ones."""
    old, new = before.split("\n"), after.split("\n")
    return [line for line in old if line not in new], [line for line in new if line not in old]


def test_every_sort_of_node_has_a_form() -> None:
    classes = {kind for kinds in RULES.values() for kind in kinds}
    assert classes - AS_TEXT - set(FORMS) == set()
    assert {form.section for form in FORMS.values() if issubclass(form.node, syntax.DeclarationNode)} <= set(SECTIONS)


def test_phrases_name_the_fields_of_their_nodes() -> None:
    for kind, form in FORMS.items():
        fields = set(kind.__dataclass_fields__) - {"span"}
        holes = {piece.field for piece in form.pieces() if not isinstance(piece, str)}
        assert holes <= fields and set(form.fits) <= fields, kind


def blocks(block: Any) -> Iterator[dict[str, Any]]:
    """All blocks of an outline."""
    if isinstance(block, dict):
        if "kind" in block and "text" in block:
            yield block
        for value in block.values():
            yield from blocks(value)
    elif isinstance(block, list):
        for one in block:
            yield from blocks(one)


@pytest.mark.parametrize("name", ["court", "hearts", "outbreak", "fireworks"])
def test_every_block_stands_where_its_path_says(name: str) -> None:
    text = (GAMES / f"{name}.game").read_text()
    source = Source(text)
    found = [block for block in blocks(outline(text)) if not block["path"].endswith(".sign")]
    assert len(found) > 100
    for block in found:
        part = source.part(block["path"])
        assert (source.of(part) if block["kind"] != "Word" else str(part)) == block["text"]


def test_a_step_is_added_moved_and_taken_away() -> None:
    buy = path_of(MARKET, "action buy")
    added = apply(MARKET, {"do": "add", "path": f"{buy}.body", "index": 1, "text": "if my coins > 3\n  my coins -= 1"})
    assert "my coins\n  if my coins > 3\n    my coins -= 1\n  move w" in added
    inner = apply(added, {"do": "move", "path": f"{buy}.body.2", "to": f"{buy}.body.1.then", "index": 0})
    assert "  if my coins > 3\n    move w to my stall\n    my coins -= 1\n\naction work" in inner
    out = apply(inner, {"do": "move", "path": f"{buy}.body.1.then.statements.0", "to": f"{buy}.body", "index": 2})
    assert out == added
    assert apply(out, {"do": "remove", "path": f"{buy}.body.1"}) == MARKET
    emptied = apply(added, {"do": "remove", "path": f"{buy}.body.1.then.statements.0"})
    assert "  if my coins > 3\n    nothing\n" in emptied


def test_what_stands_behind_a_colon_gets_lines_of_its_own() -> None:
    turn = path_of(MARKET, "turn")
    added = apply(MARKET, {"do": "add", "path": f"{turn}.body", "index": -1, "text": "my coins += 1"})
    assert changed(MARKET, added) == (["turn: one of buy, work"], ["turn", "  one of buy, work", "  my coins += 1"])


def test_a_condition_goes_before_the_effects() -> None:
    buy = path_of(MARKET, "action buy")
    added = apply(MARKET, {"do": "add", "path": f"{buy}.body", "index": -1, "text": "when deck is not empty"})
    assert "action buy(w in row)\n  when deck is not empty\n  pay" in added


def test_conditions_are_joined_turned_and_taken_away() -> None:
    skip = f"{path_of(EIGHTS, 'action skip')}.body.0.condition"
    either = apply(EIGHTS, {"do": "join", "path": skip, "word": "or", "whole": True})
    assert "  when stuck or (free_pass or no c in my hand with fits(c))\n" in either
    more = apply(EIGHTS, {"do": "join", "path": f"{skip}.right.formula", "word": "or", "text": "deck is empty"})
    assert "  when stuck and (free_pass or (no c in my hand with fits(c)) or deck is empty)\n" in more
    less = apply(EIGHTS, {"do": "remove", "path": f"{skip}.left"})
    assert "  when (free_pass or no c in my hand with fits(c))\n" in less
    opposite = apply(EIGHTS, {"do": "negate", "path": f"{skip}.left"})
    assert "  when not stuck and (" in opposite
    assert apply(opposite, {"do": "negate", "path": f"{skip}.left"}) == EIGHTS


def test_parts_that_were_left_out_come_with_their_words() -> None:
    end = path_of(MARKET, "end")
    assert "end when row.count < 4: me wins\n" in apply(
        MARKET, {"do": "set", "path": f"{end}.cases.0.effect", "text": "me wins"}
    )
    assert "end after round when row" in apply(MARKET, {"do": "set", "path": f"{end}.after", "text": "round"})
    players = path_of(MARKET, "players")
    together = apply(MARKET, {"do": "set", "path": f"{players}.cooperative", "text": "cooperative"})
    assert "players 2 to 4, cooperative\n" in together
    assert apply(together, {"do": "remove", "path": f"{players}.cooperative"}) == MARKET
    cards = path_of(EIGHTS, "cards")
    copies = apply(EIGHTS, {"do": "add", "path": f"{cards}.options", "index": 0, "text": "copies 2"})
    assert "each suit, copies 2     # 11 to 14" in copies
    assert apply(copies, {"do": "remove", "path": f"{cards}.options.0"}) == EIGHTS


def test_who_sees_a_place() -> None:
    deck = path_of(MARKET, "zone deck")
    seen = apply(MARKET, {"do": "see", "path": deck, "text": ""})
    assert changed(MARKET, seen)[1] == ["zone deck of ware, holds all wares, shuffled"]
    assert apply(seen, {"do": "see", "path": deck, "text": "face down"}) == MARKET


def test_a_number_becomes_a_formula_with_the_brackets_it_needs() -> None:
    score = f"{path_of(MARKET, 'score')}.value.right.left"
    assert "+ (set_bonus + 1) * sets(p)\n" in apply(MARKET, {"do": "set", "path": score, "text": "set_bonus + 1"})


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"do": "declare", "text": "param NAME = 3", "name": "row"}, "`row` is taken: line 11 has a zone of that name"),
        ({"do": "declare", "text": "param NAME = 3", "name": "me"}, "`me` is a word of the language"),
        ({"do": "declare", "text": "param NAME = 3", "name": "1st"}, "`1st` is no name"),
        ({"do": "set", "path": "declarations.2.value", "text": "4 +"}, "can't stand here"),
        ({"do": "set", "path": "declarations.2.value", "text": "4\nzone x of ware"}, "can't stand here"),
        ({"do": "rename", "path": "declarations.11.name", "text": "work"}, "`work` is taken"),
        ({"do": "remove", "path": "declarations.99"}, "not there any more"),
        ({"do": "fly"}, "no such change"),
    ],
)
def test_what_can_not_be_is_refused_with_a_sentence(edit: dict[str, Any], words: str) -> None:
    with pytest.raises(EditError, match=words.replace("`", ".")):
        apply(MARKET, edit)


def test_a_name_is_changed_wherever_it_means_the_same() -> None:
    buy = path_of(MARKET, "action buy")
    text = apply(MARKET, {"do": "rename", "path": f"{buy}.name", "text": "purchase"})
    assert "one of purchase, work" in text and "\n  purchase(w) when" in text and "# Buy goods" in text
    local = apply(MARKET, {"do": "rename", "path": f"{buy}.parameters.parameters.0.name", "text": "ware_here"})
    assert changed(MARKET, local)[1] == [
        "action buy(ware_here in row)",
        "  pay ware_here.price from my coins",
        "  move ware_here to my stall",
    ]


def test_a_text_with_mistakes_keeps_every_letter() -> None:
    text = 'game "Broken"\nplayers 2\naction dip(n in\n  nothing  # keep me\n\nend when turn.number is 5: draw\n'
    found = outline(text)["blocks"]
    unread = next(block for block in found if block["kind"] == "Unread")
    assert unread["text"] == "action dip(n in\n  nothing  # keep me" and unread["wrong"]
    least = apply(text, {"do": "set", "path": f"{path_of(text, 'players')}.least", "text": "3"})
    assert least == text.replace("players 2", "players 3")
    mended = apply(text, {"do": "set", "path": unread["path"], "text": "action dip(n in 1..2)\n  nothing  # keep me"})
    assert mended == text.replace("(n in\n", "(n in 1..2)\n")


def test_what_is_new_joins_what_is_there() -> None:
    """What each player has stands in one place, and the setup before the first turn."""
    new = apply(MARKET, {"do": "declare", "text": "each player\n  NAME = 0 in 0..9", "name": "debts"})
    assert "each player\n  coins = 0 in 0..60\n  zone stall of ware\n  debts = 0 in 0..9\n" in new
    before = MARKET.replace("setup\n  for p in players: p.coins = start_coins\n\n", "")
    set_up = apply(before, {"do": "declare", "text": "setup\n  nothing"})
    assert set_up == before.replace("turn: one of", "setup\n  nothing\n\nturn: one of")
    dealt = apply(MARKET, {"do": "declare", "text": "setup\n  deal 3 from deck to stall"})
    assert (
        dealt.count("setup") == 1
        and "  for p in players: p.coins = start_coins\n  deal 3 from deck to stall\n" in dealt
    )


def mistakes(text: str) -> list[str]:
    try:
        found = check(read_text(text, "card_game.game", TEMPLATES), fewest=True)
    except MistakesError as error:
        found = error.mistakes
    return [one.message for one in found if one.severity == "mistake"]


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_what_is_offered_reads_and_works(whole: bool) -> None:
    """Everything that is offered can be put in, and brings no mistake; here of one game, and not of every list."""
    buy, end = path_of(MARKET, "action buy"), path_of(MARKET, "end")
    places = [
        ("add", f"{buy}.body", f"{buy}.body.2", "action lines"),
        ("set", f"{end}.cases.0.effect", f"{end}.cases.0.effect", "outcome"),
    ]
    places += (
        [("add", f"{end}.cases", f"{end}.cases.1", "cases"), ("set", f"{buy}.body.1.to", f"{buy}.body.1.to", "place")]
        if whole
        else []
    )
    for do, path, at, fits in places:
        offered = fitting(MARKET, str(TEMPLATES), at, fits, "")
        assert len(offered) > 3
        for place, one in enumerate(offered):
            text = apply(MARKET, {"do": do, "path": path, "index": -1, "text": one["text"]})
            if whole or place % 6 == 0:
                assert mistakes(text) == [], one


def test_what_the_last_step_moved_and_what_was_chosen_is_at_hand() -> None:
    buy = path_of(MARKET, "action buy")
    offered = {one["text"]: one for one in fitting(MARKET, str(TEMPLATES), f"{buy}.body.2.things", "things", "")}
    assert offered["w"]["group"] == offered["top of my stall"]["group"] == "At hand here"
    numbers = [
        one["text"] for one in fitting(MARKET, str(TEMPLATES), f"{buy}.body.0.amounts.0.number", "number", "w.price")
    ]
    assert "w.points" in numbers and "w.price" not in numbers and "(w.price) + 1" not in numbers[:5]


def test_selectors_tell_what_they_match_at_set_up() -> None:
    buy = f"{path_of(MARKET, 'action buy')}.parameters.parameters.0.values"
    row = ludwright.load(TEMPLATES / "card_game.game").start(seed=1)["row"]
    found = matching(MARKET, "card_game.game", str(TEMPLATES), buy)
    assert (found["count"], found["names"]) == (4, row)
    skip = f"{path_of(EIGHTS, 'action skip')}.body.0.condition.right.formula.right"
    found = matching(EIGHTS, "crazy_eights.game", str(GAMES), skip)
    hand = ludwright.load("crazy_eights", players=2).start(seed=1)["hand", 0]
    assert set(found["names"]) <= set(hand) and found["told"].startswith("At set-up: ")
