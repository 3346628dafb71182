"""What people have chosen, where they are reached, and the log of what was sent.

The log holds ids and numbers and no words: what a notification says is written when it is sent, so
that a name that was erased meanwhile stands nowhere.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from api.ids import uuid7
from tournaments.models import Tournament

ACCOUNT = settings.AUTH_USER_MODEL


class Preferences(models.Model):
    """What reaches an account, and when not; without a row, what `kinds` says."""

    account = models.OneToOneField(
        ACCOUNT, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    choices = models.JSONField(default=dict)
    """Channels by kind, of those kinds that the person has decided about."""
    zone = models.TextField(default="UTC")
    """The time zone of the quiet hours and of the digest."""
    quiet_from = models.SmallIntegerField(null=True)
    """Minutes after midnight; null without quiet hours."""
    quiet_until = models.SmallIntegerField(null=True)
    calendar_serial = models.IntegerField(default=0)
    """Counts the addresses of the calendar that are no longer good."""

    class Meta:
        """Both ends of the quiet hours, or none."""

        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | models.Q(quiet_from__range=(0, 1439), quiet_until__range=(0, 1439)),
                name="notifications_quiet_hours",
            ),
        ]

    def __str__(self) -> str:
        return str(self.account_id)


class Follow(models.Model):
    """An account that wants to know of a tournament without taking part."""

    account = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """Nobody follows twice."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "account"], name="notifications_follow_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} follows {self.tournament_id}"


class PushSubscription(models.Model):
    """A browser that takes notifications for an account (RFC 8030)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    account = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="+")
    endpoint = models.TextField(unique=True)
    """Where the browser's push service takes messages for it; whoever knows it can send nothing
    without the site's key, but it is shown to nobody."""
    p256dh = models.TextField()
    auth = models.TextField()
    browser = models.CharField(max_length=200, blank=True, default="")
    """What the browser said it is."""
    program = models.CharField(max_length=100, blank=True, default="", db_default="")
    """The program that has subscribed it in the account's name; empty: the account itself."""
    made_at = models.DateTimeField(db_default=Now(), editable=False)
    last_sent_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.browser or str(self.pk)


class Webhook(models.Model):
    """An address that is told in an account's name."""

    class Form(models.TextChoices):
        """What is sent."""

        STANDARD = "standard"
        """JSON, signed by Standard Webhooks."""
        DISCORD = "discord"
        SLACK = "slack"
        NTFY = "ntfy"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    account = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="+")
    url = models.TextField()
    form = models.TextField(choices=Form, default=Form.STANDARD)
    kinds = ArrayField(models.TextField())
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="+"
    )
    """The one tournament that it is told of; null: whatever concerns the account."""
    serial = models.IntegerField(default=0)
    """Counts the secrets that are no longer good."""
    off_because = models.TextField(blank=True, default="")
    """Why nothing is sent any more: `gone`, `failing` or `asked`; empty while it is on."""
    given_up = models.IntegerField(default=0)
    """Deliveries in succession that came to nothing."""
    program = models.CharField(max_length=100, blank=True, default="", db_default="")
    """The program that has made it in the account's name; empty: the account itself."""
    made_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """How those of an account and of a tournament are found."""

        indexes: ClassVar = [
            models.Index(fields=["account", "-id"], name="notifications_webhooks_of"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class Notification(models.Model):
    """Something that happened, once; who is told of it stands in the deliveries."""

    id = models.UUIDField(primary_key=True)
    """Made of what happened, so that the same is never noted twice."""
    kind = models.TextField()
    stream = models.UUIDField()
    """The match, tournament or ladder that it is about, or the account of who asks."""
    version = models.IntegerField()
    """The version of the stream at which it happened; 0 for what is in no stream."""
    about = models.JSONField()
    """Ids and numbers."""
    happened_at = models.DateTimeField()

    class Meta:
        """How the old ones are found."""

        indexes: ClassVar = [
            models.Index(fields=["happened_at"], name="notifications_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.stream}"


class Delivery(models.Model):
    """A notification on its way to one person by one channel."""

    class State(models.TextChoices):
        """How far it has come."""

        WAITING = "waiting"
        """It will be sent, or sent again."""
        SENT = "sent"
        DROPPED = "dropped"
        """It will never be sent, because it is news no longer, or wanted no longer."""
        FAILED = "failed"
        """It will never be sent, because nobody took it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    notification = models.ForeignKey(
        Notification, on_delete=models.CASCADE, related_name="deliveries"
    )
    account = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="+")
    channel = models.TextField()
    target = models.UUIDField()
    """The webhook, the push subscription, or for mail the account."""
    batch = models.UUIDField()
    """The job of the agenda that sends it."""
    state = models.TextField(choices=State, default=State.WAITING)
    attempts = models.SmallIntegerField(default=0)
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True, default="")
    """Why it waits, was dropped or has failed: a code of `outcomes`."""
    status_code = models.SmallIntegerField(null=True)
    """What the other side answered."""

    class Meta:
        """Nothing is sent twice to one address."""

        verbose_name_plural = "deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["notification", "target"], name="notifications_delivered_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["account", "-id"], name="notifications_of_account"),
            models.Index(fields=["target", "-id"], name="notifications_of_target"),
            models.Index(
                fields=["batch"],
                name="notifications_batch",
                condition=models.Q(state="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.state}"


class NotifiedTurn(models.Model):
    """That somebody was told of a turn: once from one decision of theirs to the next."""

    account = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="+")
    match = models.UUIDField()
    decided_at = models.IntegerField()
    """The version of the person's last own event in the match; 0 before the first."""
    told_at = models.DateTimeField(db_default=Now())

    class Meta:
        """One row for each seat."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "account"], name="notifications_turn_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} at {self.match}"
