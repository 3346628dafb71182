"""What the owner of a program is told: how long it thinks, and what it was refused."""

import time
from datetime import UTC, datetime
from random import Random
from typing import Any

import httpx
import pytest

from accounts import diagnostics, selectors
from accounts.diagnostics import Refused
from api.ids import uuid7
from api.problems import Problem
from matches import decisions
from matches.services.turns import expire_clock
from tests.api_players import ApiPlayer, begun
from tests.matches import tables


def refused(number: int, account: Any) -> Refused:
    return Refused(account, datetime.now(UTC), "illegal_move", f"{number}", "r", None, "{}")


@pytest.mark.django_db
def test_latency_follows_from_the_history() -> None:
    players = tables.people(3)
    match_id = tables.begun(players, options={"rounds": 1})
    other = tables.begun(players)
    rng = Random(5)
    while tables.next_move(match_id, players, rng) is not None:
        pass

    made = list(decisions.decisions(match_id, players[0].account))
    everything = decisions.latest(players[0].account, match_id=None, count=5)

    assert made == decisions.latest(players[0].account, match_id=match_id, count=1)
    assert made == everything  # At the other match nothing was decided yet.
    assert [decision.version for decision in made] == sorted(
        {decision.version for decision in made}
    )
    assert {decision.type for decision in made} == {"pain_chosen", "card_played"}
    assert all(0 <= decision.milliseconds < 60_000 for decision in made)
    assert list(decisions.decisions(other, players[0].account)) == []


@pytest.mark.django_db
def test_a_decision_that_came_too_late_is_told_with_the_time_that_it_had() -> None:
    players = tables.people(3)
    match_id = tables.begun(players, clock={"per_move": 60})
    page = tables.page(match_id)
    deadline = datetime.fromisoformat(page["deadline"])
    expire_clock(match_id, page["version"], deadline)

    (decision,) = decisions.decisions(match_id, players[1].account)

    assert decision.type == "seat_timed_out"


@pytest.mark.django_db
def test_a_match_of_others_has_no_decisions_to_show() -> None:
    *players, stranger = tables.people(4)
    match_id = tables.begun(players)

    with pytest.raises(Problem, match="does not exist"):
        decisions.latest(stranger.account, match_id=match_id, count=1)


@pytest.mark.django_db
def test_an_account_keeps_the_latest_refusals_alone() -> None:
    account, other = uuid7(), uuid7()
    diagnostics.write([refused(number, account) for number in range(diagnostics.KEPT_MAX)])

    diagnostics.write([refused(1000, account), refused(1001, account), refused(1, other)])

    kept = [each.detail for each in selectors.refusals(account_id=account)]
    assert kept[:2] == ["1001", "1000"]
    assert (len(kept), kept[-1]) == (diagnostics.KEPT_MAX, "2")
    assert selectors.refusals(account_id=other).count() == 1


@pytest.mark.usefixtures("committed_db")
def test_a_program_finds_its_illegal_moves_with_reason_and_request_id(site: str) -> None:
    robot = ApiPlayer(site, "robot", scopes=("play", "bot"))
    people = [ApiPlayer(site, name) for name in ("ann", "bob")]
    robot.expect(200, robot.http.post("/me/bot", json={"contact": "tuck@example.org"}))
    match = begun([robot, *people])
    seen = robot.look(match)
    move = {"type": "choose_pain", "card": "blue-99"}

    wrong = robot.post_move(match, move, seen["version"])
    people[0].post_move(match, move, seen["version"])
    robot.expect(201, robot.post_move(match, seen["legal_moves"][0], seen["version"]))
    told = _told(robot)
    of_a_person = people[0].expect(200, people[0].http.get("/me/diagnostics"))

    (refusal,) = told["refusals"]
    assert (refusal["code"], refusal["match"]) == ("illegal_move", match)
    assert refusal["request_id"] == wrong.headers["X-Request-Id"]
    assert refusal["detail"] == wrong.json()["detail"]
    assert "blue-99" in refusal["sent"]
    assert [decision["match"] for decision in told["decisions"]] == [match]
    assert told["latency"]["count"] == 1
    assert told["latency"]["p50"] == told["latency"]["max"] == told["decisions"][0]["milliseconds"]
    assert of_a_person["refusals"] == []
    for player in (robot, *people):
        player.close()


def _told(player: ApiPlayer) -> Any:
    """Return a player's diagnostics once they hold a refusal: it is written a moment later."""
    give_up = time.monotonic() + 10
    while True:
        answer: httpx.Response = player.http.get("/me/diagnostics")
        told = player.expect(200, answer)
        if told["refusals"] or time.monotonic() > give_up:
            return told
        time.sleep(0.1)
