"""A block holds wherever two people could meet, whoever of them made it."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import permutations
from uuid import UUID

import pytest
from django.test import Client

from accounts import blocks
from accounts.models import Account, Block
from api.problems import Problem
from matches import lobby, match_lists, remarks
from matches.actors import Player
from matches.models import Match, Seat
from matches.services import invitations, leaving, talking
from matches.services.talking import Saying
from ratings.services import challenging, matchmaking
from tests.callers import new_key
from tests.matches import tables
from tests.ratings import ladders
from tests.samples import leading
from tests.tournaments.events import Event, run_all, somebody
from tournaments.services import entry
from tournaments.services.entry import Newcomer
from web.matches import rematches

pytestmark = pytest.mark.django_db


@dataclass
class Two:
    """Two people of whom one has blocked the other, or nobody anybody."""

    ann: Player
    bob: Player


def account(player: Player) -> Account:
    return Account.objects.get(pk=player.account)


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(account(player))
    return client


def sits(match: UUID, player: Player) -> bool:
    """Try to seat a player, and return whether that worked."""
    with suppress(Problem):
        tables.seat(match, player)
    return Seat.objects.filter(match=match, account=player.account).exists()


def in_the_lobby(two: Two) -> bool:
    match = tables.opened(two.ann)
    return lobby.joinable(two.bob.account).filter(id=match).exists()


def in_the_lobby_where_the_other_only_sits(two: Two) -> bool:
    (carol,) = tables.people(1)
    match = tables.opened(carol)
    tables.seat(match, two.ann)
    return lobby.joinable(two.bob.account).filter(id=match).exists()


def in_the_list_of_matches(two: Two) -> bool:
    match = tables.opened(two.ann)
    rows = match_lists.listed(two.bob.account, game=None, status=None, player=None)
    return rows.filter(id=match).exists()


def on_the_page_of_matches(two: Two) -> bool:
    match = tables.opened(two.ann)
    return str(match) in signed_in(two.bob).get("/matches").content.decode()


def at_a_seat(two: Two) -> bool:
    match = tables.opened(two.ann)
    tables.seat(match, two.ann)
    return sits(match, two.bob)


def at_a_match_that_the_other_opened_without_sitting_there(two: Two) -> bool:
    match = tables.opened(two.ann, visibility="private")
    return sits(match, two.bob)


def by_the_address_of_a_private_match(two: Two) -> bool:
    match = tables.opened(two.ann, visibility="private")
    signed_in(two.bob).post(f"/matches/{match}/invitation")
    return Seat.objects.filter(match=match, account=two.bob.account).exists()


def by_an_invitation(two: Two) -> bool:
    match = tables.opened(two.ann, visibility="private")
    code = invitations.renew(match_id=match, account=two.ann.account)
    client = signed_in(two.bob)
    seen = client.get(f"/join/{code}").status_code == 200
    client.post(f"/join/{code}")
    sits = Seat.objects.filter(match=match, account=two.bob.account).exists()
    assert seen == sits
    return sits


def in_a_rated_search(two: Two) -> bool:
    ladder = ladders.opened(entry="people")
    for each in (two.ann, two.bob):
        matchmaking.start_search(ladder_id=ladder.id, account=account(each), seats=2)
    return bool(matchmaking.form_matches(ladder.id))


def in_a_challenge(two: Two) -> bool:
    ladder = ladders.opened(kind="challenge")
    keys = [f"account:{each.account}" for each in (two.ann, two.bob)]
    found = challenging.reasons_against(ladder, keys[0], keys[1:])
    return "not_available" not in {each["code"] for each in found}


def in_a_rematch(two: Two) -> bool:
    # The block of this world is made after the match that they have played.
    made = list(Block.objects.all())
    Block.objects.all().delete()
    match = tables.begun([two.ann, two.bob], bots=["random"], options={"rounds": 1})
    for player in (two.ann, two.bob):
        leaving.abort_vote(match_id=match, player=player, key=new_key(), fingerprint=b"")
    Block.objects.bulk_create(made)
    following = None
    for player in (two.ann, two.bob):
        with suppress(Problem):
            following = rematches.answer(match, player, wants=True) or following
    assert following is not None
    return Seat.objects.filter(match=following, account__isnull=False).count() == 2


PLACES: Mapping[str, Callable[[Two], bool]] = {
    each.__name__: each
    for each in (
        in_the_lobby,
        in_the_lobby_where_the_other_only_sits,
        in_the_list_of_matches,
        on_the_page_of_matches,
        at_a_seat,
        at_a_match_that_the_other_opened_without_sitting_there,
        by_the_address_of_a_private_match,
        by_an_invitation,
        in_a_rated_search,
        in_a_challenge,
        in_a_rematch,
    )
}
"""Where two people may meet; each tells whether they do."""


@pytest.mark.parametrize("blocker", ["nobody", "ann", "bob"])
@pytest.mark.parametrize("place", leading(PLACES, 3))
def test_two_people_meet_unless_one_of_them_has_blocked_the_other(place: str, blocker: str) -> None:
    two = Two(*tables.people(2))
    if blocker == "ann":
        blocks.block(account_id=two.ann.account, other_id=two.bob.account)
    if blocker == "bob":
        blocks.block(account_id=two.bob.account, other_id=two.ann.account)

    assert PLACES[place](two) is (blocker == "nobody")


def test_who_was_blocked_reads_no_reason_and_who_blocked_reads_their_own() -> None:
    ann, bob = tables.people(2)
    blocks.block(account_id=ann.account, other_id=bob.account)
    of_ann, of_bob = tables.opened(ann), tables.opened(bob)

    with pytest.raises(Problem) as told_to_bob:
        tables.seat(of_ann, bob)
    with pytest.raises(Problem) as told_to_ann:
        tables.seat(of_bob, ann)

    assert "block" not in str(told_to_bob.value.detail).lower()
    assert not told_to_bob.value.params
    assert told_to_ann.value.params == {"reason": "blocked"}


def test_a_private_match_is_not_there_for_whom_its_opener_has_blocked() -> None:
    ann, bob = tables.people(2)
    match = tables.opened(ann, visibility="private")
    blocks.block(account_id=ann.account, other_id=bob.account)

    with pytest.raises(Problem) as refusal:
        tables.seat(match, bob)
    assert refusal.value.code == "not_found"


def test_phrases_of_whom_one_has_blocked_are_not_heard_and_they_hear_as_before() -> None:
    ann, bob = tables.people(2)
    match = tables.begun([ann, bob], bots=["random"])
    blocks.block(account_id=ann.account, other_id=bob.account)
    talking.say(match_id=match, account_id=bob.account, saying=Saying("ouch"))
    talking.say(match_id=match, account_id=ann.account, saying=Saying("nice"))
    row = Match.objects.get(id=match)

    assert [each.phrase for each in remarks.latest(row, ann.account)] == ["nice"]
    assert [each.phrase for each in remarks.latest(row, bob.account)] == ["nice", "ouch"]
    assert [each.phrase for each in remarks.latest(row, None)] == ["nice", "ouch"]


def test_a_table_that_has_begun_goes_on_and_is_seen() -> None:
    ann, bob = tables.people(2)
    match = tables.begun([ann, bob], bots=["random"])
    blocks.block(account_id=ann.account, other_id=bob.account)

    for player in (ann, bob):
        rows = match_lists.listed(player.account, game=None, status="live", player=None)
        assert rows.filter(id=match).exists()
        assert match in {seat.match_id for seat in lobby.tables(player.account)}


def test_who_sits_at_an_open_table_already_keeps_it_in_sight() -> None:
    ann, bob = tables.people(2)
    match = tables.opened(ann)
    tables.seat(match, ann)
    tables.seat(match, bob)
    blocks.block(account_id=ann.account, other_id=bob.account)

    rows = match_lists.listed(bob.account, game=None, status="open", player=None)
    assert rows.filter(id=match).exists()
    assert lobby.waiting(bob.account).filter(id=match).exists()


def test_two_others_are_found_where_a_block_keeps_the_nearest_apart() -> None:
    ann, bob, carol = tables.people(3)
    blocks.block(account_id=bob.account, other_id=ann.account)
    ladder = ladders.opened(entry="people")
    for each in (ann, bob, carol):
        matchmaking.start_search(ladder_id=ladder.id, account=account(each), seats=2)

    (call,) = matchmaking.form_matches(ladder.id)
    assert f"account:{carol.account}" in call.players


def test_a_tournament_pairs_as_if_there_were_no_blocks() -> None:
    event = Event(table={"min": 3, "target": 3, "max": 3}, stages=[{"options": {"rounds": 1}}])
    people = [somebody(f"p{number}") for number in range(3)]
    event.step("open")
    for who in people:
        event.do(entry.register, who=who, newcomers=[Newcomer(who.name, who.account)])
    ids = Account.objects.filter(username__in=[who.name for who in people])
    for one, other in permutations(ids.values_list("pk", flat=True), 2):
        blocks.block(account_id=one, other_id=other)
    event.start()
    event.pair()
    run_all()

    (table,) = event.round.tables
    seated = Seat.objects.filter(match=table.match, match__status="live")
    assert set(seated.values_list("account", flat=True)) == {who.account for who in people}
