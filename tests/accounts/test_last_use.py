"""When a token was last used is noted by a transaction of its own, which waits for no disk."""

import pytest
from django.db import connection

from accounts import tokens
from accounts.models import Token
from tests.accounts.test_tokens import an_account, commit_mode, header, issued

pytestmark = pytest.mark.usefixtures("committed_db")


def test_noting_the_last_use_by_itself_changes_nothing_for_what_comes_after() -> None:
    made = issued(an_account())
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = 'local'")

    tokens.authenticate(header(made.secret))

    assert Token.objects.get(pk=made.token.pk).last_used_at
    assert commit_mode() == "local"
    connection.close()
