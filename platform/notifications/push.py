"""Web push: messages that only the browser can read, sent by its own push service.

Encryption is RFC 8291 by pywebpush, identification RFC 8292 (VAPID) by py-vapid; the sending is our
own, since the address comes from a stranger.
"""

import base64
import json
import re
import time
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from notifications.models import Notification, PushSubscription
from notifications.payloads import Sending
from notifications.words import Words

TTL_S = 24 * 3600
"""How long a push service keeps a message for a browser that is not there."""
HOUR_S = 3600
PUBLIC_KEY_BYTES = 65
AUTH_BYTES = 16
BASE64URL = re.compile(r"[A-Za-z0-9_-]{1,100}={0,2}")
TEXT_MAX = 300


class Keys(NamedTuple):
    """The site's own pair."""

    private: Vapid02
    public: str
    """As browsers take it (`applicationServerKey`)."""


def is_possible() -> bool:
    """Return whether the site has a key to push with."""
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """Return the key that a browser subscribes with; empty where the site has none."""
    return _keys(settings.VAPID_PRIVATE_KEY).public if is_possible() else ""


@lru_cache(maxsize=4)
def _keys(private: str) -> Keys:
    vapid = Vapid02.from_raw(private.strip().encode())
    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return Keys(vapid, base64.urlsafe_b64encode(point).decode().rstrip("="))


def is_key(text: str) -> bool:
    """Return whether a text is a public key of a browser: a point of P-256."""
    raw = _decoded(text)
    if raw is None or len(raw) != PUBLIC_KEY_BYTES:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except (ValueError, UnsupportedAlgorithm):
        return False
    return True


def is_auth(text: str) -> bool:
    """Return whether a text is a browser's secret of 16 bytes."""
    raw = _decoded(text)
    return raw is not None and len(raw) == AUTH_BYTES


def _decoded(text: str) -> bytes | None:
    if not BASE64URL.fullmatch(text):
        return None
    bare = text.rstrip("=")
    try:
        return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except ValueError:
        return None


def compose(subscription: PushSubscription, notification: Notification, words: Words) -> Sending:
    """Return the request that hands a message to a browser's push service."""
    from pywebpush import WebPusher  # noqa: PLC0415 - It loads two clients of HTTP.

    content = {
        "title": words.title[:TEXT_MAX],
        "body": words.text[:TEXT_MAX],
        "path": words.path,
        "tag": f"{notification.kind}:{notification.stream}",
    }
    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
    text = json.dumps(content, ensure_ascii=False).encode()
    encoded = pusher.encode(text, content_encoding="aes128gcm")
    assert encoded is not None  # noqa: S101 - There is a text.
    parts = urlsplit(subscription.endpoint)
    service, hour = f"{parts.scheme}://{parts.netloc}", int(time.time() / HOUR_S)
    headers = {
        "Authorization": _identification(settings.VAPID_PRIVATE_KEY, service, _contact(), hour),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL_S),
        "Urgency": "high" if notification.kind == "your_turn" else "normal",
        # A later one of the same takes its place while the browser is away (RFC 8030, 5.4).
        "Topic": base64.urlsafe_b64encode(notification.pk.bytes).decode().rstrip("="),
    }
    return Sending(subscription.endpoint, headers, bytes(encoded["body"]))


@lru_cache(maxsize=64)
def _identification(private: str, service: str, contact: str, hour: int) -> str:
    """Return what says to a push service who we are; the same for all its messages of an hour."""
    expires = (hour + 12) * HOUR_S
    claims = {"aud": service, "sub": contact, "exp": expires}
    return str(_keys(private).private.sign(claims)["Authorization"])


def _contact() -> str:
    """Return whom a push service may ask about us (RFC 8292, 2.1)."""
    if settings.SITE_URL.startswith("https:"):
        return settings.SITE_URL
    _name, _, address = settings.DEFAULT_FROM_EMAIL.rpartition("<")
    return f"mailto:{address.rstrip('>') or 'noreply@localhost'}"
