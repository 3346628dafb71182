"""The rows derived from the streams of ladders, and who waits for a match.

All but `Seek`, `Call`, `Sighting` and `LadderWell` are projections: they change in the transaction
that appends, and a fold of the stream gives them again. Ratings are whole steps of the ladder's
system.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.constraints import Deferrable


class Ladder(models.Model):
    """A ladder."""

    id = models.UUIDField(primary_key=True)
    slug = models.SlugField(unique=True, max_length=60)
    name = models.TextField()
    game = models.TextField()
    kind = models.TextField()
    visibility = models.TextField()
    is_paused = models.BooleanField(default=False)
    season = models.IntegerField(default=1)
    """The number of the season that runs."""
    well = models.TextField(default="", db_default="")
    """What binds the server to the deals of the season; empty of one without a well."""
    slots = models.IntegerField(default=0, db_default=0)
    """The slot of the last match that the ladder has made, or that was left out."""
    settings = models.JSONField()
    """`ratings.ladder.settings.Settings`."""
    merged = models.JSONField(default=dict)
    """Players who turned out to be others."""
    version = models.IntegerField()
    opened_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        """How ladders are listed."""

        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.name


class Standing(models.Model):
    """A player on a ladder."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="standings")
    player = models.TextField()
    """`account:<uuid>`, `bot:<id>` or `guest:<name>`."""
    name = models.TextField()
    rating = models.BigIntegerField()
    deviation = models.BigIntegerField()
    games = models.IntegerField()
    season_games = models.IntegerField()
    met = models.IntegerField(default=0)
    """Others met in a rated match."""
    firsts = models.IntegerField()
    best = ArrayField(models.IntegerField())
    points = models.IntegerField()
    position = models.IntegerField(null=True)
    last_at = models.DateTimeField(null=True)

    class Meta:
        """A player stands once on a ladder, and alone on a rung."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "player"], name="ratings_player_once"),
            models.UniqueConstraint(
                fields=["ladder", "position"],
                name="ratings_rung_once",
                deferrable=Deferrable.DEFERRED,
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["ladder", "-rating"], name="ratings_by_rating"),
            models.Index(fields=["ladder", "-points"], name="ratings_by_points"),
        ]

    def __str__(self) -> str:
        return self.name


class LadderWell(models.Model):
    """The secret of a season's deals. Only `wells` reads it; no admin shows it.

    The application adds rows and reads them, and may do nothing else with them.
    """

    well = models.TextField(primary_key=True)
    """What events have of it: what binds the server to the secret."""
    ladder = models.UUIDField(db_index=True)
    secret = models.BinaryField()

    def __str__(self) -> str:
        return f"a sealed well of {self.ladder}"


class MadeMatch(models.Model):
    """A match that a ladder has made, and the slot of the well that it is dealt from."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="made")
    slot = models.IntegerField()
    match = models.UUIDField(unique=True)
    well = models.TextField()

    class Meta:
        """A slot is dealt once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "slot"], name="ratings_slot_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["ladder", "well"], name="ratings_made_by_well")]

    def __str__(self) -> str:
        return f"{self.match} in slot {self.slot}"


class RatedMatch(models.Model):
    """What became of a match on its ladder."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="matches")
    match = models.UUIDField(db_index=True)
    version = models.IntegerField()
    """Of the event that rated it."""
    at = models.DateTimeField()
    season = models.IntegerField()
    seats = models.SmallIntegerField()
    status = models.TextField()
    """`rated`, `annulled` or `not_rated`."""
    reason = models.TextField()
    source = models.TextField()

    class Meta:
        """A match comes to a ladder once."""

        verbose_name_plural = "rated matches"
        ordering: ClassVar = ["-version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "match"], name="ratings_match_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match} ({self.status})"


