"""What the API answers about reports and decisions, as typed structs."""

from typing import Literal, TypeAlias

from msgspec import Struct

from api.formats import Id, Instant

Ground: TypeAlias = Literal["cheating", "stalling", "harassment", "name", "other"]


class ReportShown(Struct, frozen=True):
    """A report, as its author sees it."""

    id: Id
    """The id of the report."""
    account: Id
    """The id of the reported account."""
    ground: Ground
    """The reason."""
    match: Id | None
    """The id of the attached match; null if there is none."""
    made_at: Instant
    """When the report was made."""
    outcome: Literal["received", "acted", "dismissed"]
    """The outcome of the report."""


class DecisionShown(Struct, frozen=True):
    """A decision of the site's staff about an account, as its owner sees it."""

    id: Id
    """The id of the case."""
    measure: Literal["warn", "mute", "rename", "bar", "ban"]
    """The measure that was taken."""
    ground: Ground
    """The reason."""
    until: Instant | None
    """When the measure ends; null if it has no duration or is permanent."""
    in_force: bool
    """Whether a mute, bar or ban is in force now."""
    decided_at: Instant
    """When the decision was made."""
    appeal: Literal["", "made", "upheld", "lifted"]
    """The state of the appeal, if there is one."""
    may_appeal: bool
    """Whether you can appeal."""
