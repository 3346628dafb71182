"""Moves that one statement writes leave what they would have left one by one."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import services as accounts
from accounts import tokens
from accounts.models import Account, Token
from agenda.models import DueRow
from eventstore import streams, verification
from eventstore.memory import Entry
from eventstore.models import Event
from eventstore.pipeline import Statement
from matches import batch_sql
from matches.actors import Player
from matches.aggregate import MATCH
from matches.commit import CLOCK, CommandContext, PendingWrite
from matches.events import KIND
from matches.models import Match
from matches.services import moving
from matches.state import Status
from tests.matches import tables

pytestmark = pytest.mark.django_db

ROW = ("version", "status", "to_act", "deadline", "head_hash", "updated_at", "result")
EVENT = (
    *("version", "type", "schema", "body", "actor", "key", "fingerprint", "recorded_at", "hash"),
    *("chain", "salt", "by"),
)


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def judged(match_id: UUID, player: Player, *, token: bytes | None = None) -> PendingWrite:
    """Return what writes the player's first legal move."""
    seen = tables.page(match_id, player)
    command = CommandContext(
        player.actor, f"key-{match_id}-{seen['version']}", b"move", token=token
    )
    order = moving.prepare_move(match_id, player, command, seen["legal_moves"][0], seen["version"])
    state = Entry(MATCH, match_id).current()
    work = MATCH.begin(state, command, datetime.now(UTC))
    order.decide(state, work)
    writing, _ = work.build_write()
    return writing


def written(statements: Sequence[Statement]) -> set[UUID]:
    """Carry the statements out, and return the matches that have moved."""
    moved: set[UUID] = set()
    for statement, parameters in statements:
        with streams.raw_cursor() as cursor:
            cursor.execute(statement, parameters)
            moved |= {row[0] for row in cursor.fetchall()}
    return moved


def left(match_id: UUID, version: int) -> list[Any]:
    """Return all that a command has left in the database, from the event of a version on."""
    return [
        Match.objects.values(*ROW).get(pk=match_id),
        list(Event.objects.filter(stream_id=match_id, version__gte=version).values(*EVENT)),
        list(DueRow.objects.filter(subject=match_id, kind=CLOCK).values("due_at", "version")),
    ]


def play_to_the_end_of_a_trick(match_id: UUID, players: Sequence[Player]) -> None:
    """Play until the next card completes a trick, which sets more than one event off."""
    rng = Random(1)
    while len(tables.page(match_id)["view"]["trick"]) < len(players) - 1:
        tables.next_move(match_id, players, rng)


def to_move(match_id: UUID, players: Sequence[Player]) -> Player:
    seats: list[int] = tables.page(match_id)["to_act"]
    return players[seats[0]]


@pytest.mark.parametrize("clock", [None, {"per_move": 60}, {"per_move": 60, "bank": 600}])
def test_one_statement_for_many_leaves_the_same_as_one_for_each(
    players: list[Player], clock: dict[str, int] | None
) -> None:
    matches = sorted(tables.begun(players, clock=clock) for _ in range(4))
    play_to_the_end_of_a_trick(matches[0], players)
    writings = [judged(each, to_move(each, players)) for each in matches]
    assert len(writings[0].events) > 1, "a trick is taken"
    assert all(writing.is_plain for writing in writings)
    kept: list[list[Any]] = []

    for way in (batch_sql.statements(writings), [each.statement() for each in writings]):
        point = transaction.savepoint()
        assert written(way) == set(matches)
        kept.append([left(each.match_id, each.before + 1) for each in writings])
        assert [verification.check(KIND, each) for each in matches] == [[]] * 4
        transaction.savepoint_rollback(point)

    assert len(batch_sql.statements(writings)) == 1
    assert kept[0] == kept[1]


def test_only_matches_at_the_version_that_was_judged_are_moved(players: list[Player]) -> None:
    late, due = (tables.begun(players) for _ in range(2))
    writings = [judged(each, players[0]) for each in (late, due)]
    tables.next_move(late, players, Random(1))
    before = left(late, 1)

    assert written(batch_sql.statements(writings)) == {due}
    assert left(late, 1) == before


def test_of_eight_moves_in_a_batch_one_judged_on_a_lost_history_is_left_out(
    players: list[Player],
) -> None:
    rewound, *others = matches = [tables.begun(players) for _ in range(8)]
    with transaction.atomic():
        tables.next_move(rewound, players, Random(1))
        lost = judged(rewound, players[1])
        transaction.set_rollback(True)
    tables.next_move(rewound, players, Random(2))
    writings = [lost, *(judged(each, players[0]) for each in others)]
    before = left(rewound, 1)
    assert lost.before == Match.objects.get(pk=rewound).version

    assert written([lost.statement()]) == set()
    assert written(batch_sql.statements(writings)) == set(others)
    assert left(rewound, 1) == before
    assert [verification.check(KIND, each) for each in matches] == [[]] * 8


def test_a_token_that_was_revoked_moves_nothing_and_takes_none_along(
    players: list[Player],
) -> None:
    account = Account.objects.get(pk=players[0].account)
    issued = [accounts.issue_token(account=account, name="a", scopes=("play",)) for _ in range(2)]
    digests = [tokens.digest_of(each.secret) for each in issued]
    matches = [tables.begun(players) for _ in range(3)]
    writings = [
        judged(match_id, players[0], token=token)
        for match_id, token in zip(matches, (*digests, b"unknown"), strict=True)
    ]
    Token.objects.filter(digest=digests[0]).update(revoked_at=timezone.now())

    assert written(batch_sql.statements(writings)) == {matches[1]}


def test_a_move_that_ends_a_match_is_written_by_itself(players: list[Player]) -> None:
    ended, other = (tables.begun(players, options={"rounds": 1}) for _ in range(2))
    rng = Random(1)
    while not is_last_card(ended):
        tables.next_move(ended, players, rng)
    writings = [judged(each, to_move(each, players)) for each in (ended, other)]

    assert [each.is_plain for each in writings] == [False, True]
    assert len(batch_sql.statements(writings)) == 2
    assert written(batch_sql.statements(writings)) == {ended, other}
    assert Match.objects.get(pk=ended).status == Status.FINISHED


def is_last_card(match_id: UUID) -> bool:
    sizes: list[int] = tables.page(match_id)["view"]["hand_sizes"]
    return sum(sizes) == 1
