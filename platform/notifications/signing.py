"""Signatures by Standard Webhooks (specification 1.0, symmetric): `v1,` and an HMAC-SHA256. Pure.

A secret is made from the site's key, so that it can be shown again though it is stored nowhere.
"""

import base64
import hmac
from uuid import UUID

PREFIX = "whsec_"


def secret(site_key: str, webhook: UUID, serial: int) -> str:
    """Return the secret of a webhook; another serial, another secret."""
    text = f"webhook:{webhook}:{serial}"
    key = hmac.digest(site_key.encode(), text.encode(), "sha256")
    return PREFIX + base64.b64encode(key).decode()


def signature(secret_text: str, message: str, timestamp: int, body: bytes) -> str:
    """Return what `webhook-signature` holds.

    >>> signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek",
    ...     1614265330, b'{"test": 2432232314}')
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    key = base64.b64decode(secret_text.removeprefix(PREFIX))
    signed = f"{message}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
