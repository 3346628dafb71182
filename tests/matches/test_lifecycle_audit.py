"""What the audit finds wrong with events that all games share, given where they stand."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from eventstore.canonical import encode, format_timestamp
from eventstore.events import StoredEvent
from games import chance, registry
from games.chance import FairChance
from matches import events, lifecycle_audit
from matches.events import CATALOGUE
from matches.folds import FOLDS, fold
from matches.state import MatchState
from tests.matches import ids

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MATCH = ids.made_at(NOON)
ROUND = chance.root(bytes(32), str(MATCH), {})


def at(seconds: float) -> datetime:
    """Return a moment so many seconds after noon, when the match starts."""
    return NOON + timedelta(seconds=seconds)


def clock_time(seconds: float) -> str:
    """Return such a moment as events write it."""
    return format_timestamp(at(seconds))


class Table:
    """A match of Stick 'Em with a bot on its last seat, all of whom have to decide."""

    def __init__(self, clock: dict[str, int] | None = None) -> None:
        rules = registry.current_rules("stick-em")
        self.state = MatchState(MATCH)
        opened = {
            "game": rules.game,
            "rules": rules.id,
            "dataset": rules.datasets[0],
            "options": rules.check_options(3, {}),
            "seats": 3,
            "clock": clock or {"per_move": 60},
            "on_timeout": "bot",
            "commitment": "0" * 64,
            "ladder": None,
            "tournament_table": None,
        }
        self.add("match_opened", opened)
        for seat, bot in enumerate((None, None, "random")):
            taken = {"seat": seat, "player": f"p{seat}", "bot": bot, "client_seed": "s"}
            self.add("seat_taken", taken)
        self.add("match_started", {})
        for event in rules.opening_events(self.state.game, FairChance(ROUND)):
            self.add(rules.event_type(event), rules.event_data(event))

    def add(self, event_type: str, data: dict[str, Any], seconds: float = 0) -> "Table":
        """Fold an event."""
        version = self.state.version + 1
        body = encode(data)
        event = StoredEvent(
            version, event_type, 1, body, "system", None, None, at(seconds), bytes(32)
        )
        fold(self.state, [event])
        return self

    def fault(self, event_type: str, data: dict[str, Any], seconds: float = 0) -> str | None:
        """Return what would be wrong with a further event."""
        return lifecycle_audit.lifecycle_fault(
            self.state, events.read(event_type, data), at(seconds)
        )


def late(seat: int, policy: str) -> dict[str, Any]:
    return {"seat": seat, "policy": policy}


def paused(by: str = "organiser", until: str | None = None) -> dict[str, Any]:
    return {**resumed(by), "until": until}


def resumed(by: str = "organiser") -> dict[str, Any]:
    return {"by": by, "reason": "an alarm" if by == "organiser" else ""}


def span(begin: float, end: float) -> dict[str, Any]:
    return {"from": clock_time(begin), "until": clock_time(end)}


def credit(begin: float, end: float) -> dict[str, Any]:
    return {**span(begin, end), "outage": str(MATCH), "reason": "the platform was down"}


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

    week = 7 * 86_400
    assert table.fault("match_paused", paused("players", clock_time(week))) is None
    said = "no players pause like that"
    assert table.fault("match_paused", paused("players", clock_time(week + 1))) == said
    table.add("match_paused", paused("players", clock_time(100)))
    assert table.fault("match_paused", paused()) == "the match was paused already"


def test_a_pause_ends_by_votes_at_its_limit_or_by_an_organiser() -> None:
    table = Table()
    assert table.fault("match_resumed", resumed()) == "the match was not paused"
    table.add("match_paused", paused("players", clock_time(100)))

    said = "not all players had voted to resume"
    assert table.fault("match_resumed", resumed("players"), 50) == said
    assert table.fault("match_resumed", resumed("limit"), 99) == "the pause had not come to its end"
    assert table.fault("match_resumed", resumed("limit"), 100) is None
    assert table.fault("match_resumed", resumed(), 50) is None


