"""The scripts that build a wheel and the documentation's site, for tests."""

import sys
import tomllib
from pathlib import Path

from cutpurse.embedded.addresses import ROOT

sys.path += [str(ROOT / "requirements"), str(ROOT / "deploy" / "docs")]

import metadata_hook
import namespace
import play
import reference
import sources

__all__ = ["PACKAGES", "ROOTS", "metadata_hook", "namespace", "play", "reference", "sources"]

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
FOLDERS = PROJECT["tool"]["hatch"]["build"]["hooks"]["custom"]["packages"]
ROOTS = {Path(each).name: ROOT / each for each in FOLDERS}
"""Where each package of a wheel lies in a clone."""
PACKAGES = frozenset(ROOTS) - {namespace.NAME}
"""Those that a wheel has below `cutpurse`."""
