"""What the API answers about friends and recent players, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

from msgspec import Struct

from accounts.answers import RelationShown
from api.formats import Id, Moment


class PlayerFound(RelationShown, frozen=True, kw_only=True):
    """A player and their relation to you."""

    adds_no_chance_until: Moment | None
    """Until when the player cannot add randomness to deals, after withholding too many shares;
    null if they can."""


class FriendShown(Struct, frozen=True):
    """A friend."""

    id: Id
    """The id of the account."""
    username: str
    """The user name."""
    here: bool | None
    """Whether the friend was on the site in the last two minutes; null if the friend hides it."""
    match: Id | None
    """The id of a match in progress that you may watch; null if there is none."""


class Friends(Struct, frozen=True):
    """Friends and pending friend requests."""

    friends: list[FriendShown]
    """Your friends: those in a match first, then those on the site, by name."""
    requests: list[RelationShown]
    """Requests from others that await your answer, oldest first."""
    asked: list[RelationShown]
    """Your requests that have not been accepted, oldest first."""


class RecentPlayerShown(Struct, frozen=True):
    """A person you have played with."""

    player: RelationShown
    """The account and its relation to you."""
    match: Id
    """The id of the latest match that you played together."""


class RecentPlayers(Struct, frozen=True):
    """The people from your latest matches."""

    results: list[RecentPlayerShown]
    """The people, latest match first."""
