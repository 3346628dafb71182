"""The stream that a page listens to: versions alone, for whoever its session belongs to."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import httpx
import pytest
from django.test import Client

from matches import readiness
from matches.actors import Player
from matches.services import talking
from matches.services.talking import Saying
from tests.matches import tables
from tests.web.visitors import member

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENCE_S = 10.0


@contextmanager
def listening(
    site: str, match: UUID, browser: Client, since: int = 0
) -> Iterator[tuple[httpx.Response, Iterator[str]]]:
    """Listen to a match's page stream; gives the answer and its lines."""
    cookies = {"session": browser.cookies["session"].value} if browser.cookies else {}
    with httpx.stream(
        "GET",
        f"{site}/matches/{match}/live?since={since}",
        cookies=cookies,
        timeout=PATIENCE_S,
    ) as answer:
        yield answer, answer.iter_lines()


def until(lines: Iterator[str], wanted: str) -> list[str]:
    """Return what comes up to a line."""
    seen = []
    for line in lines:
        seen.append(line)
        if line == wanted:
            return seen
    raise AssertionError(seen)


def test_a_page_hears_the_version_of_each_move_and_nothing_else(site: str) -> None:
    browser, account = member()
    ann = Player(account.pk, account.username)
    others = tables.people(2)
    match = tables.begun([ann, *others], options={"rounds": 1}, visibility="private")
    version = tables.page(match, ann)["version"]

    with listening(site, match, browser, version) as (answer, lines):
        assert answer.headers["Content-Type"] == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        move = tables.page(match, others[0])["legal_moves"][0]
        tables.move(match, others[0], move, version)
        heard = until(lines, f"data: {version + 1}")
        tables.move(match, ann, tables.page(match, ann)["legal_moves"][0], version + 1)
        heard += until(lines, f"data: {version + 2}")

    said = [line for line in heard if line and not line.startswith(":")]
    assert said == [
        *(f"id: {version + 1}", "event: moved", f"data: {version + 1}"),
        *(f"id: {version + 2}", "event: moved", f"data: {version + 2}"),
    ]


def test_a_page_that_shows_more_than_there_is_hears_of_the_reset(site: str) -> None:
    match = tables.begun(tables.people(3), options={"rounds": 1})
    version = tables.page(match)["version"]

    with listening(site, match, Client(), version + 5) as (_answer, lines):
        heard = [next(lines) for _ in range(8)]

    assert heard == [
        *(f"id: {version}", "event: reset", f"data: {version}", ""),
        *(f"id: {version}", "event: moved", f"data: {version}", ""),
    ]


def test_a_private_match_has_no_stream_for_others_and_none_after_signing_out(site: str) -> None:
    browser, account = member()
    match = tables.opened(Player(account.pk, account.username), visibility="private")
    with listening(site, match, browser) as (answer, _lines):
        assert answer.status_code == 200
    with listening(site, match, member()[0]) as (answer, _lines):
        assert answer.status_code == 404
    with listening(site, match, Client()) as (answer, _lines):
        assert answer.status_code == 404

    again = Client()
    again.cookies["session"] = browser.cookies["session"].value
    browser.logout()

    with listening(site, match, again) as (answer, _lines):
        assert answer.status_code == 404


def test_a_session_opens_no_door_of_the_api(site: str) -> None:
    browser, account = member()
    match = tables.opened(Player(account.pk, account.username), visibility="private")
    cookies = {"session": browser.cookies["session"].value}

    assert httpx.get(f"{site}/api/v1/matches/{match}", cookies=cookies).status_code == 404
    assert httpx.get(f"{site}/api/v1/matches/{match}/stream", cookies=cookies).status_code == 404
    assert httpx.post(f"{site}/api/v1/matches/{match}/start", cookies=cookies).status_code == 401


def test_a_page_hears_that_somebody_has_spoken_in_a_room_that_it_hears(site: str) -> None:
    browser, account = member()
    spectator, _watching = member()
    _speaker, speaking = member()
    ann = Player(account.pk, account.username)
    match = tables.begun([ann, *tables.people(2)], options={"rounds": 1})
    version = tables.page(match, ann)["version"]

    with (
        listening(site, match, browser, version) as (_, at_table),
        listening(site, match, spectator, version) as (_, beside),
    ):
        next(at_table), next(beside)
        talking.say(match_id=match, account_id=speaking.pk, saying=Saying("wow"))
        until(beside, "event: remarks")
        talking.say(match_id=match, account_id=account.pk, saying=Saying("nice"))
        until(beside, "event: remarks")
        heard = until(at_table, "event: remarks")
        move = tables.page(match, ann)["legal_moves"][0]
        tables.move(match, ann, move, version)
        heard += until(at_table, f"data: {version + 1}")

    assert heard.count("event: remarks") == 1


def test_a_page_hears_once_that_somebody_has_gone_on_and_a_stream_of_the_api_does_not(
    site: str,
) -> None:
    browser, account = member()
    ann = Player(account.pk, account.username)
    match = tables.begun([ann, *tables.people(2)], options={"rounds": 1})
    version = tables.page(match, ann)["version"]
    stream = f"{site}/api/v1/matches/{match}/stream?since={version}"

    with (
        listening(site, match, browser, version) as (_, at_table),
        httpx.stream("GET", stream, timeout=PATIENCE_S) as answer,
    ):
        program = answer.iter_lines()
        next(at_table), next(program)
        for seat in (0, 0, 1):
            readiness.note(match_id=match, version=version, seat=seat)
            heard = until(at_table, "event: ready") if seat else []
        tables.move(match, ann, tables.page(match, ann)["legal_moves"][0], version)
        heard += until(at_table, f"data: {version + 1}")
        told = until(program, f"id: {version + 1}")

    assert heard.count("event: ready") in {1, 2}
    assert "event: ready" not in told
