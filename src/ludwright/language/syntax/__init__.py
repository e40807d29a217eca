"""The syntax tree: one small frozen class for each form of the language, with named parts and a place in the text.

Every class is here under its name: ``syntax.Assign``, ``syntax.For``; and so are the ways through a tree, such as ``syntax.walk``.
"""

from ludwright.language.syntax.base import *  # noqa: F403
from ludwright.language.syntax.declarations import *  # noqa: F403
from ludwright.language.syntax.formulas import *  # noqa: F403
from ludwright.language.syntax.statements import *  # noqa: F403
from ludwright.language.syntax.walking import *  # noqa: F403
