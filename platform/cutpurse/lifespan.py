"""What a web process does beside its requests, from its start to its end."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.conf import settings

from agenda.sweeper import Sweeper
from cutpurse import environment, move_endpoint
from cutpurse.pulse import Pulse
from matches.presence import Recorder
from matches.reading_ahead import read_ahead

STREAMS = "streams"
"""The process that serves streams alone: nobody can move there, so it does not count as the web."""
READ_AHEAD_SECONDS = environment.whole("READ_AHEAD_SECONDS", 0)
"""How long a process may read matches before its first request."""
GC_OBJECTS = 20_000
"""How many new objects the garbage collector waits for; Python's own number is 700."""


@asynccontextmanager
async def lifespan(_application: object) -> AsyncIterator[None]:
    """Read ahead, record who is there, beat and sweep; in the end close the connections."""
    recorder, pulse, sweeper = Recorder(), Pulse(), Sweeper(sender=None)
    if READ_AHEAD_SECONDS and settings.PROCESS != STREAMS:
        await asyncio.to_thread(read_ahead, READ_AHEAD_SECONDS)
    _calm_collector()
    recorder.start()
    if settings.ONE_PROCESS:
        sweeper.start()
    if settings.PROCESS != STREAMS:
        await pulse.start()
    yield
    if settings.ONE_PROCESS:
        await asyncio.to_thread(sweeper.stop)
    recorder.stop()
    pulse.stop()
    await move_endpoint.close()


def _calm_collector() -> None:
    """Let the garbage collector leave alone what stays, and look at the rest less often.

    Moves make thousands of objects and hardly a cycle; each look stops all of them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_OBJECTS)
