"""What the API answers about friends and recent players, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

from msgspec import Struct

from accounts.answers import RelationShown
from api.formats import Id, Moment


class PlayerFound(RelationShown, frozen=True, kw_only=True):
    """A player, and what they are to you."""

    adds_no_chance_until: Moment | None
    """Until when the player is kept off the rolls of deals, having withheld too many shares; null:
    the player is not."""


class FriendShown(Struct, frozen=True):
    """A friend."""

    id: Id
    """The id of the account."""
    username: str
    """The user name."""
    here: bool | None
    """Whether the friend was on the site within two minutes; null where the friend hides it."""
    match: Id | None
    """A running match of theirs that you may watch."""


class Friends(Struct, frozen=True):
    """Friends, and who is to become one."""

    friends: list[FriendShown]
    """Those at tables first, then those who are here, by name."""
    requests: list[RelationShown]
    """Who waits for your answer, the longest first."""
    asked: list[RelationShown]
    """Whom you have asked and who have not accepted, the longest first."""


class RecentPlayerShown(Struct, frozen=True):
    """Somebody with whom you have played."""

    player: RelationShown
    """Who, and what they are to you."""
    match: Id
    """The latest match that you have played together."""


class RecentPlayers(Struct, frozen=True):
    """The people of your latest matches."""

    results: list[RecentPlayerShown]
    """The latest first."""
