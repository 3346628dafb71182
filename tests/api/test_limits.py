"""Limits hold for threads and processes together, and nobody talks his way around them."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from django.db import connection, connections
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.models import Account
from accounts.request_models import RateBucket
from accounts.services import issue_token
from api import addresses, buckets, limits
from api.problems import Problem
from matches.live.connection_limits import ConnectionLimits
from tests.callers import PASSWORD, Caller, new_key, new_name, new_player


@pytest.fixture(autouse=True)
def _forget_limits() -> Iterator[None]:
    limits.reset()
    yield
    limits.reset()


def attempts(bucket: str, subject: str, number: int) -> int:
    """Return how many of so many attempts pass."""
    passed = 0
    for _ in range(number):
        try:
            limits.spend(bucket, subject)
        except Problem:
            continue
        passed += 1
    return passed


@pytest.mark.django_db
def test_a_bucket_gives_its_burst_and_then_says_when_to_come_back(settings: Settings) -> None:
    settings.LIMITS = {"write": "6/minute burst 3"}

    passed = attempts("write", "robin", 3)
    with pytest.raises(Problem) as refusal:
        limits.spend("write", "robin")

    assert passed == 3
    assert (refusal.value.status, refusal.value.code) == (429, "rate_limited")
    assert refusal.value.params == {"bucket": "write", "seconds": 10}
    assert refusal.value.headers == {"Retry-After": "10"}


@pytest.mark.django_db
def test_a_bucket_fills_up_with_time_up_to_its_burst(settings: Settings) -> None:
    settings.LIMITS = {"write": "6/minute burst 3"}
    attempts("write", "robin", 4)
    robin = RateBucket.objects.filter(bucket="write", subject="robin")

    def after(seconds: int) -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE accounts_ratebucket SET full_at = full_at - make_interval(secs => %s)"
                " WHERE subject = 'robin'",
                [seconds],
            )
        return attempts("write", "robin", 5)

    assert robin.count() == 1
    assert after(seconds=9) == 0
    assert after(seconds=1) == 1
    assert after(seconds=20) == 2
    assert after(seconds=3600) == 3


@pytest.mark.django_db
def test_a_faster_limit_does_not_wait_for_the_debts_of_a_slower_one(settings: Settings) -> None:
    settings.LIMITS = {"write": "1/hour burst 50"}
    attempts("write", "robin", 50)

    limits.reset()
    settings.LIMITS = {"write": "100/second burst 2"}
    with pytest.raises(Problem):
        limits.spend("write", "robin")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.02)")

    assert attempts("write", "robin", 2) >= 1


@pytest.mark.django_db
def test_buckets_and_subjects_are_apart(settings: Settings) -> None:
    settings.LIMITS = {"write": "1/hour burst 1", "read": "1/hour burst 1"}

    assert attempts("write", "robin", 2) == 1
    assert attempts("write", "marian", 2) == 1
    assert attempts("read", "robin", 2) == 1


@pytest.mark.django_db
def test_several_permits_are_taken_together_or_not_at_all(settings: Settings) -> None:
    settings.LIMITS = {"write": "1/hour burst 5"}

    limits.spend("write", "robin", permits=3)
    with pytest.raises(Problem):
        limits.spend("write", "robin", permits=3)
    limits.spend("write", "robin", permits=2)


def test_threads_together_never_pass_more_than_the_burst(
    committed_db: None, settings: Settings
) -> None:
    settings.LIMITS = {"write": "1/hour burst 50", "read": "1/hour burst 50 lease 7"}
    subject = new_name()
    start = threading.Barrier(8)

    def run(_: int) -> tuple[int, int]:
        start.wait()
        exact = attempts("write", subject, 20)
        leased = 0
        for _attempt in range(20):
            try:
                limits.spend_leased("read", subject)
            except Problem:
                continue
            leased += 1
        connections.close_all()
        return exact, leased

    with ThreadPoolExecutor(8) as pool:
        exact, leased = (sum(numbers) for numbers in zip(*pool.map(run, range(8)), strict=True))

    assert exact == 50
    assert leased == 50


PROCESS = """
import sys
import django
django.setup()
from api import limits
from api.problems import Problem
passed = 0
for _ in range(100):
    try:
        limits.spend_leased("play", sys.argv[1])
        passed += 1
    except Problem:
        pass
