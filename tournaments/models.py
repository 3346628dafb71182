"""The rows derived from the streams of tournaments and series: a fold gives them again."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from tournaments.state import EntrantStatus, Status


class Tournament(models.Model):
    """A tournament, as it is listed and found."""

    id = models.UUIDField(primary_key=True)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.TextField()
    game = models.TextField()
    status = models.TextField(choices=[(each.value, each.value) for each in Status])
    paused = models.BooleanField(default=False)
    version = models.IntegerField()
    settings = models.JSONField()
    entrants_count = models.IntegerField(default=0)
    """Who is there, without the waiting list."""
    round = models.IntegerField(default=0)
    """The last published round; 0 before the first."""
    staff = ArrayField(models.UUIDField(), default=list)
    """The accounts that have a role in it; the state says which."""
    picture = models.TextField(blank=True, default="")
    """The digest of its picture; empty without one."""
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        """How tournaments are listed."""

        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["status", "-id"], name="tournaments_by_status"),
            GinIndex(fields=["staff"], name="tournaments_by_staff"),
        ]

    def __str__(self) -> str:
        return self.name


class Picture(models.Model):
    """The bytes of a picture, which events name by their digest."""

    digest = models.TextField(primary_key=True)
    large = models.BinaryField()
    small = models.BinaryField()

    def __str__(self) -> str:
        return self.digest


class Well(models.Model):
    """The secret of a tournament's draws and deals. Only `wells` reads it; no admin shows it.

    The application adds rows and reads them, and may do nothing else with them.
    """

    well = models.TextField(primary_key=True)
    """What events have of it: what binds the server to the secret."""
    tournament = models.UUIDField(db_index=True)
    secret = models.BinaryField()
    links = models.IntegerField()
    """The length of its chain."""

    def __str__(self) -> str:
        return f"a sealed well of {self.tournament}"


class DrawAsk(models.Model):
    """What the next draw of a tournament asks its entrants for, until it is made (fair/2)."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    draw = models.IntegerField()
    attempt = models.IntegerField()
    commitment = models.TextField()
    """The link before, in hexadecimal: what binds the server."""
    bind = models.TextField(blank=True, default="")
    """The hash of what the draw hangs on; empty until that is sealed."""
    seal = models.TextField(blank=True, default="")
    """The signed text; empty until the roll is sealed."""
    until = models.DateTimeField(null=True)
    """When it goes on without those who are missing; null while no draw was asked for."""
    is_soon = models.BooleanField(default=False)
    """Whether those who are asked wait for the draw, so that their pages look often."""
    entrants = ArrayField(models.IntegerField())
    """Who is asked, by number."""

    def __str__(self) -> str:
        return f"what draw {self.draw} of {self.tournament_id} asks for"


class DrawShare(models.Model):
    """What an entrant has promised, and later shown, until the draw is made (fair/2).

    It follows from no event: what counts of it is in those that seal the draw, refuse an attempt
    or make it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    entrant = models.IntegerField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    draw = models.IntegerField()
    attempt = models.IntegerField()
    promise = models.BinaryField()
    share = models.BinaryField(null=True)
    at = models.DateTimeField()
    """When it was promised."""

    class Meta:
        """A newer promise of an entrant replaces the older one."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "entrant"], name="tournaments_share_once"
            ),
        ]

    def __str__(self) -> str:
        return f"the promise of entrant {self.entrant} for draw {self.draw} of {self.tournament_id}"


class Entrant(models.Model):
    """Somebody who has entered a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.IntegerField()
    name = models.TextField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    bot = models.TextField(blank=True, default="")
    presence = models.TextField(choices=[(each.value, each.value) for each in EntrantStatus])
    seed = models.IntegerField(default=0)
    rating = models.IntegerField(default=0)

    class Meta:
        """A number serves one entrant."""

        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournaments_entrant_number"
            ),
            models.UniqueConstraint(
                fields=["tournament", "account"],
                condition=~models.Q(presence="withdrawn"),
                name="tournaments_entrant_account",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.shown_name}"

    @property
    def shown_name(self) -> str:
        """What the entrant is called, neutral of who was erased."""
        account = self.account
        return account.username if account is not None and account.is_erased else self.name


class Table(models.Model):
    """A table of a published round; the match that is played at it names it."""

    id = models.UUIDField(primary_key=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    round = models.IntegerField()
    number = models.IntegerField()
    """Within the round, from 1."""
    seats = ArrayField(models.IntegerField())
    """Entrants, in the order of their seats."""
    match = models.UUIDField(null=True, db_index=True)
    places = ArrayField(models.SmallIntegerField(), null=True)
    scores = ArrayField(models.IntegerField(), null=True)
    source = models.TextField(blank=True, default="")
    void = models.BooleanField(default=False)
    stopped = models.TextField(blank=True, default="")
    """Why the table came to nothing while the staff has not decided: `match_void` or `overdue`."""

    class Meta:
        """In the order of play."""

        ordering: ClassVar = ["tournament", "round", "number"]

    def __str__(self) -> str:
        return f"round {self.round}, table {self.number}"


class Series(models.Model):
    """A series of tournaments, as it is listed and found."""

    id = models.UUIDField(primary_key=True)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.TextField()
    settings = models.JSONField()
    version = models.IntegerField()
    closed = models.BooleanField(default=False)
    organisers = ArrayField(models.UUIDField(), default=list)
    targets = ArrayField(models.UUIDField(), default=list)
    """The tournaments that its best may enter."""
    events_count = models.IntegerField(default=0)
    people_count = models.IntegerField(default=0)
    """Who has a line in the standings."""
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        """How series are listed."""

        ordering: ClassVar = ["-id"]
        verbose_name_plural = "series"
        indexes: ClassVar = [GinIndex(fields=["targets"], name="tournaments_series_by_target")]

    def __str__(self) -> str:
        return self.name


class SeriesEvent(models.Model):
    """A tournament that counts in a series; by these rows tournaments know who follows them."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="events")
    tournament = models.UUIDField(db_index=True)
    position = models.IntegerField()
    """In the order of the series, from 1."""
    group = models.TextField()
    entrants = models.IntegerField(null=True)
    """How many have a result; None before the end."""

    class Meta:
        """A tournament counts once in a series."""

        ordering: ClassVar = ["series", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["series", "tournament"], name="tournaments_series_event"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.group}"


class SeriesLine(models.Model):
    """Somebody's line in the standings of a series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="lines")
    person = models.TextField()
    """`account:` and an id, or `entrant:` with the first tournament and number."""
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    position = models.IntegerField()
    """In the order of the standings, from 1."""
    rank = models.IntegerField(null=True)
    """None for who has played too few events."""
    milli = models.BigIntegerField()
    """Thousandths of a point."""
    events = models.IntegerField()
    wins = models.IntegerField()

    class Meta:
        """In the order of the standings."""

        ordering: ClassVar = ["series", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["series", "person"], name="tournaments_series_line"),
        ]

    def __str__(self) -> str:
        return f"{self.rank} {self.person}"
