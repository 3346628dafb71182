"""The picture of an event: drawn anew, shown where the event is, removed with its bytes."""

import io
import json
from base64 import b64encode
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from api.problems import Problem
from tests.callers import new_key
from tests.tournaments.events import REPORTED, Event, assert_verified
from tests.tournaments.test_api import new_organiser as organiser
from tests.web.tournaments.consoles import Console
from tests.web.visitors import text
from tournaments.models import Picture
from tournaments.services import lifecycle, pictures, repeating

pytestmark = pytest.mark.django_db

SECRET = b"51.5074N 0.1278W"


def photo(size: tuple[int, int] = (1600, 800), form: str = "JPEG") -> bytes:
    """Return a photo that says where it was taken, and that it lies on its side."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = SECRET.decode()
    out = io.BytesIO()
    Image.new("RGB", size, (120, 30, 40)).save(out, form, exif=exif, comment=SECRET)
    return out.getvalue()


def with_a_text_for_a_width() -> bytes:
    """Return a photo on whose metadata Pillow stumbles with an error of `struct`."""
    return photo((40, 40)).replace(b"\x01\x0e\x00\x02", b"\x01\x00\x00\x02")


def test_a_photo_is_drawn_anew_the_right_way_up_without_what_came_with_it() -> None:
    uploaded = photo()
    assert SECRET in uploaded

    drawn = pictures.redraw(uploaded)

    assert (drawn.width, drawn.height) == (600, 1200), "turned as its camera was held"
    for body in (drawn.large, drawn.small):
        assert SECRET not in body
        with Image.open(io.BytesIO(body)) as found:
            assert (found.format, dict(found.getexif())) == ("JPEG", {})


@pytest.mark.parametrize(
    ("uploaded", "words"),
    [
        (b"<svg onload='alert(1)'/>", "must be a picture as PNG, JPEG or WebP"),
        (photo()[:900], "must be a picture"),
        (b"\0" * (pictures.BYTES_MAX + 1), "bytes"),
        (photo((4001, 3000), "PNG"), "pixels"),
        (with_a_text_for_a_width(), "must be a picture"),
    ],
)
def test_what_is_no_picture_or_too_large_is_refused_in_words(uploaded: bytes, words: str) -> None:
    def says_so(problem: Problem) -> bool:
        return words in str(problem.errors)

    with pytest.RaisesExc(Problem, check=says_so):
        pictures.redraw(uploaded)


def test_it_is_on_the_page_in_lists_on_the_wall_and_in_previews_until_it_is_removed() -> None:
    console = Console(4)
    console.event.step("open")
    file = SimpleUploadedFile("photo.jpg", photo())

    console.done("picture", picture=file)
    picture = console.event.state.picture
    assert picture is not None
    slug, guest = console.event.slug, Client()
    large = f"/tournaments/{slug}/picture/large-{picture.digest[:16]}.jpg"
    small = large.replace("large", "small")

    page = text(guest.get(f"/tournaments/{slug}"))
    assert f'src="{large}"' in page
    assert f'property="og:image" content="http://testserver{large}"' in page
    assert large in text(guest.get(f"/tournaments/{slug}/wall"))
    assert small in text(guest.get("/tournaments"))
    answer = guest.get(large)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert guest.get(small).content != answer.content
    assert guest.get(large.replace(picture.digest[:16], "0" * 16)).status_code == 404
    assert_verified(console.event)

    console.done("picture", remove="on")
    assert console.event.state.picture is None
    assert guest.get(large).status_code == 404
    assert not Picture.objects.filter(digest=picture.digest).exists()
    bad = console.do("picture", picture=SimpleUploadedFile("list.csv", b"name"))
    assert "must be a picture as PNG, JPEG or WebP" in unescape(text(bad))


def test_a_private_event_shows_its_picture_to_nobody_else() -> None:
    console = Console(0, visibility="private")
    console.done("picture", picture=SimpleUploadedFile("photo.jpg", photo((40, 40))))
    picture = console.event.state.picture
    assert picture is not None
    address = f"/tournaments/{console.event.slug}/picture/large-{picture.digest[:16]}.jpg"

    assert console.browser.get(address).status_code == 200
    assert Client().get(address).status_code == 404


def test_programs_send_it_as_text_and_a_copy_has_it_too() -> None:
    caller = organiser()
    slug = f"cup-{new_key()}"
    assert (
        caller.post(
            "/tournaments", {"slug": slug, "name": "Cup", "game": "stick-em", **REPORTED}, new_key()
        ).status
        == 201
    )
    sent = json.dumps({"picture": b64encode(photo((60, 30), "WEBP")).decode()}).encode()

    answer = caller.send("PUT", f"/tournaments/{slug}/picture", sent, key=new_key())
    assert answer.status == 200, answer.body
    assert (answer.body["picture"]["width"], answer.body["picture"]["height"]) == (30, 60)
    listed = caller.get("/tournaments?status=draft").body["results"]
    assert [each["picture"] for each in listed if each["slug"] == slug] != [None]
    done = caller.post(f"/tournaments/{slug}/copies", {"slug": f"{slug}-2"}, new_key())
    assert done.status == 201, done.body
    assert caller.get(f"/tournaments/{slug}-2").body["picture"]["width"] == 30
    bad = caller.send("PUT", f"/tournaments/{slug}/picture", b'{"picture": "bm90"}', key=new_key())
    assert bad.code == "invalid"


def test_what_was_removed_is_gone_unless_another_event_shows_it() -> None:
    event = Event(**REPORTED)
    event.do(pictures.change, uploaded=photo((20, 40)))
    repeating.copy(slug=event.slug, who=event.organiser, new_slug=f"{event.slug}-2")

    event.do(pictures.change, uploaded=None)
    assert Picture.objects.count() == 1, "the copy still shows it"
    event.do(lifecycle.roll_back, to_version=event.state.version - 1)
    assert event.state.picture is None, "what was removed is not brought back"
