"""What is private, or a draft, is not there for others: every address answers as for a slip."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver

from accounts.models import Account
from ratings.ladder.events import MatchRated
from ratings.models import Ladder
from tests.api.test_dry_runs import Bodies, tournament_bodies
from tests.callers import BASE, Answer, Caller, new_key
from tests.operations import operations, with_scopes
from tests.ratings import ladders
from tests.samples import leading
from tests.tournaments.events import REPORTED, Event, somebody
from tests.web.visitors import BACKEND
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal
from web.urls import urlpatterns as pages

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_limits")]

ROUTE = re.compile(r"<(?:\w+:)?(\w+)>")
CHANCE = re.compile(r"[0-9A-Za-z_-]{24,}")
"""Keys of forms, tokens of CSRF and nonces: new with every page."""
TOURNAMENTS = ("/tournaments/", "/organise/")
STRANGERS_SCOPES = ("play", "bot", "read", "organise", "account")


def person() -> tuple[Account, Principal]:
    who = somebody("ann")
    return Account.objects.get(pk=who.account or ""), who


def playing(who: Principal, **settings: Any) -> Event:
    """Return a running private tournament in which somebody plays."""
    event = Event(**REPORTED, name="Behind the curtain", **{"visibility": "private", **settings})
    event.enter(Newcomer(who.name, who.account))
    event.enter_names(3).start()
    event.pair()
    return event


def closed_ladder(*members: Account) -> Ladder:
    """Return a private ladder with a match on it."""
    names = [account.username for account in members]
    ladder = ladders.opened(name="Behind the curtain", visibility="private", members=names)
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    return ladder


def told(answer: Answer, slug: str) -> tuple[int, str, dict[str, str]]:
    """Return all that an answer tells, but for the slug that was asked and the request's id."""
    body = answer.response.content.decode().replace(slug, "SLUG")
    about = dict(answer.response.headers.items())
    about.pop("Content-Length", None)
    own = about.pop("X-Request-Id")
    # Each request leaves less of the same limits.
    about["RateLimit"] = re.sub(r"\d+", "*", about.get("RateLimit", ""))
    return answer.status, body.replace(own, "ID"), about


def differences(
    caller: Caller, of: str, slug: str, bodies: Bodies, **ids: object
) -> list[tuple[str, Any, Any]]:
    """Return the operations below an address that answer otherwise than for a slug of nobody's."""
    found = []
    nobodys = f"cup-{uuid4().hex[:12]}"
    for operation in operations():
        if not operation.path.startswith(f"/{of}/{{slug}}"):
            continue
        body = bodies.get(str(operation), {})
        there, nowhere = (
            told(operation.ask(caller, operation.at(**{**ids, "slug": each}), body), each)
            for each in (slug, nobodys)
        )
        if there != nowhere:
            found.append((str(operation), there, nowhere))
    return found


def ids_of(event: Event) -> Mapping[str, object]:
    table = event.round.tables[0].id if event.state.rounds else uuid4()
    return {"entrant": 1, "invitation": 1, "number": 1, "table_id": table}


@pytest.mark.django_db
@pytest.mark.parametrize("is_known", [False, True])
def test_no_operation_of_a_private_tournament_tells_a_stranger_that_it_is_there(
    *, is_known: bool
) -> None:
    event = playing(person()[1])
    caller = with_scopes(*STRANGERS_SCOPES, account=person()[0]) if is_known else Caller()

    bodies = tournament_bodies(event)

    assert differences(caller, "tournaments", event.slug, bodies, **ids_of(event)) == []


@pytest.mark.django_db
def test_a_draft_is_not_there_for_strangers_and_those_whom_its_staff_has_entered() -> None:
    account, who = person()
    event = Event(**REPORTED)
    event.enter(Newcomer(who.name, who.account))
    caller = with_scopes(*STRANGERS_SCOPES, account=account)

    bodies = tournament_bodies(event)

    assert differences(caller, "tournaments", event.slug, bodies, **ids_of(event)) == []


@pytest.mark.django_db
@pytest.mark.parametrize("is_known", [False, True])
def test_no_operation_of_a_private_ladder_tells_a_stranger_that_it_is_there(
    *, is_known: bool
) -> None:
    ladder = closed_ladder()
    match = ladder.matches.get().match
    caller = with_scopes(*STRANGERS_SCOPES, account=person()[0]) if is_known else Caller()
    of = "/ladders/{slug}"
    bodies: Bodies = {
        f"POST {of}/searches": {"seats": 2},
        f"POST {of}/challenges": {"opponents": ["ann"]},
        f"POST {of}/challenges/{{challenge_id}}": {"accept": True},
    }

    assert differences(caller, "ladders", ladder.slug, bodies, name="ann", match_id=match) == []
    wanted = {"game": "pickpocket", "seats": 2, "visibility": "private", "bots": "none"}
    opened = [
        told(caller.post("/matches", {**wanted, "ladder": slug}, key=new_key()), slug)
        for slug in (ladder.slug, "nobodys")
    ]
    assert opened[0] == opened[1]


