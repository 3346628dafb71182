"""The scripts of requirements/ that build a wheel, for tests."""

import sys
import tomllib
from pathlib import Path

from cutpurse.embedded.addresses import ROOT

sys.path.append(str(ROOT / "requirements"))

import metadata_hook
import namespace

__all__ = ["PACKAGES", "ROOTS", "metadata_hook", "namespace"]

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
FOLDERS = PROJECT["tool"]["hatch"]["build"]["hooks"]["custom"]["packages"]
ROOTS = {Path(each).name: ROOT / each for each in FOLDERS}
"""Where each package of a wheel lies in a clone."""
PACKAGES = frozenset(ROOTS) - {namespace.NAME}
"""Those that a wheel has below `cutpurse`."""
