"""An entrant of a tournament, and whether it is there. Pure."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from tournaments.events import EntrantRegistered


class EntrantStatus(StrEnum):
    """The presence of an entrant."""

    ENTERED = "entered"
    WAITING = "waiting"
    CHECKED_IN = "checked_in"
    ABSENT = "absent"
    DROPPED = "dropped"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


PRESENT = frozenset({EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN})


class EntrantState:
    """Somebody who has entered."""

    __slots__ = (
        "account",
        "amount",
        "bot",
        "club",
        "code_digest",
        "code_is_own",
        "code_serial",
        "free_since",
        "is_void",
        "late",
        "left_why",
        "name",
        "no_shows",
        "number",
        "payment",
        "penalty",
        "presence",
        "rating",
        "resting",
        "seed",
    )

    def __init__(self, entered: EntrantRegistered) -> None:
        self.number = entered.entrant
        self.name = entered.name
        self.account = None if entered.account is None else UUID(entered.account)
        self.bot = entered.bot
        """The built-in bot that plays."""
        self.rating = entered.rating
        self.club = entered.club or ""
        self.payment = "unpaid"
        """Whether the entrant has paid: paid, unpaid or waived. For the staff alone."""
        self.amount = ""
        """How much, in the staff's words."""
        self.presence = EntrantStatus.WAITING if entered.waiting else EntrantStatus.ENTERED
        self.late = entered.late
        self.seed = 0
        self.penalty = 0
        """Units taken away."""
        self.no_shows = 0
        self.is_void = False
        """Whether the results of one who was disqualified are void."""
        self.left_why = ""
        """Why the entrant dropped out or was disqualified; empty if no reason was given."""
        self.resting = False
        """Whether the entrant is away from an arena for a while."""
        self.code_digest = ""
        """Of the code by which the entrant is known without an account."""
        self.code_is_own = False
        """Whether nobody but the entrant has seen that code."""
        self.code_serial = 0
        """The version at which that code was made; 0 without one."""
        self.free_since: datetime | None = None
        """When the entrant entered a stage, came back, or rose from a table, whatever was last."""
