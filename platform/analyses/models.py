"""Analyses of matches that are over: derived data, which the streams give again."""

from typing import ClassVar

from django.db import models

from matches.models import Match

ATTEMPTS_MAX = 3
"""After so many runs that ended in nothing an analysis is left alone."""


class Analysis(models.Model):
    """One analysis of a match by one version of its method; until `done_at` it waits."""

    class Kind(models.TextChoices):
        """What it tells."""

        LUCK = "luck"
        REVIEW = "review"
        PUZZLES = "puzzles"
        PARTIALITY = "partiality"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="analyses")
    kind = models.TextField(choices=Kind)
    seat = models.SmallIntegerField(null=True)
    """Whose decisions it is about; null where it is about the whole match."""
    version = models.TextField()
    body = models.TextField(blank=True, default="")
    """Canonical JSON, the same bytes whenever and wherever it is computed."""
    progress = models.TextField(blank=True, default="")
    """How far a long one has come, as JSON."""
    published = models.BooleanField(default=False)
    """Whether everybody who may see the match may read it; without a seat everybody may."""
    cpu_ms = models.IntegerField(default=0)
    attempts = models.SmallIntegerField(default=0)
    """Runs that were begun."""
    queued_at = models.DateTimeField()
    """When it was asked for; of what nobody asks for, when the match ended."""
    done_at = models.DateTimeField(null=True)

    class Meta:
        """Every version has one, and what waits is found by its age."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "kind", "seat", "version"],
                name="analyses_once",
                nulls_distinct=False,
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["kind", "attempts", "-queued_at"],
                name="analyses_waiting",
                condition=models.Q(done_at__isnull=True),
            ),
            models.Index(fields=["done_at"], name="analyses_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.version} of {self.match_id}"

    @property
    def has_failed(self) -> bool:
        """Whether it is left alone until it is tried again, at most a day later."""
        return self.done_at is None and self.attempts >= ATTEMPTS_MAX
