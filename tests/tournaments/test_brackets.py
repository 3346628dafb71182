"""What brackets are drawn from: sources, who goes on, and what is certain of rounds to come."""

from typing import Any

import msgspec
import pytest

from tests.tournaments.events import REPORTED, Event
from tournaments import brackets
from tournaments.services import rounds
from tournaments.state import TournamentState

pytestmark = pytest.mark.django_db

DUELS = {"game": "pickpocket", "table": {"min": 2, "target": 2, "max": 2}}
KNOCKOUT = {"format": "knockout", "options": {"advance": 1}}


def cup(entrants: int, *stages: dict[str, Any], **settings: Any) -> Event:
    return Event(**REPORTED, stages=list(stages), **settings).enter_names(entrants).start()


def bracket(state: TournamentState) -> Any:
    """Return a tournament's drawing as the API answers it."""
    return msgspec.to_builtins(brackets.bracket(state))


def sources(round_: Any) -> list[list[tuple[str, str, int]]]:
    """Return where the players of each table of a round come from."""
    return [
        sorted(
            (seat["source"]["kind"], seat["source"]["of"], seat["source"]["place"])
            for seat in seats
        )
        for seats in (table["seats"] for table in round_["tables"])
    ]


def test_a_bracket_of_eight_is_drawn_to_its_final_once_the_first_round_is_out() -> None:
    event = cup(8, KNOCKOUT, **DUELS)
    event.pair()

    (stage,) = bracket(event.state)["stages"]

    first, semifinals, final = stage["rounds"]
    assert sources(first) == [[("seed", "", r), ("seed", "", 9 - r)] for r in (1, 2, 3, 4)]
    ids = [table["id"] for table in first["tables"]]
    assert sources(semifinals) == [
        sorted([("table", ids[0], 1), ("table", ids[3], 1)]),
        sorted([("table", ids[1], 1), ("table", ids[2], 1)]),
    ]
    assert semifinals["status"] == final["status"] == "to_come"
    assert sources(final) == [[("table", "2-1", 1), ("table", "2-2", 1)]]
    edges = bracket(event.state)["edges"]
    assert {"from": ids[3], "place": 1, "to": "2-1"} in edges
    assert len(edges) == 6


def test_who_goes_on_from_a_table_is_told_with_its_result() -> None:
    event = cup(16, {"format": "knockout", "options": {"advance": 2}})
    event.pair()
    assert {table["advances"] is None for table in _first(event)["tables"]} == {True}

    event.report(0, [3, 1, 4, 2])

    table = _first(event)["tables"][0]
    entrants = [seat["entrant"] for seat in table["seats"]]
    assert sorted(table["advances"]) == sorted([entrants[1], entrants[3]])


def _first(event: Event) -> Any:
    return bracket(event.state)["stages"][0]["rounds"][0]


def test_a_knockout_after_groups_is_drawn_before_it_begins() -> None:
    groups = {"format": "player_count_rounds", "options": {"qualify": "by_table"}}
    event = cup(16, groups, {"format": "knockout", "options": {"advance": 2}, "take": 8})

    planned = bracket(event.state)["stages"][1]

    assert planned["status"] == "planned"
    assert [len(round_["tables"]) for round_ in planned["rounds"]] == [2, 1]
    assert sources(planned["rounds"][0])[0] == [("stage", "1", rank) for rank in (1, 4, 5, 8)]


def test_what_hangs_on_results_is_not_foretold() -> None:
    reseeded = {"format": "knockout", "options": {"advance": 1, "bracket": "reseeded"}}
    event = cup(8, reseeded, **DUELS)
    event.pair()

    assert [each["status"] for each in bracket(event.state)["stages"][0]["rounds"]] == ["live"]
    pods = cup(8, {"options": {"rounds": 2}})
    assert bracket(pods.state)["stages"][0]["rounds"] == []


def test_a_draft_is_not_drawn() -> None:
    event = cup(8, KNOCKOUT, **DUELS)
    before = bracket(event.state)["stages"]
    event.do(rounds.pair)

    assert bracket(event.state)["stages"] == before


@pytest.mark.parametrize("entrants", [5, 11, 13])
def test_what_was_foretold_comes_true_whatever_the_results(entrants: int) -> None:
    event = cup(entrants, KNOCKOUT, **DUELS)
    event.pair()
    foretold = [sources(round_) for round_ in bracket(event.state)["stages"][0]["rounds"]]
    names = {}
    for number in range(len(foretold)):
        for place, table in enumerate(event.round.tables):
            names[str(table.id)] = f"{number + 1}-{place + 1}"
            event.report(place, [2, 1] if (number + place) % 3 else [1, 2])
        event.do(rounds.close, number=event.round.number)
        if number + 1 < len(foretold):
            event.pair()

    drawn = [sources(round_) for round_ in bracket(event.state)["stages"][0]["rounds"]]

    def named(found: list[list[list[tuple[str, str, int]]]]) -> list[list[list[Any]]]:
        return [
            [
                sorted((kind, names.get(of, of), place) for kind, of, place in table)
                for table in each
            ]
            for each in found
        ]

    assert named(drawn) == named(foretold)
