"""Moves that are written many at a time: each once, none by halves, and whatever one of them is.

The tests give orders to a lane in a loop of their own; `Gate` holds its connection back until all
that shall share a transaction have come.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import connection
from msgspec import structs

from eventstore import pipeline, verification
from eventstore.pipeline import Answers, Pipeline, Statement
from matches import dealer
from matches.actors import Player
from matches.aggregate import CACHE
from matches.command_handler import CommandResult, PendingCommand, handle_pending
from matches.commit import CommandContext
from matches.events import KIND
from matches.move_batcher import MoveBatcher
from matches.services import moving
from tests.matches import tables, test_cache

pytestmark = pytest.mark.usefixtures("committed_db")

TOGETHER = 6


class Gate(Pipeline):
    """A pipeline that waits before its first batch, so that the second one holds all the others."""

    def __init__(self) -> None:
        super().__init__(pipeline.parameters())
        self.opened = asyncio.Event()

    def begin(self, batch: Sequence[Statement]) -> Coroutine[Any, Any, Answers]:
        """Keep a batch until the gate is open."""
        return self._kept(batch)

    async def _kept(self, batch: Sequence[Statement]) -> Answers:
        await self.opened.wait()
        return await super().begin(batch)


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


@pytest.fixture
def matches(players: list[Player]) -> list[UUID]:
    """Give matches whose states this process holds, each waiting for the first player."""
    begun = [tables.begun(players) for _ in range(TOGETHER)]
    for match_id in begun:
        tables.page(match_id, players[0])
    return begun


def order(
    match_id: UUID, player: Player, *, key: str | None = None, choice: int = 0
) -> PendingCommand:
    """Return the order for one of a player's legal moves."""
    seen = tables.page(match_id, player)
    command = CommandContext(player.actor, key or tables.new_key(), b"move", token=player.token)
    return moving.prepare_move(
        match_id, player, command, seen["legal_moves"][choice], seen["version"]
    )


def submitted(orders: Sequence[PendingCommand]) -> list[CommandResult | None]:
    """Give all orders to a lane at once; the first is written alone and the others together."""

    async def run() -> list[CommandResult | None]:
        gate = Gate()
        lane = MoveBatcher([gate])
        waiting = [asyncio.create_task(lane.submit(each)) for each in orders]
        await asyncio.sleep(0)
        gate.opened.set()
        try:
            return await asyncio.gather(*waiting)
        finally:
            await gate.close()

    return asyncio.run(run())


