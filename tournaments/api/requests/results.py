"""What is asked about results."""

from typing import Annotated, Literal

from django.utils.translation import pgettext_lazy
from msgspec import Meta

from api.dry_runs import DryRun
from tournaments.api.requests.base import THEN, Command, Number, Place, Reason, Score, Version


class Report(Command, frozen=True, kw_only=True):
    """A tournament played elsewhere, with two players per table."""

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
    """The scores by seat, if the game has scores."""


class Result(Standing, frozen=True, kw_only=True):
    """The result of a table, by seat."""

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
    """The absent players and the result of the others."""

    absent: Annotated[
        list[Number],
        Meta(
            min_length=1,
            max_length=6,
            description="The numbers of the absent entrants, who get nothing.",
        ),
    ]
    placings: Annotated[
        Annotated[list[Place], Meta(min_length=2, max_length=6)] | None,
        Meta(
            description="The places by seat, if two or more players came; those of absent players "
            "are ignored."
        ),
    ] = None
    scores: Annotated[list[Score], Meta(min_length=2, max_length=6)] | None = None
    """The scores by seat, if there are scores; those of absent players are ignored."""
    then: Annotated[Literal["keep", "repair"], Meta(extra=THEN)] = "keep"
    """Later rounds without results: kept, or paired again."""


class DrawAgreement(Command, frozen=True, kw_only=True):
    """An agreement to a draw."""

    withdrawn: Annotated[
        bool,
        Meta(description="Whether to withdraw; this cancels all agreements at the table so far."),
    ] = False


class TimeLimit(Standing, frozen=True, kw_only=True):
    """The result of a table in person at its time limit; empty for an online match."""


class SeatWanted(Command, frozen=True, kw_only=True):
    """A choice of seat."""

    seat: Annotated[int, Meta(ge=1, le=6, extra={"label": pgettext_lazy("at a table", "Seat")})]
    """The seat, starting at 1; seat 1 leads first."""
    entrant: Annotated[
        Number | None,
        Meta(
            description="The number of the entrant; by default yourself or, for the staff, the "
            "next to choose."
        ),
    ] = None


class TieOrder(Command, frozen=True, kw_only=True):
    """The order of tied players at the cut."""

    order: Annotated[
        list[Number],
        Meta(
            min_length=2, max_length=6, description="The numbers of the tied entrants, best first."
        ),
    ]


class Override(Result, frozen=True, kw_only=True):
    """A corrected result."""

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
    """The version that you have seen; the command is refused if the tournament has changed since
    then."""
