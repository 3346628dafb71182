"""What a token is worth, what the database knows of it, and when it ends."""

import re
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import services, tokens
from accounts.models import Account, Token
from accounts.sql import TOKEN_VALID
from api.problems import Problem
from tests.callers import PASSWORD, Caller, new_key, new_name, new_player

pytestmark = pytest.mark.django_db


def an_account(**fields: object) -> Account:
    return Account.objects.create_user(new_name(), PASSWORD, **fields)


def issued(account: Account, *scopes: str, expires_in: int = 3600) -> services.Issued:
    return services.issue_token(
        account=account, name="", scopes=scopes or ("play",), expires_in=expires_in
    )


def header(secret: str) -> str:
    return f"Bearer {secret}"


def everything_stored() -> str:
    """Return all rows of all tables of accounts as one text."""
    with connection.cursor() as cursor:
        texts = []
        for table in ("account", "token", "idempotencyrecord", "ratebucket"):
            cursor.execute(f"SELECT t::text FROM accounts_{table} t")  # noqa: S608 - Of our own names.
            texts += [row[0] for row in cursor.fetchall()]
    return "\n".join(texts)


def test_a_token_has_256_bits_of_chance_and_a_prefix_that_scanners_find() -> None:
    account = an_account()

    secrets = {issued(account).secret for _ in range(50)}

    assert len(secrets) == 50
    assert all(re.fullmatch(r"cp_[A-Za-z0-9_-]{43}", secret) for secret in secrets)


def test_neither_token_nor_password_is_stored_with_or_without_a_key() -> None:
    name, key = new_name(), new_key()
    wanted = {"username": name, "password": PASSWORD}
    Caller().post("/accounts", wanted, key=key)
    first = Caller().post("/tokens", wanted, key=key).body["token"]
    second = Caller().post("/tokens", wanted).body["token"]

    stored = everything_stored()

    assert name in stored
    for secret in (first, second, PASSWORD):
        assert secret not in stored
        assert secret.encode().hex() not in stored


def test_the_digest_in_the_database_is_the_sha256_of_the_token() -> None:
    made = issued(an_account())

    assert bytes(made.token.digest) == tokens.digest_of(made.secret)
    assert made.secret.startswith(made.token.prefix)
    assert len(made.token.prefix) == 8


def test_a_token_of_a_key_needs_the_secret_key_of_the_site(settings: Settings) -> None:
    ids = {"account_id": UUID(int=1), "token_id": UUID(int=2)}
    here = services.reissued_secret(key="k" * 16, **ids)

    settings.SECRET_KEY = "another"

    assert services.reissued_secret(key="k" * 16, **ids) != here


def test_a_header_stands_for_the_account_and_its_scopes() -> None:
    account = an_account()
    secret = issued(account, "read", "bot").secret

    identity = tokens.authenticate(header(secret))

    assert identity.account_id == account.pk
    assert identity.username == account.username
    assert identity.scopes == {"read", "bot"}
    assert identity.actor == f"account:{account.pk}"


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        (None, "Send a token"),
        ("", "Send a token"),
        ("Basic cm9iaW46aG9vZA==", "must be `Bearer`"),
        ("Bearer", "malformed"),
        ("Bearer ", "malformed"),
        ("Bearer cp_short", "malformed"),
        ("Bearer xx_" + "a" * 43, "malformed"),
        ("Bearer cp_" + "a" * 43 + "\n", "malformed"),
        ("Bearer cp_" + "é" * 43, "malformed"),
        ("Bearer cp_" + "a" * 5000, "malformed"),
        ("Bearer cp_" + "a" * 43, "unknown"),
    ],
)
def test_a_header_that_stands_for_nobody_is_refused_helpfully(
    text: str | None, detail: str
) -> None:
    with pytest.raises(Problem, match=re.escape(detail)) as refusal:
        tokens.authenticate(text)

    assert refusal.value.code == "not_authenticated"
    assert refusal.value.headers["WWW-Authenticate"].startswith("Bearer")


def test_expired_revoked_and_closed_are_all_refused() -> None:
    account = an_account()
    expired, revoked, closed = (issued(account) for _ in range(3))
    past = timezone.now() - timedelta(seconds=1)
    Token.objects.filter(pk=expired.token.pk).update(
        created_at=past - timedelta(days=1), expires_at=past
    )
    services.revoke_token(account_id=account.pk, token_id=revoked.token.pk)

    expired_answer = Caller(expired.secret).get("/me")
    revoked_answer = Caller(revoked.secret).get("/me")
    Account.objects.filter(pk=account.pk).update(is_active=False)
    closed_answer = Caller(closed.secret).get("/me")

    assert expired_answer.body["detail"] == "The token has expired."
    assert revoked_answer.body["detail"] == "The token was revoked."
    assert closed_answer.body["detail"] == "The account is closed."
    for answer in (expired_answer, revoked_answer, closed_answer):
        assert (answer.status, answer.code) == (401, "not_authenticated")
        assert answer.header("WWW-Authenticate") == 'Bearer error="invalid_token"'


def test_a_forged_token_is_refused_on_an_open_address_too() -> None:
    answer = Caller("cp_" + "a" * 43).get("/problems")

    assert (answer.status, answer.code) == (401, "not_authenticated")


