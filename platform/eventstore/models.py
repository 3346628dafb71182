"""The one table of everything that happened. Nothing updates it; `streams` is its only writer."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Event(models.Model):
    """One thing that happened in one stream."""

    pk = models.CompositePrimaryKey("stream_kind", "stream_id", "version")
    stream_kind = models.TextField()
    """What the stream tells of: "match", "ladder", "tournament"."""
    stream_id = models.UUIDField()
    version = models.IntegerField()
    """1, 2, … within the stream, without a gap."""
    type = models.TextField()
    schema = models.SmallIntegerField(default=1)
    """The form of the body; older forms are lifted when they are read."""
    body = models.TextField()
    """Canonical JSON, as text: jsonb would rewrite it and break its hash."""
    actor = models.TextField()
    """Who did it: account:<uuid>, bot:<match>:<seat> or system."""
    key = models.TextField(null=True)
    """The command's idempotency key; only on the first event of a command."""
    fingerprint = models.BinaryField(null=True)
    """A digest of the command's request, to tell a retry from a key used twice."""
    recorded_at = models.DateTimeField()
    hash = models.BinaryField()
    chain = models.SmallIntegerField(default=1)
    """The version of the chain that the hash is of."""
    salt = models.BinaryField(null=True)
    """Hides actor and key in the log's digest of them; none under chain 1 and of an import."""
    by = models.BinaryField(null=True)
    """The digest that an imported event brought along."""

    class Meta:
        """The table is made by the migration's own SQL, with its triggers and rights."""

        managed = False
        db_table = "eventstore_event"

    def __str__(self) -> str:
        return f"{self.stream_kind} {self.stream_id} {self.version} {self.type}"


class Checkpoint(models.Model):
    """What a stream ended with when `manage.py verify` last found it whole."""

    pk = models.CompositePrimaryKey("stream_kind", "stream_id")
    stream_kind = models.TextField()
    stream_id = models.UUIDField()
    version = models.IntegerField()
    hash = models.BinaryField()
    checked_at = models.DateTimeField()
    is_whole = models.BooleanField(default=True, db_default=True)
    """Whether the last run found no fault in it."""

    def __str__(self) -> str:
        return f"{self.stream_kind} {self.stream_id} at {self.version}"


class Verification(models.Model):
    """What one run of `manage.py verify` has found."""

    at = models.DateTimeField(db_index=True)
    is_full = models.BooleanField(default=True, db_default=True)
    """Whether it read everything; other runs left out what had not moved."""
    streams = models.IntegerField()
    faults = models.IntegerField()
    first_faults = ArrayField(models.TextField(), default=list)
    """The first of them, in words."""

    def __str__(self) -> str:
        return f"{self.faults} faults in {self.streams} streams"
