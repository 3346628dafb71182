"""A passkey in Python, for tests: it makes keys and signs for whatever origin it is told."""

import base64
import hashlib
import json
import secrets
import struct
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256

HERE = "https://testserver"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text_of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def raw_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Passkey:
    """One key of one person for one site."""

    def __init__(self) -> None:
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.user = b""

    def made(self, options: dict[str, Any], *, origin: str = HERE, flags: int = VERIFIED) -> str:
        """Answer a site that wants a new key."""
        asked = options["publicKey"]
        self.user = raw_of(asked["user"]["id"])
        public = cbor.encode(ES256.from_cryptography_key(self.key.public_key()))  # type: ignore[no-untyped-call] # As the library has it.
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        about = self._about(asked["rp"]["id"], flags | ATTESTED) + attested
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": about})
        return self._said(
            {
                "clientDataJSON": text_of(_client("webauthn.create", asked, origin)),
                "attestationObject": text_of(attestation),
            },
            {"credProps": {"rk": True}},
        )

    def signed(
        self, options: dict[str, Any], *, origin: str = HERE, site: str = "", flags: int = VERIFIED
    ) -> str:
        """Answer a site that asks who is there."""
        asked = options["publicKey"]
        about = self._about(site or asked["rpId"], flags)
        client = _client("webauthn.get", asked, origin)
        signature = self.key.sign(
            about + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256())
        )
        return self._said(
            {
                "clientDataJSON": text_of(client),
                "authenticatorData": text_of(about),
                "signature": text_of(signature),
                "userHandle": text_of(self.user),
            },
            {},
        )

    def _about(self, site: str, flags: int) -> bytes:
        digest = hashlib.sha256(site.encode()).digest()
        return digest + bytes([flags | PRESENT]) + struct.pack(">I", 0)

    def _said(self, response: dict[str, str], extensions: dict[str, Any]) -> str:
        return json.dumps(
            {
                "id": text_of(self.id),
                "rawId": text_of(self.id),
                "type": "public-key",
                "response": response,
                "clientExtensionResults": extensions,
            }
        )


def _client(kind: str, asked: dict[str, Any], origin: str) -> bytes:
    said = {"type": kind, "challenge": asked["challenge"], "origin": origin, "crossOrigin": False}
    return json.dumps(said).encode()
