"""What an admin decides about a ladder."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.json_types import JsonObject
from games.messages import Message, as_message
from ratings.ladder.meetings import Repeats
from ratings.systems import registry
from ratings.systems.core import ParameterError, RatingSystem
from ratings.systems.registry import UnknownSystemError

Kind = Literal["rating", "challenge", "points"]
Text = Annotated[str, Meta(min_length=1, max_length=80)]
Days = Annotated[int, Meta(ge=0, le=3650)]
Games = Annotated[int, Meta(ge=0, le=1000)]
SEATS_MIN = 2
SEATS_MAX = 6
CLOCK_MIN = 5
"""Seconds: who has less for a decision plays against the network."""
CLOCK_MAX = 14 * 24 * 3600
"""Seconds: the longest that one move of any match may take."""


class SettingsError(ValueError):
    """Settings that make no ladder."""

    def __init__(self, errors: list[tuple[str, Message]]) -> None:
        self.errors = errors
        """Field and what is wrong with it."""
        super().__init__("; ".join(f"{field}: {text}" for field, text in errors))


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The allowed numbers of players."""

    min: Annotated[int, Meta(ge=SEATS_MIN, le=SEATS_MAX)] = SEATS_MIN
    """The minimum."""
    max: Annotated[int, Meta(ge=SEATS_MIN, le=SEATS_MAX)] = SEATS_MAX
    """The maximum."""


class Challenges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a challenge ladder."""

    reach_percent: Annotated[int, Meta(ge=0, le=100)] = 40
    """How far up a player may challenge, as a percentage of their own position."""
    reach_places: Annotated[int, Meta(ge=1, le=1000)] = 5
    """The minimum for how far up a player may challenge, in rungs; also the maximum number of
    rungs gained by one match."""
    open_max: Annotated[int, Meta(ge=1, le=20)] = 3
    """The maximum number of open challenges of a player, made or received."""
    answer_hours: Annotated[int, Meta(ge=1, le=720)] = 72
    """The number of hours to answer a challenge."""
    rematch_days: Annotated[int, Meta(ge=0, le=365)] = 7
    """The number of days until the same players may challenge each other again."""
    refusal: Literal["forfeit", "nothing"] = "forfeit"
    """Whether players who decline, or do not answer in time, are passed by the challenger
    (`forfeit`) or not."""


class SeasonEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The planned end of the current season."""

    at: Annotated[str, Meta(max_length=40)] = ""
    """The time, such as `2026-12-31T23:00:00Z`; empty if no end is planned."""
    name: Annotated[str, Meta(max_length=80)] = ""
    """The name of the next season; empty for its number."""
    keep_percent: Annotated[int, Meta(ge=0, le=100)] = 50
    """The percentage of a lead over a newcomer's rating that is kept in the next season."""

    @property
    def moment(self) -> datetime | None:
        """The moment, if there is one; raises ValueError for what is none."""
        if not self.at:
            return None
        found = datetime.fromisoformat(self.at)
        if found.tzinfo is None:
            message = "a moment has a zone"
            raise ValueError(message)
        return found


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that an admin decides; what is left out has a default."""

    name: Text
    """The name of the ladder."""
    game: str
    """The id of a game, from `GET /games`."""
    kind: Kind = "rating"
    """What orders the standings: ratings, points, or rungs won by challenges."""
    players: Players = Players()
    """The allowed numbers of players in a match."""
    system: str = "elo"
    """The id of a rating system, from `GET /rating-systems`."""
    parameters: dict[str, int] = {}
    """The parameters of the rating system; omitted ones have their default."""
    provisional_games: Games = 20
    """The number of rated matches after which a rating is no longer provisional."""
    listed_games: Games = 1
    """The number of rated matches needed to be listed in the standings."""
    activity_days: Days = 90
    """The number of days without a match after which a player is no longer listed; 0 for no
    limit."""
    entry: Literal["people", "bots", "mixed"] = "mixed"
    """Who may play: people only, bots only, or both."""
    visibility: Literal["public", "private"] = "public"
    """Whether everyone may see the ladder, or only members and players."""
    members: Annotated[list[Text], Meta(max_length=1000)] = []
    """The user names of accounts that may see a private ladder before playing on it."""
    season: Text = "1"
    """The name of the current season."""
    season_end: SeasonEnd = SeasonEnd()
    """When the current season closes automatically."""
    options: dict[str, bool | int | str] = {}
    """The game options of the ladder's matches."""
    clock: Annotated[int, Meta(ge=1, le=2_592_000)] | None = None
    """Seconds per decision in the ladder's matches; null on old ladders where none has been set,
    in which case no matches start."""
    on_timeout: Literal["auto", "bot", "forfeit"] = "auto"
    """What happens when a player runs out of time in the ladder's matches."""
    moves_min: Annotated[int, Meta(ge=0, le=100)] = 0
    """The minimum number of decisions by each player for a match to count; 0 for none."""
    repeats: Repeats | None = None
    """The reduced weight of repeated matches among the same players; null for none."""
    chance: Literal["offered", "required"] = "offered"
    """Whether players may add randomness to the deals (`offered`), or must do so to keep their
    seat (`required`)."""
    beacon: bool = False
    """Whether deals wait about 20 seconds for a public beacon."""
    bots_after: Annotated[int, Meta(ge=0, le=86_400)] | None = None
    """Seconds of searching after which built-in bots fill the free seats; null for never."""
    points: Annotated[list[Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=6)] = []
    """The points by place; empty for 1 for the first, 0 for the last and even steps in between."""
    best_of: Annotated[int, Meta(ge=1, le=1000)] = 8
    """The number of best results in a season that count towards the points."""
    challenges: Challenges = Challenges()
    """The rules of challenges."""

    def rating_system(self) -> RatingSystem:
        """Return the system with its parameters."""
        own = {**self.parameters, "provisional_games": self.provisional_games}
        return registry.instance(self.system, own)

    def has_clock(self) -> bool:
        """Return whether a rated match can be played by the ladder's clock."""
        return self.clock is not None and CLOCK_MIN <= self.clock <= CLOCK_MAX

    def as_data(self) -> JsonObject:
        """Return all fields as JSON has them."""
        data: JsonObject = msgspec.to_builtins(self)
        return data


