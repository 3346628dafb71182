"""Who comes, goes and is waited for while a table gathers: nobody is put out early."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.models import Account
from games.core import ALL
from matches import archive, departing, logs
from matches.actors import Player
from matches.house import house
from matches.models import ChancePending, Match
from matches.models import Sharer as SharerRow
from matches.services import leaving, seating
from tests.matches import tables
from tests.matches.forging import rehashed
from tests.matches.sharers import Sharer, end, require_sound, seated, status, time_is_up
from tests.matches.tables import refused
from web.accounts.account_deletion import delete_account
from web.matches.chance import asked_of
from web.matches.possibilities import Possibilities, possibilities

pytestmark = pytest.mark.django_db

RATED = {"ladder": UUID(int=5)}


@pytest.fixture
def sharers() -> list[Sharer]:
    return [Sharer(each) for each in tables.people(3)]


def rise(match: UUID, player: Player) -> None:
    seating.give_seat_back(match_id=match, player=player, key=tables.new_key(), fingerprint=b"")


def call_off(match: UUID, player: Player) -> None:
    leaving.abort_vote(match_id=match, player=player, key=tables.new_key(), fingerprint=b"")


def start(match: UUID, player: Player) -> None:
    seating.start(match_id=match, player=player, key=tables.new_key(), fingerprint=b"")


def offered(match: UUID, sharer: Sharer) -> Possibilities:
    row = Match.objects.get(id=match)
    return possibilities(sharer.look(match), sharer.player.account, row)


def assigned(sharers: list[Sharer], **belongs_to: UUID) -> UUID:
    """Return a match that the installation has opened, all seats but the last assigned."""
    match = tables.opened(house(), seats=3, belongs_to=belongs_to)
    for each in sharers[:2]:
        tables.seat(match, each.player, shares=True, is_assigned=True)
    return match


def out_of_order(match: UUID, sharers: list[Sharer]) -> None:
    """Have the first attempt fail, since the last player does not show a share."""
    for each in sharers:
        each.promise(match)
    for each in sharers[:-1]:
        each.show(match)
    time_is_up(match)
    assert tables.types(match)[-1] == "chance_shown"


def test_nobody_leaves_a_rated_match_that_is_full(sharers: list[Sharer]) -> None:
    match = seated(sharers, belongs_to=RATED)
    for each in sharers:
        with refused("permission_denied"):
            rise(match, each.player)
        assert not offered(match, each).may_rise
    with refused("permission_denied"):
        call_off(match, sharers[0].player)
    assert not offered(match, sharers[0]).may_call_off
    time_is_up(match)

    assert status(match) == "live"


def test_a_rated_match_that_waits_for_its_opener_can_be_left_until_it_is_sealed(
    sharers: list[Sharer],
) -> None:
    match = seated(sharers, belongs_to=RATED, start="manual")
    assert offered(match, sharers[2]).may_rise
    rise(match, sharers[2].player)
    tables.seat(match, tables.people(1)[0])
    for each in sharers[:2]:
        each.promise(match)
    start(match, sharers[0].player)
    assert tables.types(match)[-1] == "chance_sealed"

    assert not offered(match, sharers[1]).may_rise
    with refused("permission_denied"):
        call_off(match, sharers[0].player)
    time_is_up(match)
    with refused("permission_denied"):
        rise(match, sharers[1].player)


@pytest.mark.parametrize("follower", ["table", "ladder"])
def test_nobody_leaves_a_seat_that_was_assigned(sharers: list[Sharer], follower: str) -> None:
    match = assigned(sharers, **{follower: uuid4()})

    with refused("permission_denied"):
        rise(match, sharers[0].player)


def test_nobody_sits_down_at_a_tournaments_table_unless_assigned(sharers: list[Sharer]) -> None:
    match = assigned(sharers, table=uuid4())

    with refused("permission_denied"):
        tables.seat(match, sharers[2].player)


def test_a_table_that_nobody_waits_for_can_be_left_while_it_gathers(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    assert offered(match, sharers[1]).may_rise
    assert offered(match, sharers[0]).may_call_off
    rise(match, sharers[1].player)
    call_off(match, sharers[0].player)

    assert status(match) == "void"


def test_nobody_is_offered_to_get_up_from_a_sealed_table(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    for each in sharers:
        each.promise(match)

    assert not offered(match, sharers[1]).may_rise


def closed(player: Player) -> Account:
    """Return an account that has left everything and is closed, as one that is banned."""
    account = Account.objects.get(pk=player.account)
    departing.leave_all(account)
    Account.objects.filter(pk=account.pk).update(is_active=False)
    return account


@pytest.mark.parametrize("wanted", [{}, {"belongs_to": RATED}])
def test_who_is_banned_while_a_table_is_sealed_is_resigned_at_its_deal(
    sharers: list[Sharer], wanted: dict[str, Any]
) -> None:
    match = seated(sharers, **wanted)
    running = tables.begun([each.player for each in sharers])
    for each in sharers:
        each.promise(match)
    closed(sharers[2].player)
    assert "seat_resigned" in tables.types(running)
    assert tables.types(match)[-1] == "chance_sealed"
    for each in sharers:
        each.show(match)

    assert "seat_resigned" in tables.types(match)
    require_sound(match)


def test_who_is_banned_before_the_deal_of_a_rated_match_is_resigned_with_it(
    sharers: list[Sharer],
) -> None:
    match = seated(sharers, belongs_to=RATED)
    closed(sharers[0].player)
    assert status(match) == "open"
    time_is_up(match)

    assert "seat_resigned" in tables.types(match)
    require_sound(match)


def test_an_erased_account_leaves_no_promise_and_no_sign_of_its_pages(
    sharers: list[Sharer],
) -> None:
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    account = Account.objects.get(pk=sharers[2].player.account)
    SharerRow.objects.create(account=account, seen_at=account.date_joined)
    delete_account(account)

    assert not ChancePending.objects.filter(account=account).exists()
    assert not SharerRow.objects.filter(account=account).exists()
    time_is_up(match)
    assert tables.types(match)[-1] == "chance_shown"


def test_an_opener_cannot_put_others_out_who_still_have_time(sharers: list[Sharer]) -> None:
    match = tables.opened(sharers[0].player, seats=3, start="manual")
    for each in sharers:
        tables.seat(match, each.player, shares=True)
        each.promise(match)
    start(match, sharers[0].player)
    time_is_up(match)
    sharers[0].promise(match)
    with refused("match_not_started"):
        start(match, sharers[0].player)
    assert "seat_given_up" not in tables.types(match)
    time_is_up(match)

    assert tables.types(match)[-1] == "seat_given_up"


def test_who_sits_down_at_a_table_that_gathers_nothing_puts_nobody_out(
    sharers: list[Sharer],
) -> None:
    match = tables.opened(sharers[0].player, seats=3, gather=0)
    for each in sharers:
        tables.seat(match, each.player, shares=True)
    assert status(match) == "live"
    match = tables.opened(sharers[0].player, seats=3, gather=0)
    for each in sharers[:2]:
        tables.seat(match, each.player, shares=True)
        each.promise(match)
    tables.seat(match, sharers[2].player)
    time_is_up(match)
    rise(match, sharers[2].player)
    tables.seat(match, tables.people(1)[0])

    assert tables.types(match)[-1] == "seat_taken"
    assert "seat_given_up" not in tables.types(match)
    time_is_up(match)
    assert "seat_given_up" in tables.types(match)


def at_once(match: UUID, kind: str) -> list[str]:
    """Return what a verifier finds in a log in which an event comes with the one before it."""
    lines = [json.loads(line) for line in archive.log_lines(match, ALL)]
    for place, line in enumerate(lines):
        if line.get("type") == kind:
            late, early = line["at"], lines[place - 1]["at"]
            for each in lines[place:]:
                each["at"] = early if each["at"] == late else each["at"]
    header, events = logs.parse(logs.text(rehashed(lines)))
    return [finding.text for finding in logs.findings(header, events)]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("chance_shown", "seat 2 still had time to show its share"),
        ("seat_given_up", "seat 2 still had time to promise afresh"),
    ],
)
def test_a_verifier_does_not_believe_that_somebody_was_late_before_time_was_up(
    sharers: list[Sharer], kind: str, said: str
) -> None:
    match = seated(sharers)
    out_of_order(match, sharers)
    for each in sharers[:2]:
        each.promise(match)
    time_is_up(match)
    end(match)
    assert tables.log_findings(match) == []

    assert at_once(match, kind) == [said]


def test_no_promise_is_kept_of_a_table_that_is_dealt_or_called_off(sharers: list[Sharer]) -> None:
    dealt, off = seated(sharers), seated(sharers)
    for match in (dealt, off):
        sharers[0].promise(match)
    ChancePending.objects.filter(match=dealt).update(at="2020-01-01T00:00Z")
    time_is_up(dealt)
    call_off(off, sharers[0].player)

    assert (status(dealt), status(off)) == ("live", "void")
    assert not ChancePending.objects.exists()


def test_a_page_is_told_what_it_has_shown_and_not_asked_for_a_seat_given_up(
    sharers: list[Sharer],
) -> None:
    one, other, third = sharers
    match = seated(sharers, belongs_to=RATED)
    for each in sharers:
        each.promise(match)
    one.show(match)
    (asked,), (still,) = (asked_of(each.player.account) for each in (one, other))
    assert (asked["shown"], still["shown"]) == (True, False)
    other.show(match)
    time_is_up(match)
    one.promise(match)
    other.promise(match)
    time_is_up(match)
    assert tables.types(match)[-2:] == ["seat_given_up", "chance_sealed"]

    (asked,) = asked_of(third.player.account)
    assert 2 not in asked["expected"]  # type: ignore[operator]
