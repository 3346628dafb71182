"""A deal that many play: everybody once, on the same seat; closed when its time is up."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.models import Account
from deals import measured, results, selectors
from deals.events import KIND
from deals.models import Attempt, Deal
from deals.scoring import Explained
from deals.services import daily
from eventstore import streams, verification
from games import registry
from matches import dealer, draws
from matches.events import KIND as MATCH
from matches.folds import fold
from matches.models import Match
from matches.services import leaving
from matches.state import MatchState, Status
from tests.callers import new_key, new_player
from tests.deals import played
from tests.deals.played import HOUR, later
from tests.matches import tables
from tests.matches.tables import refused
from tests.operations import with_scopes
from tests.samples import sampled

pytestmark = pytest.mark.django_db

GAMES = {"stick-em": 4, "sticky-fingers": 3, "second-story": 3, "pickpocket": 3}


def opening_events(match: UUID) -> list[tuple[str, str]]:
    """Return what was dealt, up to the first decision."""
    events = streams.load(MATCH, match)
    begin = next(event.version for event in events if event.type == "match_started")
    return [(event.type, event.body) for event in events[begin : begin + 3]]


def is_whole(deal: UUID) -> bool:
    faults = [*verification.check(KIND, deal)]
    for match in selectors.load(deal).tables:
        faults += verification.check(MATCH, match)
    return faults == []


@pytest.mark.parametrize("game", sampled(sorted(GAMES), "pickpocket", "stick-em"))
def test_everybody_is_dealt_the_same_and_is_compared_when_it_is_closed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = played.opened(game, GAMES[game])
    ann, bob = tables.people(2)

    matches = [played.played(deal, ann, seed=1), played.played(deal, bob, seed=2)]
    roots = {draws.root(tables_state(match), dealer.read_seed(match)) for match in matches}
    played.close(deal, monkeypatch)
    state = selectors.load(deal)
    rows = Attempt.objects.filter(deal=deal)

    assert len(roots) == 1
    assert opening_events(matches[0]) == opening_events(matches[1])
    assert state.closed is not None
    assert state.closed.seed == dealer.read_seed(matches[0]).hex()
    assert {row.account_id for row in rows} == {ann.account, bob.account}
    assert all(row.margin is not None for row in rows)
    assert is_whole(deal)


def tables_state(match: UUID) -> MatchState:
    """Return the state of a match."""
    return fold(MatchState(match), streams.load(MATCH, match))


def test_a_deal_is_played_once_and_the_second_go_leads_to_the_first() -> None:
    deal = played.opened()
    ann = tables.people(1)[0]
    match = played.begun(deal, ann)

    with refused("deal_already_played") as refusal:
        played.begun(deal, ann)

    assert refusal.value.params["match"] == str(match)
    assert list(selectors.load(deal).tables) == [match]
    assert Match.objects.filter(deal_id=deal).count() == 1


def test_guests_and_programs_play_no_deal() -> None:
    deal = played.opened()
    guest, program = tables.people(2)
    Account.objects.filter(pk=guest.account).update(is_guest=True)
    Account.objects.filter(pk=program.account).update(is_bot=True, bot_contact="ann@example.org")

    with refused("guests_not_allowed"):
        played.begun(deal, guest)
    with refused("permission_denied"):
        played.begun(deal, program)
    with refused("not_found"):
        played.begun(uuid4(), guest)

    assert not Match.objects.filter(deal_id=deal).exists()


def test_nobody_plays_before_it_opens_or_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    soon = played.opened(opens_at=datetime.now(UTC) + HOUR / 2)
    now = played.opened()
    ann = tables.people(1)[0]

    with refused("deal_not_open"):
        played.begun(soon, ann)
    with later(monkeypatch, 2 * HOUR), refused("deal_closed"):
        played.begun(now, ann)
    played.close(now, monkeypatch)
    with refused("deal_closed"):
        played.begun(now, ann)

    assert not Match.objects.filter(deal_id__in=[soon, now]).exists()


def test_whoever_has_not_finished_is_played_on_by_a_bot_and_is_not_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened()
    ann, bob = tables.people(2)
    played.played(deal, ann)
    match = played.begun(deal, bob)
    played.play(match, bob, moves=2)

    with later(monkeypatch, 2 * HOUR):
        played.run_close(deal)
        is_early = selectors.load(deal).closed is None
        with refused("deal_closed"):
            leaving.come_back(match_id=match, player=bob, key=tables.new_key(), fingerprint=b"")
        played.let_bots_play(match)
        played.run_close(deal)

    assert is_early
    assert "seat_timed_out" in tables.types(match)
    assert Match.objects.get(id=match).status == Status.FINISHED.value
    assert Attempt.objects.get(match=match).margin is None
    assert is_whole(deal)


@pytest.mark.more
def test_players_cannot_call_a_deal_off_or_stop_it_and_may_resign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened()
    ann, bob = tables.people(2)
    match = played.begun(deal, ann)
    played.played(deal, bob)
    about: Any = {"match_id": match, "player": ann, "fingerprint": b""}

    with refused("not_by_vote"):
        leaving.abort_vote(key=tables.new_key(), **about)
    leaving.resign(key=tables.new_key(), **about)
    played.close(deal, monkeypatch)

    assert tables.page(match, ann)["no_votes"] == {"abort": "deal", "pause": "deal"}
    assert Match.objects.get(id=match).status == Status.FINISHED.value
    assert Attempt.objects.get(match=match).margin is None
    assert is_whole(deal)


def test_the_deals_of_today_and_tomorrow_are_announced_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    daily.announce()
    daily.announce()
    today = selectors.today()
    rows = Deal.objects.filter(day__isnull=False)
    games = {rules.game for rules in registry.current_games()}
    tomorrow = rows.filter(day=today + timedelta(days=1))

    with later(monkeypatch, timedelta(days=3)):
        daily.announce()

    assert {row.game for row in rows.filter(day=today)} == games
    assert {row.game for row in tomorrow} == games
    assert {selectors.status_of(row) for row in tomorrow} == {"announced"}
    # Two days that nobody was there for are left out.
    assert not rows.filter(day=today + timedelta(days=2)).exists()
    assert rows.count() == 4 * len(games)


def test_deals_are_played_by_personal_draw_orders_where_a_game_has_them() -> None:
    daily.announce()
    of_today = {row.game: row for row in selectors.of_day(selectors.today())}
    earlier = selectors.require(played.opened("second-story", 3, rules="second-story@1"))
    explained = {game: results.constants(row) for game, row in of_today.items()}

    assert {row.rules for row in of_today.values()} >= {
        "stick-em@1",
        "sticky-fingers@1",
        "second-story@2",
        "pickpocket@2",
    }
    assert explained["second-story"] == Explained(0.45, 1.8)
    assert explained["pickpocket"] == Explained(0.25, 14.4)
    # What is said of a deal is the figure of the rules that it is played by.
    assert earlier.rules == "second-story@1"
    assert results.constants(earlier) == Explained(0.1, 1.8)


@pytest.mark.more
def test_tables_of_the_week_add_up_points_of_deals_that_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = Explained(0.2, 10.0)
    monkeypatch.setattr(measured, "explained", lambda *_of: known)
    day = datetime.now(UTC).date()
    deals = [played.opened("pickpocket", 3, day=day), played.opened("second-story", 3, day=day)]
    ann, bob = tables.people(2)
    for deal in deals:
        played.played(deal, ann)
    played.played(deals[0], bob, seed=5)

    before = selectors.table(selectors.week(day))
    for deal in deals:
        played.close(deal, monkeypatch)
    rows = selectors.table(selectors.week(day))
    points = [each or 0 for each in Attempt.objects.values_list("points", flat=True)]

    assert before == []
    assert {row.player: row.deals for row in rows} == {ann.username: 2, bob.username: 1}
    assert sum(row.points for row in rows) == pytest.approx(sum(points), abs=0.2)
    assert rows == selectors.table(selectors.month(day))


@pytest.mark.more
def test_the_rows_of_attempts_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = played.opened()
    match = played.played(deal, tables.people(1)[0])
    played.close(deal, monkeypatch)

    Attempt.objects.filter(match=match).update(margin=99.0)
    wrong = not is_whole(deal)
    Attempt.objects.filter(match=match).delete()

    assert wrong
    assert not is_whole(deal)


@pytest.mark.more
def test_a_deal_over_http_from_its_opening_to_its_results(monkeypatch: pytest.MonkeyPatch) -> None:
    organiser = with_scopes("play", "organise")
    closes_at = (datetime.now(UTC) + HOUR).isoformat()
    about = {"game": "stick-em", "seats": 4, "seat": 1, "options": {"rounds": 1}}
    asked = {**about, "closes_at": closes_at}
    key = new_key()
    answer = organiser.post("/deals", asked, key=key)
    again = organiser.post("/deals", asked, key=key)
    deal = UUID(answer.body["id"])
    player = new_player("play")

    begun = player.post(f"/deals/{deal}/attempts", None, key=new_key())
    second = player.post(f"/deals/{deal}/attempts", None, key=new_key())
    during = player.get(f"/deals/{deal}").body
    log = player.get(f"/deals/{deal}/log")
    played.close(deal, monkeypatch)
    after = player.get(f"/deals/{deal}").body

    assert answer.status == 201, answer.body
    assert again.body == answer.body
    assert begun.status == 201, begun.body
    assert (second.status, second.code) == (409, "deal_already_played")
    assert during["mine"] == {"match": begun.body["match"], "status": "live"}
    assert (during["seed"], during["seat_results"], during["attempts"]) == (None, None, 1)
    assert (log.status, log.code) == (409, "deal_open")
    assert after["status"] == "closed"
    assert [each["match"] for each in after["seat_results"][0]["results"]] == [begun.body["match"]]
    assert player.get("/deals/table").body["players"] == []
    listed = player.get("/deals?game=stick-em").body["results"]
    assert [each["id"] for each in listed] == [str(deal)]


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"seats": 1}, "seats"),
        ({"seat": 4}, "seat"),
        ({"game": "whist"}, "game"),
        ({"options": {"rounds": 99}}, "rounds"),
        ({"rules": "stick-em@9"}, "rules"),
        ({"rules": "pickpocket@2"}, "rules"),
        ({"closes_at": "2020-01-01T00:00:00Z"}, "closes_at"),
        ({"house": False}, "house"),
        ({"closes_at": "2090-01-01T00:00:00Z"}, "closes_at"),
    ],
)
def test_a_deal_that_cannot_be_played_is_refused(said: dict[str, object], field: str) -> None:
    organiser = with_scopes("play", "organise")
    closes_at = (datetime.now(UTC) + HOUR).isoformat()
    asked = {"game": "stick-em", "seats": 4, "closes_at": closes_at, "options": {}}

    answer = organiser.post("/deals", {**asked, **said}, key=new_key())

    assert answer.status in {400, 422}, answer.body
    assert any(each["field"].startswith(field) for each in answer.body["errors"])
    assert not Deal.objects.filter(day=None).exists()


def test_an_organiser_opens_a_deal_by_rules_of_their_choice() -> None:
    organiser = with_scopes("play", "organise")
    closes_at = (datetime.now(UTC) + HOUR).isoformat()
    asked = {"game": "pickpocket", "seats": 4, "closes_at": closes_at, "options": {}}

    usual = organiser.post("/deals", asked, key=new_key())
    earlier = organiser.post("/deals", {**asked, "rules": "pickpocket@1"}, key=new_key())
    player = new_player("play")
    begun = player.post(f"/deals/{earlier.body['id']}/attempts", None, key=new_key())

    assert (usual.body["rules"], earlier.body["rules"]) == ("pickpocket@2", "pickpocket@1")
    assert player.get(f"/matches/{begun.body['match']}").body["rules"] == "pickpocket@1"


def test_what_is_kept_of_an_outcome_follows_from_the_match() -> None:
    deal = played.opened()
    ann = tables.people(1)[0]
    match = played.played(deal, ann)
    (found,) = results.outcomes(selectors.load(deal))
    result = json.loads(json.dumps(Match.objects.get(id=match).result))

    assert found.score == result["scores"][0]
    mine, *others = result["scores"]
    assert found.margin == pytest.approx(mine - sum(others) / 3, abs=1e-3)
    assert found.place == result["placings"][0]
