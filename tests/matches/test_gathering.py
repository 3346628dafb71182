"""Players add their own chance to a deal: they promise, the server seals, they show."""

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from agenda.models import DueRow
from cutpurse import verify
from eventstore import verification
from games.core import ALL
from matches import archive, selectors
from matches.events import KIND
from matches.house import house
from matches.models import ChancePending, Presence, Seat
from matches.services import chance, gathering, leaving, seating
from tests.matches import tables
from tests.matches.sharers import Sharer, due, end, require_sound, seated, status, time_is_up
from tests.matches.tables import refused
from transparency.trusted_keys import NO_PROOF

pytestmark = pytest.mark.django_db

SHORT = {"rounds": 1}


@pytest.fixture
def sharers() -> list[Sharer]:
    return [Sharer(each) for each in tables.people(3)]


def test_everybody_promises_the_server_seals_and_all_show(sharers: list[Sharer]) -> None:
    match = seated(sharers, options=SHORT)
    assert status(match) == "open"
    for each in sharers:
        each.promise(match)
    assert tables.types(match)[-1] == "chance_sealed"
    for each in sharers:
        assert status(match) == "open"
        each.show(match)

    assert status(match) == "live"
    assert tables.types(match)[4:7] == ["chance_sealed", "chance_shown", "match_started"]
    assert not ChancePending.objects.filter(match=match).exists()
    proof = selectors.proof(match, None)
    assert [each.chance for each in proof.seats or []] == ["share"] * 3
    require_sound(match)


def test_a_table_without_such_clients_is_dealt_at_once(sharers: list[Sharer]) -> None:
    match = tables.begun([each.player for each in sharers])

    assert "chance_sealed" not in tables.types(match)
    assert not DueRow.objects.filter(kind=gathering.SEAL, subject=match).exists()
    proof = selectors.proof(match, None)
    assert [each.chance for each in proof.seats or []] == ["none"] * 3
    assert [each.shares for each in proof.attempts or []] == [[]]
    require_sound(match)


def test_a_said_seed_and_a_bot_stand_beside_shares(sharers: list[Sharer]) -> None:
    one, other, _ = sharers
    match = tables.opened(one.player, seats=3)
    tables.seat(match, one.player, shares=True)
    tables.seat(match, other.player, client_seed="bob")
    one.promise(match)
    tables.seat_bot(match, one.player)
    assert tables.types(match)[-1] == "chance_sealed"
    one.show(match)

    proof = selectors.proof(match, None)
    assert [each.chance for each in proof.seats or []] == ["share", "said", "none"]
    (attempt,) = proof.attempts or []
    assert f"1~{hashlib.sha256(b'bob').hexdigest()}\n" in attempt.seal
    require_sound(match)


