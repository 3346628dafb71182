"""The search for tables against an outside optimiser, on the same saved states."""

import time

import numpy as np
import pytest

from games.chance import FairChance
from tests.bench import pods
from tests.tournaments import saved_pods
from tournaments.formats.pod_search import search

ENOUGH_S = 1.0
"""Of the processor; the search takes a hundredth of it."""


@pytest.mark.parametrize("saved", saved_pods.load())
def test_a_search_of_a_second_costs_no_more_than_twenty_of_cp_sat(
    saved: saved_pods.Saved,
) -> None:
    began = time.process_time()
    found = search(saved.costs, saved.sizes, FairChance(bytes(32)))

    assert time.process_time() - began < ENOUGH_S
    assert found.cost <= saved.cp_sat
    together = sum(
        int(saved.costs[one, other])
        for table in found.tables
        for one in table
        for other in table
        if one < other
    )
    assert together == found.cost, "the cost is that of the tables"
    assert sorted(each for table in found.tables for each in table) == list(range(64))


def test_sixty_four_players_play_six_rounds_of_swiss_tables_without_a_repeat() -> None:
    tournament = pods.played(64)
    tournament.play(tournament.pair())

    assert len(tournament.rounds) == 6
    assert sum(reason.repeats for each in tournament.pairings for reason in each.reasons) == 0


def test_the_greedy_anchor_seats_everybody_and_costs_more() -> None:
    costs, sizes = pods.problem(pods.played(64))

    greedy = pods.greedy(costs, sizes).cost

    assert greedy >= pods.own(costs, sizes).cost
    assert np.array_equal(costs, costs.T)
