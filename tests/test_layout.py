"""The shape of the tree, where no other tool watches it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutpurse.embedded.addresses import ROOT

FUNCTION_LINES_MAX = 60
FILE_LINES_MAX = 500
SOURCES = ("games", "platform", "ratings", "tests", "tournaments")


def files() -> Iterator[Path]:
    for source in SOURCES:
        for file in sorted((ROOT / source).rglob("*.py")):
            if "migrations" not in file.parts:
                yield file


def functions(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_platform_is_a_source_root_and_no_package() -> None:
    # As a package it would take the place of the standard library's module of that name.
    assert list((ROOT / "platform").glob("*.py")) == []


def test_no_test_lies_below_platform() -> None:
    # Pytest would name it after platform, and break the standard library's module too.
    tests = [*(ROOT / "platform").rglob("test_*.py"), *(ROOT / "platform").rglob("conftest.py")]

    assert tests == []
    assert not (ROOT / "tests" / "platform").exists()


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {file.parent for file in (ROOT / "tests").rglob("*.py")}

    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


@pytest.mark.more
def test_functions_fit_a_screen() -> None:
    long = [
        f"{file.relative_to(ROOT)}: {function.name}"
        for file in files()
        for function in functions(file)
        if (function.end_lineno or 0) - function.lineno >= FUNCTION_LINES_MAX
    ]

    assert long == []


def test_files_hold_one_idea() -> None:
    long = [
        str(file.relative_to(ROOT))
        for file in files()
        if len(file.read_text().splitlines()) > FILE_LINES_MAX
    ]

    assert long == []
