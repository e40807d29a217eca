"""The table in the terminal: shows, asks, tells; every human sees only what his seat sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from ludwright.cli import manners
from ludwright.cli.manners import FINE, FOUND, INTERRUPTED
from ludwright.cli.night import Night
from ludwright.cli.picture import print_scene
from ludwright.cli.printing import read_line
from ludwright.drawing import Scene, scene_of
from ludwright.drawing.text import long_faces
from ludwright.drawing.things import things_of
from ludwright.hidden.sight import differs_by_seat
from ludwright.mistakes import LudwrightError, nearest
from ludwright.play.choosing import Slip, chosen, in_order, listed
from ludwright.play.hearing import Heard
from ludwright.play.news import News
from ludwright.play.outcome import fault_lines, result_lines
from ludwright.play.saved import save
from ludwright.play.simulate import MOVE_LIMIT
from ludwright.play.sitting import Done, Sitting
from ludwright.rules.options.wording import Option

_HELP = """\
  a number, or words   choose one of the moves; a part of the words is enough if only one move fits
  legal                all moves that are legal now
  show                 the position again
  look CARD            what is printed on a card, a piece or a cell; `? CARD` is the same
  why [AGENT]          what an agent thinks of your moves, seeing what you see; `hint` is the same
  undo                 take back the last choice
  save [FILE]          put the game aside; `ludwright play --load FILE` goes on with it
  quit                 leave
