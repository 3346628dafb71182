"""Seeds by the standings of a series: as they were at that moment, whatever comes later."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.circuits import Circuit, evening
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, run_all, somebody
from tests.web.tournaments.consoles import Console
from tournaments import selectors
from tournaments.services import lifecycle, results
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal

pytestmark = pytest.mark.django_db


def a_circuit(players: list[Principal]) -> tuple[Circuit, Event]:
    """Return a circuit of one evening in which players came off in their order."""
    organiser = somebody("serena")
    circuit = Circuit(organiser)
    first = evening(organiser, players)
    circuit.add(first)
    run_all()
    return circuit, first


def entered(players: list[Principal], **settings: Any) -> Event:
    event = Event(**REPORTED, **settings)
    event.enter(*(Newcomer(each.name, each.account) for each in players))
    return event


def seeds(event: Event) -> list[int]:
    known = event.state.entrants.values()
    return [each.number for each in sorted(known, key=lambda each: each.seed)]


def test_the_best_of_the_series_is_the_first_seed_and_strangers_come_last_by_rating() -> None:
    players = [somebody(name) for name in ("ann", "bob", "cleo", "dan")]
    circuit, _ = a_circuit(players)
    event = entered(list(reversed(players)))
    event.enter(Newcomer("weak", None, None, 1200), Newcomer("strong", None, None, 1900))

    event.do(lifecycle.seed, method="series", series=circuit.slug)

    assert seeds(event) == [4, 3, 2, 1, 6, 5]
    told = [each["data"] for each in selectors.audit(event.state, None)][-1]
    assert (told["series"], told["series_version"]) == (circuit.slug, circuit.state.version)


def test_the_start_takes_the_standings_and_no_later_correction_changes_them() -> None:
    players = [somebody(name) for name in ("ann", "bob", "cleo", "dan")]
    circuit, first = a_circuit(players)
    event = entered(list(reversed(players)), seed_by_series=circuit.slug)
    event.do(lifecycle.seed, method="manual", order=[1, 2, 3, 4])

    tried = event.do(lifecycle.start, dry_run=True).state
    assert [tried.entrants[number].seed for number in (4, 3, 2, 1)] == [1, 2, 3, 4]
    event.start()
    assert event.state.stages[0].entrants == tried.stages[0].entrants == [4, 3, 2, 1]
    before = [line.person.account for line in circuit.lines()]
    first.do(lifecycle.reopen)
    table = first.state.rounds[0].tables[0]
    turned = [5 - place for place in table.places or ()]
    first.do(results.override, table_id=table.id, places=turned, scores=None, reason="misread")
    first.do(lifecycle.finish)
    run_all()

    assert [line.person.account for line in circuit.lines()] == list(reversed(before))
    assert seeds(event) == [4, 3, 2, 1]
    assert_verified(event)


def test_equal_ranks_are_drawn_by_the_seed_that_the_event_records() -> None:
    players = [somebody(f"p{number}") for number in range(4)]
    circuit = Circuit()
    event = entered(players)

    event.do(lifecycle.seed, method="series", series=circuit.slug)
    event.do(lifecycle.seed, method="series", series=circuit.slug)

    seeded = (
        each for each in selectors.audit(event.state, None) if each["type"] == "seeds_assigned"
    )
    told = [each["data"] for each in seeded]
    assert len(told) == 2
    assert told[0]["random_seed"] != told[1]["random_seed"]
    assert sorted(told[0]["order"]) == sorted(told[1]["order"]) == [1, 2, 3, 4]


def test_nobody_is_known_by_a_name() -> None:
    players = [somebody(name) for name in ("ann", "bob", "cleo", "dan")]
    circuit, _ = a_circuit(players)
    event = Event(**REPORTED)
    event.enter(Newcomer("zoe", None, None, 1500), Newcomer(players[0].name, None))

    event.do(lifecycle.seed, method="series", series=circuit.slug)

    assert seeds(event) == [1, 2]


def test_any_order_of_entry_gives_the_seeds_of_the_series() -> None:
    players = [somebody(f"p{number}") for number in range(6)]
    circuit, _ = a_circuit(players)
    for seed in range(3):
        shuffled = [*players]
        Random(seed).shuffle(shuffled)
        event = entered(shuffled, seed_by_series=circuit.slug).start()

        order = [event.state.entrants[each].account for each in seeds(event)]
        assert order == [each.account for each in players]


def test_a_series_that_there_is_not_is_refused() -> None:
    with refused("invalid"):
        Event(**REPORTED, seed_by_series="no-such-series")
    event = Event(**REPORTED).enter_names(4)
    with refused("not_found"):
        event.do(lifecycle.seed, method="series", series="no-such-series")
    with refused("invalid"):
        event.do(lifecycle.seed, method="series")
    with refused("invalid"):
        event.do(lifecycle.seed, method="rating", series="x")


def test_the_console_seeds_by_a_series() -> None:
    circuit = Circuit()
    console = Console(4)

    page = console.look("/seeds")
    console.do("seed", method="series", series=circuit.slug)

    assert "By the standings of a series" in page
    told = [each["data"] for each in selectors.audit(console.event.state, None)][-1]
    assert told["method"] == "series"


def test_the_page_of_the_tournament_says_by_which_series_it_is_seeded() -> None:
    circuit = Circuit()
    event = Event(**REPORTED, seed_by_series=circuit.slug)
    event.step("open")

    assert circuit.slug in Client().get(f"/tournaments/{event.slug}").content.decode()
