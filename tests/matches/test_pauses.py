"""Pausing a match and going on: by all players, or by an organiser."""

from datetime import timedelta
from uuid import UUID

import pytest

from accounts.models import Account
from accounts.services import issue_token
from agenda.runs import run_due_now
from eventstore import verification
from matches.actors import Player
from matches.command_handler import CommandResult
from matches.events import KIND
from matches.lifecycle_audit import PAUSE_MAX
from matches.models import Match
from matches.services import leaving, pausing
from matches.services.turns import play_bots
from tests.callers import Caller, new_name, new_player
from tests.matches import tables
from tests.matches.tables import refused
from tests.matches.test_turns import due

pytestmark = pytest.mark.django_db

MINUTE = {"per_move": 60}


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def pause(match_id: UUID, player: Player, key: str = "", reason: str = "") -> CommandResult:
    """Vote for a pause; with a reason, order it."""
    return pausing.pause(
        match_id=match_id,
        player=player,
        key=key or tables.new_key(),
        fingerprint=b"",
        is_organiser=bool(reason),
        reason=reason,
    )


def resume(match_id: UUID, player: Player, reason: str = "") -> CommandResult:
    """Vote to go on; with a reason, order it."""
    return pausing.resume(
        match_id=match_id,
        player=player,
        key=tables.new_key(),
        fingerprint=b"",
        is_organiser=bool(reason),
        reason=reason,
    )


def left(match_id: UUID) -> list[float]:
    """Return what each seat has left."""
    return [each["remaining"] for each in tables.page(match_id)["clocks"]]


def staff(*scopes: str) -> Caller:
    """Return somebody of the staff, with a token for it."""
    name = new_name()
    new_player(name=name)
    account = Account.objects.get(username=name)
    account.is_staff = True
    account.save()
    return Caller(issue_token(account=account, name="test", scopes=list(scopes)).secret)


class TestPlayers:
    def test_a_match_is_paused_by_all_players_and_goes_on_by_all(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, clock=MINUTE)

        votes = [tables.body(pause(match_id, player)) for player in players]
        before = left(match_id)
        paused = tables.page(match_id)

        assert votes == [
            {"votes": n, "needed": 3, "status": "live", "paused": n == 3} for n in (1, 2, 3)
        ]
        assert paused["paused"]["by"] == "players"
        assert paused["deadline"] is None
        assert all(clock["deadline"] is None for clock in paused["clocks"])
        assert all(0 < seconds <= 60 for seconds in before)
        votes = [tables.body(resume(match_id, player)) for player in players]
        assert [vote["paused"] for vote in votes] == [True, True, False]
        assert left(match_id) == before
        assert tables.page(match_id)["deadline"] is not None
        assert verification.check(KIND, match_id) == []

    def test_no_move_is_accepted_while_a_match_is_paused(self, players: list[Player]) -> None:
        match_id = tables.begun(players[:2], ["random"], clock=MINUTE)
        for player in players[:2]:
            pause(match_id, player)
        seen = tables.page(match_id, players[0])

        with refused("match_paused"):
            tables.move(match_id, players[0], seen["legal_moves"][0], seen["version"])
        play_bots(match_id, seen["version"])

        assert tables.page(match_id)["version"] == seen["version"]
        for player in players[:2]:
            resume(match_id, player)
        play_bots(match_id, tables.page(match_id)["version"])
        assert tables.page(match_id)["to_act"] == [0, 1]

    def test_a_pause_ends_by_itself_after_a_week(self, players: list[Player]) -> None:
        match_id = tables.begun(players, clock=MINUTE)
        for player in players:
            pause(match_id, player)
        version, ends_at = due(match_id)["clock"]
        match = Match.objects.get(id=match_id)

        assert ends_at == match.updated_at + PAUSE_MAX
        run_due_now()
        assert tables.page(match_id)["version"] == version
        tables.expire_at(match_id, ends_at)
        assert tables.types(match_id)[-1] == "match_resumed"
        assert tables.deadline(match_id) - ends_at <= timedelta(seconds=60)
        assert verification.check(KIND, match_id) == []

    def test_each_vote_is_answered_again_as_it_was(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        key = tables.new_key()
        first = pause(match_id, players[0], key)
        for player in players[1:]:
            pause(match_id, player)

        again = pause(match_id, players[0], key)

        assert again.replayed
        assert again.body == first.body

    def test_when_the_one_resigns_who_had_not_voted_all_have(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        pause(match_id, players[0])
        pause(match_id, players[1])

        leaving.resign(match_id=match_id, player=players[2], key=tables.new_key(), fingerprint=b"")

        assert tables.types(match_id)[-3:] == ["seat_resigned", "match_paused", "seat_replaced"]
        assert verification.check(KIND, match_id) == []

    def test_a_paused_match_can_still_be_called_off(self, players: list[Player]) -> None:
        match_id = tables.begun(players, clock=MINUTE)
        for player in players:
            pause(match_id, player)
        for player in players:
            leaving.abort_vote(
                match_id=match_id, player=player, key=tables.new_key(), fingerprint=b""
            )

        page = tables.page(match_id)

        assert (page["status"], page["paused"]) == ("void", None)
        assert due(match_id) == {}
        assert tables.log_findings(match_id) == []


class TestOrganisers:
    def test_an_organiser_pauses_a_match_of_others_and_alone_ends_it(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, clock=MINUTE)
        (organiser,) = tables.people(1)

        pause(match_id, organiser, reason="a ruling is awaited")

        shown = tables.page(match_id)["paused"]
        assert (shown["by"], shown["reason"]) == ("organiser", "a ruling is awaited")
        assert due(match_id) == {}
        with refused("permission_denied"):
            resume(match_id, players[0])
        resume(match_id, organiser, reason="ruled")
        assert tables.page(match_id)["paused"] is None
        assert verification.check(KIND, match_id) == []

    def test_over_the_api_a_scope_of_the_staff_orders_it(self) -> None:
        opener, organiser = new_player(), staff("admin")
        match = opener.post("/matches", {"game": "stick-em", "seats": 3}).body["id"]
        for seat in ({}, {"bot": "random"}, {"bot": "random"}):
            opener.post(f"/matches/{match}/seats", seat)

        silent = organiser.post(f"/matches/{match}/pause", {})
        ordered = organiser.post(f"/matches/{match}/pause", {"reason": "the hall is closed"})

        assert (silent.status, silent.code) == (400, "invalid")
        assert ordered.body == {"votes": 0, "needed": 0, "status": "live", "paused": True}


class TestRefusals:
    def test_resuming_what_is_not_paused(self, players: list[Player]) -> None:
        match_id = tables.begun(players)

        with refused("match_not_paused"):
            resume(match_id, players[0])

    def test_pausing_twice_voting_twice_or_without_a_seat(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        pause(match_id, players[0])
        with refused("already_voted"):
            pause(match_id, players[0])
        with refused("seat_not_yours"):
            pause(match_id, tables.people(1)[0])
        for player in players[1:]:
            pause(match_id, player)

        with refused("match_paused"):
            pause(match_id, players[0])

    def test_before_the_start_and_after_the_end(self, players: list[Player]) -> None:
        match_id = tables.opened(players[0])
        tables.seat(match_id, players[0])
        with refused("match_not_started"):
            pause(match_id, players[0])
        leaving.abort_vote(
            match_id=match_id, player=players[0], key=tables.new_key(), fingerprint=b""
        )

        with refused("match_over"):
            resume(match_id, players[0])

    def test_a_player_gives_no_reason_and_plays_no_organiser_at_the_own_table(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players)

        with refused("invalid"):
            pause(match_id, players[0], reason="I need time")
