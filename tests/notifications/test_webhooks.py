import json
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from pytest_django import Settings
from standardwebhooks import Webhook as Verifier

from accounts.models import Account
from agenda.models import DueRow
from api.problems import Problem
from notifications import outgoing, webhooks
from notifications.models import Delivery, Webhook
from notifications.webhooks import WebhookFields
from tests.notifications.people import cup, deliveries, pass_time, person, run_all, webhook
from tests.notifications.receivers import Receiver, closed_port, receiving
from tests.tournaments.events import Event, refused
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ROUNDS = ("round_published",)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _own_network(settings: Settings) -> None:
    """Let webhooks lead to the servers of these tests."""
    settings.NOTIFY_NETWORKS = ["127.0.0.1/32"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def begun() -> Event:
    event = cup(person(), person(), person()).start()
    run_all()
    return event


def watching(event: Event, url: str, **fields: str) -> tuple[Account, Webhook]:
    """Return a webhook of somebody that watches the rounds of a tournament."""
    owner = person()
    return owner, webhook(owner, url, ROUNDS, tournament=event.slug, **fields)


def test_the_consumers_own_library_verifies_what_is_sent(receiver: Receiver) -> None:
    event = begun()
    _owner, row = watching(event, f"{receiver.address}/hook")

    event.pair()
    run_all()

    (got,) = receiver.received
    told = Verifier(webhooks.secret(row)).verify(got.body, got.headers)
    assert told["type"] == "round_published"
    assert told["data"]["stream"] == str(event.state.id)
    assert told["data"]["round"] == 1
    assert told["data"]["url"].endswith(f"/tournaments/{event.slug}/rounds/1")
    assert got.headers["webhook-id"] == str(Delivery.objects.get(target=row.pk).notification_id)


def test_with_another_secret_it_is_not_verified(receiver: Receiver) -> None:
    event = begun()
    owner, row = watching(event, f"{receiver.address}/hook")
    before = webhooks.secret(row)

    webhooks.rotate(account_id=owner.pk, webhook_id=row.pk)
    event.pair()
    run_all()

    (got,) = receiver.received
    with pytest.raises(Exception, match="signature"):
        Verifier(before).verify(got.body, got.headers)
    after = webhooks.secret(webhooks.find(owner.pk, row.pk))
    assert Verifier(after).verify(got.body, got.headers)


def test_an_error_is_tried_again_until_it_is_taken_under_the_same_id(receiver: Receiver) -> None:
    event = begun()
    owner, _row = watching(event, f"{receiver.address}/hook")
    receiver.status = 500

    event.pair()
    run_all()
    (waiting,) = deliveries(owner)
    assert (waiting.state, waiting.attempts, waiting.status_code) == ("waiting", 1, 500)
    receiver.status = 204
    pass_time(DAY)
    run_all()

    (sent,) = deliveries(owner)
    assert (sent.state, sent.attempts, sent.status_code) == ("sent", 2, 204)
    assert len({each.headers["webhook-id"] for each in receiver.received}) == 1
    assert len(receiver.received) == 2


def test_nobody_there_is_given_up_after_some_days_and_switches_the_webhook_off() -> None:
    event = begun()
    owner, row = watching(event, f"http://127.0.0.1:{closed_port()}/")
    Webhook.objects.filter(pk=row.pk).update(given_up=4)

    event.pair()
    for _ in range(9):
        run_all()
        pass_time(DAY)

    (failed,) = deliveries(owner)
    assert (failed.state, failed.reason, failed.attempts) == ("failed", "unreachable", 9)
    assert webhooks.find(owner.pk, row.pk).off_because == "failing"


def test_a_receiver_that_is_gone_is_told_nothing_more(receiver: Receiver) -> None:
    event = begun()
    owner, row = watching(event, f"{receiver.address}/hook")
    receiver.status = 410

    event.play_round()
    run_all()
    event.pair()
    run_all()

    assert webhooks.find(owner.pk, row.pk).off_because == "gone"
    assert len(receiver.received) == 1


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    event = begun()
    with receiving() as other:
        receiver.status, receiver.headers = 302, {"Location": f"{other.address}/secret"}
        owner, _row = watching(event, f"{receiver.address}/hook")

        event.pair()
        run_all()

        assert other.received == []
    (waiting,) = deliveries(owner)
    assert (waiting.reason, waiting.status_code) == ("redirect", 302)


@pytest.mark.more
@pytest.mark.parametrize("how", ["pause_s", "drips"])
def test_a_slow_receiver_holds_up_nobody_else(
    receiver: Receiver, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "DEADLINE_S", 0.5)
    event = begun()
    with receiving(**{how: 60.0 if how == "pause_s" else True}) as slow:
        late, _row = watching(event, f"{slow.address}/hook")
        prompt, _row = watching(event, f"{receiver.address}/hook")
        event.pair()
        began = time.monotonic()
        run_all()
        took = time.monotonic() - began

    assert deliveries(prompt)[0].state == "sent"
    assert (deliveries(late)[0].state, deliveries(late)[0].reason) == ("waiting", "timeout")
    assert took < 30


@pytest.mark.more
def test_a_log_is_sent_again_after_a_version_in_order_under_the_same_ids(
    receiver: Receiver,
) -> None:
    event = begun()
    owner, row = watching(event, f"{receiver.address}/hook")
    for _ in range(3):
        event.play_round()
        run_all()
    first, *rest = [each.headers["webhook-id"] for each in receiver.received]
    after = deliveries(owner)[0].notification.version
    receiver.received.clear()

    count = webhooks.replay(
        account_id=owner.pk,
        webhook_id=row.pk,
        stream=event.state.id,
        after_version=after,
        since=row.made_at - DAY,
    )
    run_all()

    assert count == len(rest) == 2
    assert {each.headers["webhook-id"] for each in receiver.received} == set(rest)
    assert first not in rest


def test_a_test_is_sent_and_stands_in_the_log(receiver: Receiver) -> None:
    owner = person()
    row = webhook(owner, f"{receiver.address}/hook", ("my_table",))

    webhooks.test(account_id=owner.pk, webhook_id=row.pk)
    run_all()

    (got,) = receiver.received
    assert json.loads(got.body)["type"] == "test"
    assert [each.state for each in webhooks.log(owner.pk, row.pk)] == ["sent"]


def test_while_a_test_waits_no_other_is_sent(receiver: Receiver) -> None:
    owner = person()
    row = webhook(owner, f"{receiver.address}/hook", ("my_table",))

    asked = {webhooks.test(account_id=owner.pk, webhook_id=row.pk).pk for _ in range(5)}

    assert len(asked) == 1
    assert DueRow.objects.filter(kind="notify_send").count() == 1


@pytest.mark.more
def test_discord_slack_and_ntfy_get_their_own_form_and_no_name_calls_anybody(
    receiver: Receiver,
) -> None:
    event = cup(person(), person(), person(), name="Cup @everyone <b> *x*").start()
    for form in ("discord", "slack", "ntfy"):
        watching(event, f"{receiver.address}/{form}", form=form)

    event.pair()
    run_all()

    got = {each.path: json.loads(each.body) for each in receiver.received}
    assert got["/discord"]["allowed_mentions"] == {"parse": []}
    assert "\\@everyone \\<b\\> \\*x\\*" in got["/discord"]["content"]
    assert "&lt;b&gt;" in got["/slack"]["text"]
    assert got["/"]["topic"] == "ntfy"
    assert got["/"]["title"] == "Round 1 of Cup @everyone <b> *x*"
    assert got["/"]["click"].endswith("/rounds/1")


def test_a_thousand_webhooks_are_refused_by_name() -> None:
    owner = person()
    for number in range(webhooks.WEBHOOKS_MAX):
        webhook(owner, f"https://example.org/{number}", ("my_table",))

    with refused("permission_denied"):
        webhook(owner, "https://example.org/more", ("my_table",))


def test_one_who_no_longer_sees_a_tournament_is_not_told_of_it(receiver: Receiver) -> None:
    event = begun()
    owner, _row = watching(event, f"{receiver.address}/hook")
    event.pair()
    row = Tournament.objects.get(slug=event.slug)
    Tournament.objects.filter(pk=row.pk).update(settings={**row.settings, "visibility": "private"})

    run_all()

    assert receiver.received == []
    assert deliveries(owner) == []


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://user:word@example.org/",
        "https://",
        "example.org",
        "https://exa mple.org/",
        "https://example.org/\nX-Header: 1",
        "https://10.1.2.3/",
        "https://192.168.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[fd00::1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[2002:7f00:1::]/",
        "https://0.0.0.0/",
        "https://example.org/" + "x" * 500,
        "https://example.org:0/",
        "https://example.org:99999/",
    ],
)
def test_an_address_that_nothing_is_sent_to_is_refused(url: str, settings: Settings) -> None:
    settings.NOTIFY_NETWORKS = []
    fields = WebhookFields(url=url, form="standard", kinds=["my_table"])

    with pytest.raises(Problem) as caught:
        webhooks.create(account_id=person().pk, fields=fields)

    assert caught.value.code == "invalid"
    assert [each.field for each in caught.value.errors] == ["url"]
