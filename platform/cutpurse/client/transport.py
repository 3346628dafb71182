"""Requests that get through: each is sent again, with the same key, until it is answered.

A POST that is repeated with its Idempotency-Key is carried out once, so whatever is lost on the
way, the answer or the request, sending it again is right.
"""

import random
import secrets
import time
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import httpx
import msgspec

from cutpurse.client.errors import (
    ConnectionFailedError,
    CutpurseError,
    FieldError,
    Refusal,
    UnexpectedAnswerError,
    problem,
)
from cutpurse.client.listening import Listening
from transparency import notes
from transparency.notes import Key, NoteError

PREFIX = "/api/v1"
TIMEOUT_S = 30.0
SILENCE_S = 20.0
"""A stream that says nothing for so long is dead: a living one pings every 7 s."""
BACKOFF_S = 0.2
BACKOFF_MAX_S = 5.0
AGAIN_STATUSES = frozenset({429, 500, 502, 503, 504})
AGAIN_CODES = frozenset({"idempotency_in_progress"})
BUGS_MAX = 3
"""How often a 500 is asked again: a bug stays a bug."""


SEALS = "/seals"
"""How the name of the key ends that signs seals."""


def seal_key_of(address: str) -> Key | None:
    """Return the key that a site signs seals with; None where it says that it has none.

    Raises ConnectionFailedError where it does not say.
    """
    at = base_url(address).copy_with(path="/log/keys")
    try:
        answer = httpx.get(at, timeout=TIMEOUT_S)
        if answer.status_code == httpx.codes.NOT_FOUND:
            return None
        answer.raise_for_status()
        keys = [notes.read_key(line) for line in answer.text.splitlines() if line.strip()]
    except (httpx.HTTPError, NoteError) as error:
        message = f"{at} does not say with which key seals are signed: {error}"
        raise ConnectionFailedError(message) from error
    return next((key for key in keys if key.name.endswith(SEALS)), None)


