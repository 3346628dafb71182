"""The pages of rounds whose tables share a deal: before its end, and after."""

import re
from uuid import UUID

import pytest
from django.test import Client

from eventstore import streams
from eventstore.events import StoredEvent
from tests.tournaments.sharing import People, account_of, of_bots
from tests.web.deals.test_deal_pages import page, signed_in
from tests.web.tournaments.consoles import NEW, browser_of, plan, planner
from tests.web.visitors import text
from tournaments.models import Tournament
from web import explaining

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def rows(body: str) -> list[str]:
    """Return the rows of the tables of seats, as text."""
    found = re.findall(r"<tr(?: class=\"me\")?><td>\d.*?</tr>", body, re.DOTALL)
    return [re.sub(r"<[^>]+>|\s+", " ", each) for each in found]


def test_a_round_tells_who_has_ended_and_leads_nobody_to_what_is_withheld() -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    path = f"/tournaments/{cup.event.slug}/rounds/1"
    ended, own = cup.match(0), cup.match(1)
    public, theirs = page(Client(), path), page(signed_in(cup.at(1)[0]), path)

    for body in (public, theirs):
        assert "1 of 2 have ended" in body
        assert "The result is shown once the last table of this deal has ended." in body
        assert str(ended) not in body
    assert str(own) in theirs
    assert str(own) not in public
    assert "The deal is still being played." in page(Client(), f"/deals/{cup.deal().id}")
    assert "the margin counts, not the place" in page(Client(), f"/tournaments/{cup.event.slug}")


@pytest.mark.more
def test_the_console_leads_the_staff_to_matches_once_everyone_may_see_them() -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    console = f"/organise/{cup.event.slug}/rounds/1"
    staff = browser_of(cup.event.organiser.account)
    before = page(staff, console)
    cup.play(1)
    after = page(staff, console)

    assert "The tables of 3 play the same deal: 1 of 2 have ended." in before
    assert before.count("✓ ended") == 1
    assert "2 tables of 3 have played the same deal." in after
    for table in (0, 1):
        assert f"/matches/{cup.match(table)}" not in before, "it would not be found"
        assert f"/matches/{cup.match(table)}" in after
        assert staff.get(f"/matches/{cup.match(table)}").status_code == 200


@pytest.mark.more
def test_the_console_asks_for_no_result_that_nobody_can_enter_yet() -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    console = f"/organise/{cup.event.slug}"
    staff = browser_of(cup.event.organiser.account)
    tables = [f"{console}/tables/{each.id}" for each in cup.event.round.tables]
    ended, running = (page(staff, each) for each in tables)
    desk = page(staff, console)

    assert "✓ ended" in ended
    assert "being played" in running
    for body in (ended, running, desk):
        assert "The tables of 3 play the same deal: 1 of 2 have ended." in body
        assert "Enter result" not in body
    assert "1 of 2 tables of round 1 are finished." in desk
    cup.play(1)

    assert "Correct result" in page(staff, tables[0])


def test_the_result_of_a_table_leads_to_its_tournament() -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    sheet = page(signed_in(cup.at(0)[0]), f"/matches/{cup.match(0)}")

    assert f'<a class="button quiet" href="/tournaments/{cup.event.slug}">' in sheet


def test_after_its_end_each_hand_stands_once_with_everyone_who_held_it() -> None:
    cup = People()
    cup.pair()
    cup.play(0, seed=1)
    cup.play(1, seed=2)
    slug, deal = cup.event.slug, cup.deal().id
    me = cup.at(0)[1]
    body = page(signed_in(me), f"/deals/{deal}")
    links = re.findall(rf'href="(/deals/{deal}/compare/[^"]+)"', body)

    assert f'href="/deals/{deal}"' in page(Client(), f"/tournaments/{slug}/rounds/1")
    assert f'href="/deals/{deal}"' in page(Client(), f"/tournaments/{slug}/standings")
    assert body.count("<h2>Seat ") == 3
    assert body.count("Houses of this night") == 1, "it is the same from every seat"
    assert "<li>Seat 1: nothing" in body, "at any table, whoever sits there"
    # The reader's own seat comes first.
    assert body.index("<h2>Seat 2") < body.index("<h2>Seat 1")
    assert len(rows(body)) == 6
    assert "with these cards: " in body
    assert "The cards explain 27 %" in body
    assert len(links) == 6
    for link in links:
        answer = signed_in(me).get(link.replace("&amp;", "&"))
        assert answer.status_code == 302
        assert signed_in(me).get(answer["Location"]).status_code == 200
    (other,) = (link for link in links if str(cup.match(1)) in link and "seat=1" in link)
    there = signed_in(me).get(other)["Location"]
    assert "viewer=1" in there
    assert "at=" in there


@pytest.mark.more
def test_what_the_cards_explain_is_said_before_entry_and_where_places_count_too() -> None:
    cup = People(deals={"compare": "placing"})
    cup.pair()
    plan = page(Client(), f"/tournaments/{cup.event.slug}")
    cup.play(0)
    me = signed_in(cup.at(0)[0])
    open_ = page(me, f"/deals/{cup.deal().id}")
    cup.play(1)

    assert "27 % of the differences, as measured with bots" in plan
    for shown in (
        open_,
        page(me, f"/deals/{cup.deal().id}"),
        page(me, f"/matches/{cup.match(0)}"),
    ):
        assert "The cards explain 27 % of the differences in margin" in shown
    assert "In this tournament places count." in page(me, f"/deals/{cup.deal().id}")


