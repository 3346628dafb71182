"""What the tests of dumps share."""

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture
def home(settings: Settings, tmp_path: Path) -> Path:
    """Have dumps lie in a folder of their own, which is empty, and return it."""
    folder = tmp_path / "dumps"
    folder.mkdir()
    settings.DUMPS_FOLDER = folder
    settings.DATA_KEY = "a key of the site"
    return folder
