"""A ladder's matches are played by the rules with which it was opened."""

import pytest

from games import registry
from matches.models import Match
from matches.services.opening import Request
from ratings import ladder_history
from ratings.ladder import events as e
from ratings.models import Ladder
from ratings.services import opening
from tests.matches import tables
from tests.matches.two_releases import later_release
from tests.ratings import ladders

pytestmark = pytest.mark.django_db


def opened_for(ladder: Ladder) -> str:
    """Open a match for a ladder as a player does, and return its rules."""
    (player,) = tables.people(1)
    wanted = Request(game=ladder.game, seats=3, options={})
    match_id, _ = opening.open_match(
        player=player,
        request=wanted,
        key=tables.new_key(),
        fingerprint=b"",
        ladder=ladder.slug,
    )
    return Match.objects.get(id=match_id).rules


def test_its_matches_keep_the_rules_with_which_it_was_opened() -> None:
    ladder = ladders.opened(game="stick-em", name="Stick", players={"min": 3, "max": 4})

    with later_release():
        newer = ladders.opened(game="stick-em", name="Stick", players={"min": 3, "max": 4})

        assert registry.current_rules("stick-em").id == "stick-em@2"
        assert opened_for(ladder) == "stick-em@1"
        assert opened_for(newer) == "stick-em@2"


def test_a_ladder_from_before_rules_were_pinned_plays_by_the_first() -> None:
    event = e.CATALOGUE.decode("ladder_opened", 1, '{"reason":"","settings":{},"slug":"old"}')

    assert isinstance(event, e.LadderOpened)
    assert event.rules == ""
    assert ladder_history.rules_of(ladders.opened()) == "pickpocket@1"
