"""The rows derived from the streams of matches, and the few things that are no history.

`Match` and `Seat` are projections: they change in the transaction that appends, and a fold of the
stream gives them again.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from matches.state import Status


class Match(models.Model):
    """One playing of a game."""

    class Visibility(models.TextChoices):
        """Who may look on."""

        PUBLIC = "public"
        PRIVATE = "private"

    class Start(models.TextChoices):
        """What starts the match."""

        FULL = "full"
        MANUAL = "manual"

    id = models.UUIDField(primary_key=True)
    game = models.TextField()
    rules = models.TextField()
    dataset = models.TextField()
    options = models.JSONField(default=dict)
    seats_max = models.SmallIntegerField()
    clock = models.JSONField(null=True)
    on_timeout = models.TextField()
    commitment = models.TextField()
    ladder_id = models.UUIDField(null=True, db_index=True)
    table_id = models.UUIDField(null=True, db_index=True)
    """The place in a tournament where the match is played."""
    deal_id = models.UUIDField(null=True, db_index=True)
    """The deal that other tables play as well."""
    withheld = models.BooleanField(default=False, db_default=False)
    """Whether that deal is open, so that only those who sit here know of the match."""

    status = models.TextField(choices=[(status.value, status.value) for status in Status])
    version = models.IntegerField()
    head_hash = models.BinaryField()
    to_act = ArrayField(models.SmallIntegerField(), default=list)
    deadline = models.DateTimeField(null=True)
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    updated_at = models.DateTimeField()
    imported_at = models.DateTimeField(null=True, editable=False)
    """When it was brought in from a log, where it was played elsewhere; it is nobody's here."""
    result = models.JSONField(null=True)
    """Placings, scores and reason; null until the match has ended."""

    visibility = models.TextField(choices=Visibility, default=Visibility.PUBLIC)
    start = models.TextField(choices=Start, default=Start.FULL)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        """How matches are listed and found."""

        verbose_name_plural = "matches"
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["status", "-id"], name="matches_by_status"),
            models.Index(fields=["game", "-id"], name="matches_by_game"),
            models.Index(
                fields=["ended_at"],
                name="matches_by_end",
                condition=models.Q(ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class Seat(models.Model):
    """A seat at a match, as it is taken."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chairs")
    seat = models.SmallIntegerField()
    player = models.TextField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="chairs"
    )
    bot = models.TextField(blank=True, default="")
    client_seed = models.TextField(null=True)
    """Null under fair/2 where none was sent."""
    shares = models.BooleanField(default=False)
    """Whether the client takes part in the chance (fair/2)."""
    left = models.BooleanField(default=False)
    """Whether the player has given the match up."""

    class Meta:
        """A seat is taken once, and an account sits once at a match."""

        ordering: ClassVar = ["match", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seat"], name="matches_seat_once"),
            models.UniqueConstraint(fields=["match", "account"], name="matches_account_once"),
        ]
        indexes: ClassVar = [
            # The latest seats of an account, however many it has and others have.
            models.Index(fields=["account", "-match"], name="matches_seats_latest")
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.shown_player}"

    @property
    def shown_player(self) -> str:
        """What the player is called in answers: as in the history, unless they were erased."""
        account = self.account
        is_erased = account is not None and account.is_erased
        return account.username if account is not None and is_erased else self.player

    @property
    def is_bot(self) -> bool:
        """Whether a built-in bot sits here, or a program's account."""
        return bool(self.bot) if self.account is None else self.account.is_bot


class RematchAnswer(models.Model):
    """Whether somebody who sat at a match that is over wants another one like it; no history."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rematch_answers")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    wants = models.BooleanField()

    class Meta:
        """Everybody has one answer, which may change."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "account"], name="matches_rematch_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {'wants' if self.wants else 'declines'} another {self.match_id}"


class Invitation(models.Model):
    """The link that seats whoever has it, while a match waits (`matches.services.invitations`)."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="invitation"
    )
    code = models.TextField(unique=True)

    def __str__(self) -> str:
        return f"an invitation to {self.match_id}"


class PersonalInvitation(models.Model):
    """An invitation that one friend is shown (`matches.services.personal_invitations`)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    declined = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        """Nobody is invited to a match twice."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "account"], name="matches_invited_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} invited to {self.match_id}"


class Vacation(models.Model):
    """The last vacation of an account, a projection of its stream (`matches.vacations`)."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    version = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.account_id} away until {self.ends_at}"


class Presence(models.Model):
    """When an account was last there (`matches.presence`); no history, and never shown."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    seen_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True)
    """From when on, until `back_at`, it was last away for longer than one stays connected."""
    back_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.account_id} seen at {self.seen_at}"


class Remark(models.Model):
    """What somebody said at a match or a tournament; no part of its history (`matches.remarks`)."""

    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="+")
    tournament = models.UUIDField(null=True)
    """The tournament in whose room it was said; then `match` is null."""
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    seat = models.SmallIntegerField(null=True)
    """Null for a spectator, and in a tournament's room."""
    room = models.TextField()
    phrase = models.TextField()
    """A key of `matches.phrases`; empty for own words."""
    words = models.TextField(blank=True, default="", db_default="")
    """Own words, where the site allows them."""
    said_at = models.DateTimeField(auto_now_add=True, db_index=True)
    removed_at = models.DateTimeField(null=True)
    """Since when nobody reads it any more; for a day it can still be reported."""

    class Meta:
        """How remarks are found, and that each was said at one place."""

        indexes: ClassVar = [
            models.Index(fields=["match", "-id"], name="matches_remarks_latest"),
            models.Index(
                fields=["tournament", "-id"],
                name="matches_remarks_of_room",
                condition=models.Q(tournament__isnull=False),
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(match__isnull=False, tournament__isnull=True)
                | models.Q(match__isnull=True, tournament__isnull=False),
                name="matches_remark_at_one_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.phrase or 'words'} at {self.match_id or self.tournament}"


class ChancePending(models.Model):
    """What a seat has promised, and later shown, until the match is dealt (fair/2)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    seat = models.SmallIntegerField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    attempt = models.IntegerField()
    promise = models.BinaryField()
    share = models.BinaryField(null=True)
    at = models.DateTimeField()
    """When it was promised."""

    class Meta:
        """A newer promise of a seat replaces the older one."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seat"], name="matches_promise_once"),
        ]

    def __str__(self) -> str:
        return f"the promise of seat {self.seat} at {self.match_id}"


class Sharer(models.Model):
    """When a page of an account was last open that takes part in the chance (`matches.sharing`)."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a page of {self.account_id} seen at {self.seen_at}"


class RollRecord(models.Model):
    """How often an account has withheld a share of late (`matches.rolls`).

    Accounts that never have withheld one have no row.
    """

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    rolls = models.IntegerField(default=0)
    """On how many rolls it was, from its first refusal on."""
    refused = ArrayField(models.IntegerField(), default=list)
    """Which of these it withheld a share of, among the last that count."""
    kept_off_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.account_id} withheld {len(self.refused)} shares of late"


class DealSeed(models.Model):
    """The secret from which a match draws. Only `dealer` reads it; no admin shows it."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE)
    seed = models.BinaryField()

    def __str__(self) -> str:
        return f"the sealed seed of {self.match_id}"
