"""Names in the new text, for everything that a WGDL file names."""

from __future__ import annotations

from ludwright.importing.text import Names
from ludwright.importing.wgdl.counters import Counters
from ludwright.importing.wgdl.families import CATALOGUE, GLOBAL, Families
from ludwright.importing.wgdl.model import Attribute, Class, Model, Object
from ludwright.language.declarations import plural_of


class Naming:
    """Every class, description, attribute, action, text and counter has one name of its own."""

    def __init__(self, model: Model, families: Families, counters: Counters) -> None:
        self.names = Names()
        self.names.taken.add("name")  # every table has a column of that name
        self.families = families
        self.classes = {name: self.names.fresh(name, plural=True, suffix="kind") for name in model.classes}
        self.objects = {name: self.names.fresh(name) for name in model.objects}
        self.actions = {name: self.names.fresh(name) for name in model.actions}
        self._attributes: dict[str, str] = {}
        self.count_columns: dict[tuple[Class, Attribute, tuple[str, ...], tuple[str, ...]], str] = {}
        self._variables: dict[tuple[str, str], str] = {}
        self._texts: dict[str, str] = {}
        self.text_kind = self.names.fresh("text", plural=True)
        self.counter_kind = self.names.fresh("counter", plural=True)
        self.counted = self.names.fresh("counted")
        self.counters = {node: self.names.fresh("_".join(node), suffix="count") for node in counters.nodes}
        self.sums = {node: self.names.fresh("_".join((*node, "sum")), suffix="count") for node in counters.summed}
        self.groups = {name: self.names.fresh(name, suffix="group") for name in model.groups}

    def plural(self, cls: Class) -> str:
        return plural_of(self.classes[cls.name])

    def attribute(self, name: str) -> str:
        """An attribute of things and descriptions; the same word for all classes."""
        if name not in self._attributes:
            self._attributes[name] = self.names.fresh(name, suffix="of_it")
        return self._attributes[name]

    def first(self, attribute: Attribute) -> str:
        """The column with what an attribute is at first."""
        return self.attribute(f"first_{attribute.name}")

    def part(self, number: int) -> str:
        """The column with one part of a counter's path."""
        return self.attribute(f"part_{number + 1}")

    def count_column(self, cls: Class, attribute: Attribute, before: list[str], after: list[str]) -> str:
        """The column with the counter that a description's text leads to, between words that stand fast."""
        key = (cls, attribute, tuple(before), tuple(after))
        if key not in self.count_columns:
            self.count_columns[key] = self.names.fresh("_".join((*before, *after, "count")), suffix="of_it")
        return self.count_columns[key]

    def variable(self, one: Object, attribute: Attribute) -> str:
        """The variable of a lasting object."""
        key = (one.name, attribute.name)
        if key not in self._variables:
            self._variables[key] = self.names.fresh(f"{one.name}_{attribute.name}")
        return self._variables[key]

    def text(self, text: str) -> str:
        """A text, as a member of an enumeration."""
        if text not in self._texts:
            self._texts[text] = self.names.fresh(text, suffix="text")
        return self._texts[text]

    @property
    def texts(self) -> dict[str, str]:
        return self._texts

    def reference(self, cls: Class, holds_designs: bool) -> str:
        """The type of a variable that refers to something."""
        root = self.families.form(cls)
        if root == CATALOGUE:
            return f"{self.classes[cls.root.name]} or none"
        assert root != GLOBAL
        return f"{self.classes[cls.name]}{' design' if holds_designs else ''} or none"
