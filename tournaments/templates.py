"""Plans to start from: for an evening, a day, a season, the same cards, or bots alone. Pure."""

from typing import NamedTuple

from deals import measured
from games import registry
from games.json_types import JsonObject
from tournaments import deal_settings

QUICK = {"per_move": 120}
"""The clock of what is played in one go: who is absent holds nobody up for long."""


class Template(NamedTuple):
    """A plan without a slug."""

    id: str
    title: str
    about: str
    game: str
    settings: JsonObject


def templates() -> list[Template]:
    """Return the templates of all games."""
    return [
        template
        for rules in registry.current_games()
        for template in _of(rules.game, rules.title, rules.seats_min, rules.seats_max)
    ]


def _of(game: str, title: str, least: int, most: int) -> list[Template]:
    table = {"min": least, "target": min(4, most), "max": most}
    final = min(4, most)
    return [
        Template(
            f"{game}-club-night",
            f"{title} club night",
            "One table stays together until everyone has led once: enough for an evening.",
            game,
            {"table": table, "stages": [{"format": "player_count_rounds"}], "clock": QUICK},
        ),
        Template(
            f"{game}-one-day-open",
            f"{title} one-day open",
            "Four rounds in which no two players meet twice, then a final table.",
            game,
            {
                "table": table,
                "stages": [{"format": "pods", "options": {"rounds": 4, "final": final}}],
                "clock": QUICK,
                "checkin": True,
            },
        ),
        Template(
            f"{game}-league-season",
            f"{title} league season",
            "Divisions at the players' own pace: two weeks a round, three days for a move.",
            game,
            {
                "table": table,
                "stages": [{"format": "league", "options": {"days": 14, "overdue": "void"}}],
                "clock": {"per_move": 3 * 24 * 3600},
                "late_entry": False,
                "bots": "allowed",
            },
        ),
        _same_cards(game, title, table),
        Template(
            f"{game}-bot-cup",
            f"{title} bot cup",
            "Bots only; rounds are paired and published automatically, up to a final table.",
            game,
            {
                "table": table,
                "stages": [{"format": "pods", "options": {"rounds": 3, "final": final}}],
                "bots": "only",
                "pace": "auto",
            },
        ),
    ]


def _same_cards(game: str, title: str, table: dict[str, int]) -> Template:
    """Return a cup whose margins are compared, where they were measured at all of its tables."""
    rules = deal_settings.usual_rules(game).id
    sizes = range(table["min"], table["max"] + 1)
    is_measured = all(measured.explained_at_tables(rules, size) for size in sizes)
    compare = "margin" if is_measured else "placing"
    return Template(
        f"{game}-same-cards",
        f"{title} cup with the same cards",
        "All tables of a round play the same deal, and each player is compared with those who"
        " held the same cards.",
        game,
        {
            "table": table,
            "stages": [{"format": "pods", "options": {"rounds": 4}}],
            "clock": QUICK,
            "bots": "allowed",
            "on_timeout": "bot",
            "deals": {"share": "round", "compare": compare, "shadow": True},
        },
    )
