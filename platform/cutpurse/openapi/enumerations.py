"""Closed sets of values by name, so that a set is one type wherever a client meets it."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from games.json_types import JsonObject

NAMES: Mapping[str, tuple[str, ...]] = {
    "MatchStatus": ("open", "live", "finished", "void"),
    "LiveOrVoid": ("live", "void"),
    "AnalysisUnit": ("places",),
    "OnTimeout": ("auto", "bot", "forfeit", "abort"),
    "OnTimeoutRated": ("auto", "bot", "forfeit"),
    "BotsWanted": ("none", "allowed", "only"),
    "Visibility": ("public", "private"),
    "ChanceOfDeals": ("offered", "required"),
    "Friendship": ("none", "asked", "asks", "friends"),
    "Phrase": (
        *("good_game", "nice", "ouch", "thanks", "thinking", "moment", "well_stolen", "wow"),
        *("clap", "laugh", "sad", "smile"),
    ),
    "Scope": ("play", "bot", "read", "organise", "ladder", "admin", "account", "notify"),
    "NotificationKind": (
        *("challenge", "checkin_opened", "dispute_decided", "friend_request", "invitation"),
        *("match_finished", "match_started", "my_table", "round_published", "test"),
        *("tournament_finished", "tournament_started", "weekly_digest", "your_turn"),
    ),
    "NotificationChannel": ("email", "push"),
    "WebhookForm": ("standard", "discord", "slack", "ntfy"),
    "PlayerKind": ("account", "bot", "guest"),
    "LadderKind": ("rating", "points", "challenge"),
    "LadderEntry": ("people", "bots", "mixed"),
    "ReportGround": ("cheating", "harassment", "name", "other", "stalling"),
    "Payment": ("paid", "unpaid", "waived"),
    "Repetition": ("", "weekly", "fortnightly", "monthly"),
    "Room": ("players", "spectators"),
    "RoundStatus": ("draft", "live", "closed"),
    "SeriesTieBreak": ("direct", "best_results", "wins", "events", "latest"),
    "TableFollowUp": ("keep", "repair"),
    "DealStatus": ("announced", "open", "closing", "closed"),
    "DrawKind": ("pairing", "repair", "seeds", "lots", "deal"),
    "DisqualifiedResults": ("stand", "void"),
    "LatePoints": ("none", "bye"),
    "TiesShare": ("best", "share"),
    "TournamentsStatus": (
        *("draft", "entry", "entry_closed", "checkin", "running", "finished", "cancelled"),
    ),
    "TournamentsRole": ("doorkeeper", "scorekeeper", "judge", "organiser"),
}
"""The sets that stand in several places; others belong to one field, and are named after it."""
BESIDE = ("description", "default", "title", "deprecated")
"""What a place says beside the set."""


def name_all(described: JsonObject) -> None:
    """Put each set that has a name into a component, and a reference wherever it stands."""
    components = described["components"]["schemas"]
    by_values = {frozenset(values): name for name, values in NAMES.items()}
    for holder, key in list(_places(described)):
        inline = holder[key]
        values = inline["enum"]
        name = by_values.get(frozenset(values)) if _is_of_texts(values) else None
        if name is None or holder is components:
            continue
        made = {"type": "string", "enum": list(NAMES[name]), "title": name}
        if "enum" not in components.setdefault(name, made):
            message = f"{name} names a set of values and a structure"
            raise ImproperlyConfigured(message)
        reference = {"$ref": f"#/components/schemas/{name}"}
        beside = {word: inline[word] for word in BESIDE if word in inline}
        holder[key] = reference | beside


def _is_of_texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(each, str) for each in values)


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each set of values by what holds it and where."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in pairs:
        if isinstance(value, dict):
            if "enum" in value and not isinstance(value["enum"], dict):
                yield node, key
            yield from _places(value)
        elif isinstance(value, list):
            yield from _places(value)
