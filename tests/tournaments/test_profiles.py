"""A person's profile over the API: what the page of a player shows, and no more."""

import pytest

from accounts.models import Account
from matches.models import Match
from tests.callers import Caller, new_name, new_player
from tests.matches.tables import begun, people, play_out
from tests.ratings.admins import bring_in, new_admin, ok, open_ladder
from tests.tournaments.test_api import done, made, new_organiser

pytestmark = pytest.mark.django_db


def test_a_profile_counts_finished_matches_by_game() -> None:
    players = people(3)
    match = begun(players)
    play_out(match, players)
    begun(players)
    private = begun(players)
    play_out(private, players)
    Match.objects.filter(id=private).update(visibility="private")

    shown = ok(Caller().get(f"/players/{players[0].username}/profile"))
    first = ok(Caller().get(f"/matches/{match}"))["result"]["placings"][0] == 1

    assert shown["username"] == players[0].username
    assert shown["games"] == [{"game": "stick-em", "matches": 1, "firsts": int(first)}]
    assert (shown["is_bot"], shown["is_guest"]) == (False, False)


def test_a_profile_names_ladders_and_tournaments_that_the_reader_may_know_of() -> None:
    name = new_name()
    player, organiser, admin = new_player(name=name), new_organiser(), new_admin()
    public, hidden = open_ladder(admin), open_ladder(admin, visibility="private")
    for slug in (public, hidden):
        ok(bring_in(admin, slug, f"2026-11-01,{name},1,bob,2"))
    cup, secret = made(organiser), made(organiser, visibility="private")
    for each in (cup, secret):
        done(organiser.post(f"{each}/open", {}))
    done(player.post(f"{cup}/entrants", {}))
    done(organiser.post(f"{secret}/entrants", {"account": name}))

    path = f"/players/{name}/profile"
    strangers, own = ok(Caller().get(path)), ok(player.get(path))

    def slugs(shown: dict[str, list[dict[str, str]]], what: str) -> set[str]:
        return {each["slug"] for each in shown[what]}

    assert slugs(strangers, "ladders") == {public}
    assert slugs(own, "ladders") == {public, hidden}
    assert slugs(strangers, "tournaments") == {cup.rpartition("/")[2]}
    assert slugs(own, "tournaments") == {each.rpartition("/")[2] for each in (cup, secret)}
    (place,) = strangers["ladders"]
    assert place["standing"] == ok(Caller().get(f"/ladders/{public}/standings"))["results"][0]


def test_nobody_has_no_profile_and_neither_has_who_is_gone() -> None:
    name = new_name()
    new_player(name=name)
    Account.objects.filter(username=name).update(is_active=False)

    assert Caller().get("/players/nobody-by-this-name/profile").code == "not_found"
    assert Caller().get(f"/players/{name}/profile").code == "not_found"
