"""The load generator: a process of its own that costs as little as it can beside the servers.

It sends prepared requests over keep-alive connections and only looks whether an answer says 201 and
names the version that the move had to lead to.
"""

import math
import re
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import perf_counter
from typing import NamedTuple

from tests.bench.rest.plays import Step

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
HEAD_END = b"\r\n\r\n"
LAST_CHUNK = b"\r\n0\r\n\r\n"
"""How a body ends that comes without its length."""
BYTES_AT_ONCE = 1 << 16
ANSWER_SECONDS_MAX = 30.0


class Outcome(NamedTuple):
    """What a slice of load has brought."""

    accepted: int
    seconds: float
    latencies: list[float]
    """Of each accepted move, in seconds."""
    left: int
    """Moves that the shortest lane still has."""

    @property
    def rate(self) -> float:
        """Accepted moves per second."""
        return self.accepted / self.seconds


class RefusedError(AssertionError):
    """An answer was not what the move had to bring."""


class Lane:
    """Matches whose moves are made one at a time, each player's over a connection of its own.

    So the moves of a match come to all processes of a server, as they do in earnest.
    """

    def __init__(self, address: tuple[str, int]) -> None:
        self.steps: list[Step] = []
        self.position = 0
        self.sent_at = 0.0
        self._address = address
        self._sockets: list[socket.socket] = []
        self._buffer = bytearray()

    @property
    def left(self) -> int:
        """How many moves have not been sent."""
        return len(self.steps) - self.position

    def connect(self) -> list[socket.socket]:
        """Open the connections and return them; servers close those that idle."""
        seats = 1 + max(step.seat for step in self.steps)
        self._sockets = [socket.create_connection(self._address) for _ in range(seats)]
        for each in self._sockets:
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._sockets

    def close(self) -> None:
        """Close the connections."""
        for each in self._sockets:
            each.close()

    def send(self) -> None:
        """Send the next move."""
        step = self.steps[self.position]
        self.position += 1
        self.sent_at = perf_counter()
        self._sockets[step.seat].sendall(step.request)

    def receive(self) -> bool:
        """Read what has come, and return whether the answer is whole.

        Raises RefusedError when it is not the one expected.
        """
        step = self.steps[self.position - 1]
        received = self._sockets[step.seat].recv(BYTES_AT_ONCE)
        if not received:
            raise RefusedError("the server has closed the connection")
        buffer = self._buffer
        buffer += received
        end = buffer.find(HEAD_END)
        if end < 0:
            return False
        length = LENGTH.search(buffer, 0, end)
        if length is None and not buffer.endswith(LAST_CHUNK):
            return False
        if length is not None and len(buffer) < end + len(HEAD_END) + int(length[1]):
            return False
        if not buffer.startswith(b"HTTP/1.1 201") or step.proof not in buffer:
            message = f"{step.request.decode()}\nwas answered\n{buffer.decode()}"
            raise RefusedError(message)
        buffer.clear()
        return True


def drive(lanes: list[Lane], seconds: float) -> Outcome:
    """Keep one move in flight on every lane for some time, or until one lane has no more.

    For an infinite time: until no lane has any more.
    """
    if not all(lane.left for lane in lanes):
        raise RefusedError("no moves are left to be sent: more matches must be prepared")
    latencies: list[float] = []
    with selectors.DefaultSelector() as selector:
        for lane in lanes:
            for each in lane.connect():
                selector.register(each, selectors.EVENT_READ, lane)
        begun = perf_counter()
        end = begun + seconds
        for lane in lanes:
            lane.send()
        for lane in _answered(selector, len(lanes)):
            now = perf_counter()
            if now >= end:
                continue
            latencies.append(now - lane.sent_at)
            if lane.left:
                lane.send()
            elif seconds < math.inf:
                end = now
    end = min(end, perf_counter())
    for lane in lanes:
        lane.close()
    return Outcome(len(latencies), end - begun, latencies, min(lane.left for lane in lanes))


def _answered(selector: selectors.BaseSelector, waiting: int) -> Iterator[Lane]:
    """Yield each lane whose answer has come, until no lane waits for one any more.

    A lane that sends again before it is asked for the next one goes on waiting.
    """
    while waiting:
        ready = selector.select(ANSWER_SECONDS_MAX)
        if not ready:
            raise RefusedError("the server does not answer")
        for key, _ in ready:
            lane: Lane = key.data
            if lane.receive():
                sent = lane.position
                yield lane
                waiting -= lane.position == sent


def _serve(pipe: Connection, address: tuple[str, int], lanes_count: int) -> None:
    """Take lists of moves and numbers of seconds from the pipe, and answer the latter."""
    lanes = [Lane(address) for _ in range(lanes_count)]
    while True:
        command = pipe.recv()
        if command is None:
            return
        if isinstance(command, float):
            pipe.send(drive(lanes, command))
        else:
            for lane, more in zip(lanes, command, strict=True):
                lane.steps = lane.steps[lane.position :] + more
                lane.position = 0


class Generator:
    """The load generator as its caller holds it."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def give(self, steps: list[list[Step]]) -> None:
        """Give every lane more moves."""
        self._pipe.send(steps)

    def run(self, seconds: float) -> Outcome:
        """Load the server for some time."""
        self._pipe.send(float(seconds))
        outcome: Outcome = self._pipe.recv()
        return outcome


@contextmanager
def generator(address: tuple[str, int], lanes: int) -> Iterator[Generator]:
    """Keep a load generator with so many lanes for a while."""
    spawn = get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs, address, lanes), daemon=True)
    process.start()
    # So that a generator that has died shows as the end of the pipe and not as silence.
    theirs.close()
    try:
        yield Generator(ours)
        ours.send(None)
        process.join()
    finally:
        process.kill()
        process.join()
