"""In a wheel all packages lie below one name, and import one another by it."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache

import pytest

from cutpurse.embedded.addresses import ROOT
from tests.packaging.scripts import PACKAGES, ROOTS, namespace

NO_MODULES = {
    "accounts.devices",
    "accounts.email_changes.proof",
    "accounts.names.digest",
    "accounts.services.reissued_secret",
    "accounts.sign_in_proofs",
    "accounts.tokens",
    "eventstore.lineage",
    "ratings.sightings",
    "tournaments.codes.offer",
}
"""Texts that look like modules and are none: salts, which keep what was signed with them valid, and
ids of receivers of signals."""


def mapped(source: str, path: str = "matches/state.py") -> str:
    return namespace.mapped(source, path, PACKAGES)


@cache
def in_wheel() -> Mapping[str, ast.Module]:
    """Return every module of the wheel that would be built now, by its path."""
    return {
        path: ast.parse(content)
        for path, content in namespace.contents(ROOTS)
        if path.endswith(".py")
    }


def is_module(name: str) -> bool:
    """Tell whether a dotted name is a module of ours, or something in one."""
    package, *rest = name.replace(":", ".").split(".")
    while rest:
        file = ROOTS[package].joinpath(*rest)
        if file.with_suffix(".py").exists() or (file / "__init__.py").exists():
            return True
        rest.pop()
    return False


@pytest.mark.parametrize(
    ("source", "there"),
    [
        ("from games.core import Rules\n", "from cutpurse.games.core import Rules\n"),
        ("from games import registry\n", "from cutpurse.games import registry\n"),
        ("    from api import limits\n", "    from cutpurse.api import limits\n"),
        (
            "import api.ids\nnew = api.ids.new\n",
            "import cutpurse.api.ids\nnew = cutpurse.api.ids.new\n",
        ),
        (
            "naïve = 'é'; from games import core\n",
            "naïve = 'é'; from cutpurse.games import core\n",
        ),
        ("from cutpurse.client import Client\n", "from cutpurse.client import Client\n"),
        ("from . import folds\nimport json\n", "from . import folds\nimport json\n"),
        ("games = 3\nprint(games)\n", "games = 3\nprint(games)\n"),
        ('SALT = "accounts.devices"\n', 'SALT = "accounts.devices"\n'),
    ],
)
def test_what_imports_a_package_of_ours_imports_it_below_the_one_name(
    source: str, there: str
) -> None:
    indent = "if True:\n" if source.startswith(" ") else ""

    assert mapped(indent + source) == indent + there


def test_texts_that_name_modules_name_them_below_the_one_name_too() -> None:
    line = '    "games.stick_em.rules:StickEm",\n'
    app = 'class AgendaConfig(AppConfig):\n    name = "agenda"\n'

    assert mapped(f"GAMES = (\n{line})\n", "games/registry.py").endswith(
        '    "cutpurse.games.stick_em.rules:StickEm",\n)\n'
    )
    assert mapped(app, "agenda/apps.py") == app.replace('"agenda"', '"cutpurse.agenda"')
    assert mapped('USER = "accounts.Account"\n', "cutpurse/settings.py") == (
        'USER = "accounts.Account"\n'
    )


@pytest.mark.more
@pytest.mark.slow
def test_no_module_of_a_wheel_imports_a_general_name() -> None:
    imported = set()
    for path, module in in_wheel().items():
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom) and not node.level:
                imported.add((str(node.module).partition(".")[0], path))
            elif isinstance(node, ast.Import):
                imported |= {(each.name.partition(".")[0], path) for each in node.names}

    assert [each for each in sorted(imported) if each[0] in PACKAGES] == []


@pytest.mark.more
@pytest.mark.slow
def test_every_text_that_names_a_module_is_mapped_or_known_to_name_none() -> None:
    ours = "|".join(sorted(PACKAGES))
    looks_so = re.compile(rf"(?:{ours})(?:\.[a-z_]\w*)+(?:[.:]\w+)?")
    left = {
        node.value
        for path, module in in_wheel().items()
        if "/migrations/" not in path  # Theirs are labels of apps and models.
        for node in ast.walk(module)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and looks_so.fullmatch(node.value)
        and is_module(node.value)
    }

    # A new one: name its file in requirements/namespace.py, or say here that it is no module.
    assert left <= NO_MODULES


def test_no_package_has_the_name_of_a_module_beside_which_a_wheel_puts_it() -> None:
    beside = {file.stem for file in (ROOT / "platform" / "cutpurse").iterdir()}

    assert beside & PACKAGES == set()


def test_a_clone_knows_its_packages_by_the_names_of_a_wheel() -> None:
    code = (
        "import games.core, cutpurse.games.core, cutpurse.games.registry as registry\n"
        "from cutpurse.matches import time_control\n"
        "assert cutpurse.games.core is games.core\n"
        "assert isinstance(registry.rules('stick-em@1'), games.core.Rules)\n"
        "assert time_control.__spec__.name == time_control.__name__ == 'matches.time_control'\n"
        "import cutpurse.games.nothing\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stderr.endswith("ModuleNotFoundError: No module named 'cutpurse.games.nothing'\n")


def test_every_package_of_a_clone_is_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())

    assert set(ROOTS) == set(project["tool"]["importlinter"]["root_packages"])
