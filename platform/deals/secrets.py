"""The secrets of deals. Nothing else reads them, and they are shown when a deal is closed."""

import secrets
from uuid import UUID

from deals.models import DealSecret

SECRET_BYTES = 32


def new() -> bytes:
    """Return a fresh secret."""
    return secrets.token_bytes(SECRET_BYTES)


def keep(deal: UUID, secret: bytes) -> None:
    """Keep the secret of a deal, in the transaction of the event that binds the server to it."""
    DealSecret.objects.create(deal_id=deal, secret=secret)


def read(deal: UUID) -> bytes:
    """Return the secret of a deal."""
    return bytes(DealSecret.objects.get(deal=deal).secret)
