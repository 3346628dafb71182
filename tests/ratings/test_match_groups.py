"""Who of a queue plays together: worked examples, what always holds, and what a simulation says."""

from io import StringIO
from itertools import combinations

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings import match_groups
from ratings.match_groups import Group, QueuedPlayer
from ratings.queue_simulation import (
    SPREAD,
    arrivals,
    pairs_outside,
    percentile,
    simulated,
)
from ratings.queue_simulation import first_come as in_turn
from ratings.queue_simulation import whole_queue as looked_at


def someone(name: str, rating: int, waited_s: float = 0, seats: int = 2) -> QueuedPlayer:
    return QueuedPlayer(name, rating * 1000, seats, waited_s)


def names(groups: list[Group]) -> list[str]:
    return ["".join(sorted(each.key for each in group.players)) for group in groups]


@st.composite
def queues(draw: st.DrawFn) -> list[QueuedPlayer]:
    count = draw(st.integers(0, 14))
    sizes = draw(st.lists(st.integers(2, 6), min_size=1, max_size=2))
    return [
        someone(
            f"p{number:02}",
            draw(st.integers(1000, 2000)),
            draw(st.sampled_from([0, 3, 10, 30, 59, 60, 300, 7200])),
            draw(st.sampled_from(sizes)),
        )
        for number in range(count)
    ]


@st.composite
def quarrels(draw: st.DrawFn, waiting: list[QueuedPlayer]) -> set[frozenset[str]]:
    keys = [each.key for each in waiting]
    pairs = st.sampled_from(keys) if keys else st.nothing()
    found = draw(st.lists(st.tuples(pairs, pairs), max_size=6)) if keys else []
    return {frozenset(pair) for pair in found if pair[0] != pair[1]}


class TestTheWholeQueue:
    def test_is_divided_so_that_tables_are_even(self) -> None:
        queue = [
            someone("a", 1500, 9, 3),
            someone("b", 1460, 1, 3),
            someone("c", 1450, 1, 3),
            someone("d", 1545, 1, 3),
            someone("e", 1550, 1, 3),
            someone("f", 1400, 1, 3),
        ]

        assert names(looked_at(queue)) == ["ade", "bcf"]
        assert names(in_turn(queue)) == ["abd", "cef"]
        assert [pairs_outside(group) for group in in_turn(queue)] == [0, 1]

    def test_two_who_do_not_accept_each_other_are_not_joined_by_a_third(self) -> None:
        queue = [someone("a", 1500, 0, 3), someone("b", 1410, 0, 3), someone("c", 1590, 0, 3)]

        assert looked_at(queue) == []
        assert [pairs_outside(group) for group in in_turn(queue)] == [1]

    def test_waiting_widens_what_a_player_accepts_and_not_what_two_others_do(self) -> None:
        queue = [someone("a", 1500, 60, 3), someone("b", 1300, 0, 3), someone("c", 1700, 0, 3)]

        assert looked_at(queue) == []
        assert names(looked_at([*queue, someone("d", 1390, 0, 3)])) == ["abd"]

    def test_of_equals_whoever_has_waited_longest_plays(self) -> None:
        queue = [someone(name, 1500, waited) for name, waited in (("a", 1), ("b", 5), ("c", 3))]

        assert "a" not in "".join(names(looked_at(queue)))

    def test_a_table_that_quarrels_leave_is_found_far_from_its_neighbours(self) -> None:
        queue = [someone(name, 1500 + place, 60) for place, name in enumerate("abcde")]
        apart = {frozenset(pair) for pair in combinations("abcde", 2)} - {frozenset("ae")}

        found = match_groups.form_groups(
            queue, spread=SPREAD, bots_after_s=None, bots=0, apart=apart
        )

        assert names(found) == ["ae"]

    def test_bots_join_only_people_who_all_fit(self) -> None:
        queue = [someone("a", 1500, 20, 4), someone("b", 1300, 0, 4), someone("c", 1700, 0, 4)]

        found = match_groups.form_groups(queue, spread=SPREAD, bots_after_s=15, bots=3)

        assert [(len(group.players), pairs_outside(group)) for group in found] == [(2, 0)]


@given(st.data(), queues())
@settings(max_examples=100)
def test_every_table_is_one_that_all_its_players_take(
    data: st.DataObject, queue: list[QueuedPlayer]
) -> None:
    apart = data.draw(quarrels(queue))
    after = data.draw(st.sampled_from([None, 0, 30]))

    found = match_groups.form_groups(queue, spread=SPREAD, bots_after_s=after, bots=2, apart=apart)

    seated = [each for group in found for each in group.players]
    assert len({each.key for each in seated}) == len(seated)
    assert set(seated) <= set(queue)
    for group in found:
        assert {each.seats for each in group.players} == {group.seats}
        assert group.seats - len(group.players) in (range(3) if after is not None else range(1))
        assert pairs_outside(group) == 0
        pairs = combinations(group.players, 2)
        assert not any(frozenset((one.key, other.key)) in apart for one, other in pairs)


@given(queues())
def test_no_table_is_left_that_could_begin(queue: list[QueuedPlayer]) -> None:
    found = looked_at(queue)

    seated = {each.key for group in found for each in group.players}
    left = [each for each in queue if each.key not in seated]
    for seats in {each.seats for each in left}:
        tables = combinations([each for each in left if each.seats == seats], seats)
        assert all(pairs_outside(Group(list(table), seats)) for table in tables)


@given(queues())
def test_nobody_sits_where_another_would_fit_who_has_the_same_rating_and_waits_longer(
    queue: list[QueuedPlayer],
) -> None:
    found = looked_at(queue)

    seated = {each.key for group in found for each in group.players}
    left = [each for each in queue if each.key not in seated]
    overtaken = [
        (group, one, other)
        for group in found
        for one in group.players
        for other in left
        if (one.rating, one.seats) == (other.rating, other.seats) and one.waited_s < other.waited_s
    ]
    assert overtaken == []


@pytest.mark.more
@given(queues(), st.randoms(use_true_random=False))
def test_the_order_in_which_the_queue_is_read_changes_nothing(
    queue: list[QueuedPlayer], rng: object
) -> None:
    mixed = list(queue)
    rng.shuffle(mixed)  # type: ignore[attr-defined] # Hypothesis has no name for its type.

    assert looked_at(mixed) == looked_at(queue)


class TestSimulated:
    def test_tables_are_evener_and_nobody_sits_outside_both_windows(self) -> None:
        coming = list(arrivals(6, hours=4, seats=[4], seed=1))

        before, now = simulated(coming, in_turn), simulated(coming, looked_at)

        assert (before.outside > 0, now.outside) == (True, 0)
        for part in (0.5, 0.95):
            assert percentile(now.spreads, part) < percentile(before.spreads, part)
        assert percentile(now.waits_s, 0.5) < 1.5 * percentile(before.waits_s, 0.5)
        assert len(now.waits_s) + now.left == len(coming)

    def test_the_command_prints_both_ways_for_every_crowd(self) -> None:
        out = StringIO()

        call_command("simulate_matchmaking", "--hours", "0.3", "--seats", "2,3", stdout=out)

        printed = out.getvalue()
        assert printed.count("whole queue") == printed.count("first come") == 3
        assert "95 %" in printed
