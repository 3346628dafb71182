"""Compiles the catalogues of the pages, and makes of a clone what a wheel holds: those packed."""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

RULEBOOKS = "docs/games"
"""The pages show them (`web.rulebooks`)."""


class BuildHook(BuildHookInterface[Any]):
    """hatchling's hook, named in pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the compiled files into the tree; for a wheel, make its own tree beside it."""
        root = Path(self.root)
        sys.path[:0] = [str(root / "platform"), str(root / "requirements")]
        from web.catalogue_compiler import compile_catalogues  # noqa: PLC0415

        compile_catalogues(root / "platform" / "web" / "locale")
        if self.target_name == "wheel" and version != "editable":
            self.tree = Path(tempfile.mkdtemp(prefix="cutpurse-wheel-"))
            fill(self.tree, root, self.config["packages"])
            build_data["force_include"][str(self.tree / "cutpurse")] = "cutpurse"

    def finalize(self, version: str, build_data: dict[str, Any], artifact: str) -> None:  # noqa: ARG002
        """Remove what was made beside the tree."""
        if hasattr(self, "tree"):
            shutil.rmtree(self.tree)


def fill(tree: Path, root: Path, folders: list[str]) -> None:
    """Write the packages, below one name, and what else a wheel has."""
    import namespace  # noqa: PLC0415 - It lies beside this file.

    from web import packed_catalogues  # noqa: PLC0415

    for path, content in namespace.contents({Path(each).name: root / each for each in folders}):
        target = tree / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    web = tree / namespace.NAME / "web"
    packed_catalogues.pack(web / "locale", web / packed_catalogues.PACKED.name)
    (tree / namespace.NAME / "py.typed").touch()
    shutil.copytree(root / RULEBOOKS, tree / namespace.NAME / "rulebooks")
