"""The bytes of a picture stay while an event is about to name them."""

import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from PIL import Image

from tests.tournaments.events import REPORTED, Event
from tournaments.models import Picture
from tournaments.services import pictures, repeating

pytestmark = pytest.mark.usefixtures("committed_db")


def photo(colour: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (30, 20), (colour, 10, 20)).save(out, "PNG")
    return out.getvalue()


def forget_elsewhere() -> None:
    """Remove what is unused, as another process would, and come back at once."""

    def forget() -> None:
        try:
            pictures.forget_unused()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        other.submit(forget).result(timeout=30)


def test_bytes_that_an_event_is_about_to_name_are_not_removed() -> None:
    drawn = pictures.redraw(photo(1))
    pictures.keep(drawn)

    with transaction.atomic():
        pictures.keep(drawn)
        forget_elsewhere()
    assert Picture.objects.filter(digest=drawn.digest).exists()

    forget_elsewhere()
    assert not Picture.objects.filter(digest=drawn.digest).exists()


def test_bytes_that_a_copy_is_about_to_name_are_not_removed() -> None:
    drawn = pictures.redraw(photo(4))
    pictures.keep(drawn)

    with transaction.atomic():
        assert pictures.hold(drawn.digest)
        forget_elsewhere()

    assert Picture.objects.filter(digest=drawn.digest).exists()


def test_a_copy_has_the_picture_only_where_its_bytes_are_there() -> None:
    event = Event(**REPORTED)
    event.do(pictures.change, uploaded=photo(2))
    picture = event.state.picture
    assert picture is not None

    Picture.objects.filter(digest=picture.digest).delete()
    copy = repeating.copy(slug=event.slug, who=event.organiser, new_slug=f"{event.slug}-2")

    assert copy.picture is None
