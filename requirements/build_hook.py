"""Compiles the catalogues of the pages whenever the package is built or installed from a clone."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface[Any]):
    """hatchling's hook, named in pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Write the compiled files into the tree from which the package is made."""
        platform = Path(self.root) / "platform"
        sys.path.insert(0, str(platform))
        from web.catalogue_compiler import compile_catalogues  # noqa: PLC0415

        compile_catalogues(platform / "web" / "locale")
