"""The page and the API on which somebody says what reaches them, how, and when not."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.staticfiles import finders
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import Account
from notifications import fan_out, preferences, quiet_hours, subscribing, unsubscribing
from notifications.models import Delivery, Follow, Notification
from tests.callers import Caller, new_key
from tests.notifications.people import cup, deliveries, person, run_all, webhook
from tests.operations import with_scopes
from tests.web.visitors import member, signed_in, text

pytestmark = pytest.mark.django_db
PAGE = "/account/notifications"
AMSTERDAM = ZoneInfo("Europe/Amsterdam")


def chosen(account: Account, kind: str) -> set[str]:
    return set(preferences.channels(preferences.of(account.pk), kind))  # type: ignore[arg-type]


def test_the_page_keeps_what_is_ticked_and_the_quiet_hours() -> None:
    ann = person()
    browser = signed_in(ann)

    answer = browser.post(
        PAGE,
        {
            "my_table": ["email", "push"],
            "your_turn": "email",
            "quiet_from": "22:30",
            "quiet_until": "07:00",
            "zone": "Europe/Amsterdam",
        },
        headers={"Accept-Language": "fr"},
    )

    assert answer.status_code == 302
    row = preferences.of(ann.pk)
    assert (row.zone, row.quiet_from, row.quiet_until) == ("Europe/Amsterdam", 1350, 420)
    assert chosen(ann, "my_table") == {"email", "push"}
    assert chosen(ann, "your_turn") == {"email"}
    assert chosen(ann, "invitation") == set()
    assert Account.objects.get(pk=ann.pk).language == "fr"
    page = text(browser.get(PAGE))
    assert 'value="22:30"' in page
    assert "checked" in page


@pytest.mark.parametrize(
    "said",
    [
        {"zone": "Europe/Atlantis"},
        {"zone": "../etc/passwd"},
        {"zone": "UTC", "quiet_from": "22:00"},
        {"zone": "UTC", "quiet_from": "22:00", "quiet_until": "22:00"},
        {"zone": "UTC", "quiet_from": "25:00", "quiet_until": "22:00"},
    ],
)
def test_wrong_quiet_hours_are_refused_and_change_nothing(said: dict[str, str]) -> None:
    ann = person(my_table=("email",))

    answer = signed_in(ann).post(PAGE, said)

    assert answer.status_code == 400
    assert chosen(ann, "my_table") == {"email"}


def test_without_an_address_nothing_is_promised_by_mail_and_nothing_forgotten() -> None:
    ann = person(email=False, my_table=("email",))
    browser = signed_in(ann)

    page = text(browser.get(PAGE))
    browser.post(PAGE, {"my_table": "push", "zone": "UTC"})

    assert "We have no e-mail address for you" in page
    assert chosen(ann, "my_table") == {"email", "push"}


def test_one_press_in_the_mail_program_ends_mails_of_that_kind_alone() -> None:
    ann = person(my_table=("email", "push"), your_turn=("email",))
    event = cup(ann, person(), person()).start()
    event.pair()
    run_all()
    (sent,) = [each for each in mail.outbox if each.to == [ann.email]]
    link = sent.extra_headers["List-Unsubscribe"].strip("<>")
    path = link.removeprefix("https://play.example.test")

    looked = Client(enforce_csrf_checks=True).get(path)
    assert chosen(ann, "my_table") == {"email", "push"}
    pressed = Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"})

    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert path in str(sent.body)
    assert (looked.status_code, pressed.status_code) == (200, 200)
    assert chosen(ann, "my_table") == {"push"}
    assert chosen(ann, "your_turn") == {"email"}


def test_a_forged_link_ends_nothing() -> None:
    ann = person(my_table=("email",))
    good = unsubscribing.proof(ann.pk, "my_table")

    answers = [Client().post(f"/unsubscribe/{each}") for each in (good[:-2], "x" * 40, "a:b:c")]

    assert [each.status_code for each in answers] == [404, 404, 404]
    assert chosen(ann, "my_table") == {"email"}


def test_the_mail_is_plain_and_html_and_names_are_no_markup() -> None:
    ann = person(my_table=("email",))
    event = cup(ann, person(), person(), name="Cup <i>").start()
    event.pair()
    run_all()

    (sent,) = [each for each in mail.outbox if each.to == [ann.email]]
    assert isinstance(sent, mail.EmailMultiAlternatives)
    assert "Round 1 of Cup <i>: table 1" in str(sent.body)
    html = str(sent.alternatives[0][0])
    assert "Cup &lt;i&gt;" in html
    assert "<i>" not in html


def test_the_api_reads_and_changes_the_same() -> None:
    ann = person()
    caller = with_scopes("notify", account=ann)

    changed = caller.send(
        "PATCH",
        "/me/notifications",
        b'{"choices": {"my_table": ["email"]}, "zone": "Europe/Paris",'
        b' "quiet": {"begin": "23:00", "end": "06:30"}}',
    )
    kept = caller.send("PATCH", "/me/notifications", b'{"quiet": null}')

    assert changed.status == 200, changed.body
    assert changed.body["quiet"] == {"begin": "23:00", "end": "06:30"}
    assert kept.body["quiet"] is None
    assert kept.body["zone"] == "Europe/Paris"
    assert kept.body["choices"]["my_table"] == ["email"]
    assert kept.body["choices"]["your_turn"] == ["push"]
    assert kept.body["calendar"].startswith("https://play.example.test/calendars/")


@pytest.mark.parametrize(
    "body",
    [
        b'{"choices": {"my_table": ["pigeon"]}}',
        b'{"choices": {"gossip": ["email"]}}',
        b'{"choices": {"weekly_digest": ["push"]}}',
        b'{"choices": {"test": ["push"]}}',
        b'{"zone": "Nowhere"}',
        b'{"quiet": {"begin": "24:00", "end": "06:00"}}',
        b'{"quiet": {"begin": "06:00", "end": "06:00"}}',
        b'{"volume": 11}',
    ],
)
def test_what_the_api_does_not_know_is_refused_and_changes_nothing(body: bytes) -> None:
    ann = person(my_table=("email",))
    caller = with_scopes("notify", account=ann)

    answer = caller.send("PATCH", "/me/notifications", body)

    assert (answer.status, answer.code) == (400, "invalid")
    assert chosen(ann, "my_table") == {"email"}
    assert preferences.of(ann.pk).zone == "UTC"


def test_webhooks_over_the_api_from_making_to_removing(settings: Settings) -> None:
    ann = person()
    event = cup()
    event.step("open")
    caller = with_scopes("notify", account=ann)
    wanted = {
        "url": "https://hooks.example.org/x",
        "kinds": ["round_published"],
        "tournament": event.slug,
    }
    key = new_key()

    made, again = (caller.post("/me/webhooks", wanted, key=key) for _ in range(2))
    assert made.status == 201, made.body
    at = f"/me/webhooks/{made.body['id']}"
    secret = caller.get(f"{at}/secret").body["secret"]
    rotated = caller.post(f"{at}/secret", {})
    tried = caller.post(f"{at}/tests", {})
    log = caller.get(f"{at}/deliveries")

    assert again.body == made.body
    assert made.body["tournament"] == event.slug
    assert secret.startswith("whsec_")
    assert "secret" not in made.body
    assert rotated.status == 200
    assert caller.get(f"{at}/secret").body["secret"] != secret
    assert tried.status == 202
    assert [each["kind"] for each in log.body["results"]] == ["test"]
    others = with_scopes("notify", account=person())
    assert others.get(at).status == 404
    assert others.get(f"{at}/deliveries").status == 404
    assert caller.delete(at).status == 204
    assert caller.get(at).status == 404


def test_a_webhook_cannot_watch_what_its_owner_may_not_see() -> None:
    hidden = cup(visibility="private")
    hidden.step("open")
    wanted = {"url": "https://example.org/x", "kinds": ["round_published"]}
    caller = with_scopes("notify", account=person())

    refused = caller.post("/me/webhooks", {**wanted, "tournament": hidden.slug})
    nobodys = caller.post("/me/webhooks", {**wanted, "tournament": "not-there"})

    assert refused.status == nobodys.status == 404
    assert refused.body["detail"].replace(hidden.slug, "") == nobodys.body["detail"].replace(
        "not-there", ""
    )


def test_following_by_the_button_and_over_the_api() -> None:
    browser, ann = member()
    event = cup()
    event.step("open")
    caller = with_scopes("notify", account=ann)

    browser.post(f"/tournaments/{event.slug}/follow", {"act": "follow"})
    assert [each["tournament"] for each in caller.get("/me/followed").body["results"]] == [
        event.slug
    ]
    assert "Unfollow" in text(browser.get(f"/tournaments/{event.slug}"))
    caller.delete(f"/me/followed/{event.slug}")
    assert not Follow.objects.filter(account=ann).exists()
    assert caller.send("PUT", f"/me/followed/{event.slug}", b"{}").status == 200
    assert subscribing.is_followed(ann.pk, event.state.id)
    assert Caller().send("PUT", f"/me/followed/{event.slug}", b"{}").status == 401


def test_a_guest_is_led_to_sign_up_and_a_stranger_to_sign_in() -> None:
    assert Client().get(PAGE).status_code == 302
    assert Client().post(f"{PAGE}/browsers", {}).status_code == 302


@pytest.mark.parametrize(
    ("at", "begin", "end", "expected"),
    [
        ("2026-01-01T21:00+01:00", "22:00", "07:00", "2026-01-01T21:00+01:00"),
        ("2026-01-01T22:00+01:00", "22:00", "07:00", "2026-01-02T07:00+01:00"),
        ("2026-01-02T06:59+01:00", "22:00", "07:00", "2026-01-02T07:00+01:00"),
        ("2026-01-02T07:00+01:00", "22:00", "07:00", "2026-01-02T07:00+01:00"),
        ("2026-01-01T13:00+01:00", "12:00", "14:00", "2026-01-01T14:00+01:00"),
        # The clocks go forward at two, and back at three.
        ("2026-03-28T23:00+01:00", "22:00", "07:00", "2026-03-29T07:00+02:00"),
        ("2026-10-24T23:00+02:00", "22:00", "07:00", "2026-10-25T07:00+01:00"),
        ("2026-03-29T01:30+01:00", "01:00", "02:30", "2026-03-29T03:30+02:00"),
    ],
)
def test_quiet_hours_end_by_the_persons_clock(at: str, begin: str, end: str, expected: str) -> None:
    def minutes(clock: str) -> int:
        return int(clock[:2]) * 60 + int(clock[3:])

    moment = datetime.fromisoformat(at).astimezone(UTC)
    heard = quiet_hours.heard_at(moment, zone=AMSTERDAM, begin=minutes(begin), end=minutes(end))

    assert heard == datetime.fromisoformat(expected)


def test_the_admin_says_what_was_sent_once_what_is_late_and_what_never_will_be() -> None:
    boss, _account = member("boss-of-it")
    Account.objects.filter(username="boss-of-it").update(is_staff=True, is_superuser=True)
    ann = person(my_table=("email",))
    event = cup(ann, person(), person()).start()
    event.pair()
    run_all()

    for fate, count in (("once", 1), ("late", 0), ("held", 0), ("never", 0)):
        page = text(boss.get(f"/admin/notifications/delivery/?fate={fate}"))
        assert ("My table" in page) == bool(count), fate
    row = Delivery.objects.get(account=ann)
    assert boss.get(f"/admin/notifications/delivery/{row.pk}/change/").status_code == 200


def test_the_log_is_forgotten_after_a_month() -> None:
    ann = person(my_table=("email",))
    event = cup(ann, person(), person()).start()
    event.pair()
    run_all()
    Notification.objects.update(happened_at=datetime.now(UTC) - timedelta(days=31))

    fan_out.purge()

    assert deliveries(ann) == []
    assert not Notification.objects.exists()


def test_a_webhooks_page_shows_its_log_and_its_secret() -> None:
    ann = person()
    row = webhook(ann, "https://example.org/hook", ("my_table",))
    browser = signed_in(ann)

    browser.post(f"/account/webhooks/{row.pk}/act", {"act": "test"})
    page = text(browser.get(f"/account/webhooks/{row.pk}"))
    wrong = browser.post(
        f"/account/webhooks/{row.pk}",
        {"url": "https://10.0.0.1/", "form": "standard", "kinds": ["my_table"]},
    )

    assert "whsec_" in page
    assert "A test" in page
    assert wrong.status_code == 400
    assert "leads into a network that is not public" in text(wrong)
    assert signed_in(person()).get(f"/account/webhooks/{row.pk}").status_code == 404


def test_the_site_can_be_installed() -> None:
    manifest = Client().get("/manifest.webmanifest").json()
    page = text(Client().get("/"))
    browser, ann = member()
    offline = text(browser.get("/offline"))

    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {each["sizes"] for each in manifest["icons"]} >= {"192x192", "512x512"}
    for each in manifest["icons"]:
        assert finders.find(each["src"].removeprefix("/static/")), each
    assert 'rel="manifest"' in page
    assert "No network" in offline
    assert str(ann.pk) not in offline
    assert "data-account" not in offline
