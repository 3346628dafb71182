"""What services take, from what a request says."""

from uuid import UUID

import msgspec

from accounts.models import Account
from api.problems import Problem
from games.messages import Message
from tournaments import visibility
from tournaments.api import requests
from tournaments.api.endpoints import Object
from tournaments.services import entry_files, pictures
from tournaments.services.entry import Newcomer
from tournaments.services.entry_lists import ListAsked
from tournaments.state import Role
from tournaments.unit_of_work import Principal


def account_named(name: str) -> Account:
    """Return an account by its name; raises Problem."""
    found = Account.objects.named(name).first()
    if found is None:
        raise Problem("entry_not_eligible", Message("There is no account %(name)s.", name=name))
    return found


def settings_of(asked: requests.Settings, _who: Principal, _slug: str) -> Object:
    """Return the settings."""
    return {"asked": msgspec.to_builtins(asked.settings)}


def details_of(asked: requests.Details, _who: Principal, _slug: str) -> Object:
    """Return what is known of the event."""
    return {"about": msgspec.to_builtins(asked.about)}


def picture_of(asked: requests.PictureAsked, _who: Principal, _slug: str) -> Object:
    """Return the bytes of a picture; raises Problem."""
    text = asked.picture
    return {"uploaded": None if text is None else pictures.from_base64(text)}


def role_of(asked: requests.RoleAsked, _who: Principal, _slug: str) -> Object:
    """Return whose role, and which; raises Problem."""
    role = None if asked.role is None else Role(asked.role)
    return {"account": account_named(asked.account).pk, "role": role}


def booking_of(asked: requests.ByeBooking, _who: Principal, _slug: str) -> Object:
    """Return for which round, and what the bye is to bring."""
    return {"number": asked.round, "worth": asked.worth, "lifted": asked.lifted}


def newcomers_of(asked: requests.Entry, who: Principal, slug: str) -> Object:
    """Return whom an entry names; raises Problem."""
    return {"newcomers": newcomers(asked, who, slug)}


def newcomers(asked: requests.Entry, who: Principal, slug: str) -> list[Newcomer]:
    """Return whom an entry names; raises Problem."""
    if asked.csv is not None:
        if asked.name or asked.account or asked.bot:
            raise Problem("invalid", Message("Send a CSV file or one entrant, not both."))
        settings = visibility.find(slug, who.account).settings
        return entry_files.from_csv(asked.csv, needs_accounts=settings["play"] == "matches")
    if not (asked.name or asked.account or asked.bot):
        return [Newcomer(who.name, who.account, shares=asked.shares)]
    return [_newcomer(asked, asked.rating)]


def _newcomer(asked: requests.Entry | requests.Substitute, rating: int = 0) -> Newcomer:
    club = asked.club if isinstance(asked, requests.Entry) else ""
    if asked.account is not None and asked.bot is None:
        account = account_named(asked.account)
        return Newcomer(asked.name or account.username, account.pk, None, rating, club)
    return Newcomer(asked.name or asked.bot or "", None, asked.bot, rating, club)


def list_of(asked: requests.EntryList, _who: Principal, _slug: str) -> Object:
    """Return a list, how it is to be read, and what becomes of faulty lines."""
    found = ListAsked(asked.text, asked.layout, asked.accounts_named)
    return {"asked": found, "leave_out": asked.leave_out}


def substitute_of(asked: requests.Substitute, _who: Principal, _slug: str) -> Object:
    """Return who plays on instead; raises Problem."""
    return {"by": _newcomer(asked)}


def pinned_of(asked: requests.Repair, _who: Principal, _slug: str) -> Object:
    """Return the tables that stay, and the scope; raises Problem."""
    try:
        return {"pinned": [UUID(each) for each in asked.pinned], "scope": asked.scope}
    except ValueError as error:
        raise Problem("invalid", Message("pinned: must be ids of tables of the round")) from error


def standing_of(asked: requests.Standing, _who: Principal, _slug: str) -> Object:
    """Return places and scores."""
    return {"places": asked.placings, "scores": asked.scores}


def result_of(asked: requests.Result, who: Principal, slug: str) -> Object:
    """Return places and scores, drawn matches, and what becomes of later rounds."""
    found = {**standing_of(asked, who, slug), "drawn": asked.drawn, "match": asked.match}
    return {**found, "then": asked.then} if isinstance(asked, requests.Override) else found


def forfeit_of(asked: requests.Forfeit, _who: Principal, _slug: str) -> Object:
    """Return who did not come, places and scores, and what becomes of later rounds."""
    said: Object = {"places": asked.placings, "scores": asked.scores}
    return {"absent": asked.absent, **said, "then": asked.then}


def season_of(asked: requests.NextSeason, _who: Principal, _slug: str) -> Object:
    """Return the slug and the name."""
    return {"new_slug": asked.slug, "name": asked.name}


def report_of(asked: requests.Report, _who: Principal, _slug: str) -> Object:
    """Return the text of a report."""
    return {"text": asked.trf}


def teams_of(asked: requests.Teams, _who: Principal, _slug: str) -> Object:
    """Return the teams, and how they count."""
    return {
        "teams": [(each.name, each.entrants) for each in asked.teams],
        "best": asked.best,
        "apart": asked.apart,
        "tiebreaks": asked.tiebreaks,
    }
