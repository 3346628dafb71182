"""Of a tournament from before there were chains a dry run shows the very draw that is then made.

Or it says that lots are still to be drawn; with a chain nobody foresees a draw.
"""

from typing import Any

import pytest

from games.chance import FairChance
from tests.samples import leading
from tests.tournaments.events import REPORTED, Event, Unchained
from tournaments import lots
from tournaments.command_handler import CommandResult, Fork
from tournaments.services import lifecycle, results, rounds
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db

DUELS = {"game": "pickpocket", "table": {"min": 2, "target": 2, "max": 2}}
THREES = {"table": {"min": 3, "target": 3, "max": 3}}
PLANS: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "pods with a final": (THREES, [{"options": {"rounds": 2, "final": 3}}]),
    "pods of three and four": ({}, [{"options": {"rounds": 2}}]),
    "swiss tables": ({}, [{"format": "swiss", "options": {"rounds": 2}}]),
    "swiss duels": (DUELS, [{"format": "swiss", "options": {"rounds": 2}}]),
    "the Dutch system": (
        DUELS,
        [{"format": "swiss", "options": {"rounds": 2, "pairing": "fide_dutch"}}],
    ),
    "player-count rounds": (THREES, [{"format": "player_count_rounds"}]),
    "changing tables": (
        THREES,
        [{"format": "player_count_rounds", "options": {"tables": "changing"}}],
    ),
    "knockout": (THREES, [{"format": "knockout", "options": {"advance": 1}}]),
    "double elimination": (DUELS, [{"format": "double_elimination"}]),
    "lives": (THREES, [{"format": "lives", "options": {"lives": 1, "final": 3}}]),
    "groups, then a knockout": (
        DUELS,
        [{"format": "groups", "options": {"size": 3}}, {"format": "knockout", "take": 4}],
    ),
    "a league": (DUELS, [{"format": "league", "options": {"size": 3}}]),
}


def drawn(done: CommandResult) -> list[tuple[object, ...]]:
    """Return everything that was drawn, but for the ids of tables."""
    state = done.state
    return [
        (state.lots, [(each.number, each.seed) for each in state.entrants.values()]),
        *(
            (
                each.number,
                each.pairing.seed,
                [(table.seats, table.key, table.sources) for table in each.tables],
                each.byes,
                dict(each.walkovers),
                each.pairing.notes,
            )
            for each in state.rounds
        ),
    ]


def foreseen(event: Event, service: Any, **about: Any) -> None:
    """Give a command after its dry run, which must have shown what it comes to."""
    told = event.do(service, dry_run=True, **about)
    assert told.consequences is not None
    assert not told.consequences["still_drawn"]
    assert drawn(event.do(service, **about)) == drawn(told)


@pytest.mark.parametrize("name", leading(PLANS, 4))
def test_every_draw_of_every_format_is_foreseen(name: str) -> None:
    settings, stages = PLANS[name]
    event = Unchained(**REPORTED, **settings, stages=stages).enter_names(9)
    foreseen(event, lifecycle.seed, method="random")
    foreseen(event, lifecycle.start)
    while event.state.stages[-1].ranking is None:
        foreseen(event, rounds.pair)
        foreseen(event, rounds.publish, number=event.round.number)
        for number, table in enumerate(event.round.tables):
            event.report(number, list(range(1, len(table.seats) + 1)))
        foreseen(event, rounds.close, number=event.round.number)


def test_whoever_throws_a_draft_away_gets_another_that_is_foreseen_as_well() -> None:
    event = (
        Unchained(**REPORTED, **THREES, stages=[{"options": {"rounds": 2}}]).enter_names(12).start()
    )
    first = event.pair(publish=False)
    event.do(rounds.unpair, number=1)

    foreseen(event, rounds.pair)

    assert event.round.pairing.seed != first.pairing.seed
    pinned = [event.round.tables[0].id]
    foreseen(event, rounds.repair, number=1, pinned=pinned)


def test_a_rollback_brings_no_draw_back() -> None:
    event = (
        Unchained(**REPORTED, **THREES, stages=[{"options": {"rounds": 2}}]).enter_names(12).start()
    )
    before = event.state.version
    first = event.pair(publish=False)

    event.do(lifecycle.roll_back, to_version=before)
    foreseen(event, rounds.pair)

    assert event.round.pairing.seed != first.pairing.seed


def test_a_correction_foresees_the_rounds_that_it_has_paired_anew() -> None:
    event = Unchained(**REPORTED, **THREES, stages=[{"format": "swiss", "options": {"rounds": 2}}])
    event.enter_names(9).start()
    event.play_round()
    event.pair()
    table = event.state.rounds[0].tables[0].id

    foreseen(event, results.override, table_id=table, places=[3, 2, 1], scores=None, then="repair")


def test_an_organiser_who_plays_is_told_that_lots_are_still_to_be_drawn() -> None:
    event = Unchained(**REPORTED, **THREES, stages=[{"options": {"rounds": 2}}]).enter_names(11)
    event.step("open")
    event.enter(Newcomer("olga", event.organiser.account))
    event.start()

    told = event.do(rounds.pair, dry_run=True)

    assert told.consequences is not None
    assert told.consequences["still_drawn"]
    assert (
        told.state.rounds[0].pairing.seed
        != lots.seed(event.state.id, event.state.draws.count).hex()
    )


def test_nobody_learns_what_a_draw_would_be_after_other_things_that_are_only_tried() -> None:
    event = (
        Unchained(**REPORTED, **THREES, stages=[{"options": {"rounds": 2}}]).enter_names(12).start()
    )
    fork = Fork(event.slug, event.organiser)
    event.do(rounds.keep_apart, first=1, second=2, fork=fork)
    event.do(rounds.pair, fork=fork)

    told = fork.outcome(event.organiser).consequences

    assert told is not None
    assert told["still_drawn"]


@pytest.mark.more
def test_a_round_that_is_closed_first_does_not_hide_the_next_draw() -> None:
    event = (
        Unchained(**REPORTED, **THREES, stages=[{"options": {"rounds": 2}}]).enter_names(12).start()
    )
    for number, _ in enumerate(event.pair().tables):
        event.report(number, [1, 2, 3])
    fork = Fork(event.slug, event.organiser)
    event.do(rounds.close, number=1, fork=fork)
    event.do(rounds.pair, fork=fork)
    told = fork.outcome(event.organiser)

    event.do(rounds.close, number=1)
    done = event.do(rounds.pair)

    assert told.consequences is not None
    assert not told.consequences["still_drawn"]
    assert drawn(done) == drawn(told)


def test_draws_of_tournaments_and_of_their_numbers_have_nothing_in_common() -> None:
    first, second = Unchained(**REPORTED), Unchained(**REPORTED)
    seeds = [lots.seed(each.state.id, draw) for each in (first, second) for draw in range(3)]

    assert len({*seeds}) == len(seeds)
    orders = {tuple(FairChance(each).shuffle("tables", range(20))) for each in seeds}
    assert len(orders) == len(seeds)


def test_with_a_chain_a_dry_run_is_an_example_whoever_asks() -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 2}}]).enter_names(12)
    seeded = event.do(lifecycle.seed, method="random", dry_run=True)
    assert seeded.consequences is not None
    assert seeded.consequences["still_drawn"]
    event.start()

    told = [event.do(rounds.pair, dry_run=True) for _ in range(3)]
    event.pair()

    assert all(each.consequences["still_drawn"] for each in told if each.consequences is not None)
    seen = {each.state.rounds[0].pairing.seed for each in told}
    assert len(seen) == 3
    assert event.round.pairing.seed not in seen
