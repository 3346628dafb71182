"""The ladder with a history that a fresh clone shows."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from django.db import transaction

from accounts.ids import uuid7
from accounts.models import Account
from cutpurse.ladder_tables import open_table
from matches.models import Match
from matches.services.turns import play_bots
from matches.state import Status
from ratings.models import Call, Ladder
from ratings.services import importing, managing
from ratings.services.commands import Order, new_key

SLUG = "pickpockets"
RESULTS = 40
"""In each of two seasons."""
HEADING = "played_at,player1,place1,player2,place2,player3,place3"
CHALLENGE_SLUG = "king-of-the-fence"


def seed_ladder(admin: Account, players: Sequence[str]) -> None:
    """Open a ladder with two seasons of results and matches of bots, where there is none yet."""
    if Ladder.objects.exists():
        return
    settings = {
        "name": "Pickpockets' ladder",
        "game": "pickpocket",
        "season": "Spring",
        "bots_after": 15,
        "parameters": {"seat_term": 1},
    }
    ladder = managing.open_ladder(
        slug=SLUG, settings=settings, order=order(admin, "A club needs it")
    )
    rng = Random(SLUG)  # noqa: S311 - Made-up results.
    now = datetime.now(UTC)
    bring_in(ladder, admin, results(rng, players, now - timedelta(days=80)))
    managing.close_season(
        ladder_id=ladder.id,
        name="Autumn",
        keep_percent=50,
        order=order(admin, "Spring is over"),
    )
    bring_in(ladder, admin, results(rng, players, now - timedelta(days=40)))
    play_with_bots(ladder)
    challenge = {
        "name": "King of the fence",
        "game": "second-story",
        "kind": "challenge",
        "players": {"min": 2, "max": 5},
    }
    dare = order(admin, "For those who dare")
    managing.open_ladder(slug=CHALLENGE_SLUG, settings=challenge, order=dare)


def order(admin: Account, reason: str) -> Order:
    """Return an admin's order."""
    return Order(f"account:{admin.pk}", reason, new_key())


def results(rng: Random, players: Sequence[str], begun: datetime) -> str:
    """Return made-up results of a month as CSV; who comes first in players wins more often."""
    lines = [HEADING]
    for number in range(RESULTS):
        table = rng.sample(list(players), 3)
        scores = [rng.gauss(-list(players).index(name), 1.5) for name in table]
        places = [1 + sum(other > score for other in scores) for score in scores]
        cells = [f"{name},{place}" for name, place in zip(table, places, strict=True)]
        played_at = (begun + timedelta(hours=18 * number)).isoformat(timespec="seconds")
        lines.append(",".join([played_at, *cells]))
    return "\n".join(lines)


def bring_in(ladder: Ladder, admin: Account, text: str) -> None:
    """Import results."""
    importing.import_results(
        ladder_id=ladder.id,
        text=text,
        form="csv",
        guests=False,
        order=order(admin, "From the club's book"),
    )


def play_with_bots(ladder: Ladder) -> None:
    """Let two bots play a rated match; the worker settles it."""
    call = Call.objects.create(
        id=uuid7(),
        ladder=ladder,
        players=["bot:greedy", "bot:random"],
        made_at=datetime.now(UTC),
    )
    with transaction.atomic():
        open_table(call.id)
    call.refresh_from_db()
    while (match := Match.objects.get(id=call.match or "")).status == Status.LIVE:
        play_bots(match.id, match.version)
