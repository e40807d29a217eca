"""The games that OpenSpiel has too, with the settings that make the rules equal."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Shared:
    """One game in both systems."""

    ours: str
    theirs: str
    params: dict[str, int | bool] = field(default_factory=dict)
    opening: tuple[int, ...] = ()
    """What their chance must say first, for the rules to be equal."""


SHARED = [
    Shared("tic_tac_toe", "tic_tac_toe"),
    Shared("connect_four", "connect_four"),
    Shared("breakthrough", "breakthrough"),
    Shared("othello", "othello"),
    Shared("hex", "hex", {"swap": False}),
    Shared("kalah", "mancala"),
    Shared("nim", "nim(pile_sizes=3;4;5,is_misere=False)"),
    Shared("pig", "pig(horizon=1000000)", {"must_throw": False, "stop_at_goal": True}),
    Shared("clobber", "clobber"),
    Shared("checkers", "checkers", {"quiet_turns": 40, "men_disturb": False, "same_position": 0}),
    Shared("backgammon", "backgammon(scoring_type=full_scoring,max_player_turns=100000)"),
    Shared("kuhn_poker", "kuhn_poker"),
    Shared("leduc_poker", "leduc_poker"),
    Shared("liars_dice", "liars_dice(numdice=1)", {"dice_each": 1, "wild": 6, "one_hand": True}),
    Shared("hearts", "hearts", {"limit": 1, "first_pass": 1, "queen_breaks": True}, opening=(1,)),
    Shared(
        "crazy_eights",
        "crazy_eights(players=2)",
        {"most_draws": 5, "free_pass": True, "late_passes": 1, "ace_counts": 10},
    ),
    Shared("blackjack", "blackjack", {"bet": 1, "natural_bonus": False}),
    Shared("fireworks", "hanabi(players=2)"),
    Shared("go", "go(board_size=9,komi=7.5)", {"size": 9}),
    Shared("y", "y(board_size=9)", {"size": 9}),
    Shared("lines_of_action", "lines_of_action"),
    Shared("chess", "chess"),
    Shared("dots_and_boxes", "dots_and_boxes(num_rows=3,num_cols=3)"),
    Shared("corridors", "quoridor(board_size=9,wall_count=10)"),
]
