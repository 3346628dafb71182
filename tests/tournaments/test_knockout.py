"""Knockout: brackets of duels and of tables, whoever waits, ties or is let back in."""

from itertools import combinations_with_replacement, product

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems import Problem
from games.options import Value
from tests.tournaments.events import Event, refused
from tests.tournaments.stages import SCHEME, Played
from tournaments import selectors
from tournaments.formats.core import InfeasibleError, Options, Pairing, Sizes
from tournaments.formats.knockout import Knockout, snake
from tournaments.formats.knockout_fields import course, fields_after
from tournaments.formats.small_final import FINAL
from tournaments.record import Round, Table
from tournaments.services import results, rounds, ties
from tournaments.standings import standings

DUELS = Sizes(2, 2, 2)
FOURS = Sizes(3, 4, 4)


def as_seeded(played: Played, pairing: Pairing) -> None:
    """Let the better seeds win everywhere."""
    tables = []
    for seats in pairing.tables:
        order = sorted(seats)
        places = tuple(order.index(each) + 1 for each in seats)
        tables.append(Table(seats, places, None, SCHEME.points(places, None)))
    played.pairings.append(pairing)
    played.rounds.append(Round(len(played.rounds) + 1, tuple(tables), pairing.byes))


def rooms(pairing: Pairing) -> list[list[int]]:
    return [sorted(table) for table in pairing.tables]


def test_thirty_two_seeds_meet_as_at_the_world_universities_debating_championship() -> None:
    # The break of 2011: eight rooms of four, the first two of each go on, and the winner of room r
    # meets that of room 9 - r.
    played = Played(Knockout(), 32, FOURS)

    first = played.pair()

    assert rooms(first) == [[r, 17 - r, 16 + r, 33 - r] for r in range(1, 9)]
    as_seeded(played, first)
    assert rooms(played.pair()) == [[r, 9 - r, 8 + r, 17 - r] for r in range(1, 5)]


@given(data=st.data())
def test_ranks_fall_from_the_winner_down_whoever_leaves(data: st.DataObject) -> None:
    least = data.draw(st.integers(2, 4), label="least")
    sizes = Sizes(least, data.draw(st.integers(least, 4), label="target"), 5)
    played = Played(
        Knockout(),
        data.draw(st.integers(least, 20), label="entrants"),
        sizes,
        seed=data.draw(st.integers(0, 10**6), label="seed"),
        bracket=data.draw(st.sampled_from(["fixed", "reseeded"]), label="bracket"),
        ties=data.draw(st.sampled_from(["seed", "all", "lots"]), label="ties"),
    )
    came_to: dict[int, int] = {}

    while not played.format.is_over(played.stage()):
        pairing = played.pair()
        played.play(pairing)
        for entrant in (*(each for table in pairing.tables for each in table), *pairing.byes):
            came_to[entrant] = len(played.rounds)
        if len(played.active) > 2 and data.draw(st.booleans(), label="somebody leaves"):
            played.gone.add(data.draw(st.sampled_from(played.active), label="who"))

        stage = played.stage()
        lines = standings(stage.record, ("wins", "buchholz"), tiers=played.format.tiers(stage))
        ranks = [line.rank for line in lines]
        reached = [came_to[line.entrant] for line in lines]
        assert ranks == sorted(ranks)
        assert all(rank in {place, *ranks[: place - 1]} for place, rank in enumerate(ranks, 1))
        assert reached == sorted(reached, reverse=True)


def test_forty_eight_play_a_partial_round_for_which_sixteen_wait() -> None:
    played = Played(Knockout(), 48, FOURS)

    first = played.pair()

    assert first.byes == tuple(range(1, 17))
    assert [len(table) for table in first.tables] == [4] * 8
    as_seeded(played, first)
    assert [len(table) for table in played.pair().tables] == [4] * 8
    assert Knockout().rounds(48, FOURS, played.options) == 5