def transactions_of(matches: Sequence[UUID], version: int) -> int:
    """Return how many transactions have written the events of matches at a version."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(DISTINCT xmin::text) FROM eventstore_event"
            " WHERE stream_id = ANY(%s) AND version = %s",
            [list(matches), version],
        )
        row = cursor.fetchone()
    assert row is not None
    return int(row[0])


def test_moves_that_wait_for_the_database_together_share_a_transaction(
    matches: list[UUID], players: list[Player]
) -> None:
    orders = [order(match_id, players[0]) for match_id in matches]

    answers = submitted(orders)

    for match_id, given, answer in zip(matches, orders, answers, strict=True):
        assert answer is not None
        page = tables.page(match_id, players[0])
        assert tables.body(answer)["version"] == page["version"] == given.expected_version + 1
        assert tables.body(answer)["view"] == page["view"]
        assert verification.check(KIND, match_id) == []
    assert transactions_of(matches, orders[0].expected_version + 1) < TOGETHER


def test_a_key_that_was_used_takes_none_of_the_others_along(
    matches: list[UUID], players: list[Player]
) -> None:
    key = tables.new_key()
    matches = [*matches[:-1], tables.opened(players[0])]
    for player in players:
        tables.seat(matches[-1], player, **({"key": key} if player is players[0] else {}))
    orders = [order(match_id, players[0]) for match_id in matches[:-1]]
    orders.append(order(matches[-1], players[0], key=key))
    before = [each.expected_version for each in orders]

    answers = submitted(orders)

    assert answers[-1] is None
    for match_id, answer, version in zip(matches, answers, before, strict=True):
        moved = tables.page(match_id)["version"] - version
        assert moved == (answer is not None)
        assert verification.check(KIND, match_id) == []


def test_a_key_moves_in_several_matches_of_one_batch(
    matches: list[UUID], players: list[Player]
) -> None:
    key = tables.new_key()

    answers = submitted([order(match_id, players[0], key=key) for match_id in matches])

    assert None not in answers
    for match_id in matches:
        assert verification.check(KIND, match_id) == []


def test_of_two_moves_at_one_version_the_lane_takes_one(
    matches: list[UUID], players: list[Player]
) -> None:
    orders = [order(matches[0], players[0]), order(matches[0], players[0], choice=1)]

    answers = submitted(orders)

    assert [answer is None for answer in answers] == [False, True]
    assert tables.page(matches[0])["version"] == orders[0].expected_version + 1


def test_a_move_on_a_state_that_the_database_lost_is_not_written_and_takes_none_along(
    matches: list[UUID], players: list[Player]
) -> None:
    rewound = matches[0]
    with test_cache.lost_time(rewound):
        tables.next_move(rewound, players, Random(1))
        lost = order(rewound, players[1])
    with test_cache.another_process(rewound):
        tables.next_move(rewound, players, Random(2))
        current = order(rewound, players[1])
    orders = [order(match_id, players[0]) for match_id in matches[1:]]
    assert lost.expected_version == current.expected_version

    first, *answers = submitted([lost, *orders])

    assert first is None
    assert None not in answers
    assert tables.body(handle_pending(current))["version"] == current.expected_version + 1
    assert [verification.check(KIND, match_id) for match_id in matches] == [[]] * TOGETHER


def test_what_takes_more_than_memory_is_left_to_a_thread_with_nothing_done(
    matches: list[UUID], players: list[Player]
) -> None:
    forgotten, illegal, foreign, invalid = matches[:4]
    orders = [order(match_id, players[0]) for match_id in matches[:4]]
    seen = [tables.page(match_id)["version"] for match_id in matches[:4]]
    CACHE.entry(forgotten).forget()
    nonsense = {"type": "play", "card": "no card"}
    command = CommandContext(players[0].actor, tables.new_key(), b"move")
    orders[1] = moving.prepare_move(illegal, players[0], command, nonsense, seen[1])
    stranger = tables.people(1)[0]
    command = CommandContext(stranger.actor, tables.new_key(), b"move")
    orders[2] = moving.prepare_move(foreign, stranger, command, nonsense, seen[2])
    unknown = CommandContext(players[0].actor, tables.new_key(), b"move", token=b"no token")
    orders[3] = structs.replace(orders[3], match_id=invalid, command=unknown)

    assert submitted(orders) == [None] * 4

    assert [tables.page(match_id)["version"] for match_id in matches[:4]] == seen


def test_a_move_that_draws_takes_no_thread_once_the_process_has_opened_the_seed(
    players: list[Player],
) -> None:
    match = tables.begun(players[:2], game="second-story")
    rng, drawn = Random(2), 0
    dealer.read_seed.cache_clear()

    for _ in range(20):
        given = order_of_whoever_acts(match, players[:2], rng)
        (answer,) = submitted([given])
        if answer is None:
            handle_pending(given)
            assert not drawn, "the seed is opened once"
            drawn += 1

    assert drawn == 1
    assert verification.check(KIND, match) == []


def order_of_whoever_acts(match_id: UUID, players: Sequence[Player], rng: Random) -> PendingCommand:
    """Return the order for a random move of the player who has to act."""
    for player in players:
        if moves := tables.page(match_id, player)["legal_moves"]:
            return order(match_id, player, choice=rng.randrange(len(moves)))
    message = "nobody has to act"
    raise AssertionError(message)


async def hang_up(name: str) -> None:
    """Have the database end the connections of an application name."""
    options = {**pipeline.parameters(), "autocommit": True}
    async with await psycopg.AsyncConnection.connect(**options) as other:
        await other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
            [name],
        )


def test_a_lost_connection_loses_no_move_and_doubles_none(
    matches: list[UUID], players: list[Player]
) -> None:
    orders = [order(match_id, players[0]) for match_id in matches]

    async def run() -> list[CommandResult | None]:
        writer = Pipeline({**pipeline.parameters(), "application_name": name})
        lane = MoveBatcher([writer])
        first = await lane.submit(orders[0])
        await hang_up(name)
        rest = await asyncio.gather(*(lane.submit(each) for each in orders[1:]))
        again = await lane.submit(order_again)
        await writer.close()
        return [first, *rest, again]

    name = f"lane-{tables.new_key()}"
    order_again = order(tables.begun(players), players[0])
    answers = asyncio.run(run())

    assert answers[0] is not None
    assert answers[-1] is not None, "the next batch has a connection again"
    for given, answer in zip(orders, answers[:-1], strict=True):
        repeated = handle_pending(given)
        assert tables.body(repeated)["version"] == given.expected_version + 1
        assert repeated.replayed == (answer is not None)
        assert verification.check(KIND, given.match_id) == []
