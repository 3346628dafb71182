"""Live streams over HTTP: they end with their answer, however it ends."""

import asyncio
from collections.abc import AsyncGenerator, MutableMapping
from typing import Any

import pytest

from cutpurse.stream_endpoints import LiveResponse


@pytest.mark.parametrize("is_reading", [True, False])
def test_a_stream_ends_at_once_when_its_client_leaves(*, is_reading: bool) -> None:
    sent, has_ended = asyncio.run(asyncio.wait_for(leave("GET", is_reading=is_reading), 5))

    assert has_ended
    assert sent[1]["body"] == b"first"


def test_a_stream_that_is_asked_for_its_head_ends_at_once() -> None:
    sent, has_ended = asyncio.run(asyncio.wait_for(leave("HEAD", is_reading=True), 5))

    assert has_ended
    assert dict(sent[0]["headers"])[b"content-type"] == b"text/event-stream"
    assert [message.get("body") for message in sent[1:]] == [None]


async def leave(method: str, *, is_reading: bool) -> tuple[list[MutableMapping[str, Any]], bool]:
    """Leave an endless stream once its first part has been sent, or while that is being sent.

    Return what was sent, and whether the stream had ended when its answer had.
    """
    sent: list[MutableMapping[str, Any]] = []
    ended: list[bool] = []
    has_begun = asyncio.Event()

    async def receive() -> MutableMapping[str, Any]:
        await has_begun.wait()
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)
        if message["type"] == "http.response.body":
            has_begun.set()
            if not is_reading:
                await asyncio.Event().wait()

    async def stream() -> AsyncGenerator[bytes, None]:
        try:
            yield b"first"
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    parts = stream()
    response = LiveResponse(await anext(parts), parts, "text/event-stream")
    await response({"type": "http", "method": method}, receive, send)
    return sent, bool(ended)
