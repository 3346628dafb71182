"""What becomes of rated matches that end before everybody has played."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from agenda import runs
from matches import effort
from matches.actors import Player
from matches.models import Match
from matches.services import leaving, turns
from ratings.models import Ladder, RatedMatch
from tests.callers import new_key
from tests.matches import tables
from tests.ratings import ladders
from tests.ratings.test_matchmaking import play_out

pytestmark = pytest.mark.django_db


def begun(ladder: Ladder, people: list[Player], *bots: str, **about: object) -> UUID:
    """Return a match of a ladder that has begun."""
    about = {"game": "pickpocket", **about}
    return tables.begun(people, bots, belongs_to={"ladder": ladder.id}, **about)


def resign(match: UUID, player: Player) -> None:
    """Let a player give up."""
    leaving.resign(match_id=match, player=player, key=new_key(), fingerprint=b"")


def move(match: UUID, people: list[Player]) -> None:
    """Let whoever is to act make one move."""
    for player in people:
        seen = tables.page(match, player)
        if seen["legal_moves"]:
            tables.move(match, player, seen["legal_moves"][0], seen["version"])
            return


def test_a_match_given_up_at_once_is_lost_for_who_gave_up_and_won_by_nobody() -> None:
    ladder, people = ladders.opened(), tables.people(2)
    match = begun(ladder, people)

    resign(match, people[1])
    runs.run_due_now()

    row = RatedMatch.objects.get(ladder=ladder)
    now = ladders.ratings(ladder)
    assert (row.status, row.reason) == ("rated", "short")
    assert now[people[1].username] < 1_500_000
    assert now[people[0].username] == 1_500_000
    assert ladders.differences(ladder) == 0


@pytest.mark.more
def test_forty_matches_given_up_at_once_lead_nowhere() -> None:
    ladder = ladders.opened()
    winner, *others = tables.people(6)

    for number in range(40):
        loser = others[number % len(others)]
        resign(begun(ladder, [winner, loser]), loser)
    runs.run_due_now()

    standing = ladder.standings.get(name=winner.username)
    assert (standing.rating, standing.games, standing.firsts) == (1_500_000, 0, 0)
    assert RatedMatch.objects.filter(ladder=ladder, reason="short").count() == 40


def test_a_match_given_up_after_enough_moves_counts_for_both() -> None:
    ladder, people = ladders.opened(), tables.people(2)
    match = begun(ladder, people)
    while min(made for made in effort.of_match(match).moves if made is not None) < 3:
        move(match, people)

    resign(match, people[0])
    runs.run_due_now()

    now = ladders.ratings(ladder)
    assert RatedMatch.objects.get(ladder=ladder).reason == ""
    assert now[people[0].username] < 1_500_000 < now[people[1].username]


def test_who_lets_the_time_run_out_at_once_has_lost_as_well() -> None:
    ladder, people = ladders.opened(), tables.people(2)
    match = begun(ladder, people, clock={"per_move": 60}, on_timeout="forfeit")
    late = Match.objects.get(id=match).to_act[0]
    tables.expire(match)
    runs.run_due_now()

    told = {change.seat: change.rating_after for change in ladder.changes.filter(match=match)}
    assert told[late] < 1_500_000 == told[1 - late]


def test_a_match_in_which_not_everybody_had_to_play_does_not_count_and_says_why() -> None:
    ladder, people = ladders.opened(moves_min=100), tables.people(2)
    match = begun(ladder, people)

    play_out(match)
    runs.run_due_now()

    row = RatedMatch.objects.get(ladder=ladder)
    assert (row.status, row.reason) == ("not_rated", "too_few_moves")
    assert ladders.ratings(ladder) == {}


def test_built_in_bots_need_not_make_any_number_of_moves() -> None:
    ladder, people = ladders.opened(), tables.people(1)
    match = begun(ladder, people, "random", "greedy")

    play_out(match)
    runs.run_due_now()

    seats = {seat_row.seat: seat_row.bot for seat_row in Match.objects.get(id=match).chairs.all()}
    told = effort.of_match(match)
    assert [made is None for made in told.moves] == [bool(seats[seat]) for seat in range(3)]
    assert RatedMatch.objects.get(ladder=ladder).reason == ""


def test_a_match_called_off_before_anybody_moved_does_not_count() -> None:
    ladder, people = ladders.opened(), tables.people(2)
    match = begun(ladder, people, clock={"per_move": 60}, on_timeout="forfeit")

    leaving.void(match_id=match, actor="system", reason="a test", key=new_key())
    turns.play_bots(match, Match.objects.get(id=match).version)
    runs.run_due_now()

    assert RatedMatch.objects.get(ladder=ladder).reason == "void"


@pytest.mark.more
def test_who_leaves_a_rated_match_does_not_end_it_for_a_friend_who_is_ahead_of_the_bots() -> None:
    ladder, people = ladders.opened(), tables.people(2)
    rated = begun(ladder, people, "random", "greedy")
    free = tables.begun(people, ("random", "greedy"), game="pickpocket")

    for match in (rated, free):
        resign(match, people[0])

    assert Match.objects.get(id=free).status == "finished"
    assert Match.objects.get(id=rated).status == "live"
    resign(rated, people[1])
    assert Match.objects.get(id=rated).status == "finished"
    assert tables.log_findings(rated) == []


@pytest.mark.more
@pytest.mark.parametrize("rounds_played", [0, 1])
def test_all_who_stay_away_together_undo_no_rated_match_that_was_played(rounds_played: int) -> None:
    ladder, people = ladders.opened(game="stick-em", players={"min": 3, "max": 3}), tables.people(3)
    about = {"game": "stick-em", "clock": {"per_move": 60}, "on_timeout": "forfeit"}
    match = begun(ladder, people, **about)
    for _ in range(rounds_played):
        for _ in people:
            move(match, people)
        while len(Match.objects.get(id=match).to_act) < len(people):
            move(match, people)
    tables.expire_at(match, datetime.now(UTC) + timedelta(hours=1))
    runs.run_due_now()

    row = RatedMatch.objects.get(ladder=ladder)
    assert row.status == ("rated" if rounds_played else "not_rated")
    assert len(set(ladders.ratings(ladder).values())) <= 1
    assert tables.log_findings(match) == []
