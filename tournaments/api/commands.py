"""The commands of staff and entrants: what each is asked, and which service carries it out.

Addresses are below that of the tournament.
"""

from collections.abc import Mapping
from functools import partial
from uuid import UUID

import msgspec

from accounts.models import Account
from api.problems import Problem
from tournaments import visibility
from tournaments.api import requests
from tournaments.api.endpoints import CommandEndpoint, Object
from tournaments.services import (
    arena,
    entry,
    extending,
    importing,
    lifecycle,
    results,
    rounds,
    seasons,
    ties,
)
from tournaments.services.entry import Newcomer
from tournaments.state import Role
from tournaments.unit_of_work import Principal


def account_named(name: str) -> Account:
    """Return an account by its name; raises Problem."""
    found = Account.objects.named(name).first()
    if found is None:
        raise Problem("entry_not_eligible", f"There is no account {name}.")
    return found


def _plan(asked: requests.Settings, _who: Principal, _slug: str) -> Object:
    return {"asked": msgspec.to_builtins(asked.settings)}


def _role(asked: requests.RoleAsked, _who: Principal, _slug: str) -> Object:
    role = None if asked.role is None else Role(asked.role)
    return {"account": account_named(asked.account).pk, "role": role}


def _newcomers(asked: requests.Entry, who: Principal, slug: str) -> Object:
    return {"newcomers": newcomers(asked, who, slug)}


def newcomers(asked: requests.Entry, who: Principal, slug: str) -> list[Newcomer]:
    """Return whom an entry names; raises Problem."""
    if asked.csv is not None:
        if asked.name or asked.account or asked.bot:
            raise Problem("invalid", "Send a CSV file or one entrant, not both.")
        settings = visibility.find(slug, who.account).settings
        return entry.from_csv(asked.csv, needs_accounts=settings["play"] == "matches")
    if not (asked.name or asked.account or asked.bot):
        return [Newcomer(who.name, who.account)]
    return [_newcomer(asked, asked.rating)]


def _newcomer(asked: requests.Entry | requests.Substitute, rating: int = 0) -> Newcomer:
    if asked.account is not None and asked.bot is None:
        account = account_named(asked.account)
        return Newcomer(asked.name or account.username, account.pk, None, rating)
    return Newcomer(asked.name or asked.bot or "", None, asked.bot, rating)


def _substitute(asked: requests.Substitute, _who: Principal, _slug: str) -> Object:
    return {"by": _newcomer(asked)}


def _pinned(asked: requests.Repair, _who: Principal, _slug: str) -> Object:
    try:
        return {"pinned": [UUID(each) for each in asked.pinned], "scope": asked.scope}
    except ValueError as error:
        raise Problem("invalid", "pinned: must be ids of tables of the round") from error


def _result(asked: requests.Result, _who: Principal, _slug: str) -> Object:
    found: Object = {"places": asked.placings, "scores": asked.scores}
    return {**found, "then": asked.then} if isinstance(asked, requests.Override) else found


def _season(asked: requests.NextSeason, _who: Principal, _slug: str) -> Object:
    return {"new_slug": asked.slug, "name": asked.name}


STEP = partial(
    CommandEndpoint,
    "Take the step that the address names.",
    "Open or close entry or check-in, start, pair the next round, pause, finish, and so on.",
)
ENTRANT_STEP = partial(
    CommandEndpoint,
    "Take the step that the address names, for an entrant.",
    "Check in, withdraw or drop yourself; the staff may do it for others.",
)
ROUND_STEP = partial(
    CommandEndpoint,
    "Take the step that the address names, for a round.",
    "Publish a draft, make it a draft again, throw it away, or close a round.",
)

STEPS: Mapping[str, CommandEndpoint] = {
    **{step: STEP(partial(lifecycle.change_phase, step=step)) for step in lifecycle.MOVES},
    "start": STEP(lifecycle.start),
    "pause": STEP(lifecycle.pause),
    "resume": STEP(lifecycle.resume),
    "cancel": STEP(lifecycle.cancel),
    "finish": STEP(lifecycle.finish),
    "reopen": STEP(lifecycle.reopen),
    "rounds": STEP(rounds.pair),
    "settings": CommandEndpoint(
        "Change the settings.",
        "Before the start only; the slug stays.",
        lifecycle.edit,
        requests.Settings,
        _plan,
    ),
    "roles": CommandEndpoint(
        "Give or take a role.",
        "Organisers may do everything, judges all but plan and pair, scorekeepers report.",
        lifecycle.give_role,
        requests.RoleAsked,
        _role,
    ),
    "seeds": CommandEndpoint(
        "Seed the entrants.",
        "By rating, at random from a recorded seed, or as you say.",
        lifecycle.seed,
        requests.Seeding,
    ),
    "keep-apart": CommandEndpoint(
        "Keep two entrants apart.",
        "From the next pairing on; lifted with `lifted`.",
        rounds.keep_apart,
        requests.Apart,
    ),
    "season": CommandEndpoint(
        "Make the next season of a league.",
        "Enter those who are still there, in their new divisions; others enter as usual.",
        seasons.make_next,
        requests.NextSeason,
        _season,
    ),
    "rollback": CommandEndpoint(
        "Return to an earlier version.",
        "Keep what came after it in the audit, where it counts no more.",
        lifecycle.roll_back,
        requests.Rollback,
    ),
    "import": CommandEndpoint(
        "Take over a tournament of duels.",
        "Players and results of a TRF file, all or nothing; play goes on from there.",
        importing.take_over,
        requests.Report,
        lambda asked, _who, _slug: {"text": asked.trf},
    ),
    "entrants": CommandEndpoint(
        "Enter.",
        "Yourself with an empty body; as the staff also others, bots, or a CSV file of many.",
        entry.register,
        requests.Entry,
        _newcomers,
        by_entrants=True,
    ),
}
"""Commands about the tournament, by address."""

