"""What is answered about links."""

import msgspec

from api.formats import Moment


class InvitationShown(msgspec.Struct, frozen=True):
    """A link by which people enter, or help."""

    invitation: int
    """The number of the invitation."""
    grants: str
    """`entry`, or the role that it gives."""
    code: str
    """What the link ends with; empty where the site's key has changed since."""
    open: bool
    """Whether it still lets somebody in."""
    used: int
    """How often it was used."""
    uses_max: int
    """How often it can be used."""
    until: Moment | None
    """When it ends by itself."""
    on_wall: bool
    """Whether the wall shows it."""


class InvitationList(msgspec.Struct, frozen=True):
    """The invitations of a tournament."""

    results: list[InvitationShown]
    """The invitations, by number."""
