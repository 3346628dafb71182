"""A token that was revoked elsewhere, while this process still had it in its cache."""

from typing import Any

import pytest
from django.utils import timezone

from accounts import tokens
from accounts.models import Token
from api.problems import Problem
from tests.callers import Answer, Caller, new_key, new_player

pytestmark = pytest.mark.django_db


def post_move(player: Caller, match: str, move: Any, version: int, key: str) -> Answer:
    body = {"expected_version": version, "move": move}
    return player.post(f"/matches/{match}/moves", body, key=key)


def seated() -> tuple[Caller, str, dict[str, Any]]:
    """Return a player whose turn it is, the match, and what the player sees."""
    player, *others = (new_player("play") for _ in range(3))
    match = player.post("/matches", {"game": "stick-em", "seats": 3}).body["id"]
    for each in (player, *others):
        each.post(f"/matches/{match}/seats", {})
    return player, match, player.get(f"/matches/{match}").body


def revoke_elsewhere(player: Caller) -> None:
    digest = tokens.digest_of(player.token)
    Token.objects.filter(digest=digest).update(revoked_at=timezone.now())


def test_a_revoked_token_does_not_get_its_own_first_answer_again() -> None:
    player, match, seen = seated()
    key = new_key()
    asked = (player, match, seen["legal_moves"][0], seen["version"], key)
    assert post_move(*asked).status == 201
    assert post_move(*asked).header("Idempotency-Replayed") == "true"

    revoke_elsewhere(player)
    answer = post_move(*asked)

    assert (answer.status, answer.code) == (401, "not_authenticated")
    assert answer.body["detail"] == "The token was revoked."


@pytest.mark.parametrize("attempt", ["legal", "illegal", "late"])
def test_a_revoked_token_learns_nothing_and_is_forgotten(attempt: str) -> None:
    player, match, seen = seated()
    assert post_move(player, match, {}, seen["version"], new_key()).code == "illegal_move"
    header = f"Bearer {player.token}"
    assert tokens.cached_identity(header)
    revoke_elsewhere(player)
    assert tokens.cached_identity(header)

    move = {} if attempt == "illegal" else seen["legal_moves"][0]
    version = seen["version"] - (attempt == "late")
    answer = post_move(player, match, move, version, new_key())

    assert answer.code == "not_authenticated"
    with pytest.raises(Problem):
        tokens.cached_identity(header)
