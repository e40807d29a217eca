"""Made-up games: definitions, procedures, actions, turns, stages, ends, put together into one description."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tests.properties.effects import Action, Effects, Lines, Procedure, indented
from tests.properties.formulas import Define, Formulas, Here
from tests.properties.pen import ATOM, LOGIC, SUM, TEST, Pen
from tests.properties.world import Kind, Sort, World


@dataclass(frozen=True)
class Made:
    """A description: its main file and the files beside it, by name; and settings to play it with."""

    files: dict[str, str]
    players: tuple[int, int]
    params: dict[str, int]

    @property
    def text(self) -> str:
        """All of it, to be read by a person."""
        return "\n".join(
            f"#### {name}\n{text}" for name, text in sorted(self.files.items(), key=lambda item: item[0] != "main.game")
        )


def description(seed: int, small: bool = False) -> Made:
    """The description of that number; a small one compiles in a fraction of a second."""
    return _Writer(seed, small).made()


class _Writer:
    def __init__(self, seed: int, small: bool) -> None:
        self.pen = Pen(seed, small)
        self.world = World(self.pen)
        self.formulas = Formulas(self.world, self.pen)
        self.effects = Effects(self.world, self.formulas, self.pen)
        self.rules: Lines = []
        self.kept: Lines = []
        """Stages that `play` still has to run."""
        self.fit_for_turns: Lines = []

    def made(self) -> Made:
        self._definitions()
        self._computed_cells()
        self._procedures()
        self._events()
        self._actions()
        self._leftovers()
        self._stages()
        turn = self._turn_lines()
        self._play()
        self._turn(turn)
        self._setup()
        self._whenever()
        self._ends()
        self._results()
        return self._files()

    # ------------------------------------------------------------ definitions and cells

    def _definitions(self) -> None:
        pen = self.pen
        for _ in range(pen.number(0, 4)):
            takes = self._sorts(pen.pick((0, 1, 1, 2)))
            names = [pen.fresh("arg") for _ in takes]
            here = Here()
            for name, sort in zip(names, takes, strict=True):
                here = here.bind(name, sort)
            shown = f"({', '.join(names)})" if names else ""
            if pen.chance(0.2):
                self._set_definition(names, takes, here, shown)
                continue
            gives = self._sort()
            name = pen.fresh("def")
            if pen.chance(0.3):
                let = pen.fresh("let")
                lines = [f"let {let} = {self.formulas.number(here, 2)}"]
                value = self._value(gives, here.bind(let, "number"))
                if value is None:
                    continue
                self.rules += [f"define {name}{shown}", *indented([*lines, f"answer {value}"])]
            else:
                value = self._value(gives, here)
                if value is None:
                    continue
                self.rules.append(f"define {name}{shown}: {value}")
            self.formulas.defines.append(Define(name, tuple(takes), gives))

    def _sort(self) -> Sort:
        return self.pen.pick(self.world.kinds) if self.pen.chance(0.3) else self.pen.pick(("number", "number", "flag"))

    def _sorts(self, many: int) -> list[Sort]:
        return [self.pen.pick(self.world.kinds) if self.pen.chance(0.8) else "number" for _ in range(many)]

    def _value(self, sort: Sort, here: Here) -> str | None:
        return self.formulas.thing(sort, here, 3) if isinstance(sort, Kind) else self.formulas.of(sort, here, 3)

    def _set_definition(self, names: list[str], takes: list[Sort], here: Here, shown: str) -> None:
        pen = self.pen
        name = pen.fresh("def")
        if pen.chance(0.3):
            # it takes any set: it may speak of nothing that only some members have
            self.rules.append(
                f"define {name}(group): {pen.pick(('count(group)', 'count(x in group)', '(1 if group is empty else 2)'))} + 1"
            )
            self.formulas.defines.append(Define(name, ("set",), "number"))
            return
        kind = pen.pick(self.world.kinds)
        found = self.formulas.set_of(kind, here, 3)
        if found is not None and not (not names and found.level == ATOM):
            self.rules.append(f"define {name}{shown}: {found}")
            self.formulas.defines.append(Define(name, tuple(takes), kind, kind))

    def _computed_cells(self) -> None:
        for table, column, _ in self.world.computed:
            for row in table.rows:
                if self.pen.chance(0.8):
                    row[column] = str(self.formulas.number(Here(), 2))

    # ------------------------------------------------------------ procedures and effects of designs

    def _procedures(self) -> None:
        pen = self.pen
        for number in range(pen.number(0, 3)):
            takes = self._sorts(pen.pick((0, 0, 1, 2)))
            names = [pen.fresh("given") for _ in takes]
            gives = self._sort() if pen.chance(0.4) else None
            asks, needs_me = pen.chance(0.4), pen.chance(0.7)
            here = Here(
                me=needs_me, asks=asks, procedures=number, answers=gives, may_end=gives is None and pen.chance(0.4)
            )
            for name, sort in zip(names, takes, strict=True):
                here = here.bind(name, sort)
            made = Procedure(pen.fresh("deed"), tuple(takes), gives, asks, needs_me, here.may_end)
            lines = self.effects.block(here, 3, 2)
            if gives is not None:
                if pen.chance(0.4):
                    early = self._value(gives, here)
                    lines += (
                        [f"  if {self.formulas.flag(here, 1).at(LOGIC)}: answer {early}"] if early is not None else []
                    )
                value = self._value(gives, here)
                lines += [f"  answer {value if value is not None else 'none'}"]
            shown = f"({', '.join(names)})" if names else ""
            self.rules += [f"to {made.name}{shown}", *lines]
            self.effects.procedures.append(made)

    def _events(self) -> None:
        pen = self.pen
        many = len(self.effects.procedures)
        for table, column, kind, event in self.world.effect_cells:
            component = kind.of or kind
            asks = pen.chance(0.3)
            here = Here({"it": component}, me=True, procedures=many, may_end=pen.chance(0.2))
            for row in table.rows:
                cell = self.effects.simple(replace(here, may_end=False))
                row[column] = (cell or "nothing") if pen.chance(0.8) else ""
            if pen.chance(0.5):
                member = pen.pick([*kind.members, component.name])
                self.rules += [f"when {member} is {event}", *self.effects.block(replace(here, asks=asks), 2, 2)]
            self.effects.events.append((component, event, True))
        if pen.chance(0.2) and self.world.components:
            component = pen.pick(self.world.components)
            event = pen.fresh("tapped")
            here = Here({"it": component}, me=True, procedures=many, asks=pen.chance(0.4), may_end=False)
            self.rules += [f"when {component.name} is {event}", *self.effects.block(here, 2, 1)]
            self.effects.events.append((component, event, True))

    # ------------------------------------------------------------ actions

    def _actions(self) -> None:
        for number in range(self.pen.number(1, 2) if self.pen.small else self.pen.number(2, 4)):
            self._action(number)
        if self.pen.chance(0.2):
            self._steps()

    def _action(self, number: int) -> None:
        pen, formulas = self.pen, self.formulas
        name = pen.fresh("act")
        asks = pen.chance(0.35)
        ahead = not asks and pen.chance(0.2)
        here = Here(me=True, in_turn=True, actions=number, procedures=len(self.effects.procedures), quiet=ahead)
        params: list[str] = []
        takes: list[Sort] = []
        for _ in range(pen.pick((0, 1, 1, 1, 2))):
            word = pen.fresh("p")
            if pen.chance(0.25):
                params.append(f"{word} in {formulas.span(here, 1)}")
                takes.append("number")
            else:
                kind = pen.pick(self.world.kinds)
                found = formulas.set_of(kind, here, 2)
                if found is None:
                    continue
                params.append(f"{word} in {found.at(SUM)}")
                takes.append(kind)
            here = here.bind(word, takes[-1])
        guards: Lines = []
        if pen.chance(0.3):
            let = pen.fresh("let")
            guards.append(f"let {let} = {formulas.number(here, 2)}")
            here = here.bind(let, "number")
        guards += [f"when {formulas.flag(here, 2).at(LOGIC)}" for _ in range(pen.pick((0, 1, 1, 2)))]
        if pen.chance(0.25):
            when = f" when {formulas.flag(here, 1).at(LOGIC)}" if pen.chance(0.5) else ""
            guards.append(f"if able, {formulas.flag(here, 2).at(LOGIC)}{when}")
        if ahead and pen.chance(0.6):
            guards.append(f"when afterwards {formulas.flag(replace(here, actions=0), 2).at(LOGIC)}")
        group = f", group {pen.pick(('build', 'trade'))}" if pen.chance(0.15) else ""
        group += f", takes {pen.number(1, 9)} seconds" if self.world.clock and pen.chance(0.5) else ""
        shown = f"({', '.join(params)})" if params else ""
        effects = self.effects.block(replace(here, asks=asks, may_end=not ahead, parts=("turn",)), pen.number(1, 4), 2)
        self.rules += [f"action {name}{shown}{group}", *indented(guards), *effects]
        self.effects.actions.append(Action(name, takes, asks, ahead))
        formulas.actions.append((name, takes))

    def _steps(self) -> None:
        """An action for `maximizing`: few of them fit into one turn."""
        self.world.lines.append("var spent = 0 in 0..4, each turn")
        here = Here({"n": "number"}, me=True, in_turn=True, quiet=True, may_end=False)
        more = self.effects.assign(here) if self.pen.chance(0.6) else None
        self.rules += [
            "action step(n in 1..3)",
            "  when spent + n <= 4",
            "  spent += n",
            *indented([more] if more else []),
        ]

    def _leftovers(self) -> None:
        """An action that touches what no other rule does: places nothing enters, effects nobody resolves."""
        written = "\n".join([*self.rules, *(cell for table in self.world.tables for row in table.rows for cell in row)])
        moves = re.findall(r"\b(?:move|draw|deal|pay) [^;\n]* to ([^;\n]*)|\b((?:swap|pass) [^;\n]*)", written)
        entered = set(re.findall(r"\w+", " ".join(" ".join(move) for move in moves)))
        lines: Lines = []
        for zone in self.world.zones:
            if zone.dice or zone.name in entered:
                continue
            place = self.formulas.place(zone, Here(me=True), 0)
            if place is not None:
                lines.append(f"move all x in {zone.kind.plural} with x.number is {self.pen.number(1, 4)} to {place}")
        for kind in self.world.components:
            if kind.created and not re.search(r"\bcreate ", written) and kind.design is not None:
                lines.append(f"if {kind.plural}.count < 2: create {self.pen.pick(kind.design.members or [kind.name])}")
            elif not kind.created and not any(z.kind is (kind.parent or kind) for z in self.world.zones):
                boards = [board for board in self.world.cells if (kind.parent or kind).name in board.holds]
                lines += [
                    f"for x in {kind.plural}: for c in {board.plural} with c is empty and x.number is c.number: move x to c"
                    for board in boards
                ]
        for kind, event, _ in self.effects.events:
            if not re.search(rf"\bas {event}\b", written):
                lines.append(f"for x in {kind.plural} with x.number is {self.pen.number(1, 3)}: resolve x as {event}")
        if lines:
            self.rules += ["action spare", "  when turn.number > 2", *indented(lines)]
            self.effects.actions.append(Action("spare", [], True, False))

    # ------------------------------------------------------------ turns and stages

    def _deed(self, here: Here) -> str:
        """An action by name, perhaps with its first parameters."""
        pen = self.pen
        action = pen.pick(self.effects.actions)
        if action.takes and pen.chance(0.15):
            sort = action.takes[0]
            given = self.formulas.thing(sort, here, 1) if isinstance(sort, Kind) else self.formulas.of(sort, here, 1)
            if given is not None:
                return f"{action.name}({given})"
        return action.name

    def _deeds(self, here: Here) -> str:
        return ", ".join(dict.fromkeys(self._deed(here) for _ in range(self.pen.number(1, 3))))

    def _doing(self, here: Here) -> Lines:
        """What is done on a turn: always something, and never a reason to fail."""
        pen, formulas = self.pen, self.formulas
        way = pen.number(1, 8)
        if way <= 2:
            last = pen.pick(("nothing", "me loses", "draw", "end turn", f"{self._deed(here)} otherwise nothing"))
            return [f"{pen.pick(('', 'me does '))}{self._deed(here)} otherwise {last}"]
        if way == 3:
            return [f"{pen.pick(('', 'me does '))}one of {self._deeds(here)} otherwise nothing"]
        if way == 4:
            most = f" up to {pen.number(1, 3)} times" if pen.chance(0.7) else " up to min(3, 1 + turn.number) times"
            test = f" while {formulas.flag(here, 2).at(LOGIC)}" if pen.chance(0.4) else ""
            return [f"any number of {self._deeds(here)}{most}{test}"]
        if way == 5:
            return [f"me may do {pen.pick((self._deed(here), 'one of ' + self._deeds(here)))}"]
        if way == 6:
            who = formulas.thing(self.world.player, here, 1)
            deed = self._deed(here)
            return [f"{who.at(ATOM)} does {deed} otherwise nothing"] if who is not None else [deed]
        if way == 7:
            test = formulas.flag(here, 1).at(LOGIC)
            return [f"if {test}: me may do {self._deed(here)}", f"else: {self._deed(here)} otherwise nothing"]
        return [self._deed(here) if pen.chance(0.3) else f"me may do {self._deed(here)}"]

    def _here(self) -> Here:
        effects = self.effects
        return Here(
            me=True,
            asks=True,
            in_turn=True,
            actions=len(effects.actions),
            procedures=len(effects.procedures),
            parts=("turn",),
        )

    def _turn_body(self) -> Lines:
        pen = self.pen
        here = self._here()
        lines: Lines = []
        if pen.chance(0.3):
            lines += [line[2:] for line in self.effects.block(here, 1, 1)]
        for _ in range(pen.pick((1, 1, 2))):
            lines += self._doing(here)
        if any(rule.startswith("action step") for rule in self.rules):
            lines.append(
                pen.pick(
                    ("any number of step maximizing spent", "any number of step maximizing spent * 2 while spent < 3")
                )
            )
        if self.world.clock and pen.chance(0.4):
            lines.append(pen.pick(("wait", f"wait {pen.number(1, 8)} seconds", "wait 1 minute")))
        if pen.chance(0.15):
            inner = pen.fresh("phase")
            lines += [f"stage {inner}", *indented(self._doing(replace(here, parts=(*here.parts, inner))))]
        return lines

    def _stages(self) -> None:
        """Stages with names of their own: some with turns, one run during a turn."""
        pen = self.pen
        self.before_flow = len(self.rules)
        for _ in range(pen.pick((0, 0, 1, 2))):
            name = pen.fresh("deal")
            takes = pen.chance(0.25)
            here = Here(asks=True, actions=0, procedures=len(self.effects.procedures), parts=(name,))
            if takes:
                here = here.bind("size", "number")
            body = [line[2:] for line in self.effects.block(here, 2, 1)] if pen.chance(0.5) else []
            own = pen.chance(0.6)
            body += self._turns(here, always_ends=True, own=own)
            self.rules += [f"stage {name}{'(size)' if takes else ''}", *indented(body)]
            self.kept.append(f"{name}(3)" if takes else name)
            if own and not takes:
                self.fit_for_turns.append(name)
            self.world.stages.append(name)

    def _turns(self, here: Here, always_ends: bool, own: bool) -> Lines:
        pen, formulas = self.pen, self.formulas
        inside = replace(self._here(), names=here.names)
        head = "turns"
        once = pen.chance(0.5)
        if once:
            head += " once"
        if pen.chance(0.3):
            start = formulas.thing(self.world.player, here, 1)
            head += f" from {start.at(SUM)}" if start is not None else ""
        if pen.chance(0.2):
            head += " backwards"
        if pen.chance(0.2):
            head += f" by {formulas.number(replace(here, me=True, real=True), 1).at(SUM)}"
        if pen.chance(0.25):
            head += f" when {formulas.flag(replace(here, me=True), 1).at(LOGIC)}"
        if always_ends and not once:
            head += f" until turn.number >= {pen.number(2, 6)}"
        elif pen.chance(0.2):
            head += f" until {formulas.flag(replace(here, me=True), 1).at(LOGIC)}"
        if not own:
            return [head]
        body = self._doing(inside)
        if len(body) == 1 and pen.chance(0.5):
            return [f"{head}: {body[0]}"]
        return [head, *indented(body)]

    def _turn_lines(self) -> Lines:
        lines = self._turn_body()
        if self.fit_for_turns and self.pen.chance(0.4):
            # a stage with turns of its own, run during a turn
            lines.append(self.fit_for_turns[0])
            self.kept.remove(self.fit_for_turns[0])
        return lines

    def _turn(self, lines: Lines) -> None:
        flow = [line for line in self.rules[self.before_flow :] + lines if not line.startswith("end")]
        written = re.sub(r"(\bcan |times\()\w+", "", "\n".join(flow))
        for action in self.effects.actions:
            if not re.search(rf"\b{action.name}\b", written) and self.pen.chance(0.98):
                lines.append(f"me may do {action.name}")
        self.rules += (
            [f"turn: {lines[0]}"] if len(lines) == 1 and not lines[0].startswith("if") else ["turn", *indented(lines)]
        )

    def _play(self) -> None:
        pen, formulas = self.pen, self.formulas
        if not self.kept and pen.chance(0.6):
            return
        here = Here(asks=True, procedures=len(self.effects.procedures))
        lines: Lines = []
        for stage in self.kept:
            lines += pen.pick((
                [stage], [f"repeat {pen.number(1, 3)} times: {stage}"], [f"repeat {stage} until {formulas.flag(here, 1).at(TEST)} or {stage.split('(')[0]}.number > 2"],
                [f"repeat {stage} while {stage.split('(')[0]}.number < 3"], ["repeat until " + stage.split("(")[0] + ".number > 1", f"  {stage}"],
            ))  # fmt: skip
        if pen.chance(0.3):
            lines += self._turns(here, always_ends=True, own=True)
        lines += self._turns(here, always_ends=pen.chance(0.5), own=False)
        self.rules += (
            [f"play: {lines[0]}"]
            if len(lines) == 1 and not lines[0].startswith("stage")
            else ["play", *indented(lines)]
        )

    def _setup(self) -> None:
        if self.pen.chance(0.5):
            here = Here(asks=True, may_end=False)
            deal = (
                ["  deal 2 from deck to hand"]
                if any(z.name == "deck" for z in self.world.zones) and self.pen.chance(0.6)
                else []
            )
            self.rules += ["setup", *deal, *self.effects.block(here, 2, 2)]

    def _whenever(self) -> None:
        pen = self.pen
        for _ in range(pen.pick((0, 0, 0, 1, 1, 2))):
            # a rule that comes to rest: what it tests is undone by it
            numbers = [
                v
                for v in self.world.vars
                if v.sort == "number" and v.owner is None and not v.index and not v.optional and v.high < 100
            ]
            here = Here(
                me=True,
                in_turn=True,
                asks=pen.chance(0.3),
                procedures=len(self.effects.procedures),
                may_end=pen.chance(0.15),
            )
            if numbers and pen.chance(0.9):
                var = pen.pick(numbers)
                self.rules += [
                    f"whenever {var.name} is {var.high}",
                    f"  {var.name} = {var.low}",
                    *self.effects.block(here, 1, 1),
                ]
            else:
                self.rules += [f"whenever {self.formulas.flag(here, 2).at(LOGIC)}", *self.effects.block(here, 1, 1)]

        if self.world.clock and pen.chance(0.6):
            here = Here(me=True, in_turn=True, may_end=False)
            test = f" when {self.formulas.flag(here, 1).at(LOGIC)}" if pen.chance(0.5) else ""
            self.rules += self.effects.suite(f"every {pen.number(5, 30)} seconds{test}", here, 1, 0)

    # ------------------------------------------------------------ ends and results

    def _ends(self) -> None:
        pen = self.pen
        here = Here(me=True, in_turn=True, actions=len(self.effects.actions) if pen.chance(0.3) else 0)
        limit = f"turn.number > {pen.number(6, 15)}"
        outcomes = ["draw", "me wins", "me loses", "end game", "me wins 2", "players win", "everyone loses"]
        if not pen.chance(0.5):
            self.rules.append(f"end when {limit}{pen.pick((': draw', '', ': me wins'))}")
        else:
            tests = [f"when {self._possible(here)} and turn.number > 4" for _ in range(pen.number(1, 2))]
            self.rules += ["end", *indented([f"{test}: {pen.pick(outcomes)}" for test in [*tests, f"when {limit}"]])]
        if pen.chance(0.3):
            part = pen.pick(("turn", "round", *self.world.stages))
            self.rules.append(f"end after {part} when {self._possible(here)} and turn.number > 3: {pen.pick(outcomes)}")

    def _possible(self, here: Here) -> str:
        """A test of which nobody can say beforehand that it never holds."""
        return f"({self.formulas.flag(here, 2).at(TEST)} or turn.number > 40)"

    def _results(self) -> None:
        pen, formulas = self.pen, self.formulas
        p = Here({"p": self.world.player})
        self.rules.append(f"score(p): {formulas.number(p, 3)}")
        if pen.chance(0.25):
            found = formulas.set_of(self.world.player, Here(), 2)
            self.rules.append(f"winners: {found}")
        else:
            words = [
                v.name
                for v in self.world.vars
                if v.owner is self.world.player and v.sort == "number" and not v.index and not v.optional
            ]
            words += [
                d.name
                for d in formulas.defines
                if d.takes == (self.world.player,) and d.gives == "number" and d.of_set is None
            ]
            then = f", then {pen.pick(('highest', 'lowest'))} {pen.pick([*words, 'turns'])}" if pen.chance(0.5) else ""
            self.rules.append(f"winner: {pen.pick(('highest', 'lowest'))} score{then}")
        if pen.chance(0.6):
            self.rules.append(
                f"lead(p): {formulas.number(replace(p, real=True), 3)}"
                if pen.chance(0.8)
                else f"lead: {formulas.number(Here(real=True), 3)}"
            )
        if pen.chance(0.4):
            each = pen.pick(("", " each turn", " each round"))
            if pen.chance(0.5):
                self.rules.append(f'track "one": {formulas.number(replace(p, real=True), 2)} for p in players{each}')
            else:
                self.rules.append(f'track "two": {formulas.number(Here(real=True), 2)}{each}')

    # ------------------------------------------------------------ files

    def _files(self) -> Made:
        pen, world = self.pen, self.world
        head = ['game "Made up"']
        things, rules = world.written(), self.rules
        files = dict(world.files)
        for table in world.tables:
            if table.file is not None:
                files[table.file] = "".join(
                    ",".join(f'"{cell}"' for cell in row) + "\n" for row in [table.columns, *table.rows]
                )
        way = pen.number(1, 12)
        if way == 1:
            files["things.game"] = "\n".join(things) + "\n"
            files["main.game"] = "\n".join([*head, 'include "things.game"', *rules, ""])
        elif way == 2:
            knob, (low, high) = pen.pick(list(world.params.items()))
            files["base.game"] = "\n".join([*head, *things, *rules, ""])
            lines = ['variant "Other" of "base.game"', f"change {knob} = {pen.number(low, high)}"]
            lines += ["without lead"] if any(rule.startswith("lead") for rule in rules) and pen.chance(0.5) else []
            files["main.game"] = "\n".join([*lines, ""])
        else:
            files["main.game"] = "\n".join([*head, *things, *rules, ""])
        chosen = {name: pen.number(lo, hi) for name, (lo, hi) in world.params.items() if pen.chance(0.2)}
        return Made(files, world.seats, chosen)