def test_time_is_given_back_once_and_no_more_than_has_passed() -> None:
    table = Table()
    assert table.fault("clock_credited", credit(10, 40), 40) is None
    said = "more time is given back than has passed"
    assert table.fault("clock_credited", credit(10, 40), 39) == said
    assert table.fault("clock_credited", credit(40, 10), 50) == said

    table.add("clock_credited", credit(10, 40), 40)

    assert table.fault("clock_credited", credit(39, 45), 50) == "time is given back twice"
    assert table.fault("clock_credited", credit(40, 45), 50) is None


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
    found = Table(clock).fault("seat_on_vacation", {**span(begin, end), "seat": 0})

    assert (found is None) == fits


class Before:
    """A match of Pickpocket for three that has not started, with ann on seat 0."""

    def __init__(self, **opened: Any) -> None:
        rules = registry.current_rules("pickpocket")
        self.opened: dict[str, Any] = {
            "game": rules.game,
            "rules": rules.id,
            "dataset": rules.datasets[0],
            "options": rules.check_options(3, {}),
            "seats": 3,
            "clock": None,
            "on_timeout": "auto",
            "commitment": "0" * 64,
            "ladder": None,
            "tournament_table": None,
            **opened,
        }
        self.table = Table.__new__(Table)
        self.table.state = MatchState(MATCH)

    def opening(self, **changes: Any) -> str | None:
        """Return what would be wrong with opening it so."""
        try:
            return self.table.fault("match_opened", {**self.opened, **changes})
        except events.MalformedEventError as error:
            return str(error)

    def seated(self) -> Table:
        """Open it and sit ann down."""
        self.table.add("match_opened", self.opened)
        return self.table.add("seat_taken", sits(0, "ann"))


def sits(seat: int, player: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "player": player, "bot": None, "client_seed": "s", **more}


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {"passage": "klingon", "powers": False, "guard_counts_in_double": True}},
        {"options": {"passage": "french", "powers": 0, "guard_counts_in_double": True}},
        {"options": {"passage": "french", "powers": False}},
        {"options": {"passage": "french", "powers": False, "guard_counts_in_double": True, "x": 1}},
        {"options": []},
        {"dataset": "stick-em/capstone-2020"},
        {"game": "stick-em"},
        {"rules": "pickpocket@9"},
        {"seats": 7},
        {"seats": 1_000_000_000},
        {"seats": True},
        {"clock": {"per_move": 0}},
        {"clock": {"per_move": 60, "disconnect": 0}},
        {"clock": {"per_move": 60, "bank": 0}},
        {"clock": 60},
        {"on_timeout": "shrug"},
        {"bots": "many"},
        {"commitment": "0" * 63},
        {"commitment": None},
        {"ladder": "the best"},
        {"tournament_table": 7},
        {"more": 1},
        {"breaks": {"night_ended": 6}},
        {"clock": {"per_move": 60}, "breaks": {"night_began_to_end": 6}},
        {"clock": {"per_move": 60}, "breaks": {"night_ended": 0}},
        {"clock": {"per_move": 60}, "breaks": {"night_ended": 61}},
        {"clock": {"per_move": 60}, "breaks": None},
    ],
)
def test_a_match_is_opened_as_its_game_allows(changes: dict[str, Any]) -> None:
    assert Before().opening() is None
    assert Before().opening(clock={"per_move": 60}, breaks={"night_ended": 6}) is None
    assert Before().opening(**changes) is not None


def test_a_match_is_opened_when_its_id_was_made() -> None:
    before = Before()

    assert before.table.fault("match_opened", before.opened, 599) is None
    said = "the match's id was made at another time"
    assert before.table.fault("match_opened", before.opened, 601) == said
    assert before.table.fault("match_opened", before.opened, -25 * 365 * 86_400) == said


def test_everybody_sits_down_once_on_a_seat_that_is_there_and_free() -> None:
    table = Before().seated()

    assert table.fault("seat_taken", sits(1, "bob")) is None
    assert table.fault("seat_taken", sits(0, "bob")) == "seat 0 was taken"
    assert table.fault("seat_taken", sits(3, "bob")) == "there is no seat 3"
    assert table.fault("seat_taken", sits(1, "Ann")) == "Ann sat at the table already"
    table.add("seat_left", {"seat": 0})
    assert table.fault("seat_taken", sits(1, "ann")) is None
    assert table.fault("seat_left", {"seat": 0}) == "nobody sat on seat 0"


