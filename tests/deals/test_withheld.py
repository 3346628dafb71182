"""Nothing of an open deal leaks: whatever one table came to, others read the same bytes."""

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Account
from analyses import services as analyses
from analyses.models import Analysis
from deals import secrets
from deals import selectors as deals
from deals.services import opening
from dumps import selection
from eventstore import streams
from matches import archive, lobby, match_lists, withholding
from matches import selectors as matches
from matches.actors import Player
from matches.events import KIND
from matches.folds import fold
from matches.models import DealSeed, Match
from matches.services import leaving
from matches.state import MatchState, Status
from puzzles import selectors as puzzle_selectors
from puzzles import services as puzzles
from studies import services as studies
from tests.callers import Caller
from tests.deals import played
from tests.matches import observers, tables
from tests.matches.tables import refused
from tests.operations import with_scopes
from tests.puzzles.set_puzzles import set_puzzle
from tests.samples import leading

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

PASSING = (b"csrf", b'name="key"', b"<time ", b"please quote this number", b"deal-code")
"""What two readings of one page differ in."""
PAGES = ("", "/deals", "/matches?status=finished", "/matches?status=live")


def api_readings(reader: observers.Caller, deal: UUID, match: UUID, name: str) -> Iterator[bytes]:
    """Yield all that somebody reads of a deal, of a match of it, and of who plays that."""
    version = Match.objects.get(id=match).version
    parts = ("", "events", "log", "proof", "log?viewer=public", "log?viewer=all", "events?since=3")
    for part in (*parts, *(f"replay?at={at}" for at in (1, 9, version))):
        yield reader.get(f"/matches/{match}/{part}".rstrip("/"))
    for part in ("luck", "head", "receipt", "reviews/0", "remarks"):
        yield reader.get(f"/matches/{match}/{part}")
    for path in (f"/deals/{deal}", f"/deals/{deal}/log", "/deals", "/deals/table"):
        yield reader.get(path)
    for path in (f"/matches?player={name}", f"/players/{name}", f"/players/{name}/profile"):
        yield reader.get(path)


def page_readings(client: Client, deal: UUID, match: UUID, name: str) -> Iterator[bytes]:
    """Yield the pages that somebody sees."""
    of_match = (f"/matches/{match}{part}" for part in ("", "/replay", "/proof", "/log", "/receipt"))
    of_deal = (f"/deals/{deal}", f"/deals/{deal}/table", f"/deals/{deal}/compare/{match}")
    for path in (*PAGES, *of_match, *of_deal, f"/players/{name}", f"/embed/matches/{match}"):
        answer: Any = client.get(path or "/")
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        yield answer.status_code.to_bytes(2, "big") + wiped(body, name)


def wiped(body: bytes, name: str) -> bytes:
    """Return a page without what two readings of one page differ in."""
    kept = [
        line
        for line in observers.VOLATILE.sub(b"*", body).splitlines()
        if not any(each in line for each in PASSING)
    ]
    return b"\n".join(kept).replace(name.encode(), b"NAME")


def read(caller: Caller, path: str) -> str:
    """Return the text of an answer."""
    found: Any = caller.get(path).response
    body = b"".join(found.streaming_content) if found.streaming else found.content
    return bytes(body).decode()


def end(match: UUID, player: Player, how: str) -> None:
    """Bring a match to one of its ends, or leave it where it is."""
    if how == "resigned":
        key = tables.new_key()
        leaving.resign(match_id=match, player=player, key=key, fingerprint=b"")
    elif how != "running":
        played.play(match, player, seed=int(how))


