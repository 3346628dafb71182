"""Players with accounts, for all tests of the folder."""

from collections.abc import Iterator

import pytest

from tests.api_players import ApiPlayer


@pytest.fixture(scope="package")
def players(site: str) -> Iterator[list[ApiPlayer]]:
    made = [ApiPlayer(site, name) for name in ("ann", "bob", "cleo")]
    yield made
    for player in made:
        player.close()