@pytest.mark.django_db
def test_entrants_and_staff_see_a_private_tournament() -> None:
    account, who = person()
    event = playing(who)
    staff = Account.objects.get(pk=event.organiser.account or "")
    reading = [
        each
        for each in operations()
        if each.path.startswith("/tournaments/{slug}")
        and not each.writes
        # The codes of invitations are for organisers.
        and not each.path.endswith("/invitations/links")
    ]

    for seer in (account, staff):
        caller = with_scopes("read", account=seer)
        statuses = {
            str(each): each.ask(caller, each.at(slug=event.slug, number=1)).status
            for each in reading
        }
        unseen = {name for name, status in statuses.items() if status not in {200, 503}}
        assert unseen == set()
        listed = caller.get("/tournaments").body["results"]
        assert event.slug in {row["slug"] for row in listed}


@pytest.mark.django_db
def test_members_players_and_staff_see_a_private_ladder() -> None:
    member, _ = person()
    ladder = closed_ladder(member)

    callers = [with_scopes("read", account=member), with_scopes("read")]

    for caller in callers:
        assert caller.get(f"/ladders/{ladder.slug}/standings").status == 200
        assert ladder.slug in {each["slug"] for each in caller.get("/ladders").body["results"]}
    stranger = with_scopes("read", account=person()[0])
    assert ladder.slug not in {each["slug"] for each in stranger.get("/ladders").body["results"]}


def routes(patterns: list[Any], before: str = "/") -> Iterator[str]:
    """Yield the addresses of pages, with their parameters in braces."""
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, before + str(each.pattern))
        elif isinstance(each, URLPattern):
            yield before + ROUTE.sub(r"{\1}", str(each.pattern))


def browser(account: Account | None) -> Client:
    client = Client()
    if account is not None:
        client.force_login(account, backend=BACKEND)
    return client


def page_told(client: Client, method: str, path: str, slug: str) -> tuple[int, str, Any]:
    """Return all that a page tells, but for the slug that was asked and what is drawn anew."""
    response: Any = client.generic(method, path)
    headers = {
        name: CHANCE.sub("*", value.replace(slug, "SLUG"))
        for name, value in response.headers.items()
        if name not in {"X-Request-Id", "Content-Length", "Expires"}
    }
    body = CHANCE.sub("*", response.content.decode().replace(slug, "SLUG"))
    return response.status_code, body, headers


@pytest.mark.django_db
@pytest.mark.parametrize("is_known", leading([False, True]))
def test_no_page_tells_a_stranger_of_what_is_private_or_a_draft(*, is_known: bool) -> None:
    event, draft, ladder = playing(person()[1]), Event(**REPORTED), closed_ladder()
    match = ladder.matches.get().match
    client = browser(person()[0] if is_known else None)
    wrong, walked = [], 0
    for route in routes(pages):
        if "{slug}" not in route or not route.startswith((*TOURNAMENTS, "/ladders/")):
            continue
        secrets = [event, draft] if route.startswith(TOURNAMENTS) else [ladder]
        for secret in secrets:
            about = ids_of(secret) if isinstance(secret, Event) else {"match_id": match}
            fill = {"name": "ann", "number": 1, "challenge_id": uuid4(), "seek_id": uuid4()}
            fill |= {"code": "a-code-of-nobody", "kind": "large", "mark": "0" * 16}
            for method in ("GET", "POST"):
                there, nowhere = (
                    page_told(
                        client,
                        method,
                        route.format(**{**fill, "act": "start", **about, "slug": slug}),
                        slug,
                    )
                    for slug in (secret.slug, f"cup-{uuid4().hex[:12]}")
                )
                walked += 1
                if there != nowhere:
                    wrong.append((method, route, there[0], nowhere[0]))

    assert walked > 80
    assert wrong == []


@pytest.mark.more
@pytest.mark.django_db
def test_neither_lists_nor_pages_of_players_name_what_is_private() -> None:
    account, who = person()
    playing(who)
    ladder = closed_ladder()
    rated = MatchRated(
        match=str(uuid4()),
        players=[f"account:{account.pk}", "guest:eve"],
        names=[account.username, "eve"],
        places=[1, 2],
    )
    ladders.record(ladder, rated)
    addresses = [
        "/",
        "/tournaments",
        "/ladders",
        f"/players/{account.username}",
        f"/players/{account.username}/tournaments",
    ]
    strangers = [Client(), browser(person()[0])]

    for client in strangers:
        for address in addresses:
            response: Any = client.get(address)
            assert response.status_code == 200, address
            assert "Behind the curtain" not in response.content.decode(), address
    own: Any = [browser(account).get(address) for address in addresses]
    assert ["Behind the curtain" in each.content.decode() for each in own] == [True] * len(own)


def test_no_stream_tells_a_stranger_that_a_private_tournament_is_there(
    site: str, committed_db: None
) -> None:
    event = playing(person()[1])
    answers = []
    for slug in (event.slug, f"cup-{uuid4().hex[:12]}"):
        for path in (f"{BASE}/tournaments/{slug}/stream", f"/tournaments/{slug}/live"):
            for since in ("", "?since=1"):
                for token in ({}, {"Authorization": "Bearer cp_" + "x" * 43}):
                    answer = httpx.get(f"{site}{path}{since}", headers=token)
                    body = answer.text.replace(slug, "SLUG")
                    own = answer.headers["x-request-id"]
                    answers.append((answer.status_code, body.replace(own, "ID")))

    half = len(answers) // 2
    assert answers[:half] == answers[half:]
    assert {status for status, _ in answers} == {404, 401}
