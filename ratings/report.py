"""What a command means for a ladder: who moves where, and by how much."""

from collections.abc import Mapping

from ratings.correction_answers import Consequences, Moved
from ratings.ladder.settings import Settings
from ratings.ladder.state import Player, ranked


def as_points(steps: int, decimals: int) -> float:
    """Return a number of steps as points."""
    points: float = steps / 10**decimals
    return round(points, decimals)


def ranks(settings: Settings, players: Mapping[str, Player]) -> dict[str, int]:
    """Return the rank of every player who has played, or stands on a rung."""
    taking_part = [
        player
        for player in players.values()
        if player.position is not None or (settings.kind != "challenge" and player.games)
    ]
    return {player.key: rank for rank, player in ranked(settings.kind, taking_part)}


def consequences(  # noqa: PLR0913 - Two ladders are compared, and it is said which.
    settings: Settings,
    before: Mapping[str, Player],
    after: Mapping[str, Player],
    *,
    rated_before: int,
    rated_after: int,
    ladder: str,
    version: int,
    dry_run: bool,
) -> Consequences:
    """Return the differences between a ladder before and after, the largest moves first."""
    decimals = settings.rating_system().decimals
    ranks_before, ranks_after = ranks(settings, before), ranks(settings, after)
    initial = settings.rating_system().initial()
    rows = []
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        from_rating = initial.rating if old is None else old.rating
        to_rating = initial.rating if new is None else new.rating
        row = Moved(
            player=(new or old or Player(key, key, initial)).name,
            rating_before=None if old is None else as_points(old.rating, decimals),
            rating_after=None if new is None else as_points(new.rating, decimals),
            change=as_points(to_rating - from_rating, decimals),
            rank_before=ranks_before.get(key),
            rank_after=ranks_after.get(key),
            games_before=0 if old is None else old.games,
            games_after=0 if new is None else new.games,
            points_before=0.0 if old is None else as_points(old.points, 3),
            points_after=0.0 if new is None else as_points(new.points, 3),
        )
        if any(
            getattr(row, f"{name}_before") != getattr(row, f"{name}_after") for name in COMPARED
        ):
            rows.append(row)
    rows.sort(key=lambda row: (-abs(row.change), row.player))
    return Consequences(
        ladder=ladder,
        version=version,
        dry_run=dry_run,
        players=rows,
        largest_change=max((abs(row.change) for row in rows), default=0.0),
        matches_before=rated_before,
        matches_after=rated_after,
    )


COMPARED = ("rating", "rank", "games", "points")
