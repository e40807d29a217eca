"""``ludwright play``, with what people type given as a text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ludwright
from ludwright.cli import app
from ludwright.drawing import scene_of
from ludwright.play.choosing import Slip, chosen, in_order, listed
from ludwright.play.frames import frame
from ludwright.play.sitting import Sitting
from ludwright.play.telling import Hearsay
from tests.cli.running import Ran
from tests.drawing.tables import CARDS, PEEK


def sit(*arguments: str, typed: str = "") -> Ran:
    """Play with these lines typed; then the input ends."""
    result = CliRunner().invoke(app, ["play", *arguments], input=typed)
    return Ran(result.exit_code, result.stdout, result.stderr)


# ---------------------------------------------------------------- choosing


def test_moves_are_chosen_by_number_or_by_words() -> None:
    ran = sit("tic-tac-toe", "--seats", "human,human", typed="5\nplace A1\nc3\n")
    assert ran.code == 0
    assert "  3  · · X\n  2  · X ·\n  1  O · ·" in ran.out


def test_a_slip_gets_a_suggestion_and_costs_nothing() -> None:
    ran = sit("tic-tac-toe", "--seats", "human,human", typed="plase b2\n99\nlegl\nplace\nb2\n")
    assert "did you mean `place b2`?" in ran.out
    assert "there is no number 99" in ran.out
    assert "the command `legal`?" in ran.out
    assert "say more" in ran.out
    assert "After 1 move: O to move" in ran.out


def test_a_game_is_played_to_its_end() -> None:
    ran = sit("tic-tac-toe", "--seats", "human,human", typed="a1\na2\nb1\nb2\nc1\n")
    assert ran.code == 0
    assert ran.out.rstrip().splitlines()[-3:] == ["X wins", "        1st  X  +1", "        2nd  O  -1"]


def test_options_are_listed_by_action() -> None:
    match = ludwright.load("pig").start(seed=1, run="twin")
    assert len(listed(match.legal())) == len(match.legal())
    cells = ludwright.load("othello").start(seed=1, run="twin").legal()
    assert listed(cells)[0] == "  place" and all(option.values[0] in listed(cells)[1] for option in cells)
    many = ludwright.load("hex").start(seed=1, run="twin").legal()
    assert listed(many, most=10)[-1] == "  ... 111 more; `legal` lists them all"
    assert [option.code for option in in_order(many[::-1])] == sorted(option.code for option in many)
    with pytest.raises(Slip, match="a number from the list"):
        chosen(" , ", many)


# ---------------------------------------------------------------- random players


def test_random_seats_play_the_game_of_simulate() -> None:
    ran = sit("connect_four", "--seats", "random,random", "--seed", "5", "--json")
    played = json.loads(ran.out)
    told = "\n".join(ludwright.trace(ludwright.load("connect_four"), 5))
    assert f"Over after {len(played['moves'])} moves" in told
    assert all(f". {move['words']} (" in told for move in played["moves"])
    assert played["over"] and sorted(played["returns"]) == [-1, 1]


def test_the_moves_of_random_players_are_told() -> None:
    ran = sit("tic-tac-toe", "--seed", "1", typed="b2\n")
    assert "O: place" in ran.out
    assert "After 2 moves: X to move" in ran.out


def test_more_seats_make_more_players_and_empty_ones_are_filled() -> None:
    three = json.loads(sit("yacht", "--seats", "h,r,r", "--json").out)
    assert [seat["who"] for seat in three["seats"]] == ["human", "random", "random"]
    assert json.loads(sit("tic-tac-toe", "--json").out)["seats"][1]["who"] == "random"


# ---------------------------------------------------------------- undo, save, load


def test_undo_goes_back_to_the_last_choice_of_a_human() -> None:
    ran = sit("tic-tac-toe", "--seed", "1", "--json", typed="undo\nb2\nundo\na1\n")
    assert "There is nothing to take back." in ran.err
    assert "Taken back: X chooses again." in ran.err
    moves = [move["words"] for move in json.loads(ran.out)["moves"]]
    assert len(moves) == 2 and moves[0] == "place a1"


def test_after_an_undo_luck_and_random_players_stay_as_they_were() -> None:
    straight = json.loads(sit("pig", "--seed", "9", "--json", typed="1\n1\n").out)["moves"]
    undone = json.loads(sit("pig", "--seed", "9", "--json", typed="1\nundo\n1\n1\nundo\n1\n").out)["moves"]
    assert undone == straight and len(straight) >= 2


def test_a_game_is_put_aside_and_gone_on_with(tmp_path: Path) -> None:
    kept = tmp_path / "mine.json"
    first = sit("connect_four", "--seed", "4", "--set", "wide=5", typed=f"1\n2\nsave {kept}\nquit\n")
    assert first.code == 0 and "Saved." in first.out
    went_on = json.loads(sit("--load", str(kept), "--json", typed="3\n").out)
    whole = json.loads(sit("connect_four", "--seed", "4", "--set", "wide=5", "--json", typed="1\n2\n3\n").out)
    assert went_on["moves"] == whole["moves"] and went_on["params"]["wide"] == 5
    assert went_on["seats"] == whole["seats"]


def test_leaving_saves_where_saving_was_asked_for(tmp_path: Path) -> None:
    kept = tmp_path / "left.json"
    sit("tic-tac-toe", "--seats", "human,human", "--save", str(kept), typed="b2\n")
    assert "After 1 move: O to move" in sit("--load", str(kept), typed="quit\n").out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "damaged"),
        ("not json", "damaged"),
        ("[1, 2]", "not a saved game"),
        ('{"what": "ludwright saved game", "version": 7}', "another version"),
        ('{"what": "ludwright saved game", "version": 1}', "`game` is missing"),
        ("[" * 100_000, "damaged"),
    ],
)
def test_a_damaged_file_is_explained(text: str, words: str, tmp_path: Path) -> None:
    kept = tmp_path / "bad.json"
    kept.write_text(text, encoding="utf-8")
    ran = sit("--load", str(kept))
    assert ran.code == 2 and words in ran.err and "Traceback" not in ran.err


@pytest.mark.parametrize(
    "change", [("[", "[[", 1), ("tic_tac_toe", "pig", 1), ('numbers\\": [', 'numbers\\": [7, 0, 999, ', 1)]
)
def test_a_file_with_a_wrong_part_is_explained(change: tuple[str, str, int], tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    sit("tic-tac-toe", "--seats", "human,human", "--save", str(kept), typed="b2\na1\n")
    text = kept.read_text(encoding="utf-8")
    assert change[0] in text
    kept.write_text(text.replace(*change), encoding="utf-8")
    ran = sit("--load", str(kept), typed="quit\n")
    assert ran.code == 2 and str(kept) in ran.err and "Traceback" not in ran.err


def test_a_file_that_is_not_there_or_is_no_text(tmp_path: Path) -> None:
    assert "can't be read" in sit("--load", str(tmp_path / "none.json")).err
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert "not a saved game" in sit("--load", str(tmp_path / "bytes.json")).err


# ---------------------------------------------------------------- hidden hands


def test_the_screen_is_hidden_when_it_is_passed_on() -> None:
    ran = sit("hearts", "--seats", "human,human,random,random", "--seed", "3", typed="\n1\n1\n1\n\n")
    first, second = ran.out.split("Pass the screen to seat 2.")
    assert first.startswith("-" * 40) and "Pass the screen to seat 1." in first
    assert "as seat 1 sees it" in first and "as seat 2 sees it" not in first
    assert "as seat 1 sees it" not in second and "as seat 2 sees it" in second
    own = next(line for line in first.splitlines() if "hand (13): " in line and "face down" not in line)
    assert own not in second


def test_secret_choices_are_not_told() -> None:
    ran = sit("hearts", "--seats", "human,human,random,random", "--seed", "3", typed="\n1\n1\n1\n\n")
    second = ran.out.split("Pass the screen to seat 2.")[1]
    assert "seat 1: " not in second and "At the start: seat 2 to move" in second


def test_nobody_hears_who_is_asked_in_a_secret_stage() -> None:
    ran = sit("one_night", "--seats", "human,random,random", "--seed", "1", typed="1\n")
    night = ran.out.split("seat 1 > ")[0]
    assert "At the start: seat 1 to move" in night and "seat 2: " not in night and "seat 3: " not in night
    match = frame("one_night", seed=2, moves=1)
    assert match.actor == 1 and scene_of(match).standing == "After 1 move: seat 2 to move"
    asleep, asked = scene_of(match, 2), scene_of(match, 1)
    assert asleep.standing == "At the start: choices in secret" and not any(player.to_move for player in asleep.players)
    assert asked.standing == "At the start: seat 2 to move" and asked.players[1].to_move


def test_the_screen_goes_round_in_a_secret_stage() -> None:
    """Whoever is asked, everybody gets it, in the same order."""
    rounds = set()
    for seed in ("1", "2"):
        ran = sit("one_night", "--seats", "human,human,human", "--seed", seed, typed="\n1\n1\n" * 6)
        night, _ = ran.out.split("  claim\n", 1)
        rounds.add(tuple(line.split(".")[0] for line in night.splitlines() if line.startswith("Pass the screen")))
    assert rounds == {tuple(f"Pass the screen to seat {seat}" for seat in (1, 2, 3, 1))}


def test_what_a_player_is_shown_is_told_to_him_alone(tmp_path: Path) -> None:
    """Also if it is seen no more when he is asked again: the screen waits for him."""
    (tmp_path / "peek.game").write_text(PEEK, encoding="utf-8")
    ran = sit(str(tmp_path / "peek.game"), "--seats", "human,human", "--seed", "1", typed="\npeek\n\n\nbet 1\n\n")
    first, second, third = ran.out.split("Pass the screen to seat ")[1:]
    assert "    shown: " in first and "Press Enter when you have seen it." in first
    assert "shown" not in second and "seat 1: peek" in second and "shown" not in third


def test_that_somebody_had_only_one_way_is_not_told() -> None:
    ran = sit("hearts", "--seats", "human,random,random,random", "--seed", "5", typed="1\n" * 10)
    ways = [line.split(":")[0] for line in ran.out.splitlines() if "(the only way)" in line]
    assert ways and set(ways) == {"  seat 1"}


def test_a_card_that_goes_from_hand_to_box_unseen_is_not_named() -> None:
    game = ludwright.load_text(CARDS, ask_forced=True)
    sitting, hearsay = Sitting(game.start(1), ["human"] * 3), Hearsay(game)
    move = sitting.match.legal()[0]
    sitting.choose(move)
    (done,) = sitting.done
    assert hearsay.told(done.option, 0, done.before, done.after) == move.words
    assert hearsay.told(done.option, None, done.before, done.after) == move.words
    shown = {
        token.name for player in scene_of(sitting.match, 1).players for pile in player.piles for token in pile.tokens
    }
    shown |= {token.name for pile in scene_of(sitting.match, 1).piles for token in pile.tokens}
    unseen = [option for option in game.start(1).legal() if option.values[0] not in shown]
    assert unseen
    for option in unseen:
        assert hearsay.told(option, 1, done.before, done.after) == "keep a hidden card"


def test_open_games_need_no_hiding() -> None:
    assert "Pass the screen" not in sit("tic-tac-toe", "--seats", "human,human", typed="1\n1\n").out


# ---------------------------------------------------------------- manners


def test_help_legal_and_show() -> None:
    ran = sit("tic-tac-toe", typed="help\nlegal\n/show\n")
    assert "take back the last choice" in ran.out
    assert ran.out.count("1 a1   2 b1") == 2
    assert ran.out.count("At the start: X to move") == 2


def test_cards_in_hand_tell_what_is_printed_on_them_and_look_tells_all() -> None:
    ran = sit("harbour-town", "--seed", "3", typed="look forge\n? hex\nlook nonsense\nlook\n")
    assert "Farm ×2 [sort land, cost 2, points 1]" in ran.out
    assert "  Forge: sort action, cost 4, points 0, played: take(me, 3)\n" in ran.out
    assert "  Hexer: sort attack, cost 5" in ran.out
    assert "Nothing is called `nonsense`." in ran.out
    assert "Say what to look at" in ran.out


def test_what_a_card_does_and_says_is_told_where_it_is_seen_first(tmp_path: Path) -> None:
    text = tmp_path / "inn.game"
    text.write_text(
        'game "Inn"\nplayers 2\ncards card\n  | name | cost | copies | text | when played |\n'
        "  | Page | 1 | 9 | Serve well. | my coins += 2 |\n"
        "zone deck of card, face down, holds all cards\nzone row of card\neach player\n  coins = 0 in 0..99\n"
        "  zone hand of card, seen by owner\nsetup: deal 3 from deck to hand\nturn: one of use, rest\naction rest\n  my coins += 1\n"
        "action use(c in my hand)\n  move c to row\n  resolve c as played\nend when turn.number > 4\nwinner: highest coins\n"
    )
    ran = sit(str(text), "--seats", "human,random", typed="1\n1\nshow\n")
    assert "hand (3): Page ×3 [cost 1]" in ran.out
    assert ran.out.count("\n  Page: played: +2 coins, text: Serve well.\n") == 1
    passed_on = sit(str(text), "--seats", "human,human", typed="\n1\n\n1\n\n")
    assert passed_on.out.count("  Page: played: +2 coins, text: Serve well.\n") == 2  # once for each of them


def test_look_tells_what_is_printed_on_a_region() -> None:
    assert "  West: bonus 3\n" in sit("conquest_small", typed="look west\n").out


def test_the_end_of_the_input_is_polite() -> None:
    ran = sit("tic-tac-toe")
    assert ran.code == 0 and ran.out.rstrip().endswith("Goodbye.") and not ran.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "which game?"),
        (("tic-tac-toe", "--seats", "humna,random"), "did you mean `human`?"),
        (("tic-tac-toe", "--seats", "human,random,random"), "2 players, not 3"),
        (("yacht", "--players", "2", "--seats", "h,r,r"), "3 seats are filled"),
        (("tic-tac-to",), "did you mean `tic_tac_toe`?"),
    ],
)
def test_wrong_use_is_told_kindly(arguments: tuple[str, ...], words: str) -> None:
    ran = sit(*arguments)
    flat = " ".join(ran.err.replace("│", " ").split())
    assert ran.code == 2 and words in flat and "Traceback" not in ran.err


def test_a_sitting_answers_what_is_forced_by_itself() -> None:
    game = ludwright.load("checkers", ask_forced=True)
    sitting = Sitting(game.start(3), ["human", "human"])
    asked = 0
    while not sitting.match.over and asked < 60:
        if not sitting.step():
            asked += 1
            assert len(sitting.match.codes()) > 1
            sitting.choose(sitting.match.legal()[0])
    assert any(done.options == 1 for done in sitting.done)


def test_a_profile_is_played_by_and_kept_with_the_game(tmp_path: Path) -> None:
    kept = tmp_path / "farm.json"
    typed = "1\n" * 6
    hurried = sit("homestead", "--seed", "1", "--profile", "commuter", "--save", str(kept), "--json", typed=typed)
    assert json.loads(hurried.out)["profile"] == "commuter"
    at_leisure = sit("homestead", "--seed", "1", "--json", typed=typed)
    assert json.loads(at_leisure.out)["profile"] is None
    assert json.loads(sit("--load", str(kept), "--json").out)["profile"] == "commuter"
    other = sit("--load", str(kept), "--profile", "weekender")
    assert other.code == 2 and "was played by `commuter`" in other.err
    nobody = sit("homestead", "--profile", "nobody")
    assert nobody.code != 0 and "no profile `nobody`" in nobody.out + nobody.err
