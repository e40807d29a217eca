"""What somebody at the table is told of the moves of all: never more than the seat could notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludwright.hidden.sight import anything_hidden
from ludwright.play.hearing import Heard
from ludwright.play.sitting import Done, Sitting
from ludwright.play.telling import Hearsay


class News:
    """Tells the moves of one sitting."""

    def __init__(self, sitting: Sitting) -> None:
        self.game, self._hearing = sitting.match.game, sitting.hearing
        self.hearsay = Hearsay(self.game)
        self.secrets = anything_hidden(self.game) or self.hearsay.secrecy.any
        """Whether it would tell something that somebody had only one way."""

    def move(self, done: Done, seat: int | None) -> str | None:
        """What somebody did, as far as a seat notices it; without a seat all of it."""
        own = seat is None or done.seat == seat
        if not own and self.hearsay.secrecy.unheard(done.before):
            return None
        words = self.hearsay.told(done.option, None if own else seat, done.before, done.after)
        only = " (the only way)" if done.options == 1 and (own or not self.secrets) else ""
        return f"{self.game.seats[done.seat]}: {words}{only}"

    def signs(self, heard: Sequence[Heard], seat: int | None) -> Iterator[str]:
        """What a seat was shown or told."""
        return self._hearing.lines(heard, seat)
