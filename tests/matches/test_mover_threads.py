"""The threads that let moves in keep connections of their own, which may die while they rest."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from accounts import tokens
from accounts.models import Account
from accounts.services import issue_token
from matches.api import moves
from matches.move_batcher import MoveBatcher
from tests.matches.tables import people

pytestmark = pytest.mark.usefixtures("committed_db")


def session() -> int:
    """Return what PostgreSQL knows this thread's connection by."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_a_thread_whose_session_was_ended_lets_moves_in_again() -> None:
    (ann,) = people(1)
    secret = issue_token(
        account=Account.objects.get(pk=ann.account), name="test", scopes=["play"]
    ).secret
    headers = {
        "authorization": f"Bearer {secret}",
        "content-type": "application/json",
        "idempotency-key": "k" * 16,
    }
    body = b'{"expected_version": 1, "move": {"type": "play_card"}}'

    with ThreadPoolExecutor(1) as mover:

        def status() -> int:
            """Make a move at a match that there is not, with a token that must be looked up."""
            tokens.forget(sha256(secret.encode()).digest())
            moved = moves.answer_fast(MoveBatcher([]), mover, uuid4(), headers, body)
            return asyncio.run(moved).status

        assert status() == 404
        with psycopg.connect(settings.DATABASE_URL, autocommit=True) as other:
            ended = mover.submit(session).result()
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [ended])

        assert status() == 503
        assert status() == 404
        mover.submit(lambda: connection.close()).result()  # noqa: PLW0108 - The thread's own.
