"""The pictures of the README: all are there, and none is heavy."""

import re
from pathlib import Path

import pytest

from cutpurse.embedded.addresses import ROOT
from tests.pictures import camera


def test_the_readme_shows_every_picture_and_each_is_small() -> None:
    shown = re.findall(r"\((docs/pictures/[^)]+)\)", (ROOT / "README.md").read_text())
    there = {f"docs/pictures/{file.name}": file.stat().st_size for file in camera.FOLDER.iterdir()}

    assert sorted(shown) == sorted(there)
    assert all(size <= camera.bytes_max(Path(name).stem) for name, size in there.items()), there


def test_no_picture_is_written_when_one_is_too_large(tmp_path: Path) -> None:
    taken = {"home": b"small", "ladder": bytes(camera.BYTES_MAX + 1)}

    with pytest.raises(ValueError, match="ladder"):
        camera.save(tmp_path, taken)

    assert list(tmp_path.iterdir()) == []
    camera.save(tmp_path, {"home": b"small"})
    assert (tmp_path / "home.webp").read_bytes() == b"small"