print(passed)
"""


@pytest.mark.long
def test_processes_with_leases_never_pass_more_than_the_burst_with_redis_dead(
    committed_db: None, environment: dict[str, str]
) -> None:
    environment = environment | {
        "LIMITS": "play=1/hour burst 120 lease 16",
        "REDIS_URL": "unix:///nowhere/redis.sock",
        "PYTHONPATH": "platform:.",
    }
    command = [sys.executable, "-c", PROCESS, new_name()]

    running = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    passed = [int(process.communicate()[0]) for process in running]

    # What a process took and did not spend is lost: at most one lease each.
    assert 120 - 4 * 16 <= sum(passed) <= 120


@pytest.mark.django_db
def test_a_busy_caller_takes_large_leases_and_a_rare_one_small_ones(
    settings: Settings,
) -> None:
    settings.LIMITS = {"play": "100/second burst 1000 lease 50"}

    for _ in range(200):
        limits.spend_leased("play", "robin")
    limits.spend_leased("play", "marian")

    assert RateBucket.objects.get(subject="robin").granted == 50
    assert RateBucket.objects.get(subject="marian").granted == 12


@pytest.mark.django_db
def test_a_lease_ends(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = {"play": "1/hour burst 4 lease 4"}
    clock = [1000.0]
    monkeypatch.setattr("api.limits.time.monotonic", lambda: clock[0])

    limits.spend_leased("play", "robin")
    limits.spend_leased("play", "robin")  # Takes two, of which one is left.
    clock[0] += limits.LEASE_SECONDS
    limits.spend_leased("play", "robin")

    with pytest.raises(Problem):
        limits.spend_leased("play", "robin")


@pytest.mark.django_db
def test_a_refusal_of_the_api_names_the_bucket_and_the_time(settings: Settings) -> None:
    settings.LIMITS = {"register": "1/hour burst 2"}

    answers = [Caller().post("/accounts", {}) for _ in range(3)]

    assert [answer.status for answer in answers] == [400, 400, 429]
    assert answers[2].code == "rate_limited"
    assert answers[2].body["params"] == {"bucket": "register", "seconds": 3600}
    assert answers[2].header("Retry-After") == "3600"


@pytest.mark.django_db
def test_twenty_bad_logins_lock_a_name_for_that_address_only(settings: Settings) -> None:
    name = new_name()
    new_player(name=name)
    limits.reset()
    settings.LIMITS = {"login": "2/minute burst 20"}
    wrong = {"username": name, "password": "not the passphrase"}
    right = {"username": name, "password": PASSWORD}
    thief, owner = Caller(address="203.0.113.9"), Caller(address="198.51.100.4")

    statuses = {thief.post("/tokens", wrong).status for _ in range(20)}
    locked = thief.post("/tokens", right)
    in_other_case = thief.post("/tokens", {**right, "username": name.upper()})

    assert statuses == {401}
    assert (locked.status, locked.body["params"]["bucket"]) == (429, "login")
    assert in_other_case.status == 429
    assert owner.post("/tokens", right).status == 201


@pytest.mark.django_db
def test_a_forged_x_forwarded_for_changes_nothing(settings: Settings) -> None:
    settings.LIMITS = {"register": "1/hour burst 3"}

    statuses = [
        Caller().post("/accounts", {}, X_Forwarded_For=f"203.0.113.{n}").status for n in range(6)
    ]

    assert statuses == [400, 400, 400, 429, 429, 429]


@pytest.mark.django_db
def test_limits_are_by_account_where_there_is_one(settings: Settings) -> None:
    robin, marian = new_player(), new_player()
    limits.reset()
    settings.LIMITS = {"read": "1/hour burst 2"}

    robins = [robin.get("/me").status for _ in range(3)]

    assert robins == [200, 200, 429]
    assert marian.get("/me").status == 200


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "1.1.1.1", "9.9.9.9"),
        (1, "", "9.9.9.9"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, "1.1.1.1", "9.9.9.9"),
    ],
)
def test_of_x_forwarded_for_only_what_our_own_proxies_wrote_counts(
    settings: Settings, proxies: int, forwarded: str, expected: str
) -> None:
    settings.NUM_PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="9.9.9.9")

    assert addresses.client_address(request) == expected


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("", "unknown"),
        ("unix:", "unknown"),
    ],
)
def test_addresses_of_one_ipv6_network_are_one_client(address: str, site: str) -> None:
    assert addresses.site(RequestFactory().get("/", REMOTE_ADDR=address)) == site


def test_full_buckets_are_forgotten(committed_db: None, settings: Settings) -> None:
    settings.LIMITS = {"write": "100/second burst 1", "register": "1/hour burst 5"}
    subject = new_key()
    limits.spend("write", subject)
    limits.spend("register", subject)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.02)")

    limits.purge()

    left = RateBucket.objects.filter(subject=subject).values_list("bucket", flat=True)
    assert list(left) == ["register"]


def test_the_table_of_buckets_is_unlogged(committed_db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence FROM pg_class WHERE relname = 'accounts_ratebucket'")

        assert cursor.fetchone() == ("u",)


@pytest.mark.parametrize(
    "text", ["", "10", "10/day burst 5", "0/minute burst 5", "5/minute burst 0"]
)
def test_a_limit_that_makes_no_sense_is_refused_at_once(text: str) -> None:
    with pytest.raises(ValueError, match="a limit reads like"):
        buckets.table({"play": text})


def test_a_limit_for_a_bucket_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no bucket is called plya"):
        buckets.table({"plya": "1/minute burst 1"})


@pytest.mark.django_db
def test_one_token_of_an_account_leaves_permits_for_the_others(settings: Settings) -> None:
    name = new_name()
    first = new_player(name=name)
    account = Account.objects.get(username=name)
    second = Caller(issue_token(account=account, name="other", scopes=["read"]).secret)
    limits.reset()
    settings.LIMITS = {"token": "1/hour burst 2"}

    statuses = [first.get("/me").status for _ in range(3)]
    refused = first.get("/me")

    assert statuses == [200, 200, 429]
    assert refused.body["params"]["bucket"] == "token"
    assert second.get("/me").status == 200


@pytest.mark.django_db
def test_many_accounts_of_one_address_are_one_visitor_and_a_ipv6_network_is_too(
    settings: Settings,
) -> None:
    players = [new_player() for _ in range(3)]
    limits.reset()
    settings.LIMITS = {"address": "1/hour burst 2"}
    here = [
        Caller(player.token, address=f"2001:db8:1:2::{number}").get("/me")
        for number, player in enumerate(players)
    ]
    elsewhere = Caller(players[2].token, address="2001:db8:1:3::1").get("/me")

    assert [answer.status for answer in here] == [200, 200, 429]
    assert here[2].body["params"]["bucket"] == "address"
    assert elsewhere.status == 200


@pytest.mark.django_db
def test_one_address_registers_a_club_and_no_more_on_pages_and_over_the_api(
    settings: Settings,
) -> None:
    settings.LIMITS = {}
    subject = "address:203.0.113.7"
    limits.spend("register", subject, permits=limits.limit_of("register").burst)

    wanted = {"username": new_name(), "password": PASSWORD}
    over_the_api = Caller(address="203.0.113.7").post("/accounts", wanted)
    page = Client().post("/sign-up", wanted, REMOTE_ADDR="203.0.113.7")

    assert limits.limit_of("register").burst <= 100
    assert (over_the_api.status, over_the_api.body["params"]["bucket"]) == (429, "register")
    assert page.status_code == 429
    assert not Account.objects.filter(username=wanted["username"]).exists()


def test_one_address_holds_only_so_many_streams_whatever_its_accounts(settings: Settings) -> None:
    settings.STREAMS_PER_ADDRESS = 2
    limited = ConnectionLimits()

    with ExitStack() as held:
        for _ in range(2):
            held.enter_context(limited.hold("address:203.0.113.7"))
        with pytest.raises(Problem) as refusal, limited.hold("address:203.0.113.7"):
            pass

    assert refusal.value.params["bucket"] == "streams_per_address"
