"""Programs that call the API, for tests: `Caller(token).post("/me/bot", {"contact": "…"})`."""

import json
import secrets
from dataclasses import dataclass
from typing import Any

from django.test import Client

from accounts import services

BASE = "/api/v1"
PASSWORD = "a long enough passphrase"

_client = Client()


@dataclass(frozen=True)
class Answer:
    """What the API answered."""

    response: Any
    """Of Django's test client, whose responses have no type to be named."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        return int(self.response.status_code)

    @property
    def body(self) -> Any:
        """The decoded JSON; None for an empty answer."""
        return json.loads(self.response.content) if self.response.content else None

    @property
    def code(self) -> str:
        """The code of a problem."""
        assert self.response["Content-Type"] == "application/problem+json", self.body
        return str(self.body["code"])

    def header(self, name: str) -> str | None:
        """Return a header, None without."""
        value: str | None = self.response.headers.get(name)
        return value


@dataclass(frozen=True)
class Caller:
    """A client of the API, with a token or without."""

    token: str = ""
    address: str = "127.0.0.1"

    def get(self, path: str, **headers: str) -> Answer:
        """GET a path below /api/v1."""
        return self.send("GET", path, b"", **headers)

    def post(self, path: str, body: object, key: str = "", **headers: str) -> Answer:
        """POST JSON."""
        return self.send("POST", path, json.dumps(body).encode(), key=key, **headers)

    def delete(self, path: str, **headers: str) -> Answer:
        """DELETE a path."""
        return self.send("DELETE", path, b"", **headers)

    def send(
        self,
        method: str,
        path: str,
        body: bytes,
        *,
        key: str = "",
        content_type: str = "application/json",
        **headers: str,
    ) -> Answer:
        """Send any request; `x_request_id="…"` is the header X-Request-Id."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            given.setdefault("Authorization", f"Bearer {self.token}")
        if key:
            given["Idempotency-Key"] = key
        full_path = path if path.startswith("/api/") else BASE + path
        response = _client.generic(
            method, full_path, body, content_type, headers=given, REMOTE_ADDR=self.address
        )
        return Answer(response)


def new_key() -> str:
    """Return an Idempotency-Key that nobody has used."""
    return secrets.token_hex(12)


def new_name() -> str:
    """Return a name that nobody has."""
    return f"player_{secrets.token_hex(6)}"


def new_player(*scopes: str, name: str = "") -> Caller:
    """Return the caller of a new account that has a password; all scopes without staff."""
    account = services.register(username=name or new_name(), password=PASSWORD)
    wanted = scopes or ("play", "bot", "read")
    return Caller(services.issue_token(account=account, name="", scopes=wanted).secret)
