"""The ladders with a history that a fresh clone shows."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from django.db import transaction

from accounts.models import Account
from api.idempotency import new_key
from api.ids import uuid7
from eventstore.aggregate import CommandContext
from matches.models import Match
from matches.services.turns import play_bots
from matches.state import Status
from ratings import players
from ratings.models import Call, Ladder
from ratings.players import PlayerRef
from ratings.services import challenging, importing, managing
from ratings.services.commands import LadderCommand
from ratings.services.opening import open_found_match

SLUG = "pickpockets"
RESULTS = 40
"""In each of two seasons."""
HEADING = "played_at,player1,place1,player2,place2,player3,place3"
CHALLENGE_SLUG = "king-of-the-fence"
LEAGUE_SLUG = "sunday-league"


def seed_ladders(admin: Account, names: Sequence[str]) -> None:
    """Open a ladder of every kind with some history, where there is no ladder yet."""
    if Ladder.objects.exists():
        return
    rng = Random(SLUG)  # noqa: S311 - Made-up results.
    seed_ratings(admin, names, rng)
    seed_challenges(admin, names)
    seed_points(admin, names, rng)


def seed_ratings(admin: Account, names: Sequence[str], rng: Random) -> None:
    """Open a ladder by rating with two seasons of results and a match of bots."""
    settings = {
        "name": "Pickpockets' ladder",
        "game": "pickpocket",
        "season": "Spring",
        "clock": 120,
        "bots_after": 15,
        "parameters": {"seat_term": 1},
    }
    ladder = managing.open_ladder(
        slug=SLUG, settings=settings, order=order(admin, "A club needs it")
    )
    now = datetime.now(UTC)
    bring_in(ladder, admin, results(rng, names, now - timedelta(days=80)))
    managing.close_season(
        ladder_id=ladder.id,
        name="Autumn",
        keep_percent=50,
        order=order(admin, "Spring is over"),
    )
    bring_in(ladder, admin, results(rng, names, now - timedelta(days=40)))
    play_with_bots(ladder)


def seed_challenges(admin: Account, names: Sequence[str]) -> None:
    """Open a ladder of challenges, with players on its rungs."""
    settings = {
        "name": "King of the fence",
        "game": "second-story",
        "kind": "challenge",
        "clock": 86_400,
        "players": {"min": 2, "max": 5},
    }
    ladder = managing.open_ladder(
        slug=CHALLENGE_SLUG, settings=settings, order=order(admin, "For those who dare")
    )
    stand_on_rungs(ladder, names)


def seed_points(admin: Account, names: Sequence[str], rng: Random) -> None:
    """Open a ladder by points with results of a month."""
    settings = {
        "name": "Sunday league",
        "game": "sticky-fingers",
        "kind": "points",
        "clock": 120,
        "players": {"min": 3, "max": 5},
        "season": "Winter",
        "points": [10, 6, 3],
        "best_of": 5,
    }
    ladder = managing.open_ladder(
        slug=LEAGUE_SLUG, settings=settings, order=order(admin, "Sundays are long")
    )
    bring_in(ladder, admin, results(rng, names, datetime.now(UTC) - timedelta(days=30)))


def stand_on_rungs(ladder: Ladder, names: Sequence[str]) -> None:
    """Let players join a challenge ladder, and the last of them challenge the one above."""
    accounts = Account.objects.in_bulk(names, field_name="username")
    standing = [players.of_account(accounts[name].pk, name) for name in names]
    for player in standing:
        challenging.join(ladder_id=ladder.id, player=player, author=author(player))
    *_, above, last = standing
    challenging.create(
        ladder_id=ladder.id, player=last, opponents=[above.name], author=author(last)
    )


def author(player: PlayerRef) -> CommandContext:
    """Return a player as the author of one event."""
    return CommandContext(player.key, new_key())


def order(admin: Account, reason: str) -> LadderCommand:
    """Return an admin's order."""
    return LadderCommand(f"account:{admin.pk}", reason, new_key())


def results(rng: Random, names: Sequence[str], begun: datetime) -> str:
    """Return made-up results of a month as CSV; who comes first in names wins more often."""
    lines = [HEADING]
    for number in range(RESULTS):
        table = rng.sample(list(names), 3)
        scores = [rng.gauss(-list(names).index(name), 1.5) for name in table]
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
        open_found_match(call.id)
    call.refresh_from_db()
    while (match := Match.objects.get(id=call.match or "")).status == Status.LIVE:
        play_bots(match.id, match.version)
