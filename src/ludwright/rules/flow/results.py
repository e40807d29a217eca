"""What is read off a state: results, scores, who is ahead, what is tracked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludwright import ir
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax.walking import nodes
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scalar, Scope, WrongError

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules

WORD = 2**31 - 1


class OutcomeAnalysis:
    """Real-valued functions of the state, exported under their names."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.reals: dict[str, str] = {}
        self.tracks: list[tuple[str, str, str]] = []
        self._goals_reached: int | None = None
        self._scoring = False

    def make(self) -> None:
        self._real("returns", self._returns)
        score = self.rules.score
        if score is not None:
            self._real("score", lambda code, seat: terms.as_real(self.score_of(seat, Scope(code, score))))
        if self._may_name_all:
            self._real("placing", self._placing)
        lead = next(self.rules.model.declared(syntax.LeadDeclaration), None)
        if lead is not None:
            self._real("lead", lambda code, seat: self._lead(*lead, code, seat))
        for i, (declaration, track) in enumerate(self.rules.model.declared(syntax.TrackDeclaration)):
            self._track(i, declaration, track)

    def _real(self, name: str, make: Any) -> None:
        players = self.rules.model.players
        code = Code(name)
        function = f"real_of_{name.replace('.', '_')}"
        try:
            value = make(code, terms.local("seat", 0, players - 1))
        except WrongError:
            return
        code.emit(ir.Return(terms.as_real(value)))
        self.rules.functions[function] = ir.Function(
            function, [("seat", 0, players - 1)], code.statements, ir.REAL, 0, 0, code.arrays
        )
        self.reals[name] = function

    @property
    def by_points(self) -> bool:
        """Whether what a seat gets is a result formula or its score, rather than a win or a loss."""
        model = self.rules.model
        if any(True for _ in model.of("result")):
            return True
        decided = any(
            isinstance(n, syntax.Settling) for d in self.rules.description.declarations for n in nodes(d.tree)
        )
        return (model.players == 1 or model.cooperative) and self.rules.score is not None and not decided

    @property
    def _may_name_all(self) -> bool:
        """Whether equal results of 0 may be a win of all, since the rules name the winners."""
        model = self.rules.model
        return model.players > 1 and not model.cooperative and any(True for _ in model.of("winners"))

    def _placing(self, code: Code, seat: ir.Expr) -> ir.Expr:
        """The place of a seat; 0 in a draw."""
        players = self.rules.model.players
        return terms.as_real(terms.state(ir.HEADER + players, seat, 0, players - 1, 0, players + 1))

    def _returns(self, code: Code, seat: ir.Expr) -> ir.Expr:
        result = next(self.rules.model.declared(syntax.ResultDeclaration), None)
        if result is not None:
            return self._result(*result, code)
        if self.by_points and self.rules.score is not None:
            return terms.as_real(self.score_of(seat, Scope(code, self.rules.score)))
        return terms.as_real(terms.state(ir.HEADER, seat, 0, self.rules.model.players - 1, -1_000_000, 1_000_000))

    def goals_word(self) -> int:
        """Where the number of goals reached is kept."""
        if self._goals_reached is None:
            self._goals_reached = self.rules.model.words(1)
        return self._goals_reached

    def _result(self, declaration: Declaration, result: syntax.ResultDeclaration, code: Code) -> ir.Expr:
        """The weighted result of a solo game: every share cut to its range and scaled to 0..1."""
        scope = Scope(code, declaration, real=True, where="result")
        total: ir.Expr = terms.real(0.0)
        self._whole(result.shares, scope)
        for share in result.shares:
            if not isinstance(share.values, syntax.NumberRange):
                raise self.rules.wrong(scope, share.values, "expected a range such as `0..100`")
            ends = (share.values.first, share.values.last)
            lo, hi = (terms.as_real(self.rules.formulas.number(end, scope)) for end in ends)
            if lo == hi:
                raise self.rules.wrong(
                    scope, share.values, "nothing lies between the ends of this range", "write one such as `0..100`"
                )
            number = terms.as_real(self.rules.formulas.number(share.value, scope))
            scaled = terms.real_op("rdiv", terms.real_op("rsub", number, lo), terms.real_op("rsub", hi, lo))
            cut = terms.real_op("rmax", terms.real(0.0), terms.real_op("rmin", terms.real(1.0), scaled))
            total = terms.real_op("radd", total, terms.real_op("rmul", terms.real(_percent(share) / 100), cut))
        return total

    def _whole(self, shares: Sequence[syntax.ResultShare], scope: Scope) -> None:
        """The shares of a result make up the whole."""
        whole = sum(map(_percent, shares))
        if whole != 100:
            self.rules.wrong(scope, shares[-1].percent, f"the shares come to {whole}%", "a result is 100% in all")

    def _lead(self, declaration: Declaration, lead: syntax.LeadDeclaration, code: Code, seat: ir.Expr) -> ir.Expr:
        scope = self._of_player(lead, seat, Scope(code, declaration, real=True, where="lead"))
        value = terms.as_real(self.rules.formulas.number(lead.value, scope))
        return terms.real_op("rmax", terms.real(0.0), terms.real_op("rmin", terms.real(1.0), value))

    def _of_player(self, tree: syntax.LeadDeclaration | syntax.ScoreDeclaration, seat: ir.Expr, scope: Scope) -> Scope:
        """The scope of a formula about a player, who may have a name."""
        if tree.parameters is None:
            return scope
        return scope.bind(str(tree.parameters.names.words[0]), Scalar(seat, self.rules.model.player.ref()))

    def _track(self, number: int, declaration: Declaration, track: syntax.TrackDeclaration) -> None:
        gen = track.members

        def make(code: Code, seat: ir.Expr) -> ir.Expr:
            scope = Scope(code, declaration, self._last(), real=True, where="track")
            if gen is not None:
                name, members, _, _ = self.rules.formulas.gen(gen, scope)
                if members.type.kind is not self.rules.model.player:
                    raise self.rules.wrong(
                        scope, gen, "a track follows something for each player", "write `for p in players`"
                    )
                scope = self.rules.formulas.bound(scope, name, seat, members.type)
            return terms.as_real(self.rules.formulas.number(track.value, scope))

        self._real(f"track.{number}", make)
        self.tracks.append((track.title[1:-1], str(track.phase or "turn"), "game" if gen is None else "seat"))

    def _last(self) -> ir.Expr:
        """Who acted last; before anybody has, whose turn it is."""
        players = self.rules.model.players
        acted, turn = (terms.state(word, lo=-1, hi=players) for word in (ir.ACTED, ir.TURN_PLAYER))
        return terms.clamp(terms.select(terms.lt(acted, terms.ZERO), turn, acted), 0, players - 1)

    def score_of(self, seat: ir.Expr, scope: Scope) -> ir.Expr:
        """The score of a player (or of the team, where it is shared)."""
        assert self.rules.score is not None
        score: syntax.ScoreDeclaration = self.rules.score.tree
        inner = Scope(scope.code, self.rules.score, real=False, where="score")
        if self._scoring:
            raise self.rules.wrong(
                inner, score.value, "the score is worked out from itself", "say it by what players have, as `p.coins`"
            )
        self._scoring = True
        try:
            return self.rules.formulas.number(score.value, self._of_player(score, seat, inner))
        finally:
            self._scoring = False


def _percent(share: syntax.ResultShare) -> int:
    return int(share.percent[:-1])
