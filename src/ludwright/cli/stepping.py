"""Stepping through a recorded game in the terminal: forth, back, to any frame, with any seat's eyes, and off the beaten track."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.markup import escape

from ludwright.cli.forks import print_fork
from ludwright.cli.manners import FINE, INTERRUPTED
from ludwright.cli.picture import print_scene
from ludwright.cli.printing import console, read_line
from ludwright.drawing import scene_of
from ludwright.inspecting import Recorded
from ludwright.mistakes import LudwrightError, nearest
from ludwright.play.choosing import chosen, in_order, listed
from ludwright.play.match import Match
from ludwright.playtests.forking import fork

_HELP = """\
  next, or just Enter  the next frame
  back                 the one before
  go N                 frame N; -1 is the end
  before, after        the position before the frame's answer, or after it
  seat P, seat all     with the eyes of one seat, or of somebody who sees everything
  list                 every zone, component and variable
  legal                what could be done here
  do WORDS             try something else here; next, back and go leave it again
  fork [WHO,WHO] [N]   go on from here N times, and tell who wins
  svg FILE             draw it into a file
  quit                 leave"""
_GAMES = 100


class _LeavingError(Exception):
    """Enough was seen."""


class Stepping:
    """One recorded game, frame by frame."""

    def __init__(self, recorded: Recorded, frame: int, seat: int | None, whose: str) -> None:
        self.recorded, self.frame, self.seat, self.whose = recorded, frame, seat, whose
        self.before = False
        self.tried: list[str] = []
        """What was tried at this frame instead of what was recorded."""
        self.out = console()
        self._commands: dict[str, Callable[[str], None]] = {
            "next": lambda _: self._to(self.frame + 1),
            "back": lambda _: self._to(self.frame - 1),
            "go": self._go,
            "before": lambda _: self._look(True),
            "after": lambda _: self._look(False),
            "seat": self._sit,
            "list": lambda _: self._list(),
            "legal": lambda _: self._legal(),
            "do": self._do,
            "fork": self._fork,
            "svg": self._svg,
            "help": lambda _: self.out.print(escape(_HELP)),
            "quit": self._quit,
        }

    def go(self) -> int:
        """Step until it is enough."""
        self._show()
        self.out.print("[dim]Enter: the next frame; `help` tells the rest[/dim]")
        try:
            while True:
                self._obey(self._read())
        except (EOFError, _LeavingError):
            return FINE
        except KeyboardInterrupt:
            self.out.print()
            return INTERRUPTED

    def _read(self) -> str:
        self.out.print("> ", end="")
        return read_line(self.out)

    def _obey(self, words: str) -> None:
        command, _, rest = words.partition(" ")
        fits = [name for name in self._commands if name.startswith(command.lower())] if command else ["next"]
        try:
            if fits and (len(fits) == 1 or command.lower() in fits or len(command) == 1):
                self._commands[command.lower() if command.lower() in fits else fits[0]](rest.strip())
            else:
                close = nearest(command, self._commands)
                hint = f"did you mean `{close}`?" if close else "`help` lists what there is"
                self.out.print(escape(f"there is no command `{command}`: {hint}"))
        except LudwrightError as error:
            self.out.print(escape(str(error)))

    # ------------------------------------------------------------ moving

    def _to(self, frame: int) -> None:
        if frame < 0:
            self.out.print("This is the start.")
        elif frame > self.recorded.last:
            self.out.print("This is the end.")
        else:
            self.frame, self.tried = frame, []
            self._show()

    def _go(self, rest: str) -> None:
        if not rest.lstrip("-").isdecimal():
            self.out.print("Say which frame: `go 12`.")
            return
        self._to(self.recorded.frame(int(rest)))

    def _look(self, before: bool) -> None:
        self.before, self.tried = before, []
        self._show()

    def _sit(self, rest: str) -> None:
        seats = self.recorded.game.seats
        names = {name.casefold(): place for place, name in enumerate(seats)}
        numbers = {str(place + 1): place for place in range(len(seats))}
        if rest.casefold() in ("all", ""):
            self.seat = None
        elif rest.casefold() in {**numbers, **names}:
            self.seat = {**numbers, **names}[rest.casefold()]
        else:
            self.out.print(escape(f"there is no seat `{rest}`: give a number from 1 to {len(seats)}, or `all`"))
            return
        self._show()

    def _quit(self, rest: str) -> None:
        raise _LeavingError

    # ------------------------------------------------------------ showing

    def _show(self) -> None:
        from ludwright.cli.inspect import heading

        inspection = self.recorded.inspect(self.frame)
        self.out.print()
        if self.tried:
            self.out.print(escape(f"{heading(inspection, False, self.whose)}, then: {', '.join(self.tried)}"))
            print_scene(scene_of(self._here(), self.seat), self.out)
            return
        self.out.print(escape(heading(inspection, self.before, self.whose)))
        print_scene(inspection.scene(self.seat, before=self.before), self.out)

    def _here(self) -> Match:
        """The position that is looked at, with what was tried."""
        match = self.recorded.at(self.frame)
        for words in self.tried:
            match.apply(words)
        return match

    def _list(self) -> None:
        from ludwright.inspecting.listing import list_lines

        if self.tried:
            lines = list_lines(self.recorded.lister.moment(self._here().words, self.seat))
        else:
            lines = self.recorded.inspect(self.frame).listing(self.seat, before=self.before)
        for line in lines:
            self.out.print(escape(line))

    def _legal(self) -> None:
        match = self._here()
        if match.over:
            self.out.print("The game is over.")
        elif self.recorded.by_turns:
            self.out.print("Nobody chooses anything in this game.")
        elif self.seat is not None and match.actor != self.seat:
            self.out.print("Somebody else is asked.")
        else:
            for line in listed(in_order(match.legal()), min(self.out.width, 110)):
                self.out.print(escape(line))

    def _svg(self, rest: str) -> None:
        from ludwright.cli.printing import write_text
        from ludwright.drawing.svg import svg_of

        if not rest:
            self.out.print("Say where: `svg frame.svg`.")
            return
        scene = (
            scene_of(self._here(), self.seat)
            if self.tried
            else self.recorded.inspect(self.frame).scene(self.seat, before=self.before)
        )
        write_text(Path(rest), svg_of(scene))
        self.out.print(escape(f"The picture is {rest}."))

    # ------------------------------------------------------------ off the beaten track

    def _do(self, rest: str) -> None:
        match = self._here()
        if match.over or self.recorded.by_turns:
            self.out.print("There is nothing to choose.")
            return
        self.tried.append(chosen(rest, in_order(match.legal())).words)
        self._show()

    def _fork(self, rest: str) -> None:
        words = rest.split()
        games = int(words.pop()) if words and words[-1].isdecimal() else _GAMES
        agents = None
        if words:
            from ludwright.agents.texts import split

            agents = split(" ".join(words))
        with self.out.status("Going on ..."):
            found = fork(self.recorded, self.frame, actions=self.tried, agents=agents, games=games)
        print_fork(found, self.out)
