"""What the audit finds wrong with events that all games share, given where they stand."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from eventstore.canonical import encode, timestamp
from eventstore.events import StoredEvent
from games import chance, registry
from games.chance import FairChance
from matches import conduct
from matches.state import MatchState

MATCH = UUID(int=7)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ROUND = chance.root(bytes(32), str(MATCH), {})


def at(seconds: float) -> datetime:
    """Return a moment so many seconds after noon, when the match starts."""
    return NOON + timedelta(seconds=seconds)


def clock_time(seconds: float) -> str:
    """Return such a moment as events write it."""
    return timestamp(at(seconds))


class Table:
    """A match of Stick 'Em with a bot on its last seat, all of whom have to decide."""

    def __init__(self, clock: dict[str, int] | None = None) -> None:
        rules = registry.current("stick-em")
        self.state = MatchState(MATCH)
        opened = {
            "rules": rules.id,
            "dataset": rules.datasets[0],
            "options": rules.check_options(3, {}),
            "seats": 3,
            "clock": clock or {"per_move": 60},
            "on_timeout": "bot",
            "commitment": "",
            "ladder": None,
            "tournament_table": None,
        }
        self.add("match_opened", opened)
        for seat, bot in enumerate((None, None, "random")):
            chair = {"seat": seat, "player": f"p{seat}", "bot": bot, "client_seed": "s"}
            self.add("seat_taken", chair)
        self.add("match_started", {})
        for event in rules.opening(self.state.game, FairChance(ROUND)):
            self.add(rules.event_type(event), rules.event_data(event))

    def add(self, event_type: str, data: dict[str, Any], seconds: float = 0) -> "Table":
        """Fold an event."""
        version = self.state.version + 1
        body = encode(data)
        event = StoredEvent(
            version, event_type, 1, body, "system", None, None, at(seconds), bytes(32)
        )
        self.state.fold([event])
        return self

    def fault(self, event_type: str, data: dict[str, Any], seconds: float = 0) -> str | None:
        """Return what would be wrong with a further event."""
        return conduct.fault(self.state, event_type, data, at(seconds))


def late(seat: int, policy: str) -> dict[str, Any]:
    return {"seat": seat, "policy": policy}


def paused(by: str = "organiser", until: str | None = None) -> dict[str, Any]:
    return {"by": by, "reason": "", "until": until}


def span(begin: float, end: float) -> dict[str, Any]:
    return {"from": clock_time(begin), "until": clock_time(end), "seat": 0}


def test_time_runs_out_when_it_has_and_as_the_policy_says() -> None:
    table = Table()

    assert table.fault("seat_timed_out", late(0, "bot"), 60) is None
    assert table.fault("seat_timed_out", late(0, "bot"), 59) == "seat 0 still had time"
    said = "the policy for seat 0 is bot, not forfeit"
    assert table.fault("seat_timed_out", late(0, "forfeit"), 60) == said
    said = "the policy for seat 2 is auto, not bot"
    assert table.fault("seat_timed_out", late(2, "bot"), 60) == said


def test_a_seat_is_replaced_when_its_player_has_gone_and_returned_to_when_away() -> None:
    table = Table()
    assert table.fault("seat_replaced", {"seat": 0, "by": "greedy"}) == "seat 0 was still there"
    assert table.fault("seat_returned", {"seat": 0}) == "seat 0 was not away"

    table.add("seat_timed_out", late(0, "bot"), 60)

    assert table.fault("seat_replaced", {"seat": 0, "by": "greedy"}, 60) is None
    assert table.fault("seat_returned", {"seat": 0}, 60) is None


def test_who_has_left_and_bots_have_no_say() -> None:
    table = Table().add("seat_resigned", {"seat": 0})

    assert table.fault("abort_voted", {"seat": 1}) is None
    assert table.fault("abort_voted", {"seat": 0}) == "seat 0 has no say"
    assert table.fault("pause_voted", {"seat": 2}) == "seat 2 has no say"


def test_a_pause_needs_its_votes_or_an_organiser() -> None:
    table = Table().add("pause_voted", {"seat": 0})
    said = "not all players had voted for the pause"
    assert table.fault("match_paused", paused("players")) == said
    assert table.fault("match_paused", paused()) is None

    table.add("pause_voted", {"seat": 1})

    assert table.fault("match_paused", paused("players")) is None
    table.add("match_paused", paused("players", clock_time(100)))
    assert table.fault("match_paused", paused()) == "the match was paused already"


def test_a_pause_ends_by_votes_at_its_limit_or_by_an_organiser() -> None:
    table = Table()
    assert table.fault("match_resumed", paused()) == "the match was not paused"
    table.add("match_paused", paused("players", clock_time(100)))

    said = "not all players had voted to resume"
    assert table.fault("match_resumed", paused("players"), 50) == said
    assert table.fault("match_resumed", paused("limit"), 99) == "the pause had not come to its end"
    assert table.fault("match_resumed", paused("limit"), 100) is None
    assert table.fault("match_resumed", paused(), 50) is None


def test_time_is_given_back_once_and_no_more_than_has_passed() -> None:
    table = Table()
    assert table.fault("clock_credited", span(10, 40), 40) is None
    said = "more time is given back than has passed"
    assert table.fault("clock_credited", span(10, 40), 39) == said
    assert table.fault("clock_credited", span(40, 10), 50) == said

    table.add("clock_credited", span(10, 40), 40)

    assert table.fault("clock_credited", span(39, 45), 50) == "time is given back twice"
    assert table.fault("clock_credited", span(40, 45), 50) is None


@pytest.mark.parametrize(
    ("clock", "begin", "end", "fits"),
    [
        ({"per_move": 86400}, 0, 86400, True),
        ({"per_move": 86400}, 0, 14 * 86400, True),
        ({"per_move": 86400}, 0, 14 * 86400 + 1, False),
        ({"per_move": 86400}, 1, 86400, False),
        ({"per_move": 86400}, 0, -1, False),
        ({"per_move": 86399}, 0, 86400, False),
        ({"bank": 86400, "increment": 0}, 0, 86400, False),
    ],
)
def test_a_vacation_is_for_slow_matches_and_no_longer_than_a_years_allowance(
    clock: dict[str, int], begin: float, end: float, fits: bool
) -> None:
    found = Table(clock).fault("seat_on_vacation", span(begin, end))

    assert (found is None) == fits
