"""What stands where in the blocks that every game has: the heads of the state, of the context of a run, and of the table."""

from __future__ import annotations

# ---------------------------------------------------------------- the head of every state

OVER = 0
"""0 running, 1 ended, 2 stopped by a fault."""
ACTOR = 1
"""The seat that is asked, from 0; -1 nobody."""
QUESTION = 2
"""The number of the open question."""
RESUME = 3
"""The entry at which the machine goes on."""
FRAME = 4
"""Where the current frame begins."""
ANSWER = 5
"""The code last answered."""
MOVES = 6
"""Actions and answers so far, forced ones included."""
TURN = 7
"""The number of the turn, as the rules speak of it: every part of the game with turns of its own counts anew."""
ROUND = 8
TURN_PLAYER = 9
ACTED = 10
"""Who acted last."""
GONE = 11
"""Seats that have left the game, one bit each."""
CLOCK = 12
FAULT = 13
FAULT_LINE = 14
TURNS = 15
"""All turns that have begun, in whatever part of the game; outside of turns, every part in which all answer at once is one. For those who record games: no rule asks for it, and no seat is told."""
SAME_TURN = (TURNS, TURN, ROUND)
"""Words that stay as they are until another turn begins, or goes on."""
HEADER = 16
"""From here on: the outcome of each seat, then what the game declares."""

# ---------------------------------------------------------------- the context of a run: int64 words beside the state

CTX_RNG_STATE = 0
CTX_RNG_STREAM = 1
CTX_FUEL = 2
CTX_FAULT = 3
CTX_FAULT_LINE = 4
CTX_OPTIONS = 5
"""How many options have been emitted."""
CTX_CAPACITY = 6
"""How many there is room for."""
CTX_HEADER = 16
"""From here on: the codes of the options."""

# ---------------------------------------------------------------- the head of every table block

ASK_FORCED = 0
"""1: ask even where there is only one option that can't be refused."""
PAUSED = 1
"""1: stop at the end of every turn (and of every `at once` outside of turns) with one option, the code ``PAUSE``, in games that have something to follow."""
PAUSE = -1
KEEP_KNOWLEDGE = 2
"""1: keep track of what each player knows."""
TABLE_HEADER = 4
