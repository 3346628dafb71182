"""Days off from slow matches."""

from datetime import timedelta
from uuid import UUID

import pytest

from agenda.runs import run_due_now
from eventstore import verification
from eventstore.canonical import parse_timestamp
from matches import vacations as vacation_stream
from matches.actors import Player
from matches.events import KIND
from matches.models import Match, Vacation
from matches.services import vacation_notes, vacations
from matches.services.turns import expire_clock
from tests.callers import new_name, new_player
from tests.matches import tables
from tests.matches.tables import refused

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
SLOW = {"per_move": 24 * 3600}


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def clock(match_id: UUID, seat: int) -> dict[str, str]:
    """Return how the clock of a seat stands."""
    shown: dict[str, str] = tables.page(match_id)["clocks"][seat]
    return shown


def test_a_vacation_stops_the_clocks_of_one_player_in_slow_matches(players: list[Player]) -> None:
    slow = tables.begun(players, clock=SLOW)
    fast = tables.begun(players, clock={"per_move": 3600})
    before = clock(slow, 1)

    taken = vacations.take(player=players[0], days=3)
    run_due_now()

    assert taken.present is not None
    assert taken.left == 11 * DAY
    assert parse_timestamp(clock(slow, 0)["deadline"]) > taken.present.end + DAY - timedelta(
        minutes=1
    )
    assert parse_timestamp(clock(slow, 0)["running_since"]) == taken.present.end
    assert clock(slow, 1) == before
    assert tables.types(slow)[-1] == "seat_on_vacation"
    assert "seat_on_vacation" not in tables.types(fast)
    assert verification.check(KIND, slow) == []
    assert verification.check(vacation_stream.KIND, players[0].account) == []


def test_time_runs_out_for_the_others_all_the_same(players: list[Player]) -> None:
    match_id = tables.begun(players, clock=SLOW)
    vacations.take(player=players[0], days=3)
    run_due_now()

    tables.expire(match_id)

    assert tables.page(match_id)["to_act"] == [0]
    assert verification.check(KIND, match_id) == []


def test_who_is_away_may_move_and_begins_the_next_decision_afterwards(
    players: list[Player],
) -> None:
    match_id = tables.begun(players, clock=SLOW)
    ends = [vacations.take(player=player, days=3).present for player in players]
    run_due_now()
    for player in players:
        seen = tables.page(match_id, player)
        tables.move(match_id, player, seen["legal_moves"][0], seen["version"])

    (leader,) = tables.page(match_id)["to_act"]

    present = ends[leader]
    assert present is not None
    assert parse_timestamp(clock(match_id, leader)["running_since"]) == present.end
    assert verification.check(KIND, match_id) == []


def test_coming_back_early_has_the_clocks_run_on_and_keeps_the_rest(
    players: list[Player],
) -> None:
    match_id = tables.begun(players, clock=SLOW)
    vacations.take(player=players[0], days=3)
    run_due_now()

    ended = vacations.end(player=players[0])
    run_due_now()

    assert ended.present is None
    assert 14 * DAY - timedelta(minutes=1) < ended.left < 14 * DAY
    assert (
        parse_timestamp(clock(match_id, 0)["deadline"])
        < Match.objects.get(id=match_id).updated_at + DAY
    )
    assert tables.types(match_id).count("seat_on_vacation") == 2
    assert verification.check(KIND, match_id) == []


def test_a_match_that_starts_during_a_vacation_knows_of_it(players: list[Player]) -> None:
    taken = vacations.take(player=players[1], days=2)

    match_id = tables.begun(players, clock=SLOW)

    assert taken.present is not None
    assert tables.types(match_id)[-1] == "seat_on_vacation"
    assert parse_timestamp(clock(match_id, 1)["running_since"]) == taken.present.end
    assert verification.check(KIND, match_id) == []


def test_a_match_that_was_missed_learns_of_it_before_time_runs_out(players: list[Player]) -> None:
    match_id = tables.begun(players, clock=SLOW)
    vacations.take(player=players[2], days=5)
    before = Match.objects.get(id=match_id)

    expire_clock(match_id, before.version, tables.deadline(match_id))

    types = tables.types(match_id, before.version)
    assert types[0] == "seat_on_vacation"
    assert types.count("seat_timed_out") == 2
    assert tables.page(match_id)["to_act"] == [2]
    assert verification.check(KIND, match_id) == []


def test_a_match_for_which_others_wait_by_a_deadline_takes_no_vacations(
    players: list[Player],
) -> None:
    vacations.take(player=players[1], days=2)
    match_id = tables.begun(players, clock=SLOW, vacations=False)
    before = clock(match_id, 0)

    vacations.take(player=players[0], days=3)
    run_due_now()

    assert "seat_on_vacation" not in tables.types(match_id)
    assert clock(match_id, 0) == before
    assert tables.page(match_id)["vacations"] is False
    tables.expire(match_id)
    assert tables.types(match_id).count("seat_timed_out") >= 1
    assert verification.check(KIND, match_id) == []


def test_carrying_a_vacation_to_its_matches_twice_notes_it_once(players: list[Player]) -> None:
    match_id = tables.begun(players, clock=SLOW)
    vacations.take(player=players[0], days=1)
    version = Vacation.objects.get(account_id=players[0].account).version

    for _ in range(3):
        vacation_notes.apply_to_matches(players[0].account, version)

    assert tables.types(match_id).count("seat_on_vacation") == 1


def test_a_year_has_fourteen_days(players: list[Player]) -> None:
    vacations.take(player=players[0], days=10)
    with refused("invalid"):
        vacations.take(player=players[0], days=1)
    vacations.end(player=players[0])
    vacations.take(player=players[0], days=13)
    vacations.end(player=players[0])

    with refused("invalid") as refusal:
        vacations.take(player=players[0], days=14)

    assert "what is left of 14" in refusal.value.detail


def test_the_whole_of_it_over_the_api() -> None:
    player = new_player(name=new_name())
    key = "a-key-of-vacation"

    taken = player.post("/me/vacation", {"days": 2}, key=key)
    again = player.post("/me/vacation", {"days": 2}, key=key)

    assert (taken.status, taken.body["days_left"]) == (201, 12.0)
    assert again.body == taken.body
    assert player.get("/me/vacation").body == taken.body
    ended = player.delete("/me/vacation")
    assert (ended.status, ended.body["ends_at"]) == (200, None)
    assert player.delete("/me/vacation").code == "not_found"
    for days in (0, 15, -1, 1.5, "3", True, None):
        assert player.post("/me/vacation", {"days": days}).code == "invalid"
