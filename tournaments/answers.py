"""What the API of tournaments answers, as typed structs."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.formats import Id, Moment, Object
from tournaments.state import EntrantStatus, Role, Status

Source: TypeAlias = Literal["", "match", "report", "override", "import"]


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


class EntrantShown(msgspec.Struct, frozen=True):
    """An entrant."""

    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""
    bot: str | None
    """The id of the built-in bot, if it is one."""
    presence: EntrantStatus
    """Whether the entrant is there, and if not, why."""
    seed: int
    """The place in the seeding, from 1; 0 before there is one."""
    rating: int
    """The rating by which entrants are seeded; 0 if unknown."""
    club: str
    """The club that the entrant comes from; empty where none was named."""
    payment: Annotated[
        Literal["paid", "unpaid", "waived"] | None,
        Meta(description="Whether the entrant has paid; null for all but the staff."),
    ]
    amount: Annotated[
        str | None, Meta(description="How much, in the staff's words; null for all but the staff.")
    ]


class StageShown(msgspec.Struct, frozen=True):
    """A stage that has begun; its entrants in the order of their seeds."""

    stage: int
    """The number of the stage, from 1."""
    format: str
    """The id of the format."""
    entrants: list[int]
    """The numbers of the entrants, in the order of their seeds."""
    sources: list[str]
    """By what right each of the entrants who began it is there; empty for the first stage."""
    groups: list[list[int]]
    """From A on; empty in a format without groups."""
    complete: bool
    """Whether the stage is over."""


class RoundListed(msgspec.Struct, frozen=True):
    """A round in short."""

    round: int
    """The number of the round, from 1."""
    stage: int
    """The number of its stage."""
    status: Literal["draft", "live", "closed"]
    """Whether it is not published yet, is being played, or is over."""
    due_at: Moment | None
    """By when its tables are to be done, where the plan gives days."""
    undecided: Annotated[
        int, Meta(description="Tables that came to nothing and wait for a decision of the staff.")
    ]


class ImportNote(msgspec.Struct, frozen=True):
    """A line of an imported report that is kept, though it cannot be used here."""

    line: int
    """The number of the line, from 1."""
    content: str
    """What stands in it."""
    why: str
    """Why it is not used."""


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
    my_role: Role | None
    """Your role, if you have one."""
    my_entrant: int | None
    """The number of your own entrant, if you have entered."""


class SeatShown(msgspec.Struct, frozen=True):
    """Who sits there, or has a bye."""

    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""


class Stopped(msgspec.Struct, frozen=True):
    """Why a table came to nothing: until the staff decides, its round does not close."""

    cause: Annotated[
        Literal["match_void", "overdue"],
        Meta(description="Its match was called off, or its days were over."),
    ]
    detail: Annotated[str, Meta(description="Why the match was called off.")]
    awaited: Annotated[list[int], Meta(description="Whose move it was.")]


class VersionShown(msgspec.Struct, frozen=True):
    """What a player says how a table ended."""

    entrant: int
    """The number of the entrant."""
    placings: list[int]
    """The place of each seat, from 1."""
    scores: list[int] | None
    """The score of each seat, where there are scores."""


class TableShown(msgspec.Struct, frozen=True):
    """A table; everything by seat."""

    id: Id
    """The id of the table."""
    table: int
    """The number of the table in its round, from 1."""
    key: str
    """Its place in a bracket, such as `L2-1`; empty in other formats."""
    sources: list[str]
    """Where its players come from, such as `loser of W1-3`."""
    seats: list[SeatShown]
    """The entrants, by seat."""
    match: Id | None
    """The id of its match, where it is played here."""
    placings: list[int] | None
    """The place of each seat, from 1; null before the result."""
    scores: list[int] | None
    """The score of each seat, where there are scores."""
    points: list[str] | None
    """The points of each seat; null before the result."""
    source: Source
    """Where the result comes from; empty before there is one."""
    reported_by: int | None
    """The number of the entrant whose report waits to be confirmed."""
    versions: list[VersionShown]
    """What its players say; more than one waits for a judge's decision."""
    disputed: bool
    """Whether its players say different things."""
    decision: str
    """Why the staff decided as it did; empty where it did not."""
    void: bool
    """Whether the table was called off."""
    paid: Annotated[bool, Meta(description="Whether a void table brings what a bye does.")]
    gone: Annotated[
        list[int],
        Meta(description="Who had given up, forfeited, or left the seat to a bot at the end."),
    ]
    absent: Annotated[list[int], Meta(description="Who forfeited by not coming.")]
    stopped: Annotated[
        Stopped | None, Meta(description="Why it came to nothing; the staff decides.")
    ]
    ends_at: Moment | None
    """When its result is meant to be there."""
    judge_called: bool
    """Whether the table waits for a judge."""
    extra_seconds: int
    """The time that this table has beyond the others of its round."""


class RoundClockShown(msgspec.Struct, frozen=True):
    """The clock of a round in person, without the extra time of single tables."""

    seconds: int
    """Its whole length, with the extra time of the round."""
    running: bool
    """Whether time runs down."""
    ends_at: Annotated[Moment | None, Meta(description="When the time is up; null while stopped.")]
    left_ms: Annotated[int | None, Meta(description="What is left of a stopped clock.")]


