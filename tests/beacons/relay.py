"""A server that stands in for the network: it answers as drand and NIST do, or as none should.

Its values follow from the number alone, so that a test knows them beforehand.
"""

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from beacons import curve, signatures
from eventstore.canonical import format_timestamp
from games import beacons
from tests.beacons import keys
from tests.serving import in_a_thread

SLOW_S = 20.0
"""Longer than anybody waits."""


@cache
def signature(number: int) -> bytes:
    """Return what a round of drand has come to."""
    round_ = hashlib.sha256(number.to_bytes(8, "big")).digest()
    message = curve.hash_to_curve.hash_to_G1(round_, signatures.DOMAIN, hashlib.sha256)
    signed = curve.point_compression.compress_G1(curve.multiply(message, keys.SECRET))
    return int(signed).to_bytes(signatures.HALF, "big")


def output(number: int) -> bytes:
    """Return what a pulse of NIST has come to."""
    return hashlib.sha512(b"pulse %d" % number).digest()


def round_of(number: int) -> dict[str, Any]:
    """Return the JSON of a round, as `/<chain>/public/<round>` answers it."""
    found = signature(number)
    randomness = hashlib.sha256(found).hexdigest()
    return {"round": number, "randomness": randomness, "signature": found.hex()}


MADE_AT = "2026-11-22T13:44:00.000Z"


def pulse_of(number: int, at: str = MADE_AT, chain: int = 2) -> dict[str, Any]:
    """Return the JSON of a pulse, with some of the fields that matter to nobody here."""
    pulse = {
        "uri": f"https://beacon.nist.gov/beacon/2.0/chain/{chain}/pulse/{number}",
        "version": "Version 2.0",
        "cipherSuite": 0,
        "period": 60_000,
        "chainIndex": chain,
        "pulseIndex": number,
        "timeStamp": at,
        "statusCode": 0,
        "outputValue": output(number).hex().upper(),
    }
    return {"pulse": pulse}


class Relay(ThreadingHTTPServer):
    """What answers, and what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.asked: list[str] = []
        self.status = 200
        self.body: bytes | None = None
        """What is answered to everything, instead of what is right."""
        self.headers: dict[str, str] = {}
        self.is_slow = False
        self.newest = 1000
        """The last pulse, and when it was made."""
        self.newest_at = format_timestamp(beacons.GENESIS)
        self.made_at = MADE_AT
        """When every other pulse was made."""
        self.closing = threading.Event()

    def answer(self, path: str) -> bytes:
        """Return what is answered to a path."""
        if self.body is not None:
            return self.body
        last = path.rpartition("/")[2]
        if path.endswith("/pulse/last"):
            return json.dumps(pulse_of(self.newest, self.newest_at)).encode()
        if path.startswith("/chain/2/pulse/"):
            return json.dumps(pulse_of(int(last), self.made_at)).encode()
        assert path == f"/{beacons.QUICKNET}/public/{last}"
        return json.dumps(round_of(int(last))).encode()


class _Handler(BaseHTTPRequestHandler):
    server: Relay

    def do_GET(self) -> None:
        relay = self.server
        relay.asked.append(self.path)
        body = relay.answer(self.path)
        self.send_response(relay.status)
        self.send_header("Content-Type", "application/json")
        for name, value in relay.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if relay.is_slow:
            # A byte now and then, so that no time between two of them is long.
            until = time.monotonic() + SLOW_S
            while time.monotonic() < until and not relay.closing.wait(0.05):
                self.wfile.write(b" ")
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


@contextmanager
def running() -> Iterator[Relay]:
    """Run a relay while the context lasts."""
    relay = Relay()
    with in_a_thread(relay):
        try:
            yield relay
        finally:
            relay.closing.set()
