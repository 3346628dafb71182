"""Teams on boards on pages, on the wall, on paper, in files and in the console."""

import pytest
from django.test import Client

from accounts.models import Account
from tests.tournaments.events import REPORTED, Event
from tests.tournaments.team_events import DUEL, begun, lower_number_wins
from tests.web.visitors import text
from tournaments.services import presence, rounds
from tournaments.services import teams as services
from tournaments.services.entry import Newcomer


@pytest.mark.django_db
def test_matches_of_teams_are_on_pages_the_wall_paper_and_in_files() -> None:
    event = begun(2, 3, boards=2)
    event.pair()
    event.report(0, [1, 2] if event.round.tables[0].seats[0] < 4 else [2, 1])
    reader = Client()

    for page in ("", "/rounds", "/print", "/wall?page=matches-1-1"):
        assert "Reds" in text(reader.get(f"/tournaments/{event.slug}{page}")), page
    assert "Without a board:" in text(reader.get(f"/tournaments/{event.slug}/rounds"))
    told = reader.get(f"/api/v1/tournaments/{event.slug}/standings/teams").json()
    match = told["matches"][0]
    assert sorted(match["points"]) == ["0", "1"]
    assert match["boards"][1]["points"] is None
    assert match["done"] is False
    lower_number_wins(event)
    table = reader.get(f"/api/v1/tournaments/{event.slug}/export?of=teams")
    assert table.content.decode().splitlines()[:2] == [
        "rank,name,points,match_points,board_points,won,drawn,lost,members",
        '1,Reds,2,2,2,1,0,0,"p1, p2, p3"',
    ]
    assert "Match points" in text(reader.get(f"/tournaments/{event.slug}/standings"))
    page = text(reader.get(f"/tournaments/{event.slug}/rounds"))
    assert ("2 : 0" in page) != ("0 : 2" in page)


@pytest.mark.django_db
def test_the_console_keeps_the_order_of_the_boards_and_puts_newcomers_behind() -> None:
    event = begun(2, 2, boards=2)
    event.do(services.assign, teams=[("Reds", [2, 1]), ("Blues", [3, 4])], tiebreaks=None)
    event.enter(Newcomer("Zoe"))
    staff = Client()
    staff.force_login(Account.objects.get(username=event.organiser.name))
    names = {1: "Reds", 2: "Reds", 3: "Blues", 4: "Blues", 5: "Reds"}
    form = {f"team_{each}": name for each, name in names.items()} | {"tiebreak": "berlin"}

    staff.post(f"/organise/{event.slug}/do/assign-teams", form, follow=True)

    made = event.state.teams
    assert made is not None
    assert {each.name: each.entrants for each in made.teams} == {"Reds": [2, 1, 5], "Blues": [3, 4]}
    assert made.tiebreaks == ["berlin", *services.ON_BOARDS]


@pytest.mark.django_db
def test_the_console_puts_players_on_the_boards_that_are_named() -> None:
    event = begun(2, 3, boards=2)
    staff = Client()
    staff.force_login(Account.objects.get(username=event.organiser.name))
    team = {f"team_{each}": "Reds" if each < 4 else "Blues" for each in range(1, 7)}
    board = {"board_1": "1", "board_2": "2", "board_3": "1", "board_5": "1", "board_4": "7"}

    staff.post(f"/organise/{event.slug}/do/assign-teams", team | board, follow=True)

    made = event.state.teams
    assert made is not None
    # The third of the Reds was moved to the first board; whose board is not named keeps it.
    assert {each.name: each.entrants for each in made.teams} == {
        "Reds": [3, 1, 2],
        "Blues": [5, 6, 4],
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("boards", "reds"),
    [
        ({1: 2, 2: 2, 3: 3}, [2, 1, 3]),
        ({1: 1, 2: 3, 3: 3}, [1, 3, 2]),
        ({1: 3, 2: 2, 3: 3}, [2, 3, 1]),
        ({1: 2, 2: 1, 3: 3}, [2, 1, 3]),
        ({1: 9, 2: 2, 3: 3}, [2, 3, 1]),
        ({1: 2, 2: 2, 3: 2}, [2, 1, 3]),
        ({1: 1, 2: 2, 3: ""}, [1, 2, 3]),
    ],
    ids=["down by one", "the last but one down", "down by two", "both", "behind", "two", "kept"],
)
def test_the_console_moves_a_player_down_a_team(boards: dict[int, object], reds: list[int]) -> None:
    event = begun(2, 3, boards=2)
    staff = Client()
    staff.force_login(Account.objects.get(username=event.organiser.name))
    team = {f"team_{each}": "Reds" if each < 4 else "Blues" for each in range(1, 7)}
    board = {f"board_{each}": str(said) for each, said in boards.items()}

    staff.post(f"/organise/{event.slug}/do/assign-teams", team | board, follow=True)

    made = event.state.teams
    assert made is not None
    assert {each.name: each.entrants for each in made.teams} == {"Reds": reds, "Blues": [4, 5, 6]}


