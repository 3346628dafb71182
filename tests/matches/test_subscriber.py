"""Whoever waits for news stops waiting when it is told to, wherever it stands."""

import asyncio
from uuid import uuid4

import pytest

from matches.account_feed import AccountFeed
from matches.live.subscriber import Subscriber
from matches.live.wakeups import WakeupQueue

pytestmark = pytest.mark.usefixtures("running_servers")

STEPS = 40
"""Steps of the loop that are more than it takes to be subscribed."""
PATIENCE_S = 2.0


async def left_after_cancelling(steps: int) -> int:
    """Return how many tasks live on that are cancelled so many steps after a subscription."""
    Subscriber("cancelled", lambda _name, _said: None).subscribe("anything")
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for _ in range(steps):
        await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    _, pending = await asyncio.wait(tasks, timeout=PATIENCE_S)
    return len(pending)


@pytest.mark.parametrize("steps", range(STEPS))
def test_a_cancellation_ends_it_also_while_it_connects(steps: int) -> None:
    assert asyncio.run(left_after_cancelling(steps)) == 0


async def taken_after_cancelling(steps: int) -> bool:
    """Return whether a wait ends in a cancellation that comes so many steps after news."""
    queue = WakeupQueue(AccountFeed())
    waiting = asyncio.create_task(queue.take(PATIENCE_S))
    for _ in range(STEPS):
        await asyncio.sleep(0)
    queue.put(uuid4())
    for _ in range(steps):
        await asyncio.sleep(0)
    was_done = waiting.done()
    waiting.cancel()
    await asyncio.wait([waiting])
    return was_done or waiting.cancelled()


@pytest.mark.parametrize("steps", range(6))
def test_a_cancellation_is_not_lost_to_news_of_the_same_moment(steps: int) -> None:
    assert asyncio.run(taken_after_cancelling(steps))
