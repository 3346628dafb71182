"""Ask a beacon's source for a value over HTTP: in bounded time, and without following it anywhere.

The setting `BEACON` says which: `drand` or `nist`, and behind a blank the address of a relay,
unless it is the usual one.
"""

import asyncio
from datetime import datetime
from http import HTTPStatus
from typing import Annotated, NamedTuple, cast
from urllib.parse import urlsplit

import httpx
import msgspec
from django.conf import settings
from msgspec import UNSET, Meta, UnsetType

from beacons import signatures
from games import beacons
from games.beacons import Beacon

TIMEOUT_S = 5.0
ANSWER_MAX = 64 * 1024
"""Bytes; a pulse of NIST takes five thousand."""
ADDRESSES = {"drand": "https://api.drand.sh", "nist": "https://beacon.nist.gov/beacon/2.0"}
CHAIN = 2
"""Of NIST's pulses."""


class SourceError(Exception):
    """The text says why a source gave no value."""


class Source(NamedTuple):
    """Where a site takes its beacons from."""

    name: beacons.Source
    address: str
    """Without a slash at the end."""


class Pulse(NamedTuple):
    """A value that a source has published."""

    beacon: Beacon
    value: bytes
    at: datetime
    """When it was due, or made."""


def read(setting: str) -> Source | None:
    """Return the source that a setting names, None for an empty one; raises ValueError."""
    name, _, address = setting.strip().partition(" ")
    if not name:
        return None
    address = address.strip() or ADDRESSES.get(name, "")
    parts = urlsplit(address)
    if name not in ADDRESSES or parts.scheme not in {"https", "http"} or not parts.hostname:
        message = "it must be drand or nist, and behind a blank may stand an address"
        raise ValueError(message)
    return Source(cast("beacons.Source", name), address.rstrip("/"))


def of_site() -> Source | None:
    """Return where this site takes its beacons from; None where it has none."""
    return read(settings.BEACON)


class Round(msgspec.Struct, frozen=True):
    """A round as drand's HTTP API gives it, whose second version has no randomness."""

    round: int
    signature: str
    randomness: str | UnsetType = UNSET


class _Pulse(msgspec.Struct, frozen=True):
    """A pulse of NIST's beacon 2.0, as far as it matters here."""

    chainIndex: int  # noqa: N815 - NIST's names.
    pulseIndex: Annotated[int, Meta(ge=1, lt=beacons.NUMBER_MAX)]  # noqa: N815
    timeStamp: datetime  # noqa: N815
    outputValue: str  # noqa: N815


class _Answer(msgspec.Struct, frozen=True):
    pulse: _Pulse


def value(source: Source, beacon: Beacon) -> Pulse:
    """Return what a beacon has come to; raises SourceError where it has not, or nobody says."""
    if source.name != beacon.source:
        message = f"the site takes its beacons from {source.name}"
        raise SourceError(message)
    if beacon.source == "nist":
        found = _read_pulse(_get(f"{source.address}/chain/{CHAIN}/pulse/{beacon.number}"))
        if found.beacon != beacon:
            message = f"another pulse was answered, {found.beacon.number}"
            raise SourceError(message)
        return found
    body = _get(f"{source.address}/{beacons.QUICKNET}/public/{beacon.number}")
    return _read_round(body, beacon)


def latest_pulse(source: Source) -> Pulse:
    """Return the last pulse that NIST has published; raises SourceError."""
    return _read_pulse(_get(f"{source.address}/pulse/last"))


def _read_round(body: bytes, beacon: Beacon) -> Pulse:
    try:
        found = msgspec.json.decode(body, type=Round)
        signature = bytes.fromhex(found.signature)
    except (ValueError, UnicodeDecodeError) as error:
        message = "the answer is no round of drand"
        raise SourceError(message) from error
    if found.round != beacon.number or not beacon.can_be(signature):
        message = f"another round was answered, {found.round}"
        raise SourceError(message)
    if found.randomness not in {UNSET, beacons.randomness(signature).hex()}:
        message = "the randomness is not that of the signature"
        raise SourceError(message)
    if signatures.verdict(beacon, signature) is False:
        message = "drand has not signed that"
        raise SourceError(message)
    return Pulse(beacon, signature, beacons.due(beacon.number))


def _read_pulse(body: bytes) -> Pulse:
    try:
        pulse = msgspec.json.decode(body, type=_Answer).pulse
        output = bytes.fromhex(pulse.outputValue)
    except (ValueError, UnicodeDecodeError) as error:
        message = "the answer is no pulse of NIST's beacon"
        raise SourceError(message) from error
    beacon = Beacon("nist", pulse.pulseIndex)
    if pulse.chainIndex != CHAIN or not beacon.can_be(output) or pulse.timeStamp.tzinfo is None:
        message = f"the answer is no pulse of chain {CHAIN}"
        raise SourceError(message)
    return Pulse(beacon, output, pulse.timeStamp)


def _get(url: str) -> bytes:
    try:
        status, body = asyncio.run(_answer(url))
    except TimeoutError as error:
        message = f"no answer within {TIMEOUT_S:.0f} seconds"
        raise SourceError(message) from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        message = f"no answer: {type(error).__name__}"
        raise SourceError(message) from error
    if status != HTTPStatus.OK:
        message = f"the status is {status}"
        raise SourceError(message)
    return body


async def _answer(url: str) -> tuple[int, bytes]:
    """Return status and body, the latter cut where no value is so long."""
    body = b""
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
    async with (
        asyncio.timeout(TIMEOUT_S),
        httpx.AsyncClient(timeout=TIMEOUT_S, follow_redirects=False) as http,
        http.stream("GET", url, headers=headers) as answer,
    ):
        async for part in answer.aiter_raw():
            body += part
            if len(body) > ANSWER_MAX:
                break
    return answer.status_code, body
