"""The whole game in our language."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path as FilePath

from ludwright.importing.places import Located, Wrong
from ludwright.importing.text import Text
from ludwright.importing.wgdl.counters import counters_of
from ludwright.importing.wgdl.effects import Effects, Line
from ludwright.importing.wgdl.expressions import Path, UnreadableError
from ludwright.importing.wgdl.families import CATALOGUE, GLOBAL, THINGS, Families
from ludwright.importing.wgdl.formulas import ATOM, SUM, Around, Formulas, Written
from ludwright.importing.wgdl.model import (
    CREATION,
    DESIGN,
    INSTANCE,
    PLAYER,
    RULE,
    Action,
    Attribute,
    Class,
    Model,
    Object,
)
from ludwright.importing.wgdl.naming import Naming
from ludwright.importing.wgdl.options import DEFAULT_WAITING, Options
from ludwright.importing.wgdl.words import Word
from ludwright.language.declarations import plural_of
from ludwright.mistakes import nearest


class Translation:
    """Writes a model as a text in our language."""

    def __init__(self, model: Model, options: Options, wrong: Wrong) -> None:
        self.model, self.options, self.wrong = model, options, wrong
        self.families = Families(model, options, wrong)
        self.counters = counters_of(model, self.families, options.sum_all, wrong)
        self.naming = Naming(model, self.families, self.counters)
        fresh = self.naming.names.fresh
        self.due, self.begun, self.cut = fresh("rules_due"), fresh("begun"), fresh("cut")
        self.all_counters = plural_of(self.naming.counter_kind)
        self.formulas = Formulas(self)
        self.effects = Effects(self)
        self.text = Text()
        self.has_rules = any(action.kind == RULE and action.uses for action in model.actions.values())
        self._others = ""
        self.extra: list[str] = []
        """Actions that options added."""

    def written(self, file: str) -> Text:
        """The whole text."""
        rules = self._rules()
        text = self.text
        text.line(f'game "{FilePath(file).stem.replace(chr(34), "") or "game"}"')
        text.line("players 1")
        text.line(f"clock in seconds, up to {self.options.waiting} waiting")
        self._declarations()
        for depth, line, at in rules:
            if depth == 0 and line:
                text.gap()
            text.depth = depth
            text.line(line, at)
        text.depth = 0
        text.gap()
        self._analysis()
        return text

    # ------------------------------------------------------------ what there is

    def _declarations(self) -> None:
        text, naming = self.text, self.naming
        for root in self.model.roots():
            form = self.families.form(root)
            if form == THINGS:
                self._things(root)
            elif form == CATALOGUE and root.descriptions():
                self._catalogue(root)
        for root in self.model.roots():
            if self.families.form(root) == GLOBAL:
                self._lasting(next(one for one in root.descriptions() if one.initials))
        if self.counters.nodes:
            text.gap()
            depth = self.counters.depth
            rows: list[tuple[list[str], Located | None]] = [(["name", *(naming.part(i) for i in range(depth))], None)]
            for node in self.counters.nodes:
                parts = [naming.text(part) for part in node]
                rows.append(([naming.counters[node], *parts, *([""] * (depth - len(parts)))], None))
            with text.block(f"enum {naming.counter_kind}({self.all_counters})"):
                text.table(rows)
            text.line(f"var {naming.counted}[{naming.counter_kind}] = 0 in 0..1000000000")
            for total in naming.sums.values():
                text.line(f"var {total} = 0 in 0..1000000000")
        if naming.texts:
            text.line(f"enum {naming.text_kind}: {', '.join(naming.texts.values())}")
        if self.has_rules:
            text.line(f"var {self.due} = no")
        if self._guards_creations():
            text.line(f"var {self.begun} = no")
        if self.formulas.cuts:
            text.gap()
            same = "(a >= 0) is (b >= 0)"
            text.line(f"define {self.cut}(a, b): abs(a) div abs(b) if {same} else -(abs(a) div abs(b))")

    def _things(self, root: Class) -> None:
        self.text.gap()
        for cls in root.family():
            if not cls.descriptions():
                continue
            kind = f"{self.naming.classes[cls.name]}({self.naming.plural(cls)})"
            parent = f" of {self.naming.classes[cls.parent.name]}" if cls.parent is not None else ""
            room = f", up to {self.families.most(root)}" if cls is root else ""
            with self.text.block(f"things {kind}{parent}{room}", cls.word):
                if cls.objects:
                    self._table(cls, cls.objects)
                for attribute in cls.attributes.values():
                    if not attribute.constant:
                        self.text.line(
                            f"{self.naming.attribute(attribute.name)}{self._start(attribute)}", attribute.word
                        )

    def _catalogue(self, root: Class) -> None:
        self.text.gap()
        with self.text.block(f"enum {self.naming.classes[root.name]}({self.naming.plural(root)})", root.word):
            self._table(root, root.descriptions())

    def _table(self, cls: Class, objects: list[Object]) -> None:
        naming, root = self.naming, cls.root
        known = [one for below in (cls.family() if cls is root else [cls]) for one in below.all_attributes().values()]
        if self.families.form(cls) == THINGS:
            known = list(cls.all_attributes().values())
        columns = {one.name: one for one in known if one.constant}
        first = {one.name: one for one in known if not one.constant and self._differs(one)}
        counts = {
            key: name for key, name in naming.count_columns.items() if any(one.cls.is_a(key[0]) for one in objects)
        }
        tags = list(root.family()[1:]) if self.families.form(cls) == CATALOGUE else []
        head = [
            "name",
            *(naming.attribute(name) for name in columns),
            *(naming.first(one) for one in first.values()),
            *counts.values(),
            *(naming.attribute(f"is_{below.name}") for below in tags),
        ]
        rows: list[tuple[list[str], Located | None]] = [(head, None)]
        for one in objects:
            mine = one.cls.all_attributes()
            cells = [
                self._cell(one, attribute) if attribute.name in mine else ""
                for attribute in (*columns.values(), *first.values())
            ]
            for owner, attribute, before, after in counts:
                node = (*before, one.value(attribute).text, *after)
                cells.append(naming.counters[node] if one.cls.is_a(owner) else "")
            cells += ["yes" if one.cls.is_a(below) else "no" for below in tags]
            rows.append(([naming.objects[one.name], *cells], one.word))
        self.text.table(rows)

    def _differs(self, attribute: Attribute) -> bool:
        """Whether what it is at first depends on the description, or is read from it."""
        owners = [one for below in attribute.owner.family() for one in below.objects]
        return (attribute.owner.root.name, attribute.name) in self.formulas.first_columns or any(
            attribute.name in one.values for one in owners
        )

    def _cell(self, one: Object, attribute: Attribute) -> str:
        return self._worth(attribute, one.value(attribute))

    def _worth(self, attribute: Attribute, value: Word) -> str:
        if attribute.type == "boolean":
            return "yes" if value.text.lower() == "true" else "no"
        if attribute.type == "string":
            return self.naming.text(value.text)
        if attribute.type == "object":
            return "none" if value.text == "null" else self.naming.objects[value.text.removeprefix("object:")]
        try:
            return self.formulas.literal(value.text, attribute.type, value)
        except UnreadableError:
            return "0"  # it was told

    def _start(self, attribute: Attribute, value: Word | None = None) -> str:
        """How a variable is declared behind its name."""
        worth = self._worth(attribute, value or attribute.default)
        if attribute.type == "string":
            return f": {self.naming.text_kind} = {worth}"
        if attribute.type == "object":
            kind = self.naming.reference(self.model.classes[attribute.target], attribute.holds == DESIGN)
            return f": {kind}" if worth == "none" else f": {kind} = {worth}"
        return f" = {worth}"

    def _lasting(self, one: Object) -> None:
        self.text.gap()
        for attribute in one.cls.all_attributes().values():
            value = one.value(attribute)
            param = attribute.constant and attribute.type in ("long", "boolean")
            name = self.naming.variable(one, attribute)
            self.text.line(f"{'param' if param else 'var'} {name}{self._start(attribute, value)}", attribute.word)

    # ------------------------------------------------------------ what happens

    def designs(self, cls: Class) -> str:
        """The set of descriptions of a class."""
        if self.families.form(cls) != CATALOGUE:
            return f"{self.naming.classes[cls.name]} designs"
        every = self.naming.plural(cls.root)
        return every if cls.parent is None else f"(all x in {every} with x.{self.naming.attribute(f'is_{cls.name}')})"

    def around(self, action: Action) -> Around:
        """What `this` and the other class are called in an action."""
        this = other = ""
        if action.cls is not None and self.families.form(action.cls) != GLOBAL:
            this = f"the_{self.naming.classes[action.cls.name]}"
        if action.other is not None:
            other = f"the_{self.naming.classes[action.other.name]}"
            other = f"other_{self.naming.classes[action.other.name]}" if other == this else other
        return Around(action.cls, this, action.other, other, action.every, action.kind == RULE)

    def counter(self, path: Path) -> Written:
        """`game.NAME`."""
        name = ".".join(path.parts[1:])
        if name not in self.model.counters:
            close = nearest(name, self.model.counters)
            hint = f"did you mean `game.{close}`?" if close else "declare it: `game NAME part.part`"
            raise self.formulas.unreadable(path.word, f"there is no counter `{name}`", hint)
        parts, _ = self.model.counters[name]
        naming, counted = self.naming, self.naming.counted
        if parts[-1] != "sum":
            return Written(f"{counted}[{naming.counters[tuple(parts)]}]", ATOM, "long")
        nodes = self.counters.below(tuple(parts[:-1]), self.options.sum_all)
        if not nodes:
            return Written("0", ATOM, "long")
        if tuple(parts[:-1]) in naming.sums:
            return Written(naming.sums[tuple(parts[:-1])], ATOM, "long")
        return Written(" + ".join(f"{counted}[{naming.counters[node]}]" for node in nodes), SUM, "long")

    def _rules(self) -> list[Line]:
        """Everything that happens, written first: it says which columns and texts are needed."""
        setup, actions = self._setup(), [line for one in self.model.actions.values() for line in self._action(one)]
        named = [self.naming.actions[one.name] for one in self.model.actions.values() if self._is_offered(one)]
        for word in sorted(self.options.added):
            self.extra.append(self.naming.names.fresh(word))
        at = Word("", 1, 1)
        for word, name in zip(sorted(self.options.added), self.extra, strict=True):
            due = [(1, f"{self.due} = yes", at)] if self.has_rules else []
            test = [(1, "when clock.waiting > 0", at)] if word == "wait" else []
            actions += [(0, f"action {name}{self._group_of(None)}", at), *test, *due]
            actions.append((1, "wait" if word == "wait" else "wait 1 session", at))
        if not named and not self.extra:
            self.wrong(
                None,
                "the player can do nothing in this file",
                "add a line `action CLASS NAME` for a class with an instance",
            )
        turn = [(0, f"turn: one of {', '.join([*named, *self.extra])} otherwise end game", at)]
        creations, rules = self._creations(), self._once_a_move()
        procedures: list[Line] = []
        for (_, around), (name, lines) in self.effects.procedures.items():
            given = ", ".join(self.effects.arguments(around))
            procedures += [(0, f"to {name}{f'({given})' if given else ''}", lines[0][2]), *lines] if lines else []
        return [*setup, *creations, *turn, *actions, *procedures, *rules]

    def _setup(self) -> list[Line]:
        made: list[tuple[Word, str]] = [
            (word, self.naming.objects[one.name])
            for one in self.model.objects.values()
            if self.families.form(one.cls) == THINGS
            for word in one.initials
        ]
        made.sort(key=lambda pair: (pair[0].line, pair[0].column))
        lines: list[Line] = [(1, f"create {name}", word) for word, name in made]
        if self._guards_creations():
            lines.append((1, f"{self.begun} = yes", Word("", 1, 1)))
        return [(0, "setup", lines[0][2]), *lines] if lines else []

    def _is_offered(self, action: Action) -> bool:
        """Whether anybody can ever do it."""
        if action.kind != PLAYER or action.cls is None:
            return False
        if self.families.form(action.cls) == CATALOGUE or not action.cls.descriptions():
            return False
        if action.other is None:
            return True
        made = action.every == DESIGN or self.families.form(action.other) == THINGS
        return bool(action.other.descriptions()) and made

    def _action(self, action: Action) -> list[Line]:
        if action.kind != PLAYER:
            return []
        if not self._is_offered(action):
            self.wrong.note(
                action.word, f"nobody ever has the action `{action.name}`", "no instance of its class is ever made"
            )
            return []
        around = self.around(action)
        given = []
        assert action.cls is not None
        if around.this_name:
            given.append(f"{around.this_name} in {self.naming.plural(action.cls)}")
        if action.other is not None:
            every = self.designs(action.other) if action.every == DESIGN else self.naming.plural(action.other)
            given.append(f"{around.other_name} in {every}")
        head = f"action {self.naming.actions[action.name]}" + (f"({', '.join(given)})" if given else "")
        lines: list[Line] = [(0, f"{head}{self._group_of(action)}", action.word), *self._conditions(action, around)]
        if self.has_rules:
            lines.append((1, f"{self.due} = yes", action.word))
        lines += self.effects.uses(action.uses, around, 1)
        if self._is_chosen(action, self.options.wait):
            lines.append((1, "wait", action.word))
        if self._is_chosen(action, self.options.leave):
            lines.append((1, "wait 1 session", action.word))
        return lines if len(lines) > 1 + len(action.conditions) else [*lines, (1, "nothing", action.word)]

    @staticmethod
    def _is_chosen(action: Action, name: str) -> bool:
        return name in (action.name, action.group) and bool(name)

    def _conditions(self, action: Action, around: Around) -> list[Line]:
        lines: list[Line] = []
        for expression, at in action.conditions:
            try:
                lines.append((1, f"when {self.formulas.condition(expression, around, at)}", at))
            except UnreadableError:
                continue
        return lines

    def _creations(self) -> list[Line]:
        """What is done when an instance is made: first values that differ, then the creation actions."""
        lines: list[Line] = []
        actions = [one for one in self.model.actions.values() if one.kind == CREATION]
        for cls in self.model.classes.values():
            if self.families.form(cls) != THINGS or not cls.objects:
                continue
            body: list[Line] = []
            for attribute in cls.all_attributes().values():
                if not attribute.constant and any(attribute.name in one.values for one in cls.objects):
                    text = f"it.{self.naming.attribute(attribute.name)} = it.{self.naming.first(attribute)}"
                    body.append((1, text, attribute.word))
            inner: list[Line] = []
            depth = 1 if self.options.initial_creations or not self._has_initials() else 2
            for action in actions:
                if action.cls is not None and cls.is_a(action.cls):
                    inner += self._when(action, Around(cls, "it"), depth)
            if inner and depth == 2:
                body.append((1, f"if {self.begun}", cls.word))
            body += inner
            if body:
                lines += [(0, f"when {self.naming.classes[cls.name]} is created", cls.word), *body]
        for action in actions:
            if action.cls is not None and not any(
                self.families.form(one.cls) == THINGS for one in action.cls.descriptions()
            ):
                self.wrong.note(
                    action.word, f"nothing ever does `{action.name}`", f"no {action.cls.name} is made in play"
                )
        return lines

    def _has_initials(self) -> bool:
        return any(self.families.form(one.cls) == THINGS and one.initials for one in self.model.objects.values())

    def _guards_creations(self) -> bool:
        """Whether what is done on creation must wait for the game to begin."""
        return (
            any(one.kind == CREATION and one.uses for one in self.model.actions.values())
            and self._has_initials()
            and not self.options.initial_creations
        )

    def _when(self, action: Action, around: Around, depth: int) -> list[Line]:
        """What an action does if its conditions hold."""
        tests = [line[5:] for _, line, _ in self._conditions(action, around)]
        body = self.effects.uses(action.uses, around, depth + bool(tests))
        if not body or not tests:
            return body
        joined = " and ".join(f"({test})" if len(tests) > 1 and " or " in test else test for test in tests)
        return [(depth, f"if {joined}", action.word), *body]

    def _once_a_move(self) -> list[Line]:
        """The rules: each is applied once after every move, in the order of the file."""
        body: list[Line] = []
        for action in self.model.actions.values():
            if action.kind == RULE:
                body += self._when(action, Around(rule=True), 1)
        if not body:
            return []
        at = body[0][2]
        return [(0, f"whenever {self.due}", at), (1, f"{self.due} = no", at), *body]

    # ------------------------------------------------------------ for analysis

    def _group_of(self, action: Action | None) -> str:
        if not self.model.groups:
            return ""
        if action is not None and action.group:
            return f", group {self.naming.groups[action.group]}"
        if not self._others:
            self._others = self.naming.names.fresh("ungrouped")
        return f", group {self._others}"

    def _analysis(self) -> None:
        text, naming = self.text, self.naming
        if self.model.groups:
            used = [
                group
                for group in self.model.groups.values()
                if any(self._is_offered(self.model.actions[name]) for name in group.actions)
            ]
            parts = [f"{naming.groups[group.name]} {_plain(Fraction(group.likelihood))}" for group in used]
            if self._others:
                shares = [Fraction(group.likelihood) for group in used]
                mean = Fraction(sum(shares), len(shares)) if shares else Fraction(1)
                parts.append(f"{self._others} {_plain(mean or Fraction(1))}")
            if parts:
                text.line(f"group {', '.join(parts)}")
        for goal in self.model.goals:
            try:
                test = self.formulas.condition(goal.expression, Around(rule=True), goal.word)
                text.line(f"goal {goal.number} when {test}", goal.word)
            except UnreadableError:
                continue
        self._end()
        self._result()
        for line, at in self.options.profiles:
            text.line(line, at)

    def _end(self) -> None:
        if self.options.end is None:
            return
        number, unit, at = self.options.end
        seconds = {"day": 86_400, "hour": 3600}
        test = (
            f"session.number > {number}"
            if unit == "session"
            else f"clock.now >= {min(number * seconds[unit], 2**31 - 1)}"
        )
        self.text.line(f"end when {test}", at)

    def _result(self) -> None:
        if not self.options.shares:
            return
        with self.text.block("result", self.options.shares[0].word):
            for share in self.options.shares:
                try:
                    found = self.formulas.number(share.expression, Around(rule=True))
                except UnreadableError:
                    continue
                value = found.bound(SUM)
                if share.less:
                    value = f"{share.lowest + share.highest} - {found.bound(SUM + 1)}"
                self.text.line(f"{share.percent}% of {value} in {share.lowest}..{share.highest}", share.word)


def _plain(number: Fraction) -> str:
    return f"{float(number):.6f}".rstrip("0").rstrip(".") or "0"


__all__ = ["DEFAULT_WAITING", "INSTANCE", "Translation"]
