"""What is kept of requests: permits, first answers, refusals, and what Django's cache keeps."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now


class CacheEntry(models.Model):
    """What Django's cache keeps for all processes (settings.CACHES); it alone reads and writes."""

    cache_key = models.CharField(primary_key=True, max_length=255)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        """The name that the settings say."""

        db_table = "accounts_cache"

    def __str__(self) -> str:
        return self.cache_key


class RateBucket(models.Model):
    """How full one bucket of permits is; `api.limits` alone reads and writes it."""

    pk = models.CompositePrimaryKey("bucket", "subject")
    bucket = models.TextField()
    subject = models.TextField()
    full_at = models.DateTimeField()
    """When the bucket will be full again (the theoretical arrival time of GCRA)."""
    granted = models.IntegerField()
    """Permits that the last request got; 0 when it was refused."""

    def __str__(self) -> str:
        return f"{self.bucket} {self.subject}"


class IdempotencyRecord(models.Model):
    """The first answer to a request that carried an Idempotency-Key."""

    pk = models.CompositePrimaryKey("actor", "key")
    actor = models.TextField()
    key = models.TextField()
    fingerprint = models.BinaryField()
    status = models.SmallIntegerField()
    body = models.BinaryField()
    """JSON, without any secret."""
    created_at = models.DateTimeField(db_default=Now(), db_index=True)

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"


class Refusal(models.Model):
    """A request of a program that was refused; `accounts.diagnostics` writes it."""

    id = models.BigAutoField(primary_key=True)
    account = models.UUIDField()
    """No reference: such a row is written off the path, and forgotten soon."""
    at = models.DateTimeField(db_index=True)
    code = models.TextField()
    detail = models.TextField()
    request_id = models.TextField()
    subject = models.UUIDField(null=True)
    """What the request was about: a match's id."""
    sent = models.TextField()
    """The beginning of the body."""

    class Meta:
        """How an account's latest are found."""

        indexes: ClassVar = [
            models.Index(fields=["account", "-id"], name="accounts_refusals_latest")
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.request_id}"
