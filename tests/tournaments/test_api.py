"""Tournaments over the REST API: an organiser's evening, what strangers see, and refusals."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission

from accounts.models import Account
from tests.callers import PASSWORD, Answer, Caller, new_key, new_name, new_player
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def new_organiser() -> Caller:
    """Register a member of the staff with a token that may run tournaments."""
    name = new_name()
    new_player(name=name)
    Account.objects.filter(username=name).update(is_staff=True)
    asked = {"username": name, "password": PASSWORD, "scopes": ["organise", "play", "read"]}
    return Caller(Caller().post("/tokens", asked).body["token"])


@pytest.fixture
def organiser() -> Caller:
    return new_organiser()


def made(organiser: Caller, **settings: Any) -> str:
    """Make a tournament over the board and return its address."""
    slug = new_name().replace("_", "-")
    asked = {"slug": slug, "name": "Cup", "game": "stick-em", "play": "reported", **settings}
    answer = organiser.post("/tournaments", asked)
    assert answer.status == 201, answer.body
    return f"/tournaments/{slug}"


def done(answer: Answer) -> Any:
    assert answer.status == 200, answer.body
    return answer.body


def test_an_evening_from_the_plan_to_the_standings_as_a_file(organiser: Caller) -> None:
    cup = made(organiser, stages=[{"format": "pods", "options": {"rounds": 1}}])
    done(organiser.post(f"{cup}/entrants", {"csv": "name\nann\nbob\ncleo\ndirk\n=eva()\n"}))
    done(organiser.post(f"{cup}/seeds", {"method": "manual", "order": [5, 4, 3, 2, 1]}))
    done(organiser.post(f"{cup}/start", {}))
    done(organiser.post(f"{cup}/rounds", {}))
    assert Caller().get(f"{cup}/rounds/1").code == "not_found", "a draft is the staff's"
    done(organiser.post(f"{cup}/rounds/1/publish", {"reason": "looks fair"}))

    (table,) = done(Caller().get(f"{cup}/rounds/1"))["tables"]
    result = {"placings": [1, 2, 2, 4, 5], "scores": [9, 5, 5, 1, 0]}
    done(organiser.post(f"{cup}/tables/{table['id']}/result", result))
    done(organiser.post(f"{cup}/rounds/1/close", {}))
    finished = done(organiser.post(f"{cup}/finish", {}))

    assert finished["status"] == "finished"
    lines = done(Caller().get(f"{cup}/standings?explain=true"))["results"]
    assert [line["points"] for line in lines] == ["1", "5/8", "5/8", "0.25", "0"]
    assert set(lines[1]["explained"]) == {
        "wins",
        "direct_encounter",
        "buchholz_cut_1",
        "relative_score",
        "lots",
    }
    why = done(Caller().get(f"{cup}/rounds/1/explain"))
    assert why["algorithm"] == "pods@4"
    assert len(bytes.fromhex(why["seed"])) == 32
    audit = done(Caller().get(f"{cup}/audit"))["results"]
    assert {"type": "round_published", "reason": "looks fair"}.items() <= next(
        event for event in audit if event["type"] == "round_published"
    ).items()
    text = Caller().get(f"{cup}/export").response.content.decode()
    assert text.splitlines()[0].startswith("rank,entrant,name,points,played,wins")
    assert "'=eva()" in text
    whole = done(Caller().get(f"{cup}/export?format=json"))
    assert whole["rounds"][0]["tables"][0]["placings"] == [1, 2, 2, 4, 5]
    assert whole["standings"] == lines


def test_a_person_enters_checks_in_and_withdraws(organiser: Caller) -> None:
    cup = made(organiser, checkin=True)
    player = new_player()
    assert player.post(f"{cup}/entrants", {}).code == "not_found", "a draft is its staff's own"
    done(organiser.post(f"{cup}/open", {}))
    done(organiser.post(f"{cup}/close-entry", {}))
    assert player.post(f"{cup}/entrants", {}).code == "entry_closed"
    done(organiser.post(f"{cup}/open", {}))

    entered = done(player.post(f"{cup}/entrants", {}))
    assert entered["my_entrant"] == 1
    assert player.post(f"{cup}/entrants", {}).code == "entry_not_eligible"
    assert player.post(f"{cup}/entrants/1/check-in", {}).code == "checkin_closed"
    done(organiser.post(f"{cup}/open-checkin", {}))
    done(player.post(f"{cup}/entrants/1/check-in", {}))
    gone = done(player.post(f"{cup}/entrants/1/withdraw", {}))

    assert gone["entrants"][0]["presence"] == "withdrawn"


def test_a_dry_run_tells_the_consequences_and_leaves_everything(organiser: Caller) -> None:
    cup = made(organiser)
    done(organiser.post(f"{cup}/entrants", {"csv": "name\nann\nbob\ncleo\n"}))
    version = done(organiser.post(f"{cup}/start", {}))["version"]

    told = done(organiser.post(f"{cup}/rounds?dry_run=true", {}))

    assert told["consequences"]["tables"][0]["change"] == "added"
    assert done(organiser.get(cup))["version"] == version


def test_a_result_is_put_right_and_a_table_called_off(organiser: Caller) -> None:
    cup = made(organiser)
    done(organiser.post(f"{cup}/entrants", {"csv": "name\nann\nbob\ncleo\n"}))
    done(organiser.post(f"{cup}/start", {}))
    done(organiser.post(f"{cup}/rounds", {}))
    done(organiser.post(f"{cup}/rounds/1/publish", {}))
    table = done(organiser.get(f"{cup}/rounds/1"))["tables"][0]["id"]
    address = f"{cup}/tables/{table}/result"

    body = b'{"placings": [3, 1, 2], "reason": "misread"}'
    told = done(organiser.send("PUT", f"{address}?dry_run=true", body))["consequences"]
    assert [line["rank"]["after"] for line in told["standings"]] != []
    done(organiser.send("PUT", address, body))
    assert done(organiser.get(f"{cup}/rounds/1"))["tables"][0]["placings"] == [3, 1, 2]
    done(organiser.delete(f"{address}?reason=spilt"))

    assert done(organiser.get(f"{cup}/rounds/1"))["tables"][0]["void"] is True


def test_a_command_sent_twice_with_its_key_is_done_once(organiser: Caller) -> None:
    cup = made(organiser)
    key = new_key()
    first = organiser.post(f"{cup}/entrants", {"name": "ann"}, key)
    again = organiser.post(f"{cup}/entrants", {"name": "ann"}, key)

    assert again.body == first.body
    assert again.header("Idempotency-Replayed") == "true"
    assert len(done(organiser.get(cup))["entrants"]) == 1


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"stages": [{"format": "chaos"}]}, "stages[0].format"),
        ({"stages": [{"options": {"rounds": 99}}]}, "stages[0].options"),
        ({"stages": [{}, {}]}, "stages[1].take"),
        ({"table": {"min": 2, "target": 2, "max": 2}}, "table"),
        ({"points": "many"}, "points"),
        ({"tiebreaks": ["lots", "lots"]}, "tiebreaks"),
        ({"play": "matches", "options": {"rounds": "many"}}, "rounds"),
        ({"play": "matches", "clock": {"per_move": 0}}, "clock"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_field_by_field(
    organiser: Caller, settings: dict[str, Any], field: str
) -> None:
    asked = {"slug": "a-cup", "name": "Cup", "game": "stick-em", **settings}

    answer = organiser.post("/tournaments", asked)

    assert answer.code == "invalid_options"
    assert [error["field"] for error in answer.body["errors"]] == [field]


def test_only_staff_make_tournaments_and_only_their_own_staff_run_them(organiser: Caller) -> None:
    player = new_player()
    asked = {"slug": "a-cup", "name": "Cup", "game": "stick-em"}
    assert player.post("/tournaments", asked).code == "scope_missing"
    cup = made(organiser)
    assert new_organiser().post(f"{cup}/start", {}).code == "not_found", "a draft"
    done(organiser.post(f"{cup}/open", {}))

    assert player.post(f"{cup}/start", {}).code == "scope_missing"
    assert new_organiser().post(f"{cup}/start", {}).code == "permission_denied"
    assert player.post(f"{cup}/entrants", {"name": "friend"}).code == "permission_denied"
    assert Caller().post(f"{cup}/start", {}).code == "not_authenticated"


def test_who_may_manage_all_tournaments_runs_one_without_a_role_in_it(organiser: Caller) -> None:
    cup, boss = made(organiser), new_organiser()
    name = boss.get("/me").body["username"]
    account = Account.objects.get(username=name)
    slug = cup.rpartition("/")[2]
    assert slug not in slugs(boss)
    account.user_permissions.add(Permission.objects.get(codename="change_tournament"))
    assert slug in slugs(boss), "who may run it finds it while it is planned"
    for player in ("ann", "bob", "cleo"):
        done(boss.post(f"{cup}/entrants", {"name": player}))
    done(boss.post(f"{cup}/start", {}))
    done(boss.post(f"{cup}/rounds", {}))
    asked = {"username": name, "password": PASSWORD, "scopes": ["play", "read"]}
    weaker = Caller(Caller().post("/tokens", asked).body["token"])

    assert boss.get(f"{cup}/rounds/1").status == 200, "a draft is to be seen by whoever pairs it"
    assert boss.get(cup).body["my_role"] is None
    assert [len(caller.get(cup).body["rounds"]) for caller in (boss, new_player())] == [1, 0]
    assert weaker.post(f"{cup}/rounds/1/publish", {}).code == "scope_missing"
    actors = {each["actor"] for each in boss.get(f"{cup}/audit").body["results"]}
    assert f"account:{account.pk}" in actors


def test_bots_enter_where_they_may_and_must_exist(organiser: Caller) -> None:
    closed, cup = made(organiser), made(organiser, bots="allowed", play="matches")

    assert organiser.post(f"{closed}/entrants", {"bot": "random"}).code == "bots_not_allowed"
    assert organiser.post(f"{cup}/entrants", {"bot": "hal"}).code == "invalid"
    assert organiser.post(f"{cup}/entrants", {"name": "visitor"}).code == "entry_not_eligible"
    entered = done(organiser.post(f"{cup}/entrants", {"name": "R2", "bot": "random"}))
    assert entered["entrants"][0]["bot"] == "random"


def test_a_list_has_what_is_being_planned_for_its_staff_alone(organiser: Caller) -> None:
    slug = made(organiser).rpartition("/")[2]

    for query in ("", "?status=draft"):
        seen = [slug in slugs(caller, query) for caller in (organiser, new_player(), Caller())]
        assert seen == [True, False, False]


@pytest.mark.parametrize("slug", ["options", "possible"])
def test_no_tournament_takes_the_address_of_a_list(organiser: Caller, slug: str) -> None:
    asked = {"slug": slug, "name": "Cup", "game": "stick-em", "play": "reported"}
    answer = organiser.post("/tournaments", asked)

    assert (answer.status, answer.body["code"]) == (400, "invalid")
    assert "choose another slug" in answer.body["detail"]


def slugs(caller: Caller, query: str = "") -> set[str]:
    """Return what a list has for a caller."""
    return {each["slug"] for each in done(caller.get(f"/tournaments{query}"))["results"]}


def test_lists_and_choices_are_open_to_everybody(organiser: Caller) -> None:
    cup = made(organiser)
    organiser.post(f"{cup}/open", {})

    found = done(Caller().get("/tournaments?game=stick-em&status=entry"))["results"]
    assert f"/tournaments/{found[0]['slug']}" == cup
    possible = done(Caller().get("/tournaments/options"))
    assert done(Caller().get("/tournaments/possible")) == possible
    assert {"pods", "player_count_rounds"} <= {each["id"] for each in possible["formats"]}
    for template in possible["templates"]:
        made(organiser, **{**template["settings"], "game": template["game"], "play": "matches"})


def test_a_tournament_from_before_the_address_of_the_choices_keeps_it(organiser: Caller) -> None:
    cup = made(organiser)
    path = "/tournaments/options"
    # Such a name could be taken before there was a list at its address.
    rows = Tournament.objects.filter(pk=done(organiser.get(cup))["id"])
    rows.update(slug="options")
    own, draft = done(organiser.get(path)), done(Caller().get(path))
    rows.update(slug=cup.removeprefix("/tournaments/"))
    organiser.post(f"{cup}/open", {})
    rows.update(slug="options")

    assert "formats" in draft, "nobody else may know of it yet"
    assert done(Caller().get(path))["id"] == own["id"]
    assert done(Caller().get("/tournaments/possible")) == draft
