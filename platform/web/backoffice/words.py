"""What the admin calls models and their fields; models are English and know no languages.

The names are given when the site starts and not in the models, so that a word is no migration.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.apps import apps
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Called(NamedTuple):
    """What a model is called, one of it and several."""

    one: Promise
    several: Promise
    fields: Mapping[str, Promise]


SINCE = {"opened_at": _("opened"), "updated_at": _("last change")}
MODELS: Mapping[str, Called] = {
    "accounts.Account": Called(
        _("account"),
        _("accounts"),
        {
            "username": _("name"),
            "email": _("e-mail address"),
            "is_bot": _("bot"),
            "is_guest": _("guest"),
            "bot_contact": _("contact of the bot's author"),
            "is_organiser": _("organiser"),
            "is_staff": _("staff"),
            "is_superuser": _("superuser"),
            "is_active": _("can sign in"),
            "date_joined": _("since"),
            "last_login": _("last sign-in"),
            "id": _("id"),
        },
    ),
    "accounts.Token": Called(
        _("token"),
        _("tokens"),
        {
            "account": _("account"),
            "name": _("name"),
            "prefix": _("begins with"),
            "scopes": _("scopes"),
            "created_at": _("made"),
            "expires_at": _("ends"),
            "last_used_at": _("last used"),
            "revoked_at": _("revoked"),
            "id": _("id"),
        },
    ),
    "partiality.PairTest": Called(
        _("pair"),
        _("pairs"),
        {
            "first": _("one player"),
            "second": _("the other"),
            "game": _("game"),
            "seats": _("seats"),
            "matches": _("matches"),
            "tested_at": _("compared"),
            "tests": _("pairs compared in the month"),
            "version": _("method"),
            "stage": _("finding"),
        },
    ),
    "allauth_idp_oidc.Client": Called(
        _("program"),
        _("programs"),
        {
            "id": _("id"),
            "name": _("name"),
            "owner": _("owner"),
            "type": _("kind"),
            "scopes": _("scopes"),
            "redirect_uris": _("addresses to return to"),
            "created_at": _("made"),
        },
    ),
    "notifications.Delivery": Called(
        _("delivery"),
        _("deliveries"),
        {
            "account": _("account"),
            "channel": _("channel"),
            "due_at": _("due"),
            "done_at": _("done"),
            "attempts": _("attempts"),
            "status_code": _("answer"),
        },
    ),
    "accounts.Session": Called(
        _("session"),
        _("sessions"),
        {
            "account": _("account"),
            "browser": _("browser"),
            "created_at": _("signed in"),
            "expire_date": _("ends"),
        },
    ),
    "accounts.SignUpInvitation": Called(
        _("invitation"),
        _("invitations"),
        {
            "note": _("for whom"),
            "uses_left": _("uses left"),
            "expires_at": _("ends"),
            "made_at": _("made"),
        },
    ),
    "agenda.DueListing": Called(
        _("due row"),
        _("agenda"),
        {
            "kind": _("job"),
            "subject": _("about"),
            "due_at": _("due"),
            "lease_until": _("leased until"),
            "attempts": _("attempts"),
            "last_error": _("last error"),
            "version": _("version"),
            "payload": _("details"),
        },
    ),
    "eventstore.Verification": Called(
        _("verification"),
        _("verifications"),
        {
            "at": _("when"),
            "is_full": _("everything was read"),
            "streams": _("streams"),
            "faults": _("faults"),
            "first_faults": _("first faults"),
        },
    ),
    "matches.Match": Called(
        _("match"),
        _("matches"),
        {
            **SINCE,
            "id": _("id"),
            "version": _("version"),
            "rules": _("rules"),
            "dataset": _("dataset"),
            "seats_max": _("seats"),
            "opened_by": _("opened by"),
            "options": _("options"),
            "clock": _("clock"),
            "on_timeout": _("when time is up"),
            "deadline": _("next clock ends"),
            "started_at": _("started"),
            "ended_at": _("ended"),
            "imported_at": _("imported"),
            "visibility": _("visible to"),
            "commitment": _("commitment to the seed"),
            "game": _("game"),
            "status": _("status"),
        },
    ),
    "matches.Seat": Called(
        _("seat"),
        _("seats"),
        {
            "seat": _("seat"),
            "player": _("player"),
            "bot": _("bot"),
            "client_seed": _("the player's own seed"),
            "left": _("left"),
        },
    ),
    "deals.Deal": Called(
        _("deal"),
        _("deals"),
        {
            "id": _("id"),
            "rules": _("rules"),
            "day": _("day"),
            "tables": _("players"),
            "opens_at": _("opens"),
            "closes_at": _("closes"),
            "opened_by": _("opened by"),
            "bot": _("bot"),
            "commitment": _("commitment to the seed"),
        },
    ),
    "moderation.Case": Called(
        _("case"),
        _("cases"),
        {
            "about": _("about whom"),
            "status": _("status"),
            "measure": _("what was done"),
            "ground": _("why"),
            "until": _("until"),
            "in_force": _("in force"),
            "opened_at": _("opened"),
            "appeal_words": _("appeal, in their words"),
        },
    ),
    "ratings.Ladder": Called(
        _("ladder"),
        _("ladders"),
        {
            **SINCE,
            "name": _("name"),
            "slug": _("address"),
            "season": _("season"),
            "game": _("game"),
            "kind": _("ranked by"),
            "is_paused": _("paused"),
            "visibility": _("visible to"),
        },
    ),
    "ratings.SeasonRow": Called(
        _("season"),
        _("seasons"),
        {"number": _("number"), "name": _("name"), "closed_at": _("closed")},
    ),
    "ratings.RatedMatch": Called(
        _("rated match"),
        _("rated matches"),
        {
            "ladder": _("ladder"),
            "match": _("id"),
            "status": _("status"),
            "source": _("from"),
            "season": _("season"),
            "seats": _("seats"),
            "at": _("when"),
        },
    ),
    "ratings.Standing": Called(
        _("player"),
        _("players"),
        {
            "ladder": _("ladder"),
            "games": _("matches"),
            "season_games": _("matches of the season"),
            "firsts": _("first places"),
            "points": _("points"),
            "position": _("rung"),
            "last_at": _("last match"),
        },
    ),
    "ratings.SeasonStanding": Called(
        _("final standing"),
        _("final standings"),
        {
            "ladder": _("ladder"),
            "season": _("season"),
            "rank": _("rank"),
            "games": _("matches"),
            "points": _("points"),
            "position": _("rung"),
        },
    ),
    "ratings.ChallengeRow": Called(
        _("challenge"),
        _("challenges"),
        {
            "ladder": _("ladder"),
            "status": _("status"),
            "made_at": _("made"),
            "answer_by": _("to be answered by"),
        },
    ),
    "site_profile.SiteProfile": Called(
        _("the site"),
        _("the site"),
        {
            "name": _("name"),
            "accent_light": _("colour on light pages"),
            "accent_dark": _("colour on dark pages"),
            "address": _("address"),
            "contact": _("contact"),
            "imprint": _("imprint"),
            "privacy": _("privacy page"),
            "terms": _("terms of use"),
            "banner_en": _("announcement in English"),
            "banner_nl": _("announcement in Dutch"),
            "banner_fr": _("announcement in French"),
            "banner_de": _("announcement in German"),
            "sign_up": _("who may sign up"),
            "talk": _("how people talk"),
            "restored_on": _("a backup was last restored on"),
        },
    ),
    "tournaments.Tournament": Called(
        _("tournament"),
        _("tournaments"),
        {
            "name": _("name"),
            "slug": _("address"),
            "game": _("game"),
            "status": _("status"),
            "paused": _("paused"),
            "round": _("round"),
            "entrants_count": _("entrants"),
            "version": _("version"),
            "created_at": _("made"),
            "updated_at": _("last change"),
        },
    ),
    "tournaments.Series": Called(
        _("series"),
        _("Series"),
        {
            "name": _("name"),
            "slug": _("address"),
            "closed": _("closed"),
            "events_count": _("tournaments"),
            "people_count": _("players"),
            "version": _("version"),
            "created_at": _("made"),
            "updated_at": _("last change"),
        },
    ),
    "tournaments.Entrant": Called(
        _("entrant of a tournament"),
        _("entrants"),
        {
            "number": _("number"),
            "name": _("name"),
            "account": _("account"),
            "bot": _("bot"),
            "presence": _("status"),
            "seed": _("seed"),
            "rating": _("rating"),
        },
    ),
    "tournaments.Table": Called(
        _("table"),
        _("tables"),
        {
            "round": _("round"),
            "number": _("number"),
            "source": _("from"),
            "void": _("void"),
            "stopped": _("stopped"),
        },
    ),
}
SECTIONS = {
    "accounts": _("People"),
    "agenda": _("Operations"),
    "eventstore": _("Operations"),
    "matches": _("Play"),
    "moderation": _("People"),
    "ratings": _("Ladders"),
    "site_profile": _("The site"),
    "tournaments": _("Play"),
}
"""What the path above each page begins with: the groups of the menu."""
FRAME = (
    _("Type to search"),
    _("Filters"),
    _("Close"),
    _("Reset filters"),
    _("No results found"),
    _("This page yielded into no results. Create a new item or reset your filters."),
    _("All applications"),
    _("Search apps and models..."),
    _("Return to site"),
    _("Recent searches"),
    _("Record picture"),
    _("Light"),
    _("Dark"),
    _("System"),
    _("Apply Filters"),
    _("Select all rows"),
    _("Run the selected action"),
)
"""Texts of the frame that the admin is drawn with, which has no words but English ones."""


def name_models() -> None:
    """Call models and fields what people call them; migrations do not see it."""
    for label, called in MODELS.items():
        model = apps.get_model(label)
        meta = model._meta  # noqa: SLF001 - As Django has it.
        meta.verbose_name, meta.verbose_name_plural = called.one, called.several
        for name, word in called.fields.items():
            meta.get_field(name).verbose_name = word
    for label, section in SECTIONS.items():
        apps.get_app_config(label).verbose_name = section
