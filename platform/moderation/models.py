"""Cases and reports: rows that follow from the streams, and the words beside them."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from moderation.events import GROUNDS, MEASURES
from moderation.state import STATUSES

WORDS_MAX = 500
APPEAL_MAX = 1000
MOMENTS_MAX = 10
"""Decisions of a match that a report points at."""


class Case(models.Model):
    """What the staff has to decide about somebody."""

    id = models.UUIDField(primary_key=True)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cases"
    )
    status = models.TextField(choices=[(each, each) for each in STATUSES])
    measure = models.TextField(blank=True, default="", choices=[(each, each) for each in MEASURES])
    ground = models.TextField(blank=True, default="", choices=[(each, each) for each in GROUNDS])
    until = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    appeal = models.TextField(blank=True, default="")
    in_force = models.BooleanField(default=False)
    """Whether a lasting measure lasts."""
    version = models.IntegerField()
    opened_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    name_before = models.TextField(blank=True, default="", editable=False)
    """What somebody was called before a renaming; no part of the stream."""
    appeal_words = models.TextField(blank=True, default="", max_length=APPEAL_MAX)
    """What the person wrote; no part of the stream."""
    is_told = models.BooleanField(default=True)
    """Whether the person has seen what is new."""

    class Meta:
        """Nobody has two open cases."""

        permissions: ClassVar = []
        indexes: ClassVar = [
            models.Index(fields=["status", "-id"], name="moderation_by_status"),
            models.Index(fields=["about", "-id"], name="moderation_by_account"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["about"],
                condition=models.Q(status="open"),
                name="moderation_one_open_case",
            ),
        ]

    def __str__(self) -> str:
        return f"Case about {self.about}"


class Report(models.Model):
    """What somebody has reported; the reported never see who it was."""

    id = models.UUIDField(primary_key=True)
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports"
    )
    ground = models.TextField(choices=[(each, each) for each in GROUNDS])
    match = models.UUIDField(null=True)
    phrase = models.TextField(blank=True, default="")
    said = models.TextField(blank=True, default="", db_default="")
    """What was said in words of their own, as the stream does not keep it."""
    tournament = models.UUIDField(null=True)
    """The tournament in whose room it was said."""
    lines = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    """What was said before and after it, as the reporter heard it: a copy, with ids for names."""
    said_at = models.DateTimeField(null=True)
    moments = ArrayField(models.IntegerField(), default=list, db_default=[])
    """Versions of the match at which decisions were made that the reporter points at."""
    words = models.TextField(blank=True, default="", max_length=WORDS_MAX)
    made_at = models.DateTimeField()
    is_told = models.BooleanField(default=True)
    """Whether the reporter has seen what became of it."""

    class Meta:
        """Somebody reports a thing once."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["case", "reporter", "ground"], name="moderation_report_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ground}, {self.made_at:%Y-%m-%d}"
