"""What the API answers about reports and decisions, as typed structs."""

from typing import Literal, TypeAlias

from msgspec import Struct

from api.formats import Id, Instant

Ground: TypeAlias = Literal["cheating", "stalling", "harassment", "name", "other"]


class ReportShown(Struct, frozen=True):
    """What somebody has reported, as they see it."""

    id: Id
    """The id of the report."""
    account: Id
    """Whom it is about."""
    ground: Ground
    """Why."""
    match: Id | None
    """The match that is kept with it."""
    made_at: Instant
    """When the report was made."""
    outcome: Literal["received", "acted", "dismissed"]
    """What has become of it."""


class DecisionShown(Struct, frozen=True):
    """What the site's staff has decided about somebody, as they see it."""

    id: Id
    """The id of the case."""
    measure: Literal["warn", "mute", "rename", "bar", "ban"]
    """What was decided."""
    ground: Ground
    """Why."""
    until: Instant | None
    """When it ends; null where it does not last, or lasts for good."""
    in_force: bool
    """Whether a mute, a bar or a ban lasts now."""
    decided_at: Instant
    """When it was decided."""
    appeal: Literal["", "made", "upheld", "lifted"]
    """Whether an appeal was made, and what became of it."""
    may_appeal: bool
    """Whether you can appeal."""
