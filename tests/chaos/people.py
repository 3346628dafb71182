"""Accounts whose programs ask by the rules for clients: the same key until there is an answer."""

import secrets
import time
from collections.abc import Callable, Mapping
from math import inf
from random import Random
from typing import Any
from uuid import UUID

import httpx

from accounts import services as accounts
from accounts.models import Account
from tests.chaos.journal import Ask, Journal

TIMEOUT_S = 4.0
PAUSE_MAX_S = 0.4
AWAY = frozenset({502, 503, 504})
"""Statuses after which the same request may be sent again."""


class TooLongError(RuntimeError):
    """A request was not answered as long as the run lasted, or as no request may be."""


class Patience:
    """Until when all clients of a run go on asking; for ever while things break."""

    def __init__(self, seconds: float = inf) -> None:
        self._end = time.monotonic() + seconds

    def is_over(self) -> bool:
        """Whether nobody shall wait any longer."""
        return time.monotonic() > self._end

    def end_in(self, seconds: float) -> None:
        """Let it end after so many seconds from now."""
        self._end = time.monotonic() + seconds


class Person:
    """An account with a token, behind the bad network."""

    def __init__(self, address: str, journal: Journal, random: Random, patience: Patience) -> None:
        account = Account(username=f"chaos-{secrets.token_hex(6)}")
        account.set_unusable_password()
        account.save(force_insert=True)
        issued = accounts.issue_token(account=account, name="chaos", scopes=("play",))
        self.id: UUID = account.id
        self.name = account.username
        self.secret = issued.secret
        self._journal = journal
        self._random = random
        self._patience = patience
        self.http = httpx.Client(
            base_url=f"{address}/api/v1",
            timeout=TIMEOUT_S,
            headers={"Authorization": f"Bearer {issued.secret}", "Connection": "close"},
        )

    def page(self, match: UUID) -> Any:
        """Return the match as the account sees it; KeyError when it is said not to be there."""
        answer, asked_at = self._until_answered(lambda: self.http.get(f"/matches/{match}"))
        page = answer.json()
        if answer.status_code == httpx.codes.NOT_FOUND:
            raise KeyError(match)
        if answer.status_code != httpx.codes.OK:
            message = f"GET {match}: {answer.status_code} {answer.text}"
            raise TooLongError(message)
        if page["view"] is not None:
            self._journal.shown(match, self.id, page, asked_at)
        return page

    def ask(self, what: str, path: str, body: Mapping[str, Any], match: UUID | None = None) -> Ask:
        """Ask for something until there is a definite answer; note both."""
        ask = Ask(self.id, self.new_key(), what, match)
        self._journal.asks.append(ask)
        self.send(ask, path, body)
        return ask

    def send(self, ask: Ask, path: str, body: Mapping[str, Any]) -> None:
        """Send a request until there is a definite answer, and note it."""

        def post() -> httpx.Response:
            ask.tries += 1
            return self.http.post(path, json=body, headers={"Idempotency-Key": ask.key})

        answer, asked_at = self._until_answered(post)
        content = answer.json()
        if answer.is_success:
            ask.was_repeated = answer.headers.get("Idempotency-Replayed") == "true"
            ask.answer = content
            if ask.what == "move" and ask.match is not None:
                self._journal.shown(ask.match, self.id, content, asked_at)
        else:
            ask.refused = content["code"]
        ask.answered_at = time.monotonic()

    def new_key(self) -> str:
        """Return a key that nobody has used."""
        return secrets.token_hex(12)

    def _until_answered(self, send: Callable[[], httpx.Response]) -> tuple[httpx.Response, float]:
        """Return the definite answer, and when the request was sent that got it."""
        while True:
            asked_at = time.monotonic()
            try:
                answer = send()
                if answer.status_code not in AWAY and not self._is_failure(answer):
                    return answer, asked_at
                self._journal.met(str(answer.status_code))
            except httpx.TransportError as error:
                self._journal.met(type(error).__name__)
            if self._patience.is_over():
                message = "a request was never answered"
                raise TooLongError(message)
            time.sleep(self._random.uniform(0.02, PAUSE_MAX_S))

    def _is_failure(self, answer: httpx.Response) -> bool:
        """Return whether the platform failed; it may say that it is away, but never more."""
        if answer.status_code != httpx.codes.INTERNAL_SERVER_ERROR:
            return False
        asked = f"{answer.request.method} {answer.request.url.path}"
        self._journal.complaints.append(f"{asked}: 500, request {answer.json()['request_id']}")
        return True
