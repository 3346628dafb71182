"""An erased name is nowhere: every public answer, page and file of the site is searched for it.

The sealed logs of matches are the only exception: their events cannot change without breaking
the chain.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from msgspec import structs

from accounts import services
from accounts.models import Account
from eventstore.events import Point
from matches.actors import Player
from moderation.services import reporting
from moderation.services.reporting import Complaint
from tests.callers import PASSWORD, new_key, new_name, new_player
from tests.cutpurse.test_private import routes
from tests.matches import tables
from tests.operations import operations
from tests.ratings import ladders
from tests.tournaments.circuits import Circuit, evening
from tests.tournaments.events import REPORTED, Event
from tests.tournaments.test_files import DUELS, SWISS
from tests.tournaments.test_series import POINTS
from tests.web.visitors import BACKEND
from tournaments import command_handler, updates
from tournaments.models import Table
from tournaments.services import entrant_codes, identities, notices, presence, results
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Permission, Principal
from web.accounts.account_deletion import delete_account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits"), pytest.mark.more]

NAME = "Zebulonquist"
CALLED, NICKNAME = "Quistobert", "Zebbedeus"
"""Names of the same person at an event that was entered without the account."""
SEALED = ("/matches/{match_id}/log", "/matches/{match_id}/events")
"""Histories as they were written; the manual says that they keep the names."""
SEALED_PAGES = ("/matches/{match_id}/log",)


def lived() -> tuple[Mapping[str, object], str]:
    """Return the ids of everything that somebody took part in, and the ladder's slug."""
    one = services.register(username=NAME, password=PASSWORD, email="zeb@example.test")
    ann = services.register(username=new_name(), password=PASSWORD)
    match = tables.begun(
        [Player(each.pk, each.username) for each in (one, ann)], game="second-story"
    )
    tables.play_out(match, [Player(each.pk, each.username) for each in (one, ann)])
    duels = Event(**REPORTED)
    duels.enter(Newcomer(NAME, one.pk), Newcomer(ann.username, ann.pk))
    duels.enter_names(4)
    duels.start()
    duels.play_round()
    duels.pair()
    ladder = ladders.opened(listed_games=1, entry="people")
    keys = [f"account:{each.pk}" for each in (one, ann)]
    rated = structs.replace(ladders.result([NAME, ann.username], [1, 2]), players=keys)
    ladders.record(ladder, rated)
    return {
        "match_id": match,
        "match": match,
        "slug": duels.slug,
        "table_id": Table.objects.filter(tournament__slug=duels.slug)[0].pk,
        "entrant": 1,
        "number": 1,
        "account": one.pk,
    }, ladder.slug


def called_otherwise(account: Account) -> str:
    """Return an evening in which somebody had other names before and with the account."""
    night = Event(**REPORTED).enter_names(4)
    night.enter(Newcomer(CALLED))
    night.do(identities.rename, entrant=5, name=f"{NICKNAME} II", reason=f"{CALLED} asks for it")
    night.do(identities.rename, entrant=5, name=NICKNAME, reason="too long")
    holder = Principal(None, entrant=5, tournament=night.state.id)
    by_code = Permission(by_entrants=True)
    entrant_codes.link(slug=night.slug, who=holder, account=account.pk, permission=by_code)
    night.do(identities.rename, entrant=5, name="Quentin", reason=f"no longer {NICKNAME}")
    night.start().pair()
    table = night.round.tables[0]
    places = range(1, 1 + len(table.seats))
    why = f"{NICKNAME} has seen it"
    night.do(results.override, table_id=table.id, places=list(places), scores=None, reason=why)
    night.do(notices.put, text=f"{NICKNAME} has left")
    night.do(presence.leave, entrant=5, reason=f"{NICKNAME} is ill")
    return night.slug


def names_in(text: str) -> list[str]:
    return [each for each in (NAME, CALLED, NICKNAME, "Quentin") if each.lower() in text.lower()]


