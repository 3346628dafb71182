"""A recorded match of any game is judged again from its events and the revealed seed alone."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from eventstore.canonical import encode
from eventstore.events import StoredEvent
from games import chance, registry
from games.chance import FairChance
from games.core import AnyRules, Seat
from matches.audit import Audit
from tests.matches import ids

Choose = Callable[[AnyRules, Any, Seat], Any]

SEED = bytes(range(32))
AT = datetime(2026, 11, 21, tzinfo=UTC)
MATCH = ids.made_at(AT)


class History:
    """The events of a match, as they would be stored."""

    def __init__(self, rules: AnyRules, seats: int, given: dict[str, object]) -> None:
        self.events: list[StoredEvent] = []
        self.rules = rules
        options, dataset = rules.check_options(seats, given), rules.datasets[0]
        self.state = rules.new_state(seats, options, dataset)
        opened = {
            "game": rules.game,
            "rules": rules.id,
            "dataset": dataset,
            "options": options,
            "seats": seats,
        }
        untimed = {"clock": None, "on_timeout": "forfeit", "ladder": None, "tournament_table": None}
        commitment = chance.commitment(SEED, str(MATCH)).hex()
        self.add("match_opened", {**opened, **untimed, "commitment": commitment})
        client_seeds = {seat: f"seed-{seat}" for seat in range(seats)}
        for seat, client_seed in client_seeds.items():
            taken = {"seat": seat, "player": "random", "bot": "random"}
            self.add("seat_taken", {**taken, "client_seed": client_seed})
        self.add("match_started", {})
        self.chance = FairChance(chance.root(SEED, str(MATCH), client_seeds))

    def add(self, event_type: str, data: dict[str, Any]) -> None:
        """Add an event; the hashes are another check's business."""
        version = len(self.events) + 1
        body = encode(data)
        self.events.append(StoredEvent(version, event_type, 1, body, "system", None, None, AT, b""))

    def play(self, choose: Choose) -> "History":
        """Play to the end."""
        rules, state = self.rules, self.state
        events = rules.opening_events(state, self.chance)
        while True:
            for event in events:
                rules.evolve(state, event)
                self.add(rules.event_type(event), rules.event_data(event))
            if not rules.to_act(state):
                break
            seat = rules.to_act(state)[0]
            events = rules.decide(state, seat, choose(rules, state, seat), self.chance)
        outcome = rules.outcome(state)
        assert outcome is not None
        ended = {"placings": outcome.placings, "scores": outcome.scores}
        self.add("match_finished", {**ended, "reason": outcome.reason, "seed": SEED.hex()})
        return self

    def findings(self) -> list[str]:
        """Return what the audit finds."""
        return [finding.text for finding in Audit(MATCH, SEED).run(self.events).findings]


@pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.id)
def test_a_match_of_every_game_is_judged_again_and_found_right(rules: AnyRules) -> None:
    rng = Random(3)

    history = History(rules, rules.seats_min, {}).play(
        lambda rules, state, seat: rng.choice(list(rules.legal_moves(state, seat)))
    )

    assert history.findings() == []


def never_home() -> History:
    """Return a match of Second Story in which no thief ever goes home of his own accord."""
    return History(registry.current_rules("second-story"), 2, {}).play(
        lambda rules, state, seat: rules.legal_moves(state, seat)[-1]
    )


def test_a_match_may_be_given_up_by_its_rules() -> None:
    history = never_home()

    assert json.loads(history.events[-1].body)["reason"] == "abandoned"
    assert history.findings() == []


@pytest.mark.parametrize("reason", ["played_out", "resigned"])
def test_a_match_that_its_rules_gave_up_has_not_ended_otherwise(reason: str) -> None:
    history = never_home()
    last = history.events[-1]

    body = encode({**json.loads(last.body), "reason": reason})
    history.events[-1] = last._replace(body=body)

    said = "match_finished has another reason than it must have: abandoned"
    assert history.findings() == [said]
