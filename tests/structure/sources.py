"""What can be counted in the sources that are shipped, without running them."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from cutpurse.embedded.addresses import ROOT

SHIPPED = ("games", "platform", "ratings", "tournaments")


def files() -> Iterator[Path]:
    """Yield every Python file that is shipped."""
    for source in SHIPPED:
        yield from sorted((ROOT / source).rglob("*.py"))


def figures() -> Mapping[str, int]:
    """Return the counts by what they count."""
    lines = {file: len(file.read_text().splitlines()) for file in files()}
    written = {file: count for file, count in lines.items() if "migrations" not in file.parts}
    return {
        "files of Python that are shipped": len(lines),
        "lines in them": sum(lines.values()),
        "lines of the longest, but for migrations": max(written.values()),
        "times Any in them, by syntax tree": sum(map(anys, lines)),
    }


def anys(file: Path) -> int:
    """Return how often a file says Any, but for its import."""
    nodes = ast.walk(ast.parse(file.read_text()))
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in nodes)
