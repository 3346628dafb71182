"""Who may import whom, as pyproject.toml says it."""

from importlinter.cli import lint_imports

from cutpurse.embedded.addresses import ROOT


def test_every_import_contract_is_kept() -> None:
    assert lint_imports(str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True) == 0
