"""A plugin of pytest (-p tests.toys.documented) that registers the example of a recipe.

RECIPE names the page. Its first Python block becomes a module, whose class is registered as a line
of the registry would register it; then the suite takes it up by itself.
"""

import os
import sys
from importlib import import_module
from types import ModuleType

from cutpurse.embedded.addresses import ROOT

MODULE = "documented_example"
REGISTRIES = {
    "adding-a-format": ("tournaments.formats.registry", "_FORMATS", "Everybody"),
    "adding-a-rating-system": ("ratings.systems.registry", "_SYSTEMS", "Steps"),
}
"""By page: the registry, its table, and the class in the example."""


def example(page: str) -> str:
    """Return the first block of Python on a page of the docs."""
    text = (ROOT / "docs" / f"{page}.md").read_text()
    return text.partition("```python\n")[2].partition("```")[0]


def register(page: str) -> None:
    """Make the example of a page a module, and register its class."""
    registry_name, table, name = REGISTRIES[page]
    module = sys.modules[MODULE] = ModuleType(MODULE)
    exec(compile(example(page), f"docs/{page}.md", "exec"), module.__dict__)  # noqa: S102 - Our own docs.
    registry = import_module(registry_name)
    found = registry.load(f"{MODULE}:{name}")
    getattr(registry, table)[found.id] = found


if "RECIPE" in os.environ:
    register(os.environ["RECIPE"])
