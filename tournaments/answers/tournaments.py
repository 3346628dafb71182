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
    """The picture of an event, a JPEG."""

    address: str
    """Its path on this site; another picture has another."""
    width: int
    """In pixels."""
    height: int
    """In pixels."""


class TournamentListed(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: Id
    """The id of the tournament."""
    slug: str
    """Its address: a-z, 0-9 and -."""
    name: str
    """The name of the tournament."""
    game: str
    """The id of the game."""
    status: Status
    """Where the tournament is in its life."""
    paused: bool
    """Whether nothing begins for now."""
    entrants: int
    """How many have entered and not left."""
    round: int
    """The number of the current round; 0 before the first."""
    version: int
    """How many events the tournament has had."""
    picture: Annotated[str | None, Meta(description="The address of its picture in small.")]


class ImportNote(msgspec.Struct, frozen=True):
    """A line of an imported report that is kept, though it cannot be used here."""

    line: int
    """The number of the line, from 1."""
    content: str
    """What stands in it."""
    why: str
    """Why it is not used."""


class DrawWaiting(msgspec.Struct, frozen=True):
    """A draw that waits for shares of the entrants, or a beacon; what is drawn follows then."""

    draw: int
    """The number of the draw."""
    kind: DrawKind
    """What is drawn."""
    round: Annotated[int | None, Meta(description="The round; null for seeds and lots.")]
    attempt: int
    """Counts from 1; an attempt is over when somebody has withheld a share."""
    until: Moment
    """When it goes on without those who are missing, or its beacon is due."""
    expected: list[int]
    """Whoever is on its roll, or is to promise afresh."""
    beacon: str | UnsetType = UNSET
    """The public beacon that its seal names; left out where it names none."""


class TournamentShown(msgspec.Struct, frozen=True):
    """A tournament."""

    id: Id
    """The id of the tournament."""
    version: int
    """How many events the tournament has had."""
    status: Status
    """Where the tournament is in its life."""
    paused: bool
    """Whether nothing begins for now."""
    settings: Object
    """How the tournament is set up, as in `POST /tournaments`."""
    entrants: list[EntrantShown]
    """Everyone who has entered, by number."""
    stages: list[StageShown]
    """The stages that have begun."""
    rounds: list[RoundListed]
    """The rounds; drafts for the staff alone."""
    rounds_max: Annotated[
        list[int | None],
        Meta(
            description="By stage of the plan: the rounds after which it is over, whoever ties or "
            "leaves; null where a clock ends it, or the stage cannot take who is there."
        ),
    ]
    import_notes: Annotated[
        list[ImportNote],
        Meta(description="What an imported report says that is not used; its export has it."),
    ]
    previous_season: str | None
    """The slug of the season that a league was made from."""
    next_season: Object | None
    """Its slug, and who rises, falls (`moves`) and leaves (`left`)."""
    conditions: Annotated[
        Object,
        Meta(description="Who may enter, as in `POST …/conditions`; of accounts, how many."),
    ]
    repeats: Annotated[
        Literal["", "weekly", "fortnightly", "monthly"],
        Meta(description="How often the event is held; empty where it is not repeated."),
    ]
    next_event: str | None
    """The slug of the next event, once it was made."""
    notice: str
    """What the staff tells everyone; empty where there is nothing to tell."""
    picture: PictureShown | None
    """Its picture, if it has one."""
    my_role: Role | None
    """Your role, if you have one."""
    my_entrant: int | None
    """The number of your own entrant, if you have entered."""
    drawing: DrawWaiting | UnsetType = UNSET
    """The draw that waits for shares of the entrants, or a beacon; left out where none does."""


class Audit(msgspec.Struct, frozen=True):
    """All that was done, by whom, when and why."""

    results: list[Object]
    """The events, in order: version, type, actor, reason, data and moment."""


class PartShown(msgspec.Struct, frozen=True):
    """A part that a plan can have."""

    id: str
    """What a plan calls it."""
    title: str
    """What people call it."""
    about: str
    """What it does, in a sentence."""


class FormatShown(PartShown, frozen=True):
    """A format that a stage can have."""

    options: dict[str, Object]
    """The JSON schema of each of its options, by name."""


class TemplateShown(PartShown, frozen=True):
    """A plan to begin from."""

    game: str
    """The id of its game."""
    settings: Object
    """The plan, as it is sent to make a tournament, without a slug."""


class Choices(msgspec.Struct, frozen=True):
    """What a tournament can be made of."""

    formats: list[FormatShown]
    """The formats, with their options."""
    points: list[PartShown]
    """The points schemes."""
    tiebreaks: list[PartShown]
    """The tie-breaks."""
    templates: list[TemplateShown]
    """Tournaments to begin from."""
