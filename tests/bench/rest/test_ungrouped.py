"""What the group commit is measured against does write every move by itself."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import nullcontext
from typing import Any

import pytest

from eventstore import pipeline
from eventstore.pipeline import Answers, Pipeline, Statement
from matches.actors import Player
from matches.command_handler import CommandResult, PendingCommand
from matches.commit import CommandContext
from matches.move_batcher import MoveBatcher
from matches.services import moving
from tests.bench.rest.ungrouped import ungrouped
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

MOVES = 6


class Counting(Pipeline):
    """A pipeline that counts its transactions."""

    def __init__(self) -> None:
        super().__init__(pipeline.parameters())
        self.transactions = 0

    def begin(self, batch: Sequence[Statement]) -> Coroutine[Any, Any, Answers]:
        """Count a batch and send it."""
        self.transactions += 1
        return super().begin(batch)


@pytest.fixture
def orders() -> list[PendingCommand]:
    """Give a move in each of some matches whose states this process holds."""
    players = tables.people(3)
    return [_order(players) for _ in range(MOVES)]


def _order(players: list[Player]) -> PendingCommand:
    match_id, first = tables.begun(players), players[0]
    seen = tables.page(match_id, first)
    command = CommandContext(first.actor, tables.new_key(), b"move")
    return moving.prepare_move(match_id, first, command, seen["legal_moves"][0], seen["version"])


def written(orders: Sequence[PendingCommand]) -> tuple[list[CommandResult | None], int]:
    """Return what moves that come at once are answered, and in how many transactions."""

    async def run() -> tuple[list[CommandResult | None], int]:
        counting = Counting()
        batcher = MoveBatcher([counting])
        try:
            answers = await asyncio.gather(*(batcher.submit(each) for each in orders))
        finally:
            await counting.close()
        return answers, counting.transactions

    return asyncio.run(run())


@pytest.mark.parametrize(("how", "transactions"), [("", 1), ("alone", MOVES), ("threads", 0)])
def test_each_move_has_a_transaction_of_its_own_or_goes_to_a_thread(
    orders: list[PendingCommand], how: str, transactions: int
) -> None:
    with ungrouped(how) if how else nullcontext():
        answers, counted = written(orders)

    assert counted == transactions
    assert all((answer is None) == (how == "threads") for answer in answers)
