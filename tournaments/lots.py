"""The draws of tournaments from before there were chains: one seed for each, known before.

The seed of such a draw follows from the site's secret key, the tournament, and the draw's number.
So a dry run shows the very draft that the command then makes, and whoever asks twice gets no other
one. The event of each draw records its seed.
"""

import hmac
from uuid import UUID

from django.conf import settings

FORESEEN = frozenset(
    {"round_closed", "stage_completed", "stage_started", "round_published", "round_unpublished"}
)
"""What may be tried before a draw that is shown: nothing by which its result could be chosen."""


def seed(tournament: UUID, draw: int) -> bytes:
    """Return the 32 bytes from which a draw of a tournament comes; draws count from 0."""
    text = f"draw:{tournament}:{draw}"
    return hmac.digest(settings.SECRET_KEY.encode(), text.encode(), "sha256")
