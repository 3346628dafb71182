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
ABOUT: Mapping[str, str] = {
    "MatchStatus": "The state of a match: waiting for players, in progress, finished, or called "
    "off.",
    "LiveOrVoid": "Whether a match continues or has been called off.",
    "AnalysisUnit": "The unit of the figures of an analysis: places at the end of the match.",
    "OnTimeout": "What happens when a player runs out of time: the game's default move is made, a "
    "bot plays until the player returns, the player is placed last, or the match is called off.",
    "OnTimeoutRated": "What happens when a player runs out of time in a match that counts: the "
    "game's default move is made, a bot plays until the player returns, or the player is placed "
    "last.",
    "BotsWanted": "Whether bots, both programs and built-in bots, may take seats.",
    "Visibility": "Whether it is listed for everyone or only for those involved.",
    "ChanceOfDeals": "Whether players may add randomness to the deals or must do so.",
    "Friendship": "The friendship between an account and yours: none, requested by you, requested "
    "by the other account, or friends.",
    "Phrase": "A predefined remark, shown to every reader in their own language.",
    "Scope": "A permission that a token can have.",
    "NotificationKind": "The type of event that a notification reports.",
    "NotificationChannel": "How a notification is sent.",
    "WebhookForm": "The payload format: Standard Webhooks, or that of a specific service.",
    "PlayerKind": "The kind of player on a ladder: an account, a built-in bot, or a name without "
    "an account.",
    "LadderKind": "What orders the standings: ratings, points in a season, or rungs won by "
    "challenges.",
    "LadderEntry": "Who may play on a ladder; `mixed` allows people and bots.",
    "ReportGround": "The reason for a report.",
    "Payment": "Whether an entry fee was paid, is still to be paid, or was waived.",
    "Repetition": "How often a tournament is repeated; empty if it is not.",
    "Room": "Which group of people the author of a remark belongs to: players or spectators.",
    "RoundStatus": "The state of a round: not published yet, in progress, or closed.",
    "SeriesTieBreak": "How people with equal points are ranked in a series.",
    "TableFollowUp": "What happens to rounds that were paired on an old result: they are kept or "
    "paired again.",
    "DealStatus": "The state of a shared deal: announced, open, closing (bots finish the remaining "
    "matches), or closed.",
    "DrawKind": "What is drawn: the pairing of a round, its repair, seeds, lots, or the cards of a "
    "deal.",
    "DisqualifiedResults": "What happens to the results of a disqualified entrant: they are kept "
    "or become void.",
    "LatePoints": "What a late entrant gets for each round missed: nothing, or as much as for a "
    "bye.",
    "TiesShare": "What tied entrants get: each the points of the best place, or an equal share.",
}
"""What each set is, where the type does not say so itself."""
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
        if name in ABOUT:
            made["description"] = ABOUT[name]
        if "enum" not in components.setdefault(name, made):
            message = f"{name} names a set of values and a structure"
            raise ImproperlyConfigured(message)
        reference = {"$ref": f"#/components/schemas/{name}"}
        beside = {word: inline[word] for word in BESIDE if word in inline}
        holder[key] = reference | beside


def _is_of_texts(values: object) -> bool:
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
