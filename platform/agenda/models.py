"""The agenda's table, and the same rows as the admin lists them."""

from django.db import models


class DueRow(models.Model):
    """Something that must happen: one row for a kind and a subject.

    Rows are written by `agenda.sql` and worked on by `agenda.rows`, in SQL; this class declares
    the table.
    """

    pk = models.CompositePrimaryKey("kind", "subject")
    kind = models.TextField()
    subject = models.UUIDField()
    due_at = models.DateTimeField()
    version = models.IntegerField()
    payload = models.TextField(db_default="")
    lease_until = models.DateTimeField(null=True)
    """Until then someone is working on the row; after it, nobody is."""
    attempts = models.IntegerField(db_default=0)
    last_error = models.TextField(db_default="")
    """Where the last run failed; names code, never a value (`agenda.error_boundary.describe`)."""

    class Meta:
        """Name the table and the index that claims use."""

        db_table = "agenda_due"
        indexes = (models.Index(fields=["due_at"], name="agenda_due_at"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.subject}"


class Heartbeat(models.Model):
    """When a sweeper last looked for what is due, and when a web process was last there.

    A row for each kind of process (`agenda.heartbeat`).
    """

    id = models.SmallIntegerField(primary_key=True)
    beat_at = models.DateTimeField()
    open_since = models.DateTimeField(null=True)
    """When an outage began from which this kind has come back, and the other one has not."""

    back_at = models.DateTimeField(null=True)
    """When this kind was last heard of again after a silence for which clocks wait."""

    class Meta:
        """Name the table."""

        db_table = "agenda_heartbeat"

    def __str__(self) -> str:
        return f"last beat at {self.beat_at}"


class OutageRow(models.Model):
    """A time during which no sweeper or no web process ran (`agenda.heartbeat`)."""

    id = models.UUIDField(primary_key=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(db_index=True)

    class Meta:
        """Name the table."""

        db_table = "agenda_outage"

    def __str__(self) -> str:
        return f"down from {self.began_at} to {self.ended_at}"


class DueListing(models.Model):
    """A row with an id of one column, which the admin needs; a view of the table."""

    id = models.TextField(primary_key=True)
    kind = models.TextField()
    subject = models.UUIDField()
    due_at = models.DateTimeField("due")
    version = models.IntegerField()
    payload = models.TextField()
    lease_until = models.DateTimeField("leased until", null=True)
    attempts = models.IntegerField()
    last_error = models.TextField()

    class Meta:
        """Name the view."""

        managed = False
        db_table = "agenda_listing"
        verbose_name = "due row"
        verbose_name_plural = "agenda"

    def __str__(self) -> str:
        return f"{self.kind} of {self.subject}"
