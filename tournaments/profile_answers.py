"""What the API tells of a person, as typed structs."""

from msgspec import Struct

from api.formats import Id, Instant
from ratings.answers import StandingShown
from tournaments.answers import TournamentListed


class GamePlayed(Struct, frozen=True):
    """A player's public matches of a game."""

    game: str
    """The id of the game."""
    matches: int
    """The number of finished matches."""
    firsts: int
    """The number of matches in which the player came first, alone or tied."""


class LadderPlace(Struct, frozen=True):
    """A player's standing on a ladder."""

    slug: str
    """The slug of the ladder."""
    name: str
    """The name of the ladder."""
    game: str
    """The id of the game."""
    standing: StandingShown
    """The standing of the player."""


class Profile(Struct, frozen=True):
    """The public profile of a player."""

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
    """The player's public finished matches, by game."""
    ladders: list[LadderPlace]
    """The ladders on which the player is ranked, as far as you may see them."""
    tournaments: list[TournamentListed]
    """The latest 50 tournaments that the player has entered, as far as you may see them."""