def test_a_plan_with_other_options_says_that_nothing_was_measured() -> None:
    event = of_bots(deals={"compare": "placing"}, game="stick-em", options={"rounds": 1})

    shown = page(Client(), f"/tournaments/{event.slug}")

    assert "not measured with these options and numbers of players" in shown


@pytest.mark.more
def test_only_who_left_has_a_note_and_the_others_at_the_table_are_ranked() -> None:
    cup = People()
    cup.pair()
    cup.play_after_resigning(0, seat=1)
    cup.play(1)
    body = page(Client(), f"/deals/{cup.deal().id}")

    assert body.count('<span class="badge">left the match</span>') == 1
    assert "Players with a note beside their name are left out of the comparison." in body
    # Of each seat the best is first; who has made as much of the cards is first as well.
    ranks = re.findall(r"<tr><td>(.)</td>", body)
    assert ranks[::2] == ["1", "1", "1"]
    assert ranks.count("\N{EN DASH}") == 1
    assert len(ranks) == 6
    # A stranger is led to the best of each seat, and of the others to where they differ from it.
    assert body.count(">Replay</a>") == 3
    assert body.count(">Differs from the best</a>") == 3


@pytest.mark.more
def test_who_has_only_begun_is_not_said_to_have_decided_as_the_others_did() -> None:
    cup = People()
    cup.pair()
    cup.play_after_resigning(0, seat=1)
    cup.play(1)
    path = f"/deals/{cup.deal().id}/compare/{cup.match(0)}?seat=1"

    body = signed_in(cup.at(1)[1]).get(path, follow=True).content.decode()

    assert "No decision differs while both players decided for themselves." in body
    assert "No decision differs. " not in body


def test_a_plan_tells_what_the_cards_explain_at_all_sizes_of_tables_of_its_stages() -> None:
    one = {"min": 3, "target": 3, "max": 3}
    other = {"min": 4, "target": 4, "max": 4}
    settings = of_bots(deals={"compare": "placing"}).state.settings
    stages = [{**settings["stages"][0], "table": None}, {**settings["stages"][0], "table": other}]

    own = explaining.of_plan({**settings, "table": one, "stages": stages[:1]})
    apart = explaining.of_plan({**settings, "table": one, "stages": stages})
    wide = {"min": 3, "target": 3, "max": 4}

    assert apart == explaining.of_plan({**settings, "table": wide, "stages": stages[:1]})
    assert apart != own


def test_a_deal_of_a_private_tournament_is_its_players_alone() -> None:
    cup = People(visibility="private")
    cup.pair()
    cup.play(0)
    cup.play(1)
    path = f"/deals/{cup.deal().id}"

    assert Client().get(path).status_code == 404
    assert Client().get(f"/api/v1{path}").status_code == 404
    assert Client().get(f"/api/v1{path}/log").status_code == 404
    assert signed_in(cup.at(0)[0]).get(path).status_code == 200
    body = page(signed_in(cup.at(1)[0]), path)
    assert account_of(cup.at(0)[0]).username in body
    assert f"compare/{cup.match(1)}" in body
    assert f"compare/{cup.match(0)}" not in body


def test_an_organiser_finds_the_deals_without_unfolding_anything() -> None:
    form = page(planner(), NEW)
    before, _, _ = form.partition('<details class="fold"')
    choice = page(planner(), "/organise/new/template?game=stick-em")

    assert "The same cards for everyone" in before
    assert 'name="deals"' in before
    assert "Stick &#x27;Em cup with the same cards" in choice


@pytest.mark.parametrize("compare", ["margin", "placing"])
def test_the_form_of_a_plan_shares_deals_and_gives_the_choice_back(compare: str) -> None:
    answer = planner().post(NEW, plan(play="matches", deals=compare, clock="30"))
    assert answer.status_code == 302, re.findall(r'class="fault".*', text(answer))
    slug = answer["Location"].removeprefix("/organise/")
    settings = Tournament.objects.get(slug=slug).settings

    assert settings["deals"] == {"share": "round", "compare": compare, "shadow": False}
    assert settings["on_timeout"] == "bot"
    assert (settings["points"] == "margin") == (compare == "margin")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """Return the streams whose events are read from now on, in order."""
    found: list[UUID] = []
    load = streams.load

    def noted(kind: str, stream_id: UUID, **bounds: int) -> list[StoredEvent]:
        found.append(stream_id)
        return load(kind, stream_id, **bounds)

    monkeypatch.setattr(streams, "load", noted)
    return found


@pytest.mark.more
def test_a_page_reads_the_events_of_its_tournament_once(read: list[UUID]) -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    path, cup_id = f"/deals/{cup.deal().id}", cup.event.state.id

    def counts() -> list[int]:
        """Return how often a stranger and a player read them."""
        found = []
        for reader in (Client(), signed_in(cup.at(0)[0])):
            read.clear()
            page(reader, path)
            found.append(read.count(cup_id))
        return found

    assert counts() == [1, 1], "while others may still play it"
    cup.play(1)
    assert counts() == [1, 1]


@pytest.mark.more
def test_a_match_says_what_the_cards_explain_without_the_events_of_the_deal_of_its_round(
    read: list[UUID],
) -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    cup.play(1)
    me, deal = signed_in(cup.at(0)[0]), cup.deal().id
    read.clear()

    assert "The cards explain 27 %" in page(me, f"/matches/{cup.match(0)}")
    assert deal not in read
