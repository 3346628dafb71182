"""Puzzles, as analyses have found them, and what people have answered.

No history: a puzzle follows from the stream of its match, and an answer changes nothing else.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from matches.models import Match


class Puzzle(models.Model):
    """A decision of a finished match, with its answer. Its id tells nothing of the match."""

    id = models.UUIDField(primary_key=True)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="puzzles")
    game = models.TextField()
    at = models.IntegerField()
    """The version of the match at which the decision had to be made."""
    seat = models.SmallIntegerField()
    version = models.TextField()
    """Of the method that has found it."""
    body = models.TextField()
    """The answer as JSON (`analyses.puzzles.FoundPuzzle`)."""
    found_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    """Since when it may be solved; null while it is kept for a day to come."""
    daily_on = models.DateField(null=True)
    """The day, in UTC, whose puzzle it is."""

    class Meta:
        """A decision is one puzzle, and a game has one a day."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "at", "seat"], name="puzzles_once"),
            models.UniqueConstraint(fields=["game", "daily_on"], name="puzzles_one_a_day"),
        ]
        indexes: ClassVar = [models.Index(fields=["game", "opened_at"], name="puzzles_open")]

    def __str__(self) -> str:
        return f"puzzle of {self.game} {self.id}"


class Answer(models.Model):
    """The first move that an account has chosen in a puzzle; it stays."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="answers")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_answers"
    )
    move = models.JSONField()
    is_right = models.BooleanField()
    is_listed = models.BooleanField()
    """Whether it is one of a person who did not sit at the match, on the puzzle's own day."""
    answered_at = models.DateTimeField()

    class Meta:
        """An account has one answer to a puzzle."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["puzzle", "account"], name="puzzles_answered_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["puzzle", "answered_at"],
                name="puzzles_solvers",
                condition=models.Q(is_listed=True, is_right=True),
            ),
        ]

    def __str__(self) -> str:
        return f"an answer to {self.puzzle_id}"