@pytest.mark.parametrize("entrants", range(2, 34))
def test_a_bracket_of_duels_is_the_usual_one(entrants: int) -> None:
    played = Played(Knockout(), entrants, DUELS, advance=1)
    while not played.format.is_over(played.stage()):
        as_seeded(played, played.pair())

    size = 1 << (entrants - 1).bit_length()
    assert len(played.rounds) == size.bit_length() - 1
    assert sum(len(round_.tables) for round_ in played.rounds) == entrants - 1
    for number, round_ in enumerate(played.rounds):
        # The favourites of every round add up to one more than those who are left.
        left = size >> number
        assert all(sum(table.seats) == left + 1 for table in round_.tables)
    assert played.stage().standings[:2] == (1, 2)


def test_a_tie_across_the_cut_is_decided_by_seed_and_said() -> None:
    played = Played(Knockout(), 8, FOURS)
    tied = Table((4, 1, 5, 8), (1, 2, 2, 4), None, (0,) * 4)
    clear = Table((2, 3, 6, 7), (1, 2, 3, 4), None, (0,) * 4)
    played.rounds.append(Round(1, (tied, clear)))

    pairing = played.pair()

    assert rooms(pairing) == [[1, 2, 3, 4]]
    assert any("level across the cut: the better seed goes on" in each for each in pairing.notes)


def test_a_tie_across_the_cut_can_send_all_on() -> None:
    played = Played(Knockout(), 8, Sizes(3, 4, 5), ties="all")
    tied = Table((4, 1, 5, 8), (1, 2, 2, 4), None, (0,) * 4)
    clear = Table((2, 3, 6, 7), (1, 2, 3, 4), None, (0,) * 4)
    played.rounds.append(Round(1, (tied, clear)))

    assert sorted(played.format.participants(played.stage())) == [1, 2, 3, 4, 5]


def test_wildcards_fill_the_last_table_with_the_best_who_were_out() -> None:
    # Six tables of three, of which the winners go on: two of the seconds make it eight.
    played = Played(Knockout(), 18, Sizes(3, 4, 4), advance=1, wildcards=True)
    tables = [
        Table((each, each + 6, each + 12), (1, 2, 3), None, (240, 120, 0)) for each in range(1, 7)
    ]
    played.rounds.append(Round(1, tuple(tables)))

    assert sorted(played.format.participants(played.stage())) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_nine_at_tables_of_three_of_which_two_go_on_come_to_a_final() -> None:
    # Of six players four go on; two wildcards would make them six again, and so for ever.
    played = Played(Knockout(), 9, Sizes(3, 3, 3), advance=2, wildcards=True).play_out(10)

    assert [sum(map(len, each.tables)) for each in played.pairings] == [9, 6, 3, 3]
    assert len(played.rounds) == Knockout().rounds(9, played.sizes, played.options)


def test_every_round_of_every_plan_up_to_64_has_fewer_players_than_the_one_before() -> None:
    for sizes in (Sizes(*each) for each in combinations_with_replacement(range(2, 7), 3)):
        for advance in range(1, sizes.target):
            for tied, wildcards in product(("seed", "all"), (False, True)):
                options: Options = {"advance": advance, "ties": tied, "wildcards": wildcards}
                for field in range(sizes.least, 65):
                    assert all(left < field for left in fields_after(field, sizes, options))


PLANS = {
    "sizes": st.tuples(*[st.integers(2, 6)] * 3).map(lambda each: Sizes(*sorted(each))),
    "advance": st.integers(0, 5),
    "bracket": st.sampled_from(("fixed", "reseeded")),
    "ties": st.sampled_from(("seed", "all")),
    "wildcards": st.booleans(),
    "by_round": st.builds(
        lambda rows, final: ", ".join([*(f"{size}>{going}" for size, going in rows), *final]),
        st.lists(st.tuples(st.integers(2, 6), st.integers(1, 4)), max_size=3),
        st.lists(st.integers(2, 6).map(str), max_size=1),
    ),
}


@settings(max_examples=30, deadline=None)
@given(entrants=st.integers(2, 64), seed=st.integers(0, 999), drops=st.booleans(), **PLANS)
def test_every_plan_ends_within_the_bound_that_is_shown_before_the_start(
    *, entrants: int, seed: int, drops: bool, sizes: Sizes, **options: Value
) -> None:
    try:
        played = Played(Knockout(), entrants, sizes, seed, **options)
    except InfeasibleError:
        return
    bound = Knockout().rounds_max(entrants, sizes, played.options)
    assert bound is not None

    while not played.format.is_over(played.stage()):
        assert len(played.rounds) < bound
        played.play(played.pair())
        if drops:
            played.gone.add(played.rng.choice(played.seeds))

    if not drops and options["ties"] == "seed":
        assert len(played.rounds) == Knockout().rounds(entrants, sizes, played.options)