FOR_NEW: Mapping[str, object] = {
    "on_timeout": "forfeit",
    "moves_min": 3,
    "repeats": msgspec.to_builtins(Repeats()),
}
"""What a new ladder has where nothing is said; old streams, which say nothing, keep what was."""

FIXED = ("game", "kind", "system")
"""What can't be changed later: past matches would have been others."""


def parsed(data: Mapping[str, object]) -> Settings:
    """Return settings from what an admin, an event or a file says; raises SettingsError."""
    errors = []
    for field in msgspec.structs.fields(Settings):
        if field.name in data:
            try:
                msgspec.convert(data[field.name], field.type)
            except msgspec.ValidationError as error:
                errors.append((field.name, as_message(str(error))))
        elif field.required:
            errors.append((field.name, Message("is required")))
    names = {field.name for field in msgspec.structs.fields(Settings)}
    errors += [
        (name, Message("is not a setting of a ladder")) for name in data if name not in names
    ]
    if errors:
        raise SettingsError(errors)
    settings = msgspec.convert(dict(data), Settings)
    check(settings)
    return settings


def check(settings: Settings) -> None:
    """Raise SettingsError where fields do not go together."""
    errors = []
    if settings.players.min > settings.players.max:
        errors.append(("players", Message("min must not be more than max")))
    if "provisional_games" in settings.parameters:
        errors.append(("parameters.provisional_games", Message("is a field of the ladder itself")))
    try:
        settings.rating_system()
    except UnknownSystemError as error:
        errors.append(("system", error.message))
    except ParameterError as error:
        errors += [(f"parameters.{name}", text) for name, text in error.errors]
    if any(better < worse for better, worse in zip(settings.points, settings.points[1:])):  # noqa: B905 - Neighbours.
        errors.append(("points", Message("must not rise from one place to the next")))
    if settings.chance == "required" and settings.bots_after is not None:
        text = Message("must be null where chance is required: built-in bots add none")
        errors.append(("bots_after", text))
    try:
        settings.season_end.moment  # noqa: B018 - It raises.
    except ValueError:
        text = Message("must be a moment with its zone, such as 2026-12-31T23:00:00Z, or empty")
        errors.append(("season_end.at", text))
    if errors:
        raise SettingsError(errors)


def edited(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """Return settings with some fields changed; raises SettingsError."""
    before = settings.as_data()
    errors = [
        (name, Message("cannot be changed; open another ladder"))
        for name in FIXED
        if name in changes and changes[name] != before[name]
    ]
    if errors:
        raise SettingsError(errors)
    return parsed({**before, **changes})
