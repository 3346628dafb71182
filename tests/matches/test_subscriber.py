"""Whoever listens for news stops listening when it is told to, wherever it stands."""

import asyncio

import pytest

from matches.live.subscriber import Subscriber

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
