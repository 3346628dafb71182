"""The site's secret key."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from cutpurse import secret


def test_a_clone_makes_its_key_once_and_keeps_it_to_itself(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret_key"

    first = secret.of_site({}, debug=False, file=file)

    assert secret.of_site({}, debug=False, file=file) == first
    assert len(first) >= 50
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_site_with_a_database_of_its_own_must_name_its_key(tmp_path: Path) -> None:
    environ = {"DATABASE_URL": "postgresql://db.example/cutpurse"}

    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY must be set"):
        secret.of_site(environ, debug=False, file=tmp_path / "key")
    assert secret.of_site({**environ, "SECRET_KEY": "k"}, debug=False, file=tmp_path / "key") == "k"


def test_development_against_another_database_needs_no_key(tmp_path: Path) -> None:
    environ = {"DATABASE_URL": "postgresql://db.example/cutpurse"}

    assert secret.of_site(environ, debug=True, file=tmp_path / "key")
