"""What the first page says of ladders: where one waits, who challenges one, where to play."""

from accounts.models import Account
from ratings import selectors, visibility
from ratings.ladder.settings import parsed
from ratings.models import Ladder, Seek, Standing
from web.ratings import lists, playing, standings

OFFERED_MAX = 3


def block(me: Account | None) -> dict[str, object]:
    """Return what the first page shows a member of ladders; nothing for a stranger."""
    if me is None:
        return {}
    return {
        "searches": Seek.objects.filter(account=me).select_related("ladder"),
        "challenges": playing.open_challenges(me.pk),
        "rated": offered(me),
    }


def offered(me: Account) -> list[dict[str, object]]:
    """Return ladders on which an account may search for a match, its own first."""
    mine = lists.standings_of(me.pk, me.username)
    rows = visibility.visible(me.pk).filter(is_paused=False).exclude(kind="challenge")
    entries = ("bots", "mixed") if me.is_bot else ("people", "mixed")
    fitting = [row for row in rows if row.settings["entry"] in entries]
    fitting.sort(key=lambda row: row.id not in mine)
    return [_offer(row, mine.get(row.id)) for row in fitting[:OFFERED_MAX]]


def _offer(ladder: Ladder, standing: Standing | None) -> dict[str, object]:
    settings = parsed(ladder.settings)
    return {
        "ladder": ladder,
        "seats": playing.usual_seats(settings),
        "place": None if standing is None else lists.place(ladder, standing),
        "standing": None
        if standing is None
        else selectors.standing_row(settings.rating_system(), standing, None),
        "digits": standings.digits(settings),
    }
