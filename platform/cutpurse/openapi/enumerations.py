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
    "MatchStatus": "Whether a match waits for players, is played, has ended, or was called off.",
    "LiveOrVoid": "Whether a match goes on or was called off.",
    "AnalysisUnit": "What the figures of an analysis count: places at the end.",
    "OnTimeout": "What happens to a seat whose time is up: the game's neutral move, a bot until the"
    " player returns, the last place, or the end of the match without a result.",
    "OnTimeoutRated": "What happens to a seat whose time is up, where a match counts: the game's"
    " neutral move, a bot until the player returns, or the last place.",
    "BotsWanted": "Whether bots may sit down, programs and built-in ones alike.",
    "Visibility": "Whether everyone finds it, or only those whom it concerns.",
    "ChanceOfDeals": "Whether players may add to the chance of the deals, or have to.",
    "Friendship": "How an account stands to yours: no friend, asked by you, asking you, or a"
    " friend.",
    "Phrase": "A remark that every reader sees in their own language.",
    "Scope": "What a token has a right to.",
    "NotificationKind": "What a notification tells of.",
    "NotificationChannel": "The way on which a notification comes.",
    "WebhookForm": "The form of what is sent: that of Standard Webhooks, or of a service.",
    "PlayerKind": "Who plays on a ladder: an account, a built-in bot, or a name without an"
    " account.",
    "LadderKind": "What orders the standings: ratings, points of a season, or challenges for a"
    " rung.",
    "LadderEntry": "Who may play on a ladder; `mixed`: people and bots.",
    "ReportGround": "What somebody is reported for.",
    "Payment": "Whether an entry fee was paid, is still to be paid, or was waived.",
    "Repetition": "How often a tournament is held again; empty: it is not.",
    "Room": "Where a remark is read: by players alone, or by who looks on.",
    "RoundStatus": "Whether a round is not published yet, is being played, or is over.",
    "SeriesTieBreak": "What ranks those who are level in a series.",
    "TableFollowUp": "What becomes of rounds that were paired on an old result: they stay, or are"
    " paired again.",
    "DealStatus": "Whether a deal that many play is announced, open, closing, or closed.",
    "DrawKind": "What is drawn: a round, its repair, seeds, lots, or the cards of a deal.",
    "DisqualifiedResults": "What becomes of the results of who is disqualified: they stand, or are"
    " void.",
    "LatePoints": "What a late entrant has for the rounds missed: nothing, or what a bye brings.",
    "TiesShare": "What those who tie have: each the points of the best place, or an equal share.",
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
