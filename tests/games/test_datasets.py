"""Tables of components are data that lies beside the rules."""

from pathlib import Path

import pytest

from games import datasets


def test_a_table_that_is_laid_beside_the_others_is_offered_behind_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "a_club_game"
    package.mkdir()
    (package / "__init__.py").touch()
    for name in ("recon-1", "our-copy", "another"):
        (package / f"{name}.json").write_text("{}")
    monkeypatch.syspath_prepend(str(tmp_path))

    names = datasets.names("a_club_game", "club/recon-1")

    assert names == ("club/recon-1", "club/another", "club/our-copy")
