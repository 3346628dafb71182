"""The recipes of docs/, followed to the letter: what their examples add passes the same suite."""

import os
import subprocess
import sys

import pytest

from cutpurse.embedded.addresses import ROOT

SUITES = {
    "adding-a-format": ("tests/tournaments/test_formats.py", "everybody"),
    "adding-a-rating-system": ("tests/ratings/test_systems.py", "steps"),
}
"""By page: what holds for everything that is registered, and the id of the example."""


@pytest.mark.parametrize("page", SUITES)
def test_the_example_of_a_recipe_passes_what_holds_for_all(page: str) -> None:
    suite, example = SUITES[page]
    options = ("-p", "tests.toys.documented", "-p", "no:cacheprovider", "-p", "no:xdist")

    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-q", "-k", example, suite],
        env={**os.environ, "RECIPE": page, "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout
    assert "failed" not in done.stdout