class RatingChange(models.Model):
    """What a rated match meant for one player."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="changes")
    match = models.UUIDField()
    version = models.IntegerField()
    seat = models.SmallIntegerField()
    player = models.TextField()
    place = models.SmallIntegerField()
    score = models.IntegerField(null=True)
    season = models.IntegerField()
    rating_before = models.BigIntegerField()
    rating_after = models.BigIntegerField()
    deviation_before = models.BigIntegerField()
    deviation_after = models.BigIntegerField()
    games_before = models.IntegerField()
    seat_term = models.IntegerField()
    points = models.IntegerField()
    position_before = models.IntegerField(null=True)
    position_after = models.IntegerField(null=True)
    at = models.DateTimeField()
    met = models.IntegerField(default=0)
    """Others whom the player had met before."""
    on_day = ArrayField(models.IntegerField(), default=list)
    """By seat: which match with that opponent it was that day; empty where nobody counts."""
    in_season = ArrayField(models.IntegerField(), default=list)
    weights = ArrayField(models.IntegerField(), default=list)
    """By seat, in thousandths: what the pair counts for the player; empty: wholly."""

    class Meta:
        """A seat of a match changes once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "version", "seat"], name="ratings_seat_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["ladder", "player", "-version"], name="ratings_history"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.match}"


class Meeting(models.Model):
    """How often two players of a ladder have met."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="meetings")
    one = models.TextField()
    other = models.TextField()
    """Comes after the first in the order of keys."""
    season = models.IntegerField()
    """Of their last match."""
    season_games = models.IntegerField()
    day = models.DateField()
    """Of their last match, by UTC."""
    on_day = models.IntegerField()

    class Meta:
        """Two meet in one row."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "one", "other"], name="ratings_meet_once"),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"


class SeatStatistic(models.Model):
    """How a seat has fared at tables of one size."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="seats")
    seats = models.SmallIntegerField()
    seat = models.SmallIntegerField()
    games = models.IntegerField()
    firsts = models.IntegerField()
    places = models.IntegerField()
    halves = models.IntegerField()
    residual = models.BigIntegerField()

    class Meta:
        """One count a seat."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "seats", "seat"], name="ratings_seat_count"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.seats}"


class SeasonRow(models.Model):
    """A season that is over."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="seasons")
    number = models.IntegerField()
    name = models.TextField()
    closed_at = models.DateTimeField()

    class Meta:
        """Seasons are numbered."""

        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "number"], name="ratings_season_once"),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonStanding(models.Model):
    """Where a player stood when a season closed."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="archive")
    season = models.IntegerField()
    player = models.TextField()
    name = models.TextField()
    rank = models.IntegerField()
    rating = models.BigIntegerField()
    games = models.IntegerField()
    points = models.IntegerField()
    position = models.IntegerField(null=True)

    class Meta:
        """A player stands once in a season."""

        ordering: ClassVar = ["season", "rank", "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["ladder", "season", "player"], name="ratings_season_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.name}"


class ChallengeRow(models.Model):
    """A challenge on a challenge ladder."""

    id = models.UUIDField(primary_key=True)
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.TextField()
    opponents = ArrayField(models.TextField())
    accepted = ArrayField(models.TextField())
    status = models.TextField()
    answer_by = models.DateTimeField()
    made_at = models.DateTimeField()

    class Meta:
        """How challenges are found."""

        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["ladder", "status"], name="ratings_challenge_status"),
        ]

    def __str__(self) -> str:
        return f"{self.challenger} challenges {', '.join(self.opponents)}"


class Sighting(models.Model):
    """That an account has played on a ladder from somewhere; kept for a month."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="+")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    origin = models.TextField()
    """A keyed digest of the address (`ratings.services.sightings`)."""
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        """The last time counts."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["ladder", "origin", "account"], name="ratings_seen_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} on {self.ladder}"


class Seek(models.Model):
    """Somebody waits for a rated match."""

    id = models.UUIDField(primary_key=True)
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="seeks")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    seats = models.SmallIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        """Nobody waits twice on a ladder."""

        ordering: ClassVar = ["made_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "account"], name="ratings_seek_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account} for {self.seats}"


class Call(models.Model):
    """A table that has been put together, and the match that was opened for it."""

    id = models.UUIDField(primary_key=True)
    """The challenge's id, where there is one."""
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="calls")
    players = ArrayField(models.TextField())
    """`account:<uuid>` or `bot:<id>`; by seat, unless the season's well draws the seats."""
    made_at = models.DateTimeField()
    match = models.UUIDField(null=True, unique=True)

    def __str__(self) -> str:
        return f"{len(self.players)} at {self.ladder}"
