"""What onlookers of one match are told: read once for all of them, and never late."""

import asyncio
from typing import Any

import pytest

from api.problems import Problem
from eventstore.events import Point
from games.messages import Message
from matches.live.frames import Ndjson, ServerSentEvents
from matches.live.updates import SharedUpdates, Updates
from matches.selectors import History


def event(version: int, kind: str = "card_played") -> dict[str, Any]:
    return {"version": version, "type": kind, "data": {}, "at": "", "hash": None}


def news(*events: dict[str, Any], is_over: bool = False, clocks: Any = None) -> Updates:
    point = Point(events[-1]["version"] if events else 3)
    return Updates(History(is_over, list(events), clocks, point))


class Reader:
    """Reads news when it is let, and counts how often it was asked."""

    def __init__(self, *results: Updates | Problem) -> None:
        self.results = list(results)
        self.times = 0
        self.go = asyncio.Event()

    async def __call__(self) -> Updates:
        self.times += 1
        await self.go.wait()
        result = self.results.pop(0)
        if isinstance(result, Problem):
            raise result
        return result


def test_news_are_every_event_and_then_the_clocks_in_each_form() -> None:
    told = news(event(4), event(5), clocks={"bank": 3})

    as_events = told.written(ServerSentEvents()).decode()
    as_lines = told.written(Ndjson()).decode()

    assert [line for line in as_events.splitlines() if line.startswith(("id", "event"))] == [
        *("id: 4", "event: card_played"),
        *("id: 5", "event: card_played"),
        *("id: 5", "event: clock"),
    ]
    assert len(as_lines.splitlines()) == 3
    assert told.point.version == 5


def test_no_news_are_no_bytes() -> None:
    assert news().written(Ndjson()) == b""


@pytest.mark.parametrize(
    ("kind", "moves_seats"),
    [
        ("seat_taken", True),
        ("seat_replaced", True),
        ("seat_timed_out", False),
        ("card_played", False),
    ],
)
def test_news_say_whether_anybody_may_have_got_a_seat(kind: str, *, moves_seats: bool) -> None:
    assert news(event(4), event(5, kind)).moves_seats is moves_seats


def test_all_who_ask_after_a_version_share_one_reading() -> None:
    async def run() -> None:
        shared, reader = SharedUpdates(), Reader(news(event(4)))
        asking = [asyncio.create_task(shared.after(Point(3), reader)) for _ in range(50)]
        await asyncio.sleep(0)
        asking.pop().cancel()
        reader.go.set()

        told = await asyncio.gather(*asking)

        assert reader.times == 1
        assert len(set(map(id, told))) == 1

    asyncio.run(run())


def test_what_was_told_a_move_ago_is_read_anew() -> None:
    async def run() -> None:
        shared, reader = SharedUpdates(), Reader(news(event(4)), news(event(4), event(5)))
        reader.go.set()
        early = await shared.after(Point(3), reader)
        shared.forget()
        late = await shared.after(Point(3), reader)

        assert (early.point.version, late.point.version) == (4, 5)

    asyncio.run(run())


def test_who_was_told_another_event_of_the_same_version_reads_for_itself() -> None:
    async def run() -> None:
        shared, reader = SharedUpdates(), Reader(news(event(4)), news(event(5)))
        reader.go.set()
        told = [await shared.after(Point(3, digest), reader) for digest in (b"lost", b"found")]

        assert [each.point.version for each in told] == [4, 5]

    asyncio.run(run())


def test_a_reading_that_failed_is_tried_again() -> None:
    async def run() -> None:
        away = Problem("unavailable", Message("The database does not answer."))
        shared, reader = SharedUpdates(), Reader(away, news(event(4)))
        reader.go.set()
        with pytest.raises(Problem):
            await shared.after(Point(3), reader)

        assert (await shared.after(Point(3), reader)).point.version == 4

    asyncio.run(run())