@pytest.mark.django_db
def test_the_console_asks_for_teams_before_the_start_and_offers_clubs() -> None:
    stage = {"format": "team_boards", "options": {"boards": 2}}
    event = Event(**REPORTED, game="pickpocket", table=DUEL, stages=[stage])
    event.step("open")
    event.enter(Newcomer("Ann", club="The Owls"), Newcomer("Bob"), Newcomer("Cyd"), Newcomer("Dot"))
    event.step("close-entry")
    staff = Client()
    staff.force_login(Account.objects.get(username=event.organiser.name))

    assert "4 players are not in a team yet." in text(staff.get(f"/organise/{event.slug}"))
    form = text(staff.get(f"/organise/{event.slug}/do/assign-teams"))
    assert 'value="The Owls"' in form
    assert "Board of Ann" in form
    event.do(services.assign, teams=[("Reds", [1, 2]), ("Blues", [3, 4])], tiebreaks=None)
    page = text(staff.get(f"/organise/{event.slug}"))
    assert "not in a team yet" not in page
    assert "Start tournament" in page


@pytest.mark.django_db
def test_the_console_says_who_plays_for_which_team_and_mends_a_board() -> None:
    event = begun(2, 3, boards=2)
    staff = Client()
    staff.force_login(Account.objects.get(username=event.organiser.name))
    event.pair(publish=False)

    draft = text(staff.get(f"/organise/{event.slug}/rounds/1"))
    assert "board 2" in draft
    assert 'name="pinned"' not in draft
    assert "Keep apart" not in draft
    event.do(rounds.publish, number=1)
    console = text(staff.get(f"/organise/{event.slug}"))
    assert "board 2" in console
    assert "Match points" in console
    event.do(presence.leave, entrant=1)
    assert "/do/mend" in text(staff.get(f"/organise/{event.slug}/rounds/1"))
    staff.post(f"/organise/{event.slug}/do/mend", {"number": "1", "confirmed": "yes"})
    assert {each for table in event.round.tables for each in table.seats} == {2, 3, 4, 5}


@pytest.mark.django_db
def test_every_page_and_file_of_teams_on_boards_answers() -> None:
    event = begun(3, 3, boards=2)
    staff = Client()
    staff.force_login(Account.objects.get(username=event.organiser.name))
    event.do(presence.leave, entrant=1)
    event.do(presence.leave, entrant=2)
    event.pair(publish=False)
    organise, api = f"/organise/{event.slug}", f"/api/v1/tournaments/{event.slug}"
    drafted = [organise, f"{organise}/rounds/1", f"{organise}/do/assign-teams"]
    assert [staff.get(each, follow=True).status_code for each in drafted] == [200] * 3
    event.do(rounds.publish, number=1)
    lower_number_wins(event)

    asked = [f"{organise}/rounds/1", f"/tournaments/{event.slug}/print?what=slips"]
    asked += [f"/tournaments/{event.slug}/{each}" for each in ("entrants", "log", "wall")]
    asked += [f"{api}/export?format={each}" for each in ("json", "txt", "csv", "trf")]
    asked += [f"{api}/{each}" for each in ("bracket", "standings?explain=true", "audit")]
    asked += [f"{api}/rounds/1/{each}" for each in ("explain", "pairings.csv")]
    assert {each: staff.get(each, follow=True).status_code for each in asked} == dict.fromkeys(
        asked, 200
    )
