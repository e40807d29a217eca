"""What fits at a place, what a click mends, what changed in words, and which versions are kept."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from ludwright.studio import history as history_module
from ludwright.studio.completion import complete, named
from ludwright.studio.history import History
from ludwright.studio.mends import Mend
from ludwright.studio.tasks import check_text, mend_text
from ludwright.studio.wording import told_changes
from tests.studio.test_design import WELL


def fitting(text: str) -> list[str]:
    """What fits at the end of a text."""
    lines = text.split("\n")
    return [word.text for word in complete(text, len(lines), len(lines[-1]))]


def test_declarations_fit_at_the_margin_and_names_do_not() -> None:
    found = fitting(WELL)
    assert {"action", "zone", "param", "score"} <= set(found)
    assert "water" not in found and "move" not in found


def test_statements_and_names_fit_in_an_action() -> None:
    found = fitting(WELL + "action drink\n  ")
    assert {"move", "if", "goal", "dip"} <= set(found)
    assert "action" not in found


def test_behind_a_dot_stands_what_things_have() -> None:
    found = fitting(WELL + "score(p): p.")
    assert found[0] == "water" and "dip" not in found and "move" not in found


def test_nothing_fits_in_a_comment_or_where_a_name_is_given() -> None:
    assert fitting(WELL + "# a comm") == []
    assert "goal" not in fitting(WELL + "var ")


def test_all_names_are_known_with_their_lines() -> None:
    assert {(one.name, one.line) for one in named(WELL)} >= {("goal", 3), ("water", 5), ("dip", 7)}
    broken = WELL.replace("my water += n", "my water +")
    assert {one.name for one in named(broken)} >= {"goal", "water"}


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("my watre += n", "my water += n"),
        ("my water =+ n", "my water += n"),
        ("my water += min(n, 2", "my water += min(n, 2)"),
    ],
)
def test_a_mend_takes_the_mistake_away(wrong: str, right: str) -> None:
    text = WELL.replace("my water += n", wrong)
    assert any(one["severity"] == "mistake" for one in check_text(text, "well.game", ".", False)["mistakes"])
    mends = [mend for mend in mend_text(text, "well.game", ".") if mend is not None]
    assert mends
    lines = text.split("\n")
    line = lines[mends[0]["line"] - 1]
    lines[mends[0]["line"] - 1] = line[: mends[0]["column"] - 1] + mends[0]["text"] + line[mends[0]["end_column"] - 1 :]
    assert right in "\n".join(lines)
    assert not [
        one for one in check_text("\n".join(lines), "well.game", ".", False)["mistakes"] if one["severity"] == "mistake"
    ]


FISH = """game "Fish"
players 2

cards fish
  | name | copies |
  | cod  | 12     |

each player
  points = 0 in 0..100
  zone hand of fish, seen by owner

zone deck of fish, face down, holds all fishes, shuffled

turn: nothing

action catch(f in my hand)
  my points += 1

end after round when round.number >= 3
score(p): p.points
winner: highest score
"""


def mended(text: str, words: str) -> str:
    """A text after the click that is called so."""
    for mend in mend_text(text, "fish.game", "."):
        if mend is not None and mend["words"] == words:
            return Mend(**mend).apply(text.split("\n"))
    raise AssertionError(f"no click is called {words}")


def test_what_was_just_added_is_put_to_use_by_a_click() -> None:
    """A hand and an action of one's own: both are wanted, and neither is taken away again."""
    dealt = mended(FISH, "Deal 3 to each at first")
    assert "shuffled\n\nsetup\n  deal 3 from deck to hand\n\nturn: nothing\n" in dealt
    ready = mended(dealt, "Offer catch in the turn")
    assert "turn\n  one of catch\n" in ready
    assert not check_text(ready, "fish.game", ".", False)["mistakes"]
    more = ready.replace("action catch", "action throw(f in my hand)\n  my points -= 1\n\naction catch")
    assert "one of catch, throw\n" in mended(more, "Offer throw in the turn")


def test_what_is_taken_away_goes_with_all_that_stands_below_it() -> None:
    ready = mended(mended(FISH, "Deal 3 to each at first"), "Offer catch in the turn")
    assert mended(f"{ready}\nstage later\n  everyone wins\n\n  draw\n", "Take it away") == f"{ready}\n"


def test_what_is_missing_altogether_is_added() -> None:
    (mend,) = mend_text(WELL.replace("players 2 to 3\n", ""), "well.game", ".")
    assert mend is not None and mend["text"] == "players 2\n" and mend["line"] == 2


def test_a_first_check_tells_that_more_is_to_come() -> None:
    assert check_text(WELL, "well.game", ".", True)["more"] is True
    assert check_text(WELL, "well.game", ".", False)["more"] is False
    assert check_text(WELL.replace("2 to 3", "2"), "well.game", ".", True)["more"] is False


def test_parameters_say_where_their_values_stand() -> None:
    (goal,) = check_text(WELL, "well.game", ".", False)["params"]
    line = WELL.split("\n")[goal["line"] - 1]
    assert line[goal["column"] - 1 : goal["column"] - 1 + goal["width"]] == "12"
    assert (goal["low"], goal["high"], goal["value"]) == (5, 40, 12)


def test_changes_are_told_in_words() -> None:
    table = "enum good\n  | name | price |\n  | corn | 1 |\n  | gem | 9 |\n"
    assert told_changes(WELL, WELL) == []
    assert told_changes(WELL, WELL.replace("= 12", "= 20")) == ["goal: 12 → 20"]
    assert told_changes(WELL, WELL.replace("my water += n", "my water += 2 * n")) == ["action dip changed"]
    assert told_changes(WELL, WELL + table) == ["new: list good"]
    assert told_changes(WELL + table, WELL + table.replace("9", "7").replace("corn", "wheat")) == [
        "new: wheat",
        "gem: price 9 → 7",
        "gone: corn",
    ]
    assert told_changes(WELL, "# hello\n" + WELL) == ["only comments, blanks or the order"]


def test_versions_are_kept_once_a_minute_and_what_was_there_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = History(tmp_path)
    kept.before_saving("a.game", "old")
    for text in ("o", "on", "one"):
        kept.after_saving("a.game", text)
    assert [kept.text("a.game", one.id) for one in kept.versions("a.game")] == ["one", "old"]
    monkeypatch.setattr(history_module, "_STAYS", timedelta(0))
    kept.after_saving("a.game", "two")
    assert [kept.text("a.game", one.id) for one in kept.versions("a.game")] == ["two", "one", "old"]
    assert kept.text("a.game", "../../etc/passwd") is None
