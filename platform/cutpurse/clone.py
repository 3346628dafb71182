"""In a clone, the names that its packages have in a wheel: `cutpurse.games` is `games`.

A wheel holds all packages below `cutpurse` (requirements/namespace.py), so that none of their
general names lies in somebody's site-packages. What is written for the wheel runs in a clone too,
and gets the very modules that the clone itself imports.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

PREFIX = f"{__package__}."
PLATFORM = Path(__file__).resolve().parents[1]
BESIDE = ("games", "ratings", "tournaments")
"""The packages that lie in the root of a clone."""


class OtherName(Loader):
    """Loads nothing: gives the module that is there under its own name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:  # noqa: ARG002 - Python's signature.
        """Import the module by its own name."""
        module = import_module(self.name)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module as it is: Python has just written the other name into it."""
        module.__spec__ = self.spec


class OtherNames(MetaPathFinder):
    """Finds `cutpurse.<package>` and what is below it."""

    def __init__(self, packages: frozenset[str]) -> None:
        self.packages = packages

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - Python's signature.
        target: ModuleType | None = None,  # noqa: ARG002 - Python's signature.
    ) -> ModuleSpec | None:
        """Return a specification for a package of the clone by its longer name."""
        name = fullname.removeprefix(PREFIX)
        if name == fullname or name.partition(".")[0] not in self.packages:
            return None
        found = find_spec(name)
        if found is None:
            return None
        is_package = found.submodule_search_locations is not None
        return ModuleSpec(fullname, OtherName(name), is_package=is_package)


def give_other_names() -> None:
    """Let the packages be found by both names; do nothing where this is no clone."""
    folders = {file.parent.name for file in PLATFORM.glob("*/__init__.py")} - {__package__}
    if PLATFORM.name == "platform" and (PLATFORM / __package__).is_dir():
        sys.meta_path.insert(0, OtherNames(frozenset({*folders, *BESIDE})))
