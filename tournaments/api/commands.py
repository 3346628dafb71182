"""The commands of staff and entrants, thin: parse, call one service, answer."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import shapes
from accounts.api import View
from accounts.authentication import identity, identity_or_none, needs
from accounts.idempotency import idempotent
from accounts.models import Account
from accounts.openapi import MethodT, documented
from accounts.problems import Problem
from tournaments import door, selectors
from tournaments.api.shapes import (
    Answered,
    Apart,
    Command,
    DryRun,
    Entry,
    NextSeason,
    Override,
    Penalty,
    Repair,
    Result,
    RoleAsked,
    Rollback,
    Seeding,
    Settings,
    Substitute,
    Swap,
    TieOrder,
    Voiding,
)
from tournaments.door import Done, Who
from tournaments.services import arena, entry, lifecycle, results, rounds, seasons, ties
from tournaments.services.entry import Newcomer
from tournaments.state import Role

TAGS = ("tournaments",)
ACT = needs("play", "bot", "organise")
"""Any account may give a command; the tournament's roles decide."""
POSTS: Mapping[str, type[BasePermission]] = {"POST": ACT}
REFUSALS = (
    "permission_denied",
    "version_conflict",
    "entry_closed",
    "entry_not_eligible",
    "bots_not_allowed",
    "checkin_closed",
    "late_entry_closed",
    "entrant_dropped",
    "round_not_draft",
    "round_already_live",
    "pairing_infeasible",
    "result_locked",
    "invalid_options",
)


def viewer(request: Request) -> UUID | None:
    """Return the account that looks on; None for a stranger."""
    found = identity_or_none(request)
    return None if found is None else found.account_id


def who(request: Request) -> Who:
    """Return the account that acts."""
    found = identity(request)
    return Who(found.account_id, found.username)


def told(request: Request, asked: Any) -> dict[str, Any]:
    """Return what is common to all commands, as services take it."""
    return {
        "who": who(request),
        "reason": asked.reason,
        "expected_version": asked.expected_version,
        "dry_run": shapes.query(request, DryRun).dry_run,
    }


def answered(request: Request, done: Done) -> Response:
    """Return the tournament after a command; of a dry run as it would be, and what changes."""
    page = selectors.page(done.state, viewer(request))
    return Response({**page, "consequences": done.consequences})


def account_named(name: str) -> Account:
    """Return an account by its name; raises Problem."""
    found = Account.objects.named(name).first()
    if found is None:
        raise Problem("entry_not_eligible", f"There is no account {name}.")
    return found


def described(summary: str, request: type[msgspec.Struct]) -> Callable[[MethodT], MethodT]:
    """Describe a command."""
    return documented(
        summary,
        request=request,
        query=DryRun,
        answers={200: Answered},
        problems=REFUSALS,
        key="accepted",
        tags=TAGS,
    )


class Edit(View):
    """The plan, before the start."""

    access: ClassVar = POSTS

    @described("Change the settings.", Settings)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Before the start only; the slug stays."""
        asked = shapes.body(request, Settings)
        settings = msgspec.to_builtins(asked.settings)
        return answered(request, lifecycle.edit(slug=slug, asked=settings, **told(request, asked)))


class Roles(View):
    """Who runs the tournament."""

    access: ClassVar = POSTS

    @described("Give or take a role.", RoleAsked)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Organisers may do everything, judges all but plan and pair, scorekeepers report."""
        asked = shapes.body(request, RoleAsked)
        account = account_named(asked.account).pk
        role = None if asked.role is None else Role(asked.role)
        done = lifecycle.give_role(slug=slug, account=account, role=role, **told(request, asked))
        return answered(request, done)


