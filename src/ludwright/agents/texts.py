"""Texts that describe players: `random`, `mcts:1000,c=1.2`, `bot:hold at 20`, `hold at 20`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ludwright.agents.bundled import BUNDLED
from ludwright.agents.catalogue import AUTO, BARRED, BOUND, KINDS, PROGRAM
from ludwright.agents.named import kept_agent, named_file
from ludwright.agents.own import PYTHON, Own
from ludwright.agents.settings import AgentError, AgentKind, Value
from ludwright.mistakes import nearest
from ludwright.play.playable import Playable

_SETTING = re.compile(r"^\s*[a-z_]+\s*=")


@dataclass(frozen=True)
class AgentText:
    """A player, as it was described."""

    kind: AgentKind
    settings: dict[str, Value]
    """Only what was said; everything else is as the kind has it."""

    def full(self) -> dict[str, Value]:
        """All settings: what was not said is as the kind has it."""
        return {**{setting.name: setting.default for setting in self.kind.settings}, **self.settings}

    def __str__(self) -> str:
        return self.kind.written(self.settings)


def bots_of(game: object) -> dict[str, str]:
    """The scripted players of a game, by name, with the exports that make their choices."""
    return dict(getattr(getattr(getattr(game, "rules", None), "bots", None), "exports", {}))


def split(texts: str) -> list[str]:
    """Several players in one line: what looks like name=value belongs to the player before.

    >>> split("mcts:time=0.5,c=1.2,random, hold at 20")
    ['mcts:time=0.5,c=1.2', 'random', 'hold at 20']
    """
    found: list[str] = []
    for part in texts.split(","):
        if found and _SETTING.match(part):
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return found


_opened: ContextVar[tuple[Path, ...]] = ContextVar("opened", default=())
"""The files of players that are being read: one may name another."""


def read(text: str, game: object = None) -> AgentText:
    """The player a text describes, in a game if one is given: `auto` is then whoever suits the game.

    >>> str(read("mcts: 1000, c=1.20"))
    'mcts:1000,c=1.2'
    """
    if isinstance(text, Own):
        return AgentText(KINDS[PYTHON], {"file": text})
    head, colon, rest = text.partition(":")
    name = head.strip().lower()
    bots = bots_of(game)
    for bot in bots:
        if bot.casefold() == text.strip().casefold():
            return AgentText(KINDS["bot"], {"name": bot})
    kind = KINDS.get(name)
    if kind is None:
        kept = kept_agent(text.strip())
        if kept is not None:
            file = named_file(text.strip())
            if file in _opened.get():
                raise AgentError(f"`{file}` names itself")
            before = _opened.set((*_opened.get(), file))
            try:
                found = read(kept, game)
            except AgentError as error:
                raise AgentError(f"in `{file}`: {error}") from None
            finally:
                _opened.reset(before)
            if _is_code(found):
                raise AgentError(f"`{file}` does not hold the text of a player: it would run somebody's code")
            return found
        raise AgentError(_unknown(text.strip(), game))
    if kind.name == "bot":
        return AgentText(kind, {"name": _bot(rest.strip(), game)})
    if kind.name in RUN_CODE:  # a path may hold any sign
        return AgentText(kind, {"file": rest.strip()})
    if kind.name == BARRED.name:
        return AgentText(
            kind, _inside(rest, game, "from", f"say from what it is barred, at the end: `{BARRED.examples[0]}`")
        )
    if kind.name == BOUND.name:
        return AgentText(kind, _inside(rest, game, "to", f"say what it has to do, at the end: `{BOUND.examples[0]}`"))
    settings = kind.read(rest) if colon else {}
    if kind is AUTO and game is not None:
        from ludwright.agents.automatic import suited

        return suited(cast(Playable, game), settings)
    return AgentText(kind, settings)


RUN_CODE = (PYTHON, PROGRAM.name)
"""The kinds of players whose own code is run."""


def runs_code(text: str) -> bool:
    """Whether somebody's own code plays, or helps to: what a stranger names must not be started unasked.

    >>> runs_code("barred:Python :a.py:f,from=buy"), runs_code("program:./mine"), runs_code("mcts:20")
    (True, True, False)
    """
    try:
        return _is_code(read(text))
    except AgentError:
        return False


def _is_code(who: AgentText) -> bool:
    return who.kind.name in RUN_CODE or any(
        isinstance(value, str) and runs_code(value) for name, value in who.settings.items() if name in _PLAYERS
    )


_PLAYERS = ("agent", "bot", "playout")
"""Settings that name another player."""


def from_a_file(text: str) -> bool:
    """Whether a player comes out of a file: somebody's code, or what was learned. What a stranger's file names must not be opened unasked.

    >>> from_a_file(" Python :a.py:f"), from_a_file("barred:learned:a.npz,from=buy"), from_a_file("mcts:20")
    (True, True, False)
    >>> from_a_file(" Program : ./mine"), from_a_file("learned"), from_a_file("mcts:9,learned=bundled")
    (True, False, False)
    """
    try:
        who = read(text)
    except AgentError:  # somebody whom only the game knows: a scripted player
        return False
    return (
        who.kind.name in RUN_CODE
        or who.full().get("file", BUNDLED) != BUNDLED
        or who.settings.get("learned", BUNDLED) not in ("", BUNDLED)
        or any(isinstance(who.settings.get(name), str) and from_a_file(str(who.settings[name])) for name in _PLAYERS)
    )


def strangers(kept: Iterable[str], asked: Iterable[str] = ()) -> list[str]:
    """Those among players named by a file, a folder or a game who come out of another file: they play only if somebody asks for them himself.

    >>> strangers(["mcts:20", "Python :a.py:f", "learned:a.npz"], asked=["learned:a.npz"])
    ['Python :a.py:f']
    """
    own = set(asked)
    return [name for name in dict.fromkeys(kept) if name not in own and from_a_file(name)]


NO_CODE = "LUDWRIGHT_NO_CODE"
"""Set to anything in the environment: nobody's own code plays in this process, nor in those that it starts."""


def refuse_code() -> None:
    """From now on nobody's own code plays here, whoever names it: for processes that serve others."""
    os.environ[NO_CODE] = "1"


def check_code(who: AgentText) -> None:
    """Raise a kind error for somebody's own code where none may play."""
    if who.kind.name in RUN_CODE and os.environ.get(NO_CODE):
        raise AgentError(f"`{who}` has code of its own, and here nobody's code plays: use the command line for that")


def _inside(rest: str, game: object, setting: str, missing: str) -> dict[str, Value]:
    """Who is barred or bound, and what is meant: the player is a text of its own, with settings of its own."""
    who, said, what = rest.rpartition(f",{setting}=")
    if not said:
        raise AgentError(f"`{rest}`: {missing}")
    return {"agent": str(read(who, game)), setting: what.strip()}


def _bot(name: str, game: object) -> str:
    if game is None:
        return name
    for bot in bots_of(game):
        if bot.casefold() == name.casefold():
            return bot
    raise AgentError(_unknown(name, game))


def _unknown(name: str, game: object) -> str:
    known: Sequence[str] = [*KINDS, *bots_of(game)]
    close = nearest(name, known) or nearest(name.partition(":")[0], known)
    title: Any = getattr(game, "title", None)
    whose = f"{title} has no player" if title else "there is no player"
    hint = f"did you mean `{close}`?" if close else f"there are {', '.join(f'`{player}`' for player in known)}"
    return f"{whose} `{name}`: {hint}"