class Patience:
    """How long to retry, and how long to wait between attempts."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ends_at = time.monotonic() + seconds
        self._attempts = count()

    def wait(self, error: CutpurseError, retry_after: str = "") -> None:
        """Wait before the next attempt; raises the error when there is no patience left for it."""
        attempt = next(self._attempts)
        backoff = min(BACKOFF_MAX_S, BACKOFF_S * 2**attempt) * random.uniform(0.5, 1)  # noqa: S311 - No secret.
        seconds = float(retry_after) if retry_after.isdigit() else backoff
        if time.monotonic() + seconds > self._ends_at:
            raise error
        time.sleep(seconds)

    def renew(self) -> None:
        """Begin anew: something has got through."""
        self._ends_at = time.monotonic() + self._seconds
        self._attempts = count()


class Transport:
    """A server, a token and the connections."""

    def __init__(self, address: str, token: str, patience_s: float) -> None:
        self._patience_s = patience_s
        self._http = httpx.Client(base_url=base_url(address), timeout=TIMEOUT_S)
        self.use(token)

    def use(self, token: str) -> None:
        """Send a token from now on; none when it is empty."""
        self._http.headers.pop("Authorization", None)
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    def send(
        self,
        method: str,
        path: str,
        *,
        json: object = None,
        params: Mapping[str, Any] | None = None,
        key: str | None = None,
    ) -> httpx.Response:
        """Return the answer to a request; raises CutpurseError for every other end of it."""
        headers = {}
        if method != "GET":
            headers["Idempotency-Key"] = key or secrets.token_hex(16)
        patience = Patience(self._patience_s)
        bugs = 0
        while True:
            retry_after = ""
            try:
                answer = self._http.request(method, path, json=json, params=params, headers=headers)
                if answer.is_success:
                    return answer
                error: CutpurseError = refused(answer)
                bugs += answer.status_code == httpx.codes.INTERNAL_SERVER_ERROR
                if not may_ask_again(answer) or bugs >= BUGS_MAX:
                    raise error
                retry_after = answer.headers.get("Retry-After", "")
            except httpx.TransportError as lost:
                error = ConnectionFailedError(f"{self._http.base_url} does not answer: {lost}")
            patience.wait(error, retry_after)

    def lines(
        self, path: str, position: str, since: int | None, listening: Listening | None = None
    ) -> Iterator[dict[str, Any]]:
        """Yield the lines of a stream, connecting again whenever it is cut.

        `position` is the field of a line that the stream goes on after, and `listening` is told
        what comes and when it is cut. Ends after a line of the type `end`; raises CutpurseError
        when the server refuses, or stays away for too long.
        """
        patience = Patience(self._patience_s)
        heard = listening or Listening()
        while True:
            retry_after = ""
            error: CutpurseError = ConnectionFailedError("The stream was cut.")
            try:
                for text in self._lines_once(path, since):
                    heard.note_line()
                    patience.renew()
                    if not text:
                        continue
                    line: dict[str, Any] = decoded(text, dict[str, Any])
                    since = line.get(position, since)
                    if line.get("type") == "end":
                        return
                    yield line
            except httpx.TransportError as lost:
                error = ConnectionFailedError(f"{self._http.base_url} does not answer: {lost}")
            except _CutShortError as cut:
                error = refused(cut.answer)
                if not may_ask_again(cut.answer):
                    raise error from None
                retry_after = cut.answer.headers.get("Retry-After", "")
            finally:
                heard.note_cut()
            patience.wait(error, retry_after)

    def _lines_once(self, path: str, since: int | None) -> Iterator[str]:
        """Yield the lines of one connection, empty ones for its pings."""
        headers = {"Accept": "application/x-ndjson"}
        params = {} if since is None else {"since": since}
        timeout = httpx.Timeout(TIMEOUT_S, read=SILENCE_S)
        with self._http.stream(
            "GET", path, headers=headers, params=params, timeout=timeout
        ) as answer:
            if not answer.is_success:
                answer.read()
                raise _CutShortError(answer)
            yield from answer.iter_lines()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()


def base_url(address: str) -> httpx.URL:
    """Return the base URL of a server's API; raises ConnectionFailedError for an invalid URL."""
    try:
        url = httpx.URL(address.rstrip("/").removesuffix(PREFIX) + PREFIX)
    except httpx.InvalidURL:
        url = httpx.URL("")
    if url.scheme not in {"http", "https"} or not url.host:
        message = f"{address!r} is no address of a server; it reads like https://play.example.org"
        raise ConnectionFailedError(message)
    return url


class _CutShortError(Exception):
    """A stream was refused."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(answer.status_code)
        self.answer = answer


class _Body(msgspec.Struct):
    """The members of a problem that the client reads."""

    code: str = ""
    detail: str = ""
    params: dict[str, object] = {}
    errors: list[FieldError] = []
    request_id: str = ""


def refused(answer: httpx.Response) -> CutpurseError:
    """Return the error that an answer is."""
    try:
        body = msgspec.json.decode(answer.content, type=_Body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        body = _Body()
    if not body.code:
        return UnexpectedAnswerError(
            f"{answer.url} answered {answer.status_code}, and not as a Cutpurse server does."
        )
    return problem(
        Refusal(
            body.code, answer.status_code, body.detail, body.params, body.errors, body.request_id
        )
    )


def may_ask_again(answer: httpx.Response) -> bool:
    """Return whether the same request with the same key may succeed a little later."""
    if answer.status_code in AGAIN_STATUSES:
        return True
    error = refused(answer)
    return getattr(error, "code", "") in AGAIN_CODES


def decoded(content: str | bytes, shape: object) -> Any:
    """Return JSON in a shape; raises UnexpectedAnswerError when it does not fit."""
    try:
        return msgspec.json.decode(content, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        message = f"The answer is not what a Cutpurse server says: {error}."
        raise UnexpectedAnswerError(message) from error
