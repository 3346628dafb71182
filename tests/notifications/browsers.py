"""Browsers that take push messages, for tests: with keys of their own, as RFC 8291 has it."""

import base64
import json
import secrets
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from notifications.subscribing import BrowserKeys


def base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class FakeBrowser:
    """What a browser keeps of its subscription, and how it reads a message."""

    def __init__(self, endpoint: str) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        public = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.keys = BrowserKeys(endpoint, base64url(public), base64url(self._auth), "Firefox")

    def read(self, body: bytes) -> Any:
        """Decrypt a message as the browser does; raises for one that is not for it."""
        text = http_ece.decrypt(
            body, private_key=self._private, auth_secret=self._auth, version="aes128gcm"
        )
        return json.loads(text)
