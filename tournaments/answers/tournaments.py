"""What is answered about a whole tournament."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.formats import Id, Moment, Object
from tournaments.answers.entrants import EntrantShown
from tournaments.answers.rounds import RoundListed, StageShown
from tournaments.events import DrawKind
from tournaments.state import Role, Status


class PictureShown(msgspec.Struct, frozen=True):
    """The picture of an event, as JPEG."""

    address: str
    """The path on this site, different for each picture."""
    width: int
    """The size in pixels."""
    height: int
    """The size in pixels."""


class TournamentListed(msgspec.Struct, frozen=True):
    """The summary of a tournament."""

    id: Id
    """The id of the tournament."""
    slug: str
    """The slug: a-z, 0-9 and -."""
    name: str
    """The name of the tournament."""
    game: str
    """The id of the game."""
    status: Status
    """The state of the tournament."""
    paused: bool
    """Whether the tournament is paused."""
    entrants: int
    """The number of entrants who have not left."""
    round: int
    """The number of the current round; 0 before the first."""
    version: int
    """The version of the tournament: the number of its events."""
    picture: Annotated[
        str | None,
        Meta(description="The path of a small version of the picture; null if there is none."),
    ]


class ImportNote(msgspec.Struct, frozen=True):
    """A line of an imported report that is kept but not used."""

    line: int
    """The line number, starting at 1."""
    content: str
    """The content of the line."""
    why: str
    """Why the line is not used."""


class DrawWaiting(msgspec.Struct, frozen=True):
    """A draw that is waiting for shares of the entrants or for a public beacon."""

    draw: int
    """The number of the draw."""
    kind: DrawKind
    """What is drawn."""
    round: Annotated[
        int | None, Meta(description="The number of the round; null for seeds and lots.")
    ]
    attempt: int
    """The number of the attempt, starting at 1. An attempt fails if a share is withheld."""
    until: Moment
    """When the draw proceeds without missing entrants, or its beacon is due."""
    expected: list[int]
    """The numbers of the entrants whose share is still missing, or who must promise again."""
    beacon: str | UnsetType = UNSET
    """The public beacon named in the seal; omitted if there is none."""


class TournamentShown(msgspec.Struct, frozen=True):
    """A tournament."""

    id: Id
    """The id of the tournament."""
    version: int
    """The version of the tournament: the number of its events."""
    status: Status
    """The state of the tournament."""
    paused: bool
    """Whether the tournament is paused."""
    settings: Object
    """The settings, as in `POST /tournaments`."""
    entrants: list[EntrantShown]
    """The entrants, by number."""
    stages: list[StageShown]
    """The stages that have started."""
    rounds: list[RoundListed]
    """The rounds; drafts only for the staff."""
    rounds_max: Annotated[
        list[int | None],
        Meta(
            description="The maximum number of rounds of each planned stage, whatever ties or "
            "drops occur; null if a clock ends the stage, or if it cannot be played with the "
            "current entrants."
        ),
    ]
    import_notes: Annotated[
        list[ImportNote],
        Meta(
            description="The lines of an imported report that are not used; exports contain them."
        ),
    ]
    previous_season: str | None
    """The slug of the previous season of a league; null if there is none."""
    next_season: Object | None
    """The next season of a league: its slug, promotions and relegations (`moves`), and those who
    leave (`left`); null if there is none."""
    conditions: Annotated[
        Object,
        Meta(
            description="The entry conditions, as in `POST …/conditions`; of `accounts`, only the "
            "number."
        ),
    ]
    repeats: Annotated[
        Literal["", "weekly", "fortnightly", "monthly"],
        Meta(description="How often the event is repeated; empty if it is not."),
    ]
    next_event: str | None
    """The slug of the next event; null until it is created."""
    notice: str
    """The notice of the staff; empty if there is none."""
    picture: PictureShown | None
    """The picture; null if there is none."""
    my_role: Role | None
    """Your role; null if you have none."""
    my_entrant: int | None
    """The number of your own entrant; null if you have not entered."""
    drawing: DrawWaiting | UnsetType = UNSET
    """The draw that is waiting for shares of the entrants or for a public beacon; omitted if
    there is none."""


class Audit(msgspec.Struct, frozen=True):
    """The audit log of a tournament."""

    results: list[Object]
    """The events, in order: version, type, actor, reason, data and time."""


class PartShown(msgspec.Struct, frozen=True):
    """A building block of tournament settings."""

    id: str
    """The id, as used in settings."""
    title: str
    """The display name."""
    about: str
    """A one-sentence description."""


class FormatShown(PartShown, frozen=True):
    """A format for stages."""

    options: dict[str, Object]
    """The JSON schema of each option, by name."""


class TemplateShown(PartShown, frozen=True):
    """A template for tournaments."""

    game: str
    """The id of the game."""
    settings: Object
    """The settings, as sent to create a tournament, without a slug."""


class Choices(msgspec.Struct, frozen=True):
    """The building blocks of tournaments."""

    formats: list[FormatShown]
    """The formats, with their options."""
    points: list[PartShown]
    """The points schemes."""
    tiebreaks: list[PartShown]
    """The tie-breaks."""
    templates: list[TemplateShown]
    """The templates."""
