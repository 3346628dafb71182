"""The page that explains why a match changed ratings."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from msgspec import structs

from matches import match_lists
from ratings import ladder_history, players, selectors, visibility
from ratings.answers import Explained
from ratings.ladder.settings import parsed
from ratings.models import Ladder, RatingChange
from web import requests
from web.ratings import people, rights, standings, words

LEVEL = 0.5


def match(request: HttpRequest, slug: str, match_id: UUID) -> HttpResponse:
    """Explain a match of a ladder: one table a player, one row an opponent; raises not_found."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    account = requests.account_id(request)
    seen = match_lists.visible(account).filter(id=match_id)
    if not ladder.matches.filter(match=match_id).exists() and seen.filter(ladder_id=ladder.id):
        # It has just ended, or runs; whatever it comes to will stand here.
        waiting = {**standings.frame(ladder), "match_id": match_id}
        return render(request, "web/ratings/counting.html", waiting)
    details = selectors.match_page(ladder, match_id)
    context = {
        **standings.frame(ladder),
        "match_id": match_id,
        "details": details,
        "at": ladder.matches.get(match=match_id).at,
        "reason": words.NOT_RATED.get(details.reason or "", details.reason),
        "may_see": seen.exists(),
        "may_run": rights.may_run(requests.account(request)),
        "players_by_seat": [each.place for each in details.players],
        "players": explained(ladder, match_id, details, account),
        **stakes(ladder, details),
    }
    return render(request, "web/ratings/match.html", context)


def explained(
    ladder: Ladder, match_id: UUID, details: Explained, account: UUID | None
) -> list[dict[str, object]]:
    """Return for each player, the best place first, what every opponent contributed."""
    rows = RatingChange.objects.filter(ladder=ladder, match=match_id).order_by("seat")
    keys = [row.player for row in rows]
    who = people.people(keys)
    me = None if account is None else players.of_account(account, "").key
    found = []
    for index, about in enumerate(details.players):
        others = [other for other in range(len(keys)) if other != index]
        pairs = [
            {
                **structs.asdict(pair),
                "person": who[keys[other]],
                "rating": details.players[other].rating_before,
                "is_ahead": pair.actual > LEVEL,
                "is_level": pair.actual == LEVEL,
                "counted": words.counted(
                    pair,
                    mine=about.met,
                    theirs=details.players[other].met,
                    moves_min=details.moves_min,
                ),
            }
            for other, pair in zip(others, about.pairs, strict=True)
        ]
        mean = sum(pair["expected"] for pair in pairs) / len(pairs)
        found.append(
            {
                **structs.asdict(about),
                "person": who[keys[index]],
                "number": about.seat + 1,
                "pairs": pairs,
                "expected": mean,
                "actual": sum(pair["actual"] for pair in pairs) / len(pairs),
                "mine": keys[index] == me,
            }
        )
    return sorted(found, key=lambda each: (each["place"], each["seat"]))


def stakes(ladder: Ladder, details: Explained) -> dict[str, object]:
    """Return what was at stake for a newcomer and for others, as settings had it at the time."""
    settings = ladder_history.settings_at(ladder, details.version)
    values = parsed(settings.as_data()).rating_system().values
    return {
        "is_elo": details.system == "elo",
        "is_openskill": details.system == "openskill",
        "k": values.get("k"),
        "k_provisional": values.get("k_provisional"),
        "k_half": values.get("k_half"),
        "provisional_games": settings.provisional_games,
    }
