"""All that everybody may see of a tournament."""

from msgspec import to_builtins

from games.json_types import JsonObject
from tournaments.selectors.rounds import round_page
from tournaments.selectors.standings_lines import standings
from tournaments.selectors.teams import team_standings
from tournaments.selectors.tournaments import page
from tournaments.state import TournamentState


def export(state: TournamentState) -> JsonObject:
    """Return all that everybody may see of a tournament, in one piece."""
    published = [round_.number for round_ in state.rounds if round_.published]
    shown_to_all: JsonObject = to_builtins(page(state, None))
    del shown_to_all["my_role"], shown_to_all["my_entrant"]
    return {
        **shown_to_all,
        "rounds": [round_page(state, number, None) for number in published],
        "standings": standings(state, explain=True).results,
        **_teams(state),
    }


def _teams(state: TournamentState) -> JsonObject:
    """Return how the teams stand, and their matches where they meet on boards."""
    if state.teams is None:
        return {}
    found = team_standings(state)
    return {"teams": found.results, **({"team_matches": found.matches} if found.matches else {})}
