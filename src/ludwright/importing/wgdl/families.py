"""What each family of classes becomes: things that are made, an enumeration of descriptions, or the plain variables of one lasting object."""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.importing.places import Wrong
from ludwright.importing.wgdl.expressions import Design, Expression, Operation, Path
from ludwright.importing.wgdl.model import DESIGN, INSTANCE, Action, Attribute, Class, Consequence, Model, Object
from ludwright.importing.wgdl.options import Options

GLOBAL, CATALOGUE, THINGS = "global", "catalogue", "things"


class Families:
    """Looks at who is made, referred to and walked over."""

    def __init__(self, model: Model, options: Options, wrong: Wrong) -> None:
        self.model, self.options, self.wrong = model, options, wrong
        for action, consequence in self.done():
            sides = [consequence.created]
            if consequence.kind == "createAndAssign":
                sides = [side for side in (consequence.created, consequence.expression) if not _is_long(side)]
            for side in sides:
                for one in self._created_by(side, action) if side is not None else ():
                    one.created = True
        self._references()
        self.forms = {root.name: self._form(root) for root in model.roots()}

    def form(self, cls: Class) -> str:
        return self.forms[cls.root.name]

    def most(self, root: Class) -> int:
        """How many instances there can be at once."""
        first = sum(len(one.initials) for one in root.descriptions())
        return first + (self.options.most if self.grows(root) else 0)

    def grows(self, root: Class) -> bool:
        """Whether instances are made in play."""
        return any(one.created for one in root.descriptions())

    def done(self) -> Iterator[tuple[Action, Consequence]]:
        """Every consequence with every action that leads to it."""
        for action in self.model.actions.values():
            seen: set[str] = set()
            waiting = [word.text for word in action.uses]
            while waiting:
                name = waiting.pop(0)
                consequence = self.model.consequences.get(name)
                if name in seen or consequence is None:
                    continue
                seen.add(name)
                consequence.used = True
                yield action, consequence
                if consequence.other is not None:
                    waiting.append(consequence.other.text)

    def _created_by(self, made: Expression, action: Action) -> list[Object]:
        name = (
            made.name
            if isinstance(made, Design)
            else made.parts[0]
            if not _is_long(made) and isinstance(made, Path)
            else ""
        )
        if name in self.model.objects:
            return [self.model.objects[name]]
        if isinstance(made, Path) and len(made.parts) == 1 and action.other is not None and name == action.other.name:
            return action.other.descriptions()
        attribute = self.attribute(made, action) if isinstance(made, Path) else None
        return self.model.classes[attribute.target].descriptions() if attribute is not None and attribute.target else []

    def attribute(self, path: Expression, action: Action) -> Attribute | None:
        """The attribute at the end of a path, if there is one."""
        if not isinstance(path, Path) or len(path.parts) < 2:
            return None
        start, *rest = path.parts
        cls, found = self.start_of(start, action), None
        for part in rest:
            found = cls.all_attributes().get(part) if cls is not None else None
            if found is None:
                return None
            cls = self.model.classes.get(found.target)
        return found

    def start_of(self, start: str, action: Action) -> Class | None:
        """The class of what the first word of a path means."""
        if action.other is not None and start == action.other.name:
            return action.other
        if start == "this" and action.cls is not None:
            return action.cls
        return self.model.objects[start].cls if start in self.model.objects else None

    # ------------------------------------------------------------ references

    def _references(self) -> None:
        """Whether each reference holds instances or descriptions, from all that is put into it."""
        for attribute in self.model.attributes():
            owners = [one for below in attribute.owner.family() for one in below.objects]
            if attribute.type == "object" and any(
                value.text != "null" for value in (attribute.default, *(one.value(attribute) for one in owners))
            ):
                attribute.holds = DESIGN
        for _ in range(3):
            for action, consequence in self.done():
                if consequence.kind == "createAndAssign":
                    for side in (consequence.expression, consequence.created):
                        target = self.attribute(side, action) if side is not None else None
                        if target is not None and target.type == "object" and not target.holds:
                            target.holds = INSTANCE
                made = consequence.expression
                if consequence.kind == "direct" and isinstance(made, Operation) and made.sign == "=":
                    target = self.attribute(made.left, action)
                    if target is not None and target.type == "object":
                        self._put(target, self._held(made.right, action), made)
        for attribute in self.model.attributes():
            if attribute.type == "object" and not attribute.holds:
                attribute.holds = INSTANCE if self._has_instances(self.model.classes[attribute.target]) else DESIGN

    def _put(self, target: Attribute, held: str, made: Operation) -> None:
        if held and target.holds and held != target.holds:
            names = {INSTANCE: "an instance", DESIGN: "a description"}
            self.wrong(
                made.word,
                f"`{target.name}` holds {names[target.holds]} elsewhere, and {names[held]} here",
                "use two attributes",
            )
        target.holds = target.holds or held

    def _held(self, value: Expression, action: Action) -> str:
        if isinstance(value, Design):
            return DESIGN
        if isinstance(value, Path) and len(value.parts) == 1:
            if value.parts[0] == "this":
                return INSTANCE
            if action.other is not None and value.parts[0] == action.other.name:
                return action.every
            return DESIGN if value.parts[0] in self.model.objects else ""
        attribute = self.attribute(value, action)
        return attribute.holds if attribute is not None else ""

    # ------------------------------------------------------------ forms

    def _has_instances(self, cls: Class) -> bool:
        return any(one.initials or one.created for one in cls.descriptions())

    def _form(self, root: Class) -> str:
        if not self._has_instances(root):
            return CATALOGUE
        walked = any(action.other is not None and action.other.root is root for action in self.model.actions.values())
        referred = any(self.model.classes[one.target].root is root for one in self.model.attributes() if one.target)
        count = sum(len(one.initials) for one in root.descriptions())
        return GLOBAL if count == 1 and not self.grows(root) and not walked and not referred else THINGS


def _is_long(side: Expression | None) -> bool:
    """Whether it leads to an attribute."""
    return isinstance(side, Path) and len(side.parts) > 1
