"""Deals: rows that follow from the streams, and the secret that each is drawn from."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from matches.models import Match


class Deal(models.Model):
    """A deal that several tables play."""

    id = models.UUIDField(primary_key=True)
    game = models.TextField()
    rules = models.TextField()
    dataset = models.TextField()
    options = models.JSONField(default=dict)
    seats = models.SmallIntegerField()
    seat = models.SmallIntegerField()
    """The seat that people play; 0 of the deal of a round, where they play all."""
    bot = models.TextField()
    """What plays on all others; empty where nothing does."""
    tournament = models.UUIDField(null=True)
    """The tournament in a round of which it is played, if it is."""
    round = models.SmallIntegerField(null=True)
    """The number of that round."""
    commitment = models.TextField()
    beacon = models.TextField(blank=True, default="", db_default="")
    """The beacon that it is drawn with, by its line; empty where it has none."""
    beacon_value = models.TextField(blank=True, default="", db_default="")
    """What that came to; empty until then, and where it did not come."""
    awaits_beacon = models.BooleanField(default=False, db_default=False)
    day = models.DateField(null=True)
    """Of which day it is the deal, if it is one."""
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    tables = models.IntegerField()
    version = models.IntegerField()

    class Meta:
        """A game has one deal a day."""

        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "game"], name="deals_one_a_day"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["closes_at"], name="deals_by_close"),
            models.Index(fields=["tournament", "round"], name="deals_by_round"),
        ]

    def __str__(self) -> str:
        return f"{self.game}, {self.day or self.pk}"


class Attempt(models.Model):
    """Somebody's one go at a deal; what it came to is there once the deal is closed."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="attempts")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deal_attempts"
    )
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="+")
    begun_at = models.DateTimeField()
    is_newcomer = models.BooleanField(default=False, db_default=False)
    """Of an account that was made once the deal could be played: counts in no table."""
    origin = models.TextField(blank=True, default="")
    """A keyed digest of the address it was begun from, for a month (`deals.sightings`)."""
    score = models.IntegerField(null=True)
    place = models.SmallIntegerField(null=True)
    share = models.FloatField(null=True)
    """What part of the others was left behind."""
    margin = models.FloatField(null=True)
    """The score less the mean of the others at the table."""
    compared = models.FloatField(null=True)
    """The margin by the scoring; null of what does not count."""
    points = models.FloatField(null=True)
    """The same from 0 to 100, for tables over several deals."""

    class Meta:
        """Everybody plays a deal once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "account"], name="deals_account_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["account", "-id"], name="deals_by_account")]

    def __str__(self) -> str:
        return f"{self.account_id} at {self.deal_id}"


class Sighting(models.Model):
    """From where an account has come to its table of a deal (`deals.sightings`), for a month."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    origin = models.TextField()
    """A keyed digest of the address."""
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        """An account is seen once at each place of a deal."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "account", "origin"], name="deals_seen_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} at {self.deal_id}"


class DealSecret(models.Model):
    """The secret of a deal. Only `deals.secrets` reads it; no admin shows it."""

    deal = models.OneToOneField(Deal, primary_key=True, on_delete=models.CASCADE)
    secret = models.BinaryField()

    def __str__(self) -> str:
        return f"the secret of {self.deal_id}"
