"""Teams on boards: whole teams meet, and match points, then board points, say who is ahead."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.events import REPORTED, Event, assert_verified, refused
from tests.tournaments.team_events import DUEL, NAMES, begun, lower_number_wins
from tournaments import stage_records, team_matches, team_tiebreaks, teams
from tournaments.formats.core import Pairing, Stage
from tournaments.formats.swiss import DUELS
from tournaments.formats.team_boards import TeamBoards
from tournaments.record import UNITS, Entrant, Record, Round, Table
from tournaments.services import forfeits, lifecycle, penalties, presence, rounds
from tournaments.services import teams as services

FORMAT = TeamBoards()


def standing(event: Event) -> list[tuple[int, str, float, float]]:
    """Return rank, name, match points and board points of each team."""
    found = []
    for each in teams.standings(event.state):
        assert each.on_boards is not None
        played = each.on_boards
        points = played.match_points / UNITS, float(played.board_points)
        found.append((each.rank, each.name, *points))
    return found


@pytest.mark.django_db
def test_four_teams_of_two_meet_each_once_and_match_points_decide() -> None:
    event = begun(4, 2)

    for _ in range(3):
        event.pair()
        lower_number_wins(event)
    event.do(lifecycle.finish)

    assert standing(event) == [
        (1, "Reds", 6.0, 6.0),
        (2, "Blues", 4.0, 4.0),
        (3, "Greens", 2.0, 2.0),
        (4, "Yellows", 0.0, 0.0),
    ]
    met = Counter(
        frozenset((each + 1) // 2 for each in table.seats) for _, table in event.state.tables()
    )
    assert set(met.values()) == {2}
    assert len(met) == 6
    assert_verified(event)


@pytest.mark.django_db
def test_the_first_team_leads_on_the_odd_boards_and_reserves_wait() -> None:
    event = begun(2, 4, boards=3, times=2)

    round_ = event.pair()

    first = {1, 2, 3, 4} if round_.tables[0].seats[0] <= 4 else {5, 6, 7, 8}
    assert [table.key for table in round_.tables] == ["1.1", "1.2", "1.3"]
    assert [table.seats[0] in first for table in round_.tables] == [True, False, True]
    assert [{*table.seats} for table in round_.tables] == [{1, 5}, {2, 6}, {3, 7}]
    assert round_.byes == (4, 8)
    assert points_of(event) == dict.fromkeys(range(1, 9), 0)


def points_of(event: Event) -> dict[Entrant, float]:
    record = stage_records.record_of(event.state, stage=0)
    return {each: units / UNITS for each, units in record.points.items()}


@pytest.mark.django_db
def test_who_is_absent_is_passed_over_and_a_board_without_a_player_is_lost() -> None:
    event = begun(2, 2, boards=2)
    event.do(presence.leave, entrant=1)

    round_ = event.pair()
    lower_number_wins(event)

    # Player 2 has moved up to the first board, and nobody plays the second one for the Reds.
    assert [{*table.seats} for table in round_.tables] == [{2, 3}]
    assert round_.walkovers == {"1.2": 4}
    assert round_.byes == (4,)
    # Without the last board the Reds are ahead.
    assert standing(event) == [(1, "Reds", 1.0, 1.0), (2, "Blues", 1.0, 1.0)]
    assert points_of(event)[4] == 1
    assert_verified(event)


@pytest.mark.django_db
def test_a_board_to_which_nobody_came_is_won_by_the_other_team() -> None:
    event = begun(2, 2, boards=2)
    table = next(each for each in event.pair().tables if 3 in each.seats)

    event.do(forfeits.forfeit, table_id=table.id, absent=[1])
    lower_number_wins(event)

    assert standing(event) == [(1, "Blues", 1.0, 1.0), (2, "Reds", 1.0, 1.0)]


@pytest.mark.django_db
def test_the_team_without_an_opponent_has_a_draw_and_half_of_the_boards() -> None:
    event = begun(3, 2)

    event.pair()
    resting = NAMES[event.round.byes[0] // 2]
    lower_number_wins(event)

    found = {name: (won, boards) for _, name, won, boards in standing(event)}
    assert found[resting] == (1.0, 1.0)


@pytest.mark.django_db
def test_a_reserve_plays_for_another_of_the_team_and_for_nobody_else() -> None:
    event = begun(2, 3, boards=2)
    event.pair(publish=False)

    event.do(rounds.swap, number=1, first=2, second=3)

    assert {*event.round.tables[1].seats} == {3, 5}
    assert event.round.byes == (2, 6)
    with refused("pairing_infeasible"):
        event.do(rounds.swap, number=1, first=1, second=4)


@pytest.mark.more
@pytest.mark.django_db
def test_the_reserve_takes_the_board_of_who_leaves_after_the_pairing() -> None:
    event = begun(2, 3, boards=2)
    event.pair()
    kept = next(each.id for each in event.round.tables if 2 in each.seats)
    event.do(presence.leave, entrant=1)

    event.do(rounds.repair, number=1, scope="touched")

    assert {frozenset(each.seats) for each in event.round.tables} == {
        frozenset({2, 5}),
        frozenset({3, 4}),
    }
    assert kept in {each.id for each in event.round.tables}
    assert list(event.round.byes) == [6]
    event.do(presence.leave, entrant=3)
    event.do(rounds.repair, number=1, scope="touched")
    assert event.round.walkovers == {"1.1": 4}
    assert list(event.round.byes) == [4, 6]
    lower_number_wins(event)
    assert_verified(event)


@pytest.mark.more
@pytest.mark.django_db
def test_a_team_that_leaves_as_a_whole_loses_its_boards_and_stands_below_the_others() -> None:
    event = begun(3, 2)
    event.pair()
    met = next(team for team in ([1, 2], [3, 4], [5, 6]) if not {*team} & {*event.round.byes})
    for each in met:
        event.do(presence.leave, entrant=each)

    # Without a table there would be no match, and the other team would only have a bye.
    with refused("pairing_infeasible"):
        event.do(rounds.repair, number=1, scope="touched")
    for table in event.round.tables:
        absent = [each for each in table.seats if each in met]
        event.do(forfeits.forfeit, table_id=table.id, absent=absent)
    event.do(rounds.close, number=1)

    (other,) = (each for each in teams.standings(event.state) if each.rank == 1)
    assert other.on_boards is not None
    assert other.on_boards.match_points == 2 * UNITS
    assert other.on_boards.board_points == 2
    assert [line.rank for line in teams.standings(event.state)] == [1, 2, 3]
    assert {each.entrant for each in teams.standings(event.state)[-1].members} == {*met}
    assert_verified(event)


@pytest.mark.more
@pytest.mark.django_db
def test_a_team_of_which_all_were_disqualified_comes_last_whatever_it_has_won() -> None:
    event = begun(2, 2)
    event.pair()
    lower_number_wins(event)
    for each in (1, 2):
        event.do(penalties.disqualify, entrant=each, results=None)

    assert [each.name for each in teams.standings(event.state)] == ["Blues", "Reds"]


@pytest.mark.more
@pytest.mark.django_db
def test_a_team_that_has_played_keeps_its_players_and_takes_in_others() -> None:
    event = begun(2, 2, boards=2)
    event.pair()
    event.do(services.assign, teams=[("Azure", [4, 3]), ("Reds", [1, 2])], tiebreaks=None)

    assert [each.name for each in teams.standings(event.state)] == ["Reds", "Azure"]
    with refused("result_locked"):
        event.do(services.assign, teams=[("Reds", [1, 3]), ("Blues", [2, 4])])


@pytest.mark.django_db
def test_teams_on_boards_are_refused_without_teams_and_beside_other_stages() -> None:
    stage = {"format": "team_boards", "options": {}}
    about: Any = {**REPORTED, "game": "pickpocket", "table": DUEL}
    nobody = Event(**about, stages=[stage]).enter_names(4)

    with refused("pairing_infeasible"):
        nobody.start()
    nobody.do(services.assign, teams=[("Reds", [1, 2]), ("Blues", [3])])
    with refused("pairing_infeasible"):
        nobody.start()
    nobody.do(services.assign, teams=[("Reds", [1, 2, 3, 4])])
    with refused("pairing_infeasible"):
        nobody.start()
    with refused("invalid_options"):
        Event(**about, stages=[stage, {"format": "knockout", "take": 2}])
    with refused("invalid_options"):
        Event(**REPORTED, stages=[stage])
    with refused("invalid_options"):
        Event(**about, stages=[{**stage, "options": {"win": 1, "draw": 2}}])


class PlayedOut:
    """Teams that are played out without a server, players coming and going."""

    def __init__(self, sizes: Sequence[int], seed: int, **options: Any) -> None:
        numbers = iter(range(1, sum(sizes) + 1))
        self.members = tuple(tuple(next(numbers) for _ in range(size)) for size in sizes)
        self.options = FORMAT.check_options(options)
        self.seeds = tuple(each for team in self.members for each in team)
        self.rng = Random(seed)
        self.away: set[Entrant] = set()
        self.rounds: list[Round] = []

    def stage(self) -> Stage:
        return Stage(
            seeds=self.seeds,
            active=tuple(each for each in self.seeds if each not in self.away),
            record=Record(self.seeds, self.rounds),
            standings=self.seeds,
            sizes=DUELS,
            options=self.options,
            seed=sha256(f"{len(self.rounds)}".encode()).digest(),
            extra={"teams": self.members},
        )

    def play(self, pairing: Pairing) -> Round:
        tables = []
        for seats, key in zip(pairing.tables, pairing.keys, strict=True):
            first = self.rng.choice([0, UNITS // 2, UNITS])
            places = (1, 1) if 2 * first == UNITS else (1, 2) if first else (2, 1)
            tables.append(Table(seats, places, None, (first, UNITS - first), key=key))
        played = Round(len(self.rounds) + 1, tuple(tables), pairing.byes, pairing.walkovers)
        spare = team_matches.reserves(played, self.members)
        self.rounds.append(played._replace(granted=dict.fromkeys(spare, 0)))
        self.away = {each for each in self.seeds if self.rng.random() < 0.15}
        return self.rounds[-1]


@given(
    sizes=st.lists(st.integers(1, 6), min_size=2, max_size=8),
    boards=st.integers(2, 4),
    pairing=st.sampled_from(["round_robin", "swiss", "fide_dutch"]),
    seed=st.integers(0, 1000),
)
def test_whoever_comes_or_goes_points_add_up_and_nobody_plays_twice_or_against_a_teammate(
    sizes: list[int], boards: int, pairing: str, seed: int
) -> None:
    event = PlayedOut(sizes, seed, boards=boards, pairing=pairing, rounds=4)
    of = team_matches.team_by_member(event.members)

    for _ in range(4):
        stage = event.stage()
        if FORMAT.is_over(stage):
            break
        proposed = FORMAT.pair(stage)
        seated = [each for table in proposed.tables for each in table]
        assert sorted([*seated, *proposed.byes]) == sorted(FORMAT.participants(stage))
        assert all(of[first] != of[second] for first, second in proposed.tables)
        played = event.play(proposed)
        for match in team_matches.matches(played, event.members, UNITS):
            assert match.done
            assert len(match.boards) == boards
            empty = sum(each.players == (None, None) for each in match.boards)
            assert sum(match.units) == (boards - empty) * UNITS

    record = Record(event.seeds, event.rounds)
    found = team_tiebreaks.ranked(record, event.members, event.options, ["board_points"], {})
    assert sorted(each.team for each in found) == list(range(1, len(sizes) + 1))
    rests = sum(
        len(each.byes) for each in team_matches.record(record, event.members, event.options).rounds
    )
    matches = sum(each.won + each.drawn + each.lost for each in found) // 2
    assert sum(each.won for each in found) == sum(each.lost for each in found)
    assert sum(each.match_points for each in found) == (2 * matches + rests) * UNITS
