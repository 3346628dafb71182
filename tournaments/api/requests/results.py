"""What is asked about results."""

from typing import Annotated, Literal

from django.utils.translation import pgettext_lazy
from msgspec import Meta

from api.dry_runs import DryRun
from tournaments.api.requests.base import THEN, Command, Number, Place, Reason, Score, Version


class Report(Command, frozen=True, kw_only=True):
    """A tournament of duels that was played elsewhere."""

    trf: Annotated[str, Meta(description="The text of a TRF16 file.")]


class Standing(Command, frozen=True, kw_only=True):
    """How a table stands, by seat."""

    placings: Annotated[
        Annotated[list[Place], Meta(min_length=2, max_length=6)] | None,
        Meta(
            description="The place of each seat, from 1; seats that tie share it. Left out, it"
            " follows from the scores.",
            extra={"label": "Places by seat, such as 1, 2, 2, 4"},
        ),
    ] = None
    scores: Annotated[
        Annotated[list[Score], Meta(min_length=2, max_length=6)] | None,
        Meta(extra={"label": "Scores by seat, if they are known"}),
    ] = None
    """The score of each seat, where the game has scores."""


class Result(Standing, frozen=True, kw_only=True):
    """How a table ended, by seat."""

    drawn: Annotated[
        int,
        Meta(
            ge=0,
            le=14,
            description="Of a duel of several matches: how many of them nobody has won.",
            extra={"label": "Drawn matches"},
        ),
    ] = 0
    match: Annotated[
        Annotated[int, Meta(ge=1, le=12)] | None,
        Meta(
            description="If a table adds up several matches: which of them this is, counted from "
            "1. A report is for the next one; a correction without a number is for all of them.",
            extra={"label": "Number of the match"},
        ),
    ] = None


class Forfeit(Command, frozen=True, kw_only=True):
    """Who did not come, and how the others ended."""

    absent: Annotated[
        list[Number],
        Meta(min_length=1, max_length=6, description="Who did not come: they get nothing."),
    ]
    placings: Annotated[
        Annotated[list[Place], Meta(min_length=2, max_length=6)] | None,
        Meta(description="By seat, where two or more came; those of the absent do not count."),
    ] = None
    scores: Annotated[list[Score], Meta(min_length=2, max_length=6)] | None = None
    """By seat, where there are scores; those of the absent do not count."""
    then: Annotated[Literal["keep", "repair"], Meta(extra=THEN)] = "keep"
    """Later rounds without results: kept, or paired again."""


class DrawAgreement(Command, frozen=True, kw_only=True):
    """A draw that somebody agrees to."""

    withdrawn: Annotated[
        bool,
        Meta(description="No draw: ends what anybody at the table has agreed to so far."),
    ] = False


class TimeLimit(Standing, frozen=True, kw_only=True):
    """How a table stands when its time is over; of a match that is played here nothing."""


class SeatWanted(Command, frozen=True, kw_only=True):
    """A seat that somebody chooses."""

    seat: Annotated[int, Meta(ge=1, le=6, extra={"label": pgettext_lazy("at a table", "Seat")})]
    """The seat, from 1; seat 1 leads first."""
    entrant: Annotated[
        Number | None,
        Meta(description="Of whom; by default oneself, and for the staff whoever is next."),
    ] = None


class TieOrder(Command, frozen=True, kw_only=True):
    """How those stand who are level where only some of a table go on."""

    order: Annotated[list[Number], Meta(min_length=2, max_length=6, description="Best first.")]


class Override(Result, frozen=True, kw_only=True):
    """A result put right."""

    then: Annotated[
        Literal["keep", "repair"],
        Meta(description="Later rounds without results: kept, or paired again.", extra=THEN),
    ] = "keep"


class Voiding(DryRun, frozen=True, kw_only=True):
    """How a table is called off."""

    reason: Reason = ""
    then: Annotated[Literal["keep", "repair"], Meta(extra=THEN)] = "keep"
    """Later rounds without results: kept, or paired again."""
    points: Annotated[
        Literal["bye", "none"] | None,
        Meta(
            description="What its players get. By default the points of a bye, or nothing if the "
            "table ended without a result.",
            extra={
                "label": "Its players get",
                "unset": "the default",
                "labels": {"bye": "the points of a bye", "none": "nothing"},
            },
        ),
    ] = None
    expected_version: Version | None = None
    """Refuse when the tournament has moved on from it."""
