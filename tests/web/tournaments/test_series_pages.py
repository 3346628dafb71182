"""The pages of series: standings, graph, invitations, and the staff's console."""

import re
from itertools import pairwise

import pytest
from django.test import Client

from accounts.models import Account
from tests.samples import leading
from tests.tournaments.circuits import Circuit, evening
from tests.tournaments.events import REPORTED, Event, somebody
from tournaments.series import managing, qualification
from tournaments.unit_of_work import Principal
from web.series import graph

pytestmark = pytest.mark.django_db


def visitor(who: Principal | None = None) -> Client:
    client = Client()
    if who is not None:
        client.force_login(Account.objects.get(username=who.name))
    return client


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


def sent(client: Client, address: str, **said: object) -> str:
    answer = client.post(address, said, follow=True)
    assert answer.status_code == 200, answer.content[:500]
    return answer.content.decode()


def test_everyone_reads_standings_events_and_the_graph_of_a_series() -> None:
    circuit = Circuit(best=1, about="Every first Friday.")
    for order in (["Jan", "Piet"], ["Piet", "Jan"]):
        circuit.add(evening(circuit.organiser, order, name="Evening"))

    found = page(visitor(), f"/series/{circuit.slug}")

    assert "Every first Friday." in found
    assert found.count("<circle") == 2 * 4
    assert "Each person&#x27;s best result counts." in found
    assert circuit.slug in page(visitor(), "/series")
    assert "was added" in page(visitor(), f"/series/{circuit.slug}/log")
    slug = re.search(r"/tournaments/(cup-\w+)", found)
    assert slug
    assert circuit.slug in page(visitor(), f"/tournaments/{slug[1]}")


@pytest.mark.more
def test_who_qualifies_accepts_or_declines_on_the_page() -> None:
    ann, ben = somebody("ann"), somebody("ben")
    circuit = Circuit()
    circuit.add(evening(circuit.organiser, [ann, ben]))
    final = Event(circuit.organiser, **REPORTED)
    final.step("open")
    circuit.do(qualification.add, tournament=final.slug, places=1)
    address = f"/series/{circuit.slug}"

    assert "You have qualified for Cup." in page(visitor(ann), address)
    assert "You have qualified" not in page(visitor(ben), address)
    sent(visitor(ann), f"{address}/answer/1", answer="decline")
    sent(visitor(ben), f"{address}/answer/1", answer="accept")

    assert [each.account for each in final.state.entrants.values()] == [ben.account]


def test_the_staff_sees_what_a_correction_moves_before_it_is_done() -> None:
    circuit = Circuit()
    circuit.add(evening(circuit.organiser, ["Jan", "Piet"]))
    (event,) = circuit.state.events
    staff, address = visitor(circuit.organiser), f"/series/{circuit.slug}"
    said = {"person": f"{event}:2", "points": "10", "reason": "as the rules say"}

    shown = sent(staff, f"{address}/do/adjust", **said)
    assert "2 → 1" in shown
    assert circuit.state.adjustments == []

    sent(staff, f"{address}/do/adjust", **said, confirmed="1")
    assert [each.points for each in circuit.state.adjustments] == [10]
    assert "as the rules say" in page(staff, address)


@pytest.mark.parametrize(
    ("action", "said", "fault"),
    leading(
        [
            ("adjust", {"points": "many", "reason": "late"}, "Enter a whole number."),
            ("adjust", {"points": "5", "reason": ""}, "This field is required."),
            ("adjust", {"points": "0", "reason": "late"}, "must not be 0"),
            (
                "adjust",
                {"person": "nobody", "points": "5", "reason": "late"},
                "Select a valid choice.",
            ),
            ("link", {}, "name at least two entrants"),
            ("link", {"person": "nobody"}, "Select a valid choice."),
            ("add-event", {"tournament": "no-such-cup"}, "Select a valid choice."),
            ("qualify", {"tournament": "no-such-cup", "places": "all"}, "Enter a whole number."),
            ("end-qualifier", {"number": "first"}, "Enter a whole number."),
            ("accept", {"number": "1", "entrant": "x"}, "Enter a whole number."),
        ],
        3,
    ),
)
def test_the_console_says_what_is_wrong_with_what_was_sent(
    action: str, said: dict[str, str], fault: str
) -> None:
    circuit = Circuit()
    circuit.add(evening(circuit.organiser, ["Jan", "Piet"]))
    (event,) = circuit.state.events
    version = circuit.state.version
    about = {"person": f"{event}:2"} if action in {"adjust", "link"} else {}
    address = f"/series/{circuit.slug}/do/{action}"

    answer = visitor(circuit.organiser).post(address, {**about, **said})

    assert answer.status_code == 400
    assert fault in answer.content.decode()
    assert circuit.state.version == version


@pytest.mark.more
def test_the_staff_decides_whether_one_name_is_one_person() -> None:
    circuit = Circuit()
    events = [evening(circuit.organiser, ["Jan", "Piet"]) for _ in range(2)]
    for each in events:
        circuit.add(each)
    staff, address = visitor(circuit.organiser), f"/series/{circuit.slug}"
    ids = [each.state.id for each in events]

    assert page(staff, f"{address}/run").count("same name, not linked") == 2
    jan, piet = ([f"{each}:{number}" for each in ids] for number in (1, 2))
    sent(staff, f"{address}/do/link", person=jan, confirmed="1")
    sent(staff, f"{address}/do/part", person=piet)

    assert "same name, not linked" not in page(staff, f"{address}/run")
    assert [line.events for line in circuit.lines()] == [2, 1, 1]


def test_a_series_is_made_and_changed_by_forms() -> None:
    boss = Account.objects.create(username="boss-of-series", is_staff=True, is_superuser=True)
    staff = visitor(Principal(boss.pk, boss.username))
    form = {
        "name": "Winter circuit",
        "events_min": "1",
        "ties": "share",
        "groups": "1",
        "g0-name": "Evenings",
        "g0-by": "share",
        "g0-shares": "10%: 30, 50%: 10",
    }

    assert "What it" not in page(staff, "/series/new/plan")
    wrong = staff.post("/series/new/plan", {**form, "g0-shares": "50%: 10, 10%: 30"})
    assert wrong.status_code == 400
    assert "larger than the one before" in wrong.content.decode()
    sent(staff, "/series/new/plan", **form)
    assert "Winter circuit" in page(staff, "/series")

    slug = re.search(r'href="/series/(winter-circuit[\w-]*)"', page(staff, "/series"))
    assert slug
    change = {**form, "g0-id": "evenings-1", "g0-by": "place", "g0-places": "3, 2, 1"}
    sent(staff, f"/series/{slug[1]}/settings", **change, reason="simpler")
    assert "3, 2, 1" in page(visitor(), f"/series/{slug[1]}")


def test_the_console_of_a_series_is_for_its_staff() -> None:
    circuit = Circuit()
    stranger = visitor(somebody("eve"))

    assert page(stranger, f"/series/{circuit.slug}/run", 403)
    assert stranger.post(f"/series/{circuit.slug}/do/close").status_code == 403
    circuit.do(managing.close, closed=True)
    assert "closed" in page(visitor(), f"/series/{circuit.slug}")


def test_names_on_a_graph_never_stand_on_each_other() -> None:
    places = graph.spread([100.0] * 8)

    assert all(after - each >= graph.NAME_STEP for each, after in pairwise(places))
    assert max(places) <= graph.HEIGHT - graph.BOTTOM
