"""Read ladders as others may see them. Selectors read; they never write."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, cast
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from accounts import sanctions
from eventstore.canonical import format_timestamp
from games.messages import Message
from ratings import players, refusals, visibility
from ratings.answers import (
    ArchivedShown,
    ChangeShown,
    Explained,
    ExplainedPlayer,
    LadderShown,
    PairShown,
    PlayerShown,
    SeasonShown,
    SeatShown,
    SeatSplit,
    StandingShown,
)
from ratings.ladder.fold import SEAT_POINTS
from ratings.ladder.settings import Settings, parsed
from ratings.ladder_history import settings_at
from ratings.models import Ladder, RatedMatch, RatingChange, SeatStatistic, Standing
from ratings.report import as_points
from ratings.systems.core import PARTS, Pair, Rating, RatingSystem

ORDER = {"rating": ("-rating", "id"), "points": ("-points", "id"), "challenge": ("position", "id")}
"""How the standings of each kind of ladder are ordered."""


def ladder_page(ladder: Ladder) -> LadderShown:
    """Return a ladder as the API shows it."""
    settings = parsed(ladder.settings)
    system = settings.rating_system()
    return LadderShown(
        id=str(ladder.id),
        slug=ladder.slug,
        version=ladder.version,
        paused=ladder.is_paused,
        season_number=ladder.season,
        well=ladder.well or None,
        slots=ladder.slots,
        opened_at=format_timestamp(ladder.opened_at),
        **{**msgspec.structs.asdict(settings), "parameters": system.values},
    )


def listed(ladder: Ladder) -> QuerySet[Standing]:
    """Return who stands in the standings: enough matches, active, and not banned."""
    settings = parsed(ladder.settings)
    banned = [f"account:{each}" for each in sanctions.banned()]
    standing = ladder.standings.exclude(player__in=banned)
    if ladder.kind == "challenge":
        return standing.filter(position__isnull=False)
    rows = standing.filter(games__gte=max(1, settings.listed_games))
    if settings.activity_days:
        since = datetime.now(UTC) - timedelta(days=settings.activity_days)
        rows = rows.filter(last_at__gte=since)
    return rows


def rank_of(ladder: Ladder, standing: Standing, rows: QuerySet[Standing]) -> int:
    """Return the rank of a player among rows; equal ones share it."""
    if ladder.kind == "challenge":
        return standing.position or 0
    field = "points" if ladder.kind == "points" else "rating"
    ahead = rows.filter(**{f"{field}__gt": getattr(standing, field)})
    return 1 + ahead.count()


def standings(ladder: Ladder, page: Sequence[Standing]) -> list[StandingShown]:
    """Return a page of the standings with ranks; the rows follow one another in their order."""
    if not page:
        return []
    page = players.hide_erased(page)
    rows = listed(ladder)
    system = parsed(ladder.settings).rating_system()
    rank = rank_of(ladder, page[0], rows)
    ahead = (
        rank
        - 1
        + sum(
            rank_key(ladder, row) == rank_key(ladder, page[0]) and row.pk < page[0].pk
            for row in rows.filter(rating=page[0].rating, points=page[0].points)
        )
    )
    found = []
    for offset, row in enumerate(page):
        if offset and rank_key(ladder, row) != rank_key(ladder, page[offset - 1]):
            rank = ahead + offset + 1
        found.append(standing_row(system, row, rank))
    return found


def rank_key(ladder: Ladder, row: Standing) -> int | None:
    """Return what players of equal rank have in common."""
    return {"rating": row.rating, "points": row.points, "challenge": row.position}[ladder.kind]


def standing_row(system: RatingSystem, row: Standing, rank: int | None) -> StandingShown:
    """Return a player of a ladder as the standings show it."""
    mark = Rating(row.rating, row.deviation, row.games)
    return StandingShown(
        rank=rank,
        player=row.name,
        kind=cast("Literal['account', 'bot', 'guest']", row.player.partition(":")[0]),
        rating=as_points(row.rating, system.decimals),
        deviation=as_points(row.deviation, system.decimals) if row.deviation else None,
        provisional=system.is_provisional(mark),
        games=row.games,
        season_games=row.season_games,
        firsts=row.firsts,
        points=as_points(row.points, 3),
        position=row.position,
        last_played_at=None if row.last_at is None else format_timestamp(row.last_at),
    )


def player_page(ladder: Ladder, name: str) -> PlayerShown:
    """Return a player of a ladder with what each seat has brought; raises not_found."""
    return standing_page(ladder, players.require_standing(ladder, name))


def standing_page(ladder: Ladder, row: Standing) -> PlayerShown:
    """Return a player of a ladder with what each seat has brought."""
    (row,) = players.hide_erased([row])
    rows = listed(ladder)
    is_listed = rows.filter(pk=row.pk).exists()
    system = parsed(ladder.settings).rating_system()
    changes = RatingChange.objects.filter(ladder=ladder, player=row.player)
    best = changes.order_by("-rating_after").values_list("rating_after", flat=True).first()
    standing = standing_row(system, row, rank_of(ladder, row, rows) if is_listed else None)
    return PlayerShown(
        **msgspec.structs.asdict(standing),
        listed=is_listed,
        best_rating=None if best is None else as_points(best, system.decimals),
        seats=list(_splits(changes)),
    )


def standings_of(account: UUID, *, reader: UUID | None) -> Iterator[tuple[Ladder, StandingShown]]:
    """Yield the ladders that a reader may know of and on which an account stands, and where."""
    key = players.of_account(account, "").key
    rows = Standing.objects.filter(player=key, ladder__in=visibility.visible(reader))
    for row in players.hide_erased(list(rows.select_related("ladder").order_by("-last_at"))):
        among = listed(row.ladder)
        rank = rank_of(row.ladder, row, among) if among.filter(pk=row.pk).exists() else None
        yield row.ladder, standing_row(parsed(row.ladder.settings).rating_system(), row, rank)


def _splits(changes: QuerySet[RatingChange]) -> Iterator[SeatSplit]:
    counted: dict[tuple[int, int], list[int]] = {}
    matches = RatedMatch.objects.filter(
        ladder_id__in=changes.values("ladder_id"), match__in=changes.values("match")
    )
    sizes = dict(matches.values_list("match", "seats"))
    for match, seat, place in changes.values_list("match", "seat", "place"):
        counted.setdefault((sizes[match], seat), []).append(place)
    for (seats, seat), places in sorted(counted.items()):
        yield SeatSplit(
            players=seats,
            seat=seat,
            games=len(places),
            firsts=places.count(1),
            mean_place=round(sum(places) / len(places), 3),
        )


def history(ladder: Ladder, name: str) -> QuerySet[RatingChange]:
    """Return the matches of a player; raises not_found."""
    row = players.require_standing(ladder, name)
    return RatingChange.objects.filter(ladder=ladder, player=row.player)


def change_row(system: RatingSystem, row: RatingChange) -> ChangeShown:
    """Return what a match meant for a player."""
    decimals, deviation = system.decimals, row.deviation_after
    return ChangeShown(
        match=str(row.match),
        at=format_timestamp(row.at),
        season=row.season,
        seat=row.seat,
        place=row.place,
        score=row.score,
        rating_before=as_points(row.rating_before, decimals),
        rating_after=as_points(row.rating_after, decimals),
        change=as_points(row.rating_after - row.rating_before, decimals),
        deviation_after=as_points(deviation, decimals) if deviation else None,
        points=as_points(row.points, 3),
        position_before=row.position_before,
        position_after=row.position_after,
        version=row.version,
    )


def match_page(ladder: Ladder, match_id: UUID) -> Explained:
    """Return why ratings changed: for each player one row a pair; raises not_found."""
    match: RatedMatch | None = ladder.matches.filter(match=match_id).first()
    if match is None:
        raise refusals.not_rated_here()
    settings = settings_at(ladder, match.version)
    return Explained(
        match=str(match.match),
        status=cast("Literal['rated', 'annulled', 'not_rated']", match.status),
        reason=match.reason or None,
        source=cast("Literal['match', 'import']", match.source),
        at=format_timestamp(match.at),
        season=match.season,
        system=settings.system,
        version=match.version,
        moves_min=settings.moves_min,
        repeats=settings.repeats,
        players=_explained_players(ladder, match_id, settings),
    )


def _explained_players(ladder: Ladder, match_id: UUID, settings: Settings) -> list[ExplainedPlayer]:
    system = settings.rating_system()
    changes = list(RatingChange.objects.filter(ladder=ladder, match=match_id).order_by("seat"))
    marks = [Rating(row.rating_before, row.deviation_before, row.games_before) for row in changes]
    terms = [row.seat_term for row in changes]
    keys = [row.player for row in changes]
    names = players.names(ladder.standings.filter(player__in=keys))
    # A match counts wholly in all pairs where nobody has counted.
    weights = [row.weights for row in changes] if all(row.weights for row in changes) else None
    places = [row.place for row in changes]
    rows = system.explain(marks, places, terms, weights) if changes else []
    return [
        ExplainedPlayer(
            **msgspec.structs.asdict(change_row(system, change)),
            player=names[change.player],
            provisional=system.is_provisional(mark),
            games_before=change.games_before,
            seat_term=as_points(change.seat_term, system.decimals),
            met=change.met,
            pairs=[
                _pair(settings, change, changes[pair.opponent], names[keys[pair.opponent]], pair)
                for pair in pairs
            ],
        )
        for change, mark, pairs in zip(changes, marks, rows, strict=True)
    ]


def _pair(
    settings: Settings, mine: RatingChange, theirs: RatingChange, name: str, pair: Pair
) -> PairShown:
    """Return what one opponent contributed, what the pair counted, and what that came from."""
    seat, rules = theirs.seat, settings.repeats
    on_day = in_season = day = season = known = None
    if rules is not None and mine.weights and mine.on_day[seat]:
        on_day, in_season = mine.on_day[seat], mine.in_season[seat]
        day, season = rules.day(on_day), rules.season(in_season)
        known = rules.known(mine=mine.met, theirs=theirs.met)
    return PairShown(
        opponent=name,
        expected=round(pair.expected, 6),
        actual=pair.actual,
        weight=round(pair.weight, 6),
        change=as_points(pair.change, settings.rating_system().decimals),
        counts=mine.weights[seat] if mine.weights else PARTS,
        on_day=on_day,
        in_season=in_season,
        day_counts=day,
        season_counts=season,
        known_counts=known,
    )


def seats(ladder: Ladder) -> list[SeatShown]:
    """Return how each seat has fared, by players at the table."""
    rows = SeatStatistic.objects.filter(ladder=ladder, games__gt=0).order_by("seats", "seat")
    return [_seat_row(row) for row in rows]


def _seat_row(row: SeatStatistic) -> SeatShown:
    share = row.halves / (2 * (row.seats - 1) * row.games)
    points = (share - 0.5) * SEAT_POINTS / 1000 * (row.seats - 1) / row.seats
    return SeatShown(
        players=row.seats,
        seat=row.seat,
        games=row.games,
        firsts=row.firsts,
        share=round(share, 6),
        mean_place=round(row.places / row.games, 6),
        advantage=round(points, 3),
    )


def seasons(ladder: Ladder) -> list[SeasonShown]:
    """Return the seasons that are over, latest first."""
    return [
        SeasonShown(number=row.number, name=row.name, closed_at=format_timestamp(row.closed_at))
        for row in ladder.seasons.all()
    ]


def archive(ladder: Ladder, number: int) -> list[ArchivedShown]:
    """Return the standings with which a season closed; raises not_found."""
    if not ladder.seasons.filter(number=number).exists():
        raise refusals.not_found(Message("This ladder has no closed season of that number."))
    system = parsed(ladder.settings).rating_system()
    return [
        ArchivedShown(
            rank=row.rank,
            player=row.name,
            rating=as_points(row.rating, system.decimals),
            games=row.games,
            points=as_points(row.points, 3),
            position=row.position,
        )
        for row in players.hide_erased(ladder.archive.filter(season=number))
    ]
