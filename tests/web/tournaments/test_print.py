"""What is printed for a club night."""

import re

import pytest
from django.test import Client

from tests import qr
from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import text
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db


def printed(event: Event, what: str = "") -> str:
    return text(Client().get(f"/tournaments/{event.slug}/print", {"what": what}))


def test_names_on_paper_follow_the_alphabet_and_a_slip_leads_to_its_table() -> None:
    event = Event(**REPORTED)
    event.enter(*(Newcomer(each) for each in ("Zoë", "Ärger", "Émile", "Eva", "Bo", "Fee", "ole")))
    event.enter(Newcomer("Øystein"))
    event.start().pair()
    event.report(0, [1, 2, 3, 4])

    listed = printed(event).split('class="by-name"')[1]
    assert re.findall(r"<li><span>(\S+)</span>", listed) == [
        *("Ärger", "Bo", "Émile", "Eva", "Fee", "ole", "Øystein", "Zoë")
    ]
    slips = printed(event, "slips")
    assert slips.count('class="slip"') == 1, "the other table has its result"
    (drawing,) = qr.drawings(slips)
    address = qr.read(drawing)
    assert Client().get(address.removeprefix("http://testserver")).status_code == 200
    assert address.endswith(str(event.round.tables[1].id))
    cards = re.findall(r"<b>(\S+)</b>", printed(event, "cards"))
    assert cards[:3] == ["Ärger", "Bo", "Émile"]