def test_a_session_does_not_authenticate_the_api(client: Client) -> None:
    client.force_login(an_account(is_staff=True, is_superuser=True))

    answer = client.get("/api/v1/me")

    assert answer.status_code == 401


def test_staff_scopes_are_for_staff_and_end_with_the_office() -> None:
    steward = an_account(is_staff=True)
    secret = issued(steward, "play", "ladder").secret

    in_office = tokens.authenticate(header(secret)).scopes
    Account.objects.filter(pk=steward.pk).update(is_staff=False)
    afterwards = tokens.authenticate(header(secret)).scopes

    assert in_office == {"play", "ladder"}
    assert afterwards == {"play"}


@pytest.mark.parametrize("scope", ["ladder", "admin"])
def test_a_player_gets_no_staff_scope(scope: str) -> None:
    name = new_name()
    new_player(name=name)

    answer = Caller().post(
        "/tokens", {"username": name, "password": PASSWORD, "scopes": ["play", scope]}
    )

    assert (answer.status, answer.code) == (403, "permission_denied")
    assert answer.body["params"] == {"scope": scope}


@pytest.mark.parametrize(
    ("seconds", "status"), [(59, 400), (60, 201), (31622400, 201), (31622401, 400)]
)
def test_a_token_lasts_between_a_minute_and_a_year(seconds: int, status: int) -> None:
    name = new_name()
    new_player(name=name)

    answer = Caller().post(
        "/tokens", {"username": name, "password": PASSWORD, "expires_in": seconds}
    )

    assert answer.status == status


def test_a_token_lasts_thirty_days_when_nothing_else_is_asked() -> None:
    token = Token.objects.get(pk=new_player().get("/me").body["token_id"])

    assert token.expires_at - token.created_at == timedelta(days=30)


def test_the_last_use_is_noted_once_a_minute() -> None:
    made = issued(an_account())
    token = Token.objects.filter(pk=made.token.pk)

    tokens.authenticate(header(made.secret))
    first = token.get().last_used_at
    tokens.authenticate(header(made.secret))
    within_the_minute = token.get().last_used_at
    token.update(last_used_at=timezone.now() - timedelta(seconds=61))
    tokens.authenticate(header(made.secret))

    last = token.get().last_used_at
    assert first
    assert within_the_minute == first
    assert last
    assert last > first


def commit_mode() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        return str(cursor.fetchone()[0])


def test_what_is_written_with_the_last_use_still_waits_for_the_disk() -> None:
    made = issued(an_account())
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = 'local'")

    tokens.authenticate(header(made.secret))

    assert Token.objects.get(pk=made.token.pk).last_used_at
    assert commit_mode() == "local"


def test_a_stranger_cannot_revoke_a_token_and_learns_nothing() -> None:
    robin, sheriff = new_player(), new_player("account")
    token_id = robin.get("/me").body["token_id"]

    foreign = sheriff.delete(f"/tokens/{token_id}")
    absent = sheriff.delete(f"/tokens/{UUID(int=7)}")

    assert (foreign.status, foreign.code) == (absent.status, absent.code) == (404, "not_found")
    assert foreign.body["detail"] == absent.body["detail"]
    assert robin.get("/me").status == 200


def test_a_token_may_end_itself_but_only_one_with_play_may_end_another() -> None:
    name = new_name()
    player = new_player("play", name=name)
    reader = Caller(
        Caller()
        .post("/tokens", {"username": name, "password": PASSWORD, "scopes": ["read"]})
        .body["token"]
    )
    player_id, reader_id = (caller.get("/me").body["token_id"] for caller in (player, reader))

    assert reader.delete(f"/tokens/{player_id}").code == "scope_missing"
    assert reader.delete(f"/tokens/{reader_id}").status == 204
    assert player.delete(f"/tokens/{player_id}").status == 204


def test_a_new_password_ends_the_tokens() -> None:
    account = an_account()
    secret = issued(account).secret

    account.set_password("quite another passphrase")
    account.save()

    with pytest.raises(Problem, match="revoked"):
        tokens.authenticate(header(secret))


def test_the_cache_knows_a_token_that_was_revoked_elsewhere_but_the_statement_does_not() -> None:
    account = an_account()
    made = issued(account)
    identity = tokens.cached_identity(header(made.secret))
    Token.objects.filter(pk=made.token.pk).update(revoked_at=timezone.now())

    still_cached = tokens.cached_identity(header(made.secret))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {TOKEN_VALID.format(digest='%s')}", [identity.token_digest])
        is_valid = cursor.fetchone()[0]

    assert still_cached == identity
    assert is_valid is False


def test_a_token_revoked_in_this_process_leaves_its_cache_at_once() -> None:
    account = an_account()
    made = issued(account)
    tokens.cached_identity(header(made.secret))

    services.revoke_token(account_id=account.pk, token_id=made.token.pk)

    with pytest.raises(Problem, match="revoked"):
        tokens.cached_identity(header(made.secret))


def test_a_statement_takes_a_token_that_stands() -> None:
    made = issued(an_account())

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {TOKEN_VALID.format(digest='%s')}", [bytes(made.token.digest)])

        assert cursor.fetchone()[0] is True
