"""Links that are shared elsewhere: words and a picture of what a stranger may see, and oEmbed."""

import io
import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from PIL import Image

from accounts.models import Account
from matches.actors import Player
from tests.matches.tables import begun, people, play_out
from tests.tournaments.events import Event
from tests.web.embeds.test_frames import entered_cup, played_cup
from tests.web.visitors import member
from web.embeds import cards, oembed, pictures, social
from web.embeds.cards import Card, Row

pytestmark = pytest.mark.django_db

HOST = "http://testserver"


def told_of(path: str, **asked: object) -> Any:
    """Return what oEmbed answers for a page."""
    extra = "".join(f"&{name}={value}" for name, value in asked.items())
    answer = Client().get(f"/oembed?url={quote(HOST + path, safe='')}{extra}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def status_of(url: str, **asked: str) -> int:
    return Client().get("/oembed", {"url": url, **asked}).status_code


def head_of(path: str, browser: Client | None = None) -> dict[str, str]:
    """Return what the head of a page tells other sites, by property."""
    page = (browser or Client()).get(path).content.decode()
    found = re.findall(r'<meta property="(og:[a-z:]+)" content="([^"]*)">', page)
    for address in re.findall(r'type="application/json\+oembed" href="([^"]*)"', page):
        found.append(("oembed", address))
    return dict(found)


def private_match() -> tuple[Client, str]:
    """Return a browser whose account plays in a private match, and the match's page."""
    browser, account = member()
    me = Player(account.pk, account.username)
    return browser, f"/matches/{begun([me, *people(2)], visibility='private')}"


class TestTheHeadOfAPage:
    def test_names_a_picture_that_is_there_and_an_oembed_address_that_answers(self) -> None:
        name = people(1)[0].username
        pages = [
            f"/tournaments/{played_cup().slug}",
            f"/matches/{begun(people(3))}",
            f"/players/{name}",
        ]

        for path in pages:
            head = head_of(path)
            assert head["og:url"] == HOST + path
            assert head["og:title"]
            picture = Client().get(head["og:image"].removeprefix(HOST))
            assert picture["Content-Type"] == "image/png"
            image = Image.open(io.BytesIO(picture.content))
            assert (str(image.width), str(image.height)) == (
                head["og:image:width"],
                head["og:image:height"],
            )
            assert Client().get(head["oembed"].removeprefix(HOST)).status_code == 200

    def test_of_a_private_page_tells_nothing_even_to_who_may_see_it(self) -> None:
        browser, path = private_match()
        cup = Event(play="reported", visibility="private")
        staff = Client()
        staff.force_login(
            Account.objects.get(username=cup.organiser.name),
            backend="django.contrib.auth.backends.ModelBackend",
        )

        assert browser.get(path).status_code == 200
        assert head_of(path, browser) == {}
        assert staff.get(f"/tournaments/{cup.slug}").status_code == 200
        assert head_of(f"/tournaments/{cup.slug}", staff) == {}


class TestAPicture:
    def test_is_there_for_what_strangers_may_see_alone(self) -> None:
        browser, path = private_match()
        draft = Event(play="reported")

        assert Client().get(f"/social/tournaments/{entered_cup().slug}.png").status_code == 200
        for missing in (
            f"/social{path}.png",
            f"/social/tournaments/{draft.slug}.png",
            "/social/tournaments/no-such-cup.png",
            "/social/players/nobody-by-this-name.png",
            "/social/matches/00000000-0000-0000-0000-000000000000.png",
        ):
            assert Client().get(missing).status_code == 404, missing
            assert browser.get(missing).status_code == 404, missing

    def test_changes_with_what_it_shows_and_with_nothing_else(self) -> None:
        players = people(3)
        match = begun(players)
        address = f"/social/matches/{match}.png"
        first, same = Client().get(address).content, Client().get(address).content
        play_out(match, players)

        assert first == same
        assert Client().get(address).content != first

    def test_speaks_the_language_that_its_address_names(self) -> None:
        address = f"/social/tournaments/{entered_cup().slug}.png"

        assert Client().get(f"{address}?lang=de").content != Client().get(address).content
        assert Client().get(f"{address}?lang=xx").content == Client().get(address).content

    def test_is_small_and_may_be_kept_for_a_while(self) -> None:
        answer = Client().get(f"/social/tournaments/{played_cup().slug}.png")

        assert len(answer.content) < 60_000
        assert answer["Cache-Control"] == "public, max-age=300"
        assert not answer.cookies

    @pytest.mark.more
    @pytest.mark.parametrize(
        "text", ["", "W" * 400, "Ünïcødé · 棋", "two\nlines", "\u202eright", "\x00\x07"]
    )
    def test_takes_whatever_somebody_is_called(self, text: str) -> None:
        card = Card("/x", text, text, (Row("1", text, "12"),) * 4, text)

        image = Image.open(io.BytesIO(pictures.drawn(card)))

        assert image.size == (1200, 630)


class TestOEmbed:
    @pytest.mark.more
    def test_frames_a_tournament_and_a_match(self) -> None:
        cup, match = played_cup().slug, begun(people(3))

        standings = told_of(f"/tournaments/{cup}")
        bracket = told_of(f"/tournaments/{cup}/bracket")
        table = told_of(f"/matches/{match}")

        assert (standings["type"], standings["version"]) == ("rich", "1.0")
        assert f'src="{HOST}/embed/tournaments/{cup}/standings"' in standings["html"]
        assert f'src="{HOST}/embed/tournaments/{cup}/bracket"' in bracket["html"]
        assert f'src="{HOST}/embed/matches/{match}"' in table["html"]
        assert standings["thumbnail_url"].startswith(f"{HOST}/social/tournaments/{cup}.png")

    def test_lets_what_is_opened_from_a_frame_be_a_page_like_any_other(self) -> None:
        html = told_of(f"/tournaments/{played_cup().slug}")["html"]

        (allowed,) = re.findall(r'sandbox="([^"]*)"', html)
        assert {"allow-popups", "allow-popups-to-escape-sandbox"} <= {*allowed.split()}

    @pytest.mark.more
    @pytest.mark.parametrize("room", [{"maxwidth": 199}, {"maxheight": 199}])
    def test_links_what_has_no_room_for_the_least_frame(self, room: dict[str, object]) -> None:
        told = told_of(f"/tournaments/{played_cup().slug}", **room)

        assert told["type"] == "link"
        assert not {"html", "width", "height"} & {*told}

    def test_differs_by_the_language_that_a_cookie_names(self) -> None:
        url = f"{HOST}/tournaments/{played_cup().slug}"

        assert "Cookie" in Client().get("/oembed", {"url": url})["Vary"]

    def test_counts_no_standings_for_words_alone(self) -> None:
        slug = played_cup().slug

        assert cards.of_tournament(slug).rows != ()
        views = ("tournament", "tournament-standings", "tournament-bracket")
        for card in (social.CARDS["tournament"], *(oembed.CARDS[each] for each in views)):
            assert card(slug) == cards.of_tournament(slug)._replace(rows=())

    def test_links_a_player(self) -> None:
        name = people(1)[0].username
        told = told_of(f"/players/{name}")

        assert (told["type"], told["title"]) == ("link", name)
        assert "html" not in told

    def test_keeps_to_the_room_that_there_is(self) -> None:
        told = told_of(f"/tournaments/{played_cup().slug}", maxwidth=320, maxheight=240)

        assert (told["width"], told["height"]) == (320, 240)
        assert 'width="320" height="240"' in told["html"]
        assert "thumbnail_url" not in told

    def test_writes_names_as_text(self) -> None:
        cup = Event(play="reported", name='<script>alert("x")</script>')
        cup.step("open")

        assert "<script>" not in told_of(f"/tournaments/{cup.slug}")["html"]

    @pytest.mark.parametrize(
        "url",
        [
            "",
            "nonsense",
            "https://elsewhere.example/tournaments/cup",
            f"{HOST}/",
            f"{HOST}/account",
            f"{HOST}/tournaments/no-such-cup",
            "http://[::1",
            "javascript:alert(1)",
            f"{HOST}/admin/login/",
        ],
    )
    def test_knows_nothing_of_other_addresses(self, url: str) -> None:
        assert status_of(url) == 404

    def test_knows_nothing_of_what_is_private(self) -> None:
        _browser, path = private_match()

        assert status_of(HOST + path) == 404

    def test_speaks_json_alone(self) -> None:
        assert status_of(f"{HOST}/", format="xml") == 501
