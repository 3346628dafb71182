"""The live stream of a tournament, over real HTTP: complete, in order, resumable."""

import json
import threading
from typing import Any

import httpx
import pytest
from msgspec import to_builtins

from accounts.models import Account
from tests.api_players import ApiPlayer
from tests.tournaments.events import REPORTED, Event
from tournaments import selectors
from tournaments.services import lifecycle, rounds
from tournaments.state import Role

NDJSON = {"Accept": "application/x-ndjson"}
ONE_ROUND = {"stages": [{"options": {"rounds": 1}}]}

pytestmark = pytest.mark.usefixtures("committed_db")


def small_cup() -> Event:
    return Event(**REPORTED, **ONE_ROUND).enter_names(8).start()


def play_to_the_end(event: Event) -> None:
    event.play_round()
    event.do(lifecycle.finish)


def address(site: str, event: Event) -> str:
    return f"{site}/api/v1/tournaments/{event.slug}/stream"


def lines(url: str, since: int | None = None, **headers: str) -> list[dict[str, Any]]:
    """Read a stream to its end."""
    parameters = {} if since is None else {"since": since}
    sent = {**NDJSON, **headers}
    with httpx.stream("GET", url, params=parameters, headers=sent, timeout=30) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        return [json.loads(line) for line in answer.iter_lines() if line]


def test_a_tournament_is_followed_from_a_snapshot_to_its_end(site: str) -> None:
    event = small_cup()
    received: list[dict[str, Any]] = []
    told = threading.Event()

    def follow() -> None:
        with httpx.stream("GET", address(site, event), headers=NDJSON, timeout=30) as answer:
            for line in answer.iter_lines():
                if line:
                    received.append(json.loads(line))
                    told.set()

    reader = threading.Thread(target=follow)
    reader.start()
    assert told.wait(20)
    play_to_the_end(event)
    reader.join(20)

    snapshot, *events, end = received
    assert snapshot["type"] == "snapshot"
    assert len(snapshot["data"]["standings"]) == 8
    version = snapshot["version"]
    assert [line["version"] for line in events] == [
        version + number for number in range(1, len(events) + 1)
    ]
    assert [line["type"] for line in events] == [
        "draw_shown",
        "round_paired",
        "round_published",
        "result_recorded",
        "result_recorded",
        "round_closed",
        "stage_completed",
        "well_revealed",
        "tournament_finished",
    ]
    assert end == {"type": "end", "version": events[-1]["version"]}


def test_whoever_resumes_anywhere_comes_to_the_same_standings(site: str) -> None:
    event = small_cup()
    begun = event.state.version
    before = {line.entrant: to_builtins(line) for line in selectors.standings(event.state).results}
    play_to_the_end(event)
    state = event.state

    told = lines(address(site, event), begun)
    moved = {line["entrant"]: line for line in told[-2]["standings"]}

    expected = to_builtins(selectors.standings(state).results)
    assert [{**before, **moved}[line["entrant"]] for line in expected] == expected
    for since in range(begun, state.version):
        again = lines(address(site, event), since)
        assert [line["version"] for line in again] == [
            line["version"] for line in told[since - begun :]
        ]
    assert lines(address(site, event), state.version) == [{"type": "end", "version": state.version}]


def test_a_draft_shows_to_the_staff_and_its_tables_to_all_once_published(site: str) -> None:
    event = small_cup()
    helper = ApiPlayer(site, "judith")
    account = Account.objects.get(username=helper.name).pk
    event.do(lifecycle.give_role, account=account, role=Role.JUDGE)
    manager = ApiPlayer(site, "maud")
    of_site = Account.objects.get(username=manager.name)
    of_site.is_staff = of_site.is_superuser = True
    of_site.save()
    begun = event.state.version
    event.do(rounds.pair)
    # Its draw comes first.
    begun += 1

    def first(**headers: str) -> dict[str, Any]:
        with httpx.stream(
            "GET",
            address(site, event),
            params={"since": begun},
            headers={**NDJSON, **headers},
            timeout=30,
        ) as answer:
            found: dict[str, Any] = json.loads(next(line for line in answer.iter_lines() if line))
            return found

    assert first()["data"] is None
    for staff in (helper, manager):
        assert len(first(Authorization=f"Bearer {staff.token}")["data"]["tables"]) == 2
        staff.close()
    event.do(rounds.publish, number=1)
    event.do(lifecycle.cancel)

    published = lines(address(site, event), begun + 1)[0]
    assert published["type"] == "round_published"
    assert [len(table["seats"]) for table in published["round"]["tables"]] == [4, 4]


def test_pages_are_told_versions_and_nothing_else(site: str) -> None:
    event = small_cup()
    event.do(lifecycle.cancel)
    version = event.state.version

    answer = httpx.get(f"{site}/tournaments/{event.slug}/live", headers={"Last-Event-ID": "1"})

    moved = [part.splitlines() for part in answer.text.strip().split("\n\n")]
    assert moved[-1] == [f"id: {version}", "event: end", f"data: {version}"]
    assert {part[1] for part in moved[:-1]} == {"event: moved"}


def test_who_resumes_beyond_the_head_is_told_to_forget_and_how_the_tournament_stands(
    site: str,
) -> None:
    event = small_cup()
    play_to_the_end(event)
    version = event.state.version

    reset, snapshot, end = lines(address(site, event), version + 9)

    assert reset == {"type": "reset", "version": version}
    assert (snapshot["type"], snapshot["version"]) == ("snapshot", version)
    assert snapshot["data"]["status"] == "finished"
    assert end == {"type": "end", "version": version}


@pytest.mark.parametrize(("slug", "since", "status"), [("no-such-cup", "1", 404), ("", "x", 400)])
def test_a_stream_that_cannot_be_is_refused(site: str, slug: str, since: str, status: int) -> None:
    slug = slug or small_cup().slug
    url = f"{site}/api/v1/tournaments/{slug}/stream"

    assert httpx.get(url, params={"since": since}).status_code == status
