"""Two versions of a game's rules side by side, and a match that only the later release knows."""

import json
from io import StringIO
from pathlib import Path
from random import Random
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import Account
from agenda.models import DueRow
from agenda.runs import run_due_now
from eventstore import verification
from games import registry
from matches import account_feed, selectors
from matches.actors import Player
from matches.commit import BOT_TURN, CLOCK
from matches.events import KIND
from matches.models import Match
from matches.services.turns import play_bots
from tests.callers import PASSWORD, new_name
from tests.matches import tables
from tests.matches.tables import refused
from tests.matches.two_releases import LINE, later_release

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def test_a_line_behind_the_first_gives_new_matches_the_later_rules(players: list[Player]) -> None:
    old = tables.begun(players, options={"rounds": 1})
    with later_release():
        new = tables.begun(players, options={"rounds": 1})
        assert Match.objects.get(id=new).rules == "stick-em@2"
        assert [rules.id for rules in registry.all_rules()].count("stick-em@2") == 1
        assert [rules.id for rules in registry.current_games()].count("stick-em@2") == 1

        for match_id in (old, new):
            tables.play_out(match_id, players)

            assert Match.objects.get(id=match_id).status == "finished"
            assert verification.check(KIND, match_id) == []
    assert Match.objects.get(id=old).rules == "stick-em@1"
    assert registry.current_rules("stick-em").id == "stick-em@1"


def test_a_line_before_the_first_keeps_the_later_rules_for_their_own_matches_alone() -> None:
    by_id, current = registry.tables((LINE, *registry.GAMES))

    assert current["stick-em"].id == "stick-em@1"
    assert by_id["stick-em@2"].game == "stick-em"


@pytest.fixture
def orphan(players: list[Player]) -> UUID:
    """Return a live match that a release has opened which was taken back since."""
    with later_release():
        return tables.begun(players, clock={"per_move": 60})


@pytest.fixture
def caller(players: list[Player]) -> Client:
    account = Account.objects.get(pk=players[0].account)
    token = accounts.issue_token(account=account, name="test", scopes=("play",)).secret
    return Client(headers={"Authorization": f"Bearer {token}"})


PARTS = ["", "/events", "/log", "/replay?at=1", "/proof", "/head"]


class TestAMatchOfALaterRelease:
    @pytest.mark.parametrize("part", PARTS)
    def test_it_answers_503_by_name(self, caller: Client, orphan: UUID, part: str) -> None:
        answer = caller.get(f"/api/v1/matches/{orphan}{part}")

        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
        body = answer.json()
        assert (body["code"], body["params"]) == ("rules_unknown", {"rules": "stick-em@2"})

    def test_commands_answer_the_same(self, caller: Client, orphan: UUID) -> None:
        before = Match.objects.values().get(id=orphan)
        for part, body in (
            ("resign", {}),
            ("abort-vote", {}),
            ("pause", {}),
            # The last one, since it gives its connection back.
            ("moves", {"move": {"card": "blue-0"}, "expected_version": before["version"]}),
        ):
            answer = caller.post(
                f"/api/v1/matches/{orphan}/{part}",
                json.dumps(body),
                content_type="application/json",
                headers={"Idempotency-Key": new_name()},
            )

            assert (answer.status_code, answer.json()["code"]) == (503, "rules_unknown"), part

    @pytest.mark.parametrize("part", ["", "/replay", "/log", "/proof"])
    def test_its_page_says_so(self, client: Client, orphan: UUID, part: str) -> None:
        page = client.get(f"/matches/{orphan}{part}")

        assert page.status_code == 503
        assert "stick-em@2" in page.content.decode()

    @pytest.mark.more
    def test_lists_pages_and_other_matches_go_on(
        self, client: Client, caller: Client, orphan: UUID, players: list[Player]
    ) -> None:
        other = tables.begun(players)
        boss = Account.objects.create_superuser(new_name(), PASSWORD)

        for address in ("/api/v1/matches", "/api/v1/me", "/api/v1/me/diagnostics"):
            answer = caller.get(address)
            assert answer.status_code == 200, address
        assert str(orphan) in caller.get("/api/v1/matches?limit=200").content.decode()
        client.force_login(
            Account.objects.get(pk=players[0].account),
            "django.contrib.auth.backends.ModelBackend",
        )
        for address in ("/", "/matches", "/ladders", "/tournaments", "/games/stick-em"):
            assert client.get(address).status_code in (200, 301), address
        client.force_login(boss, "django.contrib.auth.backends.ModelBackend")
        for address in (
            "/admin/",
            "/admin/matches/match/",
            f"/admin/matches/match/{orphan}/change/",
        ):
            assert client.get(address).status_code == 200, address
        tables.next_move(other, players, Random(1))

    def test_it_gives_no_turn_to_anybody(self, orphan: UUID, players: list[Player]) -> None:
        with refused("rules_unknown"):
            account_feed.match_for_account(orphan, players[0].account)
        assert orphan in [each.match_id for each in account_feed.live_matches([players[0].account])]

    def test_its_clock_waits_and_is_no_failure(self, orphan: UUID, players: list[Player]) -> None:
        other = tables.begun(players, clock={"per_move": 60})
        DueRow.objects.filter(kind=CLOCK).update(due_at=timezone.now())

        run_due_now()

        row = DueRow.objects.get(kind=CLOCK, subject=orphan)
        assert (row.attempts, row.last_error) == (0, "")
        assert row.due_at > timezone.now()
        assert tables.types(other)
        with later_release():
            DueRow.objects.filter(kind=CLOCK, subject=orphan).update(
                due_at=Match.objects.get(id=orphan).deadline
            )
            assert DueRow.objects.filter(kind=CLOCK, subject=orphan).exists()

    def test_its_bots_wait_and_are_no_failure(self, orphan: UUID) -> None:
        version = Match.objects.get(id=orphan).version

        assert play_bots(orphan, version) == 0

        row = DueRow.objects.get(kind=BOT_TURN, subject=orphan)
        assert (row.version, row.attempts) == (version, 0)
        assert row.due_at > timezone.now()

    def test_verify_names_it(self, orphan: UUID) -> None:
        (fault,) = verification.check(KIND, orphan)

        assert "there are no rules stick-em@2" in fault.text

    def test_its_log_is_left_out_by_name(self, orphan: UUID, tmp_path: Path) -> None:
        output = StringIO()

        with pytest.raises(CommandError, match="1 of 1 logs were left out"):
            call_command("export_log", orphan, out=tmp_path, viewer="public", stdout=output)

        assert "rules that this server does not know" in output.getvalue()

    @pytest.mark.more
    def test_it_goes_on_when_the_release_is_back(self, orphan: UUID, players: list[Player]) -> None:
        with refused("rules_unknown"):
            selectors.match_page(orphan, None)

        with later_release():
            tables.next_move(orphan, players, Random(1))

            assert verification.check(KIND, orphan) == []
