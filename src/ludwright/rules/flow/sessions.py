"""Sessions: when a player comes to a game that runs by a clock, how long he stays, how long an action takes him.

A profile is three numbers of the table, so that choosing another one compiles nothing. Sessions begin at even distances, the
first at 0. A player who has used up his minutes, or is away when something he waited for is over, comes back at the next beginning.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.mistakes import Mistake
from ludwright.rules.emit.code import Code

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules

DAY = 86_400
WORD = 2**31 - 1
NO_PROFILE = (0, 0, 0)


class Sessions:
    """Words in the state for the session under way; three in the table for the profile."""

    def __init__(self, rules: Rules, tick: int | None) -> None:
        self.rules = rules
        model = rules.model
        self.tick = tick
        """Seconds for which the clock counts one; None without a clock."""
        self.profiles: dict[str, tuple[int, int, int]] = {}
        """By title: from one beginning to the next, how long a session lasts, how long an action takes, as the clock counts."""
        for declaration, profile in model.declared(syntax.ProfileDeclaration):
            self._read(declaration, profile)
        taken = "session" in model.fields or "session" in model.params or "session" in {*model.kinds, *rules.stages}
        self.named = "session" in rules.words_used and tick is not None and not taken
        """Whether the word `session` means these."""
        self.used = bool(self.profiles) or self.named
        if self.used:
            self._number, self._start, self._waits = (model.words(1) for _ in range(3))
            rules.image[self._number] = 1
            self.place = len(model.tables.words)
            """Where the numbers of the profile lie in the table."""
            model.tables.words.extend(NO_PROFILE)

    def _read(self, declaration: Declaration, profile: syntax.ProfileDeclaration) -> None:
        title, sessions, minutes, seconds = profile.title, profile.sessions, profile.minutes, profile.seconds
        rules = self.rules
        if self.tick is None:
            rules.report(
                Mistake(
                    declaration.place(title), "this game has no clock for a profile", "add a line `clock in seconds`"
                )
            )
            return
        number, long, act = (Fraction(str(child)) for child in (sessions, minutes, seconds))
        if number <= 0 or number > DAY:
            rules.report(Mistake(declaration.place(sessions), "a profile needs at least some sessions a day"))
            return
        between, lasts = DAY / number / self.tick, long * 60 / self.tick
        if not 0 < lasts <= between or between > WORD:
            most = f"at most {float(DAY / number / 60):g}"
            rules.report(
                Mistake(declaration.place(minutes), f"sessions of {minutes} minutes don't fit", f"{most} minutes each")
            )
            return
        if (act / self.tick).denominator != 1 or lasts.denominator != 1:
            unit = next(clock.unit for _, clock in rules.model.declared(syntax.ClockDeclaration))
            wrong = seconds if lasts.denominator == 1 else minutes
            rules.report(Mistake(declaration.place(wrong), f"the clock counts in {unit}: this is finer"))
            return
        self.profiles[str(title)[1:-1]] = (int(between), int(lasts), min(int(act / self.tick), WORD))

    def words_for(self, profile: str | None) -> dict[int, int]:
        """The words of the table for a profile, by place."""
        figures = NO_PROFILE if profile is None else self.profiles[profile]
        return {self.place + i: figure for i, figure in enumerate(figures)} if self.used else {}

    # ------------------------------------------------------------ reading

    def number(self) -> ir.Expr:
        """The session under way, from 1."""
        return terms.state(self._number, lo=0, hi=WORD)

    def left(self, now: ir.Expr) -> ir.Expr:
        """How much of it is left, as the clock counts; without a profile it never ends."""
        rest = terms.clamp(terms.sub(terms.add(self._begun(), self._lasts()), now), 0, WORD)
        return terms.select(self._chosen(), rest, terms.const(WORD))

    def an_action(self) -> ir.Expr:
        """How long an action takes at least."""
        return self._figure(2) if self.used else ZERO

    def _figure(self, i: int) -> ir.Expr:
        return terms.table(self.place + i, lo=0, hi=WORD)

    def _chosen(self) -> ir.Expr:
        return terms.gt(self._figure(0), ZERO)

    def _lasts(self) -> ir.Expr:
        return self._figure(1)

    def _begun(self) -> ir.Expr:
        return terms.state(self._start, lo=0, hi=WORD)

    # ------------------------------------------------------------ coming and going

    def wait(self, code: Code, number: ir.Expr) -> None:
        """Let the player come back after so many sessions."""
        more = terms.clamp(terms.add(terms.state(self._waits, lo=0, hi=WORD), number), 0, WORD)
        code.emit(terms.store(self._waits, more, lo=0, hi=WORD))

    def look_ahead(self, code: Code, now: ir.Expr, target: ir.Local) -> ir.Local:
        """Move a moment that lies behind the end of the session on to where another begins. How many sessions begin until then."""
        waits = code.keep(terms.state(self._waits, lo=0, hi=WORD), "waits")
        coming = code.variable(waits, 0, WORD, "coming")
        between = code.keep(terms.highest(self._figure(0), ONE), "between")
        whole = terms.div(now, between)
        called = terms.mul(terms.clamp(terms.add(whole, waits), 0, WORD), between)
        ended = terms.ge(target, terms.add(self._begun(), self._lasts()))
        rounded = terms.mul(terms.div(terms.add(target, terms.sub(between, ONE)), between), between)
        code.emit(
            ir.If(
                self._chosen(),
                [
                    ir.If(
                        terms.gt(waits, ZERO),
                        [ir.Set(target.name, terms.clamp(called, 0, WORD))],
                        [
                            ir.If(
                                ended,
                                [ir.Set(coming.name, ONE), ir.Set(target.name, terms.clamp(rounded, 0, WORD))],
                            )
                        ],
                    )
                ],
            )
        )
        code.emit(terms.store(self._waits, ZERO, lo=0, hi=WORD))
        return coming

    def begin(self, code: Code, coming: ir.Expr, now: ir.Expr) -> None:
        """The player is back: count the session, and set back what begins anew with each."""
        with code.block() as body:
            number = terms.clamp(terms.add(self.number(), coming), 0, WORD)
            code.emit(terms.store(self._number, number, lo=0, hi=WORD))
            code.emit(terms.store(self._start, now, lo=0, hi=WORD))
            self.rules.addresses.reset(code, "session")
        code.emit(ir.If(terms.gt(coming, ZERO), body))
