"""A link into a tournament. Pure."""

from datetime import datetime


class InvitationState:
    """A link by which people enter, or help."""

    __slots__ = ("digest", "grants", "has_ended", "number", "on_wall", "until", "used", "uses_max")

    def __init__(  # noqa: PLR0913 - What an invitation says.
        self,
        number: int,
        grants: str,
        digest: str,
        uses_max: int,
        until: datetime | None,
        *,
        on_wall: bool,
    ) -> None:
        self.number = number
        self.grants = grants
        """`entry`, or a role."""
        self.digest = digest
        self.uses_max = uses_max
        self.until = until
        self.on_wall = on_wall
        """Whether everyone may see its code."""
        self.used = 0
        self.has_ended = False
