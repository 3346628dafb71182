"""Tables that the staff ends at their time limit: by the scores of a match, or as it is entered."""

from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Account
from eventstore import streams
from games.core import placings
from matches.actors import Player
from matches.events import KIND
from matches.folds import fold
from matches.models import Match
from matches.state import MatchState
from tests.matches import tables
from tests.ratings import ladders
from tests.tournaments.events import Event, assert_verified, refused, run_all, somebody
from tests.tournaments.test_agreed_draws import DUELS, at_table, table
from tests.tournaments.test_rulings import Played, counted
from tournaments import exports, selectors, stage_records
from tournaments.record import UNITS
from tournaments.services import extending, lifecycle, results, time_limits
from tournaments.state import Role
from tournaments.unit_of_work import Principal
from web.tournaments.console.logs import lines as log_lines

HOUR = {"round_seconds": 3600}


def after(event: Event, seconds: int) -> datetime:
    published = event.round.published_at
    assert published is not None
    return published + timedelta(seconds=seconds)


def end(event: Event, who: Principal | None = None, late: int = 3601, **about: Any) -> None:
    moment = after(event, late)
    event.do(time_limits.end, who=who, table_id=table(event).id, at=moment, **about)


def being_played(**plan: Any) -> tuple[Event, list[Player], UUID]:
    """Return a table whose match has had a dozen moves, its players, and the match."""
    event, people = at_table(play="matches", **HOUR, **plan)
    run_all()
    players = [Player(who.account, who.name) for who in people if who.account is not None]
    match = table(event).match
    assert match is not None
    rng = Random(7)
    for _ in range(12):
        tables.next_move(match, players, rng)
    return event, players, match


@pytest.mark.django_db
def test_a_match_ends_by_its_present_scores_and_says_so_everywhere() -> None:
    event, _, match = being_played()
    state = fold(MatchState(match), streams.load(KIND, match))
    scores = list(state.rules.current_scores(state.game))
    places = list(placings(state.rules.rank_keys(state.game)))

    end(event)
    run_all()

    assert (Match.objects.get(id=match).result or {})["reason"] == "time_limit"
    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert (shown.placings, shown.scores) == (places, scores)
    assert (shown.ended, shown.source) == ("time_limit", "match")
    page = selectors.round_page(event.state, 1, None)
    assert exports.pairings(page, "Cup", "csv").decode().splitlines()[1].endswith("time_limit")
    told = [line.words for line in log_lines(event.state)]
    assert any("at its time limit" in words for words in told)
    assert tables.log_findings(match) == []
    assert_verified(event)


@pytest.mark.django_db
def test_in_person_the_standing_is_entered_and_marked() -> None:
    event, _ = at_table(**HOUR, points="wins")

    end(event, scores=[3, 7])

    assert (table(event).places, table(event).ended) == ((2, 1), "time_limit")
    assert stage_records.record_of(event.state).points[table(event).seats[1]] == UNITS
    event.do(results.override, table_id=table(event).id, places=[1, 2], scores=None)
    assert table(event).ended == ""
    assert_verified(event)


@pytest.mark.usefixtures("committed_db")
@pytest.mark.parametrize("is_rated", [True, False])
def test_it_is_rated_or_not_as_the_plan_says(is_rated: bool) -> None:
    ladder = ladders.opened(game="second-story", players={"min": 2, "max": 2}, moves_min=0)
    event, _, match = being_played(ladder=ladder.slug, time_limit_rated=is_rated)

    end(event)
    run_all()

    status, reason, places = counted(
        Played(event, ladder, table(event).id, match, table(event).seats)
    )
    if is_rated:
        assert (status, reason, sorted(places)) == ("rated", "", sorted(table(event).places or ()))
    else:
        assert (status, reason, places) == ("not_rated", "time_limit", [])
    assert_verified(event)


@pytest.mark.django_db
def test_it_is_refused_before_the_time_is_over_extra_time_included() -> None:
    event, _ = at_table(**HOUR)
    for late in (0, 3599):
        with refused("result_locked"):
            end(event, late=late, scores=[3, 7])
    event.do(extending.extend_table, table_id=table(event).id, seconds=300)
    with refused("result_locked"):
        end(event, late=3899, scores=[3, 7])
    end(event, late=3900, scores=[3, 7])

    timeless, _ = at_table()
    with refused("result_locked"):
        end(timeless, late=10**8, scores=[3, 7])


@pytest.mark.django_db
def test_nobody_ends_the_own_table_nor_one_that_is_over() -> None:
    event, (ann, bob) = at_table(**HOUR)
    assert ann.account is not None
    event.do(lifecycle.give_role, account=ann.account, role=Role.ORGANISER)
    with refused("own_interest"):
        end(event, ann, scores=[7, 3])
    for who in (bob, somebody("zoe")):
        with refused("permission_denied"):
            end(event, who, scores=[3, 7])
    end(event, scores=[3, 7])
    with refused("result_locked"):
        end(event, scores=[7, 3])


@pytest.mark.django_db
def test_of_a_match_nobody_says_how_it_stands_and_a_preview_tells_nothing() -> None:
    event, _, match = being_played()
    with refused("invalid"):
        end(event, scores=[3, 7])

    end(event, dry_run=True)
    run_all()

    assert Match.objects.get(id=match).status == "live"
    assert table(event).places is None
    waiting = Event(**{**DUELS, **HOUR, "bots": "only"}).enter_bots(2).start()
    waiting.pair()
    with refused("result_locked"):
        end(waiting)


@pytest.mark.more
@pytest.mark.django_db
def test_pages_mark_it_and_say_when_all_tables_have_finished() -> None:
    event, people = at_table(4, **HOUR)
    event.do(time_limits.end, scores=[5, 3], table_id=table(event).id, at=after(event, 3601))
    reader, staff = Client(), Client()
    reader.force_login(Account.objects.get(username=people[0].name))
    staff.force_login(Account.objects.get(username=event.organiser.name))
    assert (
        "The others are still playing" in reader.get(f"/tournaments/{event.slug}").content.decode()
    )

    event.report(1, [1, 2])

    page = reader.get(f"/tournaments/{event.slug}").content.decode()
    assert "All tables of round 1 have finished." in page
    desk = staff.get(f"/organise/{event.slug}").content.decode()
    assert (desk.count("✓ time limit"), desk.count("✓ done")) == (1, 1)
