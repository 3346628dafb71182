"""What happens to a ladder, as it stands in its stream."""

import msgspec
from msgspec import UNSET, UnsetType

from eventstore.catalogue import Catalogue
from games.json_types import JsonObject

KIND = "ladder"
"""The kind of the streams of ladders."""


class LadderEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event of a ladder."""

    reason: str = ""
    """Why, in the words of whoever did it; empty where the platform acted by its rules."""


class LadderOpened(LadderEvent, frozen=True, kw_only=True, gc=False):
    """A ladder begins."""

    slug: str
    settings: JsonObject
    rules: str = ""
    """The rules id of all its matches; empty of a ladder from before these were pinned."""
    well: str | UnsetType = UNSET
    """What binds the server to the secret of the first season's deals; not of one from before there
    were wells."""


class LadderEdited(LadderEvent, frozen=True, kw_only=True, gc=False):
    """Settings change, for what comes after."""

    changes: JsonObject


class LadderPaused(LadderEvent, frozen=True, kw_only=True, gc=False):
    """No new matches until it is resumed; running ones count."""


class LadderResumed(LadderEvent, frozen=True, kw_only=True, gc=False):
    """New matches may begin again."""


class MatchRated(LadderEvent, frozen=True, kw_only=True, gc=False):
    """A match counts; players, places and scores are by seat."""

    match: str
    players: list[str]
    """`account:<uuid>`, `bot:<id>` or `guest:<name>`."""
    names: list[str]
    places: list[int]
    scores: list[int] | None = None
    played_at: str | None = None
    """Of an imported result; null: now."""
    source: str = "match"
    """`match`, or `import` for results from elsewhere."""
    challenge: str = ""
    """The challenge that was played for, if any."""
    moves: list[int | None] | None = None
    """How many decisions each made, null for built-in bots; null: nobody counted."""
    left: list[int] = []
    """Seats that gave up, or whose time ran out."""


class MatchNotRated(LadderEvent, frozen=True, kw_only=True, gc=False):
    """A match of the ladder does not count; the reason is a code."""

    match: str


class MatchAnnulled(LadderEvent, frozen=True, kw_only=True, gc=False):
    """A match never counted: whatever follows it is folded anew."""

    match: str


class MatchCorrected(LadderEvent, frozen=True, kw_only=True, gc=False):
    """A match ended otherwise than it was rated, say after a dispute about rules."""

    match: str
    places: list[int]


class RatingAdjusted(LadderEvent, frozen=True, kw_only=True, gc=False):
    """An admin moves a rating, by steps of the system."""

    player: str
    name: str
    by: int


class PlayersMerged(LadderEvent, frozen=True, kw_only=True, gc=False):
    """Two players were one all along; past matches count for the one that remains."""

    gone: str
    into: str
    into_name: str


class SeasonClosed(LadderEvent, frozen=True, kw_only=True, gc=False):
    """Standings are archived, leads over a newcomer shrink, and the next season begins."""

    next: str
    keep_percent: int
    well: str | UnsetType = UNSET
    """What binds the server to the secret of the next season's deals."""


class MatchMade(LadderEvent, frozen=True, kw_only=True, gc=False):
    """The ladder has put a match together, which is dealt from the next slot of its well."""

    slot: int
    """How manieth match that the ladder has made with wells, from 1 and through all seasons."""
    match: str
    players: list[str]
    """By seat."""
    challenge: str = ""
    """The challenge that it is played for: then the seats are those of the rungs, and not drawn."""


class WellRenewed(LadderEvent, frozen=True, kw_only=True, gc=False):
    """The deals from now on come from another well: others have seen those of the last one."""

    well: str
    skipped: int
    """How many slots are left out, since the database has gone back in time."""


class WellRevealed(LadderEvent, frozen=True, kw_only=True, gc=False):
    """No match is played any more that was dealt from a well, and none will be: its secret."""

    well: str
    secret: str


class PlayerJoined(LadderEvent, frozen=True, kw_only=True, gc=False):
    """Somebody takes the lowest rung."""

    player: str
    name: str


class PlayerLeft(LadderEvent, frozen=True, kw_only=True, gc=False):
    """Somebody leaves the rungs; those below move up."""

    player: str


class ChallengeMade(LadderEvent, frozen=True, kw_only=True, gc=False):
    """Somebody wants to play others for their rungs."""

    challenge: str
    challenger: str
    opponents: list[str]
    answer_by: str


class ChallengeAnswered(LadderEvent, frozen=True, kw_only=True, gc=False):
    """One of those challenged accepts or declines."""

    challenge: str
    player: str
    accept: bool


class ChallengeClosed(LadderEvent, frozen=True, kw_only=True, gc=False):
    """A challenge ends without a match; who forfeits is passed by the challenger."""

    challenge: str
    challenger: str
    forfeits: list[str]


CATALOGUE: Catalogue[LadderEvent] = Catalogue(
    {
        "ladder_opened": LadderOpened,
        "ladder_edited": LadderEdited,
        "ladder_paused": LadderPaused,
        "ladder_resumed": LadderResumed,
        "match_rated": MatchRated,
        "match_not_rated": MatchNotRated,
        "match_annulled": MatchAnnulled,
        "match_corrected": MatchCorrected,
        "rating_adjusted": RatingAdjusted,
        "players_merged": PlayersMerged,
        "season_closed": SeasonClosed,
        "match_made": MatchMade,
        "well_renewed": WellRenewed,
        "well_revealed": WellRevealed,
        "player_joined": PlayerJoined,
        "player_left": PlayerLeft,
        "challenge_made": ChallengeMade,
        "challenge_answered": ChallengeAnswered,
        "challenge_closed": ChallengeClosed,
    }
)

OF_WELLS = (MatchMade, WellRenewed, WellRevealed)
"""Events that are about deals alone: no player's row follows from them."""

RETROACTIVE = (MatchAnnulled, MatchCorrected, PlayersMerged)
"""Events that change what earlier ones come to."""
