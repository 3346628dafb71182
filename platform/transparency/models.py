"""Tables of the log. Its entries are never changed, by triggers as those of the events."""

from typing import ClassVar

from django.db import models


class LogEntry(models.Model):
    """The head of a stream, as it was when the log was written."""

    index = models.BigIntegerField(primary_key=True)
    """In the order of the tree, from 0."""
    entry = models.BinaryField()
    """What everybody sees of it."""
    stream_kind = models.TextField()
    stream_id = models.UUIDField()
    version = models.IntegerField()
    hash = models.BinaryField()
    """Of the event with that version."""

    class Meta:
        """How the last entry of a stream is found."""

        indexes: ClassVar = [
            models.Index(
                fields=["stream_kind", "stream_id", "-index"], name="transparency_entry_latest"
            )
        ]

    def __str__(self) -> str:
        return f"{self.index}: {self.stream_kind} {self.stream_id} {self.version}"


class LogTile(models.Model):
    """Hashes of the tree, as `transparency.tree` keeps them; the last of a level grows."""

    pk = models.CompositePrimaryKey("level", "index")
    level = models.SmallIntegerField()
    index = models.BigIntegerField()
    hashes = models.BinaryField()

    def __str__(self) -> str:
        return f"tile {self.level}/{self.index}"


class LogCheckpoint(models.Model):
    """A signed checkpoint: the size of the tree and its root."""

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField()
    at = models.DateTimeField()
    note = models.TextField()
    """Signed by the log, and by those of its witnesses who have answered."""

    def __str__(self) -> str:
        return f"checkpoint {self.size}"


class StreamBlind(models.Model):
    """What hides the heads of a stream whose kind has no secret of its own."""

    pk = models.CompositePrimaryKey("stream_kind", "stream_id")
    stream_kind = models.TextField()
    stream_id = models.UUIDField()
    blind = models.BinaryField()

    def __str__(self) -> str:
        return f"the blind of {self.stream_kind} {self.stream_id}"


class WitnessedLog(models.Model):
    """The newest checkpoint of another site's log that this one has signed as its witness."""

    origin = models.TextField(primary_key=True)
    size = models.BigIntegerField()
    root = models.BinaryField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.origin} {self.size}"
