"""What a reader may do at a match besides moving: sit, fill seats, start, leave, vote."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from matches.answers import MatchShown
from matches.models import Match
from matches.services import invitations, settled
from matches.state import OVER
from web import bot_names
from web.matches import rematches
from web.matches.withheld import is_withheld


@dataclass(frozen=True, kw_only=True)
class Possibilities:
    """What a page offers its reader besides moves."""

    is_open: bool
    """Whether the match waits for players."""
    over: bool
    private: bool
    taken: frozenset[int]
    """Seats that somebody sits on."""
    may_invite: bool
    invitation: str
    """The code by which others come; empty while there is none."""
    may_again: bool
    may_sit: bool
    may_sign_in: bool
    may_rise: bool
    may_fill: bool
    may_start: bool
    may_call_off: bool
    may_leave: bool
    may_pause: bool
    may_vote_off: bool
    may_resume: bool
    may_return: bool
    may_study: bool
    bots: Sequence[tuple[str, str]]
    """Bots that may take a seat, and what they are called."""
    filler: str
    """The bot that takes all free seats."""


def possibilities(page: MatchShown, account: UUID | None, row: Match) -> Possibilities:
    """Return what an account may do at a match."""
    opener = account is not None and row.opened_by_id == account
    is_open = page.status == "open"
    is_live = page.status == "live"
    seated = page.my_seat is not None
    full = len(page.seats) == page.seats_max
    asked = page.chance or None
    is_sealed = asked is not None and asked.seal is not None
    is_going = is_sealed or (asked is not None and asked.attempt > 1)
    is_settled = is_open and settled.is_settled(row, is_full=full, is_going=is_going)
    may_invite = is_open and not full and (opener or seated) and invitations.is_free(row)
    return Possibilities(
        is_open=is_open,
        over=page.status in OVER,
        private=row.visibility == Match.Visibility.PRIVATE,
        taken=frozenset(seat.seat for seat in page.seats),
        may_invite=may_invite,
        invitation=invitations.current_code(row.pk) if may_invite else "",
        may_again=rematches.may_follow(row, page),
        may_sit=is_open and account is not None and not seated and not full,
        may_sign_in=is_open and account is None and not full,
        may_rise=is_open and seated and not is_sealed and not is_settled,
        may_fill=is_open and opener and not full,
        may_start=is_open and opener and full and not is_sealed,
        may_call_off=is_open and opener and not is_settled,
        may_leave=is_live and seated,
        may_pause=is_live and seated and not page.paused and "pause" not in page.no_votes,
        may_vote_off="abort" not in page.no_votes,
        may_resume=seated and page.paused is not None,
        may_return=is_live and any(seat.away and seat.seat == page.my_seat for seat in page.seats),
        may_study=may_study(page, account),
        bots=bot_names.choices(page.game),
        filler=bot_names.usual(page.game),
    )


def may_study(page: MatchShown, account: UUID | None) -> bool:
    """Tell whether a match is over for everyone, and who looks at it is signed in."""
    return account is not None and page.status == "finished" and not is_withheld(page)
