"""Names in the code are the terms of the field: words that once stood for them stay away."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RETIRED = frozenset(
    [
        "acts",
        "anybody",
        "chair",
        "chairs",
        "chore",
        "chores",
        "conduct",
        "desk",
        "door",
        "doors",
        "everybody",
        "farewell",
        "hindsight",
        "imagine",
        "imagined",
        "inbox",
        "inboxes",
        "lane",
        "ledger",
        "lend",
        "lent",
        "manners",
        "mending",
        "must",
        "nudge",
        "nudger",
        "sight",
        "sitting",
        "somebody",
        "told",
        "unhurried",
        "whoever",
        "wiring",
    ]
)
"""Words of modules, classes and functions that had a plainer name."""
VAGUE = frozenset({"Draft", "Judge", "Mark", "News", "Order", "Who"})
"""Names that say too little for a class."""
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def production() -> Iterator[Path]:
    for folder in ("games", "platform", "ratings", "tournaments"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def names_in(path: Path) -> Iterator[str]:
    """Yield a module's own name, and those of its classes and functions."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def is_retired(name: str) -> bool:
    return name in VAGUE or bool(RETIRED & {word.lower() for word in WORD.findall(name)})


def test_no_module_class_or_function_has_a_retired_name() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in production()
        for name in names_in(path)
        if is_retired(name)
    }

    assert found == set()


@pytest.mark.parametrize("name", ["_lane", "TheDoor", "Who", "must_see", "lend_tool", "HTTPDoor"])
def test_a_retired_name_would_be_found(name: str) -> None:
    assert is_retired(name)


@pytest.mark.parametrize("name", ["Whole", "talented", "Insight", "outdoor", "OrderedIds"])
def test_a_word_that_only_contains_one_is_none(name: str) -> None:
    assert not is_retired(name)
