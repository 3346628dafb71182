"""Gives the package a README whose links work away from the repository, and its addresses.

The repository's address is not known here, since everyone may keep one: CUTPURSE_REPOSITORY names
it where a release is built. Without it links into the repository become plain text.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[(?P<text>[^]]*)]\((?P<to>[^):]+)\)")
LINK = re.compile(r"(?<!!)\[(?P<text>[^]]*)]\((?P<to>[^):#]+(?:#[^)]*)?)\)")


class MetadataHook(MetadataHookInterface):
    """hatchling's hook, named in pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml calls dynamic."""
        address = os.environ.get("CUTPURSE_REPOSITORY", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme(text, address)}
        metadata["urls"] = urls(address)


def urls(address: str) -> dict[str, str]:
    """Return the addresses of a repository's pages, by what an index calls them."""
    if not address:
        return {}
    return {
        "Source": address,
        "Documentation": f"{address}/tree/HEAD/docs",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def readme(text: str, address: str) -> str:
    """Return a README for readers who have no file beside it."""
    if address:
        text = PICTURE.sub(rf"![\g<text>]({address}/raw/HEAD/\g<to>)", text)
        return LINK.sub(rf"[\g<text>]({address}/blob/HEAD/\g<to>)", text)
    kept = (line for line in text.splitlines() if not PICTURE.search(line))
    return LINK.sub(r"\g<text>", "\n".join(kept) + "\n")
