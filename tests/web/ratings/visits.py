"""A ladder as its visitors read its pages."""

import re
from html import unescape

from django.test import Client

from ratings.models import Ladder
from tests.web.visitors import text


def page(address: str, browser: Client | None = None, status: int = 200) -> str:
    """Return the HTML at an address."""
    answer = (browser or Client()).get(address)
    assert answer.status_code == status, address
    return text(answer)


def plain(html: str) -> str:
    """Return the words of a page, without what is inside of its tags."""
    main = html.partition("<main")[2].partition("</main")[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())


def address(ladder: Ladder, more: str = "") -> str:
    return f"/ladders/{ladder.slug}{more}"
