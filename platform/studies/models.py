"""Studies: rows that follow from the streams, and the words of comments beside them."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from matches.models import Match

WORDS_MAX = 1000


class Study(models.Model):
    """A study of a match, or of a position that was set up by hand."""

    id = models.UUIDField(primary_key=True)
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="studies", null=True, blank=True
    )
    rules = models.CharField(max_length=64, default="", blank=True)
    """Of a position; those of a match are the match's."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="studies"
    )
    shared = models.BooleanField(default=False)
    deleted = models.BooleanField(default=False)
    lines = models.SmallIntegerField()
    version = models.IntegerField()
    opened_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        """How an author's studies are listed."""

        verbose_name_plural = "studies"
        indexes: ClassVar = [models.Index(fields=["author", "-id"], name="studies_by_author")]

    def __str__(self) -> str:
        return f"a study of {self.match_id or self.rules}"

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.rules.partition("@")[0] if self.match is None else self.match.game


class Comment(models.Model):
    """The words of a comment; no part of the stream."""

    id = models.UUIDField(primary_key=True)
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="comments")
    words = models.TextField(max_length=WORDS_MAX)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a comment in {self.study_id}"
