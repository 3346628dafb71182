"""Nothing of a round's open deal leaks: whatever one table came to, all others read the same."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.db import transaction
from django.test import Client

from accounts.models import Account
from accounts.services import issue_token
from api.problems import Problem
from eventstore.events import Point
from matches import account_feed, selectors
from matches.live import frames
from matches.live.updates import Updates
from matches.services import leaving
from tests.deals import played
from tests.matches import observers, tables
from tests.matches.observers import VOLATILE
from tests.tournaments.events import run_all
from tests.tournaments.sharing import People, account_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

PROOF = re.compile(rb',"blind":"[^"]*","log":"[^"]*"')
"""Of the public log, which comes with the next checkpoint."""
HASHES = re.compile(rb'(?<="hash":")[0-9a-f]{64}|(?<="by":")[0-9a-f]{64}')
"""Of events of the tournament, which hold the moment, and of who acted, blinded by it. No other is
wiped: it would tell of the cards."""
PASSING = (b"csrf", b'name="key"', b"<time ", b"please quote this number", b"deal-code")
"""What two readings of one page differ in."""
OF_EVENT = ("", "/standings", "/rounds/1", "/rounds/1/explain", "/audit", "/log", "/draws")
OF_MATCH = (
    *("", "/events", "/log", "/proof", "/head", "/luck", "/receipt", "/reviews/0", "/remarks"),
    *("/replay?at=9", "/log?viewer=all", "/log?viewer=public", "/events?since=3"),
)
PAGES = ("", "/rounds/1", "/standings", "/log", "/draws", "/wall", "/print", "/entrants", "/live")


def api_readings(reader: "Reader", cup: People, match: UUID, name: str) -> Iterator[bytes]:
    """Yield all that the API tells of an event, and of a match that somebody plays there."""
    slug = cup.event.slug
    for path in (*OF_EVENT, "/export?format=csv", "/export?format=json", "/rounds/1/pairings.csv"):
        yield reader.get(f"/tournaments/{slug}{path}")
    for path in OF_MATCH:
        yield reader.get(f"/matches/{match}{path}")
    deal = cup.deal().id
    for path in (f"/deals/{deal}", f"/deals/{deal}/log", "/deals", f"/players/{name}/profile"):
        yield reader.get(path)
    for path in (f"/matches?player={name}", f"/players/{name}", "/tournaments"):
        yield reader.get(path)


def stream_readings(account: Account | None, match: UUID) -> Iterator[bytes]:
    """Yield what streams say of a match: from a snapshot, from its beginning, among one's own.

    It is read as `matches.live` reads it, but within the world's transaction.
    """
    me, form = None if account is None else account.pk, frames.Ndjson()
    feed = account_feed.AccountFeed()
    try:
        if me is not None:
            told = feed.tell(match, account_feed.match_for_account(match, me))
            yield VOLATILE.sub(b"*", msgspec.json.encode(told))
        page, point = selectors.page_and_point(match, me)
        yield form.frame("snapshot", point.version, msgspec.to_builtins(page))
        yield Updates(selectors.history_after(match, me, Point(0))).written(form)
    except Problem as problem:
        yield problem.code.encode()


def page_readings(client: Client, cup: People, match: UUID, name: str) -> Iterator[bytes]:
    """Yield the pages that somebody sees."""
    slug = cup.event.slug
    of_event = (f"/tournaments/{slug}{path}" for path in PAGES)
    of_match = (f"/matches/{match}{path}" for path in ("", "/replay", "/proof", "/log"))
    others = (f"/deals/{cup.deal().id}", f"/players/{name}", f"/players/{name}/tournaments", "/")
    for path in (*of_event, *of_match, *others, f"/embed/matches/{match}", "/matches?status=live"):
        answer: Any = client.get(path)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        yield answer.status_code.to_bytes(2, "big") + wiped(body)


def settled(body: bytes) -> bytes:
    return HASHES.sub(b"#", PROOF.sub(b"", body))


def wiped(body: bytes) -> bytes:
    kept = [
        line
        for line in observers.VOLATILE.sub(b"*", body).splitlines()
        if not any(each in line for each in PASSING)
    ]
    return settled(b"\n".join(kept))


class Reader(observers.Caller):
    """Somebody who reads by the API; the staff of an event with what it may do there."""

    def __init__(self, account: Account | None) -> None:
        super().__init__(None)
        if account is not None:
            token = issue_token(account=account, name="test", scopes=["play", "organise"])
            self.headers["Authorization"] = f"Bearer {token.secret}"

    def get(self, path: str) -> bytes:
        return settled(super().get(path))


def end(cup: People, how: str) -> None:
    """Bring the first table to one of its ends."""
    if how == "resigned":
        for player in cup.at(0)[:2]:
            key = tables.new_key()
            leaving.resign(match_id=cup.match(0), player=player, key=key, fingerprint=b"")
        played.let_bots_play(cup.match(0))
    else:
        cup.play(0, seed=int(how))
    run_all()
    assert cup.event.round.tables[0].is_played


def world(how: str, cup: People, readers: dict[str, Account | None]) -> dict[str, list[bytes]]:
    """Return what everybody reads once the first table has come to one of its ends."""
    seen: dict[str, list[bytes]] = {}
    with transaction.atomic():
        end(cup, how)
        match, name = cup.match(0), cup.at(0)[0].username
        for who, account in readers.items():
            client = Client()
            if account is not None:
                client.force_login(account)
            seen[who] = [
                *api_readings(Reader(account), cup, match, name),
                *map(settled, stream_readings(account, match)),
                *page_readings(client, cup, match, name),
            ]
        # The world is as if it had never been.
        transaction.set_rollback(True)
    return seen


def assert_alike(worlds: list[dict[str, list[bytes]]]) -> int:
    """Check that everybody has read the same in all worlds, and return how many answers."""
    compared = 0
    for who, first in worlds[0].items():
        for other in worlds[1:]:
            for one, another in zip(first, other[who], strict=True):
                assert one.splitlines() == another.splitlines()
                compared += 1
    return compared


@pytest.mark.long
def test_whatever_one_table_came_to_all_others_read_the_same_bytes() -> None:
    cup = People()
    cup.pair()
    cup.play(1, moves=2)
    readers = {
        "at another table": account_of(cup.at(1)[0]),
        "organiser": Account.objects.get(username=cup.event.organiser.name),
        "stranger": None,
    }

    assert assert_alike([world(how, cup, readers) for how in ("1", "2", "resigned")]) > 200


def test_however_one_table_ended_a_player_of_another_reads_the_same_bytes() -> None:
    cup = People()
    cup.pair()
    readers: dict[str, Account | None] = {"at another table": account_of(cup.at(1)[0])}

    assert assert_alike([world(how, cup, readers) for how in ("1", "2")]) > 40


def test_a_stream_tells_who_sits_there_what_it_hides_from_others() -> None:
    cup = People()
    cup.pair()
    cup.play(0, moves=4)
    own, other = (account_of(cup.at(table)[0]) for table in (0, 1))

    mine, theirs = (list(stream_readings(each, cup.match(0))) for each in (own, other))

    assert b'"view":' in mine[1]
    assert mine[2].count(b"\n") > 4
    assert theirs == [b"not_found"]


def test_who_has_played_sees_how_their_own_table_ended_and_nobody_else_does() -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    match, own = cup.match(0), account_of(cup.at(0)[0])
    other = account_of(cup.at(1)[0])

    mine, theirs = (Reader(each).get(f"/matches/{match}") for each in (own, other))
    table = Reader(other).get(f"/tournaments/{cup.event.slug}/rounds/1")

    assert b'"scores":[' in mine
    assert b'"open":true' in mine
    assert theirs.startswith(b"404")
    assert b'"scores":[' not in table
    assert b'"played":true' in table
