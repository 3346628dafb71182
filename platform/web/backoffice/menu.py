"""The admin's frame: its name, its menu, its first page (the settings' UNFOLD)."""

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


def style(_request: HttpRequest) -> str:
    """Return the address of the admin's own styles."""
    return static("web/admin.css")


def icon(_request: HttpRequest) -> str:
    """Return the address of the site's icon."""
    return static("web/icon.svg")


def name(_request: HttpRequest) -> str:
    """Return what the site is called."""
    from site_profile import selectors  # noqa: PLC0415 - The settings import this module.

    return selectors.current().name


def section(title: str | Promise, *items: tuple[str | Promise, str, str]) -> dict[str, object]:
    """Return a group of the menu; each item is a title, an icon and the name of a page."""
    return {
        "title": title,
        "separator": isinstance(title, Promise),
        "items": [
            {"title": name, "icon": icon, "link": reverse_lazy(f"admin:{page}")}
            for name, icon, page in items
        ],
    }


STEPS = ("50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950")
BASE = dict(
    zip(
        STEPS,
        [
            "#faf7f1",
            "#f1ece2",
            "#ded6c7",
            "#c9c1b2",
            "#948d80",
            "#756e62",
            "#5c564b",
            "#43464d",
            "#363940",
            "#1e2024",
            "#151619",
        ],
        strict=True,
    )
)
"""Paper and ink of the pages (`tokens.css`), light at one end and dark at the other."""
PRIMARY = dict(
    zip(
        STEPS,
        [
            "#eef6f3",
            "#e0eee8",
            "#bfdfd2",
            "#a2e3cd",
            "#7bcdb3",
            "#3aa288",
            "#1d6150",
            "#175042",
            "#134538",
            "#1d332c",
            "#0b1f19",
        ],
        strict=True,
    )
)
"""The accent of the pages, in its steps."""

UNFOLD = {
    "SITE_TITLE": name,
    "SITE_HEADER": name,
    "SITE_SYMBOL": "playing_cards",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": icon}],
    "STYLES": [style],
    "COLORS": {"base": BASE, "primary": PRIMARY},
    "DASHBOARD_CALLBACK": "web.backoffice.dashboard.callback",
    "SIDEBAR": {
        "navigation": [
            section("", (_("Overview"), "dashboard", "index")),
            section(
                _("Play"),
                (_("Matches"), "playing_cards", "matches_match_changelist"),
                (_("Tournaments"), "trophy", "tournaments_tournament_changelist"),
                (_("Series"), "linked_services", "tournaments_series_changelist"),
                (_("Deals"), "style", "deals_deal_changelist"),
                (_("Datasets"), "dataset", "datasets"),
            ),
            section(
                _("Ladders"),
                (_("Ladders"), "leaderboard", "ratings_ladder_changelist"),
                (_("Rated matches"), "checklist", "ratings_ratedmatch_changelist"),
                (_("Players"), "social_leaderboard", "ratings_standing_changelist"),
                (_("Seasons"), "calendar_month", "ratings_seasonstanding_changelist"),
                (_("Challenges"), "swords", "ratings_challengerow_changelist"),
            ),
            section(
                _("People"),
                (_("Cases"), "gavel", "moderation_case_changelist"),
                (_("Pairs"), "group", "partiality_pairtest_changelist"),
                (_("Accounts"), "person", "accounts_account_changelist"),
                (_("Tokens"), "key", "accounts_token_changelist"),
                (_("Sessions"), "devices", "accounts_session_changelist"),
                (_("Programs"), "extension", "allauth_idp_oidc_client_changelist"),
            ),
            section(
                _("The site"),
                (_("The site"), "storefront", "site_profile_siteprofile_changelist"),
                (_("Invitations"), "mail", "accounts_signupinvitation_changelist"),
            ),
            section(
                _("Operations"),
                (_("Agenda"), "schedule", "agenda_duelisting_changelist"),
                (_("Deliveries"), "outgoing_mail", "notifications_delivery_changelist"),
                (_("Verifications"), "verified", "eventstore_verification_changelist"),
            ),
        ]
    },
}