def test_tables_of_six_send_three_on_tables_of_five_two_and_four_play_the_final() -> None:
    played = Played(Knockout(), 18, Sizes(3, 4, 6), by_round="6>3, 5>2, 4", third_place=True)
    played.play_out()

    assert [[len(table.seats) for table in each.tables] for each in played.rounds] == [
        [6, 6, 6],
        [5, 4],
        [4, 4],
    ]
    assert played.rounds[-1].tables[0].key == FINAL
    assert Knockout().rounds(18, played.sizes, played.options) == 3


def test_a_table_of_five_can_send_its_best_two_to_a_duel() -> None:
    # 25 at five tables, whose winners play for the two places of the final.
    played = Played(Knockout(), 25, Sizes(2, 5, 5), by_round="5>1, 5>2, 2").play_out()

    assert [[len(table.seats) for table in each.tables] for each in played.rounds] == [
        [5] * 5,
        [5],
        [2],
    ]


def test_wildcards_fill_a_final_of_the_size_that_the_plan_names() -> None:
    played = Played(Knockout(), 9, Sizes(2, 3, 4), by_round="3>1, 4", wildcards=True).play_out()

    assert [[len(table.seats) for table in each.tables] for each in played.rounds] == [[3] * 3, [4]]


def test_the_last_tables_of_the_plan_are_played_until_the_final_can_be_seated() -> None:
    assert course(60, Sizes(3, 4, 6), {"advance": 0, **SEEDED, "by_round": "6>3, 5>2, 4"}) == [
        60,
        30,
        12,
        6,
        4,
    ]


SEEDED: Options = {"ties": "seed", "wildcards": False}


@pytest.mark.parametrize(
    ("given", "kept"),
    [("6 → 3; 5->2;4", "6>3, 5>2, 4"), ("4", "4"), (" 4>1 ", "4>1"), ("", "")],
)
def test_tables_by_round_are_kept_in_one_way_of_writing(given: str, kept: str) -> None:
    assert Knockout().check_options({"by_round": given})["by_round"] == kept


@pytest.mark.parametrize("given", ["6>3, 4, 5>2", "7>2", "6-3", "x", 4])
def test_what_is_no_tables_by_round_is_refused(given: Value) -> None:
    with pytest.raises(InfeasibleError, match="by_round must be"):
        Knockout().check_options({"by_round": given})


@pytest.mark.parametrize(
    ("by_round", "said"),
    [
        ("6>3, 4", "a table of 6 cannot be seated"),
        ("4>2, 2", "a table of 2 cannot be seated"),
        ("4>4", "4 cannot advance from a table of 4"),
        ("4>1", "2 are left for the final"),
    ],
)
def test_tables_by_round_that_cannot_be_played_are_refused(by_round: str, said: str) -> None:
    with pytest.raises(InfeasibleError, match=said):
        Played(Knockout(), 8, Sizes(3, 4, 5), by_round=by_round)


def test_reseeding_puts_the_best_of_the_last_round_far_apart() -> None:
    played = Played(Knockout(), 4, DUELS, advance=1, bracket="reseeded")
    upset = [Table((4, 1), (1, 2), None, (120, 0)), Table((2, 3), (1, 2), None, (120, 0))]
    played.rounds.append(Round(1, tuple(upset)))

    assert rooms(played.pair()) == [[2, 4]]


def test_who_drops_after_winning_leaves_the_others_in_their_bracket() -> None:
    played = Played(Knockout(), 8, DUELS, advance=1)
    as_seeded(played, played.pair())
    played.gone.add(2)

    pairing = played.pair()

    assert sorted([each for table in pairing.tables for each in table] + list(pairing.byes)) == [
        1,
        3,
        4,
    ]
    assert pairing.byes == (1,)


