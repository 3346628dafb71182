"""What the API tells of a person, as typed structs."""

from msgspec import Struct

from api.formats import Id, Instant
from ratings.answers import StandingShown
from tournaments.answers import TournamentListed


class GamePlayed(Struct, frozen=True):
    """How often somebody has played a game to its end in public."""

    game: str
    """The id of the game."""
    matches: int
    """How many matches."""
    firsts: int
    """In how many of them the player came first, alone or with others."""


class LadderPlace(Struct, frozen=True):
    """Where somebody stands on a ladder."""

    slug: str
    """The ladder's address: a-z, 0-9 and -."""
    name: str
    """The name of the ladder."""
    game: str
    """The id of the game."""
    standing: StandingShown
    """The rating, the rank and what they come from."""


class Profile(Struct, frozen=True):
    """Somebody as everybody sees them."""

    id: Id
    """The id of the account."""
    username: str
    """The user name."""
    is_bot: bool
    """Whether the account is a bot account."""
    is_guest: bool
    """Whether the account is a guest without a password."""
    date_joined: Instant
    """When the account was registered."""
    games: list[GamePlayed]
    """What the player has finished in public, by game."""
    ladders: list[LadderPlace]
    """The ladders on which the player stands, as far as you may know of them."""
    tournaments: list[TournamentListed]
    """The latest 50 tournaments that the player has entered, as far as you may know of them."""
