"""Where two who played the same deal went different ways."""

from itertools import takewhile
from uuid import UUID

import pytest

from deals import differing
from deals.differing import Decision
from eventstore import streams
from matches.events import KIND
from tests.deals import played
from tests.matches import tables
from tests.tournaments.events import run_all
from tests.tournaments.sharing import of_bots

pytestmark = pytest.mark.django_db


def alike(one: list[Decision], other: list[Decision]) -> int:
    """Return how many moves two have made alike."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].move == pair[1].move, pairs))


def type_at(match: UUID, version: int) -> str:
    """Return the type of an event."""
    (event,) = streams.load(KIND, match, after=version - 1, until=version)
    return event.type


def test_only_what_the_players_did_themselves_is_compared() -> None:
    ann, bob = tables.people(2)
    deal = played.opened(game="stick-em")
    mine, theirs = (played.begun(deal, each) for each in (ann, bob))
    played.play(mine, ann, moves=3)
    played.play(theirs, bob, moves=2)
    one, other = (
        differing.decisions(match, 0, player.account)
        for match, player in ((mine, ann), (theirs, bob))
    )

    assert (len(one), len(other)) == (3, 2)
    assert differing.decisions(mine, 0, bob.account) == []
    assert len(differing.decisions(mine, 1, None)) >= 2, "of a bot as well"
    assert differing.first(one[:1], one) is None


def test_the_first_decision_that_differs_is_found_at_the_version_before_it() -> None:
    ann, bob = tables.people(2)
    deal = played.opened()
    mine, theirs = (played.begun(deal, each) for each in (ann, bob))
    played.play(mine, ann, seed=1)
    played.play(theirs, bob, seed=2)
    one, other = (
        differing.decisions(match, 0, player.account)
        for match, player in ((mine, ann), (theirs, bob))
    )

    at = alike(one, other)

    assert differing.first(one, other) == (one[at].version - 1, other[at].version - 1)
    assert one[at].move != other[at].move


@pytest.mark.parametrize(
    ("game", "drawn", "kinds"),
    [
        ("pickpocket", "draw_tile", {"tile_drawn", "guard_appeared"}),
        ("second-story", "enter_house", {"house_entered"}),
    ],
)
def test_another_draw_is_no_other_decision(game: str, drawn: str, kinds: set[str]) -> None:
    (ann,) = tables.people(1)
    match = played.played(played.opened(game, 3), ann)
    found = differing.decisions(match, 0, ann.account)
    of_draws = [each for each in found if type_at(match, each.version) in kinds]

    assert of_draws
    assert {each.move["type"] for each in of_draws} == {drawn}
    assert all(each.move == of_draws[0].move for each in of_draws)


def test_bots_of_a_round_are_compared_too() -> None:
    event = of_bots()
    event.pair()
    run_all()
    one, other = (table.match for table in event.round.tables)
    assert one is not None
    assert other is not None

    for seat in range(3):
        mine, theirs = (differing.decisions(match, seat, None) for match in (one, other))
        fork = differing.first(mine, theirs)
        at = alike(mine, theirs)
        assert fork is None or fork == (mine[at].version - 1, theirs[at].version - 1)
        assert mine
