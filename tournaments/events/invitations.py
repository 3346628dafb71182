"""What happens to the ways in: links by which people enter or help, and conditions. Pure."""

from msgspec import UNSET, UnsetType

from tournaments.events.base import Data, TournamentEvent


class InvitationMade(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """There is a link that lets people in; of its code the digest stands here alone."""

    invitation: int
    grants: str
    """`entry`, or the role that it gives."""
    digest: str
    uses_max: int
    until: str | None
    on_wall: bool
    """Whether the wall shows it to everyone."""


class InvitationEnded(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Nobody comes in by a link any more."""

    invitation: int


class InvitationUsed(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Somebody has come in by a link; the events that follow say as what."""

    invitation: int
    account: str | None


class ConditionsSet(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Who may enter by their own hand, from now on."""

    conditions: Data
    nonce: str | UnsetType = UNSET
    """Random, so that nobody finds out by the hash of the event what it says."""


OF_INVITATIONS: dict[str, type[TournamentEvent]] = {
    "invitation_made": InvitationMade,
    "invitation_ended": InvitationEnded,
    "invitation_used": InvitationUsed,
    "conditions_set": ConditionsSet,
}