def test_as_many_as_sit_at_a_table_cannot_all_go_on() -> None:
    with pytest.raises(InfeasibleError, match="cannot advance") as refusal:
        Played(Knockout(), 8, FOURS, advance=4)

    assert refusal.value.possible == "let 1 to 3 advance"


def test_a_snake_turns_at_both_ends() -> None:
    assert snake(range(1, 13), (4, 4, 4)) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]


DUEL_CUP = {
    "play": "reported",
    "game": "pickpocket",
    "table": {"min": 2, "target": 2, "max": 2},
}


def cup(ties: str) -> Event:
    stage = {"format": "knockout", "options": {"advance": 1, "ties": ties}}
    return Event(**DUEL_CUP, stages=[stage]).enter_names(4).start()


def decisions(event: Event) -> list[tuple[list[int], str]]:
    told = selectors.audit(event.state, None)
    return [
        (each["data"]["order"], each["data"]["method"])
        for each in told
        if each["type"] == "tie_decided"
    ]


def play_level_and_clear(event: Event) -> tuple[int, int]:
    """Let the first table of a round end level and the second be clear; return the former."""
    first = event.pair().tables[0]
    event.report(0, [1, 1])
    event.report(1, [1, 2])
    return first.seats[0], first.seats[1]


@pytest.mark.django_db
def test_lots_decide_a_tie_across_the_cut_by_an_event() -> None:
    event = cup("lots")
    level = play_level_and_clear(event)
    event.do(rounds.close, number=1)

    better = min(level, key=event.state.lots.index)
    assert decisions(event) == [([better, sum(level) - better], "lots")]
    assert better in event.pair().tables[0].seats


@pytest.mark.django_db
def test_a_judge_decides_before_the_round_can_be_closed() -> None:
    event = cup("judge")
    level = play_level_and_clear(event)
    table = event.round.tables[0].id
    with pytest.raises(Problem, match="tied at the cut; a judge decides"):
        event.do(rounds.close, number=1)
    with pytest.raises(Problem, match="order must name once each"):
        event.do(ties.decide, table_id=table, order=[1, 1])

    preferred = max(level)
    event.do(ties.decide, table_id=table, order=[preferred, min(level)], reason="a play-off")
    event.do(rounds.close, number=1)

    assert decisions(event) == [([preferred, min(level)], "judge")]
    assert preferred in event.pair().tables[0].seats
    with pytest.raises(Problem, match="before the next is paired"):
        event.do(ties.decide, table_id=table, order=[*level])


@pytest.mark.django_db
def test_a_corrected_result_takes_the_decision_back_with_it() -> None:
    event = cup("seed")
    level = play_level_and_clear(event)
    event.do(rounds.close, number=1)
    table = event.round.tables[0]

    seed = event.state.stages[0].entrants.index
    assert table.decided == tuple(sorted(level, key=seed))
    event.do(results.override, table_id=table.id, places=[2, 1], scores=None, reason="misread")

    assert event.round.tables[0].decided == ()
    assert table.seats[1] in event.pair().tables[0].seats


@pytest.mark.django_db
def test_how_long_a_plan_can_take_is_told_before_the_start() -> None:
    stage = {"format": "knockout", "options": {"advance": 2, "ties": "all", "wildcards": True}}
    table = {"min": 3, "target": 4, "max": 4}
    event = Event(play="reported", table=table, stages=[stage]).enter_names(13)
    event.step("open")

    assert selectors.page(event.state, None).rounds_max == [8]
    page = Client().get(f"/tournaments/{event.slug}").content.decode()
    assert "3 rounds, at most 8 after ties or departures" in page


@pytest.mark.django_db
def test_tables_by_round_are_on_the_page_and_refused_with_the_plan_that_they_do_not_fit() -> None:
    stage = {"format": "knockout", "options": {"by_round": "6→3; 5→2; 4"}}
    event = Event(play="reported", stages=[stage]).enter_names(18)
    event.step("open")
    page = Client().get(f"/tournaments/{event.slug}").content.decode()
    assert "round by round 6&gt;3, 5&gt;2, 4" in page

    with refused("invalid_options") as refusal:
        Event(play="reported", table={"min": 3, "target": 4, "max": 4}, stages=[stage])
    assert refusal.value.errors[0].field == "stages[0].options"