class Step(View):
    """A command that says no more than its name."""

    access: ClassVar = POSTS
    steps: ClassVar[Mapping[str, Any]] = {
        "start": lifecycle.start,
        "pause": lifecycle.pause,
        "resume": lifecycle.resume,
        "cancel": lifecycle.cancel,
        "finish": lifecycle.finish,
        "reopen": lifecycle.reopen,
        "rounds": rounds.pair,
    }
    step: str = ""

    @described("Take the step that the address names.", Command)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Open or close entry or check-in, start, pair the next round, pause, finish, and so on."""
        asked = shapes.body(request, Command)
        common = told(request, asked)
        if self.step in lifecycle.MOVES:
            done = lifecycle.move_to(slug=slug, step=self.step, **common)
        else:
            done = self.steps[self.step](slug=slug, **common)
        return answered(request, done)


class Seeds(View):
    """The order of entrants."""

    access: ClassVar = POSTS

    @described("Seed the entrants.", Seeding)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """By rating, at random from a recorded seed, or as you say."""
        asked = shapes.body(request, Seeding)
        done = lifecycle.seed(
            slug=slug, method=asked.method, order=asked.order, **told(request, asked)
        )
        return answered(request, done)


class KeepApart(View):
    """Who is not to meet."""

    access: ClassVar = POSTS

    @described("Keep two entrants apart.", Apart)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """From the next pairing on; lifted with `lifted`."""
        asked = shapes.body(request, Apart)
        done = rounds.keep_apart(
            slug=slug,
            first=asked.first,
            second=asked.second,
            lifted=asked.lifted,
            **told(request, asked),
        )
        return answered(request, done)


class RollBack(View):
    """The way back."""

    access: ClassVar = POSTS

    @described("Return to an earlier version.", Rollback)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Keep what came after it in the audit, where it counts no more."""
        asked = shapes.body(request, Rollback)
        done = lifecycle.roll_back(slug=slug, to_version=asked.to_version, **told(request, asked))
        return answered(request, done)


class Entrants(View):
    """Who takes part."""

    access: ClassVar = POSTS

    @described("Enter.", Entry)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Yourself with an empty body; as the staff also others, bots, or a CSV file of many."""
        asked = shapes.body(request, Entry)
        done = entry.register(
            slug=slug, newcomers=newcomers(request, slug, asked), **told(request, asked)
        )
        return answered(request, done)


def newcomers(request: Request, slug: str, asked: Entry) -> list[Newcomer]:
    """Return whom an entry names; raises Problem."""
    if asked.csv is not None:
        if asked.name or asked.account or asked.bot:
            raise Problem("invalid", "Send a CSV file or one entrant, not both.")
        settings = door.find(slug).settings
        return entry.from_csv(asked.csv, needs_accounts=settings["play"] == "matches")
    if not (asked.name or asked.account or asked.bot):
        own = who(request)
        return [Newcomer(own.name, own.account)]
    return [newcomer(asked, asked.rating)]


def newcomer(asked: Entry | Substitute, rating: int = 0) -> Newcomer:
    """Return the one entrant that a body names."""
    if asked.account is not None and asked.bot is None:
        account = account_named(asked.account)
        return Newcomer(asked.name or account.username, account.pk, None, rating)
    return Newcomer(asked.name or asked.bot or "", None, asked.bot, rating)


class EntrantStep(View):
    """A command about one entrant."""

    access: ClassVar = POSTS
    steps: ClassVar[Mapping[str, Any]] = {
        "check-in": entry.check_in,
        "withdraw": entry.leave,
        "drop": entry.leave,
        "re-add": entry.re_add,
        "no-show": entry.no_show,
        "disqualify": entry.disqualify,
        "rest": arena.rest,
        "ready": arena.ready,
    }
    step: str = ""

    @described("Take the step that the address names, for an entrant.", Command)
    @idempotent
    def post(self, request: Request, slug: str, entrant: int) -> Response:
        """Check in, withdraw or drop yourself; the staff may do it for others."""
        asked = shapes.body(request, Command)
        done = self.steps[self.step](slug=slug, entrant=entrant, **told(request, asked))
        return answered(request, done)


class Substitution(View):
    """Somebody in an entrant's place."""

    access: ClassVar = POSTS

    @described("Substitute an entrant.", Substitute)
    @idempotent
    def post(self, request: Request, slug: str, entrant: int) -> Response:
        """Leave the points with the entrant; the newcomer plays from the next round on."""
        asked = shapes.body(request, Substitute)
        done = entry.substitute(
            slug=slug, entrant=entrant, by=newcomer(asked), **told(request, asked)
        )
        return answered(request, done)


class Penalties(View):
    """Points taken away."""

    access: ClassVar = POSTS

    @described("Penalise an entrant.", Penalty)
    @idempotent
    def post(self, request: Request, slug: str, entrant: int) -> Response:
        """Add a line to the standings; negative units give points back."""
        asked = shapes.body(request, Penalty)
        done = entry.penalise(slug=slug, entrant=entrant, units=asked.units, **told(request, asked))
        return answered(request, done)