Where a move has the name of a command, write the command with a slash: /undo"""
_COMMANDS = ("legal", "show", "look", "?", "why", "hint", "undo", "save", "help", "quit")
_LOOKED_AT = 20
"""So many things are described at once."""
_LISTED = 60
"""Longer lists of moves are shown in full only when asked for."""


class _LeavingError(Exception):
    """Somebody leaves the table."""


class TableSitting:
    """One sitting, played to its end or until somebody leaves."""

    def __init__(self, sitting: Sitting, out: Console, file: Path | None) -> None:
        self.sitting, self.out, self.file = sitting, out, file
        self.game = sitting.match.game
        self.news = News(sitting)
        self.hearsay = self.news.hearsay
        self.hiding = (differs_by_seat(self.game) or self.hearsay.secrecy.any) and len(sitting.humans) > 1
        """Whether the screen must be hidden when it is passed on."""
        self._night = Night(self.hearsay.secrecy, sitting.humans)
        self._looking: int | None = None
        self._unread = False
        """Whether somebody was shown something that would be lost when the screen is hidden."""
        self._read: dict[int, set[str]] = {}
        """The cards whose effects and texts somebody was told already."""
        self._greeted: set[int] = set()
        """Who was told what was shown before the first choice."""
        self._heard = [len(sitting.done)] * self.game.players
        self._told = len(sitting.done)
        self._kept: list[int] | None = None
        """The answers that were saved last."""

    def play(self) -> int:
        """Play, and give the exit code."""
        try:
            self._play()
        except (EOFError, _LeavingError):
            self._leave()
            return FINE
        except KeyboardInterrupt:
            self.out.print()
            self._leave()
            return INTERRUPTED
        return FOUND if self.sitting.match.fault is not None else FINE

    def _play(self) -> None:
        if not self.sitting.humans:
            print_scene(scene_of(self.sitting.match), self.out)
            self.out.print()
        alone = 0
        while not self.sitting.match.over:
            self._let_look(None)
            if self._step():
                alone += 1
                self._tell_everybody()
                if alone > MOVE_LIMIT:
                    self.out.print(f"Nobody was asked for {MOVE_LIMIT:,} moves: this game does not come to an end.")
                    return
            else:
                alone = 0
                self._turn(self.sitting.match.actor or 0)
        self._end()

    def _step(self) -> bool:
        """Let whoever needs no asking act; where that takes thought, somebody who looks is told so."""
        seat = self.sitting.thinking
        if seat is None or not self.out.is_terminal:
            return self.sitting.step()
        who = f"{self.game.seats[seat]} thinks ({self.sitting.seats[seat]})"
        with self.out.status("..." if self.hearsay.secrecy.unheard(self.sitting.match.words) else f"{escape(who)} ..."):
            return self.sitting.step()

    # ------------------------------------------------------------ a human's turn

    def _let_look(self, asked: int | None) -> None:
        """In a secret stage the screen goes to those as well who are asked nothing."""
        for seat in self._night.due(self.sitting.match.words, asked) if self.hiding else ():
            self._pass_to(seat)
            self._tell(seat)
            self._show(seat)
            self.out.print("You are asked nothing now: press Enter.")
            read_line(self.out)

    def _turn(self, seat: int) -> None:
        self._let_look(seat)
        self._pass_to(seat)
        self._tell(seat)
        self._show(seat)
        self._list(_LISTED)
        while not self._answered(seat):
            pass

    def _pass_to(self, seat: int) -> None:
        if self.hiding and self._looking != seat:
            if self._unread:
                self.out.print("Press Enter when you have seen it.")
                read_line(self.out)
            self._clear()
            name = escape(self.game.seats[seat])
            self.out.print(f"Pass the screen to [bold]{name}[/bold]. {name}: press Enter when only you can see it.")
            read_line(self.out)
            self._clear()
        self._looking, self._unread = seat, False

    def _answered(self, seat: int) -> bool:
        """Read one line; whether the table has to look who is next."""
        self.out.print(f"[bold]{escape(self.game.seats[seat])}[/bold] > ", end="")
        words = read_line(self.out)
        options = in_order(self.sitting.match.legal())
        command, _, rest = words.removeprefix("/").partition(" ")
        meant = command.casefold() if words.startswith("/") or not _names_a_move(words, options) else ""
        if not words:
            return False
        if meant in _COMMANDS:
            return self._obey(meant, rest.strip(), seat)
        try:
            option = chosen(words, options)
        except Slip as slip:
            close = nearest(command, _COMMANDS) if " " not in words else None
            self.out.print(escape(str(slip)) + (f" (or the command `{close}`?)" if close else ""))
            return False
        self.out.print(f"  {escape(self.game.seats[seat])}: {escape(option.words)}")
        self.sitting.choose(option)
        self._heard[seat] = len(self.sitting.done)
        signs = list(self._signs(self.sitting.done[-1].heard, seat))
        for line in signs:
            self.out.print(escape(line))
        self._unread = bool(signs)
        return True

    def _obey(self, command: str, rest: str, seat: int) -> bool:
        if command == "legal":
            self._list(None)
        elif command == "show":
            self._show(seat)
        elif command == "look" or (command == "?" and rest):
            self._look(rest)
        elif command in ("why", "hint"):
            self._explain(rest)
        elif command in ("help", "?"):
            self.out.print(escape(_HELP))
        elif command == "save":
            self._save(Path(rest) if rest else self.file)
        elif command == "quit":
            raise _LeavingError
        elif command == "undo":
            return self._undo()
        return False

    def _look(self, words: str) -> None:
        """What is printed on something, which everybody may read."""
        found = things_of(self.game).faces.called(words) if words else []
        if not found:
            self.out.print(f"Nothing is called `{escape(words)}`." if words else "Say what to look at: `look CARD`.")
        for name, printed in found[:_LOOKED_AT]:
            self.out.print(escape(f"  {name}: {', '.join(printed)}" if printed else f"  {name}: nothing but its name"))
        if len(found) > _LOOKED_AT:
            self.out.print(f"  and {len(found) - _LOOKED_AT} more: say more of the name")

    def _explain(self, agent: str) -> None:
        """What an agent thinks, in the place of whoever is asked."""
        from ludwright.agents.why import why
        from ludwright.cli.why import DEFAULT, print_why

        try:
            with self.out.status("Thinking ..."):
                found = why(self.sitting.match, agent or DEFAULT)
        except KeyboardInterrupt:
            manners.unhear()
            self.out.print("Stopped thinking.")
        except LudwrightError as error:
            self.out.print(escape(str(error)))
        else:
            print_why(found, self.out, most=8)

    def _undo(self) -> bool:
        back = self.sitting.undo()
        if back is None:
            self.out.print("There is nothing to take back.")
            return False
        count = len(self.sitting.done)
        self._heard = [min(heard, count) for heard in self._heard]
        self._told = min(self._told, count)
        self._night.begin_again()
        if not self.hiding:
            self.out.print(f"Taken back: {escape(self.game.seats[back])} chooses again.")
        return True

    # ------------------------------------------------------------ showing and telling

    def _show(self, seat: int | None) -> None:
        self.out.print()
        scene = scene_of(self.sitting.match, seat)
        print_scene(scene, self.out, faces=True)
        if seat is not None:
            self._tell_faces(scene, seat)
        self.out.print()

    def _tell_faces(self, scene: Scene, seat: int) -> None:
        """What the cards do that somebody sees for the first time, and what their text says; `look` tells it again."""
        read = self._read.setdefault(seat, set())
        new = {name: words for name, words in long_faces(scene).items() if name not in read}
        read.update(new)
        if new:
            self.out.print()
        for name in list(new)[:_LOOKED_AT]:
            self.out.print(escape(f"  {name}: {', '.join(new[name])}"))
        if len(new) > _LOOKED_AT:
            self.out.print(f"  and what {len(new) - _LOOKED_AT} more cards do: `look CARD` tells")

    def _list(self, most: int | None) -> None:
        options = in_order(self.sitting.match.legal())
        for line in listed(options, min(self.out.width, 110), most):
            self.out.print(escape(line))

    def _tell(self, seat: int) -> None:
        """What has happened since this human last chose."""
        lines = list(self._signs(self.sitting.at_start, seat)) if seat not in self._greeted else []
        self._greeted.add(seat)
        lines += [line for done in self.sitting.done[self._heard[seat] :] for line in self._news(done, seat)]
        if lines:
            self.out.print()
        for line in lines:
            self.out.print(escape(line))
        self._heard[seat] = len(self.sitting.done)

    def _news(self, done: Done, seat: int) -> Iterator[str]:
        """What somebody did, as far as a seat notices it."""
        told = self.news.move(done, seat)
        if told is not None:
            yield f"  {told}"
        yield from self._signs(done.heard, seat)

    def _signs(self, heard: Sequence[Heard], seat: int) -> Iterator[str]:
        """What a seat was shown or told."""
        return (f"    {line}" for line in self.news.signs(heard, seat))

    def _tell_everybody(self) -> None:
        """With nobody at the table every move is told as it comes."""
        if self.sitting.humans:
            return
        for done in self.sitting.done[self._told :]:
            self.out.print(f"  {escape(self.game.seats[done.seat])}: {escape(done.option.words)}")
        self._told = len(self.sitting.done)

    def _end(self) -> None:
        match = self.sitting.match
        if self.hiding:
            self._clear()
        elif self._looking is not None:
            self._tell(self._looking)
        self._show(None)
        if match.fault is not None:
            for line in fault_lines(self.game, match.words, MOVE_LIMIT):
                self.out.print(escape(line))
            return
        for line in result_lines(self.game, match.words, match.returns(), match.scores()):
            self.out.print(escape(line))

    # ------------------------------------------------------------ the terminal

    def _clear(self) -> None:
        """Leave nothing to read, not even above the screen."""
        if self.out.is_terminal:
            self.out.file.write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self.out.print("-" * 40)

    def _save(self, path: Path | None) -> None:
        if path is None:
            self.out.print("Say where: `save my_game.json`.")
            return
        try:
            save(path, self.sitting.match, self.sitting.seats)
        except LudwrightError as error:
            self.out.print(escape(str(error)))
            return
        self.file, self._kept = path, list(self.sitting.match.answers)
        self.out.print(f"Saved. `ludwright play --load {escape(str(path))}` goes on with it.")

    def _leave(self) -> None:
        if self.hiding:
            self._clear()
        if self.file is not None and self._kept != self.sitting.match.answers:
            self._save(self.file)
        self.out.print("The game stays as it is. Goodbye.")


def _names_a_move(words: str, options: Sequence[Option]) -> bool:
    return any(option.words.casefold() == words.casefold() for option in options)