ENTRANT_STEPS: Mapping[str, CommandEndpoint] = {
    "check-in": ENTRANT_STEP(entry.check_in, by_entrants=True),
    "withdraw": ENTRANT_STEP(entry.leave, by_entrants=True),
    "drop": ENTRANT_STEP(entry.leave, by_entrants=True),
    "re-add": ENTRANT_STEP(entry.re_add),
    "no-show": ENTRANT_STEP(entry.no_show),
    "rest": ENTRANT_STEP(arena.rest, by_entrants=True),
    "ready": ENTRANT_STEP(arena.ready, by_entrants=True),
    "disqualify": CommandEndpoint(
        "Disqualify an entrant.",
        "For good; the results stand or are void, as the plan or the command says.",
        entry.disqualify,
        requests.Disqualification,
    ),
    "substitute": CommandEndpoint(
        "Substitute an entrant.",
        "Leave the points with the entrant; the newcomer plays from the next round on.",
        entry.substitute,
        requests.Substitute,
        _substitute,
    ),
    "penalty": CommandEndpoint(
        "Penalise an entrant.",
        "Add a line to the standings; negative units give points back.",
        entry.penalise,
        requests.Penalty,
    ),
}
"""Commands about an entrant."""

ROUND_STEPS: Mapping[str, CommandEndpoint] = {
    "publish": ROUND_STEP(rounds.publish),
    "unpublish": ROUND_STEP(rounds.unpublish),
    "unpair": ROUND_STEP(rounds.unpair),
    "close": ROUND_STEP(rounds.close),
    "swap": CommandEndpoint(
        "Swap two entrants of a draft.",
        "One of them may have a bye. In a published round too, until somebody plays there.",
        rounds.swap,
        requests.Swap,
    ),
    "sit-out": CommandEndpoint(
        "Give an entrant a bye by request.",
        "Only the tables that this touches are paired again.",
        rounds.sit_out,
        requests.SitOut,
    ),
    "extend": CommandEndpoint(
        "Extend a round.",
        "Move its end, and give the matches that are being played as much more on their clocks.",
        extending.extend_round,
        requests.MoreTime,
    ),
    "repair": CommandEndpoint(
        "Pair a draft again.",
        "Pinned tables stay; the others are paired anew with whoever is there now. `touched`"
        " changes no more than who left or came makes necessary, in a published round too.",
        rounds.repair,
        requests.Repair,
        _pinned,
    ),
}
"""Commands about a round."""

TABLE_STEPS: Mapping[str, Mapping[str, CommandEndpoint]] = {
    "result": {
        "post": CommandEndpoint(
            "Report a result.",
            "For tables over the board: one player reports, another confirms; the staff's counts.",
            results.report,
            requests.Result,
            _result,
            by_entrants=True,
        ),
        "put": CommandEndpoint(
            "Put a result right.",
            "At any time before the end; look at the consequences with `dry_run=true` first.",
            results.override,
            requests.Override,
            _result,
        ),
        "delete": CommandEndpoint(
            "Call a table off.",
            "Its players get what a bye brings, and have not met.",
            results.void,
            requests.Voiding,
        ),
    },
    "tie": {
        "post": CommandEndpoint(
            "Decide a tie across the cut.",
            "As a judge; seeds, lots or all going on are decided by themselves, and say so.",
            ties.decide,
            requests.TieOrder,
        )
    },
    "extend": {
        "post": CommandEndpoint(
            "Extend a table.",
            "Move its end, and give its match as much more on its clocks.",
            extending.extend_table,
            requests.MoreTime,
        )
    },
    "replay": {
        "post": CommandEndpoint(
            "Have a table played again.",
            "Open a new match in the round that is live; the old one counts no more.",
            results.replay,
        )
    },
}
"""Commands about a table, by address and method."""

ORDERS: Mapping[str, Mapping[str, CommandEndpoint]] = {
    **{step: {"post": order} for step, order in STEPS.items()},
    **{f"entrants/<int:entrant>/{step}": {"post": order} for step, order in ENTRANT_STEPS.items()},
    **{f"rounds/<int:number>/{step}": {"post": order} for step, order in ROUND_STEPS.items()},
    **{f"tables/<uuid:table_id>/{step}": orders for step, orders in TABLE_STEPS.items()},
}
"""Every command: by its address below the tournament's, and by method."""
