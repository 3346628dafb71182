"""The admin's frame: its name, its menu, its first page (the settings' UNFOLD)."""

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy


def style(_request: HttpRequest) -> str:
    """Return the address of the admin's own styles."""
    return static("web/admin.css")


def icon(_request: HttpRequest) -> str:
    """Return the address of the site's icon."""
    return static("web/icon.svg")


def section(title: str, *items: tuple[str, str, str]) -> dict[str, object]:
    """Return a group of the menu; each item is a title, an icon and the name of a page."""
    return {
        "title": title,
        "separator": bool(title),
        "items": [
            {"title": name, "icon": icon, "link": reverse_lazy(f"admin:{page}")}
            for name, icon, page in items
        ],
    }


UNFOLD = {
    "SITE_TITLE": "Cutpurse",
    "SITE_HEADER": "Cutpurse",
    "SITE_SYMBOL": "playing_cards",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": icon}],
    "STYLES": [style],
    "DASHBOARD_CALLBACK": "web.backoffice.dashboard.callback",
    "SIDEBAR": {
        "navigation": [
            section("", ("Overview", "dashboard", "index")),
            section(
                "Play",
                ("Matches", "playing_cards", "matches_match_changelist"),
                ("Tournaments", "trophy", "tournaments_tournament_changelist"),
                ("Datasets", "dataset", "datasets"),
            ),
            section(
                "Ladders",
                ("Ladders", "leaderboard", "ratings_ladder_changelist"),
                ("Rated matches", "checklist", "ratings_ratedmatch_changelist"),
                ("Players", "social_leaderboard", "ratings_standing_changelist"),
                ("Seasons", "calendar_month", "ratings_seasonstanding_changelist"),
                ("Challenges", "swords", "ratings_challengerow_changelist"),
            ),
            section(
                "People",
                ("Accounts", "person", "accounts_account_changelist"),
                ("Tokens", "key", "accounts_token_changelist"),
                ("Sessions", "devices", "accounts_session_changelist"),
            ),
            section(
                "Operations",
                ("Agenda", "schedule", "agenda_duelisting_changelist"),
                ("Verifications", "verified", "eventstore_verification_changelist"),
            ),
        ]
    },
}
