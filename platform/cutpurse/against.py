"""Compare a log that fits together with the match that a site keeps under its id."""

import asyncio
from typing import NamedTuple

import httpx
import msgspec

from cutpurse.client.errors import ConnectionFailedError
from cutpurse.client.transport import base_url

TIMEOUT_S = 10.0
ANSWER_MAX = 64 * 1024
"""Bytes; a head takes a few hundred."""


class AgainstError(Exception):
    """The text says why a log cannot be compared with an address, or that it is another match."""


class Kept(msgspec.Struct, frozen=True):
    """The head of a match, as its site gives it."""

    match: str
    version: int
    hash: str
    chain: int
    imported: bool


class Own(NamedTuple):
    """The head of a log."""

    match: str
    version: int
    hash: str


def compare(address: str, own: Own) -> None:
    """Return when a site keeps the very match of a log; raises AgainstError with the reason."""
    kept = _kept(address, own.match)
    if kept.match != own.match:
        message = f"{address} answers for another match, {kept.match[:40]}"
        raise AgainstError(message)
    if (kept.version, kept.hash) != (own.version, own.hash):
        message = (
            f"is not the match that {address} keeps: there it ends with event {kept.version},"
            f" hash {kept.hash[:64]}, here with event {own.version}, hash {own.hash}"
        )
        raise AgainstError(message)
    if kept.imported:
        message = f"{address} has this match from a file as well, and does not answer for it"
        raise AgainstError(message)


def _kept(address: str, match: str) -> Kept:
    """Ask a site for the head of a match, without following it anywhere else."""
    try:
        status, body = asyncio.run(_answer(f"{base_url(address)}/matches/{match}/head"))
    except ConnectionFailedError as error:
        raise AgainstError(str(error)) from error
    except TimeoutError as error:
        message = f"{address} does not answer within {TIMEOUT_S:.0f} seconds"
        raise AgainstError(message) from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        message = f"{address} does not answer: {error or type(error).__name__}"
        raise AgainstError(message) from error
    if status != httpx.codes.OK:
        raise AgainstError(_refused(address, status))
    try:
        return msgspec.json.decode(body, type=Kept)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        message = f"{address} does not answer as Cutpurse does"
        raise AgainstError(message) from error


async def _answer(url: str) -> tuple[int, bytes]:
    """Return status and body, the latter cut where no head is so long."""
    body = b""
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
    async with (
        asyncio.timeout(TIMEOUT_S),
        httpx.AsyncClient(timeout=TIMEOUT_S) as http,
        http.stream("GET", url, headers=headers) as answer,
    ):
        async for part in answer.aiter_raw():
            body += part
            if len(body) > ANSWER_MAX:
                break
    return answer.status_code, body


def _refused(address: str, status: int) -> str:
    if status == httpx.codes.NOT_FOUND:
        return f"{address} has no such match that everybody may see"
    if status == httpx.codes.CONFLICT:
        return f"the match is not over yet at {address}"
    if httpx.codes.is_redirect(status):
        return f"{address} sends elsewhere; name the address at which the site is"
    return f"{address} answers with status {status}"
