"""The standings with which a season closed, and the log of all of them."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render

from games.messages import Message
from ratings import ladder_history, refusals, visibility
from ratings.ladder.settings import parsed
from ratings.report import as_points
from web import requests
from web.ratings import people, standings


def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a closed season; raises not_found."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    found = ladder.seasons.filter(number=number).first()
    if found is None:
        raise refusals.not_found(Message("This ladder has no closed season of that number."))
    rows = list(ladder.archive.filter(season=number))
    who = people.people(row.player for row in rows)
    decimals = parsed(ladder.settings).rating_system().decimals
    context = {
        **standings.frame(ladder),
        "season": found,
        "rows": [
            {
                "rank": row.rank,
                "person": who[row.player],
                "rating": as_points(row.rating, decimals),
                "games": row.games,
                "points": as_points(row.points, 3),
            }
            for row in rows
        ],
    }
    return render(request, "web/ratings/season.html", context)


def log_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Send the log of a ladder as a file; raises not_found."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    response = StreamingHttpResponse(
        ladder_history.log(ladder), content_type="application/x-ndjson"
    )
    response["Content-Disposition"] = f'attachment; filename="{ladder.slug}.ndjson"'
    return response
