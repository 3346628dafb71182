"""What a process holds of a match is never ahead of the database, whatever is rolled back."""

from uuid import UUID

import pytest
from django.db import transaction

from eventstore import verification
from matches.actors import Player
from matches.models import Match
from matches.services.turns import expire_clock
from matches.state import KIND
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")


def expired(match_id: UUID) -> None:
    """Let the time of every seat to act run out, as the agenda does."""
    match = Match.objects.get(id=match_id)
    assert match.deadline is not None
    expire_clock(match_id, match.version, match.deadline)


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def test_a_timeout_that_is_rolled_back_leaves_no_trace_and_comes_again(
    players: list[Player],
) -> None:
    match_id = tables.begun(players, clock={"per_move": 60})
    before = tables.page(match_id, players[0])

    with transaction.atomic():
        expired(match_id)
        transaction.set_rollback(True)

    assert tables.page(match_id, players[0]) == before
    expired(match_id)
    assert tables.page(match_id)["version"] > before["version"]
    assert verification.check(KIND, match_id) == []


def test_moves_after_a_rolled_back_timeout_keep_the_chain(players: list[Player]) -> None:
    match_id = tables.begun(players, clock={"per_move": 60})
    with transaction.atomic():
        expired(match_id)
        transaction.set_rollback(True)

    seen = tables.page(match_id, players[0])
    tables.move(match_id, players[0], seen["legal_moves"][-1], seen["version"])

    assert verification.check(KIND, match_id) == []