def world(how: str, players: Sequence[Player]) -> dict[str, list[bytes]]:
    """Return what everybody reads of a deal in which the first player's table came to one end."""
    ann, bob, cleo = players
    seen: dict[str, list[bytes]] = {}
    with transaction.atomic():
        deal = played.opened()
        match, theirs = played.begun(deal, ann), played.begun(deal, bob)
        played.play(theirs, bob, moves=2)
        end(match, ann, how)
        for name, reader in {"bob": bob, "cleo": cleo, "stranger": None}.items():
            client = Client()
            if reader is not None:
                client.force_login(Account.objects.get(pk=reader.account))
            caller = observers.Caller(reader)
            seen[name] = [
                *api_readings(caller, deal, match, ann.username),
                *page_readings(client, deal, match, ann.username),
                *(caller.readings(theirs) if name == "bob" else ()),
            ]
        # The world is as if it had never been.
        transaction.set_rollback(True)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("how", leading(["1", "2", "resigned"]))
def test_whatever_one_table_came_to_all_others_read_the_same_bytes(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Chance is what a test may fake: all worlds are dealt the same.
    monkeypatch.setattr(secrets, "new", lambda: bytes(range(32)))
    fixed = uuid4()
    monkeypatch.setattr(opening, "uuid7", lambda: fixed)
    players = tables.people(3)
    running, ended = (world(each, players) for each in ("running", how))

    compared = 0
    for name, read_while_running in running.items():
        for one, other in zip(read_while_running, ended[name], strict=True):
            assert one.splitlines() == other.splitlines()
            compared += 1

    assert compared > 100


def test_who_has_finished_keeps_the_view_of_their_seat_and_nothing_more() -> None:
    deal = played.opened()
    ann, bob = tables.people(2)
    match = played.played(deal, ann)
    played.begun(deal, bob)
    caller = with_scopes("play", account=Account.objects.get(pk=ann.account))
    secret = bytes(DealSeed.objects.get(match=match).seed).hex()

    page = caller.get(f"/matches/{match}").body
    answers = [
        read(caller, f"/matches/{match}/{part}")
        for part in ("events?limit=200", "log", "proof", "log?viewer=0", "replay?at=9&viewer=0")
    ]
    last = json.loads(answers[0])["results"]
    text = json.dumps(page) + "".join(answers)

    assert page["status"] == "finished"
    assert page["shared_deal"] == {"id": str(deal), "open": True}
    assert page["result"]["scores"]
    assert secret not in text
    assert all(event["hash"] is None for event in last)
    assert not page["view"].get("hands")
    for path, code in {
        "log?viewer=all": "permission_denied",
        "replay?at=9&viewer=1": "permission_denied",
        "head": "deal_open",
        "luck": "not_found",
    }.items():
        answer = caller.get(f"/matches/{match}/{path}")
        assert answer.code in {code, "luck_not_offered"}, (path, answer.body)
    with refused("match_not_over"):
        studies.open_study(account_id=ann.account, match_id=match, at=1)
    with refused("deal_open"):
        analyses.request_review(match_id=match, account_id=ann.account, seat=0)


def test_no_list_dump_export_or_analysis_has_a_match_of_an_open_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = played.opened("pickpocket", 3)
    ann, bob = tables.people(2)
    match = played.played(deal, ann)
    log = ["export_log", str(match), "--out", str(tmp_path)]

    def known() -> list[bool]:
        return [
            match_lists.visible(bob.account).filter(id=match).exists(),
            match_lists.visible(None).filter(id=match).exists(),
            any(row.id == match for row in lobby.listed(bob.account, status="finished")),
            selection.open_to_all().filter(id=match).exists(),
            match in archive.ended_matches(),
            analyses.offered(Match.objects.get(id=match)),
        ]

    before = known()
    with pytest.raises(CommandError):
        call_command(*log)
    played.close(deal, monkeypatch)

    assert before == [False] * 6
    assert known() == [True] * 6
    call_command(*log, stdout=io.StringIO())
    assert (tmp_path / f"{match}.ndjson").exists()


def test_a_called_off_table_does_not_show_its_secret_either() -> None:
    deal = played.opened()
    ann = tables.people(1)[0]
    match = played.begun(deal, ann)
    leaving.void(match_id=match, actor="system", reason="a mistake", key=tables.new_key())
    caller = with_scopes("play", account=Account.objects.get(pk=ann.account))

    events = caller.get(f"/matches/{match}/events?limit=200").body["results"]

    assert Match.objects.get(id=match).status == Status.VOID.value
    assert events[-1]["data"] == {"reason": "a mistake", "seed": None}
    assert json.loads(streams.load(KIND, match)[-1].body)["seed"]


def test_the_staff_reads_no_more_than_the_public_of_a_reported_table() -> None:
    deal = played.opened()
    match = played.played(deal, tables.people(1)[0])

    lines = matches.public_events(match)

    assert all(line["hash"] is None for line in lines)
    assert lines[-1]["data"]["seed"] is None


def test_the_admin_shows_nothing_that_was_played_before_the_deal_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened()
    match = played.played(deal, tables.people(1)[0])
    boss = Account.objects.create_superuser("boss-of-tests", "a long enough passphrase")
    client = Client()
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("admin:matches_match_change", args=[match])

    before = client.get(address).content.decode()
    played.close(deal, monkeypatch)
    after = client.get(address).content.decode()

    assert before.count("withheld until the deal is closed") == 2
    assert "withheld until the deal is closed" not in after


def test_who_tries_to_sit_down_learns_nothing_of_a_withheld_match() -> None:
    deal = played.opened()
    ann, bob, eve = tables.people(3)
    running, over = played.begun(deal, ann), played.played(deal, bob)

    for match in (running, over):
        with refused("not_found"):
            tables.seat(match, eve)


def test_a_match_whose_row_is_gone_stays_withheld() -> None:
    match = played.played(played.opened(), tables.people(1)[0])
    state = fold(MatchState(match), streams.load(KIND, match))
    Match.objects.filter(id=match).delete()

    withholding.refresh(state)

    assert state.withheld


def test_at_most_one_table_of_a_deal_is_looked_through_for_puzzles_and_only_when_it_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened("pickpocket", 3)
    for number, player in enumerate(tables.people(3)):
        played.played(deal, player, seed=number)

    before = analyses.queue_puzzles(game="pickpocket", limit=10)
    played.close(deal, monkeypatch)
    after = analyses.queue_puzzles(game="pickpocket", limit=10)
    Analysis.objects.filter(kind="puzzles").update(done_at=timezone.now())

    assert (before, after) == (0, 1)
    assert analyses.queue_puzzles(game="pickpocket", limit=10) == 0


def test_who_has_played_a_deal_is_in_no_list_of_a_puzzle_of_another_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened("pickpocket", 3)
    ann, bob, eve = tables.people(3)
    played.played(deal, ann)
    match = played.played(deal, bob, seed=2)
    played.close(deal, monkeypatch)
    puzzle = set_puzzle(match)
    puzzle.daily_on = puzzle_selectors.today()
    puzzle.save()
    best = puzzle_selectors.answer_key(puzzle).best

    def is_listed(player: Player) -> bool:
        answer = puzzles.answer(puzzle_id=puzzle.pk, account_id=player.account, move=best)
        return answer.is_listed

    assert [is_listed(player) for player in (ann, bob, eve)] == [False, False, True]


def test_everything_opens_when_the_deal_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = played.opened()
    ann = tables.people(1)[0]
    match = played.played(deal, ann)
    stranger = Caller()
    before = stranger.get(f"/matches/{match}").status

    played.close(deal, monkeypatch)
    page = stranger.get(f"/matches/{match}").body
    log = stranger.get(f"/matches/{match}/log?viewer=all")
    head = stranger.get(f"/matches/{match}/head")

    assert before == 404
    assert page["shared_deal"] == {"id": str(deal), "open": False}
    assert page["view"]["hands"] is not None
    assert (log.status, head.status) == (200, 200)
    assert tables.log_findings(match) == []
    assert deals.load(deal).closed is not None
