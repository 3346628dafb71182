"""A provider of OpenID Connect on this machine: small, and true to the protocol."""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

from tests.serving import in_a_thread

KEY = RSAKey.generate_key(2048, parameters={"kid": "one", "alg": "RS256", "use": "sig"})


class Provider:
    """Says who `person` is to whoever comes with the right client, secret and verifier."""

    client_id, secret = "cutpurse-here", "a secret of the club"

    def __init__(self) -> None:
        self.person: dict[str, object] = {"sub": "1001"}
        self.claims: dict[str, object] = {}
        """What replaces claims of the signed token."""
        self.codes: dict[str, dict[str, str]] = {}
        self.tokens: set[str] = set()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    @property
    def line(self) -> str:
        """The line of OPENID_PROVIDERS that names it."""
        return f"club, {self.address}, {self.client_id}, {self.secret}, The Club"

    def describe(self) -> dict[str, object]:
        """Return the discovery document."""
        return {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "userinfo_endpoint": f"{self.address}/person",
            "jwks_uri": f"{self.address}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def authorize(self, query: dict[str, str]) -> str:
        """Return where somebody is led back to who has said yes there."""
        assert query["client_id"] == self.client_id
        assert query["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        back = urlencode({"code": code, "state": query["state"]})
        return f"{query['redirect_uri']}?{back}"

    def exchange(self, said: dict[str, str]) -> dict[str, object] | None:
        """Return tokens for a code; None for one that is not good."""
        asked = self.codes.pop(said.get("code", ""), None)
        digest = hashlib.sha256(said.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        is_right = (said.get("client_id"), said.get("client_secret")) == (
            self.client_id,
            self.secret,
        )
        if asked is None or not is_right or asked["code_challenge"] != challenge:
            return None
        now = int(time.time())
        claims = {
            "iss": self.address,
            "aud": self.client_id,
            "iat": now,
            "exp": now + 300,
            **self.person,
            **self.claims,
        }
        access = secrets.token_urlsafe(16)
        self.tokens.add(access)
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, claims, KEY)
        return {"access_token": access, "token_type": "Bearer", "id_token": signed}


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: each[0] for name, each in parse_qs(parts.query).items()}
            if parts.path == "/.well-known/openid-configuration":
                self.say(200, provider.describe())
            elif parts.path == "/keys":
                self.say(200, {"keys": [KEY.as_dict(private=False)]})
            elif parts.path == "/authorize":
                self.send_response(302)
                self.send_header("Location", provider.authorize(query))
                self.end_headers()
            elif self.headers.get("Authorization", "").removeprefix("Bearer ") in provider.tokens:
                self.say(200, provider.person)
            else:
                self.say(401, {"error": "invalid_token"})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            said = {name: each[0] for name, each in parse_qs(body).items()}
            found = provider.exchange(said)
            self.say(200 if found else 400, found or {"error": "invalid_grant"})

        def say(self, status: int, what: Any) -> None:
            content = json.dumps(what).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - Its base's name.
            """Keep quiet."""

    return Handler


@contextmanager
def running() -> Iterator[Provider]:
    """Yield a provider that answers."""
    provider = Provider()
    with in_a_thread(provider.server):
        yield provider
