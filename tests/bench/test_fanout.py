"""The benchmark of the fan-out: that it hears every event, and cries when one is missing."""

import asyncio
from itertools import islice
from urllib.parse import urlsplit

import pytest

from tests.bench import fanout
from tests.bench.rest import plays, tables
from tests.bench.watching import Arrival, Sent, Viewer, delays_of

pytestmark = pytest.mark.more


@pytest.mark.usefixtures("committed_db")
def test_every_event_of_every_move_is_timed_for_every_viewer(site: str) -> None:
    parts = urlsplit(site)
    table = tables.table("stick-em", tables.people(3))
    steps = list(islice(plays.steps(table, 1), 4))

    address = (str(parts.hostname), int(parts.port or 0))
    delays = asyncio.run(fanout.watched(address, table.match_id, steps, viewers=12))

    assert len(delays) % 12 == 0
    assert len(delays) >= 12 * len(steps)
    assert all(0 < delay < 60 for delay in delays)


def viewer(*versions: int) -> Viewer:
    """Return a viewer to whom events came, one each second."""
    made = Viewer(b"")
    made.content += b"HTTP/1.1 200 OK\r\n\r\n"
    for second, version in enumerate(versions, start=1):
        made.content += b"\nid: %d\nevent: card_played\ndata: {}\n\n" % version
        made.arrivals.append(Arrival(float(second), len(made.content)))
    return made


def test_a_delay_runs_from_the_move_that_led_to_the_event() -> None:
    sent = [Sent(0.5, 4), Sent(2.5, 6)]

    delays = delays_of([viewer(3, 4, 5, 6)], sent)

    assert delays == [0.5, 1.5, 0.5, 1.5]


@pytest.mark.parametrize("versions", [(3, 4, 6), (3, 5, 4, 6), (3, 4, 5)])
def test_a_viewer_who_misses_an_event_or_gets_it_out_of_order_fails_the_measurement(
    versions: tuple[int, ...],
) -> None:
    with pytest.raises(AssertionError, match="instead of"):
        delays_of([viewer(*versions)], [Sent(0.5, 4), Sent(2.5, 6)])