class RoundStep(View):
    """A command about a round that says no more than its name."""

    access: ClassVar = POSTS
    steps: ClassVar[Mapping[str, Any]] = {
        "publish": rounds.publish,
        "unpublish": rounds.unpublish,
        "unpair": rounds.unpair,
        "close": rounds.close,
    }
    step: str = ""

    @described("Take the step that the address names, for a round.", Command)
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Publish a draft, make it a draft again, throw it away, or close a round."""
        asked = shapes.body(request, Command)
        done = self.steps[self.step](slug=slug, number=number, **told(request, asked))
        return answered(request, done)


class SwapSeats(View):
    """A change by hand."""

    access: ClassVar = POSTS

    @described("Swap two entrants of a draft.", Swap)
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        """One of them may have a bye."""
        asked = shapes.body(request, Swap)
        done = rounds.swap(
            slug=slug,
            number=number,
            first=asked.first,
            second=asked.second,
            **told(request, asked),
        )
        return answered(request, done)


class RepairRound(View):
    """A draft paired again."""

    access: ClassVar = POSTS

    @described("Pair a draft again.", Repair)
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Pinned tables stay; the others are paired anew with whoever is there now."""
        asked = shapes.body(request, Repair)
        try:
            pinned = [UUID(each) for each in asked.pinned]
        except ValueError as error:
            raise Problem("invalid", "pinned: must be ids of tables of the round") from error
        done = rounds.repair(slug=slug, number=number, pinned=pinned, **told(request, asked))
        return answered(request, done)


class TableResult(View):
    """How a table ended."""

    access: ClassVar = {"POST": ACT, "PUT": ACT, "DELETE": ACT}

    @described("Report a result.", Result)
    @idempotent
    def post(self, request: Request, slug: str, table_id: UUID) -> Response:
        """For tables over the board: one player reports, another confirms; the staff's counts."""
        asked = shapes.body(request, Result)
        done = results.report(
            slug=slug,
            table_id=table_id,
            places=asked.placings,
            scores=asked.scores,
            **told(request, asked),
        )
        return answered(request, done)

    @documented(
        "Put a result right.",
        request=Override,
        query=DryRun,
        answers={200: Answered},
        problems=REFUSALS,
        tags=TAGS,
    )
    def put(self, request: Request, slug: str, table_id: UUID) -> Response:
        """At any time before the end; look at the consequences with `dry_run=true` first."""
        asked = shapes.body(request, Override)
        done = results.override(
            slug=slug,
            table_id=table_id,
            places=asked.placings,
            scores=asked.scores,
            then=asked.then,
            **told(request, asked),
        )
        return answered(request, done)

    @documented(
        "Call a table off.",
        query=Voiding,
        answers={200: Answered},
        problems=REFUSALS,
        tags=TAGS,
    )
    def delete(self, request: Request, slug: str, table_id: UUID) -> Response:
        """Its players get what a bye brings, and have not met."""
        asked = shapes.query(request, Voiding)
        done = results.void(
            slug=slug,
            table_id=table_id,
            then=asked.then,
            who=who(request),
            reason=asked.reason,
            expected_version=asked.expected_version,
            dry_run=asked.dry_run,
        )
        return answered(request, done)


class Season(View):
    """The season after this one."""

    access: ClassVar = POSTS

    @described("Make the next season of a league.", NextSeason)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Enter those who are still there, in their new divisions; others enter as usual."""
        asked = shapes.body(request, NextSeason)
        done = seasons.make_next(
            slug=slug, new_slug=asked.slug, name=asked.name, **told(request, asked)
        )
        return answered(request, done)


class TableTie(View):
    """A tie across the cut."""

    access: ClassVar = POSTS

    @described("Decide a tie across the cut.", TieOrder)
    @idempotent
    def post(self, request: Request, slug: str, table_id: UUID) -> Response:
        """As a judge; seeds, lots or all going on are decided by themselves, and say so."""
        asked = shapes.body(request, TieOrder)
        done = ties.decide(slug=slug, table_id=table_id, order=asked.order, **told(request, asked))
        return answered(request, done)


class ReplayTable(View):
    """A table played again."""

    access: ClassVar = POSTS

    @described("Have a table played again.", Command)
    @idempotent
    def post(self, request: Request, slug: str, table_id: UUID) -> Response:
        """Open a new match in the round that is live; the old one counts no more."""
        asked = shapes.body(request, Command)
        done = results.replay(slug=slug, table_id=table_id, **told(request, asked))
        return answered(request, done)
