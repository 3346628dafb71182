"""A tournament is played to its end by the rules with which it has started."""

import pytest

from eventstore import streams
from matches.models import Match
from tests.matches.tables import refused
from tests.matches.two_releases import later_release
from tests.tournaments.events import Event, run_all
from tournaments import command_handler
from tournaments.aggregate import TOURNAMENT
from tournaments.events import KIND

SHORT = {"stages": [{"format": "pods", "options": {"rounds": 2}}], "options": {"rounds": 1}}

pytestmark = pytest.mark.django_db


def rules_of(event: Event) -> set[str]:
    """Return the rules by which the matches of the present round are played."""
    opened = [table.match for table in event.round.tables if table.match is not None]
    assert len(opened) == len(event.round.tables)
    return set(Match.objects.filter(id__in=opened).values_list("rules", flat=True))


def test_all_its_matches_have_the_rules_of_its_start_whatever_is_released_meanwhile() -> None:
    event = Event(game="stick-em", bots="only", **SHORT).enter_bots(6).start()

    with later_release():
        newer = Event(game="stick-em", bots="only", **SHORT).enter_bots(6).start()
        event.pair()
        newer.pair()
        run_all(40)

        assert rules_of(event) == {"stick-em@1"}
        assert rules_of(newer) == {"stick-em@2"}
    assert event.state.rules == "stick-em@1"


def test_one_that_began_before_rules_were_pinned_is_played_by_the_first() -> None:
    event = Event(game="stick-em", bots="only", **SHORT).enter_bots(6).start()
    stored = [
        each._replace(body=each.body.replace(',"rules":"stick-em@1"', ""))
        for each in streams.load(KIND, event.state.id)
    ]

    assert command_handler.load(event.state.id).rules == "stick-em@1"
    assert TOURNAMENT.fold(event.state.id, stored).rules == "stick-em@1"


@pytest.mark.more
def test_a_plan_may_name_other_rules_than_the_usual_ones() -> None:
    event = Event(game="pickpocket", rules="pickpocket@2", bots="only", stages=SHORT["stages"])
    event.enter_bots(6).start()
    event.pair()
    run_all(40)

    assert event.state.rules == "pickpocket@2"
    assert rules_of(event) == {"pickpocket@2"}


@pytest.mark.parametrize("rules", ["pickpocket@9", "second-story@2"])
def test_a_plan_with_rules_that_its_game_does_not_have_is_refused(rules: str) -> None:
    with refused("invalid_options") as found:
        Event(game="pickpocket", rules=rules, bots="only")

    (error,) = found.value.errors
    assert error.field == "rules"
    assert "pickpocket@1 or pickpocket@2" in str(error.message)