def leaks(answer: Any) -> bool:
    content = b"".join(answer) if answer.streaming else answer.content
    return bool(names_in(content.decode(errors="replace")))


def duels(account: Account) -> str:
    """Return a finished tournament whose history fits a report of FIDE."""
    event = Event(**REPORTED, **DUELS, **SWISS)
    event.enter(Newcomer(account.username, account.pk))
    event.enter_names(3).start()
    event.play_round()
    return event.slug


def circuit(account: Account) -> str:
    """Return a series with an evening that somebody has won."""
    made = Circuit(groups=POINTS)
    made.add(evening(made.organiser, [Principal(account.pk, account.username), "Jan"]))
    return made.slug


def test_an_erased_name_is_in_no_answer_and_no_page() -> None:
    ids, ladder = lived()
    one = Account.objects.get(username=NAME)
    reporter = new_player()
    me = Account.objects.get(pk=reporter.get("/me").body["id"])
    complaint = Complaint(about=one.pk, ground="other", words=f"{NAME} was rude")
    reporting.report(reporter_id=me.pk, site="", complaint=complaint)
    reporter.post(f"/me/friends/{one.pk}", {}, key=new_key())
    assert leaks(reporter.get(f"/matches/{ids['match_id']}").response)

    others = {"/tournaments": [called_otherwise(one), duels(one)], "/series": [circuit(one)]}

    gone = delete_account(one)

    staff = services.register(username=new_name(), password=PASSWORD)
    Account.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    admin = Client()
    admin.force_login(Account.objects.get(pk=staff.pk), backend=BACKEND)
    about = {**ids, "name": gone, "username": gone}
    answers = {
        address: reporter.get(address).response for address in addresses_of_api(about, ladder)
    }
    answers |= {address: admin.get(address) for address in pages(about, ladder)}
    for below, slugs in others.items():
        for slug in slugs:
            there = {**about, "slug": slug}
            for address in addresses_of_api(there, ladder):
                if address.startswith(f"{below}/{slug}"):
                    answers[address] = reporter.get(address).response
            for address in pages(there, ladder):
                if slug in address:
                    answers[f"page {address}"] = admin.get(address)
    found = {address for address, answer in answers.items() if leaks(answer)}

    read = [each for each, answer in answers.items() if answer.status_code == 200]
    assert len(read) > 180
    assert [each for each in read if each.endswith("format=trf")]
    assert [each for each in read if each.startswith("/series/")]
    assert found == set()
    for slug in others["/tournaments"]:
        event = command_handler.find(slug).id
        told = [updates.history(event, one.pk, Point(since, None)) for since in (1, 7)]
        assert names_in(f"{told} {updates.snapshot(event, None)}") == []


def addresses_of_api(about: Mapping[str, object], ladder: str) -> Iterator[str]:
    """Yield all that can be read in the API, in every form."""
    for operation in operations():
        if operation.writes or operation.path in SEALED or operation.path.endswith("stream"):
            continue
        path = operation.path
        slug = ladder if path.startswith("/ladders") else about["slug"]
        address = operation.at(**{**about, "slug": slug})
        yield address
        if path.endswith("/export"):
            yield from (f"{address}?format={form}" for form in ("json", "csv", "txt", "trf"))
            if path.startswith("/ladders"):
                yield from (f"{address}?what={each}" for each in ("standings", "history"))


def pages(about: Mapping[str, object], ladder: str) -> Iterator[str]:
    """Yield the addresses of all pages that can be had with some ids, also the staff's."""
    for route in routes(get_resolver().url_patterns):
        if route.startswith(("/api", "/static")) or "live" in route or route in SEALED_PAGES:
            continue
        slug = ladder if route.startswith("/ladders") else about["slug"]
        try:
            yield route.format(**{**about, "slug": slug})
        except (KeyError, IndexError):
            continue
