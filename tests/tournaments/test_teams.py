"""Teams: individual results count for them, and teammates are kept apart while possible."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Account
from tests.tournaments.circuits import begun
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, somebody
from tests.web.visitors import text
from tournaments import exports, teams
from tournaments.record import UNITS
from tournaments.services import lifecycle, penalties, presence, rounds
from tournaments.services import teams as services
from tournaments.services.entry import Newcomer
from tournaments.state import Role

pytestmark = pytest.mark.django_db

REDS, BLUES = ("Reds", [1, 2]), ("Blues", [3, 4])


def standings(event: Event) -> list[tuple[int, str, float]]:
    return [(each.rank, each.name, each.points / UNITS) for each in teams.standings(event.state)]


def played(places: list[int], *, stage_rounds: int = 1, **about: Any) -> Event:
    """Return a tournament of one table whose entrants came off at these places in round 1."""
    names = [f"p{number}" for number in range(1, len(places) + 1)]
    event = begun(somebody("olga"), names, stages=[{"options": {"rounds": stage_rounds}}])
    event.do(services.assign, **{"teams": [REDS, BLUES], **about})
    seats = event.pair().tables[0].seats
    event.report(0, [places[each - 1] for each in seats])
    event.do(rounds.close, number=1)
    return event


def test_a_team_has_the_points_of_its_members() -> None:
    event = played([1, 4, 2, 3])

    assert sorted(standings(event)) == [
        (1, "Blues", 1.0),
        (1, "Reds", 1.0),
    ]
    assert_verified(event)


def test_of_a_team_only_the_best_count() -> None:
    event = played([1, 4, 2, 3], best=1)

    assert [(rank, name) for rank, name, _points in standings(event)] == [(1, "Reds"), (2, "Blues")]
    assert [each.counts for each in teams.standings(event.state)[0].members] == [True, False]


@pytest.mark.parametrize(
    ("tiebreaks", "ranks"),
    [
        (["best_ranks"], {"Reds": 1, "Blues": 2}),
        (["rank_sum"], {"Reds": 1, "Blues": 1}),
        (["top_boards"], {"Reds": 1, "Blues": 2}),
    ],
)
def test_equal_teams_are_told_apart_by_the_tie_breaks_of_the_plan(
    tiebreaks: list[str], ranks: dict[str, int]
) -> None:
    event = played([1, 4, 2, 3], tiebreaks=tiebreaks)

    assert {name: rank for rank, name, _points in standings(event)} == ranks


def test_who_was_disqualified_does_not_count_and_a_substitute_plays_on_for_the_team() -> None:
    event = played([1, 2, 3, 4])
    event.do(penalties.disqualify, entrant=1, results="stand")
    event.do(presence.substitute, entrant=2, by=Newcomer("Zoe"))

    reds = next(each for each in teams.standings(event.state) if each.name == "Reds")
    assert [(each.entrant, each.counts) for each in reds.members] == [(1, False), (2, True)]
    assert event.state.entrants[2].name == "Zoe"


def test_teammates_do_not_meet_while_others_are_left() -> None:
    sides = [("Reds", [1, 2, 3, 4]), ("Blues", [5, 6, 7, 8])]
    duels = {"min": 2, "target": 2, "max": 2}
    stages = [{"options": {"rounds": 4}}]
    event = Event(**REPORTED, game="pickpocket", table=duels, stages=stages).enter_names(8)
    event.do(services.assign, teams=sides)
    event.start()

    for _ in range(4):
        event.play_round()

    team = event.state.team_of
    for _round, table in event.state.tables():
        assert {team[each] for each in table.seats} == {"Reds", "Blues"}


def test_teams_that_may_meet_do_not_bind_the_pairing() -> None:
    event = Event(**REPORTED).enter_names(4)
    event.do(services.assign, teams=[REDS, BLUES], apart=False)
    event.start()

    assert event.pair().tables[0].seats


@pytest.mark.parametrize(
    ("edition", "order"),
    [*((each, ["Reds", "Blues"]) for each in (1, 2, 3)), (4, ["Blues", "Reds"])],
)
def test_a_team_that_has_left_keeps_its_rank_in_the_editions_that_had_it_so(
    edition: int, order: list[str]
) -> None:
    event = played([1, 2, 3, 4], stage_rounds=2)
    for each in (1, 2):
        event.do(presence.leave, entrant=each)
    state = event.state
    state.edition = edition

    assert [(each.rank, each.name) for each in teams.standings(state)] == [*enumerate(order, 1)]


@pytest.mark.parametrize(
    "wrong",
    [[("Reds", [1, 2]), ("reds", [3])], [("Reds", [1, 2]), ("Blues", [2])], [("Reds", [1, 1])]],
)
def test_teams_are_refused_that_are_there_twice_or_share_a_player(
    wrong: list[tuple[str, list[int]]],
) -> None:
    event = Event(**REPORTED).enter_names(4)

    with refused("invalid"):
        event.do(services.assign, teams=wrong)


def test_an_entrant_who_is_not_there_plays_for_no_team() -> None:
    event = Event(**REPORTED).enter_names(2)

    with refused("not_found"):
        event.do(services.assign, teams=[("Reds", [1, 9])])


def test_whoever_plays_changes_no_team_once_the_tournament_has_started() -> None:
    ann = somebody("ann")
    event = begun(somebody("olga"), [ann, "Jan", "Piet"])
    event.do(lifecycle.give_role, account=ann.account, role=Role.ORGANISER)

    with refused("own_interest"):
        event.do(services.assign, who=ann, teams=[("Reds", [1, 2])])


@pytest.mark.more
def test_teams_end_when_none_is_named_and_a_rollback_brings_them_back() -> None:
    event = Event(**REPORTED).enter_names(4)
    event.do(services.assign, teams=[REDS, BLUES])
    version = event.state.version

    event.do(services.assign, teams=[])
    assert teams.standings(event.state) == []
    event.do(lifecycle.roll_back, to_version=version)

    assert len(teams.standings(event.state)) == 2


@pytest.mark.more
def test_teams_are_made_on_the_console_and_read_on_pages_wall_and_files() -> None:
    event = played([1, 2, 3, 4], teams=[])
    staff = Client()
    staff.force_login(Account.objects.get(username=event.organiser.name))
    form = {"team_1": "Reds", "team_2": " Reds", "team_3": "Blues", "best": "1", "apart": "on"}

    answer = staff.post(f"/organise/{event.slug}/do/assign-teams", form, follow=True)

    assert answer.status_code == 200
    made = event.state.teams
    assert made is not None
    assert {each.name: sorted(each.entrants) for each in made.teams} == {
        "Reds": [1, 2],
        "Blues": [3],
    }
    for page in ("", "/standings", "/entrants", "/wall?page=teams-0-1"):
        assert "Reds" in text(Client().get(f"/tournaments/{event.slug}{page}")), page
    wall = Client().get(f"/tournaments/{event.slug}/wall").content.decode()
    assert '<span class="wall-who">Reds</span>' in wall
    lines = exports.export(event.state, "csv").decode().splitlines()
    assert lines[0].endswith(",team,left_why")
    assert lines[1].endswith(",Reds,")
    told = Client().get(f"/api/v1/tournaments/{event.slug}/standings/teams").json()
    assert [each["name"] for each in told["results"]] == ["Reds", "Blues"]