def test_bots_sit_under_their_names_where_they_are_welcome() -> None:
    table = Before().seated()
    assert table.fault("seat_taken", sits(1, "greedy", bot="greedy")) is None
    assert table.fault("seat_taken", sits(1, "ann", bot="greedy")) is not None
    assert table.fault("seat_taken", sits(1, "hal", bot="hal")) is not None
    assert table.fault("seat_taken", sits(1, "greedy", bot="greedy", program=True)) is not None

    without = Before(bots="none").seated()
    assert without.fault("seat_taken", sits(1, "greedy", bot="greedy")) is not None
    assert without.fault("seat_taken", sits(1, "hal", program=True)) is not None
    assert without.fault("seat_taken", sits(1, "bob")) is None
    only = Before(bots="only").seated()
    assert only.fault("seat_taken", sits(1, "bob")) is not None
    assert only.fault("seat_taken", sits(1, "hal", program=True)) is None


def test_nobody_sits_down_gets_up_or_starts_anew_in_a_running_match() -> None:
    table = Table()

    assert table.fault("seat_taken", sits(1, "mallory")) is not None
    assert table.fault("seat_left", {"seat": 0}) is not None
    assert table.fault("match_started", {}) == "the match had started"
    assert table.fault("match_opened", Before().opened) == "the match was opened already"


def test_a_match_starts_when_all_seats_are_taken() -> None:
    assert Before().seated().fault("match_started", {}) == "not all seats were taken"


@pytest.mark.parametrize(
    ("event_type", "data"),
    [
        ("seat_timed_out", late(0, "auto")),
        ("seat_resigned", {"seat": 0}),
        ("seat_returned", {"seat": 0}),
        ("abort_voted", {"seat": 0}),
        ("pause_voted", {"seat": 0}),
        ("resume_voted", {"seat": 0}),
        ("match_paused", paused()),
        ("match_resumed", resumed()),
        ("clock_credited", credit(0, 1)),
        ("time_extended", {"seconds": 60, "reason": ""}),
        ("seat_on_vacation", {**span(0, 1), "seat": 0}),
        ("seat_disconnected", {"seat": 0, "from": clock_time(0)}),
        ("seat_reconnected", {"seat": 0, "until": clock_time(0)}),
    ],
)
def test_what_belongs_to_a_running_match_does_not_come_before_its_start(
    event_type: str, data: dict[str, Any]
) -> None:
    assert Before().seated().fault(event_type, data, 10) is not None


def test_a_vote_is_given_once_and_a_pause_is_not_voted_for_twice() -> None:
    table = Table().add("abort_voted", {"seat": 0}).add("pause_voted", {"seat": 0})

    assert table.fault("abort_voted", {"seat": 0}) == "seat 0 had voted for that"
    assert table.fault("pause_voted", {"seat": 0}) == "seat 0 had voted for that"
    assert table.fault("resume_voted", {"seat": 0}) == "there was no pause for players to end"
    assert table.fault("abort_voted", {"seat": 9}) == "there is no seat 9"


def test_every_shared_event_has_a_check_and_a_fold() -> None:
    structs = {CATALOGUE.struct(event_type) for event_type in CATALOGUE}

    assert set(lifecycle_audit.CHECKS) == structs == set(FOLDS)


@pytest.mark.parametrize(
    ("event_type", "data", "said"),
    [
        ("seat_taken", sits(0, "ann") | {"player": None}, "player"),
        ("seat_taken", sits(0, "an\u202en"), "player"),
        ("seat_taken", {"seat": 0}, "is missing"),
        ("seat_taken", sits(0, "ann", program=False), "program"),
        ("seat_resigned", {"seat": 0, "why": "no luck"}, "too many"),
        ("seat_resigned", {"seat": "0"}, "seat"),
        ("seat_resigned", {"seat": -1}, "seat"),
        ("clock_credited", credit(0, 1) | {"from": "2026-13-01T00:00:00.000Z"}, "from"),
        ("match_voided", {"reason": "", "seed": "Z" * 64}, "seed"),
        ("match_finished", {"placings": [1], "scores": ["1"], "reason": "played_out"}, "scores"),
    ],
)
def test_a_shared_event_holds_exactly_what_its_kind_holds(
    event_type: str, data: dict[str, Any], said: str
) -> None:
    with pytest.raises(events.MalformedEventError, match=said):
        events.read(event_type, data)
