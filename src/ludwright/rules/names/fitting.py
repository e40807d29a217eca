"""Which types fit where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.language.syntax import Part
from ludwright.model.kinds import FRACTION, REAL, Kind, Type
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

WORD = 2**31 - 1


class Fitting:
    """Compares kinds and types, and says what a kind has."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def comparable(self, a: Kind | None, b: Kind | None) -> bool:
        if a is None or b is None:
            return a is b
        if a is b or a.root is b.root:
            return True
        if a.role == b.role == "component":
            return any(self.comparable(k, b) for k in a.subkinds if a.name in self.rules.unions) or any(
                self.comparable(a, k) for k in b.subkinds if b.name in self.rules.unions
            )
        if a.role == b.role == "design" and a.of is not None and b.of is not None:
            return self.comparable(a.of, b.of)
        return False

    def common(self, a: Type, b: Type, scope: Scope, node: Part | None) -> Type:
        """A type both values have."""
        if a.form == "none":
            return Type(b.form, b.kind, True) if b.form in ("ref", "number") else b
        if b.form == "none":
            return Type(a.form, a.kind, True) if a.form in ("ref", "number") else a
        if {a.form, b.form} <= {"number", "real"}:
            if "real" in (a.form, b.form):
                return REAL
            return Type("number", None, a.optional or b.optional)
        if {a.form, b.form} <= {"number", "real", "fraction"}:
            return REAL if "real" in (a.form, b.form) else FRACTION
        if a.form == b.form and (a.form != "ref" or self.comparable(a.kind, b.kind)):
            return Type(a.form, a.kind, a.optional or b.optional)
        raise self.rules.wrong(scope, node, f"one is {a}, the other {b}", "both must be of the same kind")

    def fits(self, given: Type, wanted: Type, node: Part, scope: Scope, name: str = "") -> None:
        """A mistake unless a value of one type can stand where the other is wanted."""
        if given.form == "none":
            if wanted.form == "ref" and not wanted.optional:
                hint = f"declare it `{name or 'x'}: {wanted.kind.name} or none`" if wanted.kind else ""
                raise self.rules.wrong(scope, node, f"{'`' + name + '`' if name else 'this'} can't be `none`", hint)
            return
        if given.form == wanted.form and (given.form != "ref" or self.comparable(given.kind, wanted.kind)):
            return
        if (given.form, wanted.form) == ("number", "fraction"):
            return
        if (given.form, wanted.form) == ("fraction", "number"):
            hint = (
                f"write `whole(...)`, or let `{name}` begin as a fraction: `{name} = 0.0`"
                if name
                else "write `whole(...)`"
            )
            raise self.rules.wrong(scope, node, "a whole number is needed here, this is a fraction", hint)
        if (
            given.kind is not None
            and wanted.kind is not None
            and given.kind.role == "component"
            and wanted.kind.role == "design"
        ):
            return
        raise self.rules.wrong(scope, node, f"expected {wanted}, this is {given}")

    def known_members(self, kind: Kind) -> list[str]:
        found = [*kind.properties, *(f for a in kind.ancestors() for f in a.fields), *kind.holds]
        if kind.design is not None:
            found += list(kind.design.properties)
        found += [name for (owner, name) in self.rules.model.owned_zones if owner == id(kind)]
        found += {
            "cell": ["row", "column", "neighbours", "number", "next"],
            "player": ["number", "turns", *(["score"] if self.rules.score else [])],
        }.get(kind.role, ["number"])
        return found

    def marked(self, kind: Kind) -> bool:
        """Whether single cards carry marks, so that equal copies may differ."""
        return any(a.fields for a in kind.ancestors()) or bool(kind.root.limit) or any(k.fields for k in kind.subkinds)
