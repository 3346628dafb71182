"""Conditions of entry: who may enter by their own hand, and exceptions by the staff."""

from collections.abc import Sequence
from typing import Unpack
from uuid import UUID

from accounts.models import Account
from api.problems import Problem, invalid
from games.json_types import JsonMapping, JsonObject
from games.messages import Message
from ratings import visibility
from ratings.models import Ladder, Standing
from ratings.systems.core import PARTS
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import guards
from tournaments.unit_of_work import Principal, UnitOfWork, new_nonce

BY_LADDER = ("rating_min", "rating_max", "games_min")


def set_conditions(
    *, slug: str, who: Principal, asked: JsonMapping, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Say who may enter; who has entered already stays."""
    kept = _checked(asked, who)

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        work.add(e.ConditionsSet(conditions=kept, nonce=new_nonce()))

    return handle(slug=slug, who=who, decide=decide, **command)


def _checked(asked: JsonMapping, who: Principal) -> JsonObject:
    """Return conditions as they are kept: what is asked for alone, accounts by id.

    A ladder must be one that the organiser may know of: whoever named a private one could ask, by
    the refusals of entrants, for the ratings on it.
    """
    kept: JsonObject = {name: value for name, value in asked.items() if value not in (None, [], "")}
    ladder = kept.get("ladder")
    if ladder is None and any(name in kept for name in BY_LADDER):
        raise invalid("ladder", Message("must name the ladder whose ratings and matches count"))
    seen = Ladder.objects.all() if who.of_site else visibility.visible(who.account)
    if ladder is not None and not seen.filter(slug=ladder).exists():
        raise invalid("ladder", Message("there is no ladder %(slug)s", slug=ladder))
    if kept.get("rating_min", 0) > kept.get("rating_max", kept.get("rating_min", 0)):
        raise invalid("rating_min", Message("must not be above rating_max"))
    if not kept.get("invitation"):
        kept.pop("invitation", None)
    if "accounts" in kept:
        kept["accounts"] = [str(each) for each in _accounts(kept["accounts"])]
    return kept


def _accounts(names: Sequence[str]) -> list[UUID]:
    found = []
    for name in dict.fromkeys(names):
        account = Account.objects.named(name).first()
        if account is None:
            raise invalid("accounts", Message("There is no account %(name)s.", name=name))
        found.append(account.pk)
    return found


def public(conditions: JsonMapping) -> JsonObject:
    """Return what everyone may know of conditions: not who is on the list."""
    shown = dict(conditions)
    if "accounts" in shown:
        shown["accounts"] = len(shown["accounts"])
    return shown


def require(
    work: UnitOfWork, account: UUID | None, *, is_self: bool, is_invited: bool = False
) -> None:
    """Raise entry_not_eligible for who does not meet the conditions.

    The staff may enter others against them, with a reason.
    """
    fault = unmet(work.state.conditions, account, is_invited=is_invited or not is_self)
    if fault is None:
        return
    if is_self:
        raise Problem("entry_not_eligible", fault)
    if not work.context.reason:
        text = Message("%(fault)s Give a reason to enter them all the same.", fault=fault)
        raise Problem("entry_not_eligible", text)


def unmet(
    conditions: JsonMapping, account: UUID | None, *, is_invited: bool = False
) -> Message | None:
    """Return which condition an account does not meet, and by how much; None when all are met."""
    if not conditions:
        return None
    if conditions.get("invitation") and not is_invited:
        return Message(
            "An invitation is required to enter this tournament; ask the organiser for one."
        )
    if "accounts" in conditions and str(account) not in conditions["accounts"]:
        return Message("This tournament is for those on the organiser's list.")
    ladder = conditions.get("ladder")
    return None if ladder is None else _unmet_on(ladder, conditions, account)


def _unmet_on(slug: str, conditions: JsonMapping, account: UUID | None) -> Message | None:
    """Return what is missing on a ladder."""
    player = f"account:{account}"
    found = Standing.objects.filter(ladder__slug=slug, player=player).first()
    games = 0 if found is None else found.games
    rating = None if found is None else found.rating // PARTS
    least, most = conditions.get("rating_min"), conditions.get("rating_max")
    needed = conditions.get("games_min", 0)
    if games < needed:
        return Message(
            "This takes %(needed)s rated matches on the ladder %(ladder)s; there are %(games)s so "
            "far.",
            needed=needed,
            ladder=slug,
            games=games,
        )
    if least is not None and (rating is None or rating < least):
        if rating is None:
            return Message(
                "This takes a rating of at least %(least)s on the ladder %(ladder)s; there is "
                "none.",
                least=least,
                ladder=slug,
            )
        return Message(
            "This takes a rating of at least %(least)s on the ladder %(ladder)s: %(rating)s is "
            "%(gap)s too low.",
            least=least,
            ladder=slug,
            rating=rating,
            gap=least - rating,
        )
    if most is not None and rating is not None and rating > most:
        return Message(
            "This takes a rating of at most %(most)s on the ladder %(ladder)s: %(rating)s is "
            "%(gap)s too high.",
            most=most,
            ladder=slug,
            rating=rating,
            gap=rating - most,
        )
    return None
