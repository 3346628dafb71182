"""The one door for names and passwords: what guessing costs, and whom it costs nothing."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts import hashing, services
from accounts.models import Account
from api import limits
from api.problems import Problem
from tests.callers import PASSWORD, Caller, new_name
from tests.web.visitors import member, text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"
WRONG = "not the passphrase"
NEW = "quite another passphrase"
Door = Callable[[Client, str, str, str], int]


@pytest.fixture(autouse=True)
def _few_tries(settings: Settings) -> Iterator[None]:
    limits.reset()
    settings.LIMITS = {
        "login": "1/hour burst 5",
        "login_address": "1/hour burst 12",
        "password": "1/hour burst 3",
    }
    yield
    limits.reset()


def at_the_page(browser: Client, name: str, password: str, address: str) -> int:
    said = {"username": name, "password": password}
    return browser.post("/sign-in", said, REMOTE_ADDR=address).status_code


def at_the_admin(browser: Client, name: str, password: str, address: str) -> int:
    said = {"username": name, "password": password}
    return browser.post("/admin/login/", said, REMOTE_ADDR=address).status_code


def at_the_api(_browser: Client, name: str, password: str, address: str) -> int:
    return Caller(address=address).post("/tokens", {"username": name, "password": password}).status


every_door = pytest.mark.parametrize("door", [at_the_page, at_the_admin, at_the_api])


def victim() -> str:
    name = new_name()
    account = services.register(username=name, password=PASSWORD)
    Account.objects.filter(pk=account.pk).update(is_staff=True)
    return name


@every_door
def test_bad_passwords_lock_a_name_for_that_address_at_every_door(door: Door) -> None:
    name = victim()

    bad = [door(Client(), name, WRONG, HOME) for _ in range(5)]

    assert 429 not in bad
    for other in (at_the_page, at_the_admin, at_the_api):
        assert other(Client(), name, PASSWORD, HOME) == 429
        assert other(Client(), name.upper(), PASSWORD, HOME) == 429
    assert door(Client(), name, PASSWORD, ELSEWHERE) in {201, 302}


@every_door
def test_one_address_tries_no_more_names_at_the_page_than_at_the_api(door: Door) -> None:
    tried = [door(Client(), new_name(), WRONG, HOME) for _ in range(12)]

    assert 429 not in tried
    assert at_the_page(Client(), new_name(), WRONG, HOME) == 429
    assert at_the_api(Client(), new_name(), WRONG, HOME) == 429


@every_door
def test_all_addresses_of_one_ipv6_network_are_one(door: Door) -> None:
    name = victim()

    bad = [door(Client(), name, WRONG, f"2001:db8:1:2::{number}") for number in range(1, 6)]

    assert 429 not in bad
    assert door(Client(), name, PASSWORD, "2001:db8:1:2:ffff::1") == 429
    assert door(Client(), name, PASSWORD, "2001:db8:1:3::1") in {201, 302}


@pytest.mark.more
def test_guesses_from_everywhere_lock_nobody_out() -> None:
    name = victim()
    for number in range(1, 60):
        at_the_page(Client(), name, WRONG, f"192.0.2.{number}")

    assert at_the_page(Client(), name, PASSWORD, HOME) == 302


def test_who_guesses_from_the_same_address_does_not_lock_out_a_browser_that_was_in() -> None:
    name, browser = victim(), Client()
    assert at_the_page(browser, name, PASSWORD, HOME) == 302
    browser.post("/sign-out")
    for _ in range(20):
        at_the_page(Client(), name, WRONG, HOME)

    assert at_the_page(Client(), name, PASSWORD, HOME) == 429
    assert at_the_page(browser, name, PASSWORD, HOME) == 302


def test_a_browser_that_was_in_may_not_guess_for_ever_and_at_no_other_name() -> None:
    name, other, browser = victim(), victim(), Client()
    at_the_page(browser, name, PASSWORD, HOME)
    browser.post("/sign-out")
    for _ in range(5):
        at_the_page(Client(), other, WRONG, HOME)

    assert at_the_page(browser, other, PASSWORD, HOME) == 429
    assert [at_the_page(browser, name, WRONG, HOME) for _ in range(6)][-1] == 429


def test_a_new_password_makes_other_browsers_strangers_again() -> None:
    name, here, stolen = victim(), Client(), Client()
    for browser in (here, stolen):
        at_the_page(browser, name, PASSWORD, HOME)
    said = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert here.post("/account/password", said).status_code == 302
    here.post("/sign-out")
    for _ in range(6):
        at_the_page(Client(), name, WRONG, HOME)

    assert at_the_page(stolen, name, NEW, HOME) == 429
    assert at_the_page(here, name, NEW, HOME) == 302


def test_a_forged_cookie_is_no_browser_that_was_in() -> None:
    name, browser = victim(), Client()
    at_the_page(browser, name, PASSWORD, HOME)
    cookie = browser.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    for _ in range(6):
        at_the_page(Client(), name, WRONG, HOME)
    forged = Client()
    forged.cookies["device"] = f"{cookie.value[:-1]}{'A' if cookie.value[-1] != 'A' else 'B'}"

    assert at_the_page(forged, name, PASSWORD, HOME) == 429


def test_the_page_of_a_locked_name_says_what_still_works() -> None:
    name = victim()
    for _ in range(5):
        at_the_page(Client(), name, WRONG, HOME)

    answer = Client().post("/sign-in", {"username": name, "password": PASSWORD}, REMOTE_ADDR=HOME)

    assert "signed in before" in text(answer)
    assert int(answer["Retry-After"]) > 60


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("/account/password", {"old_password": WRONG, "new_password1": NEW, "new_password2": NEW}),
        ("/account/delete", {"password": WRONG}),
    ],
)
def test_the_own_password_is_not_guessed_by_who_has_stolen_a_session(
    page: str, said: dict[str, str]
) -> None:
    thief, account = member()
    owner = Client()
    owner.force_login(account, "django.contrib.auth.backends.ModelBackend")

    tried = [thief.post(page, said).status_code for _ in range(4)]

    assert tried[-1] == 429
    assert 429 not in tried[:3]
    assert owner.post(page, said).status_code != 429


def test_nobody_fills_somebodys_mailbox_with_links() -> None:
    address = f"{new_name()}@example.org"
    member(email=address)

    for number in range(8):
        answer = Client().post("/forgotten", {"email": address}, REMOTE_ADDR=f"192.0.2.{number}")
        assert answer.status_code == 200

    assert len([each for each in mail.outbox if each.to == [address]]) <= 4


def test_as_many_passwords_are_checked_as_there_are_places_and_no_more() -> None:
    pool, go = hashing.Pool(workers=1, waiting=2), threading.Event()
    at_once: list[int] = []

    def work() -> str:
        at_once.append(1)
        go.wait()
        return "hash"

    with ThreadPoolExecutor(4) as others:
        running = [others.submit(pool.run, work) for _ in range(3)]
        time.sleep(0.5)  # Until all three have their places.
        with pytest.raises(Problem) as refusal:
            pool.run(work)
        known = others.submit(_known, pool, work)
        begun = len(at_once)
        go.set()

        assert [each.result() for each in [*running, known]] == ["hash"] * 4
    assert begun == 1
    assert (refusal.value.status, refusal.value.headers) == (503, {"Retry-After": "2"})


def _known(pool: hashing.Pool, work: Callable[[], str]) -> str:
    with hashing.known():
        return pool.run(work)


@pytest.mark.more
def test_the_pool_reads_and_writes_what_django_does() -> None:
    pooled, plain = hashing.PooledHasher(), PBKDF2PasswordHasher()

    assert pooled.verify(PASSWORD, plain.encode(PASSWORD, "salt" * 6))
    assert plain.verify(PASSWORD, pooled.encode(PASSWORD, "salt" * 6))