def test_who_is_away_when_time_is_up_is_not_waited_for(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    sharers[0].promise(match)
    sharers[2].promise(match)
    time_is_up(match)
    for each in sharers[::2]:
        each.show(match)

    assert status(match) == "live"
    proof = selectors.proof(match, None)
    assert [each.chance for each in proof.seats or []] == ["share", "away", "share"]
    require_sound(match)


def test_with_nobody_there_the_table_is_dealt_when_time_is_up(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    time_is_up(match)

    assert status(match) == "live"
    assert "chance_sealed" not in tables.types(match)
    require_sound(match)


def test_who_has_promised_long_ago_and_was_not_seen_since_is_away(sharers: list[Sharer]) -> None:
    match = seated(sharers[:2])
    sharers[0].promise(match)
    long_ago = datetime.now(UTC) - 2 * gathering.FRESH
    ChancePending.objects.filter(match=match).update(at=long_ago)
    sharers[1].promise(match)
    assert tables.types(match)[-1] == "seat_taken"
    Presence.objects.create(account_id=sharers[0].player.account, seen_at=datetime.now(UTC))
    time_is_up(match)

    assert tables.types(match)[-1] == "chance_sealed"
    assert len(sharers[1].look(match).chance.expected) == 2  # type: ignore[union-attr]


def test_a_withheld_share_deals_nothing_and_the_next_attempt_has_everybody(
    sharers: list[Sharer],
) -> None:
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    sharers[0].show(match)
    time_is_up(match)
    assert status(match) == "open"
    assert tables.types(match)[-1] == "chance_shown"
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)

    assert status(match) == "live"
    attempts = selectors.proof(match, None).attempts or []
    assert [each.withheld for each in attempts] == [[1, 2], []]
    require_sound(match)


def test_who_withholds_twice_loses_the_seat_and_no_deal_was_made_before(
    sharers: list[Sharer],
) -> None:
    match = seated(sharers)
    for _ in range(2):
        for each in sharers:
            each.promise(match)
        sharers[0].show(match)
        sharers[1].show(match)
        time_is_up(match)

    assert tables.types(match)[-1] == "seat_given_up"
    assert "match_started" not in tables.types(match)
    assert sorted(each.seat for each in sharers[0].look(match).seats) == [0, 1]
    assert not Seat.objects.filter(match=match, seat=2).exists()
    assert list(verification.check(KIND, match)) == []
    tables.seat(match, tables.people(1)[0], seat=2)
    sharers[0].promise(match)
    sharers[1].promise(match)
    for each in sharers[:2]:
        each.show(match)
    assert status(match) == "live"
    require_sound(match)


def test_who_does_not_come_back_after_a_refusal_gives_the_seat_up(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    time_is_up(match)
    sharers[0].promise(match)
    sharers[1].promise(match)
    time_is_up(match)

    assert tables.types(match)[-1] == "seat_given_up"
    assert sorted(each.seat for each in sharers[0].look(match).seats) == [0, 1]
    require_sound(match)


@pytest.mark.parametrize("on_timeout", ["bot", "abort"])
def test_where_others_wait_for_the_result_the_seat_is_resigned_at_the_deal(
    sharers: list[Sharer], on_timeout: str
) -> None:
    match = tables.opened(
        sharers[0].player, seats=3, on_timeout=on_timeout, belongs_to={"table": UUID(int=7)}
    )
    for each in sharers:
        tables.seat(match, each.player, shares=True, is_assigned=True)
        each.promise(match)
    time_is_up(match)
    sharers[0].promise(match)
    sharers[1].promise(match)
    time_is_up(match)
    assert tables.types(match)[-2:] == ["seat_given_up", "chance_sealed"]
    for each in sharers[:2]:
        each.show(match)

    assert "seat_resigned" in tables.types(match)
    assert status(match) == ("void" if on_timeout == "abort" else "live")
    require_sound(match)


def test_until_the_seal_a_newer_promise_replaces_the_older_one(sharers: list[Sharer]) -> None:
    one, other, _ = sharers
    match = seated([one, other])
    one.promise(match)
    chance.promise(match_id=match, player=one.player, attempt=1, promise=bytes(32))
    one.promise(match)
    other.promise(match)
    one.show(match)
    other.show(match)

    assert status(match) == "live"


def test_both_requests_may_be_repeated(sharers: list[Sharer]) -> None:
    one, other, _ = sharers
    match = seated([one, other])
    for _ in range(2):
        one.promise(match)
    other.promise(match)
    one.promise(match)
    for _ in range(2):
        one.show(match)
    asked = one.look(match).chance
    assert asked
    assert chance.standing(match, one.player).expected == [1]
    share = other.share(match, 1)
    for _ in range(2):
        chance.show(match_id=match, player=other.player, attempt=1, share=share)

    assert tables.types(match).count("chance_shown") == 1


def test_a_share_that_is_not_the_promised_one_is_refused(sharers: list[Sharer]) -> None:
    one, other, third = sharers
    match = seated([one, other])
    one.promise(match)
    other.promise(match)
    right = one.share(match, 1)
    for wrong in (right[:31], b"", right + b"\0", other.share(match, 1)):
        with refused("share_mismatch"):
            chance.show(match_id=match, player=one.player, attempt=1, share=wrong)
    with refused("invalid"):
        chance.show(match_id=match, player=one.player, attempt=2, share=right)
    with refused("seat_not_yours"):
        chance.show(match_id=match, player=third.player, attempt=1, share=right)

    assert not ChancePending.objects.filter(match=match, share__isnull=False).exists()
    assert tables.types(match)[-1] == "chance_sealed"


def test_shares_come_after_the_seal_and_only_from_its_roll(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    sharers[0].promise(match)
    with refused("not_on_roll"):
        chance.show(
            match_id=match,
            player=sharers[0].player,
            attempt=1,
            share=sharers[0].share(match, 1),
        )
    sharers[1].promise(match)
    time_is_up(match)
    with refused("not_on_roll"):
        chance.show(match_id=match, player=sharers[2].player, attempt=1, share=bytes(32))
    with refused("already_sealed"):
        chance.promise(match_id=match, player=sharers[2].player, attempt=1, promise=bytes(32))
    with refused("already_sealed"):
        chance.promise(match_id=match, player=sharers[0].player, attempt=1, promise=bytes(32))


def test_who_has_said_nothing_has_no_share(sharers: list[Sharer]) -> None:
    one, other, _ = sharers
    match = tables.opened(one.player, seats=3)
    tables.seat(match, one.player, shares=True)
    tables.seat(match, other.player)

    with refused("not_on_roll"):
        chance.promise(match_id=match, player=other.player, attempt=1, promise=bytes(32))


def test_nobody_comes_or_goes_between_the_seal_and_the_deal(sharers: list[Sharer]) -> None:
    one, other, _ = sharers
    match = seated([one, other])
    one.promise(match)
    other.promise(match)
    with refused("already_sealed"):
        seating.give_seat_back(
            match_id=match, player=other.player, key=tables.new_key(), fingerprint=b""
        )
    one.show(match)
    other.show(match)

    assert status(match) == "live"


def test_who_gets_up_before_the_seal_takes_the_promise_along(sharers: list[Sharer]) -> None:
    one, other, third = sharers
    match = seated([one, other])
    other.promise(match)
    job = due(match, gathering.SEAL)
    seating.give_seat_back(
        match_id=match, player=other.player, key=tables.new_key(), fingerprint=b""
    )
    chance.end_promising(job)
    assert status(match) == "open"
    assert tables.types(match)[-1] == "seat_left"
    tables.seat(match, third.player, shares=True)
    one.promise(match)

    assert tables.types(match)[-1] == "seat_taken"


def test_an_opener_who_starts_seals_who_is_there(sharers: list[Sharer]) -> None:
    one, other, _ = sharers
    match = seated([one, other], start="manual")
    one.promise(match)
    other.promise(match)
    assert tables.types(match)[-1] == "seat_taken"
    seating.start(match_id=match, player=one.player, key=tables.new_key(), fingerprint=b"")
    assert tables.types(match)[-1] == "chance_sealed"
    with refused("already_sealed"):
        seating.start(match_id=match, player=one.player, key=tables.new_key(), fingerprint=b"")
    one.show(match)
    other.show(match)

    assert status(match) == "live"


def test_a_table_that_gathers_nothing_seals_at_once_who_has_promised(
    sharers: list[Sharer],
) -> None:
    one, other, _ = sharers
    match = tables.opened(one.player, seats=2, game="second-story", gather=0)
    tables.seat(match, one.player, shares=True)
    one.promise(match)
    tables.seat(match, other.player, shares=True)
    assert tables.types(match)[-1] == "chance_sealed"
    one.show(match)

    assert status(match) == "live"
    require_sound(match)


def test_a_voided_deal_reveals_its_secret(sharers: list[Sharer]) -> None:
    match = seated(sharers[:2])
    for each in sharers[:2]:
        each.promise(match)
    leaving.void(match_id=match, actor=house().actor, reason="enough", key="enough")

    assert tables.log_findings(match) == []
    assert selectors.proof(match, None).seed is not None


def test_the_verifier_says_who_added_chance_and_is_strict_where_asked(
    sharers: list[Sharer], tmp_path: Path
) -> None:
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    sharers[0].show(match)
    time_is_up(match)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)
    end(match)
    alone = tables.begun([each.player for each in sharers])
    end(alone)
    file, other = tmp_path / "m.ndjson", tmp_path / "alone.ndjson"
    file.write_text("".join(archive.log_lines(match, ALL)))
    other.write_text("".join(archive.log_lines(alone, ALL)))

    withheld = "in attempt 1 a share was withheld: seats 1, 2"
    assert verify.verdict(file, None) == (True, ["consistent"])
    assert verify.verdict(file, None, strict=True) == (
        False,
        [
            "consistent",
            f"chance: fair/2, attempt 2: the server, and seats 0, 1, 2 with a share; {withheld}",
            f"WARNING {withheld}",
            f"WARNING {NO_PROOF}",
        ],
    )
    assert verify.verdict(other, None, strict=True) == (
        False,
        [
            "consistent",
            "chance: fair/2: the server; seats 0, 1, 2 added nothing",
            "WARNING only the server added chance",
            f"WARNING {NO_PROOF}",
        ],
    )
