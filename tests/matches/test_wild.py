"""Whatever happens at a table, its history verifies: here, and offline from the log."""

import pytest

from eventstore import verification
from games import registry
from matches.events import KIND
from tests.matches import tables, wild

pytestmark = pytest.mark.slow

GAMES = [rules.game for rules in registry.current_games()]


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(1000, 1003))
def test_a_match_in_which_everything_happens_verifies(game: str, seed: int) -> None:
    match_id = wild.play(game, seed)

    assert verification.check(KIND, match_id) == []
    assert tables.log_findings(match_id) == []
