"""Which operation needs which scope: one table, in docs/scopes.md, which the API keeps to."""

import re
from collections.abc import Mapping

import pytest

from accounts.models import Account
from api.scopes import SCOPES
from tests.callers import Caller, new_key, new_name, new_player
from tests.matches import tables
from tests.operations import Operation, operations, with_scopes
from tests.processes import ROOT
from tests.samples import leading
from tests.tournaments.events import REPORTED, Event
from tournaments.services import lifecycle
from tournaments.state import Role
from tournaments.unit_of_work import Principal

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("no_limits")]

ROW = re.compile(r"\| `(\w+) (\S+)` \| (.+) \|")
OTHERS_TOKENS = "DELETE /tokens/{token}"
"""Any token ends itself and no other; what it needs for others has a test of its own."""
ANY = "any token"
NONE = "none"


def table() -> Mapping[str, set[str]]:
    """Return what the manual's table says of each operation."""
    rows = ROW.findall((ROOT / "docs" / "scopes.md").read_text())
    found = {
        f"{method} {path}": set(re.findall(r"`(\w+)`", scopes)) or {scopes}
        for method, path, scopes in rows
    }
    missing = [f"{each} needs {described(each)}" for each in operations() if str(each) not in found]
    assert not missing, f"docs/scopes.md has no row that says: {'; '.join(missing)}"
    return found


def described(operation: Operation) -> set[str]:
    """Return the scopes of which the description asks for one, or `any token`, or `none`."""
    security = operation.about.get("security", [])
    if not security or {} in security:
        return {NONE}
    return {scope for each in security for scope in each["bearer"]} or {ANY}


def test_the_table_of_the_manual_is_that_of_the_description() -> None:
    assert table() == {str(each): described(each) for each in operations()}


@pytest.mark.parametrize("scope", leading(SCOPES, 2))
def test_a_token_with_one_scope_may_do_what_the_table_says_and_nothing_else(scope: str) -> None:
    caller, manual = with_scopes(scope), table()
    wrong = []
    for operation in (each for each in operations() if str(each) != OTHERS_TOKENS):
        answer = operation.ask(caller, operation.at(), key=new_key())
        allowed = bool(manual[str(operation)] & {scope, ANY, NONE})
        is_refused = answer.status == 403 and answer.code == "scope_missing"
        if is_refused is allowed:
            wrong.append((str(operation), answer.status))

    assert wrong == []


def test_without_a_token_only_what_needs_none_is_answered() -> None:
    manual = table()
    wrong = [
        str(each)
        for each in operations()
        if (each.ask(Caller(), each.at(), key=new_key()).status == 401)
        is (manual[str(each)] == {NONE})
        and each.path not in {"/tokens", "/accounts"}
    ]

    assert wrong == []


def test_playing_is_all_that_play_allows() -> None:
    writing = {str(each) for each in operations() if each.writes and "play" in described(each)}
    others = {each for each in writing if not each.partition(" ")[2].startswith("/matches")}

    assert others == {
        "POST /me/sign-up",
        "POST /deals/{deal}/attempts",
        "POST /reports",
        "POST /puzzles/{puzzle}/answers",
        "POST /studies",
        "DELETE /studies/{study}",
        "POST /studies/{study}/comments",
        "DELETE /studies/{study}/comments/{comment}",
        "POST /studies/{study}/lines",
        "POST /studies/{study}/lines/{line}/moves",
        "POST /studies/{study}/share",
        "POST /tournaments/{slug}/remarks",
        "DELETE /tournaments/{slug}/remarks/{remark_id}",
        "POST /me/decisions/{case}/appeal",
        "POST /me/vacation",
        "DELETE /me/vacation",
        "POST /me/visibility",
        "POST /me/blocks/{account}",
        "DELETE /me/blocks/{account}",
        "POST /me/mutes/{account}",
        "DELETE /me/mutes/{account}",
        "POST /me/friends/{account}",
        "DELETE /me/friends/{account}",
        "POST /me/friends/{account}/accept",
        "POST /me/friends/{account}/decline",
        "PUT /tournaments/{slug}/draws/{draw}/promise",
        "PUT /tournaments/{slug}/draws/{draw}/share",
        "POST /tournaments/{slug}/join",
        "POST /ladders/{slug}/searches",
        "DELETE /ladders/{slug}/searches",
        "POST /ladders/{slug}/rungs",
        "DELETE /ladders/{slug}/rungs",
        "POST /ladders/{slug}/challenges",
        "POST /ladders/{slug}/challenges/{challenge_id}",
        "DELETE /ladders/{slug}/challenges/{challenge_id}",
        "POST /series/{slug}/qualifiers/{number}/answers",
        "POST /tournaments/{slug}/entrants",
        "POST /tournaments/{slug}/tables/{table_id}/judge",
        "POST /tournaments/{slug}/tables/{table_id}/result",
        "POST /tournaments/{slug}/tables/{table_id}/draw",
        "POST /tournaments/{slug}/tables/{table_id}/seat",
        *(
            f"POST /tournaments/{{slug}}/entrants/{{entrant}}/{step}"
            for step in ("bye", "check-in", "withdraw", "drop", "rest", "ready")
        ),
    }


def test_a_role_counts_only_for_tokens_that_may_organise() -> None:
    olga = Account.objects.create(username=new_name())
    event = Event(Principal(olga.pk, olga.username), **REPORTED).enter_names(4)
    playing, running = (with_scopes(scope, account=olga) for scope in ("play", "organise"))
    entrants = f"/tournaments/{event.slug}/entrants"

    refused = playing.post(entrants, {"name": "a friend"})
    taken = running.post(entrants, {"name": "a friend"})

    assert (refused.status, refused.code) == (403, "scope_missing")
    assert refused.body["params"] == {"scope": "organise", "any_of": ["organise"]}
    assert taken.status == 200, "no staff of the site, but organiser here"
    event.step("open")
    assert playing.post(entrants, {}).status == 200, "everybody may enter"


def test_a_judge_who_is_no_staff_of_the_site_judges_over_the_api() -> None:
    event = Event(**REPORTED).enter_names(4).start()
    event.pair()
    judge = Account.objects.create(username=new_name())
    event.do(lifecycle.give_role, account=judge.pk, role=Role.JUDGE)
    result = f"/tournaments/{event.slug}/tables/{event.round.tables[0].id}/result"

    answers = [
        with_scopes(scope, account=judge).post(result, {"placings": [1, 2, 3, 4]})
        for scope in ("play", "organise")
    ]

    assert [answer.status for answer in answers] == [403, 200]


def test_only_the_sites_staff_makes_tournaments() -> None:
    plan = {"slug": "no-cup", "name": "Cup", "game": "stick-em"}

    assert new_player("organise").post("/tournaments", plan).code == "permission_denied"


def test_a_players_token_ends_no_other_token_and_makes_nobody_a_bot() -> None:
    name = new_name()
    playing = new_player("play", "read", name=name)
    account = Account.objects.get(username=name)
    other = with_scopes("read", account=account)
    address = f"/tokens/{other.get('/me').body['token_id']}"

    refused = [playing.delete(address), playing.post("/me/bot", {"contact": "robin@example.org"})]

    assert [each.code for each in refused] == ["scope_missing"] * 2
    assert other.get("/me").status == 200
    assert with_scopes("account", account=account).delete(address).status == 204


def test_who_organises_elsewhere_pauses_no_match_of_others() -> None:
    match = tables.begun(tables.people(3))
    stranger = new_player("organise")

    answer = stranger.post(f"/matches/{match}/pause", {"reason": "for fun"})

    assert (answer.status, answer.code) == (403, "scope_missing")
