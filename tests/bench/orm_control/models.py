"""Matches with their state, who sits at them, and what happened."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Match(models.Model):
    """One playing of a game."""

    id = models.UUIDField(primary_key=True)
    rules = models.TextField()
    seed = models.BinaryField()
    client_seeds = models.JSONField()
    version = models.IntegerField()
    to_act = models.JSONField()
    state = models.BinaryField()
    """The engine's state, pickled."""
    updated_at = models.DateTimeField(auto_now=True)

    objects: ClassVar[models.Manager["Match"]] = models.Manager()

    class Meta:
        """The app is no app of the project's settings."""

        app_label = "orm_control"

    def __str__(self) -> str:
        return str(self.id)


class Seat(models.Model):
    """Who sits where."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.SmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)

    objects: ClassVar[models.Manager["Seat"]] = models.Manager()

    class Meta:
        """A player sits once at a match."""

        app_label = "orm_control"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player"], name="control_player_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}"


class Event(models.Model):
    """Something that happened."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    version = models.IntegerField()
    type = models.TextField()
    data = models.JSONField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    key = models.TextField(null=True)
    """The idempotency key, on a move's first event."""
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager["Event"]] = models.Manager()

    class Meta:
        """A version happens once, and a key is used once."""

        app_label = "orm_control"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "version"], name="control_version_once"),
            models.UniqueConstraint(fields=["actor", "key"], name="control_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.version} {self.type}"
