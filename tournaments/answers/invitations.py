"""What is answered about links."""

import msgspec

from api.formats import Moment


class InvitationShown(msgspec.Struct, frozen=True):
    """An invitation: a link with which people enter or get a role."""

    invitation: int
    """The number of the invitation."""
    grants: str
    """What the link grants: `entry` or a role."""
    code: str
    """The code at the end of the link; empty if the site's key has changed since."""
    open: bool
    """Whether the invitation can still be used."""
    used: int
    """The number of uses so far."""
    uses_max: int
    """The maximum number of uses."""
    until: Moment | None
    """When the invitation expires; null for never."""
    on_wall: bool
    """Whether the wall display shows the link."""


class InvitationList(msgspec.Struct, frozen=True):
    """The invitations of a tournament."""

    results: list[InvitationShown]
    """The invitations, by number."""
