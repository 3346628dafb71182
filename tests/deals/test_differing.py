"""Where two who played the same deal went different ways."""

from uuid import UUID

import pytest

from deals import differing
from eventstore import streams
from eventstore.events import StoredEvent
from matches.events import CATALOGUE, KIND
from tests.deals import played
from tests.matches import tables

pytestmark = pytest.mark.django_db


def events(match: UUID) -> list[StoredEvent]:
    return [event for event in streams.load(KIND, match) if event.type not in CATALOGUE]


def test_only_what_the_players_did_themselves_is_compared() -> None:
    ann, bob = tables.people(2)
    deal = played.opened(game="stick-em")
    mine, theirs = (played.begun(deal, each) for each in (ann, bob))
    # At the one table the bots pick their pain cards first, at the other the player does.
    played.play(mine, ann, moves=1)

    assert ann.account is not None
    assert bob.account is not None
    assert {event.actor for event in differing.moves(mine, ann.account)} == {
        f"account:{ann.account}"
    }
    assert len(differing.moves(mine, ann.account)) < len(events(mine))
    assert (
        differing.first(differing.moves(mine, ann.account), differing.moves(theirs, bob.account))
        is None
    )


def test_the_first_decision_that_differs_is_found_at_the_version_before_it() -> None:
    ann, bob = tables.people(2)
    deal = played.opened()
    mine, theirs = (played.begun(deal, each) for each in (ann, bob))
    played.play(mine, ann, seed=1)
    played.play(theirs, bob, seed=2)
    assert ann.account is not None
    assert bob.account is not None
    one, other = differing.moves(mine, ann.account), differing.moves(theirs, bob.account)

    fork = differing.first(one, other)

    assert fork is not None
    at = next(
        number
        for number, (first, second) in enumerate(zip(one, other, strict=False))
        if (first.type, first.body) != (second.type, second.body)
    )
    assert fork == (one[at].version - 1, other[at].version - 1)
    assert all(
        (first.type, first.body) == (second.type, second.body)
        for first, second in zip(one[:at], other[:at], strict=True)
    )
