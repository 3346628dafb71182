"""What comparing a pair with others has come to: derived data, which is worked out again."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models


class PairTest(models.Model):
    """The latest test of two players at tables of one game and size, in both directions."""

    class Stage(models.IntegerChoices):
        """How far it has come."""

        USUAL = 0, "usual"
        NOTED = 1, "once"
        """Unusual once: it is looked at again, on matches that are played after that."""
        UNUSUAL = 2, "twice"
        """Unusual again."""

    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.TextField()
    seats = models.SmallIntegerField()
    version = models.TextField()
    stage = models.SmallIntegerField(choices=Stage, default=Stage.USUAL)
    noted_at = models.DateTimeField(null=True)
    """When the test was that found it unusual first; null while it is usual."""
    tested_at = models.DateTimeField()
    matches = models.SmallIntegerField()
    figures = ArrayField(models.FloatField())
    """From the first to the second, and back."""
    p = ArrayField(models.FloatField(), null=True)
    """Among those of the second with others, and of the first; null where there are too few."""
    compared_with = ArrayField(models.SmallIntegerField())
    tests = models.IntegerField()
    """How many pairs were compared in the month."""
    decisions = models.JSONField()
    """The ten that gave most: match, version, giver's seat, and how much."""

    class Meta:
        """A pair has one at a game and size, and one order."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["first", "second", "game", "seats"], name="partiality_pair_once"
            ),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="partiality_pair_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second} at {self.game}"
