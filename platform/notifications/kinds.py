"""What people can be notified of: one line a kind, and on which channels it can come."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal, NamedTuple, TypeAlias

Channel: TypeAlias = Literal["email", "push", "webhook"]
Kind: TypeAlias = Literal[
    "your_turn",
    "match_started",
    "match_finished",
    "invitation",
    "challenge",
    "friend_request",
    "my_table",
    "round_published",
    "dispute_decided",
    "checkin_opened",
    "tournament_started",
    "tournament_finished",
    "weekly_digest",
    "test",
]
CHOSEN: tuple[Channel, ...] = ("email", "push")
"""The channels of which a person chooses for each kind; a webhook names its kinds itself."""


class KindOptions(NamedTuple):
    """How a kind is delivered."""

    channels: tuple[Channel, ...] = ("email", "push", "webhook")
    """On which it can come."""
    default: tuple[Channel, ...] = ()
    """On which it comes to people who have chosen nothing. E-mail only to those who ask for it."""
    lasts: timedelta = timedelta(days=3)
    """After this long it is news to nobody, and is dropped."""
    of_tournament: bool = False
    """Whether it is about a tournament, so that a webhook may be told of that one alone."""


PUSHED: tuple[Channel, ...] = ("push",)
KINDS: Mapping[Kind, KindOptions] = {
    "your_turn": KindOptions(default=PUSHED),
    "match_started": KindOptions(default=PUSHED, lasts=timedelta(days=1)),
    "match_finished": KindOptions(),
    "invitation": KindOptions(default=PUSHED),
    "challenge": KindOptions(default=PUSHED),
    "friend_request": KindOptions(default=PUSHED),
    "my_table": KindOptions(default=PUSHED, of_tournament=True),
    "round_published": KindOptions(default=PUSHED, of_tournament=True),
    "dispute_decided": KindOptions(default=PUSHED, of_tournament=True),
    "checkin_opened": KindOptions(default=PUSHED, lasts=timedelta(days=1), of_tournament=True),
    "tournament_started": KindOptions(of_tournament=True),
    "tournament_finished": KindOptions(default=PUSHED, of_tournament=True),
    "weekly_digest": KindOptions(channels=("email",)),
    "test": KindOptions(channels=("push", "webhook"), lasts=timedelta(hours=1)),
}
"""Every kind; `test` is sent by nothing but its button."""
CHOOSABLE: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind != "test")
"""What a person chooses channels for."""
FOR_WEBHOOKS: tuple[Kind, ...] = tuple(
    kind for kind in CHOOSABLE if "webhook" in KINDS[kind].channels
)
