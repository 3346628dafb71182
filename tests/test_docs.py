"""What the documents name is there: files, headings, modules, and the layers that are drawn."""

import pkgutil
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutpurse.embedded.addresses import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
IMPORTS = PROJECT["tool"]["importlinter"]
PACKAGES = frozenset({*IMPORTS["root_packages"], "tests"})
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
CODE = re.compile(r"`([a-z_]+(?:\.\w+)+)`")
FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|md|toml|sh))`")
ROOTS = (ROOT, ROOT / "platform")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def relative(file: Path) -> str:
    return str(file.relative_to(ROOT))


def anchors(file: Path) -> set[str]:
    """Return what a link to a heading of a document may name, as GitHub makes it."""
    headings = HEADING.findall(FENCE.sub("", file.read_text()))
    words = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", each).lower() for each in headings)
    return {re.sub(r"[^\w\- ]", "", each).replace(" ", "-") for each in words}


def broken_links(file: Path) -> Iterator[str]:
    for target in LINK.findall(FENCE.sub("", file.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        other = (file.parent / path).resolve() if path else file
        if not other.exists() or (anchor and anchor not in anchors(other)):
            yield target


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative)
def test_every_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    assert list(broken_links(document)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative)
def test_every_module_and_file_that_a_document_names_exists(document: Path) -> None:
    text = FENCE.sub("", document.read_text())
    names = {name for name in CODE.findall(text) if names_module(name)}
    files = set(FILE.findall(text))

    assert [name for name in sorted(names) if not exists(name)] == []
    assert [file for file in sorted(files) if not any((at / file).exists() for at in ROOTS)] == []


def test_the_drawing_of_the_layers_is_the_contract() -> None:
    (contract,) = [each for each in IMPORTS["contracts"] if each["type"] == "layers"]
    drawing = " --> ".join(layer.replace("|", "&") for layer in contract["layers"])

    assert f"    {drawing}\n" in (ROOT / "docs" / "architecture.md").read_text()


def names_module(name: str) -> bool:
    return name.partition(".")[0] in PACKAGES and not name.endswith(".conf")


def exists(name: str) -> bool:
    """Return whether a module, or what a module holds, is there by this name."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True