class RoundShown(msgspec.Struct, frozen=True):
    """A round."""

    round: int
    """The number of the round, from 1."""
    stage: int
    """The number of its stage."""
    status: Literal["draft", "live", "closed"]
    """Whether it is not published yet, is being played, or is over."""
    ends_at: Annotated[Moment | None, Meta(description="When it is meant to be over.")]
    tables: list[TableShown]
    """The tables, by number."""
    byes: list[SeatShown]
    """The entrants who have a bye."""
    clock: RoundClockShown | None
    """The clock of a round in person, once it was started."""


class Explanation(msgspec.Struct, frozen=True):
    """Why a round is paired as it is."""

    round: int
    """The number of the round."""
    algorithm: str
    """The algorithm that paired the round, with its version."""
    seed: str
    """The random seed of the draw."""
    tables: list[Object]
    """Each table with its seats, and what the pairing cost there and why."""
    byes: list[str]
    """The names of the entrants who have a bye."""
    alternatives: list[str]
    """What else was considered."""
    notes: list[str]
    """What the organiser should know about the round."""


class StandingsLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant in the standings."""

    rank: int
    """The rank; equal entrants share it."""
    best_rank: Annotated[
        int | None,
        Meta(description="Bounds by results alone, if nobody leaves or comes; null: unknown."),
    ]
    worst_rank: int | None
    """The worst final rank that is still possible."""
    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""
    presence: EntrantStatus
    """Whether the entrant is there, and if not, why."""
    no_shows: int
    """How often the entrant did not appear."""
    left_why: str
    """Why the entrant dropped out or was disqualified, where somebody has said."""
    points: str
    """The points, as people write them."""
    points_units: Annotated[int, Meta(description="120 to a point.")]
    penalty: str
    """Points that were taken away."""
    played: int
    """How many tables the entrant has finished."""
    tiebreaks: dict[str, str]
    """The value of each tie-break, by its id."""
    explained: Annotated[
        dict[str, Object] | UnsetType, Meta(description="With `explain`: value, addends, text.")
    ] = UNSET


class Standings(msgspec.Struct, frozen=True):
    """The standings; with `explain` every line has the addends of its tie-breaks."""

    version: int
    """The version of the tournament."""
    tiebreaks: list[str]
    """The ids of the tie-breaks, in their order."""
    results: list[StandingsLine]
    """The entrants, best first."""


class Audit(msgspec.Struct, frozen=True):
    """All that was done, by whom, when and why."""

    results: list[Object]
    """The events, in order: version, type, actor, reason, data and moment."""


class Choices(msgspec.Struct, frozen=True):
    """What a tournament can be made of."""

    formats: list[Object]
    """The formats, with their options."""
    points: list[Object]
    """The points schemes."""
    tiebreaks: list[Object]
    """The tie-breaks."""
    templates: list[Object]
    """Tournaments to begin from."""


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What a command would change (`dry_run=true`)."""

    version: int
    """The version of the tournament before the command."""
    status: Object | None
    """The status before and after, where it changes."""
    tables: list[Object]
    """The tables that are added, removed, or get another result."""
    standings: list[Object]
    """The entrants whose rank or points change."""
    advancement: list[Object]
    """Who advances instead of whom, by stage."""
    paired_on_old_results: list[int]
    """Rounds that were paired on results which change."""
    choices: list[str]
    """What can be chosen about those rounds."""
    ratings: list[Object]
    """What the ladder would tell, a line for every match that it would rate anew."""
    still_drawn: bool = False
    """Whether lots are still to be drawn, so that tables, seeds and seats are only an example."""


class Answered(TournamentShown, frozen=True):
    """The tournament after a command; of a dry run as it would be, with the differences."""

    consequences: Consequences | None = None
    """What changes, for a dry run; null otherwise."""


class InvitationShown(msgspec.Struct, frozen=True):
    """A link by which people enter, or help."""

    invitation: int
    """The number of the invitation."""
    grants: str
    """`entry`, or the role that it gives."""
    code: str
    """What the link ends with; empty where the site's key has changed since."""
    open: bool
    """Whether it still lets somebody in."""
    used: int
    """How often it was used."""
    uses_max: int
    """How often it can be used."""
    until: Moment | None
    """When it ends by itself."""
    on_wall: bool
    """Whether the wall shows it."""


class InvitationList(msgspec.Struct, frozen=True):
    """The invitations of a tournament."""

    results: list[InvitationShown]
    """The invitations, by number."""


class AcceptedShown(msgspec.Struct, frozen=True):
    """Somebody of a list who is entered."""

    line: int
    """The number of the line, from 1."""
    name: str
    """The name of the entrant."""
    account: str | None
    """The user name, where the list names an account."""
    rating: int
    """The rating; 0 if the list has none."""
    seed: int
    """The seed; 0 if the list has none."""
    club: str
    """The club; empty if the list has none."""
    waiting: bool
    """Whether the place is on the waiting list."""


class LeftOutShown(msgspec.Struct, frozen=True):
    """Something in a list that enters nobody."""

    line: int
    """The number of the line, from 1."""
    content: str
    """What stands there."""
    why: str
    """Why it is left out."""


class ListUnderstood(msgspec.Struct, frozen=True):
    """What a list was understood to say."""

    layout: Literal["names", "columns", "surname_first"]
    """How it was read."""
    accepted: list[AcceptedShown]
    """Who is entered, in the order of the list."""
    left_out: list[LeftOutShown]
    """What enters nobody, by line."""


class ListAnswered(Answered, frozen=True):
    """The tournament after a list was entered, and what was understood of the list."""

    understood: ListUnderstood | None = None
    """What the list was understood to say."""
